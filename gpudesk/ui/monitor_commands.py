"""What is done in the monitor."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.monitor_place import MonitorPlace


class MonitorCommands(QObject):
    """Connects the actions that need the place of the monitor."""

    def __init__(self, window: "MainWindow", place: "MonitorPlace") -> None:
        super().__init__(window)
        self._window = window
        self._place = place
        window.registry.connect_action("monitor.local", place.watch_local)
        window.registry.connect_action("monitor.hosts", self.ask_hosts)
        place.model.state_changed.connect(window.commands.update)

    def ask_hosts(self) -> None:
        """Ask which hosts of the network are to be watched."""
        from gpudesk.ui.dialogs.watch_hosts import WatchHostsDialog

        WatchHostsDialog(self._place.sources, self._window.settings, self._window).open()
