"""Every acceptance condition passes at its limit and fails one unit of resolution beyond it, clause by clause.

The table is data, so that whatever else judges (a page in a browser) is held against the same values.
"""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gpudesk.core.checklist.item_reader import TODAY
from gpudesk.core.checklist.item_verdict import Verdict, has_value, judge
from gpudesk.core.checklist.items import FieldKind, Item
from gpudesk.core.checklist.values import checked_value
from gpudesk.core.expressions.expression import parse
from gpudesk.onsite.checklist import shipped_checklist

CASES = {case["item"]: case for case in json.loads(Path(__file__).with_name("acceptance_cases.json").read_text(encoding="utf-8"))}
DAY = "2026-03-01"


def clauses(expression: str) -> Iterator[str]:
    """The parts that have to hold together: operands of `and`, and each comparison of a chain."""
    waiting: list[ast.expr] = [ast.parse(expression, mode="eval").body]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            waiting = [*node.values, *waiting]
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            left = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                yield ast.unparse(ast.Compare(left, [operator], [right]))
                left = right
        else:
            yield ast.unparse(node)


def holds(clause: str, measured: dict[str, Any], basis: dict[str, Any]) -> bool:
    values: dict[str, Any] = {"m": measured, "d": {}, "k": {}, TODAY: DAY}
    for name, value in basis.items():
        values[name[0]][name[2:]] = value
    verdict = parse(clause).evaluate(values)
    assert isinstance(verdict, bool)
    return verdict


def test_the_table_has_every_item() -> None:
    assert list(CASES) == list(shipped_checklist().items)


@pytest.mark.parametrize("key", CASES)
def test_it_passes_at_the_limit_and_fails_beyond_it(key: str) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    measured, basis = case["measured"], case["basis"]
    assert set(basis) == set(item.reads)
    assert judge(item, measured, basis, DAY).verdict is Verdict.PASSED
    parts = list(clauses(item.expression))
    assert {fail["clause"] for fail in case["fails"]} == set(parts), "a clause that nothing fails is a defect"
    for fail in case["fails"]:
        changed, other = measured | fail.get("measured", {}), basis | fail.get("basis", {})
        assert [part for part in parts if not holds(part, changed, other)] == [fail["clause"]]
        if all(has_value(field, changed[field.key]) for field in item.fields if not field.optional):
            assert judge(item, changed, other, DAY).verdict is Verdict.FAILED


@pytest.mark.parametrize("key", CASES)
def test_a_number_beyond_its_limit_is_one_step_beyond_it(key: str) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    for fail in case["fails"]:
        for name, value in fail.get("measured", {}).items():
            if item.by_key[name].kind is FieldKind.NUMBER:
                step = abs(value - case["measured"][name])
                assert step == pytest.approx(item.by_key[name].resolution, rel=1e-6)


@pytest.mark.parametrize("key", CASES)
def test_the_values_of_the_table_fit_their_fields(key: str) -> None:
    item = shipped_checklist().items[key]
    for name, value in CASES[key]["measured"].items():
        assert checked_value(item.by_key[name], value) == value


@pytest.mark.parametrize("key", [item.key for item in shipped_checklist().items.values() if item.reads])
def test_without_a_limit_it_cannot_pass(key: str) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    for name in item.reads:
        judgement = judge(item, case["measured"], {**case["basis"], name: None}, DAY)
        assert (judgement.verdict, judgement.missing) == (Verdict.NOT_SET, (name,))


@pytest.mark.parametrize("key", CASES)
def test_without_one_of_its_fields_it_is_not_judged(key: str) -> None:
    item, case = shipped_checklist().items[key], CASES[key]
    for field in item.fields:
        measured = {name: value for name, value in case["measured"].items() if name != field.key}
        verdict = judge(item, measured, case["basis"], DAY).verdict
        assert verdict is (_partial(item, measured) if not field.optional else Verdict.PASSED)


def _partial(item: Item, measured: dict[str, Any]) -> Verdict:
    del item
    return Verdict.PARTIAL if measured else Verdict.EMPTY
