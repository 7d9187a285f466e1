"""Readers of decoders with routed experts over grouped-query attention: Mixtral, Qwen 3, gpt-oss, MiniMax, MiMo, Llama 4."""

from gpudesk.core.models.architecture import Architecture, Cache, Role
from gpudesk.core.models.configuration import Configuration, text_part
from gpudesk.core.models.decoders import head_width, kv_cache, qwen3_moe_windows, windowed_caches, windows_of
from gpudesk.core.models.layer_blocks import Parts, all_layers
from gpudesk.core.models.vision_towers import add_llama_vision, add_qwen_vision, with_tower


def _built(
    config: Configuration, family: str, parts: Parts, experts: int, used: int, width: int, caches: tuple[Cache, ...], tied: bool
) -> Architecture:
    return Architecture(
        name="",
        family=family,
        hidden=config.count("hidden_size"),
        layers=config.layers("num_hidden_layers"),
        heads=config.count("num_attention_heads"),
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
    )


def used_experts(config: Configuration, experts: int, *names: str) -> int:
    """How many experts a token is sent to; more than there are is a fault."""
    used = config.count(*names)
    if used > experts:
        config.refuse(names[0], f"{used} of {experts} experts")
        return 1
    return used


def read_mixtral(config: Configuration) -> Architecture:
    """Mixtral: every layer routes."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    head_dim = head_width(config, hidden, heads)
    width = config.count("intermediate_size")
    experts = config.count("num_local_experts", default=8)
    used = used_experts(config, experts, "num_experts_per_tok")
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    return _built(config, "mixtral", parts, experts, used, width, kv_cache(count, kv_heads, head_dim, heads), tied)


def read_qwen3_moe(config: Configuration) -> Architecture:
    """Qwen 3 with experts; some layers may be dense."""
    return _qwen3_moe(config, qwen3_moe_windows(config))


def _qwen3_moe(config: Configuration, windows: tuple[int, ...]) -> Architecture:
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    each = head_width(config, hidden, heads)
    experts = config.count("num_experts", "num_local_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    step = config.count("decoder_sparse_step", default=1)
    dense_ones = set(config.counts("mlp_only_layers"))
    routed = tuple(layer for layer in range(count) if layer not in dense_ones and (layer + 1) % step == 0)
    dense = tuple(layer for layer in range(count) if layer not in set(routed))
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, each, layers, bias=config.flag("attention_bias"))
    parts.norm(each, layers, copies=2)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = windowed_caches(windows, count, kv_heads, each, heads)
    return _built(config, "qwen3_moe", parts, experts, used, width, caches, tied)


def read_gpt_oss(config: Configuration) -> Architecture:
    """gpt-oss: every second layer sees a window, each head has a sink, experts have biases."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads")
    head_dim = config.count("head_dim", default=64)
    experts = config.count("num_local_experts")
    used = used_experts(config, experts, "num_experts_per_tok", "experts_per_token")
    width = config.count("intermediate_size")
    windows = windows_of(config, config.count("sliding_window", default=128), 2)
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias", True))
    parts.add(Role.BIAS, heads, layers=layers)
    parts.linear(Role.ROUTER, hidden, experts, layers, bias=True)
    parts.experts(hidden, width, experts, used, layers)
    parts.add(Role.BIAS, 2 * width + hidden, layers=layers, copies=experts, active=used)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    narrow = sum(1 for window in windows if window)
    caches = kv_cache(count - narrow, kv_heads, head_dim, heads) + kv_cache(
        narrow, kv_heads, head_dim, heads, window=max(windows, default=0)
    )
    return _built(config, "gpt_oss", parts, experts, used, width, caches, tied)


def read_minimax_m2(config: Configuration) -> Architecture:
    """MiniMax M2: every layer routes, norms over the whole query and key. MTP layers are not counted."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads")
    head_dim = head_width(config, hidden, heads)
    experts = config.count("num_local_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("intermediate_size")
    layers = all_layers(count)
    tied = config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    if config.flag("use_qk_norm", True):
        parts.norm(heads * head_dim, layers)
        parts.norm(kv_heads * head_dim, layers)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    return _built(config, "minimax_m2", parts, experts, used, width, kv_cache(count, kv_heads, head_dim, heads), tied)


def read_mimo_v2(config: Configuration) -> Architecture:
    """MiMo V2: one full layer in six, the first one too; values narrower than keys; the first layer is dense.

    Files saved by transformers 5 name the layers in `layer_types` and `mlp_layer_types` and leave out what the class fixes: twice the key
    and value heads and a sink in layers with a window (github:huggingface/transformers, modeling_mimo_v2_flash.py).
    """
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads, kv_heads = config.count("num_attention_heads"), config.count("num_key_value_heads")
    head_dim, wide = config.count("head_dim"), config.count("v_head_dim")
    near_heads, near_kv = (
        config.count("swa_num_attention_heads", default=heads),
        config.count("swa_num_key_value_heads", default=2 * kv_heads),
    )
    near_each, near_wide = config.count("swa_head_dim", default=head_dim), config.count("swa_v_head_dim", default=wide)
    window = config.count("sliding_window")
    experts = config.count("n_routed_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    layer_pattern = config.counts("hybrid_layer_pattern")
    if layer_pattern and len(layer_pattern) != count:
        config.refuse("hybrid_layer_pattern", f"{count} layers, but {len(layer_pattern)} kinds")
        layer_pattern = ()
    saved = not layer_pattern
    if saved and config.has("layer_types"):
        layer_pattern = tuple(int(bool(near_window)) for near_window in windows_of(config, window, 1))
    pattern = layer_pattern or tuple(0 if layer == 0 or (layer + 1) % 6 == 0 else 1 for layer in range(count))
    far = tuple(layer for layer in range(count) if not pattern[layer])
    near = tuple(layer for layer in range(count) if pattern[layer])
    layers, routed = all_layers(count), _routed_layers(config, count)
    dense = tuple(layer for layer in layers if layer not in set(routed))
    tied, bias = config.flag("tie_word_embeddings"), config.flag("attention_bias")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, far, value_width=wide, bias=bias, output_bias=False)
    parts.attention(hidden, near_heads, near_kv, near_each, near, value_width=near_wide, bias=bias, output_bias=False)
    if config.flag("add_swa_attention_sink_bias", saved):
        parts.add(Role.BIAS, near_heads, layers=near)
    if config.flag("add_full_attention_sink_bias"):
        parts.add(Role.BIAS, heads, layers=far)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(len(far), kv_heads, head_dim, heads, value_width=wide)
    caches += kv_cache(len(near), near_kv, near_each, near_heads, window=window, value_width=near_wide)
    return _built(config, "mimo_v2_flash", parts, experts, used, width, caches, tied)


def _routed_layers(config: Configuration, count: int) -> tuple[int, ...]:
    """The layers of MiMo V2 with experts: as one of two lists specifies, otherwise all but the first."""
    kinds = config.words("mlp_layer_types")
    flags = tuple(int(kind == "sparse") for kind in kinds)
    if not flags and isinstance(config.values.get("moe_layer_freq"), list):
        flags = config.counts("moe_layer_freq", most=1)
    if not flags:
        return tuple(range(1, count))
    if len(flags) != count or set(kinds) - {"sparse", "dense"}:
        config.refuse("mlp_layer_types" if kinds else "moe_layer_freq", f"a list of {count} kinds is needed, one for each layer")
        return ()
    return tuple(layer for layer, flag in enumerate(flags) if flag)


def read_llama4(config: Configuration) -> Architecture:
    """Llama 4: one shared expert besides the routed ones; three layers in four attend to a chunk only; a vision tower."""
    # The text is a model of its own with its own head: `tie_word_embeddings` of the whole file does not apply to it.
    text = config.part("text_config")
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads, kv_heads = text.count("num_attention_heads"), text.count("num_key_value_heads")
    each = head_width(text, hidden, heads)
    experts = text.count("num_local_experts")
    used = used_experts(text, experts, "num_experts_per_tok")
    width = text.count("intermediate_size")
    step = text.count("interleave_moe_layer_step", default=1)
    said = text.counts("moe_layers")
    routed = said or tuple(range(step - 1, count, step))
    dense = tuple(layer for layer in range(count) if layer not in set(routed))
    layers = all_layers(count)
    tied = text.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, each, layers, bias=text.flag("attention_bias"))
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, width, routed)
    if dense:
        parts.gated_feed_forward(hidden, text.count("intermediate_size_mlp"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    tower, joint = add_llama_vision(config.part("vision_config"), hidden)
    chunk = text.count("attention_chunk_size", default=8192)
    near = sum(1 for layer in range(count) if (layer + 1) % 4)
    caches = kv_cache(count - near, kv_heads, each, heads) + kv_cache(near, kv_heads, each, heads, window=chunk)
    return with_tower(_built(text, "llama4", parts, experts, used, width, caches, tied), "llama4", [*tower, joint])


def read_qwen3_vl_moe(config: Configuration) -> Architecture:
    """Qwen 3 with experts that sees: the text of Qwen 3 with experts and the tower of Qwen 3 VL."""
    # github:huggingface/transformers, configuration_qwen3_vl_moe.py sets sliding_window of the text to None.
    text = _qwen3_moe(text_part(config), ())
    joined = add_qwen_vision(config.part("vision_config"), deep=3)
    return with_tower(text, "qwen3_vl_moe", joined)


def read_qwen3_vl(config: Configuration) -> Architecture:
    """Qwen 3 that sees: the text of Qwen 3 and a tower for pictures that joins it at several depths."""
    text = text_part(config)
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads = text.count("num_attention_heads")
    kv_heads = text.count("num_key_value_heads", default=heads)
    each = text.count("head_dim", default=128)
    layers = all_layers(count)
    tied = text.flag("tie_word_embeddings")
    width = text.count("intermediate_size")
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, each, layers, bias=text.flag("attention_bias"))
    parts.norm(each, layers, copies=2)
    parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    joined = add_qwen_vision(config.part("vision_config"), deep=3)
    return with_tower(_built(text, "qwen3_vl", parts, 0, 0, width, kv_cache(count, kv_heads, each, heads), tied), "qwen3_vl", joined)
