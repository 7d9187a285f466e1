"""What plans of sizing cost, as the pictures of cost show it: a result by its parts, owning beside renting, and what matters most."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.cloud import Lines, money_over_one_life
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.cost.result import million_tokens
from gpudesk.core.cost.tornado import Swing, tornado
from gpudesk.core.message import QT_TRANSLATE_NOOP
from gpudesk.sizing.serving import ServingPlan
from gpudesk.ui.models.size_bars import Bar
from gpudesk.ui.models.size_rows import Plan, plan_key, plan_title, severity, short_format, verdict
from gpudesk.ui.quantities import THIN_SPACE, format_number
from gpudesk.ui.translate import tr_message

_CONTEXT = "Cost"
MOST_SWINGS = 14
_SHARES = frozenset({"interest", "residual_share", "network_share", "support_share", "spares_share", "insurance_share", "upkeep"})
_PERCENT = _SHARES | {"utilisation", "load_share", "idle_share"}
_GROUPS: Mapping[str, tuple[str, ...]] = {
    QT_TRANSLATE_NOOP("Cost", "Capital"): ("capital",),
    QT_TRANSLATE_NOOP("Cost", "Upkeep"): ("support", "spares", "insurance"),
    QT_TRANSLATE_NOOP("Cost", "Place"): ("rent", "building", "upkeep"),
    QT_TRANSLATE_NOOP("Cost", "Energy"): ("energy", "demand"),
    QT_TRANSLATE_NOOP("Cost", "People"): ("staff", "software"),
}
"""The parts of a bar, by the names of the terms of a year."""
_YEARS = frozenset({"years", "building_years"})


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def cost_bar(plan: Plan) -> Bar:
    """Money for a million tokens of answers, by the terms of the year; without what nobody knows the price of."""
    if not isinstance(plan, ServingPlan) or not plan.cost.yearly.value:
        return Bar(plan_key(plan), plan_title(plan), short_format(plan), (), 0.0, None, False, severity(plan), verdict(plan))
    cost = plan.cost
    share = cost.per_million.value / cost.yearly.value
    sums = {title: sum(term.value for term in cost.yearly.terms if term.name in names) for title, names in _GROUPS.items()}
    parts = tuple((_tr(title), value * share) for title, value in sums.items() if value)
    title = plan_title(plan) if cost.priced else _tr(QT_TRANSLATE_NOOP("Cost", "{plan}, no price")).format(plan=plan_title(plan))
    told = verdict(plan) if cost.priced else _tr(QT_TRANSLATE_NOOP("Cost", "what it costs to buy is not known and not in it"))
    return Bar(plan_key(plan), title, short_format(plan), parts, cost.per_million.value, None, False, severity(plan), told)


def cost_parts() -> list[str]:
    """What the parts of a bar are called, in their order: each keeps its tone whether or not all plans have it."""
    return [_tr(title) for title in _GROUPS]


@dataclass(frozen=True, slots=True)
class OwnOrRent:
    """Money spent by some ages on owning a plan's GPUs and on renting the same hours.

    Attributes:
        rented: (low, value, high) for an hour of one GPU; None where no cloud is known to rent it out.
        lines: with the likeliest price; dear and cheap are what renting comes to at both ends.
        pays_above: the share of all hours above which owning costs less.
    """

    plan: ServingPlan
    rented: tuple[float, float, float] | None
    lines: Lines | None
    cheap_per_year: float
    dear_per_year: float
    pays_above: float | None
    currency: str


def own_or_rent(plan: Plan) -> OwnOrRent | None:
    """Owning a plan's GPUs beside renting them for the hours that are put to use; None where nothing is known to compare."""
    if not isinstance(plan, ServingPlan):
        return None
    costs, cost = plan.work.costs, plan.cost
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
    """A figure and what it moves, in words and numbers.

    Attributes:
        low, high: the figure's ends as they are written.
        at_low, at_high: money for a million tokens at these.
    """

    name: str
    title: str
    low: str
    high: str
    at_low: float
    at_high: float


def swings(plan: Plan) -> list[ShownSwing]:
    """What moves the cost of a million tokens most, the speed of the plan among it."""
    if not isinstance(plan, ServingPlan):
        return []
    costs, rate = plan.work.costs, plan.tokens_per_s

    def result(owned: Owned, assumed: Assumptions) -> float:
        hourly = yearly_cost(owned, assumed).value / (HOURS_PER_YEAR * assumed.utilisation.value)
        return float(million_tokens(hourly, rate))

    found = [_shown(swing, plan.cost.currency) for swing in tornado(costs.of_plan(plan.board, plan.gpus), costs.assumed, result)]
    slow, fast = rate * plan.tpot.value / plan.tpot.high, rate * plan.tpot.value / plan.tpot.low
    base = plan.cost.per_million.value
    tokens = _tr(QT_TRANSLATE_NOOP("Cost", "tokens/s"))
    found.append(
        ShownSwing(
            "speed",
            _tr(QT_TRANSLATE_NOOP("Cost", "Speed of the plan")),
            f"{format_number(slow, 0)}{THIN_SPACE}{tokens}",
            f"{format_number(fast, 0)}{THIN_SPACE}{tokens}",
            base * rate / slow,
            base * rate / fast,
        )
    )
    return sorted(found, key=lambda swing: -abs(swing.at_high - swing.at_low))[:MOST_SWINGS]


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


UNITS: Mapping[str, str] = {"million": QT_TRANSLATE_NOOP("Cost", "for a million tokens")}


def for_a_million(currency: str) -> str:
    """What the axis of a result is called."""
    return f"{currency} {_tr(UNITS['million'])}"
