"""The yearly cost of a number of GPUs: its terms, and the same for thousands of plans at once.

Every term is proportional to one of four amounts: the purchase price, the reserved kW, the kWh that the devices draw, the GPUs.
A yearly cost is therefore four rates, used as columns in a search and shown as terms to the user.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import sqrt

from gpudesk.core.cost.capital import yearly_share
from gpudesk.core.cost.contract import AllIn, Contract, Metered, OwnSite
from gpudesk.core.cost.figure import CONTEXT, HOURS_PER_YEAR, MONTHS_PER_YEAR, Figure, term_of
from gpudesk.core.cost.tariff import Tariff
from gpudesk.core.estimates.estimate import Estimate, Kind, total, weakest
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value

ENDS = (-1, 0, 1)


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The assumptions of a yearly cost besides the purchase.

    Attributes:
        years: replacement interval of the equipment.
        interest: per year, a share.
        residual_share: share of the price recovered at the end.
        support_share, spares_share, insurance_share: of the price, each year.
        network_share: share of the systems price added for network and optics; 0 if they are lines of the bill.
        staff_per_gpu, software_per_gpu: each year.
        utilisation: the share of productive hours.
        load_share: draw of devices in use, relative to the reserved power; idle_share: when idle.
        carbon_g_per_kwh: of the grid.
        currency: of all amounts.
    """

    years: Figure
    interest: Figure
    residual_share: Figure
    contract: Contract
    tariff: Tariff
    support_share: Figure
    spares_share: Figure
    insurance_share: Figure
    network_share: Figure
    staff_per_gpu: Figure
    software_per_gpu: Figure
    utilisation: Figure
    load_share: Figure
    idle_share: Figure
    carbon_g_per_kwh: Figure
    currency: str

    def mean_load_share(self, end: int = 0) -> float:
        """What devices draw on average, of the power that is reserved."""
        used = self.utilisation.value
        return used * self.load_share.at(end) + (1 - used) * self.idle_share.at(end)


@dataclass(frozen=True, slots=True)
class Owned:
    """The equipment covered by a yearly cost.

    Attributes:
        price: of the total purchase, without the addition of `Assumptions.network_share`; None if unknown.
        reserved_kw: the power of the devices that the site has to reserve.
        kwh: energy drawn by the devices in a year; None for `mean_load_share` of the reserved power.
    """

    gpus: float
    price: Figure | None
    reserved_kw: Figure
    kwh: Figure | None = None
    warnings: tuple[Message, ...] = field(default=())


class Amount(StrEnum):
    """The amount to which a term is proportional."""

    PRICE = "price"
    KW = "kw"
    KWH = "kwh"
    GPU = "gpu"


@dataclass(frozen=True, slots=True)
class Rate:
    """The yearly cost of one unit of an amount."""

    of: Amount
    value: float


def energy_kwh(owned: Owned, assumed: Assumptions, end: int = 0) -> float:
    """The energy drawn by the devices in a year, without cooling."""
    if owned.kwh is not None:
        return owned.kwh.at(end)
    return owned.reserved_kw.at(end) * HOURS_PER_YEAR * assumed.mean_load_share(end)


def site_pue(contract: Contract, end: int = 0) -> float:
    """The factor from device energy to site energy; 1 if it is included in the rent and not specified."""
    return 1.0 if isinstance(contract, AllIn) else contract.pue.at(end)


def rates(assumed: Assumptions, end: int = 0) -> dict[str, Rate]:
    """The yearly cost of each term per unit of its amount; with the low or high ends of all assumptions for -1 and 1.

    A longer life and a higher residual make owning cheaper, so their ends are reversed.
    """
    interest, grown = assumed.interest.at(end), 1 + assumed.network_share.at(end)
    owning = yearly_share(interest, assumed.years.at(-end), assumed.residual_share.at(-end))
    rates_by_term = {"capital": Rate(Amount.PRICE, grown * owning)}
    for name in ("support", "spares", "insurance"):
        rates_by_term[name] = Rate(Amount.PRICE, grown * _assumed(assumed, f"{name}_share").at(end))
    rates_by_term |= _place(assumed, interest, end)
    for name in ("staff", "software"):
        rates_by_term[name] = Rate(Amount.GPU, _assumed(assumed, f"{name}_per_gpu").at(end))
    return rates_by_term


def _place(assumed: Assumptions, interest: float, end: int) -> dict[str, Rate]:
    contract = assumed.contract
    if isinstance(contract, AllIn):
        return {"rent": Rate(Amount.KW, contract.per_kw_month.at(end) * MONTHS_PER_YEAR)}
    rates_by_term = {}
    if isinstance(contract, Metered):
        rates_by_term["rent"] = Rate(Amount.KW, contract.per_kw_month.at(end) * MONTHS_PER_YEAR)
    else:
        building = contract.building_per_kw.at(end)
        rates_by_term["building"] = Rate(Amount.KW, building * yearly_share(interest, contract.building_years.at(-end)))
        rates_by_term["upkeep"] = Rate(Amount.KW, building * contract.upkeep_share.at(end))
    pue = contract.pue.at(end)
    demand = assumed.tariff.demand_per_kw_month.at(end) * MONTHS_PER_YEAR
    rates_by_term["demand"] = Rate(Amount.KW, demand * assumed.load_share.at(end) * pue)
    rates_by_term["energy"] = Rate(Amount.KWH, assumed.tariff.mean_price(end) * pue)
    return rates_by_term


def _assumed(assumed: Assumptions, name: str) -> Figure:
    figure: Figure = getattr(assumed, name)
    return figure


_TITLES: dict[str, str] = {
    "capital": QT_TRANSLATE_NOOP("cost", "Capital"),
    "support": QT_TRANSLATE_NOOP("cost", "Support contracts"),
    "spares": QT_TRANSLATE_NOOP("cost", "Spares and repairs"),
    "insurance": QT_TRANSLATE_NOOP("cost", "Insurance and tax"),
    "rent": QT_TRANSLATE_NOOP("cost", "Colocation rent"),
    "building": QT_TRANSLATE_NOOP("cost", "Building"),
    "upkeep": QT_TRANSLATE_NOOP("cost", "Building maintenance"),
    "demand": QT_TRANSLATE_NOOP("cost", "Peak load of each month"),
    "energy": QT_TRANSLATE_NOOP("cost", "Energy"),
    "staff": QT_TRANSLATE_NOOP("cost", "Staff"),
    "software": QT_TRANSLATE_NOOP("cost", "Software"),
}
_FORMULAS: dict[Amount, str] = {
    Amount.PRICE: QT_TRANSLATE_NOOP("cost", "{amount} {currency} × {rate} per year"),
    Amount.KW: QT_TRANSLATE_NOOP("cost", "{amount} kW reserved × {rate} {currency} per year"),
    Amount.KWH: QT_TRANSLATE_NOOP("cost", "{amount} kWh of the devices × {rate} {currency}, incl. PUE {pue}"),
    Amount.GPU: QT_TRANSLATE_NOOP("cost", "{amount} GPUs × {rate} {currency} per year"),
}
_OWNED = QT_TRANSLATE_NOOP(
    "cost",
    "{amount} {currency} × {rate} per year: {years} {years|year|years} at {interest} %, {residual} % resale value, {network} % for network",
)


def title_of(name: str) -> Message:
    """The title of a term.

    Raises:
        KeyError: there is no such term.
    """
    return Message(CONTEXT, _TITLES[name])


def yearly_cost(owned: Owned, assumed: Assumptions) -> Estimate:
    """The yearly cost of the GPUs, by terms; without the purchase price if it is unknown, which is indicated."""
    of = {end: rates(assumed, end) for end in ENDS}
    terms = []
    for name, rate in of[0].items():
        if rate.of is Amount.PRICE and owned.price is None:
            continue
        low, value, high = (amount_of(owned, assumed, rate.of, end) * of[end][name].value for end in ENDS)
        if high:
            figures = _behind(owned, assumed, name)
            source = "; ".join(dict.fromkeys(figure.source for figure in figures if figure.source))
            kind = weakest(figure.kind for figure in figures)
            words = _formula(owned, assumed, name, rate)
            terms.append(term_of(name, title_of(name), (low, value, high), f"{assumed.currency}/year", kind, words, source))
    warnings = owned.warnings
    if owned.price is None:
        text = QT_TRANSLATE_NOOP(
            "cost", "The price of this hardware is not known: capital, support, spares and insurance are not included."
        )
        warnings = (*warnings, Message(CONTEXT, text))
    if not terms:
        return Estimate(0.0, 0.0, 0.0, f"{assumed.currency}/year", Kind.EXACT, (), warnings)
    return _independent(total(terms, warnings))


def _independent(sum_of: Estimate) -> Estimate:
    """The same with the range of a sum whose terms err independently: the root of the squares of their ends."""
    down = sqrt(sum((term.value - term.low) ** 2 for term in sum_of.terms))
    up = sqrt(sum((term.high - term.value) ** 2 for term in sum_of.terms))
    return replace(sum_of, low=max(sum_of.value - down, 0.0), high=sum_of.value + up)


def amount_of(owned: Owned, assumed: Assumptions, amount: Amount, end: int = 0) -> float:
    """The quantity of a term's amount."""
    if amount is Amount.PRICE:
        return 0.0 if owned.price is None else owned.price.at(end)
    if amount is Amount.KW:
        return owned.reserved_kw.at(end)
    return energy_kwh(owned, assumed, end) if amount is Amount.KWH else owned.gpus


def _behind(owned: Owned, assumed: Assumptions, name: str) -> list[Figure]:
    """The figures that a term rests on, the weightiest first."""
    contract, tariff = assumed.contract, assumed.tariff
    if name == "capital":
        bought = [] if owned.price is None else [owned.price]
        return [*bought, assumed.years, assumed.interest, assumed.residual_share, assumed.network_share]
    if name in ("support", "spares", "insurance"):
        return [_assumed(assumed, f"{name}_share"), *([] if owned.price is None else [owned.price])]
    if name in ("staff", "software"):
        return [_assumed(assumed, f"{name}_per_gpu")]
    if name == "energy":
        prices = [band.price_per_kwh for band in tariff.bands]
        drawn = [owned.kwh] if owned.kwh is not None else [owned.reserved_kw, assumed.load_share, assumed.idle_share]
        return [*prices, *_pues(contract), *drawn]
    if name == "demand":
        return [tariff.demand_per_kw_month, *_pues(contract), owned.reserved_kw]
    if isinstance(contract, OwnSite):
        behind = contract.upkeep_share if name == "upkeep" else contract.building_years
        return [contract.building_per_kw, behind, owned.reserved_kw]
    return [contract.per_kw_month, owned.reserved_kw]


def _pues(contract: Contract) -> list[Figure]:
    return [] if isinstance(contract, AllIn) else [contract.pue]


def _formula(owned: Owned, assumed: Assumptions, name: str, rate: Rate) -> Message:
    amount = amount_of(owned, assumed, rate.of)
    values: dict[str, Value] = {
        "amount": round(amount, 3) if rate.of is Amount.KW else round(amount),
        "currency": assumed.currency,
        "rate": round(rate.value, 5 if rate.value < 1 else 2),
        "pue": round(site_pue(assumed.contract), 3),
    }
    if name != "capital":
        return Message(CONTEXT, _FORMULAS[rate.of], values)
    values |= {
        "years": round(assumed.years.value, 2),
        "interest": round(100 * assumed.interest.value, 2),
        "residual": round(100 * assumed.residual_share.value, 1),
        "network": round(100 * assumed.network_share.value, 1),
    }
    return Message(CONTEXT, _OWNED, values)
