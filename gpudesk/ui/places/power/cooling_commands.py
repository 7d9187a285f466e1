"""The actions on cooling: units proposed and added, what cools what, rear doors, and devices that become part of it."""

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_floor import waiting_units
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.operations.cooling.cooling_proposal import Cooled, assign_cooling_devices, hang_rear_doors
from gpudesk.operations.cooling.place_cooling_units import place_cooling_units
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.ui.toolkit.quantities import format_number, format_quantity
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.shell.shell import Shell

tr = text_context("CoolingCommands")


class CoolingCommands(QObject):
    """Actions on the selection, regardless of where it was made."""

    def __init__(self, window: "Shell") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        for action, slot in (
            ("cooling.propose", self.propose),
            ("cooling.add", self.add),
            ("cooling.assign", self.assign),
            ("cooling.place", self.place),
            ("cooling.doors", self.hang_doors),
            ("cooling.cool", self.cool),
        ):
            window.registry.connect_action(action, slot)

    def propose(self) -> None:
        """Ask for halls or rows, number of spares, and types."""
        from gpudesk.ui.places.power.dialogs.propose_cooling import ProposeCoolingDialog

        ProposeCoolingDialog(self._session, self._proposed, self._window).open()

    def add(self) -> None:
        """Ask for a part to add, by default next to the current part."""
        from gpudesk.ui.places.power.dialogs.add_to_cooling import AddToCoolingDialog

        chosen = self._session.selected("cooling_node")
        AddToCoolingDialog(self._session, self._window, beside=chosen[0] if len(chosen) == 1 else None).open()

    def assign(self) -> None:
        """Make the selected devices part of the cooling, as one step."""
        self._session.do(assign_cooling_devices, self._session.selected("device"))

    def place(self) -> None:
        """Find floor positions for the selected units without one, or for all units if none is selected, as one step."""
        waiting = waiting_units(self._session.snapshot)
        chosen = [node for node in self._session.selected("cooling_node") if node in waiting]
        if not waiting:
            text = tr("All floor-standing units are placed.")
            self._window.message_bar.show_message("ok", text, "", passing=True)
            return
        self._session.do(place_cooling_units, chosen or waiting)

    def hang_doors(self) -> None:
        """Rear doors on the racks in hand that have none, as one step."""
        self._session.do(hang_rear_doors, self._racks())

    def cool(self) -> None:
        """Ask for the cooling of the selection."""
        from gpudesk.ui.places.power.dialogs.choose_cooling import ChooseCoolingDialog

        ChooseCoolingDialog(self._session, self._window).open()

    def _racks(self) -> list[int]:
        """The racks in the selection, those of its rows, halls and devices included."""
        snapshot, selected = self._session.snapshot, self._session.selected
        rack_ids = set(selected("rack"))
        for column, table in (("row_id", "rack_row"), ("hall_id", "hall")):
            for row_id in selected(table):
                rack_ids.update(snapshot["rack"].where(column, row_id).tolist())
        racks, devices = snapshot.cached(whereabouts).rack, snapshot["device"]
        rack_ids.update(int(racks[devices.position(device)]) for device in selected("device"))
        return sorted(rack_ids - {ABSENT})

    def _proposed(self, cooled: Cooled) -> None:
        show = self._window.message_bar.show_message
        units = ", ".join(f"{format_number(count)} × {model}" for model, count in cooled.units.items())
        text = tr("Added: {units}").format(units=units) if units else tr("Cooling is sufficient: no unit was added.")
        left = ""
        if cooled.uncooled_w:
            left = tr("No unit of known capacity was found for {heat}.").format(heat=format_quantity(cooled.uncooled_w, "W"))
        if cooled.unplaced:
            lacking = tr(
                "%n of them do not fit on the floor: enlarge the hall, or choose units that are not on the floor.", "", cooled.unplaced
            )
            left = f"{left} {lacking}".strip()
        show("warning" if left else "ok", text, left, passing=True)
        self._window.go("power")
        cast("PowerPlace", self._window.view("power")).tabs.set_current("cooling")


class CoolingPlaceCommands(QObject):
    """Actions on the cooling page, which is created on first use."""

    def __init__(self, window: "Shell", place: "PowerPlace") -> None:
        super().__init__(window)
        self._session = window.session
        self._place = place
        window.registry.connect_action("cooling.delete", self.delete)
        window.registry.connect_action("cooling.show", place.cooling.show_object)

    def delete(self) -> None:
        """Delete the chosen units, air and loops."""
        chosen = [ref.id for ref in self._place.cooling.objects_in_hand() if ref.table == "cooling_node"]
        if chosen:
            self._session.do(delete_objects, "cooling_node", chosen)
