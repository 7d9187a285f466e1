"""The header of a table whose first column stays in place while the others scroll."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.parts.kept_rows import PADDING
from gpudesk.ui.toolkit.theme import theme

SORT_MARK = 12
"""The room of the mark of the sorted column."""
_LEAST = 34
"""The title of a column of which less is seen is left out."""
_MOUSE = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseMove}


class StillHeader(QHeaderView):
    """Draws the first section over the others, and redirects its events to it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self._shift = 0

    def still_width(self) -> int:
        """Width of the fixed column if others are scrolled below it; otherwise 0."""
        return self.sectionSize(0) if self.offset() and self.count() else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.current().surface.sunken)
        painting.bottom_line(painter, self.viewport().rect(), theme.current().border.subtle)
        still = self.still_width()
        for section in range(1 if still else 0, self.count()):
            self._paint(painter, section, self.sectionViewportPosition(section), still)
        if still:
            self._paint(painter, 0, 0, 0)
            painting.right_line(painter, QRect(0, 0, still, self.height()), theme.current().border.default)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() in _MOUSE:
            return super().viewportEvent(self._moved(event))
        if isinstance(event, QHelpEvent) and event.pos().x() < self.still_width():
            return super().viewportEvent(QHelpEvent(event.type(), event.pos() - QPoint(self.offset(), 0), event.globalPos()))
        return super().viewportEvent(event)

    def _moved(self, event: QMouseEvent) -> QMouseEvent:
        """The event mapped to the section visible there; a drag started there continues there."""
        pressed = event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}
        if pressed or (event.buttons() == Qt.MouseButton.NoButton and event.type() == QEvent.Type.MouseMove):
            self._shift = self.offset() if event.position().x() < self.still_width() else 0
        if not self._shift:
            return event
        where = event.position() - QPointF(self._shift, 0)
        return QMouseEvent(event.type(), where, event.globalPosition(), event.button(), event.buttons(), event.modifiers())

    def _paint(self, painter: QPainter, section: int, left: int, from_x: int) -> None:
        """Paint the part of a section to the right of `from_x` and in the view."""
        rect = QRect(left, 0, self.sectionSize(section), self.height())
        seen = rect.intersected(QRect(from_x, 0, self.viewport().width() - from_x, self.height()))
        cut = seen.width() < rect.width()
        if seen.isEmpty() or (cut and seen.width() < _LEAST):
            return
        colours = theme.current()
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        align = self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)
        flags = self.defaultAlignment() if align is None else Qt.AlignmentFlag(int(align))
        right = bool(flags & Qt.AlignmentFlag.AlignRight) and not (cut and rect.left() >= from_x)
        marked = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        painter.fillRect(seen, colours.surface.sunken)
        painting.bottom_line(painter, seen, colours.border.subtle)
        words, mark = head_parts(title, seen, right=right, marked=marked)
        ink = colours.text.primary if marked else colours.text.secondary
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painting.text(painter, words, title, fonts.font("caption", strong=True), ink, side, elide=Qt.TextElideMode.ElideRight)
        if marked:
            self._paint_mark(painter, mark)

    def _paint_mark(self, painter: QPainter, middle: QPointF) -> None:
        """A triangle of 6 px that points to where the values grow less."""
        tip = -1.5 if self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder else 1.5
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().text.secondary)
        painter.drawPolygon([middle + QPointF(0, 1.5 * tip), middle + QPointF(3, -1.5 * tip), middle + QPointF(-3, -1.5 * tip)])
        painter.restore()


def head_parts(title: str, rect: QRect, *, right: bool, marked: bool) -> tuple[QRectF, QPointF]:
    """Position of a column title, and the center of its sort mark: next to the title, never on it."""
    room = QRectF(rect).adjusted(PADDING, 0, -PADDING, 0)
    if not marked:
        return room, room.center()
    wide = min(fonts.text_width(title, "caption", strong=True), max(room.width() - SORT_MARK, 0.0))
    if right:
        words = QRectF(room.right() - wide, room.top(), wide, room.height())
        return words, QPointF(words.left() - SORT_MARK / 2, words.center().y())
    words = QRectF(room.left(), room.top(), wide, room.height())
    return words, QPointF(words.right() + SORT_MARK / 2 + 1, words.center().y())
