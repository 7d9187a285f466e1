"""The account of a project as its dialog shows it: the working of a year, lines of capital, settings, criteria."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.cost_tuning import NamedKnob, criteria, knobs
from gpudesk.core.cost.result import Ends
from gpudesk.core.cost.tuning import Knob, Tuned
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.cost.project_cost import CapitalLine, Pricing, ProjectCost
from gpudesk.derived.cost.project_tuning import TunedProject, YearOfUse
from gpudesk.ui.places.size.models.size_working import CONFIDENCE
from gpudesk.ui.toolkit.parts.plain_table import Cell, Line
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.source_text import tr_source
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.type_name import tr_type_name
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name
from gpudesk.ui.toolkit.widgets.why import WhyContent, WhyTerm

_CONTEXT = "Cost"
_HOW = {
    Pricing.PRICED: QT_TRANSLATE_NOOP("Cost", "known price"),
    Pricing.ESTIMATED: QT_TRANSLATE_NOOP("Cost", "based on its GPUs"),
    Pricing.UNKNOWN: QT_TRANSLATE_NOOP("Cost", "not known"),
    Pricing.WITH_PLACE: QT_TRANSLATE_NOOP("Cost", "included in colocation"),
}


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def _between(low: float, high: float, decimals: int = 0) -> str:
    words = _tr(QT_TRANSLATE_NOOP("Cost", "{low} to {high}"))
    return words.format(low=format_number(low, decimals), high=format_number(high, decimals))


def year_working(cost: ProjectCost) -> WhyContent:
    """A year by its terms, an hour of a GPU, energy and carbon, and renting instead."""
    money = f"{THIN_SPACE}{cost.currency}"
    terms = [
        WhyTerm(
            tr_message(term.title),
            f"{format_number(term.value, 0)}{money}",
            CONFIDENCE[term.kind],
            detail="" if term.formula is None else tr_message(term.formula),
        )
        for term in cost.yearly.terms
    ]
    yearly = cost.yearly
    title = _tr(QT_TRANSLATE_NOOP("Cost", "Per year"))
    whole = WhyTerm(title, f"{format_number(yearly.value, 0)}{money}", detail=_between(yearly.low, yearly.high))
    warnings = [tr_message(warning) for warning in yearly.warnings]
    sources = dict.fromkeys(tr_source(term.source) for term in yearly.terms if term.source)
    comparisons = tuple(_beside(cost, money))
    return WhyContent(_tr(QT_TRANSLATE_NOOP("Cost", "Annual cost")), terms, whole, comparisons, source="\n".join([*warnings, *sources]))


def _beside(cost: ProjectCost, money: str) -> Sequence[WhyTerm]:
    def line(label: str, figure: Ends, decimals: int, unit: str) -> WhyTerm:
        return WhyTerm(label, f"{format_number(figure.value, decimals)}{unit}", detail=_between(figure.low, figure.high, decimals))

    lines = []
    if cost.per_gpu_hour is not None and cost.per_used_hour is not None:
        lines.append(line(_tr(QT_TRANSLATE_NOOP("Cost", "Per GPU hour")), cost.per_gpu_hour, 2, money))
        lines.append(line(_tr(QT_TRANSLATE_NOOP("Cost", "Per utilized GPU hour")), cost.per_used_hour, 2, money))
    energy = _tr(QT_TRANSLATE_NOOP("Cost", "Site energy"))
    lines.append(WhyTerm(energy, f"{format_number(cost.site_kwh, 0)}{THIN_SPACE}kWh", detail=f"PUE {format_number(cost.pue or 1, 2)}"))
    tonnes = Ends(*(co2_kg / 1000 for co2_kg in (cost.co2_kg.value, cost.co2_kg.low, cost.co2_kg.high)))
    lines.append(line(_tr(QT_TRANSLATE_NOOP("Cost", "Carbon")), tonnes, 1, f"{THIN_SPACE}t"))
    rented = cost.rented
    if rented.gpus:
        lines.append(line(_tr(QT_TRANSLATE_NOOP("Cost", "Rental of all GPUs per hour")), rented.per_hour, 2, money))
    if rented.pays_above is not None:
        share = f"{format_number(100 * rented.pays_above, 0)}{THIN_SPACE}%"
        lines.append(WhyTerm(_tr(QT_TRANSLATE_NOOP("Cost", "Owning pays off above this utilization")), share))
    return lines


def capital_lines(cost: ProjectCost) -> list[Line]:
    """The lines of the bill, the dearest first."""
    order = sorted(cost.lines, key=lambda line: -(line.price.value if line.price is not None else 0.0))
    return [Line(line.name, _capital_cells(line)) for line in order]


def _capital_cells(line: CapitalLine) -> tuple[Cell, ...]:
    price = line.price
    name = _tr(QT_TRANSLATE_NOOP("Cost", "Installation labor")) if line.name == "labour" else tr_type_name(line.title) or line.name
    amounts = ("–", "") if price is None else (format_number(price.value, 0), _between(price.low, price.high))
    mark = "warning" if line.pricing is Pricing.UNKNOWN else ""
    return (
        Cell(name, tool_tip=line.name),
        Cell(format_number(line.pieces), right=True),
        Cell(amounts[0], right=True),
        Cell(amounts[1], right=True, ink="text.secondary"),
        Cell("" if price is None else price.date, ink="text.secondary"),
        Cell(_tr(_HOW[line.pricing]), severity=mark, tool_tip="" if price is None else tr_source(price.source)),
    )


def tuning_lines(tunings: Sequence[TunedProject]) -> list[Line]:
    """Each setting, at all hours, with its likeliest case and its bounds."""
    return [_tuning_line(tuning.named, tuning.change) for tuning in tunings]


def tuned_lines(use: YearOfUse, gpu_hours: float, price: float | None, at: Callable[[Knob], Knob]) -> list[Line]:
    """Each setting in the hours above a price, with its likeliest case and its bounds.

    Args:
        gpu_hours: GPU hours used per year. at: a setting from the tables.
    """
    lines = []
    for named in knobs().values():
        year = use.tuned(at(named.knob), price)
        if year is None:
            continue
        cases = (year.likely, year.worst, year.best)
        lost = [case.lost_work_share * gpu_hours for case in cases]
        money = (cases[0].money, cases[1].money, cases[2].money)
        lines.append(_tuning_line(named, Tuned(year.kwh, (lost[0], lost[1], lost[2]), money)))
    return lines


def _tuning_line(named: NamedKnob, change: Tuned) -> Line:
    source = named.source_es if language() == "es" else named.source
    cells = [Cell(named.titles.in_language(language()), tool_tip=source)]
    for likely, worst, best in (change.kwh, change.hours, change.money):
        cells.append(Cell(format_number(likely, 0), right=True))
        cells.append(Cell(_between(min(worst, best), max(worst, best)), right=True, ink="text.secondary"))
    confidence = confidence_name(named.knob.saved.confidence)
    cells.append(Cell(f"{confidence}: {source}", tool_tip=source, ink="text.secondary"))
    return Line(named.key, tuple(cells))


def criterion_lines(weights: Mapping[str, float]) -> list[Line]:
    """The criteria with their marks and what these rest on."""
    lines = []
    for key, criterion in criteria().items():
        basis = criterion.basis.in_language(language())
        cells = (
            Cell(criterion.titles.in_language(language())),
            Cell(format_number(weights.get(key, 1.0)), right=True),
            Cell(format_number(criterion.bare.value, 1), right=True),
            Cell(format_number(criterion.virtual.value, 1), right=True),
            Cell(basis, tool_tip=f"{basis}\n{tr_source(criterion.virtual.source)}", ink="text.secondary"),
        )
        lines.append(Line(key, cells))
    return lines
