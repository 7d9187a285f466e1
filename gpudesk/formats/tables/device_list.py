"""The device list: halls, rows, racks and devices of a project, one per line, as an editable table.

A line describes the last object that it names: a device, otherwise a rack, a row, a hall. The names before it give the location.
An empty cell in an existing column means "none"; a missing column changes nothing. `docs/device-list.md` describes every column.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from gpudesk.core.hardware.hardware import Face, Side, Status
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.text_limits import checked_text
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.formats.tables.device_list_columns import COLUMNS, HEIGHT_TITLE, TITLES
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.formats.tables.table_rows import Line, chosen_sheet, folded_name, header_of, lines_of, lost_digits
from gpudesk.formats.tables.tables import Sheet, TableFile
from gpudesk.formats.text.pasted_text import masked

SHEET = "Devices"
_FACES = {
    "": None,
    "front": Face.FRONT,
    "rear": Face.REAR,
    "frente": Face.FRONT,
    "frontal": Face.FRONT,
    "trasera": Face.REAR,
    "back": Face.REAR,
    "f": Face.FRONT,
    "r": Face.REAR,
    "vorne": Face.FRONT,
    "vorn": Face.FRONT,
    "hinten": Face.REAR,
}
_SIDES = {
    "": None,
    "left": Side.LEFT,
    "right": Side.RIGHT,
    "izquierda": Side.LEFT,
    "derecha": Side.RIGHT,
    "links": Side.LEFT,
    "rechts": Side.RIGHT,
}
_STATUSES: Mapping[str, Status | None] = {
    "": None,
    **{status.name.lower(): status for status in Status},
    "planificado": Status.PLANNED,
    "pedido": Status.ORDERED,
    "entregado": Status.DELIVERED,
    "instalado": Status.INSTALLED,
    "en servicio": Status.LIVE,
    "retirado": Status.RETIRED,
    "geplant": Status.PLANNED,
    "bestellt": Status.ORDERED,
    "geliefert": Status.DELIVERED,
    "installiert": Status.INSTALLED,
    "eingebaut": Status.INSTALLED,
    "in betrieb": Status.LIVE,
    "ausser betrieb": Status.RETIRED,
    "außer betrieb": Status.RETIRED,
}
_UNIT = re.compile(r"(?:(?:RU|HE|OU|U)[\s.:]{0,3})?(\d{1,4})(?:[.,](0+|50*)|(½))?(\s*U)?\Z", re.IGNORECASE)
_RANGE = re.compile(
    r"((?:RU|HE|OU|U)?[\s.:]{0,3}\d{1,4}(?:[.,]50*)?½?)\s*(?:-|–|—|\.\.|to|bis|a|hasta|/)\s*((?:RU|HE|OU|U)?[\s.:]{0,3}\d{1,4}(?:[.,]50*)?½?)\Z",
    re.IGNORECASE,
)
"""Of a device that is named by its lowest and highest unit, in either order: "U12-U19", "3-10"."""
_HEIGHT = re.compile(r"(\d{1,3})(?:[.,](0+|50*))?\s*(?:RU|HE|OU|U)?\Z", re.IGNORECASE)
_AFTER = re.compile(r"(\d{1,3}(?:[.,]\d)?)\s*(?:HE|RU|OU|U)\Z", re.IGNORECASE)
"""A unit behind the number is a height."""
_NO_UNITS = re.compile(r"0\s{0,3}(?:HE|RU|OU|U)\Z", re.IGNORECASE)
"""Next to the units, as vertical PDUs are: no unit is the lowest."""
_BEFORE = re.compile(r"(?:HE|RU|OU|U)[\s.:]{0,3}\d", re.IGNORECASE)
_BARE = frozenset({"he", "u", "ru"})
"""Column names that state the unit but not the quantity."""
_HIGHEST = 2 * 16
"""Half units from which on a number is a position: no device of the catalog is that high."""
_IDENTIFIERS = ("hall", "row", "rack", "rack_type", "device", "type", "parent", "bay", "serial", "asset")
_EXPONENT = re.compile(r"\d(?:[.,]\d{1,20})?[Ee]\+?\d{1,3}")
_WHOLE = re.compile(r"-?\d{1,9}\Z")
_ID = re.compile(r"([0-9a-f-]{8,40})/(\d{1,18})\Z")


class Kind(StrEnum):
    """Object kind of a list line; the value is the project table. Cables have a separate list (`formats.fabric.cable_list`).

    Feeds, with the panels above them, and power cords are imported from NetBox files.
    """

    HALL = "hall"
    ROW = "rack_row"
    RACK = "rack"
    DEVICE = "device"
    CABLE = "cable"
    FEED = "power_node"
    CORD = "power_cord"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A type as named in a list: key, model or part number, optionally with manufacturer; or a rack height without a type.

    Attributes:
        units: of a rack with only a known height.
        rail_width_inch: of such a rack.
    """

    text: str
    vendor: str = ""
    units: int | None = None
    rail_width_inch: int = 19


@dataclass(frozen=True, slots=True)
class Record:
    """One parsed line.

    Attributes:
        names: "hall", "row", "rack", "parent" and "device" → value in the line, for the columns in the list.
        values: column of the project table → value, for data of the object itself; a type is a `Wanted`.
        rack_type: type of the rack named in a device line, None if unspecified.
        known_id: the id of the object in this project, None if unspecified.
        height: device height in half units, from a range, from its lowest and highest unit or from the height column, and the
            column used.
        top: half unit above the highest one of a device with unspecified lowest unit, counted from 0; None if unspecified.
        origin: metadata of a NetBox row.
    """

    kind: Kind
    line: Line
    names: Mapping[str, str]
    values: Mapping[str, Any]
    rack_type: Wanted | None = None
    known_id: int | None = None
    height: tuple[int, str] | None = None
    top: int | None = None
    origin: Origin | None = None


@dataclass(slots=True)
class DeviceList:
    """The parsed device list.

    Attributes:
        ignored: unknown column headers.
        unneeded: files of a GPU Desk export without rack or device data.
        faults: all faults; a list with faults is not imported.
        remarks: values that are imported differently from the file, and why.
        types: key → entry, for types unknown elsewhere.
        removed: devices of the project that were removed, according to the user.
        asked: the header of a unit column that may be the position or the height.
        is_asking: whether this is still undecided.
    """

    records: list[Record] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unneeded: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)
    types: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    removed: list[int] = field(default_factory=list)
    asked: str = ""
    is_asking: bool = False


def read_device_list(table: TableFile, uid: str, units: str = "") -> DeviceList:
    """Return the lines of a device list.

    Args:
        uid: of the importing project; ids are used only if the list was exported from it.
        units: meaning of an ambiguous column HE: "position" or "height".
    """
    sheet = chosen_sheet(table, COLUMNS, SHEET)
    sheet, undecided = _decided(sheet, {"position": TITLES["position"], "height": HEIGHT_TITLE}.get(units, ""))
    open_column = "" if undecided is None else sheet.rows[undecided[0]][undecided[1]].strip()
    if undecided is not None and units:
        sheet, undecided = _renamed(sheet, *undecided, HEIGHT_TITLE if units == "height" else TITLES["position"]), None
    lines, ignored, faults = lines_of(table, sheet, COLUMNS, ())
    device_list = DeviceList(ignored=ignored, faults=faults, asked=open_column, is_asking=undecided is not None)
    if undecided is not None:
        device_list.ignored = [name for name in ignored if name != open_column]
    if len(faults) == len(table.faults) and not any(key in line.columns for line in lines for key in ("hall", "rack", "device")):
        text = QT_TRANSLATE_NOOP("tables", "the list has no Device, Rack or Hall column.")
        fix = QT_TRANSLATE_NOOP("tables", "The first non-empty line must contain the column names.")
        device_list.faults.append(Line(table.file, sheet.name, sheet.first_row, {}, {}).fault("", text, fix))
        return device_list
    known = {_place(fault) for fault in device_list.faults}
    for line in lines:
        record = _record(line, uid, device_list.faults, known)
        if record is not None:
            device_list.records.append(record)
    return device_list


def _place(fault: Fault) -> tuple[str, str, str]:
    return fault.file, fault.sheet, fault.cell


def _decided(sheet: Sheet, said: str) -> tuple[Sheet, tuple[int, int] | None]:
    """Return the sheet with its unit column renamed to position or height; and the place of its header if ambiguous.

    Next to a position column it is the height, and so is HE next to a column of highest units. Otherwise, a unit after the number
    means the height, as does a duplicate number in a rack; a unit before the number, or a number above any device height, means the
    position. A column U or RU with plain numbers is the position, as in most lists; for HE (Höheneinheit) the user is asked.

    Args:
        said: the title selected by the user, "" if none.
    """
    known = {folded_name(name): column.key for column in COLUMNS for name in (column.title, *column.names)}
    at, header = header_of(sheet, COLUMNS)
    names = [folded_name(cell) for cell in header]
    bare = [place for place, name in enumerate(names) if name in _BARE]
    if len(bare) != 1:
        return sheet, None
    place = bare[0]
    others = [known.get(name) for at, name in enumerate(names) if at != place]
    cells = [row[place].strip() for row in sheet.rows[at + 1 :] if place < len(row) and row[place].strip()]
    cells = [cell for cell in cells if not _NO_UNITS.match(cell)]
    if "height" in others:
        title = TITLES["position"]
    elif "position" in others or ("top" in others and names[place] == "he"):
        title = HEIGHT_TITLE
    elif cells and all(_AFTER.match(cell) for cell in cells):
        title = said or HEIGHT_TITLE
    elif any(_BEFORE.match(cell) or ((half := half_units(cell)) is not None and half >= _HIGHEST) for cell in cells):
        title = said or TITLES["position"]
    elif names[place] != "he":
        return (_renamed(sheet, at, place, said) if said else sheet), None
    elif _comes_twice(sheet.rows[at + 1 :], place, [other for other, name in enumerate(names) if known.get(name) in ("hall", "rack")]):
        title = said or HEIGHT_TITLE
    elif cells:
        return sheet, (at, place)
    else:
        return sheet, None
    return _renamed(sheet, at, place, title), None


def _renamed(sheet: Sheet, at: int, place: int, title: str) -> Sheet:
    """The sheet with another name of a column."""
    header = sheet.rows[at]
    named = (*header[:place], title, *header[place + 1 :])
    return replace(sheet, rows=(*sheet.rows[:at], named, *sheet.rows[at + 1 :]))


def _comes_twice(rows: Sequence[Sequence[str]], place: int, racks: Sequence[int]) -> bool:
    """Whether two devices of one rack have the same number: as positions they would be in the same place."""
    if not racks:
        return False
    cells = [
        tuple(row[at].strip() if at < len(row) else "" for at in (*racks, place)) for row in rows if place < len(row) and row[place].strip()
    ]
    cells = [cell for cell in cells if not _NO_UNITS.match(cell[-1])]
    return len(set(cells)) < len(cells)


def list_id(uid: str, row_id: int) -> str:
    """How a line names the row of the project that it came from."""
    return f"{uid}/{row_id}"


def _record(line: Line, uid: str, faults: list[Fault], known: set[tuple[str, str, str]]) -> Record | None:
    cells = {key: text if key == "notes" else text.strip() for key, text in line.cells.items()}
    kind = _kind(cells)
    if kind is None:
        faults.append(line.fault("hall", QT_TRANSLATE_NOOP("tables", "the line contains no hall, row, rack or device.")))
        return None
    lost = lost_digits(line, _IDENTIFIERS)
    name_keys = (key for key in ("hall", "row", "rack", "parent", "device") if key in cells)
    cells = _face_of_side(cells)
    wrong: list[Fault] = []
    names: dict[str, str] = {key: _text(line, key, "name", cells, wrong) for key in name_keys}
    values: dict[str, Any] = {}
    unread = {fault.cell for fault in lost}
    for key in _OWN[kind]:
        if key in cells and not (unread and line.address(key) in unread):
            _READERS[key](line, key, cells[key], values, wrong)
    top = _top(line, cells, wrong) if kind is Kind.DEVICE else None
    if top is not None and values.get("position") is not None:
        _check_height(line, "top", top - values["position"], wrong)
    known.update(_place(fault) for fault in lost)
    # What follows from a fault that is known is not named next to it.
    new = [*lost, *(fault for fault in wrong if _place(fault) not in known)]
    known.update(_place(fault) for fault in new)
    faults += new
    if kind is Kind.DEVICE and cells.get("type"):
        values["type"] = Wanted(cells["type"])
    if kind is Kind.RACK and cells.get("rack_type"):
        values["type"] = Wanted(cells["rack_type"])
    rack_type = Wanted(cells["rack_type"]) if kind is Kind.DEVICE and cells.get("rack_type") else None
    own = _ID.match(cells.get("id", ""))
    known_id = int(own[2]) if own is not None and own[1] == uid else None
    # A line with a fault is read on: what else is wrong with it is named in the same answer.
    height = _height(cells) if kind is Kind.DEVICE else None
    if top is not None and values.get("position") is not None:
        height, top = (height or (top - values["position"], "top")), None
    return Record(kind, line, names, values, rack_type, known_id, height, top)


def _top(line: Line, cells: Mapping[str, str], faults: list[Fault]) -> int | None:
    """The half unit above the highest one that a line names."""
    text = cells.get("top", "")
    if not text or _NO_UNITS.match(text):
        return None
    half_unit = half_units(text)
    if half_unit is None or _AFTER.match(text) or not 0 <= half_unit <= 1000:
        problem = QT_TRANSLATE_NOOP("tables", "{value} is not a rack unit.")
        fix = QT_TRANSLATE_NOOP("tables", "Enter the highest unit that the device occupies, counted from 1: 12 or U12.")
        faults.append(line.fault("top", problem, fix, value=text[:40]))
        return None
    # A unit is named by its lower half; the upper one by "12.5".
    return half_unit + 2 - half_unit % 2


def _height(cells: Mapping[str, str]) -> tuple[int, str] | None:
    """Return the device height in half units, and the column used: a range of positions, or the height column."""
    span = _RANGE.match(cells.get("position", ""))
    if span is not None:
        first, last = half_units(span[1].strip()), half_units(span[2].strip())
        if first is not None and last is not None:
            return abs(last - first) + 2, "position"
    stated = _stated(cells.get("height", ""))
    return None if stated is None else (stated, "height")


def _stated(text: str) -> int | None:
    """Parse a height into half units: "8", "2 HE", "1.5U"; None if it is not a height."""
    match = _HEIGHT.match(text.strip())
    return None if match is None else 2 * int(match[1]) + (match[2] is not None and match[2].startswith("5"))


def _face_of_side(cells: dict[str, str]) -> dict[str, str]:
    """Treat a face term in a column Side as the face, as in many lists, if no other column specifies one."""
    word = cells.get("side", "").casefold()
    if word and word not in _SIDES and word in _FACES and not cells.get("face"):
        return {**cells, "face": cells["side"], "side": ""}
    return cells


def _kind(cells: Mapping[str, str]) -> Kind | None:
    if any(cells.get(key) for key in ("device", "type", "position", "top", "parent")):
        return Kind.DEVICE
    return next((kind for key, kind in (("rack", Kind.RACK), ("row", Kind.ROW), ("hall", Kind.HALL)) if cells.get(key)), None)


def _text(line: Line, key: str, bound: str, cells: Mapping[str, str], faults: list[Fault]) -> str:
    try:
        return checked_text(bound, cells[key])
    except Refused as refused:
        faults.append(Fault(line.file, line.sheet, line.address(key), refused.message))
        return ""


Reader = Callable[[Line, str, str, dict[str, Any], list[Fault]], None]


def _read_text(line: Line, key: str, text: str, values: dict[str, Any], faults: list[Fault]) -> None:
    column = "slot" if key == "bay" else key
    if key in ("serial", "asset") and _EXPONENT.fullmatch(text):
        problem = QT_TRANSLATE_NOOP("tables", "{value} is a number that the spreadsheet truncated or shows with an exponent.")
        fix = QT_TRANSLATE_NOOP("tables", "Format the column as text, and enter the number again from the source.")
        faults.append(line.fault(key, problem, fix, value=text[:40]))
        return
    # Identifiers are taken as they are; in notes people keep what they should not.
    values[column] = _text(line, key, column, {key: masked(text) if key == "notes" else text}, faults)


def _read_position(line: Line, key: str, text: str, values: dict[str, Any], faults: list[Fault]) -> None:
    if not text:
        values["position"] = None
        return
    if _NO_UNITS.match(text):
        values["position"] = None
        return
    if _AFTER.match(text):
        problem = QT_TRANSLATE_NOOP("tables", "{value} is a height; in a position, the U comes before the number.")
        fix = QT_TRANSLATE_NOOP("tables", "Write a position as U12 or 12, and put heights in a separate column, Height (U).")
        faults.append(line.fault(key, problem, fix, value=text[:40]))
        return
    span = _RANGE.match(text)
    first, last = (half_units(span[1].strip()), half_units(span[2].strip())) if span else (None, None)
    lowest = min(first, last) if first is not None and last is not None else half_units(text)
    if lowest is not None and first is not None and last is not None:
        _check_height(line, key, abs(last - first) + 2, faults)
    if lowest is None or not 0 <= lowest <= 1000:
        problem = QT_TRANSLATE_NOOP("tables", "{value} is not a rack unit.")
        fix = QT_TRANSLATE_NOOP("tables", "Enter the lowest unit that the device occupies, counted from 1, in half-unit steps: 12 or 12.5.")
        faults.append(line.fault(key, problem, fix, value=text[:40]))
        return
    values["position"] = lowest


def _check_height(line: Line, key: str, half: int, faults: list[Fault]) -> None:
    """Require that a range of units matches the height column."""
    stated_height = _stated(line.cells.get("height", ""))
    if stated_height is not None and stated_height != half:
        text = QT_TRANSLATE_NOOP("tables", "{value} occupies {found} {found|unit|units}, but the column {column} has {wanted}.")
        value = line.cells[key].strip()[:40]
        faults.append(line.fault(key, text, value=value, found=half / 2, column=HEIGHT_TITLE, wanted=stated_height / 2))


def half_units(text: str) -> int | None:
    """Parse the half unit, counted from 0, of "12", "U12", "12.5" or "12½"; negative below the first unit, None if invalid."""
    match = _UNIT.match(text)
    if match is None:
        return None
    half = match[3] is not None or (match[2] is not None and match[2].startswith("5"))
    return 2 * (int(match[1]) - 1) + half


def _chosen(column: str, words: Mapping[str, Any], *, empty: bool) -> Reader:
    """Return a parser for a set of values; with `empty`, an empty cell gives None, otherwise no value."""
    shown = tuple(word for word in list(words)[: len({value for value in words.values() if value is not None}) + 1] if word)

    def read(line: Line, key: str, text: str, values: dict[str, Any], faults: list[Fault]) -> None:
        word = text.casefold()
        if word not in words:
            problem = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
            faults.append(line.fault(key, problem, value=text[:40], words=shown))
        elif words[word] is not None or empty:
            values[column] = None if words[word] is None else int(words[word])

    return read


def _number(low: int, high: int, *, empty: bool) -> Reader:
    def read(line: Line, key: str, text: str, values: dict[str, Any], faults: list[Fault]) -> None:
        if not text:
            if empty:
                values[key] = None
            return
        if not _WHOLE.match(text) or not low <= int(text) <= high:
            problem = QT_TRANSLATE_NOOP("tables", "{value} is not a whole number from {low} to {high}.")
            faults.append(line.fault(key, problem, value=text[:40], low=low, high=high))
            return
        values[key] = int(text)

    return read


def _read_angle(line: Line, key: str, text: str, values: dict[str, Any], faults: list[Fault]) -> None:
    if not text:
        return
    match = re.match(r"(\d{1,3})(?:[.,](\d))?\Z", text)
    if match is None or int(match[1]) >= 360:
        faults.append(line.fault(key, QT_TRANSLATE_NOOP("tables", "{value} is not an angle from 0 to 359.9 degrees."), value=text[:40]))
        return
    values[key] = 10 * int(match[1]) + int(match[2] or 0)


_PLACE = _number(-(10**7), 10**7, empty=False)
_READERS: Mapping[str, Reader] = {
    **dict.fromkeys(("bay", "role", "serial", "asset", "notes"), _read_text),
    "position": _read_position,
    "face": _chosen("face", _FACES, empty=False),
    "side": _chosen("side", _SIDES, empty=True),
    "status": _chosen("status", _STATUSES, empty=False),
    "phase": _number(0, MOST_PHASE, empty=False),
    "x_mm": _PLACE,
    "y_mm": _PLACE,
    "angle_ddeg": _read_angle,
    "width_mm": _number(1, 10**7, empty=False),
    "depth_mm": _number(1, 10**7, empty=False),
    "height_mm": _number(1, 10**7, empty=True),
    "rail_depth_mm": _number(1, 10**7, empty=True),
}
_SPOT = ("x_mm", "y_mm", "angle_ddeg")
_BUILT = ("status", "serial", "asset", "phase", "notes")
_OWN: Mapping[Kind, Sequence[str]] = {
    Kind.HALL: ("width_mm", "depth_mm", "height_mm", "phase", "notes"),
    Kind.ROW: (*_SPOT, "phase", "notes"),
    Kind.RACK: (*_BUILT, *_SPOT, "rail_depth_mm"),
    Kind.DEVICE: ("position", "face", "side", "bay", "role", *_BUILT, *_SPOT),
}
"""The columns with data of the object itself."""
