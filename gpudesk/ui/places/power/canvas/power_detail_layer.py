"""Racks of a one-line diagram at close range: feeds with breakers, PDUs, banks, rails, devices and their power supplies."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.ui.canvas.batch import fill_groups, fill_rects, outline_rects
from gpudesk.ui.canvas.hatch import fill_hatched
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.panels.words.power_labels import watt_text
from gpudesk.ui.places.power.canvas.load_bars import paint_bars, track_rects
from gpudesk.ui.places.power.canvas.one_line_labels import (
    bank_label,
    bare_ampere,
    before_after,
    load_name,
    load_text,
    node_name,
    rating_text,
    share_text,
)
from gpudesk.ui.places.power.canvas.power_parts import boxes, faint, inset, px_lines, ranges
from gpudesk.ui.places.power.canvas.power_scene import DiagramScene, Level, Step, level_of, line_colour, side_colour, step_colours
from gpudesk.ui.places.power.canvas.power_symbols import draw_symbol
from gpudesk.ui.places.power.canvas.power_unit_layer import paint_states
from gpudesk.ui.places.power.canvas.power_wire_layer import clipped, crossing, draw_sided
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, WARNING, paint_severity

_BREAKER_STEPS, _PITCH_STEPS = 40.0, 12.0
_FIGURES_PX = 10.0
"""Minimum bar height at which the current is next to it."""
_SUPPLY_STEPS = 9.0
_BANK_NAMES_SCALE, _FEED_FIGURES_SCALE = 1.0, 0.54
"""Minimum scales at which banks show their names, and feeds their load as text."""
_MARK_PX = 12.0


class DetailLayer(StillLayer):
    """Paints the inside of the racks in view."""

    def __init__(self, scene: DiagramScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint feeds and PDUs, and at closer range banks and devices with their names."""
        diagram, loads = self._scene.diagram, self._scene.loads
        level = level_of(frame.camera.scale)
        if diagram is None or loads is None or level < Level.PARTS:
            return
        units = np.flatnonzero(overlapping(diagram.unit_rects, frame.seen))
        order, first = diagram.nodes_of_unit
        nodes = order[ranges(first, units)]
        nodes = nodes[overlapping(diagram.node_rects[nodes], frame.seen)]
        plan = diagram.chain.plan
        self._rails(painter, frame, units)
        self._loads(painter, frame, units, level)
        self._pdus(painter, frame, nodes[(nodes >= plan.rows) & (nodes < plan.first_bank)], level)
        self._feeds(painter, frame, nodes[nodes < plan.rows], level)
        banks = nodes[nodes >= plan.first_bank]
        if level == Level.DETAILS:
            self._banks(painter, frame, banks)
        else:
            self._bank_blocks(painter, frame, banks)
        self._failed(painter, frame, nodes)
        self._marks(painter, frame, nodes[nodes < plan.first_bank])

    # wires

    def _rails(self, painter: QPainter, frame: Frame, units: Ids) -> None:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        column = ranges(diagram.units.first_column, units)
        lines = diagram.rail_lines[column].reshape(-1, 4)
        column = np.repeat(column, 3)
        drawn = ~np.isnan(lines[:, 0])
        drawn[drawn] = crossing(lines[drawn], frame.seen)
        column, lines = column[drawn], px_lines(frame, clipped(lines[drawn], frame.seen, 40 / frame.camera.scale))
        node = diagram.units.column_node[column]
        side = diagram.side[0][node]
        draw_sided(painter, frame, lines, side, loads.dead[node], np.zeros(len(lines), bool), 1.25)
        cords = self._cords(units)
        if not len(cords):
            return
        column = diagram.units.cord_column[cords]
        rect = diagram.load_rects[diagram.chain.plan.network.cord_device[cords]]
        y = diagram.tap_y[cords]
        taps = np.stack([diagram.rail_x[column], y, rect[:, 0], y], axis=1)
        node = diagram.chain.plan.network.cord_node[cords]
        draw_sided(painter, frame, px_lines(frame, taps), diagram.side[0][node], loads.dead[node], np.zeros(len(taps), bool), 1.25)

    def _cords(self, units: Ids) -> Ids:
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        order, first = diagram.cords_of_unit
        return order[ranges(first, units)]

    # nodes

    def _feeds(self, painter: QPainter, frame: Frame, feeds: Ids, level: Level) -> None:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        if not len(feeds):
            return
        rects = frame.camera.rects(diagram.node_rects[feeds])
        scale, colours = frame.camera.scale, frame.theme
        wire = rects[:, 0] + 16 * scale
        sides = diagram.side[0][feeds]
        lines = np.stack([np.floor(wire) + 0.5, rects[:, 1], np.floor(wire) + 0.5, rects[:, 1] + rects[:, 3]], axis=1)
        draw_sided(painter, frame, lines, sides, loads.dead[feeds], np.zeros(len(feeds), bool), 1.25)
        opened = None if loads.after is None else loads.after.opened
        size = min(_BREAKER_STEPS * scale, 34.0)
        for feed, x, (_, y, _, _), side in zip(feeds.tolist(), wire.tolist(), rects.tolist(), sides.tolist(), strict=True):
            shut = opened is None or opened[feed] == ABSENT
            ink_ = colours.text.disabled if loads.dead[feed] else side_colour(colours, side)
            middle = QPointF(np.floor(x) + 0.5, y + 21 * scale)
            colour = ink_ if shut else colours.severity[ERROR].colour
            draw_symbol(painter, frame, "feed" if shut else "open", middle, size, colour, colours.surface.panel)
        left = rects[:, 0] + 34 * scale
        wide = rects[:, 0] + rects[:, 2] - left
        self._texts(painter, frame, feeds, left, rects[:, 1] + 9 * scale, wide, rects[:, 1] + 25 * scale, level)
        self._bars(painter, frame, feeds, left, rects[:, 1] + 40 * scale, wide)

    def _pdus(self, painter: QPainter, frame: Frame, pdus: Ids, level: Level) -> None:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        if not len(pdus):
            return
        rects, scale = frame.camera.rects(diagram.node_rects[pdus]), frame.camera.scale
        boxes(painter, rects, frame.theme.surface.raised, line_colour())
        over = rects[loads.step[pdus] == Step.OVER]
        outline_rects(painter, over, frame.theme.severity[ERROR].colour, 2.0)
        left, wide = rects[:, 0] + 7 * scale, rects[:, 2] - 14 * scale
        self._texts(painter, frame, pdus, left, rects[:, 1] + 10 * scale, wide, None, level)
        self._bars(painter, frame, pdus, left, rects[:, 1] + 24 * scale, wide)

    def _texts(
        self, painter: QPainter, frame: Frame, nodes: Ids, x: Reals, y: Reals, wide: Reals, below: Reals | None, level: Level
    ) -> None:
        """Name, then load and share; from closer by the rating of a feed instead of its name alone."""
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        strong, plain, colours, texts = ink("caption", strong=True), ink("caption", tabular=True), frame.theme, frame.texts
        names = [node_name(diagram, node) for node in nodes.tolist()]
        figures = [load_text(self._scene, node) for node in nodes.tolist()]
        rooms = wide
        if below is None:
            if level == Level.DETAILS:
                taken = np.array([texts.width(figure, plain) for figure in figures])
                right = np.maximum(x + wide - taken, x + 0.25 * wide)
                texts.draw_many(painter, figures, plain, colours.text.secondary, right.tolist(), y.tolist(), (0.75 * wide + 1).tolist())
                rooms = right - x - 6
        elif frame.camera.scale >= _FEED_FIGURES_SCALE:
            if self._scene.after is None:
                close = level == Level.DETAILS and len(wide) > 0 and float(wide[0]) > 120
                other_figures = [rating_text(diagram, node) if close else share_text(self._scene, node) for node in nodes.tolist()]
                pairs = zip(other_figures, figures, strict=True)
                figures = [f"{other} · {figure}" if close else f"{figure} · {other}" for other, figure in pairs]
            texts.draw_many(painter, figures, plain, colours.text.secondary, x.tolist(), below.tolist(), wide.tolist())
        texts.draw_many(painter, names, strong, colours.text.primary, x.tolist(), y.tolist(), rooms.tolist())

    def _bars(self, painter: QPainter, frame: Frame, nodes: Ids, x: Reals, y: Reals, wide: Reals) -> None:
        """A bar for each line, with its current next to it if there is room."""
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        pitch = _PITCH_STEPS * frame.camera.scale
        current = loads.current_a[nodes]
        share = (current / diagram.chain.plan.limit_a[nodes][:, None]).reshape(-1)
        has_figures = pitch >= _FIGURES_PX
        figure_width = 46.0 if has_figures else 0.0
        ahead = 16.0 if has_figures else 0.0
        tracks = track_rects(x + ahead, y, wide - figure_width - ahead, pitch, ~np.isnan(current))
        shown = tracks[:, 2] > 0
        before = None
        if self._scene.after is not None and self._scene.usual is not None:
            before = (self._scene.usual.current_a[nodes] / diagram.chain.plan.limit_a[nodes][:, None]).reshape(-1)[shown]
        paint_bars(painter, frame, tracks[shown], share[shown], before)
        if not has_figures:
            return
        names, figures = ink("micro"), ink("micro", tabular=True)
        over = share > 1 + 1e-9
        for place in np.flatnonzero(shown).tolist():
            left, top, width, high = tracks[place].tolist()
            middle = top + high / 2
            frame.texts.draw(painter, f"L{place % 3 + 1}", names, frame.theme.text.tertiary, left - ahead, middle)
            colour = frame.theme.severity[ERROR].colour if over[place] else frame.theme.text.secondary
            figure = bare_ampere(float(current.reshape(-1)[place]))
            frame.texts.draw(painter, f"{figure} A", figures, colour, left + width + figure_width - 2, middle, align=1.0)

    def _bank_blocks(self, painter: QPainter, frame: Frame, banks: Ids) -> None:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        rects = frame.camera.rects(diagram.node_rects[banks])
        fill_rects(painter, rects, frame.theme.border.default)
        fill_groups(painter, inset(rects, 1.0), loads.step[banks], step_colours(frame.theme))
        over = rects[loads.step[banks] == Step.OVER]
        fill_hatched(painter, frame, over, frame.theme.surface.panel, Qt.BrushStyle.BDiagPattern)

    def _banks(self, painter: QPainter, frame: Frame, banks: Ids) -> None:
        """Each bank with its name and the current of its busiest line, filled from the left to its share."""
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        rects = frame.camera.rects(diagram.node_rects[banks])
        boxes(painter, rects, frame.theme.surface.panel, frame.theme.border.strong)
        share = loads.share[banks]
        bars = rects.copy()
        bars[:, 1] += bars[:, 3] - np.maximum(np.round(4 * frame.camera.scale), 3)
        bars[:, 3] = np.maximum(np.round(4 * frame.camera.scale), 3)
        paint_bars(painter, frame, bars, share)
        outline_rects(painter, rects[loads.step[banks] == Step.OVER], frame.theme.severity[ERROR].colour, 2.0)
        names, figures, colours = ink("micro"), ink("micro", tabular=True), frame.theme
        worst = np.nanmax(np.nan_to_num(loads.current_a[banks], nan=-1.0), axis=1, initial=-1.0)
        middle = (rects[:, 1] + (rects[:, 3] - 4 * frame.camera.scale) / 2).tolist()
        # An empty bar shows what carries nothing.
        current_texts = [bare_ampere(current) if current > 0 else "" for current in worst.tolist()]
        taken = np.array([frame.texts.width(text, figures) for text in current_texts])
        left = (rects[:, 0] + rects[:, 2] - 3 - taken).tolist()
        frame.texts.draw_many(painter, current_texts, figures, colours.text.primary, left, middle, (taken + 1).tolist())
        if frame.camera.scale < _BANK_NAMES_SCALE:
            return
        called = [bank_label(diagram, bank) for bank in banks.tolist()]
        rooms = (rects[:, 2] - taken - 9).tolist()
        frame.texts.draw_many(painter, called, names, colours.text.tertiary, (rects[:, 0] + 3).tolist(), middle, rooms)

    # devices

    def _loads(self, painter: QPainter, frame: Frame, units: Ids, level: Level) -> None:
        diagram, loads = self._scene.diagram, self._scene.loads
        assert diagram is not None  # noqa: S101 - narrows the type
        assert loads is not None  # noqa: S101 - narrows the type
        order, first = diagram.loads_of_unit
        load_places = order[ranges(first, units)]
        load_places = load_places[overlapping(diagram.load_rects[load_places], frame.seen)]
        if not len(load_places):
            return
        rects, scale, colours = frame.camera.rects(diagram.load_rects[load_places]), frame.camera.scale, frame.theme
        boxes(painter, rects, colours.surface.raised, line_colour())
        if loads.after is not None:
            paint_states(painter, frame, rects, loads.after.state[load_places])
        cords = self._cords(units)
        device = diagram.chain.plan.network.cord_device[cords]
        y = frame.camera.y_px(diagram.tap_y[cords])
        side = max(np.round(_SUPPLY_STEPS * scale), 3.0)
        rank = diagram.cord_rank[cords]
        x = frame.camera.x_px(diagram.load_rects[device, 0]) + 4 * scale + rank * (side + 2)
        squares = np.stack([np.floor(x), np.floor(y - side / 2), np.full(len(x), side), np.full(len(x), side)], axis=1)
        node = diagram.chain.plan.network.cord_node[cords]
        sides = np.where(loads.dead[node], -2, diagram.side[0][node])
        for code in np.unique(sides).tolist():
            ink_ = colours.surface.sunken if code == -2 else side_colour(colours, code)
            boxes(painter, squares[sides == code], ink_, line_colour())
        if level < Level.DETAILS:
            return
        most = np.zeros(diagram.chain.plan.network.devices)
        np.maximum.at(most, device, rank + 1.0)
        strong, plain = ink("caption", strong=True), ink("caption", tabular=True)
        draw = diagram.chain.plan.network.draw_w
        before, now = diagram.chain.plan.flow.share, (diagram.chain.plan.flow if loads.after is None else loads.after.flow).share
        names = [load_name(diagram, load) for load in load_places.tolist()]
        known = np.where((draw[load_places] > 0) | ~diagram.chain.plan.unknown[load_places], draw[load_places], np.nan)
        pairs = zip((known * before[load_places]).tolist(), (known * now[load_places]).tolist(), strict=True)
        words = [before_after(watt_text(earlier), watt_text(later)) for earlier, later in pairs]
        left, top, wide, high = rects.T
        start = left + 8 * scale + most[load_places] * (side + 2) + 4
        room, tall = left + wide - start - 6, high >= 28
        taken = np.array([frame.texts.width(text, plain) for text in words])
        texts = frame.texts
        for these, x, y, rooms in (
            (np.flatnonzero(tall), start, top + high * 0.7, room),
            (np.flatnonzero(~tall), left + wide - 5 - taken, top + high / 2, taken + 1),
        ):
            placed_words = [words[place] for place in these.tolist()]
            texts.draw_many(
                painter, placed_words, plain, colours.text.secondary, x[these].tolist(), y[these].tolist(), rooms[these].tolist()
            )
        middle = np.where(tall, top + high * 0.3, top + high / 2)
        rooms = np.where(tall, room, room - taken - 6)
        texts.draw_many(painter, names, strong, colours.text.primary, start.tolist(), middle.tolist(), rooms.tolist())

    # failures and findings

    def _failed(self, painter: QPainter, frame: Frame, nodes: Ids) -> None:
        """A cross over failed parts, the round in which a breaker opens, and an overlay on de-energized parts."""
        diagram, loads = self._scene.diagram, self._scene.loads
        if diagram is None or loads is None or loads.after is None:
            return
        after = loads.after
        dead = nodes[after.dead[nodes]]
        rects = frame.camera.rects(diagram.node_rects[dead])
        fill_hatched(painter, frame, rects, faint(frame.theme.text.primary), Qt.BrushStyle.FDiagPattern)
        for place in np.flatnonzero(np.isin(dead, after.failed) | (after.opened[dead] != ABSENT)).tolist():
            paint_cross(painter, frame, QRectF(*rects[place].tolist()), int(after.opened[dead[place]]))

    def _marks(self, painter: QPainter, frame: Frame, nodes: Ids) -> None:
        diagram = self._scene.diagram
        assert diagram is not None  # noqa: S101 - narrows the type
        weights = self._scene.marks()[1][nodes]
        for place in np.flatnonzero(weights).tolist():
            x, y, wide, _ = frame.camera.rects(diagram.node_rects[nodes[place : place + 1]])[0].tolist()
            box = QRectF(x + wide - _MARK_PX, y - _MARK_PX / 2, _MARK_PX, _MARK_PX)
            paint_severity(painter, box, ERROR if weights[place] == 2 else WARNING)


def paint_cross(painter: QPainter, frame: Frame, rect: QRectF, opened: int) -> None:
    """A cross over what failed; over a breaker that opened the number of the round in which it did."""
    colours = frame.theme
    if opened == ABSENT:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.severity[ERROR].colour, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(rect.topLeft(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.topRight())
        painter.restore()
        return
    letters = ink("caption", strong=True)
    words = f"{opened + 1}"
    side = 18.0
    badge = QRectF(rect.left() - side / 2, rect.top() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.severity[ERROR].colour)
    painter.drawEllipse(badge)
    painter.restore()
    frame.texts.draw(painter, words, letters, colours.surface.canvas, badge.center().x(), badge.center().y(), align=0.5, now=True)
