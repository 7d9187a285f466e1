"""Readers of mixtures: Phi 3.5 with experts, DBRX, Granite 3 with experts, OLMoE, dots.llm1, LFM2 with experts.

Shapes as the classes of transformers 5 build them (`src/transformers/models`).
"""

from gpudesk.core.models.architecture import Architecture, Cache, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import head_width, kv_cache, window_of_all, windowed_caches, windows_of
from gpudesk.core.models.layer_blocks import Parts, all_layers
from gpudesk.core.models.mixers import convolving, lfm2_attending
from gpudesk.core.models.mixtures import used_experts


def _built(
    config: Configuration, family: str, parts: Parts, numbers: tuple[int, int, int], caches: tuple[Cache, ...], *, tied: bool
) -> Architecture:
    """`numbers`: experts, how many of them a token uses, and the width of one."""
    experts, used, width = numbers
    return Architecture(
        name="",
        family=family,
        hidden=config.count("hidden_size", "d_model"),
        layers=config.layers("num_hidden_layers", "n_layers"),
        heads=config.count("num_attention_heads", "n_heads"),
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", "max_seq_len", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
    )


def read_phimoe(config: Configuration) -> Architecture:
    """Phi 3.5 with experts: norms with biases; the attention and the head have biases if the file says so."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts, width = config.count("num_local_experts", default=16), config.count("intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    window = window_of_all(config)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied, head_bias=config.flag("lm_head_bias"))
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.norm(hidden, layers, copies=2, bias=True)
    parts.norm(hidden, bias=True)
    caches = windowed_caches((window,) * count, count, kv_heads, head_dim, heads)
    return _built(config, "phimoe", parts, (experts, used, width), caches, tied=tied)


def read_dbrx(config: Configuration) -> Architecture:
    """DBRX: one matrix for query, key and value; norms without biases."""
    attention, feed = config.part("attn_config"), config.part("ffn_config")
    hidden, count = config.count("d_model", "hidden_size"), config.layers("n_layers", "num_hidden_layers")
    heads, kv_heads = config.count("n_heads", "num_attention_heads"), attention.count("kv_n_heads", default=1)
    head_dim = max(1, hidden // heads)
    experts, width = feed.count("moe_num_experts"), feed.count("ffn_hidden_size")
    used = used_experts(feed, experts, "moe_top_k")
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, "dbrx", parts, (experts, used, width), caches, tied=tied)


def read_granite_moe(config: Configuration) -> Architecture:
    """Granite 3 with experts; a shared part in addition where the file gives its width."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), max(1, hidden // heads)
    experts, width = config.count("num_local_experts", default=8), config.count("intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    family = config.word("model_type", "granitemoe")
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    if family == "granitemoeshared":
        parts.shared_expert(hidden, config.count("shared_intermediate_size", default=0, least=0), layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, family, parts, (experts, used, width), caches, tied=tied)


def read_olmoe(config: Configuration) -> Architecture:
    """OLMoE: norms over the whole query and key; every layer routes."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts, width = config.count("num_experts", default=64), config.count("intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    parts.norm(hidden, layers)
    parts.norm(hidden // heads * kv_heads, layers)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, "olmoe", parts, (experts, used, width), caches, tied=tied)


def read_dots1(config: Configuration) -> Architecture:
    """dots.llm1: norms on queries and keys, the first layers dense; a correcting bias of each router is in the files."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts, width = config.count("n_routed_experts"), config.count("moe_intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    first = min(count, config.count("first_k_dense_replace", default=0, least=0))
    layers, routed, dense = all_layers(count), tuple(range(first, count)), tuple(range(first))
    tied = config.flag("tie_word_embeddings")
    windows = windows_of(config, config.count("sliding_window", default=4096), 1) if config.has("layer_types") else ()
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    parts.norm(head_dim, layers, copies=2)
    parts.linear(Role.ROUTER, hidden, experts, routed, bias=True)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, width * config.count("n_shared_experts", default=0, least=0), routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = windowed_caches(windows, count, kv_heads, head_dim, heads)
    return _built(config, "dots1", parts, (experts, used, width), caches, tied=tied)


def read_lfm2_moe(config: Configuration) -> Architecture:
    """LFM2 with experts: some layers attend, the others convolve over a few tokens; the first layers are dense."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts, width = config.count("num_experts"), config.count("moe_intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    first = min(count, config.count("num_dense_layers", default=2, least=0))
    attending = lfm2_attending(config, count)
    mixing = tuple(layer for layer in range(count) if layer not in set(attending))
    layers, routed, dense = all_layers(count), tuple(range(first, count)), tuple(range(first))
    tied = config.flag("tie_word_embeddings", config.flag("tie_embedding", True))
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, attending)
    parts.norm(head_dim, attending, copies=2)
    states = convolving(config, parts, hidden, mixing)
    parts.linear(Role.ROUTER, hidden, experts, routed, bias=config.flag("use_expert_bias", True))
    parts.experts(hidden, width, experts, used, routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = (*kv_cache(len(attending), kv_heads, head_dim, heads), *states)
    return _built(config, "lfm2_moe", parts, (experts, used, width), caches, tied=tied)
