"""Heads, rows and branches of lists, tables and trees, and tabs."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyleOption,
    QStyleOptionHeader,
    QStyleOptionTab,
    QStyleOptionViewItem,
)

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.theme import theme

_State = QStyle.StateFlag
_SORT_MARK_PX = 8


def header_section(option: QStyleOption, painter: QPainter) -> None:
    """The ground of a table's head."""
    colours = theme.current()
    painter.fillRect(option.rect, colours.surface.sunken)
    painting.bottom_line(painter, option.rect, colours.border.subtle)


def header_label(option: QStyleOptionHeader, painter: QPainter) -> None:
    """The title of a column; the sorted column's is stronger."""
    colours = theme.current()
    sorted_by = option.sortIndicator != QStyleOptionHeader.SortIndicator.None_
    ink = colours.text.primary if sorted_by else colours.text.secondary
    # The rectangle given is less high than a line of text with its descenders.
    area = QRectF(option.rect).adjusted(0, -4, 0, 4)
    align = Qt.AlignmentFlag.AlignLeft
    for flag in (Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter):
        if option.textAlignment & flag:
            align = flag
    font = fonts.font("caption", strong=True)
    painting.text(painter, area, option.text, font, ink, align, elide=Qt.TextElideMode.ElideRight)
    _sort_mark(option, painter)


def sort_mark_rect(option: QStyleOptionHeader) -> QRectF:
    """Position of the sort triangle in the title area: after the title, before a right-aligned one; over text only without space."""
    room, gap = QRectF(option.rect), 4.0
    title = fonts.text_width(option.text, "caption", strong=True)
    if option.textAlignment & Qt.AlignmentFlag.AlignRight:
        left = max(room.right() - title - gap - _SORT_MARK_PX, room.left() - gap)
    else:
        begin = (room.width() - title) / 2 if option.textAlignment & Qt.AlignmentFlag.AlignHCenter else 0.0
        left = min(room.left() + begin + title + gap, room.right() + gap - _SORT_MARK_PX)
    return QRectF(left, room.center().y() - _SORT_MARK_PX / 2, _SORT_MARK_PX, _SORT_MARK_PX)


def _sort_mark(option: QStyleOptionHeader, painter: QPainter) -> None:
    """A triangle of 6 px next to the title of the sorted column."""
    if option.sortIndicator == QStyleOptionHeader.SortIndicator.None_:
        return
    middle = sort_mark_rect(option).center()
    # Qt calls the arrow of ascending order "SortDown"; it points up, to where the values grow less.
    tip = -1.5 if option.sortIndicator == QStyleOptionHeader.SortIndicator.SortDown else 1.5
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().text.secondary)
    painter.drawPolygon([middle + QPointF(0, 1.5 * tip), middle + QPointF(3, -1.5 * tip), middle + QPointF(-3, -1.5 * tip)])
    painter.restore()


def item_panel(option: QStyleOptionViewItem, painter: QPainter) -> None:
    """The ground of a row: selected, hovered or bare."""
    colours = theme.current()
    if option.state & _State.State_Selected:
        painter.fillRect(option.rect, colours.selection)
    elif option.state & _State.State_MouseOver and option.state & _State.State_Enabled:
        painter.fillRect(option.rect, colours.hover)


def focus_frame(painter: QPainter, rect: QRect | QRectF) -> None:
    """The focus ring of a row or of another item that fills its area: 2 px, inside."""
    painting.frame(painter, rect, None, theme.current().focus_ring, theme.radius("mark"), width=2)


def branch(option: QStyleOption, painter: QPainter) -> None:
    """The arrow of a tree's branch."""
    if not option.state & _State.State_Children:
        return
    direction = "down" if option.state & _State.State_Open else "right"
    chevron(painter, QRectF(option.rect), theme.current().text.tertiary, direction)


def tab(option: QStyleOptionTab, painter: QPainter) -> None:
    """A tab: nothing but 2 px of accent under the active one."""
    colours = theme.current()
    if option.state & _State.State_Selected:
        rect = option.rect
        painter.fillRect(QRect(rect.left() + 4, rect.bottom() - 1, rect.width() - 8, 2), colours.accent)


def tab_label(option: QStyleOptionTab, painter: QPainter, rect: QRect) -> None:
    """The title of a tab."""
    colours = theme.current()
    ink = colours.text.secondary
    if not option.state & _State.State_Enabled:
        ink = colours.text.disabled
    elif option.state & (_State.State_Selected | _State.State_MouseOver):
        ink = colours.text.primary
    if not option.icon.isNull():
        side = option.iconSize.width()
        option.icon.paint(painter, QRect(rect.left(), rect.center().y() - side // 2, side, side))
        rect = rect.adjusted(side + 4, 0, 0, 0)
    painting.text(painter, rect, option.text.replace("&", ""), fonts.font("strong"), ink)
