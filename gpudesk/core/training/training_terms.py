"""The memory of training as a figure with its terms: what each is made of, how far it is to be trusted, and from where."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gpudesk.core.estimates.estimate import Estimate, Kind, Term, exact, total
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import EXPERTS, Architecture, CacheKind
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.training.trained_model import TrainedModel
from gpudesk.core.training.training_activations import Recompute, is_classic

_CONTEXT = "sizing"
_ONCE = Spread(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Sourced:
    """A value with its range and source."""

    value: float
    low: float
    high: float
    source: str

    @property
    def spread(self) -> Spread:
        return Spread(self.value, self.low, self.high)


_NEVER = Sourced(0.0, 0.0, 0.0, "")


@dataclass(frozen=True, slots=True)
class TrainingRules:
    """Rules of `resources/sizing/training.yaml` other than programs and methods.

    Attributes:
        fragmentation: share of the usable memory.
        activations: half-width of the range and source, by kind of layer: "classic", "dense", "other".
    """

    context_gib: Sourced
    network_gib: Sourced
    buckets_gib: Sourced
    fragmentation: Sourced
    logits_bytes: Sourced
    activations: Mapping[str, tuple[float, str]]


@dataclass(frozen=True, slots=True)
class ProgramCopies:
    """Factors of a program for stored memory of layers and for memory during processing; both relative to the formula.

    Attributes:
        input_gradients: of the inputs of layers, relative to these (`TrainedModel.input_gradients`).
    """

    kept: Spread
    live: Spread
    input_gradients: Sourced = _NEVER


def layer_kind(model: Architecture) -> str:
    """How well what its layers keep was held against measurements: "classic", "dense" or "other"."""
    if is_classic(model):
        return "classic"
    own = [cache for cache in model.caches if cache.kind is not CacheKind.SHARED]
    plain = own and all(cache.heads and not cache.state_bytes for cache in own)
    return "dense" if plain and not any(weight.role in EXPERTS for weight in model.weights) else "other"


_TITLES = {
    "frozen": QT_TRANSLATE_NOOP("sizing", "Frozen weights"),
    "weights": QT_TRANSLATE_NOOP("sizing", "Trained weights"),
    "gradients": QT_TRANSLATE_NOOP("sizing", "Gradients"),
    "master": QT_TRANSLATE_NOOP("sizing", "Weights in 32 bits"),
    "moments": QT_TRANSLATE_NOOP("sizing", "Optimizer moments"),
    "copies": QT_TRANSLATE_NOOP("sizing", "Other models that the method uses"),
    "units": QT_TRANSLATE_NOOP("sizing", "Gathered weights"),
    "activations": QT_TRANSLATE_NOOP("sizing", "Activations"),
    "input_gradients": QT_TRANSLATE_NOOP("sizing", "Gradients of layer inputs"),
    "layer": QT_TRANSLATE_NOOP("sizing", "Recomputed layer"),
    "logits": QT_TRANSLATE_NOOP("sizing", "Logits"),
    "rollout_weights": QT_TRANSLATE_NOOP("sizing", "Generation weights"),
    "rollout_cache": QT_TRANSLATE_NOOP("sizing", "KV cache of generation"),
    "buckets": QT_TRANSLATE_NOOP("sizing", "Communication buckets"),
    "context": QT_TRANSLATE_NOOP("sizing", "Driver"),
    "network": QT_TRANSLATE_NOOP("sizing", "Communication"),
    "fragmentation": QT_TRANSLATE_NOOP("sizing", "Fragmentation"),
    "held_back": QT_TRANSLATE_NOOP("sizing", "Freed memory that PyTorch keeps"),
}
_FORMULAS = {
    "frozen": QT_TRANSLATE_NOOP("sizing", "{parameters} parameters used in the forward pass only"),
    "weights": QT_TRANSLATE_NOOP("sizing", "{trained} trained parameters × {weight_bytes} B, as sharded"),
    "gradients": QT_TRANSLATE_NOOP("sizing", "{trained} × {gradient_bytes} B, as sharded"),
    "master": QT_TRANSLATE_NOOP("sizing", "{trained} × {master_bytes} B, as sharded"),
    "moments": QT_TRANSLATE_NOOP("sizing", "{trained} parameters × bytes of the optimizer, as sharded"),
    "copies": QT_TRANSLATE_NOOP("sizing", "{frozen_copies} frozen, {trained_copies} trained, each as large as the model"),
    "units": QT_TRANSLATE_NOOP("sizing", "the two largest units with their gradients, or a matrix unpacked to 16 bits"),
    "activations": QT_TRANSLATE_NOOP(
        "sizing", "{tokens} {tokens|token|tokens} per micro-batch and GPU; at most {flying} {flying|micro-batch|micro-batches} in flight"
    ),
    "input_gradients": QT_TRANSLATE_NOOP("sizing", "as large as the activations; FSDP holds them until the end of the backward pass"),
    "layer": QT_TRANSLATE_NOOP("sizing", "working memory of one layer; logits require less"),
    "logits": QT_TRANSLATE_NOOP("sizing", "{logits_bytes} B × {vocabulary} vocabulary entries per token"),
    "rollout_cache": QT_TRANSLATE_NOOP("sizing", "{rollouts} concurrent sequences of {sequence} tokens"),
}


_HELD_BACK = QT_TRANSLATE_NOOP(
    "sizing", "{times} × {gib} GiB allocated and freed in a step, with samples of varying lengths; returned when memory runs short"
)
_HELD_BACK_PACKED = QT_TRANSLATE_NOOP(
    "sizing", "{times} × {gib} GiB allocated and freed in a step, with samples packed to one length; returned when memory runs short"
)
_PASSING = frozenset({"activations", "input_gradients", "layer", "logits", "units"})
"""Temporary parts of a step."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One training layout, with the data shown for it.

    Attributes:
        parts: bytes of each part on the fullest GPU.
        tokens: of a micro-batch on one GPU.
        flying: maximum micro-batches in flight at the first stage.
        gpus: of the whole layout.
        held_back: freed memory that the program retains, relative to the temporary memory of a step; None if unknown.
    """

    parts: Mapping[str, float]
    tokens: int
    flying: int
    gpus: int
    usable_gib: float
    recompute: Recompute
    held_back: Sourced | None = None
    packed: bool = False


def training_estimate(trained_model: TrainedModel, rules: TrainingRules, shown: Shown, copies: ProgramCopies) -> Estimate:
    """GiB that the fullest GPU needs.

    Args:
        copies: of the program; their ranges become those of the terms.
    """
    counted = tuple(_terms(trained_model, rules, shown, copies))
    last = _fragmentation(rules, shown) if shown.held_back is None else _held_back(counted, rules, shown, shown.held_back)
    return total((*counted, last), _warnings(trained_model))


def _terms(trained_model: TrainedModel, rules: TrainingRules, shown: Shown, copies: ProgramCopies) -> Iterator[Term]:
    scheme = trained_model.scheme
    values: dict[str, Value] = {
        "parameters": trained_model.model.parameters,
        "trained": trained_model.trained_parameters,
        "weight_bytes": scheme.weight_bytes,
        "gradient_bytes": scheme.gradient_bytes,
        "master_bytes": scheme.master_bytes,
        "frozen_copies": trained_model.copies.frozen,
        "trained_copies": trained_model.copies.trained,
        "tokens": shown.tokens,
        "flying": shown.flying,
        "logits_bytes": rules.logits_bytes.value,
        "vocabulary": trained_model.model.vocabulary,
        "rollouts": trained_model.rollouts,
        "sequence": trained_model.sequence,
    }
    ranged = ranges(trained_model.model, rules, copies, shown.recompute)
    for name, part in shown.parts.items():
        if name not in _TITLES or not part:
            continue
        title, gib = Message(_CONTEXT, _TITLES[name]), part / GIB
        formula = Message(_CONTEXT, _FORMULAS[name], values) if name in _FORMULAS else None
        if name in ranged:
            low, high, kind, source = ranged[name]
            yield Term(name, title, gib, gib * low, gib * high, "GiB", kind, formula, source)
        else:
            sources = {
                "frozen": trained_model.form.source if trained_model.form is not None else "",
                "units": "arXiv:1910.02054; PyTorch FSDP",
            }
            yield exact(name, title, gib, "GiB", formula, sources.get(name, scheme.source))
    yield _rule("context", rules.context_gib, Kind.CALIBRATED)
    if shown.gpus > 1:
        yield _rule("network", rules.network_gib, Kind.CALIBRATED)


def _fragmentation(rules: TrainingRules, shown: Shown) -> Term:
    return _rule("fragmentation", rules.fragmentation, Kind.RULE, shown.usable_gib)


def _held_back(counted: Sequence[Term], rules: TrainingRules, shown: Shown, of: Sourced) -> Term:
    """Freed memory that the allocator retains because blocks of other lengths do not fit into it.

    It is released when memory runs out, except for the part reserved for fragmentation: so it never prevents a plan from fitting
    that fits without it.
    """
    passing = sum(term.value for term in counted if term.name in _PASSING)
    split, room = _fragmentation(rules, shown), shown.usable_gib - sum(term.value for term in counted)
    least_room = shown.usable_gib - sum(term.high for term in counted)
    # Where all that is counted may take its high end too, both ends stay within what there is.
    sure = least_room >= split.high
    value = max(min(of.value * passing, least_room if sure else room), split.value if room < split.value else 0.0)
    high = max(value, min(of.high * passing, least_room) if sure else split.high)
    formula = Message(_CONTEXT, _HELD_BACK_PACKED if shown.packed else _HELD_BACK, {"times": of.value, "gib": round(passing, 2)})
    title = Message(_CONTEXT, _TITLES["held_back"])
    return Term("held_back", title, value, min(value, of.low * passing), high, "GiB", Kind.RULE, formula, of.source)


def ranges(
    model: Architecture, rules: TrainingRules, copies: ProgramCopies, recompute: Recompute
) -> dict[str, tuple[float, float, Kind, str]]:
    """Of each part that is not counted the factors to the ends of its range, its kind and its source."""
    kind = layer_kind(model)
    width, source = rules.activations[kind]
    known = Kind.CALIBRATED if kind != "other" else Kind.RULE
    return {
        # Where whole layers are calculated again, the inputs of layers are all that is kept, whatever the program.
        "activations": (*_widened(_ONCE if recompute is Recompute.FULL else copies.kept, width), known, source),
        "layer": (*_widened(copies.live, width), known, source),
        "logits": _factors(rules.logits_bytes),
        **({"input_gradients": _factors(copies.input_gradients)} if copies.input_gradients.value else {}),
        "buckets": _factors(rules.buckets_gib),
    }


def _widened(of: Spread, width: float) -> tuple[float, float]:
    return (1 - width) * of.low / of.value, (1 + width) * of.high / of.value


def _factors(of: Sourced) -> tuple[float, float, Kind, str]:
    return of.low / of.value, of.high / of.value, Kind.RULE, of.source


def _rule(name: str, of: Sourced, kind: Kind, times: float = 1.0) -> Term:
    return Term(name, Message(_CONTEXT, _TITLES[name]), times * of.value, times * of.low, times * of.high, "GiB", kind, source=of.source)


def _warnings(trained_model: TrainedModel) -> list[Message]:
    messages, model = [], trained_model.model
    if model.context and trained_model.sequence > model.context:
        text = QT_TRANSLATE_NOOP("sizing", "The context limit of this model is {made} tokens; {asked} are required.")
        messages.append(Message(_CONTEXT, text, {"made": model.context, "asked": trained_model.sequence}))
    if layer_kind(model) == "other":
        text = QT_TRANSLATE_NOOP(
            "sizing", "Activations of this kind of layer have not been measured for the backward pass; their range is wide."
        )
        messages.append(Message(_CONTEXT, text))
    return messages
