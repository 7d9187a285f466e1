"""The task list: items in work order, each expandable to its targets; hidden rows are not created."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.items import Item
from gpudesk.core.values.columns import Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.states_today import due_day
from gpudesk.onsite.work_list import Group
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.places.onsite.onsite_labels import own, paint_state, place_text, state_name, targets_text
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.progress_ring import paint_ring
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.theme import theme

ROW_PX = 56
_MARK = 24
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Task:
    """One item on one target."""

    item: Item
    target: int


@dataclass(frozen=True, slots=True)
class _Line:
    """Content of a row: a task, or an item with several targets."""

    title: str
    caption: str
    state: State | None
    done: int = 0
    failed: int = 0
    total: int = 0
    indent: int = 0


class TaskModel(QAbstractListModel):
    """Items with one target are tasks; one item with several is open at a time, and its tasks follow it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot: Snapshot | None = None
        self._groups: tuple[Group, ...] = ()
        self._open = -1
        self._places: Ids = np.zeros(0, np.int64)

    def show_groups(self, snapshot: Snapshot, groups: Sequence[Group]) -> None:
        """Show these items; the expanded one stays expanded."""
        before = self._groups[self._open].item.key if self._open >= 0 else ""
        self.beginResetModel()
        self._snapshot, self._groups = snapshot, tuple(groups)
        many = (place for place, group in enumerate(groups) if group.item.key == before and group.count > 1)
        self._open = next(many, -1)
        self._places = groups[self._open].places() if self._open >= 0 else np.zeros(0, np.int64)
        self.endResetModel()

    def toggle(self, row: int) -> None:
        """Expand or collapse the item of a row; a task is unchanged."""
        at = self._at(row)
        if at is None or at[1] >= 0 or self._groups[at[0]].count == 1:
            return
        opened_group = -1 if at[0] == self._open else at[0]
        if self._open >= 0:
            self.beginRemoveRows(QModelIndex(), self._open + 1, self._open + len(self._places))
            self._open, self._places = -1, np.zeros(0, np.int64)
            self.endRemoveRows()
        if opened_group >= 0:
            places = self._groups[opened_group].places()
            self.beginInsertRows(QModelIndex(), opened_group + 1, opened_group + len(places))
            self._open, self._places = opened_group, places
            self.endInsertRows()

    def task(self, row: int) -> Task | None:
        """The task of a row; None for an item with several targets."""
        at = self._at(row)
        if at is None or self._snapshot is None:
            return None
        group, number = self._groups[at[0]], at[1]
        if number < 0 and group.count > 1:
            return None
        place = int(self._places[number]) if number >= 0 else int(group.places()[0])
        return Task(group.item, int(self._snapshot.cached(layout).ids[group.item.scope][place]))

    def row_of(self, item: str) -> int:
        """The row of an item, -1 if it is not shown."""
        for place, group in enumerate(self._groups):
            if group.item.key == item:
                return place if self._open < 0 or place <= self._open else place + len(self._places)
        return -1

    def after(self, task: Task) -> Task | None:
        """The task that follows another one in the order of the work, whether that one is listed or not; behind the last one, the first.

        Of an item with several targets only those count that are shown.
        """
        if self._snapshot is None:
            return None
        order = {key: number for number, key in enumerate(checklist_of(self._snapshot).items)}
        targets = self._snapshot.cached(layout)
        here = order.get(task.item.key, -1), targets.place(task.item.scope, task.target)
        first: Task | None = None
        for number, group in enumerate(self._groups):
            places = self._places if number == self._open else group.places() if group.count == 1 else self._places[:0]
            at = order[group.item.key]
            later = places if at > here[0] else places[places > here[1]] if at == here[0] else places[:0]
            if len(later):
                return Task(group.item, int(targets.ids[group.item.scope][later[0]]))
            if first is None and len(places) and (at, int(places[0])) != here:
                first = Task(group.item, int(targets.ids[group.item.scope][places[0]]))
        return first

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._groups) + len(self._places)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.line(index.row()).title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            line = self.line(index.row())
            state = state_name(line.state) if line.state is not None else f"{line.done} / {line.total}"
            return f"{line.title}, {line.caption}, {state}"
        return None

    def line(self, row: int) -> _Line:
        """The content of a row."""
        at = self._at(row)
        if at is None or self._snapshot is None:
            return _Line("", "", None)
        group, number = self._groups[at[0]], at[1]
        item, stage = group.item, checklist_of(self._snapshot).stages[group.item.stage]
        if number < 0 and group.count > 1:
            done = int(group.by_state[State.PASSED] + group.by_state[State.WAIVED])
            failed = int(group.by_state[State.FAILED] + group.by_state[State.STALE])
            total = int(group.by_state.sum() - group.by_state[State.NOT_APPLICABLE])
            caption = f"{item.key} · {own(stage, 'title')} · {targets_text(item.scope, group.count)}"
            return _Line(own(item, "title"), caption, None, done, failed, total)
        place = int(self._places[number]) if number >= 0 else int(group.places()[0])
        target = int(self._snapshot.cached(layout).ids[item.scope][place])
        where, state = place_text(self._snapshot, item.scope, target), State(int(group.states[place]))
        due = due_day(self._snapshot, item.key, target, state)
        if number >= 0:
            return _Line(where, state_name(state, due), state, indent=16)
        caption = " · ".join(filter(None, (item.key, own(stage, "title"), where, state_name(state, due) if due else "")))
        return _Line(own(item, "title"), caption, state)

    def _at(self, row: int) -> tuple[int, int] | None:
        """Index of the item of a row, and of its target, -1 for the item itself; None if there is no such row."""
        if not 0 <= row < self.rowCount():
            return None
        if self._open < 0 or row <= self._open:
            return row, -1
        if row <= self._open + len(self._places):
            return self._open, row - self._open - 1
        return row - len(self._places), -1


class TaskList(QListView):
    """Tappable rows; letters and digits are passed on as scans.

    Signals:
        chosen(Task): a task was tapped.
        typed(str): a character was typed.
    """

    chosen = Signal(object)
    typed = Signal(str)

    def __init__(self, name: str, model: TaskModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = model
        self.setAccessibleName(name)
        self.setModel(model)
        self.setItemDelegate(_TaskRows(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._take)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._take(self.currentIndex())
        elif event.text().isprintable() and event.text().strip() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _take(self, index: QModelIndex) -> None:
        task = self._tasks.task(index.row())
        if task is None:
            self._tasks.toggle(index.row())
        else:
            self.chosen.emit(task)


class _TaskRows(QStyledItemDelegate):
    def __init__(self, view: TaskList) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = self._view.model()
        if not isinstance(model, TaskModel):
            return
        colours, line = theme.current(), model.line(index.row())
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colours.selection)
        painting.bottom_line(painter, option.rect, colours.border.subtle)
        area = QRectF(option.rect).adjusted(12 + line.indent, 0, -12, 0)
        mark = QRectF(area.left(), area.center().y() - _MARK / 2, _MARK, _MARK)
        if line.state is None:
            paint_ring(painter, mark, line.done, line.failed, line.total, colours)
            figure = f"{format_number(line.done)} / {format_number(line.total)}"
            painting.text(painter, area, figure, fonts.font("caption", tabular=True), colours.text.secondary, Qt.AlignmentFlag.AlignRight)
            area.setRight(area.right() - fonts.text_width(figure, "caption", tabular=True) - 8)
        else:
            paint_state(painter, mark, line.state)
        area.setLeft(mark.right() + 12)
        top = QRectF(area.left(), area.top() + 8, area.width(), 20)
        painting.text(painter, top, line.title, fonts.font("strong"), colours.text.primary, elide=Qt.TextElideMode.ElideRight)
        below = top.translated(0, 20)
        painting.text(painter, below, line.caption, fonts.font("caption"), colours.text.secondary, elide=Qt.TextElideMode.ElideRight)
        if self._view.hasFocus() and index == self._view.currentIndex():
            focus_frame(painter, option.rect)
