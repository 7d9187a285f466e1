"""Sheet sections of a type other than its facts: ports, parts, slices, lengths, missing facts, and sources."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.catalog import Catalog
from gpudesk.core.hardware.hardware import Confidence, Fact, HardwareType
from gpudesk.ui.panels.catalog.fact_text import OTHERS_MARK, fact_text, fact_title
from gpudesk.ui.toolkit.quantities import MISSING, format_number, format_quantity
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import filled_text, language
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name


@dataclass(frozen=True, slots=True)
class SheetFact:
    """One fact of the sheet.

    Attributes:
        value: "" if it is missing.
        note: its note.
        others: values of other sources, a line each.
    """

    name: str
    label: str
    value: str
    confidence: str = ""
    source: str = ""
    note: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Facts under one heading."""

    title: str
    facts: tuple[SheetFact, ...]


def sheet_groups(catalog: Catalog, kind: HardwareType) -> list[SheetGroup]:
    """All facts of a type under their headings; expected ones that are not known are there without a value."""
    expected = set(catalog.family(kind.family).expected)
    by_group: dict[str, list[SheetFact]] = {}
    for name, definition in catalog.facts.items():
        fact = kind.facts.get(name)
        if fact is not None:
            by_group.setdefault(definition.group, []).append(_line(catalog, name, fact))
        elif name in expected:
            by_group.setdefault(definition.group, []).append(SheetFact(name, fact_title(definition), ""))
    spanish = language() == "es"
    groups = catalog.groups
    return [
        SheetGroup(groups[name].title_es if spanish else groups[name].title, tuple(by_group[name])) for name in groups if name in by_group
    ]


def _line(catalog: Catalog, name: str, fact: Fact) -> SheetFact:
    definition = catalog.facts[name]
    others = tuple(_other(catalog, name, other) for other in fact.others)
    value = fact_text(definition, fact)
    if fact.date:
        value = f"{value} ({fact.date})"
    return SheetFact(name, fact_title(definition), value, str(fact.confidence), fact.source, note_of(fact), others)


def _other(catalog: Catalog, name: str, fact: Fact) -> str:
    words = f"{OTHERS_MARK} {fact_text(catalog.facts[name], fact)}{f' ({fact.date})' if fact.date else ''} – {tr_source(fact.source)}"
    note = note_of(fact)
    return f"{words}: {note}" if note else words


def note_of(fact: Fact) -> str:
    """The note of a fact in the person's language."""
    return fact.note_in(language())


def sources(kind: HardwareType) -> list[tuple[str, Confidence, int]]:
    """The source documents of a type's facts, how well they were read, and the number of facts of each, highest first."""
    fact_counts: dict[tuple[str, Confidence], int] = {}
    for fact in _all_facts(kind):
        key = (fact.source, fact.confidence)
        fact_counts[key] = fact_counts.get(key, 0) + 1
    return sorted(((source, confidence, count) for (source, confidence), count in fact_counts.items()), key=lambda entry: -entry[2])


def _all_facts(kind: HardwareType) -> Iterable[Fact]:
    for fact in kind.facts.values():
        yield fact
        yield from fact.others


def port_lines(kind: HardwareType) -> list[tuple[str, str]]:
    """A line for every group of ports: its name, and cages, kind and rate."""
    lines = []
    for group in kind.port_groups:
        many = format_number(len(group.cages))
        parts = [f"{many} × {group.kind.upper()}"]
        if group.ports_per_cage > 1:
            parts.append(
                filled_text(QCoreApplication.translate("TypeLines", "{count} {count|port|ports}"), count=format_number(len(group.ports)))
            )
        if group.rate_gbps:
            parts.append(format_quantity(group.rate_gbps, "Gb/s"))
        lines.append((group.name.replace("_", " "), " · ".join(parts)))
    return lines


def part_lines(catalog: Catalog, kind: HardwareType) -> list[tuple[str, str]]:
    """Included parts: model and count."""
    return [
        (tr_type_name(catalog.get(part.key).model) if part.key in catalog else part.key, f"{format_number(part.count)} ×")
        for part in kind.contains
    ]


def bay_lines(kind: HardwareType) -> list[tuple[str, str]]:
    """The groups of bays: their number, and the accepted devices."""
    groups: dict[tuple[str, str], int] = {}
    for bay in kind.bays:
        groups[bay.group, bay.accepts] = groups.get((bay.group, bay.accepts), 0) + 1
    return [(group.replace("_", " "), f"{format_number(count)} × {accepts}".rstrip(" ×")) for (group, accepts), count in groups.items()]


def end_lines(kind: HardwareType) -> list[tuple[str, str]]:
    """The ends of a cable or transceiver."""
    names = {
        "a": QCoreApplication.translate("TypeLines", "End A"),
        "b": QCoreApplication.translate("TypeLines", "End B"),
        "cage": QCoreApplication.translate("TypeLines", "Cage"),
    }
    lines = []
    for end in kind.ends:
        parts = [f"{format_number(end.count)} × {end.connector.upper()}", end.polish.upper(), end.gender, end.heat_sink]
        if end.fibres:
            parts.append(
                filled_text(QCoreApplication.translate("TypeLines", "{count} {count|fiber|fibers}"), count=format_number(end.fibres))
            )
        lines.append((names[end.end], " · ".join(part for part in parts if part)))
    return lines


def length_lines(kind: HardwareType) -> list[tuple[str, str]]:
    """The stock lengths with their part numbers, in one line if there are none."""
    if any(length.part_number for length in kind.lengths):
        return [(format_quantity(length.length_m, "m"), length.part_number) for length in kind.lengths]
    return [("", ", ".join(format_quantity(length.length_m, "m") for length in kind.lengths))] if kind.lengths else []


def sheet_text(catalog: Catalog, kind: HardwareType) -> str:
    """All known data of a type as lines of text, cells separated by tabs."""
    lines = [tr_type_name(kind.title), kind.described_in(language()), kind.key]
    for group in sheet_groups(catalog, kind):
        lines += ["", group.title]
        for fact in group.facts:
            if not fact.value:
                lines.append(f"{fact.label}\t{MISSING}")
                continue
            cells = (fact.label, fact.value, confidence_name(fact.confidence), tr_source(fact.source), fact.note)
            lines.append("\t".join(cells).rstrip("\t"))
            lines += [f"\t{other}" for other in fact.others]
    translate = QCoreApplication.translate
    for title, section_lines in (
        (translate("TypeLines", "Contains"), part_lines(catalog, kind)),
        (translate("TypeLines", "Bays"), bay_lines(kind)),
        (translate("TypeLines", "Ends"), end_lines(kind)),
        (translate("TypeLines", "Lengths"), length_lines(kind)),
        (translate("TypeLines", "Ports"), port_lines(kind)),
    ):
        if section_lines:
            lines += ["", title, *(f"{label}\t{value}".strip() for label, value in section_lines)]
    return "\n".join(lines)
