"""Cages, sockets, inlets and outlets: cage = frame, port = well, free = hatched; the frame has the color of rail or network."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from gpudesk.core.hardware.hardware import Area, Face, HardwareType, Port, PortGroup
from gpudesk.core.hardware.hardware_face import cage_areas
from gpudesk.ui.canvas.faces.face_sheet import Sheet
from gpudesk.ui.toolkit import fonts

DETAIL_PX = 20.0
# Width and height in mm, rounded, of cages (OSFP, QSFP and SFP specifications), jacks (IEC 60603-7), fiber adapters (IEC 61754) and
# appliance couplers (IEC 60320), by the beginning of their names.
_SIZES_MM = {
    "osfp": (23.5, 14.0),
    "qsfp": (19.0, 10.5),
    "sfp": (14.5, 10.0),
    "cdfp": (33.0, 11.0),
    "rj": (15.0, 13.0),
    "usb": (14.0, 7.0),
    "mpo": (13.0, 9.0),
    "mtp": (13.0, 9.0),
    "lc": (13.5, 10.5),
    "c13": (27.0, 21.0),
    "c14": (27.0, 21.0),
    "c15": (27.0, 21.0),
    "c": (33.0, 26.0),
    "iec309": (60.0, 60.0),
    "busbar": (60.0, 40.0),
}
_LARGE_COUPLERS = frozenset({"c19", "c20", "c21", "c22", "c23", "c24"})
_COUPLER = re.compile(r"c\d\d$")


def paint_ports(sheet: Sheet, kind: HardwareType, face: Face) -> None:
    """Draw all cages and sockets of one face."""
    areas = dict(cage_areas(kind, face))
    for group in kind.port_groups:
        if group.face is not face:
            continue
        draw = _drawing(group.kind)
        by_cage: dict[str, list[Port]] = {}
        for port in group.ports:
            by_cage.setdefault(port.cage, []).append(port)
        size = _size(sheet, group)
        boxes = [(cage, _centred(sheet, areas[cage], size)) for cage in group.cages]
        for cage, box in boxes:
            draw(sheet, box, group, by_cage.get(cage, []))
        # The names of inlets and outlets stand in the way of their drawing until there is much room.
        if sheet.unit_px >= (DETAIL_PX if group.role in ("network", "panel", "console") else 3 * DETAIL_PX):
            _names(sheet, boxes)


def _drawing(kind: str) -> Callable[[Sheet, QRectF, PortGroup, Sequence[Port]], None]:
    if kind.startswith("rj"):
        return _copper
    if _COUPLER.match(kind):
        return _power
    if kind == "usb":
        return _usb
    if kind.startswith(("mpo", "mtp")):
        return _mpo
    if kind.startswith("lc"):
        return _duplex
    if kind.startswith(("osfp", "qsfp", "sfp", "cdfp")):
        return _cage
    return _socket


def _cage(sheet: Sheet, rect: QRectF, group: PortGroup, ports: Sequence[Port]) -> None:
    colours = [_signal(sheet, group, port) for port in ports] or [None]
    if rect.height() < 5 or rect.width() < 6:
        _small(sheet, rect, colours)
        return
    line = max(sheet.hair, sheet.snap(min(2.0, rect.height() * 0.09)))
    parts = sheet.cells(rect, 1, len(colours))
    for part, colour in zip(parts, colours, strict=True):
        edge = colour or sheet.skin.detail
        sheet.fill(part, edge)
        well = part.adjusted(line, line, -line, -line)
        sheet.fill(well, sheet.skin.well)
        if well.height() >= 4:
            free_hatch(sheet, well)
        if rect.height() >= 16:
            _throat(sheet, well, edge, group)


def _small(sheet: Sheet, rect: QRectF, colours: Sequence[QColor | None]) -> None:
    for part, colour in zip(sheet.cells(rect, 1, len(colours)), colours, strict=True):
        if colour is not None:
            sheet.fill(part, colour)
        elif part.height() < 3 or part.width() < 3:
            sheet.fill(part, sheet.skin.line)
        else:
            sheet.fill(part, sheet.skin.well)
            sheet.frame(part, sheet.skin.line)


def _throat(sheet: Sheet, well: QRectF, edge: QColor, group: PortGroup) -> None:
    """The depth of a big cage: a darker mouth, and the fins of its heat sink above."""
    mouth = well.adjusted(well.width() * 0.12, well.height() * 0.34, -well.width() * 0.12, -well.height() * 0.16)
    sheet.fill(mouth, sheet.skin.dark_edge if not sheet.skin.flat else sheet.skin.well)
    sheet.frame(mouth, sheet.skin.free)
    if group.heat_sink == "finned":
        step = max(2.0, sheet.snap(well.width() / 12))
        x = well.left() + step
        while x < well.right() - step:
            sheet.fill(QRectF(sheet.snap(x), well.top() + 1, sheet.hair, well.height() * 0.2), sheet.skin.line)
            x += step


def _copper(sheet: Sheet, rect: QRectF, group: PortGroup, ports: Sequence[Port]) -> None:
    colour = _signal(sheet, group, ports[0]) if ports else None
    if rect.height() < 5:
        _small(sheet, rect, [colour])
        return
    sheet.fill(rect, sheet.skin.raised if not sheet.skin.flat else sheet.skin.well)
    sheet.frame(rect, colour or sheet.skin.detail)
    well = rect.adjusted(rect.width() * 0.16, rect.height() * 0.2, -rect.width() * 0.16, -rect.height() * 0.22)
    well = _on_pixels(sheet, well)
    sheet.fill(well, sheet.skin.well)
    key = QRectF(well.left() + well.width() * 0.25, well.bottom() - sheet.hair, well.width() * 0.5, rect.height() * 0.14)
    sheet.fill(_on_pixels(sheet, key), sheet.skin.well)
    if rect.height() >= 12:
        for share in (0.25, 0.42, 0.58, 0.75):
            contact = QRectF(well.left() + well.width() * share - 0.5, well.top() + 1, sheet.hair, well.height() * 0.3)
            sheet.fill(_on_pixels(sheet, contact), sheet.skin.contact)
        size = max(1.0, sheet.snap(rect.height() * 0.08))
        sheet.lamp(rect.left() + 2, rect.top() + 2, size, sheet.skin.lamp_off)
        sheet.lamp(rect.right() - 2 - size, rect.top() + 2, size, sheet.skin.lamp_off)


def _power(sheet: Sheet, rect: QRectF, group: PortGroup, ports: Sequence[Port]) -> None:
    large = group.kind in _LARGE_COUPLERS
    feed = sheet.skin.network(group.network)
    if rect.height() < 5:
        _small(sheet, rect, [feed])
        return
    colour = feed or sheet.skin.detail
    cut = 0.0 if large else 0.24 * rect.height()
    shape = QPolygonF(
        [
            QPointF(rect.left() + cut, rect.top()),
            QPointF(rect.right() - cut, rect.top()),
            QPointF(rect.right(), rect.top() + cut),
            QPointF(rect.right(), rect.bottom()),
            QPointF(rect.left(), rect.bottom()),
            QPointF(rect.left(), rect.top() + cut),
        ]
    )
    painter = sheet.smooth(QPen(colour, max(sheet.hair, rect.height() * 0.06)), sheet.skin.well)
    painter.drawPolygon(shape)
    sheet.crisp()
    if rect.height() < 9:
        return
    pin_w, pin_h = max(1.0, rect.width() * 0.07), max(2.0, rect.height() * 0.26)
    flat = large
    for x_share, y_share in ((0.5, 0.3), (0.26, 0.62), (0.74, 0.62)):
        w, h = (pin_h, pin_w) if flat else (pin_w, pin_h)
        pin = QRectF(rect.left() + rect.width() * x_share - w / 2, rect.top() + rect.height() * y_share - h / 2, w, h)
        sheet.fill(_on_pixels(sheet, pin), sheet.skin.contact if group.role == "power_in" else sheet.skin.detail)


def _usb(sheet: Sheet, rect: QRectF, _group: PortGroup, _ports: Sequence[Port]) -> None:
    sheet.fill(rect, sheet.skin.well)
    sheet.frame(rect, sheet.skin.detail)
    if rect.height() >= 6:
        tongue = rect.adjusted(rect.width() * 0.15, rect.height() * 0.5, -rect.width() * 0.15, -rect.height() * 0.2)
        sheet.fill(_on_pixels(sheet, tongue), sheet.skin.line)


def _mpo(sheet: Sheet, rect: QRectF, group: PortGroup, ports: Sequence[Port]) -> None:
    colour = _signal(sheet, group, ports[0]) if ports else None
    if rect.height() < 5:
        _small(sheet, rect, [colour])
        return
    sheet.fill(rect, colour or sheet.skin.detail)
    well = rect.adjusted(sheet.hair, sheet.hair, -sheet.hair, -sheet.hair)
    sheet.fill(well, sheet.skin.recess)
    ferrule = rect.adjusted(rect.width() * 0.2, rect.height() * 0.36, -rect.width() * 0.2, -rect.height() * 0.34)
    sheet.fill(_on_pixels(sheet, ferrule), sheet.skin.well)
    sheet.frame(_on_pixels(sheet, ferrule), sheet.skin.line)
    key = QRectF(rect.center().x() - rect.width() * 0.08, rect.top() + sheet.hair, rect.width() * 0.16, rect.height() * 0.12)
    sheet.fill(_on_pixels(sheet, key), sheet.skin.detail)


def _duplex(sheet: Sheet, rect: QRectF, group: PortGroup, ports: Sequence[Port]) -> None:
    colour = _signal(sheet, group, ports[0]) if ports else None
    if rect.height() < 5:
        _small(sheet, rect, [colour])
        return
    for half in sheet.cells(rect, 1, 2, sheet.hair):
        sheet.fill(half, colour or sheet.skin.detail)
        sheet.fill(half.adjusted(sheet.hair, sheet.hair, -sheet.hair, -sheet.hair), sheet.skin.well)
        if half.width() >= 5:
            sheet.disc(half.center(), half.width() * 0.16, None, sheet.skin.bright)


def _socket(sheet: Sheet, box: QRectF, group: PortGroup, _ports: Sequence[Port]) -> None:
    """Industrial plugs are round, busbars and fixed wires are bars."""
    colour = sheet.skin.network(group.network) or sheet.skin.detail
    if group.kind.startswith("iec309"):
        side = min(box.width(), box.height()) * 0.46
        sheet.disc(box.center(), side, QPen(colour, max(sheet.hair, side * 0.12)), sheet.skin.well)
        if side >= 5:
            sheet.disc(box.center(), side * 0.3, None, sheet.skin.contact)
        return
    sheet.fill(box, sheet.skin.well)
    sheet.frame(box, colour)
    if box.height() >= 6:
        inner = box.adjusted(box.width() * 0.2, box.height() * 0.35, -box.width() * 0.2, -box.height() * 0.35)
        sheet.fill(_on_pixels(sheet, inner), sheet.skin.contact)


def _signal(sheet: Sheet, group: PortGroup, port: Port) -> QColor | None:
    """The color of a port: of its rail, else of its network."""
    if port.rail is not None:
        rails = sheet.skin.signals.rail
        return rails[port.rail % len(rails)]
    return sheet.skin.network(group.network)


def _names(sheet: Sheet, boxes: Sequence[tuple[str, QRectF]]) -> None:
    """The name of each cage above its left edge, if it fits between the cages."""
    font = fonts.font("micro", strong=True)
    font.setPixelSize(10)
    metrics = QFontMetricsF(font)
    sheet.painter.setFont(font)
    for cage, box in boxes:
        above = QRectF(box.left(), box.top() - 11, box.width() + 4, 11)
        free = box.top() - 11 > sheet.target.top() and not any(other.intersects(above.adjusted(1, 1, -1, -1)) for _, other in boxes)
        width = metrics.horizontalAdvance(cage)
        if free and width <= box.width() + 2:
            sheet.painter.setPen(sheet.skin.quiet_ink)
            sheet.painter.drawText(above, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, cage)
        elif width <= box.width() * 0.7 and box.height() >= 22:
            ground = QRectF(box.left() + 3, box.bottom() - 13, width + 4, 11)
            sheet.fill(ground, sheet.skin.well)
            sheet.painter.setPen(sheet.skin.quiet_ink)
            sheet.painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, cage)


def free_hatch(sheet: Sheet, rect: QRectF) -> None:
    """The pattern of a port in which nothing is plugged."""
    sheet.painter.setBrushOrigin(rect.topLeft())
    sheet.painter.fillRect(rect, QBrush(_free_tile(sheet.skin.free.rgba(), sheet.ratio)))
    sheet.painter.setBrushOrigin(QPointF(0, 0))


@lru_cache(maxsize=16)
def _free_tile(rgba: int, ratio: float) -> QImage:
    size = round(4 * ratio)
    tile = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    tile.fill(0)
    tile.setDevicePixelRatio(ratio)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor.fromRgba(rgba), 1.0))
    for shift in (-4, 0, 4):
        painter.drawLine(QPointF(shift, 4), QPointF(shift + 4, 0))
    painter.end()
    return tile


def _size(sheet: Sheet, group: PortGroup) -> tuple[float, float]:
    """The true size of the ports of a group in px, smaller where their cells are; the same for all of them."""
    columns = -(-len(group.cages) // group.rows)
    wide = 0.92 * group.area.width_mm * sheet.sx / columns
    high = 0.92 * group.area.height_mm * sheet.sy / group.rows
    known = next((name for name in sorted(_SIZES_MM, key=len, reverse=True) if group.kind.startswith(name)), None)
    if known is not None:
        size = _SIZES_MM[known]
        share = min(1.0, wide / (size[0] * sheet.sx), high / (size[1] * sheet.sy))
        wide, high = share * size[0] * sheet.sx, share * size[1] * sheet.sy
    return max(sheet.hair, sheet.snap(wide)), max(sheet.hair, sheet.snap(high))


def _centred(sheet: Sheet, area: Area, size: tuple[float, float]) -> QRectF:
    """A rectangle of that size in the middle of an area."""
    x = sheet.target.left() + (area.x_mm + area.width_mm / 2) * sheet.sx
    y = sheet.target.bottom() - (area.y_mm + area.height_mm / 2) * sheet.sy
    return QRectF(sheet.snap(x - size[0] / 2), sheet.snap(y - size[1] / 2), *size)


def _on_pixels(sheet: Sheet, rect: QRectF) -> QRectF:
    left, top = sheet.snap(rect.left()), sheet.snap(rect.top())
    return QRectF(left, top, max(sheet.hair, sheet.snap(rect.right()) - left), max(sheet.hair, sheet.snap(rect.bottom()) - top))


__all__ = ["DETAIL_PX", "free_hatch", "paint_ports"]
