"""Readers of decoders that look back over compressed or shared keys and values: DeepSeek V4, Gemma 4, MiniMax M3.

Shapes and layers as the classes of transformers 5 build them (`models/deepseek_v4`, `models/gemma4`, `models/minimax_m3_vl`).
"""

from dataclasses import replace

from gpudesk.core.models.architecture import EXPERTS, Architecture, Cache, CacheKind, Part, Role, Weight
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.drafts import NOT_COUNTED
from gpudesk.core.models.layer_blocks import Layers, Parts, all_layers
from gpudesk.core.models.layered_inputs import (
    ENCODER_JOINT,
    add_head_norms,
    add_layer_inputs,
    gemma4_sound,
    own_caches,
    shared_cache,
    sharing_layers,
)
from gpudesk.core.models.mixtures import used_experts

_LOOKS_AT_ALL = "Each token is taken to look at all that is kept, though sparse attention picks a part: times are an upper bound there."
_SLIDING, _SPARSE, _HEAVY = "sliding_attention", "compressed_sparse_attention", "heavily_compressed_attention"
_RATIOS = {0: _SLIDING, 4: _SPARSE, 128: _HEAVY}
_OVERLAP = 2
"""Compressed entries of sparse layers are formed from two overlapping windows: each has separate channels."""


def _kinds_of_v4(config: Configuration, count: int) -> tuple[str, ...]:
    """The attention kind of each layer: as in the file, otherwise two heavily compressed ones, then both alternating."""
    layer_kinds = config.words("layer_types")
    ratios = config.counts("compress_ratios")
    if not layer_kinds and ratios:
        if any(ratio not in _RATIOS for ratio in ratios):
            config.refuse("compress_ratios", "0, 4 or 128 is needed for each layer")
            return ()
        layer_kinds = tuple(_RATIOS[ratio] for ratio in ratios)
    if not layer_kinds:
        return tuple(_SPARSE if layer > 2 and layer % 2 else _HEAVY for layer in range(count))
    if len(layer_kinds) < count or any(kind not in _RATIOS.values() for kind in layer_kinds):
        config.refuse("layer_types", f"{count} known kinds are needed")
        return ()
    return layer_kinds[:count]


def read_deepseek_v4(config: Configuration) -> Architecture:
    """DeepSeek V4: one vector is key and value of all heads; besides a window, entries compressed from 4 or 128 tokens; streams."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads, head_dim = config.count("num_attention_heads"), config.count("head_dim", default=512)
    rank, groups, out_rank = config.count("q_lora_rank"), config.count("o_groups"), config.count("o_lora_rank")
    window, streams = config.count("sliding_window", default=128), config.count("hc_mult", default=4)
    experts = config.count("n_routed_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    near, far = config.count("compress_rate_csa", default=4), config.count("compress_rate_hca", default=128)
    kinds = _kinds_of_v4(config, count)
    sparse = tuple(layer for layer, kind in enumerate(kinds) if kind == _SPARSE)
    heavy = tuple(layer for layer, kind in enumerate(kinds) if kind == _HEAVY)
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.linear(Role.LATENT_DOWN, hidden, rank, layers)
    parts.norm(rank, layers)
    parts.linear(Role.LATENT_UP, rank, heads * head_dim, layers)
    parts.linear(Role.LATENT_DOWN, hidden, head_dim, layers)
    parts.norm(head_dim, layers)
    parts.linear(Role.OUTPUT, heads * head_dim // groups, groups * out_rank, layers)
    parts.linear(Role.OUTPUT, groups * out_rank, hidden, layers)
    parts.add(Role.BIAS, heads, layers=layers)
    _add_compressor(parts, hidden, head_dim, far, heavy)
    _add_compressor(parts, hidden, head_dim, near, sparse, channels=_OVERLAP)
    pickers, pick_each = config.count("index_n_heads"), config.count("index_head_dim")
    _add_compressor(parts, hidden, pick_each, near, sparse, channels=_OVERLAP)
    parts.linear(Role.INDEXER, rank, pickers * pick_each, sparse)
    parts.linear(Role.INDEXER, hidden, pickers, sparse)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.shared_expert(hidden, width * config.count("n_shared_experts", default=1), layers)
    mixes = (2 + streams) * streams
    parts.linear(Role.OTHER, streams * hidden, mixes, layers, copies=2)
    parts.add(Role.BIAS, mixes + 3, layers=layers, copies=2)
    parts.linear(Role.OTHER, streams * hidden, streams)
    parts.add(Role.BIAS, streams + 1)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    wide = heads * head_dim
    caches = [Cache(CacheKind.WINDOW, count, head_dim, 1, window, query_width=wide, value_width=wide)]
    if sparse:
        picked = pickers * pick_each
        waiting = 2 * near * 2 * _OVERLAP * (head_dim + pick_each)
        caches += [
            Cache(CacheKind.LATENT, len(sparse), head_dim, every=near, query_width=wide, value_width=wide),
            Cache(CacheKind.LATENT, len(sparse), pick_each, every=near, query_width=picked),
            Cache(CacheKind.STATE, len(sparse), waiting, 1),
        ]
    if heavy:
        caches += [
            Cache(CacheKind.LATENT, len(heavy), head_dim, every=far, query_width=wide, value_width=wide),
            Cache(CacheKind.STATE, len(heavy), far * 2 * head_dim, 1),
        ]
    return Architecture(
        name="",
        family="deepseek_v4",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=tuple(caches),
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=(NOT_COUNTED, _LOOKS_AT_ALL),
        picked=config.count("index_topk", default=0, least=0) if sparse else 0,
    )


def _add_compressor(parts: Parts, hidden: int, each: int, tokens: int, layers: Layers, *, channels: int = 1) -> None:
    """What makes one entry of `each` numbers out of `tokens` tokens: values, their weights, a bias for each place, a norm."""
    parts.linear(Role.INDEXER, hidden, channels * each, layers, copies=2)
    parts.add(Role.POSITION, tokens, channels * each, layers=layers)
    parts.norm(each, layers)


def read_gemma4(config: Configuration) -> Architecture:
    """Gemma 4: five layers with a window per full layer, whose heads are wider and whose values come from its keys; images."""
    text = config.part("text_config") if config.has("text_config") else config
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads, kv_heads = text.count("num_attention_heads"), text.count("num_key_value_heads")
    head_dim, far_each = text.count("head_dim", default=256), text.count("global_head_dim", default=512)
    equal = text.flag("attention_k_eq_v")
    far_kv = text.count("num_global_key_value_heads", default=kv_heads) if equal else kv_heads
    width, window = text.count("intermediate_size"), text.count("sliding_window", default=512)
    bias = text.flag("attention_bias")
    layer_kinds = text.words("layer_types")
    if layer_kinds and len(layer_kinds) != count:
        text.refuse("layer_types", f"{count} layers, but {len(layer_kinds)} kinds")
        layer_kinds = ()
    sliding = tuple(layer for layer in range(count - 1) if (layer_kinds[layer] == _SLIDING if layer_kinds else (layer + 1) % 6 != 0))
    full = tuple(layer for layer in range(count) if layer not in set(sliding))
    layers = all_layers(count)
    sharing = sharing_layers(text, tuple(_SLIDING if layer in set(sliding) else "full_attention" for layer in layers))
    tied = config.flag("tie_word_embeddings", text.flag("tie_word_embeddings", True))
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, sliding, bias=bias)
    add_head_norms(parts, head_dim, sliding)
    parts.linear(Role.QUERY, hidden, heads * far_each, full, bias=bias)
    parts.linear(Role.KEY, hidden, far_kv * far_each, full, bias=bias)
    if not equal:
        parts.linear(Role.VALUE, hidden, far_kv * far_each, full, bias=bias)
    parts.linear(Role.OUTPUT, heads * far_each, hidden, full, bias=bias)
    add_head_norms(parts, far_each, full)
    double = sharing if text.flag("use_double_wide_mlp") else ()
    parts.gated_feed_forward(hidden, width, tuple(layer for layer in layers if layer not in set(double)))
    parts.gated_feed_forward(hidden, 2 * width, double)
    parts.norm(hidden, layers, copies=4)
    each = text.count("hidden_size_per_layer_input", default=256, least=0)
    if each:
        add_layer_inputs(parts, hidden, count, each, text.count("vocab_size_per_layer_input", default=262_144))
    experts = used = 0
    if text.flag("enable_moe_block"):
        experts = text.count("num_experts")
        used = used_experts(text, experts, "top_k_experts")
        parts.linear(Role.ROUTER, hidden, experts, layers)
        parts.norm(hidden, layers)
        parts.norm(experts, layers)
        parts.experts(hidden, text.count("moe_intermediate_size"), experts, used, layers)
        # They lie next to the dense part of a layer, not in it: what leaves that out does not mean them.
        parts.weights = [replace(weight, module="experts.0") if weight.role in EXPERTS else weight for weight in parts.weights]
        parts.norm(hidden, layers, copies=3)
    parts.norm(hidden)
    if config.has("vision_config"):
        parts.weights += _gemma_vision(config.part("vision_config"), hidden)
    if config.has("audio_config"):
        parts.weights += gemma4_sound(config.part("audio_config"), hidden)
    # A key gets its norm and its rotation after the value was taken from it, so both are kept.
    far, near = len(set(full) - set(sharing)), len(set(sliding) - set(sharing))
    far_cache, near_cache = kv_cache(far, far_kv, far_each, heads), kv_cache(near, kv_heads, head_dim, heads, window=window)
    caches = own_caches(far_cache, near_cache, (full, sliding), sharing)
    caches += shared_cache(len(full) - far, far_each, heads) + shared_cache(len(sliding) - near, head_dim, heads, window)
    return Architecture(
        name="",
        family="gemma4",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=text.count("vocab_size"),
        context=text.count("max_position_embeddings", default=0, least=0),
        feed_forward=2 * width if double else width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
    )


def _gemma_vision(vision: Configuration, out: int) -> list[Weight]:
    """The tower of Gemma 4: patches as a matrix, a table of positions for each of two directions, layers as those of its text."""
    hidden, heads = vision.count("hidden_size", default=768), vision.count("num_attention_heads", default=12)
    kv_heads, head_dim = vision.count("num_key_value_heads", default=heads), vision.count("head_dim", default=64)
    layers = all_layers(vision.layers("num_hidden_layers", default=16))
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, 3 * vision.count("patch_size", default=16) ** 2, hidden, module="patch_embedder.input_proj")
    parts.add(Role.POSITION, 2, vision.count("position_embedding_size", default=10240), hidden)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    parts.norm(head_dim, layers, copies=2)
    parts.gated_feed_forward(hidden, vision.count("intermediate_size", default=3072), layers)
    parts.norm(hidden, layers, copies=4)
    parts.linear(Role.VISION, hidden, out, module=ENCODER_JOINT)
    return parts.weights


def _flags_of(text: Configuration, name: str, count: int) -> tuple[int, ...]:
    flags = text.counts(name, most=1)
    if flags and len(flags) != count:
        text.refuse(name, f"{count} layers, but {len(flags)} flags")
        return ()
    return flags


def read_minimax_m3(config: Configuration) -> Architecture:
    """MiniMax M3: norms on each head, one shared expert, some layers dense; where blocks of keys are picked, an indexer; pictures."""
    text = config.part("text_config")
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads, kv_heads = text.count("num_attention_heads"), text.count("num_key_value_heads")
    head_dim = text.count("head_dim", default=128)
    experts = text.count("num_local_experts")
    used = used_experts(text, experts, "num_experts_per_tok")
    width = text.count("intermediate_size")
    flags = _flags_of(text, "moe_layer_freq", count) or (1,) * count
    routed = tuple(layer for layer, flag in enumerate(flags) if flag)
    dense = tuple(layer for layer, flag in enumerate(flags) if not flag)
    picking = text.part("sparse_attention_config")
    picks = _flags_of(picking, "sparse_attention_freq", count)
    indexed = tuple(layer for layer, flag in enumerate(picks) if flag)
    pickers, pick_each = picking.count("sparse_num_index_heads", default=4), picking.count("sparse_index_dim", default=128)
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings", text.flag("tie_word_embeddings"))
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    parts.norm(head_dim, layers, copies=2)
    parts.linear(Role.INDEXER, hidden, pickers * pick_each, indexed)
    parts.linear(Role.INDEXER, hidden, pick_each, indexed)
    parts.norm(pick_each, indexed, copies=2)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, text.count("shared_intermediate_size", default=width), routed)
    if dense:
        parts.gated_feed_forward(hidden, text.count("dense_intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    parts.weights += _minimax_vision(config, hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    if indexed:
        caches += (Cache(CacheKind.LATENT, len(indexed), pick_each, query_width=pickers * pick_each),)
    return Architecture(
        name="",
        family="minimax_m3_vl",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=text.count("vocab_size"),
        context=text.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=(NOT_COUNTED, *((_LOOKS_AT_ALL,) if indexed else ())),
    )


def _minimax_vision(config: Configuration, out: int) -> list[Weight]:
    """The tower of MiniMax M3: patches over two frames, a norm, layers of the older kind; four matrices join it to the decoder."""
    vision = config.part("vision_config")
    hidden, patch = vision.count("hidden_size", default=1280), vision.count("patch_size", default=14)
    merged = out * vision.count("spatial_merge_size", default=2) ** 2
    middle = config.count("projector_hidden_size", default=6144)
    layers = all_layers(vision.layers("num_hidden_layers", default=32))
    frames = vision.count("temporal_patch_size", default=2)
    parts = Parts(Part.VISION)
    parts.linear(Role.VISION, vision.count("num_channels", default=3) * frames * patch * patch, hidden)
    parts.norm(hidden, bias=True)
    parts.classic_block(hidden, vision.count("intermediate_size", default=5120), layers)
    joint = Parts()
    for inputs in (hidden, merged):
        joint.linear(Role.OTHER, inputs, middle, bias=True)
        joint.linear(Role.OTHER, middle, out, bias=True)
    return parts.weights + joint.weights
