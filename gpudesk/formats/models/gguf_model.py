"""The architecture specified by the keys and tensors of a GGUF file, layer by layer, for any kind of model.

The tensors of the file are its weights; the sequence memory of its layers follows from the keys of heads, windows, latent attention
and states, each of which may be one number or one per layer. Names of keys and kinds: gguf 0.19 (`gguf/constants.py`); implicit
window patterns of a kind: github:ggml-org/llama.cpp, src/llama-model.cpp. Layers that share keys and values of earlier ones keep none:
src/llama-hparams.cpp, has_kv, and src/models/gemma3n.cpp and gemma4.cpp.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.architecture import Architecture, Cache, CacheKind, Role, Weight
from gpudesk.core.models.configuration import LARGEST, MOST_LAYERS
from gpudesk.core.models.decoders import kv_cache
from gpudesk.core.models.layered_inputs import shared_cache
from gpudesk.core.models.stored_files import FileTensor
from gpudesk.formats.models.gguf_config import FAMILIES
from gpudesk.formats.models.gguf_header import ArrayOf, Scalar
from gpudesk.formats.models.model_faults import fault

KINDS = frozenset(
    {
        *("bailingmoe", "bailingmoe2", "cohere2", "command-r", "deepseek", "dots1", "ernie4_5", "ernie4_5-moe", "exaone4", "falcon-h1"),
        *(
            "gemma3",
            "gemma3n",
            "gemma4",
            "glm4",
            "glm4moe",
            "granite",
            "granitehybrid",
            "granitemoe",
            "hunyuan-dense",
            "hunyuan-moe",
            "internlm2",
            "jamba",
        ),
        *("lfm2", "lfm2moe", "mamba", "mamba2", "mimo2", "minimax-m2", "mistral3", "nemotron", "nemotron_h", "nemotron_h_moe", "olmo"),
        *("olmo2", "olmoe", "phi2", "phimoe", "qwen", "qwen2moe", "qwen2vl", "qwen35", "qwen35moe", "qwen3next", "qwen3vl", "qwen3vlmoe"),
        *("seed_oss", "smollm3", "starcoder2"),
    }
)
"""Kinds whose layers these keys describe in full."""
_EVERY = {"gemma2": 2, "gemma3": 6, "gemma3n": 5, "cohere2": 4, "olmo2": 4, "exaone4": 4, "gpt-oss": 2}
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
_OF_KIND: Mapping[str, re.Pattern[str]] = {
    "gemma3n": re.compile(
        r"altup\.(?:active_idx|num_inputs)|activation_sparsity_scale|embedding_length_per_layer_input|attention\.shared_kv_layers"
    ),
    "gemma4": re.compile(r"embedding_length_per_layer_input|attention\.shared_kv_layers"),
}
"""Further keys that are understood for these kinds alone."""
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "gemma3n": ("attention.sliding_window",),
    "gemma4": (
        "attention.sliding_window",
        "attention.sliding_window_pattern",
        "attention.key_length_swa",
        "attention.value_length_swa",
        "embedding_length_per_layer_input",
    ),
}
"""Keys without which llama.cpp does not load files of these kinds (src/models/gemma3n.cpp, gemma4.cpp)."""
_FIRST_SHARING = {"gemma3n": 20}
"""First layer that shares keys and values where the file does not give the number of them (src/models/gemma3n.cpp)."""
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
            raise self.wrong_length(name, len(value.values), count)
        return [int(layer_value) for layer_value in value.values[:count]]

    def unknown(self) -> list[str]:
        """Keys of this kind that are not understood."""
        own = [name.removeprefix(f"{self.kind}.") for name in self.keys if name.startswith(f"{self.kind}.")]
        more = _OF_KIND.get(self.kind)
        return sorted(name for name in own if not _UNDERSTOOD.fullmatch(name) and not (more and more.fullmatch(name)))

    def missing(self) -> list[str]:
        """Keys that files of this kind must have."""
        return [name for name in _NEEDED.get(self.kind, ()) if f"{self.kind}.{name}" not in self.keys]

    def refused(self, names: Sequence[str]) -> InvalidData:
        """The error about keys that are not supported or missing."""
        text = QT_TRANSLATE_NOOP("models", "{file}: for the kind {kind} these keys are not supported or missing: {names}.")
        return fault(self.file, text, kind=self.kind[:60], names=tuple(names[:8]))

    def wrong_length(self, name: str, values: int, count: int) -> InvalidData:
        """The error about a key with another number of values than of layers."""
        text = QT_TRANSLATE_NOOP("models", "{file}: {name} has {said} values for {count} layers.")
        return fault(self.file, text, name=f"{self.kind}.{name}", said=values, count=count)


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
    limits = {"block_count": MOST_LAYERS, "embedding_length": LARGEST}
    wrong = [name for name, most in limits.items() if not 0 < numbers.number(name) <= most]
    if names := numbers.unknown() + wrong + numbers.missing():
        raise numbers.refused(names)
    drafts = min(count - 1, numbers.number("nextn_predict_layers"))
    count -= drafts
    heads = numbers.number("attention.head_count")
    if not heads and _querying(tensors):
        raise numbers.refused(["attention.head_count"])
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
        first = _first_sharing(said, windows)
        alike: dict[tuple[int, int, int], list[int]] = {}
        for layer in attending:
            if layer < first:
                alike.setdefault((kv_heads[layer], heads[layer], windows[layer]), []).append(layer)
        for (kv, all_heads, window), layers in alike.items():
            wide, deep = (near_key, near_value) if window else (key, value)
            own = kv_cache(len(layers), kv, wide, all_heads, window, deep)
            caches += (replace(cache, numbers=tuple(layers)) for cache in own) if first < count else own
        sharing = Counter((heads[layer], windows[layer]) for layer in attending if layer >= first)
        for (all_heads, window), times in sharing.items():
            caches += shared_cache(times, near_key if window else key, all_heads, window)
    return (*caches, *_states(said, count, hidden, tensors))


def _first_sharing(said: _Keys, windows: list[int]) -> int:
    """The first of the last layers, which look at keys and values of an earlier layer of their kind; the number of layers for none.

    Raises:
        InvalidData: no layer of some kind keeps its keys and values.
    """
    count = len(windows)
    shared = said.number("attention.shared_kv_layers", max(0, count - _FIRST_SHARING.get(said.kind, count)))
    if not 0 <= shared < count or {*windows[count - shared :]} - {*windows[: count - shared]}:
        raise said.refused(["attention.shared_kv_layers"])
    return count - shared


def _querying(tensors: tuple[FileTensor, ...]) -> set[int]:
    """The layers that have queries; of those with a state only some do."""
    return {int(match[1]) for tensor in tensors if (match := _QUERIES.match(tensor.name))}


def _windows(said: _Keys, count: int) -> list[int]:
    window = said.number("attention.sliding_window")
    pattern = said.keys.get(f"{said.kind}.attention.sliding_window_pattern")
    if not window:
        return [0] * count
    if isinstance(pattern, ArrayOf):
        if len(pattern.values) < count:
            raise said.wrong_length("attention.sliding_window_pattern", len(pattern.values), count)
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
