"""The floor in the rail."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.floor_commands import FloorCommands
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.shell.shell import Shell


class Floor(Place["FloorPlace"]):
    """Halls from above."""

    key, icon, needs_project = "floor", "floor", True
    title = QT_TRANSLATE_NOOP("PlaceRail", "Floor")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Floor: plan view of halls, rows and aisles (Ctrl+3)")
    tables = frozenset({"pathway"})
    rules = ()

    def make(self, shell: "Shell") -> "FloorPlace":
        """The plan of a hall and its panels."""
        from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace

        return FloorPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "FloorPlace") -> "FloorCommands":
        """Connect the floor actions and the list of problems."""
        from gpudesk.ui.panels.problems.problem_commands import ProblemCommands
        from gpudesk.ui.places.layout.floor.floor_commands import FloorCommands
        from gpudesk.ui.places.layout.layout_links import LayoutLinks

        links = LayoutLinks(shell)
        view.rack_wanted.connect(links.show_rack)
        commands = FloorCommands(shell, view)
        ProblemCommands.of(shell).furnish(self.key, view.problems)
        return commands

    def restore(self, view: "FloorPlace", settings: Settings) -> None:
        """Restore the dock layout."""
        view.set_docks_state(settings.window_state("floor"))
        view.catalog_dock.restore_fold(settings.text("floor-catalog-folded"))

    def save(self, view: "FloorPlace", settings: Settings) -> None:
        """Keep the docks."""
        settings.set_window_state("floor", view.docks_state())
        settings.set_text("floor-catalog-folded", view.catalog_dock.fold_state())

    def look_like(self, view: "FloorPlace", old: "FloorPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def prepare(self, view: "FloorPlace") -> None:
        """Draw the hall of a project that was opened while another place was shown."""
        view.prepare()

    def focus(self, view: "FloorPlace") -> QWidget:
        """The drawing."""
        return view.canvas

    def parts(self, view: "FloorPlace") -> list[QWidget]:
        """The drawing and the panels that are shown."""
        return view.parts()

    def go_to(self, view: "FloorPlace", refs: Sequence[ObjectRef]) -> None:
        """Show objects on the floor."""
        view.go_to(*refs)

    def met(self, shell: "Shell", view: "FloorPlace") -> set[str]:
        """Conditions that apply to the floor selection."""
        commands = cast("FloorCommands | None", shell.commands_of(self.key))
        return set() if commands is None else commands.met()
