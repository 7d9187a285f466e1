"""Content of a handover book: installed equipment, recorded results and open items, for each rack and the site."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ChainEnd, EvidenceFile, Fault
from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.checklist.tray_targets import tray_of
from gpudesk.core.hardware.hardware import Face, Status
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.onsite.deviations import Deviation, deviations
from gpudesk.onsite.punch_list import PunchPoint, punch_list
from gpudesk.onsite.rack_targets import LEFT, RackTargets
from gpudesk.onsite.record_log import log_ends, log_faults
from gpudesk.onsite.results import Result, evidence_files, results
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Installed:
    """A rack or device according to the plan.

    Attributes:
        unit: "U12" or "U12–U15" for rack units; the slot of a device in another device; "".
        face: "front" or "rear", "" outside of racks.
        holder: the name of the device that contains it.
        part: manufacturer and model.
    """

    id: int
    name: str
    part: str
    unit: str
    face: str
    holder: str
    serial: str
    asset: str
    status: str


@dataclass(frozen=True, slots=True)
class Left:
    """An item that is in one of the states `LEFT` on some targets of a part."""

    item: Item
    state: State
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One rack or rack-scale system, or the part without one.

    Attributes:
        rack: the id of the rack, None if it is not a rack.
        system: the id of the rack-scale system, None if it is not one.
        hall: the name of its hall.
        counts: number of items in each state, shape (states,).
    """

    rack: int | None
    system: int | None
    name: str
    hall: str
    counts: tuple[int, ...]
    installed: tuple[Installed, ...]
    results: tuple[Result, ...]
    punch: tuple[PunchPoint, ...]
    deviations: tuple[Deviation, ...]
    left: tuple[Left, ...]


class Handover:
    """The book of a project, made part by part.

    Args:
        today: the day of the book, by which items are overdue.
        racks: ids of the racks that it is about; empty with `systems` for all of them and the rest of the site.
        systems: ids of the rack-scale systems that it is about.
    """

    def __init__(self, snapshot: Snapshot, today: date, racks: Sequence[int] = (), systems: Sequence[int] = ()) -> None:
        self._snapshot = snapshot
        self._racks = RackTargets(snapshot, today, racks, systems)
        self.results = results(snapshot, today)
        self._rack_of = [self._racks.part_of(result.item.scope, result.target) for result in self.results]
        self.punch = punch_list(snapshot, today, self.results)

    @cached_property
    def ends(self) -> Mapping[str, ChainEnd]:
        """The end of the chain of every writer."""
        return log_ends(self._snapshot)

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """Faults of the log."""
        return log_faults(self._snapshot)

    @cached_property
    def files(self) -> Sequence[tuple[EvidenceFile, str]]:
        """The files of all parts that it has, value with the entry that names it."""
        included = (result for result, place in zip(self.results, self._rack_of, strict=True) if self._racks.is_wanted(place))
        return evidence_files(included)

    @cached_property
    def places(self) -> Sequence[int]:
        """Its parts as `RackTargets` counts them: ABSENT for the site, then its racks along their rows, then its rack-scale systems."""
        return list(self._racks.parts())

    def parts(self) -> Iterator[Part]:
        """Its parts: the site first, then rack by rack."""
        for place in self.places:
            yield self.part(place)

    def part(self, place: int) -> Part:
        """One part, as `RackTargets` counts them."""
        rack_results = tuple(self._of_rack.get(place, ()))
        left, counts = self._left(place)
        return Part(
            self._racks.rack(place),
            self._racks.system(place),
            self._racks.name(place),
            self._racks.hall(place),
            counts,
            tuple(self._installed(place)),
            rack_results,
            tuple(self._points.get(place, ())),
            tuple(self._deviations.get(place, ())),
            left,
        )

    @cached_property
    def _of_rack(self) -> Mapping[int, Sequence[Result]]:
        sorted_in: dict[int, list[Result]] = defaultdict(list)
        for result, place in zip(self.results, self._rack_of, strict=True):
            sorted_in[place].append(result)
        return sorted_in

    @cached_property
    def _deviations(self) -> Mapping[int, Sequence[Deviation]]:
        by_place: dict[int, list[Deviation]] = defaultdict(list)
        for deviation in deviations(self._snapshot, withdrawn=True):
            by_place[self._racks.part_of(Scope(deviation.entry.scope), deviation.entry.target)].append(deviation)
        return by_place

    @cached_property
    def _points(self) -> Mapping[int, Sequence[PunchPoint]]:
        place_of = {(result.item.key, result.target): place for result, place in zip(self.results, self._rack_of, strict=True)}
        sorted_in: dict[int, list[PunchPoint]] = defaultdict(list)
        for point in self.punch:
            sorted_in[place_of[point.item.key, point.target]].append(point)
        return sorted_in

    def _left(self, place: int) -> tuple[tuple[Left, ...], tuple[int, ...]]:
        counts, left = np.zeros(len(State), np.int64), []
        for here in self._racks.items(place):
            counts += np.bincount(here.states, minlength=len(State))
            for state in LEFT:
                ids = here.targets[here.states == state]
                if len(ids):
                    left.append(Left(here.item, state, tuple(ids.tolist())))
        return tuple(left), tuple(counts.tolist())

    def _installed(self, place: int) -> Iterator[Installed]:
        devices = self._snapshot["device"]
        if self._racks.rack(place) is not None:
            yield self._rack_line(place)
        places = self._racks.places(Scope.DEVICE, place)
        heights = np.where(devices["position"][places] == ABSENT, -1, devices["position"][places])
        for at in places[np.argsort(-heights, kind="stable")].tolist():
            yield self._device_line(at)
        yield from self._tray_lines(place)

    def _tray_lines(self, place: int) -> Iterator[Installed]:
        """The trays of a rack-scale system; serial numbers are those that were recorded, since the plan has none of them."""
        devices, targets = self._snapshot["device"], self._snapshot.cached(layout).ids[Scope.TRAY]
        for target in targets[self._racks.places(Scope.TRAY, place)].tolist():
            device_id, number = tray_of(target)
            row = devices.row(device_id)
            tray, status = self._snapshot.types[int(row["type_id"])].trays[number], Status(int(row["status"])).name.lower()
            system = str(row["name"])
            yield Installed(target, tray.named(system), tray.key, tray.bay, "", system, self._serials.get(target, ""), "", status)

    @cached_property
    def _serials(self) -> Mapping[int, str]:
        tray_results = [result for result in self.results if result.item.scope is Scope.TRAY]
        return {result.target: str(value.value) for result in tray_results for value in result.values if value.field == "serial"}

    def _rack_line(self, place: int) -> Installed:
        racks = self._snapshot["rack"]
        kind = self._snapshot.types[int(racks["type_id"][place])]
        status = Status(int(racks["status"][place])).name.lower()
        serial, asset = (str(racks[name][place]) for name in ("serial", "asset"))
        return Installed(int(racks.ids[place]), str(racks["name"][place]), kind.title, "", "", "", serial, asset, status)

    def _device_line(self, at: int) -> Installed:
        devices = self._snapshot["device"]
        kind = self._snapshot.types[int(devices["type_id"][at])]
        low, parent = int(devices["position"][at]), int(devices["parent_id"][at])
        unit = str(devices["slot"][at])
        if parent == ABSENT:
            unit = "" if low == ABSENT or not kind.height_half_units else span_name(low, low + kind.height_half_units)
        return Installed(
            int(devices.ids[at]),
            str(devices["name"][at]),
            kind.title,
            unit,
            Face(int(devices["face"][at])).name.lower() if low != ABSENT else "",
            "" if parent == ABSENT else str(devices["name"][devices.position(parent)]),
            str(devices["serial"][at]),
            str(devices["asset"][at]),
            Status(int(devices["status"][at])).name.lower(),
        )
