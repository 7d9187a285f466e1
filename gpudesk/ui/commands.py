"""What the actions of the table do in one window, and which of them can be done now."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.ui import theme
from gpudesk.ui.file_commands import FileCommands
from gpudesk.ui.project_commands import ProjectCommands
from gpudesk.ui.translate import language
from gpudesk.ui.view_commands import ViewCommands

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow
    from gpudesk.ui.panes.catalog_place import CatalogPlace
    from gpudesk.ui.panes.rack_place import RackPlace


class Commands(QObject):
    """Connects every action of the table and keeps the table's conditions up to date."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.file = FileCommands(window)
        self.project = ProjectCommands(window)
        self.view = ViewCommands(window)

    def furnish(self, rack: "RackPlace") -> None:
        """Connect what needs the place of racks, which is made after the window."""
        from gpudesk.ui.edit_commands import EditCommands
        from gpudesk.ui.place_commands import PlaceCommands

        EditCommands(self._window, rack)
        PlaceCommands(self._window, rack)
        self.project.furnish(rack)
        self.view.furnish(rack)
        rack.problems.problem_changed.connect(self.update)

    def furnish_catalog(self, place: "CatalogPlace") -> None:
        """Connect what needs the place of the catalog."""
        from gpudesk.ui.catalog_commands import CatalogCommands

        CatalogCommands(self._window, place)

    def update(self) -> None:
        """Enable what can be done now."""
        self._window.registry.set_met(self.met())
        registry, settings = self._window.registry, self._window.settings
        registry.set_checked(f"view.theme.{theme.choice()}")
        registry.set_checked(f"view.language.{settings.language}" if settings.language != "system" else "view.language.system")
        registry.set_checked(f"view.units.{settings.units}")
        self._window.setProperty("language", language())

    def met(self) -> set[str]:
        """The conditions of the table that hold now."""
        window, session = self._window, self._window.session
        types = self._met_by_types()
        if not session.is_open:
            return types
        devices, racks = session.selected("device"), session.selected("rack")
        problem = window.rack.problems.current_finding()
        conditions = {
            "project": True,
            "writable": session.writable,
            "selection": bool(session.selection),
            "devices": bool(devices),
            "one": len(session.selection) == 1,
            "two devices": len(devices) == 2 and len(session.selection) == 2,
            "rack": bool(racks) or bool(devices),
            "clipboard": session.clipboard is not None or bool(session.cut),
            "undo": any(step.done for step in session.history),
            "redo": any(not step.done for step in session.history),
            "problems": bool(session.findings),
            "problem": problem is not None,
            "mend": problem is not None and problem.mend is not None,
            "drawing": window.place == "rack",
        }
        return types | {name for name, holds in conditions.items() if holds}

    def _met_by_types(self) -> set[str]:
        """The conditions that hold of what is chosen in the catalog."""
        place = self._window.shown_catalog
        return set() if place is None else place.met()
