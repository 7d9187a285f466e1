"""Work in a process of its own: what it says of its progress, and faults that come out of it whole."""

from pathlib import Path

import pytest

from gpudesk.core.errors import InvalidData
from gpudesk.core.progress import Progress
from gpudesk.formats.ibnetdiscover import read_ibnetdiscover
from gpudesk.formats.own_process import in_own_process
from gpudesk.formats.table_faults import UnreadableTable


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
        in_own_process(_takes_memory, reports=True, name="seen", mend=None)
    assert str(caught.value) == "seen takes too much memory to read."
