"""Text of link verdicts: the short names of the rules, the calculation of a loss, and the displayed lines of a verdict."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.core.cabling.link_parts import VerdictRow
from gpudesk.core.cabling.link_verdict import TITLES, title_of
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity, Value
from gpudesk.derived.cabling.link_pieces import LinkPath
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.translate import filled_text, tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_FIRST = ("link.polarity", "link.loss", "link.reach", "link.gender", "link.rate", "link.form_factor", "link.heat_sink")
"""The rules whose success is shown first."""
_MOST_CHIPS = 4
_MOST_LETTERS, _MARK_LETTERS = 44, 5
"""Number of letters that fit in the narrowest inspector, and number of letters that a mark takes."""
_TOLD = ("link.loss", "link.reach", "link.rate", "link.gender", "link.polarity")
"""The rules whose calculation is also shown on success."""


def rule_title(rule: str) -> str:
    """The name of a rule on links in the person's language."""
    return tr_message(title_of(rule)) if rule in TITLES else rule


def severity_of(row: VerdictRow) -> str:
    """The mark of a line of a verdict: wrong, in order, or not known."""
    return "info" if row.ok is None else "ok" if row.ok else "error"


def chips(rows: Sequence[VerdictRow]) -> list[tuple[str, str | None]]:
    """The marks below the head of a cable: errors, then unknown results, then the most important successes."""
    severity_by_rule: dict[str, str] = {}
    for outcome in (False, None):
        for row in rows:
            if row.ok is outcome:
                severity_by_rule.setdefault(row.rule, severity_of(row))
    for rule in _FIRST:
        if len(severity_by_rule) >= _MOST_CHIPS:
            break
        if any(row.rule == rule and row.ok for row in rows):
            severity_by_rule.setdefault(rule, "ok")
    shown: list[tuple[str, str | None]] = [(rule_title(rule).lower(), severity) for rule, severity in severity_by_rule.items()]
    while len(shown) > 1 and sum(len(text) + _MARK_LETTERS for text, _ in shown) > _MOST_LETTERS:
        shown.pop()
    return shown


def verdict_title(rows: Sequence[VerdictRow]) -> tuple[str, str]:
    """The head of a verdict and its mark."""
    wrong = [row for row in rows if row.ok is False]
    if len(wrong) == 1:
        return _said(QT_TRANSLATE_NOOP("LinkVerdict", "Link verdict: {rule}")).format(rule=rule_title(wrong[0].rule).lower()), "error"
    if wrong:
        return filled_text(
            _said(QT_TRANSLATE_NOOP("LinkVerdict", "Link verdict: {count} {count|problem|problems}")), count=len(wrong)
        ), "error"
    if any(row.ok is None for row in rows):
        return _said(QT_TRANSLATE_NOOP("LinkVerdict", "Link verdict: no problems found, but some data is missing")), "info"
    return _said(QT_TRANSLATE_NOOP("LinkVerdict", "Link verdict: OK")), "ok"


def verdict_content(path: LinkPath) -> WhyContent:
    """The calculation of a verdict: the optical loss, then each line."""
    verdict_rows: dict[tuple[str, str], VerdictRow] = {}
    for row in path.rows:
        if row.ok is not True:
            verdict_rows.setdefault((row.rule, row.message.plain()), row)
    for rule in _TOLD:
        right = next((row for row in path.rows if row.rule == rule and row.ok), None)
        if right is not None:
            verdict_rows[rule, ""] = right
    rest = len({row.rule for row in path.rows} - {rule for rule, _ in verdict_rows})
    more = _said(QT_TRANSLATE_NOOP("LinkVerdict", "Also OK: {count}")).format(count=rest) if rest else ""
    return WhyContent(verdict_title(path.rows)[0], _losses(path), None, [_line(row) for row in verdict_rows.values()], source=more)


def _line(row: VerdictRow) -> WhyTerm:
    label = rule_title(row.rule)
    if row.required is not None and row.actual is not None:
        label = _said(QT_TRANSLATE_NOOP("LinkVerdict", "{rule}, of {limit}")).format(rule=label, limit=_value(row.required))
    value = "" if row.actual is None else _value(row.actual)
    message = tr_message(row.message)
    if row.ok:
        message = ""
    if not value:
        value = _said(_STATES[row.ok])
    return WhyTerm(label, value, "" if row.confidence is None else str(row.confidence), message, severity_of(row))


_STATES = {
    True: QT_TRANSLATE_NOOP("LinkVerdict", "fits"),
    False: QT_TRANSLATE_NOOP("LinkVerdict", "wrong"),
    None: QT_TRANSLATE_NOOP("LinkVerdict", "not known"),
}


def _losses(path: LinkPath) -> list[WhyTerm]:
    """Loss of each section of fiber, and of the matings."""
    total = next((row.actual for row in path.rows if row.rule == "link.loss" and isinstance(row.actual, Quantity)), None)
    if total is None:
        return []
    terms, glass_db = [], 0.0
    for cable in path.cables:
        fact = None if cable.kind is None else cable.kind.facts.get("attenuation_db_per_km")
        if cable.kind is None or fact is None or cable.length_mm is None:
            return []
        loss_db = cable.length_mm / 1e6 * float(fact.value)
        glass_db += loss_db
        length = format_quantity(cable.length_mm / 1000, "m")
        words = f"{cable.kind.text('fibre_type')}, {length} × {format_quantity(float(fact.value), 'dB/km')}"
        terms.append(WhyTerm(words, format_quantity(loss_db, "dB", decimals=2), str(fact.confidence)))
    rest = float(total.value) - glass_db
    if len(path.cables) > 1:
        words = _said(QT_TRANSLATE_NOOP("LinkVerdict", "Mated pairs in panels: {count}")).format(count=len(path.cables) - 1)
        terms.append(WhyTerm(words, format_quantity(rest, "dB", decimals=2), "derived"))
    return terms


def _value(value: Value) -> str:
    if isinstance(value, Quantity):
        return format_quantity(float(value.value), value.unit, decimals=2 if value.unit == "dB" else None)
    return str(value)


_HEAT_SINKS = {
    "flat": QT_TRANSLATE_NOOP("LinkVerdict", "flat"),
    "finned": QT_TRANSLATE_NOOP("LinkVerdict", "finned"),
}


def heat_sink_word(heat_sink: str) -> str:
    """How the top of a module is made, in the person's language."""
    return _said(_HEAT_SINKS[heat_sink]) if heat_sink in _HEAT_SINKS else heat_sink


def _said(text: str) -> str:
    return QCoreApplication.translate("LinkVerdict", text)
