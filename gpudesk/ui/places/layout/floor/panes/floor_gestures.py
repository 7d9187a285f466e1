"""Applies requests of the floor drawing to the project: placement of new objects."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.operations.floor.floor_new import extend_row, put_new
from gpudesk.ui.panels.catalog.catalog_rows import stands_on_floor
from gpudesk.ui.places.layout.floor.canvas.floor_plan_carry import NewThing
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.toolkit.known_types import KnownTypes
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.session import Session


class FloorGestures(QObject):
    """Converts the requests of a drawing into operations of a session."""

    def __init__(self, session: Session, canvas: FloorCanvas, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._types = KnownTypes(session)
        self._canvas = canvas
        canvas.set_kinds(self._types.get)
        canvas.put_requested.connect(self._put)
        canvas.extend_requested.connect(self._extend)

    def takes(self, type_key: str) -> bool:
        """Whether objects of a type are placed on the floor."""
        kind = self._types.get(type_key)
        return kind is not None and stands_on_floor(kind)

    def place_by_keys(self, type_key: str) -> None:
        """Let the user place an object of a type on the floor with the keyboard or a click."""
        kind = self._types.get(type_key)
        if kind is None or not self._session.writable:
            return
        if not stands_on_floor(kind):
            text = QT_TRANSLATE_NOOP("FloorPlace", "{model} must be placed in a rack.")
            fix = QT_TRANSLATE_NOOP("FloorPlace", "Double-click a rack or press Enter to open it, then place the device there.")
            self._session.failed.emit(Refused(Message("FloorPlace", text, {"model": kind.title}), Message("FloorPlace", fix)))
        else:
            self._canvas.begin_placing(type_key)

    def _put(self, new: NewThing, more: bool) -> None:
        place = (new.type_key, new.hall_id, new.x_mm, new.y_mm, new.angle_ddeg, new.row_id)
        self._session.do(put_new, *place, done=self._done(more))

    def _extend(self, row_id: int, count: int) -> None:
        self._session.do(extend_row, row_id, count, done=self._select_racks)

    def _select_racks(self, made: list[int]) -> None:
        self._session.select([ObjectRef("rack", rack_id) for rack_id in made])

    def _done(self, more: bool) -> Callable[[Standing], None]:
        def done(standing: Standing) -> None:
            ref = ObjectRef(*standing)
            self._session.select([ref])
            if more:
                self._canvas.go_on_placing(ref)

        return done
