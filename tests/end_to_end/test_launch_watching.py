"""What `gpudesk launch` writes for Prometheus, read by its own tool: scrape targets and alert rules."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from gpudesk.cli import main
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept

NAMES = ("Chat", "{{ $labels.model }} $(touch PWNED) \"'", "a: b # c")


def promtool(*words: str) -> str:
    """What promtool prints of a file that it takes; without Prometheus the test is skipped, or fails where it is required."""
    program = shutil.which("promtool")
    if program is None:
        assert os.environ.get("GPUDESK_PROMETHEUS") != "required", "Prometheus is not installed"
        pytest.skip("Prometheus is not installed")
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"
    return done.stdout


def launched(folder: Path, engine: str, name: str, form: str) -> Path:
    """The file of a format for a workload of a name."""
    project = folder / "hall.gpudesk"
    assert main(["new", str(project)]) == 0
    with Document.open(project) as document:
        work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", engine=engine, gpu="nvidia.h100-sxm5-80gb"))
        run(document, add_workload, name, str(work.task), work.asked)
    assert main(["launch", str(project), name, form, str(folder / form)]) == 0
    (written,) = [path for path in [folder / form, *(folder / form).glob("*")] if path.is_file()]
    return written


@pytest.mark.parametrize("engine", ["vllm", "sglang", "trtllm", "llama.cpp"])
def test_promtool_takes_the_alert_rules_of_every_engine(engine: str, tmp_path: Path) -> None:
    written = launched(tmp_path, engine, NAMES[0], "alerts")
    (group,) = yaml.safe_load(written.read_text(encoding="utf-8"))["groups"]
    assert f"SUCCESS: {len(group['rules'])} rules found" in promtool("check", "rules", str(written))


@pytest.mark.parametrize("name", NAMES[1:])
def test_promtool_takes_the_alert_rules_of_any_name(name: str, tmp_path: Path) -> None:
    assert "SUCCESS" in promtool("check", "rules", str(launched(tmp_path, "vllm", name, "alerts")))


@pytest.mark.parametrize("name", NAMES)
def test_promtool_takes_the_scrape_targets(name: str, tmp_path: Path) -> None:
    written = launched(tmp_path, "vllm", name, "prometheus")
    assert "is valid prometheus config file syntax" in promtool("check", "config", str(written))
