"""Names, power and use of racks, at the head and foot of their elevations."""

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from gpudesk.core.columns import Ids
from gpudesk.core.hardware import Face
from gpudesk.ui.canvas.elevation import BETWEEN_LINES_MM, HEAD_MM
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.rack_layer import overlapping
from gpudesk.ui.canvas.refs import ObjectRef, RackCaption
from gpudesk.ui.canvas.scene import ElevationScene
from gpudesk.ui.canvas.text import Ink
from gpudesk.ui.quantities import format_quantity, split_quantity

NAME = Ink("strong", strong=True)
DETAIL = Ink("caption")
FIGURE = Ink("caption", strong=True, tabular=True)
LABEL = Ink("micro", strong=True)


class RackTextLayer(StillLayer):
    """Heads and feet of racks and titles of lines; at each zoom as much of them as has room."""

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the texts of the racks in view."""
        head = HEAD_MM * frame.camera.scale
        self._titles(painter, frame, head)
        if head < 11:
            return
        layout = self._scene.layout
        for rack in np.flatnonzero(overlapping(layout.cells, frame.seen)):
            self._rack(painter, frame, int(rack), head)

    def _titles(self, painter: QPainter, frame: Frame, head: float) -> None:
        layout, camera = self._scene.layout, frame.camera
        gap = BETWEEN_LINES_MM * camera.scale
        room = gap if head >= 11 else gap + head
        if room < 13:
            return
        strong = Ink("strong", strong=True) if room >= 20 else Ink("micro", strong=True)
        boxes = layout.line_boxes.copy()
        boxes[:, 1] -= BETWEEN_LINES_MM
        for line in np.flatnonzero(overlapping(boxes, frame.seen)):
            x, y, wide, _ = layout.line_boxes[line]
            middle = camera.y_px(float(y)) - gap / 2 if head >= 11 else camera.y_px(float(y)) + (head - gap) / 2
            left = max(camera.x_px(float(x)), 8.0)
            colour = frame.theme.text.secondary
            frame.texts.draw(painter, layout.line_titles[line], strong, colour, left, middle, room=wide * camera.scale)

    def _rack(self, painter: QPainter, frame: Frame, rack: int, head: float) -> None:
        layout, camera = self._scene.layout, frame.camera
        elevations = layout.faces_of_rack[rack]
        elevations = elevations[elevations >= 0]
        frames = camera.rects(layout.frames[elevations])
        left, right = float(frames[0, 0]), float(frames[-1, 0] + frames[-1, 2])
        top, bottom = float(frames[0, 1]), float(frames[0, 1] + frames[0, 3])
        rack_id = int(layout.rack_ids[rack])
        name = self._scene.name(ObjectRef("rack", rack_id))
        if head < 30:
            frame.texts.draw(painter, name, LABEL, frame.theme.text.primary, left, top - min(head / 2, 8), room=right - left)
            return
        caption = self._scene.caption(rack_id)
        both = len(elevations) == 2
        line = top - (32 if head >= 44 else 20)
        name_room = (right - left) * (0.5 if caption.power_w is not None else 1.0)
        used = frame.texts.draw(painter, name, NAME, frame.theme.text.primary, left, line, room=name_room)
        power = self._power(painter, frame, caption, right, line, right - left - used - 10)
        detail_left = left + used + 12
        detail_room = right - power - 12 - detail_left
        if detail_room > 30:
            frame.texts.draw(painter, caption.detail, DETAIL, frame.theme.text.tertiary, detail_left, line + 0.5, room=detail_room)
        if head >= 44:
            self._face_names(painter, frame, elevations, frames, both, top)
        if 96 * camera.scale >= 14:
            self._foot(painter, frame, rack, caption, left, right, bottom)

    def _face_names(
        self,
        painter: QPainter,
        frame: Frame,
        elevations: Ids,
        frames: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
        both: bool,
        top: float,
    ) -> None:
        layout = self._scene.layout
        for elevation, rect in zip(elevations, frames, strict=True):
            front = layout.face[elevation] == Face.FRONT
            text = QCoreApplication.translate("RackCanvas", "FRONT") if front else QCoreApplication.translate("RackCanvas", "REAR")
            room = float(rect[2]) * (0.45 if not (both and front) else 1.0)
            frame.texts.draw(painter, text, Ink("micro", strong=True), frame.theme.text.tertiary, float(rect[0]), top - 10, room=room)

    def _power(self, painter: QPainter, frame: Frame, caption: RackCaption, right: float, line: float, room: float) -> float:
        """The power at the right end with its bar; returns the width that it took."""
        if caption.power_w is None:
            return 0.0
        text = power_text(caption.power_w, caption.power_limit_w)
        over = bool(caption.power_limit_w) and caption.power_w > (caption.power_limit_w or 0)
        colours = frame.theme
        if frame.texts.width(text, FIGURE) > room:
            return 0.0
        ink = colours.severity["error"].colour if over else colours.text.primary
        width = frame.texts.draw(painter, text, FIGURE, ink, right, line, align=1.0)
        if caption.power_limit_w:
            wide = max(width, 60.0)
            track = QRectF(right - wide, line + 10, wide, 4)
            painter.fillRect(track, colours.border.subtle)
            share = min(1.0, caption.power_w / caption.power_limit_w)
            fill = colours.severity["error"].colour if over else colours.accent
            painter.fillRect(QRectF(track.left(), track.top(), round(wide * share), 4), fill)
        return width

    def _foot(self, painter: QPainter, frame: Frame, rack: int, caption: RackCaption, left: float, right: float, bottom: float) -> None:
        texts = foot_texts(caption, int(self._scene.layout.half_units[rack]))
        if texts:
            frame.texts.draw(painter, " · ".join(texts), DETAIL, frame.theme.text.secondary, left, bottom + 11, room=right - left)


def foot_texts(caption: RackCaption, half_units: int) -> list[str]:
    """What the foot of a rack says: use, reservation, mass, PDUs; nothing where nothing is known."""
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
        texts.append(QCoreApplication.translate("RackCanvas", "%n PDU", "", caption.pdu_count))
    return texts


def power_text(power_w: float, limit_w: float | None) -> str:
    """The power of a rack and what its feeds can carry, the unit once: "40.8 of 46 kW"."""
    if not limit_w:
        return format_quantity(power_w, "W")
    number, unit = split_quantity(power_w, "W")
    _, limit_unit = split_quantity(limit_w, "W")
    power = number if unit == limit_unit else format_quantity(power_w, "W")
    return QCoreApplication.translate("RackCanvas", "{power} of {limit}").format(power=power, limit=format_quantity(limit_w, "W"))
