"""The site sheet and the baseline as lines of a table, and conversion of input into values.

Both store SI units; display and input use the units chosen by the user. Unedited values stay exactly as stored.
"""

import math
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from gpudesk.project.site_sheet import SheetDefinition, SheetValue, SiteSheet, Titles, ValueKind
from gpudesk.ui.toolkit.palette_search import fold
from gpudesk.ui.toolkit.parts.plain_table import Cell, Line
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE, converted, format_number
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

YES, NO = "yes", "no"


def title(titles: Titles) -> str:
    """A name in the person's language."""
    return titles.title_es if language() == "es" else titles.title


def shown_value(definition: SheetDefinition, value: SheetValue | None) -> str:
    """A value as displayed, without its unit."""
    if value is None:
        return MISSING
    if definition.kind is ValueKind.FLAG:
        return _yes() if value else _no()
    if definition.kind is ValueKind.CHOICE:
        titles = definition.choices.get(str(value))
        return str(value) if titles is None else title(titles)
    if isinstance(value, int | float):
        other = converted(definition.unit)
        return format_number(float(value)) if other is None else format_number(round(other.shown(value), other.decimals))
    return str(value) or MISSING


def shown_unit(definition: SheetDefinition) -> str:
    """The unit in which a value is shown and typed."""
    other = converted(definition.unit)
    return definition.unit if other is None else other.unit


def typed_value(definition: SheetDefinition, value: SheetValue | None) -> str:
    """A value as its editor begins: figures without groups."""
    if value is None:
        return ""
    if definition.kind is ValueKind.FLAG:
        return YES if value else NO
    if isinstance(value, int | float):
        other = converted(definition.unit)
        text = f"{value:.12g}" if other is None else f"{round(other.shown(value), other.decimals + 2):.12g}"
        return text.replace(".", ",") if language() == "es" else text
    return str(value)


def read_value(definition: SheetDefinition, text: str, present: SheetValue | None = None) -> SheetValue | None:
    """The input of the user; None for nothing. An unchanged text is the `present` value, regardless of rounding.

    Raises:
        ValueError: the input is not a number.
    """
    text = text.strip()
    if not text:
        return None
    if definition.kind is ValueKind.FLAG:
        return text == YES
    if definition.kind is not ValueKind.NUMBER:
        return text
    if present is not None and text == typed_value(definition, present):
        return present
    number = read_number(text)
    other = converted(definition.unit)
    if other is not None:
        number = other.kept(number)
    return int(number) if number.is_integer() else number


def read_number(text: str) -> float:
    """A number in the format of the user's language; blanks may separate its groups.

    Raises:
        ValueError: the text is not a number.
    """
    plain = "".join(text.split()).replace(THIN_SPACE, "").replace("−", "-")
    plain = plain.replace(",", ".") if language() == "es" else plain.replace(",", "")
    return float(plain)


def choices(definition: SheetDefinition) -> tuple[tuple[str, str], ...]:
    """Entries of a drop-down list; empty for a text field."""
    if definition.kind is ValueKind.FLAG:
        return ((YES, _yes()), (NO, _no()))
    if definition.kind is ValueKind.CHOICE:
        return tuple((word, title(titles)) for word, titles in definition.choices.items())
    return ()


def limits(definition: SheetDefinition) -> str:
    """The bounds of a number: "100–690 V"."""
    low, high = definition.minimum, definition.maximum
    other = converted(definition.unit)
    if other is not None:
        # What is shown as a limit can be typed: it is never rounded out of the bounds.
        step = 10**other.decimals
        low = None if low is None else math.ceil(round(other.shown(low) * step, 6)) / step
        high = None if high is None else math.floor(round(other.shown(high) * step, 6)) / step
    unit = f"{THIN_SPACE}{shown_unit(definition)}" if definition.unit else ""
    if low is not None and high is not None:
        return f"{format_number(low)}–{format_number(high)}{unit}"
    if low is not None:
        return f"≥ {format_number(low)}{unit}"
    if high is not None:
        return f"≤ {format_number(high)}{unit}"
    return ""


def site_lines(sheet: SiteSheet, words: str, *, only_said: bool, writable: bool) -> list[Line]:
    """The lines of the site sheet that match the text, below their group headers."""
    lines: list[Line] = []
    for group, titles in sheet.definitions.groups.items():
        group_lines = [
            _site_line(sheet, definition, writable=writable)
            for definition in sheet.definitions.values.values()
            if definition.group == group and (not only_said or definition.key in sheet.said) and _fits(definition, titles, words)
        ]
        if group_lines:
            lines += [Line(f"group:{group}", (), title(titles)), *group_lines]
    return lines


def _fits(definition: SheetDefinition, group: Titles, words: str) -> bool:
    texts = (
        definition.titles.title,
        definition.titles.title_es,
        definition.key,
        definition.source,
        definition.source_es,
        title(group),
        definition.unit,
        shown_unit(definition),
    )
    searched = fold(" ".join(texts))
    return all(word in searched for word in fold(words).split())


def _site_line(sheet: SiteSheet, definition: SheetDefinition, *, writable: bool) -> Line:
    is_set = definition.key in sheet.said
    value = sheet.value(definition.key)
    note = definition.note_es if language() == "es" and definition.note_es else definition.note
    named = definition.source_es if language() == "es" and definition.source_es else definition.source
    source = QCoreApplication.translate("SiteSheet", "set in this project") if is_set else named
    name = title(definition.titles)
    cells = (
        Cell(name, tool_tip="\n".join(part for part in (name, note, definition.key) if part)),
        Cell(
            shown_value(definition, value),
            shown_unit(definition) if definition.kind is ValueKind.NUMBER and value is not None else "",
            step="strong" if is_set else "",
            edited=typed_value(definition, value) if writable else None,
            choices=choices(definition),
            tool_tip=note or name,
        ),
        Cell(shown_value(definition, sheet.default(definition.key)), ink="text.tertiary", step="caption", right=True),
        Cell(limits(definition), ink="text.tertiary", step="caption", right=True),
        Cell(
            confidence=str(sheet.confidence(definition.key)), spoken=confidence_name(str(sheet.confidence(definition.key))), tool_tip=source
        ),
        Cell(source, ink="text.secondary", step="caption", tool_tip=source),
        Cell(button=QCoreApplication.translate("SiteSheet", "Reset") if is_set and writable else ""),
    )
    return Line(definition.key, cells)


def count_values(lines: Iterable[Line]) -> int:
    """How many of the lines are values."""
    return sum(not line.group for line in lines)


def _yes() -> str:
    return QCoreApplication.translate("SiteSheet", "yes")


def _no() -> str:
    return QCoreApplication.translate("SiteSheet", "no")
