"""The layer of the strands between the tiers of a network, and single lines among them."""

from time import perf_counter

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.fabric_tiers import Strands
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.places.fabric.canvas.fabric_paints import strand_paint, strand_palette, strand_width
from gpudesk.ui.places.fabric.canvas.fabric_scene import Bundle, FabricScene
from gpudesk.ui.places.fabric.canvas.fabric_strands import Curves, KeptPictures, coarse_picture, draw_coarse, fine_picture

AT_REST, DIM = 0.42, 0.16
"""How strong strands are while nothing is lit, and while something else is."""


class StrandLayer:
    """Paints the links between the tiers, in bundles at low zoom.

    While the drawing moves their pictures are coarse; when it is at rest a fine one is drawn per frame, and is cached until the
    view changes.
    """

    def __init__(self, scene: FabricScene) -> None:
        self._scene = scene
        self._kept = KeptPictures()
        self._looks: dict[tuple[int, int], tuple[Strands, Reals, Ids, Reals, Mask]] = {}
        self._pending = False

    @property
    def pending(self) -> bool:
        """Whether a picture is coarse that will be fine."""
        return self._pending

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint all strands in view."""
        self._pending = False
        diagram = self._scene.diagram
        if diagram is None:
            return
        opacity = DIM / AT_REST if len(self._scene.lit) or self._scene.path else 1.0
        palette = strand_palette(frame.theme, diagram)
        drawn_count, begun = 0, perf_counter()
        covered: list[tuple[float, float]] = []
        for bundle in self._scene.rows(frame.camera)[1]:
            high, low, wide, ratio = bundle.high.bottom, bundle.low.top, frame.camera.width, frame.camera.ratio
            if not len(bundle) or low - high < 4:
                continue
            if frame.exact:
                _draw_paths(painter, self._curves(bundle, palette), high, low, opacity)
                continue
            key = bundle.low.tier, bundle.high.tier
            fine = self._kept.get(key, bundle, palette)
            if fine is None and frame.sharpen and (not drawn_count or perf_counter() - begun < frame.drawing_s):
                fine = self._kept.keep(key, fine_picture(self._curves(bundle, palette), low - high, wide, ratio), bundle, palette)
                drawn_count += 1
            if fine is None:
                self._pending |= frame.sharpen
                alone = all(low <= above or high >= below for above, below in covered)
                ground = frame.theme.surface.canvas if alone else None
                draw_coarse(
                    painter, coarse_picture(self._curves(bundle, palette), low - high, wide, ratio, ground, opacity), high, low, wide
                )
            else:
                painter.setOpacity(opacity)
                painter.drawImage(QRectF(0.0, high, wide, low - high), fine)
                painter.setOpacity(1.0)
            covered.append((high, low))

    def _curves(self, bundle: Bundle, palette: Reals) -> Curves:
        """The strands of a bundle as they are at rest."""
        strands, seen = bundle.strands, bundle.seen
        known = self._looks.get((bundle.low.tier, bundle.high.tier))
        if known is None or known[0] is not strands or known[1] is not palette:
            looks = strand_paint(palette, strands.rail), strand_width(strands.count), strands.planned * 2 > strands.count
            known = self._looks[bundle.low.tier, bundle.high.tier] = strands, palette, *looks
        strength = AT_REST * min(1.0, (120 / len(bundle)) ** 0.5)
        _, _, paint, wide, dashed = known
        return Curves(bundle.low_x, bundle.high_x, paint[seen], palette, np.full(len(bundle), strength), wide[seen], dashed[seen])


def curve_path(low_x: float, high_x: float, top: float, bottom: float) -> QPainterPath:
    """The line of a strand."""
    path = QPainterPath(QPointF(high_x, top))
    third = (bottom - top) / 3
    path.cubicTo(QPointF(high_x, top + third), QPointF(low_x, bottom - third), QPointF(low_x, bottom))
    return path


def _draw_paths(painter: QPainter, curves: Curves, top: float, bottom: float, opacity: float) -> None:
    """Draw curves line by line, for files and paper."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number in range(len(curves)):
        colour = QColor.fromRgbF(*curves.palette[curves.paint[number]].tolist())
        colour.setAlphaF(float(curves.strength[number]) * opacity)
        style = Qt.PenStyle.DashLine if curves.dashed[number] else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, float(curves.wide[number]), style))
        painter.drawPath(curve_path(float(curves.low_x[number]), float(curves.high_x[number]), top, bottom))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def draw_lit(painter: QPainter, path: QPainterPath, colour: QColor, halo: QColor, wide: float) -> None:
    """Draw a highlighted path over the dimmed background."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(halo, wide + 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawPath(path)
    painter.setPen(QPen(colour, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
