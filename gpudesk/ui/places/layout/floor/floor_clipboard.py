"""Cut, copy, paste and duplicate for floor objects, and deletion with a prompt if rows contain racks."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.core.racks.placement import Reals
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.derived.floor.floor_trial import Tried
from gpudesk.operations.copies.floor_things import copy_things, move_things, move_things_to_hall
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import TABLE
from gpudesk.ui.places.layout.floor.dialogs.delete_rows import DeleteRowsDialog
from gpudesk.ui.places.layout.floor.floor_item_commands import FloorItemCommands
from gpudesk.ui.places.layout.floor.pathway_commands import WayCommands
from gpudesk.ui.places.layout.floor_spot import FloorSpot
from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.shell.shell import Shell


class FloorClipboard(QObject):
    """Objects cut or copied on the floor, and their paste position."""

    def __init__(
        self,
        window: "Shell",
        floor: "FloorPlace",
        items: FloorItemCommands,
        ways: WayCommands,
        objects: Callable[[], list[Standing]],
        spot: Callable[[], FloorSpot | None],
    ) -> None:
        """`items` holds the floor items, `objects` the other selected objects, `spot` the last pointer position."""
        super().__init__(window)
        self._window = window
        self._floor = floor
        self._session = window.session
        self._items, self._ways = items, ways
        self._objects = objects
        self._spot = spot
        self._kept: tuple[Standing, ...] = ()
        self._moves = False
        for signal in (self._session.opened, self._session.closed):
            signal.connect(self.forget)

    @property
    def has_content(self) -> bool:
        """Whether something was cut or copied."""
        return bool(self._kept) or self._items.has_copied

    def forget(self) -> None:
        """Clear the clipboard: in another project the ids refer to other objects."""
        self._kept, self._moves = (), False
        self._items.forget()
        self._window.update_actions()

    def copy(self) -> None:
        """Store the selection for Paste, which copies it."""
        self._keep(moves=False)

    def cut(self) -> None:
        """Store the selection for Paste, which moves it."""
        self._keep(moves=True)

    def paste(self) -> None:
        """Paste the clipboard at the pointer position, or copy it next to itself, or move it to the nearest spot in another hall.

        Deleted objects are skipped.
        """
        snapshot, hall_id = self._session.snapshot, self._floor.hall_id
        standing = self._standing([(table, row_id) for table, row_id in self._kept if snapshot[table].has(row_id)])
        if not standing:
            self._items.paste()
            return
        if hall_id is None:
            return
        objects = [(table, row_id) for table, row_id in (*self._kept, *self._items.kept) if snapshot[table].has(row_id)]
        here = int(snapshot[standing[0][0]].row(standing[0][1])["hall_id"]) == hall_id
        spot = self._spot() if self._floor.canvas.underMouse() else None
        low: Reals = Tried.standing(snapshot.__getitem__, snapshot.types, standing).shapes.bounds()[0].min(axis=0)
        way = () if spot is None else (round(spot.x_mm - float(low[0])), round(spot.y_mm - float(low[1])))
        if self._moves:
            if not here:
                self._session.do(move_things_to_hall, objects, hall_id, *way, done=lambda _: self._select(objects))
            elif way:
                self._session.do(move_things, objects, *way, done=lambda _: self._select(objects))
            self.forget()
        else:
            self._session.do(copy_things, objects, *way, hall_id=hall_id, done=self._select)

    def duplicate(self) -> None:
        """Copy the selection to the nearest free position."""
        objects = self._objects()
        if objects:
            things = [*objects, *self._items.selected()]
            self._session.do(copy_things, things, done=self._select_as(objects))
        elif self._items.chosen():
            self._items.duplicate()
        elif self._ways.chosen():
            self._ways.duplicate()

    def delete(self) -> bool:
        """Ask before rows with racks are deleted; false if the selection contains none and no prompt is necessary."""
        rows = self._session.selected("rack_row")
        racks = self._session.snapshot["rack"]
        if not any(len(racks.where("row_id", row_id)) for row_id in rows):
            return False
        DeleteRowsDialog(self._session, self._window).open()
        return True

    def _keep(self, *, moves: bool) -> None:
        self._kept, self._moves = tuple(self._objects()), moves
        self._items.copy(moves=moves)
        self._window.update_actions()

    def _standing(self, objects: Sequence[Standing]) -> list[Standing]:
        """The racks and floor devices among objects, those of rows included."""
        racks = self._session.snapshot["rack"]
        return [
            body
            for table, row_id in objects
            for body in ([("rack", rack) for rack in racks.where("row_id", row_id).tolist()] if table == "rack_row" else [(table, row_id)])
        ]

    def _select_as(self, objects: Sequence[Standing]) -> Callable[[list[Standing]], None]:
        """Select copies as the originals were: of rows the new rows."""
        whole = all(table == "rack_row" for table, _ in objects)

        def select(standings: list[Standing]) -> None:
            racks = self._session.snapshot["rack"]
            rows = dict.fromkeys(racks.row(row_id)["row_id"] for table, row_id in standings if table == "rack")
            items = [standing for standing in standings if standing[0] == TABLE]
            self._select([*(("rack_row", int(row)) for row in rows if row is not None), *items] if whole else standings)

        return select

    def _select(self, standings: Sequence[Standing]) -> None:
        self._session.select([ObjectRef(*standing) for standing in standings])
