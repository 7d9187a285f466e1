"""The places of this program by name, for window commands that refer to a particular one."""

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Signal

from gpudesk.ui.shell.shell import Shell

if TYPE_CHECKING:
    from gpudesk.ui.app.palette import Palette
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.places.home.home import HomePane
    from gpudesk.ui.places.layout.floor.floor_commands import FloorCommands
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
    from gpudesk.ui.places.onsite.onsite_place import OnSitePlace
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.places.size.panes.size_place import SizePlace


class WindowPlaces(Shell):
    """Window interface for commands, in addition to that for places. Each place is created on first use.

    Signals:
        language_chosen(str), units_chosen(str): the user chose another language or other units; the window is then replaced.
        part_loaded(): emitted after some of the modules that are loaded after the window is shown.
        loaded(): emitted after the last of them.
    """

    part_loaded = Signal()
    loaded = Signal()
    language_chosen = Signal(str)
    units_chosen = Signal(str)

    palette_view: "Palette"

    @abstractmethod
    def take_file(self, path: Path) -> None:
        """Open a file in its place."""

    @property
    def home(self) -> "HomePane":
        """Home, which is there from the beginning."""
        return cast("HomePane", self.view("home"))

    @property
    def rack(self) -> "RackPlace":
        """The place of racks. Home does not need it, so it is created after the window is shown, or on request."""
        return cast("RackPlace", self.view("rack"))

    @property
    def floor(self) -> "FloorPlace":
        """The place of the floor."""
        return cast("FloorPlace", self.view("floor"))

    @property
    def floor_commands(self) -> "FloorCommands | None":
        """The commands of the floor; None before it is created."""
        return cast("FloorCommands | None", self.commands_of("floor"))

    @property
    def shown_floor(self) -> "FloorPlace | None":
        """The place of the floor while it is shown."""
        return cast("FloorPlace | None", self.shown_view("floor"))

    @property
    def size_place(self) -> "SizePlace":
        """The place of sizing."""
        return cast("SizePlace", self.view("size"))

    @property
    def monitor(self) -> "MonitorPlace":
        """The place of the monitor."""
        return cast("MonitorPlace", self.view("monitor"))

    @property
    def catalog(self) -> "CatalogPlace":
        """The place of the catalog."""
        return cast("CatalogPlace", self.view("catalog"))

    @property
    def power(self) -> "PowerPlace":
        """The place of power."""
        return cast("PowerPlace", self.view("power"))

    @property
    def shown_power(self) -> "PowerPlace | None":
        """The place of power while it is shown."""
        return cast("PowerPlace | None", self.shown_view("power"))

    @property
    def onsite(self) -> "OnSitePlace":
        """The place of work on site."""
        return cast("OnSitePlace", self.view("onsite"))

    @property
    def fabric(self) -> "FabricPlace":
        """The place of networks and cables."""
        return cast("FabricPlace", self.view("fabric"))

    @property
    def shown_fabric(self) -> "FabricPlace | None":
        """The place of networks and cables while it is shown."""
        return cast("FabricPlace | None", self.shown_view("fabric"))

    @property
    def drawing(self) -> "RackPlace | FloorPlace":
        """The place whose drawing, panels and problems the menus refer to: the floor while it is shown, else the racks."""
        return self.shown_floor or self.rack

    @property
    def drawings(self) -> "list[RackPlace | FloorPlace]":
        """The places with drawings that were made so far."""
        return [view for view in map(self.made_view, ("rack", "floor")) if view is not None]

    @property
    def judged(self) -> "RackPlace | FloorPlace | FabricPlace":
        """The place whose problem list the menus refer to: the shown one, if it has a list, else the racks."""
        return self.shown_fabric or self.drawing
