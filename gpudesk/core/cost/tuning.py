"""Power caps and locked clocks: energy saved against time lost, and a cap that follows the tariff."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.cost.figure import Figure
from gpudesk.core.cost.tariff import Hours, Tariff


@dataclass(frozen=True, slots=True)
class Knob:
    """The effect of a setting in one phase of the work.

    Attributes:
        kind: "power_cap" or "clock_lock". phase: "compute" (training, prompts) or "decode".
        saved: of the energy of a job; lost: of its time, both shares.
        cap_percent: the measured cap, as a percentage of the maximum power of the device; None for clocks.
    """

    kind: str
    phase: str
    saved: Figure
    lost: Figure
    cap_percent: float | None = None

    def at_cap(self, percent: float) -> "Knob":
        """The same with a higher cap: its effect decreases in proportion (a rule); self if it is not a cap, or as low as measured.

        Raises:
            ValueError: the cap is lower than the measured one, or above 100 %.
        """
        if self.cap_percent is None or percent == self.cap_percent:
            return self
        if not self.cap_percent < percent <= 100:
            raise ValueError(f"a cap is from {self.cap_percent:g} to 100 %, not {percent:g}")
        depth = (100 - percent) / (100 - self.cap_percent)
        return replace(self, saved=self.saved.times(depth), lost=self.lost.times(depth), cap_percent=percent)


@dataclass(frozen=True, slots=True)
class Tuned:
    """The effect of a setting over some work: likeliest, worst and best.

    Attributes:
        kwh: saved. hours: lost. money: saved, net of the lost hours; negative if it costs more than it saves.
    """

    kwh: tuple[float, float, float]
    hours: tuple[float, float, float]
    money: tuple[float, float, float]


def tuned(knob: Knob, kwh: float, hours: float, price_per_kwh: float, money_per_hour: float) -> Tuned:
    """The savings of a setting for work with the given energy and time.

    Args:
        hours: of the GPUs together. money_per_hour: cost of such an hour besides its energy.
    """
    cases = [(knob.saved.value, knob.lost.value), (knob.saved.low, knob.lost.high), (knob.saved.high, knob.lost.low)]
    energy = [kwh * saved for saved, _ in cases]
    time = [hours * lost for _, lost in cases]
    money = [one * price_per_kwh - late * money_per_hour for one, late in zip(energy, time, strict=True)]
    return Tuned((energy[0], energy[1], energy[2]), (time[0], time[1], time[2]), (money[0], money[1], money[2]))


@dataclass(frozen=True, slots=True)
class CapYear:
    """A year with a cap in some hours.

    Attributes:
        hours: in which the cap applies. kwh: saved. energy_money, demand_money: saved.
        lost_work_share: share of the year's work that is not done. lost_money: the value of that work at the cost of the GPUs.
    """

    hours: int
    kwh: float
    energy_money: float
    demand_money: float
    lost_work_share: float
    lost_money: float

    @property
    def money(self) -> float:
        """The savings, net of the work not done."""
        return self.energy_money + self.demand_money - self.lost_money


def cap_by_tariff(
    tariff: Tariff, load_kw: Hours, capped: NDArray[np.bool_], cap_share: float, speed_share: float, money_per_year: float
) -> CapYear:
    """Limit the load to a share of its peak in some hours of the year.

    Args:
        load_kw: of the site in each hour, shape (8760,). capped: the hours in which the cap applies.
        cap_share: of the peak load. speed_share: the share of speed that remains while the cap limits.
        money_per_year: the cost of the GPUs besides their energy; work not done costs its share of that.
    """
    limit = cap_share * float(load_kw.max(initial=0.0))
    bites = capped & (load_kw > limit)
    return _year(tariff, load_kw, np.where(bites, limit, load_kw), bites, 1 - speed_share, money_per_year)


@dataclass(frozen=True, slots=True)
class TunedYear:
    """A year with a setting in some hours.

    Attributes:
        likely, worst, best: for energy and time together.
        kwh: saved, likeliest, least and most: work that is not done draws nothing either, so the worst case is not the least.
    """

    likely: CapYear
    worst: CapYear
    best: CapYear
    kwh: tuple[float, float, float]


def tuned_by_tariff(tariff: Tariff, load_kw: Hours, chosen: NDArray[np.bool_], knob: Knob, money_per_year: float) -> TunedYear:
    """A setting that holds in some hours of the year.

    A job that saves the share s of its energy and takes l longer draws (1 - s) / (1 + l) of its power and does 1 / (1 + l) of its
    work in an hour.

    Args:
        load_kw, money_per_year: as of `cap_by_tariff`. chosen: in which hours the setting holds.
    """
    cases = [(knob.saved.value, knob.lost.value), (knob.saved.low, knob.lost.high), (knob.saved.high, knob.lost.low)]
    years = [
        _year(tariff, load_kw, np.where(chosen, load_kw * (1 - saved) / (1 + lost), load_kw), chosen, lost / (1 + lost), money_per_year)
        for saved, lost in cases
    ]
    drawn = float(load_kw[chosen].sum())
    least = drawn * (1 - (1 - knob.saved.low) / (1 + knob.lost.low))
    most = drawn * (1 - (1 - knob.saved.high) / (1 + knob.lost.high))
    return TunedYear(years[0], years[1], years[2], (years[0].kwh, least, most))


def _year(tariff: Tariff, load_kw: Hours, after: Hours, bites: NDArray[np.bool_], lost_share: float, money_per_year: float) -> CapYear:
    """The year with another load, where in some hours a share of the work is not done."""
    before_money, before_demand = tariff.yearly(load_kw)
    after_money, after_demand = tariff.yearly(after)
    lost = float(bites.sum()) * lost_share / load_kw.size
    kwh, money, demand = float((load_kw - after).sum()), before_money - after_money, before_demand - after_demand
    return CapYear(int(bites.sum()), kwh, money, demand, lost, lost * money_per_year)


def dear_hours(tariff: Tariff, from_price: float) -> NDArray[np.bool_]:
    """The hours of the year whose price is at least so high."""
    is_dear: NDArray[np.bool_] = tariff.prices() >= from_price - 1e-12
    return is_dear
