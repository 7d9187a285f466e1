"""The language of a report: its texts, numbers and physical values."""

from dataclasses import dataclass, field
from datetime import datetime

from gpudesk.catalog.type_names import type_name_in
from gpudesk.core.messages.message import Message, Quantity, Value, filled, quantity_texts
from gpudesk.core.values.quantity_text import NumberStyle
from gpudesk.formats.text.shown_values import Translate, shown_values


def _untranslated(_context: str, text: str) -> str:
    return text


@dataclass(frozen=True)
class Wording:
    """Language of a report, independent of the interface: English, unless the interface provides a translation.

    Attributes:
        style: language and units of figures.
        translate: translates the texts of the code.
    """

    style: NumberStyle = field(default_factory=NumberStyle)
    translate: Translate = _untranslated

    def say(self, context: str, text: str, **values: Value) -> str:
        """A text marked by QT_TRANSLATE_NOOP in `context`, its `{name}` fields filled."""
        return self.message(Message(context, text, values))

    def message(self, message: Message) -> str:
        """A message from lower layers; a field without a value stays visible."""
        text = self.translate(message.context, message.text)
        values = shown_values(message, self.translate, self.style.language)
        quantities = quantity_texts(values, self.style)

        def field(name: str) -> str:
            if name in quantities:
                return quantities[name]
            return self.value(values[name]) if name in values else f"{{{name}}}"

        return filled(text, field, values)

    def value(self, value: Value) -> str:
        """One value of a message."""
        if isinstance(value, Quantity):
            return self.style.quantity(value.value, value.unit)
        if isinstance(value, Message):
            return self.message(value)
        if isinstance(value, tuple):
            return ", ".join(self.value(part) for part in value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(value)
        return self.style.number(value)

    def number(self, value: float | None, decimals: int | None = None) -> str:
        """A number; "–" if missing."""
        return self.style.number(value, decimals)

    def quantity(self, value: float | None, unit: str, *, decimals: int | None = None, scale: bool = True) -> str:
        """A physical value with its unit; "–" if missing."""
        return self.style.quantity(value, unit, decimals=decimals, scale=scale)

    def total(self, value: float | None, unit: str) -> str:
        """A total with its unit and three significant digits: 28.2 t, 1.51 MW; "–" if it is missing."""
        return self.style.total(value, unit)

    def unit(self, unit: str) -> str:
        """The unit in which values kept in `unit` are written, for the head of a column."""
        return self.style.written(unit).unit

    def amount(self, value: float | None, unit: str, decimals: int | None = None) -> str:
        """The number of a physical value below such a head; "–" if missing."""
        return self.style.split(value, unit, decimals=decimals, scale=False)[0]

    def type_name(self, name: str) -> str:
        """A model, or a vendor with its model; product names are unchanged."""
        return type_name_in(name, self.style.language)

    def date(self, moment: datetime) -> str:
        """A day in ISO 8601 format: month and day are unambiguous."""
        return f"{moment:%Y-%m-%d}"


ENGLISH = Wording()
"""Plain English with metric units."""
