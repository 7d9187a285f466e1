"""Power and cooling in the rail."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.shell.shell import Shell


class Power(Place["PowerPlace"]):
    """Feeds, cooling, and what each failure takes down."""

    key, icon, needs_project = "power", "power", True
    title = QT_TRANSLATE_NOOP("PlaceRail", "Power")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Power and cooling: feeds, cooling, and the impact of each failure (Ctrl+5)")
    tables = frozenset({"power_node", "cooling_node"})
    rules = ("power.", "cooling.")

    def make(self, shell: "Shell") -> "PowerPlace":
        """The chain, the one-line diagram, failures and cooling."""
        from gpudesk.ui.places.power.panes.power_place import PowerPlace

        return PowerPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "PowerPlace") -> None:
        """Connect the actions for parts of the chain."""
        from gpudesk.ui.places.power.cooling_commands import CoolingPlaceCommands
        from gpudesk.ui.places.power.failure_commands import DrillCommands
        from gpudesk.ui.places.power.power_commands import PowerPlaceCommands
        from gpudesk.ui.places.power.power_edit_commands import PowerEditCommands

        view.object_wanted.connect(shell.show_object)
        PowerPlaceCommands(shell, view)
        CoolingPlaceCommands(shell, view)
        DrillCommands(shell, view)
        PowerEditCommands(shell, view)

    def connect_project(self, shell: "Shell") -> None:
        """Connect wiring and cooling of the selection of other places."""
        from gpudesk.ui.places.power.cooling_commands import CoolingCommands
        from gpudesk.ui.places.power.power_commands import PowerCommands

        PowerCommands(shell)
        CoolingCommands(shell)

    def restore(self, view: "PowerPlace", settings: Settings) -> None:
        """Restore docks and split."""
        view.set_docks_state(settings.window_state("power"))
        view.failures.set_split_state(settings.text("failures-split"))

    def save(self, view: "PowerPlace", settings: Settings) -> None:
        """Keep docks and split."""
        settings.set_window_state("power", view.docks_state())
        settings.set_text("failures-split", view.failures.split_state())

    def look_like(self, view: "PowerPlace", old: "PowerPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "PowerPlace") -> QWidget:
        """Its first part."""
        return view.parts()[0]

    def parts(self, view: "PowerPlace") -> list[QWidget]:
        """The parts of the page that is shown."""
        return view.parts()

    def go_to(self, view: "PowerPlace", refs: Sequence[ObjectRef]) -> None:
        """Show a part of the chain or of the cooling."""
        for ref in refs[:1]:
            view.go_to(ref)

    def met(self, shell: "Shell", view: "PowerPlace") -> set[str]:
        """What holds of the chosen parts."""
        return view.met()
