"""The history dock: all steps of the project, including earlier sessions, and the return to each."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QMenu,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gpudesk.ui.panels.history.history_model import ROW_ROLE, HistoryModel, HistoryRow, StepState
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.parts.times import short_time
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.style.view_styles import focus_frame
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace

tr_history_dock = text_context("HistoryDock")
tr_history_view = text_context("HistoryView")
tr_history_delegate = text_context("HistoryDelegate")

_MARGIN = 10
_MARK = 16
_GAP = 8
_State = QStyle.StateFlag


class HistoryDock(QWidget):
    """The steps, newest on top. `header` is the title bar."""

    def __init__(self, session: Session, registry: ActionRegistry, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setObjectName("history")
        self.setAccessibleName(tr_history_dock("History"))
        self.header = DockHeader(tr_history_dock("History"))
        for action_id in ("edit.undo", "edit.redo"):
            action = registry.action(action_id)
            button = self.header.add_button("undo" if action_id == "edit.undo" else "redo", action.text())
            button.setDefaultAction(action)
        self.model = HistoryModel(self)
        self.view = HistoryView(self.model, self)
        self.view.step_chosen.connect(self._go)
        self._empty = EmptyPlace("history", tr_history_dock("Each change is listed here and can be undone, even after a restart."))
        self.setFocusProxy(self.view)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        session.opened.connect(self.refresh)
        session.closed.connect(self.refresh)
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current history; the viewed step stays the viewed one."""
        steps = self._session.history if self._session.is_open else []
        done = [step.id for step in steps if step.done]
        last = done[-1] if done else None
        rows = []
        for step in steps:
            state = StepState.CURRENT if step.id == last else StepState.DONE if step.done else StepState.UNDONE
            rows.append(HistoryRow(step, state))
        self.view.show_rows(rows)
        caption = tr_history_dock("%n step(s), saved in the file", "", len(rows)) if rows else ""
        self.header.set_title(tr_history_dock("History"), caption)
        self._stack.setCurrentWidget(self.view if rows else self._empty)

    def _go(self, step_id: int | None) -> None:
        if self._session.writable:
            self._session.go_to_step(step_id)


class HistoryView(QListView):
    """The list; go to a step with Enter, with the link at the end of its line, or from its menu.

    Signals:
        step_chosen(int | None): go to the state after this step; None is the beginning.
    """

    step_chosen = Signal(object)

    def __init__(self, model: HistoryModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = model
        self.setModel(model)
        self._delegate = HistoryDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(tr_history_view("Steps, newest first"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def show_rows(self, rows: list[HistoryRow]) -> None:
        """Show other steps; the chosen line follows its step, or the present state while it stood there."""
        index = self.currentIndex()
        before = self._steps.row_at(index.row()) if index.isValid() else None
        self._steps.set_rows(rows)
        line = self._steps.current_line
        if before is not None and before.state is not StepState.CURRENT and (step_line := self._steps.line_of(before.step_id)) is not None:
            line = step_line
        if line is not None:
            self.setCurrentIndex(self._steps.index(line))

    def word(self) -> str:
        """The link text at the end of the chosen line."""
        return tr_history_view("Go to this step")

    def go_rect(self, line: int) -> QRect:
        """Position of the link in the view."""
        return self._delegate.go_rect(self.visualRect(self._steps.index(line)), self._steps.row_at(line))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._choose(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_word(event.position().toPoint()):
            self._choose(self.currentIndex().row())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self._is_on_word(event.position().toPoint())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self._choose(index.row())

    def _is_on_word(self, at: QPoint) -> bool:
        index = self.currentIndex()
        return index.isValid() and self.go_rect(index.row()).contains(at)

    def _choose(self, line: int) -> None:
        row = self._steps.row_at(line)
        if row.state is not StepState.CURRENT:
            self.step_chosen.emit(row.step_id)

    def _open_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        line = index.row()
        go = QAction(icons.icon("history"), self.word(), menu)
        go.setEnabled(self._steps.row_at(line).state is not StepState.CURRENT)
        go.triggered.connect(lambda _checked=False: self._choose(line))
        copy = QAction(icons.icon("copy"), tr_history_view("Copy as text"), menu)
        copy.triggered.connect(lambda _checked=False: QGuiApplication.clipboard().setText(self.text()))
        menu.addActions([go, copy])
        menu.popup(self.viewport().mapToGlobal(at))

    def text(self) -> str:
        """The whole history as lines of text, the newest first."""
        return "\n".join(self._steps.spoken(line) for line in range(self._steps.rowCount()))


class HistoryDelegate(QStyledItemDelegate):
    """Draws a step: ring or dot, title, time; the chosen one also has a link to go to it."""

    def __init__(self, view: HistoryView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, theme.size("list_row"))

    def go_rect(self, rect: QRect, row: HistoryRow) -> QRect:
        """The rectangle of the link to the step, before its time."""
        if row.state is StepState.CURRENT:
            return QRect()
        wide = int(fonts.text_width(self._view.word(), "caption") + 0.99)
        right = rect.right() - _MARGIN - self._time_width(row)
        return QRect(right - wide, rect.top(), wide, rect.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        colours = theme.current()
        row: HistoryRow = index.data(ROW_ROLE)
        rect = option.rect
        selected = bool(option.state & _State.State_Selected)
        if selected:
            painter.fillRect(rect, colours.selection)
        elif option.state & _State.State_MouseOver:
            painter.fillRect(rect, colours.hover)
        current = row.state is StepState.CURRENT
        ink = colours.text.disabled if row.state is StepState.UNDONE and not selected else colours.text.primary
        mark = QRect(rect.left() + _MARGIN, rect.top(), _MARK, rect.height())
        icon, tint = ("history-dot", colours.accent) if current else ("history-ring", colours.text.tertiary)
        icons.paint(painter, icon, mark, tint if row.state is not StepState.UNDONE else colours.text.disabled)
        words = QRectF(mark.right() + _GAP, rect.top(), rect.right() - _MARGIN - mark.right() - _GAP, rect.height())
        if row.at_utc:
            font = fonts.font("caption", tabular=True)
            time_ink = colours.text.secondary if selected else colours.text.tertiary
            if row.state is StepState.UNDONE and not selected:
                time_ink = colours.text.disabled
            painting.text(painter, words, short_time(row.at_utc), font, time_ink, Qt.AlignmentFlag.AlignRight)
        words.setRight(words.right() - self._time_width(row))
        if selected and not current:
            go = self.go_rect(rect, row)
            link = fonts.font("caption")
            link.setUnderline(True)
            painting.text(painter, go, self._view.word(), link, colours.text.link)
            words.setRight(go.left() - _GAP)
        title = index.data(Qt.ItemDataRole.DisplayRole)
        if row.state is StepState.UNDONE:
            title = tr_history_delegate("{step} (undone)").format(step=title)
        painting.text(painter, words, title, fonts.font("strong" if current else "body"), ink)
        if option.state & _State.State_HasFocus and self._view.hasFocus():
            focus_frame(painter, rect)

    @staticmethod
    def _time_width(row: HistoryRow) -> int:
        if not row.at_utc:
            return 0
        return int(fonts.text_width(short_time(row.at_utc), "caption", tabular=True) + 0.99) + _GAP
