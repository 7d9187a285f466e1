"""Comparison of two states of a plan: differences, their locations, and their effect on the totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from gpudesk.core.hardware.hardware import POWER_NAMES, Face, Side, Status
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_end_names import cable_names
from gpudesk.derived.links.os_port_names import host_connectors, port_parts
from gpudesk.derived.racks.device_placement import span_name, unit_name
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.totals.totals import Totals, project_totals
from gpudesk.project.compare import Difference, Differences, compare, row_name
from gpudesk.project.pairing import REFERENCES
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class TotalChange:
    """One figure in both states.

    Attributes:
        name: "gpus", "systems", "racks", "devices", "mass" or the name of a power.
        unit: of both values, "" for counts.
        missing_before, missing_after: number of objects for which this figure is unknown.
    """

    name: str
    before: float
    after: float
    unit: str = ""
    missing_before: int = 0
    missing_after: int = 0


@dataclass(frozen=True)
class Comparison:
    """Two states and what differs from the left to the right one."""

    left: Snapshot
    right: Snapshot
    differences: Differences

    @cached_property
    def totals(self) -> tuple[Totals, Totals]:
        """The totals of both states."""
        return self.left.cached(project_totals), self.right.cached(project_totals)

    def total_changes(self) -> list[TotalChange]:
        """The figures of both states, those that are equal as well."""
        before, after = self.totals
        changes = [TotalChange(name, getattr(before, name), getattr(after, name)) for name in ("gpus", "systems", "racks", "devices")]
        changes += [
            TotalChange(name, before.power_w[name], after.power_w[name], "W", before.power_missing[name], after.power_missing[name])
            for name in POWER_NAMES
        ]
        changes.append(TotalChange("mass", before.mass_kg, after.mass_kg, "kg", before.mass_missing, after.mass_missing))
        return changes

    def names(self, differences: Sequence[Difference]) -> list[str]:
        """The name of each object that differs, as it is now, or as it was if it is gone; both ends of a cable, as its labels name them."""
        names = [row_name(*self._row(difference)) for difference in differences]
        for state in (self.left, self.right):
            cables = {
                place: row_id
                for place, (snapshot, table, row_id) in enumerate(map(self._row, differences))
                if table == "cable" and snapshot is state
            }
            if cables:
                for place, name in zip(cables, cable_names(state, np.array([*cables.values()], np.int64)), strict=True):
                    names[place] = name
        return names

    def make_ready(self) -> "Comparison":
        """Calculate the totals and what names cables, before the comparison is shown: for reading threads."""
        self.total_changes()
        for state in (self.left, self.right) if "cable" in self.differences.tables else ():
            state.cached(port_parts)
            state.cached(host_connectors)
        return self

    def _row(self, difference: Difference) -> tuple[Snapshot, str, int]:
        """The state in which an object that differs is named, its table and its row."""
        if difference.right_id is not None:
            return self.right, difference.table, difference.right_id
        return self.left, difference.table, int(difference.left_id or 0)


def compared(left: Snapshot, right: Snapshot, *, same_project: bool) -> Comparison:
    """What differs from `left` to `right`; `same_project` as in `project.compare.compare`."""
    return Comparison(left, right, compare(left, right, same_project=same_project))


def place_parts(snapshot: Snapshot, table: str, row_id: int) -> tuple[str, ...]:
    """Return the location of an object, from hall to units: user-defined names, and units as "U12–U19"; empty if unplaced."""
    if table == "device":
        return _place_of_device(snapshot, row_id)
    columns = snapshot[table]
    at = columns.position(row_id)
    if table == "reservation":
        low, high = int(columns["position"][at]), int(columns["position"][at] + columns["height"][at])
        return (*_place_of_rack(snapshot, int(columns["rack_id"][at])), span_name(low, high))
    if table == "rack":
        return _place_of_rack(snapshot, row_id)[:-1]
    if table == "power_cord":
        return _place_of_device(snapshot, int(columns["device_id"][at]))
    if table == "cable":
        return _place_of_device(snapshot, int(columns["a_device_id"][at]))
    if table == "cooling_service":
        return _place_of_service(snapshot, at)
    if table in ("power_node", "cooling_node") and columns["hall_id"][at] == ABSENT:
        return ()
    if table in ("rack_row", "floor_item", "underlay", "power_node", "cooling_node", "pathway"):
        return (_name(snapshot, "hall", int(columns["hall_id"][at])),)
    return ()


def _place_of_service(snapshot: Snapshot, at: int) -> tuple[str, ...]:
    """Return the location of the equipment cooled by a carrier, starting with the hall."""
    served = snapshot["cooling_service"]
    for column, table in (("hall_id", "hall"), ("row_id", "rack_row"), ("rack_id", "rack"), ("device_id", "device")):
        row_id = int(served[column][at])
        if row_id != ABSENT:
            within = place_parts(snapshot, table, row_id)
            return within if table == "device" else (*within, _name(snapshot, table, row_id))
    return ()


def _place_of_device(snapshot: Snapshot, device_id: int) -> tuple[str, ...]:
    devices = snapshot["device"]
    at = devices.position(device_id)
    held = int(devices["parent_id"][at])
    root = int(snapshot.cached(whereabouts).root[at])
    rack, hall = int(devices["rack_id"][root]), int(devices["hall_id"][root])
    parts: tuple[str, ...]
    if rack == ABSENT:
        parts = () if hall == ABSENT else (_name(snapshot, "hall", hall),)
    elif held != ABSENT:
        parts = _place_of_rack(snapshot, rack)
    else:
        low = int(devices["position"][at])
        height = snapshot.types[int(devices["type_id"][at])].height_half_units
        parts = (*_place_of_rack(snapshot, rack), span_name(low, low + height) if height else unit_name(low))
    if held == ABSENT:
        return parts
    slot = str(devices["slot"][at])
    return (*parts, _name(snapshot, "device", held), *([slot] if slot else []))


def _place_of_rack(snapshot: Snapshot, rack_id: int) -> tuple[str, ...]:
    racks = snapshot["rack"]
    at = racks.position(rack_id)
    row = int(racks["row_id"][at])
    middle = () if row == ABSENT else (_name(snapshot, "rack_row", row),)
    return (_name(snapshot, "hall", int(racks["hall_id"][at])), *middle, str(racks["name"][at]))


def _name(snapshot: Snapshot, table: str, row_id: int) -> str:
    columns = snapshot[table]
    return str(columns["name"][columns.position(row_id)]) if columns.has(row_id) else str(row_id)


def referred_name(snapshot: Snapshot, column: str, value: int) -> str:
    """The name of the row that a column of references names, the title of a type."""
    table = REFERENCES[column]
    if table not in snapshot.tables:
        return str(value)
    if table == "catalog_item":
        return snapshot.types[value].title if snapshot[table].has(value) else str(value)
    return _name(snapshot, table, value)


def plain_word(snapshot: Snapshot, column: str, value: Any) -> str:
    """Format a column value for the command line: names for references, "U12" for positions, terms for codes; "–" for none."""
    if value is None or value == "":
        return "–"
    if column in REFERENCES:
        return referred_name(snapshot, column, int(value))
    if column == "position":
        return unit_name(int(value))
    codes: dict[str, type[IntEnum]] = {"face": Face, "side": Side, "status": Status}
    return codes[column](int(value)).name.lower() if column in codes else str(value)
