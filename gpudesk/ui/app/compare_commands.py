"""The actions of the comparison: with what, from one difference to the next, its list on the clipboard and in a file."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QTabBar

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.changed_racks import rack_partners
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.ui.app.dialogs.compare_with import CompareDialog
from gpudesk.ui.panels.comparison.comparing import Comparing
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.ui.app.window_places import WindowPlaces
    from gpudesk.ui.panels.comparison.differences_dock import DifferencesDock
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace

tr = text_context("CompareCommands")

_ON_FLOOR = ("hall", "rack_row", "floor_item", "pathway", "underlay")
_AMONG_RACKS = ("device", "reservation")


class CompareCommands(QObject):
    """Shows a comparison in the places of floor and racks."""

    def __init__(self, window: "WindowPlaces", rack: "RackPlace") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._comparing = Comparing.of(window.session)
        connect = window.registry.connect_action
        connect("compare.with", self.ask)
        connect("compare.next", partial(self.step, 1))
        connect("compare.previous", partial(self.step, -1))
        connect("compare.done", self._comparing.done)
        connect("compare.copy", self.copy)
        connect("compare.export", self.ask_export)
        self._comparing.changed.connect(window.update_actions)
        self._comparing.begun.connect(self._begun)
        self._comparing.changed.connect(self._changed)
        self._showed = self.is_comparing
        self.furnish(rack)

    def furnish(self, place: "RackPlace | FloorPlace") -> None:
        """Show the comparison in one more place."""
        place.differences.go_requested.connect(self.go)
        place.canvas.show_comparison(self._comparing.shown)
        if self.is_comparing:
            self._show_list(place)

    @property
    def is_comparing(self) -> bool:
        """Whether something is compared."""
        return self._comparing.shown is not None

    def ask(self) -> None:
        """Ask for the state to compare the project with."""
        CompareDialog(self._session, self._window).open()

    def step(self, by: int) -> None:
        """Go to the next or the previous difference in the order of the list."""
        place = self._dock.step(by)
        if place is not None:
            self.go(place)

    def go(self, place: int) -> None:
        """Show a difference in the drawing: in the one that is seen if it can show it, else in the other one."""
        shown = self._comparing.shown
        if shown is None:
            return
        difference = shown.comparison.differences[place]
        ghost = None if difference.left_id is None or difference.right_id is not None else self._ghost(difference.table, difference.left_id)
        target_place = self._place_for(difference.table if ghost is None else ghost[0], gone=ghost is not None)
        if target_place != self._window.place:
            self._window.go(target_place)
            self._dock.set_current(place)
        if ghost is not None:
            self._go_to_ghost(*ghost)
        elif difference.right_id is not None:
            self._go_to_standing(difference.table, difference.right_id)

    def _ghost(self, table: str, left_id: int) -> tuple[str, int]:
        """Earlier state to draw for a removed object: its rack, if that was removed as well."""
        shown = self._comparing.shown
        if shown is not None and table in _AMONG_RACKS:
            differences = shown.comparison.differences
            before = differences.left
            at = before[table].position(left_id)
            rack = int(before.cached(whereabouts).rack[at] if table == "device" else before[table]["rack_id"][at])
            if rack != ABSENT and rack_partners(differences)[before["rack"].position(rack)] < 0:
                return "rack", rack
        return table, left_id

    def _place_for(self, table: str, *, gone: bool) -> str:
        """The place whose drawing shows something; the one that is seen if it shows it, or if none does."""
        here = self._window.place
        if table in _ON_FLOOR or (table == "rack" and gone):
            return "floor"
        if table in _AMONG_RACKS and gone:
            return "rack"
        return here if here in ("floor", "rack") else "rack"

    def _go_to_standing(self, table: str, row_id: int) -> None:
        if self._window.place == "floor":
            floor = self._window.floor
            floor.canvas.show_ghost(None)
            row = self._session.snapshot[table].row(row_id)
            hall = row_id if table == "hall" else row.get("hall_id")
            if hall is not None:
                floor.show_hall(int(hall))
            floor.go_to(ObjectRef(table, row_id))
        elif table in ("rack", *_AMONG_RACKS):
            self._window.rack.canvas.show_ghost(None)
            self._window.rack.go_to(ObjectRef(table, row_id))

    def _go_to_ghost(self, table: str, left_id: int) -> None:
        """Show the former position; objects in no rack and on no floor appear only in the list."""
        shown = self._comparing.shown
        if shown is None:
            return
        differences = shown.comparison.differences
        before = differences.left
        self._session.select(())
        if self._window.place == "floor":
            hall = int(before[table].row(left_id).get("hall_id") or (left_id if table == "hall" else ABSENT))
            places = before["hall"].ids == hall
            partners = differences.pairs["hall"].translated(before["hall"].ids[places])
            if len(partners) and partners[0] > 0:
                self._window.floor.show_hall(int(partners[0]))
            self._window.floor.canvas.show_ghost((table, left_id))
        elif table in _AMONG_RACKS:
            canvas = self._window.rack.canvas
            at = before[table].position(left_id)
            old = int(before.cached(whereabouts).rack[at] if table == "device" else before[table]["rack_id"][at])
            rack = ABSENT if old == ABSENT else int(rack_partners(differences)[before["rack"].position(old)])
            if rack > 0 and not canvas.shows(ObjectRef("rack", rack)):
                self._window.rack.show_all()
            canvas.show_ghost((table, left_id))

    def copy(self) -> None:
        """Put the list on the clipboard."""
        self._dock.copy()

    def ask_export(self) -> None:
        """Ask for the file for the list."""
        dialog = file_dialog(self._window, tr("Export differences"), str(documents_folder()), tr("Comma-separated values (*.csv)"))
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(free_path(documents_folder(), tr("differences")).with_suffix(".csv").name)
        dialog.fileSelected.connect(lambda name: self._dock.write(Path(name)))
        dialog.open()

    @property
    def _dock(self) -> "DifferencesDock":
        return self._window.drawing.differences

    def _changed(self) -> None:
        """Draw the current comparison; if it has ended, the list closes too."""
        for place in self._window.drawings:
            place.canvas.show_comparison(self._comparing.shown)
        if self._showed and not self.is_comparing:
            for place in self._window.drawings:
                place.docks["differences"].hide()
        self._showed = self.is_comparing

    def _begun(self) -> None:
        """Show the drawing and list of the requested comparison."""
        if self._window.place not in ("floor", "rack"):
            self._window.go("rack")
        for place in self._window.drawings:
            self._show_list(place)

    def _show_list(self, place: "RackPlace | FloorPlace") -> None:
        dock = place.docks["differences"]
        if dock.isHidden() and not dock.isFloating():
            # Next to the problems and the history there is too little room for a table.
            place.tabifyDockWidget(place.docks["problems"], dock)
            for bar in place.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
                bar.setAccessibleName(bar.accessibleName() or tr("Panels"))
        dock.show()
        dock.raise_()
