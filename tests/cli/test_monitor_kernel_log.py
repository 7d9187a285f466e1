"""`gpudesk monitor --kernel-log`."""

import json
import subprocess
from pathlib import Path

import jsonschema

from gpudesk import locate
from tests.cli.in_process import gpudesk

LOG = """[   10.5] NVRM: loading
2026-03-01T12:00:00+00:00 node kernel: NVRM: Xid (PCI:0000:18:00): 79, pid='41', name=python, GPU has fallen off the bus.
[  900.250000] NVRM: Xid (PCI:0000:3b:00): 31, pid=77, name=train, Ch 00000008
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return gpudesk("monitor", *arguments)


def test_errors_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text(LOG)
    done = run("--kernel-log", str(path))
    assert done.returncode == 0
    assert "2026-03-01 12:00:00 UTC" in done.stdout
    assert "The GPU no longer answers on the bus" in done.stdout
    body = json.loads(run("--kernel-log", str(path), "--json").stdout)
    jsonschema.validate(body, json.loads(locate.resource("schemas", "kernel_log.v1.json").read_text(encoding="utf-8")))
    assert [(each["xid"], each["pci"], each["pid"]) for each in body["errors"]] == [(79, "0000:18:00", 41), (31, "0000:3b:00", 77)]


def test_a_log_without_errors_and_one_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "dmesg.txt"
    path.write_text("nothing\n")
    assert "holds no error" in run("--kernel-log", str(path)).stdout
    gone = run("--kernel-log", str(tmp_path / "gone"))
    assert gone.returncode == 3
    assert "gone cannot be read" in gone.stderr
