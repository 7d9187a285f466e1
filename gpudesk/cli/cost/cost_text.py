"""Figures of cost as the command line prints them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.terminal.renamed_option import RenamedOption

if TYPE_CHECKING:
    from gpudesk.catalog.cost_inputs import CostInputs, CostValue
    from gpudesk.core.cost.result import Ends, ResultCost
    from gpudesk.core.estimates.estimate import Estimate


def cost_options(function: Any) -> Any:
    """Options that set values of a cost calculation."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


_OPTIONS = (
    click.option("--contract", type=click.Choice(["all-in", "metered", "own-site"]), help="How space and energy are billed."),
    click.option("--years", type=float, help="Years until the systems are replaced."),
    click.option("--interest", type=float, help="Interest rate, percent per year."),
    click.option(
        "--utilization",
        "utilisation",
        cls=RenamedOption,
        former=("--utilisation",),
        type=float,
        help="Utilization: share of hours in use, percent.",
    ),
    click.option("--currency", metavar="CODE", help="Currency of all amounts."),
    click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set another cost input; enter an invalid KEY to list all."),
)


_FORMER = {"labor": "labour", "utilization": "utilisation"}
"""American spellings of inputs, with the keys that tables and site sheets store."""


def said_values(settings: Sequence[str], **named: "CostValue | None") -> "dict[str, CostValue]":
    """The option values, by key of the cost calculation.

    Raises:
        click.UsageError: a setting is not KEY=VALUE.
    """
    from gpudesk.catalog.cost_inputs import CHOICES

    cost_values: dict[str, CostValue] = {key: value for key, value in named.items() if value is not None}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set needs KEY=VALUE, not {setting!r}")
        key = _FORMER.get(key.strip(), key.strip())
        cost_values[key] = value.strip() if key in CHOICES else _number(value)
    if "currency" in cost_values:
        cost_values["currency"] = str(cost_values["currency"]).upper()
    return cost_values


def _number(text: str) -> "CostValue":
    try:
        return float(text)
    except ValueError:
        return text


def plain_ends(ends: "Ends | None", digits: int = 6) -> dict[str, float] | None:
    """A figure with its range."""
    if ends is None:
        return None
    return {"value": round(ends.value, digits), "low": round(ends.low, digits), "high": round(ends.high, digits)}


def plain_estimate(found: "Estimate") -> dict[str, Any]:
    """A sum with its terms."""
    return {
        "value": round(found.value, 2),
        "low": round(found.low, 2),
        "high": round(found.high, 2),
        "unit": found.unit,
        "kind": str(found.kind),
        "terms": [
            {
                "name": term.name,
                "title": term.title.plain(),
                "value": round(term.value, 2),
                "low": round(term.low, 2),
                "high": round(term.high, 2),
                "kind": str(term.kind),
                "formula": term.formula.plain() if term.formula is not None else "",
                "source": term.source,
            }
            for term in found.terms
        ],
        "warnings": [warning.plain() for warning in found.warnings],
    }


def plain_result(cost: "ResultCost") -> dict[str, Any]:
    """The cost of a plan of sizing."""
    return {
        "currency": cost.currency,
        "price_known": cost.priced,
        "capital": plain_ends(cost.capital, 2),
        "yearly": plain_estimate(cost.yearly),
        "per_gpu_hour": plain_ends(cost.per_gpu_hour),
        "per_used_gpu_hour": plain_ends(cost.per_used_hour),
        "per_million_tokens": plain_ends(cost.per_million),
        "kwh_per_million_tokens": plain_ends(cost.kwh_per_million),
        "co2_g_per_million_tokens": plain_ends(cost.co2_g_per_million, 2),
        "site_kwh_per_year": round(cost.yearly_kwh, 1),
    }


def plain_inputs(inputs: "CostInputs", cost_values: "Mapping[str, CostValue]") -> list[dict[str, Any]]:
    """Every possible input of a cost calculation: the specified value, or the table value with its range, source and date."""
    rows = []
    for key, entry in inputs.tables.figures.items():
        figure = entry.figure
        rows.append(
            {
                "key": key,
                "title": entry.titles.title,
                "unit": inputs.tables.currency if entry.unit == "money" else entry.unit,
                "value": figure.value,
                "low": figure.low,
                "high": figure.high,
                "override": cost_values.get(key),
                "confidence": str(figure.confidence),
                "date": figure.date or None,
                "source": figure.source,
            }
        )
    return rows
