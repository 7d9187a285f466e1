"""Readers of decoders most of whose layers keep a state: Mamba 2, Granite 4 H, MiniMax Text 01, Kimi Linear.

Shapes as the classes of transformers 5 build them (`src/transformers/models`: mamba2, granitemoehybrid, minimax, kimi_linear). Shapes
of states as vLLM keeps them (github:vllm-project/vllm, model_executor/layers/mamba/mamba_utils.py), in 32 bits as in SGLang by default;
engines with other formats: `serving/cache_layout.py`.
"""

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import head_width, kv_cache
from gpudesk.core.models.layer_blocks import DECAYS, Layers, Parts, all_layers
from gpudesk.core.models.mixtures import used_experts

_FLOAT32, _FLOAT16 = 4, 2
_NOT_KIMI_LINEAR = (
    "mla_use_output_gate",
    "routed_expert_hidden_size",
    "latent_moe_use_norm",
    "attn_res_block_size",
    "dense_ffn_hidden",
    "num_nextn_predict_layers",
)
"""Fields of layers that Kimi Linear has not: the text of Kimi K3 has the same `model_type` (its `configuration_kimi_k3.py`)."""


def _mamba2_mixer(
    parts: Parts, hidden: int, inner: int, heads: int, group_width: int, kernel: int, layers: Layers, *, bias: bool, convolution_bias: bool
) -> None:
    """The mixer of Mamba 2 with its norm.

    Args:
        group_width: groups times the size of a state.
    """
    mixed = inner + 2 * group_width
    parts.linear(Role.STATE_IN, hidden, inner + mixed + heads, layers, bias=bias)
    parts.add(Role.STATE, mixed, kernel, layers=layers)
    if convolution_bias:
        parts.add(Role.STATE, mixed, layers=layers)
    parts.add(Role.STATE, heads, layers=layers, copies=2)
    parts.add(Role.STATE, heads, layers=layers, module=DECAYS)
    parts.norm(inner, layers)
    parts.linear(Role.STATE_OUT, inner, hidden, layers, bias=bias)


def _mamba2_states(count: int, inner: int, state: int, group_width: int, kernel: int) -> tuple[Cache, ...]:
    if not count:
        return ()
    return (
        Cache(CacheKind.STATE, count, inner * state, state_bytes=_FLOAT32),
        Cache(CacheKind.STATE, count, (inner + 2 * group_width) * (kernel - 1), state_bytes=_FLOAT16),
    )


def read_mamba2(config: Configuration) -> Architecture:
    """Mamba 2: no attention at all."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    vocabulary = config.count("vocab_size")
    inner = config.count("expand", default=2) * hidden
    state, kernel = config.count("state_size", default=128), config.count("conv_kernel", default=4)
    group_width = config.count("n_groups", default=8) * state
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    bias, convolution_bias = config.flag("use_bias"), config.flag("use_conv_bias", True)
    heads = config.count("num_heads")
    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    _mamba2_mixer(parts, hidden, inner, heads, group_width, kernel, layers, bias=bias, convolution_bias=convolution_bias)
    parts.norm(hidden, layers)
    parts.norm(hidden)
    caches = _mamba2_states(count, inner, state, group_width, kernel)
    return Architecture("", "mamba2", hidden, count, 0, vocabulary, 0, 0, tuple(parts.weights), caches, tied=tied)


def _listed(config: Configuration, names: tuple[str, ...], kinds: dict[str, bool], default: tuple[bool, ...]) -> tuple[bool, ...]:
    """Whether each layer attends: as a list of kinds under one of the names specifies."""
    for name in names:
        layer_kinds = config.words(name)
        if not layer_kinds:
            continue
        if len(layer_kinds) != len(default) or set(layer_kinds) - kinds.keys():
            config.refuse(name, f"a list of {len(default)} kinds is needed; supported kinds: {', '.join(kinds)}")
            return default
        return tuple(kinds[kind] for kind in layer_kinds)
    return default


def read_granite_hybrid(config: Configuration) -> Architecture:
    """Granite 4: layers of Mamba 2 and of attention, each with a shared part and, unless there are no experts, experts."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), max(1, hidden // heads)
    kinds = {"mamba": False, "linear_attention": False, "attention": True, "full_attention": True}
    if not config.has("layer_types") and not config.has("layers_block_type"):
        config.refuse("layer_types", "is missing")
    attends = _listed(config, ("layer_types", "layers_block_type"), kinds, (False,) * count)
    attending = tuple(layer for layer in range(count) if attends[layer])
    mixing = tuple(layer for layer in range(count) if not attends[layer])
    width, shared = config.count("intermediate_size"), config.count("shared_intermediate_size", default=1024)
    experts = config.count("num_local_experts", default=8, least=0)
    used = used_experts(config, experts, "num_experts_per_tok") if experts else 0
    inner = config.count("mamba_expand", default=2) * hidden
    state, kernel = config.count("mamba_d_state", default=256), config.count("mamba_d_conv", default=4)
    group_width = config.count("mamba_n_groups", default=1) * state
    bias, convolution_bias = config.flag("mamba_proj_bias"), config.flag("mamba_conv_bias", True)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, attending, bias=config.flag("attention_bias"))
    if mixing:
        state_heads = config.count("mamba_n_heads", default=128)
        _mamba2_mixer(parts, hidden, inner, state_heads, group_width, kernel, mixing, bias=bias, convolution_bias=convolution_bias)
    if experts:
        parts.linear(Role.ROUTER, hidden, experts, layers)
        parts.experts(hidden, width, experts, used, layers)
        parts.shared_expert(hidden, shared, layers)
    else:
        parts.gated_feed_forward(hidden, shared, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    return Architecture(
        name="",
        family="granitemoehybrid",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width if experts else shared,
        weights=tuple(parts.weights),
        caches=(*kv_cache(len(attending), kv_heads, head_dim, heads), *_mamba2_states(len(mixing), inner, state, group_width, kernel)),
        experts=experts,
        experts_used=used,
        tied=tied,
        # Attention has positions only if the file asks for them.
        rotary_width=None if config.word("position_embedding_type") == "rope" else 0,
    )


def read_minimax(config: Configuration) -> Architecture:
    """MiniMax Text 01 and M1: seven layers of linear attention with an output gate for each that attends; every layer routes.

    The state is a matrix for each head in the 16 bits of the model: vLLM refuses 32 bits (`linear_attention_state_dtype`).
    """
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts, width = config.count("num_local_experts"), config.count("intermediate_size")
    used = used_experts(config, experts, "num_experts_per_tok")
    flags = config.counts("attn_type_list", most=1)
    if flags and len(flags) != count:
        config.refuse("attn_type_list", f"{count} layers, but {len(flags)} kinds")
        flags = ()
    if not flags and not config.has("layer_types"):
        config.refuse("attn_type_list", "is missing")
    attends = tuple(map(bool, flags)) or _listed(
        config, ("layer_types",), {"full_attention": True, "linear_attention": False}, (True,) * count
    )
    attending = tuple(layer for layer in range(count) if attends[layer])
    mixing = tuple(layer for layer in range(count) if not attends[layer])
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, attending)
    parts.linear(Role.STATE_IN, hidden, 3 * heads * head_dim, mixing, module="self_attn.qkv_proj")
    parts.linear(Role.STATE_IN, hidden, heads * head_dim, mixing, module="self_attn.output_gate")
    parts.norm(heads * head_dim, mixing)
    parts.linear(Role.STATE_OUT, heads * head_dim, hidden, mixing, module="self_attn.out_proj")
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    shared = config.count("shared_intermediate_size", default=0, least=0)
    if shared:
        config.refuse("shared_intermediate_size", "only 0 is understood")
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    states = (Cache(CacheKind.STATE, len(mixing), heads * head_dim * head_dim, state_bytes=_FLOAT16, named=True),) if mixing else ()
    return Architecture(
        name="",
        family="minimax",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(*kv_cache(len(attending), kv_heads, head_dim, heads), *states),
        experts=experts,
        experts_used=used,
        tied=tied,
        rotary_width=config.count("rotary_dim", default=head_dim),
    )


def _kimi_kinds(config: Configuration, count: int) -> tuple[bool, ...]:
    """Whether each layer attends; published files number layers from 1.

    A file without lists is refused: revisions of the class differ in the layers that attend then.
    """
    linear = config.part("linear_attn_config")
    full, mixed = (set(linear.counts(name)) for name in ("full_attn_layers", "kda_layers"))
    if full or mixed:
        if full & mixed or full | mixed != set(range(1, count + 1)):
            linear.refuse("full_attn_layers", f"with kda_layers, each of {count} layers is needed once")
        return tuple(layer + 1 in full for layer in range(count))
    kinds = {"full_attention": True, "linear_attention": False}
    if not config.has("layer_types"):
        config.refuse("layer_types", "is missing, as are the lists of linear_attn_config")
    return _listed(config, ("layer_types",), kinds, (False,) * count)


def read_kimi_linear(config: Configuration) -> Architecture:
    """Kimi Linear: three layers with a delta rule for each with latent attention; the first layers are dense.

    The state is in 32 bits whatever the file names (`kda_state_dtype`), the inputs of the convolutions in 16.
    """
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    latent, rope = config.count("kv_lora_rank"), config.count("qk_rope_head_dim")
    plain, wide = config.count("qk_nope_head_dim"), config.count("v_head_dim")
    rank = config.count("q_lora_rank", default=0, least=0)
    linear = config.part("linear_attn_config")
    state_heads = linear.count("num_heads", default=config.count("linear_num_heads", default=32))
    state_width = linear.count("head_dim", default=config.count("linear_head_dim", default=128))
    kernel = linear.count("short_conv_kernel_size", default=config.count("linear_conv_kernel_dim", default=4))
    inner = state_heads * state_width
    experts = config.count("num_experts", "num_local_experts", "n_routed_experts")
    chosen = "num_experts_per_tok" if config.has("num_experts_per_tok") else "num_experts_per_token"
    used = used_experts(config, experts, chosen)
    width = config.count("moe_intermediate_size")
    shared = width * config.count("num_shared_experts", "n_shared_experts", default=0, least=0)
    for name in _NOT_KIMI_LINEAR:
        if config.values.get(name):
            config.refuse(name, "only 0, false or null is understood for kimi_linear")
    if config.count("moe_layer_freq", default=1) != 1:
        config.refuse("moe_layer_freq", "only 1 is understood")
    first = min(count, config.count("first_k_dense_replace", default=1, least=0))
    routes = _listed(config, ("mlp_layer_types",), {"sparse": True, "dense": False}, tuple(layer >= first for layer in range(count)))
    routed = tuple(layer for layer in range(count) if routes[layer])
    dense = tuple(layer for layer in range(count) if not routes[layer])
    attends = _kimi_kinds(config, count)
    attending = tuple(layer for layer in range(count) if attends[layer])
    mixing = tuple(layer for layer in range(count) if not attends[layer])
    layers, tied, bias = all_layers(count), config.flag("tie_word_embeddings"), config.flag("attention_bias")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    if rank:
        parts.linear(Role.LATENT_DOWN, hidden, rank, attending, bias=bias)
        parts.norm(rank, attending)
    parts.linear(Role.LATENT_UP if rank else Role.QUERY, rank or hidden, heads * (plain + rope), attending)
    parts.linear(Role.LATENT_DOWN, hidden, latent + rope, attending, bias=bias)
    parts.norm(latent, attending)
    parts.linear(Role.LATENT_UP, latent, heads * (plain + wide), attending)
    parts.linear(Role.OUTPUT, heads * wide, hidden, attending, bias=bias)
    for letter in "qkv":
        parts.linear(Role.STATE_IN, hidden, inner, mixing, module=f"self_attn.{letter}_proj")
    parts.add(Role.STATE, 3 * inner, kernel, layers=mixing)
    # The gates for what is forgotten and for the output are a product of two narrow matrices each.
    parts.linear(Role.STATE_DOWN, hidden, state_width, mixing, copies=2)
    parts.linear(Role.STATE, state_width, inner, mixing, copies=2)
    parts.add(Role.STATE, inner + state_heads, layers=mixing)
    parts.linear(Role.STATE, hidden, state_heads, mixing)
    parts.norm(state_width, mixing)
    parts.linear(Role.STATE_OUT, inner, hidden, mixing, module="self_attn.o_proj")
    parts.linear(Role.ROUTER, hidden, experts, routed, bias=True)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, shared, routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches: tuple[Cache, ...] = ()
    if attending:
        wide_query = heads * (latent + rope)
        caches += (Cache(CacheKind.LATENT, len(attending), latent + rope, query_width=wide_query, value_width=heads * latent),)
    if mixing:
        caches += (
            Cache(CacheKind.STATE, len(mixing), inner * state_width, state_bytes=_FLOAT32, named=True),
            Cache(CacheKind.STATE, len(mixing), 3 * inner * (kernel - 1), state_bytes=_FLOAT16, named=True),
        )
    return Architecture(
        name="",
        family="kimi_linear",
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", "model_max_length", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
        rotary_width=0 if config.flag("mla_use_nope") else None,
    )
