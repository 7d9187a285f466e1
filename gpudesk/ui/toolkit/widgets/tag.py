"""A small label: plain, in the colors of a severity, or one that can be taken away."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity, severity_name

tr = text_context("RemovableTag")

_PADDING = 6
_MARK = 11
_GAP = 4
_CROSS = 14


class Tag(QWidget):
    """A word 16 px high. With a severity, it has its mark and colors; without one, a plain frame."""

    def __init__(self, text: str, severity: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._severity = severity
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()

    def text(self) -> str:
        """The word shown."""
        return self._text

    def severity(self) -> str | None:
        """The severity shown, if any."""
        return self._severity

    def set_text(self, text: str, severity: str | None = None) -> None:
        """Show another word and severity."""
        self._text = text
        self._severity = severity
        self._name()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return tag_size(self._text, self._severity)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_tag(QPainter(self), QRectF(self.rect()), self._text, self._severity)

    def _name(self) -> None:
        kind = severity_name(self._severity) if self._severity else ""
        self.setAccessibleName(f"{kind}: {self._text}" if kind else self._text)


class RemovableTag(QAbstractButton):
    """A filter in force, which a click, Enter, Space or Delete takes away."""

    removed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Remove the filter {filter}").format(filter=text))
        self.setToolTip(self.accessibleName())
        self.clicked.connect(self.removed)
        self._hovered = False

    def sizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text(), "caption") + 0.99) + 2 * _PADDING + _CROSS, theme.size("hit_min"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        badge = theme.size("badge")
        rect = QRectF(0, (self.height() - badge) / 2, self.width(), badge)
        painting.frame(
            painter,
            rect,
            colours.hover if self._hovered else colours.surface.raised,
            colours.border.default,
            theme.radius("mark"),
        )
        words = rect.adjusted(_PADDING, 0, -_CROSS - 2, 0)
        painting.text(painter, words, self.text(), fonts.font("caption"), colours.text.primary)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.text.secondary, 1.1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        middle = QPointF(rect.right() - _PADDING - 3.5, rect.center().y())
        painter.drawLine(middle - QPointF(2.75, 2.75), middle + QPointF(2.75, 2.75))
        painter.drawLine(middle - QPointF(2.75, -2.75), middle + QPointF(2.75, -2.75))


def tag_size(text: str, severity: str | None) -> QSize:
    """The room that a tag takes."""
    width = fonts.text_width(text, "caption", tabular=True) + 2 * _PADDING
    if severity:
        width += _MARK + (_GAP if text else 0)
    return QSize(int(width + 0.99), theme.size("badge"))


def paint_tag(painter: QPainter, rect: QRectF, text: str, severity: str | None) -> None:
    """Draw a tag over the whole of `rect`."""
    colours = theme.current()
    radius = theme.radius("mark")
    ink = colours.text.secondary
    if severity is None:
        painting.frame(painter, rect, None, colours.border.default, radius)
    else:
        ink = colours.severity[severity].colour
        if colours.name == "contrast":
            painting.frame(painter, rect, colours.severity[severity].surface, ink, radius)
        else:
            painting.fill_round(painter, rect, colours.severity[severity].surface, radius)
    words = rect.adjusted(_PADDING, 0, -_PADDING + 1, 0)
    if severity:
        paint_severity(painter, QRectF(words.left(), rect.top(), _MARK, rect.height()), severity)
        words.setLeft(words.left() + _MARK + _GAP)
    painting.text(painter, words, text, fonts.font("caption", tabular=True), ink)
