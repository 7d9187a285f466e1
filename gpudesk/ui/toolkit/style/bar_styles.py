"""Tool bars, splitters, the seams between docks, tooltips and the status bar."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMainWindow, QSplitter, QStyle, QStyleOption, QToolBar, QWidget

from gpudesk.ui.toolkit import painting
from gpudesk.ui.toolkit.theme import theme

_State = QStyle.StateFlag
SEPARATOR_LENGTH = 20
# The property of a tool bar that is part of a row: no line below it.
EDGELESS = "edgeless"
SEAM = 5


def tool_bar(option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """The background of a toolbar and the hairline at its edge."""
    colours = theme.current()
    painter.fillRect(option.rect, colours.surface.panel)
    if isinstance(widget, QToolBar) and widget.orientation() == Qt.Orientation.Vertical:
        painting.right_line(painter, option.rect, colours.border.default)
    elif widget is None or not widget.property(EDGELESS):
        painting.bottom_line(painter, option.rect, colours.border.default)


def tool_bar_separator(option: QStyleOption, painter: QPainter) -> None:
    """A short line between two groups of tools."""
    colours = theme.current()
    rect = option.rect
    if option.state & _State.State_Horizontal:
        top = rect.center().y() - SEPARATOR_LENGTH // 2 + 1
        painter.fillRect(QRect(rect.center().x(), top, 1, SEPARATOR_LENGTH), colours.border.default)
    else:
        left = rect.center().x() - SEPARATOR_LENGTH // 2 + 1
        painter.fillRect(QRect(left, rect.center().y(), SEPARATOR_LENGTH, 1), colours.border.default)


def splitter(option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """The line of a splitter."""
    colours = theme.current()
    # A handle asks its splitter's style and names the splitter itself.
    parent = widget if isinstance(widget, QSplitter) or widget is None else widget.parentWidget()
    rect = option.rect
    if isinstance(parent, QSplitter) and parent.orientation() == Qt.Orientation.Vertical:
        painter.fillRect(QRect(rect.left(), rect.center().y(), rect.width(), 1), colours.border.default)
    else:
        painter.fillRect(QRect(rect.center().x(), rect.top(), 1, rect.height()), colours.border.default)


def dock_seam(option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """The line between docks and canvas.

    The seam is wider than its line so that it can be grabbed; the rest of it has the color of its neighbor, so
    that the canvas appears to reach the line.
    """
    colours = theme.current()
    rect = option.rect
    centre = QRect()
    canvas = widget.centralWidget() if isinstance(widget, QMainWindow) else None
    if canvas is not None:
        centre = canvas.geometry()
    painter.fillRect(rect, colours.surface.panel)
    upright = rect.height() > rect.width()
    line = QRect(rect)
    if upright:
        beside_left = centre.isValid() and abs(rect.right() + 1 - centre.left()) <= 1
        beside_right = centre.isValid() and abs(centre.right() + 1 - rect.left()) <= 1
        if beside_left or beside_right:
            painter.fillRect(rect, colours.surface.canvas)
        line.setLeft(rect.right() if beside_right else rect.left())
        line.setWidth(1)
    else:
        above = centre.isValid() and abs(centre.bottom() + 1 - rect.top()) <= 1
        below = centre.isValid() and abs(rect.bottom() + 1 - centre.top()) <= 1
        if above or below:
            strip = QRect(centre.left(), rect.top(), centre.width(), rect.height())
            painter.fillRect(strip.intersected(rect), colours.surface.canvas)
        line.setTop(rect.top() if below else rect.bottom())
        line.setHeight(1)
    painter.fillRect(line, colours.border.default)


def tool_tip(option: QStyleOption, painter: QPainter) -> None:
    """The ground of a tooltip."""
    colours = theme.current()
    painting.frame(painter, option.rect, colours.surface.overlay, colours.border.default, 0)


def status_bar(option: QStyleOption, painter: QPainter) -> None:
    """The ground of the status line."""
    colours = theme.current()
    painter.fillRect(option.rect, colours.surface.panel)
    painting.top_line(painter, option.rect, colours.border.default)
