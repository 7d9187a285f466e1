"""Paints devices outside racks: fronts on the floor line, with names below."""

from dataclasses import dataclass
from itertools import groupby

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.ui.canvas.batch import Reals, fill_groups, fill_rects
from gpudesk.ui.canvas.faces.cache import FaceCache
from gpudesk.ui.canvas.faces.hardware_palette import skin
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.canvas.level_of_detail import PORTS_PX, overlapping, unit_px
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.places.layout.racks.canvas.device_layer import LEGIBLE, NAME_ROOM_PX, letter_px
from gpudesk.ui.places.layout.racks.canvas.floor_strip import NAME_MM, TITLE_MM
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

LEAST_TRAY_PX = 3.0
"""Minimum tray height at which individual trays are distinguished."""


@dataclass(frozen=True, slots=True)
class TrayRuns:
    """The trays on a front, from its top down, as shares of its height.

    Attributes:
        tops: of each tray, shape (trays,).
        runs: from and to of each run of one kind, shape (runs, 2).
        names: of each run: "c09–18", or that of its only tray.
        least: the height of the lowest tray.
    """

    tops: Reals
    runs: Reals
    names: tuple[str, ...]
    least: float


def tray_runs(kind: HardwareType) -> TrayRuns | None:
    """The trays on the front of a type, or None if it has none there."""
    frame = face_frame(kind)
    placed = sorted(kind.trays_on(Face.FRONT), key=lambda one: -one[1].y_mm)
    if frame is None or not placed:
        return None
    high = frame.height_mm
    tops = [1 - (area.y_mm + area.height_mm) / high for _, area in placed]
    runs, names = [], []
    for _, group in groupby(placed, key=lambda one: one[0].key):
        held = list(group)
        (upper, first), (lower, last) = held[0], held[-1]
        runs.append((1 - (first.y_mm + first.height_mm) / high, 1 - last.y_mm / high))
        low, top = sorted((upper.name, lower.name))
        names.append(low if len(held) == 1 else f"{low}–{top.removeprefix(low.rstrip('0123456789'))}")
    return TrayRuns(np.array(tops), np.array(runs), tuple(names), min(area.height_mm for _, area in placed) / high)


_NAME_PX = 13.0
_ON_FRONT_PX = (34, 11)
"""A front of this width and height has room for its name."""
_FAINT = 0.28
_LINE_SHARE = 0.3
"""Of the ink of texts in the lines between trays."""
_NAMED_MM = 590.0
_FILM = 0.84


class FloorLayer:
    """Devices outside racks.

    Attributes:
        pending: whether some faces wait for a frame with time for them.
    """

    def __init__(self, scene: ElevationScene, faces: FaceCache) -> None:
        self._scene = scene
        self._faces = faces
        self.pending = False

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the devices in view."""
        self.pending = False
        strip = self._scene.layout.floor
        if not len(strip.device) or self._scene.snapshot is None:
            return
        self._lines(painter, frame)
        grown = strip.rects + np.array([0.0, 0.0, 0.0, NAME_MM])
        seen = np.flatnonzero(overlapping(grown, frame.seen))
        if not len(seen):
            return
        rects = frame.camera.rects(strip.rects[seen])
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
        group, colours = self._colours(frame, seen)
        if unit_px(frame) < PORTS_PX:
            fill_groups(painter, rects, group, colours)
            self._trays(painter, frame, seen, rects, [colours[code] for code in group.tolist()])
        else:
            self._fronts(painter, frame, seen, rects)
            if self._scene.paint is not None:
                films = [QColor(colour) for colour in colours]
                for film in films:
                    film.setAlphaF(_FILM)
                fill_groups(painter, rects, group, films)
        self._words(painter, frame, seen, rects, [colours[code] for code in group.tolist()])

    def _lines(self, painter: QPainter, frame: Frame) -> None:
        """The floor under the devices and the items on it."""
        strip, camera = self._scene.layout.floor, frame.camera
        x, y, wide = strip.lines.T
        line = np.stack([camera.edges_x(x), camera.edges_y(y), wide * camera.scale, np.full(len(x), 1.0)], axis=1)
        fill_rects(painter, line, frame.theme.border.strong)
        room = TITLE_MM * camera.scale
        if room < _NAME_PX:
            return
        for (left, _, width), top, hall_id in zip(strip.lines.tolist(), strip.tops.tolist(), strip.hall_ids, strict=True):
            middle = camera.y_px(top) - room / 2
            title, most = self.title(hall_id), max(width * camera.scale, 160.0)
            letters = ink("strong", strong=True) if room >= 20 else ink("micro", strong=True)
            frame.texts.draw(painter, title, letters, frame.theme.text.secondary, camera.x_px(left), middle, room=most)

    def title(self, hall_id: int) -> str:
        """The title above a line."""
        if hall_id == ABSENT:
            return QCoreApplication.translate("RackCanvas", "Not in a rack")
        floor = QCoreApplication.translate("RackCanvas", "On the floor")
        snapshot = self._scene.snapshot
        several = snapshot is not None and snapshot["hall"].rows > 1
        return f"{floor} · {self._scene.name(ObjectRef('hall', hall_id))}" if several else floor

    def _colours(self, frame: Frame, seen: Ids) -> tuple[Ids, list[QColor]]:
        devices = self._scene.layout.floor.device[seen]
        paint = self._scene.paint
        if paint is None:
            places, colours = self._scene.blocks()
            group = places[devices]
        else:
            colours = [*(entry.colour for entry in paint.legend), frame.theme.border.default]
            group = np.where(paint.step[devices] == ABSENT, len(colours) - 1, paint.step[devices])
        if self._scene.dimmed is not None:
            ground = frame.theme.surface.canvas
            group = group + len(colours) * self._scene.dimmed[devices]
            colours = colours + [theme.mix(colour, ground, 1 - _FAINT) for colour in colours]
        return group, colours

    def _fronts(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals) -> None:
        strip, scene = self._scene.layout.floor, self._scene
        metal, high = skin(frame.theme), unit_px(frame)
        self._faces.begin(frame.drawing_s, sharpen=frame.sharpen)
        for place, rect in zip(seen.tolist(), rects.tolist(), strict=True):
            faint = scene.dimmed is not None and bool(scene.dimmed[strip.device[place]])
            painter.setOpacity(_FAINT if faint else 1.0)
            kind = scene.kind(int(strip.type_id[place]))
            self._faces.paint(painter, QRectF(*rect), kind, Face.FRONT, metal, high, frame.camera.ratio, exact=frame.exact)
        painter.setOpacity(1.0)
        self.pending = self._faces.pending and not frame.exact

    def _trays(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, grounds: list[QColor]) -> None:
        """The trays of rack-scale systems on their blocks, by a line each, and by names where a run of them has room for a line."""
        strip, known = self._scene.layout.floor, dict[int, TrayRuns | None]()
        ink_px = float(ink("micro", strong=True).metrics.ascent())
        lowest = 0.0 if self._has_names_below(frame) else _ON_FRONT_PX[1] + 4.0
        for place, (x, y, w, h), ground in zip(seen.tolist(), rects.tolist(), grounds, strict=True):
            kind = self._scene.kind(int(strip.type_id[place]))
            trays = known.setdefault(int(strip.type_id[place]), tray_runs(kind) if kind.trays else None)
            if trays is None or trays.least * h < LEAST_TRAY_PX:
                continue
            light = theme.mix(ground, self._ink_on(frame, ground), _LINE_SHARE)
            ones = np.ones(len(trays.tops))
            lines = np.stack([x * ones, np.round(y + trays.tops * h), w * ones, ones], axis=1)
            fill_rects(painter, lines, light)
            for (top, bottom), name in zip((y + trays.runs * h).tolist(), trays.names, strict=True):
                if bottom - top >= ink_px + 2 and w >= _ON_FRONT_PX[0] and (top + bottom) / 2 - ink_px / 2 >= y + lowest:
                    self._on_block(painter, frame, name, ground, x, (top + bottom) / 2, w)

    def _has_names_below(self, frame: Frame) -> bool:
        return NAME_MM * frame.camera.scale >= _NAME_PX - 2

    def _ink_on(self, frame: Frame, ground: QColor) -> QColor:
        metal = skin(frame.theme)
        return metal.ink if theme.contrast_ratio(ground, metal.ink) >= LEGIBLE else metal.well

    def _on_block(self, painter: QPainter, frame: Frame, text: str, ground: QColor, x: float, y: float, w: float) -> None:
        """Text on a block, with its own background over the lines below it."""
        letters = ink("micro", strong=True)
        wide = min(frame.texts.width(text, letters), w - 6)
        high = float(letters.metrics.ascent())
        fill_rects(painter, np.array([[x + 2, y - high / 2, wide + 2, high]]), ground)
        frame.texts.draw(painter, text, letters, self._ink_on(frame, ground), x + 3, y, room=w - 6)

    def _inner_name(self, painter: QPainter, frame: Frame, name: str, rect: QRectF) -> None:
        """A name plate on a device in a bay, if there is room for a line."""
        high = unit_px(frame)
        size = letter_px(high)
        if high < PORTS_PX or rect.height() < size - 1 or rect.width() < 34:
            return
        letters, metal = ink("micro", strong=True, px=size), skin(frame.theme)
        room = min(rect.width() - 8, max(0.46 * rect.width(), NAME_ROOM_PX))
        tall = min(float(size + 4), rect.height() - 2)
        plate = [rect.left() + 1, rect.center().y() - tall / 2, min(frame.texts.width(name, letters), room) + 6, tall]
        fill_rects(painter, np.array([plate]), metal.plate)
        frame.texts.draw(painter, name, letters, metal.ink, rect.left() + 4, rect.center().y(), room=room)

    def _words(self, painter: QPainter, frame: Frame, seen: Ids, rects: Reals, grounds: list[QColor]) -> None:
        """Names below, or on the fronts while there is no room for a line below, and the severities of findings."""
        strip, snapshot = self._scene.layout.floor, self._scene.snapshot
        if snapshot is None:
            return
        devices, named = snapshot["device"], self._has_names_below(frame)
        for place, (x, y, w, h), ground in zip(seen.tolist(), rects.tolist(), grounds, strict=True):
            row = int(strip.device[place])
            if place >= strip.standing:
                self._inner_name(painter, frame, str(devices["name"][row]), QRectF(x, y, w, h))
            elif named and w >= 20:
                # A name may reach beyond a narrow device.
                room = max(w, _NAMED_MM * frame.camera.scale)
                frame.texts.draw(painter, str(devices["name"][row]), ink(), frame.theme.text.primary, x, y + h + 9, room=room)
            elif w >= _ON_FRONT_PX[0] and h >= _ON_FRONT_PX[1]:
                # Above the names of its trays, or in the middle.
                middle = y + 3 + _ON_FRONT_PX[1] / 2 if self._scene.kind(int(strip.type_id[place])).trays else y + h / 2
                self._on_block(painter, frame, str(devices["name"][row]), ground, x, middle, w)
            severity = self._scene.marks.get(ObjectRef("device", int(devices.ids[row])))
            if severity is not None:
                side = min(14.0, max(4.0, min(w, h) - 2))
                paint_severity(painter, QRectF(round(x + w - side - 3), round(y + 3), side, side), severity)
