"""What a model takes on the GPUs that serve it: weights, cache, activations and what the program needs beside them.

Formulas: weights and cache are counted; the activation peak of vLLM is `max(s·S·V + r·T·h, 2·T·(3f/t + c·h))` bytes for S sequences,
T tokens in a step, vocabulary V, hidden width h, feed-forward width f and t GPUs a layer (constants and their error stand in
`resources/sizing/engines.yaml`).
"""

from dataclasses import dataclass

from gpudesk.core.estimate import Estimate, Kind, Term, exact, total
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.model_split import Split, cache_bytes, stage_weights
from gpudesk.core.models.architecture import EXPERTS, Architecture
from gpudesk.core.weight_formats import WeightFormat

GIB = 2.0**30
_CONTEXT = "sizing"


@dataclass(frozen=True, slots=True)
class Spread:
    """A value and what it lies between in nine cases of ten."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Engine:
    """A program that serves models, as `resources/sizing/engines.yaml` describes it.

    Attributes:
        utilisation: share of the usable memory that it fills.
        block_tokens: the cache grows by so many tokens.
        large_board_gib, small_capability: from so much on a board is large, unless it has that compute capability.
        sequences, step_tokens: (on a large board, on a small one); 0 step tokens for all tokens of the prompts.
        sampler_bytes, hidden_bytes, gated_copies, hidden_copies: constants of the activation peak; copies for (one GPU a layer, several).
        other_gib: beside PyTorch, for (one GPU, several).
    """

    key: str
    title: str
    utilisation: float
    block_tokens: int
    large_board_gib: float
    small_capability: float
    sequences: tuple[int, int]
    step_tokens: tuple[int, int]
    sampler_bytes: float
    hidden_bytes: float
    gated_copies: float
    hidden_copies: tuple[float, float]
    activation_error: float
    activation_source: str
    other_gib: tuple[Spread, Spread]
    other_source: str
    graphs_gib: Spread
    graphs_source: str

    def limits(self, board_gib: float, capability: float, prompts: int) -> tuple[int, int]:
        """Sequences at once and tokens in one step on a board of `board_gib`; all tokens of the prompts where they are not cut up."""
        small = 0 if board_gib >= self.large_board_gib and capability != self.small_capability else 1
        return self.sequences[small], self.step_tokens[small] or prompts


@dataclass(frozen=True, slots=True)
class Serving:
    """What is asked of one replica.

    Attributes:
        sequences: running at once; what their cache takes is counted in full.
        context: tokens of each, prompt and answer.
        kv_bytes: bytes of one element of keys and values.
    """

    form: WeightFormat
    kv_bytes: float
    sequences: int
    prompt: int
    context: int
    split: Split


def activation_bytes(model: Architecture, engine: Engine, tensor: int, sequences: int, step_tokens: int) -> float:
    """Peak of one forward pass on one GPU."""
    several = 1 if tensor > 1 else 0
    width = _widest_feed_forward(model)
    sampling = engine.sampler_bytes * sequences * model.vocabulary + engine.hidden_bytes * step_tokens * model.hidden
    passing = 2.0 * step_tokens * (engine.gated_copies * width / tensor + engine.hidden_copies[several] * model.hidden)
    return max(sampling, passing)


def _widest_feed_forward(model: Architecture) -> int:
    """Width of what one token has in a layer's feed-forward part: that of all experts it is sent to."""
    if not model.experts:
        return model.feed_forward
    return model.feed_forward * model.experts_used


def serving_memory(model: Architecture, engine: Engine, asked: Serving, board_gib: float, capability: float = 0.0) -> Estimate:
    """GiB that the fullest GPU of a replica needs.

    Args:
        board_gib, capability: usable memory and compute capability of the board, which decide the defaults of the program.
    """
    split = asked.split
    weights = max(stage_weights(model, split, asked.form.stored(model)))
    words = QT_TRANSLATE_NOOP("sizing", "{parameters} parameters in {format}, shared out over {gpus}")
    counted: dict[str, Value] = {"parameters": model.parameters, "format": asked.form.key.upper(), "gpus": split.gpus}
    stored = exact(
        "weights",
        _title(QT_TRANSLATE_NOOP("sizing", "Weights")),
        weights / GIB,
        "GiB",
        Message(_CONTEXT, words, counted),
        asked.form.source,
    )
    per_sequence = sum(cache_bytes(cache, split, asked.kv_bytes, asked.context, engine.block_tokens) for cache in model.caches)
    words = QT_TRANSLATE_NOOP("sizing", "{sequences} × {mib} MiB, {context} tokens each")
    counted = {"sequences": asked.sequences, "mib": round(per_sequence / 2**20, 1), "context": asked.context}
    kept = asked.sequences * per_sequence / GIB
    cached = exact("cache", _title(QT_TRANSLATE_NOOP("sizing", "KV cache")), kept, "GiB", Message(_CONTEXT, words, counted))
    most, step = engine.limits(board_gib, capability, asked.prompt * asked.sequences)
    peak = activation_bytes(model, engine, split.tensor, most, step) / GIB
    words = QT_TRANSLATE_NOOP("sizing", "peak of {sequences} sequences, {step} tokens a step")
    activated = Term(
        "activations",
        _title(QT_TRANSLATE_NOOP("sizing", "Activations")),
        peak,
        peak * (1 - engine.activation_error),
        peak * (1 + engine.activation_error),
        "GiB",
        Kind.CALIBRATED,
        Message(_CONTEXT, words, {"sequences": most, "step": step}),
        engine.activation_source,
    )
    other = _spread(
        "other", QT_TRANSLATE_NOOP("sizing", "Driver and communication"), engine.other_gib[1 if split.gpus > 1 else 0], engine.other_source
    )
    terms = [stored, cached, activated, other]
    if engine.graphs_gib.high:
        terms.append(_spread("graphs", QT_TRANSLATE_NOOP("sizing", "CUDA graphs"), engine.graphs_gib, engine.graphs_source))
    return total(terms, _warnings(model, asked))


def _title(text: str) -> Message:
    return Message(_CONTEXT, text)


def _spread(name: str, title: str, of: Spread, source: str) -> Term:
    return Term(name, _title(title), of.value, of.low, of.high, "GiB", Kind.CALIBRATED, source=source)


def _warnings(model: Architecture, asked: Serving) -> list[Message]:
    found, split = [], asked.split
    if model.context and asked.context > model.context:
        text = QT_TRANSLATE_NOOP("sizing", "This model was made for {made} tokens; {asked} are asked for.")
        found.append(Message(_CONTEXT, text, {"made": model.context, "asked": asked.context}))
    if model.heads and model.heads % split.tensor:
        text = QT_TRANSLATE_NOOP("sizing", "{heads} heads cannot be shared out evenly over {gpus} GPUs.")
        found.append(Message(_CONTEXT, text, {"heads": model.heads, "gpus": split.tensor}))
    if model.experts and not any(weight.role in EXPERTS for weight in model.weights):
        text = QT_TRANSLATE_NOOP("sizing", "The experts of this model are not told apart from its other weights.")
        found.append(Message(_CONTEXT, text))
    return found
