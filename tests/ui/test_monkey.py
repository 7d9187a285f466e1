"""The real window, used at random: nothing is raised, Qt complains of nothing, and the file is sound afterward."""

import ctypes
import gc
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest

from gpudesk.project.document import Document
from gpudesk.ui.app.freed_memory import CLOSED_MS
from tests.ui.cabled import cable
from tests.ui.hand import Hand
from tests.ui.monkey import PLACES, Monkey
from tests.ui.wrapper_parents import strangers

SEEDS = (1, 2, 3)
ROUNDS, EVENTS = 5, 100
SOAK_S = float(os.environ.get("GPUDESK_SOAK_S", "3600"))
HOUR_S = 3600.0
GROWN = 1.1
"""How much more memory there may be at the end than after a quarter of the time."""
SOAK_EVENTS = 500
"""Events between two looks at the clock and at the wrappers."""
AMONG = ("drag", "dialogs", "act edit.undo", "act edit.redo", "act view.language", "act view.theme", "act view.units")
"""What must be among the events of the soak: kinds, or beginnings of actions."""
MEASURED = 5
"""Measurements of which the least counts, with `SOAK_EVENTS` before each."""
SETTLED = 0.25
"""The share of the time after which the memory is measured first: minute 15 of 60."""


pytestmark = pytest.mark.qt_log_ignore(
    # The platform without a screen says this of what it cannot do,
    "Unimplemented code",
    # the tools for tests of presses next to a control,
    "Mouse event .* not accepted by receiving widget",
    # and Qt's own preview of a page of fonts whose size is in pixels.
    "QFont::setPointSizeF: Point size <= 0",
    extend=True,
)


@pytest.fixture
def wild(hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """A small cabled project in the window; whatever is written goes into a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: True)
    cable(hand, tmp_path / "cabled.gpudesk")
    return hand


def assert_sound(path: Path) -> None:
    """The file holds what its history says."""
    with Document.open(path) as document:
        document.quick_check()
        assert document.snapshot.equals(document.fresh_snapshot())


@pytest.mark.parametrize("seed", SEEDS)
def test_random_use(wild: Hand, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "cabled.gpudesk"
    monkey = Monkey(wild.desk, path, seed)
    for _ in range(ROUNDS):
        monkey.run(EVENTS)
        assert strangers() == []
    # What comes of an event depends on what is in front of it, and so on the speed of the machine: a text field may never be.
    assert monkey.never_drawn == set()
    assert min(monkey.counts[kind] for kind in ("click", "drag", "key", "wheel", "context", "resize", "hover")) > 0
    wild.desk.session.close()
    assert_sound(path)


@dataclass(frozen=True)
class Memory:
    """The resident memory of this process in MiB: as it is, and without what was freed and is kept for the next use."""

    resident: float
    in_use: float

    @classmethod
    def of(cls, hand: Hand, path: Path) -> Self:
        """Measure both without a project and at home, as what is shown takes memory of its own.

        The site of 100,000 GPUs is shown before: what the program keeps of the largest project is kept at each measurement. Freed memory
        is returned after a project is closed, so that one has to be open.
        """
        hand.do("file.sample-site")
        hand.rest()
        for place in PLACES:
            hand.desk.window.go(place)
            hand.rest()
        hand.desk.session.open(path)
        hand.rest()
        hand.desk.session.close()
        hand.desk.window.go("home")
        hand.rest()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        # The program returns what was freed by itself.
        QTest.qWait(2 * CLOSED_MS)
        resident = _resident_mib()
        ctypes.CDLL("libc.so.6").malloc_trim(0)
        return cls(resident, _resident_mib())


def _least(measured: Sequence[Memory]) -> Memory:
    """Both at their least: after other events, blocks that are still used hold up to 130 MiB of pages that are otherwise free."""
    return Memory(min(memory.resident for memory in measured), min(memory.in_use for memory in measured))


def _resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.soak
def test_random_use_for_an_hour(wild: Hand, tmp_path: Path, report: Callable[[str], None], qtlog: Any) -> None:
    """The seed is a new one each time; GPUDESK_SOAK_SEED sets it, and GPUDESK_SOAK_S the seconds."""
    seed = int(os.environ.get("GPUDESK_SOAK_SEED") or random.SystemRandom().randrange(2**32))
    report(f"seed {seed}, {SOAK_S:.0f} s")
    monkey = Monkey(wild.desk, tmp_path / "cabled.gpudesk", seed)
    start_s, events, settled = time.monotonic(), 0, None

    def use() -> None:
        nonlocal events
        monkey.run(SOAK_EVENTS)
        assert strangers() == []
        # In an hour there are tens of thousands of messages that are ignored: kept, they would count as memory of the program.
        qtlog._records[:] = [record for record in qtlog.records if not record.ignored]
        events += SOAK_EVENTS

    def measured() -> Iterator[Memory]:
        for _ in range(MEASURED):
            use()
            yield Memory.of(wild, tmp_path / "cabled.gpudesk")

    while (gone_s := time.monotonic() - start_s) < SOAK_S:
        use()
        if settled is None and gone_s >= SETTLED * SOAK_S:
            settled = _least(list(measured()))
    end = _least(list(measured()))
    settled = settled or end
    report(f"{events} events, 0 exceptions, 0 crashes")
    report(f"memory after a quarter of the time {settled.resident:.0f} MiB, at the end {end.resident:.0f} MiB")
    report(f"without what was freed and is kept {settled.in_use:.0f} MiB, at the end {end.in_use:.0f} MiB")
    report(", ".join(f"{place} {monkey.counts[place]}" for place in PLACES))
    among = {begin: sum(count for kind, count in monkey.counts.items() if kind.startswith(begin)) for begin in AMONG}
    report(", ".join(f"{begin} {count}" for begin, count in among.items()))
    assert min(among.values()) > 0
    assert end.in_use <= GROWN * settled.in_use
    # Until each heavy thing has been done once, the most that was ever in use still grows: a quarter of an hour is enough for that.
    assert end.resident <= GROWN * settled.resident or SOAK_S < HOUR_S
    wild.desk.session.close()
    assert_sound(tmp_path / "cabled.gpudesk")
