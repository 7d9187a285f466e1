"""A table with editable cells: they have a frame, a click or Enter opens them, and rows form groups."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QStyle, QStyleOptionViewItem, QWidget

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.parts.plain_table import CHOICES_ROLE, GROUP_ROLE, PLACEHOLDER_ROLE, PlainTableModel
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable, DeskTableDelegate, TableRole
from gpudesk.ui.toolkit.widgets.group_header import paint_group

Index = QModelIndex | QPersistentModelIndex
_ARROW = 18


class EditTable(DeskTable):
    """A table whose cells are edited.

    Attributes:
        delegate: makes the editors.

    Signals:
        reset_requested(object): Delete was pressed on the row of this key.
    """

    reset_requested = Signal(object)

    def __init__(self, name: str, model: PlainTableModel, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._lines = model
        self.setModel(model)
        self.delegate = EditDelegate(self)
        self.setItemDelegate(self.delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.AnyKeyPressed)
        self.clicked.connect(self._open_clicked)
        model.modelReset.connect(self._span_groups)

    def edit_cell(self, index: QModelIndex) -> None:
        """Open the editor of a cell."""
        self.setCurrentIndex(index)
        self.scrollTo(index)
        self.edit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        key = event.key()
        if self.state() == QAbstractItemView.State.EditingState:
            # A key that an open editor has dealt with and lets through; the one that applies a cell does not press the button of a dialog.
            event.setAccepted(key in {Qt.Key.Key_Return, Qt.Key.Key_Enter})
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            cell = index if _editable(index) else self._editable_in(index.row())
            if cell.isValid():
                self.edit_cell(cell)
            else:
                self.activated.emit(index)
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace} and index.isValid() and not index.data(GROUP_ROLE):
            self.reset_requested.emit(self._lines.line(index.row()).key)
        else:
            super().keyPressEvent(event)

    def _editable_in(self, row: int) -> QModelIndex:
        cells = (self._lines.index(row, column) for column in range(self._lines.columnCount()))
        return next((cell for cell in cells if _editable(cell)), QModelIndex())

    def _open_clicked(self, index: QModelIndex) -> None:
        if _editable(index):
            self.edit(index)

    def _span_groups(self) -> None:
        span_groups(self, self._lines)


class EditDelegate(DeskTableDelegate):
    """Draws frames around editable cells and group headers over the whole row, and creates the editors.

    Signals:
        typed(int, int, str): row, column and current text of a cell being edited.
    """

    typed = Signal(int, int, str)

    def __init__(self, table: DeskTable) -> None:
        super().__init__(table)
        self._view = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        group = index.data(GROUP_ROLE)
        if group:
            whole = QRectF(option.rect)
            whole.setRight(max(whole.right(), float(self._view.viewport().width())))
            paint_group(painter, whole, str(group), "", folded=None)
            return
        super().paint(painter, option, index)
        if _editable(index) and not index.data(TableRole.BUTTON):
            self._paint_frame(painter, option, index)

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, selected: bool) -> None:
        # A long text of a choice ends before the arrow.
        arrow = _ARROW if index.data(CHOICES_ROLE) and _editable(index) else 0
        super().paint_cell(painter, rect.adjusted(0, 0, -arrow, 0), index, selected)

    def _paint_frame(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = theme.current()
        rect = option.rect.adjusted(2, 2, -2, -3)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        line = colours.border.strong if hovered else colours.border.default
        current = self._view.hasFocus() and index == self._view.currentIndex()
        painting.frame(painter, rect, None, colours.focus_ring if current else line, theme.radius("control"), width=1.5 if current else 1.0)
        if index.data(CHOICES_ROLE):
            arrow = QRectF(rect.right() - _ARROW, rect.top(), _ARROW - 2, rect.height())
            chevron(painter, arrow, colours.text.secondary, "down")

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        choices = index.data(CHOICES_ROLE)
        editor: QWidget
        if choices:
            box = QComboBox(parent)
            for value, text in choices:
                box.addItem(text, value)
            box.activated.connect(lambda _: self._finish(box))
            editor = box
        else:
            field = QLineEdit(parent)
            field.setPlaceholderText(str(index.data(PLACEHOLDER_ROLE) or ""))
            row, column = index.row(), index.column()
            field.textEdited.connect(lambda text: self.typed.emit(row, column, text))
            editor = field
        editor.setAutoFillBackground(True)
        head = index.model().headerData(index.column(), Qt.Orientation.Horizontal)
        first = index.model().index(index.row(), 0).data()
        editor.setAccessibleName(f"{first}, {head}")
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        value = str(index.data(Qt.ItemDataRole.EditRole))
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(value)))
            editor.showPopup()
        elif isinstance(editor, QLineEdit):
            editor.setText(value)
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(1, 1, -1, -2))

    def _finish(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)
        # The closing list gives the focus back to the editor, which takes it along when it goes.
        editor.destroyed.connect(self._resume)

    def _resume(self) -> None:
        if self._view.window().focusWidget() is None:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)


def span_groups(table: DeskTable, lines: PlainTableModel) -> None:
    """Let group headers span whole rows."""
    table.clearSpans()
    columns = lines.columnCount()
    for row in lines.group_rows():
        if columns > 1:
            table.setSpan(row, 0, 1, columns)


def _editable(index: Index) -> bool:
    return index.isValid() and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
