"""The monitored GPU metrics, as listed in `resources/monitor/metrics.yaml`."""

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
    """Kind of a value."""

    GAUGE = "gauge"
    COUNTER = "counter"
    """Only the difference between two readings is meaningful."""
    BITS = "bits"


@dataclass(frozen=True, slots=True)
class Metric:
    """One monitored metric.

    Attributes:
        rate: the key of the rate of a counter; "" for others.
        dcgm: numbers of its DCGM fields; `dcgm_names` are their exporter names.
        scale: conversion from their unit to the metric unit.
        low, high: bounds of a value, in the metric unit; values outside are impossible.
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
    """Return whether a value is within the bounds of its metric; without a metric any value is."""
    metric = metrics().get(key)
    return metric is None or metric.low <= value <= metric.high


def with_counters(keys: Iterable[str]) -> frozenset[str]:
    """Return some metrics, and the counters of those that are rates."""
    metric_keys = frozenset(keys)
    return metric_keys | {counter for counter, rate in counters().items() if rate in metric_keys}


@cache
def counters() -> Mapping[str, str]:
    """Return the rate of each counter, by counter key."""
    return {key: metric.rate for key, metric in metrics().items() if metric.rate}
