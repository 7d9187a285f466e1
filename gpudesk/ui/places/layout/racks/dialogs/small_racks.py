"""Small elevations side by side: existing devices, and the devices added by a plan."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from gpudesk.core.hardware.hardware import Face, Mount, Side
from gpudesk.core.racks.placement import Placed
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.auto_place.auto_place_plan import AutoPlan
from gpudesk.derived.racks.device_placement import placed_in, rack_half_units, span_name
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.type_name import tr_type_name

tr = text_context("SmallRacks")

_HEAD, _FOOT = 18, 16
_BAR, _FRONT, _REAR, _GAP = 4, 30, 22, 2
_CELL = 2 * _BAR + _FRONT + _REAR + 3 * _GAP + 14
_BESIDE = 1.5
_NUMBER_PX = 10.0
STANDING = -1


@dataclass(frozen=True, slots=True)
class _Box:
    """One device: its line of the list or `STANDING`, its position and its tooltip."""

    line: int
    area: QRectF
    told: str


class SmallRacks(QWidget):
    """Front and rear of each rack; new devices have the color and number of their line."""

    def __init__(self, name: str, tallest_px: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._tallest = float(tallest_px)
        self._names: list[str] = []
        self._boxes: list[list[_Box]] = []
        self._reserved: list[list[QRectF]] = []
        self._heights: list[int] = []
        self._scale = 1.0
        theme.notifier().changed.connect(self.update)
        self.setFixedHeight(_HEAD + tallest_px + _FOOT)

    def show_standing(self, snapshot: Snapshot, rack_ids: list[int]) -> None:
        """Draw some racks as they are."""
        self._show(snapshot, None, rack_ids)

    def show_plan(self, snapshot: Snapshot, plan: AutoPlan, rack_ids: list[int]) -> None:
        """Draw some racks of a plan."""
        self._show(snapshot, plan, rack_ids)

    def _show(self, snapshot: Snapshot, plan: AutoPlan | None, rack_ids: list[int]) -> None:
        racks = snapshot["rack"]
        ids = np.array(rack_ids, np.int64)
        self._names = [str(racks.row(rack_id)["name"]) for rack_id in rack_ids]
        self._heights = rack_half_units(racks, snapshot.types, ids).tolist()
        self._scale = self._tallest / max([1, *self._heights])
        self._boxes = [[] for _ in rack_ids]
        self._reserved = [[] for _ in rack_ids]
        at = {rack_id: place for place, rack_id in enumerate(rack_ids)}
        self._add_standing(snapshot, placed_in(snapshot["device"], racks, snapshot.types, ids), at)
        if plan is not None:
            self._add_new(plan, at)
        held = snapshot["reservation"]
        for row in np.flatnonzero(np.isin(held["rack_id"], ids)).tolist():
            place, low = at[int(held["rack_id"][row])], int(held["position"][row])
            for face in (Face.FRONT, Face.REAR):
                if held["face"][row] in (face, Face.BOTH):
                    self._reserved[place].append(self._area(place, low, low + int(held["height"][row]), face, ABSENT))
        self.setFixedWidth(max(1, _CELL * len(rack_ids) + 12))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = self.told_at(event.pos())
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def told_at(self, point: QPoint) -> str:
        """Tooltip at a point: the device drawn there, or ""."""
        place = (point.x() - 6) // _CELL
        if not 0 <= place < len(self._boxes):
            return ""
        return next((box.told for box in reversed(self._boxes[place]) if box.area.contains(point)), "")

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.current()
        painter = QPainter(self)
        first = max(0, (event.rect().left() - 6) // _CELL)
        last = min(len(self._names) - 1, (event.rect().right() - 6) // _CELL)
        for place in range(first, last + 1):
            left, top = 6 + place * _CELL, _HEAD + self._tallest - self._heights[place] * self._scale
            name = QRectF(left, 0, _CELL - 4, _HEAD)
            painting.text(painter, name, self._names[place], fonts.font("caption", strong=True), colours.text.secondary)
            for face, word in ((Face.FRONT, tr("F")), (Face.REAR, tr("R"))):
                whole = self._area(place, 0, self._heights[place], face, ABSENT)
                painter.fillRect(whole, colours.surface.sunken)
                painting.frame(painter, whole.adjusted(-1, -1, 1, 1), None, colours.border.default, 0)
                foot = QRectF(whole.left(), top + self._heights[place] * self._scale + 1, whole.width(), _FOOT)
                painting.text(painter, foot, word, fonts.font("micro"), colours.text.tertiary, Qt.AlignmentFlag.AlignHCenter)
            for area in self._reserved[place]:
                painter.fillRect(area, QBrush(colours.text.tertiary, Qt.BrushStyle.BDiagPattern))
            for box in self._boxes[place]:
                self._paint_box(painter, box)

    def _paint_box(self, painter: QPainter, box: _Box) -> None:
        colours = theme.current()
        fill = colours.border.strong if box.line == STANDING else line_colour(box.line)
        # On whole pixels, so that a line of the ground parts every two devices that stand on each other.
        top, bottom = round(box.area.top()), round(box.area.bottom())
        painter.fillRect(QRectF(box.area.left(), top + 1, box.area.width(), max(1, bottom - top - 1)), fill)
        if box.line != STANDING and box.area.height() >= _NUMBER_PX and box.area.width() >= _NUMBER_PX:
            ink = readable(fill)
            painting.text(painter, box.area, str(box.line + 1), fonts.font("micro"), ink, Qt.AlignmentFlag.AlignHCenter)

    def _add_standing(self, snapshot: Snapshot, placed: Placed, at: dict[int, int]) -> None:
        devices = snapshot["device"]
        names = devices["name"][devices.positions(placed.device)].tolist()
        columns = (placed.rack, placed.mount, placed.low, placed.high, placed.face, placed.side)
        for name, rack, mount, low, high, face, side in zip(names, *(column.tolist() for column in columns), strict=True):
            self._add(STANDING, at[rack], mount, low, high, face, side, name)

    def _add_new(self, plan: AutoPlan, at: dict[int, int]) -> None:
        filled = plan.filled
        columns = (filled.line, filled.rack, filled.low, filled.face, filled.side)
        for line, rack, low, face, side in zip(*(column.tolist() for column in columns), strict=True):
            place = at.get(int(plan.rack_ids[rack]))
            if place is not None:
                kind = plan.kinds[line]
                high = low + kind.height_half_units
                if kind.mount is Mount.ZERO_U:
                    high = low + max(1, round(2 * (kind.number("height_mm") or 0.0) / float(plan.racks.pitch_mm[rack])))
                self._add(line, place, kind.mount, low, high, face, side, tr_type_name(kind.title))

    def _add(self, line: int, place: int, mount: int, low: int, high: int, face: int, side: int, name: str) -> None:
        if mount == Mount.ZERO_U:
            area = self._beside(place, low, high, side)
        else:
            area = self._area(place, low, high, face, side)
        self._boxes[place].append(_Box(line, area, f"{name} · {span_name(low, high)}"))

    def _beside(self, place: int, low: int, high: int, side: int) -> QRectF:
        """A bar next to the rear; the second one of a side is next to the first."""
        rear = self._area(place, low, min(high, self._heights[place]), Face.REAR, ABSENT)
        taken = [box.area for box in self._boxes[place] if box.area.width() < _BAR and box.area.top() < rear.bottom()]
        left = rear.left() - 3 if side == Side.LEFT else rear.right() + 1.5
        while any(abs(area.left() - left) < 0.5 for area in taken):
            left += -_GAP if side == Side.LEFT else _GAP
        return QRectF(left, rear.top(), _BESIDE, rear.height())

    def _area(self, place: int, low: int, high: int, face: int, side: int) -> QRectF:
        left, wide = 6.0 + place * _CELL + _BAR, float(_FRONT)
        if face == Face.REAR:
            left, wide = left + _FRONT + _GAP + 2 * _BAR, float(_REAR)
        if side != ABSENT:
            wide /= 2
            left = left + wide if side == Side.RIGHT else left
        bottom = _HEAD + self._tallest - low * self._scale
        return QRectF(left, bottom - (high - low) * self._scale, wide, (high - low) * self._scale)


def line_colour(line: int) -> QColor:
    """The color of a line of the list; its number is also shown if there is room."""
    rail = theme.current().rail
    return rail[line % len(rail)]


def readable(ground: QColor) -> QColor:
    """Black or white, whichever is read better on a ground."""
    black, white = QColor(0, 0, 0), QColor(255, 255, 255)
    return black if theme.contrast_ratio(black, ground) >= theme.contrast_ratio(white, ground) else white
