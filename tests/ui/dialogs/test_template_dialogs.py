"""Templates of one's own by pointer and keys: saved from a selection, inserted where it is free, renamed, deleted."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSpinBox

from gpudesk.catalog import own_templates as templates_of_ones_own
from gpudesk.catalog.own_templates import own_templates
from gpudesk.catalog.templates import load_template
from gpudesk.operations.floor.halls import create_hall
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.places.home.insert_template import InsertTemplateDialog
from gpudesk.ui.places.home.new_project import NewProjectDialog
from gpudesk.ui.places.home.save_template import SaveTemplateDialog
from gpudesk.ui.places.home.template_list import RenameTemplateDialog
from gpudesk.ui.toolkit.parts.question import Question
from tests.catalog.test_own_templates import saved
from tests.ui.desk import Desk
from tests.ui.dialogs.opening import main_button, opened, unnamed
from tests.ui.hand import Hand
from tests.ui.pauses import pauses_over

Key = Qt.Key


@pytest.fixture
def pod(desk: Desk) -> Desk:
    """A SuperPOD of one unit."""
    desk.create(load_template("dgx-h100-superpod", {"su": 2}))
    return desk


def test_a_row_is_saved_by_its_name_alone_and_its_number_can_be_chosen(pod: Desk) -> None:
    pod.session.select([ObjectRef("rack_row", 1)])
    dialog = opened(pod, SaveTemplateDialog(pod.session))
    assert not unnamed(dialog)
    assert dialog.scope.currentText() == "The selection: 9 racks"
    assert dialog.told.text() == "Found: racks side by side 4. Racks are named {row}{place:02}, starting with A01."
    assert not main_button(dialog).isEnabled(), "it has no name yet"
    QTest.keyClicks(dialog.texts.title, "Compute row")
    dialog.texts.title_es.setText("Fila")
    QTest.keyClick(dialog.texts.title, Key.Key_Return)
    pod.settle()
    assert QApplication.activeModalWidget() is None
    info = own_templates().infos[0]
    assert (info.name, info.title_es, info.kind, list(info.parameters)) == ("mine/compute-row", "Fila", "racks", ["racks"])
    assert len(load_template(info.name).racks) == 9
    assert len(load_template(info.name, {"racks": 6}).racks) == 11


def test_what_is_not_ticked_stays_behind_and_it_is_built_as_it_is(pod: Desk) -> None:
    dialog = opened(pod, SaveTemplateDialog(pod.session))
    assert dialog.scope.currentText() == "Hall 1, the whole hall"
    QTest.keyClicks(dialog.texts.title, "Bare")
    dialog.parts["devices"].setFocus()
    QTest.keyClick(dialog.parts["devices"], Key.Key_Space)
    dialog.numbers.click()
    pauses_over(dialog)
    pod.settle()
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    pod.settle()
    info = own_templates().infos[0]
    plan = load_template(info.name)
    assert (info.kind, dict(info.parameters), len(plan.racks), plan.devices) == ("halls", {}, 19, ())


def test_what_is_too_much_is_said_in_the_dialog(pod: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates_of_ones_own, "MOST_THINGS", 3)
    dialog = opened(pod, SaveTemplateDialog(pod.session))
    dialog.scope.setCurrentIndex(dialog.scope.count() - 1)
    pod.settle()
    QTest.keyClicks(dialog.texts.title, "Site")
    main_button(dialog).click()
    pod.settle()
    assert dialog.isVisible()
    assert "too large for a template" in dialog.complaint.text
    assert not own_templates().infos
    dialog.reject()


def test_a_template_goes_to_a_free_place_and_what_it_would_stand_on_is_said(pod: Desk) -> None:
    saved("East row")
    hall = pod.id_of("hall", "Hall 1")
    dialog = opened(pod, InsertTemplateDialog(pod.session, hall_id=hall, template="mine/east-row"))
    assert not unnamed(dialog)
    assert (dialog.templates.template(), dialog.said.text()) == ("mine/east-row", "This space is free.")
    racks = dialog.choice.editor("racks")
    assert isinstance(racks, QSpinBox)
    racks.selectAll()
    QTest.keyClicks(racks, "3")
    pauses_over(dialog)
    pod.settle()
    row = pod.session.snapshot["rack"].row(1)
    there = dialog.picture.point_of(float(row["x_mm"]) + 900, float(row["y_mm"]) + 600).toPoint()
    QTest.mouseClick(dialog.picture, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, there)
    assert "would be on" in dialog.said.text()
    assert not main_button(dialog).isEnabled()
    dialog.picture.setFocus()
    for _ in range(40):
        if main_button(dialog).isEnabled():
            break
        QTest.keyClick(dialog.picture, Key.Key_Down)
    assert main_button(dialog).isEnabled(), "arrows led to a free place"
    dialog.free.click()
    before = pod.session.snapshot["rack"].rows
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    pod.settle()
    assert pod.session.snapshot["rack"].rows == before + 3
    assert len(pod.session.selection) == 3, "what came is selected"
    pod.session.undo()
    pod.settle()
    assert pod.session.snapshot["rack"].rows == before, "one step"


def test_a_template_comes_as_a_new_hall(pod: Desk) -> None:
    dialog = opened(pod, InsertTemplateDialog(pod.session, template="dgx-basepod"))
    dialog.where.setCurrentIndex(dialog.where.count() - 1)
    pod.settle()
    assert dialog.choice.picture.isVisible()
    QTest.keyClick(dialog.templates.table, Key.Key_Return)
    pod.settle()
    assert pod.session.snapshot["hall"]["name"].tolist() == ["Hall 1", "Hall 2"]


def test_a_hall_without_room_says_so(desk: Desk) -> None:
    desk.create()
    hall = desk.do(create_hall, "Small", 3000, 3000)
    dialog = opened(desk, InsertTemplateDialog(desk.session, hall_id=hall, template="dgx-h100-superpod"))
    assert "There is no free space for it in this hall; choose another, or a new hall." in dialog.said.text()
    assert not dialog.free.isEnabled()
    assert not main_button(dialog).isEnabled()
    dialog.reject()


def test_own_templates_are_renamed_given_taken_and_deleted_by_keys(desk: Desk, tmp_path: Path) -> None:
    saved("East row")
    dialog = opened(desk, NewProjectDialog(desk.session, template="mine/east-row"))
    listed = dialog.templates
    assert [line.group for line in map(listed.model.line, range(4))] == ["", "Mine", "", "Built-in"]
    listed.table.setFocus()
    QTest.keyClick(listed.table, Key.Key_F2)
    rename = QApplication.activeModalWidget()
    assert isinstance(rename, RenameTemplateDialog)
    rename.texts.title.selectAll()
    QTest.keyClicks(rename.texts.title, "West row")
    QTest.keyClick(rename.texts.title, Key.Key_Return)
    desk.settle()
    assert dialog.template() == "mine/west-row"
    given = tmp_path / "given.yaml"
    given.write_bytes(b"name: gift\ntitle: Gift\nplan: {name: Gift}\n")
    listed.take(given)
    desk.settle()
    assert dialog.template() == "mine/gift"
    given.write_text("name: gift\ntitle: Gift\nplan: {racks: 7}\n")
    listed.take(given)
    desk.settle()
    assert dialog.complaint.isVisible()
    QTest.keyClick(listed.table, Key.Key_Delete)
    question = QApplication.activeModalWidget()
    assert isinstance(question, Question)
    main_button(question).click()
    desk.settle()
    assert [info.name for info in own_templates().infos] == ["mine/west-row"]
    dialog.reject()


def test_both_are_reached_by_keys_from_the_places(hand: Hand) -> None:
    hand.select("A01")
    hand.press(Key.Key_T, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, SaveTemplateDialog)
    QTest.keyClicks(dialog.texts.title, "One")
    QTest.keyClick(dialog.texts.title, Key.Key_Return)
    hand.rest()
    assert "mine/one" in hand.message
    hand.desk.window.activateWindow()
    hand.look_at_drawing()
    hand.press(Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, InsertTemplateDialog)
    dialog.reject()
