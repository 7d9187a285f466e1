"""How often parts of a power network fail and how long they are repaired: the data of `resources/rules/reliability.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.power.availability import availability
from gpudesk.locate import resource

POWER_SUPPLY = "power_supply"
"""The key of the power supply of a device; all others are kinds of nodes."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Times of one kind of part, with their sources."""

    mtbf_h: float
    mttr_h: float
    source: str
    source_es: str
    confidence: Confidence

    @property
    def availability(self) -> float:
        """The share of time in which it works."""
        return availability(self.mtbf_h, self.mttr_h)


@cache
def reliabilities() -> Mapping[str, Reliability]:
    """The times by the name of the kind of node, and of power supplies."""
    import yaml

    with resource("rules", "reliability.yaml").open("rb") as file:
        body: dict[str, Any] = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        name: Reliability(float(row["mtbf_h"]), float(row["mttr_h"]), row["source"], row["source_es"], Confidence(row["confidence"]))
        for name, row in body["parts"].items()
    }
