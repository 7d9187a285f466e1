"""The painting surface of a face: millimeters to pixels, tones, and the basic strokes."""

import math
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpudesk.core.hardware.hardware import Area, FaceElement
from gpudesk.ui.canvas.camera import whole
from gpudesk.ui.canvas.faces.hardware_palette import Skin


@dataclass(frozen=True, slots=True)
class Tint:
    """Three tones of the paint of a bezel, from the ground to its lines."""

    ground: QColor
    middle: QColor
    line: QColor


@dataclass(frozen=True)
class Sheet:
    """A face in `target` (logical px, on the grid of device pixels), `mm` its frame in millimeters.

    Attributes:
        unit_px: the height of a rack unit in px, by which details are chosen.
        ratio: device pixels to the logical one.
    """

    painter: QPainter
    skin: Skin
    tint: Tint
    target: QRectF
    mm: Area
    unit_px: float
    ratio: float
    sx: float = field(init=False)
    sy: float = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sx", self.target.width() / self.mm.width_mm)
        object.__setattr__(self, "sy", self.target.height() / self.mm.height_mm)

    @property
    def hair(self) -> float:
        """The width of the thinnest crisp line in px."""
        return max(1.0, math.floor(self.ratio)) / self.ratio

    def snap(self, value: float) -> float:
        """A coordinate on the grid of device pixels."""
        return whole(value * self.ratio) / self.ratio

    def rect(self, area: Area) -> QRectF:
        """An area of the face in px, its edges on device pixels, at least one px wide and high."""
        left = self.snap(self.target.left() + area.x_mm * self.sx)
        right = self.snap(self.target.left() + (area.x_mm + area.width_mm) * self.sx)
        top = self.snap(self.target.bottom() - (area.y_mm + area.height_mm) * self.sy)
        bottom = self.snap(self.target.bottom() - area.y_mm * self.sy)
        return QRectF(left, top, max(right - left, self.hair), max(bottom - top, self.hair))

    def cells(self, rect: QRectF, rows: int, columns: int, gap_px: float = 0.0) -> list[QRectF]:
        """`rect` in equal cells, row by row, with a gap between them."""
        xs = [self.snap(rect.left() + rect.width() * n / columns) for n in range(columns + 1)]
        ys = [self.snap(rect.top() + rect.height() * n / rows) for n in range(rows + 1)]
        return [
            QRectF(xs[c], ys[r], max(xs[c + 1] - xs[c] - gap_px, self.hair), max(ys[r + 1] - ys[r] - gap_px, self.hair))
            for r in range(rows)
            for c in range(columns)
        ]

    def cell_px(self, element: FaceElement) -> tuple[float, float]:
        """The unrounded width and height of one cell of an element: determines how all of them are drawn."""
        return element.area.width_mm * self.sx / element.columns, element.area.height_mm * self.sy / element.rows

    # strokes

    def fill(self, rect: QRectF, colour: QColor) -> None:
        """A flat area."""
        self.painter.fillRect(rect, colour)

    def frame(self, rect: QRectF, colour: QColor, width: float = 0.0) -> None:
        """A crisp frame inside `rect`."""
        w = min(width or self.hair, rect.width() / 2, rect.height() / 2)
        fill = self.painter.fillRect
        fill(QRectF(rect.left(), rect.top(), rect.width(), w), colour)
        fill(QRectF(rect.left(), rect.bottom() - w, rect.width(), w), colour)
        fill(QRectF(rect.left(), rect.top() + w, w, rect.height() - 2 * w), colour)
        fill(QRectF(rect.right() - w, rect.top() + w, w, rect.height() - 2 * w), colour)

    def slab(self, rect: QRectF, colour: QColor, outline: QColor | None = None) -> None:
        """A raised plate: light along its upper edge, dark along its lower one."""
        self.fill(rect, colour)
        if rect.height() >= 5 and rect.width() >= 5 and not self.skin.flat:
            w = self.hair
            self.painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), w), lighter(colour, 0.10))
            self.painter.fillRect(QRectF(rect.left(), rect.bottom() - w, rect.width(), w), self.skin.dark_edge)
        if outline is not None:
            self.frame(rect, outline)

    def inset(self, rect: QRectF, colour: QColor) -> None:
        """A recess: dark along its upper edge, light below its lower one."""
        self.fill(rect, colour)
        if rect.height() >= 5 and not self.skin.flat:
            w = self.hair
            self.painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), w), self.skin.dark_edge)
            self.painter.fillRect(QRectF(rect.left(), rect.bottom() - w, rect.width(), w), self.skin.light_edge)
        elif self.skin.flat:
            self.frame(rect, self.skin.line)

    def lamp(self, x: float, y: float, size: float, colour: QColor) -> None:
        """A small square lamp with its upper left corner at (x, y)."""
        self.painter.fillRect(QRectF(self.snap(x), self.snap(y), size, size), colour)

    def smooth(self, pen: QPen | QColor | None, brush: QColor | None) -> QPainter:
        """The painter for round shapes: antialiased, with pen and brush; call `crisp` afterward."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.painter.setPen(Qt.PenStyle.NoPen if pen is None else pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush if brush is None else brush)
        return self.painter

    def crisp(self) -> None:
        """Back to hard edges."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def disc(self, middle: QPointF, radius: float, pen: QPen | QColor | None, brush: QColor | None) -> None:
        """A filled or outlined circle."""
        self.smooth(pen, brush).drawEllipse(middle, radius, radius)
        self.crisp()


def lighter(colour: QColor, by: float) -> QColor:
    """The color with its lightness (0 to 1) raised, or lowered by a negative share."""
    lightness = min(max(colour.lightnessF() + by, 0.0), 1.0)
    return QColor.fromHslF(max(colour.hslHueF(), 0.0), colour.hslSaturationF(), lightness, colour.alphaF())


def tint_of(colour: QColor | None, skin: Skin) -> Tint:
    """The tones of a painted bezel; those of bare metal for a type without a color."""
    if skin.flat:
        return Tint(skin.chassis, skin.chassis, skin.detail)
    if colour is None or not colour.isValid():
        return Tint(skin.chassis, skin.panel, skin.line)
    hue, saturation = max(colour.hslHueF(), 0.0), colour.hslSaturationF()
    base = min(colour.lightnessF(), 0.42)
    return Tint(
        QColor.fromHslF(hue, saturation * 0.80, 0.09 + 0.12 * base),
        QColor.fromHslF(hue, saturation * 0.75, 0.13 + 0.17 * base),
        QColor.fromHslF(hue, saturation * 0.70, 0.24 + 0.42 * base),
    )
