"""Racks in the rail."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import ANY_TABLE, Place
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.settings import Settings

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.shell.shell import Shell


class Racks(Place["RackPlace"]):
    """Mounted devices, front and rear."""

    key, icon, needs_project, made_ahead = "rack", "rack", True, True
    title = QT_TRANSLATE_NOOP("PlaceRail", "Rack")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "Rack: devices and positions, front and rear (Ctrl+4)")
    tables = frozenset({ANY_TABLE})
    rules = ()

    def make(self, shell: "Shell") -> "RackPlace":
        """The elevations and their panels."""
        from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace

        return RackPlace(shell.session, shell.registry)

    def connect(self, shell: "Shell", view: "RackPlace") -> None:
        """Connect the floor and the list of problems."""
        from gpudesk.ui.panels.problems.problem_commands import ProblemCommands
        from gpudesk.ui.places.layout.layout_links import LayoutLinks

        links = LayoutLinks(shell)
        view.floor_wanted.connect(links.show_on_floor)
        ProblemCommands.of(shell).furnish(self.key, view.problems)

    def restore(self, view: "RackPlace", settings: Settings) -> None:
        """Restore the dock layout."""
        view.set_docks_state(settings.window_state("rack"))
        view.catalog_dock.restore_fold(settings.text("catalog-folded"))

    def save(self, view: "RackPlace", settings: Settings) -> None:
        """Keep the docks."""
        settings.set_window_state("rack", view.docks_state())
        settings.set_text("catalog-folded", view.catalog_dock.fold_state())

    def look_like(self, view: "RackPlace", old: "RackPlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "RackPlace") -> QWidget:
        """The drawing."""
        return view.canvas

    def parts(self, view: "RackPlace") -> list[QWidget]:
        """The drawing and the panels that are shown."""
        return view.parts()

    def go_to(self, view: "RackPlace", refs: Sequence[ObjectRef]) -> None:
        """Show objects in the elevations."""
        view.go_to(*refs)
