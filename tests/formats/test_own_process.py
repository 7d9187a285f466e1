"""Work in a process of its own: what it says of its progress, and faults that come out of it whole."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gpudesk.core.messages.errors import InvalidData, NotEnoughMemory
from gpudesk.core.running.progress import Progress
from gpudesk.formats.fabric.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.tables.table_faults import UnreadableTable
from gpudesk.formats.text.own_process import in_own_process

_ROOT = Path(__file__).resolve().parents[2]


def _counts(most: int, progress: Progress) -> int:
    for number in range(most):
        progress.step(number, most)
    return most


def _takes_memory(progress: Progress) -> int:
    progress.step(1, 2)
    return len(bytearray(8_000_000_000))


def test_steps_are_told_here() -> None:
    steps: list[tuple[int, int]] = []
    assert in_own_process(_counts, 3, progress=Progress(lambda done, total: steps.append((done, total))), reports=True) == 3
    assert [step for step in steps if step != (0, 0)] == [(0, 3), (1, 3), (2, 3)]


def test_every_fault_of_a_file_comes_out_of_the_other_process(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    path.write_text('Switch 2 "S-1" # "leaf"\n[3] "S-2"[1]\n[x]\n', encoding="utf-8")
    with pytest.raises(UnreadableTable) as caught:
        in_own_process(read_ibnetdiscover, path, reports=True)
    assert [fault.place for fault in caught.value.faults] == ["seen, 2", "seen, 3"]


def test_too_much_memory_is_said_with_what_helps_or_without() -> None:
    with pytest.raises(InvalidData) as caught:
        in_own_process(_takes_memory, reports=True, name="seen", fix=None)
    assert str(caught.value) == "seen requires too much memory to read."


def _limited_main(kibibytes: int, work: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process whose address space is limited, as `ulimit -v` limits it."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (kibibytes << 10, kibibytes << 10))

    command = [sys.executable, "-c", work]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, preexec_fn=limit, cwd=_ROOT)


_TWO_PAGES = """
from tests.formats.test_own_process import reads_a_drawing
if __name__ == "__main__":
    reads_a_drawing()
"""


def reads_a_drawing() -> None:
    """Writes how many bytes of a sound file were seen in a process of its own."""
    sys.stdout.write(f"{in_own_process(len, b'12345', name='a.dxf')}\n")


def test_a_lower_limit_of_the_person_is_no_damage() -> None:
    done = _limited_main(1_400_000, _TWO_PAGES)
    assert (done.returncode, done.stdout) == (0, "5\n"), done.stderr


def test_what_a_lower_limit_refuses_is_said_to_be_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.formats.text.own_process._limit_bytes", lambda: 10**9)
    with pytest.raises(NotEnoughMemory) as caught:
        in_own_process(_breaks_down, name="a.dxf")
    assert str(caught.value) == "There is not enough memory to read a.dxf. Close other programs, or raise the limit (ulimit -v)."


def test_what_breaks_down_without_a_limit_is_damaged() -> None:
    with pytest.raises(InvalidData, match=r"a\.dxf is damaged and could not be read"):
        in_own_process(_breaks_down, name="a.dxf")


def test_what_the_system_kills_lacked_memory() -> None:
    with pytest.raises(NotEnoughMemory):
        in_own_process(_is_killed, name="a.dxf")


def _breaks_down() -> None:
    os._exit(7)


def _is_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
