"""Networks and cables in the rail."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.fabric.built_commands import BuiltCommands
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.shell.shell import Shell


class Fabric(Place["FabricPlace"]):
    """Networks, switches and every cable of a project."""

    key, icon, needs_project = "fabric", "fabric", True
    title = QT_TRANSLATE_NOOP("PlaceRail", "Fabric")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Fabric: networks, switches and every cable (Ctrl+6)")
    tables = frozenset({"network", "cable"})
    rules = ("fabric.", "link.")

    def make(self, shell: "Shell") -> "FabricPlace":
        """The drawing of a network over the table of cables."""
        from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace

        return FabricPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "FabricPlace") -> None:
        """Connect the commands for networks and cables, and the problem list."""
        from gpudesk.ui.panels.problems.problem_commands import ProblemCommands
        from gpudesk.ui.places.fabric.cable_commands import CableCommands
        from gpudesk.ui.places.fabric.fabric_commands import FabricPlaceCommands

        view.object_wanted.connect(shell.show_object)
        FabricPlaceCommands(shell, view)
        CableCommands(shell, view)
        ProblemCommands.of(shell).furnish(self.key, view.problems)

    def connect_project(self, shell: "Shell") -> "BuiltCommands":
        """Connect cabling and the comparison with the installation."""
        from gpudesk.ui.places.fabric.built_commands import BuiltCommands
        from gpudesk.ui.places.fabric.fabric_commands import FabricCommands

        FabricCommands(shell)
        return BuiltCommands(shell)

    def restore(self, view: "FabricPlace", settings: Settings) -> None:
        """Restore the positions of docks and splitter."""
        view.set_docks_state(settings.window_state("fabric"))
        view.set_split_state(settings.text("fabric-split"))

    def save(self, view: "FabricPlace", settings: Settings) -> None:
        """Keep docks and split."""
        settings.set_window_state("fabric", view.docks_state())
        settings.set_text("fabric-split", view.split_state())

    def look_like(self, view: "FabricPlace", old: "FabricPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "FabricPlace") -> QWidget:
        """Its first part."""
        return view.parts()[0]

    def parts(self, view: "FabricPlace") -> list[QWidget]:
        """The drawing, the cables and the docks."""
        return view.parts()

    def go_to(self, view: "FabricPlace", refs: Sequence[ObjectRef]) -> None:
        """Show a network or a cable."""
        for ref in refs[:1]:
            view.go_to(ref)

    def met(self, shell: "Shell", view: "FabricPlace") -> set[str]:
        """What holds of the network that is shown."""
        return view.met()
