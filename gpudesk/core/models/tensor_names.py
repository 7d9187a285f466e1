"""Properties of a model derived from the names and shapes of stored tensors, if its configuration omits them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

_HEAD = re.compile(r"(?:^|\.)(?:lm_head|embed_out)\.")
_MTP = re.compile(r"(?:^|\.)(?:mtp|nextn)\.")
_LAYERED = re.compile(r"(?:^|\.)(?:layers|h|blocks)\.\d{1,6}\.")
_PROJECTION = re.compile(r"\.(q_proj|k_proj|o_proj)\.weight$")
_UNPACKED = frozenset({"BF16", "F16", "F32", "F8_E4M3", "F8_E5M2"})
"""Types in which a stored matrix has its logical shape."""


def is_untied(names: Iterable[str]) -> bool | None:
    """Whether an output head is stored apart from the embeddings; None where the names are not those of a whole model."""
    layered = False
    for name in names:
        if _HEAD.search(name) and not _MTP.search(name):
            return True
        layered = layered or _LAYERED.search(name) is not None
    return False if layered else None


def stated_by_tensors(config: Mapping[str, Any], tensors: Iterable[tuple[str, str, tuple[int, ...]]]) -> dict[str, Any]:
    """The keys that a configuration lacks and its stored tensors decide: shared embeddings, head size, heads of keys and values.

    Args:
        tensors: name, type and shape (rows before columns) of each tensor.
    """
    named = list(tensors)
    stated: dict[str, Any] = {}
    untied = is_untied(name for name, _, _ in named)
    if untied is not None and config.get("tie_word_embeddings") is None:
        stated["tie_word_embeddings"] = not untied
    hidden, heads = config.get("hidden_size"), config.get("num_attention_heads")
    if not isinstance(hidden, int) or not isinstance(heads, int) or heads <= 0 or config.get("kv_lora_rank") is not None:
        return stated
    wide: dict[str, int] = {}
    for name, kind, shape in named:
        if (part := _PROJECTION.search(name)) and kind in _UNPACKED and len(shape) == 2:
            wide.setdefault(part[1], shape[1] if part[1] == "o_proj" else shape[0])
    across = wide.get("q_proj") if wide.get("q_proj") == wide.get("o_proj") else wide.get("o_proj")
    if across is None or across % heads:
        return stated
    head_dim = across // heads
    if config.get("head_dim") is None:
        stated["head_dim"] = head_dim
    if config.get("num_key_value_heads") is None and (keys := wide.get("k_proj")) and keys % head_dim == 0:
        stated["num_key_value_heads"] = keys // head_dim
    return stated
