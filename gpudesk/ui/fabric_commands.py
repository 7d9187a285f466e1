"""What is done in the place of networks."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.fabric_place import FabricPlace


class FabricPlaceCommands(QObject):
    """The actions of the place of networks, which is made when it is asked for."""

    def __init__(self, window: "MainWindow", place: "FabricPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        place.chosen.connect(window.commands.update)
