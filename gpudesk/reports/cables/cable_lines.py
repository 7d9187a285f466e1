"""Cables as lines of a report: parts of a leg of a cable, and its other end."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from gpudesk.core.hardware.order_numbers import numbered_by_length, order_number, ordered_model
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_labels import CableChoice, chosen_legs
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.links.cable_plugs import cable_plugs
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.layout.report import Choices
from gpudesk.reports.layout.wording import Wording


class CableLines:
    """The selected cables, viewed from each of their ends.

    Attributes:
        legs: places in the table `cable`, shape (n,); all other arrays have the order of these legs. Parallel legs in one
            jacket, from plug to plug, appear once.
        places: their locations.
        stands: location of the ends "a" and "b": the id of the rack, or below zero the stand-alone device, shape (n,) each.
    """

    def __init__(self, snapshot: Snapshot, choices: Choices, wording: Wording, before: Snapshot | None = None) -> None:
        self.snapshot, self.wording = snapshot, wording
        self._plugs = snapshot.cached(cable_plugs)
        self.legs = first_of(chosen_legs(snapshot, cable_choice(choices, before)), self._plugs.whole)
        self.places = CablePlaces(snapshot, self.legs)
        self._columns: dict[str, Ids] = {}
        self._models: dict[tuple[int, int], str] = {}
        self._roots = snapshot.cached(whereabouts).root
        self.stands = {side: self._stands(side) for side in "ab"}

    def ends_of(self, stand: int) -> list[tuple[int, str]]:
        """The ends in a rack or in a stand-alone device: (leg, side), those of one device together, from the top down."""
        sorted_stands, legs, far = self._sorted
        first, last = np.searchsorted(sorted_stands, [stand, stand + 1])
        return [(leg, "b" if other else "a") for leg, other in zip(legs[first:last].tolist(), far[first:last].tolist(), strict=True)]

    def far_words(self, leg: int, side: str) -> str:
        """Where the other end is: hall if it is another one, rack, unit and device."""
        other = _other(side)
        words = {what: self.places.words(other, what)[leg] for what in ("hall", "rack", "u", "device")}
        hall = words["hall"] if words["hall"] != self.places.words(side, "hall")[leg] else ""
        return " · ".join(part for part in (hall, words["rack"], unit_words(words["u"]), words["device"]) if part)

    def port(self, leg: int, side: str) -> str:
        """The port in which an end is plugged, or the cage of a plug that takes all of it."""
        return self.places.words(side, "plug" if self._joined[leg] else "connector")[leg]

    def far_stand(self, leg: int, side: str) -> str:
        """The rack of the other end, or the stand-alone device."""
        other = _other(side)
        return self.places.words(other, "rack")[leg] or self.places.words(other, "system")[leg]

    def cables(self, legs: Sequence[int]) -> int:
        """How many cables some legs are: a splitter is one."""
        return len(set(self._cable[list(legs)].tolist()))

    def cable_of(self, legs: Ids) -> Ids:
        """The place of the first leg of the cable of each, which several legs of a splitter share."""
        cable_places: Ids = self._cable[legs]
        return cable_places

    def modules(self, ends: Sequence[tuple[int, str]]) -> Mapping[str, int]:
        """Model → how many modules sit where some ends are; one with two ports is one."""
        type_of_cage: dict[str, int] = {}
        for side in "ab":
            legs = np.array([leg for leg, at in ends if at == side], np.int64)
            cages, types = self._cages[side][legs], self._column(f"{side}_module_id")[legs]
            for cage, type_id in zip(cages.tolist(), types.tolist(), strict=True):
                if type_id != ABSENT:
                    type_of_cage.setdefault(cage, type_id)
        counted = Counter(self.wording.type_name(self.snapshot.types[type_id].model) for type_id in type_of_cage.values())
        return dict(sorted(counted.items()))

    def number(self, leg: int) -> str:
        """Name of a cable: its number."""
        return str(int(self.snapshot["cable"].ids[self.legs[leg]]))

    def network(self, leg: int) -> str:
        """The name of its network."""
        networks, network_id = self.snapshot["network"], int(self._column("network_id")[leg])
        return str(networks["name"][networks.position(network_id)]) if networks.has(network_id) else ""

    def model(self, leg: int) -> str:
        """The model of the cable with the order number of its length, "–" if none is selected."""
        type_id, length_mm = int(self._column("type_id")[leg]), int(self._column("length_mm")[leg])
        known = self._models.get((type_id, length_mm))
        if known is None:
            known = self._models[type_id, length_mm] = "–" if type_id == ABSENT else self._model(type_id, length_mm)
        return known

    def _model(self, type_id: int, length_mm: int) -> str:
        kind, length = self.snapshot.types[type_id], None if length_mm == ABSENT else length_mm
        if numbered_by_length(kind) and not order_number(kind, length):
            text = QT_TRANSLATE_NOOP("reports", "{model}, order number not known")
            return self.wording.say("reports", text, model=kind.model)
        return self.wording.type_name(ordered_model(kind, length))

    def module(self, leg: int, side: str) -> str:
        """The model of the module at an end, "" for none."""
        type_id = int(self._column(f"{side}_module_id")[leg])
        return "" if type_id == ABSENT else self.wording.type_name(self.snapshot.types[type_id].model)

    def length(self, leg: int) -> str:
        """The length in the units of the report, "–" if none is selected."""
        length = int(self._column("length_mm")[leg])
        return "–" if length == ABSENT else self.wording.quantity(length / 1000, "m")

    def length_m(self, leg: int) -> float | None:
        """The length as a number, None if none is selected."""
        length = int(self._column("length_mm")[leg])
        return None if length == ABSENT else length / 1000

    def _column(self, name: str) -> Ids:
        known = self._columns.get(name)
        if known is None:
            known = self._columns[name] = self.snapshot["cable"][name][self.legs]
        return known

    @cached_property
    def _sorted(self) -> tuple[Ids, Ids, Flags]:
        """All ends by stand, unit from the top, device and port: stand, leg and whether it is the end "b" of each."""
        both = [
            (self.stands[side], self.places.units(side), self.places.device_ranks(side), self.places.port[side], self.places.lane[side])
            for side in "ab"
        ]
        end_stands, units, ranks, ports, lanes = (np.concatenate(pair) for pair in zip(*both, strict=True))
        order = np.lexsort([lanes, ports, ranks, -units, end_stands])
        count = len(self.legs)
        return end_stands[order], order % max(count, 1), order >= count

    @cached_property
    def _joined(self) -> list[bool]:
        """Which legs share their jacket with others."""
        joined: list[bool] = (np.bincount(self._plugs.whole)[self._plugs.whole[self.legs]] > 1).tolist()
        return joined

    @cached_property
    def _cable(self) -> Ids:
        cables: Ids = self._plugs.cable[self.legs]
        return cables

    @cached_property
    def _cages(self) -> dict[str, Ids]:
        """The cage of each end, as one number."""
        ports, devices = self.snapshot.types.cached(port_columns), self.snapshot["device"]
        most = int(ports.cage.max(initial=0)) + 2
        cages = {}
        for side in "ab":
            device = self.places.device[side]
            at = ports.at(devices["type_id"][device], self.places.port[side])
            cages[side] = device * most + np.where(at == ABSENT, most - 1, ports.cage[at] if len(ports.cage) else 0)
        return cages

    def _stands(self, side: str) -> Ids:
        racks, devices = self.places.racks(side), self.snapshot["device"]
        return np.where(racks == ABSENT, -devices.ids[self._roots[self.places.device[side]]] - 2, racks)


def cable_choice(choices: Choices, before: Snapshot | None = None) -> CableChoice:
    """The selected cables.

    Args:
        before: the earlier state, if only changes since then are requested.
    """
    phase = choices.phase if choices.only_phase else None
    since = before if choices.only_changed else None
    return CableChoice(choices.networks, choices.halls, choices.racks, phase, choices.cables, since, choices.systems)


def unit_words(unit: str) -> str:
    """Text of a unit: "U7", "0U" next to the units, "" for none."""
    return "0U" if unit == "0" else f"U{unit}" if unit else ""


def first_of(legs: Ids, groups: Ids) -> Ids:
    """Some legs, of those with the same number in `groups` the first one alone."""
    _, first = np.unique(groups[legs], return_index=True)
    first_legs: Ids = legs[np.sort(first)]
    return first_legs


def stands_outside_racks(lines: CableLines) -> list[int]:
    """The stand-alone devices with cables, coded as in `CableLines.stands`."""
    distinct = np.unique(np.concatenate([lines.stands["a"], lines.stands["b"]]))
    return sorted(distinct[distinct < ABSENT].tolist(), reverse=True)


def stand_name(lines: CableLines, stand: int) -> str:
    """Name of a rack or of a stand-alone device."""
    table, row_id = ("rack", stand) if stand > ABSENT else ("device", -stand - 2)
    columns = lines.snapshot[table]
    return str(columns["name"][columns.position(row_id)])


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


def joined(parts: Sequence[str]) -> str:
    """Texts side by side, without empty and repeated ones."""
    return " / ".join(dict.fromkeys(part for part in parts if part))


def number_runs(numbers: Sequence[int]) -> str:
    """Ascending numbers with runs joined: "1–4, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if run[0] == run[-1] else f"{run[0]}–{run[-1]}" for run in runs)
