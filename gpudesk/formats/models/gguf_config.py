"""From the keys of a GGUF file to a configuration as the readers of architectures take it."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.models.stored_files import FileTensor
from gpudesk.formats.models.gguf_header import ArrayOf, Scalar
from gpudesk.formats.models.model_faults import fault

FAMILIES = {
    "llama": "llama",
    "qwen2": "qwen2",
    "qwen3": "qwen3",
    "qwen3moe": "qwen3_moe",
    "gemma": "gemma",
    "gemma2": "gemma2",
    "gemma3": "gemma3_text",
    "phi3": "phi3",
    "olmo2": "olmo2",
    "deepseek2": "deepseek_v3",
    "gpt-oss": "gpt_oss",
}
"""Values of `general.architecture`, and the `model_type` of the same kind of model."""
_NAMES = {
    "embedding_length": "hidden_size",
    "block_count": "num_hidden_layers",
    "context_length": "max_position_embeddings",
    "feed_forward_length": "intermediate_size",
    "attention.head_count": "num_attention_heads",
    "attention.head_count_kv": "num_key_value_heads",
    "attention.key_length": "head_dim",
    "attention.sliding_window": "sliding_window",
    "expert_count": "num_local_experts",
    "expert_used_count": "num_experts_per_tok",
}
_OF_DEEPSEEK = {
    "attention.q_lora_rank": "q_lora_rank",
    "attention.kv_lora_rank": "kv_lora_rank",
    "rope.dimension_count": "qk_rope_head_dim",
    "leading_dense_block_count": "first_k_dense_replace",
    "expert_count": "n_routed_experts",
    "expert_shared_count": "n_shared_experts",
    "expert_feed_forward_length": "moe_intermediate_size",
}


def gguf_config(file: str, keys: Mapping[str, Scalar | ArrayOf], tensors: tuple[FileTensor, ...]) -> Mapping[str, Any]:
    """Return the configuration specified by the keys of a file.

    Raises:
        InvalidData: the kind of model is unknown, or a value differs by layer.
    """
    kind = keys.get("general.architecture")
    family = FAMILIES.get(kind) if isinstance(kind, str) else None
    if family is None:
        text = QT_TRANSLATE_NOOP("models", "{file}: GGUF files of the kind {kind} are not supported.")
        fix = QT_TRANSLATE_NOOP("models", "Known kinds: {kinds}.")
        raise fault(file, text, fix, kind=str(kind)[:60] if kind is not None else "–", kinds=tuple(FAMILIES))

    def said(name: str) -> Any:
        value = keys.get(f"{kind}.{name}")
        if not isinstance(value, ArrayOf):
            return value
        if len(set(value.values)) == 1:
            return value.values[0]
        text = QT_TRANSLATE_NOOP("models", "{file}: {name} differs by layer, which is not supported for this kind of model.")
        raise fault(file, text, name=f"{kind}.{name}")

    config: dict[str, Any] = {own: value for name, own in _NAMES.items() if (value := said(name)) is not None}
    names = {tensor.name: tensor for tensor in tensors}
    words = names.get("token_embd.weight")
    listed = keys.get("tokenizer.ggml.tokens")
    config["vocab_size"] = words.shape[0] if words else listed.count if isinstance(listed, ArrayOf) else said("vocab_size")
    config["tie_word_embeddings"] = "output.weight" not in names
    if family == "llama" and config.get("num_local_experts"):
        family = "mixtral"
    if family == "llama":
        config["attention_bias"] = "blk.0.attn_q.bias" in names
    if family == "qwen3_moe":
        config |= {"num_experts": said("expert_count"), "moe_intermediate_size": said("expert_feed_forward_length")}
    if family == "gpt_oss":
        config["intermediate_size"] = said("expert_feed_forward_length") or said("feed_forward_length")
    if family == "deepseek_v3":
        config |= {own: value for name, own in _OF_DEEPSEEK.items() if (value := said(name)) is not None}
        config |= _latent(said)
    config["model_type"] = family
    return config


def _latent(said: Any) -> dict[str, Any]:
    """Widths of heads of latent attention; older files have them under the names of plain attention."""
    key, rope = said("attention.key_length_mla") or said("attention.key_length"), said("rope.dimension_count")
    value = said("attention.value_length_mla") or said("attention.value_length")
    plain = key - rope if isinstance(key, int) and isinstance(rope, int) else None
    return {"qk_nope_head_dim": plain, "v_head_dim": value}
