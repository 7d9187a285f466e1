"""Types side by side: a line for every fact that one of them has, and which lines differ."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.panels.catalog.fact_text import fact_origin, fact_title, marked_text, others_legend
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.type_name import tr_type_name

MOST_COMPARED = 6
_SAID = (QT_TRANSLATE_NOOP("Comparison", "{model}: confidence"), QT_TRANSLATE_NOOP("Comparison", "{model}: source"))


def comparison_heads(kinds: Sequence[HardwareType]) -> list[Head]:
    """The column of names, then one a type."""
    return [Head(QCoreApplication.translate("Comparison", "Fact")), *(Head(tr_type_name(kind.title)) for kind in kinds)]


def comparison_lines(catalog: Catalog, kinds: Sequence[HardwareType], *, differences: bool) -> list[Line]:
    """The lines under the headings of the catalog.

    Args:
        differences: only lines in which the types differ.
    """
    spanish = language() == "es"
    lines = _identity(kinds)
    heading = ""
    for name, definition in catalog.facts.items():
        facts = [kind.facts.get(name) for kind in kinds]
        if not any(facts):
            continue
        differ = len({None if fact is None else fact.value for fact in facts}) > 1
        if differences and not differ:
            continue
        group = catalog.groups[definition.group]
        title = group.title_es if spanish else group.title
        if title != heading:
            heading = title
            lines.append(Line(("group", definition.group), (), title))
        cells = [Cell(fact_title(definition), ink="text.secondary")]
        for fact in facts:
            if fact is None:
                cells.append(Cell(MISSING, ink="text.tertiary", lit=differ))
                continue
            text = marked_text(definition, fact)
            cells.append(Cell(text, confidence=str(fact.confidence), tool_tip=fact_origin(definition, fact), lit=differ))
        lines.append(Line(("fact", name), tuple(cells)))
    lines += _counted(kinds, differences=differences)
    if any(fact.others for kind in kinds for fact in kind.facts.values()):
        lines.append(Line(("group", "legend"), (), others_legend()))
    return lines


def _identity(kinds: Sequence[HardwareType]) -> list[Line]:
    """Order code and key of a type; they always differ, so they are always shown."""
    lines = []
    for name, title, texts in (
        ("part_numbers", QCoreApplication.translate("Comparison", "Part numbers"), [", ".join(kind.part_numbers) for kind in kinds]),
        ("key", QCoreApplication.translate("Comparison", "Key"), [kind.key for kind in kinds]),
    ):
        cells = [Cell(text or MISSING, ink="" if text else "text.tertiary", tool_tip=text) for text in texts]
        lines.append(Line(("identity", name), (Cell(title, ink="text.secondary"), *cells)))
    return lines


def comparison_table(catalog: Catalog, kinds: Sequence[HardwareType], lines: Sequence[Line]) -> list[list[str | int | float | None]]:
    """The comparison for a spreadsheet: numbers as in the catalog, with units in a separate column, and the source of each value.

    Args:
        lines: the result of `comparison_lines` for the same types.
    """
    detail_heads = [QCoreApplication.translate("Comparison", text) for text in _SAID]
    head: list[str | int | float | None] = [
        QCoreApplication.translate("Comparison", "Fact"),
        QCoreApplication.translate("Comparison", "Unit"),
    ]
    for kind in kinds:
        head += [tr_type_name(kind.title), *(text.format(model=tr_type_name(kind.title)) for text in detail_heads)]
    rows = [head]
    for line in lines:
        if line.group:
            continue
        table, name = line.key
        row: list[str | int | float | None] = [line.cells[0].text, catalog.facts[name].unit if table == "fact" else ""]
        for kind, cell in zip(kinds, line.cells[1:], strict=True):
            fact = kind.facts.get(name) if table == "fact" else None
            if fact is not None:
                row += [_raw(fact.value), str(fact.confidence), tr_source(fact.source)]
            elif table in ("fact", "identity") or cell.text == MISSING:
                row += ["" if cell.text == MISSING else cell.text, "", ""]
            else:
                row += [_counts(kind, table).get(name, 0), "", ""]
        rows.append(row)
    return rows


def _raw(value: Any) -> str | int | float:
    return str(value).lower() if isinstance(value, bool) else value if isinstance(value, int | float) else str(value)


def _counted(kinds: Sequence[HardwareType], *, differences: bool) -> list[Line]:
    """Ports by kind and rate, and included parts."""
    lines: list[Line] = []
    for table, title in (
        ("ports", QCoreApplication.translate("Comparison", "Ports")),
        ("contains", QCoreApplication.translate("Comparison", "Contains")),
    ):
        counts = [_counts(kind, table) for kind in kinds]
        rows = []
        for name in dict.fromkeys(name for count in counts for name in count):
            values = [count.get(name, 0) for count in counts]
            differ = len(set(values)) > 1
            if differ or not differences:
                cells = [
                    Cell(format_number(value) if value else MISSING, ink="" if value else "text.tertiary", lit=differ) for value in values
                ]
                rows.append(Line((table, name), (Cell(name, ink="text.secondary"), *cells)))
        if rows:
            lines += [Line(("group", table), (), title), *rows]
    return lines


def _counts(kind: HardwareType, table: str) -> dict[str, int]:
    return _ports(kind) if table == "ports" else {part.key: part.count for part in kind.contains}


def _ports(kind: HardwareType) -> dict[str, int]:
    ports: dict[str, int] = {}
    for group in kind.port_groups:
        name = f"{group.kind.upper()} {format_number(group.rate_gbps)} Gb/s" if group.rate_gbps else group.kind.upper()
        ports[name] = ports.get(name, 0) + len(group.ports)
    return ports
