from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.derived.totals.comparison import compared
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.floor.rows import add_racks
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.racks.device_operations import nudge
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run
from gpudesk.project.compare import Sort
from gpudesk.project.document import Document
from gpudesk.ui.app.dialogs.versions_dialog import VersionsDialog
from gpudesk.ui.panels.comparison.difference_rows import counts, difference_lines
from tests.ui.desk import RACK, Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed


def answer(dialog: VersionsDialog, desk: Desk, text: str) -> None:
    """Type an answer to the question at the foot."""
    QTest.keyClicks(dialog.prompt.field, text)
    QTest.keyClick(dialog.prompt.field, Qt.Key.Key_Return)
    desk.settle()


@pytest.fixture
def dialog(desk: Desk) -> VersionsDialog:
    """The dialog with one version kept by its keys."""
    desk.create(pod())
    made = opened(desk, VersionsDialog(desk.session, keep=True))
    assert made.prompt.isVisible()
    answer(made, desk, "As agreed")
    answer(made, desk, "review in March")
    return made


def change(desk: Desk) -> None:
    """Something of every sort."""
    desk.do(add_racks, RACK, 1, desk.id_of("rack_row", "B"))
    desk.do(nudge, [desk.id_of("device", "leaf-1")], -2)
    desk.do(rename, "device", desk.id_of("device", "dgx-001"), "dgx-old")
    desk.do(delete_objects, "device", [desk.id_of("device", "dgx-002")])


def lines(dialog: VersionsDialog) -> list[str]:
    shown = (dialog.differences.line(row) for row in range(dialog.differences.rowCount()))
    return [line.group or line.cells[0].text for line in shown]


def test_a_version_is_kept_with_its_note_and_without(dialog: VersionsDialog, desk: Desk) -> None:
    assert not unnamed(dialog)
    dialog.keep.click()
    answer(dialog, desk, "Second")
    answer(dialog, desk, "")
    assert [dialog.model.line(row).cells[0].text for row in range(2)] == ["Second", "As agreed"]
    assert dialog.model.line(1).cells[2].text == "review in March"
    assert desk.session.history == desk.session.history[:1], "versions lie outside the history"


def test_a_version_that_has_its_name_is_kept_when_the_dialog_closes(dialog: VersionsDialog, desk: Desk) -> None:
    dialog.keep.click()
    answer(dialog, desk, "Handed over")
    dialog.reject()
    desk.settle()
    document = desk.session.document
    assert document is not None
    assert [version[1] for version in document.versions()] == ["As agreed", "Handed over"]


def test_differences_stand_by_sort_with_what_changed(dialog: VersionsDialog, desk: Desk) -> None:
    assert not main_button(dialog).isEnabled(), "nothing has changed yet"
    change(desk)
    shown = lines(dialog)
    assert [head for head in shown if ": " in head] == ["Added: 1", "Removed: 1", "Moved: 1", "Changed: 1"]
    assert shown[1] == "B03"
    made = [dialog.differences.line(row) for row in range(dialog.differences.rowCount())]
    details = {line.cells[0].text: line.cells[2].text for line in made if line.cells}
    assert details["leaf-1"] == "unit U41 → U40"
    assert details["dgx-old"] == "name dgx-001 → dgx-old"


def test_going_back_is_one_step_that_can_be_undone(dialog: VersionsDialog, desk: Desk) -> None:
    change(desk)
    steps = len(desk.session.history)
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    assert len(desk.session.history) == steps + 1
    assert "dgx-002" in desk.session.snapshot["device"]["name"]
    assert dialog.note.sentence() == "Nothing has changed since then"
    desk.session.undo()
    desk.settle()
    assert "dgx-002" not in desk.session.snapshot["device"]["name"]
    assert main_button(dialog).isEnabled()


def test_deleting_wants_the_name(dialog: VersionsDialog, desk: Desk) -> None:
    dialog.drop.click()
    answer(dialog, desk, "as agreed")
    assert "nothing was deleted" in dialog.complaint.text
    assert dialog.model.rowCount() == 1
    dialog.drop.click()
    answer(dialog, desk, "As agreed")
    assert dialog.model.rowCount() == 0
    assert dialog.note.sentence() == "No version saved yet"
    assert not dialog.drop.isEnabled()


def test_another_file_is_compared_by_name(dialog: VersionsDialog, desk: Desk, tmp_path: Path) -> None:
    other = tmp_path / "other.gpudesk"
    with Document.create(other) as document:
        run(document, build, pod())
        run(document, create_hall, "Hall 9")
    dialog.compare_with(other)
    desk.settle()
    assert lines(dialog) == ["Removed: 1", "Hall 9"]
    assert not main_button(dialog).isEnabled(), "one cannot go back to another file"


def test_a_file_that_is_no_project_is_answered_in_the_dialog(dialog: VersionsDialog, desk: Desk, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.gpudesk"
    wrong.write_text("hello")
    dialog.compare_with(wrong)
    desk.settle()
    assert "wrong.gpudesk" in dialog.complaint.text


def test_a_dialog_that_went_before_its_answer_came_disturbs_nobody(dialog: VersionsDialog, desk: Desk) -> None:
    dialog.refresh()
    dialog.reject()
    dialog.deleteLater()
    desk.settle()
    assert desk.crashes == []


def test_very_many_differences_are_counted_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.ui.panels.comparison.difference_rows.MOST_LINES", 3)
    with Document.scratch() as document:
        run(document, build, pod())
        after = document.snapshot
    with Document.scratch() as document:
        comparison = compared(document.snapshot, after, same_project=True)
    made = difference_lines(comparison)
    assert counts(comparison)[Sort.ADDED] > 3
    assert made[-1].cells[0].text == f"and {counts(comparison)[Sort.ADDED] - 3} more"
    assert len(made) == 5
