"""Highlighted, hovered, selected and faulty objects in the drawing of a network, and its header."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.fabric_tiers import Strands
from gpudesk.ui.canvas.batch import outline_rects
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import frame_rect
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.text import ink, ink_on
from gpudesk.ui.panels.words.network_labels import network_name
from gpudesk.ui.places.fabric.canvas.fabric_labels import head_text, rails_word
from gpudesk.ui.places.fabric.canvas.fabric_paints import rail_colour, strand_paint, strand_palette
from gpudesk.ui.places.fabric.canvas.fabric_scene import LEFT_PX, Bundle, FabricScene, Row, spread, strand_x
from gpudesk.ui.places.fabric.canvas.fabric_strand_layer import curve_path, draw_lit
from gpudesk.ui.places.fabric.canvas.fabric_strands import (
    MOST_LINES,
    Curves,
    KeptPictures,
    coarse_picture,
    draw_coarse,
    draw_curves,
    fine_picture,
)
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

_MOST_WRONG = 120
_CROSS_PX = 14.0
"""Crosses that would lie nearer to one another are one."""
_HOP_PX = 15.0
Spot = tuple[int, int, int]
"""Tier, level and number of a drawn object."""


class FabricOverlay(StillLayer):
    """Paints highlighted links, the path with its hops, outlines and marks.

    Attributes:
        selected: table indexes of the selected devices.
        hovered: the object under the pointer.
        hovered_links: links highlighted by the pointer.
        current: the keyboard position; ringed if `ring`.
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
        none: Ids = np.empty(0, np.int64)
        self._lit_of = none, none, none
        self._strands: dict[tuple[int, int], tuple[Strands, Ids, Ids]] = {}
        self._hops: dict[int, tuple[Strands, Ids]] = {}
        self._kept = KeptPictures()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the marks."""
        diagram = self._scene.diagram
        if diagram is None:
            return
        rows, bundles = self._scene.rows(frame.camera)
        lit = self._lit()
        for bundle in bundles:
            self._light(painter, frame, bundle, lit)
        self._wrong(painter, frame, bundles)
        if len(self._hops) > len(self.path_links):
            self._hops.clear()
        for link in self.path_links:
            self._hop(painter, frame, bundles, link)
        self._outlines(painter, frame, rows)
        self._marks(painter, rows)
        self._numbers(painter, frame)

    def rect(self, camera: Camera, place: int) -> tuple[float, float, float, float] | None:
        """Rectangle of the device at a table index, or of its substitute; None if it is not drawn."""
        rects = self._rects(self._scene.rows(camera)[0], np.array([place])).tolist()
        return tuple(rects[0]) if rects else None

    def _rects(self, rows: list[Row], places: Ids) -> Reals:
        """Rectangles of devices, or of their substitutes, each one once: shape (n, 4)."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        tiers, row_rects = diagram.tier_of[places], [np.empty((0, 4))]
        for row in rows if len(places) else ():
            tier_places = places[tiers == row.tier]
            if len(tier_places):
                row_rects.append(row.rects(np.unique(diagram.numbers(row.tier, row.level, diagram.item_of[tier_places]))))
        return np.concatenate(row_rects)

    def _lit(self) -> Ids:
        """The links that the selection and the pointer light; the same array as long as these are."""
        lit_and_hovered = self._scene.lit, self.hovered_links
        if self._lit_of[0] is not lit_and_hovered[0] or self._lit_of[1] is not lit_and_hovered[1]:
            self._lit_of = *lit_and_hovered, np.union1d(*lit_and_hovered) if len(lit_and_hovered[1]) else lit_and_hovered[0]
        return self._lit_of[2]

    def _light(self, painter: QPainter, frame: Frame, bundle: Bundle, lit: Ids) -> None:
        """Draw the strands of lit links at full strength."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        high, low, wide = bundle.high.bottom, bundle.low.top, frame.camera.width
        at = self._lit_strands(bundle, lit)
        if not len(at) or low - high < 4:
            return
        palette = strand_palette(frame.theme, diagram)
        key = bundle.low.tier, bundle.high.tier
        picture = self._kept.get(key, bundle, at, palette)
        if picture is None:
            few = len(at) < 120
            curves = Curves(
                *self._ends(frame.camera, bundle, at),
                strand_paint(palette, bundle.strands.rail[at]),
                palette,
                np.full(len(at), 0.95 if few else 0.6),
                np.full(len(at), 2.0 if few else 1.2),
                bundle.strands.planned[at] * 2 > bundle.strands.count[at],
            )
            if len(at) <= MOST_LINES:
                draw_curves(painter, curves, high, low)
                return
            if not frame.sharpen:
                draw_coarse(painter, coarse_picture(curves, low - high, wide, frame.camera.ratio, None), high, low, wide)
                return
            picture = self._kept.keep(key, fine_picture(curves, low - high, wide, frame.camera.ratio), bundle, at, palette)
        painter.drawImage(QRectF(0.0, high, wide, low - high), picture)

    def _lit_strands(self, bundle: Bundle, lit: Ids) -> Ids:
        """The strands of lit links, each once; the same array as long as these are."""
        diagram, strands = self._scene.diagram, bundle.strands
        assert diagram is not None  # noqa: S101 - narrows the type
        key = bundle.low.tier, bundle.high.tier
        known = self._strands.get(key)
        if known is None or known[0] is not strands or known[1] is not lit:
            bundle_links = lit[(diagram.tier_a[lit] == key[0]) & (diagram.tier_b[lit] == key[1])]
            known = self._strands[key] = strands, lit, self._strands_of(bundle, bundle_links)
        return known[2]

    def _strands_of(self, bundle: Bundle, links: Ids) -> Ids:
        """The strands of links in the currently drawn rows, each one once."""
        diagram, strands = self._scene.diagram, bundle.strands
        assert diagram is not None  # noqa: S101 - narrows the type
        if not len(links):
            return links
        low = diagram.numbers(bundle.low.tier, bundle.low_level, diagram.a[links])
        high = diagram.numbers(bundle.high.tier, bundle.high_level, diagram.b[links])
        return np.unique(strands.between(low, high))

    def _ends(self, camera: Camera, bundle: Bundle, at: Ids) -> tuple[Reals, Reals]:
        """Where strands end, in px."""
        strands = bundle.strands
        low_at, high_at = strands.low[at], strands.high[at]
        low_x, low_wide = self._places(camera, bundle.low, bundle.low_level)
        high_x, high_wide = self._places(camera, bundle.high, bundle.high_level)
        return (
            low_x[low_at] + (strands.low_share[at] - 0.5) * spread(low_wide[low_at], 0),
            high_x[high_at] + (strands.high_share[at] - 0.5) * spread(high_wide[high_at], bundle.high_level),
        )

    def _places(self, camera: Camera, row: Row, level: int) -> tuple[Reals, Reals]:
        return (row.x, row.wide) if level == row.level else self._scene.ends(camera, row.tier, level)

    def _wrong(self, painter: QPainter, frame: Frame, bundles: list[Bundle]) -> None:
        """Draw the links of which something is wrong in the color of errors, with a cross on their middle."""
        diagram, failing = self._scene.diagram, self._scene.failing
        assert diagram is not None  # noqa: S101 - narrows the type
        # Of very many some of everywhere, not the first ones.
        failing = failing[:: max(-(-len(failing) // _MOST_WRONG), 1)]
        if not len(failing):
            return
        colour = frame.theme.severity["error"].colour
        palette = np.array([(colour.redF(), colour.greenF(), colour.blueF())])
        for bundle in bundles:
            at = self._strands_of(
                bundle, failing[(diagram.tier_a[failing] == bundle.low.tier) & (diagram.tier_b[failing] == bundle.high.tier)]
            )
            if not len(at):
                continue
            low_x, high_x = self._ends(frame.camera, bundle, at)
            none, solid = np.zeros(len(at), np.int64), np.ones(len(at))
            top, bottom = bundle.high.bottom, bundle.low.top
            draw_curves(painter, Curves(low_x, high_x, none, palette, solid, 1.5 * solid, none > 0), top, bottom)
            last = -_CROSS_PX
            for middle in np.sort(strand_x(low_x, high_x, np.array(0.5))).tolist():
                if middle - last >= _CROSS_PX:
                    paint_severity(painter, QRectF(middle - 6, (top + bottom) / 2 - 6, 12, 12), "error")
                    last = middle

    def _hop(self, painter: QPainter, frame: Frame, bundles: list[Bundle], link: int) -> None:
        """Draw one link of the path."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        pair = int(diagram.tier_a[link]), int(diagram.tier_b[link])
        bundle = next((bundle for bundle in bundles if (bundle.low.tier, bundle.high.tier) == pair), None)
        if bundle is None:
            return
        known = self._hops.get(link)
        if known is None or known[0] is not bundle.strands:
            known = self._hops[link] = bundle.strands, self._strands_of(bundle, np.array([link]))
        low_x, high_x = self._ends(frame.camera, bundle, known[1])
        path = curve_path(float(low_x[0]), float(high_x[0]), bundle.high.bottom, bundle.low.top)
        draw_lit(painter, path, frame.theme.focus_ring, frame.theme.surface.canvas, theme.metrics().line.get("path", 3.0))

    def _outlines(self, painter: QPainter, frame: Frame, rows: list[Row]) -> None:
        colours, lines = frame.theme, theme.metrics().line
        grown = np.array([-2.0, -2.0, 4.0, 4.0])
        path, chosen = (self._rects(rows, np.array(places, np.int64)) for places in (self._scene.path, self.selected))
        outline_rects(painter, path + grown, colours.focus_ring, 2.0)
        outline_rects(painter, chosen + grown, colours.selection_line, lines["selection"])
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

    def _marks(self, painter: QPainter, rows: list[Row]) -> None:
        """The severity of a device's findings at its upper right corner; for a group one mark for all of it."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        places, graver = self._scene.marked
        if not len(places):
            return
        tiers = diagram.tier_of[places]
        for row in rows:
            is_in_tier = tiers == row.tier
            numbers = diagram.numbers(row.tier, row.level, diagram.item_of[places[is_in_tier]])
            seen = (row.first <= numbers) & (numbers < row.last)
            errors = np.unique(numbers[seen & graver[is_in_tier]])
            for name, marked_numbers in (("error", errors), ("warning", np.setdiff1d(numbers[seen], errors))):
                rects = row.rects(marked_numbers)
                for left, top, wide, _high in rects[rects[:, 2] >= 10].tolist():
                    paint_severity(painter, QRectF(left + wide - 8, top - 5, 12, 12), name)

    def _numbers(self, painter: QPainter, frame: Frame) -> None:
        """The number of each hop next to its device."""
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
    """Name of the drawn network, and the path of the selection as text.

    Attributes:
        hops: the device at each hop.
        note: objects that cannot be drawn, and the reason.
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
        name = network_name(diagram.snapshot["network"].row(diagram.network_id)["name"])
        x = LEFT_PX
        x += frame.texts.draw(painter, name, ink("strong"), colours.text.primary, x, 22, room=260, now=True) + 12
        room = right - taken - 16 - x
        words = head_text(diagram)
        if self.note:
            words = f"{words} · {self.note}"
        if room > 40:
            frame.texts.draw(painter, words, ink(), colours.text.secondary, x, 22, room=room, now=True)


class RailLegend(StillLayer):
    """The color of each rail with its number, at the right end of the foot."""

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
