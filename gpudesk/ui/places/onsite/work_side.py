"""The left side: the filter of the list, its progress, and the list; or the places to choose from."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Item
from gpudesk.onsite.checklist import shipped_checklist
from gpudesk.onsite.work_list import Group, Show, Spot, Wanted
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.location_list import PlaceModel, Places, RingList
from gpudesk.ui.places.onsite.onsite_labels import own, place_text
from gpudesk.ui.places.onsite.task_list import TaskList, TaskModel
from gpudesk.ui.places.onsite.touch import TouchButton, TouchChoice
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.progress_ring import paint_ring
from gpudesk.ui.toolkit.quantities import format_number, grouped
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr_work_side = text_context("WorkSide")
tr_progress_line = text_context("ProgressLine")

WIDE_PX = 392


class WorkSide(QWidget):
    """Signals:
    wanted_changed(): the list is to be narrowed to something else.
    chosen(Task): a task was tapped.
    typed(str): a character was typed over the list.
    """

    wanted_changed = Signal()
    chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDE_PX)
        self._spot: Spot | None = None
        self._filling = False
        self._wanted_item = ""
        self.model, self.places = TaskModel(self), PlaceModel(self)
        self.show_what = TouchChoice(tr_work_side("Which tasks"))
        for show, text in self._shows():
            self.show_what.addItem(text, show)
        self.stage = TouchChoice(tr_work_side("Stage"))
        self.stage.addItem(tr_work_side("All stages"), "")
        for key, stage in shipped_checklist().stages.items():
            self.stage.addItem(own(stage, "title"), key)
        self.person = TouchChoice(tr_work_side("Person"))
        self.person.addItem(tr_work_side("Everybody"), "")
        self.place = TouchButton(tr_work_side("Everywhere"), checkable=True)
        self.sum = ProgressLine()
        self.list = TaskList(tr_work_side("Tasks"), self.model)
        self.place_list = RingList(tr_work_side("Places"), self.places)
        self.nothing = Label("", ink="text.secondary", wrap=True)
        self.nothing.setContentsMargins(16, 16, 16, 16)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.lists = QStackedWidget()
        for page in (self.list, self.place_list, self.nothing):
            self.lists.addWidget(page)
        grid = QGridLayout()
        grid.setContentsMargins(12, 12, 12, 4)
        grid.setSpacing(8)
        filters: tuple[QWidget, ...] = (self.show_what, self.stage, self.place, self.person)
        for number, part in enumerate(filters):
            grid.addWidget(part, number // 2, number % 2)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, (WIDE_PX - 32) // 2)
        column_of_all = QVBoxLayout(self)
        column_of_all.setContentsMargins(0, 0, 1, 0)
        column_of_all.setSpacing(0)
        column_of_all.addLayout(grid)
        column_of_all.addWidget(self.sum)
        column_of_all.addWidget(self.lists, 1)
        for choice in (self.show_what, self.stage, self.person):
            choice.currentIndexChanged.connect(self._change)
        self.place.toggled.connect(self._show_list)
        self.place_list.chosen.connect(self.narrow)
        self.list.chosen.connect(self.chosen)
        self.list.typed.connect(self.typed)
        self.place_list.typed.connect(self.typed)
        theme.notifier().changed.connect(self.update)

    def _shows(self) -> list[tuple[Show, str]]:
        return [
            (Show.NEXT, tr_work_side("Ready now")),
            (Show.FAILED, tr_work_side("Failed or stale")),
            (Show.BLOCKED, tr_work_side("Blocked")),
            (Show.DONE, tr_work_side("Done")),
            (Show.ALL, tr_work_side("All tasks")),
        ]

    def wanted(self) -> Wanted:
        """The filter of the list."""
        return Wanted(Show(self.show_what.currentData()), str(self.stage.currentData()), self._spot, str(self.person.currentData()))

    def narrow(self, spot: Spot | None) -> None:
        """Show only the tasks of a place or object; None for all."""
        self._spot = spot
        self.place.setChecked(False)
        self._change()

    def show_item(self, item: Item) -> None:
        """Show the targets of an item, in whatever state they are."""
        self._wanted_item = item.key
        self._filling = True
        self._spot = None
        self.show_what.choose(Show.ALL)
        self.stage.choose(item.stage)
        self.person.choose("")
        self.place.setChecked(False)
        self._filling = False
        self._change()

    def show_groups(self, snapshot: Snapshot, groups: Sequence[Group], counts: Any) -> None:
        """Show these items, and how far everything is that the list is narrowed to."""
        current = self.model.task(self.list.currentIndex().row())
        self.model.show_groups(snapshot, groups)
        row = self.model.row_of(self._wanted_item) if self._wanted_item else -1
        if row >= 0:
            self._wanted_item = ""
            self.model.toggle(row)
            self.list.setCurrentIndex(self.model.index(row))
            self.list.scrollTo(self.model.index(row), TaskList.ScrollHint.PositionAtTop)
        elif current is not None:
            row = next((each for each in range(min(self.model.rowCount(), 500)) if self.model.task(each) == current), -1)
            self.list.setCurrentIndex(self.model.index(row))
        self.sum.show_counts(counts, sum(group.count for group in groups))
        waiting = int(counts[State.BLOCKED])
        empty = (
            tr_work_side("No task can be started here yet: %n task(s) depend on others.", "", waiting)
            if waiting
            else tr_work_side("Nothing here.")
        )
        self.nothing.setText(empty)
        self.place.say(tr_work_side("Everywhere") if self._spot is None else place_text(snapshot, self._spot.scope, self._spot.target))
        self._show_list()

    def show_choices(self, snapshot: Snapshot, places: Places, people: list[str]) -> None:
        """Offer these places and names."""
        self.places.show_places(places)
        if [self.person.itemData(row) for row in range(1, self.person.count())] != people:
            self._filling = True
            chosen = self.person.currentData()
            while self.person.count() > 1:
                self.person.removeItem(1)
            for name in people:
                self.person.addItem(name, name)
            self.person.choose(chosen)
            self._filling = False

    def begin_again(self) -> None:
        """Show everything that can be done in another project."""
        self._filling = True
        self._spot = None
        for choice in (self.show_what, self.stage, self.person):
            choice.setCurrentIndex(0)
        self.place.setChecked(False)
        self._filling = False

    def look_like(self, other: "WorkSide") -> None:
        """Show what another one shows."""
        list_filter = other.wanted()
        self._filling = True
        self._spot = list_filter.spot
        self.show_what.choose(list_filter.show)
        self.stage.choose(list_filter.stage)
        if list_filter.person and not self.person.choose(list_filter.person):
            self.person.addItem(list_filter.person, list_filter.person)
            self.person.choose(list_filter.person)
        self._filling = False

    def at_rest(self) -> QWidget:
        """The list that is shown."""
        if self.place.isChecked():
            return self.place_list
        return self.list if self.model.rowCount() else self.nothing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().surface.panel)
        painting.right_line(painter, self.rect(), theme.current().border.default)

    def _change(self, *_: object) -> None:
        if not self._filling:
            self.wanted_changed.emit()

    def _show_list(self, *_: object) -> None:
        self.lists.setCurrentWidget(self.at_rest())


class ProgressLine(QWidget):
    """A ring with done, failed and total tasks of the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.done = self.failed = self.total = self.listed = 0
        self.setFixedHeight(44)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(WIDE_PX, 44)

    def show_counts(self, counts: Any, listed: int) -> None:
        """Show how many tasks are in each state, and how many of them are listed."""
        self.done = int(counts[State.PASSED] + counts[State.WAIVED])
        self.failed = int(counts[State.FAILED] + counts[State.STALE])
        self.total = int(counts.sum() - counts[State.NOT_APPLICABLE])
        self.listed = listed
        self.setAccessibleName(self.text())
        self.update()

    def text(self) -> str:
        """Text of the line."""
        text = grouped(tr_progress_line("%n task(s) listed · {done} of {total} done", "", self.listed), self.listed)
        figures = {name: format_number(getattr(self, name)) for name in ("done", "total")}
        parts = [text.format(**figures), *([tr_progress_line("%n failed", "", self.failed)] if self.failed else [])]
        return " · ".join(parts)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        paint_ring(painter, QRectF(14, 8, 28, 28), self.done, self.failed, self.total, colours)
        area = QRectF(self.rect()).adjusted(54, 0, -12, 0)
        painting.text(painter, area, self.text(), fonts.font("body", tabular=True), colours.text.secondary)
        painting.bottom_line(painter, self.rect(), colours.border.default)
