"""Whether the values recorded for an item pass: the limit is an expression over the plan, so no one types it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gpudesk.core.checklist.item_reader import TODAY
from gpudesk.core.checklist.items import Evidence, FieldKind, Item
from gpudesk.core.checklist.limits import broken_parts
from gpudesk.core.expressions.expression import ExpressionError
from gpudesk.core.names.connector_names import names_same_port

Value = Any
"""The value of a field: a number, a text, true or false, a list of single values or of mappings."""

PLANNED_PORTS = ("d.port_a", "d.port_b")
"""Ports of the plan that earlier versions recorded without the connector of a host port."""


class Verdict(StrEnum):
    """The result of evaluating an item's values."""

    EMPTY = "empty"
    """Nothing was entered."""
    PARTIAL = "partial"
    """Fields are missing, and those that are filled keep their limits."""
    NOT_SET = "not_set"
    """A value of the plan or of the site sheet is missing, without which it cannot pass."""
    PASSED = "passed"
    FAILED = "failed"
    """A limit is not kept, even if other fields are still missing: they cannot change that."""
    UNREADABLE = "unreadable"
    """The values do not fit the expression."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with its basis.

    Attributes:
        missing: the keys of the fields without a value, or of the names that are not set.
        filled, wanted: the number of relevant fields with a value, and their total number.
        basis: the values of plan and site sheet that were read, by their names.
        reason: why the values do not fit the expression.
    """

    verdict: Verdict
    missing: tuple[str, ...]
    filled: int
    wanted: int
    basis: Mapping[str, Any]
    reason: str = ""


def judge(item: Item, measured: Mapping[str, Value], basis: Mapping[str, Any], today: str) -> Judgement:
    """Evaluate an item.

    Args:
        measured: field → value; fields without one are omitted.
        basis: `item.reads` → value, None if unknown.
        today: the date, "2026-03-01".
    """
    counted = [field for field in item.fields if not field.optional]
    missing = tuple(field.key for field in counted if not has_value(field, measured.get(field.key)))
    filled = len(counted) - len(missing)
    stated = {name: basis.get(name) for name in item.reads}
    if broken_fields(item, measured, stated, today):
        return Judgement(Verdict.FAILED, missing, filled, len(counted), stated)
    if missing:
        verdict = Verdict.PARTIAL if measured else Verdict.EMPTY
        return Judgement(verdict, missing, filled, len(counted), stated)
    unset = tuple(name for name, value in stated.items() if value is None)
    if unset:
        return Judgement(Verdict.NOT_SET, unset, filled, len(counted), stated)
    recorded = _with_planned_ports(measured, stated)
    values: dict[str, Any] = {"m": {field.key: recorded.get(field.key) for field in item.fields}, "d": {}, "k": {}, TODAY: today}
    for name, value in stated.items():
        first, _, rest = name.partition(".")
        _put(values[first], rest, value)
    try:
        passed = item.acceptance.evaluate(values)
    except ExpressionError as error:
        return Judgement(Verdict.UNREADABLE, (), filled, len(counted), stated, str(error))
    if not isinstance(passed, bool):
        return Judgement(Verdict.UNREADABLE, (), filled, len(counted), stated, item.expression)
    return Judgement(Verdict.PASSED if passed else Verdict.FAILED, (), filled, len(counted), stated)


def _with_planned_ports(measured: Mapping[str, Value], basis: Mapping[str, Any]) -> Mapping[str, Value]:
    """Recorded ports under their planned names: labels and records of earlier versions lack the connector of a host port."""
    ports = [basis[name] for name in PLANNED_PORTS if basis.get(name) is not None]
    if not ports:
        return measured
    return {
        key: next((port for port in ports if names_same_port(value, port)), value) if isinstance(value, str) else value
        for key, value in measured.items()
    }


def broken_fields(item: Item, measured: Mapping[str, Value], basis: Mapping[str, Any], today: str) -> tuple[str, ...]:
    """The keys of the fields whose values violate a limit, as far as the values entered so far determine.

    Args:
        measured, basis, today: as in `judge`.
    """
    recorded = _with_planned_ports(measured, basis)
    known = {field.key: recorded[field.key] for field in item.fields if has_value(field, recorded.get(field.key))}
    parts = broken_parts(item.expression, item.by_key, known, basis, today)
    return tuple(dict.fromkeys(key for part in parts for key in part.fields))


def has_value(field: Evidence, value: Value) -> bool:
    """Whether a field is complete: if it holds several, with enough lines or enough different photos."""
    if value is None or value == "":
        return False
    if field.kind not in (FieldKind.LIST, FieldKind.PHOTO) or not isinstance(value, list):
        return True
    return len(set(value) if field.kind is FieldKind.PHOTO else value) >= field.least


def _put(values: dict[str, Any], name: str, value: Any) -> None:
    *path, last = name.split(".")
    for part in path:
        values = values.setdefault(part, {})
    values[last] = value
