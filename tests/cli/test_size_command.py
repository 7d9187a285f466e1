"""`gpudesk size`: which GPUs a model needs, and why."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run

ASKED = (
    *("size", "--model", "llama-3.1-70b", "--task", "serve", "--precision", "fp8"),
    *("--input", "7168", "--output", "1024", "--concurrency", "64", "--tpot-ms", "50", "--ttft-ms", "2000"),
)


def _plans(found: Any) -> dict[str, Any]:
    return {plan["gpu"]: plan for plan in found["plans"]}


def test_the_json_is_as_documented(run: Run) -> None:
    done = run(*ASKED, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8")))
    assert done.json["model"]["kv_bytes_per_token_16bit"] == 327_680
    for plan in done.json["plans"]:
        assert plan["memory"]["needed_gib"] == pytest.approx(sum(term["gib"] for term in plan["memory"]["terms"]))
        assert plan["fits"] == (None if "memory" in plan["at_risk"] and not plan["refused"] else not plan["refused"])


@pytest.mark.parametrize("kv", ["bf16", "fp8"])
def test_two_h100_do_not_do_and_four_do(kv: str, run: Run) -> None:
    two = run(*ASKED, "--kv-precision", kv, "--gpu", "H100", "--gpus", "2", "--json").json
    assert two["fits"] is False
    assert two["plans"][0]["reasons"][0].startswith("memory: ")
    four = run(*ASKED, "--kv-precision", kv, "--gpu", "H100", "--gpus", "4", "--json").json
    assert four["fits"] is True


def test_lines_for_a_person(run: Run) -> None:
    done = run(*ASKED, "--gpu", "H100", "--gpu", "nvidia.a100-sxm4-80gb")
    assert done.code == 0
    assert "70,553,706,496 parameters; 67.7 GiB in FP8" in done.out
    assert "KV cache per token: 327,680 B" in done.out
    lines = done.out.splitlines()
    assert lines[2] == "Published in BF16: FP8, one scale per 128 × 128 is a conversion."
    assert lines[4].split()[:2] == ["GPU", "Count"]
    assert "setup measured" in lines[5]
    assert "weight-only" in done.out


def test_a_gpu_that_is_named_says_what_would_make_it_do(run: Run) -> None:
    found = run(*ASKED, "--gpu", "H100", "--gpus", "2", "--json").json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8")))
    changes = {look["change"]: look for look in found["plans"][0]["sensitivity"]}
    assert changes["gpus"]["amount"] == 4
    assert changes["sequences"]["amount"] < 64
    lines = run(*ASKED, "--gpu", "H100", "--gpus", "2").out
    assert "2 × NVIDIA H100 SXM5 80 GB would fit with:" in lines
    assert "fits up to:" in run("size", "--model", "gpt2", "--gpu", "H100").out


def test_a_size_that_does_not_fit_is_an_answer(run: Run) -> None:
    done = run("size", "--model", "deepseek-r1", "--precision", "bf16", "--gpu", "nvidia.a100-sxm4-80gb", "--gpus", "16")
    assert done.code == 0
    assert "1,249.9 GiB in BF16" in done.out
    assert "usable" in done.out


def test_boards_that_take_far_more_are_only_counted(run: Run) -> None:
    assert "more plans need over 16 times as many GPUs; use --gpu NAME to show one." in run(*ASKED).out


def test_a_configuration_of_ones_own(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "my model"
    folder.mkdir()
    values = {
        "model_type": "llama",
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "vocab_size": 100,
    }
    (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")
    for given in (folder, folder / "config.json"):
        found = run("size", "--model", given, "--gpu", "4090", "--json").json
        assert found["model"]["name"] == "my model"
        assert found["fits"] is True
        assert _plans(found)["nvidia.rtx-4090"]["gpus"] == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--model", "nothing like it"), "There is no model named"),
        (("--model", "llama"), "matches several models"),
        (("--model", "gpt2", "--precision", "q9"), "Unknown weight format q9; available: fp32, bf16"),
        (("--model", "gpt2", "--gpu", "abacus"), "The catalog has no GPU named"),
        (("--model", "gpt2", "--engine", "steam"), "the engines are vllm, sglang"),
        (("--model", "SD/SDXL VAE (AutoencoderKL)"), "cannot be sized: its model type or input type is not known."),
        (("--model", "gpt2", "--concurrency", "0"), "concurrency"),
        ((), "--model"),
    ],
)
def test_what_cannot_be_understood_says_what_can(options: tuple[str, ...], told: str, run: Run) -> None:
    done = run("size", *options)
    assert done.code in (2, 3)
    assert told in done.err


def test_a_configuration_at_fault(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "llama", "hidden_size": 0}', encoding="utf-8")
    done = run("size", "--model", path)
    assert done.code == 3
    assert "config.hidden_size" in done.err
    assert "config.vocab_size: is missing" in done.err


def test_every_plan_has_its_cost(run: Run) -> None:
    found = run(*ASKED, "--json", "--cost", "currency=eur", "--cost", "energy_price=0.2").json
    for plan in found["plans"]:
        cost = plan["cost"]
        assert cost["currency"] == "EUR"
        assert cost["per_million_tokens"]["value"] > 0
        assert cost["yearly"]["value"] == pytest.approx(sum(term["value"] for term in cost["yearly"]["terms"]), abs=0.1)
        assert ("capital" in {term["name"] for term in cost["yearly"]["terms"]}) == cost["price_known"]
    lines = run(*ASKED, "--gpu", "GB300").out
    assert "USD per 1M tokens" in lines
    assert "The price of this GPU is not known: the cost does not include it." in lines


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("--gpu", "T4"), "bf16 needs compute capability 8, this GPU has 7.5; use --precision fp16"),
        (
            ("--gpu", "Jetson AGX Thor", "--rate", "5", "--split-prefill"),
            "the catalog lists no link for this GPU to transfer the KV cache from prefill to decode",
        ),
    ],
)
def test_a_board_without_any_plan_is_told_why(run: Run, asked: tuple[str, ...], why: str) -> None:
    assert why in run("size", "--model", "llama-3.1-8b", *asked).out


def test_a_dgx_spark_is_a_candidate_in_16_bits(run: Run) -> None:
    (plan,) = json.loads(
        run("size", "--model", "llama-3.1-8b", "--gpu", "DGX Spark", "--concurrency", "1", "--tpot-ms", "200", "--json").out
    )["plans"]
    assert plan["fits"]
    assert plan["compute_precision"] == "fp16"
    # 273 GB/s read 15 GiB of weights in 59 ms at best.
    assert plan["tpot_ms"]["value"] > 55


def test_a_gpu_without_a_kernel_is_told_with_what_runs(run: Run) -> None:
    found = run("size", "--model", "gpt-oss-20b", "--gpu", "T4", "--gpus", "1", "--json").json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8")))
    assert (found["fits"], found["plans"]) == (False, [])
    (unable,) = found["unsupported"]
    assert unable["gpu"] == "nvidia.t4"
    assert "vLLM 0.11.2 has no kernel for MXFP4 at compute capability 7.5" in unable["reason"]
    assert {"fp16", "int4", "nf4"} <= set(unable["formats"])
    assert "has no kernel for MXFP4" in run("size", "--model", "gpt-oss-20b", "--gpu", "T4", "--gpus", "1").out


def test_the_json_names_kernel_release_verdict_and_conversion(run: Run) -> None:
    asked = ("size", "--model", "qwen3-8b", "--precision", "fp8", "--gpu", "T4", "--engine-release", "v0.16.0", "--json")
    found = run(*asked).json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8")))
    assert found["request"]["engine_release"] == "0.16.0"
    plan = found["plans"][0]
    assert plan["kernel"] | {"source": ""} == {
        "name": "Marlin FP8",
        "engine": "vllm",
        "release": "0.16.0",
        "arithmetic": "weight-only",
        "confidence": "read",
        "source": "",
    }
    assert (plan["conversion"], plan["verdict"], plan["compute_precision"]) == (True, "fits", "fp16")
    assert run("size", "--model", "qwen3-8b", "--gpu", "H100", "--json").json["request"]["engine_release"] == "0.11.2"
    assert run("size", "--model", "qwen3-8b", "--gpu", "H100", "--engine-release", "newest").code == 3


def test_files_of_llama_cpp_are_no_conversion(run: Run) -> None:
    """GGUF files of the release are published as well: the text, `gpudesk fit` and the JSON agree."""
    asked = ("size", "--model", "gpt-oss-20b", "--engine", "llama.cpp", "--gpu", "RTX 3090", "--gpus", "1")
    (plan,) = json.loads(run(*asked, "--json").out)["plans"]
    assert (plan["conversion"], plan["verdict"]) == (False, "fits")
    assert "conversion" not in run(*asked).out
