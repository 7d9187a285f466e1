"""Derived figures in the inspector: their names, their values, and their working."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.draw.power_ratings import sum_is_shown
from gpudesk.derived.totals.explain import Explanation, Term, explain
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, format_rounded
from gpudesk.ui.toolkit.translate import filled_text, language, tr_message
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm, why_popover

_NAMES = {
    "power_nameplate_w": QT_TRANSLATE_NOOP("Figures", "Power, nameplate"),
    "power_max_w": QT_TRANSLATE_NOOP("Figures", "Power, maximum"),
    "power_provisioned_w": QT_TRANSLATE_NOOP("Figures", "Power, provisioned"),
    "power_average_w": QT_TRANSLATE_NOOP("Figures", "Power, average"),
    "power_peak_w": QT_TRANSLATE_NOOP("Figures", "Power, peak"),
    "mass_kg": QT_TRANSLATE_NOOP("Figures", "Mass"),
    "centre_of_gravity_mm": QT_TRANSLATE_NOOP("Figures", "Center of gravity"),
    "floor_load_kg_per_m2": QT_TRANSLATE_NOOP("Figures", "Floor load"),
    "height_u": QT_TRANSLATE_NOOP("Figures", "Height in rack units"),
    "used_u": QT_TRANSLATE_NOOP("Figures", "Rack units used"),
    "free_u": QT_TRANSLATE_NOOP("Figures", "Rack units free"),
    "gpus": QT_TRANSLATE_NOOP("Figures", "GPUs"),
    "systems": QT_TRANSLATE_NOOP("Figures", "Systems"),
    "heat_w": QT_TRANSLATE_NOOP("Figures", "Heat"),
}
FIGURES = {
    "rack": ("power_max_w", "heat_w", "mass_kg", "centre_of_gravity_mm", "floor_load_kg_per_m2", "used_u", "free_u", "gpus"),
    "rack_row": ("power_max_w", "heat_w", "mass_kg", "used_u", "free_u", "gpus", "systems"),
    "hall": ("power_max_w", "heat_w", "mass_kg", "used_u", "free_u", "gpus", "systems"),
    "project": ("gpus", "systems", "power_max_w", "power_provisioned_w", "power_average_w", "heat_w", "mass_kg", "used_u", "free_u"),
}
"""The figures of a rack, a row, a hall and of the project, in the order in which they are shown."""
_ROUNDED = {"W", "kg"}
"""Units of which the totals of many racks are shown with three digits. The working of a figure shows all digits."""


def figure_name(figure: str) -> str:
    """The name of a figure in the person's language."""
    return QCoreApplication.translate("Figures", _NAMES[figure])


def power_of(figure: str) -> str:
    """The name of the power of a figure: "max" of "power_max_w"."""
    return figure.removeprefix("power_").removesuffix("_w")


def figure_text(snapshot: Snapshot, scope: str, scope_id: int | None, figure: str) -> str:
    """Displayed value of a figure: "+" if some of its parts are unknown, "" if all are."""
    explanation = explain(snapshot, scope, scope_id, figure)
    if figure.startswith("power_") and explained_text(explanation) and not sum_is_shown(power_of(figure), explanation.missing):
        text = _said(QT_TRANSLATE_NOOP("Figures", "–, {missing} of {count} not known"))
        return text.format(missing=format_number(explanation.missing), count=format_number(sum(term.count for term in explanation.terms)))
    text = explained_text(explanation)
    if text and scope != "rack" and explanation.unit in _ROUNDED:
        text = format_rounded(explanation.total, explanation.unit)
    return f"{text} +" if text and explanation.missing else text


def explained_text(explanation: Explanation) -> str:
    """The value of a figure without its missing parts, "" if nothing is known."""
    if explanation.missing and all(term.each is None for term in explanation.terms):
        return ""
    return "" if explanation.total is None else _value(explanation.total, explanation.unit)


def show_why(content: WhyContent, widget: QWidget, form: QObject, pinned: Callable[[WhyContent], object]) -> None:
    """Open the calculation of a figure at the widget that shows it.

    Args:
        form: owner of the figure. Another selection replaces it, while the calculation stays open.
        pinned: called if the user keeps the calculation as a dock, unless the form is gone.
    """
    popover = why_popover(widget.window(), content)

    def keep() -> None:
        popover.dismiss()
        if isValid(form):
            pinned(content)

    popover.pin_requested.connect(keep)
    popover.closed.connect(popover.deleteLater)
    popover.show_for(widget)


def why_content(explanation: Explanation) -> WhyContent:
    """An explanation in the person's language and units."""
    terms = tuple(_line(term, explanation.unit) for term in explanation.terms)
    total = WhyTerm(_said(QT_TRANSLATE_NOOP("Figures", "Total")), _value(explanation.total, explanation.unit), "derived")
    comparisons: tuple[WhyTerm, ...] = ()
    if explanation.missing:
        text = filled_text(
            _said(QT_TRANSLATE_NOOP("Figures", "{count} {count|item without this value is|items without this value are} not in the total")),
            count=explanation.missing,
        )
        comparisons = (WhyTerm(text, "", severity="warning"),)
    sources = sorted({term.fact.source for term in explanation.terms if term.fact is not None})
    formula = "" if explanation.formula is None else tr_message(explanation.formula)
    if explanation.counts_for:
        titles = "; ".join(purpose.title_es if language() == "es" else purpose.title for purpose in explanation.counts_for)
        formula = " ".join([formula, _said(QT_TRANSLATE_NOOP("Figures", "Used here for: {purposes}.")).format(purposes=titles)]).strip()
    return WhyContent(figure_name(explanation.figure), terms, total, comparisons, formula, " · ".join(sources))


def _line(term: Term, unit: str) -> WhyTerm:
    count = f"{format_number(term.count)} × " if term.count != 1 else ""
    detail = "" if term.each is None or term.count == 1 else f"{format_number(term.count)} × {_value(term.each, unit)}"
    value = "" if term.value is None else _value(term.value, unit)
    return WhyTerm(count + term.label, value, str(term.fact.confidence) if term.fact is not None else "", detail)


def _value(value: float | None, unit: str) -> str:
    return format_quantity(value, unit) if unit else format_number(value)


def _said(text: str) -> str:
    return QCoreApplication.translate("Figures", text)
