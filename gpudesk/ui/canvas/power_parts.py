"""What the layers of a one-line diagram share: members of racks, and wires on whole px."""

import numpy as np
from PySide6.QtGui import QColor

from gpudesk.core.columns import Ids
from gpudesk.core.placement import Reals
from gpudesk.ui.canvas.layer import Frame


def ranges(first: Ids, members: Ids) -> Ids:
    """The numbers from `first[m]` up to `first[m + 1]` of some members, one after the other."""
    counts = first[members + 1] - first[members]
    starts: Ids = np.repeat(first[members] - np.cumsum(counts) + counts, counts)
    return starts + np.arange(int(counts.sum()))


def faint(ink: QColor) -> QColor:
    """The ink of a pattern over words: both are seen."""
    made = QColor(ink)
    made.setAlphaF(0.4)
    return made


def px_lines(frame: Frame, lines: Reals) -> Reals:
    """Lines (x1, y1, x2, y2) in px, in the middle of whole ones, shape (n, 4)."""
    made = np.empty_like(lines)
    made[:, 0::2] = np.floor(frame.camera.x_px(lines[:, 0::2])) + 0.5
    made[:, 1::2] = np.floor(frame.camera.y_px(lines[:, 1::2])) + 0.5
    return made
