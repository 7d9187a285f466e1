"""Types side by side: a line for every fact that one of them has, and which lines differ."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog import Catalog
from gpudesk.core.hardware import HardwareType
from gpudesk.ui.models.fact_text import fact_origin, fact_text, fact_title
from gpudesk.ui.models.plain_table import Cell, Head, Line
from gpudesk.ui.quantities import MISSING, format_number
from gpudesk.ui.translate import language

MOST_COMPARED = 6


def comparison_heads(kinds: Sequence[HardwareType]) -> list[Head]:
    """The column of names, then one a type."""
    return [Head(QCoreApplication.translate("Comparison", "Fact")), *(Head(kind.title) for kind in kinds)]


def comparison_lines(catalog: Catalog, kinds: Sequence[HardwareType], *, differences: bool) -> list[Line]:
    """The lines under the headings of the catalog.

    Args:
        differences: only lines in which the types differ.
    """
    spanish = language() == "es"
    lines: list[Line] = []
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
            text = fact_text(definition, fact) + (" ≠" if fact.others else "")
            cells.append(Cell(text, confidence=str(fact.confidence), tool_tip=fact_origin(definition, fact), lit=differ))
        lines.append(Line(("fact", name), tuple(cells)))
    return [*lines, *_counted(kinds, differences=differences)]


def _counted(kinds: Sequence[HardwareType], *, differences: bool) -> list[Line]:
    """Ports by kind and rate, and what comes inside."""
    ports = [_ports(kind) for kind in kinds]
    parts = [{part.key: part.count for part in kind.contains} for kind in kinds]
    lines: list[Line] = []
    for title, counts in (
        (QCoreApplication.translate("Comparison", "Ports"), ports),
        (QCoreApplication.translate("Comparison", "Contains"), parts),
    ):
        rows = []
        for name in dict.fromkeys(name for count in counts for name in count):
            values = [count.get(name, 0) for count in counts]
            differ = len(set(values)) > 1
            if differ or not differences:
                cells = [
                    Cell(format_number(value) if value else MISSING, ink="" if value else "text.tertiary", lit=differ) for value in values
                ]
                rows.append(Line((title, name), (Cell(name, ink="text.secondary"), *cells)))
        if rows:
            lines += [Line(("group", title), (), title), *rows]
    return lines


def _ports(kind: HardwareType) -> dict[str, int]:
    found: dict[str, int] = {}
    for group in kind.port_groups:
        name = f"{group.kind.upper()} {format_number(group.rate_gbps)} Gb/s" if group.rate_gbps else group.kind.upper()
        found[name] = found.get(name, 0) + len(group.ports)
    return found
