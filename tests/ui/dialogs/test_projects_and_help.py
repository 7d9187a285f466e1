from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPlainTextEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from gpudesk import __version__
from gpudesk.catalog.plan_types import types_of
from gpudesk.catalog.templates import load_template, templates
from gpudesk.core.plan.plan import Plan
from gpudesk.derived.totals.totals import totals
from gpudesk.operations.project.remarks import add_remark
from gpudesk.ui.app.dialogs.about import AboutDialog, versions_text
from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog
from gpudesk.ui.app.dialogs.remarks_dialog import RemarksDialog
from gpudesk.ui.app.dialogs.shortcuts import ShortcutsDialog
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.home.new_project import NewProjectDialog
from gpudesk.ui.places.home.plan_thumbnail import COMPUTE, floor_boxes
from tests.patience import PATIENCE_MS
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed
from tests.ui.pauses import pauses_over


def test_a_project_is_made_by_its_name_alone(desk: Desk, tmp_path: Path) -> None:
    dialog = opened(desk, NewProjectDialog(desk.session))
    assert not unnamed(dialog)
    dialog.folder.setText(str(tmp_path))
    assert dialog.name.hasFocus()
    QTest.keyClicks(dialog.name, "Nave norte")
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    desk.settle()
    assert desk.session.document is not None
    assert desk.session.document.path == tmp_path / "Nave norte.gpudesk"
    assert desk.session.snapshot["hall"].rows == 0


def test_a_project_begins_with_a_template(desk: Desk, tmp_path: Path) -> None:
    dialog = opened(desk, NewProjectDialog(desk.session))
    dialog.folder.setText(str(tmp_path))
    assert dialog.model.rowCount() == len(templates()) + 1
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.template() == templates()[0].name
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    desk.settle()
    assert desk.session.is_open
    assert desk.session.snapshot["rack"].rows > 0


def test_what_a_template_lets_choose_is_seen_before_it_is_built(desk: Desk, tmp_path: Path) -> None:
    dialog = opened(desk, NewProjectDialog(desk.session, template="dgx-h100-superpod"))
    desk.settle()
    assert not unnamed(dialog)
    dialog.folder.setText(str(tmp_path))
    units = dialog.choice.editor("su")
    assert isinstance(units, QSpinBox)
    units.setFocus()
    units.selectAll()
    QTest.keyClicks(units, "2")
    ufm = dialog.choice.editor("ufm")
    assert isinstance(ufm, QCheckBox)
    QTest.keyClick(ufm, Qt.Key.Key_Space)
    pauses_over(dialog)
    desk.settle()
    shown = [label.text() for label in dialog.choice.findChildren(QLabel) if label.isVisible()]
    assert {"512", "64"} <= set(shown), "GPUs and systems of two units without UFM"
    assert any(text.startswith("NVIDIA DGX SuperPOD reference architecture") for text in shown)
    assert any("from 1 to 4" in text for text in shown)
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    desk.settle()
    desk.settle()
    assert totals(desk.session.snapshot, "project").systems == 64


def test_the_floor_of_a_plan_is_drawn_in_its_hall() -> None:
    plan = load_template("dgx-h100-superpod")
    boxes = floor_boxes(plan, types_of(plan))
    assert len(boxes) == 38
    hall = plan.halls[0]
    for number, left, top, wide, high, _down, _what in boxes:
        assert number == 0
        assert left >= 0 <= top
        assert left + wide <= hall.width_mm
        assert top + high <= hall.depth_mm
    assert [what for *_, what in boxes].count(COMPUTE) == 32
    assert floor_boxes(Plan(), types_of(Plan())) == []


@pytest.mark.parametrize("name", ["", "  ", "a/b", ".hidden", "what?"])
def test_a_name_that_cannot_be_a_files_is_not_taken(desk: Desk, name: str) -> None:
    dialog = opened(desk, NewProjectDialog(desk.session))
    dialog.name.setText(name)
    assert dialog.path() is None
    assert not main_button(dialog).isEnabled()
    dialog.reject()


def test_a_file_that_is_there_already_is_never_written_over(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "plan.gpudesk").write_text("mine")
    dialog = opened(desk, NewProjectDialog(desk.session))
    dialog.folder.setText(str(tmp_path))
    dialog.name.setText("plan")
    assert not main_button(dialog).isEnabled()
    dialog.create_project()
    desk.settle()
    assert (tmp_path / "plan.gpudesk").read_text() == "mine"
    dialog.reject()


def test_a_folder_that_cannot_be_written_is_answered_in_the_dialog(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    dialog = opened(desk, NewProjectDialog(desk.session))
    dialog.folder.setText(str(tmp_path / "file"))
    assert not main_button(dialog).isEnabled()
    assert "is a file, not a folder" in dialog._path.text()
    (tmp_path / "file").unlink()
    dialog.folder.setText(str(tmp_path / "file" / "inside"))
    (tmp_path / "file").write_text("no folder after all")
    main_button(dialog).click()
    desk.settle()
    assert dialog.isVisible()
    assert "is a file, not a folder" in dialog._path.text()
    dialog.folder.setText(str(tmp_path))
    assert main_button(dialog).isEnabled(), "another folder may be tried"
    dialog.reject()


def test_remarks_are_added_by_keys_and_stay_in_order(desk: Desk) -> None:
    desk.create(pod())
    ref = ObjectRef("rack", desk.id_of("rack", "A01"))
    dialog = opened(desk, RemarksDialog(desk.session, ref))
    assert not main_button(dialog).isEnabled()
    for text in ("The left post is bent.", "Post exchanged."):
        QTest.keyClicks(dialog.field, text)
        QTest.keyClick(dialog.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        desk.settle()
    journal = desk.session.snapshot["journal"]
    assert journal["text"].tolist() == ["The left post is bent.", "Post exchanged."]
    assert set(journal["object_id"].tolist()) == {ref.id}
    assert dialog.field.toPlainText() == ""
    assert dialog.isVisible()
    dialog.reject()


def test_remarks_of_other_things_are_not_shown(desk: Desk) -> None:
    desk.create(pod())
    desk.do(add_remark, "rack", desk.id_of("rack", "A02"), "elsewhere")
    dialog = opened(desk, RemarksDialog(desk.session, ObjectRef("rack", desk.id_of("rack", "A01"))))
    names = [widget.accessibleName() for widget in dialog.area.findChildren(QWidget)]
    assert not [name for name in names if "elsewhere" in name]
    dialog.reject()


def test_actions_are_found_by_name_by_keys_and_by_words(desk: Desk) -> None:
    dialog = opened(desk, ShortcutsDialog(desk.registry))
    total = dialog.model.rowCount()
    assert total == len(desk.registry.specs())

    def found(text: str) -> list[str]:
        dialog.search.setText(text)
        return [dialog.model.line(row).key for row in range(dialog.model.rowCount())]

    assert "edit.undo" in found("undo")
    assert "edit.undo" in found("ctrl+z")
    assert "check.mend" in found("repair")
    assert "edit.undo" not in found("repair")
    dialog.reject()


def test_an_action_is_done_from_the_list(desk: Desk) -> None:
    done: list[str] = []
    desk.registry.connect_action("file.new", lambda: done.append("new"))
    dialog = opened(desk, ShortcutsDialog(desk.registry))
    QTest.keyClicks(dialog.search, "new project")
    QTest.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.table.hasFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    assert done == ["new"]
    assert not dialog.isVisible()


def test_about_names_versions_licences_and_can_be_copied(desk: Desk) -> None:
    dialog = opened(desk, AboutDialog())
    assert not unnamed(dialog)
    assert versions_text().startswith(f"GPU Desk {__version__}\nQt 6.")
    assert "NumPy " in versions_text()
    dialog.reject()


def test_a_crash_can_be_copied_left_behind_or_ended_with(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    dialog = opened(desk, CrashDialog("GPU Desk 1\nValueError: x", tmp_path / "report.txt"))
    assert not unnamed(dialog)
    assert isinstance(dialog.report, QPlainTextEdit)
    assert dialog.report.isReadOnly()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "GPU Desk 1\nValueError: x"
    with qtbot.waitSignal(dialog.quit_requested, timeout=PATIENCE_MS):
        dialog.quit.click()
    other = opened(desk, CrashDialog("text", None))
    with qtbot.assertNotEmitted(other.quit_requested):
        QTest.keyClick(other, Qt.Key.Key_Return)
    assert not other.isVisible(), "Enter goes on"
