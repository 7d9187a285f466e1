"""Bars of the circuit line currents as a share of their limit: as long as the share, hatched if above the limit."""

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.canvas.batch import fill_groups, fill_rects
from gpudesk.ui.canvas.hatch import fill_hatched
from gpudesk.ui.canvas.layer import Frame
from gpudesk.ui.places.power.canvas.power_parts import boxes, inset
from gpudesk.ui.places.power.canvas.power_scene import Step, step_colours, steps_of

_MOVED = 0.005


def paint_bars(painter: QPainter, frame: Frame, tracks: Reals, share: Reals, before: Reals | None = None) -> None:
    """Paint bars in their tracks (x, y, width, height in px); a bar without a share has only a track.

    Args:
        tracks: shape (bars, 4).
        before: shares before a failure: a notch marks the previous end of a bar.
    """
    if not len(tracks):
        return
    colours = frame.theme
    tall = len(tracks) and float(tracks[0, 3]) >= 5
    if tall:
        boxes(painter, tracks, colours.surface.sunken, colours.border.default)
    else:
        fill_rects(painter, tracks, colours.surface.sunken)
    filled = inset(tracks, 1.0) if tall else tracks.copy()
    filled[:, 2] *= np.clip(np.nan_to_num(share), 0.0, 1.0)
    steps = steps_of(share)
    inks = step_colours(colours)
    # On the quiet ground of a track the first tones of the scale are too pale to be seen.
    inks[Step.LOW], inks[Step.USUAL] = colours.heat[2], colours.heat[3]
    inks[Step.HIGH] = colours.heat[4]
    fill_groups(painter, filled, np.where(np.isnan(share), -1, steps), inks)
    over = filled[steps == Step.OVER]
    fill_hatched(painter, frame, over, colours.surface.panel, Qt.BrushStyle.BDiagPattern)
    if before is not None:
        moved = np.abs(np.nan_to_num(before) - np.nan_to_num(share)) > _MOVED
        notches = tracks[moved]
        notches[:, 0] += np.clip(np.nan_to_num(before[moved]), 0.0, 1.0) * notches[:, 2] - 1
        notches[:, 1:] = np.stack([notches[:, 1] - 1, np.full(len(notches), 2.0), notches[:, 3] + 2], axis=1)
        fill_rects(painter, notches, colours.text.primary)


def track_rects(x: Reals, y: Reals, wide: Reals, pitch: float, present: Ids) -> Reals:
    """Three tracks below one another for each of some places, those of lines that are not present with no width, shape (places × 3, 4)."""
    tracks = np.empty((len(x), 3, 4))
    tracks[:, :, 0] = x[:, None]
    tracks[:, :, 1] = y[:, None] + pitch * np.arange(3)
    tracks[:, :, 2] = np.where(present, wide[:, None], 0.0)
    tracks[:, :, 3] = max(pitch * 0.72, 1.0)
    return tracks.reshape(-1, 4)
