"""Cables as lines of a report: what a leg of a cable is made of, and where its other end is."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.derived.cable_ends import Flags
from gpudesk.derived.cable_labels import chosen_legs
from gpudesk.derived.cable_places import CablePlaces
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.report import Choices
from gpudesk.reports.wording import Wording


class CableLines:
    """The cables that were asked for, seen from each of their ends.

    Attributes:
        legs: places in the table `cable`, shape (n,); everything else counts the legs in this order.
        places: where they are.
        stands: where the ends "a" and "b" stand: the id of the rack, or below zero the device that stands by itself, shape (n,) each.
    """

    def __init__(self, snapshot: Snapshot, choices: Choices, wording: Wording) -> None:
        self.snapshot, self.wording = snapshot, wording
        self.legs = chosen_legs(snapshot, choices.networks, choices.halls, choices.racks)
        self.places = CablePlaces(snapshot, self.legs)
        self._columns: dict[str, Ids] = {}
        self._roots = snapshot.cached(whereabouts).root
        self.stands = {side: self._stands(side) for side in "ab"}

    def ends_of(self, stand: int) -> list[tuple[int, str]]:
        """The ends that lie in a rack or in a device of its own: (leg, side), those of one device together, from the top down."""
        stands, legs, far = self._sorted
        first, last = np.searchsorted(stands, [stand, stand + 1])
        return [(leg, "b" if other else "a") for leg, other in zip(legs[first:last].tolist(), far[first:last].tolist(), strict=True)]

    def far_words(self, leg: int, side: str) -> str:
        """Where the other end is: hall if it is another one, rack, unit and device."""
        other = _other(side)
        words = {what: self.places.words(other, what)[leg] for what in ("hall", "rack", "u", "device")}
        hall = words["hall"] if words["hall"] != self.places.words(side, "hall")[leg] else ""
        unit = f"U{words['u']}" if words["u"] else ""
        return " · ".join(part for part in (hall, words["rack"], unit, words["device"]) if part)

    def far_stand(self, leg: int, side: str) -> str:
        """The rack of the other end, or the device that stands by itself."""
        other = _other(side)
        return self.places.words(other, "rack")[leg] or self.places.words(other, "device")[leg]

    def number(self, leg: int) -> str:
        """By what a cable is called: its number."""
        return str(int(self.snapshot["cable"].ids[self.legs[leg]]))

    def network(self, leg: int) -> str:
        """The name of its network."""
        networks, network_id = self.snapshot["network"], int(self._column("network_id")[leg])
        return str(networks["name"][networks.position(network_id)]) if networks.has(network_id) else ""

    def model(self, leg: int) -> str:
        """The model of the cable, "–" where none is chosen."""
        type_id = int(self._column("type_id")[leg])
        return "–" if type_id == ABSENT else self.snapshot.types[type_id].model

    def module(self, leg: int, side: str) -> str:
        """The model of the module at an end, "" for none."""
        type_id = int(self._column(f"{side}_module_id")[leg])
        return "" if type_id == ABSENT else self.snapshot.types[type_id].model

    def length(self, leg: int) -> str:
        """The length in the units of the report, "–" where none is chosen."""
        length = int(self._column("length_mm")[leg])
        return "–" if length == ABSENT else self.wording.quantity(length / 1000, "m")

    def length_m(self, leg: int) -> float | None:
        """The length as a number, None where none is chosen."""
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
        both = [(self.stands[side], self.places.units(side), self.places.device_ranks(side), self.places.port[side]) for side in "ab"]
        stands, units, ranks, ports = (np.concatenate(pair) for pair in zip(*both, strict=True))
        order = np.lexsort([ports, ranks, -units, stands])
        count = len(self.legs)
        return stands[order], order % max(count, 1), order >= count

    def _stands(self, side: str) -> Ids:
        racks, devices = self.places.racks(side), self.snapshot["device"]
        return np.where(racks == ABSENT, -devices.ids[self._roots[self.places.device[side]]] - 2, racks)


def stands_outside_racks(lines: CableLines) -> list[int]:
    """The devices that stand by themselves and have cables, as `CableLines.stands` codes them."""
    found = np.unique(np.concatenate([lines.stands["a"], lines.stands["b"]]))
    return sorted(found[found < ABSENT].tolist(), reverse=True)


def stand_name(lines: CableLines, stand: int) -> str:
    """What a rack, or a device that stands by itself, is called."""
    table, row_id = ("rack", stand) if stand > ABSENT else ("device", -stand - 2)
    columns = lines.snapshot[table]
    return str(columns["name"][columns.position(row_id)])


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


def joined(parts: Sequence[str]) -> str:
    """Words side by side, without those that are empty or said already."""
    return " / ".join(dict.fromkeys(part for part in parts if part))
