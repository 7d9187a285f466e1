"""Effect of power caps and locked clocks on a project's account, and bare metal compared with virtual machines."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.cost_tuning import NamedKnob, criteria, knobs
from gpudesk.core.cost.account import Assumptions
from gpudesk.core.cost.contract import AllIn
from gpudesk.core.cost.criteria import Weighed, weigh
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.cost.tariff import Tariff
from gpudesk.core.cost.tuning import Knob, Tuned, TunedYear, dear_hours, tuned, tuned_by_tariff
from gpudesk.core.estimates.estimate import Estimate
from gpudesk.derived.cost.project_cost import ProjectCost


@dataclass(frozen=True, slots=True)
class TunedProject:
    """One setting and its annual result, if all work were in its phase."""

    named: NamedKnob
    change: Tuned


@dataclass(frozen=True, slots=True)
class YearOfUse:
    """A year of energy, and the other costs.

    Attributes:
        tariff: None if energy is part of the rent: then all hours cost the same.
        site_kwh: including cooling and losses. other_money: of the year, without energy.
    """

    tariff: Tariff | None
    site_kwh: float
    other_money: float
    currency: str

    def hours_from(self, price: float | None) -> NDArray[np.bool_]:
        """The hours whose energy costs so much and more; all of them for None.

        Raises:
            ValueError: energy is part of the rent.
        """
        if self.tariff is None:
            raise ValueError("energy is part of the rent")
        return np.ones(HOURS_PER_YEAR, bool) if price is None else dear_hours(self.tariff, price)

    def tuned(self, knob: Knob, price: float | None) -> TunedYear | None:
        """A setting in the hours from a given price up; None if energy is part of the rent or no power is drawn."""
        if self.tariff is None or not self.site_kwh:
            return None
        load = np.full(HOURS_PER_YEAR, self.site_kwh / HOURS_PER_YEAR)
        return tuned_by_tariff(self.tariff, load, self.hours_from(price), knob, self.other_money)


def year_of_use(yearly: Estimate, assumed: Assumptions, site_kwh: float) -> YearOfUse:
    """Basis for the effect of a setting on an account."""
    energy = sum(term.value for term in yearly.terms if term.name in ("energy", "demand"))
    tariff = None if isinstance(assumed.contract, AllIn) else assumed.tariff
    return YearOfUse(tariff, site_kwh, yearly.value - energy, assumed.currency)


def project_tuning(cost: ProjectCost) -> list[TunedProject]:
    """Every setting of the tables; energy that is part of the rent saves no money."""
    energy = sum(term.value for term in cost.yearly.terms if term.name == "energy")
    price = energy / cost.site_kwh if cost.site_kwh else 0.0
    hours = cost.gpus * HOURS_PER_YEAR * cost.assumed.utilisation.value
    hourly = (cost.yearly.value - energy) / hours if hours else 0.0
    return [TunedProject(named, tuned(named.knob, cost.site_kwh, hours, price, hourly)) for named in knobs().values()]


def weighed(weights: Mapping[str, float]) -> Weighed:
    """The marks of bare metal and of virtual machines by those weights.

    Raises:
        ValueError: no weight is above 0.
    """
    return weigh({key: (criterion.bare, criterion.virtual) for key, criterion in criteria().items()}, weights)
