"""Things that are carried over the floor by the pointer: where they would stand, what draws them there, and whether they may."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from gpudesk.derived.floor import FloorTrial, FloorVerdict
from gpudesk.ui.canvas.bubble import BubbleText
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.floor_plan_layout import FloorLayout
from gpudesk.ui.canvas.floor_plan_overlay import Carried
from gpudesk.ui.canvas.floor_plan_scene import FloorScene
from gpudesk.ui.canvas.floor_plan_snap import Guide, snap
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.quantities import format_quantity
from gpudesk.ui.translate import tr_message

SNAP_PX = 9.0
"""From how far off things are drawn to edges and tiles."""


class FloorCarry:
    """A group in hand.

    Attributes:
        refs: racks and floor devices, in the order of selection.
        dx_mm, dy_mm: how far they are held from where they stand.
    """

    def __init__(self, scene: FloorScene, layout: FloorLayout, refs: Sequence[ObjectRef], start: tuple[float, float]) -> None:
        """`start` is the point in mm at which they were taken."""
        if scene.snapshot is None:
            raise ValueError("nothing is carried without a project")
        snapshot = scene.snapshot
        self.refs = tuple(refs)
        self.dx_mm = self.dy_mm = 0
        self._layout = layout
        self._start = start
        self._trial = FloorTrial(
            snapshot["rack"], snapshot["device"], snapshot["hall"], snapshot.types, [(ref.table, ref.id) for ref in refs], layout.hall_id
        )
        places = [place for ref in refs if (place := layout.place_of(ref)) is not None]
        self.places = frozenset(places)
        self._low, self._high = layout.low[places].min(axis=0), layout.high[places].max(axis=0)
        others = np.setdiff1d(np.arange(len(layout)), places)
        self._others = layout.low[others], layout.high[others]
        self._guides: tuple[Guide, ...] = ()
        self._verdict = FloorVerdict()

    @property
    def moved(self) -> bool:
        """Whether they are held elsewhere than they stand."""
        return bool(self.dx_mm or self.dy_mm)

    @property
    def allowed(self) -> bool:
        """Whether they may stand where they are held."""
        return self._verdict.allowed

    def hold(self, point: tuple[float, float], camera: Camera, *, free: bool, straight: bool) -> None:
        """Hold them at a point in mm. `free` draws them to nothing, `straight` moves along one wall only."""
        dx, dy = point[0] - self._start[0], point[1] - self._start[1]
        if straight:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        self._guides = ()
        if not free:
            found = snap(self._low, self._high, *self._others, dx, dy, SNAP_PX / camera.scale)
            dx, dy = (found.dx_mm if dx or not straight else 0.0), (found.dy_mm if dy or not straight else 0.0)
            self._guides = found.guides
        self.dx_mm, self.dy_mm = round(dx), round(dy)
        self._verdict = self._trial.judge(self._trial.stands.shifted(self.dx_mm, self.dy_mm))

    def picture(self) -> Carried:
        """What is drawn of it."""
        stands = self._trial.stands.shifted(self.dx_mm, self.dy_mm)
        shapes = stands.shapes(np.nan_to_num(self._trial.width_mm, nan=600.0), np.nan_to_num(self._trial.depth_mm, nan=600.0))
        against = [self._layout.place_of(ObjectRef(*thing)) for thing in self._verdict.against]
        across, down = ("→" if self.dx_mm >= 0 else "←"), ("↓" if self.dy_mm >= 0 else "↑")
        words = f"{across} {format_quantity(abs(self.dx_mm), 'mm')}  {down} {format_quantity(abs(self.dy_mm), 'mm')}"
        bubble = None
        if not self._verdict.allowed:
            title = QCoreApplication.translate("FloorCarry", "Nothing can stand here")
            mend = QCoreApplication.translate("FloorCarry", "Hold Alt to move freely, Esc to let go.")
            bubble = BubbleText(title, tuple(map(tr_message, self._verdict.reasons)), mend)
        return Carried(
            shapes, frozenset(self._verdict.refused), tuple(place for place in against if place is not None), self._guides, words, bubble
        )
