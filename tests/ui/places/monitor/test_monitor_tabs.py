"""The pages of the monitor below the overview, next to a source that is made up."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.monitor.health.alarm_rules import own_rules, own_rules_file
from gpudesk.monitor.health.alarms import usual_rules
from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts, Lack, Process
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.replay import RecordingSource
from gpudesk.ui.app.main_window import MainWindow
from gpudesk.ui.places.monitor.models.monitor_labels import state_of
from gpudesk.ui.places.monitor.panes.monitor_alarms import MonitorAlarms
from gpudesk.ui.places.monitor.panes.monitor_links import MonitorLinks
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, WARNING
from tests.monitor.conftest import driver_folder, machine
from tests.monitor.made_library import Machine
from tests.monitor.made_source import MadeSource
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

__all__ = ["driver_folder", "machine"]

GPUS = (GpuFacts("GPU-a", 0, "NVIDIA H100", slowdown_c=90.0), GpuFacts("GPU-b", 1, "NVIDIA H100"))
VALUES = {"temperature_c": 60.0, "busy_percent": 90.0, "clock_reasons": 0.0}
LINKS = {"pcie_generation": 8.0, "pcie_width": 8.0, "nvlinks_up": 17.0, "nvlinks_down": 1.0}
START_S = 1_790_000_000.0


class TroubledSource(MadeSource):
    """One GPU fails and reports an error, the other does not tell its processes."""

    def __init__(self) -> None:
        frames = [
            Frame("GPU-a", 0.0, START_S, {**VALUES, "ecc_uncorrected": 2.0, "remap_pending": 1.0, **LINKS}),
            Frame("GPU-b", 0.0, START_S, VALUES),
        ]
        super().__init__(GPUS, frames)
        self.events = [Event("GPU-a", START_S, 79)]

    def take_events(self) -> list[Event]:
        """What was not taken yet."""
        taken, self.events = self.events, []
        return taken

    def running(self) -> Mapping[str, Running]:
        """Two processes, and a board that is silent."""
        told = (
            Process("GPU-a", 41, False, 3 << 30, 12.0, "python train.py", "ana", "", 380.0, 9 << 30, START_S - 12_015),
            Process("GPU-a", 7, False, None, None, "=HYPERLINK(1)", "", "c0ffee"),
        )
        return {"GPU-a": Running(told), "GPU-b": Running((), Lack.NO_PERMISSION)}


@pytest.fixture
def place(open_desk: Callable[[], Hand]) -> MonitorPlace:
    hand = open_desk()
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    place.sources.open("made up", TroubledSource)
    hand.qtbot.waitUntil(lambda: len(place.model.events) == 1, timeout=PATIENCE_MS)
    return place


def test_health_is_counted_while_nobody_sees_it(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    place = hand.desk.window.monitor
    counts: list[dict[str, int]] = []
    place.health.counted.connect(counts.append)
    hand.desk.window.go("monitor")
    place.sources.open("made up", TroubledSource)
    hand.qtbot.waitUntil(lambda: bool(counts) and counts[-1][ERROR] > 0, timeout=PATIENCE_MS)
    assert not place.health.isVisible()
    unseen = counts[-1]
    place.show_tab(place.health)
    assert counts[-1] == unseen


def test_health_tells_the_gravest_first_and_what_to_do(place: MonitorPlace) -> None:
    place.show_tab(place.health)
    page = place.health
    shown = [[cell.text for cell in page.lines_model.line(row).cells] for row in range(page.lines_model.rowCount())]
    assert [(row[0], row[2]) for row in shown] == [
        ("GPU 0", "The GPU no longer responds on the bus"),
        ("GPU 0", "Uncorrected memory errors"),
        ("GPU 0", "NVLinks down"),
        ("GPU 0", "Memory row remapping pending a reset"),
        ("GPU 1", "No problems found"),
    ]
    assert [page.lines_model.line(row).cells[2].severity for row in range(4)] == [ERROR, ERROR, ERROR, WARNING]
    page.table.setFocus()
    page.table.selectRow(0)
    assert "XID 79 ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS" in page.detail.text()
    assert "docs.nvidia.com" in page.detail.text()


def test_processes_are_sorted_by_a_head_and_a_missing_value_is_no_zero(place: MonitorPlace) -> None:
    place.show_tab(place.processes)
    page = place.processes

    def pids() -> list[str]:
        return [page.lines_model.line(row).cells[1].text for row in range(page.lines_model.rowCount())]

    assert pids() == ["41", "7", "–"]
    assert [page.lines_model.line(1).cells[at].text for at in (2, 3, 4, 5, 6, 7)] == ["–"] * 6
    assert [page.lines_model.line(0).cells[at].text for at in (5, 6, 7)] == ["380", "9.0", "3:20:15"]
    assert "no permission to read" in page.lines_model.line(2).cells[10].text
    assert page.table.isColumnHidden(8)
    assert not page.table.isColumnHidden(9)
    page.table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.AscendingOrder)
    assert pids() == ["7", "41", "–"]


def test_the_keyboard_goes_through_the_search_to_the_processes(place: MonitorPlace) -> None:
    place.show_tab(place.processes)
    place.tabs.tabs.setFocus()
    for reached in (place.processes.search, place.processes.form.button("list"), place.processes.table):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert reached.hasFocus()


def test_a_process_is_searched_for_kept_chosen_and_copied(place: MonitorPlace) -> None:
    place.show_tab(place.processes)
    page = place.processes
    QTest.keyClicks(page.search, "train ana")
    assert [page.lines_model.line(row).cells[1].text for row in range(page.lines_model.rowCount())] == ["41"]
    assert page.search.count_text() == "1 of 2"
    assert page.sum.text() == "ana 3.0 GiB"
    QTest.keyClicks(page.search, "x")
    assert "No process has “train anax”" in page.empty.text()
    page.search.clear()
    page.table.selectRow(0)
    page.table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.AscendingOrder)
    assert [each.pid for each in page.chosen()] == [41]
    assert page.table.currentIndex().row() == 1
    assert page.detail.text().startswith("python train.py")
    QTest.mouseClick(page.copy_pid, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "41"
    QTest.mouseClick(page.copy_command, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "python train.py"
    page.table.setFocus()
    QTest.keySequence(page.table, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text().startswith("GPU 0\t41\tana\t3.0 GiB\t12 %\t380 %\t9.0 GiB\t3:20:15")


def test_a_board_without_fine_counters_is_shown_by_the_coarse_one(place: MonitorPlace) -> None:
    assert [cell.key for cell in place.focus.cells][2] == "busy_percent"
    assert place.focus.setup()["pictures"].split()[2] == "sm_active_percent"
    cell = place.focus.cells[2]
    cell.set_key("sm_active_percent")
    cell.choice.activated.emit(cell.choice.currentIndex())
    place.model.changed.emit()
    assert cell.key == "sm_active_percent"


def test_alarms_are_raised_acknowledged_and_their_limits_changed(place: MonitorPlace) -> None:
    page = place.alarms
    place.show_tab(page)
    shown = [[cell.text for cell in page.log_model.line(row).cells] for row in range(page.log_model.rowCount())]
    assert [(row[1], row[2], row[4]) for row in shown] == [
        ("GPU 0", "XID 79: The GPU no longer responds on the bus", "raised"),
        ("GPU 0", "Memory row remapping pending a reset", "raised"),
        ("GPU 0", "Uncorrected memory errors", "raised"),
    ]
    page.log_table.activated.emit(page.log_model.index(0, 0))
    assert page.log_model.line(0).cells[4].text == "acknowledged"
    assert not page.log_model.line(0).cells[5].button
    other = MonitorAlarms(place.model)
    other.look_like(page)
    assert other.log_model.text() == page.log_model.text()
    other.deleteLater()
    row = page.rules_model.row_of("temperature")
    assert row is not None
    assert page.rules_model.setData(page.rules_model.index(row, 3), "7.5")
    assert page.rules_model.line(row).cells[3].text == "7.5"
    page.rules_model.setData(page.rules_model.index(row, 3), "99")
    assert "from 0 to 40 " in page.trouble.text()
    page.rules_model.setData(page.rules_model.index(row, 0), "off")
    kept = next(rule for rule in own_rules() if rule.key == "temperature")
    assert (kept.number, kept.on) == (7.5, False)
    page.rules_table.reset_requested.emit("temperature")
    assert own_rules() == usual_rules()


def hot(at_s: float, degrees: float) -> Frame:
    return Frame("GPU-a", at_s, START_S + at_s, {"temperature_c": degrees})


def test_of_an_alarm_that_comes_and_goes_the_last_one_waits_to_be_seen(place: MonitorPlace) -> None:
    page = place.alarms
    counts: list[dict[str, int]] = []
    page.counted.connect(counts.append)
    for at_s in (100.0, 200.0):
        for frame in (hot(at_s, 88.0), hot(at_s + 20, 88.0), hot(at_s + 40, 60.0), hot(at_s + 60, 60.0)):
            place.model.taken.emit([frame], [])
    assert counts[-1][WARNING] == 1, "the remap that waits alone: what has cleared waits for nobody"
    for frame in (hot(300.0, 88.0), hot(320.0, 88.0)):
        place.model.taken.emit([frame], [])
    assert counts[-1][WARNING] == 2
    rows = [page.log_model.line(row).cells for row in range(page.log_model.rowCount())]
    of_it = [(cells[4].text, cells[5].button) for cells in rows if cells[2].text == "Close to the slowdown temperature"]
    assert of_it == [("raised", "Acknowledge"), ("cleared", ""), ("raised", ""), ("cleared", ""), ("raised", "")]


def test_a_recording_has_alarms_of_its_own_once_however_often_it_is_played(place: MonitorPlace, tmp_path: Path) -> None:
    page = place.alarms
    place.show_tab(page)
    before = page.log_model.text()
    path = tmp_path / "a.gpurec"
    file = RecordingFile(path, place.model.machines, "test", begin=(START_S, 0.0))
    for second in range(200):
        file.write([hot(float(second), 88.0)], [] if second else [Event("GPU-a", START_S, 79)])
    file.close()
    source = RecordingSource(path)
    live = place.model.source
    place.model.watch(source)
    for at_s in (200.0, 30.0, 150.0, 30.0):
        source.seek(START_S + at_s)
        place.model.take()
    shown = [page.log_model.line(row).cells[2].text for row in range(page.log_model.rowCount())]
    assert shown.count("Close to the slowdown temperature") == 1
    assert len(shown) <= 2, "nothing of what was raised live"
    place.model.watch(live)
    assert page.log_model.text().endswith(before)
    source.close()


def test_shares_are_read_and_given_in_percent(place: MonitorPlace) -> None:
    model = place.alarms.rules_model
    row = model.row_of("heat_held_software")
    assert row is not None
    assert (model.line(row).cells[2].text, model.line(row).cells[3].text) == (
        "Time throttled by software thermal slowdown is above 5 %",
        "5",
    )
    assert model.setData(model.index(row, 3), "7.5 %")
    assert next(rule for rule in own_rules() if rule.key == "heat_held_software").number == pytest.approx(0.075)
    model.setData(model.index(row, 3), "101")
    assert "from 0 to 100 " in place.alarms.trouble.text()
    reached = model.row_of("temperature_reached")
    assert reached is not None
    assert model.line(reached).cells[2].text == "Temperature is less than 0.5 °C below slowdown temperature"
    told = {rule.key: model.line(row).cells[2].text for rule in own_rules() if (row := model.row_of(rule.key)) is not None}
    assert told["memory_full"] == "Memory used is above 97 % of memory"
    assert told["power"] == "Power is above 105 % of power limit"


def test_links_of_a_source_that_tells_only_sums(place: MonitorPlace) -> None:
    place.show_tab(place.links)
    page = place.links
    shown = [[cell.text for cell in page.lines_model.line(row).cells] for row in range(page.lines_model.rowCount())]
    assert shown == [["GPU 0", "–", "–", "8.0 x8", "17 / 18", "–", ""], ["GPU 1", "–", "–", "–", "–", "–", ""]]
    assert "The monitored source does not report them: monitor the machine itself." in page.lines_model.line(0).cells[2].tool_tip
    page.table.selectRow(0)
    assert "The monitored source does not report individual links: monitor the machine itself." in page.detail.text()


def wait_for_links(hand: Hand, page: MonitorLinks) -> None:
    """Until the paths are known, and the first values of each of the eight GPUs, which come one by one."""

    def all_known() -> bool:
        lines = page.lines_model
        ups = [lines.line(row).cells[4].text for row in range(lines.rowCount())]
        return lines.columnCount() == 15 and len(ups) == 8 and ups[2] == "17 / 18" and "–" not in ups

    hand.qtbot.waitUntil(all_known, timeout=PATIENCE_MS)


@pytest.mark.usefixtures("machine")
def test_links_of_this_machine(open_desk: Callable[[], Hand]) -> None:
    hand = open_desk()
    hand.desk.window.go("monitor")
    place = hand.desk.window.monitor
    page = place.links
    place.show_tab(page)
    wait_for_links(hand, page)
    assert [cell.text for cell in page.lines_model.line(2).cells][5:10] == ["0", "NV17", "NV17", "X", "NV17"]
    assert state_of(place.model, page.lines_model.line(2).key).text == "NVLinks down"
    assert page.lines_model.line(3).cells[3].text == "5.0 x8 / 5.0 x16"
    page.table.selectRow(2)
    assert "NVLink 0,4,8,12,16: switch 00000000:05:00.0 · 1,5,9,13: switch" in page.detail.text()
    assert " · 17: down\n" in page.detail.text()
    assert "Errors logged by NVLink 5: repeated 40, recovered 1, Flow control CRC 40. Not reported: Data CRC." in page.detail.text()
    assert "It accesses the memory of GPU 0, 1, 3 directly (P2P)." in page.detail.text()
    assert "The memory of GPU 4, 5, 6, 7 is not accessed directly: they are on different bridges" in page.detail.text()
    assert page.legend.text() == "NV: through this many NVLinks"


def test_errors_of_links_and_processors_near_each_gpu(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.hide_processors(1)
    machine.count_no_errors(1)
    machine.count_errors(3, 7, 2, 3)
    machine.count_errors(4, 0, 1, 2)
    machine.count_errors(4, 1, 1, 1)
    hand = open_desk()
    hand.desk.window.go("monitor")
    place = hand.desk.window.monitor
    page = place.links
    place.show_tab(page)
    wait_for_links(hand, page)
    cpus = [page.lines_model.line(row).cells[2].text for row in range(8)]
    assert cpus == ["0-31,64-95", "–", *["0-31,64-95"] * 2, *["32-63,96-127"] * 4]
    assert "ot available on this GPU" in page.lines_model.line(1).cells[2].tool_tip
    assert "taskset -c 0-31,64-95" in page.lines_model.line(0).cells[2].tool_tip
    assert [page.lines_model.line(row).cells[4].severity for row in range(6)] == ["", "", ERROR, INFO, WARNING, ""]
    assert page.lines_model.line(4).cells[4].tool_tip == "NVLinks with errors: 0,1"
    told = []
    for row in (0, 1, 4):
        page.table.selectRow(row)
        told.append(page.detail.text().splitlines()[1])
    assert told == [
        "No NVLink has logged errors. Not reported: Data CRC.",
        "Errors per NVLink: Not available on this GPU.",
        "Errors logged by NVLink 0: recovered 2 · 1: recovered 1. Not reported: Data CRC.",
    ]


def test_cards_without_peer_to_peer_say_so(machine: Machine, open_desk: Callable[[], Hand]) -> None:
    machine.keep(2)
    for gpu in range(2):
        machine.make_a_card(gpu)
    hand = open_desk()
    hand.desk.window.go("monitor")
    place = hand.desk.window.monitor
    place.show_tab(place.links)
    hand.qtbot.waitUntil(lambda: place.links.lines_model.columnCount() == 9, timeout=PATIENCE_MS)
    place.links.table.selectRow(0)
    hand.qtbot.waitUntil(
        lambda: "The memory of GPU 1 is not accessed directly: not supported by the GPU" in place.links.detail.text(), timeout=PATIENCE_MS
    )


def test_rules_that_make_no_sense_change_nothing(place: MonitorPlace) -> None:
    own_rules_file().parent.mkdir(parents=True, exist_ok=True)
    for text in ("{", "[]", '{"temperature": {"number": 1e9, "hold_s": -1, "on": "no"}}'):
        own_rules_file().write_text(text)
        assert own_rules() == usual_rules()


def test_alarms_are_told_once_for_a_look_and_not_of_a_silenced_gpu(place: MonitorPlace) -> None:
    page = place.alarms
    place.show_tab(page)
    told: list[tuple[str, str, str]] = []
    page.raised.connect(lambda *what: told.append(what))
    page.log_table.selectRow(page.log_model.rowCount() - 1)
    assert page.silence_button.isEnabled()
    assert not page.again_button.isVisible()
    place.model.taken.emit([], [Event("GPU-a", START_S, 79), Event("GPU-a", START_S, 74)])
    assert [(severity, what) for severity, what, _ in told] == [(ERROR, "GPU 0: XID 79: The GPU no longer responds on the bus")]
    assert "and 1 more" in told[0][2]
    page.silence_button.click()
    assert page.again_button.isVisible()
    now_s = time.time()
    place.model.taken.emit([], [Event("GPU-a", now_s, 79)])
    assert len(told) == 1
    assert page.log_model.rowCount() == 6, "Silence the GPU of the selected row for an hour; logging continues"
    place.model.taken.emit([], [Event("GPU-b", now_s, 79)])
    assert told[1][1].startswith("GPU 1: XID 79")
    page.again_button.click()
    place.model.taken.emit([], [Event("GPU-a", now_s, 79)])
    assert len(told) == 3


def test_an_alarm_is_said_where_the_monitor_is_not_seen(place: MonitorPlace) -> None:
    window = place.window()
    assert isinstance(window, MainWindow)
    window.go("catalog")
    place.model.taken.emit([], [Event("GPU-b", START_S, 79)])
    assert "GPU 1: XID 79" in window.message_bar.text


def test_a_desktop_without_notifications_says_so(place: MonitorPlace) -> None:
    window = place.window()
    assert isinstance(window, MainWindow)
    place.alarms.tell_box.click()
    assert not place.alarms.tell_box.isChecked(), "the platform of the tests has no tray"
    assert "This desktop does not show program notifications." in window.message_bar.text
