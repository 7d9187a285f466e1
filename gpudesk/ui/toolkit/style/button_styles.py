"""Push buttons, tool buttons, check boxes and radio buttons."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionButton, QStyleOptionToolButton, QWidget

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.theme import theme

PRIMARY = "primary"
_State = QStyle.StateFlag


def push_button(option: QStyleOptionButton, painter: QPainter, widget: QWidget | None) -> None:
    """The body of a push button; the one main button of a view is filled with the accent."""
    colours = theme.current()
    state = option.state
    radius = theme.radius("control")
    if not state & _State.State_Enabled:
        painting.frame(painter, option.rect, None, colours.border.subtle, radius)
        return
    pressed = bool(state & (_State.State_Sunken | _State.State_On))
    hovered = bool(state & _State.State_MouseOver)
    if is_primary(option, widget):
        fill = colours.accent
        if pressed or hovered:
            fill = colours.accent_pressed if pressed else theme.mix(colours.accent, colours.accent_pressed, 0.5)
        painting.fill_round(painter, option.rect, fill, radius)
        return
    fill = colours.surface.raised
    if pressed or hovered:
        fill = colours.selection if pressed else colours.hover
    if option.features & QStyleOptionButton.ButtonFeature.Flat and not (pressed or hovered):
        return
    painting.frame(painter, option.rect, fill, colours.border.default, radius)


def push_button_palette(option: QStyleOptionButton, widget: QWidget | None) -> QPalette:
    """The inks of a push button's label."""
    palette = QPalette(option.palette)
    if option.state & _State.State_Enabled and is_primary(option, widget):
        palette.setColor(QPalette.ColorRole.ButtonText, theme.current().text.on_accent)
    return palette


def is_primary(option: QStyleOptionButton, widget: QWidget | None) -> bool:
    """Whether this is the main button of its view or dialog."""
    if option.features & QStyleOptionButton.ButtonFeature.DefaultButton:
        return True
    return widget is not None and bool(widget.property(PRIMARY))


def tool_button_panel(option: QStyleOption, painter: QPainter) -> None:
    """The ground of a tool button: nothing, hover, or the selection while it is on."""
    colours = theme.current()
    state = option.state
    if not state & _State.State_Enabled:
        return
    radius = theme.radius("control")
    if state & (_State.State_On | _State.State_Sunken):
        painting.fill_round(painter, option.rect, colours.selection, radius)
        if colours.name == "contrast":
            painting.frame(painter, option.rect, None, colours.accent, radius)
    elif state & _State.State_MouseOver:
        painting.fill_round(painter, option.rect, colours.hover, radius)


def tool_button_palette(option: QStyleOptionToolButton) -> QPalette:
    """Text colors of a tool button."""
    colours = theme.current()
    palette = QPalette(option.palette)
    ink = colours.accent if option.state & _State.State_On else colours.text.secondary
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive):
        palette.setColor(group, QPalette.ColorRole.ButtonText, ink)
    return palette


def check_box(option: QStyleOption, painter: QPainter) -> None:
    """The square of a check box, with a tick, a bar (partly) or nothing."""
    colours = theme.current()
    rect = QRectF(option.rect)
    state = option.state
    enabled = bool(state & _State.State_Enabled)
    set_on = bool(state & (_State.State_On | _State.State_NoChange))
    line = colours.border.strong if enabled else colours.border.default
    if set_on:
        ground = colours.accent if enabled else colours.border.default
        painting.fill_round(painter, rect, ground, theme.radius("mark"))
    else:
        fill = colours.hover if enabled and state & _State.State_MouseOver else colours.surface.field
        painting.frame(painter, rect, fill, line, theme.radius("mark"))
    if set_on:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(_mark_pen(colours.text.on_accent if enabled else colours.surface.panel))
        unit = rect.width() / 14
        if state & _State.State_NoChange:
            painter.drawLine(rect.center() - QPointF(3 * unit, 0), rect.center() + QPointF(3 * unit, 0))
        else:
            corner = rect.topLeft()
            points = [corner + QPointF(x * unit, y * unit) for x, y in ((3.4, 7.3), (6.0, 9.9), (10.8, 4.4))]
            painter.drawPolyline(points)
        painter.restore()


def radio_button(option: QStyleOption, painter: QPainter) -> None:
    """The ring of a radio button, with a dot while it is on."""
    colours = theme.current()
    enabled = bool(option.state & _State.State_Enabled)
    rect = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    is_on = bool(option.state & _State.State_On)
    ink = colours.accent if is_on and enabled else colours.border.strong if enabled else colours.border.default
    painter.setPen(QPen(ink, 1.5 if is_on else 1))
    painter.setBrush(colours.surface.field)
    painter.drawEllipse(rect)
    if is_on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(rect.center(), 3.5, 3.5)
    painter.restore()


def chevron(painter: QPainter, rect: QRectF, colour: QColor, direction: str) -> None:
    """A small open arrow ("up", "down", "left", "right") in the middle of `rect`, 8 px across."""
    middle = rect.center()
    wide, high = 3.5, 2.0
    corners = {
        "down": ((-wide, -high), (0, high), (wide, -high)),
        "up": ((-wide, high), (0, -high), (wide, high)),
        "right": ((-high, -wide), (high, 0), (-high, wide)),
        "left": ((high, -wide), (-high, 0), (high, wide)),
    }[direction]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(_mark_pen(colour, 1.25))
    painter.drawPolyline([middle + QPointF(x, y) for x, y in corners])
    painter.restore()


def _mark_pen(colour: QColor, width: float = 1.75) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
