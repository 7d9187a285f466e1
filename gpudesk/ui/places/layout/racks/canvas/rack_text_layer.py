"""Names, power and use of racks, at the head and foot of their elevations."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.hardware.hardware import Face
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.refs import ObjectRef, RackCaption
from gpudesk.ui.canvas.text import Ink, ink
from gpudesk.ui.places.layout.racks.canvas.elevation import BETWEEN_LINES_MM, FOOT_MM, HEAD_MM
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene
from gpudesk.ui.toolkit.quantities import format_quantity, split_quantity, unit_system
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.severity_marks import paint_severity

_NAME_PX = 11.0
"""Minimum header height at which names are drawn."""
_HEAD_PX = 30.0
"""Minimum header height at which role and power are next to the name."""
_FULL_PX = 44.0
"""Minimum header height at which FRONT and REAR are below it."""


class RackTextLayer(StillLayer):
    """Heads and feet of racks and titles of lines; at each zoom as much of them as has room."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the texts of the racks in view."""
        head = HEAD_MM * frame.camera.scale
        self._titles(painter, frame, head)
        if head < _NAME_PX:
            return
        layout = self._scene.layout
        racks = np.flatnonzero(overlapping(layout.cells, frame.seen))
        if not len(racks):
            return
        frames = frame.camera.rects(layout.frames[layout.faces_of_rack[racks, 0]])
        right = frame.camera.edges_x(layout.cells[racks, 0] + layout.cells[racks, 2])
        heads = [
            _Head(int(layout.rack_ids[rack]), rack, left, top, end, top + tall)
            for rack, (left, top, _, tall), end in zip(racks.tolist(), frames.tolist(), right.tolist(), strict=True)
        ]
        if head < _HEAD_PX:
            letters, up = ink("micro", strong=True), min(head / 2, 8)
            lines = [
                _Line(self._name(rack_head), rack_head.left, rack_head.top - up, rack_head.right - rack_head.left) for rack_head in heads
            ]
            _write(painter, frame, lines, letters, frame.theme.text.primary)
        else:
            self._heads(painter, frame, heads, head)

    def _name(self, head: "_Head") -> str:
        return self._scene.name(ObjectRef("rack", head.rack_id))

    def _titles(self, painter: QPainter, frame: Frame, head: float) -> None:
        """Names of halls and rows, above their racks, if there are several; at small scale, in place of the headers."""
        layout, camera = self._scene.layout, frame.camera
        gap = BETWEEN_LINES_MM * camera.scale
        room = gap if head >= _NAME_PX else gap + head
        if room < 13 or len(layout.line_titles) < 2:
            return
        letters = ink("strong", strong=True) if room >= 20 else ink("micro", strong=True)
        boxes = layout.line_boxes.copy()
        boxes[:, 1] -= BETWEEN_LINES_MM
        for line in np.flatnonzero(overlapping(boxes, frame.seen)):
            x, y, wide, _ = layout.line_boxes[line]
            middle = camera.y_px(float(y)) + ((head - gap) / 2 if head < _NAME_PX else -gap / 2)
            width = wide * camera.scale
            frame.texts.draw(
                painter, layout.line_titles[line], letters, frame.theme.text.secondary, camera.x_px(float(x)), middle, room=width
            )

    def _heads(self, painter: QPainter, frame: Frame, heads: list["_Head"], head: float) -> None:
        """Names, power and details above racks, their use below."""
        layout, texts, colours = self._scene.layout, frame.texts, frame.theme
        letters = ink("strong", strong=True)
        names: list[_Line] = []
        details: list[_Line] = []
        faces: list[_Line] = []
        feet: list[_Line] = []
        up = 32 if head >= _FULL_PX else 20
        with_foot = FOOT_MM * frame.camera.scale >= 14
        spoken, units = language(), unit_system()
        for rack_head in heads:
            caption = self._scene.caption(rack_head.rack_id)
            name, y, wide = self._name(rack_head), rack_head.top - up, rack_head.right - rack_head.left
            room = wide * (0.5 if caption.power_w is not None else 1.0)
            names.append(_Line(name, rack_head.left, y, room))
            used = min(texts.width(name, letters), room)
            severity = self._scene.marks.get(ObjectRef("rack", rack_head.rack_id))
            if severity is not None:
                paint_severity(painter, QRectF(round(rack_head.left + used + 5), round(y - 6), 13, 13), severity)
                used += 20
            power = self._power(painter, frame, caption, rack_head.right, y, wide - used - 10)
            room = wide - used - power - 24
            if room > 30 and caption.detail:
                details.append(_Line(caption.detail, rack_head.left + used + 12, y + 0.5, room))
            text = _foot_text(caption, int(layout.half_units[rack_head.rack]), spoken, units) if with_foot else ""
            if text:
                feet.append(_Line(text, rack_head.left, rack_head.bottom + 11, wide))
        if head >= _FULL_PX:
            shown = layout.faces_of_rack[[rack_head.rack for rack_head in heads]]
            lefts = frame.camera.edges_x(layout.frames[shown, 0]).tolist()
            for rack_head, elevations, edges in zip(heads, shown.tolist(), lefts, strict=True):
                for elevation, left in zip(elevations, edges, strict=True):
                    if elevation >= 0:
                        faces.append(_Line(_face_word(int(layout.face[elevation]), spoken), left, rack_head.top - 10, 200.0))
        _write(painter, frame, names, letters, colours.text.primary)
        _write(painter, frame, details, ink(), colours.text.tertiary)
        _write(painter, frame, faces, ink("micro", strong=True), colours.text.tertiary)
        _write(painter, frame, feet, ink(), colours.text.secondary)

    def _power(self, painter: QPainter, frame: Frame, caption: RackCaption, right: float, line: float, room: float) -> float:
        """The power at the right end with its bar; returns the width that it took."""
        if caption.power_w is None:
            return 0.0
        text = _power_text(caption.power_w, caption.power_limit_w, language())
        colours, figures = frame.theme, ink(strong=True, tabular=True)
        if frame.texts.width(text, figures) > room:
            return 0.0
        over = bool(caption.power_limit_w) and caption.power_w > (caption.power_limit_w or 0)
        colour = colours.severity["error"].colour if over else colours.text.primary
        width = frame.texts.draw(painter, text, figures, colour, right, line, align=1.0)
        if caption.power_limit_w:
            wide = max(width, 60.0)
            track = QRectF(round(right - wide), round(line + 10), round(wide), 4)
            painter.fillRect(track, colours.border.subtle)
            share = min(1.0, caption.power_w / caption.power_limit_w)
            fill = colours.severity["error"].colour if over else colours.accent
            painter.fillRect(QRectF(track.left(), track.top(), round(wide * share), 4), fill)
        return width


class _Head(NamedTuple):
    """A rack in view: its id, its place in the layout, and its frame in px, over both elevations."""

    rack_id: int
    rack: int
    left: float
    top: float
    right: float
    bottom: float


class _Line(NamedTuple):
    """A text with its left end at `x` in the vertical middle of `y`, elided to `room`."""

    text: str
    x: float
    y: float
    room: float


def _write(painter: QPainter, frame: Frame, lines: list[_Line], letters: Ink, colour: QColor) -> None:
    if lines:
        texts, xs, ys, rooms = zip(*lines, strict=True)
        frame.texts.draw_many(painter, texts, letters, colour, xs, ys, rooms)


@lru_cache(maxsize=8)
def _face_word(face: int, _language: str) -> str:
    if face == Face.FRONT:
        return QCoreApplication.translate("RackCanvas", "FRONT")
    return QCoreApplication.translate("RackCanvas", "REAR")


@lru_cache(maxsize=8192)
def _foot_text(caption: RackCaption, half_units: int, _language: str, _units: str) -> str:
    return " · ".join(foot_texts(caption, half_units))


@lru_cache(maxsize=8192)
def _power_text(power_w: float, limit_w: float | None, _language: str) -> str:
    return power_text(power_w, limit_w)


def foot_texts(caption: RackCaption, half_units: int) -> list[str]:
    """Footer text of a rack: units used, mass, reservation, PDUs; empty if unknown."""
    texts: list[str] = []
    if caption.used_half_units is not None:
        text = QCoreApplication.translate("RackCanvas", "{used} of {total}")
        used, total = format_quantity(caption.used_half_units / 2, "U"), format_quantity(half_units / 2, "U")
        texts.append(text.format(used=used, total=total))
    if caption.mass_kg is not None:
        texts.append(format_quantity(caption.mass_kg, "kg", decimals=1 if caption.mass_kg < 1000 else 0))
    if caption.reserved_half_units:
        text = QCoreApplication.translate("RackCanvas", "{units} reserved")
        texts.append(text.format(units=format_quantity(caption.reserved_half_units / 2, "U")))
    if caption.pdu_count:
        texts.append(QCoreApplication.translate("RackCanvas", "{count} PDU").format(count=caption.pdu_count))
    return texts


def power_text(power_w: float, limit_w: float | None) -> str:
    """The power of a rack and what its feeds can carry, the unit once: "40.8 of 46 kW"."""
    if not limit_w:
        return format_quantity(power_w, "W")
    number, unit = split_quantity(power_w, "W")
    _, limit_unit = split_quantity(limit_w, "W")
    power = number if unit == limit_unit else format_quantity(power_w, "W")
    return QCoreApplication.translate("RackCanvas", "{power} of {limit}").format(power=power, limit=format_quantity(limit_w, "W"))


__all__ = ["RackTextLayer", "foot_texts", "power_text"]
