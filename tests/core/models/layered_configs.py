"""Configurations of models with inputs for each layer: Gemma 3n and the small models of Gemma 4."""

from collections.abc import Mapping
from typing import Any

from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import read_architecture

TEXT: Mapping[str, Any] = {
    "hidden_size": 2048,
    "intermediate_size": [16384] * 35,
    "num_hidden_layers": 35,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "num_kv_shared_layers": 15,
    "vocab_size": 262_400,
}
E4B: Mapping[str, Any] = {
    "model_type": "gemma3n",
    "text_config": TEXT,
    "vision_config": {"architecture": "mobilenetv5_300m_enc"},
    "audio_config": {"hidden_size": 1536},
}
E2B: Mapping[str, Any] = {
    **E4B,
    "text_config": {**TEXT, "intermediate_size": [8192] * 30, "num_hidden_layers": 30, "num_kv_shared_layers": 10},
}
GEMMA4: Mapping[str, Any] = {
    "hidden_size": 1536,
    "intermediate_size": 6144,
    "num_hidden_layers": 35,
    "num_attention_heads": 8,
    "num_key_value_heads": 1,
    "head_dim": 256,
    "global_head_dim": 512,
    "num_kv_shared_layers": 20,
    "hidden_size_per_layer_input": 256,
    "vocab_size": 262_144,
    "use_double_wide_mlp": True,
    "sliding_window": 512,
    "layer_types": (["sliding_attention"] * 4 + ["full_attention"]) * 7,
}
GEMMA4_E4B: Mapping[str, Any] = {
    **GEMMA4,
    "hidden_size": 2560,
    "intermediate_size": 10240,
    "num_hidden_layers": 42,
    "num_key_value_heads": 2,
    "num_kv_shared_layers": 18,
    "use_double_wide_mlp": False,
    "layer_types": (["sliding_attention"] * 5 + ["full_attention"]) * 7,
}


def gemma4(text: Mapping[str, Any]) -> Architecture:
    return read_architecture("x", {"model_type": "gemma4", "text_config": text, "vision_config": {}, "audio_config": {}})
