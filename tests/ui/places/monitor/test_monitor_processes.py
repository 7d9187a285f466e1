"""Processes as a tree in the window: real processes of this machine on GPUs that are not there."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.ui.app.main_window import MainWindow
from gpudesk.ui.places.monitor.panes.monitor_processes import MonitorProcesses
from gpudesk.ui.places.monitor.panes.process_table import ProcessTable
from tests.monitor.conftest import driver_folder, machine
from tests.monitor.made_library import Machine
from tests.monitor.made_source import MadeSource
from tests.patience import PATIENCE_MS, until
from tests.ui.hand import Hand

__all__ = ["driver_folder", "machine"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
LAUNCHER = "import subprocess, sys; [subprocess.Popen(['sleep', '3600']) for _ in range(2)]; print(flush=True); sys.stdin.read()"


@pytest.fixture
def family() -> Iterator[tuple[int, list[int]]]:
    """A process of ours and the two that it began."""
    with subprocess.Popen([sys.executable, "-c", LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as launcher:
        assert launcher.stdout is not None
        launcher.stdout.readline()
        began = [pid for pid in _all_pids() if _parent(pid) == launcher.pid]
        yield launcher.pid, began
        for pid in (*began, launcher.pid):
            os.kill(pid, 9)


def _all_pids() -> list[int]:
    return [int(each.name) for each in Path("/proc").iterdir() if each.name.isdigit()]


def _parent(pid: int) -> int:
    try:
        return int((Path("/proc") / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[1])
    except OSError:
        return -1


@pytest.fixture
def page(machine: Machine, family: tuple[int, list[int]], open_desk: Callable[[], Hand]) -> MonitorProcesses:
    """The launcher holds memory of GPU 0 and 1, the second that it began of GPU 2."""
    launcher, began = family
    machine.keep(3)
    machine.run(0, launcher, 1024, 10)
    machine.run(1, launcher, 2048, 50)
    machine.run(2, began[1], 512)
    hand = open_desk()
    hand.desk.window.go("monitor")
    place = hand.desk.window.monitor
    place.show_tab(place.processes)
    hand.qtbot.waitUntil(lambda: len(shown(place.processes)) == 3, timeout=PATIENCE_MS)
    return place.processes


def shown(page: MonitorProcesses) -> list[int]:
    return [int(page.lines_model.line(row).cells[1].text) for row in range(page.lines_model.rowCount())]


def table_of(page: MonitorProcesses) -> ProcessTable:
    assert isinstance(page.table, ProcessTable)
    return page.table


def as_tree(page: MonitorProcesses) -> None:
    QTest.mouseClick(page.form.button("tree"), Qt.MouseButton.LeftButton)
    _until(lambda: os.getpid() in shown(page))


def _until(holds: Callable[[], bool]) -> None:
    def at_last() -> bool:
        QApplication.processEvents()
        return holds()

    until(at_last)


def test_each_process_stands_below_the_one_that_began_it(page: MonitorProcesses, family: tuple[int, list[int]]) -> None:
    launcher, began = family
    page.table.selectRow(2)
    as_tree(page)
    pids = shown(page)
    assert 1 not in pids
    at = pids.index(launcher)
    assert pids[at - 1] == os.getpid()
    assert pids[at + 1 : at + 3] == [began[1], began[0]], "what is on a GPU comes first"
    depths = [branch.depth for branch in table_of(page).branches[at - 1 : at + 3]]
    assert depths == [at - 1, at, at + 1, at + 1]
    cells = [page.lines_model.line(row).cells for row in range(at - 1, at + 3)]
    assert [each[0].text for each in cells] == ["–", "GPU 0,1", "GPU 2", "–"]
    assert [each[3].text for each in cells] == ["–", "3.0", "512", "–"]
    assert [each[4].text for each in cells] == ["–", "50", "0", "–"]
    assert [each.pid for each in page.chosen()] == [began[1]], "what was chosen in the list stays chosen"
    assert f"level {at + 2}" in cells[2][10].spoken


def test_the_keyboard_folds_and_goes_in_and_out(page: MonitorProcesses, family: tuple[int, list[int]]) -> None:
    launcher, began = family
    as_tree(page)
    table = table_of(page)
    table.setFocus()

    def at() -> int:
        return shown(page)[table.currentIndex().row()]

    table.selectRow(shown(page).index(began[0]))
    for expected in (launcher, launcher, os.getpid()):
        QTest.keyClick(table, Qt.Key.Key_Left)
        assert at() == expected
    assert not set(began) & set(shown(page)), "the second press has folded the launcher"
    row = shown(page).index(launcher)
    assert "collapsed, 2 below" in page.lines_model.line(row).cells[10].spoken
    for expected in (launcher, launcher, began[1], began[1]):
        QTest.keyClick(table, Qt.Key.Key_Right)
        assert at() == expected
    assert set(began) <= set(shown(page))
    place = table.fold_rect(page.lines_model.index(row, 10)).center().toPoint()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert not set(began) & set(shown(page))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(40, 0))
    assert not set(began) & set(shown(page)), "beside the mark a click chooses"
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert set(began) <= set(shown(page))


def test_the_search_keeps_what_leads_to_what_it_finds(page: MonitorProcesses, family: tuple[int, list[int]]) -> None:
    launcher, began = family
    as_tree(page)
    count = len(shown(page))
    QTest.keyClicks(page.search, str(began[0]))
    pids = shown(page)
    assert pids[-2:] == [launcher, began[0]]
    assert began[1] not in pids
    assert page.search.count_text() == f"1 of {count}"
    assert page.sum.text() == ""


def test_the_keyboard_goes_from_the_search_over_the_choice_to_the_tree(page: MonitorProcesses) -> None:
    page.search.setFocus()
    QTest.keyClick(page.search, Qt.Key.Key_Tab)
    assert page.form.button("list").hasFocus()
    QTest.keyClick(page.form.button("list"), Qt.Key.Key_Right)
    assert page.form.button("tree").hasFocus()
    _until(lambda: os.getpid() in shown(page))
    QTest.keyClick(page.form.button("tree"), Qt.Key.Key_Tab)
    assert page.table.hasFocus()


def test_siblings_are_sorted_and_branches_by_what_is_first_in_them(page: MonitorProcesses, family: tuple[int, list[int]]) -> None:
    launcher, began = family
    as_tree(page)
    for order, expected in ((Qt.SortOrder.AscendingOrder, sorted(began)), (Qt.SortOrder.DescendingOrder, sorted(began, reverse=True))):
        page.table.horizontalHeader().setSortIndicator(1, order)
        at = shown(page).index(launcher)
        assert shown(page)[at + 1 : at + 3] == expected


def test_what_is_not_watched_live_has_no_tree_and_the_choice_is_kept(page: MonitorProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    as_tree(page)
    source = page.live_source()
    assert source is not None
    window = page.window()
    assert isinstance(window, MainWindow)
    place = window.monitor
    kept = place.setup_text()
    place.show_tab(place.links)
    _until(lambda: not source.tree)
    place.show_tab(page)
    _until(lambda: os.getpid() in shown(page))
    place.set_up(kept.replace('"tree"', '"list"'))
    assert len(shown(page)) == 3
    place.set_up(kept)
    _until(lambda: os.getpid() in shown(page))
    monkeypatch.setattr(sys, "platform", "win32")
    page.refresh()
    assert "exists only on Linux" in page.form.button("tree").toolTip()
    monkeypatch.undo()
    place.sources.open("made up", lambda: MadeSource((), []))
    _until(lambda: page.live_source() is None)
    page.refresh()
    button = page.form.button("tree")
    assert not button.isEnabled()
    assert "The tree is available only while this machine is being monitored." in button.toolTip()
    assert page.form.current() == "list"
    page.form.button("list").setFocus()
    QTest.keyClick(page.form.button("list"), Qt.Key.Key_Right)
    assert page.form.current() == "list"
    assert page.setup() == {"form": "tree"}
