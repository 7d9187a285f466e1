"""A comparison among racks: what came, moved and changed, and ghosts where devices and reservations were."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QPainter

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.scope.changed_racks import rack_partners
from gpudesk.ui.canvas.batch import fill_rects, outline_rects
from gpudesk.ui.canvas.camera import Bounds
from gpudesk.ui.canvas.layer import Frame, StillLayer
from gpudesk.ui.canvas.level_of_detail import BLOCK_PX, TINY_PX, overlapping, unit_px
from gpudesk.ui.canvas.text import ink
from gpudesk.ui.panels.comparison.shown_comparison import ShownComparison
from gpudesk.ui.places.layout.difference_marks import (
    BADGE_PX,
    SORTS,
    WENT,
    badge_boxes,
    paint_arrows,
    paint_badges,
    paint_ghosts,
    paint_standing,
    sort_colour,
    wash,
)
from gpudesk.ui.places.layout.racks.canvas.elevation import Elevations, Entries
from gpudesk.ui.places.layout.racks.canvas.elevation_layout import ghosts_of
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene

_TABLES = ("device", "reservation")
_BAR_PX = 3.0


@dataclass(frozen=True)
class _Drawn:
    """A comparison on top of one layout.

    Attributes:
        quiet: unchanged objects, shape (q, 4).
        rects, sorts: existing objects that differ, shapes (n, 4) and (n,).
        ghosts, ghost_sorts: objects at old positions, shapes (m, 4) and (m,).
        ghost_table, ghost_ids: their identity: index in `_TABLES` and id in the earlier state, shape (m,).
        starts, ends: centers of moves between drawn positions, shape (k, 2).
        frames, frame_sorts: elevations of racks that differ, shapes (r, 4) and (r,).
        names: names of the ghosts.
    """

    layout: Elevations
    shown: ShownComparison
    quiet: Reals
    rects: Reals
    sorts: Ids
    ghosts: Reals
    ghost_sorts: Ids
    ghost_table: Ids
    ghost_ids: Ids
    starts: Reals
    ends: Reals
    frames: Reals
    frame_sorts: Ids
    names: tuple[str, ...]


class RackCompareLayer(StillLayer):
    """Paints the comparison over devices and reservations.

    Attributes:
        shown: the comparison, or None.
        current: table and earlier id of the ghost that was navigated to.
    """

    def __init__(self, scene: ElevationScene) -> None:
        self._scene = scene
        self._drawn: _Drawn | None = None
        self.shown: ShownComparison | None = None
        self.current: tuple[str, int] | None = None

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Paint the differences in view."""
        drawn = self._present()
        if drawn is None:
            return
        camera = frame.camera
        # From far away whole racks stand back, which are fewer than devices; what differs is drawn over them.
        back = drawn.quiet if unit_px(frame) >= BLOCK_PX else np.concatenate([drawn.layout.frames, drawn.layout.floor.rects])
        fill_rects(painter, camera.rects(back[overlapping(back, frame.seen)]), wash(frame.theme))
        seen = overlapping(drawn.frames, frame.seen)
        self._racks(painter, frame, camera.rects(drawn.frames[seen]), drawn.frame_sorts[seen])
        seen = overlapping(drawn.ghosts, frame.seen)
        ghosts = camera.rects(drawn.ghosts[seen])
        paint_ghosts(painter, frame, ghosts, drawn.ghost_sorts[seen])
        self._names(painter, frame, ghosts, np.flatnonzero(seen), drawn)
        seen = overlapping(drawn.rects, frame.seen)
        paint_standing(painter, frame, camera.rects(drawn.rects[seen]), drawn.sorts[seen])
        points = [np.stack([camera.x_px(at[:, 0]), camera.y_px(at[:, 1])], axis=1) for at in (drawn.starts, drawn.ends)]
        paint_arrows(painter, frame, points[0], points[1])
        if self.current is not None and (bounds := self.ghost_bounds(*self.current)) is not None:
            rect = camera.rects(np.array([[bounds.left, bounds.top, bounds.width, bounds.height]]))
            outline_rects(painter, rect + np.array([-3.0, -3.0, 6.0, 6.0]), frame.theme.selection_line, 2.0)

    def _racks(self, painter: QPainter, frame: Frame, frames: Reals, sorts: Ids) -> None:
        """Racks that came, moved or changed: a frame around them, and the badge in their upper left corner; from very far a bar on top."""
        for sort in range(len(SORTS)):
            chosen = frames[sorts == sort]
            if unit_px(frame) < TINY_PX:
                bars = chosen.copy()
                bars[:, 3] = np.minimum(_BAR_PX, bars[:, 3])
                fill_rects(painter, bars, sort_colour(frame.theme, sort))
                continue
            outline_rects(painter, chosen + np.array([-2.0, -2.0, 4.0, 4.0]), sort_colour(frame.theme, sort), 2.0)
            if unit_px(frame) >= BLOCK_PX / 2:
                paint_badges(painter, frame.theme, badge_boxes(chosen), sort)

    def _names(self, painter: QPainter, frame: Frame, rects: Reals, places: Ids, drawn: _Drawn) -> None:
        """The names of ghosts in which there is room for a line, right of the badge."""
        named = np.flatnonzero((rects[:, 2] >= 70) & (rects[:, 3] >= 13))
        letters = ink("micro", strong=True)
        for sort in np.unique(drawn.ghost_sorts[places[named]]).tolist():
            these = named[drawn.ghost_sorts[places[named]] == sort]
            words = [drawn.names[place] for place in places[these].tolist()]
            x, y = rects[these, 0] + BADGE_PX + 8, rects[these, 1] + np.minimum(rects[these, 3] / 2, BADGE_PX)
            room = rects[these, 2] - BADGE_PX - 12
            widths = np.minimum([frame.texts.width(text, letters) + 4 for text in words], room)
            ground = np.stack([x - 2, y - 6, widths, np.full(len(x), 12.0)], axis=1)
            fill_rects(painter, ground, frame.theme.surface.canvas)
            frame.texts.draw_many(painter, words, letters, sort_colour(frame.theme, sort), x.tolist(), y.tolist(), room.tolist())

    def ghost_bounds(self, table: str, left_id: int) -> Bounds | None:
        """Bounds of the ghost of an object, or None if there is none."""
        drawn = self._present()
        if drawn is None or table not in _TABLES:
            return None
        rects = drawn.ghosts[(drawn.ghost_table == _TABLES.index(table)) & (drawn.ghost_ids == left_id)]
        if not len(rects):
            return None
        x, y, wide, high = rects[0].tolist()
        return Bounds(x, y, x + wide, y + high)

    def words_at(self, x_mm: float, y_mm: float, standing: tuple[str, int] | None) -> str:
        """Tooltip text for the differences at a point: those of the object there, and those of the ghost."""
        drawn = self._present()
        if drawn is None:
            return ""
        texts = [] if standing is None else [drawn.shown.words(standing[0], right_id=standing[1])]
        x, y, wide, high = drawn.ghosts.T
        hit = np.flatnonzero((x <= x_mm) & (x_mm < x + wide) & (y <= y_mm) & (y_mm < y + high))
        if len(hit):
            ghost = int(hit[-1])
            table, left_id = _TABLES[int(drawn.ghost_table[ghost])], int(drawn.ghost_ids[ghost])
            words = drawn.shown.words(table, left_id=left_id)
            if words not in texts:
                texts += [words] if drawn.ghost_sorts[ghost] == WENT else [drawn.names[ghost], words]
        return "\n".join(line for line in texts if line)

    # made once for a layout and a comparison

    def _present(self) -> _Drawn | None:
        snapshot, shown = self._scene.snapshot, self.shown
        # An edit is drawn before it is compared; for that moment nothing is said of the new state.
        if snapshot is None or shown is None or shown.comparison.right is not snapshot:
            return None
        layout = self._scene.layout
        if self._drawn is None or self._drawn.layout is not layout or self._drawn.shown is not shown:
            self._drawn = _laid_over(layout, shown)
        return self._drawn


def _laid_over(layout: Elevations, shown: ShownComparison) -> _Drawn:
    differences = shown.comparison.differences
    before, after = differences.left, differences.right
    entries, strip, reserved = layout.entries, layout.floor, layout.reserved
    devices, reservations = shown.codes("device"), shown.codes("reservation")
    sorts = np.concatenate([devices[entries.device], devices[strip.device], reservations[reserved.place]])
    rects = np.concatenate([entries.rects, strip.rects, reserved.rects])
    differ = sorts != ABSENT
    old, old_reserved = ghosts_of(layout, before, rack_partners(differences))
    ghost_codes = shown.ghosts("device"), shown.ghosts("reservation")
    ghost_sorts = np.concatenate([ghost_codes[0][old.device], ghost_codes[1][old_reserved.place]])
    ghost_table = np.repeat(np.arange(2), [len(old.device), len(old_reserved.place)])
    ghost_rects = np.concatenate([old.rects, old_reserved.rects])
    ghost_ids = np.concatenate([before["device"].ids[old.device], before["reservation"].ids[old_reserved.place]])
    is_shown = ghost_sorts != ABSENT
    reasons = before["reservation"]["reason"][old_reserved.place].tolist()
    names = np.array([*before["device"]["name"][old.device].tolist(), *reasons], object)
    starts, ends = _ways(layout, old, is_shown[: len(old.device)], shown)
    racks = np.append(shown.codes("rack"), ABSENT)[after["rack"].positions(layout.rack_ids[layout.face_rack])]
    return _Drawn(
        layout,
        shown,
        rects[~differ],
        rects[differ],
        sorts[differ],
        ghost_rects[is_shown],
        ghost_sorts[is_shown],
        ghost_table[is_shown],
        ghost_ids[is_shown],
        starts,
        ends,
        layout.frames[racks != ABSENT],
        racks[racks != ABSENT],
        tuple(names[is_shown].tolist()),
    )


def _ways(layout: Elevations, old: Entries, kept: Mask, shown: ShownComparison) -> tuple[Reals, Reals]:
    """Centers of ghosts and of the drawings at their new positions, shape (n, 2) each; one pair per device.

    Args:
        kept: mask of the old drawings that are ghosts.
    """
    entries = layout.entries
    nothing = np.empty((0, 2))
    if not len(entries.device):
        return nothing, nothing
    codes = entries.device * 4 + layout.face[entries.face]
    order = np.argsort(codes, kind="stable")
    codes, last = codes[order], len(codes) - 1
    partners = shown.comparison.differences.pairs["device"].right[old.device]
    partner_codes = partners * 4 + layout.face[old.face]
    alike = np.minimum(np.searchsorted(codes, partner_codes), last)
    anyhow = np.minimum(np.searchsorted(codes, partners * 4), last)
    place = np.where(codes[alike] == partner_codes, alike, anyhow)
    going = np.flatnonzero(kept & (partners != ABSENT) & (codes[place] // 4 == partners))
    _, first = np.unique(partners[going], return_index=True)
    going = going[first]
    starts, ends = old.rects[going], entries.rects[order[place[going]]]
    return starts[:, :2] + starts[:, 2:] / 2, ends[:, :2] + ends[:, 2:] / 2
