"""The canvas: one widget with a camera that paints layers, keeps the picture of the still ones, and moves smoothly."""

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
)
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from gpudesk.ui.canvas.camera import Bounds, Camera
from gpudesk.ui.canvas.camera_view import CameraView
from gpudesk.ui.canvas.layer import Frame, Layer
from gpudesk.ui.canvas.layer_cache import KeptPicture
from gpudesk.ui.canvas.text import TextCache
from gpudesk.ui.toolkit.theme import theme

WHEEL_STEP = 1.2
"""The factor of one notch of the wheel."""
_FRESH_TEXTS, _FRESH_ZOOMING = 64, 12
"""Number of texts laid out per frame, and the number during a zoom."""
_DRAWING_S, _DRAWING_ZOOMING_S = 0.003, 0.001
"""How long one frame may draw pictures that are not kept yet."""
_ALL_TEXTS = 1_000_000
_SHARPEN_MS = 70
"""Delay after the last zoom step before pictures are drawn at their new size."""


class CanvasView(CameraView):
    """A drawing in millimeters under a camera.

    The layers of `base` are painted into a cached picture, which is shifted when the drawing is panned. Over it come those
    of `pinned`, which stay in their place on the screen, and of `overlay` (hover, selection, dragged objects); a change
    of the overlay repaints only the rectangles that it names.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(160, 120)
        self.base: Sequence[Layer] = ()
        self.pinned: Sequence[Layer] = ()
        self.overlay: Sequence[Layer] = ()
        self.texts = TextCache()
        self._kept = KeptPicture()
        self._space_held = False
        self._pan_from: QPointF | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._sharpen)
        theme.notifier().changed.connect(self._theme_changed)

    # painting

    def invalidate(self) -> None:
        """Repaint the static layers."""
        self._kept.forget()
        self.update()

    def let_go(self) -> None:
        """Free the cached drawing of a closed project: it is of no use for the next one."""
        self.texts.clear()
        self._kept.let_go()

    def shift_picture(self, dx: int, dy: int) -> None:
        """The drawing moved by whole device pixels: so does the kept picture."""
        self._kept.shift(dx, dy)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Put the kept picture on the screen and the overlay over it."""
        ratio = self.devicePixelRatioF()
        if ratio != self._camera.ratio:
            self._camera = self._limited(self._camera)
            self._kept.forget()
        dirty = event.rect()
        # While somebody zooms the next step will want another picture, so this one is not kept.
        passing = self._zooming and self._kept.stale and dirty == self.rect()
        picture = None if passing else self._kept.pixmap(self.width(), self.height(), ratio, self._paint_part)
        painter = QPainter(self)
        try:
            if picture is None:
                self._paint_part(painter, dirty)
                self._again.start(_SHARPEN_MS)
            else:
                source = QRectF(dirty.x() * ratio, dirty.y() * ratio, dirty.width() * ratio, dirty.height() * ratio)
                painter.drawPixmap(QRectF(dirty), picture, source)
            painter.setClipRect(dirty)
            self.texts.begin(_ALL_TEXTS)
            frame = replace(self._frame(dirty), sharpen=picture is not None)
            for layer in (*self.pinned, *self.overlay):
                layer.paint(painter, frame)
        finally:
            painter.end()

    def _paint_part(self, painter: QPainter, part: QRect) -> None:
        """Paint the static layers in a rectangle of the cached picture; what exceeds the time budget is painted in another frame."""
        self.texts.begin(_FRESH_ZOOMING if self._zooming else _FRESH_TEXTS)
        drawing_s = _DRAWING_ZOOMING_S if self._zooming else _DRAWING_S
        frame = self._frame(part.adjusted(-2, -2, 2, 2))
        self.paint_base(painter, replace(frame, drawing_s=drawing_s, sharpen=not self._zooming))
        if self.texts.pending or any(layer.pending for layer in self.base):
            self._again.start(_SHARPEN_MS if self._zooming else 0)

    def settle(self) -> None:
        """Draw at once whatever was left for later frames."""
        self._again.stop()
        self._zooming = False
        self.texts.begin(_ALL_TEXTS)
        picture = QPixmap(1, 1)
        painter = QPainter(picture)
        try:
            self.paint_base(painter, replace(self._frame(self.rect()), drawing_s=math.inf))
        finally:
            painter.end()
        self.invalidate()

    def paint_base(self, painter: QPainter, frame: Frame) -> None:
        """Paint board and still layers."""
        painter.fillRect(QRectF(0, 0, frame.camera.width, frame.camera.height), frame.theme.surface.canvas)
        for layer in self.base:
            layer.paint(painter, frame)

    def render_to(self, painter: QPainter, size: QSizeF, bounds: Bounds | None = None) -> None:
        """Paint the drawing, or `bounds` of it, to fit into `size` logical px of any painter, without the overlay."""
        device = painter.device()
        ratio = device.devicePixelRatio() if isinstance(device, QImage | QPixmap) else 1.0
        camera = Camera(width=size.width(), height=size.height(), ratio=ratio).fitted(bounds or self._bounds, self.margins, 1e9)
        painter.save()
        painter.setClipRect(QRectF(QPointF(), size))
        self.texts.begin(_ALL_TEXTS)
        frame = Frame(camera, camera.seen, theme.current(), self.texts, exact=True)
        self.paint_base(painter, frame)
        for layer in self.pinned:
            layer.paint(painter, frame)
        painter.restore()

    def _frame(self, dirty: QRect) -> Frame:
        left, top = self._camera.at(dirty.left(), dirty.top())
        right, bottom = self._camera.at(dirty.right() + 1, dirty.bottom() + 1)
        seen = Bounds(left, top, right, bottom)
        return Frame(self._camera, seen, theme.current(), self.texts)

    def _theme_changed(self) -> None:
        self.invalidate()

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the center of the view, or all of the drawing in view."""
        super().resizeEvent(event)
        fits = self._fits
        if fits:
            self._camera = Camera(width=max(1.0, self.width()), height=max(1.0, self.height()))
            self.fit(animated=False)
        else:
            self.set_camera(self._camera)
        self.invalidate()
        self.camera_changed.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer with a wheel; pan with a touch pad, and with Shift (sideways) or Alt (up and down)."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        keys = event.modifiers()
        if not pixels.isNull() and not keys & Qt.KeyboardModifier.ControlModifier:
            self.pan_by(pixels.x(), pixels.y())
        elif keys & Qt.KeyboardModifier.ShiftModifier:
            self.pan_by(0.5 * (angle.x() or angle.y()), 0.0)
        elif keys & Qt.KeyboardModifier.AltModifier:
            self.pan_by(0.0, 0.5 * (angle.y() or angle.x()))
        elif angle.y():
            self.zoom_by(WHEEL_STEP ** (angle.y() / 120), event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Pinching zooms."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1.0 + event.value(), event.position())
            return True
        return super().event(event)

    def pans(self, event: QMouseEvent) -> bool:
        """Whether a pressed button begins to pan: the middle one, or the left one while Space is held."""
        button = event.button()
        return button == Qt.MouseButton.MiddleButton or (button == Qt.MouseButton.LeftButton and self._space_held)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan."""
        if self.pans(event):
            self._pan_from = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._pan_from is not None:
            moved = event.position() - self._pan_from
            self._pan_from = event.position()
            self.pan_by(moved.x(), moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pan no longer."""
        if self._pan_from is not None:
            self._pan_from = None
            self._show_hand()
            event.accept()

    @property
    def panning(self) -> bool:
        """Whether the drawing is being dragged along."""
        return self._pan_from is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F fits, + and - zoom, Space makes the left button pan, Page keys move by most of a view."""
        key = event.key()
        page = 0.8 * self.height()
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = True
            self._show_hand()
        elif key == Qt.Key.Key_F and not event.modifiers():
            self.fit()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(WHEEL_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / WHEEL_STEP)
        elif key == Qt.Key.Key_PageUp:
            self.pan_by(0.0, page)
        elif key == Qt.Key.Key_PageDown:
            self.pan_by(0.0, -page)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space no longer held."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self._show_hand()
        else:
            super().keyReleaseEvent(event)

    def _show_hand(self) -> None:
        if self._space_held:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self.unsetCursor()

    def point_mm(self, position: QPointF | QPoint) -> tuple[float, float]:
        """The point of the drawing under a position in the widget."""
        return self._camera.at(position.x(), position.y())
