"""A hand on site: the place of the checklist in the real window."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from gpudesk.core.checklist.entries import Entry
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.record_log import entries
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.onsite.evidence_fields import WrittenField
from gpudesk.ui.places.onsite.onsite_place import OnSitePlace
from gpudesk.ui.places.onsite.task_list import Task
from tests.ui.hand import CTRL, Hand


def with_people(document: Document) -> None:
    """A released revision, and two people."""
    run(document, set_site_value, "released_revision", "C")
    for name in ("Ana Ruiz", "Bo Lind"):
        run(document, add_person, name)


class SiteHand:
    """Taps, types and scans, and waits until the window has come to rest."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        QTest.keyClick(hand.desk.window, Qt.Key.Key_7, CTRL)
        self.rest()
        assert hand.desk.window.place == "onsite"

    @property
    def place(self) -> OnSitePlace:
        """The place of the present window."""
        return self.hand.desk.window.onsite

    def rest(self) -> None:
        """Wait until nothing is under way."""
        self.hand.rest()

    def tap(self, widget: QWidget) -> None:
        """Tap in the middle of something."""
        assert widget.isVisible()
        assert widget.isEnabled()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
        self.rest()

    def tap_row(self, row: int) -> None:
        """Tap a row of the list of tasks."""
        tasks = self.place.side.list
        where = tasks.visualRect(tasks.model().index(row, 0)).center()
        QTest.mouseClick(tasks.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
        self.rest()

    def begin(self, name: str) -> None:
        """Say who works here."""
        self.tap(self.place.top.person)
        self.tap(self.place.people.buttons[name])

    def show(self, item: str, target: int = 0) -> None:
        """Open the page of an item."""
        self.place.show_task(Task(shipped_checklist().items[item], target))
        self.rest()

    def enter(self, field: str, text: str) -> None:
        """Type into a field of the page and press Enter."""
        line = self.line(field)
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        self.rest()

    def line(self, field: str) -> Any:
        """The line of a field of the page."""
        found = self.place.page.fields[field]
        assert isinstance(found, WrittenField)
        return found.line

    def scan(self, text: str) -> None:
        """Type as a scanner does, where the keyboard is."""
        QTest.keyClicks(self.hand.focused(), text)
        QTest.keyClick(self.hand.focused(), Qt.Key.Key_Return)
        self.rest()

    def titles(self) -> list[str]:
        """What the rows of the list say, as far as the first fifty."""
        model = self.place.side.model
        return [model.line(row).title for row in range(min(model.rowCount(), 50))]

    @property
    def log(self) -> list[Entry]:
        """All entries."""
        return [entry for entry, _ in entries(self.hand.snapshot)]
