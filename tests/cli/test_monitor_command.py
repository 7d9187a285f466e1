"""`gpudesk monitor` as a process, on a machine with GPUs that are not there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.monitor.made_library import build

SCHEMA = json.loads(locate.resource("schemas", "monitor.v1.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("driver")).parent


def _monitor(driver: Path | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LD_LIBRARY_PATH": str(driver) if driver else ""}
    command = [sys.executable, "-m", "gpudesk", "monitor", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_one_look_in_json(driver: Path) -> None:
    done = _monitor(driver, "--once", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    body = json.loads(done.stdout)
    jsonschema.validate(body, SCHEMA)
    assert len(body["gpus"]) == 8
    first = body["gpus"][0]
    assert first["values"]["sm_active_percent"] == 83
    assert first["missing"]["fan_percent"] == "unsupported"
    assert first["processes"][0]["used_bytes"] == 30_000 * 2**20
    assert body["gpus"][2]["links"][17] == {"link": 17, "up": False, "remote": "switch", "remote_pci": "00000000:06:00.0"}
    assert [(each["key"], each["evidence"]) for each in body["gpus"][2]["health"]][:1] == [("nvlinks_down", "1 of 18 links down")]


def test_one_look_in_lines(driver: Path) -> None:
    done = _monitor(driver)
    assert done.returncode == 0
    assert "Driver 580.95.05, runs containers up to CUDA 13.0" in done.stdout
    assert sum("NVIDIA H100 80GB HBM3  " in line for line in done.stdout.splitlines()) == 8
    assert "2 NVIDIA H100 80GB HBM3: NVLinks down (1 of 18 links down). Look for XID 74" in done.stdout


def test_readings_one_a_line(driver: Path) -> None:
    done = _monitor(driver, "--seconds", "0.5", "--every", "0.2", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) >= 2
    for line in lines:
        jsonschema.validate(line, SCHEMA)


def test_a_machine_without_a_driver() -> None:
    done = _monitor(None, "--json")
    assert (done.returncode, done.stdout) == (3, "")
    assert "no NVIDIA driver" in done.stderr
