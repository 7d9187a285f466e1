"""Racks without their devices: frames, rails with their holes, unit lines and unit numbers, reserved units."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from gpudesk.core.values.columns import Ids
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.ui.canvas.batch import fill_rects, outline_rects
from gpudesk.ui.canvas.hatch import dashed_rect, hatch
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import BLOCK_PX, PORTS_PX, TINY_PX, overlapping, unit_px
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.racks.canvas.elevation import BETWEEN_RACKS_MM, Elevations
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.theme.tokens import Theme

Reals = NDArray[np.float64]

RAIL_MM = 16.0
# Three square holes a unit, EIA-310-E: 6.35, 22.225 and 38.1 mm above its lower edge.
_HOLES_OF_UNIT = (6.35 / 44.45, 0.5, 38.1 / 44.45)
_HOLE_MM = 9.5
_THREE_HOLES_PX = 14.0
_COLUMN_PX = 24.0
_COLUMNS_KEPT = 12
_LONGEST_PX = 3000.0
_GAP_LINES = 2.0
"""Number of device pixels below which a gap between racks may be lost to rounding."""
_LEAST_CELL_LINES = 3.0
"""Racks narrower than that have no pixel to spare for a gap."""


class RackLayer(StillLayer):
    """Frames, rails and unit numbers."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene
        self._columns: dict[tuple[int, int, float, str], QPixmap] = {}

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the racks in view."""
        layout = self._scene.layout
        seen = np.flatnonzero(overlapping(layout.frames, frame.seen))
        if not len(seen):
            return
        high = unit_px(frame)
        frames = frame.camera.rects(layout.frames[seen])
        inner = frame.camera.rects(_openings(layout, seen))
        line = 1.0 / frame.camera.ratio if high < BLOCK_PX else 1.0
        colours = frame.theme
        if high < TINY_PX:
            fill_rects(painter, frames, theme.mix(colours.surface.sunken, colours.border.default, 0.5))
            return
        fill_rects(painter, frames, colours.border.default if colours.is_dark else colours.border.strong)
        inside = frames + np.array([line, line, -2 * line, -2 * line])
        fill_rects(painter, inside, _frame_colour(colours))
        fill_rects(painter, inner, colours.surface.sunken)
        if high >= BLOCK_PX:
            self._rails(painter, frame, seen, inner, high)
            self._numbers(painter, frame, seen, high)

    def _rails(self, painter: QPainter, frame: Frame, seen: Ids, inner: Reals, high: float) -> None:
        camera, colours = frame.camera, frame.theme
        rail = np.maximum(np.rint(RAIL_MM * camera.scale), 1.0)
        left_rail, right_rail = inner.copy(), inner.copy()
        left_rail[:, 2] = right_rail[:, 2] = rail
        right_rail[:, 0] = inner[:, 0] + inner[:, 2] - rail
        fill_rects(painter, np.concatenate([left_rail, right_rail]), rail_colour(colours))
        if high >= PORTS_PX:
            owner, y = self._empty_units(frame, seen)
            self._lines(painter, frame, inner, float(rail), owner, y)
            self._holes(painter, frame, seen, inner, high, owner, y)
            # A thin edge sets the opening off from the frame.
            outline_rects(painter, inner, colours.border.subtle)

    def _empty_units(self, frame: Frame, seen: Ids) -> tuple[Ids, Reals]:
        """The lower edges of the empty units in view: (place in `seen`, y in mm), shape (n,)."""
        layout = self._scene.layout
        elevation, unit = layout.empty_units
        low, high = np.searchsorted(elevation, seen), np.searchsorted(elevation, seen, side="right")
        count = high - low
        owner = np.repeat(np.arange(len(seen)), count)
        place = np.repeat(low, count) + np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
        pitch = layout.pitch_mm[layout.face_rack[seen]][owner]
        y = layout.bottom[seen][owner] - unit[place] * pitch
        inside = (y > frame.seen.top - pitch) & (y - pitch < frame.seen.bottom + pitch)
        return owner[inside], y[inside]

    def _lines(self, painter: QPainter, frame: Frame, inner: Reals, rail: float, owner: Ids, y: Reals) -> None:
        """The boundaries of empty units between the rails."""
        line = 1.0 / frame.camera.ratio
        top = frame.camera.edges_y(y)
        x, wide = inner[owner, 0] + rail, inner[owner, 2] - 2 * rail
        fill_rects(painter, np.stack([x, top, wide, np.full(len(top), line)], axis=1), frame.theme.grid)

    def _holes(self, painter: QPainter, frame: Frame, seen: Ids, inner: Reals, high: float, owner: Ids, y: Reals) -> None:
        camera = frame.camera
        pitch = self._scene.layout.pitch_mm[self._scene.layout.face_rack[seen]][owner]
        size = max(2.0, round(_HOLE_MM * camera.scale)) if high >= _THREE_HOLES_PX else 2.0
        shares = _HOLES_OF_UNIT if high >= _THREE_HOLES_PX else (0.5,)
        rail = max(round(RAIL_MM * camera.scale), 1)
        inset = max(1.0, (rail - size) // 2)
        hole_rects: list[Reals] = []
        for share in shares:
            top = camera.edges_y(y - share * pitch) - size / 2
            hole_rects.extend(
                np.stack([x, np.floor(top), np.full(len(top), size), np.full(len(top), size)], axis=1)
                for x in (inner[owner, 0] + inset, inner[owner, 0] + inner[owner, 2] - inset - size)
            )
        fill_rects(painter, np.concatenate(hole_rects), hole_colour(frame.theme, high))

    def _numbers(self, painter: QPainter, frame: Frame, seen: Ids, high: float) -> None:
        layout, camera = self._scene.layout, frame.camera
        racks = np.unique(layout.face_rack[seen])
        bottoms = camera.edges_y(layout.bottom[layout.faces_of_rack[racks, 0]])
        middles = camera.edges_x(layout.numbers_x[racks])
        for rack, x, bottom in zip(racks.tolist(), middles.tolist(), bottoms.tolist(), strict=True):
            pitch_px = float(layout.pitch_mm[rack]) * camera.scale
            units = int(layout.half_units[rack]) // 2
            if frame.exact or units * pitch_px > _LONGEST_PX:
                first = max(0, int((bottom - camera.y_px(frame.seen.bottom)) / pitch_px) - 1)
                last = min(units, int((bottom - camera.y_px(frame.seen.top)) / pitch_px) + 2)
                _write_numbers(painter, frame, range(first, last), pitch_px, x, bottom, high)
            else:
                column = self._column(frame, units, pitch_px, high)
                painter.drawPixmap(QPointF(x - _COLUMN_PX / 2, bottom - column.height() / camera.ratio), column)

    def _column(self, frame: Frame, units: int, pitch_px: float, high: float) -> QPixmap:
        """The unit numbers of a rack as a picture; racks of one height and zoom share it."""
        ratio = frame.camera.ratio
        key = (units, round(pitch_px * 1000), ratio, frame.theme.name)
        pixmap = self._columns.get(key)
        if pixmap is None:
            if len(self._columns) > _COLUMNS_KEPT:
                self._columns.clear()
            tall = math.ceil(units * pitch_px) + 2
            pixmap = QPixmap(round(_COLUMN_PX * ratio), round(tall * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            _write_numbers(painter, frame, range(units), pitch_px, _COLUMN_PX / 2, tall, high)
            painter.end()
            self._columns[key] = pixmap
        return pixmap


def _write_numbers(painter: QPainter, frame: Frame, units: range, pitch_px: float, x: float, bottom: float, high: float) -> None:
    """Draw unit numbers at `x` upward from `bottom`: all of them if there is room, otherwise every fifth and the first."""
    px = 10 if high < 17 else (11 if high < 30 else 13)
    plain, strong = ink("caption", tabular=True, px=px), ink("micro", strong=True, tabular=True, px=px)
    for unit in units:
        fifth = (unit + 1) % 5 == 0
        if not fifth and high < 11 and unit:
            continue
        colour = frame.theme.text.secondary if fifth else frame.theme.text.tertiary
        y = bottom - (unit + 0.5) * pitch_px
        frame.texts.draw(painter, str(unit + 1), strong if fifth else plain, colour, x, y, align=0.5, now=True)


class PartingLayer(StillLayer):
    """Draws the gaps between adjacent racks if narrower than a pixel, so that each rack stays a separate block."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the gaps in view, over the devices."""
        layout, scale, line = self._scene.layout, frame.camera.scale, 1.0 / frame.camera.ratio
        if BETWEEN_RACKS_MM * scale >= _GAP_LINES * line:
            return
        cells = layout.cells[overlapping(layout.cells, frame.seen)]
        cells = cells[cells[:, 2] * scale >= _LEAST_CELL_LINES * line]
        x = frame.camera.edges_x(cells[:, 0] + cells[:, 2] + BETWEEN_RACKS_MM / 2) - line
        top = frame.camera.edges_y(cells[:, 1])
        high = frame.camera.edges_y(cells[:, 1] + cells[:, 3]) - top
        fill_rects(painter, np.stack([x, top, np.full(len(x), line), high], axis=1), frame.theme.surface.canvas)


class ReservationLayer(StillLayer):
    """Reserved units: a hatch of 45°. Devices in them are painted over it."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the reservations in view."""
        _, rects = _reserved_in_view(self._scene, frame)
        colours = frame.theme
        if unit_px(frame) < BLOCK_PX:
            fill_rects(painter, rects, theme.mix(colours.surface.sunken, colours.border.strong, 0.45))
            return
        for rect in rects.tolist():
            hatch(painter, _inside(rect), colours.border.strong, frame, ground=colours.surface.sunken)


class ReservationWordsLayer(StillLayer):
    """A dashed frame around reserved units, over the devices in them, and the reason in the free part."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the frames and reasons in view."""
        if self._scene.snapshot is None or unit_px(frame) < BLOCK_PX:
            return
        layout, table = self._scene.layout, self._scene.snapshot["reservation"]
        seen, rects = _reserved_in_view(self._scene, frame)
        for place, rect in zip(seen.tolist(), rects.tolist(), strict=True):
            dashed_rect(painter, _inside(rect), frame.theme.text.secondary)
            row = int(layout.reserved.place[place])
            low, size = int(table["position"][row]), int(table["height"][row])
            free = _longest_free(layout, place)
            if free is not None:
                words = _inside(frame.camera.rects(free[None])[0].tolist())
                self._words(painter, frame, words, low, low + size, str(table["reason"][row]))

    def _words(self, painter: QPainter, frame: Frame, rect: QRectF, low: int, high: int, reason: str) -> None:
        """Text and reason of a reservation: in two lines if there is room, otherwise shortened to one."""
        strong, small = ink("caption", strong=True), ink("caption")
        room = rect.width() - 14
        if rect.height() < 14:
            return
        whole, units = reserved_text(low, high), span_name(low, high)
        if rect.height() >= 32 and reason:
            head = next((text for text in (whole, units) if frame.texts.width(text, strong) <= room), "")
            lines = [(head, strong), (reason, small)] if head else []
        else:
            tries = [f"{whole} · {reason}", f"{units} · {reason}"] if reason else []
            text = next((text for text in (*tries, whole, units) if frame.texts.width(text, strong) <= room), "")
            lines = [(text, strong)] if text else []
        if not lines:
            return
        wide = max(min(frame.texts.width(text, letters), room) for text, letters in lines)
        tall, middle = 14 * len(lines), rect.center()
        ground = QRectF(middle.x() - wide / 2 - 6, middle.y() - tall / 2 - 1, wide + 12, tall + 2)
        painter.fillRect(ground & rect.adjusted(2, 1, -2, -1), frame.theme.surface.sunken)
        y = middle.y() - tall / 2 + 7
        for text, letters in lines:
            colour = frame.theme.text.primary if letters is strong else frame.theme.text.secondary
            frame.texts.draw(painter, text, letters, colour, middle.x(), y, room=room, align=0.5)
            y += 14


def _reserved_in_view(scene: ElevationScene, frame: Frame) -> tuple[Ids, Reals]:
    """The places of the reservations in view, and their rectangles in px, shapes (n,) and (n, 4)."""
    reserved = scene.layout.reserved
    seen = np.flatnonzero(overlapping(reserved.rects, frame.seen))
    return seen, frame.camera.rects(reserved.rects[seen])


def _inside(rect: Sequence[float]) -> QRectF:
    x, y, wide, high = rect
    return QRectF(x + 1, y + 1, wide - 2, high - 2)


def _longest_free(layout: Elevations, place: int) -> Reals | None:
    """The tallest part of a reservation without a drawn device, (x, y, width, height) in mm; None if there is none."""
    x, top, wide, high = layout.reserved.rects[place].tolist()
    own = layout.entries.of_elevation(int(layout.reserved.face[place]))
    rects = layout.entries.rects[own[~layout.entries.beside[own]]]
    inside = rects[(rects[:, 1] < top + high) & (rects[:, 1] + rects[:, 3] > top)]
    inside = inside[np.argsort(inside[:, 1])]
    upper = np.maximum.accumulate(np.concatenate([[top], inside[:, 1] + inside[:, 3]]))
    lower = np.concatenate([inside[:, 1], [top + high]])
    tallest = int(np.argmax(lower - upper))
    free = float(lower[tallest] - upper[tallest])
    return np.array([x, upper[tallest], wide, free]) if free > 0 else None


def reserved_text(low: int, high: int) -> str:
    """Text on reserved units, such as "Reserved U33–U40"."""
    return QCoreApplication.translate("RackCanvas", "Reserved {units}").format(units=span_name(low, high))


def rail_colour(colours: Theme) -> QColor:
    """The sheet metal of a rack's rails."""
    if colours.name == "contrast":
        return colours.grid
    return theme.mix(colours.surface.sunken, colours.border.default, 0.75)


def hole_colour(colours: Theme, high: float) -> QColor:
    """The square holes in a rail: bright dots from afar, dark openings close up."""
    if not colours.is_dark:
        return theme.mix(colours.surface.sunken, colours.text.tertiary, 0.75)
    return colours.surface.sunken if high >= _THREE_HOLES_PX else colours.border.strong


def _frame_colour(colours: Theme) -> QColor:
    return theme.mix(colours.surface.sunken, colours.surface.raised, 0.55)


def _openings(layout: Elevations, seen: Ids) -> Reals:
    top, bottom = layout.top[seen], layout.bottom[seen]
    return np.stack([layout.left[seen], top, layout.width[seen], bottom - top], axis=1)
