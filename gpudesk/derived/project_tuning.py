"""What power caps and locked clocks would change of a project's account, and bare metal beside virtual machines."""

from collections.abc import Mapping
from dataclasses import dataclass

from gpudesk.catalog.cost_tuning import NamedKnob, criteria, knobs
from gpudesk.core.cost.criteria import Weighed, weigh
from gpudesk.core.cost.figure import HOURS_PER_YEAR
from gpudesk.core.cost.tuning import Tuned, tuned
from gpudesk.derived.project_cost import ProjectCost


@dataclass(frozen=True, slots=True)
class TunedProject:
    """One setting and what it comes to in a year, were all work of its phase."""

    named: NamedKnob
    change: Tuned


def project_tuning(found: ProjectCost) -> list[TunedProject]:
    """Every setting of the tables; energy that is part of the rent saves no money."""
    energy = sum(term.value for term in found.yearly.terms if term.name == "energy")
    price = energy / found.site_kwh if found.site_kwh else 0.0
    hours = found.gpus * HOURS_PER_YEAR * found.assumed.utilisation.value
    hourly = (found.yearly.value - energy) / hours if hours else 0.0
    return [TunedProject(named, tuned(named.knob, found.site_kwh, hours, price, hourly)) for named in knobs().values()]


def weighed(weights: Mapping[str, float]) -> Weighed:
    """The marks of bare metal and of virtual machines by those weights.

    Raises:
        ValueError: no weight is above 0.
    """
    return weigh({key: (each.bare, each.virtual) for key, each in criteria().items()}, weights)
