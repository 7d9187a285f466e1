"""A drawing of where something is: the rack with the unit marked, and the ports of the device with the one concerned marked."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpudesk.core.checklist.items import Scope
from gpudesk.core.checklist.tray_targets import tray_of
from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.cable_places import CablePlaces
from gpudesk.derived.ports.port_names import port_names
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.faces.face import paint_face
from gpudesk.ui.canvas.faces.hardware_palette import skin
from gpudesk.ui.canvas.faces.ports_layout import CageBox, ports_layout
from gpudesk.ui.panels.catalog.type_faces import drawn_frame
from gpudesk.ui.toolkit import fonts, painting
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme

tr = text_context("UnitPicture")

_RACK_PX = 96
_CAPTION = 20
_UNIT_MM = 44.45
_LEAST_HIGH = 220


@dataclass(frozen=True, slots=True)
class UnitBlock:
    """A device in the rack: its lowest half unit, its height in half units, and whether it is the one concerned."""

    low: int
    height: int
    concerned: bool


@dataclass(frozen=True, eq=False)
class UnitView:
    """Content of the picture.

    Attributes:
        rack: name of the rack, "" if there is none.
        half_units: height of the rack.
        blocks: devices in it.
        device: name of the device.
        kind: type of the device, None if only a rack is drawn.
        face: face of the port, or mounting face of the device.
        port, port_index: name and index of the port, "" and -1 for none.
    """

    rack: str
    half_units: int
    blocks: tuple[UnitBlock, ...]
    device: str = ""
    kind: HardwareType | None = None
    face: Face = Face.FRONT
    port: str = ""
    port_index: int = -1

    @property
    def unit(self) -> str:
        """The lowest unit of the device, such as "U12"; empty if it is in none."""
        low = next((block.low for block in self.blocks if block.concerned), None)
        return "" if low is None else f"U{low // 2 + 1}" if low % 2 == 0 else f"U{low / 2 + 1:.1f}"


def rack_view(snapshot: Snapshot, rack: int) -> UnitView:
    """A rack without any unit marked."""
    return _view(snapshot, rack, ABSENT)


def device_view(snapshot: Snapshot, device: int, port: int = -1) -> UnitView:
    """A device in its rack, and one of its ports.

    Args:
        port: the index of the port, -1 for none.
    """
    row = snapshot["device"].row(device)
    kind = snapshot.types[int(row["type_id"])]
    seen = snapshot.cached(port_names)
    code = int(seen.codes(np.array([row["type_id"]], np.int64), np.array([port], np.int64))[0])
    type_port = seen.ports[code]
    rack = ABSENT if row["rack_id"] is None else int(row["rack_id"])
    view = _view(snapshot, rack, device)
    face = type_port[0].face if type_port is not None else Face(int(row["face"]))
    return UnitView(view.rack, view.half_units, view.blocks, str(row["name"]), kind, face, seen.names[code], port)


def cable_view(snapshot: Snapshot, cable: int, end: str) -> UnitView:
    """The device and port at an end of a cable, with the connector where a module has several.

    Args:
        end: "A" or "B".
    """
    row = snapshot["cable"].row(cable)
    side = end.lower()
    view = device_view(snapshot, int(row[f"{side}_device_id"]), int(row[f"{side}_port"]))
    places = CablePlaces(snapshot, snapshot["cable"].positions(np.array([cable], np.int64)))
    return replace(view, port=places.words(side, "connector")[0])


def view_of(snapshot: Snapshot, scope: Scope, target: int) -> UnitView | None:
    """Picture of a target; None for objects outside racks."""
    if scope is Scope.RACK:
        return rack_view(snapshot, target)
    if scope in (Scope.DEVICE, Scope.WORKSTATION):
        return device_view(snapshot, target)
    if scope is Scope.TRAY:
        return device_view(snapshot, tray_of(target)[0])
    return cable_view(snapshot, target, "A") if scope is Scope.CABLE else None


def _view(snapshot: Snapshot, rack: int, device: int) -> UnitView:
    if rack == ABSENT or not snapshot["rack"].has(rack):
        return UnitView("", 0, ())
    row, devices = snapshot["rack"].row(rack), snapshot["device"]
    high = np.nan_to_num(2 * snapshot.types.numbers("units_u", np.array([row["type_id"]], np.int64)))
    blocks = []
    for other in devices.where("rack_id", rack).tolist():
        held = devices.row(other)
        half_units = snapshot.types[int(held["type_id"])].height_half_units
        if held["position"] is not None and half_units:
            blocks.append(UnitBlock(int(held["position"]), half_units, other == device))
    return UnitView(str(row["name"]), int(high[0]), tuple(blocks))


class UnitPicture(QWidget):
    """Draws a `UnitView`: the rack left, the ports right of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: UnitView | None = None
        self.setMinimumHeight(_LEAST_HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def show_view(self, view: UnitView | None) -> None:
        """Draw this; nothing for None."""
        self.view = view
        self.setVisible(view is not None and bool(view.rack or view.kind))
        if view is not None:
            parts = (view.rack, view.unit, view.device, view.port)
            self.setAccessibleName(tr("Drawing: {what}").format(what=" ".join(filter(None, parts))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, _LEAST_HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self.view
        if view is None:
            return
        painter = QPainter(self)
        left = 0.0
        if view.rack:
            self._paint_rack(painter, view, QRectF(0, 0, _RACK_PX, self.height()))
            left = _RACK_PX + 40
        if view.kind is not None:
            self._paint_ports(painter, view, QRectF(left, 0, self.width() - left, self.height()))

    def _paint_rack(self, painter: QPainter, view: UnitView, area: QRectF) -> None:
        colours = theme.current()
        painting.text(
            painter, QRectF(area.left(), area.top(), area.width(), _CAPTION), view.rack, fonts.font("strong"), colours.text.primary
        )
        frame = area.adjusted(0, _CAPTION, 0, -1)
        painting.frame(painter, frame, colours.surface.sunken, colours.border.strong, 0)
        if not view.half_units:
            return
        inner = frame.adjusted(3, 3, -3, -3)
        step = inner.height() / view.half_units
        for block in view.blocks:
            top = inner.bottom() - (block.low + block.height) * step
            box = QRectF(inner.left(), top, inner.width(), max(block.height * step - 1, 1.5))
            painter.fillRect(box, colours.accent if block.concerned else colours.border.default)
            if block.concerned:
                # An arrow and the unit outside: color alone says nothing to everybody.
                word = QRectF(frame.right() + 4, box.center().y() - 9, 40, 18)
                painting.text(painter, word, f"◂{view.unit}", fonts.font("strong", tabular=True), colours.text.primary)

    def _paint_ports(self, painter: QPainter, view: UnitView, area: QRectF) -> None:
        colours, kind = theme.current(), view.kind
        if kind is None or area.width() < 80:
            return
        side = tr("REAR") if view.face is Face.REAR else tr("FRONT")
        title = f"{view.device} · {side}"
        painting.text(painter, QRectF(area.left(), area.top(), area.width(), _CAPTION), title, fonts.font("strong"), colours.text.primary)
        face = view.face
        room = QRectF(area.left(), area.top() + _CAPTION, area.width(), area.height() - _CAPTION)
        boxes, size = ports_layout(kind, face, area.width())
        if not boxes or not view.port:
            self._paint_face(painter, kind, view.face, room)
            return
        scale = min(room.width() / size.width(), room.height() / size.height(), 1.5)
        painter.save()
        painter.translate(room.topLeft())
        painter.scale(scale, scale)
        for box in boxes:
            self._paint_cage(painter, box, view)
        painter.restore()

    def _paint_face(self, painter: QPainter, kind: HardwareType, face: Face, room: QRectF) -> None:
        frame = drawn_frame(kind)
        if frame is None:
            return
        scale = min(room.width() / frame.width_mm, room.height() / frame.height_mm)
        target = QRectF(room.left(), room.top(), frame.width_mm * scale, frame.height_mm * scale)
        paint_face(painter, target, kind, face, skin(theme.current()), unit_px=_UNIT_MM * scale, ratio=self.devicePixelRatioF())

    def _paint_cage(self, painter: QPainter, box: CageBox, view: UnitView) -> None:
        colours = theme.current()
        concerned = any(port.port.index == view.port_index for port in box.ports)
        line = colours.accent if concerned else colours.border.default
        painting.frame(painter, box.frame, colours.surface.raised, line, 2, width=2 if concerned else 1)
        painting.text(painter, box.head, box.name, fonts.font("micro"), colours.text.secondary)
        for port in box.ports:
            is_shown_port = port.port.index == view.port_index
            painting.frame(painter, port.well, colours.accent if is_shown_port else colours.surface.sunken, colours.border.default, 1)
            if is_shown_port:
                painting.text(painter, port.foot, "▲", fonts.font("micro"), colours.text.primary, Qt.AlignmentFlag.AlignHCenter)
