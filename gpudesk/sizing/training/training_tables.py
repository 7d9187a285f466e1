"""The tables for training sizing: optimizers, methods, programs, memory in addition to states (`resources/sizing`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.training.optimisers import Moments, Optimiser
from gpudesk.core.training.trained_model import Copies
from gpudesk.core.training.training_terms import ProgramCopies, Sourced, TrainingRules
from gpudesk.locate import resource

_CONTEXT = "sizing"


@dataclass(frozen=True, slots=True)
class Method:
    """A training method, as described in `resources/sizing/training.yaml`.

    Attributes:
        adapter: whether it trains an adapter on a frozen model by default.
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
    """A training program.

    Attributes:
        kept_copies: memory kept by a layer relative to the formula.
        live_copies: its memory during computation, relative to the same.
        logits_bytes: bytes per vocabulary entry and token, if different from the default.
        logits_of: the same for models of a family with a different value.
        step: factor on the time of a step of dense models with adapters, with its range.
        unit_us: microseconds that FSDP adds for each trained matrix of an adapter, a unit of its own, in each pass through the model.
        held_back: freed memory that PyTorch retains when adapters are trained, relative to the transient memory of a step; None
            if only a share of the memory is reserved for it. held_back_packed: the same if samples are packed to one length.
        splits: whether it lets GPUs share layers, sequences, stages or experts when adapters are trained.
        input_gradients: of the inputs of recomputed layers, if adapters are trained on a sharded model (`TrainedModel.input_gradients`).
    """

    key: str
    title: str
    title_es: str
    kept_copies: Spread
    live_copies: Spread
    source: str
    logits_bytes: Sourced | None = None
    logits_of: Mapping[str, Sourced] = field(default_factory=dict)
    step: Spread = field(default_factory=lambda: Spread(1.0, 1.0, 1.0))
    unit_us: Spread = field(default_factory=lambda: Spread(0.0, 0.0, 0.0))
    held_back: Sourced | None = None
    held_back_packed: Sourced | None = None
    splits: bool = True
    input_gradients: Sourced = field(default_factory=lambda: Sourced(0.0, 0.0, 0.0, ""))

    @property
    def copies(self) -> ProgramCopies:
        """These factors, as the terms of memory take them."""
        return ProgramCopies(self.kept_copies, self.live_copies, self.input_gradients)


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
    scheme = optimisers().get(key.lower())
    if scheme is None:
        text = QT_TRANSLATE_NOOP("sizing", "Unknown optimizer {key}; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"key": key, "keys": tuple(optimisers())}))
    return scheme


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


def _logits(row: Mapping[str, Any]) -> Sourced:
    value, low, high = (float(number) for number in row["logits_bytes"])
    return Sourced(value, low, high, row["logits_source"])


def _sourced(row: Mapping[str, Any], name: str) -> Sourced:
    value, low, high = (float(number) for number in row[name])
    return Sourced(value, low, high, row[f"{name}_source"])


@cache
def programs() -> Mapping[str, Program]:
    """Every kind of program by its key."""
    return {
        key: Program(
            key=key,
            title=row["title"],
            title_es=row["title_es"],
            kept_copies=_spread(row["kept_copies"]),
            live_copies=_spread(row["live_copies"]),
            source=row["source"],
            logits_bytes=_logits(row) if "logits_bytes" in row else None,
            logits_of={family: _logits(own) for family, own in row.get("logits_of", {}).items()},
            step=_spread(row.get("step", (1.0, 1.0, 1.0))),
            unit_us=_spread(row.get("unit_us", (0.0, 0.0, 0.0))),
            held_back=_sourced(row, "held_back") if "held_back" in row else None,
            held_back_packed=_sourced(row, "held_back_packed") if "held_back_packed" in row else None,
            splits=bool(row.get("splits", True)),
            **({"input_gradients": _sourced(row, "input_gradients")} if "input_gradients" in row else {}),
        )
        for key, row in _table("training.yaml")["programs"].items()
    }


@cache
def training_rules() -> TrainingRules:
    """Constants in addition to the calculated memory."""
    body = _table("training.yaml")
    over, activations = body["overheads"], body["activations"]

    def sourced(row: Mapping[str, Any], name: str, source: str) -> Sourced:
        value, low, high = (float(number) for number in row[name])
        return Sourced(value, low, high, row[source])

    return TrainingRules(
        context_gib=sourced(over, "context_gib", "context_source"),
        network_gib=sourced(over, "network_gib", "network_source"),
        buckets_gib=sourced(over, "buckets_gib", "buckets_source"),
        fragmentation=sourced(over, "fragmentation", "fragmentation_source"),
        logits_bytes=sourced(activations, "logits_bytes", "logits_source"),
        activations={kind: (float(activations[kind]), activations[f"{kind}_source"]) for kind in ("classic", "dense", "other")},
    )


def rules_of(program: Program, family: str) -> TrainingRules:
    """The constants with the exceptions of a program, also for models of a family."""
    rules, own = training_rules(), program.logits_of.get(family, program.logits_bytes)
    return rules if own is None else replace(rules, logits_bytes=own)


@dataclass(frozen=True, slots=True)
class RoughTraining:
    """What measurements say of plans whose figures are rough.

    Attributes:
        makers: of GPU makers without measurements in the fit, the number of published steps, and the median and the largest
            difference of calculated ones, as shares.
    """

    makers: Mapping[str, tuple[int, float, float]]


@cache
def rough_training() -> RoughTraining:
    """The figures of `rough` in the table."""
    body = _table("training.yaml")["rough"]
    return RoughTraining(
        {maker: (int(row["steps"]), float(row["median"]), float(row["most"])) for maker, row in body["makers"].items()},
    )
