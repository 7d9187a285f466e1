"""gpudesk fleet, and --stock."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.conftest import Run

ASKED = ("--model", "llama-3.1-8b", "--precision", "bf16", "--input", "2000")


@pytest.fixture
def fleet(tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "one.gpudesk"
    assert run("new", path, "--template", "one-rack").code == 0
    for name, count in (("Chat", 200), ("Help", 20)):
        assert run("size", *ASKED, "--concurrency", str(count), "--tpot-ms", "200", "--keep", path, "--as", name).code == 0
    return path


def schema(name: str) -> object:
    return json.loads(locate.resource("schemas", f"{name}.v2.json").read_text())


def test_a_fleet_is_told(fleet: Path, run: Run) -> None:
    body = run("fleet", fleet, "--json").json
    jsonschema.validate(body, schema("fleet"))
    assert (body["gpus"], [each["name"] for each in body["workloads"]]) == (32, ["Chat", "Help"])
    assert all(each["fits"] and not each["hours_with_shortage"] for each in body["workloads"])
    assert [each["method"] for each in body["sharing"]] == ["own", "hourly", "mig", "shared"]
    own = next(each for each in body["sharing"] if each["method"] == "own")
    assert own["gpus"] == sum(max(each["gpus_by_hour"]) for each in body["workloads"])
    told = run("fleet", fleet).out
    assert "32 GPUs available" in told
    assert "MIG slices where sufficient" in told
    assert "rule of thumb" in told


def test_stock_takes_the_place_of_the_project(fleet: Path, run: Run) -> None:
    body = run("fleet", fleet, "--stock", "6xA100-40GB,4xL40S", "--json").json
    jsonschema.validate(body, schema("stock_use"))
    assert [each["name"] for each in body["uses"]] == ["Chat", "Help"]
    taken = sum(part["gpus"] for each in body["uses"] for part in each["parts"])
    assert taken + sum(each["gpus"] for each in body["unused"]) == 10
    assert "Left: " in run("fleet", fleet, "--stock", "6xA100-40GB,4xL40S").out


def test_one_model_on_what_lies_there(run: Run) -> None:
    body = run("size", *ASKED, "--concurrency", "30", "--stock", "2xL40S", "--json").json
    jsonschema.validate(body, schema("stock_use"))
    assert body["uses"][0]["parts"][0]["gpu"] == "nvidia.l40s"
    assert "NVIDIA L40S" in run("size", *ASKED[:2], "--task", "finetune", "--stock", "2xL40S").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("size", *ASKED, "--stock", "six A100"), "six A100 is not a stock line"),
        (
            ("size", *ASKED, "--stock", "2xL40S", "--utilisation", "0.5"),
            "a saved workload cannot include utilization: leave it out with --keep and --stock",
        ),
        (("size", *ASKED, "--as", "Chat"), "--keep"),
    ],
)
def test_what_is_wrong_is_said(run: Run, words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert done.code in (2, 3)
    assert says in done.err


def test_a_project_without_workloads_has_no_fleet(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "one.gpudesk"
    run("new", path)
    assert (run("fleet", path).code, "the project has no saved workload; save one with gpudesk size --keep" in run("fleet", path).err) == (
        2,
        True,
    )
