"""A bill of materials as the sheets of a workbook, and as one table for a text file."""

from collections.abc import Callable, Sequence
from datetime import date

from gpudesk.catalog.bom_rules import Origin
from gpudesk.catalog.source_texts import source_in
from gpudesk.catalog.type_names import type_name_in
from gpudesk.core.hardware.hardware import Fact
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.derived.cost.bom import Bom
from gpudesk.derived.cost.bom_line import BomLine
from gpudesk.formats.tables.bom_text import (
    CONFIDENCE_WORDS,
    CONTEXT,
    PRICE_NOT_KNOWN,
    SECTION_WORDS,
    Say,
    line_title,
    number_words,
    phase_words,
    price_words,
    remark,
    roles_words,
    word,
)
from gpudesk.formats.tables.tables import Figure, SheetCell

Rows = list[list[SheetCell]]
_WHOLE, _MASS, _MONEY, _POWER, _HOURS = "#,##0", "#,##0.00", "#,##0.00", "#,##0", "#,##0.0"

_NETWORK = ("module", "cable", "cable_included", "trunk")


def bom_sheets(bom: Bom, project: str, made: date, say: Say, language: str) -> dict[str, Rows]:
    """Return the sheets by name: summary, devices, phases, network cables, power cords, circuits, accessories, labor, assumptions.

    Args:
        say: translates marked texts into the language of the list.
        language: "en" or "es", for texts from data files.
    """
    return {
        word(QT_TRANSLATE_NOOP("bom", "Summary"), say): _summary(bom, project, made, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Racks and devices"), say): _table(bom.section("rack", "device"), _THINGS, say, language),
        word(QT_TRANSLATE_NOOP("bom", "By phase"), say): _phases(bom, say),
        word(QT_TRANSLATE_NOOP("bom", "Network cables"), say): _table(bom.section(*_NETWORK), _CORDS, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Power cords"), say): _table(bom.section("cord", "cord_included"), _CORDS, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Circuits"), say): _table(bom.section("circuit"), _CIRCUITS, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Accessories and tools"), say): _table(bom.section("accessory", "tool"), _PARTS, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Labor"), say): _labour(bom, say, language),
        word(QT_TRANSLATE_NOOP("bom", "Assumptions"), say): assumption_rows(bom, say, language),
    }


def bom_rows(bom: Bom, say: Say, language: str) -> Rows:
    """All lines as one table with its head."""
    phases: list[_Column] = [(_named_phase(bom, number), _of_phase(number)) for number in _shown_phases(bom)]
    return _table(bom.lines, (*_ALL, *phases), say, language)


def _table(lines: Sequence[BomLine], columns: "Sequence[_Column]", say: Say, language: str) -> Rows:
    head: list[SheetCell] = [_head(title, say) for title, _ in columns]
    return [head, *([cell(line, say, language) for _, cell in columns] for line in lines)]


def _head(title: "str | Callable[[Say], str]", say: Say) -> str:
    return word(title, say) if isinstance(title, str) else title(say)


_Of = Callable[[BomLine, Say, str], SheetCell]
_Column = tuple["str | Callable[[Say], str]", _Of]


def _figure(value: float | None, form: str) -> SheetCell:
    return None if value is None else Figure(value, form)


def day_or_text(text: str) -> SheetCell:
    """Return the date of a fact: a day if it is one, otherwise its text ("2026-09")."""
    try:
        return date.fromisoformat(text) if len(text) == 10 else text or None
    except ValueError:
        return text


def _unit_price(line: BomLine, say: Say, _language: str) -> SheetCell:
    return price_words(line, say) or _figure(line.price_usd, _MONEY)


def _total_price(line: BomLine, _say: Say, _language: str) -> SheetCell:
    return _figure(line.total_usd, _MONEY) if line.bought else None


def _price_fact(line: BomLine) -> Fact | None:
    return line.price if line.bought else None


def _weeks(line: BomLine, _say: Say, _language: str) -> SheetCell:
    return None if line.lead_time is None or isinstance(line.lead_time.value, str) else _figure(float(line.lead_time.value), "0.#")


def _spare_rule(line: BomLine, _say: Say, language: str) -> SheetCell:
    rule = line.spare_rule
    return None if rule is None else f"{rule.title_in(language)}: {rule.percent:g} %"


def _count_rule(line: BomLine, *_: object) -> SheetCell:
    return "; ".join(reason.count.text for reason in line.reasons) or None


_SECTION: _Column = (QT_TRANSLATE_NOOP("bom", "Section"), lambda line, say, _: word(SECTION_WORDS[line.section], say))
_TITLE: _Column = (QT_TRANSLATE_NOOP("bom", "Type"), line_title)
_MAKER: _Column = (
    QT_TRANSLATE_NOOP("bom", "Vendor"),
    lambda line, _, language: None if line.kind is None else type_name_in(line.kind.vendor, language),
)
_NUMBER: _Column = (QT_TRANSLATE_NOOP("bom", "Part number"), lambda line, say, _: number_words(line, say) or None)
_KEY: _Column = (QT_TRANSLATE_NOOP("bom", "Catalog key"), lambda line, *_: None if line.kind is None else line.kind.key)
_ROLE: _Column = (QT_TRANSLATE_NOOP("bom", "Role"), lambda line, say, _: roles_words(line, say) or None)
_COUNT: _Column = (QT_TRANSLATE_NOOP("bom", "In use"), lambda line, *_: _figure(line.count, _WHOLE))
_SPARES: _Column = (QT_TRANSLATE_NOOP("bom", "Spares"), lambda line, *_: _figure(line.spares, _WHOLE) if line.bought else None)
_WHY: _Column = (QT_TRANSLATE_NOOP("bom", "Rule for the count"), _count_rule)
_RULE: _Column = (QT_TRANSLATE_NOOP("bom", "Rule for spares"), _spare_rule)
_PACK: _Column = (QT_TRANSLATE_NOOP("bom", "Units per pack"), lambda line, *_: _figure(line.pack, _WHOLE))
_BUY: _Column = (QT_TRANSLATE_NOOP("bom", "To buy"), lambda line, *_: _figure(line.packs, _WHOLE) if line.bought else None)
_HELD: _Column = (QT_TRANSLATE_NOOP("bom", "In stock"), lambda line, *_: None if line.held is None else _figure(line.held, _WHOLE))
_ORDER: _Column = (QT_TRANSLATE_NOOP("bom", "To order"), lambda line, *_: _figure(line.order, _WHOLE) if line.bought else None)
_LENGTH: _Column = (
    QT_TRANSLATE_NOOP("bom", "Length, m"),
    lambda line, *_: _figure(None if line.length_mm is None else line.length_mm / 1000, "0.0#"),
)
_UNIT_MASS: _Column = (QT_TRANSLATE_NOOP("bom", "Mass each, kg"), lambda line, *_: _figure(line.unit_mass_kg, _MASS))
_ALL_MASS: _Column = (QT_TRANSLATE_NOOP("bom", "Mass, kg"), lambda line, *_: _figure(line.mass_kg, _MASS) if line.circuit is None else None)
_UNIT_POWER: _Column = (QT_TRANSLATE_NOOP("bom", "Power each, W"), lambda line, *_: _figure(line.unit_power_w, _POWER))
_ALL_POWER: _Column = (QT_TRANSLATE_NOOP("bom", "Power, W"), lambda line, *_: _figure(line.power_w, _POWER))
_PRICE: _Column = (QT_TRANSLATE_NOOP("bom", "Unit price, USD"), _unit_price)
_TOTAL: _Column = (QT_TRANSLATE_NOOP("bom", "Price, USD"), _total_price)
_PRICE_DATE: _Column = (
    QT_TRANSLATE_NOOP("bom", "Price date"),
    lambda line, *_: None if (fact := _price_fact(line)) is None else day_or_text(fact.date),
)
_PRICE_SOURCE: _Column = (
    QT_TRANSLATE_NOOP("bom", "Source of the price"),
    lambda line, _say, language: None if (fact := _price_fact(line)) is None else source_in(fact.source, language),
)
_LEAD: _Column = (QT_TRANSLATE_NOOP("bom", "Lead time, weeks"), _weeks)
_RECEPTACLE: _Column = (
    QT_TRANSLATE_NOOP("bom", "Receptacle"),
    lambda line, *_: None if line.circuit is None else line.circuit.receptacle or None,
)
_REMARK: _Column = (QT_TRANSLATE_NOOP("bom", "Remark"), lambda line, say, language: remark(line, say, language) or None)
_MONEY_COLUMNS = (_PRICE, _TOTAL, _PRICE_DATE, _PRICE_SOURCE, _LEAD)
_THINGS: tuple[_Column, ...] = (
    _TITLE,
    _MAKER,
    _NUMBER,
    _KEY,
    _ROLE,
    _COUNT,
    _SPARES,
    _RULE,
    _BUY,
    _HELD,
    _ORDER,
    _UNIT_MASS,
    _ALL_MASS,
    _UNIT_POWER,
    _ALL_POWER,
    *_MONEY_COLUMNS,
    _REMARK,
)
_CORDS: tuple[_Column, ...] = (
    _SECTION,
    _TITLE,
    _LENGTH,
    _MAKER,
    _NUMBER,
    _KEY,
    _COUNT,
    _SPARES,
    _RULE,
    _BUY,
    _HELD,
    _ORDER,
    _UNIT_MASS,
    _ALL_MASS,
    *_MONEY_COLUMNS,
    _REMARK,
)
_CIRCUITS: tuple[_Column, ...] = (_TITLE, _COUNT, _RECEPTACLE)
_PARTS: tuple[_Column, ...] = (
    _SECTION,
    _TITLE,
    _MAKER,
    _NUMBER,
    _KEY,
    _COUNT,
    _WHY,
    _SPARES,
    _RULE,
    _PACK,
    _BUY,
    _HELD,
    _ORDER,
    _UNIT_MASS,
    _ALL_MASS,
    *_MONEY_COLUMNS,
    _REMARK,
)
_ALL: tuple[_Column, ...] = (
    _SECTION,
    _TITLE,
    _MAKER,
    _NUMBER,
    _KEY,
    _ROLE,
    _LENGTH,
    _RECEPTACLE,
    _COUNT,
    _WHY,
    _SPARES,
    _RULE,
    _PACK,
    _BUY,
    _HELD,
    _ORDER,
    _UNIT_MASS,
    _ALL_MASS,
    _UNIT_POWER,
    _ALL_POWER,
    *_MONEY_COLUMNS,
    _REMARK,
)


def _shown_phases(bom: Bom) -> list[int]:
    return [number for number in bom.phases if bom.phase in {None, number}]


def _named_phase(bom: Bom, number: int) -> Callable[[Say], str]:
    return lambda say: phase_words(number, bom.phases[number], say)


def _of_phase(number: int) -> _Of:
    return lambda line, *_: Figure(line.by_phase.get(number, 0), _WHOLE)


def _phases(bom: Bom, say: Say) -> Rows:
    numbers = _shown_phases(bom)
    columns: list[_Column] = [_SECTION, _TITLE, *((_named_phase(bom, number), _of_phase(number)) for number in numbers)]
    return _table([line for line in bom.lines if line.count], columns, say, "en")


def _labour(bom: Bom, say: Say, language: str) -> Rows:
    heads = (
        QT_TRANSLATE_NOOP("bom", "Task"),
        QT_TRANSLATE_NOOP("bom", "Times"),
        QT_TRANSLATE_NOOP("bom", "Minutes each"),
        QT_TRANSLATE_NOOP("bom", "People required"),
        QT_TRANSLATE_NOOP("bom", "Total labor hours"),
    )
    rows: Rows = [[word(head, say) for head in heads]]
    for line in bom.labour:
        task = line.task
        rows.append(
            [
                task.title_in(language),
                Figure(line.times, _WHOLE),
                Figure(task.minutes, "0.#"),
                Figure(task.people, _WHOLE),
                Figure(line.hours, _HOURS),
            ]
        )
    rows.append([word(QT_TRANSLATE_NOOP("bom", "Together"), say), None, None, None, Figure(bom.totals.hours, _HOURS)])
    return rows


def _summary(bom: Bom, project: str, made: date, say: Say, language: str) -> Rows:
    totals = bom.totals

    def told(text: str, /, **values: Value) -> str:
        return say(Message(CONTEXT, text, values))

    phase = bom.phase
    which = told(QT_TRANSLATE_NOOP("bom", "all")) if phase is None else phase_words(phase, bom.phases.get(phase, ""), say)
    unpriced = told(
        QT_TRANSLATE_NOOP(
            "bom",
            "of {priced} {priced|line|lines}; the price of {lines} {lines|line|lines} ({pieces} {pieces|unit or "
            "pack|units or packs}) is not known",
        ),
        priced=totals.priced_lines,
        lines=totals.unpriced_lines,
        pieces=totals.unpriced_pieces,
    )
    no_mass = told(
        QT_TRANSLATE_NOOP("bom", "without {count} {count|unit or pack|units or packs} of unknown mass"), count=totals.mass_missing
    )
    packing = told(QT_TRANSLATE_NOOP("bom", "{percent} % for packing"), percent=bom.rules.parts.packing_percent)
    rows: list[tuple[str, SheetCell, str]] = [
        (QT_TRANSLATE_NOOP("bom", "Project"), project, ""),
        (QT_TRANSLATE_NOOP("bom", "Created on"), made, ""),
        (QT_TRANSLATE_NOOP("bom", "Build phase"), which, ""),
        (QT_TRANSLATE_NOOP("bom", "Lines"), Figure(totals.lines, _WHOLE), ""),
        (QT_TRANSLATE_NOOP("bom", "Units in use"), Figure(totals.pieces, _WHOLE), ""),
        (QT_TRANSLATE_NOOP("bom", "Spares"), Figure(totals.spares, _WHOLE), ""),
        (
            QT_TRANSLATE_NOOP("bom", "Price, USD"),
            Figure(totals.price_usd, _MONEY) if totals.priced_lines else word(PRICE_NOT_KNOWN, say),
            unpriced,
        ),
        (QT_TRANSLATE_NOOP("bom", "Mass, kg"), Figure(totals.mass_kg, _MASS), no_mass if totals.mass_missing else ""),
        (QT_TRANSLATE_NOOP("bom", "Mass incl. packing, kg"), Figure(totals.packed_kg, _MASS), packing),
        (QT_TRANSLATE_NOOP("bom", "Power, W"), Figure(totals.power_w, _POWER), bom.power_name),
        (QT_TRANSLATE_NOOP("bom", "Labor, hours"), Figure(totals.hours, _HOURS), bom.rules.labour.origin.source_in(language)),
    ]
    if totals.longest_weeks is not None:
        rows.append((QT_TRANSLATE_NOOP("bom", "Longest known lead time, weeks"), Figure(totals.longest_weeks, "0.#"), ""))
    if bom.retired:
        rows.append((QT_TRANSLATE_NOOP("bom", "Omitted because retired"), Figure(bom.retired, _WHOLE), ""))
    head = [
        word(text, say)
        for text in (QT_TRANSLATE_NOOP("bom", "Item"), QT_TRANSLATE_NOOP("bom", "Value"), QT_TRANSLATE_NOOP("bom", "Remark"))
    ]
    return [[*head], *([word(title, say), value, note or None] for title, value, note in rows)]


NOT_CABLED = QT_TRANSLATE_NOOP("bom", "Network cables and modules are not in this list: the project is not cabled yet.")
PRICES = QT_TRANSLATE_NOOP(
    "bom", "Prices are in US dollars, without taxes, duties and discounts, as of the given date; they are not quotes."
)
PHASES = QT_TRANSLATE_NOOP(
    "bom",
    (
        "Each phase includes the items required by the end of that phase, minus those of earlier phases, so that "
        "the phases add up to the total."
    ),
)


def left_out(bom: Bom) -> tuple[str, ...]:
    """Return the items not on the list, as texts."""
    return () if bom.section("module", "cable", "trunk") else (NOT_CABLED,)


def assumption_rows(bom: Bom, say: Say, language: str) -> Rows:
    """By which rules and prices, each with source and confidence; a head first."""
    heads = (
        QT_TRANSLATE_NOOP("bom", "About"),
        QT_TRANSLATE_NOOP("bom", "Item"),
        QT_TRANSLATE_NOOP("bom", "Rule or value"),
        QT_TRANSLATE_NOOP("bom", "Source"),
        QT_TRANSLATE_NOOP("bom", "Confidence"),
        QT_TRANSLATE_NOOP("bom", "Remark"),
    )
    rows: Rows = [[word(head, say) for head in heads]]
    general = word(QT_TRANSLATE_NOOP("bom", "General"), say)
    rows += [[general, word(text, say)] for text in (PRICES, PHASES, *left_out(bom))]
    if bom.rules.said:
        text = QT_TRANSLATE_NOOP("bom", "Rule values set in this project")
        rows.append([general, word(text, say), "; ".join(f"{key} = {figure}" for key, figure in bom.rules.said)])
    own = [name for name, mine in bom.rules.files if mine]
    if own:
        rows.append([general, word(QT_TRANSLATE_NOOP("bom", "Custom rules in use"), say), ", ".join(own)])
    if bom.unknown_parts:
        rows.append([general, word(QT_TRANSLATE_NOOP("bom", "Parts not in the catalog"), say), ", ".join(bom.unknown_parts)])

    def origin(about: str, what: str, value: str, source: Origin) -> None:
        rows.append(
            [
                about,
                what,
                value,
                source.source_in(language),
                word(CONFIDENCE_WORDS[source.confidence], say),
                source.note_in(language) or None,
            ]
        )

    spares = word(QT_TRANSLATE_NOOP("bom", "Spares"), say)
    for rule in bom.rules.spares:
        up = QT_TRANSLATE_NOOP("bom", "{percent} %, rounded up, at least {least}, from {start} {start|unit|units}")
        nearest = QT_TRANSLATE_NOOP("bom", "{percent} %, rounded to the nearest, at least {least}, from {start} {start|unit|units}")
        text = up if rule.rounding == "up" else nearest
        values = {"percent": rule.percent, "least": rule.least, "start": rule.start}
        origin(spares, rule.title_in(language), say(Message(CONTEXT, text, values)), rule.origin)
    for line in bom.section("accessory", "tool"):
        for reason in line.reasons:
            origin(word(SECTION_WORDS[line.section], say), line_title(line, say, language), reason.count.text, reason.origin)
    parts = bom.rules.parts
    origin(
        word(QT_TRANSLATE_NOOP("bom", "Freight"), say),
        word(QT_TRANSLATE_NOOP("bom", "Packing"), say),
        f"{parts.packing_percent:g} %",
        parts.packing_origin,
    )
    labour = word(QT_TRANSLATE_NOOP("bom", "Labor"), say)
    origin(labour, labour, "", bom.rules.labour.origin)
    price = word(QT_TRANSLATE_NOOP("bom", "Price, USD"), say)
    for line in bom.lines:
        if line.price is not None and line.bought:
            for fact in (line.price, *line.price.others):
                rows.append([price, line_title(line, say, language), _value(fact), *_told(fact, say, language)])
        if line.lead_time is not None and line.bought:
            about = word(QT_TRANSLATE_NOOP("bom", "Lead time, weeks"), say)
            rows.append([about, line_title(line, say, language), _value(line.lead_time), *_told(line.lead_time, say, language)])
    return rows


def _value(fact: Fact) -> SheetCell:
    return fact.value if isinstance(fact.value, str) else Figure(float(fact.value), "#,##0.##")


def _told(fact: Fact, say: Say, language: str) -> list[SheetCell]:
    source = source_in(fact.source, language)
    source = f"{source} ({fact.date})" if fact.date else source
    return [source, word(CONFIDENCE_WORDS[fact.confidence], say), fact.note_in(language) or None]
