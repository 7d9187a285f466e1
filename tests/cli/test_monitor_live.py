"""`gpudesk monitor --live` in a terminal of its own."""

import os
import re
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.monitor.made_library import build

if sys.platform != "linux":
    pytest.skip("reads /proc", allow_module_level=True)

import fcntl
import pty
import termios


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("driver")).parent


def _drawn(driver: Path, arguments: list[str], *, columns: int = 80, colour: bool = True, interrupt: bool = False) -> tuple[int, str]:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    environment = {**os.environ, "LD_LIBRARY_PATH": str(driver), "TERM": "xterm", "PYTHONUTF8": "1", "NO_COLOR": "" if colour else "1"}
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live", *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    os.close(theirs)
    told = b""
    until_s = time.monotonic() + 60
    while time.monotonic() < until_s:
        try:
            piece = os.read(ours, 65_536)
        except OSError:
            break
        told += piece
        if interrupt and b"PID" in told:
            process.send_signal(signal.SIGINT)
            interrupt = False
    os.close(ours)
    return process.wait(timeout=20), told.decode()


def test_each_picture_fits_the_terminal_and_the_terminal_is_given_back(driver: Path) -> None:
    code, told = _drawn(driver, ["--seconds", "0.8", "--every", "0.3"], colour=False)
    assert code == 0
    assert told.startswith("\x1b[?1049h\x1b[?25l")
    assert told.endswith("\x1b[?25h\x1b[?1049l")
    pictures = told.split("\x1b[H")[1:]
    assert len(pictures) >= 2
    lines = re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", pictures[-1]).splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 30
    assert any(re.match(r"2 H100 .* 83%  39.1/80", line) for line in lines)
    assert any("NVLinks down (1 of 18 links down)" in line for line in lines)
    assert any("29.3   85%" in line for line in lines)
    first = Path("/proc/1/cmdline").read_bytes().split(b"\0")[0].decode().split(" ")[0].rpartition("/")[2]
    assert any(re.search(rf" 1  .*  {re.escape(first[:10])}", line) for line in lines)
    assert "\x1b[3" not in pictures[-1]


def test_it_goes_on_until_it_is_interrupted(driver: Path) -> None:
    code, told = _drawn(driver, [], columns=160, interrupt=True)
    assert code == 0
    assert "\x1b[31m" in told
    assert "█" in told or "▇" in told
    assert told.endswith("\x1b[?25h\x1b[?1049l")


def test_without_a_terminal_it_says_what_to_use(driver: Path) -> None:
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live"]
    done = subprocess.run(
        command, env={**os.environ, "LD_LIBRARY_PATH": str(driver)}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "--live needs a terminal" in done.stderr
