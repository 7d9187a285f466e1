"""The actions on power: wiring racks, and looking at what feeds them."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_plan import by_hand
from gpudesk.derived.power.unpowered_supplies import why_left
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.operations.power.power_nodes import nodes_below
from gpudesk.operations.power.wire_power import Wired, wire_power
from gpudesk.ui.places.power.models.power_chain_model import Fold
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

if TYPE_CHECKING:
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.shell.shell import Shell

tr_power_commands = text_context("PowerCommands")
tr_power_place_commands = text_context("PowerPlaceCommands")

_ASKED = 40
"""Maximum number of power supplies without an outlet whose reason is determined."""


class PowerCommands(QObject):
    """Wire racks, and report power supplies without an outlet."""

    def __init__(self, window: "Shell") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        window.registry.connect_action("place.wire-power", self.wire)
        window.registry.connect_action("place.rewire-power", partial(self.wire, rewire=True))
        window.registry.connect_action("power.drill", self.let_fail)
        window.registry.connect_action("power.compare-cooling", self.compare_cooling)
        window.registry.connect_action("power.show-drill", self.show_drill)

    def places(self) -> tuple[list[int], list[int]]:
        """Racks and manually wired floor devices in the selection; all if none of them is selected."""
        snapshot = self._session.snapshot
        racks, standing = self._chosen_racks(), by_hand(snapshot)
        halls = self._session.selected("hall")
        chosen = set(self._session.selected("device")) | set(snapshot["device"].ids[np.isin(snapshot["device"]["hall_id"], halls)].tolist())
        chosen_devices = [device for device in standing if device in chosen]
        return (racks, chosen_devices) if racks or chosen_devices else (snapshot["rack"].ids.tolist(), standing)

    def _chosen_racks(self) -> list[int]:
        """The racks in the selection, those of its rows, devices and feeds included."""
        snapshot, selected = self._session.snapshot, self._session.selected
        rack_ids = set(selected("rack"))
        for row_id in selected("rack_row"):
            rack_ids.update(snapshot["rack"].where("row_id", row_id).tolist())
        for hall_id in selected("hall"):
            rack_ids.update(snapshot["rack"].where("hall_id", hall_id).tolist())
        racks, devices = snapshot.cached(whereabouts).rack, snapshot["device"]
        below = nodes_below(snapshot["power_node"], np.array(selected("power_node"), np.int64))
        fed = devices.positions(snapshot["power_cord"]["device_id"][snapshot["power_cord"].among("from_node_id", below)])
        rack_ids.update(racks[fed].tolist())
        rack_ids.update(int(racks[devices.position(device_id)]) for device_id in selected("device"))
        return sorted(rack_ids - {ABSENT})

    def wire(self, rewire: bool = False) -> None:
        """Feeds and cords for the racks in hand, as one step."""
        racks, standing = self.places()
        self._session.do(wire_power, racks, rewire=rewire, device_ids=standing, done=self._told)

    def show_drill(self) -> None:
        """Go to the one-line diagram with the failure."""
        self._window.go("power")
        place = self._power()
        place.tabs.set_current("diagram")
        place.diagram.view.setFocus()

    def let_fail(self) -> None:
        """Go to the power place and simulate the failure of every part."""
        self._window.go("power")
        self._power().let_fail()

    def _power(self) -> "PowerPlace":
        return cast("PowerPlace", self._window.view("power"))

    def compare_cooling(self) -> None:
        """Show the project on room air, rear doors and direct liquid."""
        from gpudesk.ui.places.power.dialogs.cooling_variants_dialog import CoolingVariantsDialog

        CoolingVariantsDialog(self._session, self._window).open()

    def _told(self, wired: Wired) -> None:
        show = self._window.message_bar.show_message
        added = [tr_power_commands("%n feed(s)", "", wired.feeds), tr_power_commands("%n cord(s)", "", wired.cords)]
        text = tr_power_commands("Added: {parts}").format(parts=", ".join(added))
        if not wired.left:
            show("ok", text, "", passing=True)
            return
        devices = self._session.snapshot["device"]
        names = list(dict.fromkeys(str(devices["name"][devices.position(device)]) for device, _ in wired.left))
        left = tr_power_commands(
            "%n power supply(ies) have no outlet within reach of a suitable cord: {names}", "", len(wired.left)
        ).format(names=", ".join(names[:5]) + (" …" if len(names) > 5 else ""))
        why = (tr_message(message) for message in why_left(self._session.snapshot, wired.left[:_ASKED]))
        show("warning", text, " ".join((f"{left}.", *why)), passing=True)


class PowerPlaceCommands(QObject):
    """Actions in the power place, which is created on first use."""

    def __init__(self, window: "Shell", place: "PowerPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        registry = window.registry
        registry.connect_action("power.show-rack", place.show_rack)
        registry.connect_action("power.export-failures", self.ask_export)
        for action, fold in (("power.unfold", Fold.NOTHING), ("power.fold-banks", Fold.BANKS), ("power.fold", Fold.ALL)):
            registry.connect_action(action, partial(place.fold, fold))
        place.chosen.connect(window.update_actions)

    def ask_export(self) -> None:
        """Ask for the export file of the failures."""
        book, text = tr_power_place_commands("Workbook (*.xlsx)"), tr_power_place_commands("Comma-separated values (*.csv)")
        dialog = file_dialog(self._window, tr_power_place_commands("Export the failures"), str(documents_folder()), f"{text};;{book}")
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if chosen == text else "xlsx"))
        dialog.selectFile(free_path(documents_folder(), tr_power_place_commands("failures")).with_suffix(".csv").name)
        dialog.fileSelected.connect(lambda name: self.write_failures(Path(name)))
        dialog.open()

    def write_failures(self, path: Path) -> None:
        """Write the failures shown, and report the file."""
        notice = tr_power_place_commands("Failures saved to {path}.").format(path=path)
        self._place.failures.write(path, lambda: self._window.message_bar.show_message("ok", notice, "", passing=True))
