"""The rows of an inspector: a label, a fact or an editor, and how sure it is.

Labels have one width and rows one height, so nothing jumps when the selection changes.
"""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.confidence_badge import ConfidenceBadge
from gpudesk.ui.toolkit.widgets.figure_link import FigureLink

tr_fact_row = text_context("FactRow")
tr_line_field = text_context("LineField")

LABEL_WIDTH = 118
_MARGIN = 10
_EDITOR_HEIGHT = 22


class FieldRow(QWidget):
    """A label of fixed width and room for a value behind it."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.size("field"))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(_MARGIN + LABEL_WIDTH, 0, _MARGIN, 0)
        self.row.setSpacing(8)

    def label(self) -> str:
        """The label shown."""
        return self._label

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        area = QRectF(_MARGIN, 0, LABEL_WIDTH - 8, self.height())
        ink = colours.text.secondary if self.isEnabled() else colours.text.disabled
        painter = QPainter(self)
        shown = painting.text(painter, area, self._label, fonts.font("body"), ink, elide=Qt.TextElideMode.ElideRight)
        # A label that does not fit is whole in the tooltip, above what the row explains there.
        if shown < fonts.text_width(self._label, "body") - 0.5 and self._label not in self.toolTip():
            self.setToolTip("\n".join(filter(None, (self._label, self.toolTip()))))


class FactRow(FieldRow):
    """A fact: no frame. `value` "" shows "–" with `missing` as its reason; with `opens` it opens to its working."""

    opened = Signal()

    def __init__(
        self,
        label: str,
        value: str,
        confidence: str = "",
        *,
        source: str = "",
        missing: str = "",
        opens: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(label, parent)
        self._opens = opens
        self.value_widget: FigureLink | _FactText
        if opens:
            link = FigureLink(value or MISSING, self)
            link.opened.connect(self.opened)
            self.value_widget = link
        else:
            self.value_widget = _FactText(self)
        self.row.addWidget(self.value_widget, 0 if opens else 1)
        if opens:
            self.row.addStretch(1)
        self._badge = ConfidenceBadge(confidence or "read", source, self)
        self.row.addWidget(self._badge, 0, Qt.AlignmentFlag.AlignVCenter)
        self.set_fact(value, confidence, source=source, missing=missing)

    def set_fact(self, value: str, confidence: str = "", *, source: str = "", missing: str = "") -> None:
        """Show another value in the same row."""
        shown = value or MISSING
        if isinstance(self.value_widget, FigureLink):
            self.value_widget.set_value(shown)
            self.value_widget.setAccessibleName(tr_fact_row("{label}: {value}, show why").format(label=self.label(), value=shown))
            self.value_widget.setEnabled(bool(value))
        else:
            self.value_widget.set_text(shown)
        if confidence:
            self._badge.set_confidence(confidence, source)
        self._badge.setVisible(bool(confidence and value))
        self.value_widget.setToolTip("" if value else missing)
        self.setAccessibleName(f"{self.label()}: {shown}")
        self.setAccessibleDescription(missing if not value else source)

    def has_room_for_words(self, width: int) -> bool:
        """Whether value and badge with its word fit side by side in a row of that width."""
        room = width - _MARGIN - LABEL_WIDTH - _MARGIN - self.row.spacing()
        return self._badge.isHidden() or self.value_widget.sizeHint().width() + self._badge.full_width() <= room

    def set_badge_word(self, with_word: bool) -> None:
        """Show the badge with its word, or only as a mark."""
        self._badge.set_with_word(with_word)


class EditorRow(FieldRow):
    """Something that can be edited: any editor, with the unit inside the end of its frame. The whole row is its hit area."""

    def __init__(self, label: str, editor: QWidget, *, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(label, parent)
        self.editor = editor
        editor.setParent(self)
        if not editor.accessibleName():
            editor.setAccessibleName(f"{label}, {unit}" if unit else label)
        if isinstance(editor, QLineEdit) and unit:
            set_unit(editor, unit)
        editor.setFixedHeight(_EDITOR_HEIGHT)
        editor.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.row.addWidget(editor, 1)
        self.setFocusProxy(editor)
        # The name of a choice is its value to a screen reader; it finds the label by this relation.
        hidden_label = QLabel(label, self)
        hidden_label.setBuddy(editor)
        hidden_label.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.editor.setFocus(Qt.FocusReason.MouseFocusReason)


class FieldList(QWidget):
    """Rows and group heads one below the other, without gaps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)

    def add(self, widget: QWidget) -> None:
        """Add a row, a group head or anything else at the end."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def add_gap(self, px: int = 4) -> None:
        """Leave a little room, as before and after editors."""
        self._column.insertSpacing(self._column.count() - 1, px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_badges()

    def fit_badges(self) -> None:
        """Values take precedence: if one does not fit next to its badge, all badges of the list are shown without words."""
        rows = self.findChildren(FactRow)
        with_words = all(row.has_room_for_words(self.width()) for row in rows)
        for row in rows:
            row.set_badge_word(with_words)

    def clear(self) -> None:
        """Take every row away."""
        while self._column.count() > 1:
            item = self._column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()


class LineField(QLineEdit):
    """A line to edit: Enter or leaving it takes the text, Esc puts the old one back. One edit is one step.

    Signals:
        committed(str): another text was taken.
        taken_back(): Esc put the old one back.
    """

    committed = Signal(str)
    taken_back = Signal()

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._kept = text
        self.editingFinished.connect(self._commit)

    def set_value(self, text: str) -> None:
        """Show another text without a signal; text being typed is kept."""
        typing = self._is_typed_in()
        self._kept = text
        if not typing:
            self.setText(text)
        self.setPlaceholderText("")

    def set_several(self) -> None:
        """Show that the selected objects differ in this value; text being typed is kept."""
        typing = self._is_typed_in()
        self._kept = ""
        if not typing:
            self.clear()
        self.setPlaceholderText(tr_line_field("several"))

    def _is_typed_in(self) -> bool:
        return self.hasFocus() and self.isModified() and self.text() != self._kept

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text() != self._kept:
            self.setText(self._kept)
            self.selectAll()
            self.taken_back.emit()
        else:
            super().keyPressEvent(event)

    def _commit(self) -> None:
        if self.text() != self._kept:
            self._kept = self.text()
            self.committed.emit(self._kept)


def set_unit(editor: QLineEdit, unit: str) -> None:
    """Write a unit into the right end of a line edit."""
    mark = _UnitMark(unit, editor)
    margins = editor.textMargins()
    editor.setTextMargins(margins.left(), margins.top(), mark.sizeHint().width(), margins.bottom())


class _UnitMark(QWidget):
    """The unit at the end of a field; it is over the frame and ignores the pointer."""

    def __init__(self, unit: str, editor: QLineEdit) -> None:
        super().__init__(editor)
        self._unit = unit
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QHBoxLayout(editor)
        layout.setContentsMargins(0, 0, 2, 0)
        layout.addStretch(1)
        layout.addWidget(self)

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self._unit, "caption") + 0.99) + 6, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        align = Qt.AlignmentFlag.AlignRight
        area = QRectF(self.rect()).adjusted(0, 0, -4, 0)
        painting.text(QPainter(self), area, self._unit, fonts.font("caption"), theme.current().text.tertiary, align)


class _FactText(QWidget):
    """A read-only value; it is elided in the middle and shown in full in the tooltip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        self._text = text
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self._text, "body", tabular=True) + 0.99), theme.size("field"))

    def paintEvent(self, event: QPaintEvent) -> None:
        ink = theme.current().text.tertiary if self._text == MISSING else theme.current().text.primary
        painting.text(QPainter(self), QRectF(self.rect()), self._text, fonts.font("body", tabular=True), ink)
        if fonts.text_width(self._text, "body", tabular=True) > self.width() + 0.5:
            self.setToolTip(self._text)
