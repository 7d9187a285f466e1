"""Cost of sizing plans for the cost charts: a result by its parts, owning and renting compared, and the largest influences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.catalog.cost_tuning import knobs
from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.cloud import Lines, money_over_one_life
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.cost.result import MILLION, ResultCost, million_tokens
from gpudesk.core.cost.tornado import Swing, tornado
from gpudesk.core.cost.tuning import Knob, TunedYear
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.derived.cost.project_tuning import YearOfUse, year_of_use
from gpudesk.sizing.gpus.board_costs import Costing, usual_costing
from gpudesk.sizing.serving.serving import ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.sizing.training.training_cost import training_cost
from gpudesk.ui.places.size.models.size_bars import Bar
from gpudesk.ui.places.size.models.size_rows import Plan, plan_key, plan_title, severity, short_format, verdict
from gpudesk.ui.toolkit.quantities import THIN_SPACE, format_number
from gpudesk.ui.toolkit.translate import language, tr_message
from gpudesk.ui.toolkit.widgets.severity_marks import confidence_name

_CONTEXT = "Cost"
MOST_SWINGS = 14
_THOUSAND = 1000.0
"""Number of items for which cost is given, for models that run in passes."""
_SHARES = frozenset({"interest", "residual_share", "network_share", "support_share", "spares_share", "insurance_share", "upkeep"})
_PERCENT = _SHARES | {"utilisation", "load_share", "idle_share"}
_GROUPS: Mapping[str, tuple[str, ...]] = {
    QT_TRANSLATE_NOOP("Cost", "Capital"): ("capital",),
    QT_TRANSLATE_NOOP("Cost", "Maintenance"): ("support", "spares", "insurance"),
    QT_TRANSLATE_NOOP("Cost", "Location"): ("rent", "building", "upkeep"),
    QT_TRANSLATE_NOOP("Cost", "Energy"): ("energy", "demand"),
    QT_TRANSLATE_NOOP("Cost", "Staff"): ("staff", "software"),
}
"""The parts of a bar, by the names of the terms of a year."""
_YEARS = frozenset({"years", "building_years"})


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


@dataclass(frozen=True, slots=True)
class _Priced:
    """Cost of a plan.

    Attributes:
        per_s: tokens, or items, of the plan at (slow end, most likely, fast end). results: number of results that costs refer to.
    """

    cost: ResultCost
    costs: Costing
    per_s: tuple[float, float, float]
    results: float


def _priced(plan: Plan) -> _Priced | None:
    """None where no speed is known."""
    if isinstance(plan, TrainingPlan):
        cost, time = training_cost(plan), plan.time
        if cost is None or time is None:
            return None
        tokens_per_s = time.tokens_per_s
        return _Priced(
            cost.rates,
            usual_costing(),
            (tokens_per_s * time.step_s / time.high_s, tokens_per_s, tokens_per_s * time.step_s / time.low_s),
            MILLION,
        )
    rate, tpot = plan.tokens_per_s, plan.tpot
    speeds = (rate * tpot.value / tpot.high, rate, rate * tpot.value / tpot.low)
    if isinstance(plan, PassPlan):
        return _Priced(plan.cost, usual_costing(), speeds, _THOUSAND)
    return _Priced(plan.cost, plan.work.costs, speeds, MILLION)


def cost_of(plan: Plan) -> ResultCost | None:
    """Cost of a plan; None if the speed is unknown."""
    priced = _priced(plan)
    return None if priced is None else priced.cost


def base_of(plan: Plan) -> float:
    """Cost of the reference amount: a million tokens, or a thousand items; 0 if the speed is unknown."""
    priced = _priced(plan)
    return 0.0 if priced is None else priced.cost.per_million.value * priced.results / MILLION


def cost_bar(plan: Plan) -> Bar:
    """Cost of a million tokens, or a thousand items, by the terms of the year; without unpriced items."""
    cost = cost_of(plan)
    if cost is None or not cost.yearly.value:
        return Bar(plan_key(plan), plan_title(plan), short_format(plan), (), 0.0, None, False, severity(plan), verdict(plan))
    share = base_of(plan) / cost.yearly.value
    sums = {title: sum(term.value for term in cost.yearly.terms if term.name in names) for title, names in _GROUPS.items()}
    parts = tuple((_tr(title), value * share) for title, value in sums.items() if value)
    title = plan_title(plan) if cost.priced else _tr(QT_TRANSLATE_NOOP("Cost", "{plan}, no price")).format(plan=plan_title(plan))
    verdict_text = verdict(plan) if cost.priced else _tr(QT_TRANSLATE_NOOP("Cost", "purchase cost is unknown and not included"))
    return Bar(plan_key(plan), title, short_format(plan), parts, base_of(plan), None, False, severity(plan), verdict_text)


def cost_parts() -> list[str]:
    """Names of the parts of a bar, in order: each keeps its color even if some plans lack it."""
    return [_tr(title) for title in _GROUPS]


@dataclass(frozen=True, slots=True)
class OwnOrRent:
    """Cumulative cost of owning the GPUs of a plan and of renting the same hours, at several ages.

    Attributes:
        rented: (low, value, high) for an hour of one GPU; None if no cloud is known to offer it.
        lines: at the most likely price; dear and cheap are the rental cost at both ends.
        pays_above: utilization above which owning costs less.
    """

    plan: Plan
    rented: tuple[float, float, float] | None
    lines: Lines | None
    cheap_per_year: float
    dear_per_year: float
    pays_above: float | None
    currency: str


def own_or_rent(plan: Plan) -> OwnOrRent | None:
    """Cost of owning the GPUs of a plan compared with renting them for the hours used; None if nothing is known."""
    priced = _priced(plan)
    if priced is None:
        return None
    costs, cost = priced.costs, priced.cost
    rented = costs.rented(plan.board)
    if rented is None or not cost.priced or cost.capital is None:
        return OwnOrRent(plan, None if rented is None else (rented.low, rented.value, rented.high), None, 0, 0, None, cost.currency)
    assumed = costs.assumed
    hours = plan.gpus * HOURS_PER_YEAR * assumed.utilisation.value
    capital = cost.yearly.term("capital").value
    running = cost.yearly.value - capital
    lines = money_over_one_life(cost.capital.value, running, hours * rented.value, assumed.years.value, assumed.residual_share.value)
    above = cost.yearly.value / (rented.value * plan.gpus * HOURS_PER_YEAR) if rented.value else None
    return OwnOrRent(plan, (rented.low, rented.value, rented.high), lines, hours * rented.low, hours * rented.high, above, cost.currency)


@dataclass(frozen=True, slots=True)
class ShownSwing:
    """A figure and its effect, in text and numbers.

    Attributes:
        low, high: limits of the figure as text.
        at_low, at_high: cost of a million tokens at these.
    """

    name: str
    title: str
    low: str
    high: str
    at_low: float
    at_high: float


def swings(plan: Plan) -> list[ShownSwing]:
    """What moves the cost of a result most, the speed of the plan among it."""
    priced = _priced(plan)
    if priced is None:
        return []
    always = isinstance(plan, ServingPlan) and plan.work.demand is not None
    costs, (slow, rate, fast), share = priced.costs, priced.per_s, priced.results / MILLION

    def result(owned: Owned, assumed: Assumptions) -> float:
        hourly = yearly_cost(owned, assumed).value / (HOURS_PER_YEAR * (1.0 if always else assumed.utilisation.value))
        return float(million_tokens(hourly, rate)) * share

    shown_swings = [_shown(swing, priced.cost.currency) for swing in tornado(costs.of_plan(plan.board, plan.gpus), costs.assumed, result)]
    if always:
        # As many tokens come as are asked for, however fast the plan is.
        return sorted(shown_swings, key=lambda swing: -abs(swing.at_high - swing.at_low))[:MOST_SWINGS]
    base = priced.cost.per_million.value * share
    unit = QT_TRANSLATE_NOOP("Cost", "items/s") if isinstance(plan, PassPlan) else QT_TRANSLATE_NOOP("Cost", "tokens/s")
    tokens = _tr(unit)
    shown_swings.append(
        ShownSwing(
            "speed",
            _tr(QT_TRANSLATE_NOOP("Cost", "Throughput of the plan")),
            f"{format_number(slow, 0)}{THIN_SPACE}{tokens}",
            f"{format_number(fast, 0)}{THIN_SPACE}{tokens}",
            base * rate / slow,
            base * rate / fast,
        )
    )
    return sorted(shown_swings, key=lambda swing: -abs(swing.at_high - swing.at_low))[:MOST_SWINGS]


@dataclass(frozen=True, slots=True)
class ShownCap:
    """A setting and its result in a year of a plan."""

    key: str
    title: str
    source: str
    year: TunedYear


def use_of(plan: Plan) -> YearOfUse | None:
    """A year of a plan's energy and money; None where energy is part of its rent, or no speed is known."""
    priced = _priced(plan)
    if priced is None:
        return None
    use = year_of_use(priced.cost.yearly, priced.costs.assumed, priced.cost.yearly_kwh)
    return use if use.tariff is not None and use.site_kwh else None


def caps(plan: Plan, use: YearOfUse, price: float | None, at: Callable[[Knob], Knob]) -> list[ShownCap]:
    """Each setting that applies to the work of a plan, in the hours above a price.

    Args:
        at: the current value of a setting of the tables.
    """
    shown_caps = []
    for named in knobs().values():
        year = use.tuned(at(named.knob), price)
        # Only what serves a language model generates.
        if year is not None and (named.knob.phase == "compute" or isinstance(plan, ServingPlan)):
            source = named.source_es if language() == "es" else named.source
            text = f"{confidence_name(named.knob.saved.confidence)}: {source}"
            shown_caps.append(ShownCap(named.key, named.titles.in_language(language()), text, year))
    return shown_caps


def _shown(swing: Swing, currency: str) -> ShownSwing:
    low, high = (_written(swing.name, value, currency) for value in (swing.figure.low, swing.figure.high))
    return ShownSwing(swing.name, tr_message(swing.title), low, high, swing.at_low, swing.at_high)


def _written(name: str, value: float, currency: str) -> str:
    if name in _PERCENT:
        return f"{format_number(100 * value, 1)}{THIN_SPACE}%"
    if name in _YEARS:
        years = _tr(QT_TRANSLATE_NOOP("Cost", "years"))
        return f"{format_number(value, 1)}{THIN_SPACE}{years}"
    if name == "pue":
        return format_number(value, 2)
    if name == "reserved_kw":
        return f"{format_number(value, 3 if value < 1 else 1)}{THIN_SPACE}kW"
    return f"{format_number(value, 3 if value < 10 else 0)}{THIN_SPACE}{currency}"


def for_results(plan: Plan, currency: str) -> str:
    """Axis title of a result."""
    unit = QT_TRANSLATE_NOOP("Cost", "per million tokens")
    if isinstance(plan, PassPlan):
        unit = QT_TRANSLATE_NOOP("Cost", "per thousand items")
    return f"{currency} {_tr(unit)}"


def per_results(plan: Plan, currency: str) -> str:
    """The same in short."""
    unit = QT_TRANSLATE_NOOP("Cost", "{currency}/M tokens")
    if isinstance(plan, PassPlan):
        unit = QT_TRANSLATE_NOOP("Cost", "{currency}/1000 items")
    return _tr(unit).format(currency=currency)
