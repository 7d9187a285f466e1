"""The actions on floor items, done to the project."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.core.floor.floor_items import FloorItemKind
from gpudesk.core.floor.outline import Point
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.operations.copies.floor_things import copy_floor_items, move_floor_items_to, turn_floor_items
from gpudesk.operations.floor.floor_item_operations import add_floor_item, move_floor_item, reshape_floor_item, resize_floor_item
from gpudesk.ui.panels.words.floor_item_labels import DRAWN
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import TABLE, DrawnItem
from gpudesk.ui.places.layout.floor.canvas.floor_item_tool import NewItem
from gpudesk.ui.places.layout.floor.dialogs.new_floor_item import NewFloorItemDialog
from gpudesk.ui.places.layout.racks.dialogs.name_racks import NameRacksDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.places.layout.floor_spot import FloorSpot
    from gpudesk.ui.shell.shell import Shell


class FloorItemCommands(QObject):
    """Draw, add, reshape, copy and go through floor items; the hall; names of racks."""

    def __init__(self, window: "Shell", floor: "FloorPlace", spot: "Callable[[], FloorSpot | None]") -> None:
        """`spot` is the position of a new item."""
        super().__init__(window)
        self._window = window
        self._floor = floor
        self._session = window.session
        self._spot = spot
        self._copied: tuple[int, ...] = ()
        self._moves = False
        connect, canvas = window.registry.connect_action, floor.canvas
        for kind, key in DRAWN.items():
            connect(f"floor.draw-{key}", partial(canvas.set_drawing, kind))
        connect("floor.add-item", self.add)
        connect("floor.item-outline", self.make_outline)
        connect("floor.next-item", partial(self.go, 1))
        connect("floor.previous-item", partial(self.go, -1))
        connect("floor.select-hall", self.select_hall)
        connect("floor.name-racks", self.name_racks)
        canvas.item_drawn.connect(self.draw)
        canvas.item_stretched.connect(self._resize)
        canvas.item_reshaped.connect(self._reshape)
        canvas.item_put.connect(self._put)
        canvas.drawing_changed.connect(self._show_tool)

    def _resize(self, item_id: int, width_mm: int, depth_mm: int, x_mm: int, y_mm: int) -> None:
        self._session.do(resize_floor_item, item_id, width_mm, depth_mm, x_mm, y_mm)

    def _reshape(self, item_id: int, outline: list[Point]) -> None:
        self._session.do(reshape_floor_item, item_id, outline)

    def _put(self, item_id: int, x_mm: int, y_mm: int, angle_ddeg: int) -> None:
        self._session.do(move_floor_item, item_id, x_mm, y_mm, angle_ddeg)

    def chosen(self) -> list[int]:
        """The ids of the selected floor items."""
        return self._session.selected(TABLE)

    def selected(self) -> list[Standing]:
        """The selected floor items, each with its table."""
        return [(TABLE, row_id) for row_id in self.chosen()]

    @property
    def kept(self) -> list[Standing]:
        """The floor items that were cut or copied."""
        return [(TABLE, row_id) for row_id in self._copied]

    def met(self) -> set[str]:
        """The conditions of floor items that hold now."""
        item = self._box()
        conditions = {"floor items": not self._floor.canvas.scene.items.is_way.all(), "floor box": item is not None}
        return {name for name, is_met in conditions.items() if is_met}

    def draw(self, new_item: NewItem) -> None:
        """Add the drawn item, and select it."""
        hall_id = self._floor.hall_id
        if hall_id is None or new_item.way:
            return
        self._session.do(
            add_floor_item,
            hall_id,
            int(new_item.kind),
            new_item.x_mm,
            new_item.y_mm,
            new_item.width_mm,
            new_item.depth_mm,
            new_item.angle_ddeg,
            new_item.outline,
            clear_width_mm=new_item.clear_width_mm,
            done=self._select,
        )

    def add(self) -> None:
        """Ask for the dimensions of a new item."""
        spot = self._spot()
        if spot is not None:
            kind = self._floor.canvas.drawn_kind or FloorItemKind.OBSTACLE
            NewFloorItemDialog(self._session, spot, kind, self._window).open()

    def make_outline(self) -> None:
        """Turn a rectangle into an outline with the same corners."""
        item = self._box()
        if item is not None:
            corners = [(round(x), round(y)) for x, y in item.shape.corners.tolist()]
            self._session.do(reshape_floor_item, item.shape.id, corners)

    def go(self, step: int) -> None:
        """Select the next item of the hall, in the order of their names."""
        drawn = [item for item in self._floor.canvas.scene.items.items if item.table == TABLE]
        items = sorted(drawn, key=lambda item: (item.shape.kind, item.shape.name, item.shape.id))
        if not items:
            return
        refs = [item.ref for item in items]
        here = [place for place, ref in enumerate(refs) if ref in self._session.selection]
        place = (here[-1] + step) % len(refs) if here else (0 if step > 0 else len(refs) - 1)
        self._floor.go_to(refs[place])

    def select_hall(self) -> None:
        """Select the hall that is shown."""
        if self._floor.hall_id is not None:
            self._session.select([ObjectRef("hall", self._floor.hall_id)])

    def name_racks(self) -> None:
        """Ask for the naming pattern of racks."""
        hall_id = self._floor.hall_id
        if hall_id is not None:
            NameRacksDialog(self._session, hall_id, self._session.selected("rack_row"), self._window).open()

    def turn(self, turn_ddeg: int) -> None:
        """Turn the selected items about their middle."""
        if self.chosen():
            self._session.do(turn_floor_items, self.chosen(), turn_ddeg)

    # clipboard

    @property
    def has_copied(self) -> bool:
        """Whether floor items were copied."""
        return bool(self._copied)

    def copy(self, *, moves: bool = False) -> None:
        """Keep the selected items for Paste, which copies them, or moves them."""
        self._copied, self._moves = tuple(self.chosen()), moves

    def forget(self) -> None:
        """Keep nothing any more."""
        self._copied, self._moves = (), False

    def paste(self) -> None:
        """Copy or move the clipboard to the pointer position, or copy it next to itself; deleted items are skipped."""
        rows, hall_id = self._session.snapshot[TABLE], self._floor.hall_id
        copied = [row_id for row_id in self._copied if rows.has(row_id)]
        if not copied or hall_id is None:
            return
        bounds = self._floor.canvas.scene.items.bounds_of([ObjectRef(TABLE, row_id) for row_id in copied])
        spot = self._spot()
        if bounds is None:
            # They lie in another hall: to the same place of this one.
            dx, dy = 0, 0
        elif spot is not None and self._floor.canvas.underMouse():
            dx, dy = round(spot.x_mm - bounds.left), round(spot.y_mm - bounds.top)
        else:
            dx, dy = (0, 0) if self._moves else (round(bounds.width), 0)
        if not self._moves:
            self._session.do(copy_floor_items, copied, dx, dy, hall_id, done=self._select_all)
            return
        if dx or dy or bounds is None:
            self._session.do(move_floor_items_to, copied, hall_id, dx, dy, done=lambda _: self._select_all(copied))
        self._copied, self._moves = (), False
        self._window.update_actions()

    def duplicate(self) -> None:
        """Copy the selected items next to them."""
        bounds = self._floor.canvas.scene.items.bounds_of([ObjectRef(TABLE, row_id) for row_id in self.chosen()])
        if bounds is not None:
            self._session.do(copy_floor_items, self.chosen(), round(bounds.width), 0, done=self._select_all)

    def _box(self) -> DrawnItem | None:
        """The rectangle that alone is selected."""
        selection = self._session.selection
        item = self._floor.canvas.scene.items.get(selection[0]) if len(selection) == 1 else None
        return item if item is not None and item.boxed else None

    def _show_tool(self, kind: FloorItemKind | None) -> None:
        drawn = "tray" if self._floor.canvas.draws_ways else DRAWN[kind] if kind is not None else ""
        self._window.registry.set_checked(f"floor.draw-{drawn}" if drawn else "floor.select")

    def _select(self, item_id: int) -> None:
        self._select_all([item_id])

    def _select_all(self, ids: list[int]) -> None:
        self._session.select([ObjectRef(TABLE, row_id) for row_id in ids])
