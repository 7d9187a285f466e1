"""The actions on power: wiring racks, and looking at what feeds them."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk import operations
from gpudesk.core.columns import ABSENT
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.operations import Wired
from gpudesk.ui.models.power_chain_model import Fold

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.power_place import PowerPlace


class PowerCommands(QObject):
    """Wire racks, and say what found no outlet."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        window.registry.connect_action("place.wire-power", self.wire)
        window.registry.connect_action("place.rewire-power", partial(self.wire, rewire=True))

    def racks(self) -> list[int]:
        """The racks in the selection, those of its rows and devices included; all where nothing of the kind is selected."""
        snapshot, selected = self._session.snapshot, self._session.selected
        found = set(selected("rack"))
        for row_id in selected("rack_row"):
            found.update(snapshot["rack"].where("row_id", row_id).tolist())
        for hall_id in selected("hall"):
            found.update(snapshot["rack"].where("hall_id", hall_id).tolist())
        racks, devices = snapshot.cached(whereabouts).rack, snapshot["device"]
        found.update(int(racks[devices.position(device_id)]) for device_id in selected("device"))
        return sorted(found - {ABSENT}) or snapshot["rack"].ids.tolist()

    def wire(self, rewire: bool = False) -> None:
        """Feeds and cords for the racks in hand, as one step."""
        self._session.do(operations.wire_power, self.racks(), rewire=rewire, done=self._told)

    def _told(self, wired: Wired) -> None:
        show = self._window.message_bar.show_message
        text = self.tr("{feeds} feeds and {cords} cords were added.").format(feeds=f"{wired.feeds:,}", cords=f"{wired.cords:,}")
        if not wired.left:
            show("ok", text, "", passing=True)
            return
        devices = self._session.snapshot["device"]
        names = list(dict.fromkeys(str(devices["name"][devices.position(device)]) for device, _ in wired.left))
        left = self.tr("{count} supplies found no outlet that a cord fits and reaches: {names}").format(
            count=f"{len(wired.left):,}", names=", ".join(names[:5]) + (" …" if len(names) > 5 else "")
        )
        show("warning", text, left, passing=True)


def connect_place(window: "MainWindow", place: "PowerPlace") -> None:
    """Connect what needs the place of power, which is made when it is asked for."""
    registry = window.registry
    registry.connect_action("power.show-rack", place.show_rack)
    for action, fold in (("power.unfold", Fold.NOTHING), ("power.fold-banks", Fold.BANKS), ("power.fold", Fold.ALL)):
        registry.connect_action(action, partial(place.fold, fold))
    place.chosen.connect(window.commands.update)
