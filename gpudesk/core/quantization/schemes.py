"""The schemes that quantizers write, with the bits that their files hold.

Sources: the exporters' own code and documents, named at each function.
"""

from gpudesk.core.quantization.scheme import Scheme

_FP8, _FP4 = 8.9, 10.0
"""Compute capability of tensor cores with FP8 and FP4 (NVIDIA, CUDA C++ Programming Guide, features by compute capability)."""
_INT8 = 7.5


def fp8(*, rows: int = 0, group: int = 0, scale_bits: float = 32.0, static: bool = False, name: str = "FP8") -> Scheme:
    """FP8 weights: a scale for a tensor (`rows` 0), for each row (1), or for blocks of `rows` × `group`.

    Blocks as in the DeepSeek-V3 checkpoint: `weight_scale_inv` in 32 bits for 128 × 128. `static`: one 32-bit scale of the inputs more.
    """
    method = "fp8-block" if group else "fp8-channel" if rows else "fp8"
    key = "fp8"
    tensor_bits = 32 if static else 0
    return Scheme(
        key, method, name, 8, group, rows if group else min(rows, 1), scale_bits, tensor_bits=tensor_bits, computes="fp8", capability=_FP8
    )


def int4(method: str, name: str, bits: int, group: int, *, zeros: bool, order: bool = False, scale_bits: float = 16.0) -> Scheme:
    """Integers in groups along a row with a scale in 16 bits, as GPTQ, AWQ and compressed-tensors pack them.

    `order`: GPTQ files hold the group of each column in 32 bits (`g_idx`).
    """
    key = "int8" if bits >= 8 else "int4-g32" if 0 < group <= 32 else "int4"
    return Scheme(
        key,
        method,
        name,
        bits,
        group,
        1,
        scale_bits,
        zero_bits=bits if zeros else 0,
        column_bits=32 if order else 0,
        computes="fp16",
        capability=_INT8,
    )


def int8(method: str = "w8a8-int8", name: str = "INT8", *, group: int = 0, scale_bits: float = 16.0) -> Scheme:
    """Integers of 8 bits with a scale for each row, or for groups."""
    return Scheme("int8", method, name, 8, group, 1, scale_bits, computes="int8" if method == "w8a8-int8" else "fp16", capability=_INT8)


def nf4(name: str, *, double: bool) -> Scheme:
    """bitsandbytes in 4 bits: blocks of 64 with a scale in 32 bits; double: 8 bits, and 32 bits for 256 of those.

    github:bitsandbytes-foundation/bitsandbytes, functional.quantize_4bit: blocks of 64 (`blocksize`), of scales 256. Each matrix also
    holds its table of 16 values in 32 bits, and with double quantization one of 256.
    """
    scale = 8 + 32 / 256 if double else 32.0
    tables = 16 * 32 + (256 * 32 if double else 0)
    return Scheme("nf4-dq" if double else "nf4", "bnb-4bit", name, 4, 64, 1, scale, tensor_bits=tables, capability=7.0)


def nvfp4(name: str = "NVFP4", *, group: int = 16) -> Scheme:
    """FP4 in groups of 16 with a scale in FP8, and two 32-bit scales for the tensor and its inputs (NVIDIA Model Optimizer)."""
    return Scheme("nvfp4", "nvfp4", name, 4, group, 1, 8.0, tensor_bits=64, computes="fp4", capability=_FP4)


def mxfp4(name: str = "MXFP4", *, group: int = 32) -> Scheme:
    """FP4 in groups of 32 with a power of two as scale (OCP Microscaling Formats 1.0)."""
    return Scheme("mxfp4", "mxfp4", name, 4, group, 1, 8.0, computes="fp4", capability=_FP4)


def mxfp8(name: str = "MXFP8", *, group: int = 32) -> Scheme:
    """FP8 in groups of 32 with a power of two as scale (OCP Microscaling Formats 1.0)."""
    return Scheme("fp8", "mxfp8", name, 8, group, 1, 8.0, computes="fp8", capability=_FP4)
