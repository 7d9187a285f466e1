from datetime import datetime

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.floor.rows import add_racks
from gpudesk.project.document import Document, Step
from gpudesk.ui.panels.history.history_dock import HistoryDock
from gpudesk.ui.panels.history.history_model import HistoryModel, HistoryRow, StepState
from gpudesk.ui.toolkit.parts.times import full_time, short_time
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from tests.ui.desk import RACK, Desk

NOON = datetime(2025, 3, 14, 12, 0).astimezone()


@pytest.fixture
def dock(desk: Desk) -> HistoryDock:
    desk.create()
    desk.do(create_hall, "Hall 1")
    desk.do(create_hall, "Hall 2")
    desk.do(create_hall, "Hall 3")
    made = HistoryDock(desk.session, desk.registry)
    desk.show_dock(made, made.header, 420, 220)
    return made


def titles(dock: HistoryDock) -> list[str]:
    return [dock.model.title(line) for line in range(dock.model.rowCount())]


def states(dock: HistoryDock) -> list[StepState]:
    return [dock.model.row_at(line).state for line in range(dock.model.rowCount())]


def halls(desk: Desk) -> list[str]:
    names: list[str] = desk.session.snapshot["hall"]["name"].tolist()
    return names


def test_the_newest_step_stands_on_top_and_the_beginning_at_the_foot(dock: HistoryDock) -> None:
    assert titles(dock) == ["Add hall Hall 3", "Add hall Hall 2", "Add hall Hall 1", "Start of the history"]
    assert states(dock) == [StepState.CURRENT, StepState.DONE, StepState.DONE, StepState.DONE]
    assert dock.view.currentIndex().row() == 0


def test_enter_goes_back_to_a_step_and_forward_again(dock: HistoryDock, desk: Desk) -> None:
    dock.setFocus()
    QTest.keyClick(dock.view, Qt.Key.Key_Down)
    QTest.keyClick(dock.view, Qt.Key.Key_Down)
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    desk.settle()
    assert halls(desk) == ["Hall 1"]
    assert states(dock) == [StepState.UNDONE, StepState.UNDONE, StepState.CURRENT, StepState.DONE]
    QTest.keyClick(dock.view, Qt.Key.Key_Home)
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    desk.settle()
    assert halls(desk) == ["Hall 1", "Hall 2", "Hall 3"]


def test_the_beginning_is_a_place_to_go_to(dock: HistoryDock, desk: Desk) -> None:
    QTest.keyClick(dock.view, Qt.Key.Key_End)
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    desk.settle()
    assert halls(desk) == []
    assert states(dock)[-1] is StepState.CURRENT


def test_a_click_chooses_a_step_and_its_words_go_to_it(dock: HistoryDock, desk: Desk) -> None:
    row = dock.view.visualRect(dock.model.index(1)).center()
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, row.y()))
    desk.settle()
    assert halls(desk) == ["Hall 1", "Hall 2", "Hall 3"], "a click alone undoes nothing"
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=dock.view.go_rect(1).center())
    desk.settle()
    assert halls(desk) == ["Hall 1", "Hall 2"]


def test_the_present_step_offers_no_way_to_itself(dock: HistoryDock) -> None:
    assert dock.view.go_rect(0).isEmpty()
    assert not dock.view.go_rect(1).isEmpty()


def test_a_double_click_goes_too(dock: HistoryDock, desk: Desk) -> None:
    at = dock.view.visualRect(dock.model.index(2)).center()
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.settle()
    assert halls(desk) == ["Hall 1"]


def test_a_chosen_step_stays_chosen_while_others_come(dock: HistoryDock, desk: Desk) -> None:
    dock.view.setCurrentIndex(dock.model.index(1))
    desk.do(add_racks, RACK, 2)
    assert dock.model.title(dock.view.currentIndex().row()) == "Add hall Hall 2"
    dock.view.setCurrentIndex(dock.model.index(0))
    desk.do(create_hall, "Hall 4")
    assert dock.view.currentIndex().row() == 0, "who stands at the present goes with it"


def test_the_history_is_there_after_a_restart(desk: Desk) -> None:
    desk.create()
    desk.do(create_hall, "Hall 1")
    desk.do(create_hall, "Hall 2")
    desk.session.undo()
    desk.settle()
    desk.session.close()
    desk.settle()
    desk.session.open(desk.path)
    desk.settle()
    dock = HistoryDock(desk.session, desk.registry)
    assert titles(dock) == ["Add hall Hall 2", "Add hall Hall 1", "Start of the history"]
    assert states(dock)[:2] == [StepState.UNDONE, StepState.CURRENT]
    dock.view.step_chosen.emit(dock.model.row_at(0).step_id)
    desk.settle()
    assert halls(desk) == ["Hall 1", "Hall 2"]
    dock.deleteLater()


def test_the_buttons_are_the_actions(dock: HistoryDock, desk: Desk) -> None:
    desk.registry.connect_action("edit.undo", desk.session.undo)
    desk.registry.set_met({"project", "writable", "editor", "undo"})
    button = dock.header.findChildren(IconButton)[0]
    assert button.accessibleName()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    desk.settle()
    assert halls(desk) == ["Hall 1", "Hall 2"]


def test_a_project_that_is_only_read_stays_as_it_is(desk: Desk, qtbot: QtBot) -> None:
    desk.create()
    desk.do(create_hall, "Hall 1")
    desk.session.close()
    desk.settle()
    desk.session.adopt(Document.open(desk.path, write=False))
    desk.settle()
    dock = HistoryDock(desk.session, desk.registry)
    qtbot.addWidget(dock)
    dock.view.step_chosen.emit(None)
    desk.settle()
    assert halls(desk) == ["Hall 1"]


def test_it_can_be_read_aloud(dock: HistoryDock) -> None:
    lines = dock.view.text().splitlines()
    assert lines[0].startswith("Add hall Hall 3, current state, ")
    assert dock.model.data(dock.model.index(3), Qt.ItemDataRole.AccessibleTextRole) == "Start of the history"


def test_the_model_keeps_the_rules_of_models(dock: HistoryDock, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(dock.model, force_py=True)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("title", ["", "no message", "[1, 2]", '{"text": 3}'])
def test_a_damaged_title_does_not_keep_the_history_from_being_shown(title: str) -> None:
    model = HistoryModel()
    model.set_rows([HistoryRow(Step(1, title, "2025-03-14T12:00:00Z", done=True), StepState.CURRENT)])
    assert model.title(0) == "A step whose name cannot be read"
    assert "A step whose name cannot be read" in model.spoken(0)


def test_without_steps_it_says_what_belongs_here(desk: Desk, qtbot: QtBot) -> None:
    dock = HistoryDock(desk.session, desk.registry)
    qtbot.addWidget(dock)
    assert dock.model.rowCount() == 0
    assert not dock.view.isVisibleTo(dock)


@pytest.mark.parametrize(
    ("at", "shown"),
    [("2025-03-14", "12:00"), ("2025-03-13", "yesterday"), ("2025-03-01", "1 Mar"), ("2024-12-24", "24 Dec 2024")],
)
def test_times_are_as_short_as_the_day_allows(at: str, shown: str) -> None:
    utc = datetime.fromisoformat(f"{at}T12:00").astimezone().isoformat()
    assert short_time(utc, NOON) == shown
    assert at[:4] in full_time(utc)
