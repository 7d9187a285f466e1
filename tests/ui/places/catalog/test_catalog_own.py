"""Own types of the catalog: made, copied, changed and deleted, by mouse and keys."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.catalog.catalog import open_catalog, user_catalog_dir
from gpudesk.catalog.user_entries import copied_body, save_user_entry
from gpudesk.ui.places.catalog.dialogs.type_entry import TypeEntryDialog
from gpudesk.ui.places.catalog.models import entry_rows
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit import quantities
from gpudesk.ui.toolkit.parts.question import Question
from tests.patience import PATIENCE_MS
from tests.ui.catalog_hand import click_type, dialog, go_to_catalog, press_main
from tests.ui.hand import CTRL, SHIFT, Hand

BLANK = "generic.blank-1u"


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    return go_to_catalog(hand)


def own(hand: Hand, place: CatalogPlace, key: str = "me.blank") -> None:
    """Have an own type, chosen in the table."""
    body = {**copied_body(open_catalog(), BLANK, key), "model": "My blank"}
    save_user_entry(open_catalog(), body)
    place.reload(key)
    hand.rest()
    click_type(hand, place, key)


def type_cell(hand: Hand, shown: TypeEntryDialog, name: str, column: int, text: str) -> None:
    """Click a cell of the facts and type."""
    row = shown.model.row_of(name)
    assert row is not None, name
    index = shown.model.index(row, column)
    shown.table.scrollTo(index)
    QTest.mouseClick(shown.table.viewport(), Qt.MouseButton.LeftButton, pos=shown.table.visualRect(index).center())
    editor = shown.table.focusWidget()
    assert editor is not None
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    hand.rest()


def type_line(shown: TypeEntryDialog, name: str, text: str) -> None:
    field = shown.names.fields[name]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Tab)


def test_a_type_from_nothing(hand: Hand, place: CatalogPlace) -> None:
    place.table.setFocus()
    QTest.keyClick(place.table, Qt.Key.Key_Insert)
    shown = dialog(hand, TypeEntryDialog)
    assert not shown.faults.isVisible()
    assert shown.names.told() == {}
    press_main(hand, shown)
    assert shown.complaint.isVisible()
    assert not user_catalog_dir().exists()
    for name, text in (("vendor", "Me"), ("model", "Node 1"), ("description", "A node")):
        type_line(shown, name, text)
    assert shown.entry()["key"] == "me.node-1"
    type_line(shown, "aliases", "one, first")
    type_cell(hand, shown, "height_u", entry_rows.VALUE, "2")
    assert "Height in units, source: a fact requires a source" in shown.told_faults()
    type_cell(hand, shown, "height_u", entry_rows.SOURCE, "Our drawing 17")
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "20000")
    assert shown.entry()["facts"]["weight_kg"] == {"value": 20000, "source": "Our drawing 17", "confidence": "memory"}
    assert any("is 20,000\N{NO-BREAK SPACE}kg, but must be between" in fault for fault in shown.told_faults())
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "21.5")
    assert not shown.faults.isVisible()
    press_main(hand, shown)
    kind = open_catalog().get("me.node-1")
    assert kind.number("weight_kg") == 21.5
    assert kind.aliases == ("one", "first")
    assert kind.described_in("es") == "A node"
    assert "description_es" not in kind.body
    current = place.current()
    assert current is not None
    assert current.key == "me.node-1"


def new_type(hand: Hand, place: CatalogPlace) -> TypeEntryDialog:
    """The form, opened by its key."""
    place.table.setFocus()
    QTest.keyClick(place.table, Qt.Key.Key_Insert)
    shown = dialog(hand, TypeEntryDialog)
    hand.qtbot.waitUntil(shown.isActiveWindow, timeout=PATIENCE_MS)
    return shown


def test_what_is_wrong_is_told_where_it_was_typed_and_not_before(hand: Hand, place: CatalogPlace) -> None:
    shown = new_type(hand, place)
    type_line(shown, "key", "Not A Key")
    assert list(shown.names.told()) == ["key"]
    type_line(shown, "key", "me.node")
    type_line(shown, "vendor", "")
    assert shown.names.told() == {}
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "heavy")
    row = shown.model.row_of("weight_kg")
    assert row is not None
    cell = shown.model.line(row).cells[entry_rows.VALUE]
    assert (cell.severity, cell.tool_tip) == ("error", "Weight must be a number, not heavy")
    assert shown.model.line(row).cells[entry_rows.SOURCE].severity == ""
    type_cell(hand, shown, "depth_mm", entry_rows.VALUE, "10")
    assert shown.model.line(row).cells[entry_rows.SOURCE].severity == "error"
    press_main(hand, shown)
    assert set(shown.names.told()) == {"vendor", "model", "description"}
    assert shown.names.fields["vendor"].hasFocus()
    assert "description_es" not in shown.faults.model.text()
    assert "line" not in shown.faults.model.text()
    shown.reject()


def test_a_click_on_a_fault_goes_to_its_cell(hand: Hand, place: CatalogPlace) -> None:
    shown = new_type(hand, place)
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "heavy")
    shown.search.setText("price")
    assert shown.model.row_of("weight_kg") is None
    listed = next(row for row in range(shown.faults.model.rowCount()) if "heavy" in shown.faults.model.line(row).cells[1].text)
    QTest.mouseClick(
        shown.faults.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=shown.faults.table.visualRect(shown.faults.model.index(listed, 1)).center(),
    )
    index = shown.table.currentIndex()
    assert (shown.model.line(index.row()).key, index.column()) == ("weight_kg", entry_rows.VALUE)
    shown.reject()


def test_the_key_follows_the_names_until_it_is_typed(hand: Hand, place: CatalogPlace) -> None:
    shown = new_type(hand, place)
    key = shown.names.fields["key"]
    QTest.keyClicks(shown.names.fields["vendor"], "NVIDIA")
    QTest.keyClicks(shown.names.fields["model"], "QM9700")
    assert key.text() == "nvidia.qm9700-2"
    QTest.keyClicks(shown.names.fields["model"], " two")
    assert key.text() == "nvidia.qm9700-two"
    type_line(shown, "key", "our.switch")
    QTest.keyClicks(shown.names.fields["model"], " more")
    assert key.text() == "our.switch"
    shown.reject()


def test_the_names_of_facts_stay_in_sight(hand: Hand, place: CatalogPlace) -> None:
    shown = new_type(hand, place)
    shown.resize(1160, 700)
    hand.rest()
    across = shown.table.horizontalScrollBar()
    assert across.maximum() > 0
    across.setValue(across.maximum())
    row = shown.model.row_of("weight_kg")
    assert row is not None
    name = shown.table.visualRect(shown.model.index(row, 0))
    assert name.left() == 0
    assert shown.table.indexAt(name.center()) == shown.model.index(row, 0)
    shown.table.scrollTo(shown.model.index(row, entry_rows.VALUE))
    assert shown.table.columnViewportPosition(entry_rows.VALUE) >= shown.table.kept_width()
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "3")
    assert shown.entry()["facts"]["weight_kg"]["value"] == 3
    shown.reject()


def test_a_copy_is_edited_as_text_with_faults_in_their_lines(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, "nvidia.qm9700")
    QTest.keyClick(place.table, Qt.Key.Key_C, CTRL | SHIFT)
    shown = dialog(hand, TypeEntryDialog)
    assert shown.entry()["key"] == "own.qm9700"
    shown.tabs.set_current("text")
    text = shown.text.toPlainText()
    line = next(number for number, words in enumerate(text.split("\n"), 1) if "weight_kg" in words)
    shown.text.setPlainText(text.replace("weight_kg:", "wheight_kg:"))
    hand.qtbot.waitUntil(lambda: shown.text.faulty() == {line}, timeout=PATIENCE_MS)
    assert "did you mean weight_kg" in " ".join(shown.told_faults())
    shown.text.setPlainText("key: [")
    hand.qtbot.waitUntil(lambda: bool(shown.text.faulty()), timeout=PATIENCE_MS)
    shown.tabs.set_current("facts")
    assert shown.tabs.current() == "text"
    shown.text.setPlainText(text.replace("model: QM9700", "model: Our QM9700"))
    shown.tabs.set_current("facts")
    assert shown.tabs.current() == "facts"
    assert shown.names.fields["model"].text() == "Our QM9700"
    assert shown.faces.heightForWidth(300) > 60
    press_main(hand, shown)
    made = open_catalog().get("own.qm9700")
    assert made.model == "Our QM9700"
    assert len(list(made.ports())) == len(list(open_catalog().get("nvidia.qm9700").ports()))


def test_an_own_type_is_changed_and_keeps_its_place(hand: Hand, place: CatalogPlace) -> None:
    registry = hand.desk.window.registry
    click_type(hand, place, BLANK)
    assert not registry.action("catalog.edit").isEnabled()
    own(hand, place)
    place.filters.search.setText("blank")
    hand.qtbot.waitUntil(lambda: place.model.rowCount() < 50, timeout=PATIENCE_MS)
    click_type(hand, place, "me.blank")
    before = [place.model.key_at(row) for row in range(place.model.rowCount())]
    QTest.keyClick(place.table, Qt.Key.Key_E, CTRL)
    shown = dialog(hand, TypeEntryDialog)
    assert shown.names.fields["key"].isReadOnly()
    type_cell(hand, shown, "weight_kg", entry_rows.VALUE, "0.9")
    press_main(hand, shown)
    assert open_catalog().get("me.blank").number("weight_kg") == 0.9
    assert place.filters.text == "blank"
    assert [place.model.key_at(row) for row in range(place.model.rowCount())] == before
    assert place.table.key() == "me.blank"


def test_deleting_is_asked_for(hand: Hand, place: CatalogPlace) -> None:
    own(hand, place)
    QTest.keyClick(place.table, Qt.Key.Key_Delete)
    question = dialog(hand, Question)
    QTest.keyClick(question, Qt.Key.Key_Escape)
    hand.rest()
    assert "me.blank" in open_catalog()
    hand.do("catalog.delete")
    press_main(hand, dialog(hand, Question))
    assert "me.blank" not in open_catalog()
    hand.qtbot.waitUntil(lambda: place.model.row_of("me.blank") is None, timeout=PATIENCE_MS)


def test_a_key_that_is_taken_is_not_written_over(hand: Hand, place: CatalogPlace) -> None:
    own(hand, place)
    click_type(hand, place, BLANK)
    hand.do("catalog.copy-own")
    shown = dialog(hand, TypeEntryDialog)
    type_line(shown, "key", "me.blank")
    assert any("me.blank" in fault for fault in shown.told_faults())
    press_main(hand, shown)
    assert open_catalog().get("me.blank").model == "My blank"
    shown.reject()


def test_values_are_typed_in_the_persons_units(hand: Hand, place: CatalogPlace) -> None:
    definition = open_catalog().facts["depth_mm"]
    quantities.set_unit_system(quantities.IMPERIAL)
    assert entry_rows.shown_unit(definition) == "in"
    assert entry_rows.read_value(definition, "3") == 76.2
    assert entry_rows.read_value(definition, entry_rows.typed_value(definition, 897.1), 897.1) == 897.1
    assert entry_rows.limits(definition).endswith("157.48\u00a0in")
    assert place.catalog is not None


def test_esc_takes_back_a_line_first_and_the_key_with_it(hand: Hand, place: CatalogPlace) -> None:
    place.table.setFocus()
    QTest.keyClick(place.table, Qt.Key.Key_Insert)
    shown = dialog(hand, TypeEntryDialog)
    vendor = shown.names.fields["vendor"]
    vendor.setFocus()
    QTest.keyClicks(vendor, "Wrong")
    assert shown.names.fields["key"].text() == "wrong"
    QTest.keyClick(vendor, Qt.Key.Key_Escape)
    assert vendor.text() == ""
    assert shown.names.fields["key"].text() == ""
    QTest.keyClick(vendor, Qt.Key.Key_Escape)
    hand.qtbot.waitUntil(lambda: not hand.desk.window.findChildren(TypeEntryDialog), timeout=PATIENCE_MS)


def test_what_was_typed_is_not_thrown_away_unasked(hand: Hand, place: CatalogPlace) -> None:
    place.table.setFocus()
    QTest.keyClick(place.table, Qt.Key.Key_Insert)
    shown = dialog(hand, TypeEntryDialog)
    shown.tabs.set_current("text")
    shown.tabs.set_current("facts")
    QTest.keyClicks(shown.names.fields["vendor"], "Me")
    QTest.keyClick(shown.names.fields["vendor"], Qt.Key.Key_Return)
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    question = dialog(hand, Question)
    QTest.keyClick(question, Qt.Key.Key_Escape)
    hand.rest()
    assert shown.isVisible()
    assert shown.entry()["vendor"] == "Me"
    shown.close()
    press_main(hand, dialog(hand, Question))
    hand.qtbot.waitUntil(lambda: not hand.desk.window.findChildren(TypeEntryDialog), timeout=PATIENCE_MS)


def test_a_form_that_was_only_looked_at_goes_at_once(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, BLANK)
    for name in ("catalog.new", "catalog.copy-own"):
        hand.desk.window.registry.action(name).trigger()
        shown = dialog(hand, TypeEntryDialog)
        shown.tabs.set_current("text")
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        hand.qtbot.waitUntil(lambda: not hand.desk.window.findChildren(TypeEntryDialog), timeout=PATIENCE_MS)


def test_what_can_be_is_told_as_it_stands_beside_the_cell(hand: Hand, place: CatalogPlace) -> None:
    shown = new_type(hand, place)
    type_cell(hand, shown, "height_u", entry_rows.VALUE, "tall")
    row = shown.model.row_of("height_u")
    assert row is not None
    possible = shown.model.line(row).cells[entry_rows.LIMITS].text
    assert f"Height in units: a number is required: {possible}" in shown.told_faults()
    shown.reject()
    press_main(hand, dialog(hand, Question))
