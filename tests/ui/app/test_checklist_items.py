"""Project › Checklist items: items are added, changed, disabled and shared in the window; refusals say file, line and field."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import Plan, PlanHall
from gpudesk.onsite.known_items import checklist_of, known_items, own_items
from gpudesk.operations.onsite.onsite_items import disable_checklist_item
from gpudesk.operations.run import upsert_by_key
from gpudesk.project.edit import Edit
from gpudesk.project.item_drafts import read_item_drafts
from gpudesk.ui.app.dialogs.checklist_items import ChecklistItemsDialog
from gpudesk.ui.toolkit.parts.question import Question
from gpudesk.ui.toolkit.session import Session
from tests.cli.test_onsite_templates import TEMPLATE
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand


@pytest.fixture
def dialog(hand: Hand) -> tuple[Hand, ChecklistItemsDialog]:
    hand.desk.window.registry.action("project.checklist-items").trigger()
    found = next(each for each in hand.desk.window.findChildren(ChecklistItemsDialog) if each.isVisible())
    found.show_view("yaml")
    hand.rest()
    return hand, found


def tap(hand: Hand, button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.rest()


def find(hand: Hand, dialog: ChecklistItemsDialog, key: str) -> None:
    """Search for an item, and choose the only one that is found."""
    dialog.search.clear()
    QTest.keyClicks(dialog.search, key)
    dialog.table.selectRow(0)
    hand.rest()
    assert dialog.key() == key


def write(dialog: ChecklistItemsDialog, text: str) -> None:
    """Replace the text in the editor."""
    dialog.text.selectAll()
    dialog.text.insertPlainText(text)
    dialog.check()


def test_a_new_item_is_written_saved_changed_and_removed(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    tap(hand, items.new)
    items.check()
    assert items.state.text() == "This item is valid."
    write(items, items.text.toPlainText().replace("<= 35", "<= d.nobody"))
    assert items.state.text().endswith("item.yaml, line 13, OWN-010.expression: nothing makes d.nobody for the scope rack")
    assert items.main is not None
    assert not items.main.isEnabled()
    write(items, items.text.toPlainText().replace("d.nobody", "40"))
    tap(hand, items.main)
    assert checklist_of(hand.snapshot).items["OWN-010"].expression == "m.top_c <= 40"
    assert items.key() == "OWN-010"
    write(items, items.text.toPlainText().replace("40", "30"))
    tap(hand, items.main)
    assert checklist_of(hand.snapshot).items["OWN-010"].expression == "m.top_c <= 30"
    tap(hand, items.remove)
    assert "OWN-010" not in checklist_of(hand.snapshot).items


def test_an_item_of_the_program_is_disabled_changed_and_restored(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    find(hand, items, "RDY-010")
    assert not items.remove.isEnabled()
    tap(hand, items.disable)
    assert checklist_of(hand.snapshot).items["RDY-010"].disabled
    assert items.disable.text() == "Enable"
    tap(hand, items.disable)
    assert not checklist_of(hand.snapshot).items["RDY-010"].disabled
    write(items, items.text.toPlainText().replace("Freeze the design revision", "Freeze the drawings"))
    assert items.main is not None
    tap(hand, items.main)
    assert checklist_of(hand.snapshot).items["RDY-010"].title == "Freeze the drawings"
    assert items.remove.text() == "Restore the original"
    tap(hand, items.remove)
    assert checklist_of(hand.snapshot).items["RDY-010"].title == "Freeze the design revision"


def test_the_editor_follows_undo_and_redo(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    session: Session = hand.desk.session
    find(hand, items, "RDY-010")
    write(items, items.text.toPlainText().replace("Freeze the design revision", "Freeze the drawings"))
    assert items.main is not None
    tap(hand, items.main)
    assert "Freeze the drawings" in items.text.toPlainText()
    session.undo()
    hand.rest()
    assert "Freeze the design revision" in items.text.toPlainText()
    session.redo()
    hand.rest()
    assert "Freeze the drawings" in items.text.toPlainText()
    write(items, items.text.toPlainText() + "# not saved\n")
    session.undo()
    hand.rest()
    assert "# not saved" in items.text.toPlainText(), "unsaved text stays"


def test_a_template_comes_from_a_file_and_goes_into_one(dialog: tuple[Hand, ChecklistItemsDialog], tmp_path: Path) -> None:
    hand, items = dialog
    path, bad, out = tmp_path / "ours.yaml", tmp_path / "bad.yaml", tmp_path / "out.yaml"
    path.write_text(TEMPLATE, encoding="utf-8")
    bad.write_text(TEMPLATE.replace("resolution: 0.1", "resolution: 0"), encoding="utf-8")
    assert not items.give.isEnabled(), "there is nothing to share"
    items.take_file(bad)
    hand.rest()
    assert "bad.yaml, line 16, OWN-010.top_c.resolution: a step is greater than 0" in items.complaint.text
    items.take_file(path)
    hand.rest()
    assert (items.state.text(), items.key()) == ("1 item imported, 1 disabled", "OWN-010")
    items.give_file(out)
    hand.rest()
    before = hand.snapshot.cached(own_items)
    session: Session = hand.desk.session
    session.undo()
    hand.rest()
    assert not hand.snapshot.cached(own_items)
    items.take_file(out)
    hand.rest()
    assert hand.snapshot.cached(own_items) == before


def question(dialog: ChecklistItemsDialog) -> Question | None:
    return next((one for one in dialog.findChildren(Question) if one.isVisible()), None)


def test_text_that_is_not_saved_stays_over_search_selection_and_escape(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    find(hand, items, "OPR-010")
    written = items.text.toPlainText()
    QTest.keyClicks(items.text, "# mine ")
    changed = items.text.toPlainText()
    QTest.keyClicks(items.search, "x")
    hand.rest()
    assert items.text.toPlainText() == changed
    find(hand, items, "RDY-010")
    assert items.text.toPlainText() != changed
    tap(hand, items.new)
    write(items, "# new\n" + items.text.toPlainText())
    fresh = items.text.toPlainText()
    find(hand, items, "OPR-010")
    assert items.text.toPlainText() == changed
    tap(hand, items.new)
    assert items.text.toPlainText() == fresh
    QTest.keyClick(items.text, Qt.Key.Key_Escape)
    hand.rest()
    asked = question(items)
    assert asked is not None
    assert items.isVisible()
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    hand.rest()
    assert items.isVisible()
    assert items.text.toPlainText() == fresh
    assert items.unsaved() == ["", "OPR-010"]
    find(hand, items, "OPR-010")
    write(items, written)
    tap(hand, items.new)
    write(items, fresh)
    assert items.main is not None
    tap(hand, items.main)
    assert items.unsaved() == []
    find(hand, items, "OWN-010")
    QTest.keyClick(items.text, Qt.Key.Key_Escape)
    hand.rest()
    assert not hand.desk.window.findChildren(ChecklistItemsDialog)


def shown(hand: Hand) -> list[ChecklistItemsDialog]:
    return [one for one in hand.desk.window.findChildren(ChecklistItemsDialog) if one.isVisible()]


def test_unsaved_text_is_there_again_after_the_project_was_closed(dialog: tuple[Hand, ChecklistItemsDialog], tmp_path: Path) -> None:
    hand, items = dialog
    assert hand.desk.session.document is not None
    path = hand.desk.session.document.path
    find(hand, items, "OPR-010")
    QTest.keyClicks(items.text, "# mine ")
    tap(hand, items.new)
    QTest.keyClicks(items.text, "# new ")
    hand.create(tmp_path / "other.gpudesk", Plan("Another site", halls=(PlanHall("Hall 1"),)))
    assert not shown(hand)
    assert "not saved" not in hand.message, "drafts are those of one project"
    hand.open(path)
    assert hand.message == "Checklist items have changes that are not saved: New item, OPR-010."
    hand.desk.window.registry.action("project.checklist-items").trigger()
    hand.rest()
    (again,) = shown(hand)
    assert again.text.toPlainText().startswith("# new ")
    assert again.unsaved() == ["", "OPR-010"]
    assert "New item, OPR-010" in again.complaint.text
    find(hand, again, "OPR-010")
    assert again.text.toPlainText().startswith("# mine ")
    hand.desk.window.registry.action("project.checklist-items").trigger()
    hand.rest()
    assert shown(hand) == [again], "a second editor would hide the changes of the first"
    again.reject()
    asked = question(again)
    assert asked is not None
    assert asked.main is not None
    tap(hand, asked.main)
    hand.open(path)
    hand.desk.window.registry.action("project.checklist-items").trigger()
    hand.rest()
    assert shown(hand)[0].unsaved() == [], "what was discarded does not come back"


def test_unsaved_text_of_the_first_item_is_shown_again(dialog: tuple[Hand, ChecklistItemsDialog], tmp_path: Path) -> None:
    hand, items = dialog
    assert hand.desk.session.document is not None
    path = hand.desk.session.document.path
    items.table.selectRow(0)
    first = items.key()
    QTest.keyClicks(items.text, "# mine ")
    hand.create(tmp_path / "other.gpudesk", Plan("Another site", halls=(PlanHall("Hall 1"),)))
    hand.open(path)
    hand.desk.window.registry.action("project.checklist-items").trigger()
    hand.rest()
    (again,) = shown(hand)
    assert again.key() == first
    assert again.text.toPlainText().startswith("# mine ")
    assert again.unsaved() == [first]


def test_unsaved_text_outlives_the_window(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    assert hand.desk.session.document is not None
    file = hand.desk.session.document.uid, hand.desk.session.document.path
    find(hand, items, "OPR-010")
    QTest.keyClicks(items.text, "# mine ")
    hand.desk.window.close()
    hand.desk.close()
    drafts = read_item_drafts(*file)
    assert list(drafts) == ["OPR-010"]
    assert drafts["OPR-010"].startswith("# mine ")


def test_what_is_discarded_is_asked_for_first(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    find(hand, items, "OPR-010")
    QTest.keyClicks(items.text, "# mine ")
    QTest.keyClick(items.text, Qt.Key.Key_Escape)
    hand.rest()
    asked = question(items)
    assert asked is not None
    assert asked.main is not None
    tap(hand, asked.main)
    assert not hand.desk.window.findChildren(ChecklistItemsDialog)


def test_an_item_that_is_shown_is_not_checked_until_it_is_changed(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog
    checked = []
    items.template = lambda: checked.append(True)  # type: ignore[method-assign]
    for key in ("OPR-010", "RDY-010"):
        find(hand, items, key)
        items.check()
    assert checked == []
    assert items.main is not None
    assert not items.main.isEnabled()
    QTest.keyClicks(items.text, "#")
    hand.qtbot.waitUntil(lambda: checked == [True], timeout=PATIENCE_MS)


def test_a_damaged_item_is_listed_and_removed(dialog: tuple[Hand, ChecklistItemsDialog]) -> None:
    hand, items = dialog

    def spoil(edit: Edit) -> tuple[None, Message]:
        for key, text in (("OWN-010", "3"), ("OWN-020", '{"key": "OWN-020", "title": "Half"}')):
            upsert_by_key.put(edit, "setting", {"key": f"checklist.item.{key}"}, {"value": text})
        return None, Message("tests", "Written by another program")

    document = hand.desk.session.document
    assert document is not None
    document.apply(spoil)
    hand.desk.session.do(disable_checklist_item, "OPR-010")
    hand.rest()
    for key, text in (("OWN-010", "3"), ("OWN-020", "Half")):
        find(hand, items, key)
        assert text in items.text.toPlainText()
        assert key in items.state.text()
        tap(hand, items.remove)
    own = hand.snapshot.cached(own_items)
    assert (own.bodies, own.damaged, hand.snapshot.cached(known_items).faults) == ([], {}, ())
