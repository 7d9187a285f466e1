"""The language of acceptance conditions: what it says, what it refuses, and that nothing of Python can be reached."""

import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.core.expressions.expression import LONGEST, ExpressionError, Steps, UnknownName, parse

CONDITIONS = Path(__file__).with_name("acceptance_conditions.txt")

VALUES: dict[str, Any] = {
    "m": {
        "t": 21.5,
        "none_yet": None,
        "ok": True,
        "rev": "r7",
        "l1": 20,
        "l2": 22.4,
        "loss": [0.2, 0.31],
        "events": [{"loss": 0.1, "ok": True}, {"loss": 0.4, "ok": False}],
        "serial": ["a", "b", "a"],
        "counts": [3, 4],
    },
    "d": {"limit": 27, "rev": "r7", "il_budget": 0.35, "counts": [3, 4], "pa": "x", "pb": "y"},
    "k": {"cont": 0.8},
    "today": "2026-03-01",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m.t <= d.limit * 1.1", True),
        ("10 < m.t <= d.limit", True),
        ("27 < m.t <= d.limit", False),
        ("m.rev == d.rev and not m.ok or m.t > 21", True),
        ("abs(m.l1 - m.l2) / max(m.l1, m.l2) <= 0.2", True),
        ("max(m.loss)", 0.31),
        ("median([1, 5, 3])", 3),
        ("sum([0.1, 0.2])", pytest.approx(0.3)),
        ("sqrt(16) + round(2.345, 2)", pytest.approx(6.34, abs=0.011)),
        ("all(0 <= x <= d.il_budget for x in m.loss)", True),
        ("any(r in ['a', 'z'] for r in m.serial)", True),
        ("not any(e.loss > 0.5 for e in m.events)", True),
        ("m.events.loss", [0.1, 0.4]),
        ("count(m.events.ok)", 1),
        ("all(m.events.ok)", False),
        ("m.loss < 0.3", [True, False]),
        ("0.3 > m.loss", [True, False]),
        ("all(m.counts >= d.counts)", True),
        ("all(m.counts == d.counts)", True),
        ("set([d.pa, d.pb]) == set(['y', 'x'])", True),
        ("unique(m.serial)", False),
        ("unique([1, true])", True),
        ("m.none_yet is none or m.none_yet > 3", True),
        ("m.t is not none", True),
        ("'b' not in m.serial", False),
        ("m.ok == 1", False),
        ("-m.l1 + 2", -18),
        ("'2026-02-01' < today", True),
        ("m.rev == 'r7é' or m.t > 1", True),
    ],
)
def test_value(text: str, expected: Any) -> None:
    assert parse(text).evaluate(VALUES) == expected


def test_names_are_those_that_it_reads() -> None:
    expression = parse("all(e.loss <= d.limit for e in m.events) and k.cont < 1 and m.t is not none")
    assert expression.names == ("d.limit", "k.cont", "m.events", "m.t")


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("m.t <=", None),
        ("m.t.__class__", 1),
        ("__import__('os')", 1),
        ("m.t ** 9", 1),
        ("1 + open('x')", 5),
        ("(lambda: 1)()", 1),
        ("[x for x in m.loss]", 1),
        ("(x for x in m.loss)", 1),
        ("all(x for x in m.loss if x)", 4),
        ("m.loss[0]", 1),
        ("m.t if m.ok else 1", 1),
        ("f'{m.t}'", 1),
        ("b'x'", 1),
        ("1j", 1),
        ("{'a': 1}", 1),
        ("(m.x := 3)", 2),
        ("m.t is 3", 8),
        ("max(m.loss, key=m.t)", 1),
        ("'\\x41'", 2),
        ("1\n+1", 2),
        ("m.ñ", 1),
        ("-" * 100 + "1", None),
        ("(" * 31 + "1" + ")" * 31, 31),
        ("1 ~ 2", 3),
        ("*m.loss", 1),
    ],
)
def test_what_is_refused_names_its_column(text: str, column: int | None) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse(text)
    if column is not None:
        assert refused.value.column == column
    assert str(refused.value)


@pytest.mark.parametrize("text", ["1" * (LONGEST + 1), "m.t + " * 400 + "1", "1e999", "9" * 1500])
def test_what_is_too_large_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("m.t / 0", 1),
        ("m.rev < 3", 1),
        ("m.rev + 'x'", 1),
        ("m.t and m.ok", 1),
        ("min([])", 1),
        ("sqrt(0 - 1)", 1),
        ("max(m.serial)", 1),
        ("m.counts < [1]", 1),
        ("1 + m.ok", 1),
        ("count(m.t)", 1),
        ("round(1, 99)", 1),
        ("3 in m.t", 1),
        ("set(m.events)", 1),
        ("'é' == 'é' and m.t / 0 > 1", 16),
    ],
)
def test_what_cannot_be_computed_names_its_column(text: str, column: int) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse(text).evaluate(VALUES)
    assert refused.value.column == column


def test_round_takes_every_number_and_refuses_what_has_no_digits() -> None:
    assert parse("round(m.t, 2)").evaluate({"m": {"t": np.float64(1.115)}}) == 1.12
    assert parse("round(m.t)").evaluate({"m": {"t": 10**30 + 1}}) == 10**30 + 1
    for value in (math.inf, -math.inf, math.nan):
        with pytest.raises(ExpressionError):
            parse("round(m.t)").evaluate({"m": {"t": value}})


def test_a_missing_value_is_named() -> None:
    with pytest.raises(UnknownName) as refused:
        parse("m.t > 1 and m.humidity < 3").evaluate(VALUES)
    assert (refused.value.name, refused.value.column) == ("m.humidity", 13)
    assert str(refused.value) == "Column 13: the value m.humidity does not exist."


def test_a_busy_expression_is_stopped() -> None:
    values = {"a": list(range(200))}
    with pytest.raises(ExpressionError, match="too long"):
        parse("all(all(x >= y for y in a) or true for x in a)").evaluate(values, Steps(10_000))


def test_a_list_that_holds_another_many_times_is_paid_for_before_it_is_compared() -> None:
    deep: list[Any] = [1] * 100
    other: list[Any] = [1] * 100
    for _ in range(4):
        deep, other = [deep] * 100, [other] * 100
    for text in ("a < 1", "1 >= a", "a == b", "a != b", "1 in a", "a in b"):
        with pytest.raises(ExpressionError, match="too long"):
            parse(text).evaluate({"a": deep, "b": other})
    one = "choose(true, ([x,x,x,x,x,x,x,x,x,x] for x in {}), 0)"
    with pytest.raises(ExpressionError, match="too long"):
        parse(one.format(one.format(one.format(one.format(one.format(one.format("[1]")))))) + " < 1").evaluate({})


def test_several_evaluations_can_share_their_steps() -> None:
    steps = Steps(10)
    assert parse("1 + 2").evaluate({}, steps) == 3
    assert steps.left == 7
    with pytest.raises(ExpressionError, match="too long"):
        parse("max(a)").evaluate({"a": list(range(20))}, steps)


@given(st.text(alphabet="mdk.<>=!()[]'\" +-*/,0123456789andornotisinforx_{}:", max_size=60))
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    with suppress(ExpressionError):
        parse(text).evaluate(VALUES)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.booleans())
def test_it_computes_as_python_does(a: float, b: float, flag: bool) -> None:
    text = "(a + b * 2 < b - a or not flag) and abs(a) <= max(abs(a), b)"
    assert parse(text).evaluate({"a": a, "b": b, "flag": flag}) == ((a + b * 2 < b - a or not flag) and abs(a) <= max(abs(a), b))


def test_every_acceptance_condition_of_the_checklist_can_be_read() -> None:
    conditions = CONDITIONS.read_text(encoding="utf-8").splitlines()
    assert len(conditions) == 148
    for condition in conditions:
        names = parse(condition).names
        assert all(name.split(".")[0] in ("m", "d", "k", "today") for name in names), condition
