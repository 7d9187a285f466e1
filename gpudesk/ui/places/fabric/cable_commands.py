"""The actions on cables in the place of networks."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.shell.shell import Shell


class CableCommands(QObject):
    """Finds, chooses and copies cables."""

    def __init__(self, window: "Shell", place: "FabricPlace") -> None:
        super().__init__(window)
        self._window = window
        registry, dock = window.registry, place.cables
        for name in ("edit", "keep", "delete"):
            registry.connect_action(f"cables.{name}", getattr(dock, name))
        registry.connect_action("cables.go-from", partial(dock.show_end, far=False))
        registry.connect_action("cables.go-to", partial(dock.show_end, far=True))
        registry.connect_action("cables.find", dock.filters.find)
        registry.connect_switch("cables.only-problems", dock.filters.only_problems)
        registry.connect_switch("cables.only-selection", dock.filters.only_selection)
        registry.connect_action("cables.like-node", partial(dock.like, "node"))
        registry.connect_action("cables.like-medium", partial(dock.like, "medium"))
        registry.connect_action("cables.show-all", dock.filters.clear)
        registry.connect_action("cables.copy", dock.copy)
        registry.connect_action("cables.copy-csv", dock.copy_csv)
        for name in ("lay", "follow", "pull", "pin", "turn"):
            registry.connect_action(f"ports.{name}", getattr(place.ports, name))
