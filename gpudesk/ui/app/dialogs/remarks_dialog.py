"""The journal of one object: dated remarks that never change, and a field for the next one."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.operations.project.remarks import add_remark
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.parts.desk_dialog import MARGIN, DeskDialog
from gpudesk.ui.toolkit.parts.times import full_time
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.label import Label

tr_remarks_dialog = text_context("RemarksDialog")
tr_remark = text_context("_Remark")


class RemarksDialog(DeskDialog):
    """The remarks on an object, newest at the bottom, above the field."""

    def __init__(self, session: Session, ref: ObjectRef, parent: QWidget | None = None) -> None:
        super().__init__(parent, lasting=True)
        self._project = session
        self._ref = ref
        row = session.snapshot[ref.table].row(ref.id)
        name = str(row.get("name", row.get("reason", "")))
        self.set_heading(
            tr_remarks_dialog("Remarks on {name}").format(name=name),
            tr_remarks_dialog("Dated, signed and permanent; corrections are made in a later remark."),
        )
        self.let_body_fill()
        self._page = QWidget(self)
        self._list = QVBoxLayout(self._page)
        self._list.setContentsMargins(MARGIN, 4, MARGIN, 8)
        self._list.setSpacing(10)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setWidget(self._page)
        self.area.setAccessibleName(tr_remarks_dialog("Remarks"))
        bar = self.area.verticalScrollBar()
        # The newest is at the foot, so the list is shown from there.
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high))
        self.body.addWidget(self.area, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, 4, MARGIN, 12)
        self.field = _RemarkField(self)
        self.field.setAccessibleName(tr_remarks_dialog("New remark"))
        self.field.setPlaceholderText(tr_remarks_dialog("Observations, actions or agreements"))
        self.field.setFixedHeight(64)
        self.field.textChanged.connect(self._judge)
        self.field.setEnabled(session.writable)
        foot.addWidget(self.field)
        self.body.addLayout(foot)
        self.add_buttons(tr_remarks_dialog("Add the remark"), self.add, close=tr_remarks_dialog("Close"))
        session.changed.connect(self.refresh)
        session.refreshed.connect(self.refresh)
        session.closed.connect(self.reject)
        self.resize(460, 420)
        self.refresh()
        self._judge()
        self.field.setFocus()

    def add(self) -> None:
        """Write the remark into the journal."""
        text = self.field.toPlainText().strip()
        if text:
            self.do(self._project, add_remark, self._ref.table, self._ref.id, text, done=self._added)

    def refresh(self) -> None:
        """Show the current journal."""
        while self._list.count():
            item = self._list.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        journal = self._project.snapshot["journal"]
        is_of_object = (journal["object_table"] == self._ref.table) & (journal["object_id"] == self._ref.id)
        for remark_id in journal.ids[is_of_object].tolist():
            self._list.addWidget(_Remark(journal.row(remark_id), self._page))
        if not is_of_object.any():
            self._list.addWidget(Label(tr_remarks_dialog("No remarks yet."), self._page, ink="text.tertiary"))
        self._list.addStretch(1)

    def _added(self, _remark_id: int) -> None:
        self.field.clear()
        self.field.setFocus()

    def _judge(self) -> None:
        self.set_verb(tr_remarks_dialog("Add the remark"), enabled=bool(self.field.toPlainText().strip()) and self._project.writable)


class _RemarkField(QPlainTextEdit):
    """Tab moves to the buttons; Ctrl+Enter adds the remark."""

    def __init__(self, dialog: RemarksDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._dialog.add()
        else:
            super().keyPressEvent(event)


class _Remark(QWidget):
    """One remark: who and when in small letters, then the text."""

    def __init__(self, row: dict[str, object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._when = f"{row['author']} · {full_time(str(row['at_utc']))}"
        if row["corrects"] is not None:
            self._when = tr_remark("{line} · corrects remark {number}").format(line=self._when, number=row["corrects"])
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 16, 0, 0)
        text = Label(str(row["text"]), self, wrap=True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        column.addWidget(text)
        self.setAccessibleName(f"{self._when}: {row['text']}")

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painter.fillRect(0, 0, 2, self.height(), colours.border.default)
        line = QRectF(12, 0, self.width() - 12, fonts.line_height("caption"))
        painting.text(painter, line, self._when, fonts.font("caption"), colours.text.tertiary)
