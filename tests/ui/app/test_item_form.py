"""The form of a checklist item: an own item is added, edited and removed without YAML; errors are at their fields."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from gpudesk.core.checklist.items import FieldKind, Scope
from gpudesk.onsite.known_items import checklist_of
from gpudesk.project.item_drafts import read_item_drafts
from gpudesk.ui.app.dialogs import item_form_fields
from gpudesk.ui.app.dialogs.checklist_items import ChecklistItemsDialog
from tests.ui.hand import Hand


@pytest.fixture
def dialog(hand: Hand) -> tuple[Hand, ChecklistItemsDialog]:
    hand.desk.window.registry.action("project.checklist-items").trigger()
    hand.rest()
    return hand, next(each for each in hand.desk.window.findChildren(ChecklistItemsDialog) if each.isVisible())


def tap(hand: Hand, widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    hand.rest()


def write(line: QLineEdit, text: str) -> None:
    """Type in place of what a line has."""
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text) if text else QTest.keyClick(line, Qt.Key.Key_Delete)


def choose(box: QComboBox, value: str) -> None:
    """Choose by the keyboard."""
    box.setFocus()
    row = box.findData(value)
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(row):
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentData() == value


def checked(hand: Hand, items: ChecklistItemsDialog) -> None:
    items.check()
    hand.rest()


def test_an_item_is_written_without_yaml(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    assert items.pages.currentWidget() is form
    write(form.lines["key"], "ACM-010")
    write(form.lines["title"], "Torque of the busbar")
    write(form.lines["title_es"], "")
    form.texts["do"].setPlainText("Measure each bolt.")
    form.texts["do_es"].setPlainText("")
    choose(form.stage, "power")
    choose(form.scope, "hall")
    block = form.blocks[0]
    write(block.name, "torque_nm")
    write(block.unit, "N·m")
    write(block.resolution, "0.5")
    write(block.title, "Torque")
    write(form.lines["expression"], "m.torque_nm >= 12 and d.it_kw > 0")
    write(form.lines["needs"], "RDY-010, RDY-050")
    form.flags["hold"].setFocus()
    QTest.keyClick(form.flags["hold"], Qt.Key.Key_Space)
    checked(hand, items)
    assert items.state.text() == "This item is valid."
    assert items.preview.text().startswith("Applies to 1 of 1: Hall 1\n")
    assert items.preview.text().splitlines()[1] == "Torque: at least 12\u00a0N·m"
    assert items.main is not None
    tap(hand, items.main)
    item = checklist_of(hand.snapshot).items["ACM-010"]
    assert (item.stage, item.scope, item.needs, item.hold) == ("power", Scope.HALL, ("RDY-010", "RDY-050"), True)
    assert (item.title, item.title_es, item.do_es) == ("Torque of the busbar", "Torque of the busbar", "Measure each bolt.")
    assert (item.fields[0].key, item.fields[0].unit, item.fields[0].resolution) == ("torque_nm", "N·m", 0.5)
    assert items.key() == "ACM-010"
    assert not items.has_changes()
    write(form.lines["title_es"], "Par de apriete")
    checked(hand, items)
    tap(hand, items.main)
    assert checklist_of(hand.snapshot).items["ACM-010"].title_es == "Par de apriete"
    tap(hand, items.remove)
    assert "ACM-010" not in checklist_of(hand.snapshot).items


def test_each_error_is_at_its_field(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    explained = form.hints["key"].text()
    write(form.lines["key"], "own 10")
    write(form.lines["expression"], "m.top_c <= d.nobody")
    write(form.lines["needs"], "RDY-010")
    write(form.blocks[0].resolution, "0")
    checked(hand, items)
    assert form.hints["key"].text() == "'own 10' is not a valid key, such as RDY-010"
    assert form.hints["expression"].text() == "nothing makes d.nobody for the scope rack"
    assert form.blocks[0].fault.text() == "a step is greater than 0"
    assert items.state.text().splitlines()[0] == "Key: 'own 10' is not a valid key, such as RDY-010"
    assert not items.preview.isVisible()
    assert items.main is not None
    assert not items.main.isEnabled()
    write(form.lines["key"], "OWN-010")
    write(form.lines["expression"], "m.top_c <= 35")
    write(form.lines["needs"], "RDY-999")
    write(form.blocks[0].resolution, "0.1")
    checked(hand, items)
    assert form.hints["key"].text() == explained
    assert form.hints["needs"].text() == "it needs RDY-999, which is no item"
    write(form.lines["needs"], "")
    checked(hand, items)
    assert items.main.isEnabled()


def test_fields_are_added_changed_and_removed(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    tap(hand, form.add_field)
    block = form.blocks[1]
    write(block.name, "state")
    choose(block.kind, FieldKind.CHOICE.value)
    assert (block.options.isVisible(), block.unit.isVisible()) == (True, False)
    write(block.options, "good, bad")
    write(block.title_es, "Estado")
    write(form.lines["expression"], "m.top_c <= 35 and m.state == 'good'")
    checked(hand, items)
    assert items.main is not None
    tap(hand, items.main)
    field = checklist_of(hand.snapshot).items["OWN-010"].by_key["state"]
    assert (field.kind, field.options, field.title) == (FieldKind.CHOICE, ("good", "bad"), "Estado")
    tap(hand, form.blocks[1].remove)
    checked(hand, items)
    assert form.hints["expression"].text() == "no field gives m.state"


def test_a_name_of_the_plan_is_inserted(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    write(form.lines["expression"], "m.top_c <= ")
    row = form.names.findData("k.inlet_max_c")
    if row < 0:
        row = next(row for row in range(form.names.count()) if str(form.names.itemData(row)).startswith("k."))
    name = str(form.names.itemData(row))
    form.names.setCurrentIndex(row)
    form.names.activated.emit(row)
    hand.rest()
    assert form.lines["expression"].text() == f"m.top_c <= {name}"
    choose(form.scope, "cable")
    assert form.names.findData("d.port_a") > 0
    assert form.names.findData("d.it_kw") == -1


def test_form_and_text_are_the_same_item(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    QTest.keyClicks(items.search, "CAB-030")
    items.table.selectRow(0)
    hand.rest()
    assert form.lines["title"].text() == checklist_of(hand.snapshot).items["CAB-030"].title
    assert not items.has_changes(), "showing an item changes nothing"
    assert items.preview.text().startswith("Applies to ")
    write(form.lines["title"], "Length of the cable")
    assert items.unsaved() == ["CAB-030"]
    document = hand.desk.session.document
    assert document is not None
    assert "title: Length of the cable" in read_item_drafts(document.uid, document.path)["CAB-030"]
    items.show_view("yaml")
    assert "title: Length of the cable" in items.text.toPlainText()
    items.text.setPlainText(items.text.toPlainText().replace("Length of the cable", "Cable length"))
    items.show_view("form")
    assert form.lines["title"].text() == "Cable length"
    items.show_view("yaml")
    items.text.setPlainText("items: [")
    items.show_view("form")
    hand.rest()
    assert items.pages.currentWidget() not in (form, items.text)


def test_a_text_that_both_languages_share_is_shown_in_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    body = {"title": "Torque", "title_es": "Torque", "do": "Measure", "do_es": "Mida"}
    for language, shown in (("en", ["Torque", "", "Measure", "Mida"]), ("es", ["", "Torque", "Measure", "Mida"])):
        monkeypatch.setattr(item_form_fields, "language", lambda language=language: language)
        assert [item_form_fields.text_of(body, name) for name in body] == shown


@pytest.mark.parametrize("key", ["RDY-020", "RDY-050", "NOD-100", "CAB-120", "OPR-010", "CLU-020"])
def test_the_form_loses_nothing_of_an_item(dialog: tuple[Hand, ChecklistItemsDialog], key: str) -> None:
    """Whatever an item has that the form does not show stays, and what it shows comes back as it was."""
    hand, items = dialog
    QTest.keyClicks(items.search, key)
    items.table.selectRow(0)
    hand.rest()
    (before,) = items.template().own.bodies if items.template() else [{}]  # type: ignore[union-attr]
    (after,) = items.form.own().bodies
    assert after == before
    assert items.form.own().sources == items.template().own.sources  # type: ignore[union-attr]
