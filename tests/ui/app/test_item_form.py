"""The form of a checklist item: an own item is added, edited and removed without YAML; errors are at their fields."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

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


def begin(hand: Hand, items: ChecklistItemsDialog, old: str = "", new: str = "") -> str:
    """Begin a new item whose text is another one; returns the text."""
    tap(hand, items.new)
    items.show_view("yaml")
    assert old in items.text.toPlainText()
    items.text.setPlainText(items.text.toPlainText().replace(old, new, 1))
    tap(hand, next(iter(items.view.findChildren(QAbstractButton))))
    return items.text.toPlainText()


def type_more(line: QLineEdit, text: str) -> None:
    """Type at the end of a line."""
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, text)


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
    QTest.keyClicks(block.options, "good")
    QTest.keyClick(block.options, Qt.Key.Key_Return)
    QTest.keyClicks(block.options, "Yes, with remarks")
    write(block.title_es, "Estado")
    write(form.lines["expression"], "m.top_c <= 35 and m.state == 'good'")
    checked(hand, items)
    assert items.main is not None
    tap(hand, items.main)
    field = checklist_of(hand.snapshot).items["OWN-010"].by_key["state"]
    assert (field.kind, field.options, field.title) == (FieldKind.CHOICE, ("good", "Yes, with remarks"), "Estado")
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
    assert (items.pages.currentWidget(), items.view.current()) == (items.text, "yaml")
    assert items.no_form.isVisible()


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
    assert items.pages.currentWidget() is items.form
    assert items.form.template() == items.text.toPlainText()
    assert not items.has_changes()


def test_two_fields_with_one_name_are_both_kept(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    tap(hand, form.add_field)
    write(form.blocks[1].name, "top_c")
    write(form.blocks[1].title, "Another one")
    checked(hand, items)
    assert (form.blocks[0].fault.text(), form.blocks[1].fault.text()) == ("", "Another field has this name. Enter another one.")
    assert items.state.text().splitlines()[0] == "top_c: Another field has this name. Enter another one."
    assert items.main is not None
    assert not items.main.isEnabled()
    document = hand.desk.session.document
    assert document is not None
    draft = read_item_drafts(document.uid, document.path)[""]
    assert draft.count("      top_c: {") == 2
    assert "title: At the top" in draft
    write(form.blocks[1].name, "bottom_c")
    checked(hand, items)
    assert items.main.isEnabled()
    tap(hand, items.main)
    assert [field.key for field in checklist_of(hand.snapshot).items["OWN-010"].fields] == ["top_c", "bottom_c"]


FIELD = 'top_c: {kind: number, unit: "°C", resolution: 0.1, title: At the top, title_es: At the top}'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    sources: [owner]", "      low: number\n    sources: [owner]"),
        ("    sources: [owner]", "    needs: RDY-010\n    sources: [owner]"),
        ("    sources: [owner]", '    hold: "yes"\n    sources: [owner]'),
        ("    sources: [owner]", "    stage: cool\n    sources: [owner]"),
        ("    sources: [owner]", "    sources: owner"),
        ("kind: number", "kind: weight"),
        ("resolution: 0.1", "resolution: [0.1]"),
        (FIELD, "top_c: 3"),
        ("owner: Owner's rules", "owner: [a, b]"),
        ("    title: ", "    title: true\n    note: "),
    ],
)
def test_what_the_form_cannot_show_stays_yaml(dialog: tuple[Hand, ChecklistItemsDialog], old: str, new: str) -> None:
    hand, items = dialog
    text = begin(hand, items, old, new)
    assert new in text
    assert (items.pages.currentWidget(), items.view.current()) == (items.text, "yaml")
    assert items.no_form.isVisible()
    checked(hand, items)
    assert items.text.toPlainText() == text
    items.text.setPlainText(text.replace(new, old))
    assert not items.no_form.isVisible()
    assert items.pages.currentWidget() is items.text, "typing YAML does not change to the form"


def test_only_the_edited_lines_are_written_again(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    field = "top_c: {kind: text, unit: V, title: A, title_es: B}   # the top"
    text = begin(hand, items, FIELD, field)
    assert "# site, hall, rack, feed" in text
    type_more(form.lines["title"], "!")
    type_more(form.blocks[0].title_es, "2")
    after = items.text.toPlainText()
    assert "unit: V, title: A, title_es: B2}   # the top" in after
    changed = [(old, new) for old, new in zip(text.splitlines(), after.splitlines(), strict=True) if old != new]
    assert [old.split(":")[0].strip() for old, _ in changed] == ["title", "title_es", "top_c"]
    for line, old in ((form.lines["title"], 1), (form.blocks[0].title_es, 1)):
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_End)
        QTest.keyClick(line, Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier, old)
    assert items.text.toPlainText() == text


def test_options_with_a_comma_stay_whole(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    begin(hand, items, FIELD, 'top_c: {kind: choice, options: ["Yes, with remarks", "No"], title: A, title_es: B}')
    block = form.blocks[0]
    assert block.options.toPlainText() == "Yes, with remarks\nNo"
    type_more(block.title, "2")
    assert 'options: ["Yes, with remarks", "No"], title: A2' in items.text.toPlainText()
    block.options.setFocus()
    QTest.keyClick(block.options, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(block.options, Qt.Key.Key_Return)
    QTest.keyClicks(block.options, "Never, ever")
    write(form.lines["expression"], "m.top_c != 'No'")
    checked(hand, items)
    assert items.main is not None
    tap(hand, items.main)
    assert checklist_of(hand.snapshot).items["OWN-010"].fields[0].options == ("Yes, with remarks", "No", "Never, ever")


@pytest.mark.parametrize(("step", "shown"), [("0.0125", "0.0125"), ("0.0001", "0.0001"), ("1e-7", "0.0000001"), ("2.50", "2.5")])
def test_a_step_is_shown_with_all_its_decimals(dialog: tuple[Hand, ChecklistItemsDialog], step: str, shown: str) -> None:
    hand, items = dialog
    begin(hand, items, "resolution: 0.1", f"resolution: {step}")
    block = items.form.blocks[0]
    assert block.resolution.text() == shown
    type_more(block.title, "2")
    assert f"resolution: {step}, " in items.text.toPlainText()
    write(block.resolution, "0.0375")
    assert "resolution: 0.0375, " in items.text.toPlainText()


def test_a_source_that_is_a_number_is_shown_and_edited(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    begin(hand, items, "owner: Owner's rules", "owner: 2024")
    form = items.form
    assert form.source.text() == "2024"
    type_more(form.lines["title"], "!")
    assert "owner: 2024\n" in items.text.toPlainText()
    type_more(form.source, " edition")
    assert "owner: 2024 edition\n" in items.text.toPlainText()
    checked(hand, items)
    assert items.main is not None
    assert items.main.isEnabled()


def test_undo_in_the_form_undoes_its_last_change(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    text = items.text.toPlainText()
    title = form.lines["title"].text()
    type_more(form.lines["title"], "!")
    form.flags["hold"].setFocus()
    QTest.keyClick(form.flags["hold"], Qt.Key.Key_Space)
    assert "hold: true" in items.text.toPlainText()
    QTest.keySequence(form.flags["hold"], QKeySequence(QKeySequence.StandardKey.Undo))
    assert (form.flags["hold"].isChecked(), form.lines["title"].text()) == (False, f"{title}!")
    form.lines["title"].setFocus()
    QTest.keySequence(form.lines["title"], QKeySequence(QKeySequence.StandardKey.Undo))
    assert form.lines["title"].text() == title
    assert items.text.toPlainText() == text
    QTest.keySequence(form.lines["title"], QKeySequence(QKeySequence.StandardKey.Redo))
    assert form.lines["title"].text() == f"{title}!"
    tap(hand, form.add_field)
    assert len(form.blocks) == 2
    QTest.keySequence(form.blocks[1].name, QKeySequence(QKeySequence.StandardKey.Undo))
    assert len(form.blocks) == 1
    items.show_view("yaml")
    items.text.setFocus()
    QTest.keySequence(items.text, QKeySequence(QKeySequence.StandardKey.Undo))
    assert items.text.toPlainText() == text


def test_an_error_without_a_place_names_no_line(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    form = items.form
    tap(hand, items.new)
    write(form.lines["key"], "")
    write(form.lines["expression"], "m.top_c <= d.nobody")
    checked(hand, items)
    assert form.hints["key"].text() == "'' is not a valid key, such as RDY-010"
    assert items.state.text().splitlines() == [
        "Key: '' is not a valid key, such as RDY-010",
        "Limit: nothing makes d.nobody for the scope rack",
    ]
    begin(hand, items, "    sources: [owner]", "    surprise: 1")
    checked(hand, items)
    assert "item.yaml" not in items.state.text()
    assert "a source is required" in items.state.text().splitlines()
