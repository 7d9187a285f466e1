"""What the actions of the table do in one window, and which of them can be done now."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from gpudesk.ui.action_table.cables import MOST_LIT
from gpudesk.ui.app.file_commands import FileCommands
from gpudesk.ui.app.project_commands import ProjectCommands
from gpudesk.ui.app.recovery_commands import RecoveryCommands
from gpudesk.ui.app.view_commands import ViewCommands
from gpudesk.ui.toolkit.style import theme
from gpudesk.ui.toolkit.translate import language

if TYPE_CHECKING:
    from gpudesk.ui.app.compare_commands import CompareCommands
    from gpudesk.ui.app.main_window import MainWindow
    from gpudesk.ui.panels.problems.problem_commands import ProblemCommands
    from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands
    from gpudesk.ui.places.catalog.catalog_exchange import CatalogExchange
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.places.fabric.built_commands import BuiltCommands
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.places.layout.floor.floor_commands import FloorCommands
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.floor.underlay_commands import FloorUnderlays
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.places.size.panes.size_place import SizePlace
    from gpudesk.ui.places.size.size_commands import SizeCommands


class Commands(QObject):
    """Connects every action of the table and keeps the table's conditions up to date."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.file = FileCommands(window)
        self.recovery = RecoveryCommands(window)
        self.project = ProjectCommands(window)
        self.view = ViewCommands(window)
        self.floor: FloorCommands | None = None
        self.underlays: FloorUnderlays | None = None
        self.problems: ProblemCommands | None = None
        self._catalog: CatalogCommands | None = None
        self._size: SizeCommands | None = None
        self.compare: CompareCommands | None = None
        self.built: BuiltCommands | None = None
        window.registry.connect_action("catalog.find", self.find)

    def find(self) -> None:
        """Go to the field that searches the list in which the person is, else to that of the catalog: as a dock where there is one."""
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

    def furnish(self, rack: "RackPlace") -> None:
        """Connect what needs the place of racks, which is made after the window."""
        from gpudesk.ui.app.compare_commands import CompareCommands
        from gpudesk.ui.app.edit_commands import EditCommands
        from gpudesk.ui.app.place_commands import PlaceCommands
        from gpudesk.ui.places.fabric.built_commands import BuiltCommands
        from gpudesk.ui.places.fabric.fabric_commands import FabricCommands
        from gpudesk.ui.places.power.cooling_commands import CoolingCommands
        from gpudesk.ui.places.power.power_commands import PowerCommands

        EditCommands(self._window, rack)
        PlaceCommands(self._window, rack)
        self.compare = CompareCommands(self._window, rack)
        PowerCommands(self._window)
        FabricCommands(self._window)
        self.built = BuiltCommands(self._window)
        CoolingCommands(self._window)

        self.project.furnish(rack)
        self.view.furnish(rack)
        self._problem_commands().furnish(rack.problems)

    def _problem_commands(self) -> "ProblemCommands":
        from gpudesk.ui.panels.problems.problem_commands import ProblemCommands

        if self.problems is None:
            self.problems = ProblemCommands(self._window)
        return self.problems

    def furnish_catalog(self, place: "CatalogPlace") -> None:
        """Connect what needs the place of the catalog."""
        from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands

        self._catalog = CatalogCommands(self._window, place)

    def furnish_fabric(self, place: "FabricPlace") -> None:
        """Connect what needs the place of networks."""
        from gpudesk.ui.places.fabric.cable_commands import CableCommands
        from gpudesk.ui.places.fabric.fabric_commands import FabricPlaceCommands

        FabricPlaceCommands(self._window, place)
        CableCommands(self._window, place)
        self._problem_commands().furnish(place.problems)

    def furnish_power(self, place: "PowerPlace") -> None:
        """Connect what needs the place of power."""
        from gpudesk.ui.places.power.cooling_commands import CoolingPlaceCommands
        from gpudesk.ui.places.power.drill_commands import DrillCommands
        from gpudesk.ui.places.power.power_commands import PowerPlaceCommands
        from gpudesk.ui.places.power.power_edit_commands import PowerEditCommands

        PowerPlaceCommands(self._window, place)
        CoolingPlaceCommands(self._window, place)
        DrillCommands(self._window, place)
        PowerEditCommands(self._window, place)

    @property
    def catalog_exchange(self) -> "CatalogExchange":
        """What brings files into the catalog; its place, which makes it, is made where it is not there yet.

        Raises:
            LookupError: the place did not make it.
        """
        place = self._window.catalog
        if self._catalog is None:
            raise LookupError(f"{place.objectName()} has no commands")
        return self._catalog.exchange

    def furnish_size(self, place: "SizePlace") -> None:
        """Connect what needs the place of sizing."""
        from gpudesk.ui.places.size.size_commands import SizeCommands

        self._size = SizeCommands(self._window, place)

    def compare_with_log(self, path: Path) -> bool:
        """Set the log in a file beside the chosen plan of sizing; whether there is such a plan."""
        return self._size is not None and self._size.compare_log(path)

    def furnish_monitor(self, place: "MonitorPlace") -> None:
        """Connect what needs the place of the monitor."""
        from gpudesk.ui.places.monitor.monitor_commands import MonitorCommands

        MonitorCommands(self._window, place)

    def furnish_floor(self, place: "FloorPlace") -> None:
        """Connect what needs the place of the floor."""
        from gpudesk.ui.places.layout.floor.floor_commands import FloorCommands
        from gpudesk.ui.places.layout.floor.underlay_commands import FloorUnderlays

        self.floor = FloorCommands(self._window, place)
        self.underlays = FloorUnderlays(self._window, place)
        self.view.furnish_floor(place)
        self._problem_commands().furnish(place.problems)
        if self.compare is not None:
            self.compare.furnish(place)

    def lay_under(self, path: Path) -> None:
        """Go to the floor and lay a file under the plan of its hall, as is asked for when one is dropped on the window."""
        self._window.go("floor")
        if self._window.shown_floor is not None and self.underlays is not None:
            self.underlays.take(path)

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
        types = self._met_by_types() | self._met_by_size() | self._met_by_monitor()
        if not session.is_open:
            return types
        devices, racks, cables = (session.selected(table) for table in ("device", "rack", "cable"))
        problems = set() if self.problems is None else self.problems.met()
        standing, onsite = self._met_by_floor(), window.shown_onsite
        conditions = {
            "project": True,
            "writable": session.writable,
            "selection": bool(session.selection),
            "devices": bool(devices),
            "cable": len(cables) == 1,
            "few cables": 0 < len(cables) <= MOST_LIT,
            "cuttable": bool(devices) if window.place != "floor" else "movable" in standing,
            "cooled": any(ref.table in ("hall", "rack_row", "rack", "device") for ref in session.selection),
            "one": len(session.selection) == 1,
            "two devices": len(devices) == 2 and len(session.selection) == 2,
            "rack": bool(racks) or bool(devices),
            "clipboard": window.place != "floor" and (session.clipboard is not None or bool(session.cut)),
            "undo": session.can_undo if onsite is None else bool(onsite.last_entry()),
            "redo": onsite is None and session.can_redo,
            "any device": bool(session.snapshot["device"].rows),
            "drawing": window.place in {"rack", "floor"},
            "editor": window.place in {"rack", "floor", "fabric", "power", "onsite"},
            "elevation": window.place == "rack",
            "comparing": self.compare is not None and self.compare.is_comparing,
        }
        power = set() if window.shown_power is None else window.shown_power.met()
        fabric = set() if window.shown_fabric is None else window.shown_fabric.met()
        return types | standing | problems | power | fabric | {name for name, holds in conditions.items() if holds}

    def _met_by_floor(self) -> set[str]:
        """The conditions that hold of the floor while it is shown."""
        place = self._window.shown_floor
        if place is None or self.floor is None:
            return set()
        objects = self.floor.objects()
        conditions = {
            "floor": True,
            "standing": bool(objects),
            "movable": bool(objects) or bool(self.floor.items.chosen()) or bool(self.floor.ways.chosen()),
            "several": len(objects) > 1,
            "in row": place.row_in_hand() is not None,
            "clipboard": self.floor.has_copied,
            "hall": place.hall_id is not None,
            "underlay": self.underlays is not None and self.underlays.in_hand() is not None,
        }
        return {name for name, holds in conditions.items() if holds} | self.floor.items.met() | self.floor.ways.met()

    def _met_by_types(self) -> set[str]:
        """The conditions that hold of what is chosen in the catalog."""
        place = self._window.shown_catalog
        return set() if place is None else place.met()

    def _met_by_monitor(self) -> set[str]:
        """The conditions that hold of the monitor while it is shown."""
        place = self._window.shown_monitor
        return set() if place is None else place.met()

    def _met_by_size(self) -> set[str]:
        """The conditions that hold of the plans of sizing while they are shown."""
        place = self._window.shown_size
        return set() if place is None else place.met()
