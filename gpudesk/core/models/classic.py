"""Readers of the older decoders: GPT-2 and 3, GPT-J, GPT-NeoX, BLOOM, OPT, Falcon, Phi."""

from gpudesk.core.models.architecture import Architecture, Cache, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.layer_blocks import Parts, all_layers


def _built(
    family: str,
    parts: Parts,
    hidden: int,
    count: int,
    heads: int,
    vocabulary: int,
    context: int,
    width: int,
    caches: tuple[Cache, ...],
    tied: bool,
) -> Architecture:
    return Architecture(
        name="",
        family=family,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=context,
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        tied=tied,
    )


def read_gpt2(config: Configuration) -> Architecture:
    """GPT-2 and 3: learned positions, the head is tied to the embedding table."""
    hidden = config.count("n_embd", "hidden_size", default=768)
    count = config.layers("n_layer", "num_hidden_layers", default=12)
    heads = config.count("n_head", "num_attention_heads", default=12)
    vocabulary = config.count("vocab_size", default=50257)
    context = config.count("n_positions", "max_position_embeddings", default=1024)
    width = config.count("n_inner", "intermediate_size", default=4 * hidden)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings", True)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.add(Role.POSITION, context, hidden)
    parts.classic_block(hidden, width, layers)
    parts.norm(hidden, bias=True)
    caches = kv_cache(count, heads, max(1, hidden // heads), heads)
    return _built("gpt2", parts, hidden, count, heads, vocabulary, context, width, caches, tied)


def read_gptj(config: Configuration) -> Architecture:
    """GPT-J: attention and feed-forward part side by side under one norm; the head has a bias."""
    hidden = config.count("n_embd", "hidden_size")
    count = config.layers("n_layer", "num_hidden_layers")
    heads = config.count("n_head", "num_attention_heads")
    vocabulary = config.count("vocab_size", default=50400)
    context = config.count("n_positions", "max_position_embeddings", default=2048)
    width = config.count("n_inner", "intermediate_size", default=4 * hidden)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied, head_bias=True)
    parts.attention(hidden, 1, 1, hidden, layers)
    parts.feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, bias=True)
    parts.norm(hidden, bias=True)
    return _built(
        "gptj", parts, hidden, count, heads, vocabulary, context, width, kv_cache(count, heads, max(1, hidden // heads), heads), tied
    )


def read_gpt_neox(config: Configuration) -> Architecture:
    """GPT-NeoX and Pythia."""
    hidden = config.count("hidden_size")
    count = config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    vocabulary = config.count("vocab_size")
    width = config.count("intermediate_size", default=4 * hidden)
    tied = config.flag("tie_word_embeddings")
    layers = all_layers(count)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, 1, 1, hidden, layers, bias=config.flag("attention_bias", True))
    parts.feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, bias=True, copies=2)
    parts.norm(hidden, bias=True)
    caches = kv_cache(count, heads, max(1, hidden // heads), heads)
    context = config.count("max_position_embeddings", default=2048)
    return _built("gpt_neox", parts, hidden, count, heads, vocabulary, context, width, caches, tied)


def read_bloom(config: Configuration) -> Architecture:
    """BLOOM: no positions, a norm after the embedding table."""
    hidden = config.count("hidden_size", "n_embed")
    count = config.layers("n_layer", "num_hidden_layers")
    heads = config.count("n_head", "num_attention_heads")
    vocabulary = config.count("vocab_size")
    layers, tied = all_layers(count), config.flag("tie_word_embeddings", True)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.norm(hidden, bias=True)
    parts.classic_block(hidden, 4 * hidden, layers)
    parts.norm(hidden, bias=True)
    caches = kv_cache(count, heads, max(1, hidden // heads), heads)
    return _built("bloom", parts, hidden, count, heads, vocabulary, 0, 4 * hidden, caches, tied)


def read_opt(config: Configuration) -> Architecture:
    """OPT and Galactica: learned positions, two more than the context; one of the smallest has a separate embedding width.

    Galactica has no biases, and norms without weights.
    """
    hidden = config.count("hidden_size")
    count = config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    vocabulary = config.count("vocab_size", default=50272)
    context = config.count("max_position_embeddings", default=2048)
    width = config.count("ffn_dim", "intermediate_size", default=4 * hidden)
    words = config.count("word_embed_proj_dim", default=hidden)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings", True)
    bias, weighted = config.flag("enable_bias", True), config.flag("layer_norm_elementwise_affine", True)
    parts = Parts()
    parts.words(vocabulary, words, tied=tied)
    parts.add(Role.POSITION, context + 2, hidden)
    if words != hidden:
        parts.linear(Role.OTHER, words, hidden)
        parts.linear(Role.OTHER, hidden, words)
    parts.attention(hidden, 1, 1, hidden, layers, bias=bias)
    parts.feed_forward(hidden, width, layers, bias=bias)
    if weighted:
        parts.norm(hidden, layers, bias=True, copies=2)
        if config.flag("do_layer_norm_before", True) and not config.flag("_remove_final_layer_norm"):
            parts.norm(hidden, bias=True)
    caches = kv_cache(count, heads, max(1, hidden // heads), heads)
    return _built("opt", parts, hidden, count, heads, vocabulary, context, width, caches, tied)


def read_falcon(config: Configuration) -> Architecture:
    """Falcon: few keys and values; one norm in the first versions and in Falcon 2, two in Falcon 40B and 180B."""
    hidden = config.count("hidden_size")
    count = config.layers("num_hidden_layers", "n_layer")
    heads = config.count("num_attention_heads", "n_head")
    vocabulary = config.count("vocab_size")
    newer = config.flag("new_decoder_architecture")
    kv_heads = config.count("num_kv_heads", default=heads) if newer else 1 if config.flag("multi_query", True) else heads
    bias = config.flag("bias")
    tied = config.flag("tie_word_embeddings", True)
    head_dim = max(1, hidden // heads)
    layers = all_layers(count)
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=bias)
    width = config.count("ffn_hidden_size", default=4 * hidden)
    parts.feed_forward(hidden, width, layers, bias=bias)
    # The class has a norm for each part; parallel parts share one unless the file or the new architecture has two.
    side_by_side = 2 if config.count("num_ln_in_parallel_attn", default=2 if newer else 1) == 2 else 1
    parts.norm(hidden, layers, bias=True, copies=side_by_side if config.flag("parallel_attn", True) else 2)
    parts.norm(hidden, bias=True)
    context = config.count("max_position_embeddings", default=2048)
    return _built("falcon", parts, hidden, count, heads, vocabulary, context, width, kv_cache(count, kv_heads, head_dim, heads), tied)


def read_phi(config: Configuration) -> Architecture:
    """Phi 1 and 2: one norm a layer, biases everywhere, the head has one too."""
    hidden = config.count("hidden_size")
    count = config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    vocabulary = config.count("vocab_size")
    width = config.count("intermediate_size", default=4 * hidden)
    head_dim = max(1, hidden // heads)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied, head_bias=True)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=True)
    if config.flag("qk_layernorm"):
        parts.norm(head_dim, layers, bias=True, copies=2)
    parts.feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, bias=True)
    parts.norm(hidden, bias=True)
    context = config.count("max_position_embeddings", default=2048)
    return _built("phi", parts, hidden, count, heads, vocabulary, context, width, kv_cache(count, kv_heads, head_dim, heads), tied)
