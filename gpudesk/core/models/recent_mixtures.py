"""Readers of mixtures: Qwen 1.5 and 2 with experts, Qwen 3 Next, ERNIE 4.5, GLM 4.5, Ling 2, Hunyuan, Step 3.

Shapes as built by the classes of transformers 5 (`src/transformers/models`), or by the publishers' own code where named. Draft
layers are those of the published files: separate embeddings and head in addition to one layer, and a matrix that joins two hidden
states.
"""

from dataclasses import replace

from gpudesk.core.models.architecture import Architecture, Cache, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import head_width, kv_cache, qwen2_moe_windows, windowed_caches
from gpudesk.core.models.drafts import draft_layers, draft_note
from gpudesk.core.models.layer_blocks import Layers, Parts, all_layers
from gpudesk.core.models.mixtures import used_experts


def _built(
    config: Configuration, family: str, parts: Parts, numbers: tuple[int, int, int], caches: tuple[Cache, ...], *, tied: bool, draft: Parts
) -> Architecture:
    """`numbers`: experts, how many of them a token uses, and the width of one."""
    experts, used, width = numbers
    guessed = sum(weight.total for weight in draft.weights)
    count = max((len(weight.layers) for weight in draft.weights), default=0)
    return Architecture(
        name="",
        family=family,
        hidden=config.count("hidden_size"),
        layers=config.layers("num_hidden_layers"),
        heads=config.count("num_attention_heads"),
        vocabulary=config.count("vocab_size"),
        context=config.count("max_position_embeddings", "max_seq_len", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=(draft_note(count, guessed),) if guessed else (),
        draft=tuple(draft.weights),
    )


def read_qwen2_moe(config: Configuration) -> Architecture:
    """Qwen 1.5 and 2 with experts: biases on query, key and value; a shared expert behind a gate."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts = config.count("num_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    step, dense_ones = config.count("decoder_sparse_step", default=1), set(config.counts("mlp_only_layers"))
    routed = tuple(layer for layer in range(count) if layer not in dense_ones and (layer + 1) % step == 0)
    dense = tuple(layer for layer in range(count) if layer not in set(routed))
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("qkv_bias", True), output_bias=False)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, config.count("shared_expert_intermediate_size"), routed)
    parts.linear(Role.ROUTER, hidden, 1, routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = windowed_caches(qwen2_moe_windows(config), count, kv_heads, head_dim, heads)
    return _built(config, "qwen2_moe", parts, (experts, used, width), caches, tied=tied, draft=Parts())


def read_ernie45_moe(config: Configuration) -> Architecture:
    """ERNIE 4.5 with experts: the first layers dense; the router has a correcting bias."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts = config.count("moe_num_experts")
    used = used_experts(config, experts, "moe_k")
    width = config.count("moe_intermediate_size")
    first = config.count("moe_layer_start_index", default=1, least=0)
    last = config.count("moe_layer_end_index", default=count - 1, least=0) if config.values.get("moe_layer_end_index") != -1 else count - 1
    every = config.count("moe_layer_interval", default=1)
    routed = tuple(layer for layer in range(count) if first <= layer <= last and (layer + 1) % every == 0)
    dense = tuple(layer for layer in range(count) if layer not in set(routed))
    layers, tied = all_layers(count), config.flag("tie_word_embeddings", True)
    bias = config.flag("use_bias")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied, head_bias=bias)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=bias)
    parts.linear(Role.ROUTER, hidden, experts, routed, bias=True)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, width * config.count("moe_num_shared_experts", default=0, least=0), routed, bias=bias)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense, bias=bias)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, "ernie4_5_moe", parts, (experts, used, width), caches, tied=tied, draft=Parts())


def _read_scored(config: Configuration, family: str, names: tuple[str, str, str], *, head_norms: bool, bias: bool) -> Architecture:
    """Mixtures whose router has a correcting bias and whose first layers are dense.

    Args:
        names: of the keys for experts, shared experts, and the bias of queries, keys and values.
    """
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    experts = config.count(names[0])
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    shared = config.count("moe_shared_expert_intermediate_size", default=width) * config.count(names[1], default=0, least=0)
    first = min(count, config.count("first_k_dense_replace", default=0, least=0))
    layers, routed, dense = all_layers(count), tuple(range(first, count)), tuple(range(first))
    tied, vocabulary = config.flag("tie_word_embeddings"), config.count("vocab_size")
    biased = config.flag(names[2], bias)

    def attention(parts: Parts, some: Layers) -> None:
        parts.attention(hidden, heads, kv_heads, head_dim, some, bias=biased, output_bias=False)
        if head_norms:
            parts.norm(head_dim, some, copies=2)
        parts.norm(hidden, some, copies=2)

    def routing(parts: Parts, some: Layers) -> None:
        parts.linear(Role.ROUTER, hidden, experts, some, bias=True)
        parts.experts(hidden, width, experts, used, some)
        parts.shared_expert(hidden, shared, some)

    def whole(parts: Parts, some: Layers) -> None:
        attention(parts, some)
        routing(parts, some)

    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    attention(parts, layers)
    routing(parts, routed)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    parts.norm(hidden)
    draft = draft_layers(config.layers("num_nextn_predict_layers", default=0, least=0), hidden, vocabulary, whole)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, family, parts, (experts, used, width), caches, tied=tied, draft=draft)


def read_glm4_moe(config: Configuration) -> Architecture:
    """GLM 4.5 to 4.7."""
    names = ("n_routed_experts", "n_shared_experts", "attention_bias")
    return _read_scored(config, "glm4_moe", names, head_norms=config.flag("use_qk_norm"), bias=False)


def read_bailing_moe_v2(config: Configuration) -> Architecture:
    """Ling 2 and Ring 2 (the publisher's own code): norms on queries and keys."""
    names = ("num_experts", "num_shared_experts", "use_qkv_bias")
    return _read_scored(config, "bailing_moe_v2", names, head_norms=config.flag("use_qk_norm", True), bias=False)


def read_hunyuan_moe(config: Configuration) -> Architecture:
    """Hunyuan A13B: every layer routes in addition to a shared part; norms on queries and keys."""
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads, head_dim = config.count("num_key_value_heads", default=heads), head_width(config, hidden, heads)
    if config.flag("use_cla"):
        config.refuse("use_cla", "layers that share keys and values are not understood")
    experts = _alike(config, "num_experts")
    used = min(_alike(config, "moe_topk"), experts)
    width = _alike(config, "moe_intermediate_size", "intermediate_size")
    shared = _alike(config, "num_shared_expert", default=1) * config.count("intermediate_size")
    layers, tied = all_layers(count), config.flag("tie_word_embeddings")
    parts = Parts()
    parts.words(config.count("vocab_size"), hidden, tied=tied)
    parts.attention(hidden, heads, kv_heads, head_dim, layers, bias=config.flag("attention_bias"))
    if config.flag("use_qk_norm", True):
        parts.norm(head_dim, layers, copies=2)
    parts.linear(Role.ROUTER, hidden, experts, layers)
    parts.experts(hidden, width, experts, used, layers)
    parts.shared_expert(hidden, shared, layers)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, kv_heads, head_dim, heads)
    return _built(config, "hunyuan_v1_moe", parts, (experts, used, width), caches, tied=tied, draft=Parts())


def _alike(config: Configuration, *names: str, default: int | None = None) -> int:
    """A number that files also write as a list of one for each layer, all of them the same."""
    for name in names:
        if isinstance(config.values.get(name), list):
            distinct = set(config.counts(name))
            if len(distinct) != 1:
                config.refuse(name, "numbers that differ by layer are not understood")
                return 1
            return max(1, distinct.pop())
    return config.count(*names, default=default)


def read_step3(config: Configuration) -> Architecture:
    """Step 3 (the publisher's own code): queries through a shared narrow space, one head of keys and values, a tower for pictures.

    Values that the file does not give are those of the class, which are the published model's.
    """
    text = config.part("text_config") if config.has("text_config") else config
    hidden, count = text.count("hidden_size"), text.layers("num_hidden_layers")
    heads, head_dim = text.count("num_attention_heads"), text.count("head_dim", default=256)
    groups, narrow = text.count("num_attention_groups", default=1), text.count("share_q_dim", default=2048)
    experts, width = text.count("moe_num_experts", default=48), text.count("moe_intermediate_size", default=5120)
    used = min(text.count("moe_top_k", default=3), experts)
    moe_layers = text.values.get("moe_layers_enum")
    chosen = (
        {int(part) for part in moe_layers.split(",") if part.strip().isdigit()} if isinstance(moe_layers, str) else set(range(4, count - 1))
    )
    routed = tuple(layer for layer in range(count) if layer in chosen)
    dense = tuple(layer for layer in range(count) if layer not in chosen)
    layers, tied = all_layers(count), config.flag("tie_word_embeddings", text.flag("tie_word_embeddings"))
    parts = Parts()
    parts.words(text.count("vocab_size"), hidden, tied=tied)
    parts.linear(Role.LATENT_DOWN, hidden, narrow, layers)
    parts.norm(narrow, layers)
    parts.linear(Role.QUERY, narrow, heads * head_dim, layers)
    parts.linear(Role.KEY, hidden, groups * head_dim, layers)
    parts.linear(Role.VALUE, hidden, groups * head_dim, layers)
    parts.linear(Role.OUTPUT, heads * head_dim, hidden, layers)
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    parts.shared_expert(hidden, text.count("share_expert_dim", default=width), routed)
    parts.gated_feed_forward(hidden, text.count("intermediate_size"), dense)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    caches = kv_cache(count, groups, head_dim, heads)
    architecture = _built(text, "step3_vl", parts, (experts, used, width), caches, tied=tied, draft=Parts())
    missing = [name for name in _STEP3 if not text.has(name)]
    notes = ["The vision encoder is not counted."]
    if missing:
        notes.append(f"Not in the file, taken from the class: {', '.join(missing)}.")
    return replace(architecture, notes=tuple(notes))


_STEP3 = (
    "share_q_dim",
    "num_attention_groups",
    "moe_num_experts",
    "moe_top_k",
    "moe_intermediate_size",
    "share_expert_dim",
    "moe_layers_enum",
)
