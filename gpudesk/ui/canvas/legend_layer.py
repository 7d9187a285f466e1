"""The legend of a paint mode: its steps and the count of each, in the lower left corner of the view."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gpudesk.ui import theme
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.overlay_layer import frame_rect
from gpudesk.ui.canvas.scene import ElevationScene
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.quantities import format_number

_PAD, _ROW, _SWATCH = 10.0, 18.0, 18.0
_MARGIN = 16.0


class LegendLayer(StillLayer):
    """Paints the legend over the drawing."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it where a property is painted and there is room."""
        paint = self._scene.paint
        if paint is None or not paint.legend:
            return
        title, words, figures = ink("caption", strong=True), ink("caption"), ink("caption", tabular=True)
        texts = frame.texts
        counts = [format_number(entry.count) for entry in paint.legend if entry.count is not None]
        count_w = max((texts.width(count, figures) for count in counts), default=0.0)
        word_w = max(texts.width(entry.text, words) for entry in paint.legend)
        wide = max(texts.width(paint.title, title), _SWATCH + 8 + word_w + 16 + count_w) + 2 * _PAD
        high = (len(paint.legend) + 1) * _ROW + 2 * _PAD - 4
        rect = QRectF(_MARGIN, round(frame.camera.height - _MARGIN - high), round(wide), 0)
        rect.setBottom(frame.camera.height - _MARGIN)
        if rect.top() < _MARGIN or rect.right() > frame.camera.width - _MARGIN:
            return
        colours = frame.theme
        painter.fillRect(rect, colours.surface.panel)
        frame_rect(painter, rect, colours.border.default, 1.0)
        y = rect.top() + _PAD + _ROW / 2 - 3
        texts.draw(painter, paint.title, title, colours.text.primary, rect.left() + _PAD, y)
        for entry in paint.legend:
            y += _ROW
            swatch = QRectF(rect.left() + _PAD, round(y - 5), _SWATCH, 11)
            painter.fillRect(swatch, entry.colour)
            frame_rect(painter, swatch, theme.mix(entry.colour, colours.text.primary, 0.35), 1.0)
            texts.draw(painter, entry.text, words, colours.text.primary, swatch.right() + 8, y)
            if entry.count is not None:
                texts.draw(painter, format_number(entry.count), figures, colours.text.tertiary, rect.right() - _PAD, y, align=1.0)
