"""`gpudesk size --task train` and `--task finetune`."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.catalog.templates import load_template
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from tests.cli.conftest import Run

SCHEMA: dict[str, Any] = json.loads(locate.resource("schemas", "size.v2.json").read_text(encoding="utf-8"))
SEVENTY = ("size", "--task", "finetune", "--method", "qlora", "--model", "llama-3.1-70b", "--batch", "16", "--gpu", "4090", "--gpus", "2")


@pytest.mark.parametrize(
    "options",
    [
        ("--task", "train"),
        ("--task", "finetune", "--best", "cost"),
        ("--task", "finetune", "--method", "qlora", "--gpu", "4090", "--kept", "bf16", "--sequence", "512"),
        ("--task", "finetune", "--method", "grpo", "--adapter", "--gpu", "H100", "--gpus", "1"),
        (
            "--task",
            "train",
            "--gpu",
            "H100",
            "--gpus",
            "16",
            "--tensor-parallel",
            "4",
            "--pipeline-parallel",
            "2",
            "--context-parallel",
            "1",
        ),
        ("--task", "train", "--gpu", "T4", "--offload", "--zero", "3", "--recompute", "none", "--micro-batch", "4", "--gpus", "8"),
    ],
)
def test_the_json_is_as_documented(options: tuple[str, ...], run: Run) -> None:
    done = run("size", "--model", "llama-3.1-8b", *options, "--json")
    assert done.code == 0
    jsonschema.validate(done.json, SCHEMA)
    assert done.json["plans"]
    for plan in done.json["plans"]:
        assert plan["memory"]["needed_gib"] == pytest.approx(sum(term["gib"] for term in plan["memory"]["terms"]))
        assert plan["fits"] == (None if "memory" in plan["at_risk"] and not plan["refused"] else not plan["refused"])


def test_seventy_billion_on_two_cards_of_24_gb(run: Run) -> None:
    """FSDP puts words and head together whole: two cards hold them neither in 32 bits nor in 16; four may, in 16."""
    refused = run(*SEVENTY, "--sequence", "2048").out
    assert "memory: 43.7 GiB per GPU needed, 24.0 usable" in refused
    assert "207,093,760 of them trained" in refused
    assert re.search(r"Frozen weights +20\.36", refused)
    assert "still does not fit" in refused
    assert run(*SEVENTY, "--sequence", "512", "--kept", "bf16", "--json").json["fits"] is False
    four = run(*SEVENTY, "--sequence", "2048", "--kept", "bf16", "--gpus", "4", "--json").json
    assert four["fits"] is None
    assert four["plans"][0]["at_risk"] == ["memory"]


def test_seven_billion_with_all_its_terms(run: Run) -> None:
    told = run("size", "--task", "train", "--model", "llama-2-7b", "--gpu", "H100", "--gpus", "1").out
    assert "memory: 105.3 GiB per GPU needed, 79.2 usable" in told
    assert re.search(r"Weights in 32 bits +25\.10", told)
    assert "2 GPUs: 72.6 GiB per GPU, fits" in told


def test_what_was_left_to_the_search_is_not_offered_again(run: Run) -> None:
    given = ("--gpu", "H100", "--gpus", "8", "--zero", "0", "--recompute", "none")
    fixed = run("size", "--task", "train", "--model", "llama-3.1-70b", *given)
    assert "full recomputation: " in fixed.out
    free = run("size", "--task", "train", "--model", "llama-2-7b", "--gpu", "H100", "--gpus", "1").out
    assert "recomputation" not in free


def test_pre_training_of_405_billion_on_16384_h100(run: Run) -> None:
    """Published for Llama 3: utilization of 38 to 43 %, 30.84 M GPU-hours with all failures; 15.6e12 tokens in sequences of 8,192."""
    given = ("--optimizer", "adamw-megatron", "--sequence", "8192", "--batch", "2048", "--tokens", "15.6e12")
    done = run("size", "--task", "train", "--model", "llama-3.1-405b", "--gpu", "H100", "--gpus", "16384", *given, "--json").json
    jsonschema.validate(done, SCHEMA)
    (plan,) = done["plans"]
    assert plan["fits"]
    assert plan["tensor_parallel"] == 8
    time = plan["time"]
    low, high = (
        time["mfu"] * time["step_s"]["value"] / time["step_s"]["high"],
        time["mfu"] * time["step_s"]["value"] / time["step_s"]["low"],
    )
    assert low < 0.41 < high
    assert time["gpu_hours"] == pytest.approx(time["days"]["value"] * 24 * 16384)
    assert time["gpu_hours"] * time["days"]["high"] / time["days"]["value"] > 0.9 * 30.84e6


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--task", "train", "--input", "5", "--engine", "vllm"), "--input, --engine cannot be combined with --task train"),
        (("--batch", "5"), "--batch cannot be combined with --task serve"),
        (("--task", "train", "--precision", "q4_k_m"), "the precisions are bf16, fp16, fp8, fp32"),
        (("--task", "train", "--optimizer", "luck"), "Unknown optimizer luck; available: adamw-mixed"),
        (("--task", "train", "--method", "alchemy"), "alchemy is not recognized; available: full, lora"),
        (("--task", "train", "--precision", "fp32", "--optimizer", "adamw-mixed"), "which cannot be computed in FP32"),
        (("--task", "train", "--days", "5"), "A limit in days is set, but the number of tokens is not."),
        (("--task", "train", "--batch", "2", "--micro-batch", "4"), "A micro-batch of 4 sequences exceeds the batch of 2"),
    ],
)
def test_what_does_not_go_together(options: tuple[str, ...], told: str, run: Run) -> None:
    done = run("size", "--model", "gpt2", *options)
    assert done.code in (2, 3)
    assert told in done.err


def test_what_it_costs(run: Run) -> None:
    """Hours with what is lost, times what an hour costs that is put to use; a figure of the account can be said."""
    given = (
        "size",
        "--task",
        "train",
        "--model",
        "llama-3.1-8b",
        "--gpu",
        "H100",
        "--gpus",
        "64",
        "--sequence",
        "8192",
        "--tokens",
        "1e11",
    )
    usual = run(*given, "--json").json["plans"][0]
    assert usual["cost"]["total"]["value"] == pytest.approx(
        usual["cost"]["rates"]["per_used_gpu_hour"]["value"] * usual["job"]["gpu_hours"]["value"], rel=1e-3
    )
    dear = run(*given, "--cost", "years=2", "--json").json["plans"][0]
    assert dear["cost"]["total"]["value"] > usual["cost"]["total"]["value"]
    assert "A GPU-hour used costs" in run(*given).out
    assert (
        run("size", "--task", "finetune", "--method", "grpo", "--model", "gpt2", "--gpu", "H100", "--json").json["plans"][0]["cost"] is None
    )


@pytest.mark.parametrize(
    ("options", "figures"),
    [
        ((*SEVENTY, "--sequence", "2048"), ["43.7 GiB"]),
        ((*SEVENTY, "--sequence", "512"), ["35.5 GiB"]),
        ((*SEVENTY, "--sequence", "512", "--kept", "bf16"), ["28.4 GiB"]),
        ((*SEVENTY, "--sequence", "512", "--kept", "bf16", "--optimizer", "adamw-8bit"), ["27.5 GiB"]),
        ((*SEVENTY, "--sequence", "2048", "--kept", "bf16", "--gpus", "4"), ["24.0 (22.1-26.8)"]),
        (("size", "--task", "train", "--model", "llama-2-7b", "--gpu", "H100", "--gpus", "1"), ["105.3 GiB", "65.7 GiB"]),
        (("size", "--task", "train", "--model", "llama-2-7b", "--gpu", "H100", "--gpus", "2"), ["72.6 ("]),
        (("size", "--task", "train", "--model", "llama-2-7b", "--gpu", "H100", "--gpus", "8"), ["64.2 ("]),
    ],
)
def test_figures_of_the_page_on_training(options: tuple[str, ...], figures: list[str], run: Run) -> None:
    page = (Path(__file__).parents[2] / "docs" / "sizing-training.md").read_text(encoding="utf-8")
    told = run(*options).out
    for figure in figures:
        assert figure in told
        assert figure.split(" ")[0] in page


def test_a_number_of_gpus_that_does_not_come_out_even_is_named(run: Run) -> None:
    asked = ("--task", "train", "--model", "llama-3.1-405b", "--gpu", "H100", "--batch", "2048", "--gpus", "100000")
    assert "100,000 GPUs cannot split this training evenly: " in run("size", *asked).out


def test_a_precision_that_the_board_lacks_is_refused_with_those_that_it_has(run: Run) -> None:
    asked = ("size", "--model", "llama-3.1-8b", "--task", "train", "--gpus", "8", "--precision", "fp8", "--json")
    (plan,) = json.loads(run(*asked, "--gpu", "A100 SXM4 80 GB").out)["plans"]
    assert plan["reasons"][-1].endswith("the GPU does not support FP8, or its rate is not known; use --precision bf16 or fp16 or fp32")


def test_over_the_network_of_a_project(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "pod.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, load_template("dgx-basepod"))
        asked = ("size", "--task", "train", "--model", "llama-3.1-8b", "--tokens", "1e9", "--project", str(file))
        bare = run(*asked, "--json").json
        assert bare["request"]["project_network"]["joins"] is False
        assert bare["plans"][0]["gpus"] <= 8
        assert any("No cable of" in remark for remark in bare["plans"][0]["remarks"])
        refused = run(*asked, "--gpus", "16")
        assert (refused.code, "No cable of" in refused.err) == (3, True)
        run_operation(document, cable_project)
    done = run(*asked, "--gpus", "16", "--json").json
    jsonschema.validate(done, SCHEMA)
    assert done["request"]["project_network"]["gbps_per_gpu"] == pytest.approx(400)
    assert any("each GPU has 400 Gb/s" in remark for remark in done["plans"][0]["remarks"])
    assert run(*asked, "--gpu", "L40S").code == 3
    assert run(*asked, "--stock", "8xH100").code == 2
    assert run("size", "--model", "llama-3.1-8b", "--project", str(file)).code == 2


def test_a_project_without_a_compute_network_says_so(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "room.gpudesk"
    with Document.create(file) as document:
        run_operation(document, build, load_template("dgx-basepod"))
        networks = document.snapshot["network"]
        run_operation(document, delete_objects, "network", networks.where("kind", 0).tolist())
    asked = ("size", "--task", "train", "--model", "llama-3.1-8b", "--project", str(file))
    assert "no compute network" in run(*asked).out
    assert "no compute network" in run(*asked, "--gpus", "16").err
