"""An estimate of a model of unknown type, from the configuration keys common to all decoders.

It is made only if every key that changes the size is supported: layers, heads, experts, ranks of latent attention, windows,
sharing. An unsupported key about experts, cache or kinds of layers is refused by name, and so is any other number or mapping that
might change the size. Properties determined by the type and not by a key become a range: whether the feed-forward part has a gate,
whether the head is tied to the embedding table, the head width, biases and norms.
"""

import re
from collections.abc import Mapping
from typing import Any

from gpudesk.core.messages.message import Message
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role
from gpudesk.core.models.configuration import Configuration
from gpudesk.core.models.decoders import kv_cache, windows_of
from gpudesk.core.models.layer_blocks import Parts, all_layers
from gpudesk.core.models.mixtures import used_experts

_EXPERTS = ("n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts")
_USED = ("num_experts_per_tok", "moe_topk", "moe_top_k", "moe_k", "experts_per_token", "num_experts_per_token")
_SHARED = ("n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert")
_LATENT = ("kv_lora_rank", "q_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim")
_UNDERSTOOD = frozenset(
    {
        "hidden_size",
        "num_hidden_layers",
        "num_attention_heads",
        "num_key_value_heads",
        "head_dim",
        "intermediate_size",
        "vocab_size",
        "max_position_embeddings",
        "tie_word_embeddings",
        "sliding_window",
        "use_sliding_window",
        "sliding_window_pattern",
        "layer_types",
        "max_window_layers",
        "moe_intermediate_size",
        "shared_expert_intermediate_size",
        "first_k_dense_replace",
        "decoder_sparse_step",
        "mlp_only_layers",
        "attention_bias",
        "mlp_bias",
        "qk_head_dim",
        *_EXPERTS,
        *_USED,
        *_SHARED,
        *_LATENT,
    }
)
_HARMLESS = re.compile(
    r"(?:.*_token_id|.*token_ids?|.*_token_index|.*dropout.*|.*_pdrop|.*_prob|rope_.*|rotary_.*|partial_rotary_factor|.*_eps|.*epsilon"
    r"|.*initializer.*|init_.*|.*_coef|.*_coeff|.*_scaling(?:_factor)?|.*_multiplier|.*_scale|logits?_.*|.*softcapping|transformers_version"
    r"|architectures|model_type|auto_map|_name_or_path|torch_dtype|dtype|use_cache|id2label|label2id|output_.*|return_.*|problem_type"
    r"|hidden_act(?:ivation)?|activation_function|quantization_config|compression_config|bos|eos|pad_.*|task_specific_params|num_labels"
    r"|is_decoder|is_encoder_decoder|chunk_size_feed_forward|add_cross_attention|pretraining_tp|n_group|topk_group|topk_method"
    r"|num_expert_group|scoring_func|norm_topk_prob|router_.*loss.*|router_dtype|seq_aux|ep_size|expert_dtype|use_qk_norm|qk_norm"
    r"|attn_implementation|.*_implementation|query_pre_attn_scalar|original_max_position_embeddings|no_rope_layers"
    r"|no_rope_layer_interval|moe_layer_freq|position_embedding_type|classifier_.*|gradient_checkpointing|tokenizer_class|use_bias"
    r"|use_parallel_residual|use_rope|parallel_attn|vocab_pad.*|num_nextn_predict_layers|aux_loss_alpha|routed_.*factor|language|license"
    r"|norm_type|use_rms_norm|use_stable_embedding|sep_token|qkv_bias|bias)"
)
_SUSPICIOUS = re.compile(
    r"expert|moe|router|lora|latent|rank|window|sliding|state|ssm|mamba|conv|layer_type|layers?_block|pattern|kv|share|cross|head|cache"
    r"|attn|attention|index|compress|sparse|hybrid|per_layer|linear|cla|vision|audio|text_config"
)
_NOT_COUNTED = "Only in that range: a gate of the feed-forward part, a head of its own, biases and norms. Draft layers are not counted."
_NAMED = 12
"""No more keys of a file are named."""
_NARROWING = ("tie_word_embeddings", "head_dim", "num_key_value_heads")
"""Keys without which the range of an estimate is wider; what else widens it is decided by no key."""
_WIDEST = 2.0
"""An estimate whose range is wider, as most over least, is none."""
_ROUNDED = 1 - 1e-9
"""So that rounding does not exclude the least count itself."""
_SIDE = 1.02
"""Norms, biases and positions are at most this share of the count."""


def unknown_keys(values: Mapping[str, Any]) -> list[str]:
    """The keys that may change the size or the cache and are not understood, those about experts and the cache first."""
    unknown = []
    for name, value in values.items():
        if name in _UNDERSTOOD or _HARMLESS.fullmatch(name):
            continue
        counts = isinstance(value, int | float) and not isinstance(value, bool) and value > 1
        parts = isinstance(value, Mapping | list) and bool(value)
        suspicious = bool(_SUSPICIOUS.search(name)) and value not in (None, False, 0, "", [], {})
        if counts or parts or suspicious or value is True:
            unknown.append(name)
    return sorted(unknown, key=lambda name: (not _SUSPICIOUS.search(name), name))


def not_understood(values: Mapping[str, Any], family: str) -> tuple[Message, ...]:
    """The message on unsupported keys of a file that may change the size."""
    config = Configuration(values)
    _refuse_unknown(config, values, family)
    return tuple(config.problems)


def _refuse_unknown(config: Configuration, values: Mapping[str, Any], family: str) -> None:
    for name in unknown_keys(values)[:_NAMED]:
        config.refuse(name, f"what it means for models of the kind {family[:40]} is not known")


def read_unknown(values: Mapping[str, Any], family: str, *, sized: bool = False) -> Architecture:
    """An estimate with its range.

    Args:
        sized: whether the bytes of the weights are available, so that a wide range of the count does not matter.

    Raises:
        InvalidData: a key is missing, or one that may change the size is not supported; all of them by name.
    """
    config = Configuration(values)
    _refuse_unknown(config, values, family)
    if config.count("moe_layer_freq", default=1) != 1:
        config.refuse("moe_layer_freq", "only 1 is understood")
    architecture = _estimate(config, family, sized=sized)
    config.finish()
    return architecture


def _estimate(config: Configuration, family: str, *, sized: bool) -> Architecture:
    hidden, count = config.count("hidden_size"), config.layers("num_hidden_layers")
    heads = config.count("num_attention_heads")
    kv_heads = config.count("num_key_value_heads", default=heads)
    has_head_dim = config.has("head_dim")
    head_dim = config.count("head_dim", default=max(1, hidden // heads))
    vocabulary = config.count("vocab_size")
    tied = config.flag("tie_word_embeddings")
    layers = all_layers(count)
    parts, extra, less = Parts(), 0.0, 0.0
    parts.words(vocabulary, hidden, tied=tied)
    if not config.has("tie_word_embeddings"):
        less += vocabulary * hidden
    caches = _attention(config, parts, hidden, heads, kv_heads, head_dim)
    if not has_head_dim and not config.has("kv_lora_rank"):
        projections = 2 * hidden * (heads + kv_heads) * count
        extra += projections * max(0, 256 - head_dim)
        less += projections * max(0, head_dim - 128)
    experts, used, width, spare, fewer = _feed_forward(config, parts, hidden, count)
    extra, less = extra + spare, less + fewer
    parts.norm(hidden, layers, copies=2)
    parts.norm(hidden)
    # Norms may have no weights, as in OLMo and nanochat.
    less += (2 * count + 1) * hidden
    extra += vocabulary + (config.count("max_position_embeddings", default=0, least=0) + 4 + hidden) * hidden if count < 200 else 0
    total = sum(weight.total for weight in parts.weights)
    if not sized and _SIDE * (total + extra) > _WIDEST * max(total - less, 1.0):
        missing = [name for name in _NARROWING if not config.has(name)]
        for name in missing or ["model_type"]:
            config.refuse(name, f"is {'missing' if missing else 'not known'}, and without it the size is not known within a factor of two")
    least, most = round((total - less) / 1e6), round(_SIDE * (total + extra) / 1e6)
    estimated = f"The type {family[:40]} is not known: an estimate from its dimensions, of {least:,} to {most:,} million parameters."
    notes = (estimated, _NOT_COUNTED)
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
        caches=caches,
        experts=experts,
        experts_used=used,
        tied=tied,
        notes=notes,
        spread=(max(0.1, _ROUNDED * (total - less) / total), _SIDE * (total + extra) / total),
    )


def _attention(config: Configuration, parts: Parts, hidden: int, heads: int, kv_heads: int, each: int) -> tuple[Cache, ...]:
    count = config.layers("num_hidden_layers")
    layers = all_layers(count)
    if config.has("kv_lora_rank"):
        latent, rope = config.count("kv_lora_rank"), config.count("qk_rope_head_dim")
        plain, wide = config.count("qk_nope_head_dim"), config.count("v_head_dim")
        rank = config.count("q_lora_rank", default=0, least=0)
        if rank:
            parts.linear(Role.LATENT_DOWN, hidden, rank, layers)
        parts.linear(Role.LATENT_UP if rank else Role.QUERY, rank or hidden, heads * (plain + rope), layers)
        parts.linear(Role.LATENT_DOWN, hidden, latent + rope, layers)
        parts.linear(Role.LATENT_UP, latent, heads * (plain + wide), layers)
        parts.linear(Role.OUTPUT, heads * wide, hidden, layers)
        return (Cache(CacheKind.LATENT, count, latent + rope, query_width=heads * (latent + rope), value_width=heads * latent),)
    parts.attention(hidden, heads, kv_heads, each, layers)
    kinds = set(config.words("layer_types"))
    if kinds - {"full_attention", "sliding_attention"}:
        config.refuse("layer_types", f"kinds of layers that are not known: {', '.join(sorted(kinds))[:80]}")
    if not kinds and config.has("sliding_window_pattern"):
        config.refuse("sliding_window_pattern", "which of the layers it means is not said (layer_types)")
    if "sliding_attention" not in kinds:
        if _has_window(config):
            # It may hold for all, some or none of the layers.
            config.refuse("sliding_window", "which layers look back no further is not said (layer_types)")
        return kv_cache(count, kv_heads, each, heads)
    windows = [window for window in windows_of(config, config.count("sliding_window"), 1) if window]
    near = kv_cache(len(windows), kv_heads, each, heads, window=max(windows, default=0))
    return kv_cache(count - len(windows), kv_heads, each, heads) + near


def _has_window(config: Configuration) -> bool:
    """Whether a window may make the cache smaller."""
    if not config.has("sliding_window") or (config.has("use_sliding_window") and not config.flag("use_sliding_window")):
        return False
    context = config.count("max_position_embeddings", default=0, least=0)
    return not context or config.count("sliding_window") < context


def _feed_forward(config: Configuration, parts: Parts, hidden: int, count: int) -> tuple[int, int, int, float, float]:
    """Experts, how many a token uses, the width of one, and the parameters by which there may be more or fewer."""
    layers = all_layers(count)
    experts = config.count(*_EXPERTS, default=0, least=0)
    if not experts:
        width = config.count("intermediate_size")
        parts.gated_feed_forward(hidden, width, layers)
        return 0, 0, width, 0.0, hidden * width * count
    used = used_experts(config, experts, *([name for name in _USED if config.has(name)] or _USED[:1]))
    width = config.count("moe_intermediate_size", "intermediate_size")
    first = min(count, config.count("first_k_dense_replace", default=0, least=0))
    step, dense_ones = config.count("decoder_sparse_step", default=1), set(config.counts("mlp_only_layers"))
    routed = tuple(layer for layer in range(first, count) if layer not in dense_ones and (layer + 1) % step == 0)
    dense = tuple(layer for layer in range(count) if layer not in set(routed))
    parts.linear(Role.ROUTER, hidden, experts, routed)
    parts.experts(hidden, width, experts, used, routed)
    wide = config.count("intermediate_size", default=width)
    shared = config.count("shared_expert_intermediate_size", default=0, least=0) or width * config.count(*_SHARED, default=0, least=0)
    parts.shared_expert(hidden, shared, routed)
    if dense:
        parts.gated_feed_forward(hidden, wide, dense)
    spare = 3.0 * hidden * len(routed) * (max(wide, width) if not shared else max(0, wide - shared))
    return experts, used, width, spare, hidden * width * experts * len(routed) + hidden * wide * len(dense)
