"""Options of training on the command line: each is honored, or refused with the true reason."""

import json
from dataclasses import replace

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.training import TrainingReason, lacking_base, training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload
from tests.cli.conftest import Run

TUNE = ("size", "--task", "finetune", "--batch", "2", "--sequence", "1024")


@pytest.mark.parametrize("zero", ["0", "1", "2", "3"])
def test_the_stage_of_zero_is_honored_with_qlora(zero: str, run: Run) -> None:
    found = run(*TUNE, "--method", "qlora", "--model", "llama-3.3-70b", "--zero", zero, "--gpu", "RTX 3090", "--gpus", "2", "--json").json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8")))
    (plan,) = found["plans"]
    assert (plan["zero"], plan["gpus"], plan["verdict"]) == (int(zero), 2, "does not fit")
    weights = next(term["gib"] for term in plan["memory"]["terms"] if term["name"] == "frozen")
    assert weights == pytest.approx(40.7 / (2 if zero == "3" else 1), abs=0.1)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--method", "lora", "--tensor-parallel", "2"), "it does not support --tensor-parallel"),
        (("--method", "lora", "--pipeline-parallel", "2"), "it does not support --pipeline-parallel"),
        (("--method", "full", "--program", "native", "--pipeline-parallel", "2", "--zero", "3"), "ZeRO 3 cannot be combined with pipeline"),
        (("--method", "qlora", "--zero", "3", "--gpus", "1"), "ZeRO 3 needs at least two copies"),
        (("--method", "qlora", "--base", "q4_k_m"), "Adapters cannot be trained on weights in Q4_K_M; supported: fp8, int8, int4"),
        (("--method", "qlora", "--base", "mxfp4"), "Adapters cannot be trained on weights in MXFP4"),
        (("--method", "qlora", "--base", "nvfp4"), "Adapters cannot be trained on weights in NVFP4"),
    ],
)
def test_what_does_not_run_is_refused_with_its_reason(options: tuple[str, ...], why: str, run: Run) -> None:
    gpus = () if "--gpus" in options else ("--gpus", "8")
    done = run(*TUNE, "--model", "llama-3.1-8b", "--gpu", "H100", *gpus, *options)
    assert done.code == 3
    assert why in done.err


def test_a_base_without_a_kernel_on_the_board_is_refused_with_what_runs() -> None:
    """bitsandbytes has kernels from compute capability 7.0 on."""
    board = replace(boards()["nvidia.v100-sxm2-32gb"], capability=6.0)
    work = training_workload(TrainingAsked("llama-3.2-1b", method="qlora", precision="fp16", batch=2, sequence=1024))
    (plan,) = training_plans(work, [board], 1)
    assert TrainingReason.FORMAT in plan.refused
    why = lacking_base(work, board)
    assert why is not None
    assert "Transformers has no kernel for NF4 at compute capability 6.0" in why.plain()
    assert lacking_base(work, boards()["nvidia.v100-sxm2-32gb"]) is None


def test_logits_are_the_whole_table_without_a_fused_loss(run: Run) -> None:
    """Llama 3.1 8B, 8,192 tokens: 14 bytes for each of 128,256 words, and the head's own 4 bytes for each of 4,096 numbers."""
    asked = (
        "size",
        "--task",
        "finetune",
        "--method",
        "lora",
        "--model",
        "llama-3.1-8b",
        "--batch",
        "1",
        "--sequence",
        "8192",
        "--gpu",
        "H100",
    )
    whole, chunked = (run(*asked, "--gpus", "1", *more, "--json").json["plans"][0] for more in ((), ("--chunked-loss",)))
    terms = [next(term["gib"] for term in each["memory"]["terms"] if term["name"] == "logits") for each in (whole, chunked)]
    assert terms[0] == pytest.approx(8192 * (128_256 * 14 + 4 * 4096) / 2**30)
    assert terms[1] < terms[0] / 4


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--method", "lora", "--base", "int8"), "--base needs --method qlora"),
        (("--method", "lora", "--kept", "bf16"), "--kept needs --method qlora"),
        (("--method", "full", "--rank", "64"), "--rank needs an adapter"),
        (("--method", "full", "--targets", "attention", "--train-embeddings"), "--targets, --train-embeddings needs an adapter"),
        (("--method", "lora", "--rollouts", "8"), "--rollouts needs --method ppo or grpo"),
        (("--steps", "10", "--epochs", "2"), "--epochs cannot be combined with --steps"),
        (("--epochs", "2"), "--epochs needs --tokens"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused(options: tuple[str, ...], why: str, run: Run) -> None:
    """`--method lora --base int8` came out in 16 bits without a word."""
    done = run(*TUNE, "--model", "gpt2", "--gpu", "H100", "--gpus", "1", *options)
    assert done.code == 2
    assert why in done.err


@pytest.mark.parametrize(
    "options",
    [("--method", "qlora", "--base", "int8", "--kept", "bf16"), ("--method", "dpo", "--adapter", "--rank", "8"), ("--tokens", "1e6")],
)
def test_the_same_options_are_honored_where_they_belong(options: tuple[str, ...], run: Run) -> None:
    assert run(*TUNE, "--model", "gpt2", "--gpu", "H100", "--gpus", "1", *options).code == 0


def test_former_spellings_of_options_still_work_and_are_not_shown(run: Run) -> None:
    done = run(
        *TUNE, "--model", "gpt2", "--gpu", "H100", "--gpus", "1", "--method", "lora", "--train-words", "--optimiser", "adamw-8bit", "--json"
    )
    body = json.loads(done.out)
    assert (body["request"]["optimizer"], body["request"]["adapter"]["embeddings"]) == ("adamw-8bit", True)
    for command in ("size", "cost"):
        text = run(command, "--help").out
        assert "--utilization" in text
        assert not any(spelling in text for spelling in ("--optimiser", "--train-words", "--utilisation"))
    refused = run("size", "--model", "llama-3.1-8b", "--utilisation", "7")
    assert "'--utilization'" in refused.err


def test_american_spellings_of_cost_inputs(run: Run) -> None:
    asked = ("size", "--model", "llama-3.1-8b", "--gpu", "H100", "--json", "--cost")
    figures = [run(*asked, f"{key}=55").out for key in ("utilisation", "utilization")]
    assert figures[0] == figures[1]
