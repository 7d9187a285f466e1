"""The place of the floor: one hall from above in the middle, the inspector right, problems and history below."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QMenu

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cabling.pathway_lines import cable_lines, link_devices, whole_link
from gpudesk.ui.action_table.cable_actions import MOST_LIT
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.panels.problems.problems_menu import add_problems_here
from gpudesk.ui.panels.words.floor_item_labels import DRAWN
from gpudesk.ui.places.layout.drawing_place import DrawingPlace
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import PAINTS, paint_title
from gpudesk.ui.places.layout.floor.canvas.floor_plan_view import SHOWN
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas, FloorMode
from gpudesk.ui.places.layout.floor.panes.floor_gestures import FloorGestures
from gpudesk.ui.places.layout.floor.panes.floor_painting import FloorPainting
from gpudesk.ui.places.layout.floor.panes.underlay_pictures import UnderlayPictures
from gpudesk.ui.toolkit.actions import ActionRegistry
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.empty_place import EmptyPlace
from gpudesk.ui.toolkit.widgets.place_tool_bar import PlaceToolBar
from gpudesk.ui.toolkit.work_progress import WorkProgress

_CLIPBOARD = ("edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "edit.rename", "|")
_OF_HALL = ("file.floor-plan", "file.hall-summary", "file.hand-over")
_OF_RACKS = ("file.elevations", "file.worklist", "file.hand-over")
_TURN = ("floor.turn", "floor.turn-back")


def context_actions(ref: ObjectRef | None) -> tuple[str, ...]:
    """The actions for an object, or for the floor itself; "|" parts groups."""
    if ref is None:
        new = ("floor.new-row", "floor.new-rack", "project.insert-template", "floor.add-item", "floor.underlay-add", "edit.paste", "|")
        return (*new, "edit.select-all", "floor.select-hall", "view.zoom-fit", "|", *_OF_HALL)
    if ref.table == "floor_item":
        return (*_CLIPBOARD, *_TURN, "floor.item-outline", "|", "floor.select-hall")
    if ref.table == "pathway":
        return ("edit.duplicate", "edit.delete", "edit.rename", "|", "floor.next-way", "floor.show-ways", "floor.select-hall")
    return (
        *("edit.cut", *_CLIPBOARD),
        *(*_TURN, "floor.mirror", "floor.repeat", "floor.extend-row", "floor.to-row", "floor.to-hall", "|"),
        *("floor.align-front", "floor.distribute", "|", "place.status", "place.phase", "project.remarks", "project.save-template"),
        *("|", *_OF_RACKS),
    )


tr = text_context("FloorPlace")

_SHARED = ("edit.cut", "edit.copy", "edit.paste", "edit.duplicate", "edit.delete", "edit.select-all", "view.minimap")
"""Actions of drawings whose keys work here as well."""
_AROUND_WAY_MM = 1500.0
"""Margin shown around the route of a cable."""


class FloorPlace(DrawingPlace):
    """A hall and its content.

    Signals:
        rack_wanted(int): show this rack in its elevation.
        painted(str): racks are painted by another property.
    """

    rack_wanted = Signal(int)
    painted = Signal(str)

    def __init__(self, session: Session, registry: ActionRegistry) -> None:
        canvas = FloorCanvas()
        super().__init__("floor-place", session, registry, on_floor=True, unselected=lambda: _hall_shown(session, canvas))
        self._outdated = True
        """Whether the hall was not drawn since the last change."""
        self.canvas = canvas
        self.painting = FloorPainting(session, self.canvas, self)
        self._gestures = FloorGestures(session, self.canvas, self)
        self.under = UnderlayPictures(session, self.canvas, self)
        self.paints = QComboBox()
        self.paints.addItems([paint_title(key) for key in PAINTS])
        self.halls = QComboBox()
        self.halls.setMinimumWidth(120)
        self._empty = EmptyPlace(
            "floor",
            tr("The halls of this project are drawn here: rows, aisles and racks to scale. Add the first hall."),
            tr("New hall…"),
            tr("New row…"),
        )
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar())
        self.put_together(self.canvas, self._empty, "floor-")
        registry.attach(self.canvas, "floor")
        for action in _SHARED:
            self.canvas.addAction(registry.action(action))
        self._connect()
        self._project_opened()

    # what others ask for

    @property
    def hall_id(self) -> int | None:
        """The hall that is shown."""
        return self.canvas.scene.hall_id

    @property
    def hall_to_show(self) -> int | None:
        """The hall that is shown, or will be when the floor is seen: the one with the most racks. None without a hall."""
        if not self._session.is_open:
            return None
        hall_id = self.hall_id
        return hall_id if hall_id is not None and self._session.snapshot["hall"].has(hall_id) else self._first_hall()

    def show_hall(self, hall_id: int) -> None:
        """Show another hall."""
        if hall_id != self.hall_id:
            self.canvas.set_hall(self._session.snapshot, hall_id)
            self.inspector.refresh()
            self.under.follow()
            self.halls.setCurrentIndex(self.halls.findData(hall_id))
            self.painting.repaint()
            self._show_work()
            self._light()

    @property
    def paint_by(self) -> str:
        """The property by which racks are painted."""
        return self.painting.key

    def set_paint_by(self, key: str) -> None:
        """Paint racks by another property."""
        self.painting.key = key
        self.paints.setCurrentIndex(PAINTS.index(key))
        self._registry.set_checked(f"floor.paint-by.{key}")
        self.painting.repaint()
        self.painted.emit(key)

    def set_mode(self, mode: FloorMode) -> None:
        """Let the left button select or measure."""
        self.canvas.set_mode(mode)
        self._registry.set_checked(f"floor.{mode.value}")

    def look_like(self, other: "FloorPlace") -> None:
        """Show what another one shows: hall, colors, and the same part of the drawing."""
        self.set_paint_by(other.paint_by)
        if other.hall_id is not None:
            self.show_hall(other.hall_id)
        self.canvas.show_as(other.canvas)

    def fit(self) -> None:
        """Show the whole hall."""
        self.canvas.fit()

    def select_all(self) -> None:
        """Select every rack and floor device of the hall."""
        layout = self.canvas.scene.layout
        if layout is not None:
            self._session.select([layout.ref(place) for place in range(len(layout))])

    def go_to(self, *refs: ObjectRef) -> None:
        """Select objects and bring the racks in which they are, or the whole of a hall, into sight."""
        halls = [ref.id for ref in refs if ref.table == "hall" and self._session.snapshot["hall"].has(ref.id)]
        if halls:
            self.show_hall(halls[0])
            self._session.select(refs)
            self.fit()
            return
        standing = [standing_ref for ref in refs if (standing_ref := self._standing(ref)) is not None]
        if standing:
            snapshot = self._session.snapshot
            self.show_hall(int(snapshot[standing[0].table].row(standing[0].id)["hall_id"]))
        self._session.select(refs)
        self.canvas.reveal_refs(standing)

    def stands(self, ref: ObjectRef) -> bool:
        """Whether an object is drawn on the floor itself: a rack, a row or a floor device."""
        return self._standing(ref) == ref

    def takes(self, type_key: str) -> bool:
        """Whether objects of a type are placed on the floor."""
        return self._gestures.takes(type_key)

    def _standing(self, ref: ObjectRef) -> ObjectRef | None:
        """The rack or floor device of an object, or None if it does not stand on a floor."""
        snapshot = self._session.snapshot
        if ref.table in ("rack", "rack_row", "floor_item", "pathway"):
            return ref if snapshot[ref.table].has(ref.id) else None
        if ref.table not in ("device", "reservation") or not snapshot[ref.table].has(ref.id):
            return None
        row = snapshot[ref.table].row(ref.id)
        while row.get("parent_id") is not None:
            row = snapshot["device"].row(int(row["parent_id"]))
        if row["rack_id"] is not None:
            return ObjectRef("rack", int(row["rack_id"]))
        return ObjectRef("device", int(row["id"])) if row.get("hall_id") is not None else None

    def place_by_keys(self, type_key: str) -> None:
        """Let the user place an object of a type on the floor with the keyboard or a click."""
        self._gestures.place_by_keys(type_key)

    # building

    def _tool_bar(self) -> PlaceToolBar:
        action = self._registry.action
        bar = PlaceToolBar(tr("Tools"))
        bar.add_tool(action("edit.undo"))
        bar.add_tool(action("edit.redo"))
        bar.addSeparator()
        bar.add_tool(action("floor.select"))
        bar.add_tool(action("floor.measure"))
        bar.addSeparator()
        menu = QMenu(bar)
        drawn = (f"floor.draw-{key}" for key in DRAWN.values())
        self._registry.fill_menu(menu, (*drawn, "|", "floor.draw-tray", "floor.hang-trays", "floor.show-ways", "|", "floor.add-item"))
        draw = bar.add_menu(tr("Draw"), "draw-obstacle", menu)
        draw.setToolTip(tr("Draw columns, obstacles, keep-out areas, doors, routes and containments"))
        bar.addSeparator()
        bar.add_tool(action("floor.turn"))
        bar.add_tool(action("floor.mirror"))
        bar.add_tool(action("floor.repeat"))
        bar.addSeparator()
        bar.add_labelled(tr("Color racks by"), self.paints)
        bar.add_tool(action("floor.show-ways"))
        bar.add_tool(action("view.work-progress"))
        bar.addSeparator()
        bar.add_tool(action("place.new-row"), word=True)
        bar.add_tool(action("place.new-rack"), word=True)
        bar.add_stretch()
        bar.add_labelled(tr("Hall"), self.halls)
        for key in ("view.zoom-out", "view.zoom-in", "view.zoom-fit"):
            bar.add_tool(action(key))
        return bar

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._outdated:
            self._project_changed()
        else:
            # Cables are highlighted only while the floor is seen.
            self._light()

    def _connect(self) -> None:
        session, canvas = self._session, self.canvas
        session.opened.connect(self._project_opened)
        session.closed.connect(self._project_opened)
        session.changed.connect(self._project_changed)
        session.refreshed.connect(self._project_changed)
        session.selection_changed.connect(self._show_selection)
        canvas.leave = self.drill.end
        canvas.selection_changed.connect(self._select)
        canvas.mode_changed.connect(lambda mode: self._registry.set_checked(f"floor.{mode.value}"))
        canvas.open_requested.connect(self._open)
        canvas.context_menu_requested.connect(self._context_menu)
        self.catalog.place_requested.connect(self.place_by_keys)
        self.problems.go_requested.connect(lambda refs: self.go_to(*refs))
        self.inspector.go_requested.connect(self.go_to)
        self.inspector.underlay_previewed.connect(self._preview_underlay)
        self.paints.activated.connect(lambda index: self.set_paint_by(PAINTS[index]))
        self.halls.activated.connect(lambda index: self.show_hall(int(self.halls.itemData(index))))
        self._empty.button_clicked.connect(self._registry.action("place.new-hall").trigger)
        self._empty.link_clicked.connect(self._registry.action("place.new-row").trigger)
        theme.notifier().changed.connect(self.painting.repaint)
        WorkProgress.of(session).changed.connect(self._show_work)

    # the project

    def _project_opened(self) -> None:
        self.canvas.set_hall(None, None)
        self.under.follow()
        self.canvas.set_writable(self._session.writable)
        self._project_changed()
        self._show_selection()

    def prepare(self) -> None:
        """Draw the current hall before the place is shown: the inspector shows the hall from the beginning."""
        if self._session.is_open and self.canvas.scene.snapshot is None:
            self._follow(seen=True)
            self._show_selection()

    def _project_changed(self) -> None:
        self._follow(seen=self.isVisible())

    def _follow(self, *, seen: bool) -> None:
        """Show the current state. While another place is shown, only inexpensive updates are made; a hall is drawn when it is seen."""
        self._outdated = True
        if not self._session.is_open:
            self.painting.release()
            self._stack.setCurrentWidget(self._empty)
            return
        snapshot = self._session.snapshot
        halls = snapshot["hall"]
        hall_id = self.hall_to_show
        self._stack.setCurrentWidget(self._empty if hall_id is None else self.canvas)
        names = list(zip(halls.ids.tolist(), halls["name"].tolist(), strict=True))
        if names != [(self.halls.itemData(place), self.halls.itemText(place)) for place in range(self.halls.count())]:
            self.halls.clear()
            for row_id, name in names:
                self.halls.addItem(name, row_id)
        self.halls.setCurrentIndex(self.halls.findData(hall_id))
        if seen or (self.canvas.scene.snapshot is not None and hall_id != self.hall_id):
            self.canvas.set_hall(snapshot, hall_id)
            self.under.follow()
            self.painting.repaint()
            self._show_work()
            self._light()
            self._outdated = False
        else:
            self.painting.release()

    def _show_work(self) -> None:
        """Show how far the work on site is, where that is wanted."""
        self.canvas.set_work(WorkProgress.of(self._session).shares(self.canvas.scene.snapshot))

    def _first_hall(self) -> int | None:
        """The hall with the most racks."""
        snapshot = self._session.snapshot
        halls, of_racks = snapshot["hall"].ids, snapshot["rack"]["hall_id"]
        if not len(halls):
            return None
        counts = [int((of_racks == hall_id).sum()) for hall_id in halls.tolist()]
        return int(halls[int(np.argmax(counts))])

    def _show_selection(self) -> None:
        self.canvas.set_selection(self._session.selection)
        self._light()

    def show_way(self, cables: Sequence[int]) -> bool:
        """Select cables and show their route through a hall; returns whether any part of it is in one."""
        snapshot = self._session.snapshot
        self._session.select([ObjectRef("cable", cable_id) for cable_id in cables])
        standing = [
            standing_ref for device_id in link_devices(snapshot, cables) if (standing_ref := self._standing(ObjectRef("device", device_id)))
        ]
        halls = [int(snapshot[ref.table].row(ref.id)["hall_id"]) for ref in standing]
        if not halls:
            return False
        if self.hall_id not in halls:
            self.show_hall(halls[0])
        self._light()
        if not self.canvas.scene.lit:
            return False
        points = np.concatenate(self.canvas.scene.lit)
        low, high = points.min(axis=0), points.max(axis=0)
        self.canvas.fit(Bounds(float(low[0]), float(low[1]), float(high[0]), float(high[1])).grown(_AROUND_WAY_MM))
        return True

    def _light(self) -> None:
        """Highlight the route of the selected cables through the hall, and ring the racks at their ends."""
        if not self.isVisible():
            return
        hall_id, cables, layout = self.hall_id, self._session.selected("cable"), self.canvas.scene.layout
        if hall_id is None or layout is None or not 0 < len(cables) <= MOST_LIT:
            self.canvas.set_lit(())
            return
        snapshot = self._session.snapshot
        lines = cable_lines(snapshot, whole_link(snapshot, cables), hall_id)
        ends = {self._standing(ObjectRef("device", device_id)) for device_id in link_devices(snapshot, cables)}
        places = [place for ref in ends if ref is not None and (place := layout.place_of(ref)) is not None]
        corners = layout.shapes.corners()[sorted(places)]
        self.canvas.set_lit([*lines, *(np.concatenate([corner, corner[:1]]) for corner in corners)])

    def _select(self, refs: list[ObjectRef]) -> None:
        """Apply the floor selection; objects that the floor does not show, such as reservations, stay selected."""
        if tuple(refs) != tuple(ref for ref in self._session.selection if ref.table in SHOWN):
            self._session.select(refs)

    def _preview_underlay(self, underlay_id: int, percent: int) -> None:
        """Show an underlay more or less strongly while somebody drags."""
        self.canvas.underlays.preview(underlay_id, opacity_percent=percent)
        self.under.follow()
        self.canvas.invalidate()

    # gestures

    def row_in_hand(self) -> int | None:
        """The selected row, or that of the first selected rack."""
        rows = self._session.selected("rack_row")
        if rows:
            return rows[0]
        racks = self._session.snapshot["rack"]
        for rack_id in self._session.selected("rack"):
            row_id = int(racks["row_id"][racks.position(rack_id)])
            if row_id != ABSENT:
                return row_id
        return None

    def _open(self, ref: ObjectRef) -> None:
        if ref.table == "rack":
            self.rack_wanted.emit(ref.id)
        elif ref.table == "rack_row":
            layout = self.canvas.scene.layout
            members = [] if layout is None else [layout.ref(place) for place in layout.places_of(ref)]
            self._session.select(members)
        else:
            self.docks["inspector"].show()
            self.inspector.edit_name()

    def _context_menu(self, ref: ObjectRef | None, where: QPoint) -> None:
        menu = self._registry.context_menu(self, context_actions(ref))
        add_problems_here(menu, self.problems, ref)
        menu.popup(where)


def _hall_shown(session: Session, canvas: FloorCanvas) -> ObjectRef | None:
    """Inspector content if nothing is selected."""
    hall_id = canvas.scene.hall_id
    return None if hall_id is None or not session.snapshot["hall"].has(hall_id) else ObjectRef("hall", hall_id)
