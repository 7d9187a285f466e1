"""Marks over the drawing while an underlay is selected or edited: its outline, the drawing of the tool, and the next step."""

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX, polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_tool import FloorTool
from gpudesk.ui.places.layout.floor.canvas.floor_plan_underlay import UnderlayScene
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.theme import theme

_ABOVE_FOOT_PX, _HINT_HIGH, _HINT_PAD = 14, 28, 12


class _View(Protocol):
    """Interface of the view that the marks require."""

    underlays: UnderlayScene

    @property
    def selection(self) -> tuple[ObjectRef, ...]:
        """The selection."""

    @property
    def tool(self) -> FloorTool | None:
        """What takes the left button."""


class UnderlayMarks(StillLayer):
    """Paints the outlines of selected underlays, the tool in hand, and its hint at the foot of the view."""

    def __init__(self, view: _View) -> None:
        self._view = view

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks next to the rulers."""
        tool, selected = self._view.tool, [ref.id for ref in self._view.selection if ref.table == "underlay"]
        if tool is None and not selected:
            return
        painter.save()
        drawing_area = QRectF(RULER_PX, RULER_PX, frame.camera.width - RULER_PX, frame.camera.height - RULER_PX)
        painter.setClipRect(drawing_area, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(frame.theme.selection_line, theme.metrics().line["selection"]))
        for underlay in self._view.underlays.underlays:
            if underlay.id in selected:
                painter.drawPolygon(polygon_px(frame, underlay.corners))
        if tool is not None:
            tool.paint(painter, frame)
            _paint_hint(painter, frame, tool.hint())
        painter.restore()


def _paint_hint(painter: QPainter, frame: Frame, words: str) -> None:
    letters = ink("body")
    width = min(frame.texts.width(words, letters) + 2 * _HINT_PAD, frame.camera.width - RULER_PX - 24)
    left = round(RULER_PX + (frame.camera.width - RULER_PX - width) / 2)
    rect = QRectF(left, round(frame.camera.height - _ABOVE_FOOT_PX - _HINT_HIGH), round(width), _HINT_HIGH)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(rect, frame.theme.accent)
    frame.texts.draw(painter, words, letters, frame.theme.text.on_accent, rect.left() + _HINT_PAD, rect.center().y(), now=True)


def paint_line(painter: QPainter, frame: Frame, start: tuple[float, float], end: tuple[float, float], words: str) -> None:
    """Paint a line between two points of the hall in mm, with its measurement next to its end."""
    camera, colour = frame.camera, frame.theme.focus_ring
    first = QPointF(camera.x_px(start[0]), camera.y_px(start[1]))
    last = QPointF(camera.x_px(end[0]), camera.y_px(end[1]))
    painter.setPen(QPen(frame.theme.surface.panel, 5.0))
    painter.drawLine(first, last)
    painter.setPen(QPen(colour, 2.0))
    painter.drawLine(first, last)
    for point in (first, last):
        paint_point(painter, frame, point)
    _words(painter, frame, last, words)


def paint_point(painter: QPainter, frame: Frame, at: QPointF) -> None:
    """Paint a point that was clicked or snapped to."""
    painter.setPen(QPen(frame.theme.focus_ring, 2.0))
    painter.setBrush(frame.theme.surface.panel)
    painter.drawEllipse(at, 4.0, 4.0)


def paint_rectangle(painter: QPainter, frame: Frame, rect_mm: QRectF, words: str) -> None:
    """Paint a rectangle of the hall during drawing, with its size."""
    camera = frame.camera
    low = QPointF(camera.x_px(rect_mm.left()), camera.y_px(rect_mm.top()))
    high = QPointF(camera.x_px(rect_mm.right()), camera.y_px(rect_mm.bottom()))
    fill = QColor(frame.theme.accent)
    fill.setAlphaF(0.14)
    painter.setPen(QPen(frame.theme.accent, 2.0))
    painter.setBrush(fill)
    painter.drawRect(QRectF(low, high))
    _words(painter, frame, high, words)


def _words(painter: QPainter, frame: Frame, beside: QPointF, words: str) -> None:
    letters = ink("caption", strong=True, tabular=True)
    width = frame.texts.width(words, letters) + 12
    left = min(max(beside.x() + 8, RULER_PX + 4), frame.camera.width - width - 4)
    top = min(max(beside.y() - 26, RULER_PX + 4), frame.camera.height - 22)
    rect = QRectF(round(left), round(top), round(width), 18)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(rect, frame.theme.accent)
    frame.texts.draw(painter, words, letters, frame.theme.text.on_accent, rect.left() + 6, rect.center().y(), now=True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
