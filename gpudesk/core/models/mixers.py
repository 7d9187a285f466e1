"""Readers of decoders that mix attention with states or short convolutions in the same stack: Falcon-H1, LFM2.

Shapes as the classes of transformers 5 build them (`src/transformers/models`: falcon_h1, lfm2).
"""

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import head_width, kv_cache
from gpudesk.core.models.layer_blocks import DECAYS, Layers, Parts, all_layers

_FALCON = ("mamba_d_ssm", "mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups")


def read_falcon_h1(config: Configuration) -> Architecture:
    """Falcon-H1: every layer attends and keeps a state side by side. Sizes of the state that the file leaves out are the class's."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    width, vocabulary = config.count("intermediate_size"), config.count("vocab_size")
    inner = config.count("mamba_d_ssm", default=1024)
    state_heads = config.count("mamba_n_heads", default=128)
    state, groups = config.count("mamba_d_state", default=256), config.count("mamba_n_groups", default=1)
    kernel = config.count("mamba_d_conv", default=4)
    mixed = inner + 2 * groups * state
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    bias = config.flag("mamba_proj_bias")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    parts.linear(Role.STATE_IN, hidden, inner + mixed + state_heads, layers, bias=bias)
    parts.add(Role.STATE, mixed, kernel, layers=layers)
    if config.flag("mamba_conv_bias", True):
        parts.add(Role.STATE, mixed, layers=layers)
    parts.add(Role.STATE, state_heads, layers=layers, copies=2)
    parts.add(Role.STATE, state_heads, layers=layers, module=DECAYS)
    if config.flag("mamba_rms_norm"):
        parts.norm(inner, layers)
    parts.linear(Role.STATE_OUT, inner, hidden, layers, bias=config.flag("projectors_bias"))
    parts.gated_feed_forward(hidden, width, layers, bias=config.flag("mlp_bias"))
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    missing = [name for name in _FALCON if not config.has(name)]
    return Architecture(
        name="",
        family="falcon_h1",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(
            *kv_cache(count, kv_heads, head_dim, heads),
            Cache(CacheKind.STATE, count, inner * state, state_bytes=4),
            Cache(CacheKind.STATE, count, mixed * (kernel - 1), state_bytes=2),
        ),
        tied=tied,
        notes=(f"Not in the file, taken from the class: {', '.join(missing)}.",) if missing else (),
    )


def read_lfm2(config: Configuration) -> Architecture:
    """LFM2: some layers attend, the others convolve over a few tokens; norms on queries and keys."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    width = config.count("block_ff_dim", "intermediate_size")
    if config.flag("block_auto_adjust_ff_dim", True):
        width = int(config.number("block_ffn_dim_multiplier", 1.0) * int(2 * width / 3))
        block = config.count("block_multiple_of", default=256)
        width = block * -(-width // block)
    attending = lfm2_attending(config, count)
    mixing = tuple(layer for layer in range(count) if layer not in set(attending))
    layers, vocabulary = all_layers(count), config.count("vocab_size")
    tied = config.flag("tie_word_embeddings", config.flag("tie_embedding", True))
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, attending)
    parts.norm(head_dim, attending, copies=2)
    states = convolving(config, parts, hidden, mixing)
    parts.gated_feed_forward(hidden, width, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = (*kv_cache(len(attending), kv_heads, head_dim, heads), *states)
    context = config.count("max_position_embeddings", default=0, least=0)
    return Architecture("", "lfm2", hidden, count, heads, vocabulary, context, width, tuple(parts.weights), caches, tied=tied)


def convolving(config: Configuration, parts: Parts, hidden: int, layers: Layers) -> tuple[Cache, ...]:
    """Adds short convolutions of LFM2; returns the inputs that they keep."""
    if not layers:
        return ()
    kernel, bias = config.count("conv_L_cache", default=3), config.flag("conv_bias")
    parts.linear(Role.STATE_IN, hidden, 3 * hidden, layers, bias=bias)
    parts.add(Role.STATE, hidden, kernel, layers=layers)
    if bias:
        parts.add(Role.STATE, hidden, layers=layers)
    parts.linear(Role.STATE_OUT, hidden, hidden, layers, bias=bias)
    return (Cache(CacheKind.STATE, len(layers), hidden * (kernel - 1), state_bytes=2),)


def lfm2_attending(config: Configuration, count: int) -> tuple[int, ...]:
    """The attention layers: as specified by a list of kinds or of numbers; all if neither is present, as in the class."""
    layer_kinds = config.words("layer_types")
    if layer_kinds:
        if len(layer_kinds) != count:
            config.refuse("layer_types", f"{count} layers, but {len(layer_kinds)} kinds")
        return tuple(layer for layer, kind in enumerate(layer_kinds[:count]) if kind == "full_attention")
    if config.has("full_attn_idxs"):
        return tuple(layer for layer in sorted(set(config.counts("full_attn_idxs"))) if layer < count)
    return tuple(range(count))
