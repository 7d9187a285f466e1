"""The tables that sizing of training reads: optimisers, methods, programs, what stands beside states (`resources/sizing`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpudesk.core.engine import Spread
from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.optimisers import Moments, Optimiser
from gpudesk.core.trained_model import Copies
from gpudesk.core.training_terms import ProgramCopies, Sourced, TrainingRules
from gpudesk.locate import resource

_CONTEXT = "sizing"


@dataclass(frozen=True, slots=True)
class Method:
    """A way to train, as `resources/sizing/training.yaml` describes it.

    Attributes:
        adapter: whether it trains an adapter beside a frozen model unless told otherwise.
    """

    key: str
    title: str
    title_es: str
    copies: Copies
    adapter: bool
    confidence: str
    source: str


@dataclass(frozen=True, slots=True)
class Program:
    """What trains.

    Attributes:
        kept_copies: what a layer keeps over what the formula says.
        live_copies: what it takes while it is worked on, over the same.
    """

    key: str
    title: str
    title_es: str
    kept_copies: Spread
    live_copies: Spread
    source: str

    @property
    def copies(self) -> ProgramCopies:
        """Both, as the terms of memory take them."""
        return ProgramCopies(self.kept_copies, self.live_copies)


def _table(name: str) -> Any:
    import yaml

    with resource("sizing", name).open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


@cache
def optimisers() -> Mapping[str, Optimiser]:
    """Every scheme of training by its key, in the order of the table."""
    return {
        row["key"]: Optimiser(
            key=row["key"],
            title=row["title"],
            title_es=row["title_es"],
            weight_bytes=float(row["weights"]),
            gradient_bytes=float(row["gradients"]),
            master_bytes=float(row["master"]),
            moment_bytes=float(row["moments"]),
            moments=Moments(row["of"]),
            confidence=row["confidence"],
            source=row["source"],
        )
        for row in _table("optimisers.yaml")
    }


def optimiser(key: str) -> Optimiser:
    """Raises:
    InvalidData: no scheme has that key.
    """
    found = optimisers().get(key.lower())
    if found is None:
        text = QT_TRANSLATE_NOOP("sizing", "No optimiser is called {key}; there are {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(optimisers())}))
    return found


@cache
def methods() -> Mapping[str, Method]:
    """Every method by its key."""
    return {
        key: Method(
            key=key,
            title=row["title"],
            title_es=row["title_es"],
            copies=Copies(row["frozen"], row["trained"], row["sequences"], row["generates"]),
            adapter=row["adapter"],
            confidence=row["confidence"],
            source=row["source"],
        )
        for key, row in _table("training.yaml")["methods"].items()
    }


def _spread(values: Sequence[float]) -> Spread:
    return Spread(*(float(value) for value in values))


@cache
def programs() -> Mapping[str, Program]:
    """Every kind of program by its key."""
    return {
        key: Program(key, row["title"], row["title_es"], _spread(row["kept_copies"]), _spread(row["live_copies"]), row["source"])
        for key, row in _table("training.yaml")["programs"].items()
    }


@cache
def training_rules() -> TrainingRules:
    """What stands beside what is counted."""
    body = _table("training.yaml")
    over, kept = body["overheads"], body["activations"]

    def sourced(row: Mapping[str, Any], name: str, source: str) -> Sourced:
        value, low, high = (float(each) for each in row[name])
        return Sourced(value, low, high, row[source])

    return TrainingRules(
        context_gib=sourced(over, "context_gib", "context_source"),
        network_gib=sourced(over, "network_gib", "network_source"),
        buckets_gib=sourced(over, "buckets_gib", "buckets_source"),
        fragmentation=sourced(over, "fragmentation", "fragmentation_source"),
        logits_bytes=sourced(kept, "logits_bytes", "logits_source"),
        activations={kind: (float(kept[kind]), kept[f"{kind}_source"]) for kind in ("classic", "dense", "other")},
    )
