"""A frame that points at its subject: the calculation of a figure, a refusal, a verdict."""

from collections.abc import Callable

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.focus_ring import OWN_FOCUS
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.popover_placement import POINTER, Placement, place_popover
from gpudesk.ui.toolkit.widgets.severity_marks import SeverityMark

tr = text_context("Popover")

LEAST_WIDTH, MOST_WIDTH = 280, 390
_SHADOW = 12
_HORIZONTAL, _VERTICAL = 12, 10


class Popover(QWidget):
    """A child of the window, so that it needs no window manager. Esc or a click elsewhere closes it.

    With a `severity`, frame and title have its color and mark. `passive` is for a bubble during a drag: it takes
    neither focus nor clicks and is closed by the code that showed it.
    """

    closed = Signal()
    pin_requested = Signal()

    def __init__(
        self,
        window: QWidget,
        title: str,
        *,
        severity: str | None = None,
        passive: bool = False,
        can_pin: bool = False,
    ) -> None:
        super().__init__(window)
        self._severity = severity
        self._passive = passive
        self._placement: Placement | None = None
        self._target = QRect()
        self._came_from: QWidget | None = None
        self._copy_text: Callable[[], str] | None = None
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if passive else Qt.FocusPolicy.StrongFocus)
        self.setProperty(OWN_FOCUS, True)
        if passive:
            self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fading = QVariantAnimation(self)
        self._fading.setStartValue(0.3)
        self._fading.setEndValue(1.0)
        self._fading.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fading.valueChanged.connect(self.update)
        self._frame = QWidget(self)
        column = QVBoxLayout(self._frame)
        column.setContentsMargins(_HORIZONTAL, _VERTICAL, _HORIZONTAL, _VERTICAL)
        column.setSpacing(6)
        self._head = QHBoxLayout()
        self._head.setSpacing(6)
        column.addLayout(self._head)
        self._column = column
        if severity:
            self._head.addWidget(SeverityMark(severity, 15, self._frame))
        ink = f"severity.{severity}" if severity in {"error", "warning"} and passive else "text.primary"
        self._title = Label(title, self._frame, step="strong", ink=ink)
        self._head.addWidget(self._title, 1)
        if not passive:
            self._add_buttons(can_pin)
        window.installEventFilter(self)
        application = QApplication.instance()
        if not passive and isinstance(application, QApplication):
            application.focusChanged.connect(self._focus_went)
        self.hide()

    def set_content(self, content: QWidget) -> None:
        """Put a widget below the title."""
        content.setParent(self._frame)
        self._column.addWidget(content)

    def set_text(self, text: str) -> None:
        """Put a paragraph below the title."""
        self.set_content(Label(text, self._frame, step="body", ink="text.primary", wrap=True))

    def set_copy_text(self, text: Callable[[], str]) -> None:
        """Set the text of the copy button; without it there is no such button."""
        self._copy_text = text
        self._copy.show()

    def copy_as_text(self) -> str:
        """Put the content on the clipboard as text; returns it."""
        text = self._copy_text() if self._copy_text else self._title.text()
        QGuiApplication.clipboard().setText(text)
        return text

    def show_at(self, target: QRect) -> None:
        """Show it pointing at `target`, a rectangle of the window."""
        self._target = QRect(target)
        size = self._content_size()
        self._placement = place_popover(size, target, self.window().rect())
        body, tip = self._placement.body, self._placement.tip
        reach = QRect(body).united(QRect(tip, QSize(1, 1)))
        self.setGeometry(reach.adjusted(-_SHADOW, -_SHADOW, _SHADOW, _SHADOW))
        self._frame.setGeometry(body.translated(-self.pos()))
        appearing = not self.isVisible()
        self.show()
        self.raise_()
        if appearing:
            duration = theme.motion_ms("popover")
            if duration:
                self._fading.setDuration(duration)
                self._fading.start()
            if not self._passive:
                self._came_from = QApplication.focusWidget()
                self.setFocus(Qt.FocusReason.PopupFocusReason)

    def show_for(self, widget: QWidget, rect: QRect | None = None) -> None:
        """Show it pointing at a widget of the window, or at a part of it."""
        part = rect if rect is not None else widget.rect()
        self.show_at(QRect(widget.mapTo(self.window(), part.topLeft()), part.size()))

    def placement(self) -> Placement | None:
        """Its placement, in window coordinates; None before it is shown."""
        return self._placement

    def dismiss(self) -> None:
        """Close it and give the focus back."""
        if not self.isVisible():
            return
        focused = QApplication.focusWidget()
        had_focus = focused is self or (focused is not None and self.isAncestorOf(focused))
        self.hide()
        if had_focus and self._came_from is not None and isValid(self._came_from):
            self._came_from.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            # What it points at has moved; where to is not known here.
            self.dismiss()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        elif event.matches(QKeySequence.StandardKey.Copy) and self._copy_text is not None:
            self.copy_as_text()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # What is below must not be clicked through it.
        event.accept()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._fading.stop()
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._placement is None:
            return
        colours = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._fading.state() == QVariantAnimation.State.Running:
            painter.setOpacity(float(self._fading.currentValue()))
        outline = self._outline(self._placement)
        if colours.name != "contrast":
            painting.shadow(painter, outline)
        line = colours.severity[self._severity].colour if self._severity and self._passive else colours.border.strong
        painter.setPen(QPen(line, 1))
        painter.setBrush(colours.surface.overlay)
        painter.drawPath(outline)

    def _outline(self, placement: Placement) -> QPainterPath:
        """Frame and pointer as one path."""
        body = QRectF(self._frame.geometry()).adjusted(0.5, 0.5, -0.5, -0.5)
        tip = QPointF(placement.tip - self.pos()) + QPointF(0.5, 0.5)
        frame = QPainterPath()
        radius = theme.radius("popover")
        frame.addRoundedRect(body, radius, radius)
        # The foot of the pointer reaches into the frame, or the two would not become one.
        feet = {
            "top": (QPointF(tip.x() - POINTER, body.top() + 1), QPointF(tip.x() + POINTER, body.top() + 1)),
            "bottom": (QPointF(tip.x() - POINTER, body.bottom() - 1), QPointF(tip.x() + POINTER, body.bottom() - 1)),
            "left": (QPointF(body.left() + 1, tip.y() - POINTER), QPointF(body.left() + 1, tip.y() + POINTER)),
            "right": (QPointF(body.right() - 1, tip.y() - POINTER), QPointF(body.right() - 1, tip.y() + POINTER)),
        }[placement.side]
        pointer = QPainterPath()
        pointer.addPolygon(QPolygonF([feet[0], tip, feet[1]]))
        pointer.closeSubpath()
        return frame.united(pointer)

    def _add_buttons(self, can_pin: bool) -> None:
        self._copy = IconButton("copy", tr("Copy as text"), self._frame)
        self._copy.clicked.connect(self.copy_as_text)
        self._copy.hide()
        self._head.addWidget(self._copy)
        if can_pin:
            pin = IconButton("pin", tr("Keep as a panel"), self._frame)
            pin.clicked.connect(self.pin_requested)
            self._head.addWidget(pin)
        close = IconButton("close", tr("Close"), self._frame, icon_px=14)
        close.clicked.connect(self.dismiss)
        self._head.addWidget(close)

    def _content_size(self) -> QSize:
        layout = self._column
        width = min(max(layout.sizeHint().width(), LEAST_WIDTH), MOST_WIDTH)
        if self._passive:
            width = min(max(layout.sizeHint().width(), 160), MOST_WIDTH)
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        return QSize(width, height)

    def _focus_went(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.isVisible() and now is not None and now is not self and not self.isAncestorOf(now):
            self._came_from = None
            self.dismiss()
