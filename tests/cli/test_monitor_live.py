"""`gpudesk monitor --live` in a terminal of its own."""

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.monitor.exporter_server import page, serving
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


class Terminal:
    """The monitor in a terminal whose keys a test presses."""

    def __init__(self, driver: Path, plays: Path, *arguments: str, columns: int = 120, lines: int = 30) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {
            **os.environ,
            "LD_LIBRARY_PATH": str(driver),
            "DESK_PLAY": str(plays),
            "TERM": "xterm",
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
        }
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        command = [sys.executable, "-m", "gpudesk", "monitor", "--live", "--every", "0.2", *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
        os.close(theirs)
        self.told = ""

    def seen(self, holds: Callable[[list[str]], bool]) -> list[str]:
        """The lines of the first picture of which something holds."""
        until_s = time.monotonic() + 30
        while time.monotonic() < until_s:
            if select.select([self._ours], [], [], 0.2)[0]:
                self.told += os.read(self._ours, 65_536).decode(errors="replace")
            pictures = self.told.split("\x1b[H")
            # The last picture may be half written.
            for picture in pictures[1:-1][-3:]:
                lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", picture).splitlines()]
                if holds(lines):
                    return lines
        raise AssertionError(f"never seen; the last was {self.told[-2000:]!r}")

    def press(self, keys: str, holds: Callable[[list[str]], bool]) -> list[str]:
        """Press keys and wait for a picture that comes of them."""
        self.told = self.told[-1:]
        os.write(self._ours, keys.encode())
        return self.seen(holds)

    def end(self, keys: str) -> int:
        """Press keys that end it, and read to the end; its exit status."""
        os.write(self._ours, keys.encode())
        try:
            while piece := os.read(self._ours, 65_536):
                self.told += piece.decode(errors="replace")
        except OSError:
            pass
        os.close(self._ours)
        return self.process.wait(timeout=20)


def with_words(*words: str) -> Callable[[list[str]], bool]:
    return lambda lines: all(any(word in line for line in lines) for word in words)


@pytest.fixture
def begun() -> Iterator[subprocess.Popen[bytes]]:
    """A process of this one, with an argument that would clear a terminal."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)", "held\x1b[2Jback"])
    yield child
    child.kill()
    child.wait()


def test_processes_are_sorted_searched_and_shown_as_a_tree_by_keys(driver: Path, tmp_path: Path, begun: subprocess.Popen[bytes]) -> None:
    plays = tmp_path / "plays"
    own, child = os.getpid(), begun.pid
    gpus = "".join(f"gpu {at} 40000 90 40 60 600000 700000 1900 0 0\n" for at in range(8))
    plays.write_text(f"{gpus}process 0 {own} 1000 50\nprocess 1 {child} 9000 10\n")
    terminal = Terminal(driver, plays)

    def order(lines: list[str]) -> list[int]:
        rows = lines[next(at for at, line in enumerate(lines) if "PID" in line) + 1 :]
        return [int(found.group(1)) for line in rows if (found := re.match(r"\s*\d*\s+(\d+)  ", line))]

    lines = terminal.seen(with_words("by GPU", f" {own} ", f" {child} "))
    assert order(lines) == [own, child]
    assert "held" in "\n".join(lines)
    assert order(terminal.press("m", with_words("by GPU memory"))) == [child, own]
    assert order(terminal.press("r", lambda seen: with_words("PID")(seen) and order(seen) == [own, child])) == [own, child]
    lines = terminal.press("t", with_words("tree", "└─"))
    at = next(number for number, line in enumerate(lines) if f" {child} " in line)
    assert "└─" in lines[at]
    assert any(f" {own} " in line for line in lines[:at])
    lines = terminal.press("t/held\r", with_words("Processes 1 of 2", "with “held”"))
    assert order(lines) == [child]
    assert "Processes 2" in "\n".join(terminal.press("\x1b", with_words("Processes 2,")))
    assert any("nothing here ends a process" in line for line in terminal.press("?", with_words("Keys")))
    terminal.press("?", with_words("PID"))
    assert "\x1b[2J" not in terminal.told
    assert terminal.end("q") == 0
    assert terminal.told.endswith("\x1b[?25h\x1b[?1049l")


def test_hosts_of_exporters_stand_under_their_names(driver: Path, tmp_path: Path) -> None:
    with serving() as hosts:
        urls = [hosts.show(number, page(number, 0)) for number in range(2)]
        terminal = Terminal(driver, tmp_path / "none", "--source", f"dcgm:{','.join(urls)}")
        lines = terminal.seen(with_words("2 hosts  16 GPUs", "node-00  8 GPUs", "node-01  8 GPUs", "7 H100"))
        assert max(map(len, lines)) <= 120
        assert terminal.end("q") == 0


def test_without_a_terminal_it_says_what_to_use(driver: Path) -> None:
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live"]
    done = subprocess.run(
        command, env={**os.environ, "LD_LIBRARY_PATH": str(driver)}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "--live needs a terminal" in done.stderr
