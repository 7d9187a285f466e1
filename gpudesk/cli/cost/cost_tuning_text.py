"""Output of the cost command on power caps, locked clocks and virtual machines."""

from collections.abc import Sequence
from typing import Any

import click
import numpy as np

from gpudesk.catalog.cost_tuning import criteria
from gpudesk.cli.terminal.amounts import quantity
from gpudesk.cli.terminal.output import counted, print_table
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.cost.tuning import CapYear, TunedYear, cap_by_tariff, dear_hours
from gpudesk.derived.cost.project_cost import ProjectCost
from gpudesk.derived.cost.project_tuning import project_tuning, weighed, year_of_use


def weights_of(texts: Sequence[str]) -> dict[str, float]:
    """The weights of criteria from the options.

    Raises:
        click.UsageError: one is not NAME=NUMBER of a criterion.
    """
    weights = {}
    for text in texts:
        name, _, number = text.partition("=")
        try:
            weight = float(number)
        except ValueError:
            weight = -1.0
        if name not in criteria() or weight < 0:
            raise click.UsageError(f"--weigh needs NAME=NUMBER, where NAME is one of {', '.join(criteria())}, not {text!r}")
        weights[name] = weight
    if len(weights) == len(criteria()) and not any(weights.values()):
        raise click.UsageError("--weigh needs a weight above 0")
    return weights


def capped_year(cost: ProjectCost, cap_percent: float | None, speed_percent: float, from_price: float | None) -> CapYear | None:
    """A year with a cap at the hours that cost so much and more; None without a cap, or where energy is part of the rent."""
    if cap_percent is None or cost.pue is None or str(cost.assumed.contract.kind) == "all-in":
        return None
    tariff = cost.assumed.tariff
    least = float(tariff.prices().max()) if from_price is None else from_price
    load = np.full(HOURS_PER_YEAR, cost.site_kwh / HOURS_PER_YEAR)
    energy = sum(term.value for term in cost.yearly.terms if term.name in ("energy", "demand"))
    return cap_by_tariff(tariff, load, dear_hours(tariff, least), cap_percent / 100, speed_percent / 100, cost.yearly.value - energy)


def plain_tuning(cost: ProjectCost) -> list[dict[str, Any]]:
    """What each setting would change in a year, were all energy that of its phase."""
    rows = []
    use = year_of_use(cost.yearly, cost.assumed, cost.site_kwh)
    dearest = float(use.tariff.prices().max()) if use.tariff is not None else None
    for setting in project_tuning(cost):
        named, change = setting.named, setting.change
        dear = use.tuned(named.knob, dearest)
        rows.append(
            {
                "key": named.key,
                "title": named.titles.title,
                "setting": named.knob.kind,
                "phase": named.knob.phase,
                "kwh": _three(change.kwh),
                "gpu_hours_lost": _three(change.hours),
                "savings": _three(change.money),
                "most_expensive_hours": _plain_hours(dear),
                "confidence": str(named.knob.saved.confidence),
                "source": named.source,
            }
        )
    return rows


def _three(values: tuple[float, float, float]) -> dict[str, float]:
    likely, worst, best = values
    return {"likely": round(likely, 1), "worst": round(worst, 1), "best": round(best, 1)}


def _plain_hours(year: TunedYear | None) -> dict[str, Any] | None:
    if year is None:
        return None
    cases = {"likely": year.likely, "worst": year.worst, "best": year.best}
    return {"kwh": _ends(year.kwh), **{name: plain_cap(case) for name, case in cases.items()}}


def _ends(values: tuple[float, float, float]) -> dict[str, float]:
    value, low, high = values
    return {"value": round(value, 1), "low": round(low, 1), "high": round(high, 1)}


def plain_cap(year: CapYear | None) -> dict[str, Any] | None:
    """A year with a cap."""
    if year is None:
        return None
    return {
        "hours": year.hours,
        "kwh": round(year.kwh, 1),
        "energy_savings": round(year.energy_money, 2),
        "demand_savings": round(year.demand_money, 2),
        "lost_work_share": round(year.lost_work_share, 6),
        "lost_work_cost": round(year.lost_money, 2),
        "savings": round(year.money, 2),
    }


def plain_virtual(weights: dict[str, float]) -> dict[str, Any]:
    """Bare metal against virtual machines."""
    marks = weighed(weights)
    return {
        "criteria": [
            {
                "key": key,
                "title": criterion.titles.title,
                "weight": weights.get(key, 1.0),
                "bare_metal": criterion.bare.value,
                "virtual": criterion.virtual.value,
                "basis": criterion.basis.title,
                "confidence": str(criterion.virtual.confidence),
                "source": criterion.virtual.source,
            }
            for key, criterion in criteria().items()
        ],
        "bare_metal": round(marks.bare[0], 3),
        "virtual": round(marks.virtual[0], 3),
        "recommended": marks.decided,
    }


def print_cap(year: CapYear | None, currency: str) -> None:
    """A year with a cap, in lines."""
    if year is None:
        click.echo("A power cap saves nothing here: energy is included in the rent, or no energy is used.")
        return
    saved = f"{year.energy_money + year.demand_money:,.0f} {currency}"
    click.echo(
        f"Capped for {counted(year.hours, 'hour')}: {quantity(year.kwh, 'kWh')} less, {saved} saved; "
        f"{100 * year.lost_work_share:.2f} % of the work is lost, worth {year.lost_money:,.0f}: {year.money:+,.0f} {currency}"
    )


def print_virtual(weights: dict[str, float]) -> None:
    """Bare metal against virtual machines, in lines."""
    marks = weighed(weights)
    rows = [("", "weight", "bare metal", "virtual", "")]
    rows += [
        (
            criterion.titles.title,
            f"{weights.get(key, 1.0):g}",
            f"{criterion.bare.value:g}",
            f"{criterion.virtual.value:g}",
            criterion.basis.title,
        )
        for key, criterion in criteria().items()
    ]
    remark = "" if marks.decided else "within the score ranges"
    rows.append(("Weighted", "", f"{marks.bare[0]:.1f}", f"{marks.virtual[0]:.1f}", remark))
    click.echo()
    print_table(rows, right=range(1, 4))
