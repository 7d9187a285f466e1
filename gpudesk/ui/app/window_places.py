"""The places of a window, each made when it is asked for first."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

from gpudesk.core.messages import log
from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.app.place_rail import PlaceRail
from gpudesk.ui.places.home.home import HomePane
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from gpudesk.ui.app.commands import Commands
    from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
    from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
    from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace
    from gpudesk.ui.places.onsite.onsite_place import OnSitePlace
    from gpudesk.ui.places.power.panes.power_place import PowerPlace
    from gpudesk.ui.places.size.panes.size_place import SizePlace

_LOG = log.category("window")

_OF_A_PROJECT = {"floor", "rack", "fabric", "power", "onsite"}
_ALWAYS = {"size", "monitor", "catalog"}


class WindowPlaces(QMainWindow):
    """A window that holds the places: Home is there from the beginning, the others want to be asked for."""

    commands: "Commands"
    home: HomePane
    rail: PlaceRail
    message_bar: MessageBar

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.registry = ActionRegistry(ACTIONS, MENUS, CONDITIONS, self)
        self._stack = QStackedWidget()
        self._rack: RackPlace | None = None
        self._floor: FloorPlace | None = None
        self._size: SizePlace | None = None
        self._catalog: CatalogPlace | None = None
        self._power: PowerPlace | None = None
        self._fabric: FabricPlace | None = None
        self._monitor: MonitorPlace | None = None
        self._onsite: OnSitePlace | None = None
        self._like: dict[str, Any] = {}

    def look_like(self, other: "WindowPlaces") -> None:
        """Show in every place what another window on the same session shows there; places are made when they are needed, or by `next_like`.

        The other window has to stay until then.
        """
        while other.next_like():
            pass
        self._like = other._made()

    def next_like(self) -> bool:
        """Make one more of the places that shall look like those of another window; False if there is none left."""
        if not self._like:
            return False
        name = next(iter(self._like))
        if name in _OF_A_PROJECT - {"rack"} and not self.session.is_open:
            del self._like[name]
        else:
            # The property makes it.
            _ = getattr(self, "size_place" if name == "size" else name)
        return bool(self._like)

    def _resemble(self, name: str, place: Any) -> None:
        """Let a place that was just made look like that of the other window."""
        old = self._like.pop(name, None)
        if old is not None and (name not in _OF_A_PROJECT - {"rack"} or self.session.is_open):
            place.look_like(old)

    def _made(self) -> dict[str, Any]:
        """The places that were made so far."""
        places: dict[str, QWidget | None] = {"rack": self._rack, "floor": self._floor, "fabric": self._fabric, "power": self._power}
        places |= {"size": self._size, "catalog": self._catalog, "monitor": self._monitor, "onsite": self._onsite}
        return {name: place for name, place in places.items() if place is not None}

    def go(self, place: str) -> None:
        """Show a place; one that needs a project gives way to Home without one."""
        wanted = place if place in _ALWAYS or (place in _OF_A_PROJECT and self.session.is_open) else "home"
        if wanted != self.place:
            _LOG.info("place", name=log.code(wanted, {*_ALWAYS, *_OF_A_PROJECT, "home"}))
            self.message_bar.forget_passing()
        if wanted == "home":
            self.home.refresh()
        shown, focus = self._place_and_focus(wanted)
        self._stack.setCurrentWidget(shown)
        self.rail.set_place(wanted)
        self.settings.set_text("place", wanted)
        self.commands.update()
        self.commands.view.show_state()
        focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place_and_focus(self, place: str) -> tuple[QWidget, QWidget]:
        if place == "rack":
            return self.rack, self.rack.canvas
        if place == "floor":
            return self.floor, self.floor.canvas
        if place == "size":
            return self.size_place, self.size_place.form.model
        if place == "monitor":
            return self.monitor, self.monitor.at_rest()
        if place == "onsite":
            return self.onsite, self.onsite.at_rest()
        if place == "catalog":
            return self.catalog, self.catalog.filters.search
        if place == "fabric":
            return self.fabric, self.fabric.parts()[0]
        if place == "power":
            return self.power, self.power.parts()[0]
        return self.home, self.home.page

    def parts(self) -> list[QWidget]:
        """The parts between which F6 goes, in the order in which it goes."""
        if self.place == "home":
            return [self.rail, self.home.page]
        if self.place == "size":
            return [self.rail, *self.size_place.parts()]
        if self.place == "monitor":
            return [self.rail, *self.monitor.parts()]
        if self.place == "onsite":
            return [self.rail, *self.onsite.parts()]
        if self.place == "catalog":
            return [self.rail, *self.catalog.parts()]
        if self.place == "power":
            return [self.rail, *self.power.parts()]
        if self.place == "fabric":
            return [self.rail, *self.fabric.parts()]
        if self.place == "floor":
            place: RackPlace | FloorPlace = self.floor
        else:
            place = self.rack
        panels = [place.catalog_dock.part, place.canvas, place.inspector, place.problems, place.history, place.differences]
        return [self.rail, *(part for part in panels if part.isVisible())]

    @property
    def place(self) -> str:
        """The place that is shown: "home", "size", "floor", "rack", "fabric", "power", "onsite", "monitor" or "catalog"."""
        shown = self._stack.currentWidget()
        return next((name for name, place in self._made().items() if place is shown), "home")

    @property
    def rack(self) -> "RackPlace":
        """The place of racks. Home does not need it, so it is made after the window is there, or when it is asked for."""
        if self._rack is None:
            from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace

            self._rack = RackPlace(self.session, self.registry)
            self._rack.set_docks_state(self.settings.window_state("rack"))
            self._rack.catalog_dock.restore_fold(self.settings.text("catalog-folded"))
            self._rack.floor_wanted.connect(self._show_on_floor)
            self._stack.addWidget(self._rack)
            self.commands.furnish(self._rack)
            self._resemble("rack", self._rack)
        return self._rack

    @property
    def floor(self) -> "FloorPlace":
        """The place of the floor, made when it is asked for."""
        if self._floor is None:
            from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace

            self._floor = FloorPlace(self.session, self.registry)
            self._floor.set_docks_state(self.settings.window_state("floor"))
            self._floor.catalog_dock.restore_fold(self.settings.text("floor-catalog-folded"))
            self._floor.rack_wanted.connect(self._show_rack)
            self._stack.addWidget(self._floor)
            self.commands.furnish_floor(self._floor)
            self._resemble("floor", self._floor)
        return self._floor

    @property
    def shown_floor(self) -> "FloorPlace | None":
        """The place of the floor while it is shown."""
        return self._floor if self.place == "floor" else None

    @property
    def size_place(self) -> "SizePlace":
        """The place of sizing, made when it is asked for."""
        if self._size is None:
            from gpudesk.ui.places.size.panes.size_place import SizePlace

            self._size = SizePlace(self.session, self.registry)
            self._size.set_docks_state(self.settings.window_state("size"))
            self._size.begin_with(self.settings.text("size-asked"), self.settings.text("gpus-on-hand"))
            self._size.candidates.want_columns(self.settings.text("size-columns"))
            self._stack.addWidget(self._size)
            self.commands.furnish_size(self._size)
            self._resemble("size", self._size)
        return self._size

    @property
    def shown_size(self) -> "SizePlace | None":
        """The place of sizing while it is shown."""
        return self._size if self.place == "size" else None

    @property
    def monitor(self) -> "MonitorPlace":
        """The place of the monitor, made when it is asked for."""
        if self._monitor is None:
            from gpudesk.ui.places.monitor.panes.monitor_place import MonitorPlace

            self._monitor = MonitorPlace(self.session, self.registry)
            self._monitor.set_up(self.settings.text("monitor"))
            self._stack.addWidget(self._monitor)
            self.commands.furnish_monitor(self._monitor)
            self._resemble("monitor", self._monitor)
        return self._monitor

    @property
    def shown_monitor(self) -> "MonitorPlace | None":
        """The place of the monitor while it is shown."""
        return self._monitor if self.place == "monitor" else None

    def stop_watching(self) -> None:
        """End what the monitor watches; waits for the call that each of its threads is in."""
        if self._monitor is not None:
            self._monitor.end()

    @property
    def catalog(self) -> "CatalogPlace":
        """The place of the catalog, made when it is asked for."""
        if self._catalog is None:
            from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace

            self._catalog = CatalogPlace(self.session, self.registry)
            self._catalog.set_docks_state(self.settings.window_state("catalog"))
            self._stack.addWidget(self._catalog)
            self.commands.furnish_catalog(self._catalog)
            self._resemble("catalog", self._catalog)
        return self._catalog

    @property
    def shown_catalog(self) -> "CatalogPlace | None":
        """The place of the catalog while it is shown."""
        return self._catalog if self.place == "catalog" else None

    @property
    def power(self) -> "PowerPlace":
        """The place of power, made when it is asked for."""
        if self._power is None:
            from gpudesk.ui.places.power.panes.power_place import PowerPlace

            self._power = PowerPlace(self.session, self.registry)
            self._power.set_docks_state(self.settings.window_state("power"))
            self._power.failures.set_split_state(self.settings.text("failures-split"))
            self._power.object_wanted.connect(self.show_object)
            self._stack.addWidget(self._power)
            self.commands.furnish_power(self._power)
            self._resemble("power", self._power)
        return self._power

    @property
    def shown_power(self) -> "PowerPlace | None":
        """The place of power while it is shown."""
        return self._power if self.place == "power" else None

    @property
    def onsite(self) -> "OnSitePlace":
        """The place of work on site, made when it is asked for."""
        if self._onsite is None:
            from gpudesk.ui.places.onsite.onsite_place import OnSitePlace

            self._onsite = OnSitePlace(self.session)
            self._stack.addWidget(self._onsite)
            self._onsite.changed.connect(self.commands.update)
            self._onsite.labels_wanted.connect(self.commands.file.label_cables)
            folder = self.settings.text("camera-folder")
            if folder:
                self._onsite.camera.watch(Path(folder), self.settings.text("camera-pictures"))
            self._onsite.camera.remembered.connect(self._remember_pictures)
            self._onsite.camera_chosen.connect(partial(self.settings.set_text, "camera-folder"))
            self._resemble("onsite", self._onsite)
        return self._onsite

    def _remember_pictures(self, memory: str) -> None:
        """Keep which pictures of the camera wait; on the disk at once, since a crash must not lose them."""
        self.settings.set_text("camera-pictures", memory)
        self.settings.sync()

    @property
    def shown_onsite(self) -> "OnSitePlace | None":
        """The place of work on site while it is shown."""
        return self._onsite if self.place == "onsite" else None

    @property
    def fabric(self) -> "FabricPlace":
        """The place of networks and cables, made when it is asked for."""
        if self._fabric is None:
            from gpudesk.ui.places.fabric.panes.fabric_place import FabricPlace

            self._fabric = FabricPlace(self.session, self.registry)
            self._fabric.set_docks_state(self.settings.window_state("fabric"))
            self._fabric.set_split_state(self.settings.text("fabric-split"))
            self._fabric.object_wanted.connect(self.show_object)
            self._stack.addWidget(self._fabric)
            self.commands.furnish_fabric(self._fabric)
            self._resemble("fabric", self._fabric)
        return self._fabric

    @property
    def shown_fabric(self) -> "FabricPlace | None":
        """The place of networks and cables while it is shown."""
        return self._fabric if self.place == "fabric" else None

    def keep_places(self) -> None:
        """Remember how the places were set up."""
        if self._rack is not None:
            self.settings.set_window_state("rack", self._rack.docks_state())
            self.settings.set_text("catalog-folded", self._rack.catalog_dock.fold_state())
        if self._floor is not None:
            self.settings.set_window_state("floor", self._floor.docks_state())
            self.settings.set_text("floor-catalog-folded", self._floor.catalog_dock.fold_state())
        if self._power is not None:
            self.settings.set_window_state("power", self._power.docks_state())
            self.settings.set_text("failures-split", self._power.failures.split_state())
        if self._size is not None:
            self.settings.set_window_state("size", self._size.docks_state())
            self.settings.set_text("size-asked", self._size.asked_text())
            self.settings.set_text("gpus-on-hand", self._size.on_hand_text())
            self.settings.set_text("size-columns", self._size.candidates.columns_text())
        if self._monitor is not None:
            self.settings.set_text("monitor", self._monitor.setup_text())
        if self._catalog is not None:
            self.settings.set_window_state("catalog", self._catalog.docks_state())
        if self._fabric is not None:
            self.settings.set_window_state("fabric", self._fabric.docks_state())
            self.settings.set_text("fabric-split", self._fabric.split_state())

    def _show_rack(self, rack_id: int) -> None:
        self.go("rack")
        self.rack.go_to(ObjectRef("rack", rack_id))
        self.rack.show_rack(rack_id)

    def show_object(self, ref: ObjectRef) -> None:
        """Go to a part of the power, the cooling or the networks in its place, to a way on the floor, to all else in the elevation."""
        if ref.table in ("power_node", "cooling_node"):
            self.go("power")
            self.power.go_to(ref)
            return
        if ref.table in ("network", "cable"):
            self.go("fabric")
            self.fabric.go_to(ref)
            return
        if ref.table == "pathway":
            self._show_on_floor([ref])
            return
        self.go("rack")
        self.rack.go_to(ref)

    def _show_on_floor(self, refs: list[ObjectRef]) -> None:
        self.go("floor")
        self.floor.go_to(*refs)
