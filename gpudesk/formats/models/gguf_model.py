"""The architecture specified by the keys and tensors of a GGUF file, layer by layer, for any kind of model.

The tensors of the file are its weights; the sequence memory of its layers follows from the keys of heads, windows, latent attention
and states, each of which may be one number or one per layer. Names of keys and kinds: gguf 0.19 (`gguf/constants.py`); implicit
window patterns of a kind: github:ggml-org/llama.cpp, src/llama-model.cpp.
"""

import re
from collections import Counter
from collections.abc import Mapping

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role, Weight
from gpudesk.core.models.configuration import LARGEST, MOST_LAYERS
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.stored_files import FileTensor
from gpudesk.formats.models.gguf_config import FAMILIES
from gpudesk.formats.models.gguf_header import ArrayOf, Scalar
from gpudesk.formats.models.model_faults import fault

KINDS = frozenset(
    {
        *("bailingmoe", "bailingmoe2", "cohere2", "command-r", "deepseek", "dots1", "ernie4_5", "ernie4_5-moe", "exaone4", "falcon-h1"),
        *("gemma3", "glm4", "glm4moe", "granite", "granitehybrid", "granitemoe", "hunyuan-dense", "hunyuan-moe", "internlm2", "jamba"),
        *("lfm2", "lfm2moe", "mamba", "mamba2", "mimo2", "minimax-m2", "mistral3", "nemotron", "nemotron_h", "nemotron_h_moe", "olmo"),
        *("olmo2", "olmoe", "phi2", "phimoe", "qwen", "qwen2moe", "qwen2vl", "qwen35", "qwen35moe", "qwen3next", "qwen3vl", "qwen3vlmoe"),
        *("seed_oss", "smollm3", "starcoder2"),
    }
)
"""Kinds whose layers these keys describe in full."""
_EVERY = {"gemma2": 2, "gemma3": 6, "cohere2": 4, "olmo2": 4, "exaone4": 4, "gpt-oss": 2}
"""Layer period in which the last layer attends to all tokens, if the file specifies a window but no pattern."""
_UNDERSTOOD = re.compile(
    r"(?:vocab_size|context_length|embedding_length|block_count|leading_dense_block_count|feed_forward_length|use_parallel_residual"
    r"|tensor_data_layout|nextn_predict_layers|logit_scale|residual_scale|embedding_scale|.*softcapping|pooling_type|rope\..*"
    r"|expert_(?:feed_forward_length|shared_feed_forward_length|count|used_count|shared_count|group_count|group_used_count|weights_scale"
    r"|weights_norm|gating_func|group_scale)|full_attention_interval|moe_every_n_layers|interleave_moe_layer_step|moe_latent_size"
    r"|attention\.(?:head_count|head_count_kv|key_length|value_length|key_length_mla|value_length_mla|key_length_swa|value_length_swa"
    r"|q_lora_rank|kv_lora_rank|sliding_window|sliding_window_pattern|scale|causal|clamp_kqv|output_scale|.*_epsilon|temperature_.*)"
    r"|ssm\.(?:conv_kernel|inner_size|state_size|time_step_rank|group_count|dt_b_c_rms)|shortconv\.l_cache|swiglu_clamp_.*)"
)
_STATES = re.compile(r"blk\.(\d{1,6})\.(ssm_out|ssm_in|shortconv)")
_QUERIES = re.compile(r"blk\.(\d{1,6})\.attn_(?:q|kv)")
_ESTIMATE = (1.0, 1.02)
_F32 = 4


class _Keys:
    """The keys of one kind, with a number for each layer where a file has one."""

    def __init__(self, file: str, kind: str, keys: Mapping[str, Scalar | ArrayOf]) -> None:
        self.file, self.kind, self.keys = file, kind, keys

    def number(self, name: str, default: int = 0) -> int:
        """The one number of a key, or the largest of its layers."""
        value = self.keys.get(f"{self.kind}.{name}")
        if isinstance(value, ArrayOf):
            return max((int(layer_value) for layer_value in value.values), default=default)
        return int(value) if isinstance(value, int | float) else default

    def layers(self, name: str, count: int, default: int) -> list[int]:
        """The number of each layer.

        Raises:
            InvalidData: the file has another number of them than of layers.
        """
        value = self.keys.get(f"{self.kind}.{name}")
        if not isinstance(value, ArrayOf):
            return [int(value) if isinstance(value, int | float) else default] * count
        if len(value.values) < count:
            text = QT_TRANSLATE_NOOP("models", "{file}: {name} has {said} values for {count} layers.")
            raise fault(self.file, text, name=f"{self.kind}.{name}", said=len(value.values), count=count)
        return [int(layer_value) for layer_value in value.values[:count]]

    def unknown(self) -> list[str]:
        """Keys of this kind that are not understood."""
        own = [name.removeprefix(f"{self.kind}.") for name in self.keys if name.startswith(f"{self.kind}.")]
        return sorted(name for name in own if not _UNDERSTOOD.fullmatch(name))


def speaks_by_layer(kind: str, keys: Mapping[str, Scalar | ArrayOf]) -> bool:
    """Whether heads of attention or widths differ by layer, so that one number is not enough."""
    names = ("attention.head_count", "attention.head_count_kv", "feed_forward_length")
    arrays = [keys.get(f"{kind}.{name}") for name in names]
    return any(isinstance(array, ArrayOf) and len(set(array.values)) > 1 for array in arrays)


def gguf_architecture(file: str, kind: str, keys: Mapping[str, Scalar | ArrayOf], tensors: tuple[FileTensor, ...]) -> Architecture:
    """Return the architecture of a file; its weights are filled in by the tensor reader.

    Raises:
        InvalidData: a key is missing, or one about experts, cache or layers is not understood.
    """
    numbers = _Keys(file, kind, keys)
    count, hidden = numbers.number("block_count"), numbers.number("embedding_length")
    unknown = numbers.unknown()
    if unknown or not 0 < count <= MOST_LAYERS or not 0 < hidden <= LARGEST:
        limits = {"block_count": MOST_LAYERS, "embedding_length": LARGEST}
        missing = [name for name, most in limits.items() if not 0 < numbers.number(name) <= most]
        text = QT_TRANSLATE_NOOP("models", "{file}: for the kind {kind} these keys are not supported or missing: {names}.")
        raise fault(file, text, kind=kind[:60], names=tuple((unknown + missing)[:8]))
    drafts = min(count - 1, numbers.number("nextn_predict_layers"))
    count -= drafts
    heads = numbers.number("attention.head_count")
    experts = numbers.number("expert_count")
    table = next((tensor for tensor in tensors if tensor.name == "token_embd.weight"), None)
    note = f"{drafts} draft layer{'s' if drafts > 1 else ''} (MTP) of the file: loaded only to guess tokens ahead."
    known = kind in KINDS or kind in FAMILIES
    guess = f"The kind {kind[:40]} is not known: what its layers keep of a sequence is estimated from its keys."
    return Architecture(
        name="",
        family=kind,
        hidden=hidden,
        layers=count,
        heads=heads,
        vocabulary=table.shape[0] if table is not None else numbers.number("vocab_size"),
        context=numbers.number("context_length"),
        feed_forward=numbers.number("feed_forward_length") or numbers.number("expert_feed_forward_length"),
        weights=(Weight(Role.OTHER, (1,)),),
        caches=_caches(numbers, count, hidden, tensors),
        experts=experts,
        experts_used=min(experts, numbers.number("expert_used_count")),
        tied=all(tensor.name != "output.weight" for tensor in tensors),
        notes=(*((note,) if drafts else ()), *(() if known else (guess,))),
        spread=(1.0, 1.0) if known else _ESTIMATE,
        mtp_layers=drafts,
    )


def _caches(said: _Keys, count: int, hidden: int, tensors: tuple[FileTensor, ...]) -> tuple[Cache, ...]:
    heads = said.layers("attention.head_count", count, 0)
    kv_heads = said.layers("attention.head_count_kv", count, max(heads, default=0))
    querying = _querying(tensors)
    attending = [layer for layer in range(count) if heads[layer] and kv_heads[layer] and layer in querying]
    most = max(heads, default=0) or 1
    key = said.number("attention.key_length", hidden // most)
    value = said.number("attention.value_length", key)
    latent = said.number("attention.kv_lora_rank")
    caches: list[Cache] = []
    if latent:
        wide = latent + said.number("rope.dimension_count")
        caches.append(Cache(CacheKind.LATENT, len(attending), wide, query_width=most * wide, value_width=most * latent))
    else:
        windows = _windows(said, count)
        near_key = said.number("attention.key_length_swa", key)
        near_value = said.number("attention.value_length_swa", value)
        alike = Counter((kv_heads[layer], heads[layer], windows[layer]) for layer in attending)
        for (kv, all_heads, window), layers in alike.items():
            wide, deep = (near_key, near_value) if window else (key, value)
            caches += kv_cache(layers, kv, wide, all_heads, window, deep)
    return (*caches, *_states(said, count, hidden, tensors))


def _querying(tensors: tuple[FileTensor, ...]) -> set[int]:
    """The layers that have queries; of those with a state only some do."""
    return {int(match[1]) for tensor in tensors if (match := _QUERIES.match(tensor.name))}


def _windows(said: _Keys, count: int) -> list[int]:
    window = said.number("attention.sliding_window")
    pattern = said.keys.get(f"{said.kind}.attention.sliding_window_pattern")
    if not window:
        return [0] * count
    if isinstance(pattern, ArrayOf) and len(pattern.values) >= count:
        return [window if is_sliding else 0 for is_sliding in pattern.values[:count]]
    every = int(pattern) if isinstance(pattern, int) and not isinstance(pattern, bool) and pattern > 1 else _EVERY.get(said.kind, 1)
    # Without a pattern every layer may see all: that is the most that it keeps.
    return [window if (layer + 1) % every else 0 for layer in range(count)]


def _states(said: _Keys, count: int, hidden: int, tensors: tuple[FileTensor, ...]) -> tuple[Cache, ...]:
    layers: dict[str, set[int]] = {"ssm": set(), "shortconv": set()}
    for tensor in tensors:
        match = _STATES.match(tensor.name)
        if match and int(match[1]) < count:
            layers["shortconv" if match[2] == "shortconv" else "ssm"].add(int(match[1]))
    caches = []
    inner, state = said.number("ssm.inner_size"), said.number("ssm.state_size")
    mixed = inner + 2 * said.number("ssm.group_count", 1) * state
    before = max(0, said.number("ssm.conv_kernel", 1) - 1)
    if layers["ssm"] and inner and state:
        caches.append(Cache(CacheKind.STATE, len(layers["ssm"]), inner * state, state_bytes=_F32))
        if before:
            caches.append(Cache(CacheKind.STATE, len(layers["ssm"]), mixed * before, state_bytes=_F32))
    short = max(0, said.number("shortconv.l_cache") - 1)
    if layers["shortconv"] and short:
        caches.append(Cache(CacheKind.STATE, len(layers["shortconv"]), hidden * short, state_bytes=_F32))
    return tuple(caches)
