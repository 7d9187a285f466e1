"""Objects moved over the floor with pointer or keyboard: their new position, snapping, and whether it is permitted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.core.floor.floor import FULL_TURN_DDEG, Stands
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import Message
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.floor.floor_rows import joined_rows, rows_after
from gpudesk.derived.floor.floor_trial import FloorTrial, FloorVerdict, Tried
from gpudesk.derived.floor.placement_warnings import FloorCautions
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.placement_hint import BubbleText
from gpudesk.ui.places.layout.floor.canvas.floor_plan_layout import UNKNOWN_MM, FloorLayout
from gpudesk.ui.places.layout.floor.canvas.floor_plan_overlay import Carried
from gpudesk.ui.places.layout.floor.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.places.layout.floor.canvas.floor_plan_snap import Guide, snap
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.quantities import format_quantity
from gpudesk.ui.toolkit.translate import tr_message

SNAP_PX = 9.0
"""Snapping distance to edges and tiles."""
NEIGHBOUR_MM = 1500.0
"""A new rack turns as the nearest one does that is not farther away."""


@dataclass(frozen=True, slots=True)
class NewThing:
    """Target position of a new object: a rack or a floor device of a type."""

    type_key: str
    hall_id: int
    x_mm: int
    y_mm: int
    angle_ddeg: int
    row_id: int | None


class _InHand:
    """Common base of both kinds of drag: a trial, the offset from the start, and the verdict for it."""

    def __init__(self, snapshot: Snapshot, layout: FloorLayout, trial: FloorTrial, places: Sequence[int]) -> None:
        self._snapshot = snapshot
        self._layout = layout
        self._trial = trial
        self._cautions = FloorCautions(snapshot, trial)
        self.places = frozenset(places)
        self.dx_mm = self.dy_mm = 0
        others = np.setdiff1d(np.arange(len(layout)), list(self.places))
        self._others = layout.low[others], layout.high[others]
        self._guides: tuple[Guide, ...] = ()
        self._verdict = FloorVerdict()
        self._warnings: tuple[Message, ...] = ()
        self._joins = ""

    @property
    def allowed(self) -> bool:
        """Whether the current position is permitted."""
        return self._verdict.allowed

    @property
    def stands(self) -> Stands:
        """Current positions."""
        return self._trial.stands.shifted(self.dx_mm, self.dy_mm)

    def _shapes(self, stands: Stands) -> Footprints:
        """Their rectangles; objects of unknown size are drawn as on the plan."""
        usual = np.array([UNKNOWN_MM[table] for table, _ in self._trial.objects])
        width, depth = (
            np.where(np.isnan(known), spare, known)
            for known, spare in zip((self._trial.width_mm, self._trial.depth_mm), usual.T, strict=True)
        )
        return stands.shapes(width, depth)

    def _take(self, dx_mm: float, dy_mm: float) -> None:
        """Apply an offset from the start, and evaluate it."""
        self.dx_mm, self.dy_mm = round(dx_mm), round(dy_mm)
        positions = self.stands
        self._verdict = self._trial.judge(positions)
        self._warnings = self._cautions.judge(positions) if self._verdict.allowed else ()

    def _bubble(self) -> tuple[BubbleText | None, str]:
        if not self._verdict.allowed:
            title = QCoreApplication.translate("FloorCarry", "Cannot be placed here")
            fix = QCoreApplication.translate("FloorCarry", "Hold Alt to move freely, Esc to cancel.")
            return BubbleText(title, tuple(map(tr_message, self._verdict.reasons)), fix), "error"
        if self._warnings:
            title = QCoreApplication.translate("FloorCarry", "Can be placed here, but")
            return BubbleText(title, tuple(map(tr_message, self._warnings)), ""), "warning"
        return None, ""

    def _picture(self, words: str) -> Carried:
        against = [
            self._layout.place_of(ObjectRef(table, row_id)) for table, row_id in self._verdict.against if table in ("rack", "device")
        ]
        bubble, severity = self._bubble()
        places = tuple(place for place in against if place is not None)
        refused = frozenset(self._verdict.refused)
        words = f"{words} · {self._joins}" if self._joins and words else words or self._joins
        return Carried(self._shapes(self.stands), refused, places, self._verdict.grounds, self._guides, words, bubble, severity)

    def _joins_words(self, row_id: int) -> str:
        name = str(self._snapshot["rack_row"].row(row_id)["name"])
        return QCoreApplication.translate("FloorCarry", "joins row {name}").format(name=name)


class FloorCarry(_InHand):
    """A group being dragged.

    Attributes:
        refs: racks and floor devices, in selection order.
        dx_mm, dy_mm: offset from their position.
    """

    def __init__(
        self, scene: FloorScene, layout: FloorLayout, refs: Sequence[ObjectRef], start: tuple[float, float], *, whole_rows: bool = False
    ) -> None:
        """`start` is the point in mm where the drag began; with `whole_rows`, entire rows move and their racks stay in them."""
        if scene.snapshot is None:
            raise ValueError("nothing is carried without a project")
        snapshot = scene.snapshot
        self.refs = tuple(refs)
        tried = Tried.standing(snapshot.__getitem__, snapshot.types, [(ref.table, ref.id) for ref in refs])
        trial = FloorTrial(snapshot.__getitem__, snapshot.types, tried, layout.hall_id, along=scene.moved_items)
        places = [place for ref in refs if (place := layout.place_of(ref)) is not None]
        super().__init__(snapshot, layout, trial, places)
        self._start = start
        self._low, self._high = layout.low[places].min(axis=0), layout.high[places].max(axis=0)
        self._racks = [] if whole_rows else [place for place, ref in enumerate(self.refs) if ref.table == "rack"]

    @property
    def moved(self) -> bool:
        """Whether they are away from their original position."""
        return bool(self.dx_mm or self.dy_mm)

    def hold(self, point: tuple[float, float], camera: Camera, *, free: bool, straight: bool) -> None:
        """Hold them at a point in mm. `free` draws them to nothing, `straight` moves along one wall only."""
        dx, dy = point[0] - self._start[0], point[1] - self._start[1]
        if straight:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        self._guides = ()
        if not free:
            snapped = snap(self._low, self._high, *self._others, dx, dy, SNAP_PX / camera.scale, self._layout.tile_mm)
            dx, dy = (snapped.dx_mm if dx or not straight else 0.0), (snapped.dy_mm if dy or not straight else 0.0)
            self._guides = snapped.guides
        self._take(dx, dy)
        self._joins = self._new_row() if self.allowed and self.moved else ""

    def _new_row(self) -> str:
        """Which row they join that they were not in, or which one they leave."""
        if not self._racks:
            return ""
        racks = self._snapshot["rack"]
        ids = [self.refs[place].id for place in self._racks]
        which = np.array(self._racks, np.int64)
        rack_positions = Stands(*(part[which] for part in (self.stands.x_mm, self.stands.y_mm, self.stands.angle_ddeg)))
        rows = rows_after(
            self._snapshot.__getitem__, self._snapshot.types, self._layout.hall_id, ids, rack_positions, self._trial.width_mm[which]
        )
        own = racks["row_id"][racks.positions(np.array(ids, np.int64))]
        other = np.flatnonzero(rows != own)
        if not len(other):
            return ""
        if rows[other[0]] != ABSENT:
            return self._joins_words(int(rows[other[0]]))
        name = str(self._snapshot["rack_row"].row(int(own[other[0]]))["name"])
        return QCoreApplication.translate("FloorCarry", "leaves row {name}").format(name=name)

    def picture(self) -> Carried:
        """The drawing of the operation."""
        across, down = ("→" if self.dx_mm >= 0 else "←"), ("↓" if self.dy_mm >= 0 else "↑")
        words = f"{across} {format_quantity(abs(self.dx_mm), 'mm')}  {down} {format_quantity(abs(self.dy_mm), 'mm')}"
        return self._picture(words)


class FloorNew(_InHand):
    """A new object being placed: a rack or floor device without a position. `dx_mm` and `dy_mm` are its corner in the hall.

    Attributes:
        kind: its type.
        turned: whether the user set the rotation; until then a rack follows its neighbors.
    """

    def __init__(self, scene: FloorScene, layout: FloorLayout, kind: HardwareType, *, angle_ddeg: int = 0) -> None:
        if scene.snapshot is None:
            raise ValueError("nothing is placed without a project")
        self.kind = kind
        self.turned = False
        self._scene = scene
        self._row: int | None = None
        self._begin(scene.snapshot, layout, angle_ddeg)

    def _begin(self, snapshot: Snapshot, layout: FloorLayout, angle_ddeg: int) -> None:
        tried = Tried.new(self.kind, angle_ddeg % FULL_TURN_DDEG)
        trial = FloorTrial(snapshot.__getitem__, snapshot.types, tried, layout.hall_id, fresh=True)
        _InHand.__init__(self, snapshot, layout, trial, ())
        shapes = self._shapes(trial.stands)
        self._low, self._high = (bound[0] for bound in shapes.bounds())
        self._middle = shapes.centre[0]

    @property
    def angle_ddeg(self) -> int:
        """Its turn."""
        return int(self._trial.stands.angle_ddeg[0])

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle in the hall."""
        return float(self._middle[0] + self.dx_mm), float(self._middle[1] + self.dy_mm)

    def hold(self, point: tuple[float, float], camera: Camera, *, free: bool, straight: bool = False) -> None:
        """Hold its middle at a point in mm. `free` draws it to nothing; `straight` means nothing to it."""
        del straight
        if not self.turned and self.kind.family is Family.RACK:
            self._turn_as_neighbour(point)
        dx, dy = point[0] - float(self._middle[0]), point[1] - float(self._middle[1])
        guides: tuple[Guide, ...] = ()
        if not free:
            snapped = snap(self._low, self._high, *self._others, dx, dy, SNAP_PX / camera.scale, self._layout.tile_mm)
            dx, dy, guides = snapped.dx_mm, snapped.dy_mm, snapped.guides
        self._guides = guides
        self._put(dx, dy)

    def stand_at(self, x_mm: float, y_mm: float) -> None:
        """Put its front left corner to a place of the hall."""
        self._guides = ()
        self._put(x_mm, y_mm)

    def step(self, dx_mm: int, dy_mm: int) -> None:
        """Move it by keys."""
        self.stand_at(self.dx_mm + dx_mm, self.dy_mm + dy_mm)

    def turn(self, turn_ddeg: int) -> None:
        """Turn it about its middle."""
        self.turned = True
        self._turn_to(self.angle_ddeg + turn_ddeg)

    def what(self) -> NewThing:
        """The placement request for the current position."""
        return NewThing(self.kind.key, self._layout.hall_id, self.dx_mm, self.dy_mm, self.angle_ddeg, self._row)

    def picture(self) -> Carried:
        """The drawing of the operation."""
        place = f"{format_quantity(self.dx_mm, 'mm')} × {format_quantity(self.dy_mm, 'mm')}"
        return self._picture(place)

    def _put(self, x_mm: float, y_mm: float) -> None:
        self._take(x_mm, y_mm)
        self._row, self._joins = None, ""
        if self.kind.family is Family.RACK:
            read, types = self._snapshot.__getitem__, self._snapshot.types
            row = int(joined_rows(read, types, self._layout.hall_id, self.stands, self._trial.width_mm)[0])
            if row != ABSENT:
                self._row, self._joins = row, self._joins_words(row)

    def _turn_as_neighbour(self, point: tuple[float, float]) -> None:
        layout = self._layout
        if not layout.racks:
            return
        racks = slice(None, layout.racks)
        at = np.array(point)
        apart = np.maximum(np.maximum(layout.low[racks] - at, at - layout.high[racks]), 0.0).max(axis=1)
        nearest = int(np.argmin(apart))
        if apart[nearest] <= NEIGHBOUR_MM and layout.angle_ddeg[nearest] != self.angle_ddeg:
            self._turn_to(int(layout.angle_ddeg[nearest]))

    def _turn_to(self, angle_ddeg: int) -> None:
        x, y = self.centre
        self._begin(self._snapshot, self._layout, angle_ddeg)
        self._put(x - float(self._middle[0]), y - float(self._middle[1]))
