"""The command that calculates the cost of a project."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.cost.cost_text import cost_options, plain_ends, plain_estimate, plain_inputs, said_values
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.amounts import quantity, sentence
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.core.messages.message import Message, Quantity
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.derived.cost.project_cost import Pricing, ProjectCost, project_cost

SCHEMA = "gpudesk.cost.v2"
_SHOWN = 12
"""Maximum number of bill lines printed, the most expensive first; all of them with --json."""


@click.command("cost")
@file_argument
@click.option("--phase", type=click.IntRange(0, MOST_PHASE), help="Only items added in this phase.")
@cost_options
@click.option("--cap", "cap_percent", type=click.FloatRange(1, 100), help="Power cap during the most expensive hours, percent.")
@click.option("--cap-speed", type=click.FloatRange(1, 100), default=95, show_default=True, help="Remaining speed under the cap, percent.")
@click.option(
    "--cap-from", type=float, metavar="PRICE", help="Cap the hours with at least this energy price; by default the most expensive hours."
)
@click.option(
    "--weigh", multiple=True, metavar="NAME=NUMBER", help="Compare bare metal with virtual machines, using this weight for a criterion."
)
@json_option
def cost_command(
    file: Path,
    phase: int | None,
    contract: str | None,
    years: float | None,
    interest: float | None,
    utilisation: float | None,
    currency: str | None,
    settings: tuple[str, ...],
    cap_percent: float | None,
    cap_speed: float,
    cap_from: float | None,
    weigh: tuple[str, ...],
    as_json: bool,
) -> None:
    """Calculate the cost of FILE: capital cost from its bill of materials, yearly cost, cost per GPU-hour, energy and
    carbon, and the cost of renting instead.

    Values in the Money group of the site sheet take precedence over the built-in price and rate tables and those in the
    "cost" folder of your own data; options take precedence over all of these. Lines without a price are estimated from
    their GPUs where possible, and otherwise counted as unknown. By default, PUE is calculated from the planned cooling.
    """
    from gpudesk.catalog.bom_rule_files import bom_rules
    from gpudesk.catalog.catalog import open_catalog
    from gpudesk.catalog.cost_inputs import CostInputs
    from gpudesk.cli.cost.cost_tuning_text import capped_year, plain_cap, plain_tuning, plain_virtual, print_cap, print_virtual, weights_of

    weights = weights_of(weigh)
    cost_values = said_values(settings, contract=contract, years=years, interest=interest, utilisation=utilisation, currency=currency)
    catalog = open_catalog()
    with whole(file) as document:
        cost = project_cost(document.snapshot, bom_rules(), lambda key: catalog.get(key) if key in catalog else None, cost_values, phase)
    capped = capped_year(cost, cap_percent, cap_speed, cap_from)
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file)}
        more = {"tuning": plain_tuning(cost), "cap": plain_cap(capped), "virtual": plain_virtual(weights)}
        print_json({**about, **_plain(cost), **more, "figures": plain_inputs(CostInputs(cost.said), cost.said)})
        return
    _print(cost)
    if cap_percent is not None:
        print_cap(capped, cost.currency)
    if weigh:
        print_virtual(weights)


def _plain(cost: ProjectCost) -> dict[str, Any]:
    rented = cost.rented
    capital = cost.capital
    return {
        "phase": cost.phase,
        "currency": cost.currency,
        "gpus": cost.gpus,
        "contract": str(cost.assumed.contract.kind),
        "overrides": dict(cost.said),
        "capital": None
        if capital is None
        else {"value": round(capital.value, 2), "low": round(capital.low, 2), "high": round(capital.high, 2)},
        "coverage": {
            name: {"value": round(cost.covered(pricing)[0], 2), "lines": cost.covered(pricing)[1]}
            for name, pricing in (("listed", Pricing.PRICED), ("estimated", Pricing.ESTIMATED), ("unknown", Pricing.UNKNOWN))
        },
        "oldest_price": cost.oldest_price or None,
        "pieces_without_price": cost.unknown_pieces,
        "lines": [
            {
                "name": line.name,
                "section": line.section,
                "pieces": line.pieces,
                "pricing": str(line.pricing),
                "price": None if line.price is None else round(line.price.value, 2),
                "low": None if line.price is None else round(line.price.low, 2),
                "high": None if line.price is None else round(line.price.high, 2),
                "date": line.price.date or None if line.price is not None else None,
                "source": line.price.source if line.price is not None else None,
            }
            for line in cost.lines
        ],
        "pue": cost.pue,
        "pue_source": cost.pue_source,
        "reserved_kw": round(cost.reserved_kw, 3),
        "average_kw": round(cost.mean_kw, 3),
        "devices_without_power": cost.devices_without_power,
        "yearly": plain_estimate(cost.yearly),
        "per_gpu_hour": plain_ends(cost.per_gpu_hour),
        "per_used_gpu_hour": plain_ends(cost.per_used_hour),
        "site_kwh_per_year": round(cost.site_kwh, 1),
        "co2_kg_per_year": plain_ends(cost.co2_kg, 1),
        "rented": {
            "per_hour": plain_ends(rented.per_hour, 4) if rented.gpus else None,
            "gpus": rented.gpus,
            "gpus_without_price": rented.missing,
            "break_even_utilization": None if rented.pays_above is None else round(rented.pays_above, 4),
            "offers": [
                {
                    "gpu": offer.gpu,
                    "offer": offer.offer.title,
                    "usd_per_gpu_hour": offer.per_gpu_hour.value,
                    "date": offer.per_gpu_hour.date or None,
                    "source": offer.per_gpu_hour.source,
                }
                for offer in rented.offers
            ],
        },
    }


_SHARES = frozenset({"capital", "support", "spares", "insurance"})
"""Yearly terms that are a share of the purchase price."""
_LABOR = ("labor", "installation")
"""The section and name of the line of labor, which JSON calls "labour"."""
_HOW = {Pricing.PRICED: "", Pricing.ESTIMATED: "estimated", Pricing.UNKNOWN: "not known", Pricing.WITH_PLACE: "included in colocation"}


def _print(cost: ProjectCost) -> None:
    money = cost.currency
    order = sorted(cost.lines, key=lambda line: -(line.price.value if line.price is not None else 0.0))
    rows = [("", "", "quantity", money, "from", "to", "price date", "")]
    for line in order[:_SHOWN]:
        price = line.price
        low, value, high = ("", "", "") if price is None else (f"{price.at(end):,.0f}" for end in (-1, 0, 1))
        day = "" if price is None else price.date
        section, name = _LABOR if line.section == "labour" else (line.section, line.name)
        rows.append((section, name, f"{line.pieces:,}", value, low, high, day, _HOW[line.pricing]))
    if order:
        print_table(rows, right=range(2, 6))
    if len(order) > _SHOWN:
        click.echo(f"{counted(len(order) - _SHOWN, 'more line')}; --json lists all.")
    if cost.capital is None:
        click.echo("Capital: no hardware price is known.")
    else:
        capital = cost.capital
        click.echo(f"Capital: {capital.value:,.0f} {money} ({capital.low:,.0f} to {capital.high:,.0f}); oldest price {cost.oldest_price}")
        (listed, lines), (estimated, more) = cost.covered(Pricing.PRICED), cost.covered(Pricing.ESTIMATED)
        unknown = cost.covered(Pricing.UNKNOWN)[1]
        click.echo(
            f"  {listed:,.0f} {money} from list prices for {counted(lines, 'line')} of the bill of materials, "
            f"and {estimated:,.0f} {money} estimated by rule of thumb for {more:,}; {counted(unknown, 'line has', 'lines have')} no price"
        )
    click.echo()
    yearly = cost.yearly
    terms = [("Yearly cost", money, "from", "to", "", "")]
    for term in yearly.terms:
        low, value, high = (f"{figure:,.0f}" for figure in (term.low, term.value, term.high))
        formula = "" if term.formula is None else sentence(_with_percent(term.name, term.formula))
        terms.append((sentence(term.title), value, low, high, str(term.kind), formula))
    terms.append(("Total", f"{yearly.value:,.0f}", f"{yearly.low:,.0f}", f"{yearly.high:,.0f}", "", ""))
    print_table(terms, right=range(1, 4))
    for warning in yearly.warnings:
        click.echo(sentence(warning))
    click.echo()
    reserved, average = quantity(cost.reserved_kw, "kW", 4), quantity(cost.mean_kw, "kW", 4)
    click.echo(f"{reserved} reserved, {average} average draw; PUE {cost.pue:.2f} ({cost.pue_source})")
    click.echo(f"{quantity(cost.site_kwh, 'kWh')} and {quantity(cost.co2_kg.value, 'kg')} CO2e per year")
    if cost.per_gpu_hour is None or cost.per_used_hour is None:
        click.echo("No GPU is planned.")
        return
    hour, used = cost.per_gpu_hour, cost.per_used_hour
    click.echo(f"Cost per GPU-hour: {hour.value:.2f} {money} ({hour.low:.2f} to {hour.high:.2f})")
    click.echo(f"Cost per GPU-hour used: {used.value:.2f} {money} ({used.low:.2f} to {used.high:.2f})")
    _print_rented(cost)


def _with_percent(term: str, formula: Message) -> Message:
    """A formula whose rate is a share of the price, with the share in percent."""
    rate = formula.values.get("rate")
    if term not in _SHARES or not isinstance(rate, float):
        return formula
    return replace(formula, values={**formula.values, "rate": Quantity(100 * rate, "%")})


def _amount(value: float) -> str:
    """An amount of money without cents where they do not matter."""
    return f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"


def _print_rented(cost: ProjectCost) -> None:
    rented = cost.rented
    if rented.gpus:
        per_hour = rented.per_hour
        click.echo(
            f"Renting {counted(rented.gpus, 'GPU')}: {_amount(per_hour.value)} {cost.currency} per hour "
            f"({_amount(per_hour.low)} to {_amount(per_hour.high)})"
        )
    if rented.missing:
        click.echo(f"No cloud price is known for {counted(rented.missing, 'GPU')}.")
    if rented.pays_above is not None:
        if rented.pays_above < 1:
            click.echo(f"Owning costs less when more than {100 * rented.pays_above:.0f} % of all hours are used.")
        else:
            click.echo("Renting costs less at any utilization.")


COMMANDS = (cost_command,)
