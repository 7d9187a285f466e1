"""The place of racks: the drawing in the middle, the catalog left, the inspector right, problems and history below."""

import operator

import numpy as np
from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox

from gpudesk.core.hardware.hardware import Face
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.refs import ObjectRef, Scope, ScopeKind
from gpudesk.ui.panels.catalog.updates_line import UpdatesLine
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.panels.problems.problems_menu import add_problems_here
from gpudesk.ui.places.layout.drawing_place import DrawingPlace
from gpudesk.ui.places.layout.failure_paints import drill_device_paint
from gpudesk.ui.places.layout.racks.canvas.arrangement import lines_of
from gpudesk.ui.places.layout.racks.canvas.drop_view import dragged_type
from gpudesk.ui.places.layout.racks.canvas.floor_strip import outside_racks
from gpudesk.ui.places.layout.racks.canvas.paints import device_paint, rack_caption, severity_marks
from gpudesk.ui.places.layout.racks.panes.rack_canvas import Mode, RackCanvas
from gpudesk.ui.places.layout.racks.panes.rack_gestures import RackGestures
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.known_types import KnownTypes
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl
from gpudesk.ui.toolkit.work_progress import WorkProgress

_CLIPBOARD = ("edit.cut", "edit.copy", "edit.paste", "edit.delete", "edit.rename", "|")
_PLACE = ("place.flip", "place.swap", "edit.duplicate", "place.fill", "place.auto", "place.reserve", "|")
_REPORTS = ("file.elevations", "file.worklist", "file.hand-over")
CONTEXT_ACTIONS = (*_CLIPBOARD, *_PLACE, "place.status", "place.phase", "project.remarks", "project.save-template", "|", *_REPORTS)
"""Actions for the selection; "|" separates groups."""


tr = text_context("RackPlace")

_FACES = {"front": Face.FRONT, "rear": Face.REAR, "both": Face.BOTH}
SHOWN = ("device", "rack", "reservation")
"""Of what tables objects can be selected among the racks."""
_COLOURS = ("hardware", "status", "phase", "power", "mass")


class RackPlace(DrawingPlace):
    """Racks and their content.

    Signals:
        floor_wanted(list): these `ObjectRef`s are to be shown on the floor.
    """

    floor_wanted = Signal(list)

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        super().__init__("rack-place", session, registry)
        self.setAcceptDrops(True)
        self._types = KnownTypes(session)
        self._colour_by = "hardware"
        self._scoped: tuple[Columns, ...] = ()
        self.canvas = RackCanvas()
        self._gestures = RackGestures(session, self._types, self.canvas, self)
        self.faces = SegmentedControl(
            tr("Faces shown"),
            [Segment("front", tr("Front")), Segment("rear", tr("Rear")), Segment("both", tr("Both"))],
            "both",
        )
        self.scope = QComboBox()
        self.scope.setMinimumWidth(120)
        self.colours = QComboBox()
        self.colours.addItems([tr("Hardware"), tr("Status"), tr("Build phase"), tr("Power"), tr("Mass")])
        self._empty = EmptyPlace(
            "rack",
            tr("The racks of this project are shown here. Add the first one; then drag servers and switches from the catalog."),
            tr("New rack…"),
            tr("New hall…"),
        )
        self.updates = UpdatesLine(session)
        self.updates.link_clicked.connect(lambda: registry.action("project.update-types").trigger())
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.put_together(self.canvas, self._empty, "", above=(self.updates,))
        registry.attach(self.canvas, "canvas")
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
        outside = devices.ids[outside_racks(snapshot, self.canvas.scope, self.canvas.scene.wanted)].tolist()
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
        """Show what another one shows: faces, racks, colors, and the same part of the drawing."""
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
        drawn = [ref for ref in refs if ref.table not in ("floor_item", "pathway")]
        if not all(self.canvas.shows(ref) for ref in drawn):
            self.show_all()
        self._session.select(refs)
        self.canvas.reveal_refs(drawn)

    def _go_to_problem(self, refs: list[ObjectRef]) -> None:
        """Show the object of a problem; objects outside racks are shown on the floor."""
        if refs and all(ref.table in ("floor_item", "pathway") for ref in refs):
            self.floor_wanted.emit(refs)
        else:
            self.go_to(*refs)

    def place_by_keys(self, type_key: str) -> None:
        """Let the user place a type: in a rack by keys or the next click, a rack by its dialog, a floor device immediately."""
        self._gestures.place_by_keys(type_key)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept drags that the drawing does not: racks, floor devices, and anything while there is no rack."""
        if dragged_type(event) is not None and self._session.writable:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Place it as the keyboard does."""
        key = dragged_type(event)
        if key is not None:
            event.acceptProposedAction()
            # A dialog must not open in the midst of the drag.
            QTimer.singleShot(0, self, lambda: self.place_by_keys(key))

    # building

    def _tool_bar(self) -> PlaceToolBar:
        action = self._registry.action
        bar = PlaceToolBar(tr("Tools"))
        bar.add_tool(action("edit.undo"))
        bar.add_tool(action("edit.redo"))
        bar.addSeparator()
        bar.add_tool(action("tool.select"))
        bar.add_tool(action("tool.reserve"))
        bar.addSeparator()
        bar.addWidget(self.faces)
        bar.addSeparator()
        bar.add_labelled(tr("Show"), self.scope)
        bar.add_labelled(tr("Color by"), self.colours)
        bar.add_tool(action("view.work-progress"))
        bar.addSeparator()
        bar.add_tool(action("place.new-rack"), word=True)
        bar.add_tool(action("edit.duplicate"), word=True)
        bar.add_stretch()
        for key in ("view.zoom-out", "view.zoom-in", "view.zoom-fit"):
            bar.add_tool(action(key))
        return bar

    def _connect(self) -> None:
        session, canvas = self._session, self.canvas
        session.opened.connect(self._project_opened)
        session.closed.connect(self._project_opened)
        session.changed.connect(self._project_changed)
        session.refreshed.connect(self._project_changed)
        Drilling.of(session).changed.connect(self._repaint)
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
        self.faces.chosen.connect(lambda key: self.set_faces(_FACES[key]))
        self.scope.activated.connect(self._scope_chosen)
        self.colours.activated.connect(lambda index: self.set_colour_by(_COLOURS[index]))
        self._empty.button_clicked.connect(self._registry.action("place.new-rack").trigger)
        self._empty.link_clicked.connect(self._registry.action("place.new-hall").trigger)
        theme.notifier().changed.connect(self._repaint)
        WorkProgress.of(session).changed.connect(self._show_work)

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
        """Apply the selection made here. Objects that only other places show, such as a row, stay selected."""
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
        self._show_work()
        if began and _draws(snapshot):
            self.canvas.fit(animated=False)

    def _show_work(self) -> None:
        """Show how far the work on site is, where that is wanted."""
        self.canvas.set_work(WorkProgress.of(self._session).shares(self.canvas.scene.snapshot))

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
        self.scope.addItem(tr("All racks"), Scope())
        if self._session.is_open:
            snapshot = self._session.snapshot
            halls, rows = snapshot["hall"], snapshot["rack_row"]
            for hall_id, name in zip(halls.ids.tolist(), halls["name"], strict=True):
                if halls.rows > 1:
                    self.scope.addItem(str(name), Scope(ScopeKind.HALL, (hall_id,)))
                for row_id in rows.where("hall_id", hall_id).tolist():
                    text = tr("Row {name}").format(name=rows["name"][rows.position(row_id)])
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
