"""Machines in the place of the monitor, read by the real nvidia-ml-py: what is the matter is said, a missing value is no zero."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest

from gpudesk.monitor.host import sleeping
from gpudesk.monitor.readings.reading import Lack
from gpudesk.ui.places.monitor.dialogs.watch_hosts import WatchHostsDialog
from gpudesk.ui.places.monitor.models.monitor_labels import lack_text
from gpudesk.ui.places.monitor.models.monitor_rows import ORDERS, row_state, row_words
from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, INFO, WARNING
from tests.monitor.conftest import driver_folder, machine, no_driver_folder, no_library, no_machine, old_driver_folder, old_machine
from tests.monitor.made_library import Machine
from tests.monitor.smi_listing import GPU, listing
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, NO_KEY, SHIFT, Hand

__all__ = ["driver_folder", "machine", "no_driver_folder", "no_library", "no_machine", "old_driver_folder", "old_machine"]


@pytest.fixture(autouse=True)
def _no_gpu_of_this_machine_sleeps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sleeping.sleeping, "__defaults__", (tmp_path / "devices",))


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


def watched(hand: Hand, rows: int = 8) -> MonitorPlace:
    """The place once this machine is watched and what answers was read."""
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.source is not None and len(place.overview.rows) == rows, timeout=PATIENCE_MS)
    seen = [row.uuid for row in place.overview.rows if row.uuid and not row.is_part]
    hand.qtbot.waitUntil(lambda: all(place.model.now(uuid).values for uuid in seen), timeout=PATIENCE_MS)
    return place


def click(place: MonitorPlace, row: int, keys: Qt.KeyboardModifier = NO_KEY) -> None:
    QTest.mouseClick(place.overview.viewport(), Qt.MouseButton.LeftButton, keys, place.overview.row_rect(row).center())


def key(place: MonitorPlace, pressed: Qt.Key, keys: Qt.KeyboardModifier = NO_KEY) -> None:
    QTest.keyClick(place.overview, pressed, keys)


def numbers(place: MonitorPlace) -> list[int]:
    """The GPUs that are looked at closer."""
    return [place.model.facts[uuid].index for uuid in place.model.selected]


def written(place: MonitorPlace) -> str:
    """All that is written in the overview, as it is painted."""
    told = QBuffer()
    told.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(told)
    generator.setSize(place.overview.size())
    painter = QPainter(generator)
    place.overview.render(painter, QPoint())
    painter.end()
    return bytes(told.data().data()).decode()


def seen_everywhere(hand: Hand, place: MonitorPlace) -> None:
    """Each page is shown and painted, each order taken."""
    for page in (place.health, place.processes, place.links, place.alarms, place.focus):
        place.show_tab(page)
        hand.rest()
        place.window().grab()
    for order in ORDERS:
        place.tools.set_order(order)
    place.tools.set_order("number")


@pytest.mark.usefixtures("machine")
def test_eight_gpus_are_chosen_by_pointer_and_keys(hand: Hand) -> None:
    place = watched(hand)
    assert numbers(place) == [0]
    click(place, 3)
    click(place, 5, CTRL)
    assert numbers(place) == [3, 5]
    click(place, 7, SHIFT)
    assert numbers(place) == [5, 6, 7]
    place.overview.setFocus()
    key(place, Qt.Key.Key_Home)
    key(place, Qt.Key.Key_Down, SHIFT)
    assert numbers(place) == [0, 1]
    key(place, Qt.Key.Key_End, CTRL)
    key(place, Qt.Key.Key_Space)
    assert numbers(place) == [0, 1, 7]
    key(place, Qt.Key.Key_A, CTRL)
    assert len(numbers(place)) == 8
    seen_everywhere(hand, place)


@pytest.mark.usefixtures("machine")
def test_the_gpus_have_the_focus_once_they_are_there(hand: Hand) -> None:
    place = watched(hand)
    assert place.overview.hasFocus()
    key(place, Qt.Key.Key_Down)
    assert numbers(place) == [1]


def test_the_pictures_are_worked_by_keys(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    hand.qtbot.waitUntil(lambda: (place.model.history.last_s or 0.0) - (place.model.history.first_s or 0.0) > 0.5, timeout=PATIENCE_MS)
    plot = place.focus.cells[0].picture
    plot.setFocus()
    since_s, until_s = place.focus.view.span()
    assert until_s - since_s == pytest.approx(240)
    assert not place.focus.zoomed.text()
    QTest.keyClick(plot, Qt.Key.Key_Plus)
    since_s, until_s = place.focus.view.span()
    assert until_s - since_s < 230
    assert re.fullmatch(r"zoomed: [23]\.\d min", place.focus.zoomed.text())
    assert place.focus.view.follows
    QTest.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    assert "not read" in plot.accessibleDescription() or "°C" in plot.accessibleDescription()
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    assert place.focus.view.cursor_s is None
    QTest.mouseClick(place.focus.window_choice.button("run"), Qt.MouseButton.LeftButton)
    since_s, until_s = place.focus.view.span()
    assert until_s - since_s < 60
    assert not place.focus.zoomed.text()
    machine.use(0, 1024, 3)


def test_the_parts_of_a_gpu_stand_behind_it(machine: Machine, hand: Hand) -> None:
    machine.part(0, 2)
    place = watched(hand, rows=10)
    assert [row.is_part for row in place.overview.rows[:4]] == [False, True, True, False]
    whole = place.overview.rows[0]
    part = place.overview.rows[1]
    hand.qtbot.waitUntil(lambda: bool(place.model.now(part.uuid).values), timeout=PATIENCE_MS)
    assert place.model.lack(whole.uuid, "busy_percent") is Lack.MIG
    assert "partitioned (MIG)" in lack_text(place.model.lack(whole.uuid, "busy_percent"))
    text = written(place)
    assert text.count(">MIG 1g.10gb<") == 2
    assert "GB HBM3 MIG" not in text
    place.tools.set_order("temperature")
    rows = place.overview.rows
    at = next(number for number, row in enumerate(rows) if row.uuid == whole.uuid)
    assert [row.is_part for row in rows[at + 1 : at + 3]] == [True, True]
    click(place, at + 1)
    assert place.model.selected == (part.uuid,)
    seen_everywhere(hand, place)


@pytest.mark.usefixtures("no_machine")
def test_a_driver_that_is_not_loaded_is_said(hand: Hand) -> None:
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.trouble is not None, timeout=PATIENCE_MS)
    assert "installed but not loaded" in place.empty.accessibleName()
    assert "modprobe nvidia" in place.empty.accessibleName()
    assert place.at_rest() is place.empty.button
    assert not place.foot.isVisible()
    QTest.mouseClick(place.empty.button, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: not place.model.opening and place.empty.button.isEnabled(), timeout=PATIENCE_MS)
    assert "installed but not loaded" in place.empty.accessibleName()


@pytest.mark.usefixtures("no_library")
def test_a_machine_without_any_library_says_so_and_what_else_can_be_watched(hand: Hand, tmp_path: Path) -> None:
    window, place = hand.desk.window, hand.desk.window.monitor
    window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.trouble is not None, timeout=PATIENCE_MS)
    assert place.empty.button.hasFocus()
    told = place.empty.accessibleName()
    assert "no NVIDIA driver: its library (NVML) was not found" in told
    for way in ("exporters", "Prometheus", "recording", "nvidia-smi"):
        assert way in told
    assert place.empty.isVisible()
    assert place.overview.rows == []
    assert not place.overview.isVisible()
    assert not place.foot.isVisible()
    assert not any(figure.isdigit() for figure in told)
    QTest.mouseClick(place.empty.button, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: not place.model.opening and place.empty.button.isEnabled(), timeout=PATIENCE_MS)
    assert place.empty.accessibleName() == told
    assert place.empty.button.hasFocus(), "the keyboard stays at the button while it cannot be pressed"
    for link in place.other_ways:
        QTest.keyClick(hand.focused(), Qt.Key.Key_Tab)
        assert link.hasFocus()
    hosts = place.other_ways[0]
    QTest.keyClick(hosts, Qt.Key.Key_Return)
    dialog = window.findChild(WatchHostsDialog)
    assert dialog is not None
    dialog.reject()
    path = tmp_path / "node.xml"
    path.write_bytes(listing(GPU))
    window.files.take(path)
    hand.qtbot.waitUntil(lambda: len(place.overview.rows) == 1, timeout=PATIENCE_MS)
    assert place.model.value(place.overview.rows[0].uuid, "power_w") == 651.2
    place.show_tab(place.processes)
    assert "The tree is available only while this machine is being monitored." in place.processes.form.button("tree").toolTip()


def test_a_driver_without_gpus_is_said(machine: Machine, hand: Hand) -> None:
    machine.keep(0)
    place = hand.desk.window.monitor
    hand.desk.window.go("monitor")
    hand.qtbot.waitUntil(lambda: place.model.source is not None, timeout=PATIENCE_MS)
    assert place.overview.rows == []
    assert "no GPU" in place.overview.none_text()
    assert place.overview.accessibleDescription() == place.overview.none_text()
    assert ">The driver is loaded but reports no GPU" in written(place)
    for pressed in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Space, Qt.Key.Key_A):
        key(place, pressed, CTRL)
    click(place, 0)
    assert place.model.selected == ()
    seen_everywhere(hand, place)


@pytest.mark.usefixtures("machine")
def test_a_gpu_that_sleeps_is_not_woken(hand: Hand, tmp_path: Path) -> None:
    for number in range(8):
        board = tmp_path / "devices" / f"0000:{number + 1:02x}:00.0"
        (board / "power").mkdir(parents=True)
        power = "suspended" if number == 1 else "active"
        for name, text in {"vendor": "0x10de", "class": "0x030200", "power/runtime_status": power}.items():
            (board / name).write_text(f"{text}\n")
    place = watched(hand)
    asleep = place.overview.rows[1]
    state = row_state(place.model, asleep)
    assert (asleep.uuid, state.severity, state.text) == ("", INFO, "suspended")
    assert (
        "The GPU is suspended to save power; a query would wake it. It appears once a program uses it and this view is reopened."
        in place.overview.told(asleep, "power")
    )
    assert row_words(place.model, asleep).startswith("GPU 1: suspended.")
    before = place.model.selected
    click(place, 1)
    assert place.model.selected in ((), before)
    seen_everywhere(hand, place)


def test_a_gpu_that_falls_off_the_bus_is_told_at_once(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    click(place, 2)
    machine.lose(2)
    row = place.overview.rows[2]
    hand.qtbot.waitUntil(lambda: row_state(place.model, row).text == "lost", timeout=PATIENCE_MS)
    assert row_state(place.model, row).severity == ERROR
    assert place.model.value(row.uuid, "power_w") is None
    assert "fallen off the bus" in place.overview.told(row, "power")
    assert MISSING in row_words(place.model, row)
    assert numbers(place) == [2]
    place.tools.set_order("state")
    assert place.overview.rows[0].uuid == row.uuid
    seen_everywhere(hand, place)
    machine.find(2)


def test_what_health_warns_of_is_not_called_healthy(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    row = place.overview.rows[3]
    hand.qtbot.waitUntil(lambda: place.model.value(row.uuid, "pcie_width") == 8.0, timeout=PATIENCE_MS)
    state = row_state(place.model, row)
    assert (state.severity, state.text) == (WARNING, "PCIe runs on fewer lanes")
    assert state.told.startswith("x8 of x16 under load.")
    assert row_state(place.model, place.overview.rows[0]).text == "healthy"


def test_an_error_that_the_driver_reports_stands_in_the_row(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    row = place.overview.rows[3]
    assert row_state(place.model, row).severity != ERROR
    machine.library.desk_xid(3, 79)
    hand.qtbot.waitUntil(lambda: row_state(place.model, row).text == "XID 79", timeout=PATIENCE_MS)
    assert row_state(place.model, row).severity == ERROR
    assert "no longer responds on the bus" in place.overview.told(row, "state")
    machine.library.desk_xid(4, 13)
    hand.qtbot.waitUntil(lambda: len(place.model.events) == 2, timeout=PATIENCE_MS)
    assert "XID" not in row_state(place.model, place.overview.rows[4]).text
    place.tools.set_order("state")
    assert [each.index for each in place.overview.rows[:2]] == [2, 3]


def test_a_gpu_that_may_not_be_read_says_so(machine: Machine, hand: Hand) -> None:
    machine.forbid(1)
    place = watched(hand)
    row = place.overview.rows[1]
    assert (row.uuid, row_state(place.model, row).severity, row_state(place.model, row).text) == ("", WARNING, "no permission")
    assert "/dev/nvidia" in place.overview.told(row, "memory")
    assert ">This user has no permission to read it: ask the administrator for access to /dev/nvidia*" in written(place)
    seen_everywhere(hand, place)


@pytest.mark.usefixtures("old_machine")
def test_what_an_old_driver_does_not_know_is_told(hand: Hand) -> None:
    place = watched(hand)
    row = place.overview.rows[0]
    assert place.model.value(row.uuid, "sm_active_percent") is None
    told = place.overview.told(row, "activity")
    assert "Coarse" in told
    assert "too old" in told or "ot available on this GPU" in told
    assert place.overview.column_titles()["activity"] == "GPU busy (coarse)"
    seen_everywhere(hand, place)


def test_names_of_any_script_are_shown(machine: Machine, hand: Hand) -> None:
    machine.call_it(0, "NVIDIA 超级 GPU – Édition « ß »".encode())
    machine.call_it(1, b"NVIDIA caf\xe9 <b>x</b>\n")
    place = watched(hand)
    assert "超级 GPU – Édition « ß »" in place.overview.told(place.overview.rows[0], "gpu")
    assert "caf" in place.overview.told(place.overview.rows[1], "gpu")
    seen_everywhere(hand, place)


def test_a_driver_that_is_unloaded_while_it_is_watched(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    machine.unload(1)
    row = place.overview.rows[0]
    hand.qtbot.waitUntil(lambda: place.model.value(row.uuid, "power_w") is None, timeout=PATIENCE_MS)
    hand.qtbot.waitUntil(lambda: row_state(place.model, row).text == "not responding", timeout=PATIENCE_MS)
    assert "The driver returned an error." in place.overview.told(row, "power")
    seen_everywhere(hand, place)
    machine.unload(0)


def test_another_order_is_chosen_by_keys_and_the_current_gpu_stays(machine: Machine, hand: Hand) -> None:
    place = watched(hand)
    machine.use(6, 70_000, 99)
    click(place, 6)
    place.overview.setFocus()
    uuid = place.model.selected[-1]
    hand.qtbot.waitUntil(lambda: (place.model.value(uuid, "memory_used_bytes") or 0) > 69_000 * 2**20, timeout=PATIENCE_MS)
    box = place.tools.findChildren(type(place.tools._order))[0]
    box.setFocus()
    while place.tools.order() != "memory":
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert place.overview.rows[0].uuid == uuid
    assert place.overview.current_row == 0
    assert place.model.selected == (uuid,)


@pytest.mark.usefixtures("machine")
def test_the_words_say_which_value_a_board_never_gives(hand: Hand) -> None:
    place = watched(hand)
    uuid = place.overview.rows[0].uuid
    hand.qtbot.waitUntil(lambda: place.model.lack(uuid, "fan_percent") is not None, timeout=PATIENCE_MS)
    assert place.model.lack(uuid, "fan_percent") is Lack.UNSUPPORTED
    place.focus.cells[0].set_key("fan_percent")
    hand.rest()
    plot = place.focus.cells[0].picture
    plot.setFocus()
    QTest.keyClick(plot, Qt.Key.Key_Left, SHIFT)
    assert "not read" in plot.accessibleDescription()


def test_the_foot_tells_how_busy_the_host_is_and_what_is_held_of_its_memory(machine: Machine, hand: Hand) -> None:
    place = watched(hand)

    def foot() -> dict[str, tuple[str, str]]:
        return {figure.key: (figure.text, figure.label) for figure in place.foot.figures.figures()}

    hand.qtbot.waitUntil(lambda: {"host-cpu", "host-memory"} <= foot().keys(), timeout=PATIENCE_MS)
    assert foot()["host-cpu"][1] == "host CPU"
    assert re.fullmatch(r"\d+ %", foot()["host-cpu"][0].replace("\u202f", " ").replace("\u00a0", " "))
    assert re.fullmatch(r"[KMGT]iB of [\d.]+ [MGT]iB host memory", foot()["host-memory"][1].replace("\u202f", " ").replace("\u00a0", " "))
