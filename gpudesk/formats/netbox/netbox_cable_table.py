"""The cable table that NetBox exports or imports, as a cable list.

*Export > All Data* includes the devices of both ends; *Current View* only the ports, so its rows are identified by ID alone. A side
with several ports is one comma-separated cell, unordered (netbox/dcim/tables/cables.py of 4.6.8): such a row is skipped.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.fabric.cable_list import CableList, CableRecord, NamedEnd
from gpudesk.formats.netbox.netbox_headers import number_of
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.table_faults import CONTEXT, Fault
from gpudesk.formats.tables.table_rows import Line

_LENGTH = re.compile(r"(\d{1,8}(?:\.\d{1,4})?)\s*([a-z]{1,12})?\Z", re.IGNORECASE)
_UNITS_MM = {"km": "1000000", "m": "1000", "cm": "10", "mi": "1609344", "ft": "304.8", "in": "25.4"}
"""NetBox length units (CableLengthUnitChoices), in millimeters; exact by definition."""
_UNIT_WORDS = {"kilometers": "km", "meters": "m", "centimeters": "cm", "miles": "mi", "feet": "ft", "inches": "in"}
_MOST_MM = 10_000_000


def read_cables(lines: Sequence[Line]) -> CableList:
    """The cables of some lines."""
    cable_list = CableList()
    for line in lines:
        record = _record(line, cable_list.faults, cable_list.remarks)
        if record is not None:
            cable_list.records.append(record)
    return cable_list


def _record(line: Line, faults: list[Fault], remarks: list[Fault]) -> CableRecord | None:
    cells = {key: text.strip() for key, text in line.cells.items()}
    if any("," in cells[key] and not _is_one(cells, key) for key in ("a_port", "b_port")):
        text = QT_TRANSLATE_NOOP("tables", "the cable is skipped: a side with several ports does not specify the fiber mapping.")
        remarks.append(line.fault("a_port", text))
        return None
    if not cells["a_port"] or not cells["b_port"]:
        remarks.append(line.fault("a_port", QT_TRANSLATE_NOOP("tables", "the cable is skipped: it has no port at one of its ends.")))
        return None
    values: dict[str, Any] = {}
    if "length" in cells:
        values["length_mm"] = _length_mm(line, cells, faults)
    words: dict[str, str] = {str(key): cells[key] for key in ("type", "status", "color") if key in cells}
    if "color" in words:
        words["color"] = words["color"].removeprefix("#").lower()
    sites = tuple(cells[f"{side}_site"] for side in "ab" if f"{side}_site" in cells)
    origin = Origin(sites, number_of(line), cells.get("made", ""), words=words)
    a, b = (NamedEnd(cells.get(f"{side}_device", ""), cells[f"{side}_port"]) for side in "ab")
    return CableRecord(line.file, line.sheet, line.address("a_port"), a, b, None, values, line, origin)


def _is_one(cells: dict[str, str], key: str) -> bool:
    """Whether a name with a comma in it is that of one port: the import form takes no other, and one device has few such names."""
    return f"{key[0]}_kind" in cells


def _length_mm(line: Line, cells: dict[str, str], faults: list[Fault]) -> int | None:
    text = cells["length"]
    if not text:
        return None
    match = _LENGTH.match(text)
    word = "" if match is None else (match[2] or cells.get("length_unit", "") or "m").casefold()
    unit = _UNITS_MM.get(_UNIT_WORDS.get(word, word))
    length_mm = 0 if match is None or unit is None else round(Decimal(match[1]) * Decimal(unit))
    if not 0 < length_mm <= _MOST_MM:
        problem = QT_TRANSLATE_NOOP("tables", "{value} is not a length in meters of at most {most}.")
        faults.append(Fault(line.file, line.sheet, line.address("length"), Message(CONTEXT, problem, {"value": text[:40], "most": 10_000})))
        return None
    return length_mm
