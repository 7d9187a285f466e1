"""The actions of the Place menu: new halls, rows and racks, and operations on devices in racks."""

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from gpudesk.core.hardware.hardware import Face, Status
from gpudesk.derived.racks.device_placement import Spot
from gpudesk.operations.racks.device_operations import flip_devices, move_devices, nudge, swap_devices
from gpudesk.operations.run.field_operations import FIELDS, set_fields_of
from gpudesk.ui.canvas.refs import Scope
from gpudesk.ui.places.layout.floor.dialogs.new_row import NewRowDialog
from gpudesk.ui.places.layout.new_hall import NewHallDialog
from gpudesk.ui.places.layout.racks.canvas.arrangement import lines_of
from gpudesk.ui.places.layout.racks.dialogs.auto_place_dialog import AutoPlaceDialog
from gpudesk.ui.places.layout.racks.dialogs.fill_pattern import FillPatternDialog
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from gpudesk.ui.places.layout.racks.dialogs.reserve_units import ReserveUnitsDialog
from gpudesk.ui.toolkit.code_labels import status_name
from gpudesk.ui.toolkit.command_menu import offer
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace

tr = text_context("PlaceCommands")

HIGHEST_PHASE = 5
"""The phases offered in the menu; the inspector takes any number."""


class PlaceCommands(QObject):
    """Place, move, turn, swap, fill, reserve; status and phase."""

    def __init__(self, window: "WindowPlaces", rack: "RackPlace") -> None:
        super().__init__(window)
        self._window = window
        self._rack = rack
        self._session = window.session
        for action, slot in (
            ("place.new-hall", lambda: NewHallDialog(self._session, window).open()),
            ("place.new-row", lambda: NewRowDialog(self._session, window).open()),
            ("place.new-rack", lambda: NewRackDialog(self._session, window).open()),
            ("place.move-up", lambda: self.nudge(2)),
            ("place.move-down", lambda: self.nudge(-2)),
            ("place.move-next-rack", lambda: self.move_beside(1)),
            ("place.move-previous-rack", lambda: self.move_beside(-1)),
            ("place.flip", self.flip),
            ("place.swap", self.swap),
            ("place.fill", lambda: FillPatternDialog(self._session, self._session.selected("device"), window).open()),
            ("place.auto", lambda: AutoPlaceDialog(self._session, window).open()),
            ("place.reserve", self.reserve),
            ("place.status", self.ask_status),
            ("place.phase", self.ask_phase),
        ):
            window.registry.connect_action(action, slot)

    def nudge(self, half_units: int) -> None:
        """Move the selected devices to the next position above (positive) or below where they fit."""
        ids = self._session.selected("device")
        self._session.do(nudge, ids, half_units)

    def move_beside(self, step: int) -> None:
        """Move the selected devices to the same units of the next or previous rack in the drawing."""
        devices, snapshot = self._session.snapshot["device"], self._session.snapshot
        rows = [devices.row(device) for device in self._session.selected("device")]
        rows = [row for row in rows if row["rack_id"] is not None]
        order = [rack for line in lines_of(snapshot, Scope()) for rack in line.rack_ids.tolist()]
        spots = []
        for row in rows:
            neighbor_place = order.index(row["rack_id"]) + step
            if not 0 <= neighbor_place < len(order):
                return
            spots.append(Spot(order[neighbor_place], int(row["position"]), Face(int(row["face"])), row["side"]))
        if rows:
            self._session.do(move_devices, [row["id"] for row in rows], spots)

    def flip(self) -> None:
        """Mount the selected devices on the other face."""
        self._session.do(flip_devices, self._session.selected("device"))

    def swap(self) -> None:
        """Swap the two selected devices."""
        first, second = self._session.selected("device")
        self._session.do(swap_devices, first, second)

    def reserve(self) -> None:
        """Ask for the units of the current rack to reserve, and the reason."""
        rack = self._rack.rack_in_hand()
        if rack is not None:
            ReserveUnitsDialog(self._session, rack, self._window).open()

    def ask_status(self) -> None:
        """A menu of the statuses for the selection."""
        offer(self._window, [(status_name(status), partial(self._set, {"status": int(status)})) for status in Status])

    def ask_phase(self) -> None:
        """A menu of the phases for the selection."""
        phases = self._session.snapshot["phase"]
        names = dict(zip(phases["number"].tolist(), phases["name"].tolist(), strict=True))
        numbers = sorted({*range(HIGHEST_PHASE + 1), *names})
        labels = [
            tr("Phase {number} · {name}").format(number=number, name=names[number]) if number in names else str(number)
            for number in numbers
        ]
        labels = [tr("Pilot") if label == "0" else label for label in labels]
        offer(self._window, [(label, partial(self._set, {"phase": number})) for label, number in zip(labels, numbers, strict=True)])

    def _set(self, fields: dict[str, Any]) -> None:
        chosen: list[tuple[str, int]] = []
        for ref in self._session.selection:
            if all(name in FIELDS[ref.table] for name in fields):
                chosen.append((ref.table, ref.id))
            elif ref.table == "rack_row":
                # A row has no status of its own: its racks have.
                chosen += [("rack", rack) for rack in self._session.snapshot["rack"].where("row_id", ref.id).tolist()]
        self._session.do(set_fields_of, chosen, fields)
