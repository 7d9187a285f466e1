"""Rules of thumb from users' documents, as arithmetic: kept for comparison with calculated values, never part of a total.

Their constants are in `resources/rules_of_thumb`. Each result has the kind RULE and states in one line what it omits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.estimates.estimate import Kind, Term
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture, CacheKind

GB, GIB = 1e9, 2.0**30
_CONTEXT = "rules"


@dataclass(frozen=True, slots=True)
class TrainingRule:
    """Bytes of a parameter while a model is trained."""

    weights: float
    gradients: float
    optimizer: float

    @property
    def total(self) -> float:
        return self.weights + self.gradients + self.optimizer

    def gigabytes(self, parameters: float) -> tuple[float, float, float, float]:
        """GB of weights, gradients, optimizer and their sum: 14, 14, 56 and 84 for seven billion parameters in 16 bits."""
        parts = [parameters * parameter_bytes / GB for parameter_bytes in (self.weights, self.gradients, self.optimizer)]
        return parts[0], parts[1], parts[2], sum(parts)


@dataclass(frozen=True, slots=True)
class TrainingCount:
    """Actual training memory: bytes per parameter, including the 32-bit copy of the weights."""

    key: str
    weights: float
    gradients: float
    master: float
    moments: float
    source: str

    @property
    def total(self) -> float:
        return self.weights + self.gradients + self.master + self.moments


def four_bit_gib(parameters: float, bytes_each: float) -> float:
    """GiB of a model in four bits as the texts have it: half a byte of each nominal parameter, nothing else. They call it GB."""
    return parameters * bytes_each / GIB


def activation_count(batch: int, tokens: int, hidden: int) -> float:
    """The texts' activations: batch × sequence × hidden². It has no unit, and layers do not occur in it."""
    return float(batch) * tokens * hidden**2


def cache_count(layers: int, batch: int, tokens: int, head_width: int) -> float:
    """The texts' KV cache: 2 × layers × batch × sequence × head width. Heads and bytes do not occur in it."""
    return 2.0 * layers * batch * tokens * head_width


def head_width(model: Architecture) -> int:
    """Width of one head of keys and values; of one query head where the model has no such heads."""
    for cache in model.caches:
        if cache.kind in (CacheKind.FULL, CacheKind.WINDOW) and cache.heads:
            return cache.elements // (2 * cache.heads)
    return model.hidden // max(1, model.heads)


@dataclass(frozen=True, slots=True)
class Beside:
    """A rule of thumb compared with the calculated value.

    Attributes:
        rule: result of the rule.
        ours: the corresponding calculated figure, in the same unit; None where the rule has no unit.
        leaves_out: omissions of the rule, in one line.
    """

    rule: Term
    ours: Term | None
    leaves_out: Message


def as_rule(name: str, title: Message, value: float, unit: str, formula: Message, source: str) -> Term:
    """A figure from a rule; its range is the figure itself, because its error is unknown."""
    return Term(name, title, value, value, value, unit, Kind.RULE, formula, source)


def message(text: str, **values: str | int | float) -> Message:
    """A text of the rules."""
    return Message(_CONTEXT, text, values)


LEFT_OUT: Mapping[str, Message] = {
    "training": message(
        QT_TRANSLATE_NOOP("rules", "Omits the 32-bit copy of the weights (4 bytes more), activations and framework overhead.")
    ),
    "times": message(QT_TRANSLATE_NOOP("rules", "Omits activations; nine times as much with 32-bit gradients, about equal with adapters.")),
    "weights": message(QT_TRANSLATE_NOOP("rules", "Omits formats of 8 bits and less, the KV cache and everything other than the weights.")),
    "four_bit": message(
        QT_TRANSLATE_NOOP(
            "rules",
            "Omits scales, 16-bit layers, the KV cache and the engine, and uses the number in the name as parameter count.",
        )
    ),
    "activations": message(
        QT_TRANSLATE_NOOP(
            "rules", "Omits the unit and the layers; activations grow with batch × sequence × hidden size, not with its square."
        )
    ),
    "cache": message(QT_TRANSLATE_NOOP("rules", "Omits the number of key-value heads, and the bytes per element.")),
    "workload": message(QT_TRANSLATE_NOOP("rules", "Omits the weight format, the KV cache, the concurrency, and the fine-tuning method.")),
}
"""What each rule leaves out, by its name."""


def largest_billions(usable_gib: float, bytes_each: float) -> float:
    """Billions of parameters that fit in a given memory at a given number of bytes each, with nothing else."""
    return usable_gib * GIB / bytes_each / 1e9


def fewest(parameters: float, bytes_each: float, usable_gib: float) -> int:
    """GPUs required for the parameters at a given number of bytes each, spread evenly, with nothing else."""
    return max(1, -(-int(parameters * bytes_each) // int(usable_gib * GIB)))


def training_beside(model: Architecture, rule: TrainingRule, counted: Sequence[TrainingCount], source: str) -> Beside:
    """What training the model would take by the rule, and counted at its least."""
    least = min((counted_rule for counted_rule in counted if counted_rule.weights == rule.weights), key=lambda candidate: candidate.total)
    formula = message(
        QT_TRANSLATE_NOOP("rules", "{parameters} parameters × ({weights} + {gradients} + {optimizer}) bytes"),
        parameters=model.parameters,
        weights=rule.weights,
        gradients=rule.gradients,
        optimizer=rule.optimizer,
    )
    title = message(QT_TRANSLATE_NOOP("rules", "Training, without activations"))
    counted_term = Term(
        "training",
        title,
        model.parameters * least.total / GB,
        model.parameters * least.total / GB,
        model.parameters * max(counted_rule.total for counted_rule in counted if counted_rule.weights == rule.weights) / GB,
        "GB",
        Kind.EXACT,
        message(QT_TRANSLATE_NOOP("rules", "{bytes} bytes per parameter"), bytes=least.total),
        least.source,
    )
    return Beside(
        as_rule("training", title, rule.gigabytes(model.parameters)[3], "GB", formula, source), counted_term, LEFT_OUT["training"]
    )
