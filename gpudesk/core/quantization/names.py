"""Module names of published models: names in a `quantization_config` are matched against these.

Model families name the same matrix differently; a matrix has all the names given to it by the transformers classes and the
publishers' own code (github:huggingface/transformers at v5.23, src/transformers/models).
"""

import re
from collections.abc import Iterator, Mapping

from gpudesk.core.models.architecture import EXPERTS, Part, Role, Weight

_ATTENTION = ("self_attn", "attention", "attn", "mixer", "self_attention", "norm_attn_norm.attn")
_JOINED = ("qkv_proj", "query_key_value", "c_attn", "wqkv", "Wqkv", "W_pack", "qkv")
_FEED = ("mlp", "feed_forward", "block_sparse_moe", "moe", "ffn", "mixer")


_EXPERTS_IN, _SHARED_IN, _SHARED_BACK = ("block_sparse_moe.input_linear",), ("shared_mlp.input_linear",), ("shared_mlp.output_linear",)
"""Names of Granite's experts, which are stored as one tensor, and of the part that all tokens use."""


def _under(parents: tuple[str, ...], *leaves: str) -> tuple[str, ...]:
    return tuple(f"{parent}.{leaf}" for parent in parents for leaf in leaves)


_LEAVES: Mapping[Role, tuple[str, ...]] = {
    Role.QUERY: _under(_ATTENTION, "q_proj", *_JOINED),
    Role.KEY: _under(_ATTENTION, "k_proj", *_JOINED),
    Role.VALUE: _under(_ATTENTION, "v_proj", *_JOINED),
    Role.OUTPUT: _under(_ATTENTION, "o_proj", "out_proj", "dense", "c_proj", "wo", "o_a_proj", "o_b_proj"),
    Role.LATENT_DOWN: _under(("self_attn",), "q_a_proj", "kv_a_proj_with_mqa", "fused_qkv_a_proj"),
    Role.LATENT_UP: _under(("self_attn",), "q_b_proj", "kv_b_proj", "q_proj"),
    Role.INDEXER: _under(("self_attn.indexer",), "wq_b", "wk", "weights_proj"),
    Role.GATE: (*_under(_FEED, "gate_proj", "gate_up_proj", "w1", "w2"), *_SHARED_IN),
    Role.UP: (*_under(_FEED, "up_proj", "gate_up_proj", "w3", "fc1", "c_fc", "dense_h_to_4h"), *_SHARED_IN),
    Role.DOWN: (*_under(_FEED, "down_proj", "w2", "c_proj", "fc2", "dense_4h_to_h"), *_SHARED_BACK),
    Role.EXPERT_GATE: (
        *_under(_FEED, "experts.0.gate_proj", "experts.0.w1", "experts.gate_up_proj", "experts.w13", "experts.mlp.w1"),
        *_EXPERTS_IN,
    ),
    Role.EXPERT_UP: (
        *_under(_FEED, "experts.0.up_proj", "experts.0.w3", "experts.gate_up_proj", "experts.w13", "experts.mlp.v1"),
        *_EXPERTS_IN,
    ),
    Role.EXPERT_DOWN: (
        *_under(_FEED, "experts.0.down_proj", "experts.0.w2", "experts.down_proj", "experts.w2", "experts.mlp.w2"),
        "block_sparse_moe.output_linear",
    ),
    Role.SHARED_GATE: (*_under(_FEED, "shared_experts.gate_proj", "shared_expert.gate_proj", "shared_mlp.gate_proj"), *_SHARED_IN),
    Role.SHARED_UP: (*_under(_FEED, "shared_experts.up_proj", "shared_expert.up_proj", "shared_mlp.up_proj"), *_SHARED_IN),
    Role.SHARED_DOWN: (*_under(_FEED, "shared_experts.down_proj", "shared_expert.down_proj", "shared_mlp.down_proj"), *_SHARED_BACK),
    Role.ROUTER: _under(_FEED, "gate", "router", "shared_expert_gate"),
    Role.STATE_IN: _under(("linear_attn", "mamba", "mixer"), "in_proj", "in_proj_qkvz", "in_proj_qkv", "in_proj_z"),
    Role.STATE_OUT: _under(("linear_attn", "mamba", "mixer"), "out_proj"),
    Role.HEAD: ("lm_head", "output", "embed_out"),
    Role.EMBEDDING: ("model.embed_tokens", "embed_tokens", "transformer.wte"),
    Role.LAYER_TABLE: ("model.embed_tokens_per_layer", "embed_tokens_per_layer"),
}
_LAYERS = ("model.layers", "model.language_model.layers", "language_model.model.layers", "backbone.layers")
"""Stems of names that regular expressions are tried on."""
_PREFIXES = (
    "model",
    "language_model",
    "model.language_model",
    "language_model.model",
    "language_model.backbone",
    "text_model",
    "model.text_model",
    "llm",
    "llm.model",
    "thinker",
    "thinker.model",
    "transformer",
    "transformer.encoder",
    "backbone",
    "gpt_neox",
    "decoder",
    "model.decoder",
    "model.encoder",
)
"""Names of the language model in published files. Layers under other names, such as `mtp` or `audio_tower`, are not its layers."""
_PREFIX = "(?:(?:" + "|".join(re.escape(prefix) for prefix in _PREFIXES) + ")[.])?"
_STEM = re.compile(_PREFIX + r"(?:layers|h|blocks)\.(?=\d+(?:\.|$))")
"""Part of a plain name before the layer number."""
_ALL_LAYERS = re.compile(_PREFIX + "(?:layers|h|blocks)")
"""A plain name that means every layer."""
LAYER = "layers."
_WRAPPERS = ("", "language_model.", "model.language_model.", "language_model.model.")
"""Stems of the head and the embeddings in models with other parts beside the language model."""
_OUTSIDE = re.compile(_PREFIX + "(lm_head|embed_tokens)")
_TOWERS = (
    "visual",
    "model.visual",
    "vision_tower",
    "model.vision_tower",
    "vision_model",
    "vision_encoder",
    "multi_modal_projector",
    "model.multi_modal_projector",
    "mm_projector",
    "embed_vision",
)
_TOWER = re.compile("(?:" + "|".join(sorted((re.escape(each) for each in _TOWERS), key=len, reverse=True)) + ")(?=[.]|$)")


def leaves_of(weight: Weight) -> tuple[str, ...]:
    """Names of a matrix within its layer; the names from its reader if it gave any."""
    return (weight.module,) if weight.module else _LEAVES.get(weight.role, ())


def plain_stem(name: str) -> str:
    """A plain name with the one stem that `short_names` has in place of that of its family; of a tower the name of the whole."""
    tower = _TOWER.match(name)
    if tower:
        return tower[0]
    if _ALL_LAYERS.fullmatch(name):
        return LAYER.removesuffix(".")
    outside = _OUTSIDE.fullmatch(name)
    if outside:
        return outside[1]
    stem = _STEM.match(name)
    return LAYER + name[stem.end() :] if stem else name


def components() -> frozenset[str]:
    """Every part of a name that is known here."""
    return frozenset(part for leaves in _LEAVES.values() for leaf in leaves for part in leaf.split("."))


def short_names(weight: Weight, layer: int) -> Iterator[str]:
    """Every name of a matrix under one stem; `layer` is -1 for one outside the layers. Experts have the number 0."""
    if weight.part is Part.VISION:
        # Towers are left out, or taken, as a whole.
        yield from _TOWERS
        return
    yield from leaves_of(weight) if layer < 0 else (f"{LAYER}{layer}.{leaf}" for leaf in leaves_of(weight))


def full_names(weight: Weight, layer: int) -> Iterator[str]:
    """Every name of a matrix under the stems of the usual families."""
    if weight.part is Part.VISION:
        yield from (f"{tower}{rest}" for tower in _TOWERS for rest in ("", ".blocks.0", ".encoder.layers.0"))
        return
    if layer < 0:
        yield from (f"{wrapper}{leaf}" for leaf in leaves_of(weight) for wrapper in _WRAPPERS)
        return
    for stem in _LAYERS:
        yield from (f"{stem}.{layer}.{leaf}" for leaf in leaves_of(weight))


def is_expert(weight: Weight) -> bool:
    """Whether several copies of it lie side by side under numbers."""
    return weight.role in EXPERTS
