"""Reading one catalog entry: what it becomes, and that every fault of it is named."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.errors import InvalidData
from gpudesk.core.hardware import Confidence, Face, Family, Mount
from gpudesk.core.hardware_reader import parse_type
from gpudesk.core.message import Message

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
    for part in ("mount", "weight_kg: source is missing", "weight_kg.confidence", "unknown name 'colur'", "count: 0 does not lie"):
        assert any(part in fault for fault in found), (part, found)


@pytest.mark.parametrize(
    ("spoil", "part"),
    [
        (lambda body: body["facts"].pop("height_u"), "height_u is missing"),
        (lambda body: body["ports"][0].update(area=[1, 2, 3]), "area needs four numbers"),
        (lambda body: body["ports"][0].update(face="top"), "front or rear"),
        (lambda body: body["ports"][0]["map"].append({"port": "9/9"}), "there is no port '9/9'"),
        (lambda body: body["ports"][1].update(cages=["1/1"]), "comes twice"),
        (lambda body: body["ports"][0].update(lanes="4"), "a whole number is needed"),
        (lambda body: body.update(facts=[]), "a mapping is needed"),
        (lambda body: body.update(elements={}), "a list is needed"),
        (lambda body: body["contains"][0].update(count=True), "a whole number is needed"),
        (lambda body: body["supplies"].update(rating_w="3 kW"), "a number is needed"),
        (lambda body: body["facts"].update(height_mm={**FACT, "value": 1e11}), "height_mm: a number between 0 and 5000"),
        (lambda body: body["ports"][0].update(port_name="{cage}" * 100_000), "at most 100 characters"),
        (lambda body: body["ports"][0].update(name="n" * 101), "at most 100 characters"),
        (lambda body: body["ports"][1].update(cages=["n" * 101]), "at most 100 characters"),
        (lambda body: body["ports"][0].update(count=1024, ports_per_cage=64), "at most 16384 ports"),
        (lambda body: body.update(family="toaster"), "none of"),
        (lambda body: body.update(family="rack"), "units_u is missing"),
    ],
)
def test_a_fault_says_what_is_wrong(spoil: Callable[[dict[str, Any]], object], part: str) -> None:
    body = copy.deepcopy(ENTRY)
    spoil(body)
    assert any(part in fault for fault in faults_of(body))


scalars = st.none() | st.booleans() | st.integers(-5, 5000) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3))


@given(data=st.data())
def test_no_entry_makes_the_reader_stumble(data: st.DataObject) -> None:
    """Whatever stands in the place of a value, the answer is a type or a list of faults."""
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
