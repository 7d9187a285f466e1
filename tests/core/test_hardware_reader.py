"""Reading one catalog entry: what it becomes, and that every fault of it is named."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.hardware.hardware import Area, Confidence, Face, Family, Mount
from gpudesk.core.hardware.hardware_reader import parse_type
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Message
from tests.core.faulty_types import FAULTY

FACT = {"value": 1, "source": "a sheet", "confidence": "read"}
ENTRY: dict[str, Any] = {
    "key": "maker.switch",
    "family": "switch",
    "vendor": "Maker",
    "model": "Maker Switch",
    "mount": "units",
    "part_numbers": ["A-1"],
    "aliases": ["leaf"],
    "description": "a switch",
    "description_es": "un conmutador",
    "colour": "#202020",
    "facts": {
        "height_u": FACT,
        "power_max_w": {**FACT, "value": 700, "others": [{"value": 650, "source": "another", "confidence": "memory"}]},
        "weight_kg": {"value": 9.5, "source": "a sheet", "confidence": "secondary", "note": "n", "note_es": "n"},
    },
    "ports": [
        {
            "group": "fabric",
            "kind": "osfp",
            "face": "front",
            "area": [10, 5, 80, 30],
            "rows": 2,
            "down_columns": True,
            "count": 4,
            "name": "{n}",
            "port_name": "{cage}/{p}",
            "ports_per_cage": 2,
            "lanes": 4,
            "rate_gbps": 400,
            "map": [{"port": "2/1", "rail": 3, "gpu": 5, "interface": "ib3"}],
            "source": "a sheet",
            "confidence": "read",
        },
        {"group": "power", "kind": "c14", "role": "power_in", "face": "rear", "area": [0, 0, 9, 9], "cages": ["PSU1"], "lanes": 0,
         "source": "a sheet", "confidence": "memory"},
    ],
    "elements": [{"kind": "fan", "face": "rear", "area": [1, 1, 2, 2], "rows": 1, "columns": 4}],
    "supplies": {"total": 2, "needed": 1, "inlet": "c14", "levels": [{"alive": 1, "share": 1.0}], "source": "s", "confidence": "read"},
    "contains": [{"key": "maker.gpu", "count": 8, "gpu": True}],
}  # fmt: skip


def test_an_entry_becomes_a_type() -> None:
    kind = parse_type(ENTRY)
    assert (kind.key, kind.family, kind.mount, kind.title) == ("maker.switch", Family.SWITCH, Mount.UNITS, "Maker Switch")
    assert kind.number("power_max_w") == 700
    assert kind.facts["power_max_w"].others[0].value == 650
    assert kind.facts["weight_kg"].confidence is Confidence.SECONDARY
    assert kind.number("depth_mm") is None
    assert kind.height_half_units == 2
    assert kind.gpu_count == 8
    assert kind.supplies is not None
    assert kind.supplies.needed == 1
    assert kind.elements[0].face is Face.REAR


def test_ports_are_numbered_through_all_groups() -> None:
    ports = list(parse_type(ENTRY).ports())
    assert [port.name for port in ports] == ["1/1", "1/2", "2/1", "2/2", "3/1", "3/2", "4/1", "4/2", "PSU1"]
    assert [port.index for port in ports] == list(range(9))
    assert [port.cage_index for port in ports] == [0, 0, 1, 1, 2, 2, 3, 3, 4]
    mapped = ports[2]
    assert (mapped.rail, mapped.gpu, mapped.interface) == (3, 5, "ib3")
    assert ports[0].rail is None


def faults_of(body: dict[str, Any]) -> list[str]:
    with pytest.raises(InvalidData) as caught:
        parse_type(body)
    return [problem.plain() for problem in caught.value.problems]


def test_every_fault_is_named_at_once() -> None:
    body = copy.deepcopy(ENTRY)
    body["mount"] = "wall"
    body["facts"]["weight_kg"] = {"value": 3}
    body["colur"] = "#111111"
    body["ports"][0]["count"] = 0
    found = faults_of(body)
    for part in ("mount", "weight_kg: source is missing", "weight_kg.confidence", "unknown name 'colur'", "count: 0 is not between"):
        assert any(part in fault for fault in found), (part, found)


@pytest.mark.parametrize(("body", "fault"), FAULTY, ids=[fault for _, fault in FAULTY])
def test_a_fault_says_what_is_wrong(body: dict[str, Any], fault: str) -> None:
    found = faults_of(body)
    assert any(fault in line for line in found), found


def test_each_part_of_an_entry_is_checked() -> None:
    body = copy.deepcopy(ENTRY)
    body["contains"][0]["count"] = True
    body["facts"]["height_mm"] = {**FACT, "value": 1e11}
    body["ports"][0]["name"] = "n" * 101
    body["ports"][0]["lanes"] = "4"
    found = " ".join(faults_of(body))
    for part in (
        "contains[0].count: a whole number is required",
        "height_mm: a number between 0 and 5000",
        "ports[0].name: a name has",
        "ports[0].lanes: a whole number is required",
    ):
        assert part in found, part
    assert "units_u is missing" in " ".join(faults_of({**ENTRY, "family": "rack"}))


scalars = st.none() | st.booleans() | st.integers(-5, 5000) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3))


@given(data=st.data())
def test_no_entry_makes_the_reader_stumble(data: st.DataObject) -> None:
    """Whatever is in the place of a value, the answer is a type or a list of faults."""
    body = copy.deepcopy(ENTRY)
    where: Any = body
    while True:
        steps = list(where) if isinstance(where, dict) else list(range(len(where)))
        step = data.draw(st.sampled_from(steps))
        if not isinstance(where[step], dict | list) or not where[step] or data.draw(st.booleans()):
            where[step] = data.draw(anything)
            break
        where = where[step]
    problems: tuple[Message, ...] | None = None
    try:
        parse_type(body)
    except InvalidData as error:
        problems = error.problems
    assert problems != ()


PANEL: dict[str, Any] = {
    **{name: ENTRY[name] for name in ("vendor", "model", "description", "description_es")},
    "key": "maker.panel", "family": "panel", "mount": "units", "facts": {"height_u": FACT},
    "ports": [
        {"group": "front", "kind": "lc2", "role": "panel", "face": "front", "area": [0, 0, 9, 9], "count": 6, "positions": 2, "lanes": 1,
         "source": "a sheet", "confidence": "read"},
        {"group": "rear", "kind": "mpo12", "role": "panel", "face": "rear", "area": [0, 0, 9, 9], "count": 1, "positions": 12, "lanes": 1,
         "source": "a sheet", "confidence": "read"},
    ],
    "passages": "in-order",
}  # fmt: skip


def test_the_strands_of_a_panel_run_in_order_or_as_listed() -> None:
    straight = parse_type(PANEL).passages
    assert len(straight) == 12
    assert (straight[3].front, straight[3].front_position, straight[3].rear, straight[3].rear_position) == ("2", 2, "1", 4)
    crossed = parse_type({**PANEL, "passages": [["1", 1, "1", 12], ["1", 2, "1", 11]]}).passages
    assert [passage.rear_position for passage in crossed] == [12, 11]
    assert "cannot be connected" in faults_of({**PANEL, "ports": [{**PANEL["ports"][0], "count": 5}, PANEL["ports"][1]]})[0]
    faults = faults_of({**PANEL, "passages": [["1", 1, "1", 12], ["1", 1, "1", 11], ["1", 3, "1", 1], ["1", 1]]})
    assert [fault.split(": ")[1] for fault in faults] == [
        "position 1 of '1' is used twice",
        "there is no position 3 of a port '1'",
        "a front port, its position, a rear port and its position are required",
    ]


def test_bays_share_the_area_of_their_group() -> None:
    group = {"group": "compute", "accepts": "tray", "face": "front", "area": [0, 0, 100, 40], "rows": 2, "count": 2, "name": "C{n}"}
    first, second = parse_type({**ENTRY, "bays": [group]}).bays
    assert (first.name, first.accepts, first.area) == ("C1", "tray", Area(0, 20, 100, 20))
    assert second.area == Area(0, 0, 100, 20)
    assert "occurs twice" in faults_of({**ENTRY, "bays": [group, group]})[0]


def test_trays_have_the_ports_that_begin_with_their_number() -> None:
    bays = [{"group": "t", "accepts": "tray", "face": "front", "area": [0, 0, 100, 40], "rows": 2, "count": 2, "name": "B{n}"}]
    trays = {
        "key": "maker.tray",
        "count": 2,
        "name": "c{n:02}",
        "bay": "B{n}",
        "gpus": 4,
        "ports": "{n}/",
        "management": ["BMC"],
        "source": "s",
    }
    first, second = parse_type({**ENTRY, "bays": bays, "trays": [trays]}).trays
    assert (first.key, first.name, first.bay, first.gpu_count, first.ports, first.management) == (
        "maker.tray", "c01", "B1", 4, (0, 1), ("BMC",)
    )  # fmt: skip
    assert (second.ports, second.named("rack-7")) == ((2, 3), "rack-7-c02")
    for change, fault in (
        ({"count": 3}, "there is no bay 'B3'"),
        ({"name": "c"}, "name 'c' occurs twice"),
        ({"name": "c_{n}"}, "c_1 is not a host name"),
        ({"ports": "T{n}-"}, "no port belongs to 'c01'"),
        ({"ports": "1/"}, "ports of 'c02' already belong to another tray"),
        ({"source": ""}, "source is missing"),
        ({"count": 257, "bay": "", "ports": ""}, "257 is not between 1 and 256"),
    ):
        assert fault in " ".join(faults_of({**ENTRY, "bays": bays, "trays": [{**trays, **change}]})), change
    assert "a type has at most 256 trays" in faults_of({**ENTRY, "trays": [{**trays, "count": 200, "bay": "", "ports": ""}] * 2})[-1]


def test_a_cable_has_ends_and_lengths_and_a_gpu_has_slices() -> None:
    body = {
        **{name: value for name, value in ENTRY.items() if name not in ("ports", "elements", "supplies", "contains")},
        "ends": [{"end": "a", "connector": "osfp", "heat_sink": "finned"}, {"end": "b", "connector": "osfp", "count": 2}],
        "lengths": [1, {"length_m": 1.5, "part_number": "MCP-1A5"}],
        "mig": [{"name": "1g.10gb", "most": 7, "source": "guide", "confidence": "read"}],
    }
    kind = parse_type(body)
    assert [(end.end, end.count) for end in kind.ends] == [("a", 1), ("b", 2)]
    assert [(length.length_m, length.part_number) for length in kind.lengths] == [(1, ""), (1.5, "MCP-1A5")]
    assert (kind.mig[0].name, kind.mig[0].most) == ("1g.10gb", 7)
    faults = " ".join(faults_of({**body, "ends": [{"end": "c"}], "lengths": [0], "mig": [{"most": 0}]}))
    for part in (
        "not one of a, b, cage",
        "connector is missing",
        "a length must be greater than zero",
        "name is missing",
        "is not between 1 and 64",
    ):
        assert part in faults


def test_a_fact_may_have_a_date() -> None:
    assert parse_type({**ENTRY, "facts": {"height_u": {**FACT, "date": "2026-05"}}}).facts["height_u"].date == "2026-05"
    assert "a date has the form" in faults_of({**ENTRY, "facts": {"height_u": {**FACT, "date": "May"}}})[0]
