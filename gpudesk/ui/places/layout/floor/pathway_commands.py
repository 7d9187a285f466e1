"""The actions on ways for cables, done to the project."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpudesk.core.cabling.pathway_kinds import PathwayKind
from gpudesk.core.floor.floor_items import FloorItemKind, outline_points
from gpudesk.derived.floor.floor_contents import Standing
from gpudesk.operations.cabling.pathway_operations import add_pathway, copy_pathways, reshape_pathway
from gpudesk.operations.cabling.propose_pathways import join_halls, propose_pathways
from gpudesk.ui.places.layout.floor.canvas.floor_item_layout import WAYS
from gpudesk.ui.places.layout.floor.canvas.floor_item_tool import NewItem
from gpudesk.ui.toolkit.object_ref import ObjectRef

if TYPE_CHECKING:
    from gpudesk.ui.places.layout.floor.panes.floor_place import FloorPlace
    from gpudesk.ui.shell.shell import Shell

_SETTING = "ways"
_DUCT_MM = 50_000
"""Default length of a conduit added by one action."""


class WayCommands(QObject):
    """Draw, reshape, copy, hang and show pathways."""

    def __init__(self, window: "Shell", floor: "FloorPlace") -> None:
        super().__init__(window)
        self._window, self._floor, self._session = window, floor, window.session
        connect, canvas = window.registry.connect_action, floor.canvas
        connect("floor.draw-tray", partial(canvas.set_drawing, FloorItemKind.ROUTE, way=True))
        connect("floor.hang-trays", self.hang)
        connect("floor.join-halls", self.join_halls)
        connect("floor.next-way", partial(self.go, 1))
        connect("floor.previous-way", partial(self.go, -1))
        window.registry.connect_switch("floor.show-ways", self.show)
        canvas.show_ways(window.settings.text(_SETTING) != "off")
        window.registry.set_checked("floor.show-ways", canvas.scene.ways)
        canvas.item_drawn.connect(self.draw)
        canvas.way_reshaped.connect(self.reshape)

    def chosen(self) -> list[int]:
        """The ids of the selected ways."""
        return self._session.selected(WAYS)

    def selected(self) -> list[Standing]:
        """The selected ways, each with its table."""
        return [(WAYS, row_id) for row_id in self.chosen()]

    def met(self) -> set[str]:
        """The conditions of ways that hold now."""
        return {"ways"} if self._floor.canvas.scene.items.is_way.any() else set()

    def show(self, shown: bool) -> None:
        """Show ways on the floor, or hide them."""
        self._window.settings.set_text(_SETTING, "" if shown else "off")
        self._floor.canvas.show_ways(shown)
        self._window.update_actions()

    def draw(self, new_item: NewItem) -> None:
        """Add a drawn pathway, and select it."""
        hall_id = self._floor.hall_id
        if new_item.way and hall_id is not None:
            self._session.do(add_pathway, hall_id, int(PathwayKind.TRAY), new_item.outline, done=lambda way: self._select([way]))

    def reshape(self, way_id: int, outline: list[tuple[int, int]]) -> None:
        """Give a pathway another line; for one to another hall, only the end in this hall was moved."""
        row = self._session.snapshot[WAYS].row(way_id)
        if row["to_hall_id"] is not None:
            points = [(round(float(x)), round(float(y))) for x, y in outline_points(str(row["outline"]))]
            points[0 if row["hall_id"] == self._floor.hall_id else -1] = outline[0]
            outline = points
        self._session.do(reshape_pathway, way_id, outline)

    def duplicate(self) -> None:
        """Copy the selected pathways next to them."""
        bounds = self._floor.canvas.scene.items.bounds_of([ObjectRef(WAYS, row_id) for row_id in self.chosen()])
        if bounds is not None:
            flat = bounds.width >= bounds.height
            way = (0, round(bounds.height)) if flat else (round(bounds.width), 0)
            self._session.do(copy_pathways, self.chosen(), *way, done=self._select)

    def hang(self) -> None:
        """Hang cable trays above and across the rows of the hall shown."""
        if self._floor.hall_id is not None:
            self._session.do(propose_pathways, [self._floor.hall_id], done=self._select)

    def join_halls(self) -> None:
        """Lead ducts between all halls."""
        halls = self._session.snapshot["hall"].ids.tolist()
        self._session.do(join_halls, halls, _DUCT_MM, done=self._select)

    def go(self, step: int) -> None:
        """Select the next pathway of the hall, by name."""
        items = self._floor.canvas.scene.items
        refs = [item.ref for item in sorted(items.items, key=lambda item: (item.shape.name, item.shape.id)) if item.table == WAYS]
        if not refs:
            return
        here = [place for place, ref in enumerate(refs) if ref in self._session.selection]
        self._floor.go_to(refs[(here[-1] + step) % len(refs) if here else (0 if step > 0 else -1)])

    def _select(self, ids: list[int]) -> None:
        self._session.select([ObjectRef(WAYS, row_id) for row_id in ids])
