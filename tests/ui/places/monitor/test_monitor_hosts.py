"""Many hosts in the monitor: the tree next to the overview, the order of the rows, and what is kept for the next start."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest

from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine, Running, SourceKind
from gpudesk.ui.places.monitor.models import monitor_model
from gpudesk.ui.places.monitor.models.monitor_host_tree import HostRole
from gpudesk.ui.places.monitor.models.monitor_rows import row_words
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from tests.monitor.conftest import driver_folder, machine
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

__all__ = ["driver_folder", "machine"]

START_S = 1_790_000_000.0
HOSTS, GPUS = 50, 8


class Fleet:
    """Fifty hosts; the eighth is silent, a GPU of the fourth is held for heat, one of the sixth has a link down."""

    kind = SourceKind.DCGM
    name = "fleet"
    dropped = 0

    def __init__(self) -> None:
        self._machines = tuple(
            Machine(
                f"node-{host:02}",
                gpus=tuple(GpuFacts(f"GPU-{host}-{gpu}", gpu, "NVIDIA H100") for gpu in range(GPUS)),
                trouble="no response" if host == 7 else "",
            )
            for host in range(HOSTS)
        )
        self._frames = [
            Frame(gpu.uuid, 0.0, START_S, self._values(host, gpu.index))
            for host, each in enumerate(self._machines)
            for gpu in each.gpus
            if host != 7
        ]

    @staticmethod
    def _values(host: int, gpu: int) -> Mapping[str, float]:
        return {
            "busy_percent": 50.0,
            "power_w": 100.0 + host + gpu / 10,
            "power_limit_w": 120.0 if (host, gpu) == (1, 1) else 700.0,
            "temperature_c": 40.0,
            "clock_reasons": float(0x20 if (host, gpu) == (3, 2) else 0),
            "nvlinks_up": 17.0,
            "nvlinks_down": float((host, gpu) == (5, 1)),
        }

    def machines(self) -> Sequence[Machine]:
        """All of them."""
        return self._machines

    def take(self) -> list[Frame]:
        """What was not taken yet."""
        taken, self._frames = self._frames, []
        return taken

    def take_events(self) -> list[Event]:
        """None."""
        return []

    def running(self) -> Mapping[str, Running]:
        """None."""
        return {}

    def cost_share(self) -> float | None:
        """Not known."""
        return None

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> MonitorPlace:
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    place.sources.open("fleet", Fleet)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-49-7", "power_w") is not None, timeout=PATIENCE_MS)
    place.hosts.refresh()
    return place


def names(place: MonitorPlace) -> list[str]:
    model = place.hosts.tree_model
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_one_host_has_no_tree(hand: Hand) -> None:
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")

    class One(Fleet):
        def __init__(self) -> None:
            super().__init__()
            self._machines = self._machines[:1]

    place.sources.open("one", One)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-0-0", "power_w") is not None, timeout=PATIENCE_MS)
    assert not place.hosts.isVisible()
    assert place.overview.rows[0].host == "node-00"


def test_the_tree_says_which_hosts_are_in_trouble_and_lists_the_chosen_one(hand: Hand, place: MonitorPlace) -> None:
    assert place.hosts.isVisible()
    assert len(names(place)) == HOSTS + 1
    model = place.hosts.tree_model
    facts = {str(model.index(row, 0).data()): str(model.index(row, 0).data(HostRole.FACT)) for row in range(model.rowCount())}
    assert facts["node-00"] == "8"
    assert facts["node-05"] == "NVLinks down"
    assert facts["node-07"] == "no response"
    told = model.find("node-05", "").data(Qt.ItemDataRole.ToolTipRole)
    assert told == "node-05\n8 of 8 GPUs responding\nGPU 1: NVLinks down"
    assert "GPU 0 compared with 7 others" in place.focus._told.text()
    QTest.mouseClick(place.hosts.troubled, Qt.MouseButton.LeftButton)
    assert names(place) == ["All hosts", "node-03", "node-05", "node-07"]
    assert place.hosts.search.count_text() == "3"
    place.hosts.tree.setFocus()
    for _ in range(2):
        QTest.keyClick(place.hosts.tree, Qt.Key.Key_Down)
    assert {row.host for row in place.overview.rows} == {"node-05"}
    assert place.model.selected == ("GPU-5-0",)
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_Right)
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_Down)
    assert place.model.selected == ("GPU-5-1",)
    place.show_tab(place.health)
    assert {place.health.lines_model.line(row).cells[0].text[:7] for row in range(place.health.lines_model.rowCount())} == {"node-05"}
    QTest.mouseClick(place.hosts.troubled, Qt.MouseButton.LeftButton)
    assert str(place.hosts.tree.currentIndex().data(HostRole.UUID)) == "GPU-5-1"
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_Home)
    assert len(place.overview.rows) == HOSTS * GPUS


def test_hosts_and_gpus_are_found_by_their_name(hand: Hand, place: MonitorPlace) -> None:
    QTest.keyClicks(place.hosts.search, "node-1")
    assert names(place) == ["All hosts", *(f"node-1{number}" for number in range(10))]
    place.hosts.search.setText("gpu-12-3")
    assert names(place) == ["All hosts", "node-12"]
    head = place.hosts.tree_model.index(1, 0)
    assert place.hosts.tree.isExpanded(head)
    assert str(place.hosts.tree_model.index(0, 0, head).data()) == "GPU 3"
    QTest.keyClick(place.hosts.search, Qt.Key.Key_Escape)
    assert len(names(place)) == HOSTS + 1


def test_the_keyboard_goes_from_the_search_through_the_tree_to_the_gpus(place: MonitorPlace) -> None:
    reached = [place.hosts.search, place.hosts.troubled, place.hosts.tree, place.overview]
    reached[0].setFocus()
    for before, after in pairwise(reached):
        QTest.keyClick(before, Qt.Key.Key_Tab)
        assert after.hasFocus(), after


def test_a_silent_host_is_not_called_healthy(place: MonitorPlace) -> None:
    place.tools.set_order("state")
    assert [(row.host, row.index) for row in place.overview.rows[:3]] == [("node-03", 2), ("node-05", 1), ("node-07", 0)]
    silent = place.overview.rows[2]
    assert place.overview.told(silent, "state") == "host not responding\nno response"


def test_rows_are_sorted_by_the_words_over_a_column(hand: Hand, place: MonitorPlace) -> None:
    left = place.overview.columns().left["power"]
    head = QPoint(round(left) + 5, 8)
    QTest.mouseClick(place.overview._head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, head)
    assert place.tools.order() == "power"
    assert [row.uuid for row in place.overview.rows[:2]] == ["GPU-49-7", "GPU-49-6"]
    QTest.mouseClick(place.overview._head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, head)
    assert place.tools.order() == "number"
    assert place.overview.rows[0].uuid == "GPU-0-0"


def test_a_gpu_near_its_own_limit_comes_first(place: MonitorPlace) -> None:
    place.tools.set_order("power-share")
    assert [row.uuid for row in place.overview.rows[:2]] == ["GPU-1-1", "GPU-49-7"]


def test_rows_of_many_gpus_are_low_and_those_of_one_host_high(hand: Hand, place: MonitorPlace) -> None:
    def high() -> int:
        return place.overview.row_rect(1).top() - place.overview.row_rect(0).top()

    assert high() == 26
    window = hand.desk.window
    assert place.overview.height() > 0.5 * place.split.height()
    place.hosts.tree.setFocus()
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_Down)
    hand.qtbot.waitUntil(lambda: high() > 26 and place.overview.height() < 0.5 * place.split.height(), timeout=PATIENCE_MS)
    window.resize(window.width(), 1400)
    hand.qtbot.waitUntil(lambda: high() == 44, timeout=PATIENCE_MS)
    place.split.setSizes([200, place.split.height() - 200])
    place.split.splitterMoved.emit(200, 1)
    hand.qtbot.waitUntil(lambda: high() == 26, timeout=PATIENCE_MS)
    window.resize(window.width(), 1300)
    hand.rest()
    assert place.overview.height() < 240
    assert "split" in place.setup_text()


def test_how_it_is_set_up_is_there_at_the_next_start(open_desk: Callable[[], Hand], place: MonitorPlace) -> None:
    place.tools.set_order("temperature")
    QTest.mouseClick(place.hosts.troubled, Qt.MouseButton.LeftButton)
    place.focus.cells[0].set_key("fan_percent")
    place.focus.set_up({"window": "1h"})
    place.window().close()
    again = open_desk().desk.window.monitor
    assert again.tools.order() == "temperature"
    assert again.overview.order == "temperature"
    assert again.hosts.troubled.isChecked()
    assert again.focus.cells[0].key == "fan_percent"
    assert again.focus.window_choice.current() == "1h"


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"tools": 3, "focus": {"pictures": "x y", "window": "z"}, "split": "ü"}'])
def test_what_was_kept_and_cannot_be_read_changes_nothing(place: MonitorPlace, text: str) -> None:
    before = place.setup_text()
    place.set_up(text)
    assert place.setup_text() == before


def test_four_hundred_gpus_are_worked_by_keys(hand: Hand, place: MonitorPlace) -> None:
    overview = place.overview
    overview.setFocus()
    QTest.keyClick(overview, Qt.Key.Key_End)
    assert list(place.model.selected) == ["GPU-49-7"]
    assert overview.row_rect(HOSTS * GPUS - 1).bottom() <= overview.viewport().height()
    QTest.keyClick(overview, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ShiftModifier)
    assert 5 < len(place.model.selected) < 40
    QTest.keyClick(overview, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(place.model.selected) == HOSTS * GPUS
    for page in (place.health, place.processes, place.links, place.alarms, place.focus):
        place.show_tab(page)
        hand.rest()
        place.window().grab()
    silent = next(row for row in overview.rows if row.host == "node-07")
    assert "–" in row_words(place.model, silent)
    place.hosts.search.setText("node-07")
    place.hosts.tree.setFocus()
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_Down)
    assert [row.host for row in overview.rows] == ["node-07"] * GPUS


def test_what_a_silent_host_told_last_is_not_taken_for_now(hand: Hand) -> None:
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")

    class Falls(Fleet):
        falls = False

        def machines(self) -> Sequence[Machine]:
            """The last one goes silent."""
            return (*self._machines[:2], replace(self._machines[49], trouble="no response" if self.falls else ""))

    source = Falls()
    place.sources.open("falls", lambda: source)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-49-7", "power_w") is not None, timeout=PATIENCE_MS)
    place.tools.set_order("power")
    assert place.overview.rows[0].uuid == "GPU-49-7"
    hand.qtbot.waitUntil(lambda: told_at_the_foot(place) == [("24", "of 24 GPUs"), ("2.81", "kW GPUs")], timeout=PATIENCE_MS)
    source.falls = True
    hand.qtbot.waitUntil(lambda: told_at_the_foot(place) == [("16", "of 24 GPUs"), ("1.61", "kW GPUs +")], timeout=PATIENCE_MS)
    place.tools.set_order("number")
    place.tools.set_order("power")
    assert place.overview.rows[0].uuid == "GPU-1-7"
    assert place.overview.rows[-1].host == "node-49"
    assert place.overview.told(place.overview.rows[-1], "power").endswith("Last reading before the host stopped responding.")
    place.show_tab(place.health)
    first = place.health.lines_model.line(0)
    assert [cell.text for cell in first.cells[:4]] == ["node-49", "", "Host not responding", "no response"]
    model = place.health.lines_model
    assert not any(model.line(row).cells[0].text.startswith("node-49 ") for row in range(model.rowCount()))
    place.window().grab()


def told_at_the_foot(place: MonitorPlace) -> list[tuple[str, str]]:
    return [(figure.text, figure.label) for figure in place.foot.figures.figures()]


def test_a_host_whose_gpus_are_not_known_says_why(hand: Hand) -> None:
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")

    class Silent(Fleet):
        def __init__(self) -> None:
            super().__init__()
            self._machines = (*self._machines[:1], Machine("node-99", trouble="refused"))

    place.sources.open("silent", Silent)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-0-0", "power_w") is not None, timeout=PATIENCE_MS)
    place.hosts.tree.setFocus()
    QTest.keyClick(place.hosts.tree, Qt.Key.Key_End)
    assert place.overview.rows == []
    assert place.overview.accessibleDescription() == "node-99 is not responding; GPU status unknown: refused"
    place.window().grab()


def test_the_readings_of_a_fleet_are_kept_in_turns_and_told_of_once(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor_model, "TURN_S", 0.0)
    beats: list[int] = []
    heart = QTimer(interval=0)
    heart.timeout.connect(lambda: beats.append(1))
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    taken: list[list[str]] = []
    place.model.taken.connect(lambda frames, _events: taken.append([frame.uuid for frame in frames]))
    expected = [frame.uuid for frame in Fleet().take()]
    heart.start()
    place.sources.open("fleet", Fleet)
    hand.qtbot.waitUntil(lambda: sum(map(len, taken)) == len(expected), timeout=PATIENCE_MS)
    heart.stop()
    assert [part for part in taken if part] == [expected]
    assert not place.tools.rate.isVisible(), "it is that of this machine"
    assert len(beats) > len(expected) // 2, "the interface has its turn after each reading, once there is no time for more"
    place.model.forget()
    place.sources.open("fleet", Fleet)
    hand.qtbot.waitUntil(lambda: place.model.value("GPU-0-0", "power_w") is not None, timeout=PATIENCE_MS)
    place.sources.stop()
    taken.clear()
    assert not place.model._timer.isActive()
    hand.rest()
    assert taken == [], "nothing comes of a source that is no longer watched"
