"""The whole drawing in a corner of its view, with the part that is seen; a click or a drag in it looks elsewhere."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QWidget

from gpudesk.ui.canvas.batch import Reals, fill_rects
from gpudesk.ui.canvas.camera import Bounds, Camera, Margins
from gpudesk.ui.canvas.canvas_view import WHEEL_STEP, CanvasView
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("PlanMap")

LARGEST = QSize(220, 150)
_LEAST_SIDE = 48
_MARGIN, _PAD = 16, 6
_ROOM = 3
"""A view must exceed the map size by this factor to have room for it."""


class PlanMap(QWidget):
    """A map of a drawing. It is shown while its view shows only a part of the drawing.

    The widget handles the pointer; its picture is a layer of the view.

    Attributes:
        pending: always empty.
    """

    pending = False

    def __init__(self, view: CanvasView) -> None:
        super().__init__(view)
        self.setAccessibleName(tr("Map of the racks"))
        self.setAccessibleDescription(tr("Click or drag to move the view"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._view = view
        self._wanted = True
        self._camera = Camera()
        self._picture = QPixmap()
        self._drawn: tuple[Reals, str, QSize, float, object] | None = None
        view.camera_changed.connect(self._follow)
        view.bounds_changed.connect(self._follow)
        self._follow()

    @property
    def wanted(self) -> bool:
        """Whether it is shown when useful."""
        return self._wanted

    def set_wanted(self, wanted: bool) -> None:
        """Show the map when useful, or never."""
        self._wanted = wanted
        self._follow()

    def shapes(self, scale: float) -> Reals:
        """The rectangles x, y, width, height in mm that the map shows at a scale in px to the mm, shape (n, 4)."""
        raise AssertionError("a map knows what it shows")

    def reason(self) -> Bounds:
        """What wholly has to be in view for the map to have no reason to show itself."""
        return self._view.bounds

    def ground_key(self) -> object:
        """What decides how the ground looks on which the rectangles lie."""
        return None

    def paint_ground(self, painter: QPainter, frame: Frame) -> None:
        """Paint the background below the rectangles; the frame is that of the map."""

    def seen_rect(self) -> QRectF:
        """The frame around the part that is seen, in px of the map."""
        seen, camera = self._view.camera.seen, self._camera
        top_left = QPointF(camera.x_px(seen.left), camera.y_px(seen.top))
        bottom_right = QPointF(camera.x_px(seen.right), camera.y_px(seen.bottom))
        return QRectF(top_left, bottom_right) & QRectF(self.rect()).adjusted(2, 2, -2, -2)

    def _follow(self) -> None:
        """Take the size of the drawing, the corner of the view, and the part that is seen."""
        view, bounds = self._view, self._view.bounds
        seen = view.camera.seen
        all_of = self.reason()
        whole = seen.left <= all_of.left and seen.right >= all_of.right and seen.top <= all_of.top and seen.bottom >= all_of.bottom
        roomy = view.width() >= _ROOM * LARGEST.width() and view.height() >= 2 * LARGEST.height()
        if not self._wanted or whole or not roomy:
            self.hide()
            return
        scale = min((LARGEST.width() - 2 * _PAD) / bounds.width, (LARGEST.height() - 2 * _PAD) / bounds.height)
        width = max(round(bounds.width * scale) + 2 * _PAD, _LEAST_SIDE)
        height = max(round(bounds.height * scale) + 2 * _PAD, _LEAST_SIDE)
        right, bottom = view.width() - _MARGIN, view.height() - round(view.margins.bottom)
        self.setGeometry(QRect(right - width, bottom - height, width, height))
        margins = Margins(_PAD, _PAD, _PAD, _PAD)
        self._camera = Camera(width=width, height=height, ratio=self.devicePixelRatioF()).fitted(bounds, margins, 1.0)
        self.show()
        view.update(self.geometry())

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the racks, which are cached as a picture, and the frame of the visible part, as a layer of the view.

        A widget over the view would cause fragmented repainting of everything below it.
        """
        if not self.isVisible():
            return
        painter.save()
        painter.translate(self.pos())
        painter.drawPixmap(0, 0, self._racks(frame))
        seen = self.seen_rect()
        fill = QColor(frame.theme.accent)
        fill.setAlphaF(0.12)
        painter.fillRect(seen, fill)
        painting.frame(painter, seen, None, frame.theme.accent, 0)
        painter.restore()

    def _racks(self, frame: Frame) -> QPixmap:
        ratio, name, ground = self.devicePixelRatioF(), theme.current().name, self.ground_key()
        rects = self.shapes(self._camera.scale)
        drawn = self._drawn
        same = drawn is not None and (drawn[0] is rects or np.array_equal(drawn[0], rects))
        if drawn is None or not same or drawn[1:] != (name, self.size(), ratio, ground):
            colours = theme.current()
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            painter = QPainter(picture)
            painter.fillRect(self.rect(), colours.surface.panel)
            painting.frame(painter, self.rect(), colours.surface.panel, colours.border.default, 0)
            painter.save()
            self.paint_ground(painter, replace(frame, camera=self._camera, seen=self._camera.seen, exact=False, sharpen=True))
            painter.restore()
            # Not on whole pixels: so small, equal racks would be drawn unequal.
            shapes = rects * self._camera.scale
            shapes[:, 0] += self._camera.shift_x
            shapes[:, 1] += self._camera.shift_y
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            fill_rects(painter, shapes, theme.mix(colours.surface.panel, colours.text.tertiary, 0.6))
            painter.end()
            self._picture = picture
            self._drawn = (rects, name, self.size(), ratio, ground)
        return self._picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look where the pointer is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._look(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Keep looking where the pointer is."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._look(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The drawing does not hear of it."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the center of the view."""
        if event.angleDelta().y():
            self._view.zoom_by(WHEEL_STEP ** (event.angleDelta().y() / 120))
        event.accept()

    def contextMenuEvent(self, event: object) -> None:
        """The map has no menu."""

    def _look(self, point: QPointF) -> None:
        self._view.look_at(*self._camera.at(point.x(), point.y()))
