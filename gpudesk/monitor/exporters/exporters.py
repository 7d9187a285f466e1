"""What exporters call the things that are watched, as `resources/monitor/metrics.yaml` and `exporters.yaml` list it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gpudesk.locate import resource
from gpudesk.monitor.readings.metrics import metrics


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name of an exporter stands for.

    Attributes:
        key: of the metric.
        rank: of several names of a metric the one with the lowest counts.
    """

    key: str
    scale: float
    rank: int


@dataclass(frozen=True, slots=True)
class Exporters:
    """The words of exporters.

    Attributes:
        values: what each name stands for.
        facts: the fact of a GPU that a name tells, by that name.
        xid: names of the last error.
        labels: the labels that say what, in small letters, the one that counts first.
        not_a_gpu: labels of what is no GPU.
        prefixes: how all names begin.
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
        """The names of a metric, the one that says it best first."""
        found = [(meaning.rank, name) for name, meaning in self.values.items() if meaning.key == key]
        return tuple(name for _, name in sorted(found))


@cache
def exporters() -> Exporters:
    """The words, read once."""
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
