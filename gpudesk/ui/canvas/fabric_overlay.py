"""What is lit, hovered, selected and wrong in the drawing of a network, and its head."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.placement import Reals
from gpudesk.ui import theme
from gpudesk.ui.canvas.batch import outline_rects
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.fabric_layers import curve_path, draw_lit, rail_colour, strand_colours
from gpudesk.ui.canvas.fabric_scene import LEFT_PX, Bundle, FabricScene, Row, spread, strand_x
from gpudesk.ui.canvas.fabric_strands import Curves, draw_curves
from gpudesk.ui.canvas.fabric_words import head_text, rails_word
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.overlay_layer import frame_rect
from gpudesk.ui.canvas.power_scene import ink_on
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.widgets.marks import paint_severity

_MOST_WRONG = 60
_HOP_PX = 15.0
Spot = tuple[int, int, int]
"""Tier, level and number of what is drawn."""


class FabricOverlay(StillLayer):
    """Paints lit links, the path with its hops, outlines and marks.

    Attributes:
        selected: places of the selected devices.
        hovered: what the pointer is on.
        hovered_links: links that the pointer lights.
        current: where the keyboard stands; ringed if `ring`.
        path_links: the links of the path, between its devices.
    """

    def __init__(self, scene: FabricScene) -> None:
        self._scene = scene
        self.selected: tuple[int, ...] = ()
        self.hovered: Spot | None = None
        self.hovered_links: Ids = np.empty(0, np.int64)
        self.current: Spot | None = None
        self.ring = False
        self.path_links: tuple[int, ...] = ()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks."""
        diagram = self._scene.diagram
        if diagram is None:
            return
        rows, bundles = self._scene.rows(frame.camera)
        lit = self._scene.lit if not len(self.hovered_links) else np.union1d(self._scene.lit, self.hovered_links)
        for bundle in bundles:
            self._light(painter, frame, bundle, lit)
        self._wrong(painter, frame, bundles)
        for link in self.path_links:
            self._hop(painter, frame, bundles, link)
        self._outlines(painter, frame, rows)
        self._marks(painter, frame, rows)
        self._numbers(painter, frame)

    def rect(self, camera: Camera, place: int) -> tuple[float, float, float, float] | None:
        """Where the device at a place of the table, or what stands for it, is drawn; None where it is not."""
        diagram = self._scene.diagram
        if diagram is None or diagram.tier_of[place] == ABSENT:
            return None
        tier = int(diagram.tier_of[place])
        row = next((row for row in self._scene.rows(camera)[0] if row.tier == tier), None)
        if row is None:
            return None
        number = int(diagram.numbers(tier, row.level, np.array([diagram.item_of[place]]))[0])
        return row.rect(number)

    def _light(self, painter: QPainter, frame: Frame, bundle: Bundle, lit: Ids) -> None:
        """Draw the strands of lit links at full strength."""
        diagram = self._scene.diagram
        assert diagram is not None
        mine = lit[(diagram.tier_a[lit] == bundle.low.tier) & (diagram.tier_b[lit] == bundle.high.tier)] if len(lit) else lit
        if not len(mine):
            return
        at, low_x, high_x = self._ends(frame.camera, bundle, mine)
        rail = bundle.strands.rail[at]
        curves = Curves(
            low_x,
            high_x,
            strand_colours(frame.theme, diagram, rail),
            np.full(len(at), 0.95 if len(at) < 120 else 0.6),
            np.full(len(at), 2.0 if len(at) < 120 else 1.2),
            bundle.strands.planned[at] * 2 > bundle.strands.count[at],
        )
        draw_curves(painter, curves, bundle.high.bottom, bundle.low.top, frame.camera.width, frame.camera.ratio, fine=frame.sharpen)

    def _ends(self, camera: Camera, bundle: Bundle, links: Ids) -> tuple[Ids, Reals, Reals]:
        """The strands of links as the rows are drawn, each once, and where they end."""
        diagram, strands = self._scene.diagram, bundle.strands
        assert diagram is not None
        low = diagram.numbers(bundle.low.tier, bundle.low_level, diagram.a[links])
        high = diagram.numbers(bundle.high.tier, bundle.high_level, diagram.b[links])
        at = np.unique(strands.between(low, high))
        low_at, high_at = strands.low[at], strands.high[at]
        low_x, low_wide = self._places(camera, bundle.low, bundle.low_level)
        high_x, high_wide = self._places(camera, bundle.high, bundle.high_level)
        return (
            at,
            low_x[low_at] + (strands.low_share[at] - 0.5) * spread(low_wide[low_at], 0),
            high_x[high_at] + (strands.high_share[at] - 0.5) * spread(high_wide[high_at], bundle.high_level),
        )

    def _places(self, camera: Camera, row: Row, level: int) -> tuple[Reals, Reals]:
        return (row.x, row.wide) if level == row.level else self._scene.ends(camera, row.tier, level)

    def _wrong(self, painter: QPainter, frame: Frame, bundles: list[Bundle]) -> None:
        """Draw the links of which something is wrong in the colour of errors, with a cross on their middle."""
        diagram, failing = self._scene.diagram, self._scene.failing[:_MOST_WRONG]
        assert diagram is not None
        colour = frame.theme.severity["error"].colour
        for bundle in bundles:
            mine = failing[(diagram.tier_a[failing] == bundle.low.tier) & (diagram.tier_b[failing] == bundle.high.tier)]
            if not len(mine):
                continue
            _, low_x, high_x = self._ends(frame.camera, bundle, mine)
            top, bottom = bundle.high.bottom, bundle.low.top
            for low, high in zip(low_x.tolist(), high_x.tolist(), strict=True):
                draw_lit(painter, curve_path(low, high, top, bottom), colour, QColor(0, 0, 0, 0), 1.5)
                middle = float(strand_x(np.array(low), np.array(high), np.array(0.5)))
                paint_severity(painter, QRectF(middle - 6, (top + bottom) / 2 - 6, 12, 12), "error")

    def _hop(self, painter: QPainter, frame: Frame, bundles: list[Bundle], link: int) -> None:
        """Draw one link of the path."""
        diagram = self._scene.diagram
        assert diagram is not None
        pair = int(diagram.tier_a[link]), int(diagram.tier_b[link])
        bundle = next((bundle for bundle in bundles if (bundle.low.tier, bundle.high.tier) == pair), None)
        if bundle is None:
            return
        _, low_x, high_x = self._ends(frame.camera, bundle, np.array([link]))
        path = curve_path(float(low_x[0]), float(high_x[0]), bundle.high.bottom, bundle.low.top)
        draw_lit(painter, path, frame.theme.focus_ring, frame.theme.surface.canvas, theme.metrics().line.get("path", 3.0))

    def _outlines(self, painter: QPainter, frame: Frame, rows: list[Row]) -> None:
        colours, lines = frame.theme, theme.metrics().line
        grown = np.array([-2.0, -2.0, 4.0, 4.0])
        found = [rect for place in self._scene.path if (rect := self.rect(frame.camera, place)) is not None]
        outline_rects(painter, np.array(found, np.float64).reshape(-1, 4) + grown, colours.focus_ring, 2.0)
        chosen = list(dict.fromkeys(rect for place in self.selected[:2000] if (rect := self.rect(frame.camera, place)) is not None))
        outline_rects(painter, np.array(chosen, np.float64).reshape(-1, 4) + grown, colours.selection_line, lines["selection"])
        if self.hovered is not None:
            rect = _rect_of(rows, self.hovered)
            if rect is not None:
                outline_rects(painter, np.array([rect]), colours.accent, 1.0)
        if self.ring:
            rect = None if self.current is None else _rect_of(rows, self.current)
            if rect is not None:
                outline_rects(painter, np.array([rect]) + 2.5 * grown, colours.focus_ring, lines["focus"])
            else:
                whole = QRectF(1, 1, frame.camera.width - 2, frame.camera.height - 2)
                frame_rect(painter, whole, colours.focus_ring, lines["focus"])

    def _marks(self, painter: QPainter, frame: Frame, rows: list[Row]) -> None:
        """The severity of what is found of a device at its upper right corner; one of a group for all of it."""
        seen: dict[tuple[float, float], str] = {}
        for place, severity in self._scene.marked.items():
            if str(severity) not in ("error", "warning"):
                continue
            rect = self.rect(frame.camera, place)
            if rect is None or rect[2] < 10 or not -20 < rect[0] < frame.camera.width + 20:
                continue
            corner = (rect[0] + rect[2], rect[1])
            if seen.get(corner) != "error":
                seen[corner] = str(severity)
        for (x, y), name in seen.items():
            paint_severity(painter, QRectF(x - 8, y - 5, 12, 12), name)

    def _numbers(self, painter: QPainter, frame: Frame) -> None:
        """The number of each hop beside its device."""
        colours = frame.theme
        for number, place in enumerate(self._scene.path, start=1):
            rect = self.rect(frame.camera, place)
            if rect is None:
                continue
            middle = QPointF(rect[0] + rect[2] + 1, rect[1] + 1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.focus_ring)
            painter.drawEllipse(middle, _HOP_PX / 2, _HOP_PX / 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            letters = ink("micro", strong=True)
            frame.texts.draw(painter, str(number), letters, ink_on(colours.focus_ring), middle.x(), middle.y(), align=0.5, now=True)


class FabricHead(StillLayer):
    """What network is drawn, and the path of the selection in words.

    Attributes:
        hops: what stands at each hop.
        note: what cannot be drawn, and why.
    """

    def __init__(self, scene: FabricScene) -> None:
        self._scene = scene
        self.hops: tuple[str, ...] = ()
        self.note = ""

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the line above the tiers."""
        diagram = self._scene.diagram
        if diagram is None:
            return
        colours, width = frame.theme, frame.camera.width
        path = "  →  ".join(f"{number} {hop}" for number, hop in enumerate(self.hops, start=1))
        right = width - 20
        taken = 0.0
        if path:
            room = width * 0.6
            taken = min(frame.texts.width(path, ink("strong")), room)
            shade = theme.mix(colours.focus_ring, colours.text.primary, 0.0 if colours.is_dark else 0.35)
            frame.texts.draw(painter, path, ink("strong"), shade, right, 22, room=room, align=1.0, now=True)
        name = str(diagram.snapshot["network"].row(diagram.network_id)["name"])
        x = LEFT_PX
        x += frame.texts.draw(painter, name, ink("strong"), colours.text.primary, x, 22, room=260, now=True) + 12
        room = right - taken - 16 - x
        words = head_text(diagram)
        if self.note:
            words = f"{words} · {self.note}"
        if room > 40:
            frame.texts.draw(painter, words, ink(), colours.text.secondary, x, 22, room=room, now=True)


class RailLegend(StillLayer):
    """The colour of each rail with its number, at the right end of the foot."""

    def __init__(self, scene: FabricScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint it where the network has rails and there is room."""
        diagram = self._scene.diagram
        if diagram is None or frame.camera.width < 560:
            return
        rails = int(diagram.rail.max(initial=ABSENT)) + 1
        if not 1 < rails <= 32:
            return
        y = frame.camera.height - 14.0
        x = frame.camera.width - 20.0 - rails * 24.0
        frame.texts.draw(painter, rails_word(), ink(), frame.theme.text.tertiary, x - 8, y, align=1.0, now=True)
        for rail in range(rails):
            colour = rail_colour(frame.theme, diagram, rail)
            box = QRectF(x + rail * 24.0, y - 7, 20, 14)
            painter.fillRect(box, colour)
            frame.texts.draw(
                painter, str(rail), ink("micro", strong=True), ink_on(colour), box.center().x(), box.center().y(), align=0.5, now=True
            )


def _rect_of(rows: list[Row], spot: Spot) -> tuple[float, float, float, float] | None:
    row = next((row for row in rows if row.tier == spot[0] and row.level == spot[1]), None)
    return None if row is None or spot[2] >= len(row.x) else row.rect(spot[2])
