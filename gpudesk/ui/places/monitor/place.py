"""The monitor in the rail: GPUs live or recorded."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.monitor.monitor_commands import MonitorCommands
    from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
    from gpudesk.ui.shell.shell import Shell


class Monitor(Place["MonitorPlace"]):
    """It needs no project, and watches on while another place is shown."""

    key, icon = "monitor", "monitor"
    title = QT_TRANSLATE_NOOP("PlaceRail", "Monitor")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Monitor: GPUs live or recorded (Ctrl+8)")

    def make(self, shell: "Shell") -> "MonitorPlace":
        """The overview of the GPUs and its pages."""
        from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace

        return MonitorPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "MonitorPlace") -> "MonitorCommands":
        """Connect the actions for sources and recordings."""
        from gpudesk.ui.places.monitor.monitor_commands import MonitorCommands

        return MonitorCommands(shell, view)

    def restore(self, view: "MonitorPlace", settings: Settings) -> None:
        """Set it up as it was."""
        view.set_up(settings.text("monitor"))

    def save(self, view: "MonitorPlace", settings: Settings) -> None:
        """Keep how it is set up."""
        settings.set_text("monitor", view.setup_text())

    def look_like(self, view: "MonitorPlace", old: "MonitorPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "MonitorPlace") -> QWidget:
        """What takes the keyboard at first."""
        return view.at_rest()

    def parts(self, view: "MonitorPlace") -> list[QWidget]:
        """The parts of the page that is shown."""
        return view.parts()

    def met(self, shell: "Shell", view: "MonitorPlace") -> set[str]:
        """What holds of the source that is shown."""
        return view.met()

    def end(self, view: "MonitorPlace") -> None:
        """Stop watching."""
        view.end()
