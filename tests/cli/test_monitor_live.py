"""`gpudesk monitor --live` in a terminal of its own."""

import os
import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gpudesk.cli.monitor.live_rows import host_words
from tests.cli.a_terminal import Terminal
from tests.monitor.exporter_server import page, serving
from tests.monitor.made_library import build
from tests.patience import until

if sys.platform != "linux":
    pytest.skip("reads /proc", allow_module_level=True)

import termios

ENTERED, LEFT = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
EVIL = "/opt/\x1b]0;gone\x07\x1b[2J\u202e訓練\x9b5n"
GPU_0 = "gpu 0 20000 95 60 71 310000 350000 1700 0 0\n"
GPU_1 = "gpu 1 9000 12 4 50 90000 350000 900 0 0\n"


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("driver")).parent


@pytest.fixture
def jobs() -> Iterator[list[int]]:
    """A launcher that holds no GPU with two sleepers below it, and a process by itself with a name that is no name."""
    script = "sleep 301 & sleep 302 & wait"
    with subprocess.Popen(["sh", "-c", script, "a-launcher"]) as launcher, subprocess.Popen([EVIL, "303"], executable="/bin/sleep") as evil:
        children: list[str] = []

        def both() -> bool:
            children[:] = Path(f"/proc/{launcher.pid}/task/{launcher.pid}/children").read_text().split()
            return len(children) == 2

        until(both)
        pids = [int(each) for each in children]
        yield [launcher.pid, *pids, evil.pid]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        launcher.kill()
        evil.kill()


class Live(Terminal):
    """The monitor in a terminal, on two cards whose values a file says."""

    def __init__(self, driver: Path, play: Path, pids: list[int], *arguments: str, **how: object) -> None:
        self.play = play
        self.values = GPU_0 + "".join(f"process 0 {pid} {mib} {busy}\n" for pid, mib, busy in self._held(pids)) + GPU_1
        if pids:
            self.values += f"process 1 {pids[1]} 5000 3\n"
        play.write_text(self.values)
        settings = {
            "LD_LIBRARY_PATH": str(driver),
            "DESK_GPUS": "2;NVIDIA GeForce RTX 4090;24564;900",
            "DESK_PLAY": str(play),
            "PYTHONUTF8": "1",
            **how.pop("settings", {}),  # type: ignore[dict-item]
        }
        command = [sys.executable, "-m", "gpudesk", "monitor", "--live", *arguments]
        super().__init__(command, settings, **how)  # type: ignore[arg-type]

    @staticmethod
    def _held(pids: list[int]) -> list[tuple[int, int, int]]:
        return [(pids[1], 3000, 10), (pids[2], 9000, 80), (pids[3], 4000, 40)] if pids else []

    def raise_xid(self, gpu: int, number: int, serial: int) -> None:
        self.play.write_text(self.values + f"xid {gpu} {number} {serial}\n")

    def pids(self) -> list[int]:
        """The processes from top to bottom."""
        lines = self.screen()
        at = next(at for at, line in enumerate(lines) if line.startswith("GPU") and " PID " in line)
        told = (re.match(r"[\d,\- ]{3} +(\d+)  ", line) for line in lines[at + 1 :])
        return [int(each.group(1)) for each in told if each]

    def wait_for_pids(self, *pids: int) -> None:
        self.wait_for(lambda lines: any(" PID " in line for line in lines) and self.pids() == list(pids))


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)


def _given_back(terminal: Terminal) -> bool:
    return terminal.told.endswith(LEFT) and termios.tcgetattr(terminal.theirs) == terminal.set_before


def test_each_picture_fits_the_terminal_and_the_terminal_is_given_back(driver: Path) -> None:
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live", "--seconds", "1.5", "--every", "0.3"]
    with Terminal(command, {"LD_LIBRARY_PATH": str(driver), "NO_COLOR": "1", "PYTHONUTF8": "1"}, columns=80, lines=24) as terminal:
        terminal.until_it_ends()
        assert terminal.process.returncode == 0
        assert terminal.told.startswith(ENTERED)
        assert _given_back(terminal)
        pictures = terminal.told.removesuffix(LEFT).split("\x1b[H")[1:]
        assert len(pictures) >= 2
        lines = re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", pictures[-1]).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) == 24
        assert any(re.match(r"2 H100 .* 83%  39.1/80", line) for line in lines)
        assert any("NVLinks down (1 of 18 links down)" in line for line in lines)
        assert any("29.3   85%" in line for line in lines)
        first = Path("/proc/1/cmdline").read_bytes().split(b"\0")[0].decode().split(" ")[0].rpartition("/")[2]
        assert any(re.search(rf" 1  .*  {re.escape(first[:10])}", line) for line in lines)
        assert any("▇▇" in line for line in lines)
        # How busy the processors are follows from two readings: on a loaded machine, the last picture may come first.
        assert re.search(r"(  CPU \d+%)?  RAM [\d.]+/\d+ GiB", lines[0])
        assert "\x1b[3" not in pictures[-1]


def test_the_head_has_the_processors_and_the_memory_of_the_host() -> None:
    held = {"host_cpu_percent": 37.6, "host_memory_used_bytes": 3.5 * 2**30, "host_memory_total_bytes": 24.0 * 2**30}
    machine: Any = SimpleNamespace(gpus=[SimpleNamespace(uuid="one")])
    for values, words in ((held, ["CPU 38%", "RAM 3.5/24 GiB"]), ({}, [])):
        state: Any = SimpleNamespace(gpus={"one": SimpleNamespace(values=values)})
        assert host_words(state, machine) == words


def test_processes_are_sorted_filtered_and_looked_through_by_keys(driver: Path, tmp_path: Path, jobs: list[int]) -> None:
    _, one, two, evil = jobs
    with Live(driver, tmp_path / "play", jobs, "--every", "0.2", columns=100) as live:
        live.wait_for_pids(two, evil, one, one)
        live.press("p")
        live.wait_for_pids(*sorted([one, one, two, evil]))
        live.press("r")
        live.wait_for_pids(*sorted([one, one, two, evil], reverse=True))
        live.press("b")
        live.wait_for_pids(two, evil, one, one)
        live.press("m")
        live.wait_for_pids(two, one, evil, one)
        live.wait_for_text("Processes 4, by GPU memory")
        live.press("/302\r")
        live.wait_for_pids(two)
        live.wait_for_text("Processes 1 of 4, by GPU memory, matching “302”")
        live.press("/\x1b")
        live.wait_for_pids(two, one, evil, one)
        live.press("\x1b[B\r")
        live.wait_for(lambda lines: any(re.match(rf"{two} \S+, since 20", line) for line in lines))
        live.wait_for_text("  sleep 302")
        live.press("u")
        live.wait_for_text(", user ")
        live.press("?")
        live.wait_for_text("read-only: no key ends a process or changes a GPU")
        live.press("xq")
        live.until_it_ends()
        assert live.process.returncode == 0
        assert _given_back(live)


def test_a_tree_shows_who_began_what_and_is_folded(driver: Path, tmp_path: Path, jobs: list[int]) -> None:
    launcher, one, two, evil = jobs
    with Live(driver, tmp_path / "play", jobs, "--every", "0.2", columns=120, lines=60) as live:
        live.wait_for_pids(two, evil, one, one)
        live.press("t")
        live.wait_for(lambda lines: any(re.search(rf"^ +{launcher} .*sh -c", line) for line in lines))
        lines = live.screen()
        at = next(at for at, line in enumerate(lines) if re.match(rf" +{launcher} ", line))
        below = lines[at + 1 : at + 3]
        # The one with most memory of a GPU is first among those that one process began.
        assert re.match(rf"  0 +{two} .* 8\.8 .*├─ sleep 302", below[0]), below
        assert re.match(rf"0,1 +{one} .* 7\.8 .*└─ sleep 301", below[1]), below
        # From its end upwards to the launcher, which is folded and unfolded.
        live.press("\x1b[F")
        for _ in range(40):
            live.press("\x1b[A")
        while live.process.poll() is None:
            live.press("\x1b[B\r")
            shown = live.wait_for_text("since")
            if any(line.startswith(f"{launcher} ") for line in shown):
                break
            live.press("\r")
            live.wait_for(lambda lines: not any(", since " in line for line in lines))
        live.press(" ")
        # The picture may arrive in parts: the folded line before what is below it.
        live.wait_for(lambda lines: any(f" {launcher} " in line and "[+2] sh" in line for line in lines) and one not in live.pids())
        live.press("\x1b[C")
        live.wait_for(lambda lines: any("└─ sleep 301" in line for line in lines))
        live.press("q")
        live.until_it_ends()


def test_names_that_are_no_names_do_nothing_to_the_terminal(driver: Path, tmp_path: Path, jobs: list[int]) -> None:
    with Live(driver, tmp_path / "play", jobs, "--every", "0.2", columns=74, lines=20) as live:
        live.wait_for_text("訓練")
        told = live.told
        assert not set("\x07\x9b\u202e") & set(told)
        assert "\x1b]" not in told
        assert "\x1b[2J" not in told
        assert max(map(_width, live.screen())) <= 74
        live.press("\x03")
        live.until_it_ends()
        assert live.process.returncode == 0
        assert _given_back(live)


def test_it_follows_the_size_of_the_window(driver: Path, tmp_path: Path) -> None:
    with Live(driver, tmp_path / "play", [], "--every", "600", columns=80, lines=24) as live:
        live.wait_for_text("? help")
        live.resize(130, 40)
        live.wait_for(lambda lines: len(lines) == 40 and "? help" in lines[39])
        live.resize(40, 10)
        live.told, live._raw = "", b""
        live.wait_for(lambda lines: "? help" in lines[9])
        assert max(map(len, live.screen())) <= 40
        live.press("\x1b")
        live.until_it_ends()
        assert live.process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_with_the_terminal_as_it_was(driver: Path, tmp_path: Path, number: signal.Signals) -> None:
    with Live(driver, tmp_path / "play", []) as live:
        live.wait_for_text("RTX 4090")
        assert termios.tcgetattr(live.theirs) != live.set_before
        assert live.end(number) == 0
        assert _given_back(live)


def test_errors_of_the_driver_are_told_in_a_line_as_they_occur(driver: Path, tmp_path: Path) -> None:
    with Live(driver, tmp_path / "play", [], "--every", "0.2", columns=140) as live:
        live.wait_for_text("RTX 4090")
        live.raise_xid(1, 79, 1)
        live.wait_for(lambda lines: any(re.match(r"\d\d:\d\d:\d\d GPU 1: XID 79: ", line) for line in lines))
        assert any(line.startswith("  XID 79: ") for line in live.wait_for_text("error"))
        live.press("q")
        live.until_it_ends()


def test_without_keys_it_says_so_and_goes_on(driver: Path, tmp_path: Path) -> None:
    with Live(driver, tmp_path / "play", [], "--every", "0.2", keys=False) as live:
        live.wait_for_text("Ctrl+C quits (no keys: the input is not a terminal)")
        assert live.end() == 0
        assert live.told.endswith(LEFT)


def test_a_locale_without_other_letters_gets_ascii(driver: Path, tmp_path: Path, jobs: list[int]) -> None:
    with Live(driver, tmp_path / "play", jobs, "--every", "0.2", columns=100, settings={"LC_ALL": "C", "PYTHONUTF8": ""}) as live:
        live.wait_for(lambda lines: any("sleep 302" in line for line in lines) and any("####" in line for line in lines))
        assert live.told.isascii()
        live.press("q")
        live.until_it_ends()


def test_hosts_have_a_head_each_and_their_gpus_are_gone_through() -> None:
    with serving() as hosts:
        urls = ",".join([hosts.show(4, page(4, 1, xid=79)), hosts.show(5, page(5, 1)), "http://127.0.0.1:9/metrics"])
        command = [sys.executable, "-m", "gpudesk", "monitor", "--live", "--every", "0.2", "--source", f"dcgm:{urls}"]
        with Terminal(command, {"PYTHONUTF8": "1"}, columns=100, lines=16) as terminal:
            shown = terminal.wait_for(
                lambda lines: any("node-04  8 GPUs" in line for line in lines) and "3 hosts  1 not responding" in lines[0]
            )
            terminal.wait_for_text("node-04 GPU 0: XID 79: ")
            assert not any("127.0.0.1: The connection was refused." in line for line in shown)
            terminal.press("\x1b[F")
            terminal.wait_for_text("127.0.0.1: The connection was refused.")
            terminal.press("\x1b[5~")
            terminal.wait_for_text("node-05  8 GPUs")
            terminal.press("q")
            terminal.until_it_ends()
            assert terminal.process.returncode == 0


def test_without_a_terminal_it_says_what_to_use(driver: Path) -> None:
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live"]
    done = subprocess.run(
        command, env={**os.environ, "LD_LIBRARY_PATH": str(driver)}, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "--live needs a terminal" in done.stderr


def test_a_recording_is_not_drawn_live(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gpudesk", "monitor", "--live", "--source", f"replay:{tmp_path / 'run.gpurec'}"]
    with Terminal(command, {"PYTHONUTF8": "1"}) as terminal:
        told = "\n".join(terminal.until_it_ends())
        assert terminal.process.returncode == 2
        assert "--live needs a live source: this machine, or hosts by dcgm: or prometheus:" in told
