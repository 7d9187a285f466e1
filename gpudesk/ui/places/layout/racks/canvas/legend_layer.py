"""The legend of a paint mode: its steps and the count of each, in a strip at the foot of the view."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QPainter

from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.hatch import pattern_ink
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.refs import LegendEntry
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.theme import theme

LINE_PX = 22.0
MARGIN_PX = 16.0
_PAD, _SWATCH, _GAP, _PART = 10.0, 16.0, 6.0, 18.0


class LegendLayer(StillLayer):
    """Paints the legend over the drawing: one line, more where the view is narrow."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it where a property is painted and there is room."""
        paint = self._scene.paint
        if paint is None or not paint.legend:
            return
        strong, texts, colours = ink("caption", strong=True), frame.texts, frame.theme
        head = texts.width(paint.title, strong) + _PART
        lines: list[list[LegendEntry]] = [[]]
        used = widest = head
        for entry in paint.legend:
            width = self._width(frame, entry)
            if lines[-1] and used + width > frame.camera.width - 2 * (MARGIN_PX + _PAD):
                lines.append([])
                used = head
            lines[-1].append(entry)
            used += width
            widest = max(widest, used)
        high = len(lines) * LINE_PX + 6
        if high > frame.camera.height / 3:
            return
        top = round(frame.camera.height - MARGIN_PX / 2 - high)
        rect = QRectF(MARGIN_PX, top, round(widest - _PART + 2 * _PAD), high)
        painter.fillRect(rect, colours.surface.panel)
        frame_rect(painter, rect, colours.border.default, 1.0)
        y = rect.top() + 3 + LINE_PX / 2
        texts.draw(painter, paint.title, strong, colours.text.primary, rect.left() + _PAD, y, now=True)
        for line in lines:
            x = rect.left() + _PAD + head
            for entry in line:
                self._entry(painter, frame, entry, x, y)
                x += self._width(frame, entry)
            y += LINE_PX

    def _entry(self, painter: QPainter, frame: Frame, entry: LegendEntry, x: float, y: float) -> None:
        texts, colours = frame.texts, frame.theme
        swatch = QRectF(round(x), round(y - 6), _SWATCH, 12)
        painter.fillRect(swatch, entry.colour)
        painter.fillRect(swatch, QBrush(pattern_ink(entry.colour), entry.pattern))
        frame_rect(painter, swatch, theme.mix(entry.colour, colours.text.primary, 0.35), 1.0)
        x += _SWATCH + _GAP
        x += texts.draw(painter, entry.text, ink(), colours.text.primary, x, y, now=True) + _GAP
        if entry.count is not None:
            texts.draw(painter, format_number(entry.count), ink(tabular=True), colours.text.tertiary, x, y, now=True)

    def _width(self, frame: Frame, entry: LegendEntry) -> float:
        count = 0.0 if entry.count is None else frame.texts.width(format_number(entry.count), ink(tabular=True)) + _GAP
        return _SWATCH + _GAP + frame.texts.width(entry.text, ink()) + count + _PART
