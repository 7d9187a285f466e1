"""An inference engine: the GPU memory it reserves besides weights and cache, from `resources/sizing/engines.yaml`."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.models.architecture import Architecture, CacheKind, Role
from gpudesk.core.models.weight_formats import StoredWeight, WeightFormat
from gpudesk.core.serving.built_weights import Building, BuildRule, Built, built
from gpudesk.core.serving.cache_layout import CacheLayout
from gpudesk.core.serving.held_weights import LatentCopies, WeightLayout, WideTensors
from gpudesk.core.serving.sparse_attention import attention_scores, is_sparse, picked_bytes, picked_scores
from gpudesk.core.values.releases import ALWAYS, Since
from gpudesk.core.work.model_split import Remainder, Split, stage_lengths

MIB = 2.0**20
_ACTIVATION_BYTES = 2
Numbers = float | NDArray[np.float64] | NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Spread:
    """A value and its range in nine cases out of ten."""

    value: float
    low: float
    high: float


class Pool(StrEnum):
    """The memory that the engine's share refers to."""

    TOTAL = "total"
    """All that it uses may fill that share of the board."""
    REMAINING = "remaining"
    """The cache may fill that share of what weights and activations leave."""
    STATIC = "static"
    """Weights and cache may fill that share; activations have the rest."""


class Sharing(StrEnum):
    """How several GPUs share a model."""

    TENSORS = "tensors"
    """Each layer is shared out; stages beyond a group."""
    LAYERS = "layers"
    """Each GPU has separate layers, and the GPUs work one after the other."""


class Product(StrEnum):
    """The quantity that a buffer grows with."""

    SEQUENCES_VOCABULARY = "sequences_vocabulary"
    STEP_HIDDEN = "step_hidden"
    STEP_HIDDEN_SHARED = "step_hidden_shared"
    """Tokens of a step times the width, where several GPUs share a layer."""
    STEP_GATED = "step_gated"
    """Tokens of a step times the width of the feed-forward part, divided by the GPUs that share it."""
    STEP_VOCABULARY = "step_vocabulary"
    STEP_CONTEXT = "step_context"
    """Tokens of a step times the tokens that the cache has room for."""
    STEP_SCORES = "step_scores"
    """The same times the heads of latent attention, where the program has no kernel that does without their scores."""
    STEP_PICKED = "step_picked"
    """Tokens of a step times entries of the cache times the heads that pick what sparse attention looks at."""
    SPARSE = "sparse"
    """1 for a model with sparse attention, 0 for others."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A moment of a forward pass: a sum of bytes for a unit of each product.

    Attributes:
        low, high: error range of the sum, nine times out of ten.
    """

    factors: Mapping[Product, float]
    low: float = 1.0
    high: float = 1.0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Default:
    """Engine defaults on GPUs with at least a given memory.

    Attributes:
        sequences, step_tokens: maximum at once; 0 step tokens for all tokens of the prompts.
    """

    from_gib: float
    sequences: int
    step_tokens: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """Memory that a program computes for itself to leave free, in MiB: a sum of these."""

    base_mib: float = 0.0
    step_token_mib: float = 0.0
    sequence_mib: float = 0.0
    gpu_mib: float = 0.0


@dataclass(frozen=True, slots=True)
class SparseBuffers:
    """Memory that an engine keeps for sparse attention besides the keys of its indexer.

    Attributes:
        index_bytes: of one picked entry of one token of a step; they are there once for all layers.
        contexts: the keys of the indexer of that number of the longest sequence are gathered in one buffer.
        logits_mib: MiB that the profile run reserves for scores in some releases, whatever a step has.
    """

    index_bytes: float
    contexts: float
    logits_mib: float
    releases: str
    source: str
    since: Since = ALWAYS

    def index_total(self, model: Architecture, step_tokens: Numbers) -> NDArray[np.float64]:
        """Bytes of picked entries."""
        return np.asarray(step_tokens, dtype=np.float64) * model.picked * self.index_bytes

    def gathered(self, model: Architecture, context: Numbers) -> NDArray[np.float64]:
        """Bytes of gathered keys."""
        return np.asarray(context, dtype=np.float64) * self.contexts * picked_bytes(model)

    def added(self, model: Architecture, step_tokens: Numbers, context: Numbers) -> NDArray[np.float64]:
        """Bytes of gathered keys beyond the buffer of the experts.

        Attention is over when experts work: both use the same memory, and the larger one counts. The buffer of the experts has the width
        of the model in 16 bits for each token of a step and expert that it is sent to; it is part of the activations.
        """
        experts = np.asarray(step_tokens, dtype=np.float64) * model.experts_used * model.hidden * _ACTIVATION_BYTES
        beyond: NDArray[np.float64] = np.maximum(0.0, self.gathered(model, context) - experts)
        return beyond

    @property
    def logits_bytes(self) -> float:
        """Bytes reserved for scores."""
        return self.logits_mib * MIB


@dataclass(frozen=True, slots=True)
class LayerInputs:
    """Buffer of an engine for the inputs of all layers from a second table of the vocabulary, of all tokens of a step.

    Attributes:
        families: model types, with the encoders of their files.
        element_bytes: of an input.
    """

    families: tuple[str, ...]
    element_bytes: float
    source: str
    since: Since = ALWAYS


class StageSupport(StrEnum):
    """Whether an engine runs a model with pipeline stages."""

    ANY = "any"
    SAME = "same"
    """If all layers that share keys and values are on the stage of those that they look at."""
    NONE = "none"
    """The class of the model does not support them."""
    FAILS = "fails"
    """The engine stops with an error."""
    UNCONFIRMED = "unconfirmed"
    """Not known for models whose last layers look at keys and values of earlier ones."""


@dataclass(frozen=True, slots=True)
class FamilyStages:
    """What is known of that, for some model types."""

    families: tuple[str, ...]
    support: StageSupport
    source: str
    since: Since = ALWAYS


@dataclass(frozen=True, slots=True)
class StageRule:
    """How an engine divides layers among pipeline stages."""

    remainder: Remainder
    releases: str
    source: str
    since: Since = ALWAYS


@dataclass(frozen=True, slots=True)
class Engine:
    """An inference engine.

    Attributes:
        pool, utilisation: default share of GPU memory to fill; 1 for a static pool if the engine calculates it.
        set_aside: memory left free on each GPU.
        block_tokens: the cache grows in blocks of this number of tokens.
        window_tokens: tokens stored beyond the window of windowed layers.
        defaults: by the memory of the GPU, the largest first.
        small_capability: compute capability of GPUs that are always treated as small; -1 for none.
        phases: moments of a forward pass; the fullest is the peak.
        other_gib: driver and GPU communication, for (one GPU, several).
        kv: supported KV cache formats, the default first.
        prompts_first: whether all waiting prompts are processed before the next step of the others.
        reserves_answer: whether a sequence starts only if memory has room for its whole answer.
        streamed_per_s: tokens per second that the single host process can stream; infinite if unknown.
        makers: of supported GPUs, as prefixes of catalog keys; empty for all.
        logged: whether its buffers were compared with its own logs; otherwise its other memory is a rule of thumb.
        position_bytes, position_source: of an element of its position table, and the source; 0 if the memory of its weights in
            addition to their bytes is unknown (`loaded_weights`).
        table_source: of an engine that always keeps the embedding table in system memory; "" for one that loads it to the GPU.
        weight_layouts, cache_layout: its layout of weights and caches where that differs from the files.
        latent_copies: copies that it keeps of projections of latent keys and values, by maker of the GPUs.
        wide_tensors: tensors that it holds in more bits than the file, in the requested release or the one that launch files start.
        wide_elsewhere: those of its other releases; empty if a release is requested.
        build_rules: tensors that its model classes build other than the file has them.
        sparse_buffers: for sparse attention, those of the release that launch files start first; empty where they are not known.
        layer_inputs: its buffers for the inputs of layers.
        family_stages: whether it runs models of some types with pipeline stages, those of the release that launch files start first.
        stage_rules: how it divides layers among pipeline stages, in the same order; empty where that is not known.
        release: the requested one; "" for the one started by launch files.
        gguf_instead: for an engine that reads only GGUF files: replacement for formats with a minimum of bits, the wider first.
    """

    key: str
    title: str
    versions: str
    pool: Pool
    utilisation: float
    set_aside: SetAside
    set_aside_source: str
    sharing: Sharing
    block_tokens: int
    window_tokens: int
    defaults: tuple[Default, ...]
    small_capability: float
    phases: tuple[Phase, ...]
    other_gib: tuple[Spread, Spread]
    other_source: str
    graphs_gib: Spread
    graphs_source: str
    kv: tuple[str, ...]
    gguf_instead: tuple[tuple[float, str], ...]
    source: str
    confidence: str
    logged: bool = True
    prompts_first: bool = False
    reserves_answer: bool = False
    streamed_per_s: float = math.inf
    makers: tuple[str, ...] = ()
    position_bytes: float = 0.0
    position_source: str = ""
    table_source: str = ""
    weight_layouts: tuple[WeightLayout, ...] = ()
    cache_layout: CacheLayout = field(default_factory=CacheLayout)
    stage_rules: tuple[StageRule, ...] = ()
    latent_copies: tuple[LatentCopies, ...] = ()
    wide_tensors: tuple[WideTensors, ...] = ()
    wide_elsewhere: tuple[WideTensors, ...] = ()
    build_rules: tuple[BuildRule, ...] = ()
    sparse_buffers: tuple[SparseBuffers, ...] = ()
    layer_inputs: tuple[LayerInputs, ...] = ()
    family_stages: tuple[FamilyStages, ...] = ()
    release: str = ""

    def runs_on(self, board: str) -> bool:
        """Whether it runs on a board, by its key in the catalog."""
        return not self.makers or board.partition(".")[0] in self.makers

    @property
    def gguf(self) -> bool:
        """Whether it reads GGUF files alone."""
        return bool(self.gguf_instead)

    def copies_on(self, board: str) -> LatentCopies | None:
        """The copies of latent projections that it keeps on a board, by its key; None for none."""
        return next((copies for copies in self.latent_copies if copies.is_for(board)), None)

    def built(self, model: Architecture, form: WeightFormat, split: Split, stored: Sequence[StoredWeight]) -> Built:
        """The tensors of a model as it builds them for a split."""
        return built(model, form, split, stored, self.build_rules, self.wide_tensors, self.wide_elsewhere)

    def has_whole_head(self, model: Architecture) -> bool:
        """Whether each GPU of a tensor-parallel group reads all of a head that is the embedding table of a model: it holds that whole."""
        whole = (rule.families for rule in self.build_rules if rule.building is Building.WHOLE_TABLES)
        return model.tied and any(model.family in families for families in whole)

    def sparse_bytes(self, model: Architecture, step_tokens: Numbers, context: Numbers) -> NDArray[np.float64] | float:
        """Bytes of its buffers for sparse attention; numbers or columns. 0 for other models, and where they are not known."""
        if not model.picked or not self.sparse_buffers:
            return 0.0
        usual = self.sparse_buffers[0]
        return usual.index_total(model, step_tokens) + usual.added(model, step_tokens, context)

    def layer_inputs_of(self, model: Architecture) -> LayerInputs | None:
        """Its buffer for the inputs of the layers of a model; None for none. Classes for the text alone have none."""
        if not model.tower_parameters or not model.parameters_of([Role.LAYER_TABLE]):
            return None
        return next((inputs for inputs in self.layer_inputs if model.family in inputs.families), None)

    def layer_input_bytes(self, model: Architecture, step_tokens: Numbers) -> NDArray[np.float64] | float:
        """Bytes of that buffer; numbers or columns."""
        inputs = self.layer_inputs_of(model)
        if inputs is None:
            return 0.0
        widths = sum(weight.shape[1] for weight in model.weights if weight.role is Role.LAYER_TABLE)
        return np.asarray(step_tokens, dtype=np.float64) * widths * inputs.element_bytes

    def stages_rule(self, model: Architecture) -> FamilyStages | None:
        """What is known of pipeline stages of a model; None for nothing."""
        return next((rule for rule in self.family_stages if model.family in rule.families), None)

    def stage_support(self, model: Architecture) -> StageSupport:
        """Whether it runs a model with pipeline stages: any model without shared keys and values of which nothing else is known."""
        rule, shares = self.stages_rule(model), any(cache.kind is CacheKind.SHARED for cache in model.caches)
        if rule is None:
            return StageSupport.UNCONFIRMED if shares else StageSupport.ANY
        return rule.support if shares or rule.support is not StageSupport.SAME else StageSupport.ANY

    def stage_layers(self, layers: int, stages: int) -> tuple[int, ...]:
        """Layers of each pipeline stage; empty where all have as many, or where its rule is not known."""
        if not self.stage_rules:
            return ()
        lengths = stage_lengths(layers, stages, self.stage_rules[0].remainder)
        return lengths if len(set(lengths)) > 1 else ()

    def limits(self, board_gib: float, capability: float, prompts: int) -> tuple[int, int]:
        """Maximum sequences and tokens per step on a GPU of `board_gib`; all tokens of the prompts where they are not split."""
        chosen_default = self.defaults[-1]
        if capability != self.small_capability:
            chosen_default = next(default for default in self.defaults if board_gib >= default.from_gib)
        return chosen_default.sequences, chosen_default.step_tokens or prompts

    def fillable(self, utilisation: float) -> float:
        """The share of a board that everything together may fill."""
        return utilisation if self.pool is Pool.TOTAL else 1.0

    def cache_factor(self, utilisation: float) -> float:
        """Factor on the cache for memory that must stay free next to it."""
        return 1.0 / utilisation if self.pool is Pool.REMAINING else 1.0

    def left_free_bytes(
        self, utilisation: float, board_bytes: Numbers, beside_bytes: Numbers, gpus: Numbers, sequences: Numbers, step: Numbers
    ) -> NDArray[np.float64]:
        """Memory that must stay free on a GPU besides weights, cache and `beside_bytes` of activations and the like; numbers or columns."""
        of = self.set_aside
        aside_bytes = MIB * (
            of.base_mib + of.step_token_mib * np.asarray(step) + of.sequence_mib * np.asarray(sequences) + of.gpu_mib * np.asarray(gpus)
        )
        if self.pool is not Pool.STATIC:
            return aside_bytes
        free = aside_bytes if utilisation >= 1.0 else (1.0 - utilisation) * np.asarray(board_bytes)
        left: NDArray[np.float64] = np.maximum(0.0, free - np.asarray(beside_bytes))
        return left


@dataclass(frozen=True, slots=True)
class Peak(Spread):
    """Bytes of the fullest moment of a forward pass, with the source."""

    source: str = ""


def activation_peak(model: Architecture, engine: Engine, tensor: int, sequences: int, step_tokens: int, context: int = 0) -> Peak:
    """Peak of one forward pass on one GPU.

    Args:
        tensor: GPUs that share a layer.
        sequences, step_tokens: most at once (`Engine.limits`).
        context: tokens that the cache of one sequence has room for.
    """
    sizes = _sizes(model, np.array([tensor]), np.array([sequences]), np.array([float(step_tokens)]), np.array([float(context)]))
    sums = [(float(_sum(phase, sizes)[0]), phase) for phase in engine.phases]
    most, fullest = max(sums, key=lambda phase_sum: phase_sum[0])
    return Peak(most, most * fullest.low, most * fullest.high, fullest.source)


def activation_bytes(model: Architecture, engine: Engine, tensor: int, sequences: int, step_tokens: int, context: int = 0) -> float:
    """The likeliest peak of one forward pass on one GPU (`activation_peak`)."""
    return activation_peak(model, engine, tensor, sequences, step_tokens, context).value


def activation_columns(
    model: Architecture,
    engine: Engine,
    tensor: NDArray[np.int64],
    sequences: NDArray[np.int64],
    step_tokens: NDArray[np.float64],
    context: NDArray[np.float64],
) -> NDArray[np.float64]:
    """`activation_bytes` of many plans at once."""
    sizes = _sizes(model, tensor, sequences, step_tokens, context)
    peak = np.zeros(len(tensor))
    for phase in engine.phases:
        peak = np.maximum(peak, _sum(phase, sizes))
    return peak


def _sizes(
    model: Architecture,
    tensor: NDArray[np.int64],
    sequences: NDArray[np.int64],
    step_tokens: NDArray[np.float64],
    context: NDArray[np.float64],
) -> Mapping[Product, NDArray[np.float64]]:
    return {
        Product.SEQUENCES_VOCABULARY: sequences * float(model.vocabulary),
        Product.STEP_HIDDEN: step_tokens * model.hidden,
        Product.STEP_HIDDEN_SHARED: np.where(tensor > 1, step_tokens * model.hidden, 0.0),
        Product.STEP_GATED: step_tokens * widest_feed_forward(model) / tensor,
        Product.STEP_VOCABULARY: step_tokens * model.vocabulary,
        Product.STEP_CONTEXT: step_tokens * context,
        Product.STEP_SCORES: step_tokens * context * attention_scores(model),
        Product.STEP_PICKED: step_tokens * context * picked_scores(model),
        Product.SPARSE: np.full(len(tensor), float(is_sparse(model))),
    }


def _sum(phase: Phase, sizes: Mapping[Product, NDArray[np.float64]]) -> NDArray[np.float64]:
    parts = [factor * sizes[product] for product, factor in phase.factors.items()]
    return sum(parts, np.zeros(len(sizes[Product.STEP_HIDDEN])))


def widest_feed_forward(model: Architecture) -> int:
    """Feed-forward width of one token in a layer: the total of all experts it is sent to."""
    return model.feed_forward * model.experts_used if model.experts else model.feed_forward
