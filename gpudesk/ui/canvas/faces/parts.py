"""Elements of a face other than ports: bezels, meshes, fans, power supplies, drives, handles, trays, cards."""

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen

from gpudesk.core.hardware.hardware import Area, FaceElement
from gpudesk.ui.canvas.faces.face_sheet import Sheet, lighter
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme

DETAIL_PX = 20.0
_BLADES = 7
_MESH_MM = 6.5


def paint_element(sheet: Sheet, element: FaceElement) -> None:
    """Draw one element; a kind without a specific drawing is a plain plate."""
    _DRAWN.get(element.kind, _plate)(sheet, element)


def _bezel(sheet: Sheet, element: FaceElement) -> None:
    rect = sheet.rect(element.area)
    sheet.slab(rect, sheet.tint.middle, sheet.tint.line if sheet.unit_px >= 9 else None)
    inner = rect.adjusted(3, 3, -3, -3)
    if inner.width() > 12 and inner.height() > 12:
        sheet.fill(inner, sheet.tint.ground)
        mesh(sheet, inner, sheet.tint.middle if not sheet.skin.flat else sheet.skin.free)


def _vent(sheet: Sheet, element: FaceElement) -> None:
    small = min(sheet.cell_px(element)) < 4
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        if small:
            sheet.fill(cell, sheet.skin.recess)
            continue
        sheet.inset(cell, sheet.skin.recess)
        mesh(sheet, cell.adjusted(1, 1, -1, -1), sheet.skin.line)


def _fan(sheet: Sheet, element: FaceElement) -> None:
    cells = sheet.cells(sheet.rect(element.area), element.rows, element.columns)
    radius = 0.46 * min(sheet.cell_px(element))
    on_bezel = element.area.height_mm > 60
    line = sheet.tint.line if on_bezel else sheet.skin.line
    ground = sheet.tint.ground if on_bezel else sheet.skin.recess
    if not on_bezel and radius > 5:
        for cell in cells:
            sheet.slab(cell.adjusted(0, 0, -sheet.hair, 0), sheet.skin.panel)
    for cell in cells:
        rotor(sheet, cell.center(), radius, line, ground)


def rotor(sheet: Sheet, middle: QPointF, radius: float, line: QColor, ground: QColor) -> None:
    """A fan: a disc, its blades and its hub, in as much detail as is visible."""
    if radius < 2:
        sheet.disc(middle, max(radius, 1.0), None, line)
        return
    if radius < 5:
        sheet.disc(middle, radius - 0.5, QPen(line, 1.0), ground)
        sheet.disc(middle, max(0.8, radius * 0.25), None, line)
        return
    flat = sheet.skin.flat
    blade = sheet.skin.free if flat else theme.mix(ground, line, 0.45)
    sheet.disc(middle, radius, QPen(line, max(sheet.hair, radius * 0.05)), ground)
    painter = sheet.smooth(None, blade)
    painter.drawPath(_blades(middle, radius * 0.90))
    sheet.crisp()
    sheet.disc(middle, radius * 0.30, QPen(line, sheet.hair), ground)
    if radius > 18:
        sheet.disc(middle, radius * 0.12, None, line)
        # The finger guard.
        for share in (0.5, 0.72):
            sheet.disc(middle, radius * share, QPen(line, sheet.hair), None)


def _blades(middle: QPointF, radius: float) -> QPainterPath:
    path = QPainterPath()
    step = 2 * math.pi / _BLADES

    def at(share: float, angle: float) -> QPointF:
        return QPointF(middle.x() + radius * share * math.cos(angle), middle.y() + radius * share * math.sin(angle))

    for number in range(_BLADES):
        angle = number * step
        path.moveTo(at(0.26, angle))
        path.quadTo(at(0.62, angle + 0.02), at(1.0, angle + 0.42 * step))
        path.quadTo(at(1.04, angle + 0.72 * step), at(0.97, angle + 0.98 * step))
        path.quadTo(at(0.62, angle + 0.62 * step), at(0.26, angle + 0.66 * step))
        path.closeSubpath()
    return path


def _supply(sheet: Sheet, element: FaceElement) -> None:
    w, h = sheet.cell_px(element)
    upright = h >= 0.9 * w
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        sheet.slab(cell, sheet.skin.panel, sheet.skin.line if sheet.unit_px >= 12 else None)
        if min(w, h) < 7:
            continue
        if upright:
            # The fan above, the inlet below it, a handle across.
            middle = QPointF(cell.center().x(), cell.top() + h * 0.36)
            rotor(sheet, middle, min(w * 0.36, h * 0.27), sheet.skin.line, sheet.skin.recess)
            bar = QRectF(cell.left() + 0.2 * w, cell.top() + 0.04 * h, 0.6 * w, max(2.0, 0.045 * h))
        else:
            mesh(sheet, cell.adjusted(2, 2, -2 - 0.16 * w, -2), sheet.skin.line)
            bar = QRectF(cell.right() - 0.13 * w, cell.top() + 0.18 * h, max(2.0, 0.07 * w), 0.64 * h)
        size = QSizeF(max(1.0, sheet.snap(bar.width())), max(1.0, sheet.snap(bar.height())))
        sheet.fill(QRectF(QPointF(sheet.snap(bar.left()), sheet.snap(bar.top())), size), sheet.skin.detail)
        lamp = max(1.0, min(3.0, sheet.snap(h * 0.05)))
        sheet.lamp(cell.left() + max(2.0, 0.07 * w), cell.top() + max(2.0, 0.06 * h), lamp, sheet.skin.lamp_off)


def _drive(sheet: Sheet, element: FaceElement) -> None:
    w, h = sheet.cell_px(element)
    least, along, upright = min(w, h), max(w, h), h > w
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        if least < 3:
            sheet.fill(cell, sheet.skin.raised)
            continue
        metal = sheet.skin.panel if sheet.skin.flat else sheet.skin.raised
        sheet.slab(cell, metal, sheet.skin.line if least >= 6 else None)
        if along < 10:
            continue
        # The latch at the end, the lamp next to it, slots for air between.
        if upright:
            latch = QRectF(cell.left() + w * 0.22, cell.bottom() - along * 0.24, w * 0.56, max(1.0, along * 0.05))
            grille = QRectF(cell.left() + w * 0.24, cell.top() + along * 0.12, w * 0.52, along * 0.5)
            lamp = (cell.center().x() - 0.5, cell.bottom() - max(3.0, along * 0.11))
        else:
            latch = QRectF(cell.right() - along * 0.24, cell.top() + h * 0.22, max(1.0, along * 0.05), h * 0.56)
            grille = QRectF(cell.left() + along * 0.12, cell.top() + h * 0.24, along * 0.5, h * 0.52)
            lamp = (cell.right() - max(3.0, along * 0.11), cell.center().y() - 0.5)
        mesh(sheet, _snapped(sheet, grille), sheet.skin.line)
        sheet.fill(_snapped(sheet, latch), sheet.skin.detail)
        sheet.lamp(*lamp, 1.0 if along < 40 else 2.0, sheet.skin.lamp)


def _handle(sheet: Sheet, element: FaceElement) -> None:
    rect = sheet.rect(element.area)
    if rect.width() < 2:
        sheet.fill(rect, sheet.tint.line)
        return
    sheet.slab(rect, theme.mix(sheet.tint.middle, sheet.tint.line, 0.55), None)
    if rect.width() >= 4:
        sheet.frame(rect, sheet.tint.line)


def _display(sheet: Sheet, element: FaceElement) -> None:
    least = min(sheet.cell_px(element))
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, 2 * sheet.hair):
        sheet.inset(cell, sheet.skin.well)
        sheet.frame(cell, sheet.skin.line)
        if least >= 7:
            size = sheet.snap(max(1.0, least * 0.16))
            middle = cell.center()
            sheet.lamp(middle.x() - size / 2, middle.y() - size / 2, size, sheet.skin.lamp)


def _plate(sheet: Sheet, element: FaceElement) -> None:
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        sheet.slab(cell, sheet.tint.middle)
        _label(sheet, cell, element.label)


def _tray(sheet: Sheet, element: FaceElement) -> None:
    w, h = sheet.cell_px(element)
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        sheet.slab(cell, sheet.skin.panel, sheet.skin.line if h >= 6 else None)
        if h >= 5 and w >= 30:
            lever_w, lever_h = max(2.0, sheet.snap(7 * sheet.sx)), max(2.0, sheet.snap(h * 0.5))
            y = sheet.snap(cell.center().y() - lever_h / 2)
            for x in (cell.left() + lever_w * 0.5, cell.right() - lever_w * 1.5):
                sheet.fill(QRectF(sheet.snap(x), y, sheet.snap(lever_w), lever_h), sheet.skin.detail)
        _label(sheet, cell, element.label)


def _card(sheet: Sheet, element: FaceElement) -> None:
    least = min(sheet.cell_px(element))
    for cell in sheet.cells(sheet.rect(element.area), element.rows, element.columns, sheet.hair):
        sheet.slab(cell, sheet.skin.panel, sheet.skin.line if least >= 6 else None)
        if element.columns > 1 and least >= 8:
            mesh(sheet, cell.adjusted(3, 5, -3, -5), sheet.skin.line)


def paint_name(sheet: Sheet, area: Area, name: str) -> None:
    """The name of a tray at its right end, right of its ports, where a person can read it."""
    _label(sheet, sheet.rect(area), name, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _label(sheet: Sheet, cell: QRectF, text: str, where: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter) -> None:
    """A text printed on a part, if there is enough room."""
    if not text or sheet.unit_px < DETAIL_PX or cell.height() < 14:
        return
    font = fonts.font("micro", strong=True)
    font.setPixelSize(10 if sheet.unit_px < 40 else 12)
    sheet.painter.setFont(font)
    sheet.painter.setPen(sheet.skin.detail)
    sheet.painter.drawText(cell.adjusted(18, 2, -18, -2), where, text)


def mesh(sheet: Sheet, rect: QRectF, line: QColor) -> None:
    """Perforated sheet metal: hexagons if distinguishable, else a weave of dots."""
    if rect.width() < 3 or rect.height() < 3:
        return
    pitch = _MESH_MM * sheet.sx
    tile = _mesh_tile(line.rgba(), max(4, round(pitch * sheet.ratio)), sheet.ratio)
    brush = QBrush(tile)
    sheet.painter.setBrushOrigin(rect.topLeft())
    sheet.painter.fillRect(rect, brush)
    sheet.painter.setBrushOrigin(QPointF(0, 0))


@lru_cache(maxsize=128)
def _mesh_tile(rgba: int, pitch: int, ratio: float) -> QImage:
    """One repeat of the pattern, `pitch` device pixels wide."""
    colour = QColor.fromRgba(rgba)
    if pitch < 7:
        size = max(4, pitch - pitch % 2)
        tile = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        tile.fill(0)
        for x, y in ((0, 0), (size // 2, size // 2)):
            tile.setPixelColor(x, y, colour)
        tile.setDevicePixelRatio(ratio)
        return tile
    high = round(pitch * math.sqrt(3))
    tile = QImage(pitch, high, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(0)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, max(1.0, pitch * 0.10)))
    radius = pitch / math.sqrt(3)
    corners = [(0.0, 0.0), (float(pitch), 0.0), (0.0, float(high)), (float(pitch), float(high)), (pitch / 2, high / 2)]
    for centre_x, centre_y in corners:
        path = QPainterPath()
        for corner in range(7):
            angle = math.pi / 6 + corner * math.pi / 3
            point = QPointF(centre_x + radius * math.cos(angle), centre_y + radius * math.sin(angle))
            if corner:
                path.lineTo(point)
            else:
                path.moveTo(point)
        painter.drawPath(path)
    painter.end()
    tile.setDevicePixelRatio(ratio)
    return tile


def _snapped(sheet: Sheet, rect: QRectF) -> QRectF:
    left, top = sheet.snap(rect.left()), sheet.snap(rect.top())
    return QRectF(left, top, max(sheet.hair, sheet.snap(rect.right()) - left), max(sheet.hair, sheet.snap(rect.bottom()) - top))


_DRAWN: Mapping[str, Callable[[Sheet, FaceElement], None]] = {
    "bezel": _bezel,
    "vent": _vent,
    "fan": _fan,
    "psu": _supply,
    "drive": _drive,
    "handle": _handle,
    "display": _display,
    "plate": _plate,
    "tray": _tray,
    "card": _card,
}

__all__ = ["DETAIL_PX", "lighter", "mesh", "paint_element", "paint_name", "rotor"]
