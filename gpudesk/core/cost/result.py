"""The cost of an hour, a result, a million tokens, with their energy and carbon: the values used to compare plans."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cost.account import ENDS, Amount, Assumptions, Owned, amount_of, energy_kwh, rates, site_pue
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.estimates.estimate import Estimate

Amounts = NDArray[np.float64]
SECONDS_PER_HOUR = 3600
MILLION = 1e6


@dataclass(frozen=True, slots=True)
class Ends:
    """A value with its range."""

    value: float
    low: float
    high: float


def million_tokens(per_hour: float | Amounts, tokens_per_s: float | Amounts) -> float | Amounts:
    """The cost of a million tokens, or their kWh, at an hourly rate: 3 an hour at 1,000 tokens per second is 0.833."""
    return per_hour / (tokens_per_s * SECONDS_PER_HOUR) * MILLION


def per_gpu_hour(yearly: Estimate, gpus: float, share: float = 1.0) -> Ends:
    """The cost of a GPU hour; `share` of all hours counts: 1 for every hour owned, the utilization for every hour used."""
    hours = gpus * HOURS_PER_YEAR * share
    return Ends(yearly.value / hours, yearly.low / hours, yearly.high / hours)


@dataclass(frozen=True, slots=True)
class CostRates:
    """The cost of plans for some kinds of GPU, one number per kind: the yearly cost of one GPU.

    Attributes:
        yearly: of one GPU; without the price where it is unknown.
        capital: the part that is proportional to the price; NaN if unknown.
        power_kw: of the devices at work, per GPU. pue: of the site, 1 if it is included in the rent.
    """

    yearly: Amounts
    capital: Amounts
    power_kw: Amounts
    pue: float
    utilisation: float
    carbon_g_per_kwh: float

    def plans(
        self, kind: NDArray[np.int64], gpus: NDArray[np.int64], tokens_per_s: Amounts, *, at_all_hours: bool = False
    ) -> "PlanColumns":
        """The cost of many plans: of kind `kind[i]`, with the number of GPUs and the tokens per second while at work.

        Args:
            at_all_hours: whether tokens are generated in every hour of the year, as for a given request rate; else in productive
                hours.
        """
        yearly = gpus * self.yearly[kind]
        used_h = HOURS_PER_YEAR * (1.0 if at_all_hours else self.utilisation)
        rate = MILLION / SECONDS_PER_HOUR / tokens_per_s
        return PlanColumns(yearly, yearly * (rate / used_h), gpus * (self.power_kw * self.pue)[kind] * rate)


@dataclass(frozen=True, slots=True)
class PlanColumns:
    """The cost of many plans: a year, a million tokens, and the kWh of the site for these."""

    yearly: Amounts
    per_million: Amounts
    kwh_per_million: Amounts


def cost_rates(owned: list[Owned], assumed: Assumptions) -> CostRates:
    """The rates of some kinds of GPU, each given by the account of one GPU of it."""
    by_amount = dict.fromkeys(Amount, 0.0)
    for rate in rates(assumed).values():
        by_amount[rate.of] += rate.value
    amounts = np.array([[amount_of(one, assumed, amount) for amount in Amount] for one in owned]).reshape(-1, len(Amount))
    yearly = amounts @ np.array([by_amount[amount] for amount in Amount])
    known = np.array([one.price is not None for one in owned])
    capital = np.where(known, amounts[:, 0] * by_amount[Amount.PRICE], np.nan)
    power = np.array([one.reserved_kw.value for one in owned]) * assumed.load_share.value
    return CostRates(yearly, capital, power, site_pue(assumed.contract), assumed.utilisation.value, assumed.carbon_g_per_kwh.value)


@dataclass(frozen=True, slots=True)
class ResultCost:
    """The cost of a plan.

    Attributes:
        yearly: by terms.
        priced: whether the hardware price is known; if not, all amounts here exclude it.
        per_gpu_hour: of every hour owned; per_used_hour: of every productive hour.
        per_million: tokens, of the productive hours; of all hours if a request rate determines the number of tokens.
        kwh_per_million, co2_g_per_million: of the site while at work.
        capital: the purchase price, None if unknown.
    """

    yearly: Estimate
    priced: bool
    capital: Ends | None
    per_gpu_hour: Ends
    per_used_hour: Ends
    per_million: Ends
    kwh_per_million: Ends
    co2_g_per_million: Ends
    yearly_kwh: float
    currency: str


def result_cost(owned: Owned, yearly: Estimate, assumed: Assumptions, tokens_per_s: Ends, *, at_all_hours: bool = False) -> ResultCost:
    """The cost of results at `tokens_per_s` while the GPUs are at work; the slowest rate is the most expensive.

    Args:
        at_all_hours: whether tokens are generated in every hour of the year, as for a given request rate; else in productive hours.
    """
    hourly = per_gpu_hour(yearly, owned.gpus, 1.0 if at_all_hours else assumed.utilisation.value)
    used = per_gpu_hour(yearly, owned.gpus, assumed.utilisation.value)
    pues = [site_pue(assumed.contract, end) for end in ENDS]
    kw = [owned.reserved_kw.at(end) * assumed.load_share.at(end) * pue for end, pue in zip(ENDS, pues, strict=True)]
    energy = _ends(kw, tokens_per_s)
    grams = assumed.carbon_g_per_kwh
    network = assumed.network_share
    price = owned.price
    return ResultCost(
        yearly=yearly,
        priced=price is not None,
        capital=None if price is None else Ends(*(price.at(end) * (1 + network.at(end)) for end in (0, -1, 1))),
        per_gpu_hour=per_gpu_hour(yearly, owned.gpus),
        per_used_hour=used,
        per_million=_ends([hourly.low * owned.gpus, hourly.value * owned.gpus, hourly.high * owned.gpus], tokens_per_s),
        kwh_per_million=energy,
        co2_g_per_million=Ends(energy.value * grams.value, energy.low * grams.low, energy.high * grams.high),
        yearly_kwh=energy_kwh(owned, assumed) * pues[1],
        currency=assumed.currency,
    )


def _ends(per_hour: list[float], tokens_per_s: Ends) -> Ends:
    """Of a low end, a value and a high end an hour."""
    low, value, high = per_hour
    return Ends(
        float(million_tokens(value, tokens_per_s.value)),
        float(million_tokens(low, tokens_per_s.high)),
        float(million_tokens(high, tokens_per_s.low)),
    )
