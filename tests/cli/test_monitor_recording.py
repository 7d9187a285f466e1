"""`gpudesk monitor` records, and shows what was recorded."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.in_process import gpudesk
from tests.monitor.conftest import driver_folder
from tests.patience import PATIENCE_S, until

__all__ = ["driver_folder"]


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return gpudesk("monitor", *words, driver=folder)


def test_record_then_look_and_export(driver_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "load.gpurec"
    done = run(driver_folder, "--record", str(path), "--seconds", "2.5", "--every", "0.1")
    assert done.returncode == 0, done.stderr
    assert "readings in" in done.stdout
    assert path.stat().st_mode & 0o777 == 0o600
    shown = run(driver_folder, "--source", f"replay:{path}", "--json")
    assert shown.returncode == 0, shown.stderr
    told = json.loads(shown.stdout)
    jsonschema.validate(told, json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8")))
    assert told["source"] == "recording"
    assert len(told["gpus"]) == 8
    assert told["recording"]["end"] > told["recording"]["begin"]
    assert "to " in run(driver_folder, "--source", f"replay:{path}").stdout
    out = tmp_path / "load.csv"
    assert run(driver_folder, "--source", f"replay:{path}", "--export", "csv", str(out)).returncode == 0
    assert out.read_text().startswith("time,gpu,host,number,name,memory_total_bytes")
    before = path.read_bytes()
    over = run(driver_folder, "--source", f"replay:{path}", "--export", "csv", str(path))
    assert over.returncode == 2
    assert "is the recording itself" in over.stderr
    assert path.read_bytes() == before
    nowhere = run(driver_folder, "--source", f"replay:{path}", "--export", "csv", str(tmp_path / "none" / "x.csv"))
    assert nowhere.returncode == 3
    assert "cannot be written" in nowhere.stderr


def test_it_ends_well_when_it_is_told_to(driver_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "load.gpurec"
    there = {**os.environ, "LD_LIBRARY_PATH": str(driver_folder)}
    words = [sys.executable, "-m", "gpudesk", "monitor", "--record", str(path), "--every", "0.2"]
    with subprocess.Popen(words, env=there, stdout=subprocess.PIPE, text=True) as running:
        # The file is made after the first readings, and the signal waited for before.
        until(path.exists)
        running.send_signal(signal.SIGTERM)
        out, _ = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 0
    assert "readings in" in out
    assert not path.with_name("load.gpurec-wal").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--record", "x.gpurec", "--once"),
        ("--export", "csv", "x.csv"),
        ("--source", "replay:x.gpurec", "--seconds", "3"),
        ("--source", "snapshot:x", "--record", "y.gpurec"),
    ],
)
def test_what_does_not_go_together_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    assert run(tmp_path, *words).returncode == 2


def test_a_file_that_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "x.gpurec"
    path.write_text("power")
    done = run(tmp_path, "--source", f"replay:{path}")
    assert done.returncode == 3
    assert "x.gpurec" in done.stderr
    assert "There is no file" in run(tmp_path, "--source", f"replay:{tmp_path / 'none.gpurec'}").stderr


def test_how_long_it_is_kept_is_checked_before_it_begins(driver_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.gpurec"
    refused = run(driver_folder, "--record", str(path), "--seconds", "0.3", "--keep-days", "2", "1", "3")
    assert refused.returncode == 3
    assert (
        "Keep raw readings no longer than one-second summaries, and one-second summaries no longer than one-minute summaries."
        in refused.stderr
    )
    assert not path.exists()
    assert run(driver_folder, "--once", "--keep-days", "1", "2", "3").returncode == 2
    assert "--with-commands needs --record" in run(driver_folder, "--once", "--with-commands").stderr
    assert run(driver_folder, "--record", str(path), "--seconds", "0.5", "--keep-days", "0.5", "1", "30").returncode == 0
