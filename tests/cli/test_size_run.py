"""`gpudesk size` with what is done with its best plan: launch files, and logs next to it."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run
from tests.formats import run_logs as logs

ASKED = ("size", "--model", "llama-3.1-8b", "--input", "7168", "--output", "1024", "--concurrency", "16", "--gpu", "H100", "--gpus", "1")


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "start.log"
    path.write_text(logs.VLLM_V0, encoding="utf-8")
    return path


def schema() -> dict[str, object]:
    found: dict[str, object] = json.loads(locate.resource("schemas", "measured.v2.json").read_text(encoding="utf-8"))
    return found


def test_what_starts_the_best_plan_is_written(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "serve.sh"
    done = run(*ASKED, "--launch", "vllm", "--out", str(out), "--uuid", "MIG-1234")
    assert done.code == 0, done.err
    assert done.out.strip() == str(out)
    assert "uuids=(MIG-1234)" in out.read_text(encoding="utf-8")


def test_a_training_is_written_too(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "train"
    asked = ("size", "--model", "llama-3.1-8b", "--task", "train", "--gpu", "H100", "--gpus", "8")
    done = run(*asked, "--launch", "deepspeed", "--out", str(out), "--train-script", "train.py --data '/my data'")
    assert done.code == 0, done.err
    assert "'/my data'" in (out / "meta-llama-3-1-8b-deepspeed.sh").read_text(encoding="utf-8")


def test_a_log_stands_beside_the_best_plan(log: Path, run: Run) -> None:
    found = run(*ASKED, "--log", str(log), "--json")
    jsonschema.validate(found.json, schema())
    rows = {row["name"]: row for row in found.json["compared"]}
    assert rows["weights"]["within_range"]
    assert rows["activations"]["measured"] == 1.23
    assert found.json["saved_as"] is None
    assert "out of range" in run(*ASKED, "--log", str(log)).out


def test_what_is_remembered_is_used_listed_and_forgotten(log: Path, run: Run) -> None:
    before = run(*ASKED, "--json").json["plans"][0]["memory"]
    kept = run(*ASKED, "--log", str(log), "--remember", "--json").json["saved_as"]
    listed = run("measured", "--json").json
    jsonschema.validate(listed, schema())
    assert [each["key"] for each in listed["measured"]] == [kept]
    assert kept in run("measured").out
    after = {term["name"]: term for term in run(*ASKED, "--json").json["plans"][0]["memory"]["terms"]}
    assert after["activations"]["gib"] == pytest.approx(1.23)
    assert "measured here" in after["activations"]["formula"]
    assert run("measured", "--forget", kept).code == 0
    assert run(*ASKED, "--json").json["plans"][0]["memory"] == before
    assert run("measured", "--forget", kept).code == 3


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (("--launch", "vllm"), 2, "give --launch FORMAT and --out OUT together"),
        (("--out", "x"), 2, "--out needs --launch"),
        (("--remember",), 2, "--remember needs --log"),
        (("--launch", "perl", "--out", "x"), 3, "Unknown output perl; available: vllm"),
        (("--log", "/nowhere.log"), 3, "cannot be read"),
        (
            ("--gpus", "1", "--precision", "fp32", "--concurrency", "900", "--launch", "vllm", "--out", "x"),
            3,
            "This plan does not meet the requirements: no launch files are written.",
        ),
    ],
)
def test_what_cannot_be_is_said(more: tuple[str, ...], code: int, says: str, run: Run) -> None:
    done = run(*ASKED, *more)
    assert (done.code, says in done.err) == (code, True), done.err
