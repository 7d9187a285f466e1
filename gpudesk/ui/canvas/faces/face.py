"""One face of one type, drawn into a rectangle."""

from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from gpudesk.core.hardware.hardware import Area, Face, HardwareType, Mount
from gpudesk.core.hardware.hardware_face import face_frame
from gpudesk.ui.canvas.faces.face_sheet import Sheet, tint_of
from gpudesk.ui.canvas.faces.hardware_palette import Skin, metal
from gpudesk.ui.canvas.faces.parts import mesh, paint_element, paint_name
from gpudesk.ui.canvas.faces.ports import paint_ports

EAR_MM = 16.0
"""The flange at each end of a 19-inch panel, by which it is screwed to the rails."""


def paint_face(painter: QPainter, target: QRectF, kind: HardwareType, face: Face, skin: Skin, *, unit_px: float, ratio: float) -> None:
    """Draw a face of a type.

    Args:
        target: logical px, on the grid of device pixels.
        unit_px: the height of a rack unit in px.
        ratio: device pixels to the logical one.
    """
    frame = face_frame(kind) or Area(0, 0, max(target.width(), 1.0), max(target.height(), 1.0))
    own = QColor(kind.colour) if kind.colour else None
    sheet = Sheet(painter, skin, tint_of(own if face is Face.FRONT else None, skin), target, frame, unit_px, ratio)
    _chassis(sheet, kind, face)
    trays = kind.trays_on(face)
    for element in kind.elements:
        if element.face is face:
            # Where trays have names of their own, the word for all of them makes room.
            paint_element(sheet, replace(element, label="") if trays and element.kind == "tray" else element)
    paint_ports(sheet, kind, face)
    for tray, area in trays:
        paint_name(sheet, area, tray.name)
    sheet.frame(target, edge_colour(kind, face, skin))


def edge_colour(kind: HardwareType, face: Face, skin: Skin) -> QColor:
    """The outline of a face: that of bare metal, or of the paint of its bezel where that is not darker."""
    if face is not Face.FRONT or not kind.colour or skin.flat:
        return skin.outline
    return _painted_edge(kind.colour, skin.outline.rgb())


@lru_cache(maxsize=512)
def _painted_edge(colour: str, bare: int) -> QColor:
    line = tint_of(QColor(colour), metal()).line
    outline = QColor.fromRgb(bare)
    return line if line.lightnessF() >= outline.lightnessF() * 0.9 else outline


def _chassis(sheet: Sheet, kind: HardwareType, face: Face) -> None:
    skin, target = sheet.skin, sheet.target
    sheet.slab(target, sheet.tint.ground)
    ears = kind.mount is Mount.UNITS and (kind.number("rail_width_inch") or 19.0) < 21 and face is Face.FRONT
    if ears and target.width() > 60:
        wide = sheet.snap(EAR_MM * sheet.sx)
        for left in (target.left(), target.right() - wide):
            ear = QRectF(left, target.top(), wide, target.height())
            sheet.slab(ear, skin.raised)
            _screws(sheet, ear)
    drawn = any(element.face is face for element in kind.elements) or any(group.face is face for group in kind.port_groups)
    if not drawn and target.height() >= 8 and kind.family.value not in ("blank", "cable_manager"):
        # Nothing is known of this face: a plain vented plate.
        wide = EAR_MM * sheet.sx
        body = target.adjusted(wide + 4, 3, -wide - 4, -3)
        mesh(sheet, body, skin.free)


def _screws(sheet: Sheet, ear: QRectF) -> None:
    radius = min(3.2 * sheet.sx, ear.width() * 0.3)
    if radius < 1.0 or sheet.unit_px < 12:
        return
    tall = ear.height() > 1.6 * sheet.unit_px
    ys = [ear.top() + 0.3 * sheet.unit_px, ear.bottom() - 0.3 * sheet.unit_px] if tall else [ear.center().y()]
    for y in ys:
        sheet.disc(QPointF(ear.center().x(), y), radius, None, sheet.skin.screw)
        if radius >= 3:
            sheet.disc(QPointF(ear.center().x(), y), radius * 0.45, None, sheet.skin.dark_edge)
