"""The main window: menus, the rail of places, the place that is shown, and the line of totals."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.core.errors import DeskError
from gpudesk.ui import theme
from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.commands import Commands
from gpudesk.ui.dropped_files import DroppedFiles
from gpudesk.ui.find_anything import providers
from gpudesk.ui.made_ready import make_ready_later
from gpudesk.ui.menu_line import MenuLine
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.palette import Palette
from gpudesk.ui.panes.home import HomePane
from gpudesk.ui.place_rail import PlaceRail
from gpudesk.ui.session import Session
from gpudesk.ui.settings import Settings
from gpudesk.ui.tab_order import step, zones_of
from gpudesk.ui.totals_line import TotalsLine
from gpudesk.ui.translate import tr_message
from gpudesk.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from gpudesk.project.left_behind import LeftBehind
    from gpudesk.ui.panes.catalog_place import CatalogPlace
    from gpudesk.ui.panes.floor_place import FloorPlace
    from gpudesk.ui.panes.power_place import PowerPlace
    from gpudesk.ui.panes.rack_place import RackPlace

SMALLEST = (960, 600)
FIRST_SIZE = (1440, 900)


class MainWindow(QMainWindow):
    """One window on one session.

    Signals:
        language_chosen(str), units_chosen(str): the person wants the interface otherwise; the window is then made anew.
    """

    language_chosen = Signal(str)
    units_chosen = Signal(str)

    def __init__(self, session: Session, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.settings = settings
        self.setObjectName("main-window")
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST_SIZE)
        self.setAcceptDrops(True)
        self.registry = ActionRegistry(ACTIONS, MENUS, CONDITIONS, self)
        self.registry.attach_window(self)
        self.menu_line = MenuLine(self.registry, self)
        self.setMenuBar(self.menu_line)
        self.rail = PlaceRail(self)
        self._column = QWidget()
        self.message_bar = MessageBar(self._column, over=True)
        self.home = HomePane(session, settings, self.registry)
        self._rack: RackPlace | None = None
        self._floor: FloorPlace | None = None
        self._catalog: CatalogPlace | None = None
        self._power: PowerPlace | None = None
        self._seen = False
        self._tab_pressed = False
        self._stack = QStackedWidget()
        self._stack.addWidget(self.home)
        self.totals = TotalsLine(session)
        self.setCentralWidget(self._body())
        self.palette_view = Palette(self, providers(self))
        self.commands = Commands(self)
        self.files = DroppedFiles(self)
        self._connect()
        self._restore()
        self._project_changed()
        self.go("home")

    @property
    def place(self) -> str:
        """The place that is shown: "home", "floor", "rack", "power" or "catalog"."""
        shown = self._stack.currentWidget()
        if shown is self.home:
            return "home"
        if shown is self._floor:
            return "floor"
        if shown is self._power:
            return "power"
        return "catalog" if shown is self._catalog else "rack"

    @property
    def furnished(self) -> bool:
        """Whether everything that a project needs has been made."""
        return self._rack is not None

    @property
    def rack(self) -> "RackPlace":
        """The place of racks. Home does not need it, so it is made after the window is there, or when it is asked for."""
        if self._rack is None:
            from gpudesk.ui.panes.rack_place import RackPlace

            self._rack = RackPlace(self.session, self.registry)
            self._rack.set_docks_state(self.settings.window_state("rack"))
            self._rack.catalog_dock.restore_fold(self.settings.text("catalog-folded"))
            self._rack.floor_wanted.connect(self._show_on_floor)
            self._stack.addWidget(self._rack)
            self.commands.furnish(self._rack)
        return self._rack

    @property
    def floor(self) -> "FloorPlace":
        """The place of the floor, made when it is asked for."""
        if self._floor is None:
            from gpudesk.ui.panes.floor_place import FloorPlace

            self._floor = FloorPlace(self.session, self.registry)
            self._floor.set_docks_state(self.settings.window_state("floor"))
            self._floor.catalog_dock.restore_fold(self.settings.text("floor-catalog-folded"))
            self._floor.rack_wanted.connect(self._show_rack)
            self._stack.addWidget(self._floor)
            self.commands.furnish_floor(self._floor)
        return self._floor

    def look_like(self, other: "MainWindow") -> None:
        """Show in every place what another window on the same session shows there."""
        self.rack.look_like(other.rack)
        if other._floor is not None and self.session.is_open:
            self.floor.look_like(other._floor)
        if other._catalog is not None:
            self.catalog.look_like(other._catalog)
        if other._power is not None and self.session.is_open:
            self.power.look_like(other._power)

    @property
    def shown_floor(self) -> "FloorPlace | None":
        """The place of the floor while it is shown."""
        return self._floor if self.place == "floor" else None

    @property
    def drawing(self) -> "RackPlace | FloorPlace":
        """The place whose drawing, panels and problems the menus speak of: the floor while it is shown, else the racks."""
        return self.shown_floor or self.rack

    @property
    def drawings(self) -> "list[RackPlace | FloorPlace]":
        """The places with drawings that were made so far."""
        return [place for place in (self._rack, self._floor) if place is not None]

    @property
    def catalog(self) -> "CatalogPlace":
        """The place of the catalog, made when it is asked for."""
        if self._catalog is None:
            from gpudesk.ui.panes.catalog_place import CatalogPlace

            self._catalog = CatalogPlace(self.session, self.registry)
            self._catalog.set_docks_state(self.settings.window_state("catalog"))
            self._stack.addWidget(self._catalog)
            self.commands.furnish_catalog(self._catalog)
        return self._catalog

    @property
    def shown_catalog(self) -> "CatalogPlace | None":
        """The place of the catalog while it is shown."""
        return self._catalog if self.place == "catalog" else None

    @property
    def power(self) -> "PowerPlace":
        """The place of power, made when it is asked for."""
        if self._power is None:
            from gpudesk.ui.panes.power_place import PowerPlace

            self._power = PowerPlace(self.session, self.registry)
            self._power.set_docks_state(self.settings.window_state("power"))
            self._power.failures.set_split_state(self.settings.text("failures-split"))
            self._power.object_wanted.connect(self.show_object)
            self._stack.addWidget(self._power)
            self.commands.furnish_power(self._power)
        return self._power

    @property
    def shown_power(self) -> "PowerPlace | None":
        """The place of power while it is shown."""
        return self._power if self.place == "power" else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            make_ready_later(self)

    def go(self, place: str) -> None:
        """Show a place; one that needs a project gives way to Home without one."""
        wanted = place if place == "catalog" or (place in {"floor", "rack", "power"} and self.session.is_open) else "home"
        if wanted != self.place:
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
        if place == "catalog":
            return self.catalog, self.catalog.filters.search
        if place == "power":
            return self.power, self.power.parts()[0]
        return self.home, self.home.page

    def refuse(self, error: DeskError) -> None:
        """Say what could not be done and how to mend it, until the next step succeeds; nothing was changed.

        An open dialog says it itself, beside the button that was pressed.
        """
        from gpudesk.ui.dialogs.desk_dialog import DeskDialog

        if not isinstance(QApplication.activeModalWidget(), DeskDialog):
            # It passes with the next edit; without a project there is none, and it would lie over the tools.
            self._tell(error, passing=self.session.is_open)

    def warn(self, error: DeskError) -> None:
        """Say what is wrong with the file, until the person closes the message."""
        self._tell(error, passing=False)

    def _tell(self, error: DeskError, *, passing: bool) -> None:
        mend = "" if error.mend is None else tr_message(error.mend)
        self.message_bar.show_message("error", tr_message(error.message), mend, passing=passing)

    def leave(self) -> None:
        """Remember the window before it goes."""
        self.settings.set_window_state("geometry", self.saveGeometry())
        if self._rack is not None:
            self.settings.set_window_state("rack", self._rack.docks_state())
            self.settings.set_text("catalog-folded", self._rack.catalog_dock.fold_state())
        if self._floor is not None:
            self.settings.set_window_state("floor", self._floor.docks_state())
            self.settings.set_text("floor-catalog-folded", self._floor.catalog_dock.fold_state())
        if self._power is not None:
            self.settings.set_window_state("power", self._power.docks_state())
            self.settings.set_text("failures-split", self._power.failures.split_state())
        if self._catalog is not None:
            self.settings.set_window_state("catalog", self._catalog.docks_state())
        self.settings.sync()

    def _body(self) -> QWidget:
        lines = QVBoxLayout(self._column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self._stack, 1)
        self.message_bar.raise_()
        self.message_bar.room_wanted.connect(lambda room: lines.setContentsMargins(0, room, 0, 0))
        sides = QHBoxLayout()
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        sides.addWidget(self.rail)
        sides.addWidget(self._column, 1)
        body = QWidget()
        floors = QVBoxLayout(body)
        floors.setContentsMargins(0, 0, 0, 0)
        floors.setSpacing(0)
        floors.addLayout(sides, 1)
        floors.addWidget(self.totals)
        return body

    def parts(self) -> list[QWidget]:
        """The parts between which F6 goes, in the order in which it goes."""
        if self.place == "home":
            return [self.rail, self.home.page]
        if self.place == "catalog":
            return [self.rail, *self.catalog.parts()]
        if self.place == "power":
            return [self.rail, *self.power.parts()]
        if self.place == "floor":
            place: RackPlace | FloorPlace = self.floor
        else:
            place = self.rack
        panels = [place.catalog_dock.part, place.canvas, place.inspector, place.problems, place.history, place.differences]
        return [self.rail, *(part for part in panels if part.isVisible())]

    def _connect(self) -> None:
        self.rail.place_chosen.connect(self.go)
        self.session.opened.connect(self._project_opened)
        self.session.closed.connect(self._project_closed)
        self.session.changed.connect(self._project_changed)
        self.session.changed.connect(self.message_bar.forget_passing)
        self.session.refreshed.connect(self._project_changed)
        self.session.failed.connect(self.refuse)
        self.session.damaged.connect(self.warn)
        self.session.recovered.connect(self._tell_recovered)
        self.session.selection_changed.connect(self.commands.update)
        self.totals.problems_clicked.connect(self.show_problems)
        theme.notifier().changed.connect(self.update)

    def _restore(self) -> None:
        geometry = self.settings.window_state("geometry")
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)
        elif (screen := self.screen()) is not None:
            self.resize(self.size().boundedTo(screen.availableSize()))

    def _project_opened(self) -> None:
        document = self.session.document
        if document is None:
            return
        self.settings.add_recent_file(document.path.absolute())
        self.message_bar.hide()
        if document.read_only is not None:
            look = self.tr("You can look at everything and copy from it; nothing can be changed here.")
            self.message_bar.show_message("info", tr_message(document.read_only), look)
        self._project_changed()
        halls, racks, devices = (len(self.session.snapshot[table].ids) for table in ("hall", "rack", "device"))
        # Where nothing stands yet, a hall is what there is to see.
        self.go("floor" if halls and not racks and not devices else "rack")

    def _tell_recovered(self, left: "LeftBehind") -> None:
        self.message_bar.show_message("info", tr_message(left.told()), "")

    def _project_closed(self) -> None:
        self._project_changed()
        self.go("home")

    def _project_changed(self) -> None:
        document = self.session.document
        name = "" if document is None else document.path.name
        caption = self.tr("every edit is kept") if self.session.writable else self.tr("read only")
        self.menu_line.set_title(name, caption if document is not None else self.tr("no project open"))
        self.setWindowTitle(f"{name} – GPU Desk" if name else "GPU Desk")
        self.rail.show_project(self.session)
        self.commands.update()

    def show_problems(self) -> None:
        """Show the list of problems of the drawing, and put the focus into it."""
        if self.place != "floor":
            self.go("rack")
        self.drawing.docks["problems"].show()
        self.drawing.docks["problems"].raise_()
        self.drawing.problems.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_rack(self, rack_id: int) -> None:
        self.go("rack")
        self.rack.go_to(ObjectRef("rack", rack_id))
        self.rack.show_rack(rack_id)

    def show_object(self, ref: ObjectRef) -> None:
        """Go to a part of the power or of the cooling in its place, to anything else in the elevation."""
        if ref.table in ("power_node", "cooling_node"):
            self.go("power")
            self.power.go_to(ref)
            return
        self.go("rack")
        self.rack.go_to(ref)

    def _show_on_floor(self, refs: list[ObjectRef]) -> None:
        self.go("floor")
        self.floor.go_to(*refs)

    def event(self, event: QEvent) -> bool:
        # Every key is asked about here before it is pressed. Qt also moves the focus on when a widget goes: then its own way holds.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._tab_pressed = event.key() in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        pressed, self._tab_pressed = self._tab_pressed, False
        if not pressed or self.place not in {"floor", "rack"}:
            return super().focusNextPrevChild(forward)
        return step(self, [self.menu_line, self.rail, self.message_bar, *zones_of(self.drawing), self.totals], forward=forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc that nobody inside had a use for leads back to the drawing."""
        if event.key() == Qt.Key.Key_Escape and self.place in {"floor", "rack"}:
            self.drawing.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.files.enter(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.files.leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self.files.drop(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)
