"""Exporter names of the metrics, as listed in `resources/monitor/metrics.yaml` and `exporters.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.locate import resource
from gpudesk.monitor.readings.metrics import metrics


@dataclass(frozen=True, slots=True)
class Meaning:
    """Meaning of an exporter name.

    Attributes:
        key: of the metric.
        rank: among several names of a metric, the lowest rank is used.
    """

    key: str
    scale: float
    rank: int


@dataclass(frozen=True, slots=True)
class Exporters:
    """Exporter names.

    Attributes:
        values: meaning of each name.
        facts: GPU fact by exporter name.
        xid: names of the last error.
        labels: labels by meaning, in lowercase, in order of priority.
        not_a_gpu: labels of objects that are not GPUs.
        prefixes: prefixes of all names.
    """

    values: Mapping[str, Meaning]
    facts: Mapping[str, str]
    xid: frozenset[str]
    labels: Mapping[str, tuple[str, ...]]
    not_a_gpu: frozenset[str]
    prefixes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that is read."""
        return (*self.values, *self.facts, *sorted(self.xid))

    def names_of(self, key: str) -> tuple[str, ...]:
        """Return the names of a metric, the best one first."""
        ranked = [(meaning.rank, name) for name, meaning in self.values.items() if meaning.key == key]
        return tuple(name for _, name in sorted(ranked))


@cache
def exporters() -> Exporters:
    """Return the names, read once."""
    import yaml

    with resource("monitor", "exporters.yaml").open("rb") as file:
        table = yaml.load(file, Loader=yaml.CSafeLoader)
    values = {name: Meaning(metric.key, metric.scale, rank) for metric in metrics().values() for rank, name in enumerate(metric.dcgm_names)}
    for rank, (name, (key, scale)) in enumerate(table["values"].items()):
        values[name] = Meaning(key, float(scale), rank)
    return Exporters(
        values=values,
        facts={name: fact for fact, names in table["facts"].items() for name in names},
        xid=frozenset(table["xid"]),
        labels={what: tuple(names) for what, names in table["labels"].items()},
        not_a_gpu=frozenset(table["not_a_gpu"]),
        prefixes=tuple(table["prefixes"]),
    )
