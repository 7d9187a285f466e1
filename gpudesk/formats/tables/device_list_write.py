"""A project as the rows of a device list."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.formats.tables.device_list import list_id
from gpudesk.formats.tables.device_list_columns import COLUMNS
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.snapshot import Snapshot

Row = list[Cell]


def device_rows(snapshot: Snapshot, uid: str) -> list[Row]:
    """The header and a line for every hall, row, rack and device: rack by rack, each from the top down, what sits in a device after it."""
    return [[column.title for column in COLUMNS if not column.read_only], *_Writer(snapshot, uid).rows()]


def unit_cell(position: int) -> Cell:
    """A position as the list has it: the lowest unit, counted from 1, with .5 for the upper half of a unit."""
    return position // 2 + 1 if position % 2 == 0 else position / 2 + 1


class _Writer:
    """Traverses the project; holders and their contents are looked up once."""

    def __init__(self, snapshot: Snapshot, uid: str) -> None:
        self._uid = uid
        self._tables: dict[str, list[dict[str, Any]]] = {}
        for table in ("hall", "rack_row", "rack", "device"):
            columns = snapshot[table]
            self._tables[table] = [columns.row(row_id) for row_id in columns.ids.tolist()]
        items = snapshot["catalog_item"]
        self._keys = dict(zip(items.ids.tolist(), items["key"].tolist(), strict=True))
        self._inside = self._by("device", "parent_id")

    def _by(self, table: str, column: str) -> dict[int | None, list[dict[str, Any]]]:
        by_value: dict[int | None, list[dict[str, Any]]] = defaultdict(list)
        for row in self._tables[table]:
            by_value[row[column]].append(row)
        return by_value

    def rows(self) -> Iterator[Row]:
        """All lines in their order."""
        rows, racks = self._by("rack_row", "hall_id"), self._by("rack", "hall_id")
        in_rack, on_floor = self._by("device", "rack_id"), self._by("device", "hall_id")
        for hall in self._tables["hall"]:
            where = {"hall": hall["name"]}
            yield self._line(hall, where)
            own = defaultdict(list)
            for rack in racks[hall["id"]]:
                own[rack["row_id"]].append(rack)
            for row in [*rows[hall["id"]], None]:
                there = where if row is None else {**where, "row": row["name"]}
                if row is not None:
                    yield self._line(row, there)
                for rack in own[None if row is None else row["id"]]:
                    within = {**there, "rack": rack["name"]}
                    yield self._line(rack, {**within, "rack_type": self._keys[rack["type_id"]]})
                    for device in sorted(in_rack[rack["id"]], key=lambda device_row: (-int(device_row["position"]), int(device_row["id"]))):
                        yield from self._device(device, within)
            for device in on_floor[hall["id"]]:
                yield from self._device(device, where)
        for device in self._tables["device"]:
            if device["rack_id"] is None and device["hall_id"] is None and device["parent_id"] is None:
                yield from self._device(device, {})

    def _device(self, device: dict[str, Any], where: dict[str, Any]) -> Iterator[Row]:
        waiting = [(device, "")]
        while waiting:
            current, parent = waiting.pop()
            cells = {**where, "device": current["name"], "type": self._keys[current["type_id"]], "parent": parent, "bay": current["slot"]}
            if current["position"] is not None:
                cells["position"] = unit_cell(current["position"])
            cells["face"] = Face(current["face"]).name.lower()
            cells["side"] = "" if current["side"] is None else Side(current["side"]).name.lower()
            yield self._line(current, {**cells, "role": current["role"]})
            waiting.extend((inner, current["name"]) for inner in reversed(self._inside.get(current["id"], [])))

    def _line(self, row: dict[str, Any], said: dict[str, Any]) -> Row:
        cells = {**said, "id": list_id(self._uid, row["id"])}
        for column in COLUMNS:
            value = row.get(column.key)
            if column.key in cells or value is None:
                continue
            if column.key == "status":
                value = Status(value).name.lower()
            elif column.key == "angle_ddeg":
                value = value / 10
            cells[column.key] = value
        return [cells.get(column.key) for column in COLUMNS if not column.read_only]
