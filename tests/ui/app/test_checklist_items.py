"""Project › Checklist items: items are added, changed, disabled and shared in the window; refusals say file, line and field."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from gpudesk.onsite.known_items import checklist_of, own_items
from gpudesk.ui.app.dialogs.checklist_items import ChecklistItemsDialog
from gpudesk.ui.toolkit.session import Session
from tests.cli.test_onsite_templates import TEMPLATE
from tests.ui.hand import Hand


@pytest.fixture
def dialog(hand: Hand) -> tuple[Hand, ChecklistItemsDialog]:
    hand.desk.window.registry.action("project.checklist-items").trigger()
    found = next(each for each in hand.desk.window.findChildren(ChecklistItemsDialog) if each.isVisible())
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
