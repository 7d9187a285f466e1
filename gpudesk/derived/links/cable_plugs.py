"""The plugs of cables: a splitter, or a cable with two-port plugs, is several legs, and several of them may end in one plug."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.project.snapshot import Snapshot, made_from


@dataclass(frozen=True, slots=True, eq=False)
class CablePlugs:
    """The plugs at the ends "a" and "b" of all legs, shape (cables,) each.

    Attributes:
        first: index of the first leg in the same plug of the same cable; the leg itself if it is alone.
        several: whether more than one leg ends in the plug.
        wide: whether they end in more than one port, so that the plug occupies a cage of several ports.
        whole: index of the first leg that shares both plugs; all others are duplicates of the same cable segment.
        cable: index of the first leg of the same cable.
    """

    first: Mapping[str, Ids]
    several: Mapping[str, Flags]
    wide: Mapping[str, Flags]
    whole: Ids
    cable: Ids

    @property
    def repeated(self) -> Flags:
        """Which legs share the jacket of an earlier one from plug to plug: they are not routed separately."""
        is_repeated: Flags = self.whole != np.arange(len(self.whole))
        return is_repeated


@made_from(
    {
        "cable": ("assembly", *(f"{side}_{name}" for side in "ab" for name in ("device_id", "port", "lane", "module_id"))),
        "device": ("type_id",),
        "catalog_item": (),
    }
)
def cable_plugs(snapshot: Snapshot) -> CablePlugs:
    """The plugs of all cables (use `snapshot.cached(cable_plugs)`).

    A cable with its own plug occupies the whole cage; in a module, a socket or a panel each port accepts one plug.
    """
    cables, devices = snapshot["cable"], snapshot["device"]
    legs = np.flatnonzero(cables["assembly"] != ABSENT)
    assembly = cables["assembly"][legs]
    ports = snapshot.types.cached(port_columns)
    own = np.arange(cables.rows)
    plug: dict[str, Ids] = {}
    wide = {side: np.zeros(cables.rows, bool) for side in "ab"}
    for side in "ab":
        device = cables[f"{side}_device_id"][legs]
        port = cables[f"{side}_port"][legs].astype(np.int64)
        at = ports.at(devices["type_id"][devices.positions(device)], port)
        caged = (cables[f"{side}_module_id"][legs] == ABSENT) & (at != ABSENT)
        caged[caged] = ports.lanes[at[caged]] > 0
        where = port * 2
        where[caged] = ports.cage[at[caged]].astype(np.int64) * 2 + 1
        plug[side] = _alike(assembly, device, where)
        wide[side][legs] = _differing(plug[side], port)
    first = {side: _first(own, legs, plug[side]) for side in "ab"}
    several = {side: _with_others(first[side]) for side in "ab"}
    whole, cable = (_first(own, legs, groups) for groups in (_alike(plug["a"], plug["b"]), _alike(assembly)))
    return CablePlugs(first, several, wide, whole, cable)


def _alike(*columns: Ids) -> Ids:
    """The same number for rows that are alike."""
    _, numbers = np.unique(np.stack(columns), axis=1, return_inverse=True)
    return numbers.ravel()


def _first(own: Ids, legs: Ids, groups: Ids) -> Ids:
    """The first leg of the group of each one."""
    _, first = np.unique(groups, return_index=True)
    first_legs = own.copy()
    first_legs[legs] = legs[first[groups]] if len(legs) else legs
    return first_legs


def _differing(groups: Ids, values: Ids) -> Flags:
    """Which rows are of a group whose values are not all the same."""
    if not len(groups):
        return np.zeros(0, bool)
    _, first = np.unique(groups, return_index=True)
    is_differing: Flags = np.bincount(groups, values != values[first[groups]])[groups] > 0
    return is_differing


def _with_others(first: Ids) -> Flags:
    counts = np.bincount(first, minlength=len(first))
    has_others: Flags = counts[first] > 1
    return has_others
