"""Catalog entries with one fault for each reason that the reader gives, as the entry and the reason in English."""

import copy
from typing import Any

FACT = {"value": 1, "source": "a sheet", "confidence": "read"}
PORTS: dict[str, Any] = {
    "group": "fabric", "kind": "osfp", "face": "front", "area": [10, 5, 80, 30], "count": 4, "source": "a sheet", "confidence": "read",
}  # fmt: skip
ENTRY: dict[str, Any] = {
    "key": "maker.switch", "family": "switch", "vendor": "Maker", "model": "Switch", "mount": "units", "facts": {"height_u": FACT},
    "ports": [PORTS],
}  # fmt: skip
BAYS = {"group": "tray", "face": "front", "count": 2, "name": "B{n}"}
TRAYS = {"key": "maker.tray", "count": 2, "name": "c{n:02}", "bay": "B{n}", "ports": "{n}", "source": "a sheet"}
ENDS = [{"end": "a", "connector": "mpo12"}, {"end": "b", "connector": "mpo12"}]
STRANDS = {**PORTS, "role": "panel"}
PANEL = [{**STRANDS, "count": 2}, {**STRANDS, "face": "rear", "count": 1, "name": "R{n}"}]


def with_ports(**changes: Any) -> dict[str, Any]:
    return {**ENTRY, "ports": [{**PORTS, **changes}]}


def with_fact(**changes: Any) -> dict[str, Any]:
    return {**ENTRY, "facts": {"height_u": {**FACT, **changes}}}


def with_trays(**changes: Any) -> dict[str, Any]:
    return {**ENTRY, "bays": [BAYS], "trays": [{**TRAYS, **changes}]}


def with_lanes(*rows: Any) -> dict[str, Any]:
    return {**ENTRY, "ends": ENDS, "lane_map": list(rows)}


def with_passages(*rows: Any) -> dict[str, Any]:
    return {**ENTRY, "ports": PANEL, "passages": list(rows)}


def without(name: str) -> dict[str, Any]:
    body = copy.deepcopy(ENTRY)
    del body[name]
    return body


FAULTY: list[tuple[dict[str, Any], str]] = [
    (without("model"), "model: text is required"),
    ({**ENTRY, "facts": []}, "facts: a mapping is required"),
    ({**ENTRY, "elements": {}}, "elements: a list is required"),
    ({**ENTRY, "colur": "red"}, "colur: unknown name 'colur'; valid names: "),
    ({**ENTRY, "family": "toaster"}, "family: 'toaster' is not one of "),
    ({**ENTRY, "mount": "wall"}, "mount: 'wall' is not one of units, zero_u, floor, child, part"),
    ({**ENTRY, "facts": {}}, "facts: height_u is missing"),
    ({**ENTRY, "contains": [{"key": "maker.gpu", "count": "8"}]}, "contains[0].count: a whole number is required, not '8'"),
    ({**ENTRY, "supplies": {"total": 2, "needed": 1, "rating_w": "3 kW"}}, "supplies.rating_w: a number is required, not '3 kW'"),
    (with_fact(value=200), "facts.height_u: a number between 0.5 and 100 is required, not 200"),
    (with_fact(value=[1]), "facts.height_u: value must be a number, text, true or false, not [1]"),
    (with_fact(value=1e13), "facts.height_u: 10000000000000.0 is not possible"),
    (with_fact(date="May"), "facts.height_u.date: a date has the form 2026, 2026-05 or 2026-05-31, not 'May'"),
    (with_ports(area=[1, 2, 3]), "ports[0].area: area requires four numbers: x, y, width and height in mm"),
    (with_ports(face="top"), "ports[0].face: 'top' is not one of front, rear"),
    (with_ports(rows=0), "ports[0].rows: 0 is not between 1 and 1024"),
    (with_ports(port_name="n" * 101), "ports[0].port_name: a name has at most 100 characters"),
    (with_ports(name="{n}{p}"), "ports[0].name: '{n}{p}' may hold only {n}"),
    (with_ports(cages=["n" * 101]), "ports[0].cages: a name has at most 100 characters"),
    (with_ports(count=1024, ports_per_cage=64), "ports[0]: a type has at most 16384 ports"),
    (with_ports(cages=["A", "A"]), "ports[0]: the port name 'A' occurs twice"),
    (with_ports(map=[{"port": "9"}]), "ports[0].map: there is no port '9'"),
    ({**ENTRY, "bays": [BAYS, BAYS]}, "bays[1]: the bay name 'B1' occurs twice"),
    ({**ENTRY, "bays": [{**BAYS, "count": 1024}, {**BAYS, "name": "C{n}"}]}, "bays[1]: a type has at most 1024 bays"),
    ({**ENTRY, "ports": PANEL, "passages": "in-order"}, "passages: 2 strands at the front and 1 at the rear cannot be connected in order"),
    (with_passages(["1", 1]), "passages[0]: a front port, its position, a rear port and its position are required"),
    (with_passages(["1", 2, "R1", 1]), "passages[0]: there is no position 2 of a port '1'"),
    (with_passages(["1", 1, "R1", 1], ["2", 1, "R1", 1]), "passages[1]: position 1 of 'R1' is used twice"),
    ({**ENTRY, "trays": [{**TRAYS, "count": 200, "bay": "", "ports": ""}] * 2}, "trays[1]: a type has at most 256 trays"),
    (with_trays(name="c"), "trays[0]: the tray name 'c' occurs twice"),
    (with_trays(ports="1"), "trays[0]: ports of 'c02' already belong to another tray"),
    (with_trays(count=3), "trays[0]: there is no bay 'B3'"),
    (with_trays(ports="T{n}-"), "trays[0]: no port belongs to 'c01'"),
    (with_trays(name="c_{n}"), "trays[0]: c_1 is not a host name: use letters, digits and hyphens, with no hyphen at the start or end."),
    (with_trays(name="{n}"), "trays[0]: 1 would be read as an address or a number."),
    (with_trays(name="n" * 70 + "{n}"), " is too long for a host name: 63 characters between dots, 253 in total."),
    ({**ENTRY, "lane_map": [[1, 1, 1, 1]]}, "lane_map: a cable with the ends a and b is required"),
    (with_lanes(*[[1, 1, 1, 1]] * 4097), "lane_map: a map has at most 4096 rows"),
    (
        with_lanes([1, 1, 1]),
        "lane_map[0]: four whole numbers are required: the connector at a, its position, the connector at b, its position",
    ),
    (with_lanes([1, 13, 1, 1]), "lane_map[0]: end a has no connector 1 with position 13"),
    (with_lanes([1, 1, 1, 1], [1, 2, 1, 1]), "lane_map[1]: position 1 of connector 1 at end b is used twice"),
    ({**ENTRY, "ends": [{"end": "c", "connector": "osfp"}]}, "ends[0].end: 'c' is not one of a, b, cage"),
    ({**ENTRY, "lengths": [1] * 201}, "lengths: a type has at most 200 lengths"),
    ({**ENTRY, "lengths": [0]}, "lengths[0].length_m: a length must be greater than zero"),
]
"""Where it is at fault is part of the reason; the key of the entry is not."""
