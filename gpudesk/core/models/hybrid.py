"""Readers of models whose layers keep a state instead of every token: Mamba, Jamba, Nemotron-H, Qwen 3.5."""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.drafts import NOT_COUNTED, draft_note
from gpudesk.core.models.layer_blocks import DECAYS, Layers, Parts, all_layers
from gpudesk.core.models.mixtures import used_experts
from gpudesk.core.models.vision_towers import add_qwen_vision

_FLOAT32, _FLOAT16 = 4, 2
"""Bytes of what states are kept in, whatever keys and values are in. Of a convolution a state has all inputs but the newest: pages of vLLM
are as large as that (Qwen3.5-27B: blocks of 784 tokens, padded by 0.13 %; 9B with FP8 keys and values: 2,096, padded by nothing)."""
_STATES = {"float32": _FLOAT32, "float16": _FLOAT16, "bfloat16": _FLOAT16}
"""Bytes of the formats of states that files name; of others they follow the precision of the cache."""


def mamba_mixer(
    parts: Parts,
    hidden: int,
    inner: int,
    state: int,
    kernel: int,
    rank: int,
    layers: Layers,
    *,
    bias: bool = False,
    convolution_bias: bool = True,
    normed: bool = False,
) -> tuple[Cache, ...]:
    """The mixer of the first Mamba.

    Args:
        bias: of the projections into it and out of it.
        normed: step sizes and both projections of the state have a norm with weights.
    """
    parts.linear(Role.STATE_IN, hidden, 2 * inner, layers, bias=bias)
    parts.add(Role.STATE, inner, kernel, layers=layers)
    if convolution_bias:
        parts.add(Role.STATE, inner, layers=layers)
    parts.linear(Role.STATE, inner, rank + 2 * state, layers)
    parts.linear(Role.STATE, rank, inner, layers)
    parts.add(Role.STATE, inner, layers=layers)
    parts.add(Role.STATE, inner, state, layers=layers, module=DECAYS)
    parts.add(Role.STATE, inner, layers=layers)
    parts.linear(Role.STATE_OUT, inner, hidden, layers, bias=bias)
    if normed:
        parts.norm(rank, layers)
        parts.norm(state, layers, copies=2)
    if not layers:
        return ()
    return (
        Cache(CacheKind.STATE, len(layers), inner * state, state_bytes=_FLOAT32),
        Cache(CacheKind.STATE, len(layers), inner * (kernel - 1), state_bytes=_FLOAT16),
    )


def read_falcon_mamba(config: Configuration) -> Architecture:
    """Falcon Mamba: as the first Mamba; its further norms have no weights."""
    return replace(read_mamba(config), family="falcon_mamba")


def read_mamba(config: Configuration) -> Architecture:
    """The first Mamba: no attention at all."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    vocabulary = config.count("vocab_size")
    # Falcon Mamba's file names an `expand` of 16, which its width does not follow.
    inner = config.count("intermediate_size", default=config.count("expand", default=2) * hidden)
    rank = config.count("time_step_rank", default=-(-hidden // 16)) if config.values.get("time_step_rank") != "auto" else -(-hidden // 16)
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings", True)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    kernel, state = config.count("conv_kernel", default=4), config.count("state_size", default=16)
    bias, convolution_bias = config.flag("use_bias"), config.flag("use_conv_bias", True)
    caches = mamba_mixer(parts, hidden, inner, state, kernel, rank, layers, bias=bias, convolution_bias=convolution_bias)
    parts.norm(hidden, layers)
    parts.norm(hidden)
    return Architecture("", "mamba", hidden, count, 0, vocabulary, 0, 0, tuple(parts.weights), caches, tied=tied)


def read_jamba(config: Configuration) -> Architecture:
    """Jamba: one layer in eight attends, every second one routes."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    width = config.count("intermediate_size")
    experts = config.count("num_experts", default=16)
    used = used_experts(config, experts, "num_experts_per_tok") if config.has("num_experts_per_tok") else min(2, experts)
    inner = config.count("mamba_expand", default=2) * hidden
    state, kernel = config.count("mamba_d_state", default=16), config.count("mamba_d_conv", default=4)
    rank = config.count("mamba_dt_rank", default=-(-hidden // 16)) if config.values.get("mamba_dt_rank") != "auto" else -(-hidden // 16)
    period, offset = config.count("attn_layer_period", default=8), config.count("attn_layer_offset", default=4, least=0)
    routed_period, routed_offset = config.count("expert_layer_period", default=2), config.count("expert_layer_offset", default=1, least=0)
    attending = tuple(layer for layer in range(count) if layer % period == offset)
    mixing = tuple(layer for layer in range(count) if layer % period != offset)
    routed = tuple(layer for layer in range(count) if layer % routed_period == routed_offset)
    dense = tuple(layer for layer in range(count) if layer % routed_period != routed_offset)
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size", default=65536), hidden, tied=tied)
    head_dim = max(1, hidden // heads)
    parts.attention(hidden, heads, kv_heads, head_dim, attending)
    bias, convolution_bias = config.flag("mamba_proj_bias"), config.flag("mamba_conv_bias", True)
    states = mamba_mixer(parts, hidden, inner, state, kernel, rank, mixing, bias=bias, convolution_bias=convolution_bias, normed=True)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.gated_feed_forward(hidden, width, dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    return Architecture(
        name="",
        family="jamba",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=config.count("vocab_size", default=65536),
        context=config.count("max_position_embeddings", default=262144),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(*kv_cache(len(attending), kv_heads, head_dim, heads), *states),
        experts=experts,
        experts_used=used,
        tied=tied,
    )


_KINDS = {"mamba": "M", "linear_attention": "M", "attention": "*", "full_attention": "*", "mlp": "-", "moe": "E"}
"""Kinds of layers as published files and as transformers from 5.x on name them."""


def _pattern(config: Configuration) -> str:
    """One letter a layer: M mixes by a state, * attends, - is dense, E routes."""
    layer_kinds = config.words("layers_block_type")
    unknown = sorted(set(layer_kinds) - set(_KINDS))
    if unknown:
        config.refuse("layers_block_type", f"unknown kinds {', '.join(unknown)[:60]}")
        return "M"
    pattern = "".join(_KINDS[word] for word in layer_kinds) or config.word("hybrid_override_pattern")
    if not pattern or set(pattern) - set("M*-E"):
        config.refuse("hybrid_override_pattern", "a text of M, *, - and E is needed, one for each layer")
        return "M"
    if config.has("num_hidden_layers") and config.layers("num_hidden_layers") != len(pattern):
        config.refuse("hybrid_override_pattern", f"{config.layers('num_hidden_layers')} layers, but {len(pattern)} letters")
    return pattern


def read_nemotron_h(config: Configuration) -> Architecture:
    """Nemotron-H and Nemotron 3: layers of one kind each, according to a pattern; experts may use a narrower width."""
    hidden = config.count("hidden_size")
    pattern = _pattern(config)
    mixing, attending, dense, routed = (tuple(at for at, kind in enumerate(pattern) if kind == letter) for letter in "M*-E")
    heads, kv_heads = config.count("num_attention_heads"), config.count("num_key_value_heads")
    head_dim = config.count("head_dim", "attention_head_dim", default=128)
    state_heads, state_each = config.count("mamba_num_heads"), config.count("mamba_head_dim")
    state, kernel = config.count("ssm_state_size"), config.count("conv_kernel", default=4)
    inner = state_heads * state_each
    mixed = inner + 2 * config.count("n_groups", default=8) * state
    width = config.count("intermediate_size", default=0, least=0)
    bias = config.flag("use_bias") or config.flag("mamba_proj_bias")
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.linear(Role.STATE_IN, hidden, inner + mixed + state_heads, mixing, bias=bias)
    parts.add(Role.STATE, mixed, kernel, layers=mixing)
    if config.flag("use_conv_bias", True):
        parts.add(Role.STATE, mixed, layers=mixing)
    parts.add(Role.STATE, state_heads, layers=mixing, copies=2)
    parts.add(Role.STATE, state_heads, layers=mixing, module=DECAYS)
    parts.norm(inner, mixing)
    parts.linear(Role.STATE_OUT, inner, hidden, mixing, bias=bias)
    parts.attention(hidden, heads, kv_heads, head_dim, attending, bias=config.flag("attention_bias"))
    if dense:
        parts.feed_forward(hidden, width, dense, bias=config.flag("mlp_bias"))
    experts = used = 0
    if routed:
        experts = config.count("n_routed_experts")
        used = used_experts(config, experts, "num_experts_per_tok")
        narrow = config.count("moe_latent_size", default=0, least=0)
        parts.linear(Role.ROUTER, hidden, experts, routed)
        if narrow:
            parts.linear(Role.UP, hidden, narrow, routed)
            parts.linear(Role.DOWN, narrow, hidden, routed)
        parts.experts(narrow or hidden, config.count("moe_intermediate_size"), experts, used, routed, gated=False)
        shared = config.count("n_shared_experts", default=1, least=0) * config.count(
            "moe_shared_expert_intermediate_size", default=0, least=0
        )
        parts.shared_expert(hidden, shared, routed, gated=False)
    parts.norm(hidden, all_layers(len(pattern)))
    parts.norm(hidden)
    states: tuple[Cache, ...] = ()
    if mixing:
        exact, named = _STATES.get(config.word("mamba_ssm_cache_dtype", "float32"), 0), config.has("mamba_ssm_cache_dtype")
        states = (
            Cache(CacheKind.STATE, len(mixing), inner * state, state_bytes=exact, named=named),
            Cache(CacheKind.STATE, len(mixing), mixed * (kernel - 1), state_bytes=_FLOAT16, named=named),
        )
    return Architecture(
        name="",
        family="nemotron_h",
        hidden=hidden,
        layers=len(pattern),
        heads=heads,
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(*kv_cache(len(attending), kv_heads, head_dim, heads), *states),
        experts=experts,
        experts_used=used,
        tied=tied,
    )


def _dense_layers(text: Configuration, count: int) -> frozenset[int]:
    """The layers of Qwen 3 Next without experts.

    github:huggingface/transformers, modeling_qwen3_next.py: `mlp_only_layers`, and all but every `decoder_sparse_step`-th layer.
    """
    step = text.count("decoder_sparse_step", default=1)
    dense_ones = set(text.counts("mlp_only_layers"))
    return frozenset(layer for layer in range(count) if layer in dense_ones or (layer + 1) % step)


def _read_qwen35(config: Configuration, family: str, *, routing: bool) -> Architecture:
    text = config.part("text_config") if family != "qwen3_next" else config
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads, kv_heads = text.count("num_attention_heads"), text.count("num_key_value_heads")
    head_dim = text.count("head_dim", default=256)
    interval = text.count("full_attention_interval", default=4)
    attending = tuple(layer for layer in range(count) if (layer + 1) % interval == 0)
    mixing = tuple(layer for layer in range(count) if (layer + 1) % interval)
    key_heads, value_heads = text.count("linear_num_key_heads"), text.count("linear_num_value_heads")
    key_each, value_each = text.count("linear_key_head_dim"), text.count("linear_value_head_dim")
    kernel = text.count("linear_conv_kernel_dim", default=4)
    keys, values = key_heads * key_each, value_heads * value_each
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings", text.flag("tie_word_embeddings"))
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.attention(
        hidden, heads, kv_heads, head_dim, attending, bias=text.flag("attention_bias"), gated=text.flag("attn_output_gate", True)
    )
    parts.norm(head_dim, attending, copies=2)
    parts.linear(Role.STATE_IN, hidden, 2 * keys + 2 * values, mixing)
    parts.linear(Role.STATE, hidden, 2 * value_heads, mixing)
    parts.add(Role.STATE, 2 * keys + values, kernel, layers=mixing)
    parts.add(Role.STATE, value_heads, layers=mixing, copies=2)
    parts.norm(value_each, mixing)
    parts.linear(Role.STATE_OUT, values, hidden, mixing)
    experts = used = 0
    if routing:
        experts = text.count("num_experts")
        used = used_experts(text, experts, "num_experts_per_tok")
        width = text.count("moe_intermediate_size")
        dense = _dense_layers(text, count) if family == "qwen3_next" else frozenset()
        routed = tuple(layer for layer in layers if layer not in dense)
        parts.linear(Role.ROUTER, hidden, experts, routed)
        parts.experts(hidden, width, experts, used, routed)
        parts.shared_expert(hidden, text.count("shared_expert_intermediate_size"), routed)
        parts.linear(Role.ROUTER, hidden, 1, routed)
        if dense:
            parts.gated_feed_forward(hidden, text.count("intermediate_size"), tuple(sorted(dense)))
    else:
        width = text.count("intermediate_size")
        parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    if family != "qwen3_next":
        parts.weights += add_qwen_vision(config.part("vision_config"))
    exact, named = _STATES.get(text.word("mamba_ssm_dtype", "float32"), 0), text.has("mamba_ssm_dtype")
    states = (
        Cache(CacheKind.STATE, len(mixing), value_heads * key_each * value_each, state_bytes=exact, named=named),
        Cache(CacheKind.STATE, len(mixing), (2 * keys + values) * (kernel - 1), state_bytes=_FLOAT16, named=named),
    )
    return Architecture(
        name="",
        family=family,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=text.count("vocab_size"),
        context=text.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(*kv_cache(len(attending), kv_heads, head_dim, heads), *(states if mixing else ())),
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=(NOT_COUNTED,),
    )


def read_qwen3_next(config: Configuration) -> Architecture:
    """Qwen 3 Next: as Qwen 3.5 with experts, its text alone; its files hold one draft layer, which attends and routes."""
    architecture = _read_qwen35(config, "qwen3_next", routing=True)
    last = architecture.layers - 1
    draft = Parts()
    draft.weights += [replace(weight, layers=(0,)) for weight in architecture.weights if last in weight.layers]
    draft.linear(Role.OTHER, 2 * architecture.hidden, architecture.hidden)
    draft.norm(architecture.hidden, copies=3)
    count = sum(weight.total for weight in draft.weights)
    note = draft_note(1, count)
    return replace(architecture, notes=(note,), draft=tuple(draft.weights))


def read_qwen35(config: Configuration) -> Architecture:
    """Qwen 3.5, dense: three layers in four keep a state."""
    return _read_qwen35(config, "qwen3_5", routing=False)


def read_qwen35_moe(config: Configuration) -> Architecture:
    """Qwen 3.5 with experts."""
    return _read_qwen35(config, "qwen3_5_moe", routing=True)
