"""Texts that are made below the interface and translated in it.

A message is a literal, marked for the translators with `QT_TRANSLATE_NOOP`, and the values that fill it. It can be stored (history keeps
context, text and values), compared, shown in English by the command line and translated by the interface.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, Union

from gpudesk.core.values.quantity_text import THIN_SPACE, NumberStyle


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark `text` for translation in `context`; returns `text` unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Quantity:
    """A physical value inside a message: `value` in the SI unit or domain unit named by `unit` ("W", "kg", "mm", "U", "A", "V", "%")."""

    value: float
    unit: str

    def plain(self) -> str:
        """The value in English with its unit, as the window writes it: 1,610 mm, 43.7 kW."""
        return _ENGLISH.quantity(self.value, self.unit).replace(THIN_SPACE, " ")


_ENGLISH = NumberStyle()
Scalar = Union[str, int, float, Quantity, "Message"]
"""A message inside a message is its reason: each is translated on its own."""
Value = Scalar | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable text: `text` has `{name}` fields that `values` fill, and `{name|device|devices}` for the form that a number takes."""

    context: str
    text: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def plain(self) -> str:
        """The text in English.

        Raises:
            KeyError: a field has no value.
        """
        quantities = {name: text.replace(THIN_SPACE, " ") for name, text in quantity_texts(self.values, _ENGLISH).items()}
        return filled(self.text, lambda name: quantities[name] if name in quantities else plain_value(self.values[name]), self.values)

    def __str__(self) -> str:
        return self.plain()

    def to_json(self) -> str:
        """One line of JSON from which `from_json` makes an equal message."""
        return json.dumps(_value_to_json(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, line: str) -> Self:
        """The message written by `to_json`.

        Raises:
            ValueError: `line` is not such a line.
        """
        try:
            body = json.loads(line)
            values = {str(name): _value_from_json(value) for name, value in body["values"].items()}
            return cls(str(body["context"]), str(body["text"]), values)
        except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"not a stored message: {line[:80]!r}") from error


_FIELD = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


def filled(text: str, value_of: Callable[[str], str], values: Mapping[str, object]) -> str:
    """`text` with each `{name}` replaced by `value_of(name)`; other braces are unchanged.

    `{name|device|devices}` is the first form if the value of `name` in `values` is one, otherwise the second: English and Spanish
    have no others. Texts also come from files, so they do not use the syntax of `str.format`, which accesses attributes and pads to
    any width.
    """

    def put(match: re.Match[str]) -> str:
        name, one, several = match.groups()
        if one is None:
            return value_of(name)
        return one if values.get(name) in (1, "1") else several

    return _FIELD.sub(put, text)


def fields_of_text(text: str) -> set[str]:
    """The names of the `{name}` fields of a text."""
    return {field_match[1] for field_match in _FIELD.finditer(text)}


def quantity_texts(values: Mapping[str, Value], style: NumberStyle) -> dict[str, str]:
    """The quantities of a message in a style, by their fields: a value and its limit that differ read differently."""
    return style.distinct({name: (value.value, value.unit) for name, value in values.items() if isinstance(value, Quantity)})


def plain_value(value: Value) -> str:
    """One value of a message in English."""
    if isinstance(value, Quantity | Message):
        return value.plain()
    if isinstance(value, tuple):
        return ", ".join(plain_value(part) for part in value)
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def _value_to_json(value: Value) -> Any:
    if isinstance(value, Quantity):
        return {"quantity": value.value, "unit": value.unit}
    if isinstance(value, Message):
        return {
            "context": value.context,
            "text": value.text,
            "values": {name: _value_to_json(field_value) for name, field_value in value.values.items()},
        }
    if isinstance(value, tuple):
        return [_value_to_json(part) for part in value]
    return value


def _value_from_json(value: Any) -> Value:
    if isinstance(value, dict) and "text" in value:
        values = {str(name): _value_from_json(inner) for name, inner in value["values"].items()}
        return Message(str(value["context"]), str(value["text"]), values)
    if isinstance(value, dict):
        return Quantity(float(value["quantity"]), str(value["unit"]))
    if isinstance(value, list):
        return tuple(_scalar(_value_from_json(part)) for part in value)
    if isinstance(value, str | int | float):
        return value
    raise TypeError(f"a message holds text, numbers, quantities and messages, not {type(value).__name__}")


def _scalar(value: Value) -> Scalar:
    if isinstance(value, tuple):
        raise TypeError("a list inside a message holds single values")
    return value
