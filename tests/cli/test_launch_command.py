"""`gpudesk launch`: what starts a workload of a project."""

import json
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.run import run as run_operation
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from tests.cli.conftest import Run


@pytest.fixture
def project(tmp_path: Path, run: Run) -> Path:
    """A project with one workload."""
    path = tmp_path / "hall.gpudesk"
    assert run("new", str(path)).code == 0
    with Document.open(path) as document:
        work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", gpu="nvidia.h100-sxm5-80gb"))
        run_operation(document, add_workload, "Chat", str(work.task), work.asked)
    return path


def test_the_list_is_as_documented(run: Run) -> None:
    found = run("launch", "--list", "--json").json
    jsonschema.validate(found, json.loads(locate.resource("schemas", "launch.v2.json").read_text(encoding="utf-8")))
    assert {"vllm", "sbatch", "keda", "deepspeed", "mig-parted"} <= {row["format"] for row in found["formats"]}
    assert "KEDA ScaledObject" in run("launch", "--list").out


def test_a_script_can_be_run(project: Path, tmp_path: Path, run: Run) -> None:
    out = tmp_path / "serve.sh"
    done = run("launch", str(project), "Chat", "vllm", str(out), "--uuid", "GPU-1234abcd-0000", "--json")
    assert done.code == 0, done.err
    jsonschema.validate(done.json, json.loads(locate.resource("schemas", "launch.v2.json").read_text(encoding="utf-8")))
    assert done.json["files"] == [str(out)]
    assert out.stat().st_mode & 0o100
    assert "uuids=(GPU-1234abcd-0000)" in out.read_text(encoding="utf-8")


def test_several_files_go_into_a_folder(project: Path, tmp_path: Path, run: Run) -> None:
    assert run("launch", str(project), "Chat", "hpa", str(tmp_path / "hpa")).code == 0
    assert len(list((tmp_path / "hpa").iterdir())) == 2


def test_what_cannot_be_is_said_in_one_line(project: Path, tmp_path: Path, run: Run) -> None:
    out = str(tmp_path / "x")
    assert "no workload 'Talk'; its workloads are: Chat" in run("launch", str(project), "Talk", "vllm", out).err
    assert "Unknown output perl; available: vllm" in run("launch", str(project), "Chat", "perl", out).err
    assert "is not the UUID of a GPU" in run("launch", str(project), "Chat", "vllm", out, "--uuid", "0; reboot").err
    assert "8 GPUs" in run("launch", str(project), "Chat", "vllm", out, "--numa", "0,1").err
    assert run("launch", str(project)).code == 2
    assert not (tmp_path / "x").exists()
