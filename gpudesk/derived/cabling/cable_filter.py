"""Cables that match a filter: typed words, conditions such as "node = dgx-014", a range of lengths."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from types import MappingProxyType

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.cable_table import CableTable

_CONDITION = re.compile(r"\s*([^\W\d]+)\s*(<=|>=|=|<|>)\s*(.+?)\s*\Z")
_TEXTS = ("network", "node", "from", "to", "port", "interface", "medium")
_NUMBERS = ("number", "rail", "length", "route", "loss", "phase")
_SAME = {"no": "number", "cable": "number", "device": "node", "type": "medium", "stock": "length"}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on cables.

    Attributes:
        field: "network", "node" (a device at either end), "from", "to", "port", "interface", "medium", "number", "rail", "length",
            "route", "loss" (dB) or "phase".
        sign: "=", "<", ">", "<=" or ">="; texts support only "=".
        value: a text, in which * matches anything, or a number; lengths in meters.
    """

    field: str
    sign: str
    value: str

    def __str__(self) -> str:
        return f"{self.field} {self.sign} {self.value}"


@dataclass(frozen=True, slots=True)
class CableFilter:
    """The filter criteria for the displayed cables.

    Attributes:
        words: all of these occur in a cable's devices, ports, interface, network, medium or number.
        conditions: all of them are met.
        length_m: minimum and maximum length, None for any.
        problems: only cables with problems.
        devices: only cables that end at one of these devices, by id; None for any.
    """

    words: str = ""
    conditions: tuple[Condition, ...] = ()
    length_m: tuple[float, float] | None = None
    problems: bool = False
    devices: frozenset[int] | None = None

    @property
    def empty(self) -> bool:
        """Whether the filter matches every cable."""
        return self == CableFilter()

    def with_condition(self, condition: Condition) -> "CableFilter":
        """The same with one more condition; one on equality takes the place of another one on the same field."""
        others = [
            kept_condition
            for kept_condition in self.conditions
            if not (kept_condition.field == condition.field and kept_condition.sign == condition.sign)
        ]
        return replace(self, conditions=(*others, condition))


def read_condition(text: str, names: Mapping[str, str] = MappingProxyType({})) -> Condition | None:
    """A condition from typed text, None if the text is not one.

    Args:
        names: field names in the user's language: name → field.
    """
    match = _CONDITION.match(text)
    if match is None:
        return None
    field, sign, value = match.groups()
    field = names.get(field.lower(), _SAME.get(field.lower(), field.lower()))
    if field in _TEXTS and sign == "=":
        return Condition(field, sign, value)
    number = value.lower().removesuffix("m").strip().replace(",", ".") if field in ("length", "route") else value
    if field in _NUMBERS and re.fullmatch(r"\d+(\.\d+)?", number):
        return Condition(field, sign, number)
    return None


def passing(table: CableTable, wanted: CableFilter, marked: Ids) -> Mask:
    """Which cables match a filter, shape (cables,).

    Args:
        marked: ids of the cables with problems, ascending.
    """
    mask = np.ones(len(table), bool)
    for word in wanted.words.casefold().split():
        mask &= _with_word(table, word)
    for condition in wanted.conditions:
        mask &= _that_meet(table, condition)
    if wanted.length_m is not None:
        low, high = wanted.length_m
        mask &= (table.length_m >= low) & (table.length_m <= high)
    if wanted.problems:
        mask &= np.isin(table.ids, marked)
    if wanted.devices is not None:
        ids = np.array(sorted(wanted.devices), np.int64)
        mask &= np.isin(table.cables["a_device_id"], ids) | np.isin(table.cables["b_device_id"], ids)
    return mask


def _with_word(table: CableTable, word: str) -> Mask:
    """The cables with a word in one of their texts."""
    mask = _either_device(table, lambda name: word in name) | _either_port(table, table.ports.names, lambda name: word in name)
    mask |= _either_port(table, table.ports.interfaces, lambda name: word in name)
    mask |= _lookup(table.networks, lambda name: word in name)[table.network]
    mask |= _lookup(table.media, lambda name: word in name)[table.medium]
    if word.isdecimal() and len(word) < 18:
        mask |= table.ids == int(word)
    return mask


def _that_meet(table: CableTable, condition: Condition) -> Mask:
    if condition.field in _NUMBERS:
        return _compared(_numbers(table, condition.field), condition)
    pattern = condition.value.casefold()

    def fits(name: str) -> bool:
        return fnmatchcase(name, pattern) if "*" in pattern else name == pattern

    match condition.field:
        case "network":
            return _lookup(table.networks, fits)[table.network]
        case "medium":
            return _lookup(table.media, fits)[table.medium]
        case "node":
            return _either_device(table, fits)
        case "from":
            return _lookup(table.names, fits)[table.a_device]
        case "to":
            return _lookup(table.names, fits)[table.b_device]
        case "interface":
            return _either_port(table, table.ports.interfaces, fits)
    return _either_port(table, table.ports.names, fits)


def _numbers(table: CableTable, field: str) -> Reals | Ids:
    if field == "length":
        return table.length_m
    if field == "loss":
        return table.loss_db
    if field == "route":
        return table.route_m
    if field == "rail":
        return np.where(table.rail == ABSENT, np.nan, table.rail)
    return table.ids if field == "number" else table.cables["phase"]


def _compared(values: Reals | Ids, condition: Condition) -> Mask:
    limit = float(condition.value)
    signs: dict[str, Callable[[Reals | Ids, float], Mask]] = {
        "=": np.equal,
        "<": np.less,
        ">": np.greater,
        "<=": np.less_equal,
        ">=": np.greater_equal,
    }
    return signs[condition.sign](values, limit)


def _either_device(table: CableTable, fits: Callable[[str], bool]) -> Mask:
    of_name = _lookup(table.names, fits)
    return of_name[table.a_device] | of_name[table.b_device]


def _either_port(table: CableTable, names: Sequence[str], fits: Callable[[str], bool]) -> Mask:
    of_name = _lookup(names, fits)
    return of_name[table.a_port] | of_name[table.b_port]


def _lookup(names: Sequence[str], fits: Callable[[str], bool]) -> Mask:
    """Whether each of some names fits."""
    return np.fromiter((fits(name.casefold()) for name in names), bool, len(names))
