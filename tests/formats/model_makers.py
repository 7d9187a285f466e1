"""Small files of models for tests, right ones and harmful ones."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SIZES = {"F32": (0, 1, 4), "F16": (1, 1, 2), "Q4_K": (12, 256, 144), "Q6_K": (14, 256, 210), "Q8_0": (8, 32, 34)}
CONFIG: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 256,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "intermediate_size": 512,
    "vocab_size": 100,
}
KEYS: dict[str, Any] = {
    "general.architecture": "llama",
    "llama.block_count": 2,
    "llama.context_length": 4096,
    "llama.embedding_length": 256,
    "llama.feed_forward_length": 512,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.ggml.tokens": [f"word{number}" for number in range(100)],
    "tokenizer.ggml.scores": [0.5] * 100,
}
LAYER = {
    "attn_norm": ("F32", (256,)),
    "attn_q": ("Q4_K", (256, 256)),
    "attn_k": ("Q4_K", (256, 128)),
    "attn_v": ("Q6_K", (256, 128)),
    "attn_output": ("Q4_K", (256, 256)),
    "ffn_norm": ("F32", (256,)),
    "ffn_gate": ("Q4_K", (256, 512)),
    "ffn_up": ("Q4_K", (256, 512)),
    "ffn_down": ("Q6_K", (512, 256)),
}
TENSORS: dict[str, tuple[str, tuple[int, ...]]] = {
    "token_embd.weight": ("Q4_K", (256, 100)),
    "output_norm.weight": ("F32", (256,)),
    "output.weight": ("Q6_K", (256, 100)),
    **{f"blk.{layer}.{name}.weight": tensor for layer in range(2) for name, tensor in LAYER.items()},
}


def text(value: str | bytes) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(data)) + data


def value(it: Any) -> bytes:
    """A value with its type before it."""
    if isinstance(it, bool):
        return struct.pack("<I?", 7, it)
    if isinstance(it, int):
        return struct.pack("<II", 4, it)
    if isinstance(it, float):
        return struct.pack("<If", 6, it)
    if isinstance(it, str):
        return struct.pack("<I", 8) + text(it)
    inner = [value(each) for each in it]
    kind = inner[0][:4] if inner else struct.pack("<I", 4)
    return struct.pack("<I", 9) + kind + struct.pack("<Q", len(inner)) + b"".join(each[4:] for each in inner)


def gguf(
    keys: Mapping[str, Any] = KEYS,
    tensors: Mapping[str, tuple[str, tuple[int, ...]]] = TENSORS,
    *,
    version: int = 3,
    counts: tuple[int, int] | None = None,
    alignment: int = 32,
    data: bool = True,
) -> bytes:
    """A GGUF file; the tensors are zeros."""
    told, size = b"", 0
    for name, (kind, shape) in tensors.items():
        number, block, block_bytes = SIZES[kind]
        told += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, number, size)
        elements = 1
        for each in shape:
            elements *= each
        size += -(-elements // block * block_bytes // alignment) * alignment
    head = b"GGUF" + struct.pack("<IQQ", version, *(counts or (len(tensors), len(keys))))
    head += b"".join(text(key) + value(each) for key, each in keys.items()) + told
    head += b"\0" * (-len(head) % alignment)
    return head + b"\0" * (size if data else 0)


def safetensors(tensors: Mapping[str, tuple[str, Sequence[int], int]], *, more: Mapping[str, Any] | None = None) -> bytes:
    """A safetensors file of zeros; each tensor with type, shape and bytes."""
    at, header = 0, dict(more or {})
    for name, (kind, shape, size) in tensors.items():
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    return framed(json.dumps(header).encode()) + b"\0" * at


def framed(header: bytes) -> bytes:
    return struct.pack("<Q", len(header)) + header


def llama_tensors(bits: int = 16) -> dict[str, tuple[str, tuple[int, ...], int]]:
    """The tensors of `CONFIG` under the names of its published class."""
    shapes: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (100, 256),
        "lm_head.weight": (100, 256),
        "model.norm.weight": (256,),
    }
    for layer in range(2):
        for name, shape in {
            "self_attn.q_proj": (256, 256),
            "self_attn.k_proj": (128, 256),
            "self_attn.v_proj": (128, 256),
            "self_attn.o_proj": (256, 256),
            "mlp.gate_proj": (512, 256),
            "mlp.up_proj": (512, 256),
            "mlp.down_proj": (256, 512),
            "input_layernorm": (256,),
            "post_attention_layernorm": (256,),
        }.items():
            shapes[f"model.layers.{layer}.{name}.weight"] = shape
    sizes = {}
    for name, shape in shapes.items():
        elements = 1
        for each in shape:
            elements *= each
        sizes[name] = ({16: "BF16", 32: "F32"}[bits], shape, elements * bits // 8)
    return sizes


def folder_of(path: Path, *, bits: int = 16) -> Path:
    """A folder with a configuration and one file of weights."""
    path.mkdir(exist_ok=True)
    (path / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    (path / "model.safetensors").write_bytes(safetensors(llama_tensors(bits), more={"__metadata__": {"format": "pt"}}))
    return path
