"""Menus and the menu bar."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionMenuItem

from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.style.button_styles import chevron
from gpudesk.ui.toolkit.theme import theme

_State = QStyle.StateFlag
_Kind = QStyleOptionMenuItem.MenuItemType
ROW_HEIGHT = 26
SEPARATOR_HEIGHT = 9
_GUTTER = 34
_TAIL = 22
_ICON = 16


def menu_item_size(option: QStyleOptionMenuItem, contents: QSize) -> QSize:
    """Size of a menu item."""
    if option.menuItemType == _Kind.Separator:
        return QSize(contents.width(), SEPARATOR_HEIGHT)
    text, _, keys = option.text.partition("\t")
    width = fonts.text_width(text.replace("&", ""), "body") + fonts.text_width(keys, "body") + (28 if keys else 0)
    # QMenu adds the width of the widest keys itself, on top of what is returned here.
    return QSize(int(width) + _GUTTER + _TAIL - option.reservedShortcutWidth * bool(keys), ROW_HEIGHT)


def menu_item(option: QStyleOptionMenuItem, painter: QPainter) -> None:
    """One menu item: icon or mark, text, keys, submenu arrow."""
    colours = theme.current()
    rect = option.rect
    painter.fillRect(rect, colours.surface.overlay)
    if option.menuItemType == _Kind.Separator:
        painter.fillRect(QRect(rect.left(), rect.center().y(), rect.width(), 1), colours.border.default)
        return
    enabled = bool(option.state & _State.State_Enabled)
    active = bool(option.state & _State.State_Selected) and enabled
    if active:
        painter.fillRect(rect, colours.selection)
    ink = colours.text.primary if enabled else colours.text.disabled
    _leading_mark(option, painter, enabled)
    words, _, keys = option.text.partition("\t")
    body = QRectF(rect).adjusted(_GUTTER, 0, -_TAIL + 8, 0)
    painter.setFont(fonts.font("strong" if option.menuItemType == _Kind.DefaultItem else "body"))
    painter.setPen(ink)
    painter.drawText(body, mnemonic_flags() | Qt.AlignmentFlag.AlignLeft, words)
    if keys:
        tone = colours.text.secondary if active else colours.text.tertiary if enabled else colours.text.disabled
        painting.text(painter, body, keys, fonts.font("body"), tone, Qt.AlignmentFlag.AlignRight)
    if option.menuItemType == _Kind.SubMenu:
        chevron(painter, QRectF(rect.right() - 20, rect.top(), 16, rect.height()), ink, "right")


def menu_bar_item(option: QStyleOptionMenuItem, painter: QPainter) -> None:
    """One title of the menu bar."""
    colours = theme.current()
    painter.fillRect(option.rect, colours.surface.panel)
    if option.state & _State.State_Enabled and option.state & (_State.State_Selected | _State.State_Sunken):
        ground = colours.selection if option.state & _State.State_Sunken else colours.hover
        painting.fill_round(painter, option.rect.adjusted(1, 3, -1, -3), ground, theme.radius("control"))
    painter.setFont(fonts.font("body"))
    painter.setPen(colours.text.primary if option.state & _State.State_Enabled else colours.text.disabled)
    painter.drawText(QRectF(option.rect), mnemonic_flags() | Qt.AlignmentFlag.AlignHCenter, option.text)


def menu_bar_item_size(option: QStyleOptionMenuItem) -> QSize:
    """Size of a menu bar title."""
    width = fonts.text_width(option.text.replace("&", ""), "body")
    return QSize(int(width + 0.5) + 18, theme.size("menubar"))


def menu_panel(painter: QPainter, rect: QRect) -> None:
    """The ground and frame of an open menu."""
    colours = theme.current()
    painter.fillRect(rect, colours.surface.overlay)
    painting.frame(painter, rect, None, colours.border.default, 0)


def mnemonic_flags() -> int:
    """Drawing of mnemonic marks: only while Alt is held."""
    held = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier
    shown = Qt.TextFlag.TextShowMnemonic if held else Qt.TextFlag.TextHideMnemonic
    return shown.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value


def _leading_mark(option: QStyleOptionMenuItem, painter: QPainter, enabled: bool) -> None:
    colours = theme.current()
    rect = option.rect
    place = QRect(rect.left() + 10, rect.center().y() - _ICON // 2 + 1, _ICON, _ICON)
    checkable = option.checkType != QStyleOptionMenuItem.CheckType.NotCheckable
    if option.checked:
        painting.fill_round(painter, place.adjusted(-3, -3, 3, 3), colours.selection, theme.radius("control"))
    if not option.icon.isNull():
        mode = QIcon.Mode.Normal if enabled else QIcon.Mode.Disabled
        state = QIcon.State.On if option.checked else QIcon.State.Off
        option.icon.paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode, state)
    elif checkable and option.checked:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = colours.accent if enabled else colours.text.disabled
        if option.checkType == QStyleOptionMenuItem.CheckType.Exclusive:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawEllipse(QRectF(place).center(), 3, 3)
        else:
            painter.setPen(QPen(ink, 1.75, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            corner = QPointF(place.topLeft())
            painter.drawPolyline([corner + QPointF(x, y) for x, y in ((3.5, 8.5), (6.5, 11.5), (12.5, 4.5))])
        painter.restore()
