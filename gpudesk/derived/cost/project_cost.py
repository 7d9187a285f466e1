"""Project cost: its bill of materials, its powers and its site sheet as a yearly account, compared with renting the same GPUs.

A line without a price is estimated from the GPUs it contains, or counted as unknown; it is never free.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from gpudesk.catalog.bom_rules import BomRules
from gpudesk.catalog.cost_inputs import CostInputs, CostValue
from gpudesk.catalog.cost_tables import CloudPrice
from gpudesk.catalog.gpu_prices import cloud_prices, gpu_price
from gpudesk.core.cost.account import Assumptions, Owned, yearly_cost
from gpudesk.core.cost.cloud import break_even_utilisation
from gpudesk.core.cost.figure import CONTEXT, HOURS_PER_YEAR, Figure, said
from gpudesk.core.cost.result import Ends, per_gpu_hour
from gpudesk.core.estimates.estimate import Estimate
from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.cooling.cooling_account import cooling_account
from gpudesk.derived.cooling.cooling_variants import energy_w
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.derived.cost.bom_line import BomLine
from gpudesk.derived.cost.bom_maker import PartOf
from gpudesk.derived.cost.cost_settings import plant_is_bought, said_costs
from gpudesk.derived.draw.power_ratings import FAMILIES, draws_power
from gpudesk.derived.racks.bay_contents import counted
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

PLANT = frozenset({Family.UPS, Family.CDU, Family.COOLING, Family.BUSWAY})
"""What rent and the price of a building hold already."""


class Pricing(StrEnum):
    """How a line came by its price."""

    PRICED = "priced"
    ESTIMATED = "estimated"
    """From the GPUs in it."""
    UNKNOWN = "unknown"
    WITH_PLACE = "with the place"
    """Plant that is paid with the rent or the building."""


@dataclass(frozen=True, slots=True)
class CapitalLine:
    """One line of the bill, or the work, in the currency of the account.

    Attributes:
        name: the key of a type, or what else is paid. title: of the type, "" without one.
    """

    name: str
    section: str
    pieces: int
    pricing: Pricing
    price: Figure | None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Rented:
    """Cost of the same GPUs in clouds.

    Attributes:
        per_hour: of all GPUs with a known price. gpus: number of these. missing: GPUs without a known cloud offer.
        pays_above: the share of hours above which owning costs less; None if a price or a GPU is unknown.
        offers: the applicable price for each kind.
    """

    per_hour: Ends
    gpus: int
    missing: int
    pays_above: float | None
    offers: tuple[CloudPrice, ...]


@dataclass(frozen=True, slots=True)
class ProjectCost:
    """The cost account of a project.

    Attributes:
        capital: of the lines with a known or estimated price; None if there are none.
        unknown_pieces: purchased items with an unknown price.
        reserved_kw, mean_kw: of the devices; the second is the basis for energy.
        site_kwh, co2_kg: for a year, including cooling and losses.
        devices_without_power: not included in the powers.
    """

    phase: int | None
    gpus: int
    currency: str
    lines: tuple[CapitalLine, ...]
    capital: Figure | None
    unknown_pieces: int
    assumed: Assumptions
    pue: float | None
    pue_source: str
    reserved_kw: float
    mean_kw: float
    devices_without_power: int
    yearly: Estimate
    per_gpu_hour: Ends | None
    per_used_hour: Ends | None
    site_kwh: float
    co2_kg: Ends
    rented: Rented
    oldest_price: str
    said: Mapping[str, CostValue]

    def covered(self, pricing: Pricing) -> tuple[float, int]:
        """Total of the bill lines with this pricing, in the currency, and their number; without labor."""
        lines = [line for line in self.lines if line.pricing is pricing and line.section != "labour"]
        return sum(line.price.value for line in lines if line.price is not None), len(lines)


def project_cost(
    snapshot: Snapshot, rules: BomRules, part_of: PartOf, over: Mapping[str, CostValue] | None = None, phase: int | None = None
) -> ProjectCost:
    """The cost account of a project, or of one phase of it.

    Args:
        over: figures that take precedence over those of the project.

    Raises:
        Refused: settings of the project or `over` contradict each other.
        InvalidData: rules or tables cannot be used.
    """
    sheet = snapshot.cached(site_sheet)
    bill = bom(snapshot, rules, part_of, phase)
    inputs = _inputs(said_costs(sheet), over or {})
    planned = None if {"pue", "cooling_share"} & inputs.said.keys() else _planned_pue(snapshot)
    if planned is not None:
        inputs = CostInputs({**inputs.said, "pue": planned})
    # Network and optics are lines of the bill; a share is added only where somebody says one.
    assumed = inputs.assumptions(network="network" in inputs.said)
    lines = _lines(bill, inputs, with_place=not plant_is_bought(sheet))
    capital = _capital(lines)
    reserved, mean, missing = _kilowatts(snapshot, bill)
    gpus = _gpus(bill)
    count = sum(gpus.values())
    unknown = sum(line.pieces for line in lines if line.pricing is Pricing.UNKNOWN)
    owned = Owned(float(count), capital, said(reserved, "project power values"), _energy(mean, assumed), _warnings(unknown, missing))
    yearly = yearly_cost(owned, assumed)
    pue = None if inputs.word("contract") == "all-in" else inputs.pue().value
    site_kwh = (owned.kwh.value if owned.kwh is not None else 0.0) * (pue or inputs.pue().value)
    carbon = assumed.carbon_g_per_kwh
    return ProjectCost(
        phase=phase,
        gpus=count,
        currency=inputs.currency,
        lines=lines,
        capital=capital,
        unknown_pieces=unknown,
        assumed=assumed,
        pue=inputs.pue().value,
        pue_source="the planned cooling" if planned is not None else inputs.pue().source or "said",
        reserved_kw=reserved,
        mean_kw=mean,
        devices_without_power=missing,
        yearly=yearly,
        per_gpu_hour=per_gpu_hour(yearly, count) if count else None,
        per_used_hour=per_gpu_hour(yearly, count, assumed.utilisation.value) if count else None,
        site_kwh=site_kwh,
        co2_kg=Ends(*(site_kwh * grams / 1000 for grams in (carbon.value, carbon.low, carbon.high))),
        rented=_rented(gpus, inputs, yearly, capital),
        oldest_price=min((line.price.date for line in lines if line.price is not None and line.price.date), default=""),
        said={**inputs.said},
    )


def _inputs(sheet: dict[str, CostValue], over: Mapping[str, CostValue]) -> CostInputs:
    if {"pue", "cooling_share"} & over.keys():
        sheet = {key: value for key, value in sheet.items() if key not in ("pue", "cooling_share")}
    try:
        return CostInputs({**sheet, **over})
    except Refused as refused:
        fix = QT_TRANSLATE_NOOP("cost", "Set it in the Money group of the site sheet, or with --set.")
        raise Refused(refused.message, refused.fix or Message(CONTEXT, fix)) from refused


def _planned_pue(snapshot: Snapshot) -> float | None:
    account = cooling_account(snapshot)
    if account is None or not account.year.it_kwh:
        return None
    return max(round(account.year.mean_pue, 4), 1.0)


def _lines(bill: Bom, inputs: CostInputs, *, with_place: bool) -> tuple[CapitalLine, ...]:
    bought = [line for line in bill.lines if line.bought and line.order]
    capital_lines = [
        replace(_line(line, inputs, with_place=with_place), title="" if line.kind is None else line.kind.title) for line in bought
    ]
    hours = bill.totals.hours
    if hours:
        rate = inputs.figure("labour")
        capital_lines.append(CapitalLine("labour", "labour", round(hours), Pricing.PRICED, rate.times(hours)))
    return tuple(capital_lines)


def _line(line: BomLine, inputs: CostInputs, *, with_place: bool) -> CapitalLine:
    kind = line.kind
    name = kind.key if kind is not None else line.section
    if with_place and kind is not None and kind.family in PLANT:
        return CapitalLine(name, line.section, line.order, Pricing.WITH_PLACE, None)
    low, high = inputs.tables.systems.spread
    if line.price is not None and line.price_usd is not None:
        paid = line.price_usd * line.order
        fact = line.price
        price = Figure(paid, paid * low, paid * high, fact.source, fact.confidence, fact.date)
        return CapitalLine(name, line.section, line.order, Pricing.PRICED, inputs.money(price))
    held = [] if kind is None else [(gpu_price(part.key, inputs.tables.systems), part.count) for part in kind.contains if part.gpu]
    if held and all(price is not None for price, _ in held):
        gpu_figures = [price.times(count * line.order) for price, count in held if price is not None]
        price = Figure(
            sum(part.value for part in gpu_figures),
            sum(part.low for part in gpu_figures),
            sum(part.high for part in gpu_figures),
            "; ".join(dict.fromkeys(part.source for part in gpu_figures)),
            Confidence.DERIVED,
            min(part.date for part in gpu_figures),
        )
        return CapitalLine(name, line.section, line.order, Pricing.ESTIMATED, inputs.money(price))
    return CapitalLine(name, line.section, line.order, Pricing.UNKNOWN, None)


def _capital(lines: Sequence[CapitalLine]) -> Figure | None:
    """The sum of the known values; None without any hardware price."""
    priced = [line.price for line in lines if line.price is not None]
    if not any(line.price is not None and line.section != "labour" for line in lines):
        return None
    value = sum(price.value for price in priced)
    down = float(np.sqrt(sum((price.value - price.low) ** 2 for price in priced)))
    up = float(np.sqrt(sum((price.high - price.value) ** 2 for price in priced)))
    dates = [price.date for price in priced if price.date]
    return Figure(value, max(value - down, 0.0), value + up, "bill of materials", Confidence.DERIVED, min(dates, default=""))


def _gpus(bill: Bom) -> dict[str, int]:
    """Key of a GPU → how many are in use."""
    gpus: dict[str, int] = {}
    for line in bill.lines:
        if line.kind is None or line.section not in ("device", "rack"):
            continue
        if line.kind.family is Family.GPU:
            gpus[line.kind.key] = gpus.get(line.kind.key, 0) + line.count
        for part in line.kind.contains:
            if part.gpu:
                gpus[part.key] = gpus.get(part.key, 0) + part.count * line.count
    return gpus


def _kilowatts(snapshot: Snapshot, bill: Bom) -> tuple[float, float, int]:
    """kW of the devices that a place holds ready, kW on average, and devices of unknown power. Of one phase by its share of the former."""
    sheet, types, devices = snapshot.cached(site_sheet), snapshot.types, snapshot["device"]
    name = f"power_{sheet.text('power_for_limits')}_w"
    type_ids = devices["type_id"][snapshot.cached(counted)]
    load = draws_power(types, type_ids) & ~np.isin(types.codes("family", type_ids), [FAMILIES.index(family) for family in PLANT])
    watts = types.numbers(name, type_ids)
    racks = np.nan_to_num(types.numbers(name, snapshot["rack"]["type_id"])).sum()
    whole = float(np.nansum(np.where(load, watts, 0.0)) + racks)
    mean, missing = energy_w(snapshot, sheet), int((load & np.isnan(watts)).sum())
    if bill.phase is None or not whole:
        return whole / 1000, mean / 1000, missing
    phase_w = sum(line.power_w or 0.0 for line in bill.lines if line.kind is None or line.kind.family not in PLANT)
    return phase_w / 1000, mean * phase_w / whole / 1000, missing


def _energy(mean_kw: float, assumed: Assumptions) -> Figure:
    """kWh of a year: the average power in the hours that are put to use, the idle share of it in the others."""
    used = assumed.utilisation.value
    value, low, high = (mean_kw * HOURS_PER_YEAR * (used + (1 - used) * assumed.idle_share.at(end)) for end in (0, -1, 1))
    return Figure(value, low, high, "project power values", Confidence.DERIVED)


def _warnings(unknown: int, without_power: int) -> tuple[Message, ...]:
    warnings = []
    if unknown:
        text = QT_TRANSLATE_NOOP(
            "cost", "The price of {count} {count|unit is not known; it is|units is not known; they are} not in the total."
        )
        warnings.append(Message(CONTEXT, text, {"count": unknown}))
    if without_power:
        text = QT_TRANSLATE_NOOP(
            "cost", "The power of {count} {count|device is not known; it is|devices is not known; they are} not in the total."
        )
        warnings.append(Message(CONTEXT, text, {"count": without_power}))
    return tuple(warnings)


def _rented(gpus: Mapping[str, int], inputs: CostInputs, yearly: Estimate, capital: Figure | None) -> Rented:
    offers = {key: offered[0] for key in gpus if (offered := cloud_prices(key, inputs.tables))}
    known = sum(gpus[key] for key in offers)
    own_price = inputs.figure("cloud_price") if "cloud_price" in inputs.said else None
    prices = {key: own_price or inputs.money(offer.per_gpu_hour) for key, offer in offers.items()}
    value, low, high = (sum(gpus[key] * price.at(end) for key, price in prices.items()) for end in (0, -1, 1))
    missing = sum(gpus.values()) - known
    above = break_even_utilisation(yearly.value, value, HOURS_PER_YEAR) if known and not missing and capital is not None else None
    return Rented(Ends(value, low, high), known, missing, above, tuple(offers.values()))
