"""A comparison on the floor: added, moved and changed objects, ghosts at old positions, everything else washed out."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.footprint import Footprints, contains
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.floor.floor_contents import floor_devices
from gpudesk.ui.canvas.batch import fill_rects, outline_rects
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.hatch import hatch_tile
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import overlapping
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.difference_marks import (
    BADGE_PX,
    SMALL_PX,
    WENT,
    badge_boxes,
    paint_arrows,
    paint_badges,
    paint_ghosts,
    paint_hollow,
    paint_standing,
    sort_colour,
    wash,
)
from gpudesk.ui.places.layout.floor.canvas.floor_compare_items import TABLE as ITEMS
from gpudesk.ui.places.layout.floor.canvas.floor_compare_items import ComparedItems
from gpudesk.ui.places.layout.floor.canvas.floor_plan_ground import polygon_px
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import UNKNOWN_MM, FloorLayout
from gpudesk.ui.places.layout.floor.canvas.floor_plan_names import NAME_PX
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.toolkit.quantities import format_number

_TABLES = ("rack", "device")


@dataclass(frozen=True)
class _Ghosts:
    """Objects of the earlier state of the hall that were removed or moved; arrays of shape (ghosts,).

    Attributes:
        table, ids: index in `_TABLES` and id in the earlier state.
        sorts: indices in `Sort`.
        target: index of the same object in the layout, ABSENT if it is no longer in this hall.
    """

    table: Ids
    ids: Ids
    sorts: Ids
    target: Ids
    names: tuple[str, ...]
    shapes: Footprints
    rects: Reals
    upright: Mask


@dataclass(frozen=True)
class _Drawn:
    """A comparison on top of one layout.

    Attributes:
        sorts: kind of difference of each body, ABSENT if unchanged.
        inside: number of differences in each body.
        items: the floor items that differ.
    """

    layout: FloorLayout
    shown: ShownComparison
    sorts: Ids
    inside: Ids
    ghosts: _Ghosts
    items: ComparedItems

    @property
    def quiet(self) -> Mask:
        """The bodies that neither differ nor hold what does."""
        is_quiet: Mask = (self.sorts == ABSENT) & (self.inside == 0)
        return is_quiet


class FloorCompareLayer(StillLayer):
    """Paints the comparison over racks and floor devices.

    Attributes:
        shown: the comparison, or None.
        current: table and earlier id of the ghost that was navigated to.
    """

    def __init__(self, scene: FloorScene) -> None:
        self._scene = scene
        self._drawn: _Drawn | None = None
        self.shown: ShownComparison | None = None
        self.current: tuple[str, int] | None = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the differences in view."""
        drawn = self._present()
        if drawn is None:
            return
        layout = drawn.layout
        seen = overlapping(layout.rects, frame.seen)
        if self._scene.moved:
            seen[list(self._scene.moved)] = False
        self._wash(painter, frame, layout, np.flatnonzero(seen & drawn.quiet))
        drawn.items.paint(painter, frame)
        self._ghosts(painter, frame, drawn)
        places = np.flatnonzero(seen & ~drawn.quiet)
        # What is askew is marked by the upright square around its middle.
        rects = frame.camera.rects(layout.rects[places])
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / frame.camera.ratio)
        sorts = drawn.sorts[places]
        differ = sorts != ABSENT
        upright = layout.upright[places]
        paint_standing(painter, frame, rects[differ & upright], sorts[differ & upright])
        for place in places[differ & ~upright].tolist():
            self._askew(painter, frame, layout, place, int(drawn.sorts[place]))
        self._inside(painter, frame, rects[~differ], drawn.inside[places[~differ]])

    def ghost_bounds(self, table: str, left_id: int) -> Bounds | None:
        """Bounds of the ghost of an object, or None if it has none in this hall."""
        drawn = self._present()
        if drawn is not None and table == ITEMS:
            return drawn.items.bounds(left_id)
        if drawn is None or table not in _TABLES:
            return None
        places = np.flatnonzero((drawn.ghosts.table == _TABLES.index(table)) & (drawn.ghosts.ids == left_id))
        if not len(places):
            return None
        x, y, wide, high = drawn.ghosts.rects[int(places[0])].tolist()
        return Bounds(x, y, x + wide, y + high)

    def words_at(self, x_mm: float, y_mm: float) -> str:
        """Tooltip text for the differences at a point: those of the object there, and those of the topmost ghost."""
        drawn = self._present()
        if drawn is None:
            return ""
        texts = []
        place = drawn.layout.at(x_mm, y_mm)
        if place is not None:
            ref = drawn.layout.ref(place)
            texts.append(drawn.shown.words(ref.table, right_id=ref.id))
        else:
            texts.append(drawn.items.words_at(x_mm, y_mm))
        rects = drawn.ghosts.rects
        near = (rects[:, 0] <= x_mm) & (rects[:, 0] + rects[:, 2] >= x_mm) & (rects[:, 1] <= y_mm) & (rects[:, 1] + rects[:, 3] >= y_mm)
        places = np.flatnonzero(near)
        hit = places[contains(drawn.ghosts.shapes.pick(places), x_mm, y_mm)].tolist()
        if hit and (place is None or drawn.ghosts.target[hit[-1]] != place):
            ghost = hit[-1]
            if drawn.ghosts.sorts[ghost] != WENT:
                texts.append(drawn.ghosts.names[ghost])
            texts.append(drawn.shown.words(_TABLES[int(drawn.ghosts.table[ghost])], left_id=int(drawn.ghosts.ids[ghost])))
        return "\n".join(line for line in texts if line)

    # made once for a layout and a comparison

    def _present(self) -> _Drawn | None:
        layout, snapshot, shown = self._scene.layout, self._scene.snapshot, self.shown
        # An edit is drawn before it is compared; for that moment nothing is said of the new state.
        if layout is None or snapshot is None or shown is None or shown.comparison.right is not snapshot:
            return None
        if self._drawn is None or self._drawn.layout is not layout or self._drawn.shown is not shown:
            racks, devices = layout.place[: layout.racks], layout.place[layout.racks :]
            sorts = np.concatenate([shown.codes("rack")[racks], shown.codes("device")[devices]])
            inside = np.concatenate([shown.inside[racks], np.zeros(len(devices), np.int64)])
            here = _old_halls(layout, shown)
            self._drawn = _Drawn(layout, shown, sorts, inside, _ghosts(layout, shown, here), ComparedItems(shown, layout.hall_id, here))
        return self._drawn

    # painting

    def _wash(self, painter: QPainter, frame: Frame, layout: FloorLayout, places: Ids) -> None:
        upright = layout.upright[places]
        fill_rects(painter, frame.camera.rects(layout.rects[places[upright]]), wash(frame.theme))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(wash(frame.theme))
        for corners in layout.shapes.pick(places[~upright]).corners():
            painter.drawPolygon(polygon_px(frame, corners))

    def _ghosts(self, painter: QPainter, frame: Frame, drawn: _Drawn) -> None:
        ghosts, camera = drawn.ghosts, frame.camera
        seen = overlapping(ghosts.rects, frame.seen)
        upright = np.flatnonzero(seen & ghosts.upright)
        rects = camera.rects(ghosts.rects[upright])
        rects[:, 2:] = np.maximum(rects[:, 2:], 1.0 / camera.ratio)
        paint_ghosts(painter, frame, rects, ghosts.sorts[upright])
        self._names(painter, frame, ghosts, upright, rects)
        for place in np.flatnonzero(seen & ~ghosts.upright).tolist():
            self._askew_ghost(painter, frame, ghosts, place)
        going = np.flatnonzero(ghosts.target != ABSENT)
        if len(going):
            ends = drawn.layout.shapes.centre[ghosts.target[going]]
            points = [
                np.stack([camera.x_px(centre[:, 0]), camera.y_px(centre[:, 1])], axis=1) for centre in (ghosts.shapes.centre[going], ends)
            ]
            paint_arrows(painter, frame, points[0], points[1])
        if self.current is not None and (bounds := self.ghost_bounds(*self.current)) is not None:
            rect = camera.rects(np.array([[bounds.left, bounds.top, bounds.width, bounds.height]]))
            outline_rects(painter, rect + np.array([-3.0, -3.0, 6.0, 6.0]), frame.theme.selection_line, 2.0)

    def _names(self, painter: QPainter, frame: Frame, ghosts: _Ghosts, places: Ids, rects: Reals) -> None:
        """The names of large ghosts, at their lower ends, where badges are not."""
        named = np.flatnonzero((rects[:, 2] >= NAME_PX) & (rects[:, 3] >= 2 * BADGE_PX + 6))
        for sort in np.unique(ghosts.sorts[places[named]]).tolist():
            these = named[ghosts.sorts[places[named]] == sort]
            words = [ghosts.names[place] for place in places[these].tolist()]
            x, y = rects[these, 0] + 4, rects[these, 1] + rects[these, 3] - 10
            room = rects[these, 2] - 8
            widths = np.minimum([frame.texts.width(text, ink("caption")) for text in words], room) + 4
            fill_rects(painter, np.stack([x - 2, y - 8, widths, np.full(len(x), 16.0)], axis=1), frame.theme.surface.canvas)
            frame.texts.draw_many(painter, words, ink("caption"), sort_colour(frame.theme, sort), x.tolist(), y.tolist(), room.tolist())

    def _inside(self, painter: QPainter, frame: Frame, rects: Reals, counts: Ids) -> None:
        small = np.minimum(rects[:, 2], rects[:, 3]) < SMALL_PX
        outline_rects(painter, rects[small], frame.theme.text.primary, 1.0)
        boxes = badge_boxes(rects[~small])
        paint_hollow(painter, frame.theme, boxes)
        roomy = np.flatnonzero(rects[~small][:, 2] >= 2.6 * BADGE_PX)
        letters = ink("micro", strong=True)
        words = [format_number(count) for count in counts[~small][roomy].tolist()]
        places = boxes[roomy]
        x, y = places[:, 0] + places[:, 2] + 2, places[:, 1] + places[:, 3] / 2
        widths = np.array([frame.texts.width(text, letters) + 3 for text in words])
        ground = np.stack([x - 1, places[:, 1], widths, places[:, 3]], axis=1) if words else np.empty((0, 4))
        fill_rects(painter, ground, frame.theme.surface.canvas)
        room = np.full(len(words), 40.0)
        frame.texts.draw_many(painter, words, letters, frame.theme.text.primary, x.tolist(), y.tolist(), room.tolist())

    def _askew(self, painter: QPainter, frame: Frame, layout: FloorLayout, place: int, sort: int) -> None:
        shape = polygon_px(frame, layout.shapes.pick(np.array([place])).corners()[0])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(sort_colour(frame.theme, sort), 2.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        paint_badges(painter, frame.theme, self._middle_box(frame, layout.shapes.centre[place]), sort)

    def _askew_ghost(self, painter: QPainter, frame: Frame, ghosts: _Ghosts, place: int) -> None:
        colour = sort_colour(frame.theme, int(ghosts.sorts[place]))
        shape = polygon_px(frame, ghosts.shapes.pick(np.array([place])).corners()[0])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
        went = ghosts.sorts[place] == WENT
        painter.setBrush(QBrush(hatch_tile(QColor(colour).rgba(), frame.camera.ratio)) if went else QBrush(Qt.BrushStyle.NoBrush))
        painter.drawPolygon(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if went:
            paint_badges(painter, frame.theme, self._middle_box(frame, ghosts.shapes.centre[place]), WENT)

    def _middle_box(self, frame: Frame, centre: Reals) -> Reals:
        x, y = frame.camera.x_px(float(centre[0])), frame.camera.y_px(float(centre[1]))
        return np.array([[round(x - BADGE_PX / 2), round(y - BADGE_PX / 2), BADGE_PX, BADGE_PX]])


def _old_halls(layout: FloorLayout, shown: ShownComparison) -> Ids:
    """The hall of the layout in the earlier state; empty if it did not exist yet."""
    differences = shown.comparison.differences
    ids = differences.left["hall"].ids
    halls: Ids = ids[differences.pairs["hall"].translated(ids) == layout.hall_id]
    return halls


def _ghosts(layout: FloorLayout, shown: ShownComparison, here: Ids) -> _Ghosts:
    """Ghosts of a hall: objects of the halls `here` of the earlier state that were removed or moved."""
    before = shown.comparison.left
    sorts = [shown.ghosts(table) for table in _TABLES]
    places = []
    for table, of_rows in zip(_TABLES, sorts, strict=True):
        rows = before[table]
        standing = np.arange(rows.rows) if table == "rack" else floor_devices(rows, before.types)
        places.append(standing[np.isin(rows["hall_id"][standing], here) & (of_rows[standing] != ABSENT)])

    def joined(name: str) -> Ids:
        return np.concatenate([before[table][name][at] for table, at in zip(_TABLES, places, strict=True)])

    is_rack, type_ids = np.repeat([True, False], [len(at) for at in places]), joined("type_id")
    sizes = []
    for side, rack_spare, device_spare in zip(("width", "depth"), UNKNOWN_MM["rack"], UNKNOWN_MM["device"], strict=True):
        known = np.where(is_rack, before.types.numbers(f"outer_{side}_mm", type_ids), before.types.numbers(f"{side}_mm", type_ids))
        sizes.append(np.where(np.isnan(known), np.where(is_rack, rack_spare, device_spare), known))
    shapes = Stands(joined("x_mm"), joined("y_mm"), joined("angle_ddeg")).shapes(*sizes)
    low, high = shapes.bounds()
    return _Ghosts(
        table=np.where(is_rack, 0, 1),
        ids=joined("id"),
        sorts=np.concatenate([of_rows[at] for of_rows, at in zip(sorts, places, strict=True)]),
        target=np.concatenate([_targets(layout, shown, table, at) for table, at in zip(_TABLES, places, strict=True)]),
        names=tuple(joined("name").tolist()),
        shapes=shapes,
        rects=np.concatenate([low, high - low], axis=1),
        upright=joined("angle_ddeg") % 900 == 0,
    )


def _targets(layout: FloorLayout, shown: ShownComparison, table: str, places: Ids) -> Ids:
    """Where some rows of the earlier state are in the layout, ABSENT for those that are not in its hall."""
    partners = shown.comparison.differences.pairs[table].right[places]
    first, last = (0, layout.racks) if table == "rack" else (layout.racks, len(layout))
    drawn = layout.place[first:last]
    if not len(drawn):
        return np.full(len(places), ABSENT, np.int64)
    at = np.minimum(np.searchsorted(drawn, partners), len(drawn) - 1)
    return np.where((drawn[at] == partners) & (partners != ABSENT), first + at, ABSENT)
