"""The place of racks: the drawing in the middle, the catalog left, the inspector right, problems and history below."""

import operator

import numpy as np
from PySide6.QtCore import QByteArray, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QDockWidget, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from gpudesk.core.columns import ABSENT, Columns
from gpudesk.core.hardware import Face
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui import theme
from gpudesk.ui.actions import ActionRegistry
from gpudesk.ui.canvas.arrangement import lines_of
from gpudesk.ui.canvas.drill_paints import drill_device_paint
from gpudesk.ui.canvas.drop_view import dragged_type
from gpudesk.ui.canvas.floor_strip import outside_racks
from gpudesk.ui.canvas.paints import device_paint, rack_caption, severity_marks
from gpudesk.ui.canvas.refs import ObjectRef, Scope, ScopeKind
from gpudesk.ui.docks.catalog_dock import CatalogDock
from gpudesk.ui.docks.differences_dock import DifferencesDock
from gpudesk.ui.docks.folding_dock import FoldingDock
from gpudesk.ui.docks.history_dock import HistoryDock
from gpudesk.ui.docks.inspector_dock import InspectorDock
from gpudesk.ui.docks.problems_dock import ProblemsDock
from gpudesk.ui.docks.problems_menu import add_problems_here
from gpudesk.ui.docks.why_dock import WhyDock
from gpudesk.ui.drilling import Drilling
from gpudesk.ui.known_types import KnownTypes
from gpudesk.ui.panes.compare_strip import CompareStrip
from gpudesk.ui.panes.drill_strip import DrillStrip
from gpudesk.ui.panes.rack_canvas import Mode, RackCanvas
from gpudesk.ui.panes.rack_gestures import RackGestures
from gpudesk.ui.panes.rack_menu import CONTEXT_ACTIONS
from gpudesk.ui.panes.updates_line import UpdatesLine
from gpudesk.ui.session import Session
from gpudesk.ui.widgets.dock_header import DockHeader
from gpudesk.ui.widgets.empty_place import EmptyPlace
from gpudesk.ui.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.widgets.why import WhyContent

_FACES = {"front": Face.FRONT, "rear": Face.REAR, "both": Face.BOTH}
WIDE = 1700
"""From this width on the docks take their larger sizes."""
NARROW = 1340
"""Below this width the catalog begins folded to the edge."""
SHOWN = ("device", "rack", "reservation")
"""Of what tables objects can be selected among the racks."""
_COLOURS = ("hardware", "status", "phase", "power", "mass")


class RackPlace(QMainWindow):
    """Racks and what stands in them. It is a window in the window, so that its docks can be moved and are remembered.

    Signals:
        floor_wanted(list): these `ObjectRef`s are to be seen on the floor.
    """

    floor_wanted = Signal(list)

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__()
        self.setObjectName("rack-place")
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setAcceptDrops(True)
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AnimatedDocks)
        self._session = session
        self._registry = registry
        self._types = KnownTypes(session)
        self._colour_by = "hardware"
        self._scoped: tuple[Columns, ...] = ()
        self._docks_wanted: QByteArray | None = QByteArray()
        self.canvas = RackCanvas()
        self._gestures = RackGestures(session, self._types, self.canvas, self)
        self.catalog = CatalogDock(session, registry)
        self.inspector = InspectorDock(session, registry)
        self.problems = ProblemsDock(session, registry)
        self.history = HistoryDock(session, registry)
        self.differences = DifferencesDock(session, registry)
        self.faces = SegmentedControl(
            self.tr("Faces shown"),
            [Segment("front", self.tr("Front")), Segment("rear", self.tr("Rear")), Segment("both", self.tr("Both"))],
            "both",
        )
        self.scope = QComboBox()
        self.scope.setMinimumWidth(120)
        self.colours = QComboBox()
        self.colours.addItems([self.tr("Hardware"), self.tr("Status"), self.tr("Build phase"), self.tr("Power"), self.tr("Mass")])
        self._empty = EmptyPlace(
            "rack",
            self.tr("Racks of this project stand here. Add the first one; servers and switches are then dragged in from the catalog."),
            self.tr("New rack…"),
            self.tr("New hall…"),
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self._empty)
        self.updates = UpdatesLine(session)
        self.updates.link_clicked.connect(lambda: registry.action("project.update-types").trigger())
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.compared = CompareStrip(session, registry)
        column.addWidget(self.updates)
        self.drill = DrillStrip(session, self.tr("Show in the diagram"))
        column.addWidget(self.compared)
        column.addWidget(self.drill)
        column.addWidget(self._stack, 1)
        self.setCentralWidget(middle)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.catalog_dock = FoldingDock(self.catalog.header, self.catalog, 232, self)
        self.docks = self._make_docks()
        registry.attach(self.canvas, "canvas")
        registry.attach(self.problems, "problems")
        self._connect()
        self._project_opened()

    # what others ask for

    def set_faces(self, faces: Face) -> None:
        """Show front, rear or both."""
        key = next(name for name, value in _FACES.items() if value is faces)
        self.faces.set_current(key)
        self._registry.set_checked(f"view.{key}")
        self.canvas.set_faces(faces)

    def set_colour_by(self, key: str) -> None:
        """Paint devices by one property; "hardware" draws them as they look."""
        self._colour_by = key
        self.colours.setCurrentIndex(_COLOURS.index(key))
        self._registry.set_checked(f"view.colour-by.{key}")
        self._repaint()

    def set_mode(self, mode: Mode) -> None:
        """Let the left button select or reserve."""
        self.canvas.set_mode(mode)
        self._registry.set_checked(f"tool.{mode.value}")

    def fit(self) -> None:
        """Show the whole drawing."""
        self.canvas.fit()

    def select_all(self) -> None:
        """Select every device that the drawing shows."""
        snapshot = self._session.snapshot
        shown = [rack for line in lines_of(snapshot, self.canvas.scope) for rack in line.rack_ids.tolist()]
        devices = snapshot["device"]
        outside = devices.ids[outside_racks(snapshot, self.canvas.scope)].tolist()
        inside = devices.ids[np.isin(devices["rack_id"], shown)]
        self._session.select([ObjectRef("device", device) for device in [*inside.tolist(), *outside]])

    def rack_in_hand(self) -> int | None:
        """The rack that is selected, or that of the first selected device, or the only one shown."""
        racks = self._session.selected("rack")
        if racks:
            return racks[0]
        snapshot = self._session.snapshot
        for device in self._session.selected("device"):
            rack = int(snapshot.cached(whereabouts).rack[snapshot["device"].position(device)])
            if rack != ABSENT:
                return rack
        shown = self._session.snapshot["rack"].ids
        return int(shown[0]) if len(shown) == 1 else None

    def look_like(self, other: "RackPlace") -> None:
        """Show what another one shows: faces, racks, colours, and the same part of the drawing."""
        self.set_faces(other.canvas.faces)
        self.set_colour_by(other._colour_by)
        self.scope.setCurrentIndex(other.scope.currentIndex())
        self._scope_chosen()
        self.canvas.show_as(other.canvas)

    def show_all(self) -> None:
        """Show the racks of every hall and row."""
        self.scope.setCurrentIndex(0)
        self._scope_chosen()

    def go_to(self, *refs: ObjectRef) -> None:
        """Select objects and bring them into sight, showing their racks if they are not; floor items are only selected."""
        drawn = [ref for ref in refs if ref.table != "floor_item"]
        if not all(self.canvas.shows(ref) for ref in drawn):
            self.show_all()
        self._session.select(refs)
        self.canvas.reveal_refs(drawn)

    def _go_to_problem(self, refs: list[ObjectRef]) -> None:
        """Show what a problem is about; what no rack holds is seen on the floor."""
        if refs and all(ref.table == "floor_item" for ref in refs):
            self.floor_wanted.emit(refs)
        else:
            self.go_to(*refs)

    def place_by_keys(self, type_key: str) -> None:
        """Let the person place a type: in a rack by keys or the next click, a rack by its dialog, what stands on the floor at once."""
        self._gestures.place_by_keys(type_key)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take what the drawing does not: racks, what stands on the floor, and anything while there is no rack."""
        if dragged_type(event) is not None and self._session.writable:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Place it as the keyboard does."""
        key = dragged_type(event)
        if key is not None:
            event.acceptProposedAction()
            # A dialog must not open in the midst of the drag.
            QTimer.singleShot(0, self, lambda: self.place_by_keys(key))

    def pin_why(self, content: WhyContent) -> None:
        """Keep the working of a figure as a dock below the inspector until it is closed."""
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, WhyDock(content, self))

    # building

    def _tool_bar(self) -> PlaceToolBar:
        action = self._registry.action
        bar = PlaceToolBar(self.tr("Tools"))
        bar.add_tool(action("edit.undo"))
        bar.add_tool(action("edit.redo"))
        bar.addSeparator()
        bar.add_tool(action("tool.select"))
        bar.add_tool(action("tool.reserve"))
        bar.addSeparator()
        bar.addWidget(self.faces)
        bar.addSeparator()
        bar.add_labelled(self.tr("Show"), self.scope)
        bar.add_labelled(self.tr("Colour by"), self.colours)
        bar.addSeparator()
        bar.add_tool(action("place.new-rack"), word=True)
        bar.add_tool(action("edit.duplicate"), word=True)
        bar.add_stretch()
        for key in ("view.zoom-out", "view.zoom-in", "view.zoom-fit"):
            bar.add_tool(action(key))
        return bar

    def _make_docks(self) -> dict[str, QDockWidget]:
        left, right, bottom = (
            Qt.DockWidgetArea.LeftDockWidgetArea,
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        self.setCorner(Qt.Corner.BottomLeftCorner, bottom)
        self.setCorner(Qt.Corner.BottomRightCorner, bottom)
        self.catalog_dock.setObjectName("dock-catalog")
        self.addDockWidget(left, self.catalog_dock)
        docks: dict[str, QDockWidget] = {
            "catalog": self.catalog_dock,
            "inspector": self._dock("inspector", self.inspector, self.inspector.header, right),
            "problems": self._dock("problems", self.problems, self.problems.header, bottom),
            "history": self._dock("history", self.history, self.history.header, bottom),
            "differences": self._dock("differences", self.differences, self.differences.header, bottom),
        }
        # Until something is compared there is nothing to see.
        docks["differences"].hide()
        self.catalog.setMinimumWidth(200)
        self.inspector.setMinimumWidth(264)
        return docks

    def docks_state(self) -> QByteArray:
        """Where the docks are, to be kept."""
        return self.saveState() if self._docks_wanted is None else self._docks_wanted

    def set_docks_state(self, state: QByteArray) -> None:
        """Put the docks where they were kept, as soon as this place is seen: before, it has no size to share out."""
        self._docks_wanted = state

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        wanted, self._docks_wanted = self._docks_wanted, None
        if wanted is not None and not (wanted.size() and self.restoreState(wanted)):
            self._arrange_docks()

    def _arrange_docks(self) -> None:
        """Give the docks their first sizes: a wide window gives room to the drawing first."""
        wide = self.width() >= WIDE
        docks = self.docks
        self.resizeDocks([docks["catalog"], docks["inspector"]], [264, 320] if wide else [232, 288], Qt.Orientation.Horizontal)
        self.resizeDocks([docks["problems"], docks["history"]], [self.width() - 320, 320], Qt.Orientation.Horizontal)
        self.resizeDocks([docks["problems"]], [228 if wide else 152], Qt.Orientation.Vertical)
        self.catalog_dock.set_folded(self.width() < NARROW)

    def _dock(self, name: str, content: QWidget, header: DockHeader, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(header.title(), self)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(content)
        dock.setTitleBarWidget(header)
        self.addDockWidget(area, dock)
        return dock

    def _connect(self) -> None:
        session, canvas = self._session, self.canvas
        session.opened.connect(self._project_opened)
        session.closed.connect(self._project_opened)
        session.changed.connect(self._project_changed)
        session.refreshed.connect(self._project_changed)
        Drilling.of(session).changed.connect(self._repaint)
        self.drill.other.clicked.connect(lambda: self._registry.action("power.show-drill").trigger())
        self.canvas.leave = self.drill.end
        session.selection_changed.connect(self._show_selection)
        canvas.set_kinds(self._types.get)
        canvas.mode_changed.connect(lambda mode: self._registry.set_checked(f"tool.{mode.value}"))
        canvas.set_captions(lambda rack: rack_caption(session.snapshot, rack))
        canvas.selection_changed.connect(self._select)
        canvas.open_requested.connect(self._open)
        canvas.context_menu_requested.connect(self._context_menu)
        self.catalog.place_requested.connect(self.place_by_keys)
        self.problems.go_requested.connect(self._go_to_problem)
        self.inspector.go_requested.connect(self.go_to)
        self.inspector.pin_requested.connect(self.pin_why)
        self.faces.chosen.connect(lambda key: self.set_faces(_FACES[key]))
        self.scope.activated.connect(self._scope_chosen)
        self.colours.activated.connect(lambda index: self.set_colour_by(_COLOURS[index]))
        self._empty.button_clicked.connect(self._registry.action("place.new-rack").trigger)
        self._empty.link_clicked.connect(self._registry.action("place.new-hall").trigger)
        theme.notifier().changed.connect(self._repaint)

    # the project

    def _project_opened(self) -> None:
        self.canvas.set_snapshot(self._session.snapshot if self._session.is_open else None)
        self.canvas.set_writable(self._session.writable)
        self._fill_scope()
        self._project_changed()
        self._show_selection()
        self.set_faces(_FACES[self.faces.current()])
        self.canvas.fit(animated=False)

    def _show_selection(self) -> None:
        self.canvas.set_selection([ref for ref in self._session.selection if ref.table in SHOWN])

    def _select(self, refs: list[ObjectRef]) -> None:
        """Take over what was selected here. What only other places show, such as a row, is not lost by being passed over."""
        if refs != [ref for ref in self._session.selection if ref.table in SHOWN]:
            self._session.select(refs)

    def _project_changed(self) -> None:
        if not self._session.is_open:
            self._stack.setCurrentWidget(self._empty)
            return
        before = self.canvas.scene.snapshot
        began = before is None or not _draws(before)
        snapshot = self._session.snapshot
        self.canvas.set_snapshot(snapshot)
        self._stack.setCurrentWidget(self.canvas if _draws(snapshot) else self._empty)
        self._fill_scope()
        self._repaint()
        if began and _draws(snapshot):
            self.canvas.fit(animated=False)

    def _repaint(self) -> None:
        if self._session.is_open:
            self.canvas.set_marks(severity_marks(self._session.findings))
            after = Drilling.of(self._session).after
            if after is not None and after.chain.snapshot is self._session.snapshot:
                self.canvas.set_paint(drill_device_paint(after))
            else:
                self.canvas.set_paint(device_paint(self._session.snapshot, self._colour_by))

    # what the drawing shows

    def _fill_scope(self) -> None:
        tables = tuple(self._session.snapshot[name] for name in ("hall", "rack_row")) if self._session.is_open else ()
        if self.scope.count() and len(tables) == len(self._scoped) and all(map(operator.is_, tables, self._scoped)):
            return
        self._scoped = tables
        chosen = self.scope.currentData()
        self.scope.clear()
        self.scope.addItem(self.tr("All racks"), Scope())
        if self._session.is_open:
            snapshot = self._session.snapshot
            halls, rows = snapshot["hall"], snapshot["rack_row"]
            for hall_id, name in zip(halls.ids.tolist(), halls["name"], strict=True):
                if halls.rows > 1:
                    self.scope.addItem(str(name), Scope(ScopeKind.HALL, (hall_id,)))
                for row_id in rows.where("hall_id", hall_id).tolist():
                    text = self.tr("Row {name}").format(name=rows["name"][rows.position(row_id)])
                    self.scope.addItem(text, Scope(ScopeKind.ROW, (row_id,)))
        index = next((place for place in range(self.scope.count()) if self.scope.itemData(place) == chosen), 0)
        self.scope.setCurrentIndex(index)

    def _scope_chosen(self) -> None:
        scope = self.scope.currentData()
        if isinstance(scope, Scope):
            self.canvas.set_scope(scope)

    def show_rack(self, rack_id: int) -> None:
        """Bring one rack to the full height of the drawing."""
        self.canvas.reveal_refs([ObjectRef("rack", rack_id)], fill=True)

    # gestures

    def _open(self, ref: ObjectRef) -> None:
        if ref.table == "rack":
            self.show_rack(ref.id)
        else:
            self.docks["inspector"].show()
            self.inspector.edit_name()

    def _context_menu(self, ref: ObjectRef | None, where: QPoint) -> None:
        if ref is not None and ref not in self._session.selection:
            self._session.select([ref])
        menu = self._registry.context_menu(self, CONTEXT_ACTIONS)
        add_problems_here(menu, self.problems, ref)
        menu.popup(where)


def _draws(snapshot: Snapshot) -> bool:
    """Whether there is something to draw: a rack, or a device outside racks."""
    return snapshot["rack"].rows > 0 or len(outside_racks(snapshot, Scope())) > 0
