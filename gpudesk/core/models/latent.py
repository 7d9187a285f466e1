"""Readers of decoders with multi-head latent attention: DeepSeek V2 and V3, Kimi K2, GLM-5."""

from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.drafts import draft_layers, draft_note
from gpudesk.core.models.layer_blocks import PICKING_WEIGHTS, Layers, Parts, all_layers
from gpudesk.core.models.mixtures import used_experts

_SCALED, _SCALE_BYTES = 128, 4
"""Elements of a key of an indexer that share a scale, and the bytes of that."""


def _read(config: Configuration, family: str, *, indexed: bool, router_bias: bool = False) -> Architecture:
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    latent, rope = config.count("kv_lora_rank"), config.count("qk_rope_head_dim")
    plain, wide = config.count("qk_nope_head_dim"), config.count("v_head_dim")
    query_rank = config.count("q_lora_rank", default=0, least=0)
    experts = config.count("n_routed_experts")
    used = used_experts(config, experts, "num_experts_per_tok")
    width = config.count("moe_intermediate_size")
    first_dense = min(count, config.count("first_k_dense_replace", default=0, least=0))
    layers, routed, dense = all_layers(count), tuple(range(first_dense, count)), tuple(range(first_dense))
    bias = config.flag("attention_bias")
    tied = config.flag("tie_word_embeddings")
    vocabulary = config.count("vocab_size")
    shared = width * config.count("n_shared_experts", default=0, least=0)

    def attention(parts: Parts, some: Layers) -> None:
        if query_rank:
            parts.linear(Role.LATENT_DOWN, hidden, query_rank, some, bias=bias)
            parts.norm(query_rank, some)
            parts.linear(Role.LATENT_UP, query_rank, heads * (plain + rope), some)
        else:
            parts.linear(Role.QUERY, hidden, heads * (plain + rope), some)
        parts.linear(Role.LATENT_DOWN, hidden, latent + rope, some, bias=bias)
        parts.norm(latent, some)
        parts.linear(Role.LATENT_UP, latent, heads * (plain + wide), some)
        parts.linear(Role.OUTPUT, heads * wide, hidden, some, bias=bias)
        if indexed:
            _add_indexer(config, parts, hidden, query_rank or hidden, some)

    def routing(parts: Parts, some: Layers) -> None:
        parts.linear(Role.ROUTER, hidden, experts, some, bias=router_bias)
        parts.experts(hidden, width, experts, used, some)
        parts.shared_expert(hidden, shared, some)

    def drafting(parts: Parts, some: Layers) -> None:
        attention(parts, some)
        routing(parts, some)
        parts.norm(hidden, some, copies=2)

    parts = Parts()
    parts.words(vocabulary, hidden, tied=tied)
    attention(parts, layers)
    if dense:
        parts.gated_feed_forward(hidden, config.count("intermediate_size"), dense)
    routing(parts, routed)
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    drafts = config.layers("num_nextn_predict_layers", default=0, least=0)
    draft = draft_layers(drafts, hidden, vocabulary, drafting)
    latent_cache = Cache(CacheKind.LATENT, count, latent + rope, query_width=heads * (latent + rope), value_width=heads * latent)
    return Architecture(
        name="",
        family=family,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=vocabulary,
        context=config.count("max_position_embeddings", default=0, least=0),
        feed_forward=width,
        weights=tuple(parts.weights),
        caches=(latent_cache, _indexer_keys(config, layers)) if indexed else (latent_cache,),
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=(draft_note(drafts, sum(weight.total for weight in draft.weights)),) if drafts else (),
        draft=tuple(draft.weights),
        picked=config.count("index_topk", default=0, least=0) if indexed else 0,
    )


def _add_indexer(config: Configuration, parts: Parts, hidden: int, query_from: int, layers: tuple[int, ...]) -> None:
    """What picks the tokens that sparse attention looks at; where several layers share a choice, only the first of them has it."""
    heads, head_dim = config.count("index_n_heads"), config.count("index_head_dim")
    layers = _indexed(config, layers)
    parts.linear(Role.INDEXER, query_from, heads * head_dim, layers, module="self_attn.indexer.wq_b")
    parts.linear(Role.INDEXER, hidden, head_dim, layers, module="self_attn.indexer.wk")
    parts.norm(head_dim, layers, bias=True)
    parts.linear(Role.INDEXER, hidden, heads, layers, module=PICKING_WEIGHTS)


def _indexed(config: Configuration, layers: Layers) -> tuple[int, ...]:
    """The layers with an indexer."""
    every, first = config.count("index_topk_freq", default=1), config.count("index_skip_topk_offset", default=1, least=0)
    return tuple(layer for layer in layers if max(layer - first + 1, 0) % every == 0)


def _indexer_keys(config: Configuration, layers: Layers) -> Cache:
    """The indexer state per token: a key in 8 bits with a scale of 4 bytes for each 128 elements, regardless of the cache format.

    The same applies in vLLM (`DeepseekV32IndexerCache`), SGLang (`index_k_with_scale_buffer`) and TensorRT-LLM
    (`indexer_k_cache_pool`).
    """
    head_dim = config.count("index_head_dim")
    return Cache(CacheKind.LATENT, len(_indexed(config, layers)), head_dim + head_dim // _SCALED * _SCALE_BYTES, state_bytes=1)


def read_deepseek_v2(config: Configuration) -> Architecture:
    """DeepSeek V2."""
    return _read(config, "deepseek_v2", indexed=False)


def read_deepseek_v3(config: Configuration) -> Architecture:
    """DeepSeek V3 and R1, Kimi K2."""
    return _read(config, "deepseek_v3", indexed=False)


def read_deepseek_v32(config: Configuration) -> Architecture:
    """DeepSeek V3.2: sparse attention picked by an indexer."""
    return _read(config, "deepseek_v32", indexed=True)


def read_glm4_moe_lite(config: Configuration) -> Architecture:
    """GLM 4.7 Flash: as DeepSeek V3, with the correcting biases of routers; the first layer is dense unless the file differs."""
    first = config.values.get("first_k_dense_replace")
    kinds = config.words("mlp_layer_types")
    if kinds:
        count = config.layers("num_hidden_layers")
        if len(kinds) != count:
            config.refuse("mlp_layer_types", f"{count} layers, but {len(kinds)} kinds")
        first = kinds.index("sparse") if "sparse" in kinds else len(kinds)
        if set(kinds[first:]) - {"sparse"} or set(kinds[:first]) - {"dense"}:
            config.refuse("mlp_layer_types", "only dense layers before all sparse ones are understood")
    values = {**config.values, "first_k_dense_replace": 1 if first is None else first}
    whole = Configuration(values, config.where)
    whole.problems = config.problems
    return _read(whole, "glm4_moe_lite", indexed=False, router_bias=True)


def read_glm_dsa(config: Configuration) -> Architecture:
    """GLM-5: as DeepSeek V3.2."""
    return _read(config, "glm_moe_dsa", indexed=True)
