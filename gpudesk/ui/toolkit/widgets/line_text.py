"""A text that is edited line by line: numbers at the left, lines at fault marked."""

from collections.abc import Collection

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontDatabase, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.theme import theme

_INDENT = 2
_PADDING = 8


class LineText(QPlainTextEdit):
    """Plain text in a monospaced font; Tab indents by two spaces, Esc releases the keyboard focus."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(fonts.font("body").pixelSize())
        self.setFont(font)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._faulty: frozenset[int] = frozenset()
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(lambda _: self._make_room())
        self.updateRequest.connect(lambda rect, dy: self._numbers.scroll(0, dy) if dy else self._numbers.update())
        theme.notifier().changed.connect(self._mark)
        self._make_room()

    def set_faulty(self, lines: Collection[int]) -> None:
        """Mark lines, counted from 1."""
        self._faulty = frozenset(lines)
        self._mark()

    def faulty(self) -> frozenset[int]:
        """The marked lines."""
        return self._faulty

    def go_to_line(self, line: int) -> None:
        """Put the cursor at the beginning of a line, counted from 1, and show it."""
        block = self.document().findBlockByNumber(min(line, self.blockCount()) - 1)
        self.setTextCursor(QTextCursor(block))
        self.centerCursor()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def numbers_width(self) -> int:
        """How much room the numbers take, px."""
        digits = "0" * max(len(str(self.blockCount())), 2)
        return round(fonts.text_width(digits, "caption", tabular=True)) + 2 * _PADDING

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Tab and not event.modifiers():
            self.insertPlainText(" " * _INDENT)
        elif event.key() == Qt.Key.Key_Escape:
            self.focusNextChild()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.numbers_width(), inside.height()))

    def paint_numbers(self, painter: QPainter, rect: QRect) -> None:
        """Draw the numbers of the lines that are seen."""
        colours = theme.current()
        painter.fillRect(rect, colours.surface.sunken)
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= rect.bottom():
            high = self.blockBoundingRect(block).height()
            number = block.blockNumber() + 1
            ink = colours.severity["error"].colour if number in self._faulty else colours.text.tertiary
            font = fonts.font("caption", tabular=True, strong=number in self._faulty)
            place = QRectF(0, top, rect.width() - _PADDING, high)
            painting.text(painter, place, str(number), font, ink, Qt.AlignmentFlag.AlignRight)
            top += high
            block = block.next()

    def _make_room(self) -> None:
        self.setViewportMargins(self.numbers_width() + 4, 0, 0, 0)

    def _mark(self) -> None:
        marks = []
        for line in self._faulty:
            block = self.document().findBlockByNumber(line - 1)
            if block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.format.setBackground(theme.current().severity["error"].surface)
                mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                mark.cursor = QTextCursor(block)
                marks.append(mark)
        self.setExtraSelections(marks)
        self._numbers.update()


class _Numbers(QWidget):
    def __init__(self, text: LineText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(QPainter(self), self.rect())
