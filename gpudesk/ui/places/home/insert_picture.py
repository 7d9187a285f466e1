"""A small hall plan with its existing and new objects: a click or the arrows position the new ones."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.core.racks.placement import Reals
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("InsertPicture")

_MARGIN = 12
_FINE_MM = 100


@dataclass(frozen=True, slots=True)
class Room:
    """Drawn content of a hall, in mm.

    Attributes:
        others: axis-aligned boxes of existing objects, low and high corners, shape (n, 4).
        fresh: boxes of the new objects, shape (m, 4).
        refused: which of these cannot be placed there.
    """

    width_mm: float
    depth_mm: float
    others: Reals
    fresh: Reals
    refused: frozenset[int]


class InsertPicture(QWidget):
    """Signals:
    placed(float, float): move the center of the new objects to this point of the hall, mm.
    stepped(int, int): move them by this distance in mm.
    """

    placed = Signal(float, float)
    stepped = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room: Room | None = None
        self.setAccessibleName(tr("Position in the hall"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setToolTip(tr("Click to place it; arrow keys move it by one tile, Shift+arrow by 100 mm"))
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(420, 260)

    def set_room(self, room: Room) -> None:
        """Draw a hall."""
        self._room = room
        self.update()

    def point_of(self, x_mm: float, y_mm: float) -> QPointF:
        """Drawn position of a hall point."""
        left, top, scale = self._frame()
        return QPointF(left + x_mm * scale, top + y_mm * scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _FINE_MM if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else TILE_MM
        ways = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
        way = ways.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(way[0] * step, way[1] * step)

    def _point(self, at: QPointF) -> None:
        if self._room is not None:
            left, top, scale = self._frame()
            self.placed.emit((at.x() - left) / scale, (at.y() - top) / scale)

    def _frame(self) -> tuple[float, float, float]:
        room = self._room
        if room is None:
            return 0.0, 0.0, 1.0
        scale = min((self.width() - 2 * _MARGIN) / room.width_mm, (self.height() - 2 * _MARGIN) / room.depth_mm)
        left = (self.width() - room.width_mm * scale) / 2
        return left, (self.height() - room.depth_mm * scale) / 2, scale

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        edge = colours.focus_ring if self.hasFocus() else colours.border.default
        painting.frame(painter, QRectF(self.rect()), colours.surface.canvas, edge, 3, width=2 if self.hasFocus() else 1)
        room = self._room
        if room is None:
            return
        left, top, scale = self._frame()
        wall = QRectF(left, top, room.width_mm * scale, room.depth_mm * scale)
        painter.fillRect(wall, colours.surface.panel)
        painter.setPen(colours.border.strong)
        painter.drawRect(wall)
        for box in _boxes(room.others, left, top, scale):
            painter.fillRect(box, colours.text.disabled)
        error = colours.severity["error"]
        for number, box in enumerate(_boxes(room.fresh, left, top, scale)):
            wrong = number in room.refused
            painter.fillRect(box, error.surface if wrong else colours.selection)
            painting.frame(painter, box, None, error.colour if wrong else colours.accent, 0, width=1.2)
            if wrong and box.width() >= fonts.line_height("micro"):
                painting.text(painter, box, "×", fonts.font("micro"), error.colour, Qt.AlignmentFlag.AlignCenter)


def _boxes(boxes: Reals, left: float, top: float, scale: float) -> list[QRectF]:
    placed = np.asarray(boxes, np.float64).reshape(-1, 4) * scale + np.array([left, top, left, top])
    return [QRectF(x, y, right - x, bottom - y) for x, y, right, bottom in placed.tolist()]
