"""The legend of the floor: the steps of the paint with their counts, as a card at the left of the view."""

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QBrush, QPainter

from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.hatch import pattern_ink
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import RULER_PX
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.quantities import MISSING, format_number
from gpudesk.ui.toolkit.theme import theme

LEAST_CARD_PX, MOST_CARD_PX = 168.0, 236.0
"""Width limits of the card, which fits its text."""
_LINE_PX, _PAD_PX, _SWATCH_PX = 20.0, 10.0, 24.0


class FloorLegendLayer(StillLayer):
    """Paints the legend. Where the view is small it is left out."""

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene

    def room_px(self, width: float) -> float:
        """Width of the card in a view of that width, with its margin."""
        return self.card_px() + 16.0 if self._scene.paint is not None and width >= 3.2 * self.card_px() else 0.0

    def bottom_px(self, width: float, height: float) -> float | None:
        """Bottom edge of the card in a view of that size, or None if it is not painted."""
        paint = self._scene.paint
        if paint is None or not self.room_px(width):
            return None
        high = (len(paint.legend) + 2) * _LINE_PX + 2 * _PAD_PX + 6
        return RULER_PX + 12 + high if high <= height - RULER_PX - 16 else None

    def card_px(self) -> float:
        """How broad the card is."""
        paint = self._scene.paint
        words = [] if paint is None else [f"{entry.text} {format_number(entry.count or 0)}" for entry in paint.legend]
        longest = max((ink().metrics.horizontalAdvance(text) for text in words), default=0.0)
        title = 0.0 if paint is None else ink("caption", strong=True).metrics.horizontalAdvance(paint.title)
        return min(max(round(longest + _SWATCH_PX + 2 * _PAD_PX + 20), round(title + 2 * _PAD_PX + 2), LEAST_CARD_PX), MOST_CARD_PX)

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it where racks are painted and there is room."""
        paint, colours, texts = self._scene.paint, frame.theme, frame.texts
        bottom = self.bottom_px(frame.camera.width, frame.camera.height)
        if paint is None or bottom is None:
            return
        rect = QRectF(RULER_PX + 12, RULER_PX + 12, self.card_px(), bottom - RULER_PX - 12)
        painter.fillRect(rect, colours.surface.panel)
        frame_rect(painter, rect, colours.border.default, 1.0)
        left, right, y = rect.left() + _PAD_PX, rect.right() - _PAD_PX, rect.top() + _PAD_PX + _LINE_PX / 2
        texts.draw(painter, paint.title, ink("caption", strong=True), colours.text.primary, left, y, room=right - left, now=True)
        for entry in paint.legend:
            y += _LINE_PX
            swatch = QRectF(left, round(y - 6), _SWATCH_PX, 12)
            painter.fillRect(swatch, entry.colour)
            painter.fillRect(swatch, QBrush(pattern_ink(entry.colour), entry.pattern))
            frame_rect(painter, swatch, theme.mix(entry.colour, colours.text.primary, 0.35), 1.0)
            count = format_number(entry.count) if entry.count else MISSING
            taken = texts.draw(painter, count, ink(tabular=True), colours.text.tertiary, right, y, align=1.0, now=True)
            room = right - left - _SWATCH_PX - 14 - taken
            texts.draw(painter, entry.text, ink(), colours.text.primary, left + _SWATCH_PX + 8, y, room=room, now=True)
        y += _LINE_PX / 2 + 6
        painter.fillRect(QRectF(left, y, right - left, 1), colours.border.subtle)
        y += _LINE_PX / 2
        text = QCoreApplication.translate("FloorPlan", "Thick edge: the front")
        texts.draw(painter, text, ink(), colours.text.tertiary, left, y, room=right - left, now=True)
