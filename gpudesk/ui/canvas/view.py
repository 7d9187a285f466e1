"""The canvas: one widget with a camera that paints layers, keeps the picture of the still ones, and moves smoothly."""

import math
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
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

from gpudesk.ui import theme
from gpudesk.ui.canvas.camera import Bounds, Camera, Margins
from gpudesk.ui.canvas.kept_picture import KeptPicture
from gpudesk.ui.canvas.layer import Frame, Layer
from gpudesk.ui.canvas.text import TextCache

WHEEL_STEP = 1.2
"""The factor of one notch of the wheel."""
_FRESH_TEXTS, _FRESH_ZOOMING = 64, 12
"""How many texts one frame lays out anew, and how many while somebody zooms."""
_DRAWING_S, _DRAWING_ZOOMING_S = 0.003, 0.001
"""How long one frame may draw pictures that are not kept yet."""
_ALL_TEXTS = 1_000_000
_SHARPEN_MS = 70
"""How long after the last step of a zoom pictures are drawn at their new size."""


class CanvasView(QWidget):
    """A drawing in millimetres under a camera.

    The layers of `base` are painted into a kept picture, which is shifted when the drawing is panned. Over it come those
    of `pinned`, which stay in their place on the screen, and of `overlay` (hover, selection, what is dragged); a change
    of the overlay repaints only the rectangles that it names.
    """

    camera_changed = Signal()
    """The view moved, or its size is another."""

    bounds_changed = Signal()
    """The drawing reaches elsewhere."""

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
        self._camera = Camera()
        self._bounds = Bounds(0.0, 0.0, 1000.0, 1000.0)
        self._kept = KeptPicture()
        self._zooming = False
        self._fits = True
        self._space_held = False
        self._pan_from: QPointF | None = None
        self._flight: QVariantAnimation | None = None
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._sharpen)
        theme.notifier().changed.connect(self._theme_changed)

    # camera

    @property
    def camera(self) -> Camera:
        """Where one looks."""
        return self._camera

    @property
    def bounds(self) -> Bounds:
        """The extent of the drawing in mm."""
        return self._bounds

    @property
    def margins(self) -> Margins:
        """What stays free around a drawing that is fitted into the view."""
        return Margins()

    @property
    def least_scale(self) -> float:
        """The least scale in px to the mm: the drawing fills half of the view."""
        return 0.5 * self._camera.fitted(self._bounds, self.margins, self.most_scale).scale

    @property
    def most_scale(self) -> float:
        """The greatest scale in px to the mm."""
        return 6.0

    @property
    def fit_scale(self) -> float:
        """The greatest scale that `fit` takes by itself."""
        return 1.0

    def set_bounds(self, bounds: Bounds) -> None:
        """Say how far the drawing reaches; a view that showed all of it keeps doing so."""
        self._bounds = bounds
        if self._fits:
            self.fit(animated=False)
        else:
            self.set_camera(self._camera)
        self.bounds_changed.emit()

    def take_bounds(self, bounds: Bounds) -> None:
        """Take over how far the drawing reaches, and look elsewhere afterwards."""
        self._bounds = bounds
        self.invalidate()
        self.bounds_changed.emit()

    def set_camera(self, camera: Camera) -> None:
        """Look elsewhere; scale and place are kept where there is something to see."""
        self._stop_flight()
        self._zooming = False
        self._take_camera(self._limited(camera))

    def show_as(self, other: "CanvasView") -> None:
        """Look at the same part of the drawing as another view, or at all of it if that does."""
        self.set_camera(other.camera)
        self._fits = other._fits

    def fit(self, bounds: Bounds | None = None, *, animated: bool = True) -> None:
        """Show all of `bounds`, or of the drawing."""
        target = self._camera.fitted(bounds or self._bounds, self.margins, self.fit_scale)
        if animated:
            self.go_to(target)
        else:
            self.set_camera(target)
        self._fits = bounds is None

    def go_to(self, target: Camera) -> None:
        """Move to another view in 160 ms, at once where no motion is wanted."""
        duration = theme.motion_ms("zoom_to") if self.isVisible() else 0
        target = self._limited(target)
        self._stop_flight()
        self._fits = False
        if duration == 0 or target == self._camera:
            self._take_camera(target)
            return
        start = self._camera
        flight = QVariantAnimation(self)
        flight.setStartValue(0.0)
        flight.setEndValue(1.0)
        flight.setDuration(duration)
        flight.setEasingCurve(QEasingCurve.Type.OutCubic)
        flight.valueChanged.connect(lambda share: self._take_camera(start.between(target, float(share))))
        self._zooming = True
        flight.finished.connect(self._landed)
        self._flight = flight
        flight.start()

    def reveal(self, bounds: Bounds) -> None:
        """Move as little as needed to see `bounds` with a margin."""
        seen, margin = self._camera.seen, Margins().left / self._camera.scale
        dx = _shift(bounds.left - margin, bounds.right + margin, seen.left, seen.right)
        dy = _shift(bounds.top - margin, bounds.bottom + margin, seen.top, seen.bottom)
        if dx or dy:
            self.go_to(self._camera.panned(-dx * self._camera.scale, -dy * self._camera.scale))

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom, keeping the point `at` (the middle without it) in its place."""
        centre = at or QPointF(self.width() / 2, self.height() / 2)
        scale = min(max(self._camera.scale * factor, self.least_scale), self.most_scale)
        self.set_camera(self._camera.zoomed(scale, centre.x(), centre.y()))
        self._zooming = True
        self._fits = False

    def pan_by(self, dx_px: float, dy_px: float) -> None:
        """Move the drawing right and down."""
        self.set_camera(self._camera.panned(dx_px, dy_px))
        self._fits = False

    def look_at(self, x_mm: float, y_mm: float) -> None:
        """Bring a point of the drawing to the middle of the view."""
        self.set_camera(replace(self._camera, centre_x=x_mm, centre_y=y_mm))
        self._fits = False

    def _limited(self, camera: Camera) -> Camera:
        scale = min(max(camera.scale, self.least_scale), self.most_scale)
        # The middle of the view stays over the drawing.
        x = min(max(camera.centre_x, self._bounds.left), self._bounds.right)
        y = min(max(camera.centre_y, self._bounds.top), self._bounds.bottom)
        return Camera(x, y, scale, max(1.0, self.width()), max(1.0, self.height()), self.devicePixelRatioF())

    def _take_camera(self, camera: Camera) -> None:
        before, self._camera = self._camera, camera
        if camera == before:
            return
        if replace(camera, centre_x=before.centre_x, centre_y=before.centre_y) == before:
            # Only panned: by whole device pixels, so that the kept picture can be shifted.
            dx = round((camera.shift_x - before.shift_x) * camera.ratio)
            dy = round((camera.shift_y - before.shift_y) * camera.ratio)
            self._kept.shift(dx, dy)
            self.update()
        else:
            self.invalidate()
        self.camera_changed.emit()

    def _stop_flight(self) -> None:
        if self._flight is not None:
            self._flight.stop()
            self._flight.deleteLater()
            self._flight = None

    def _landed(self) -> None:
        if self._flight is not None:
            self._flight.deleteLater()
            self._flight = None
        self._sharpen()

    @property
    def in_flight(self) -> bool:
        """Whether the view is moving by itself."""
        return self._flight is not None

    # painting

    def invalidate(self) -> None:
        """Paint the still layers anew."""
        self._kept.forget()
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
            frame = self._frame(dirty)
            for layer in (*self.pinned, *self.overlay):
                layer.paint(painter, frame)
        finally:
            painter.end()

    def _paint_part(self, painter: QPainter, part: QRect) -> None:
        """Paint the still layers in a rectangle of the kept picture; what there was no time for comes in another frame."""
        self.texts.begin(_FRESH_ZOOMING if self._zooming else _FRESH_TEXTS)
        drawing_s = _DRAWING_ZOOMING_S if self._zooming else _DRAWING_S
        frame = self._frame(part.adjusted(-2, -2, 2, 2))
        self.paint_base(painter, replace(frame, drawing_s=drawing_s, sharpen=not self._zooming))
        if self.texts.pending or any(layer.pending for layer in self.base):
            self._again.start(_SHARPEN_MS if self._zooming else 0)

    def _sharpen(self) -> None:
        """Draw what was left over, now that there is time."""
        self._zooming = False
        self.invalidate()

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
        """Keep what was in the middle there, or all of the drawing in view."""
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


def _shift(low: float, high: float, seen_low: float, seen_high: float) -> float:
    """How far a view must move along one axis to see `low` to `high`, or its beginning where that is too long."""
    if low >= seen_low and high <= seen_high:
        return 0.0
    if high - low > seen_high - seen_low or low < seen_low:
        return low - seen_low
    return high - seen_high
