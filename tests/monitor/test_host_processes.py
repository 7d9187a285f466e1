"""What the system says of processes: of this very process, and of a made-up /proc."""

import os
import sys
import time
from pathlib import Path

import pytest

from gpudesk.monitor.host.host_processes import HostProcesses

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def _stat(folder: Path, pid: int, ticks: int, begun: int, name: bytes = b"a) b (c") -> None:
    (folder / str(pid)).mkdir(exist_ok=True)
    fields = [b"S", b"1", *[b"0"] * 9, str(ticks).encode(), b"0", *[b"0"] * 6, str(begun).encode(), b"0", b"256"]
    (folder / str(pid) / "stat").write_bytes(str(pid).encode() + b" (" + name + b") " + b" ".join(fields) + b" 0 0\n")


def test_memory_and_start_of_this_process() -> None:
    told = HostProcesses().look([os.getpid(), 4_000_000_000])
    mine = told[os.getpid()]
    assert len(told) == 1
    assert mine.cpu_percent is None
    assert mine.host_bytes is not None
    assert 1 << 20 < mine.host_bytes < 1 << 36
    assert mine.started_s is not None
    assert time.time() - 86_400 < mine.started_s < time.time() + 2


def test_processor_time_takes_two_looks_and_a_number_given_anew_is_another_process(tmp_path: Path) -> None:
    (tmp_path / "stat").write_text("cpu 1 2 3\nbtime 1700000000\n")
    _stat(tmp_path, 7, 1000, 500)
    moments = iter((10.0, 12.0, 14.0))
    watched = HostProcesses(tmp_path, lambda: next(moments))
    first = watched.look([7])[7]
    assert (first.cpu_percent, first.host_bytes) == (None, 256 * os.sysconf("SC_PAGE_SIZE"))
    assert first.started_s == 1_700_000_000 + 500 / os.sysconf("SC_CLK_TCK")
    _stat(tmp_path, 7, 1000 + os.sysconf("SC_CLK_TCK"), 500)
    second = watched.look([7])[7]
    assert second.cpu_percent == 50, "a second of processor time in two"
    _stat(tmp_path, 7, 99_000, 9000)
    assert watched.look([7])[7].cpu_percent is None
    (tmp_path / "7" / "stat").write_bytes(b"7 (cut off")
    assert watched.look([7]) == {}
