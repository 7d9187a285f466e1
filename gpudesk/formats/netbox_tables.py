"""Racks and devices of a NetBox instance: the CSV files that it exports, or those of `netbox_project`, as the records of a device list."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from gpudesk.core.hardware import Face, Status
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.texts import TEXT_BOUNDS
from gpudesk.formats.device_list import DeviceList, Kind, Record, Wanted, half_units
from gpudesk.formats.netbox_comment import told_by
from gpudesk.formats.netbox_project import DEVICE_STATUS, RACK_STATUS, ROW_DESCRIBED
from gpudesk.formats.table_faults import CONTEXT, Fault, UnreadableTable
from gpudesk.formats.table_rows import Column, Line, folded_name, lines_of
from gpudesk.formats.tables import Sheet, TableFile, tables_of

_SHARED = (
    Column("site", "site"),
    Column("hall", "location"),
    Column("status", "status"),
    Column("serial", "serial", ("serial number",)),
    Column("asset", "asset_tag"),
    Column("notes", "comments"),
)
RACK_COLUMNS = (
    Column("rack", "name"),
    *_SHARED,
    Column("row", "group", ("rack group",)),
    Column("rack_type", "rack_type", ("type",)),
    Column("units", "u_height", ("height", "height u")),
    Column("width", "width"),
    Column("said", "description"),
)
DEVICE_COLUMNS = (
    Column("device", "name"),
    *_SHARED,
    Column("role", "role", ("device role",)),
    Column("vendor", "manufacturer"),
    Column("type", "device_type", ("type",)),
    Column("rack", "rack"),
    Column("position", "position", ("position u",)),
    Column("face", "face", ("rack face",)),
    Column("parent", "parent", ("parent device",)),
    Column("bay", "device_bay", ("device bay", "position device bay")),
)
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
_UNNEEDED = ("01-manufacturers", "03-device-roles", "04-sites", "05-locations", "06-rack-types")
"""Files of our own export whose content stands in racks and devices as well."""
_FACES = {"front": Face.FRONT, "rear": Face.REAR}
_WIDTHS = {"10": 10, "19": 19, "21": 21, "23": 23}


def read_netbox(files: Mapping[str, bytes]) -> DeviceList:
    """Racks and devices from the files of an export; files of other things are left out and named.

    Args:
        files: name to content; names that do not end in .csv are left out.

    Raises:
        UnreadableTable: there is no table of racks or devices among them, or one cannot be read.
    """
    found = DeviceList()
    racks: list[Line] = []
    devices: list[Line] = []
    for file, content in sorted(files.items()):
        if PurePosixPath(file).suffix.lower() != ".csv":
            continue
        table = tables_of(content, file)
        columns, lines = _kind(table), devices
        if columns is RACK_COLUMNS:
            lines = racks
        if columns is None:
            (found.unneeded if PurePosixPath(file).name.startswith(_UNNEEDED) else found.ignored).append(file)
            continue
        read, ignored, faults = lines_of(table, table.sheets[0], columns, (columns[0].key, "site", "status"))
        lines.extend(read)
        found.ignored.extend(f"{file}: {name}" for name in ignored)
        found.faults.extend(faults)
    if not racks and not devices and not found.faults:
        text = QT_TRANSLATE_NOOP("tables", "there is no CSV file of racks or devices, as NetBox exports them.")
        mend = QT_TRANSLATE_NOOP("tables", "Racks have the columns name, site, status; devices have device_type as well.")
        raise UnreadableTable([Fault(next(iter(files), ""), "", "", Message(CONTEXT, text), Message(CONTEXT, mend))])
    halls: dict[tuple[str, str], str] = {}
    for line in racks:
        halls.setdefault((line.cells["site"].strip(), line.cells["rack"].strip()), _hall(line))
        _add(found, _rack(line, found.faults))
    for line in devices:
        _add(found, _device(line, halls, found.faults))
    return found


def _add(found: DeviceList, record: Record | None) -> None:
    if record is not None:
        found.records.append(record)


def _kind(table: TableFile) -> Sequence[Column] | None:
    sheet = table.sheets[0] if table.sheets else Sheet("", ())
    header = {folded_name(cell) for row in sheet.rows[:1] for cell in row}
    if not {"name", "site", "status"} <= header:
        return None
    if header & {"device type", "role", "device role"} and header & {"device type", "type"} and "u height" not in header:
        return DEVICE_COLUMNS
    return RACK_COLUMNS if header & {"rack type", "u height", "height", "facility id"} else None


def _hall(line: Line) -> str:
    return line.cells.get("hall", "").strip() or line.cells["site"].strip()


def _rack(line: Line, faults: list[Fault]) -> Record | None:
    before = len(faults)
    cells = {key: text.strip() for key, text in line.cells.items()}
    names = {"hall": _hall(line), "rack": cells["rack"]}
    row = cells.get("row") or cells.get("said", "").removeprefix(ROW_DESCRIBED)
    if row and row != cells.get("said"):
        names["row"] = row
    said: dict[str, Any] = {}
    if "notes" in cells:
        cells["notes"], said = told_by(cells["notes"])
    values = _built(line, "rack", cells, _RACK_STATUS, faults, said)
    if cells.get("rack_type"):
        values["type"] = Wanted(cells["rack_type"])
    elif cells.get("units"):
        units = cells["units"].casefold().removesuffix("u").removesuffix(".0")
        width = cells.get("width", "").split()
        if not units.isdecimal() or len(units) > 3 or (width and width[0] not in _WIDTHS):
            faults.append(
                line.fault("units", QT_TRANSLATE_NOOP("tables", "{value} is no height of a rack in units."), value=cells["units"][:40])
            )
        else:
            values["type"] = Wanted("", units=int(units), rail_width_inch=_WIDTHS[width[0]] if width else 19)
    if not names["rack"]:
        faults.append(line.fault("rack", QT_TRANSLATE_NOOP("tables", "the name is missing.")))
    return Record(Kind.RACK, line, names, values) if len(faults) == before else None


def _device(line: Line, halls: Mapping[tuple[str, str], str], faults: list[Fault]) -> Record | None:
    before = len(faults)
    cells = {key: text.strip() for key, text in line.cells.items()}
    said: dict[str, Any] = {}
    if "notes" in cells:
        cells["notes"], said = told_by(cells["notes"])
    rack, parent = cells.get("rack", ""), cells.get("parent", "") or said.get("parent", "")
    hall = cells.get("hall") or halls.get((cells["site"], rack)) or (cells["site"] if rack else "")
    names = {"hall": hall, "rack": rack, "device": cells["device"], "parent": parent}
    values = _built(line, "device", cells, _DEVICE_STATUS, faults, said)
    if cells.get("type"):
        values["type"] = Wanted(cells["type"], cells.get("vendor", ""))
    if cells.get("role"):
        values["role"] = cells["role"]
    values["slot"] = cells.get("bay", "") or said.get("slot", "")
    if "side" in said:
        values["side"] = said["side"]
    if not cells.get("position") and "position" in said and rack and not parent:
        values["position"] = said["position"]
    elif cells.get("position") and not parent:
        position = half_units(cells["position"])
        if position is None or not 0 <= position <= 1000:
            text = QT_TRANSLATE_NOOP("tables", "{value} is no unit of a rack.")
            faults.append(line.fault("position", text, value=cells["position"][:40]))
        else:
            values["position"] = position
    face = cells.get("face", "").casefold()
    if face and face not in _FACES:
        text = QT_TRANSLATE_NOOP("tables", "{value} is not understood; it is one of: {words}.")
        faults.append(line.fault("face", text, value=face[:40], words=tuple(_FACES)))
    elif face:
        values["face"] = int(_FACES[face])
    return Record(Kind.DEVICE, line, names, values) if len(faults) == before else None


def _built(
    line: Line, name: str, cells: Mapping[str, str], statuses: Mapping[str, Status], faults: list[Fault], said: Mapping[str, Any]
) -> dict[str, Any]:
    """What racks and devices have alike; `said` is what the comment tells beyond the columns."""
    values: dict[str, Any] = {key: cells[key] for key in ("serial", "asset", "notes") if key in cells}
    for key in (name, *values):
        bound = TEXT_BOUNDS["name" if key == name else key]
        if len(cells[key]) > bound.most or not (bound.lines or cells[key].isprintable()):
            faults.append(line.fault(key, bound.says, context="texts", most=bound.most))
    status = cells["status"].casefold()
    if status not in statuses:
        text = QT_TRANSLATE_NOOP("tables", "{value} is not understood; it is one of: {words}.")
        faults.append(line.fault("status", text, value=status[:40], words=tuple(statuses)))
    else:
        values["status"] = int(_exact(statuses[status], said, RACK_STATUS if statuses is _RACK_STATUS else DEVICE_STATUS))
    if "phase" in said:
        values["phase"] = said["phase"]
    return values


def _exact(status: Status, said: Mapping[str, Any], words: Mapping[Status, str]) -> Status:
    """The status that the comment tells, as long as NetBox has the same word for it: somebody may have changed it there."""
    told = Status(said.get("status", status))
    return told if words[told] == words[status] else status
