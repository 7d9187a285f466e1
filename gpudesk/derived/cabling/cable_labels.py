"""Cable labels: one at each end, with the near end first and a code that identifies the end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.order_numbers import ordered_model
from gpudesk.core.names.label_pattern import END_FIELDS, fields_of, label_line
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.cabling.work_order import work_order
from gpudesk.derived.floor.project_subset import snapshot_of_places
from gpudesk.derived.links.cable_plugs import cable_plugs
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.project.snapshot import Snapshot

CODE = "GPUDESK"
"""How the code of a label begins; then the project, the cable and its end, all in letters that a QR code packs tightly."""


@dataclass(frozen=True, slots=True, eq=False)
class CableChoice:
    """A selection of cables; each criterion narrows it further, and no criteria select all.

    Attributes:
        networks: ids.
        halls, racks: ids of the places that must contain an end.
        phase: the build phase that adds the cables or the devices they join.
        cables: ids of the cables themselves.
        since: a project state; selects cables connected or moved since then.
        systems: ids of rack-scale systems, which are places like racks.
    """

    networks: Sequence[int] = ()
    halls: Sequence[int] = ()
    racks: Sequence[int] = ()
    phase: int | None = None
    cables: Sequence[int] = ()
    since: Snapshot | None = None
    systems: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """One label.

    Attributes:
        lines: text of the label.
        code: content of its QR code.
        cable: id of the leg of the cable.
        side: "a" or "b", the end of the label.
    """

    lines: tuple[str, ...]
    code: str
    cable: int
    side: str


class CableLabels:
    """The labels of some cables, the two of each in sequence, in pull order.

    Args:
        lines: checked lines of `core.names.label_pattern`.
        uid: of the project.
        which: the cables.
        of_ports: whether the codes are the ports of the cable ends ("leaf-001 1/1"), for labels on the devices, port after port.
    """

    def __init__(
        self, snapshot: Snapshot, lines: Sequence[str], uid: str = "", which: CableChoice | None = None, *, of_ports: bool = False
    ) -> None:
        legs = chosen_legs(snapshot, which or CableChoice())
        labelled, far = _labelled(snapshot, legs[CablePlaces(snapshot, legs).order()])
        if of_ports:
            along = _along_devices(snapshot, labelled, far)
            labelled, far = labelled[along], far[along]
        written, places = np.unique(labelled, return_inverse=True)
        self._lines = tuple(lines)
        self._uid = uid.replace("-", "").upper()[:8]
        self._of_ports = of_ports
        self._places = CablePlaces(snapshot, written)
        self._ends: tuple[Ids, Flags] = places, far

    def __len__(self) -> int:
        return len(self._ends[0])

    def __iter__(self) -> Iterator[Label]:
        """The labels, one at a time."""
        legs, sides = self._ends
        ids = self._places.snapshot["cable"].ids[self._places.legs].tolist()
        values = self._values()
        ports = {side: port_words(self._places, side) for side in "ab"} if self._of_ports else {}
        for leg, far in zip(legs.tolist(), sides.tolist(), strict=True):
            side = "b" if far else "a"
            filled = {name: words[side][leg] for name, words in values.items()}
            code = ports[side][leg] if ports else ":".join((CODE, self._uid, str(ids[leg]), side.upper()))
            yield Label(tuple(label_line(line, filled) for line in self._lines), code, ids[leg], side)

    def _values(self) -> dict[str, dict[str, list[str]]]:
        """Field → the end with the label → its text for each leg."""
        used, cables = fields_of(self._lines), self._places.snapshot["cable"]
        legs, snapshot = self._places.legs, self._places.snapshot
        values: dict[str, dict[str, list[str]]] = {}
        for name in END_FIELDS:
            if {f"near.{name}", f"far.{name}"} & used:
                a, b = (self._places.words(side, "plug" if name == "port" else name) for side in "ab")
                values[f"near.{name}"], values[f"far.{name}"] = {"a": a, "b": b}, {"a": b, "b": a}
        columns: dict[str, Callable[[], list[str]]] = {
            "cable": lambda: [str(row_id) for row_id in cables.ids[legs].tolist()],
            "network": lambda: _named(snapshot, legs),
            "type": lambda: _models(snapshot, legs),
            "length": lambda: ["" if length == ABSENT else f"{length / 1000:g} m" for length in cables["length_mm"][legs].tolist()],
            "phase": lambda: [str(phase) for phase in cables["phase"][legs].tolist()],
        }
        for name in used & columns.keys():
            words = columns[name]()
            values[name] = {"a": words, "b": words}
        return values


def port_words(places: CablePlaces, side: str) -> list[str]:
    """Device and connector at one end of each cable, in the form used by a cable series: "leaf-001 1/1", "dgx-0001 OSFP1P2".

    Args:
        side: "a" or "b".
    """
    return [f"{device} {port}" for device, port in zip(places.words(side, "device"), places.words(side, "connector"), strict=True)]


def chosen_legs(snapshot: Snapshot, which: CableChoice) -> Ids:
    """The places of the cables that were chosen, in the order of the table."""
    cables = snapshot["cable"]
    keep = np.isin(cables["network_id"], which.networks) if which.networks else np.ones(cables.rows, bool)
    if which.cables:
        keep &= np.isin(cables.ids, which.cables)
    if which.halls or which.racks or which.systems:
        devices = snapshot["device"]
        inside = devices.ids[np.isin(devices.ids[snapshot.cached(whereabouts).root], which.systems)]
        # A rack or a system is asked for by itself, whatever its hall.
        if which.racks or not which.systems:
            inside = np.union1d(inside, snapshot_of_places(snapshot, which.halls, which.racks)["device"].ids)
        keep &= np.isin(cables["a_device_id"], inside) | np.isin(cables["b_device_id"], inside)
    if which.phase is not None:
        keep &= ~np.isin(cables.ids, snapshot_up_to_phase(snapshot, which.phase - 1)["cable"].ids)
    if which.since is not None:
        order = work_order(which.since, snapshot)
        keep &= np.isin(cables.ids, np.concatenate([order.plug, [move.after for move in order.moves]]))
    return np.flatnonzero(keep)


def _labelled(snapshot: Snapshot, legs: Ids) -> tuple[Ids, Flags]:
    """The legs and ends whose labels name the plugs of some legs, in the order of these.

    Where several legs of a cable end in one plug, the label names the first one, whichever of them was chosen: the plug has one number.
    """
    plugs = snapshot.cached(cable_plugs)
    ends, far = np.repeat(legs, 2), np.tile(np.array([False, True]), len(legs))
    named = np.where(far, plugs.first["b"][ends], plugs.first["a"][ends])
    _, places = np.unique(np.stack([named, far]), axis=1, return_index=True)
    label_places = np.sort(places)
    return named[label_places], far[label_places]


def _along_devices(snapshot: Snapshot, labelled: Ids, far: Flags) -> Ids:
    """The order of labels grouped by device and port."""
    cables = snapshot["cable"]
    device = np.where(far, cables["b_device_id"][labelled], cables["a_device_id"][labelled])
    port = np.where(far, cables["b_port"][labelled], cables["a_port"][labelled])
    return np.lexsort((port, snapshot["device"].positions(device)))


def _named(snapshot: Snapshot, legs: Ids) -> list[str]:
    networks, ids = snapshot["network"], snapshot["cable"]["network_id"][legs]
    names = {network_id: str(networks["name"][networks.position(network_id)]) for network_id in np.unique(ids[ids != ABSENT]).tolist()}
    return [names.get(network_id, "") for network_id in ids.tolist()]


def _models(snapshot: Snapshot, legs: Ids) -> list[str]:
    """The model of each cable, by the number of its length where that is known."""
    cables = snapshot["cable"]
    ids, lengths = cables["type_id"][legs].tolist(), cables["length_mm"][legs].tolist()
    models = {
        (type_id, length): ordered_model(snapshot.types[type_id], None if length == ABSENT else length)
        for type_id, length in set(zip(ids, lengths, strict=True))
        if type_id != ABSENT
    }
    return [models.get(kind, "") for kind in zip(ids, lengths, strict=True)]
