"""Queries and reports of the rules for missing elements: one finding per hall and domain."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from gpudesk.checks.findings.finding import Fix, Violation, rule_text
from gpudesk.checks.rules.common.rule_view import FEW, View
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.messages.message import Quantity
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.unknown import filled
from gpudesk.derived.columns.joins import grouped, places_of
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

MOST_NAMES = 3


def listed(names: Sequence[str]) -> str:
    """The first names in one text."""
    return ", ".join(names[:MOST_NAMES]) + (" …" if len(names) > MOST_NAMES else "")


def in_plan(snapshot: Snapshot, domain: Domain) -> bool:
    """Whether the project does not exclude a domain."""
    return domain not in snapshot.cached(outside_plan)


def by_hall(view: View, lacking: Mask) -> Iterator[tuple[int, Ids]]:
    """The halls to check, by id, with the indices of their incomplete devices; devices without a place are omitted.

    Args:
        lacking: shape (devices,).
    """
    if not lacking.any():
        return
    for hall, places in view.cached(devices_by_hall).items():
        lacking_here = places[lacking[places]]
        if len(lacking_here):
            yield hall, lacking_here


def at_halls(view: View, places: Ids) -> Iterator[tuple[int, Ids]]:
    """The halls to check, by id, with the devices at `places` that are there; as `by_hall`, for few devices.

    Args:
        places: indices in the table `device`, ascending.
    """
    halls = view.whereabouts.halls(places)
    for hall in np.unique(halls[halls != ABSENT]).tolist():
        if view.only is None or hall in view.only:
            yield hall, places[halls == hall]


def devices_by_hall(view: View) -> Mapping[int, Ids]:
    """The halls to check, ascending by id, with the indices of all their devices: found once for all rules of a view."""
    halls = view.whereabouts.hall
    if view.only is None:
        return grouped(halls, np.flatnonzero(halls != ABSENT))
    if len(view.ids) > FEW:
        return grouped(halls, places_of(halls, view.ids))
    here = {hall: np.flatnonzero(halls == hall) for hall in view.ids.tolist()}
    return {hall: places for hall, places in here.items() if len(places)}


def by_hall_of_types(view: View, wanted: Mask, *, outermost: bool = False) -> Iterator[tuple[int, Ids]]:
    """As `by_hall`, the devices of some types; with `outermost`, without devices in others.

    Args:
        wanted: shape (type ids,).
    """
    for hall, (places, types) in view.cached(_outermost_by_hall if outermost else _types_by_hall).items():
        wanted_here = places[wanted[types]]
        if len(wanted_here):
            yield hall, wanted_here


def _types_by_hall(view: View) -> Mapping[int, tuple[Ids, Ids]]:
    """The halls to check, with the indices of their devices and the types of these."""
    types = view.snapshot["device"]["type_id"]
    return {hall: (places, types[places]) for hall, places in view.cached(devices_by_hall).items()}


def _outermost_by_hall(view: View) -> Mapping[int, tuple[Ids, Ids]]:
    """As `_types_by_hall`, without devices in others."""
    if not view.whereabouts.nested:
        return view.cached(_types_by_hall)
    outer = view.snapshot["device"]["parent_id"] == ABSENT
    return {hall: (places[outer[places]], types[outer[places]]) for hall, (places, types) in view.cached(_types_by_hall).items()}


def names_of(view: View, places: Ids) -> str:
    """The first names of some devices, by their indices; an ellipsis represents the others."""
    devices = view.snapshot["device"]
    ids = devices.at("id", places[:MOST_NAMES]).tolist()
    return ", ".join(view.name("device", device) for device in ids) + (" …" if len(places) > MOST_NAMES else "")


def equipment(view: View, hall: int, places: Ids, text: str, fix: Fix | None = None) -> Violation:
    """A finding for devices of a hall; `text` has the fields hall, count, total (their power draw) and names."""
    devices = view.snapshot["device"]
    known = view.types.numbers(f"power_{view.sheet.text('power_for_limits')}_w", devices.at("type_id", places))
    total = Quantity(float(filled(known).sum()), "W")
    message = rule_text(text, hall=view.name("hall", hall), count=len(places), total=total, names=names_of(view, places))
    return Violation((hall,), (("hall", hall),), view.row_place("hall", hall), message, len(places), 0, fix)


def systems_of(types: Types) -> Mask:
    """Whether one of each type is a system with GPUs for a hall, by type id: no workstation, and no card."""
    is_system = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        is_system[type_id] = bool(kind.gpu_count) and kind.family not in (Family.GPU, Family.WORKSTATION)
    return is_system
