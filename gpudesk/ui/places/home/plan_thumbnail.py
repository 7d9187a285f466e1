"""The floors of a plan, small: racks by their purpose, and freestanding complete racks."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.catalog.plan_types import types_of
from gpudesk.core.floor.footprint import footprints
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.plan.plan import Plan
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("PlanPicture")

Outline = tuple[float, float]
KindOf = Callable[[str], HardwareType | None]
_UNKNOWN_MM: Outline = (600.0, 1200.0)
_MARGIN = 10
_GAP = 14
_CAPTION = 16
COMPUTE, NETWORK, OTHER = range(3)
_NETWORK_ROLES = frozenset(
    ["leaf", "spine", "core", "storage leaf", "storage target leaf", "storage spine", "in-band", "in-band spine", "out-of-band"]
)


class PlanPicture(QWidget):
    """Halls next to each other at one scale; the front of a rack is its darker edge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan: Plan | None = None
        self._boxes: list[tuple[int, float, float, float, float, bool, int]] = []
        self.setAccessibleName(tr("Floor plan"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(380, 240)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 150)

    def set_plan(self, plan: Plan | None) -> None:
        """Show a plan, or nothing."""
        self._plan = plan
        self._boxes = [] if plan is None else floor_boxes(plan, types_of(plan))
        self.setAccessibleDescription("" if plan is None else tr("%n rack(s)", "", len(self._boxes)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        painting.frame(painter, QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), colours.surface.canvas, colours.border.default, 3)
        plan = self._plan
        if plan is None or not plan.halls:
            return
        columns, wide, high, scale = self._arranged(plan)
        origins = []
        for number, hall in enumerate(plan.halls):
            left = _MARGIN + (number % columns) * (wide + _GAP)
            top = _MARGIN + (number // columns) * (high + _CAPTION + _GAP)
            room_wide, room_high = hall.width_mm * scale, hall.depth_mm * scale
            room = QRectF(round(left + (wide - room_wide) / 2), round(top + _CAPTION), room_wide, room_high)
            painting.text(painter, QRectF(room.left(), top, wide, _CAPTION), hall.name, fonts.font("micro"), colours.text.tertiary)
            painter.fillRect(room, colours.surface.panel)
            painter.setPen(colours.border.strong)
            painter.drawRect(room)
            origins.append((room.left(), room.top()))
        inks = (colours.accent, colours.severity["warning"].colour, colours.text.tertiary)
        for hall_number, x, y, box_wide, box_high, facing_down, what in self._boxes:
            left, top = origins[hall_number]
            self._rack(painter, QRectF(left + x * scale, top + y * scale, box_wide * scale, box_high * scale), inks[what], facing_down)

    def _arranged(self, plan: Plan) -> tuple[int, float, float, float]:
        """Columns of halls, room of one hall in px, and px a mm: as large as can be."""
        arrangements = []
        for columns in range(1, len(plan.halls) + 1):
            lines = -(-len(plan.halls) // columns)
            wide = (self.width() - 2 * _MARGIN - (columns - 1) * _GAP) / columns
            high = (self.height() - 2 * _MARGIN - (lines - 1) * _GAP) / lines - _CAPTION
            scale = min(min(wide / hall.width_mm, high / hall.depth_mm) for hall in plan.halls)
            arrangements.append((columns, wide, high, scale))
        return max(arrangements, key=lambda arrangement: arrangement[3])

    def _rack(self, painter: QPainter, box: QRectF, ink: QColor, facing_down: bool) -> None:
        gap = min(0.5, box.width() * 0.1)
        painter.fillRect(box.adjusted(gap, 0, -gap, 0), ink)
        if box.height() >= 6:
            edge = QRectF(box.left() + gap, box.bottom() - 2 if facing_down else box.top(), box.width() - 2 * gap, 2)
            painter.fillRect(edge, theme.current().text.primary)


def floor_boxes(plan: Plan, kind_of: KindOf) -> list[tuple[int, float, float, float, float, bool, int]]:
    """Hall, left, top, width, depth (mm), whether the front faces down, and the purpose of each rack or floor device."""
    roles: dict[int, int] = {}
    for device in plan.devices:
        if device.rack is not None and roles.get(device.rack, OTHER) != COMPUTE:
            purpose = COMPUTE if device.role == "compute" else NETWORK if device.role in _NETWORK_ROLES else OTHER
            roles[device.rack] = min(purpose, roles.get(device.rack, OTHER))
    things = [
        (rack.hall, rack.x_mm, rack.y_mm, rack.angle_ddeg, rack.type, roles.get(place, OTHER)) for place, rack in enumerate(plan.racks)
    ]
    standing = [device for device in plan.devices if device.hall is not None]
    things += [(device.hall or 0, device.x_mm, device.y_mm, device.angle_ddeg, device.type, COMPUTE) for device in standing]
    if not things:
        return []
    outlines = {key: outline_of(kind_of(key)) for key in {thing[4] for thing in things}}
    place = np.array([thing[1:4] for thing in things], np.int64)
    size = np.array([outlines[thing[4]] for thing in things], np.float64)
    low, high = footprints(place[:, 0], place[:, 1], place[:, 2], size[:, 0], size[:, 1]).bounds()
    return [
        (thing[0], *low[number].tolist(), *(high[number] - low[number]).tolist(), thing[3] == 1800, thing[5])
        for number, thing in enumerate(things)
    ]


def outline_of(kind: HardwareType | None) -> Outline:
    """Width and depth of a rack or floor device; the size of a common rack if unknown."""
    if kind is None:
        return _UNKNOWN_MM
    wide = kind.number("outer_width_mm") or kind.number("width_mm") or _UNKNOWN_MM[0]
    return wide, kind.number("outer_depth_mm") or kind.number("depth_mm") or _UNKNOWN_MM[1]
