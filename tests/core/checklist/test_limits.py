"""The parts of conditions, and limits that are rounded without changing what passes."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.checklist.items import Evidence, FieldKind
from gpudesk.core.checklist.limits import broken_parts, evaluated, parts_of, rounded_figure, shown_limit, shown_value
from tests.examples import examples

HOLDS = {">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b}
NUMBER = Evidence("a", FieldKind.NUMBER, "A", "A")
LIST = Evidence("all", FieldKind.LIST, "All", "Todos", value_kind=FieldKind.NUMBER)


def test_each_part_says_what_it_reads() -> None:
    first, second = parts_of("m.a >= d.x * k.f and (d.n < 2 or m.b == d.y or m.rows.up)")
    assert (first.fields, first.reads) == (("a",), ("d.x", "k.f"))
    assert (second.fields, second.reads) == (("b", "rows"), ("d.n", "d.y"))
    assert parts_of("") == ()


@pytest.mark.parametrize(
    ("sign", "shown"), [(">=", "378.2"), (">", "378.1"), ("<=", "378.1"), ("<", "378.2"), ("==", "378.115942"), ("!=", "378.115942")]
)
def test_a_limit_is_rounded_to_the_side_that_keeps_the_verdicts(sign: str, shown: str) -> None:
    assert shown_limit(378.115942, sign, 0.1) == Decimal(shown)


@pytest.mark.parametrize(
    ("limit", "step", "shown"), [(810.0, 1.0, "810"), (0.0, 1.0, "0"), (1e-12, 1e-16, "1E-12"), (250, 1.0, "250"), (0.5, 0.5, "0.5")]
)
def test_a_limit_on_the_scale_stays_what_it_is(limit: float, step: float, shown: str) -> None:
    assert shown_limit(limit, "<=", step) == shown_limit(limit, ">=", step) == Decimal(shown)


@examples(100)
@given(st.floats(-1e5, 1e5), st.sampled_from([1.0, 0.5, 0.1, 0.01]), st.sampled_from(sorted(HOLDS)), st.integers(-400, 400))
def test_a_value_on_the_scale_of_its_field_passes_by_what_is_shown_exactly_if_it_passes(
    limit: float, step: float, sign: str, steps: int
) -> None:
    exact = Decimal(repr(limit))
    value = (exact / Decimal(str(step))).to_integral_value() * Decimal(str(step)) + steps * Decimal(str(step))
    assert HOLDS[sign](value, shown_limit(limit, sign, step)) == HOLDS[sign](value, exact)


@examples(100)
@given(st.floats(-1e5, 1e5), st.sampled_from(sorted(HOLDS)), st.floats(-2, 2))
def test_a_recorded_value_never_contradicts_the_limit_that_is_shown(limit: float, sign: str, off: float) -> None:
    value, exact = limit + off, Decimal(repr(limit))
    assert HOLDS[sign](Decimal(repr(value)), shown_limit(limit, sign, 1.0, [value])) == HOLDS[sign](Decimal(repr(value)), exact)


def test_a_value_between_the_limit_and_its_rounded_figure_shows_more_digits() -> None:
    assert shown_limit(378.115942, ">=", 0.1, [378.15]) == Decimal("378.12")


def test_a_value_of_the_plan_stays_on_its_side_of_the_limit() -> None:
    assert shown_value(55.0004, "<=", 55, 0.01) == Decimal("55.0004")
    assert shown_value(41.23456, "<=", 55, 0.01) == Decimal("41.23")


def test_a_figure_that_explains_keeps_what_matters() -> None:
    assert rounded_figure(750.123456, 1.0) == Decimal("750.1")
    assert rounded_figure(0.0475, 1.0) == Decimal("0.0475")
    assert rounded_figure(2, 0.1) == 2


@pytest.mark.parametrize(
    ("condition", "measured", "basis", "broken"),
    [
        ("m.a >= 3 and m.b", {"a": 2}, {}, ["m.a >= 3"]),
        ("m.a >= 3 and m.b", {"a": 3}, {}, []),
        ("m.a >= d.x and m.b", {"a": 3}, {"d.x": None}, []),
        ("m.a >= d.x and m.b <= k.y", {"a": 3}, {"d.x": 4, "k.y": None}, ["m.a >= d.x"]),
        ("m.a == 0 or m.b", {"a": 2}, {}, []),
        ("m.a == 0 or m.b", {"a": 2, "b": False}, {}, ["m.a == 0 or m.b"]),
        ("m.a < m.b", {"a": 2}, {}, []),
        ("d.x <= 1 and m.a", {}, {"d.x": 2}, []),
        ("m.a < 'x'", {"a": 2}, {}, []),
    ],
)
def test_what_is_broken_is_sure_before_all_is_filled(
    condition: str, measured: dict[str, Any], basis: dict[str, Any], broken: list[str]
) -> None:
    parts = broken_parts(condition, {"a": NUMBER}, measured, basis, "2026-03-01")
    assert [part.condition.text for part in parts] == broken


@pytest.mark.parametrize(
    ("condition", "sure"),
    [
        ("all(x <= 3 for x in m.all)", True),
        ("not any(x > 3 for x in m.all)", True),
        ("max(m.all) <= 3", True),
        ("min(m.all) >= 5", True),
        ("max(m.all) >= 5", False),
        ("count(m.all) == 8", False),
        ("m.all == [1, 2]", False),
        ("min(m.all) >= 5 * median(m.all)", False),
    ],
)
def test_a_list_that_still_grows_fails_only_by_what_more_lines_cannot_repair(condition: str, sure: bool) -> None:
    assert bool(broken_parts(condition, {"all": LIST}, {"all": [2, 4]}, {}, "2026-03-01")) is sure


def test_what_cannot_be_computed_amounts_to_nothing() -> None:
    assert evaluated("d.x + k.y", {"d.x": 2, "k.y": 3}) == 5
    assert evaluated("d.x + k.y", {"d.x": 2, "k.y": None}) is None
    assert evaluated("d.x / k.y", {"d.x": 2, "k.y": 0}) is None
