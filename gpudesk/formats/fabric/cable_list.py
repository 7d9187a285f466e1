"""The cable list: the legs of all cables of a project, one per line, as an editable table.

A line is identified by its two ends: the cable between these ports, in either order. A missing column changes nothing, an empty
cell means "none". `docs/fabric-formats.md` describes every column. DOT and ibnetdiscover data create lines with only the ends.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.formats.fabric.link_rows import LinkRow
from gpudesk.formats.fabric.seen_links import SeenLinks, SeenNode
from gpudesk.formats.tables.netbox_origin import Origin
from gpudesk.formats.tables.table_faults import CONTEXT, Fault
from gpudesk.formats.tables.table_rows import Column, Line, chosen_sheet, lines_of, lost_digits, without_faults
from gpudesk.formats.tables.tables import Cell, TableFile
from gpudesk.project.snapshot import Snapshot

SHEET = "Cables"
COLUMNS = (
    Column("number", "Cable", ("cable id", "numero", "kabel", "kabel nr", "kabelnummer")),
    Column("network", "Network", ("red", "netz", "netzwerk")),
    Column(
        "a_device",
        "A device",
        (
            "device a",
            "a node name",
            "equipo a",
            "dispositivo a",
            "from device",
            "source device",
            "gerat a",
            "von gerat",
            "quellgerat",
            "equipo origen",
        ),
    ),
    Column("a_port", "A port", ("puerto a", "from port", "source port", "anschluss a", "port a", "von port", "quellport", "puerto origen")),
    Column("a_lane", "A lane", ("carril a", "spur a")),
    Column(
        "b_device",
        "B device",
        (
            "device b",
            "device z",
            "z device",
            "z node name",
            "equipo b",
            "dispositivo b",
            "to device",
            "destination device",
            "gerat b",
            "nach gerat",
            "zielgerat",
            "equipo destino",
        ),
    ),
    Column(
        "b_port",
        "B port",
        ("z port", "port z", "puerto b", "to port", "destination port", "anschluss b", "port b", "nach port", "zielport", "puerto destino"),
    ),
    Column("b_lane", "B lane", ("carril b", "spur b")),
    Column("lanes", "Lanes", ("carriles", "spuren")),
    Column("type", "Cable type", ("type", "tipo de cable", "tipo", "kabeltyp", "typ")),
    Column("a_module", "A module", ("modulo a", "transceiver a")),
    Column("b_module", "B module", ("modulo b", "transceiver b")),
    Column("length_m", "Length m", ("length", "longitud m", "longitud", "lange m", "lange")),
    Column("splitter", "Splitter", ("divisor",)),
    Column("by_hand", "By hand", ("a mano", "von hand")),
    Column("phase", "Phase", ("fase",)),
)
_IDENTIFIERS = ("a_device", "a_port", "b_device", "b_port", "network", "type", "a_module", "b_module")
REQUIRED = frozenset({"a_device", "a_port", "b_device", "b_port"})
"""Columns without which a list names no cable."""
_MOST_LANE = 1023
_MOST_METRES = 10_000
_NEAR = 50
"""Faults among which those of the same line are looked for."""
_WHOLE = re.compile(r"\d{1,9}\Z")
_METRES = re.compile(r"\d{1,6}(?:[.,]\d{1,3})?\Z")
_YES, _NO = frozenset(["1", "yes", "true", "si", "sí", "x"]), frozenset(["", "0", "no", "false"])
_SWITCH = re.compile(r"(?:MF\d+;)?(.*?)(?::[^:]*/U\d+)?$", re.DOTALL)
_ADAPTER = re.compile(r"(.*\S)\s+(\S+)$", re.DOTALL)
_COUNTED = re.compile(r"hca-(\d+)$", re.IGNORECASE)
Row = list[Cell]


@dataclass(frozen=True, slots=True)
class NamedEnd:
    """One end as named in a list.

    Attributes:
        device: "" if the list does not specify it, which is a fault.
        port: name of the port, its interface or RDMA device; "" if identified by number.
        lane: first lane, None if not specified.
        number: port number as counted by a subnet manager, 0 for none, on a switch with `count` ports.
        device_id: the device in the project, None if only its name is known.
    """

    device: str
    port: str
    lane: int | None = None
    number: int = 0
    count: int = 0
    device_id: int | None = None


@dataclass(frozen=True, slots=True)
class CableRecord:
    """One parsed line.

    Attributes:
        lanes: None if the list does not specify them.
        said: "type", "a_module", "b_module" (keys, "" for none), "length_mm", "network" (its name), "splitter", "by_hand", "phase",
            if the list has these columns.
        origin: metadata of a NetBox row.
        known_id: id of the project cable that the row refers to, None if unspecified; its ends may have changed.
    """

    file: str
    sheet: str
    cell: str
    a: NamedEnd
    b: NamedEnd
    lanes: int | None
    said: Mapping[str, Any]
    line: Line | None = None
    origin: Origin | None = None
    known_id: int | None = None

    def fault(self, key: str, text: str, fix: str = "", /, *, context: str = "import", **values: Any) -> Fault:
        """Return the fault in a column's cell or in the line; `context` is that of the marked texts."""
        if self.line is not None:
            return self.line.fault(key, text, fix, context=context, **values)
        message = Message(context, text, values)
        return Fault(self.file, self.sheet, self.cell, message, Message(context, fix, values) if fix else None)


@dataclass(slots=True)
class CableList:
    """The parsed list; a list with faults is not imported.

    Attributes:
        ignored: unknown column headers.
        unneeded: additional content that is skipped.
        remarks: content that is not imported, and why.
        cords: NetBox ID of each power cord among the cables → its project row, and when NetBox created it.
    """

    records: list[CableRecord] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unneeded: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)
    cords: dict[int, tuple[int, str]] = field(default_factory=dict)


def cable_rows(snapshot: Snapshot) -> list[Row]:
    """The header and a line for every leg of a cable of a project."""
    cables, devices, types = snapshot["cable"], snapshot["device"], snapshot["catalog_item"]
    networks = snapshot["network"]
    names, keys = devices["name"].tolist(), dict(zip(types.ids.tolist(), types["key"].tolist(), strict=True))
    network_names = dict(zip(networks.ids.tolist(), networks["name"].tolist(), strict=True))
    legs = np.arange(cables.rows)
    places = CablePlaces(snapshot, legs)
    ends = []
    for side in "ab":
        at = devices.positions(cables[f"{side}_device_id"]).tolist()
        ports, lanes = places.words(side, "connector"), cables[f"{side}_lane"].tolist()
        ends.append([(names[place], port, first) for place, port, first in zip(at, ports, lanes, strict=True)])
    names_of = ("network_id", "lanes", "type_id", "a_module_id", "b_module_id", "length_mm", "assembly", "by_hand", "phase")
    columns = zip(cables.ids.tolist(), *ends, *(cables[name].tolist() for name in names_of), strict=True)
    rows: list[Row] = [[column.title for column in COLUMNS]]
    for number, a, b, network, lanes, type_id, a_module, b_module, length, assembly, by_hand, phase in columns:
        type_keys = [keys.get(part_id) for part_id in (type_id, a_module, b_module)]
        length_m = None if length == ABSENT else length / 1000
        splitter = None if assembly == ABSENT else assembly
        rows.append([number, network_names.get(network), *a, *b, lanes, *type_keys, length_m, splitter, by_hand, phase])
    return rows


def read_cable_list(table: TableFile) -> CableList:
    """The lines of a list of cables."""
    sheet = chosen_sheet(table, COLUMNS, SHEET)
    lines, ignored, faults = lines_of(table, sheet, COLUMNS, sorted(REQUIRED))
    cable_list = CableList(ignored=ignored, faults=faults)
    cable_list.records = [_record(line, cable_list.faults) for line in lines]
    return cable_list


def links_of_graph(rows: Sequence[LinkRow], file: str) -> CableList:
    """The links of a DOT file as lines with ends alone."""
    records = [
        CableRecord(file, "", row.cell, NamedEnd(row.a_device, row.a_port), NamedEnd(row.b_device, row.b_port), None, {}) for row in rows
    ]
    return CableList(records)


def links_of_subnet(seen: SeenLinks, file: str) -> CableList:
    """What ibnetdiscover saw as lines with ends alone; what adds up inside switches is passed over."""
    cable_list = CableList()
    inside = 0
    columns = (seen.a_node, seen.a_port, seen.b_node, seen.b_port, seen.width, seen.line)
    for a, a_port, b, b_port, width, line in zip(*(column.tolist() for column in columns), strict=True):
        nodes = seen.nodes[a], seen.nodes[b]
        if any("aggregation node" in node.description.lower() for node in nodes):
            inside += 1
            continue
        ends = _seen_end(nodes[0], a_port), _seen_end(nodes[1], b_port)
        cable_list.records.append(CableRecord(file, "", str(line), *ends, width or None, {}))
    if inside:
        cable_list.unneeded.append(f"{inside} links inside switches")
    return cable_list


def _seen_end(node: SeenNode, port: int) -> NamedEnd:
    if node.switch:
        match = _SWITCH.match(node.description)
        return NamedEnd((match[1] if match else node.description).strip(), "", None, port, node.ports)
    match = _ADAPTER.match(node.description)
    if match is None:
        return NamedEnd(node.description, "", None, port, node.ports)
    counted = _COUNTED.match(match[2])
    return NamedEnd(match[1], f"mlx5_{int(counted[1]) - 1}" if counted else match[2])


def _record(line: Line, faults: list[Fault]) -> CableRecord:
    """A line, as far as it can be read: what else is wrong with it is named in the same answer."""
    cells = {key: text.strip() for key, text in line.cells.items()}
    lost = lost_digits(line, _IDENTIFIERS)
    if lost:
        faults += lost
        cells |= dict.fromkeys((key for key in _IDENTIFIERS if line.address(key) in {fault.cell for fault in lost}), "")
    numbers: dict[str, int | None] = {}
    for key, most in (("a_lane", _MOST_LANE), ("b_lane", _MOST_LANE), ("lanes", _MOST_LANE), ("splitter", 10**9), ("phase", MOST_PHASE)):
        text = cells.get(key, "")
        if text and (not _WHOLE.match(text) or int(text) > most):
            problem = QT_TRANSLATE_NOOP("tables", "{value} is not a whole number from {low} to {high}.")
            faults.append(line.fault(key, problem, value=text[:40], low=0, high=most))
        numbers[key] = int(text) if text and _WHOLE.match(text) else None
    said_values: dict[str, Any] = {key: cells[key] for key in ("type", "a_module", "b_module", "network") if key in cells}
    said_values |= {key: numbers[key] for key in ("splitter", "phase") if key in cells and (numbers[key] is not None or key == "splitter")}
    if "length_m" in cells:
        said_values["length_mm"] = _length(line, cells["length_m"], faults)
    if "by_hand" in cells:
        said_values["by_hand"] = _flag(line, cells["by_hand"], faults)
    no_end = QT_TRANSLATE_NOOP("tables", "the line has no device and port at one of its ends.")
    # A column that is not there is named once, at the header.
    empty = [line.fault(key, no_end) for key in sorted(REQUIRED) if key in line.columns and not cells[key]]
    if empty:
        faults += without_faults(faults[-_NEAR:], empty)[:1]
    a, b = (NamedEnd(cells.get(f"{side}_device", ""), cells.get(f"{side}_port", ""), numbers[f"{side}_lane"]) for side in "ab")
    return CableRecord(line.file, line.sheet, line.address("a_device"), a, b, numbers["lanes"], said_values, line)


def _length(line: Line, text: str, faults: list[Fault]) -> int | None:
    if not text:
        return None
    metres = float(text.replace(",", ".")) if _METRES.match(text) else 0.0
    if not 0 < metres <= _MOST_METRES:
        problem = QT_TRANSLATE_NOOP("tables", "{value} is not a length in meters of at most {most}.")
        faults.append(line.fault("length_m", problem, value=text[:40], most=_MOST_METRES))
        return None
    return round(metres * 1000)


def _flag(line: Line, text: str, faults: list[Fault]) -> int:
    word = text.casefold()
    if word not in _YES and word not in _NO:
        problem = QT_TRANSLATE_NOOP("tables", "{value} is not recognized; use one of: {words}.")
        faults.append(line.fault("by_hand", problem, context=CONTEXT, value=text[:40], words=("yes", "no")))
    return int(word in _YES)


def unique_places(names: Sequence[str]) -> tuple[dict[str, int], frozenset[str]]:
    """Return folded name → place, and the folded names that occur more than once."""
    places: dict[str, int] = {}
    twice: set[str] = set()
    for place, name in enumerate(given_name.casefold() for given_name in names):
        if name in places:
            twice.add(name)
        places[name] = place
    return places, frozenset(twice)
