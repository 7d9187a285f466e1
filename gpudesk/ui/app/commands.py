"""Effects of the table's actions in one window, and which of them are available now."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gpudesk.ui.action_table.cable_actions import MOST_LIT
from gpudesk.ui.app.file_commands import FileCommands
from gpudesk.ui.app.project_commands import ProjectCommands
from gpudesk.ui.app.recovery_commands import RecoveryCommands
from gpudesk.ui.app.view_commands import ViewCommands
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language

if TYPE_CHECKING:
    from gpudesk.ui.app.compare_commands import CompareCommands
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands
    from gpudesk.ui.places.catalog.catalog_exchange import CatalogExchange
    from gpudesk.ui.places.fabric.built_commands import BuiltCommands
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.places.size.size_commands import SizeCommands


class Commands(QObject):
    """Connects every action of the table and keeps the table's conditions up to date."""

    def __init__(self, window: "WindowPlaces") -> None:
        super().__init__(window)
        self._window = window
        self.file = FileCommands(window)
        self.recovery = RecoveryCommands(window)
        self.project = ProjectCommands(window)
        self.view = ViewCommands(window)
        self.compare: CompareCommands | None = None
        window.registry.connect_action("catalog.find", self.find)

    def find(self) -> None:
        """Focus the search field of the current list, else that of the catalog: as a dock if available."""
        window, focused = self._window, QApplication.focusWidget()
        docks = window.judged.docks if window.place in {"floor", "rack", "fabric"} else {}
        inside = {name for name, dock in docks.items() if focused is not None and dock.isAncestorOf(focused)}
        fabric = window.shown_fabric
        if "problems" in inside:
            window.judged.problems.filters.find()
        elif fabric is not None and "cables" in inside:
            fabric.cables.filters.find()
        elif window.place in {"floor", "rack"}:
            dock = window.drawing.catalog_dock
            dock.show()
            dock.raise_()
            dock.unfold()
            window.drawing.catalog.search.selectAll()
        else:
            window.go("catalog")
            window.catalog.search()

    def furnish(self, place: str) -> None:
        """Connect what needs a place that was just made; with the racks, all that needs a project."""
        if place == "rack":
            self._furnish_project(self._window.rack)
        elif place == "floor":
            self.view.furnish_floor(self._window.floor)
            if self.compare is not None:
                self.compare.furnish(self._window.floor)

    def _furnish_project(self, rack: "RackPlace") -> None:
        from gpudesk.ui.app.compare_commands import CompareCommands
        from gpudesk.ui.app.edit_commands import EditCommands
        from gpudesk.ui.app.place_commands import PlaceCommands

        EditCommands(self._window, rack)
        PlaceCommands(self._window, rack)
        self.compare = CompareCommands(self._window, rack)
        self._window.connect_project()
        self.project.furnish(rack)
        self.view.furnish(rack)

    @property
    def built(self) -> "BuiltCommands | None":
        """The comparison of the plan with the installation; None without a project."""
        return cast("BuiltCommands | None", self._window.project_commands_of("fabric"))

    @property
    def catalog_exchange(self) -> "CatalogExchange":
        """The import of files into the catalog; its place is created if it does not exist yet."""
        self._window.view("catalog")
        return cast("CatalogCommands", self._window.commands_of("catalog")).exchange

    def compare_with_log(self, path: Path) -> bool:
        """Compare the log in a file with the chosen sizing plan; returns whether there is such a plan."""
        size = cast("SizeCommands | None", self._window.commands_of("size"))
        return size is not None and size.compare_log(path)

    def lay_under(self, path: Path) -> None:
        """Go to the floor and use a file as underlay of its hall, as for a file dropped on the window."""
        self._window.go("floor")
        if self._window.shown_floor is not None and self._window.floor_commands is not None:
            self._window.floor_commands.underlays.take(path)

    def update(self) -> None:
        """Enable the actions that are available now."""
        if self._window.session.replacing:
            # The next project is shown in the same turn: 300 actions would be disabled and enabled again.
            return
        self._window.registry.set_met(self.met())
        registry, settings = self._window.registry, self._window.settings
        registry.set_checked(f"view.theme.{theme.choice()}")
        registry.set_checked(f"view.language.{settings.language}" if settings.language != "system" else "view.language.system")
        registry.set_checked(f"view.units.{settings.units}")
        self._window.setProperty("language", language())

    def met(self) -> set[str]:
        """The conditions of the table that hold now."""
        window, session = self._window, self._window.session
        of_place = window.met_by_place()
        if not session.is_open:
            return of_place
        devices, racks, cables = (session.selected(table) for table in ("device", "rack", "cable"))
        shown = window.places_by_key[window.place]
        conditions = {
            "project": True,
            "writable": session.writable,
            "selection": bool(session.selection),
            "devices": bool(devices),
            "cable": len(cables) == 1,
            "few cables": 0 < len(cables) <= MOST_LIT,
            "cuttable": bool(devices) if window.place != "floor" else "movable" in of_place,
            "cooled": any(ref.table in ("hall", "rack_row", "rack", "device") for ref in session.selection),
            "one": len(session.selection) == 1,
            "two devices": len(devices) == 2 and len(session.selection) == 2,
            "rack": bool(racks) or bool(devices),
            "clipboard": window.place != "floor" and (session.clipboard is not None or bool(session.cut)),
            "undo": not shown.own_undo and session.can_undo,
            "redo": not shown.own_undo and session.can_redo,
            "any device": bool(session.snapshot["device"].rows),
            "drawing": window.place in {"rack", "floor"},
            "editor": shown.needs_project,
            "elevation": window.place == "rack",
            "comparing": self.compare is not None and self.compare.is_comparing,
        }
        return of_place | window.met_elsewhere() | {name for name, is_met in conditions.items() if is_met}
