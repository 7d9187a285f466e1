"""A device list is taken into the project: first as a preview that writes nothing, then as one step."""

import re
from collections.abc import Mapping
from math import cos, radians, sin
from typing import Any

from gpudesk.checks.engine.check_engine import findings_of
from gpudesk.checks.findings.finding import Object
from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.running.progress import Progress
from gpudesk.formats.tables.device_list import DeviceList, Kind
from gpudesk.formats.tables.device_list_write import unit_cell
from gpudesk.formats.tables.table_faults import UnreadableTable, by_place
from gpudesk.operations.exchange.import_changes import Brought, FieldChange, Preview, PreviewLine, Thing, Verdict
from gpudesk.operations.exchange.import_dry_run import fresh_findings
from gpudesk.operations.exchange.import_matching import Resolver
from gpudesk.operations.exchange.import_questions import unanswered, what_units
from gpudesk.operations.floor.halls import create_hall, create_row, delete_objects, end_of_row
from gpudesk.operations.run.dry_run import brought_by
from gpudesk.operations.run.new_names import device_stem, next_names
from gpudesk.operations.run.run import Outcome, operation
from gpudesk.operations.types.project_types import drop_unused, use_brought_type
from gpudesk.project.edit import Edit
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "import"
_NUMBER = re.compile(r"\d+$")
_STRIDE = 200


def preview_import(snapshot: Snapshot, device_list: DeviceList, progress: Progress | None = None) -> Preview:
    """Preview the effect of a list on a project, and the resulting findings; nothing is written.

    Raises:
        Cancelled: the work was stopped.
    """
    progress = progress or Progress()
    resolver = Resolver(snapshot.__getitem__, snapshot.types, device_list, progress)
    resolver.run()
    keys = dict(zip(snapshot["catalog_item"].ids.tolist(), snapshot["catalog_item"]["key"].tolist(), strict=True))
    preview, lines = _preview(resolver, device_list, _Names(snapshot, keys))
    if device_list.is_asking:
        # What the lines mean is known only with the answer.
        return Preview(faults=preview.faults, ignored=preview.ignored, remarks=preview.remarks, questions=[what_units(device_list.asked)])
    if not preview.faults and any(line.verdict is not Verdict.UNCHANGED for line in preview.lines):
        before, after = brought_by(snapshot, lambda edit: _Writer(edit, keys, device_list).write(resolver.things), progress)
        preview.of_object = _of_object(lines)
        preview.brought = fresh_findings(before, after, preview.of_object)
    elif not preview.faults:
        preview.of_object = _of_object(lines)
    return preview


@operation
def import_devices(edit: Edit, found: DeviceList, name: str = "") -> Preview:
    """Create and change objects from a list; returns what was done.

    Overlaps, and devices that extend beyond a rack, are imported: the checks report them (`brought_by_step` lists the new ones).

    Args:
        found: output of `formats.tables.device_list` or `formats.netbox.netbox_tables`.
        name: of the file, for the history.

    Raises:
        UnreadableTable: the list has faults, all of which it names; nothing was changed.
        Refused: a question is open, or the list is empty.
        Cancelled: the work was stopped; nothing was changed.
    """
    resolver = Resolver(edit.columns, edit.types, found, edit.progress)
    resolver.run()
    items = edit.columns("catalog_item")
    keys = dict(zip(items.ids.tolist(), items["key"].tolist(), strict=True))
    done, lines = _preview(resolver, found, _Names(edit.before, keys))
    if done.faults:
        raise UnreadableTable(done.faults)
    if found.is_asking:
        raise unanswered(what_units(found.asked))
    if not done.lines:
        raise Refused(Message(_CONTEXT, QT_TRANSLATE_NOOP("import", "The list is empty.")))
    _Writer(edit, keys, found).write(resolver.things)
    done.of_object = _of_object(lines)
    text = QT_TRANSLATE_NOOP("import", "Import {name}: {new} new, {changed} changed")
    values: dict[str, Value] = {"name": name or "–", "new": done.count(Verdict.NEW), "changed": done.count(Verdict.CHANGED)}
    edit.title = Message(_CONTEXT, text, values)
    return done


def brought_by_step(done: Outcome[Preview]) -> list[Brought]:
    """The findings that a project has since a list was taken into it."""
    return fresh_findings(findings_of(done.before), done.findings, done.result.of_object)


def _of_object(lines: list[tuple[Thing, PreviewLine]]) -> dict[Object, PreviewLine]:
    """The line of each row, once the new ones have their numbers."""
    return {(str(thing.table), thing.row_id): line for thing, line in lines if thing.row_id is not None}


class _Names:
    """Names of the objects of the project."""

    def __init__(self, snapshot: Snapshot, keys: Mapping[int, str]) -> None:
        self._snapshot = snapshot
        self._keys = keys

    def shown(self, column: str, value: Any) -> str | int | float:
        """A value as a list writes it."""
        if isinstance(value, Thing):
            return value.name
        if value is None:
            return ""
        if column == "type_id" and isinstance(value, int):
            return self._keys.get(value, "")
        table = _TABLES.get(column)
        if table is not None:
            return str(self._snapshot[table].row(value)["name"])
        words = _WORDS.get(column)
        if words is not None:
            return str(words(value).name.lower())
        if column == "position":
            return unit_cell(value) or 0
        if column == "angle_ddeg":
            return float(value / 10)
        return value if isinstance(value, str | int | float) else str(value)

    def equal(self, thing: Thing, column: str, value: Any) -> bool:
        """Whether the project has this value already."""
        if thing.row is None:
            return False
        before = thing.row[column]
        if column in thing.alike and before in thing.alike[column]:
            return True
        if isinstance(value, Thing):
            return value.row_id is not None and bool(before == value.row_id)
        if column == "type_id":
            return bool(self._keys.get(before) == value)
        return bool(before == value)


_SPOT = ("x_mm", "y_mm", "angle_ddeg")
_TABLES = {"hall_id": "hall", "row_id": "rack_row", "rack_id": "rack", "parent_id": "device"}
_WORDS: Mapping[str, Any] = {"status": Status, "face": Face, "side": Side}


def _preview(resolver: Resolver, device_list: DeviceList, names: _Names) -> tuple[Preview, list[tuple[Thing, PreviewLine]]]:
    of_thing = []
    for thing in resolver.things:
        changed = {column: value for column, value in thing.values.items() if not names.equal(thing, column, value)}
        thing.values = changed
        if thing.row is None:
            shown_columns = [column for column, value in changed.items() if value not in (None, "") and (value != 0 or column not in _SPOT)]
            # What it is comes first, then where and how.
            shown_columns.sort(key=lambda column: column != "type_id")
            changes = tuple(FieldChange(column, "", names.shown(column, changed[column])) for column in shown_columns)
        else:
            changes = tuple(
                FieldChange(column, names.shown(column, thing.row[column]), names.shown(column, value)) for column, value in changed.items()
            )
        verdict = Verdict.NEW if thing.row is None else Verdict.CHANGED if changed else Verdict.UNCHANGED
        of_thing.append((thing, PreviewLine(verdict, thing.table, thing.name, _where(thing, names), *thing.place, changes)))
    lines = [line for _, line in of_thing]
    lines.extend(_gone(row_id, resolver, device_list, names) for row_id in device_list.removed)
    lines.sort(key=lambda line: (line.file, line.sheet, _row(line.cell)))
    faults = sorted(resolver.faults, key=by_place)
    return Preview(lines, faults, list(device_list.ignored), list(device_list.unneeded), remarks=list(device_list.remarks)), of_thing


def _gone(row_id: int, resolver: Resolver, device_list: DeviceList, names: _Names) -> PreviewLine:
    """The line of a device that is removed."""
    row = resolver.row(Kind.DEVICE, row_id)
    where = "" if row["rack_id"] is None else str(names.shown("rack_id", row["rack_id"]))
    file = device_list.records[0].line.file if device_list.records else ""
    return PreviewLine(Verdict.REMOVED, Kind.DEVICE, str(row["name"]), where, file, "", "")


def _row(cell: str) -> int:
    number = _NUMBER.search(cell)
    return int(number[0]) if number else 0


def _where(thing: Thing, names: _Names) -> str:
    for column in ("parent_id", "rack_id", "row_id", "hall_id"):
        value = thing.values.get(column)
        if value is None and column not in thing.values and thing.row is not None:
            value = thing.row.get(column)
        if value is not None:
            return str(names.shown(column, value))
    return ""


class _Writer:
    """Writes objects in the order of their references."""

    def __init__(self, edit: Edit, keys: Mapping[int, str], device_list: DeviceList) -> None:
        self._edit = edit
        self._found = device_list
        self._ids = {key: type_id for type_id, key in keys.items()}

    def write(self, things: list[Thing]) -> None:
        """Create the new objects and change the others; `values` of each contain only the differences."""
        in_order = sorted(things, key=lambda thing: (thing.place[0], thing.place[1], _row(thing.place[2])))
        by_kind = {kind: [thing for thing in in_order if thing.table is kind] for kind in Kind}
        for thing in by_kind[Kind.HALL]:
            self._hall(thing)
        for thing in by_kind[Kind.ROW]:
            self._row(thing)
        self._racks(by_kind[Kind.RACK])
        self._devices(by_kind[Kind.DEVICE])
        if self._found.removed:
            # Last: what comes in their place may be the only other user of their type, and what sat in them may have moved.
            delete_objects(self._edit, "device", self._found.removed)
        if any(thing.row is not None and "type_id" in thing.values for thing in things):
            drop_unused(self._edit)

    def _hall(self, thing: Thing) -> None:
        if thing.row_id is None:
            thing.row_id = create_hall(self._edit, **{"name": thing.name, **_without(thing.values, "notes")})
            thing.values = {name: value for name, value in thing.values.items() if name == "notes"}
        self._update(thing)

    def _row(self, thing: Thing) -> None:
        if thing.row_id is None:
            values = {"name": thing.name, **_without(thing.values, "notes", "hall_id")}
            thing.row_id = create_row(self._edit, thing.values["hall_id"].row_id, **values)
            thing.values = {name: value for name, value in thing.values.items() if name == "notes"}
        self._update(thing)

    def _racks(self, things: list[Thing]) -> None:
        fresh: dict[int | None, list[Thing]] = {}
        for thing in things:
            if thing.row_id is None:
                row = thing.values.get("row_id")
                fresh.setdefault(None if row is None else row.row_id, []).append(thing)
            else:
                self._update(thing)
        rows = []
        for row_id, racks in fresh.items():
            rows.extend(self._placed(row_id, racks))
        self._insert("rack", rows, [thing for racks in fresh.values() for thing in racks])

    def _placed(self, row_id: int | None, racks: list[Thing]) -> list[dict[str, Any]]:
        """New racks of one row; those without a place are side by side at its end."""
        row = {"x_mm": 0, "y_mm": 0, "angle_ddeg": 0} if row_id is None else self._edit.row("rack_row", row_id)
        angle = int(row["angle_ddeg"])
        x_mm, y_mm = end_of_row(self._edit, row_id) if row_id is not None else (0, 0)
        along = 0.0
        placed_racks = []
        for thing in racks:
            values = self._plain(thing.values)
            spot = round(x_mm + along * cos(radians(angle / 10))), round(y_mm + along * sin(radians(angle / 10)))
            if "x_mm" not in values:
                along += self._edit.types[values["type_id"]].number("outer_width_mm") or 600.0
            defaults = {"name": thing.name, "x_mm": spot[0], "y_mm": spot[1], "angle_ddeg": angle, "phase": row.get("phase", 1)}
            placed_racks.append({**_RACK, **defaults, **values})
        return placed_racks

    def _devices(self, things: list[Thing]) -> None:
        fresh = [thing for thing in things if thing.row_id is None]
        names: dict[str, Any] = {}
        while fresh:
            ready = [thing for thing in fresh if not (isinstance(holder := thing.values.get("parent_id"), Thing) and holder.row_id is None)]
            rows = []
            for thing in ready:
                values = self._plain(thing.values)
                kind = self._edit.types[values["type_id"]]
                if not thing.name:
                    stem = device_stem(kind)
                    if stem not in names:
                        names[stem] = next_names(self._edit.columns("device")["name"], stem, 3)
                    thing.name = next(names[stem])
                phase = 1 if values.get("rack_id") is None else self._edit.row("rack", values["rack_id"])["phase"]
                rows.append({**_DEVICE, "role": str(kind.family), "phase": phase, **values, "name": thing.name})
            self._insert("device", rows, ready)
            fresh = [thing for thing in fresh if thing.row_id is None]
        for number, thing in enumerate(things):
            if number % _STRIDE == 0:
                self._edit.progress.step(number, len(things))
            if thing.row is not None:
                self._update(thing)

    def _insert(self, table: str, rows: list[dict[str, Any]], things: list[Thing]) -> None:
        if not rows:
            return
        columns = {name: [row[name] for row in rows] for name in rows[0]}
        for thing, row_id in zip(things, self._edit.insert_many(table, columns).tolist(), strict=True):
            thing.row_id = row_id

    def _update(self, thing: Thing) -> None:
        if thing.values and thing.row_id is not None:
            self._edit.update(thing.table, thing.row_id, **self._plain(thing.values))

    def _plain(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values for the table: row numbers in place of objects and keys."""
        plain: dict[str, Any] = {column: value.row_id if isinstance(value, Thing) else value for column, value in values.items()}
        if "type_id" in plain:
            key = plain["type_id"]
            if key not in self._ids:
                self._ids[key] = use_brought_type(self._edit, self._found.types, key)
            plain["type_id"] = self._ids[key]
        return plain


_BUILT = {"status": 0, "serial": "", "asset": "", "notes": ""}
_RACK: Mapping[str, Any] = {"hall_id": None, "row_id": None, "type_id": None, "rail_depth_mm": None, **_BUILT}
_DEVICE: Mapping[str, Any] = {
    "type_id": None,
    "rack_id": None,
    "hall_id": None,
    "parent_id": None,
    "slot": "",
    "position": None,
    "face": 0,
    "side": None,
    "x_mm": 0,
    "y_mm": 0,
    "angle_ddeg": 0,
    **_BUILT,
}


def _without(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}
