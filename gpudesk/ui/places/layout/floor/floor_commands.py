"""The actions of the Floor menu, done to the project."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.core.floor.floor import EDGES
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.operations.copies.floor_things import move_things, move_things_to_hall
from gpudesk.operations.floor.floor_new import extend_row
from gpudesk.operations.floor.floor_operations import (
    align_on_floor,
    distribute_on_floor,
    mirror_row,
    move_on_floor,
    move_to_row,
    turn_on_floor,
)
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import PAINTS
from gpudesk.ui.places.layout.floor.dialogs.new_row import NewRowDialog
from gpudesk.ui.places.layout.floor.floor_clipboard import FloorClipboard
from gpudesk.ui.places.layout.floor.floor_item_commands import FloorItemCommands
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorMode
from gpudesk.ui.places.layout.floor.pathway_commands import WayCommands
from gpudesk.ui.places.layout.floor.underlay_commands import FloorUnderlays
from gpudesk.ui.places.layout.floor_spot import FloorSpot, on_tile
from gpudesk.ui.places.layout.racks.dialogs.new_rack import NewRackDialog
from gpudesk.ui.places.layout.racks.dialogs.repeat_racks import RepeatRacksDialog
from gpudesk.ui.toolkit.command_menu import offer

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.shell.shell import Shell

FINE_MM = 10
"""The small step of the keys."""
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class FloorCommands(QObject):
    """Move, turn, line up, repeat, copy; new rows and racks; how racks are painted."""

    def __init__(self, window: "Shell", floor: "FloorPlace") -> None:
        super().__init__(window)
        self._window = window
        self._floor = floor
        self._session = window.session
        connect = window.registry.connect_action
        for way, (across, down) in _WAYS.items():
            connect(f"floor.move-{way}", partial(self._move_by_tiles, across, down))
            connect(f"floor.step-{way}", partial(self.move, across * FINE_MM, down * FINE_MM))
        for edge in EDGES:
            connect(f"floor.align-{edge}", partial(self._do, align_on_floor, edge))
        for mode in FloorMode:
            connect(f"floor.{mode.value}", partial(floor.set_mode, mode))
        for key in PAINTS:
            connect(f"floor.paint-by.{key}", partial(floor.set_paint_by, key))
        connect("floor.turn", partial(self.turn, 900))
        connect("floor.turn-back", partial(self.turn, -900))
        connect("floor.distribute", partial(self._do, distribute_on_floor))
        connect("floor.mirror", self.mirror)
        connect("floor.extend-row", self.extend_row)
        connect("floor.repeat", self.repeat)
        connect("floor.to-row", self.ask_row)
        connect("floor.to-hall", self.ask_hall)
        connect("floor.new-row", self.new_row)
        connect("floor.new-rack", self.new_racks)
        self.underlays = FloorUnderlays(window, floor)
        self.items = FloorItemCommands(window, floor, self._spot)
        self.ways = WayCommands(window, floor)
        self.clipboard = FloorClipboard(window, floor, self.items, self.ways, self.objects, self._spot)
        floor.canvas.shift_requested.connect(self.move)
        floor.set_mode(FloorMode.SELECT)
        floor.set_paint_by(floor.paint_by)

    @property
    def has_copied(self) -> bool:
        """Whether something was copied on the floor."""
        return self.clipboard.has_content

    def met(self) -> set[str]:
        """Table conditions that apply to the floor selection."""
        objects = self.objects()
        conditions = {
            "floor": True,
            "standing": bool(objects),
            "movable": bool(objects) or bool(self.items.chosen()) or bool(self.ways.chosen()),
            "several": len(objects) > 1,
            "in row": self._floor.row_in_hand() is not None,
            "clipboard": self.has_copied,
            "hall": self._floor.hall_id is not None,
            "underlay": self.underlays.in_hand() is not None,
        }
        return {name for name, is_met in conditions.items() if is_met} | self.items.met() | self.ways.met()

    def objects(self) -> list[Standing]:
        """Selected floor objects: racks, rows and floor devices."""
        devices = self._session.snapshot["device"]
        return [
            (ref.table, ref.id)
            for ref in self._session.selection
            if ref.table in ("rack", "rack_row") or (ref.table == "device" and devices.row(ref.id)["hall_id"] is not None)
        ]

    def move(self, dx_mm: int, dy_mm: int) -> None:
        """Move the selection right and down."""
        items = self.items.selected()
        if self.ways.chosen():
            self._session.do(move_things, [*self.objects(), *items, *self.ways.selected()], dx_mm, dy_mm)
        elif items:
            self._session.do(move_things, [*self.objects(), *items], dx_mm, dy_mm)
        else:
            self._do(move_on_floor, dx_mm, dy_mm)

    def _move_by_tiles(self, across: int, down: int) -> None:
        tile = self._floor.canvas.scene.tile_mm
        self.move(across * tile, down * tile)

    def turn(self, turn_ddeg: int) -> None:
        """Rotate the selection about its center: racks and devices, or floor items."""
        if self.objects():
            self._do(turn_on_floor, turn_ddeg)
        else:
            self.items.turn(turn_ddeg)

    def mirror(self) -> None:
        """Make the racks of the active row face its other side."""
        row_id = self._floor.row_in_hand()
        if row_id is not None:
            self._session.do(mirror_row, row_id)

    def extend_row(self) -> None:
        """One more rack at the end of the row in hand."""
        row_id = self._floor.row_in_hand()
        if row_id is not None:
            self._session.do(extend_row, row_id, 1)

    def repeat(self) -> None:
        """Ask for the count and pitch to repeat the selection."""
        RepeatRacksDialog(self._session, self.objects(), self._window).open()

    def ask_row(self) -> None:
        """A menu of the rows to which the selected racks can go."""
        snapshot = self._session.snapshot
        rows, halls, racks = snapshot["rack_row"], snapshot["hall"], self._session.selected("rack")
        several = halls.rows > 1
        entries: list[tuple[str, Callable[[], object]]] = []
        for row_id, hall_id, name in zip(rows.ids.tolist(), rows["hall_id"].tolist(), rows["name"].tolist(), strict=True):
            label = f"{halls['name'][halls.position(hall_id)]} · {name}" if several else str(name)
            entries.append((label, partial(self._session.do, move_to_row, racks, row_id)))
        if racks:
            offer(self._window, entries)

    def ask_hall(self) -> None:
        """A menu of the halls to which the selection can go."""
        halls, things = self._session.snapshot["hall"], [*self.objects(), *self.items.selected()]
        offer(
            self._window,
            [
                (str(name), partial(self._session.do, move_things_to_hall, things, hall_id))
                for hall_id, name in zip(halls.ids.tolist(), halls["name"].tolist(), strict=True)
                if hall_id != self._floor.hall_id
            ],
        )

    def new_row(self) -> None:
        """Ask for a row that begins at the last pointer position."""
        NewRowDialog(self._session, self._window, at=self._spot()).open()

    def new_racks(self) -> None:
        """Ask for racks at the last pointer position."""
        NewRackDialog(self._session, self._window, at=self._spot()).open()

    def _spot(self) -> FloorSpot | None:
        """Where the pointer was last, on the joint of tiles next to it; the middle of the view without it."""
        canvas, hall_id = self._floor.canvas, self._floor.hall_id
        if hall_id is None:
            return None
        x, y = canvas.pointed or (canvas.camera.centre_x, canvas.camera.centre_y)
        return on_tile(hall_id, x, y, canvas.scene.tile_mm)

    def _do(self, verb: Callable[..., object], *arguments: object) -> None:
        objects = self.objects()
        if objects:
            self._session.do(verb, objects, *arguments)
