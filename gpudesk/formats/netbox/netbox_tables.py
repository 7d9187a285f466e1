"""Racks, devices, modules, cables and power of a NetBox instance as list records.

They are read from its CSV exports, or from those of `netbox_project`.

A missing column has no effect: the project values are kept.
"""

import html
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from gpudesk.core.hardware.hardware import Face, Status
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.names.text_limits import TEXT_BOUNDS
from gpudesk.formats.netbox.netbox_cable_table import read_cables
from gpudesk.formats.netbox.netbox_comment import told_by
from gpudesk.formats.netbox.netbox_headers import COLUMNS, Table, is_exported, number_of, table_of, unread
from gpudesk.formats.netbox.netbox_lists import list_of, read_documents, read_list
from gpudesk.formats.netbox.netbox_power_table import feeds_of, panels_of
from gpudesk.formats.netbox.netbox_status import DEVICE_STATUS, MODULE_STATUS, RACK_STATUS
from gpudesk.formats.netbox.netbox_system_rows import ROW_DESCRIBED
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.netbox.netbox_trays import SYSTEM, TRAY, is_own_tray
from gpudesk.formats.tables.device_list import Kind, Record, Wanted, half_units
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.table_faults import CONTEXT, Fault, UnreadableTable
from gpudesk.formats.tables.table_rows import Line, lines_of
from gpudesk.formats.tables.tables import Sheet, tables_of
from gpudesk.formats.text.pasted_text import masked

_DEVICE_STATUS: Mapping[str, Status] = {
    "planned": Status.PLANNED,
    "inventory": Status.DELIVERED,
    "staged": Status.INSTALLED,
    "offline": Status.INSTALLED,
    "failed": Status.INSTALLED,
    "active": Status.LIVE,
    "decommissioning": Status.RETIRED,
}
_RACK_STATUS: Mapping[str, Status] = {
    "planned": Status.PLANNED,
    "reserved": Status.PLANNED,
    "available": Status.INSTALLED,
    "active": Status.LIVE,
    "deprecated": Status.RETIRED,
}
_UNNEEDED = ("01-manufacturers", "03-device-roles", "04-sites", "05-locations", "10-", "11-", "16-", "17-", "18-", "19-", "20-")
"""Files of a GPU Desk export whose content is also in racks, devices and cables."""
_FACES = {"front": Face.FRONT, "rear": Face.REAR}
_WIDTHS = {"10": 10, "19": 19, "21": 21, "23": 23}
_FLAGS = {"true": True, "false": False, "": None}
_NAMELESS = "Unnamed device"
"""What NetBox shows of a device without a name (netbox/dcim/tables/template_code.py)."""
_MOST_FIRST_UNIT = 1000
_ANY_UNITS = 42


def read_netbox(files: Mapping[str, bytes]) -> NetboxTables:
    """Return the data that a project imports from export files; other files are skipped and listed.

    Args:
        files: name → content; names that end neither in .csv nor in .yaml are skipped, and so are the types of a GPU Desk set.

    Raises:
        UnreadableTable: they contain no table of racks, devices or cables, or one cannot be read.
    """
    tables = NetboxTables()
    devices = tables.devices
    lines: dict[Table, list[_Row]] = {table: [] for table in Table}
    empty: list[Fault] = []
    for file, content in sorted(files.items()):
        suffix = PurePosixPath(file).suffix.lower()
        if suffix in (".yaml", ".yml") and not any(part.startswith(_OWN_TYPES) for part in PurePosixPath(file).parts):
            read_documents(tables.lists, file, content)
        if suffix != ".csv":
            continue
        read_file = tables_of(content, file)
        sheet = read_file.sheets[0] if read_file.sheets else Sheet("", ())
        listed = list_of(sheet)
        if listed is not None:
            read_list(tables.lists, listed, sheet)
            if len(sheet.rows) < 2:
                empty.append(_empty(file))
            continue
        table = table_of(sheet)
        if table is None:
            (devices.unneeded if PurePosixPath(file).name.startswith(_UNNEEDED) else devices.ignored).append(file)
            continue
        columns = COLUMNS[table]
        read, ignored, faults = lines_of(read_file, sheet, columns, _REQUIRED[table])
        exported = is_exported(sheet)
        lines[table].extend((line, exported) for line in read)
        if len(sheet.rows) < 2:
            empty.append(_empty(file))
        if table is not Table.RACK_TYPES:
            devices.ignored.extend(f"{file}: {name}" for name in unread(ignored, sheet))
        devices.faults.extend(faults)
    is_read = any(lines[table] for table in Table if table is not Table.RACK_TYPES) or not tables.lists.is_empty()
    if not is_read and empty:
        # An instance that has none of these exports their header alone.
        devices.remarks.extend(empty)
    elif not is_read and not devices.faults:
        text = QT_TRANSLATE_NOOP("tables", "it contains no list of racks, devices or cables as exported by NetBox.")
        fix = QT_TRANSLATE_NOOP(
            "tables",
            "Racks and devices require the columns Name and Site; cables require Termination A and Termination B."
            " Export in English: NetBox translates the columns.",
        )
        raise UnreadableTable([Fault(next(iter(files), ""), "", "", Message(CONTEXT, text), Message(CONTEXT, fix))])
    numberings = {line.cells["model"].strip(): line for line, _ in lines[Table.RACK_TYPES]}
    halls: dict[tuple[str, str], str] = {}
    for line, _ in lines[Table.RACKS]:
        halls.setdefault((line.cells["site"].strip(), _shown_rack(line)), _hall(line))
        devices.records.append(_rack(line, numberings, devices.faults))
    types = {line.cells.get("type", "").strip() for line, _ in lines[Table.DEVICES]}
    for line, exported in lines[Table.DEVICES]:
        # A tray of a rack-scale system is known by the type of the system: nothing of its line is taken in.
        is_tray = bool(_told(dict(line.cells)).get(TRAY)) or is_own_tray(line.cells, types)
        record = _device(line, halls, [] if is_tray else devices.faults, exported=exported)
        if is_tray:
            record = replace(record, origin=replace(record.origin or Origin(), table=TRAY))
        devices.records.append(record)
    for line, exported in lines[Table.MODULES]:
        _module(line, tables.modules, devices.faults, exported=exported)
    tables.power.panels = panels_of([line for line, _ in lines[Table.PANELS]], devices.faults)
    tables.power.feeds = feeds_of([line for line, _ in lines[Table.FEEDS]], devices.faults)
    if lines[Table.CABLES]:
        tables.cables = read_cables([line for line, _ in lines[Table.CABLES]])
    return tables


def _empty(file: str) -> Fault:
    return Fault(file, "", "", Message(CONTEXT, QT_TRANSLATE_NOOP("tables", "the list is empty.")))


_Row = tuple[Line, bool]
"""A line, and whether NetBox wrote it."""
_REQUIRED: Mapping[Table, tuple[str, ...]] = {
    Table.RACKS: ("rack", "site"),
    Table.DEVICES: ("device", "site"),
    Table.CABLES: ("a_port", "b_port"),
    Table.RACK_TYPES: ("model", "descending"),
    Table.MODULES: ("bay", "type", "status"),
    Table.PANELS: ("panel", "site"),
    Table.FEEDS: ("feed", "panel"),
}
_OWN_TYPES = "02-types"


def _shown_rack(line: Line) -> str:
    """Return the rack name in the device list: with its facility ID, if any."""
    name, facility = line.cells["rack"].strip(), line.cells.get("facility", "").strip()
    return f"{name} ({facility})" if facility else name


def _hall(line: Line) -> str:
    return line.cells.get("hall", "").strip() or line.cells["site"].strip()


def _rack(line: Line, numberings: Mapping[str, Line], faults: list[Fault]) -> Record:
    # A line with a fault is read on: what else is wrong with it is named in the same answer.
    cells = {key: text.strip() for key, text in line.cells.items()}
    names = {"hall": _hall(line), "rack": cells["rack"]}
    if "hall" not in cells:
        del names["hall"]
    row = cells.get("row") or cells.get("said", "").removeprefix(ROW_DESCRIBED)
    if row and row != cells.get("said"):
        names["row"] = row
    said = _told(cells)
    values, alike = _built(line, "rack", cells, _RACK_STATUS, faults, said)
    if cells.get("rack_type"):
        values["type"] = Wanted(cells["rack_type"], cells.get("vendor", ""))
    elif cells.get("units"):
        units = cells["units"].casefold().removesuffix("u").removesuffix(".0")
        width = cells.get("width", "").split()
        if not units.isdecimal() or len(units) > 3 or (width and width[0] not in _WIDTHS):
            faults.append(
                line.fault("units", QT_TRANSLATE_NOOP("tables", "{value} is not a rack height in units."), value=cells["units"][:40])
            )
            # Never taken in; so that the same cell is not said to be missing as well.
            values["type"] = Wanted("", units=_ANY_UNITS)
        else:
            values["type"] = Wanted("", units=int(units), rail_width_inch=_WIDTHS[width[0]] if width else 19)
    if not names["rack"]:
        faults.append(line.fault("rack", QT_TRANSLATE_NOOP("tables", "the name is missing.")))
    # A cell that cannot be read is wrong, and not left open: the user is not asked about it.
    first_unit: int | None = None
    descending: bool | None = False
    of_type = numberings.get(cells.get("rack_type", ""))
    told = cells if of_type is None else of_type.cells
    first, flag = told.get("first_unit", "").strip(), told.get("descending", "").strip().casefold()
    if first and not (first.isdecimal() and 1 <= int(first[:9]) <= _MOST_FIRST_UNIT):
        text = QT_TRANSLATE_NOOP("tables", "{value} is not a whole number from {low} to {high}.")
        faults.append(line.fault("first_unit", text, value=first[:40], low=1, high=_MOST_FIRST_UNIT))
    elif flag not in _FLAGS:
        text = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
        faults.append(line.fault("descending", text, value=flag[:40], words=("true", "false")))
    else:
        first_unit, descending = int(first) if first else None, _FLAGS[flag]
    if said.get("role"):
        values["role"] = said["role"]
    table = SYSTEM if said.get(SYSTEM) else ""
    origin = Origin(_site(line), number_of(line), _made(line), first_unit, descending, alike, table=table)
    return Record(Kind.RACK, line, names, values, origin=origin)


def _device(line: Line, halls: Mapping[tuple[str, str], str], faults: list[Fault], *, exported: bool) -> Record:
    cells = {key: text.strip() for key, text in line.cells.items()}
    if exported:
        # The list shows names as a page does: with marks for what a page cannot have, and a text for none.
        cells["device"] = html.unescape(cells["device"])
        cells["device"] = "" if cells["device"] == _NAMELESS else cells["device"]
    comment_data = _told(cells)
    names = {"device": cells["device"]} | {key: cells[key] for key in ("rack", "parent") if key in cells}
    if comment_data.get("parent") and not cells.get("parent"):
        names["parent"] = comment_data["parent"]
    rack = cells.get("rack", "")
    if "hall" in cells:
        names["hall"] = cells["hall"] or halls.get((cells["site"], rack), "") or (cells["site"] if rack else "")
    elif (cells["site"], rack) in halls:
        names["hall"] = halls[cells["site"], rack]
    values, alike = _built(line, "device", cells, _DEVICE_STATUS, faults, comment_data)
    if cells.get("type"):
        values["type"] = Wanted(cells["type"], cells.get("vendor", ""))
    if cells.get("role"):
        values["role"] = cells["role"]
    if "bay" in cells or "slot" in comment_data:
        values["slot"] = cells.get("bay", "") or comment_data.get("slot", "")
    if "side" in comment_data:
        values["side"] = comment_data["side"]
    _position(line, cells, comment_data, values, faults)
    face = cells.get("face", "").casefold()
    if face and face not in _FACES:
        text = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
        faults.append(line.fault("face", text, value=face[:40], words=tuple(_FACES)))
    elif face:
        values["face"] = int(_FACES[face])
    origin = replace(_origin(line, alike), counted=bool(cells.get("position")))
    return Record(Kind.DEVICE, line, names, values, origin=origin)


def _module(line: Line, records: list[Record], faults: list[Fault], *, exported: bool) -> None:
    """A module has no name: it is what sits in a bay of a device."""
    before = len(faults)
    cells = {key: text.strip() for key, text in line.cells.items()}
    if exported and "parent" in cells:
        cells["parent"] = html.unescape(cells["parent"])
    comment_data = _told(cells)
    values, alike = _built(line, "type", cells, _DEVICE_STATUS, faults, comment_data)
    values["type"] = Wanted(cells["type"], cells.get("vendor", ""))
    values["slot"] = cells["bay"]
    names = {key: cells[key] for key in ("parent", "parent_tag", "parent_number") if cells.get(key)}
    if not names:
        faults.append(line.fault("parent", QT_TRANSLATE_NOOP("tables", "the device is missing.")))
    if len(faults) == before:
        records.append(Record(Kind.DEVICE, line, names, values, origin=Origin((), number_of(line), cells.get("made", ""), alike=alike)))


def _position(line: Line, cells: Mapping[str, str], said: Mapping[str, Any], values: dict[str, Any], faults: list[Fault]) -> None:
    """Set the position of a device in a rack, from NetBox numbering, in half units above number 1."""
    text, in_rack = cells.get("position", ""), cells.get("rack", "") and not (cells.get("parent") or said.get("parent"))
    if not in_rack:
        return
    if not text:
        if "position" in said:
            values["position"] = said["position"]
        elif "position" in cells:
            values["position"] = None
        return
    position = half_units(text)
    if position is None or not 0 <= position <= _MOST_POSITION:
        fault = QT_TRANSLATE_NOOP("tables", "{value} is not a rack unit.")
        faults.append(line.fault("position", fault, value=text[:40]))
    else:
        values["position"] = position


_MOST_POSITION = 3000


def _told(cells: dict[str, str]) -> dict[str, Any]:
    """Return the data in the last line of the comment, and remove it from the notes."""
    comment_data: dict[str, Any] = {}
    if "notes" in cells:
        cells["notes"], comment_data = told_by(cells["notes"].replace("\r\n", "\n"))
    return comment_data


def _origin(line: Line, alike: Mapping[str, frozenset[int]]) -> Origin:
    return Origin(_site(line), number_of(line), _made(line), alike=alike)


def _site(line: Line) -> tuple[str, ...]:
    return (line.cells["site"].strip(),)


def _made(line: Line) -> str:
    return line.cells.get("made", "").strip()


_WORDS: Mapping[str, Mapping[Status, str]] = {"rack": RACK_STATUS, "device": DEVICE_STATUS, "type": MODULE_STATUS}
"""By the column that names the object."""


@cache
def _alike(name: str, word: str) -> frozenset[int]:
    """Return the states that NetBox represents by one value; `word` is one of its few values."""
    return frozenset(int(status) for status in Status if _WORDS[name][status] == word)


def _built(
    line: Line,
    name: str,
    cells: Mapping[str, str],
    statuses: Mapping[str, Status],
    faults: list[Fault],
    said: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, frozenset[int]]]:
    """Return values common to racks and devices, and equivalent values; `said` is additional data from the comment."""
    values: dict[str, Any] = {key: cells[key] for key in ("serial", "asset", "notes") if key in cells}
    alike: dict[str, frozenset[int]] = {}
    if "notes" in values:
        values["notes"] = masked(values["notes"])
    for key in (name, *values):
        bound = TEXT_BOUNDS["name" if key == name else key]
        if len(cells[key]) > bound.most or not (bound.lines or cells[key].isprintable()):
            faults.append(line.fault(key, bound.says, context="texts", most=bound.most))
    status = cells["status"].casefold() if "status" in cells else None
    if status is None:
        if "status" in said:
            values["status"] = int(Status(said["status"]))
    elif status not in statuses:
        text = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
        faults.append(line.fault("status", text, value=status[:40], words=tuple(statuses)))
    else:
        values["status"] = int(_exact(statuses[status], said, _WORDS[name]))
        if "status" not in said:
            alike["status"] = _alike(name, status)
    if "phase" in said:
        values["phase"] = said["phase"]
    return values, alike


def _exact(status: Status, said: Mapping[str, Any], words: Mapping[Status, str]) -> Status:
    """Return the status from the comment if NetBox still has the corresponding value: it may have been changed there."""
    stated_status = Status(said.get("status", status))
    return stated_status if words[stated_status] == words[status] else status
