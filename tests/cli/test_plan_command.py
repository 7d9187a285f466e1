"""gpudesk size --keep and gpudesk plan: a workload is kept, and what it needs is built."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.project.document import Document
from tests.cli.conftest import Run
from tests.formats import model_makers as make

MODEL = ("--model", "llama-3.1-70b", "--precision", "fp8", "--input", "4096")
CHAT = ("size", *MODEL, "--concurrency", "512", "--gpu", "H100", "--as", "Chat")


@pytest.fixture
def kept(tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "one.gpudesk"
    assert "Saved as Chat" in run(*CHAT, "--keep", path).out
    return path


def test_what_is_asked_is_kept_and_changed_under_its_name(kept: Path, run: Run) -> None:
    again = run(*CHAT, "--keep", kept, "--concurrency", "8", "--json")
    assert again.json["request"]["concurrency"] == 8
    run(*CHAT[:-2], "--keep", kept)
    with Document.open(kept, write=False) as document:
        rows = document.snapshot["workload"]
        assert rows["name"].tolist() == ["Chat", "Workload 1"]
        assert [json.loads(text)["concurrency"] for text in rows["asked"].tolist()] == [8, 512]


def test_trainings_and_models_of_ones_own_are_kept(tmp_path: Path, run: Run) -> None:
    file, folder = tmp_path / "one.gpudesk", make.folder_of(tmp_path / "model")
    for more in ((), ("--task", "finetune", "--method", "lora"), ("--task", "train")):
        assert run("size", "--model", folder, *more, "--gpu", "H100", "--keep", file).code == 0
    make.folder_of(tmp_path / "gone")
    told = run("info", file, "--json").json["workloads"]
    assert [(each["name"], each["task"]) for each in told] == [("Workload 1", "serve"), ("Workload 2", "finetune"), ("Workload 3", "train")]


def test_what_a_workload_needs_is_built_as_promised(kept: Path, run: Run) -> None:
    promised = run("plan", kept, "--workload", "Chat", "--dry-run", "--json").json
    jsonschema.validate(promised, json.loads(locate.resource("schemas", "plan.v2.json").read_text()))
    assert (promised["built"], promised["gpu"]) == (False, "nvidia.h100-sxm5-80gb")
    assert run("info", kept, "--json").json["totals"]["racks"] == 0
    built = run("plan", kept, "--workload", "Chat", "--json").json
    assert {**built, "built": False} == promised
    found = run("info", kept, "--json").json
    assert found["totals"] == built["totals"]
    assert {name: found["cabling"][name] for name in built["cabling"]} == built["cabling"]
    cost = run("cost", kept, "--json").json
    promise = built["cost"]
    assert cost["capital"]["value"] == pytest.approx(promise["capital"], abs=0.01)
    assert (cost["pieces_without_price"], cost["currency"]) == (promise["pieces_without_price"], promise["currency"])
    assert found["totals"]["gpus"] >= built["gpus_needed"]
    assert [(each["name"], each["fits"]) for each in found["workloads"]] == [("Chat", True)]
    assert [step["title"] for step in run("history", kept, "--json").json["steps"]] == ["Add the workload Chat", f"Build {built['name']}"]


def test_machines_and_templates_are_chosen(kept: Path, run: Run) -> None:
    other = run("plan", kept, "--workload", "Chat", "--host", "supermicro.as-8125gs-tnhr", "--dry-run", "--json").json
    assert "supermicro.as-8125gs-tnhr" in [each["key"] for each in other["types"]]
    base = run("plan", kept, "--workload", "Chat", "--template", "dgx-basepod", "--dry-run")
    assert "DGX BasePOD, 4 systems" in base.out
    assert "Nothing was built." in base.out
    wide = run("plan", kept, "--workload", "Chat", "--rack-kw", "12", "--dry-run", "--json").json
    assert wide["totals"]["racks"] > run("plan", kept, "--workload", "Chat", "--dry-run", "--json").json["totals"]["racks"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--workload", "None"), "there is no workload 'None' in the project; the workloads are: 'Chat'"),
        (("--workload", "Chat", "--host", "abacus"), "nvidia.dgx-h100"),
        (("--workload", "Chat", "--template", "abacus"), "dgx-h100-superpod"),
        (("--workload", "Chat", "--host", "a", "--template", "b"), "either --host or --template"),
        (("--workload", "Chat", "--template", "dgx-basepod", "--cooling", "none"), "leave out --cooling"),
        (("--workload", "Chat", "--template", "dgx-basepod", "--rack-kw", "12"), "leave out --cooling and --rack-kw"),
        (("--workload", "Chat", "--gpu", "RTX 3090"), "only"),
        (("--workload", "Chat", "--rack-kw", "3"), "exceeds the limit of a rack"),
    ],
)
def test_what_cannot_be_built_is_said(kept: Path, run: Run, more: tuple[str, ...], says: str) -> None:
    done = run("plan", kept, *more)
    assert done.code in (2, 3)
    assert says in done.err


def test_several_gpus_are_not_kept(tmp_path: Path, run: Run) -> None:
    done = run(*CHAT, "--gpu", "H200", "--keep", tmp_path / "one.gpudesk")
    assert (done.code, "one --gpu" in done.err) == (2, True)
    assert not (tmp_path / "one.gpudesk").exists()
