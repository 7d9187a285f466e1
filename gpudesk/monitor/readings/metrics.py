"""What is watched of a GPU, as `resources/monitor/metrics.yaml` lists it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from gpudesk.locate import resource


class Tier(StrEnum):
    """How often a value is worth reading."""

    FAST = "fast"
    SECOND = "second"
    SLOW = "slow"


class Nature(StrEnum):
    """What a value is."""

    GAUGE = "gauge"
    COUNTER = "counter"
    """Only what lies between two readings says something."""
    BITS = "bits"


@dataclass(frozen=True, slots=True)
class Metric:
    """One thing that is watched.

    Attributes:
        rate: the key of what comes of a counter, per second; "" for others.
        dcgm: numbers of the fields of DCGM that say it, `dcgm_names` what exporters call them.
        scale: from their unit to ours.
        low, high: what a value can be at all, in our unit; one beyond is impossible.
    """

    key: str
    title: str
    title_es: str
    unit: str
    tier: Tier
    nature: Nature
    rate: str
    dcgm: tuple[int, ...]
    dcgm_names: tuple[str, ...]
    scale: float
    kept: float
    """The smallest difference that a recording keeps; 0 for all that a double holds."""
    low: float
    high: float


@cache
def metrics() -> Mapping[str, Metric]:
    """Every metric by its key, in the order of the table."""
    import yaml

    with resource("monitor", "metrics.yaml").open("rb") as file:
        rows = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        row["key"]: Metric(
            key=row["key"],
            title=row["title"],
            title_es=row["title_es"],
            unit=row["unit"],
            tier=Tier(row["tier"]),
            nature=Nature(row["kind"]),
            rate=row.get("rate", ""),
            dcgm=tuple(row.get("dcgm", ())),
            dcgm_names=tuple(row.get("dcgm_names", ())),
            scale=float(row.get("scale", 1.0)),
            kept=float(row.get("kept", 0.0)),
            low=float(row["low"]),
            high=float(row["high"]),
        )
        for row in rows
    }


def is_possible(key: str, value: float) -> bool:
    """Whether a value lies within the bounds of its metric; of a key that is no metric any value does."""
    metric = metrics().get(key)
    return metric is None or metric.low <= value <= metric.high


def with_counters(keys: Iterable[str]) -> frozenset[str]:
    """Some metrics, and the counters that those of them come of that are rates."""
    wanted = frozenset(keys)
    return wanted | {counter for counter, rate in counters().items() if rate in wanted}


@cache
def counters() -> Mapping[str, str]:
    """What comes of each counter per second, by the key of the counter."""
    return {key: metric.rate for key, metric in metrics().items() if metric.rate}
