"""Names, power and use of racks, at the head and foot of their elevations."""

from functools import lru_cache

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from gpudesk.core.hardware import Face
from gpudesk.ui.canvas.elevation import BETWEEN_LINES_MM, FOOT_MM, HEAD_MM
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.rack_layer import overlapping
from gpudesk.ui.canvas.refs import ObjectRef, RackCaption
from gpudesk.ui.canvas.scene import ElevationScene
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.quantities import format_quantity, split_quantity, unit_system
from gpudesk.ui.translate import language
from gpudesk.ui.widgets.marks import paint_severity

_NAME_PX = 11.0
"""From this height of the head on names stand there."""
_HEAD_PX = 30.0
"""From this height on role and power stand beside the name."""
_FULL_PX = 44.0
"""From this height on FRONT and REAR stand below."""


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
        cells = frame.camera.rects(layout.cells[racks])
        for rack, cell, first in zip(racks.tolist(), cells.tolist(), frames.tolist(), strict=True):
            right = cell[0] + cell[2]
            if head < _HEAD_PX:
                name = self._scene.name(ObjectRef("rack", int(layout.rack_ids[rack])))
                y = first[1] - min(head / 2, 8)
                colour = frame.theme.text.primary
                frame.texts.draw(painter, name, ink("micro", strong=True), colour, first[0], y, room=right - first[0])
            else:
                self._rack(painter, frame, rack, head, first[0], right, first[1], first[1] + first[3])

    def _titles(self, painter: QPainter, frame: Frame, head: float) -> None:
        """The names of halls and rows, above their racks, where there are several; from afar in the place of the heads."""
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

    def _rack(self, painter: QPainter, frame: Frame, rack: int, head: float, left: float, right: float, top: float, bottom: float) -> None:
        layout = self._scene.layout
        rack_id = int(layout.rack_ids[rack])
        name = self._scene.name(ObjectRef("rack", rack_id))
        caption = self._scene.caption(rack_id)
        line = top - (32 if head >= _FULL_PX else 20)
        name_room = (right - left) * (0.5 if caption.power_w is not None else 1.0)
        letters = ink("strong", strong=True)
        used = frame.texts.draw(painter, name, letters, frame.theme.text.primary, left, line, room=name_room)
        severity = self._scene.marks.get(ObjectRef("rack", rack_id))
        if severity is not None:
            paint_severity(painter, QRectF(round(left + used + 5), round(line - 6), 13, 13), severity)
            used += 20
        power = self._power(painter, frame, caption, right, line, right - left - used - 10)
        detail_left = left + used + 12
        detail_room = right - power - 12 - detail_left
        if detail_room > 30:
            frame.texts.draw(painter, caption.detail, ink(), frame.theme.text.tertiary, detail_left, line + 0.5, room=detail_room)
        if head >= _FULL_PX:
            elevations = layout.faces_of_rack[rack]
            elevations = elevations[elevations >= 0]
            for elevation, frame_left in zip(elevations, frame.camera.edges_x(layout.frames[elevations, 0]), strict=True):
                text = _face_word(int(layout.face[elevation]), language())
                frame.texts.draw(painter, text, ink("micro", strong=True), frame.theme.text.tertiary, float(frame_left), top - 10)
        if FOOT_MM * frame.camera.scale >= 14:
            text = _foot_text(caption, int(layout.half_units[rack]), language(), unit_system())
            if text:
                frame.texts.draw(painter, text, ink(), frame.theme.text.secondary, left, bottom + 11, room=right - left)

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
    """What the foot of a rack says: use, mass, reservation, PDUs; nothing where nothing is known."""
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
