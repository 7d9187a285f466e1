"""Applies requests of the rack drawing to the project: moving, placing and reserving."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.copies.bay_devices import move_to_bay, place_in_bay
from gpudesk.operations.racks.device_operations import move_devices, nudge, place_device, place_on_floor
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.ui.canvas.refs import Move, ObjectRef, Seat
from gpudesk.ui.places.layout.new_hall import NewHallDialog
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from gpudesk.ui.places.layout.racks.panes.rack_canvas import RackCanvas
from gpudesk.ui.toolkit.known_types import KnownTypes
from gpudesk.ui.toolkit.session import Session

_APART_MM = 1200


class RackGestures(QObject):
    """Converts the requests of a drawing into operations of a session."""

    def __init__(self, session: Session, types: KnownTypes, canvas: RackCanvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._types = types
        self._canvas = canvas
        self._window = parent
        canvas.move_requested.connect(self._move)
        canvas.nudge_requested.connect(self._nudge)
        canvas.place_requested.connect(self._place)
        canvas.seat_requested.connect(self._seat)
        canvas.reserve_requested.connect(self._reserve)

    def place_by_keys(self, type_key: str) -> None:
        """Let the user place a type: in a rack by keys or the next click, a rack by its dialog, a floor device immediately."""
        kind = self._types.get(type_key)
        if kind is None or not self._session.writable:
            return
        if kind.family is Family.RACK:
            NewRackDialog(self._session, self._window.window(), type_key=type_key).open()
        elif kind.mount is Mount.FLOOR:
            self._place_on_floor(type_key)
        elif self._canvas.begin_placing(type_key):
            self._canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        elif kind.mount is Mount.CHILD:
            text = QT_TRANSLATE_NOOP("RackPlace", "No visible device has a free bay for {model}.")
            fix = QT_TRANSLATE_NOOP("RackPlace", "First place a device with a suitable bay.")
            self._session.failed.emit(Refused(Message("RackPlace", text, {"model": kind.title}), Message("RackPlace", fix, {})))
        elif self._session.snapshot["rack"].rows == 0:
            text = QT_TRANSLATE_NOOP("RackPlace", "There is no rack for {model} yet.")
            fix = QT_TRANSLATE_NOOP("RackPlace", "Add a rack first.")
            self._session.failed.emit(Refused(Message("RackPlace", text, {"model": kind.title}), Message("RackPlace", fix, {})))

    def _place_on_floor(self, type_key: str) -> None:
        halls = self._session.snapshot["hall"].ids
        if not len(halls):
            NewHallDialog(self._session, self._window.window()).open()
            return
        # Apart from the racks and next to what is there already, so that nothing shares its floor.
        devices, racks = self._session.snapshot["device"], self._session.snapshot["rack"]
        standing, lined = devices["hall_id"] == halls[0], racks["hall_id"] == halls[0]
        x_mm = int(devices["x_mm"][standing].max()) + _APART_MM if standing.any() else 0
        y_mm = int(racks["y_mm"][lined].max()) + 2 * _APART_MM if lined.any() else 0
        self._session.do(place_on_floor, type_key, int(halls[0]), x_mm, y_mm, done=self._select_device)

    def _move(self, moves: Sequence[Move]) -> None:
        self._session.do(move_devices, [move.device_id for move in moves], [move.spot for move in moves])

    def _nudge(self, ids: Sequence[int], half_units: int) -> None:
        self._session.do(nudge, ids, half_units)

    def _place(self, type_key: str, spot: Spot) -> None:
        self._session.do(
            place_device,
            type_key,
            spot.rack_id,
            spot.position,
            spot.face,
            spot.side,
            done=self._select_device,
        )

    def _seat(self, type_key: str, device_id: int | None, seat: Seat) -> None:
        if device_id is None:
            self._session.do(place_in_bay, type_key, seat.holder_id, seat.bay, done=self._select_device)
        else:
            self._session.do(move_to_bay, device_id, seat.holder_id, seat.bay)

    def _select_device(self, device_id: int) -> None:
        self._session.select([ObjectRef("device", device_id)])

    def _reserve(self, rack_id: int, low: int, high: int, face: int) -> None:
        self._session.do(reserve_units, rack_id, low, high - low, face)
