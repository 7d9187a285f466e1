"""The request for a model that is not autoregressive, and the cost of one item: products, bytes, memory."""

from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.estimates.estimate import Estimate, Kind, Term, exact, total
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Architecture, CacheKind, Part, Role, Weight
from gpudesk.core.models.weight_formats import WeightFormat, weight_bytes
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.work.model_split import Split, cache_bytes
from gpudesk.core.work.single_pass_models import Streams, encoder_flops, started
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.single_pass.pass_tables import PassProgram, Pipeline, find_pipeline

_CONTEXT = "sizing"
_LOOSE = 2.0
"""Activations and autoencoders lie within this factor: a rule, programs differ."""
_MAPS = 3
"""Pictures of the widest features that an autoencoder holds at once."""
_WHISPER_FRAMES = 1500
_WHISPER_S = 30.0


class PassKind(StrEnum):
    """Type of output."""

    PICTURES = "pictures"
    VECTORS = "vectors"
    """Of texts or pictures: embeddings, classes."""
    ANSWERS = "answers"
    """Output of a decoder that reads the encoded input."""


@dataclass(frozen=True, slots=True)
class PassWorkload:
    """The workload.

    Attributes:
        pipeline: for images and video; None for other models.
        batch: items at once.
        tokens, answer: of an input, and of an answer if there is one.
        most_s: maximum time of a batch; `per_s`: required items per second. None if unlimited.
    """

    model: Architecture
    pipeline: Pipeline | None
    kind: PassKind
    form: WeightFormat
    program: PassProgram
    batch: int = 1
    steps: int = 1
    width: int = 0
    height: int = 0
    frames: int = 1
    tokens: int = 0
    answer: int = 0
    most_s: float | None = None
    per_s: float | None = None

    @property
    def concurrency(self) -> int:
        return self.batch


def runs_in_passes(model: Architecture) -> bool:
    """Whether a model is not a pure text decoder: an encoder, an encoder with a decoder, a denoiser."""
    return not model.generates_words or any(cache.kind is CacheKind.CROSS for cache in model.caches)


def pass_workload(
    model: Architecture,
    form: WeightFormat,
    program: PassProgram,
    batch: int = 1,
    steps: int | None = None,
    size: tuple[int, int] | None = None,
    frames: int | None = None,
    tokens: int | None = None,
    answer: int = 256,
    most_s: float | None = None,
    per_s: float | None = None,
) -> PassWorkload:
    """A workload with the usual values of the model for unspecified options.

    Raises:
        InvalidData: no time of such a model is known here.
    """
    pipeline = find_pipeline(model.name)
    workload = PassWorkload(model, pipeline, PassKind.VECTORS, form, program, batch, most_s=most_s, per_s=per_s)
    if pipeline is not None:
        width, height = size or (pipeline.width, pipeline.height)
        return replace(
            workload, kind=PassKind.PICTURES, steps=steps or pipeline.steps, width=width, height=height, frames=frames or pipeline.frames
        )
    parts = {weight.part for weight in model.weights}
    roles = {weight.role for weight in model.weights if weight.layers}
    # Encoders of sound, which are with those of pictures, have convolutions in their layers too.
    convolved = any(weight.role is Role.CONVOLUTION and weight.layers and weight.part is not Part.VISION for weight in model.weights)
    if Part.DENOISER in parts or convolved or Role.QUERY not in roles:
        text = QT_TRANSLATE_NOOP("sizing", "{name} cannot be sized: its model type or input type is not known.")
        fix = QT_TRANSLATE_NOOP("sizing", "Enter a pipeline (stable-diffusion-xl, flux.1-dev), or its requirements with --task generic.")
        raise InvalidData(Message(_CONTEXT, text, {"name": model.name}), Message(_CONTEXT, fix))
    if any(cache.kind is CacheKind.CROSS for cache in model.caches):
        heard = _WHISPER_FRAMES if model.family == "whisper" else tokens or 512
        return replace(workload, kind=PassKind.ANSWERS, tokens=heard, answer=answer)
    usual = model.context if not model.vocabulary else min(tokens or 512, model.context or 1_000_000)
    return replace(workload, tokens=usual or tokens or 512)


@dataclass(frozen=True, slots=True)
class PassCost:
    """Cost of a batch.

    Attributes:
        flops: of the denoiser-like part, and of the rest.
        read_bytes: weights, counted each time they are read.
        starts: number of layer starts.
    """

    flops: float
    other_flops: float
    read_bytes: float
    starts: int

    def __add__(self, other: "PassCost") -> "PassCost":
        return PassCost(
            self.flops + other.flops,
            self.other_flops + other.other_flops,
            self.read_bytes + other.read_bytes,
            self.starts + other.starts,
        )


def pass_cost(work: PassWorkload) -> PassCost:
    """Products, bytes and starts of a batch, all parts together."""
    first, *rest = pass_costs(work)
    for part_cost in rest:
        first = first + part_cost
    return first


def pass_costs(work: PassWorkload) -> tuple[PassCost, ...]:
    """The same for each part that waits for the one before: what answers reads its input once, then writes step by step."""
    held = weight_bytes(work.model, work.form)
    if work.pipeline is not None:
        of = work.pipeline.picture(work.width, work.height, work.frames)
        drawn, read, decoded = (work.batch * picture_flops for picture_flops in work.pipeline.flops(of, work.steps))
        other_bytes = sum(2.0 * model.parameters for model in _beside(work.pipeline))
        layers = started(work.model.weights) * work.steps + sum(started(model.weights) for model in work.pipeline.text_encoders)
        return (PassCost(drawn, read + decoded, held * work.steps + other_bytes, layers),)
    encoder = [weight for weight in work.model.weights if weight.part is not Part.DECODER]
    if work.kind is PassKind.VECTORS:
        flops = sum(encoder_flops(tower, tokens) for tower, tokens in _towers(work.model, work.tokens))
        return (PassCost(0.0, work.batch * flops, held, started(work.model.weights)),)
    decoder = [weight for weight in work.model.weights if weight.part is Part.DECODER]
    token_flops = 2.0 * sum(weight.used for weight in decoder if weight.role is not Role.POSITION)
    looked = sum(2.0 * cache.layers * (cache.query_width + cache.value_width) * _kept(work, cache.kind) for cache in work.model.caches)
    share = sum(weight.total for weight in decoder) / max(1, work.model.parameters)
    heard = PassCost(0.0, work.batch * encoder_flops(encoder, work.tokens), held * (1.0 - share), started(encoder))
    stepped = work.answer * (held * share + work.batch * _cache_bytes(work))
    written = PassCost(0.0, work.batch * work.answer * (token_flops + looked), stepped, work.answer * started(decoder))
    return heard, written


def _kept(work: PassWorkload, kind: CacheKind) -> float:
    return float(work.tokens) if kind is CacheKind.CROSS else work.answer / 2.0


def _cache_bytes(work: PassWorkload) -> float:
    """Cache of one item: the cache of the input has its length, that of the answer grows."""
    return sum(
        cache_bytes(cache, Split(), 2.0, work.tokens if cache.kind is CacheKind.CROSS else work.answer) for cache in work.model.caches
    )


def _towers(model: Architecture, tokens: int) -> list[tuple[list[Weight], int]]:
    """The towers of a model with the tokens of each; those for images have one per position."""
    seen = [weight for weight in model.weights if weight.part is Part.VISION]
    rest = [weight for weight in model.weights if weight.part is not Part.VISION]
    positions = [weight.shape[0] for weight in seen if weight.role is Role.POSITION]
    return [(rest, tokens), *([(seen, positions[0])] if positions else [])]


def _beside(pipeline: Pipeline) -> list[Architecture]:
    return [*pipeline.text_encoders, *([pipeline.autoencoder] if pipeline.autoencoder is not None else [])]


def seconds_heard(work: PassWorkload) -> float | None:
    """Seconds of audio of one item; None if there is no audio."""
    return _WHISPER_S if work.model.family == "whisper" else None


def pass_memory(work: PassWorkload) -> Estimate:
    """GiB of a GPU that holds all parts at once."""
    title = {
        "weights": QT_TRANSLATE_NOOP("sizing", "Weights"),
        "text_encoders": QT_TRANSLATE_NOOP("sizing", "Text encoders"),
        "autoencoder": QT_TRANSLATE_NOOP("sizing", "Autoencoder"),
        "cache": QT_TRANSLATE_NOOP("sizing", "KV cache"),
        "activations": QT_TRANSLATE_NOOP("sizing", "Activations"),
        "other": QT_TRANSLATE_NOOP("sizing", "Driver and communication"),
    }
    words = QT_TRANSLATE_NOOP("sizing", "{parameters} parameters in {format}")
    values: dict[str, Value] = {"parameters": work.model.parameters, "format": work.form.name}
    terms = [
        exact(
            "weights",
            Message(_CONTEXT, title["weights"]),
            weight_bytes(work.model, work.form) / GIB,
            "GiB",
            Message(_CONTEXT, words, values),
            work.form.source,
        )
    ]
    if work.pipeline is not None:
        sixteen = weight_format("bf16")
        for name, models in (
            ("text_encoders", work.pipeline.text_encoders),
            ("autoencoder", (work.pipeline.autoencoder,) if work.pipeline.autoencoder is not None else ()),
        ):
            if models:
                values = {"parameters": sum(model.parameters for model in models), "format": "BF16"}
                held = sum(weight_bytes(model, sixteen) for model in models) / GIB
                terms.append(
                    exact(name, Message(_CONTEXT, title[name]), held, "GiB", Message(_CONTEXT, words, values), work.pipeline.source)
                )
    if work.kind is PassKind.ANSWERS:
        text = QT_TRANSLATE_NOOP("sizing", "{items} × ({tokens} {tokens|token|tokens} read, {answer} written)")
        values = {"items": work.batch, "tokens": work.tokens, "answer": work.answer}
        terms.append(
            exact("cache", Message(_CONTEXT, title["cache"]), work.batch * _cache_bytes(work) / GIB, "GiB", Message(_CONTEXT, text, values))
        )
    peak = work.batch * item_activation_bytes(work) / GIB
    rule = QT_TRANSLATE_NOOP("sizing", "{items} {items|item|items}, held by a layer or the last image of the autoencoder")
    terms.append(
        Term(
            "activations",
            Message(_CONTEXT, title["activations"]),
            peak,
            peak / _LOOSE,
            peak * _LOOSE,
            "GiB",
            Kind.RULE,
            Message(_CONTEXT, rule, {"items": work.batch}),
        )
    )
    other = work.program.other_gib
    terms.append(
        Term("other", Message(_CONTEXT, title["other"]), other.value, other.low, other.high, "GiB", Kind.RULE, source=work.program.source)
    )
    return total(terms)


def item_activation_bytes(work: PassWorkload) -> float:
    """Of one item, in 16 bits: four widths and three of the feed-forward part for each token; of an autoencoder its widest pictures."""
    model = work.model
    if work.pipeline is None:
        return 2.0 * work.tokens * (3.0 * model.feed_forward + 4.0 * model.hidden)
    of, guided = work.pipeline.picture(work.width, work.height, work.frames), 2 if work.pipeline.guided else 1
    if work.pipeline.streams is Streams.UNET:
        # Skips of all levels and a gated feed-forward part, in widths of the narrowest level, which has most points.
        drawn = 2.0 * of.height * of.width * 10.0 * model.hidden / 4.0
    else:
        drawn = 2.0 * (of.tokens + of.text) * (3.0 * model.feed_forward + 4.0 * model.hidden)
    if work.pipeline.autoencoder is None:
        return guided * drawn
    wide = work.pipeline.autoencoder.hidden / 2.0
    return max(guided * drawn, 2.0 * _MAPS * wide * work.width * work.height * work.frames)
