"""What follows from a kernel: the rate that times are calculated with, refusals with the formats that run, and one table for all."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gpudesk.catalog.models import find_model
from gpudesk.cli.size.size_serving import plain_unable
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.stored_files import FileFormat
from gpudesk.core.values.releases import is_release
from gpudesk.sizing.fit.model_fit import Device, Fit, Refusal, fits_of
from gpudesk.sizing.gpus.boards import boards, find_board
from gpudesk.sizing.gpus.sizing_tables import engine_at, kv_bytes, kv_lacking, release_shown, weight_format
from gpudesk.sizing.models.kernels import Arithmetic, lacking_kernel
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, format_named
from gpudesk.sizing.serving.serving import ServingPlan, Verdict, runs, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_request import Asked, answer, workload_of
from gpudesk.sizing.serving.serving_work import ServingWorkload

H100 = "nvidia.h100-sxm5-80gb"


def work(model: str, form: str = "", engine: str = "vllm", release: str = "", concurrency: int = 1) -> ServingWorkload:
    program = engine_at(engine, release)
    weights = format_named(model, form) if form else default_format(model)
    return ServingWorkload(named_model(model), weights, 2.0, 1024, 256, concurrency, program, program.utilisation, here=False)


def plan(asked: ServingWorkload, gpu: str, gpus: int | None = None) -> ServingPlan:
    return serving_plans(asked, [find_board(gpu)], gpus)[0]


def told(found: ServingPlan) -> str:
    return " ".join(remark.plain() for remark in found.remarks)


@pytest.mark.parametrize(
    ("model", "form", "engine", "gpu", "kernel", "computes"),
    [
        ("gpt-oss-20b", "", "vllm", "RTX 5090", "Marlin MXFP4", "fp16"),
        ("gpt-oss-20b", "", "vllm", "RTX 4090", "Marlin MXFP4", "fp16"),
        ("gpt-oss-20b", "", "vllm", "RTX 3090", "Marlin MXFP4", "fp16"),
        ("gpt-oss-20b", "", "vllm", "A100", "Marlin MXFP4", "fp16"),
        ("gpt-oss-20b", "", "transformers", "RTX 5090", "Triton MXFP4", "fp16"),
        ("qwen3-8b", "nvfp4", "vllm", "H100", "Marlin FP4", "fp16"),
        ("qwen3-8b", "nvfp4", "vllm", "B200", "CUTLASS or FlashInfer NVFP4", "fp4"),
        ("qwen3-8b", "nvfp4", "vllm", "RTX 5090", "CUTLASS or FlashInfer NVFP4", "fp4"),
        ("qwen3-8b", "fp8", "vllm", "RTX 3090", "Marlin FP8", "fp16"),
        ("qwen3-8b", "fp8", "vllm", "RTX 4090", "CUTLASS FP8", "fp8"),
        ("deepseek-r1", "", "vllm", "A100", "Marlin FP8", "fp16"),
        ("qwen3-8b", "int4", "vllm", "H100", "Marlin (GPTQ)", "fp16"),
    ],
)
def test_products_are_timed_in_what_the_kernel_computes(model: str, form: str, engine: str, gpu: str, kernel: str, computes: str) -> None:
    found = plan(work(model, form, engine), gpu)
    assert found.kernel is not None
    assert (found.kernel.name, found.computes) == (kernel, computes)
    weight_only = found.kernel.arithmetic is Arithmetic.WEIGHT_ONLY
    assert weight_only == (computes == "fp16")
    assert f"Kernel: {kernel} ({'weight-only' if weight_only else 'native'})." in told(found)


def test_fp4_without_a_kernel_that_multiplies_in_it_goes_at_the_rate_of_sixteen_bits() -> None:
    """Of an RTX 5090, FP4 products take an eighth of the time of those in 16 bits; Marlin makes the latter.

    6.98 TFLOP of a prompt of 1,024 tokens at 209.5 TFLOPS are no less than 33 ms.
    """
    board = find_board("RTX 5090")
    asked = replace(work("gpt-oss-20b"), prompt=1024)
    slow = Grid(asked, [board], 1).least_first_s[0]
    active = asked.model.active_parameters - asked.model.vocabulary * asked.model.hidden
    assert slow >= 2 * active * 1024 / board.rates["fp16"]
    assert board.rates["fp4"] > 4 * board.rates["fp16"]
    assert plan(asked, "RTX 5090", 1).ttft.low >= slow * (1 - 1e-9)


def test_remarks_name_formats_as_engineers_do() -> None:
    found = plan(work("gpt-oss-20b"), "RTX 3090", 1)
    assert "MXFP4" in told(found)
    assert "EXPERTS" not in told(found)
    assert "EXPERTS" not in str([term.formula.plain() for term in found.needed.terms if term.formula is not None])


@pytest.mark.parametrize(
    ("model", "form", "engine", "gpu", "release", "later"),
    [
        ("gpt-oss-20b", "", "vllm", "T4", "", ""),
        ("qwen3-8b", "fp8", "vllm", "T4", "0.11.2", "0.16 and later"),
        ("qwen3-8b", "fp8", "vllm", "T4", "0.16.0", None),
        ("qwen3-8b", "nvfp4", "trtllm", "H100", "", ""),
        ("gpt-oss-120b", "", "vllm", "H100", "0.9.2", "0.10.1 and later"),
        ("gpt-oss-120b", "", "vllm", "H100", "0.10.1", None),
        ("deepseek-r1", "", "sglang", "A100", "", ""),
    ],
)
def test_without_a_kernel_a_plan_is_refused_with_what_runs(
    model: str, form: str, engine: str, gpu: str, release: str, later: str | None
) -> None:
    asked, board = work(model, form, engine, release), find_board(gpu)
    why = lacking_kernel(asked.engine, asked.form, board, experts=bool(asked.model.experts))
    assert runs(asked, board) == (why is None) == (later is None)
    if why is not None and later is not None:
        assert f"{board.capability:.1f}" in why.plain()
        assert f"{asked.engine.title} {release_shown(asked.engine)} has no kernel for {asked.form.name}" in why.plain()
        assert "Supported formats: " in why.plain()
        assert "int4" in why.plain()
        assert (later in why.plain()) if later else "and later" not in why.plain()


def test_a_cache_that_a_gpu_does_not_support_is_the_reason_without_plans() -> None:
    """The NVFP4 cache of TensorRT-LLM exists on compute capability 10 only; the window and the command line have one message."""
    request = Asked("llama-3.1-8b", formats=("fp8", "bf16"), kv="nvfp4", engine="trtllm", gpu=H100)
    refused = answer(request)
    assert refused.plans == ()
    text = "TensorRT-LLM supports no KV cache in NVFP4 at compute capability 9.0. Supported formats: BF16, FP8, INT8."
    assert [message.plain() for message in refused.unable] == [text]
    asked = workload_of(request, refused.model, "fp8")
    assert [row["reason"] for row in plain_unable(asked, [boards()[H100]])] == [f"{text} Choose one with --kv-precision."]
    for kv in ("bf16", "fp8", "int8"):
        assert answer(replace(request, kv=kv)).plans
    assert answer(replace(request, gpu="nvidia.b200-sxm-180gb")).plans


def test_formats_of_a_cache_with_equal_bytes_are_lacking_only_together() -> None:
    """FP8 and INT8 of TensorRT-LLM have one byte per element."""
    engine = engine_at("trtllm", "")
    assert kv_bytes()["fp8"] == kv_bytes()["int8"] == 1
    assert kv_lacking(engine, 1.0, 9.0) is None
    assert kv_lacking(engine, kv_bytes()["nvfp4"], 10.3) is None
    lacking = kv_lacking(engine, kv_bytes()["nvfp4"], 12.0)
    assert lacking is not None
    assert lacking.values["formats"] == ("BF16", "FP8", "INT8")


def test_a_format_that_lacks_a_kernel_is_not_among_those_that_run() -> None:
    """AWQ and the INT4 of GPTQ have the same width, but kernels of their own: V100 has one for GPTQ alone."""
    form = FileFormat("int4", "AWQ, 4 bits", "AWQ, 4 bits", Fraction(133, 32), "linear", "int8", 0.0, "read", "a config.json", "awq")
    why = lacking_kernel(engine_at("vllm", "0.11.2"), form, find_board("V100 SXM2 32 GB"))
    assert why is not None
    assert "has no kernel for INT4 (awq) at compute capability 7.0. Supported formats: " in why.plain()
    assert ", int4," in why.plain()


@pytest.mark.parametrize(("release", "gib", "kernel"), [("0.11.2", 65.97, "Marlin MXFP4"), ("0.16.0", 64.38, "Triton MXFP4")])
def test_the_usual_layout_is_that_of_the_release(release: str, gib: float, kernel: str) -> None:
    """gpt-oss-120b on one H100: 65.9651 GiB with Marlin (vLLM issue 23278), 64.38 GiB with Triton (issue 33155)."""
    found = plan(work("gpt-oss-120b", release=release), H100, 1)
    weights = found.needed.term("weights")
    assert weights.value == pytest.approx(gib, abs=0.02)
    assert weights.low == pytest.approx(64.38, abs=0.02)
    assert weights.high == pytest.approx(65.97, abs=0.02)
    assert found.kernel is not None
    assert found.kernel.name == kernel


def test_layouts_of_a_release_that_did_not_have_them_are_left_out() -> None:
    assert engine_at("vllm", "0.8.4").cache_layout.groups is None
    assert engine_at("vllm", "0.9").cache_layout.groups is not None
    assert not any(layout.element_bits == 4 for layout in engine_at("vllm", "0.10.0").weight_layouts)
    assert engine_at("vllm") == engine_at("vllm", " ")


def test_what_names_no_release_is_refused() -> None:
    assert [text for text in ("0.11.2", "v0.16", "b6300", "1.0.0rc3", "newest", "0.1.2.3.4", "") if is_release(text)] == [
        *("0.11.2", "v0.16", "b6300", "1.0.0rc3")
    ]
    with pytest.raises(InvalidData, match="newest is not a release of vLLM"):
        engine_at("vllm", "newest")


def fit(model: str, gpu: str, form: str, gpus: int = 1, context: int = 8192) -> Fit:
    board = find_board(gpu)
    return next(
        each for each in fits_of(Device(board.title, board, True, board.usable_gib, gpus), [model], context) if each.form.key == form
    )


def test_fit_says_what_is_a_conversion() -> None:
    assert [fit("deepseek-r1", "H200", key, 8).conversion for key in ("fp8", "int4")] == [False, True]
    assert [fit("qwen3-8b", "H100", key).conversion for key in ("bf16", "fp8", "int4")] == [False, True, True]
    assert not fit("gpt-oss-20b", "RTX 4090", "mxfp4_moe").conversion


def test_fit_names_the_kernel_or_what_runs_instead() -> None:
    weight_only = fit("gpt-oss-120b", "A100", "mxfp4-experts", 2)
    assert weight_only.kernel is not None
    assert (weight_only.kernel.name, str(weight_only.kernel.arithmetic)) == ("Marlin MXFP4", "weight-only")
    refused = fit("qwen3-8b", "nvidia.v100-sxm2-32gb", "fp8")
    assert refused.refused is Refusal.CAPABILITY
    assert refused.kernel is None
    assert refused.why is not None
    assert "Supported formats: fp32, fp16, int8, int4" in refused.why.plain()


@pytest.mark.parametrize(
    ("context", "verdict"), [(8192, Verdict.FITS), (24_064, Verdict.FITS), (28_160, Verdict.MAY_FIT), (36_864, Verdict.REFUSED)]
)
def test_a_range_that_reaches_over_what_is_there_may_fit(context: int, verdict: Verdict) -> None:
    """Qwen3 8B in BF16 on 24 GB: activations and graphs are known within half a GiB."""
    assert fit("qwen3-8b", "A30", "bf16", context=context).verdict is verdict


@pytest.mark.parametrize("key", sorted(boards())[::7])
def test_fit_and_size_agree_on_what_has_a_kernel(key: str) -> None:
    """One table: what Fit refuses for its arithmetic `size` does not plan, and the other way round."""
    board = boards()[key]
    for each in fits_of(Device(board.title, board, True, board.usable_gib), ["qwen3-8b", "gpt-oss-20b"]):
        asked = ServingWorkload(each.model, each.form, 2.0, 1024, 256, 1, each.engine, each.engine.utilisation, here=False)
        assert (each.refused is Refusal.CAPABILITY) == (not each.engine.gguf and board.capability > 0 and not runs(asked, board))


def test_weights_of_every_release_are_named_without_their_key() -> None:
    assert [weight_format(key).name for key in ("mxfp4-experts", "int4-g32", "nf4-dq", "q4_k_m", "gguf-bf16")] == [
        *("MXFP4", "INT4", "NF4", "Q4_K_M", "BF16")
    ]
    assert find_model("gpt-oss-20b").name == "openai/gpt-oss-20b"


def test_a_model_of_which_only_the_size_is_known_may_fit_at_best() -> None:
    found = plan(work("13B", "int4"), "RTX 4090", 1)
    assert (found.verdict, found.refused) == (Verdict.MAY_FIT, ())
    kinds = {term.name: term.kind for term in found.needed.terms}
    assert (kinds["weights"], kinds["cache"]) == (Kind.RULE, Kind.RULE)
    assert found.needed.term("weights").high == pytest.approx(1.05 * found.needed.term("weights").value)


@pytest.mark.parametrize(
    ("board", "able"),
    [
        ("nvidia.b200-sxm-180gb", True),
        ("nvidia.b300-sxm", True),
        (H100, False),
        ("nvidia.rtx-pro-6000-blackwell-workstation", False),
        ("nvidia.l40s", False),
    ],
)
def test_a_cache_in_nvfp4_needs_blackwell_of_data_centers(board: str, able: bool) -> None:
    """TensorRT-LLM, features/quantization, hardware support matrix: NVFP4 KV cache on sm100 and sm103; FP8 from Ampere on."""
    asked = work("llama-3.1-8b", engine="trtllm")
    assert runs(replace(asked, kv_bytes=4.5 / 8), boards()[board]) is able
    assert runs(replace(asked, kv_bytes=1.0), boards()[board])


def test_a_cache_of_as_many_bits_in_another_engine_is_no_nvfp4() -> None:
    """Q4_0 of llama.cpp has 4.5 bits too."""
    assert runs(replace(work("llama-3.1-8b", engine="llama.cpp"), kv_bytes=4.5 / 8), boards()[H100])
