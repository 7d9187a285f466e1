"""Problems and history as a person uses them in the window: gone to, fixed, excluded with a reason, gone back."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.plan.plan import PlanDevice
from gpudesk.operations.run.field_operations import rename
from tests.patience import PATIENCE_MS
from tests.ui.hand import ALT, CTRL, PLAN, SYSTEM, Hand

Key = Qt.Key
OVERLAP = replace(
    PLAN, devices=(*PLAN.devices, PlanDevice(SYSTEM, "over-1", rack=2, position=0), PlanDevice(SYSTEM, "over-2", rack=2, position=8))
)


@pytest.fixture
def wrong(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """A plan with two devices at the same units."""
    started = open_desk()
    started.create(tmp_path / "wrong.gpudesk", OVERLAP)
    return started


def rules(hand: Hand) -> list[str]:
    """The rules of the problems in the list, in its order."""
    model = hand.desk.window.rack.problems.model
    return [model.finding_at(line).rule for line in range(model.rowCount())]


def go_to_problem(hand: Hand, rule: str) -> None:
    """Stand on the first problem of a rule."""
    problems = hand.desk.window.rack.problems
    problems.view.setFocus()
    problems.view.go_to_line(rules(hand).index(rule))
    hand.rest()


def test_f8_goes_from_problem_to_problem_and_shows_each(wrong: Hand) -> None:
    wrong.press(Key.Key_F8)
    first = wrong.selected()
    assert first
    # The first may be what the whole hall lacks, or the overlap.
    assert first <= {"over-1", "over-2", "A01", "A02", "A03"}
    for _ in range(len(rules(wrong))):
        wrong.press(Key.Key_F8)
    assert wrong.selected() == first
    wrong.press(Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)


def test_enter_goes_there_and_the_rack_shows_its_mark(wrong: Hand) -> None:
    go_to_problem(wrong, "space.overlap")
    wrong.press(Key.Key_Return)
    assert wrong.selected() == {"over-1", "over-2"}
    assert wrong.desk.window.place == "rack"


def test_a_problem_of_a_type_selects_what_is_of_that_type(wrong: Hand) -> None:
    go_to_problem(wrong, "weight.lift")
    wrong.press(Key.Key_Return)
    assert wrong.selected() == {"dgx-001", "dgx-002", "over-1", "over-2"}


def test_a_problem_is_fixed_by_its_button_as_one_step(wrong: Hand) -> None:
    go_to_problem(wrong, "space.overlap")
    wrong.press(Key.Key_Return, CTRL)
    assert "space.overlap" not in rules(wrong)
    assert wrong.steps == [True, True]
    assert abs(wrong.place_of("over-1")[1] - wrong.place_of("over-2")[1]) >= 16
    wrong.press(Key.Key_Z, CTRL)
    assert "space.overlap" in rules(wrong)


def test_a_problem_is_excluded_with_a_reason_and_judged_again(wrong: Hand) -> None:
    go_to_problem(wrong, "space.overlap")
    wrong.press(Key.Key_Delete)
    assert wrong.snapshot["device"].rows == 5, "in this list Delete does not take out devices"
    prompt = wrong.desk.window.rack.problems.prompt
    assert prompt.isVisible()
    wrong.press(Key.Key_Return)
    assert prompt.isVisible(), "no exclusion without a reason"
    wrong.type("both are mock-ups")
    wrong.press(Key.Key_Return)
    assert "space.overlap" not in rules(wrong)
    assert list(wrong.snapshot["exclusion"]["reason"]) == ["both are mock-ups"]
    wrong.desk.window.registry.action("check.with-excluded").trigger()
    wrong.rest()
    go_to_problem(wrong, "space.overlap")
    wrong.press(Key.Key_Delete)
    assert wrong.snapshot["exclusion"].rows == 0
    assert "space.overlap" in rules(wrong)


def test_escape_leaves_the_reason_and_excludes_nothing(wrong: Hand) -> None:
    go_to_problem(wrong, "space.overlap")
    wrong.press(Key.Key_Delete)
    wrong.type("per")
    wrong.press(Key.Key_Escape)
    assert wrong.snapshot["exclusion"].rows == 0
    assert wrong.desk.window.rack.problems.isAncestorOf(wrong.focused())


def test_checking_the_whole_project_says_how_many_were_found(wrong: Hand) -> None:
    wrong.press(Key.Key_F5)
    assert "The whole project was checked" in wrong.message
    assert str(len(wrong.desk.session.findings or ())) in wrong.message


def test_an_edit_that_fixes_takes_the_problem_off_the_list_and_the_rail(wrong: Hand) -> None:
    assert wrong.desk.window.rail.button("rack").accessibleName()
    wrong.click(wrong.at("A03", 20, 4))
    wrong.select("over-2")
    wrong.look_at_drawing()
    for _ in range(3):
        wrong.press(Key.Key_Up, ALT)
    assert "space.overlap" not in rules(wrong)


def history_titles(hand: Hand) -> list[str]:
    model = hand.desk.window.rack.history.model
    return [str(model.data(model.index(line), Qt.ItemDataRole.DisplayRole)) for line in range(model.rowCount())]


def test_the_history_goes_to_any_step_and_back_also_after_a_restart(hand: Hand, open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand.click(hand.on("leaf-1"))
    for _ in range(4):
        hand.press(Key.Key_Up, ALT)
    titles = history_titles(hand)
    assert len(titles) == 6
    assert "leaf-1" in titles[0]
    hand.desk.close()
    again = open_desk()
    again.open(tmp_path / "site.gpudesk")
    assert history_titles(again) == titles
    view = again.desk.window.rack.history.view
    view.setFocus()
    for _ in range(3):
        again.press(Key.Key_Down)
    again.press(Key.Key_Return)
    assert again.place_of("leaf-1") == ("A02", 42)
    assert again.steps == [True, True, False, False, False]
    again.press(Key.Key_Home)
    again.press(Key.Key_Return)
    assert again.place_of("leaf-1") == ("A02", 48)
    again.press(Key.Key_End)
    again.press(Key.Key_Return)
    assert again.snapshot["rack"].rows == 0
    again.press(Key.Key_Home)
    again.press(Key.Key_Return)
    assert again.place_of("leaf-1") == ("A02", 48)


def test_a_click_on_the_words_at_the_end_of_a_step_goes_there(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_Up, ALT)
    hand.press(Key.Key_Up, ALT)
    view = hand.desk.window.rack.history.view
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, view.go_rect(1).center())
    hand.rest()
    assert hand.place_of("leaf-1") == ("A02", 42)


def test_a_step_after_an_undo_forgets_what_was_undone(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_Up, ALT)
    hand.press(Key.Key_Z, CTRL)
    hand.press(Key.Key_Down, ALT)
    assert hand.steps == [True, True]
    assert not hand.desk.window.registry.action("edit.redo").isEnabled()


def test_the_history_speaks_spanish_after_a_change_of_language(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    hand.press(Key.Key_Up, ALT)
    english = history_titles(hand)[0]
    hand.do("view.language.es")
    hand.qtbot.waitUntil(lambda: bool(hand.desk.window.isVisible()), timeout=PATIENCE_MS)
    hand.rest()
    assert history_titles(hand)[0] != english
    assert "leaf-1" in history_titles(hand)[0]


def test_undo_in_the_head_of_the_history_is_the_same_undo(hand: Hand) -> None:
    hand.desk.session.do(rename, "device", hand.ids("device")["leaf-1"], "spine-1")
    hand.rest()
    header = hand.desk.window.rack.history.header
    button = next(each for each in header.findChildren(type(header.add_button("close", "x"))) if each.defaultAction() is not None)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.rest()
    assert "leaf-1" in hand.ids("device")
