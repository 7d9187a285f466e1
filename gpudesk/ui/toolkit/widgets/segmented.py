"""A choice of two to five, all of them in sight."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.theme import theme

_PADDING = 12


@dataclass(frozen=True, slots=True)
class Segment:
    """One choice: its program key and its displayed text."""

    key: str
    text: str
    tool_tip: str = ""


class SegmentedControl(QWidget):
    """One frame, one active part. Tab enters it, the arrow keys choose."""

    chosen = Signal(str)

    def __init__(self, name: str, segments: Sequence[Segment], current: str = "", parent: QWidget | None = None) -> None:
        """`name` is the label for screen readers; `current` is a key, by default the first segment."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, _SegmentButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        last = len(segments) - 1
        for index, segment in enumerate(segments):
            button = _SegmentButton(segment, name, first=index == 0, last=index == last, parent=self)
            button.clicked.connect(lambda _checked=False, key=segment.key: self._choose(key))
            self._group.addButton(button)
            self._buttons[segment.key] = button
            row.addWidget(button)
        self.set_current(current or segments[0].key)

    def current(self) -> str:
        """The key of the active segment."""
        return next(key for key, button in self._buttons.items() if button.isChecked())

    def set_current(self, key: str) -> None:
        """Make a segment the active one without saying `chosen`.

        Raises:
            KeyError: there is no such segment.
        """
        self._buttons[key].setChecked(True)
        for other, button in self._buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if other == key else Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self._buttons[key])

    def button(self, key: str) -> QAbstractButton:
        """The button of a segment."""
        return self._buttons[key]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = list(self._buttons)
        index = keys.index(self.current())
        # Of what is in the direction of the key, the first that can be chosen.
        ways = {
            Qt.Key.Key_Left: keys[:index][::-1],
            Qt.Key.Key_Up: keys[:index][::-1],
            Qt.Key.Key_Right: keys[index + 1 :],
            Qt.Key.Key_Down: keys[index + 1 :],
            Qt.Key.Key_Home: keys[:index],
            Qt.Key.Key_End: keys[:index:-1],
        }
        way = ways.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
            return
        target_key = next((key for key in way if self._buttons[key].isEnabled()), keys[index])
        self._choose(target_key, before=keys[index])
        self._buttons[self.current()].setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, key: str, before: str = "") -> None:
        self.set_current(key)
        if key != before:
            self.chosen.emit(key)


class _SegmentButton(QAbstractButton):
    def __init__(self, segment: Segment, name: str, *, first: bool, last: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._first = first
        self._last = last
        self._hovered = False
        self.setText(segment.text)
        self.setCheckable(True)
        # A ring outside it would lie outside the control that holds it, where nothing of it is seen.
        self.setProperty(OWN_FOCUS, True)
        self.setAccessibleName(f"{name}: {segment.text}")
        self.setToolTip(segment.tool_tip)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        # Room for the semibold face, so that nothing moves when another part becomes active.
        width = fonts.text_width(self.text(), "strong") + 2 * _PADDING
        return QSize(max(int(width + 0.99), theme.size("hit_min")), theme.size("field"))

    def minimumSizeHint(self) -> QSize:
        return QSize(int(fonts.text_width(self.text(), "strong")) + 8, theme.size("hit_min") - 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            # QAbstractButton would walk its group by itself, without telling the control.
            event.ignore()

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
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = self._outline()
        active = self.isChecked()
        enabled = self.isEnabled()
        if active and enabled:
            painter.fillPath(outline, colours.selection)
        elif self._hovered and enabled:
            painter.fillPath(outline, colours.hover)
        elif enabled:
            painter.fillPath(outline, colours.surface.field)
        painter.setPen(QPen(colours.border.default, 1))
        painter.drawPath(outline)
        ink = colours.accent if active else colours.text.secondary
        if not enabled:
            ink = colours.text.disabled
        step = "strong" if active else "body"
        painting.text(painter, self.rect(), self.text(), fonts.font(step), ink, Qt.AlignmentFlag.AlignHCenter)
        if self.hasFocus():
            painting.frame(painter, self.rect(), None, colours.focus_ring, theme.radius("control"), width=theme.metrics().line["focus"])

    def _outline(self) -> QPainterPath:
        """The frame of this part, round only at the ends of the control; neighbors share the line between them."""
        radius = float(theme.radius("control"))
        rect = QRectF(self.rect()).adjusted(0.5 if self._first else -0.5, 0.5, -0.5, -0.5)
        path = QPainterPath()
        left, right = (radius if self._first else 0.0), (radius if self._last else 0.0)
        path.moveTo(rect.left() + left, rect.top())
        path.lineTo(rect.right() - right, rect.top())
        path.arcTo(QRectF(rect.right() - 2 * right, rect.top(), 2 * right, 2 * right), 90, -90)
        path.lineTo(rect.right(), rect.bottom() - right)
        path.arcTo(QRectF(rect.right() - 2 * right, rect.bottom() - 2 * right, 2 * right, 2 * right), 0, -90)
        path.lineTo(rect.left() + left, rect.bottom())
        path.arcTo(QRectF(rect.left(), rect.bottom() - 2 * left, 2 * left, 2 * left), 270, -90)
        path.lineTo(rect.left(), rect.top() + left)
        path.arcTo(QRectF(rect.left(), rect.top(), 2 * left, 2 * left), 180, -90)
        path.closeSubpath()
        return path
