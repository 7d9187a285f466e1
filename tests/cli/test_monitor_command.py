"""`gpudesk monitor` on a machine with GPUs that are not there; into a terminal as a process."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from gpudesk import locate
from tests.cli.a_terminal import Terminal
from tests.cli.in_process import gpudesk
from tests.monitor.made_library import build

SCHEMA = json.loads(locate.resource("schemas", "monitor.v2.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("driver")).parent


def _monitor(driver: Path | None, *arguments: str) -> subprocess.CompletedProcess[str]:
    return gpudesk("monitor", *arguments, driver=driver)


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
    assert first["cpu_affinity"] == "0-31,64-95"
    down = body["gpus"][2]["links"][17]
    assert (down["up"], down["remote"], down["remote_pci"]) == (False, "switch", "00000000:06:00.0")
    assert body["gpus"][2]["links"][5]["errors"] == {"replays": 40, "recoveries": 1, "crc_flit": 40, "crc_data": None, "ecc_data": 0}
    assert body["gpus"][2]["links"][5]["errors_missing"] == {"crc_data": "unsupported"}
    assert [(each["key"], each["evidence"]) for each in body["gpus"][2]["health"]][:1] == [("nvlinks_down", "1 of 18 links down")]


def test_one_look_in_lines(driver: Path) -> None:
    done = _monitor(driver)
    assert done.returncode == 0
    assert "Driver 580.95.05, supports containers up to CUDA 13.0" in done.stdout
    assert sum("H100 80GB HBM3  " in line for line in done.stdout.splitlines()) == 8
    assert "2 H100 80GB HBM3: NVLinks down (1 of 18 links down). Look for Xid 74" in done.stdout
    assert "2 H100 80GB HBM3: Corrected memory errors (12 since the driver was loaded). No action" in done.stdout, "not the gravest alone"


def _cards(driver: Path, tmp_path: Path, *arguments: str, columns: int = 0, reasons: int = 0, **settings: str) -> str:
    """What is printed of two cards without activity counters, into a terminal of that many columns, or into a pipe."""
    play = tmp_path / "play"
    cards = f"gpu 0 20000 95 60 71 310000 350000 1700 {reasons} 0\ngpu 1 9000 12 4 50 90000 350000 900 {reasons} 0\n"
    play.write_text(f"{cards}process 0 1 19000 90\n")
    environment = {
        "DESK_GPUS": "2;NVIDIA GeForce RTX 4090;24564;900",
        "DESK_PLAY": str(play),
        "PYTHONUTF8": "1",
        **settings,
    }
    if not columns:
        done = gpudesk("monitor", *arguments, driver=driver, environment=environment)
        assert done.returncode == 0
        return done.stdout
    command = [sys.executable, "-m", "gpudesk", "monitor", *arguments]
    return "\n".join(Terminal(command, {"LD_LIBRARY_PATH": str(driver), **environment}, columns=columns).until_it_ends())


def test_what_is_found_of_several_is_one_line(driver: Path, tmp_path: Path) -> None:
    assert "\nGPU 0, 1: Clocks limited by the power limit (now). No action: normal at full load." in _cards(driver, tmp_path, reasons=4)


def test_columns_that_no_gpu_has_are_left_out_and_named_once(driver: Path, tmp_path: Path) -> None:
    lines = _cards(driver, tmp_path).splitlines()
    assert lines[1].split() == ["GPU", "Busy", "Memory", "Temp.", "Fan", "Power", "Clock", "Health"]
    assert lines[2].split("  ")[0] == "0 GeForce RTX 4090"
    assert "19.5 of 24.0 GiB" in lines[2]
    assert "310 of 350 W" in lines[2]
    assert [line for line in lines if "SM" in line] == ["No SM, Tensor, DRAM: not available on this GPU (unsupported)."]
    assert lines[-2].split() == ["GPU", "PID", "user", "GiB", "busy", "CPU", "host", "GiB", "time", "command"]
    assert lines[-1].split()[:2] == ["0", "1"]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_table_fits_the_terminal(driver: Path, tmp_path: Path, columns: int) -> None:
    lines = _cards(driver, tmp_path, columns=columns).splitlines()
    table = lines[1:4]
    assert max(map(len, table)) <= columns
    assert len({line.index("W  ") for line in table[1:]}) == 1
    assert ("19.5 of 24.0 GiB" if columns == 120 else "19.5/24G") in table[1]
    assert ("Not shown, because the terminal is too narrow (60 columns): Fan, Clock." in lines) == (columns == 60)


def test_colours_only_in_a_terminal_and_not_where_they_are_unwanted(driver: Path, tmp_path: Path) -> None:
    assert "\x1b" not in _cards(driver, tmp_path)
    command = [sys.executable, "-m", "gpudesk", "monitor"]
    environment = {"LD_LIBRARY_PATH": str(driver), "PYTHONUTF8": "1"}
    for unwanted in ("", "1"):
        terminal = Terminal(command, {**environment, "NO_COLOR": unwanted}, columns=100)
        terminal.until_it_ends()
        assert ("\x1b[31merror" in terminal.told) == (not unwanted)


def test_letters_beyond_ascii_are_not_written_where_the_locale_has_none(driver: Path, tmp_path: Path) -> None:
    assert _cards(driver, tmp_path, columns=100, LC_ALL="C", PYTHONUTF8="").isascii()


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
