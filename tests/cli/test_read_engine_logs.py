"""`gpudesk read` of logs of programs that serve models, and `size --log` of a log of something else."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.formats import run_logs, vllm_logs


@pytest.mark.parametrize(
    ("text", "program", "release", "weights", "model"),
    [
        (vllm_logs.V1_010, "vllm", "0.10.1.1", 14.2488, "/models/Qwen2.5-7B-Instruct"),
        (vllm_logs.V1_020, "vllm", "0.26.0", 15.05, "Qwen/Qwen3-32B-AWQ"),
        (run_logs.VLLM_V1, "vllm", None, None, None),
        (run_logs.SGLANG, "sglang", None, None, None),
        (run_logs.LLAMA, "llama.cpp", None, None, None),
    ],
)
def test_a_log_is_recognized_by_its_content(
    text: str, program: str, release: str | None, weights: float | None, model: str | None, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "output.txt"
    path.write_text(text, encoding="utf-8")
    found = run("read", str(path), "--json").json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "read.v2.json").read_text(encoding="utf-8")))
    assert found["kind"] == "log of a serving program"
    log = found["engine_log"]
    assert log["program"] == program
    if release is not None:
        assert (log["release"], log["weights_gib"], log["model"]) == (release, weights, model)
        assert log["arguments"]["model"] == model
    assert f"log of {program}" in run("read", str(path)).out


def test_a_kind_that_a_text_does_not_hold_is_refused(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "output.txt"
    path.write_text(run_logs.LLAMA, encoding="utf-8")
    assert run("read", path, "--as", "run-log").code == 0
    wrong = run("read", path, "--as", "kernel-log")
    assert (wrong.code, wrong.out) == (3, "")
    assert "output.txt contains no kernel-log; it is recognized as: run-log." in wrong.err


def test_one_quoted_line_makes_no_log(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "note.txt"
    path.write_text("It says: Model loading took 14.2488 GiB and 12.8 seconds, is that much?\n", encoding="utf-8")
    assert run("read", str(path)).code == 3


@pytest.mark.parametrize(
    ("model", "gpu", "told"),
    [
        ("qwen3-32b", "RTX 3090", "The log is from another model: Qwen2.5-7B-Instruct; the plan is for Qwen/Qwen3-32B."),
        ("llama-3.1-8b", "H100", "The log is from another model: Qwen2.5-7B-Instruct"),
    ],
)
def test_a_log_of_another_model_is_reported_as_such(model: str, gpu: str, told: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "output.txt"
    path.write_text(vllm_logs.V1_010, encoding="utf-8")
    done = run("size", "--model", model, "--gpu", gpu, "--log", str(path))
    assert told in done.out
    assert run("size", "--model", model, "--gpu", gpu, "--log", str(path), "--remember").code == 2


def test_a_log_of_other_gpus_is_reported_as_such(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "output.txt"
    path.write_text(vllm_logs.V1_020, encoding="utf-8")
    done = run("size", "--model", "qwen3-32b", "--precision", "int4", "--gpu", "H100", "--gpus", "2", "--log", str(path))
    assert "The log is from other GPUs with 23.6 GiB; the GPUs of the plan have 79.6 GiB." in done.out
