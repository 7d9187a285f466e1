"""How commands write numbers, quantities and messages for people: sensible digits, grouped thousands, no exponents.

JSON holds the exact values; these are for text only.
"""

import math

from gpudesk.core.messages.message import Message, Quantity, Value, filled, quantity_texts
from gpudesk.core.values.quantity_text import THIN_SPACE, NumberStyle

_LADDERS = (
    ("W", "kW", "MW", "GW"),
    ("VA", "kVA", "MVA"),
    ("Wh", "kWh", "MWh", "GWh", "TWh"),
    ("g", "kg", "t"),
    ("ns", "µs", "ms", "s"),
    ("B", "kB", "MB", "GB", "TB", "PB", "EB"),
    ("B/s", "kB/s", "MB/s", "GB/s", "TB/s"),
    ("b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", "Pb/s"),
    ("FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP"),
)
"""Units, each a thousand of the one before. A mass is written in t from 1,000 kg and in g below 1 kg."""
_DIGITS, _MOST_DIGITS = 3, 12
_ENGLISH = NumberStyle()


def rounded(value: float, digits: int = _DIGITS) -> str:
    """A number with `digits` significant digits, but always with its whole part of up to that precision: 0.0487, 6.34, 49,000."""
    if isinstance(value, int) or value == 0 or not math.isfinite(value):
        return f"{value:,}" if isinstance(value, int) else f"{value:g}"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    text = f"{round(value, places):,.{max(places, 0)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def quantity(value: float, unit: str, digits: int = _DIGITS) -> str:
    """A value in the unit that suits its size: 8,250 kg is 8.25 t, 0.0487 MWh is 48.7 kWh."""
    ladder, step = _ladder(unit, value)
    amount = value * 1000.0 ** (ladder.index(unit) - step)
    return f"{rounded(amount, digits)} {ladder[step]}"


def change(before: float, after: float, unit: str) -> str:
    """Two values of one figure, each in the unit that suits it: "379 kW → 1.51 MW"; with more digits where they would read alike."""
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        texts = [quantity(value, unit, digits) if unit else rounded(value, digits) for value in (before, after)]
        if texts[0] != texts[1]:
            break
    return " → ".join(texts)


def span(value: float, low: float, high: float, digits: int = _DIGITS) -> str:
    """An estimate with its range: "6,340 (1,700-7,500)"."""
    return f"{rounded(value, digits)} ({rounded(low, digits)}-{rounded(high, digits)})"


def percent(value: float) -> str:
    """A percentage in whole numbers: 92 %; 12.5 % and 87.5 % are exact. Nearly all or nothing does not read as 100 or 0: 99.98 %."""
    halves = abs(2 * value - round(2 * value)) < 1e-9
    for places in range(1 if halves else 0, 7):
        shown = round(value, places)
        if halves or shown not in (0, 100):
            return f"{shown:,.{places}f}".removesuffix(".0") + " %"
    return f"{value:g} %"


def sentence(message: Message) -> str:
    """A message in English with its numbers grouped and in four significant digits, as people read them.

    Raises:
        KeyError: a field has no value.
    """
    return phrase(message.text, **message.values)


def phrase(text: str, /, **values: Value) -> str:
    """A text of commands with its fields filled as in `sentence`, such as "{amount} {amount|GPU|GPUs}"."""
    quantities = {name: written.replace(THIN_SPACE, " ") for name, written in quantity_texts(values, _ENGLISH).items()}
    return filled(text, lambda name: quantities[name] if name in quantities else _value(values[name]), values)


def _value(value: Value) -> str:
    if isinstance(value, Message):
        return sentence(value)
    if isinstance(value, Quantity):
        return value.plain()
    if isinstance(value, tuple):
        return ", ".join(_value(part) for part in value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else rounded(value, 4)
    return f"{value:,}"


def _ladder(unit: str, value: float) -> tuple[tuple[str, ...], int]:
    """The units like `unit`, and the place of the one in which `value` is from 1 to under 1,000."""
    ladder = next((units for units in _LADDERS if unit in units), (unit,))
    step = ladder.index(unit)
    size = abs(value)
    while size >= 999.5 and step + 1 < len(ladder):
        size, step = size / 1000, step + 1
    while 0 < size < 0.9995 and step:
        size, step = size * 1000, step - 1
    return ladder, step
