"""The table of kernels: engine, release, method and compute capability."""

import pytest
import yaml

from gpudesk import locate
from gpudesk.core.models.weight_formats import weight_bytes
from gpudesk.core.values.releases import release_of
from gpudesk.sizing.fit.fitting_table import formats_for
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, form_for, weight_format, weight_formats
from gpudesk.sizing.models.kernels import Arithmetic, can_load, formats_that_run, kernel_of, kernels
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, is_conversion, published_format


@pytest.mark.parametrize(
    ("engine", "method", "capability", "release", "kernel"),
    [
        ("vllm", "awq", 7.0, "0.11.2", None),
        ("vllm", "awq", 7.5, "0.11.2", "AWQ GEMM"),
        ("vllm", "awq", 7.5, "0.16.0", "Marlin (AWQ)"),
        ("vllm", "awq", 8.6, "0.11.2", "Marlin (AWQ)"),
        ("vllm", "gptq", 7.0, "0.11.2", "ExLlamaV2 (GPTQ)"),
        ("vllm", "wna16", 7.5, "0.11.2", None),
        ("vllm", "fp8", 8.0, "0.5.0", None),
        ("vllm", "fp8", 8.0, "0.5.1", "Marlin FP8"),
        ("vllm", "fp8-block", 8.0, "0.11.2", "Marlin FP8"),
        ("vllm", "fp8-block", 9.0, "0.11.2", "DeepGEMM or CUTLASS FP8 in blocks"),
        ("vllm", "fp8", 7.5, "0.11.2", None),
        ("vllm", "w8a8-int8", 10.0, "0.11.2", None),
        ("vllm", "mxfp4", 12.0, "0.13.0", "Marlin MXFP4"),
        ("vllm", "mxfp4", 10.0, "0.13.0", "FlashInfer MXFP4 with BF16"),
        ("vllm", "torchao", 8.0, "0.11.2", "TorchAO"),
        ("vllm", "torchao", 7.5, "0.11.2", None),
        ("sglang", "fp8", 8.8, "0.5.0", "Marlin FP8"),
        ("trtllm", "mxfp8", 10.0, "1.0.0", None),
        ("vllm", "nvfp4", 9.0, "0.11.2", "Marlin FP4"),
        ("trtllm", "nvfp4", 9.0, "1.0.0", None),
        ("trtllm", "fp8", 8.9, "1.0.0", "cuBLAS or CUTLASS FP8"),
        ("transformers", "mxfp4", 7.5, "4.55.2", "Triton MXFP4"),
    ],
)
def test_kernels(engine: str, method: str, capability: float, release: str, kernel: str | None) -> None:
    found = kernel_of(engine, method, capability, release=release)
    assert (None if found is None else found.name) == kernel


def test_vllm_multiplies_mxfp4_in_sixteen_bits_unless_told_otherwise() -> None:
    found = kernel_of("vllm", "mxfp4", 10.0, release="0.13.0")
    assert found is not None
    assert found.arithmetic is Arithmetic.WEIGHT_ONLY


def test_no_kernel_is_kept_from_memory() -> None:
    rows = yaml.safe_load(locate.resource("sizing", "quantization_kernels.yaml").read_text(encoding="utf-8"))
    assert [row["kernel"] for row in rows if row["confidence"] == "memory"] == []


def test_experts_may_have_no_kernel_where_dense_layers_have_one() -> None:
    assert kernel_of("sglang", "fp8-block", 8.0) is not None
    assert kernel_of("sglang", "fp8-block", 8.0, experts=True) is None


def test_releases_compare_by_number() -> None:
    assert release_of("0.9") < release_of("0.10.1") < release_of("0.11.2")


def test_every_row_says_where_it_is_from() -> None:
    methods = {form.method for form in weight_formats().values()} - {""}
    assert all(row.source and row.engine in engines() for row in kernels())
    assert methods <= {method for row in kernels() for method in row.methods}


def test_a_plan_is_refused_with_the_formats_that_run() -> None:
    card = boards()["nvidia.t4"]
    form = published_format("gpt-oss-20b")
    assert form is not None
    assert not can_load("vllm", form, card, experts=True)
    assert set(formats_that_run("vllm", card, weight_formats(), experts=True)) >= {"fp16", "int4", "nf4"}


@pytest.mark.parametrize(
    ("model", "key", "gib"),
    [
        ("deepseek-r1", "fp8", 626.92),
        ("gpt-oss-120b", "mxfp4-experts", 60.77),
        ("kimi-k2-instruct", "fp8", 958.49),
        ("kimi-k2.5", "int4-g32", 553.40),
        ("deepseek-v4-flash", "mxfp4", 145.38),
        ("minimax-m2.5", "fp8", 214.23),
        ("llama-3.1-70b", "bf16", 131.42),
        ("13B", "bf16", None),
    ],
)
def test_the_default_is_the_published_format(model: str, key: str, gib: float | None) -> None:
    form = default_format(model)
    assert form.key == key
    if gib is not None:
        assert weight_bytes(named_model(model), form) / 2**30 == pytest.approx(gib, abs=0.005)


def test_experts_alone_are_int4_in_kimi_k25() -> None:
    """The 61st layer and 384 experts of 60 layers: 1.01e12 elements in 4.5 bits, the rest in 16."""
    form = published_format("kimi-k2.5")
    assert form is not None
    four = sum(part.weight.total for part in form.parts if part.scale_bytes)
    assert four == 60 * 384 * 3 * 7168 * 2048
    assert sum(part.total_bytes for part in form.parts) == four * 4.5 / 8 + 2 * (1_026_408_209_408 - four)


@pytest.mark.parametrize(
    ("model", "key"), [("gpt-oss-20b", "mxfp4_moe"), ("deepseek-r1", "q8_0"), ("kimi-k2.5", "q4_k_m"), ("qwen3-8b", "gguf-bf16")]
)
def test_llama_cpp_takes_a_gguf(model: str, key: str) -> None:
    assert form_for(engines()["llama.cpp"], named_model(model), default_format(model)).key == key


def test_another_format_is_a_conversion() -> None:
    published = default_format("deepseek-r1")
    assert is_conversion(published, weight_format("bf16"))
    assert is_conversion(published, weight_format("int4"))
    assert not is_conversion(published, published)
    assert not is_conversion(default_format("qwen3-8b"), weight_format("fp16"))


def test_formats_that_are_tried_begin_with_the_published_one() -> None:
    board = boards()["nvidia.h200-sxm-141gb"]
    assert [form.key for form in formats_for("vllm", named_model("deepseek-r1"), board)] == ["fp8", "int4"]
    assert [form.key for form in formats_for("vllm", named_model("gpt-oss-20b"), board)] == ["mxfp4-experts"]
    assert [form.key for form in formats_for("vllm", named_model("qwen3-8b"), board)] == ["bf16", "fp8", "int4"]
