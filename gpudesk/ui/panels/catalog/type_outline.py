"""Draws the views of a type without a drawn face: outlines to one scale, each above its name and size."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.values.units import PANEL_WIDTH_19_INCH_MM, RackPitch
from gpudesk.ui.canvas.faces.hardware_palette import Skin, skin
from gpudesk.ui.panels.catalog.catalog_rows import family_icon
from gpudesk.ui.panels.catalog.type_views import Shape, View, type_views
from gpudesk.ui.toolkit import fonts, icons, painting
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.wrapping import wrapped

_TALLEST = 190
_MOST_PX_A_MM = {Shape.MODULE: 2.0, Shape.FINNED: 2.0, Shape.BEND: 1.5}
_CAPTION = 16
_GAP = 8
_APART = 16
_ICON = 48
_ROUND_PX = 2.0
_FIN_MM = 2.5
_BRACKET_PX = 3


def outline_height(kind: HardwareType, width: int, *, alone: bool) -> int:
    """Height of the views and their captions at a given width, px; `alone` shows an icon if there are none."""
    views, note = type_views(kind)
    high = _laid_out(views, width)[1] if views else _ICON + 2 * _GAP if alone else 0
    return high + (_note_height(note, width) if views or alone else 0)


def paint_outline(painter: QPainter, kind: HardwareType, top: float, width: int, *, alone: bool) -> None:
    """Draw the views of a type below each other or side by side, depending on the room."""
    colours = theme.current()
    views, note = type_views(kind)
    places, high = _laid_out(views, width)
    if not views and alone:
        place = QRectF((width - _ICON) / 2, top + _GAP, _ICON, _ICON)
        icons.paint(painter, family_icon(kind.family), place, colours.text.tertiary)
        high = _ICON + 2 * _GAP
    for view, place in zip(views, places, strict=True):
        target = place.translated(0, top)
        head = QRectF(target.left(), target.top() - _CAPTION, width - target.left(), _CAPTION)
        painting.text(painter, head, view.title, fonts.font("micro", tabular=True), colours.text.tertiary)
        _paint(painter, view, target, skin(colours))
    if note and (views or alone):
        font, line = fonts.font("caption"), fonts.line_height("caption")
        for number, words in enumerate(wrapped(note, width, "caption")):
            row = QRectF(0, top + high + number * line, width, line)
            align = Qt.AlignmentFlag.AlignLeft if views else Qt.AlignmentFlag.AlignHCenter
            painting.text(painter, row, words, font, colours.text.tertiary, align)


def _note_height(note: str, width: int) -> int:
    return len(wrapped(note, width, "caption")) * fonts.line_height("caption") + 4 if note else 0


def _laid_out(views: Sequence[View], width: int) -> tuple[list[QRectF], int]:
    """Position of each drawn view, and their total height."""
    if not views:
        return [], 0
    widest, tallest = max(view.wide_mm for view in views), max(view.high_mm for view in views)
    most = _MOST_PX_A_MM.get(views[0].shape, 1.0)
    scale = min(width / widest, _TALLEST / tallest, most)
    side_by_side_scale = _scale_beside(views, width)
    # A little smaller side by side is better than large and below each other.
    scale = side_by_side_scale if side_by_side_scale >= 0.8 * scale else scale
    places: list[QRectF] = []
    left, top, high = 0.0, 0.0, 0.0
    for view in views:
        wide_px, high_px = max(round(view.wide_mm * scale), 2), max(round(view.high_mm * scale), 2)
        room = max(wide_px, round(fonts.text_width(view.title, "micro", tabular=True)))
        if left and left + room > width:
            left, top = 0.0, top + high + _GAP
            high = 0.0
        places.append(QRectF(left, top + _CAPTION, wide_px, high_px))
        left += room + _APART
        high = max(high, _CAPTION + high_px)
    return places, round(top + high + _GAP)


def _scale_beside(views: Sequence[View], width: int) -> float:
    """The maximum scale at which all views fit in one line; 0 if their titles do not fit."""
    titles = sum(fonts.text_width(view.title, "micro", tabular=True) for view in views)
    apart = _APART * (len(views) - 1)
    if titles + apart > width:
        return 0.0
    tallest = max(view.high_mm for view in views)
    most = _MOST_PX_A_MM.get(views[0].shape, 1.0)
    scale = min((width - apart) / sum(view.wide_mm for view in views), _TALLEST / tallest, most)
    room = sum(max(view.wide_mm * scale, fonts.text_width(view.title, "micro", tabular=True)) for view in views)
    return scale if room + apart <= width + 0.5 else scale * 0.8


def _paint(painter: QPainter, view: View, target: QRectF, metal: Skin) -> None:
    painter.save()
    if view.shape is Shape.BEND:
        _bend(painter, view, target)
    elif view.shape is Shape.RACK:
        _rack(painter, view, target, metal)
    elif view.shape is Shape.FOOTPRINT:
        _footprint(painter, target)
    else:
        _body(painter, view, target, metal)
    painter.restore()


def _body(painter: QPainter, view: View, target: QRectF, metal: Skin) -> None:
    """A card, its bracket, a module or a plate."""
    painting.frame(painter, target, metal.chassis, metal.outline, _ROUND_PX)
    scale = target.width() / view.wide_mm
    if view.shape is Shape.CARD:
        painter.fillRect(QRectF(target.left(), target.top(), _BRACKET_PX, target.height()), metal.bright)
    if view.shape is Shape.FINNED:
        painter.setPen(QPen(metal.line, 1))
        step = max(_FIN_MM * scale, 3.0)
        y = target.top() + step
        while y < target.bottom() - 1:
            painter.drawLine(QPointF(target.left() + 3, round(y) + 0.5), QPointF(target.right() - 3, round(y) + 0.5))
            y += step
    if view.shape is Shape.BRACKET:
        painter.setPen(QPen(metal.line, 1))
        for slot in range(1, view.parts):
            x = round(target.left() + target.width() * slot / view.parts) + 0.5
            painter.drawLine(QPointF(x, target.top() + 1), QPointF(x, target.bottom() - 1))
    if view.words and target.height() >= fonts.line_height("caption") + 2:
        words = target.adjusted(8, 0, -8, 0)
        painting.text(painter, words, view.words, fonts.font("caption"), metal.ink, Qt.AlignmentFlag.AlignHCenter)


def _rack(painter: QPainter, view: View, target: QRectF, metal: Skin) -> None:
    """A frame, and its units if the height of the first one is known."""
    painting.frame(painter, target, metal.chassis, metal.outline, _ROUND_PX)
    scale = target.width() / view.wide_mm
    wide = min(PANEL_WIDTH_19_INCH_MM * scale, target.width() - 4)
    left = target.center().x() - wide / 2
    if view.inner_mm and view.parts:
        low = target.bottom() - view.inner_mm * scale
        step = RackPitch.EIA * scale
        inside = QRectF(left, low - step * view.parts, wide, step * view.parts)
        painter.fillRect(inside, metal.recess)
        painter.setPen(QPen(metal.line, 1))
        for unit in range(0, view.parts + 1, 1 if step >= 3 else 5):
            y = round(low - unit * step) + 0.5
            painter.drawLine(QPointF(left, y), QPointF(left + wide, y))
    if view.words and target.width() >= fonts.text_width(view.words, "caption") + 6:
        room = QRectF(target.left(), target.center().y() - 9, target.width(), 18)
        width = fonts.text_width(view.words, "caption") + 6
        painter.fillRect(QRectF(room.center().x() - width / 2, room.top(), width, 18), metal.chassis)
        painting.text(painter, room, view.words, fonts.font("caption"), metal.ink, Qt.AlignmentFlag.AlignHCenter)


def _footprint(painter: QPainter, target: QRectF) -> None:
    """A rack on the floor; its front is the thick edge, below."""
    colours = theme.current()
    painting.frame(painter, target, colours.surface.raised, colours.text.tertiary, 0)
    painter.fillRect(QRectF(target.left(), target.bottom() - 3, target.width(), 3), colours.text.secondary)


def _bend(painter: QPainter, view: View, target: QRectF) -> None:
    """A section of cable at its minimum bend radius."""
    colours = theme.current()
    scale = target.width() / view.wide_mm
    across = max(view.inner_mm * scale, 1.0)
    # The radius is that of the inner side.
    radius = (view.wide_mm - view.inner_mm) / 1.5 * scale
    straight = target.width() - across - radius
    middle = radius + across / 2
    centre = QPointF(target.left() + straight, target.top() + across + radius)
    path = QPainterPath(QPointF(target.left(), target.top() + across / 2))
    path.lineTo(centre.x(), target.top() + across / 2)
    path.arcTo(QRectF(centre.x() - middle, centre.y() - middle, 2 * middle, 2 * middle), 90, -90)
    path.lineTo(centre.x() + middle, target.bottom())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.text.secondary, across, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawPath(path)
    painter.setPen(QPen(colours.text.tertiary, 1, Qt.PenStyle.DashLine))
    painter.drawLine(centre, centre + QPointF(radius * 0.7071, -radius * 0.7071))
