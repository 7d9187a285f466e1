"""Flow of rack lines over a drawing: long lines fold, and the number of columns is the one that best fills the view."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.ui.places.layout.racks.canvas.elevation import BETWEEN_COLUMNS_MM, BETWEEN_LINES_MM, BETWEEN_RACKS_MM, FOOT_MM, HEAD_MM

SCREEN_SHAPE = 1.75
"""Width to height of a view that is not known yet."""
_MOST_COLUMNS = 16
_MOST_FOLDED = 12
"""A drawing of more lines fills its view without folding them."""
_MOST_PARTS = 8
_WORTH_A_FOLD = 1.12
"""How much larger everything must become before a row is folded: a whole row is read more easily."""
_WORTH_A_COLUMN = 1.02


@dataclass(frozen=True)
class Flow:
    """Positions of racks. A part is a line, or a section of a folded line.

    Attributes:
        owner: the line of each part, shape (parts,).
        counts: number of racks of each part, shape (parts,).
        boxes: x, y, width, height of each part in mm, shape (parts, 4).
        cell_x, floor_y: the left edge and the floor of each rack in mm, shape (racks,).
    """

    owner: Ids
    counts: Ids
    boxes: Reals
    cell_x: Reals
    floor_y: Reals


def flow(cell_width: Reals, body: Reals, counts: Ids, shape: float) -> Flow:
    """Arrange racks in columns.

    Args:
        cell_width, body: width and height in mm of each rack, without header and footer, line by line.
        counts: number of racks of each line, each at least 1.
        shape: aspect ratio (width to height) of the view that the drawing fills.
    """
    if not len(counts):
        nothing = np.empty(0, np.int64)
        return Flow(nothing, nothing, np.empty((0, 4)), np.empty(0), np.empty(0))
    longest = int(counts.max())
    best, best_scale = _in_columns(cell_width, body, *_fold(counts, longest), shape)
    tried = {len(best.counts)}
    for pieces in range(2, (_MOST_PARTS if len(counts) <= _MOST_FOLDED else 1) + 1):
        owner, folded = _fold(counts, -(-longest // pieces))
        if len(folded) not in tried:
            tried.add(len(folded))
            arrangement, scale = _in_columns(cell_width, body, owner, folded, shape)
            if scale > best_scale * _WORTH_A_FOLD:
                best, best_scale = arrangement, scale
    return best


def _fold(counts: Ids, most: int) -> tuple[Ids, Ids]:
    """Lines in parts of at most `most` racks, as even as can be: the line of each part, and its racks."""
    parts = -(-counts // most)
    owner = np.repeat(np.arange(len(counts)), parts)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(parts) - parts, parts)
    return owner, counts[owner] // parts[owner] + (number < counts[owner] % parts[owner])


def _in_columns(cell_width: Reals, body: Reals, owner: Ids, counts: Ids, shape: float) -> tuple[Flow, float]:
    """Parts one below the other, in as many columns as fill the view best, and the scale at which they do."""
    parts = len(counts)
    part_of = np.repeat(np.arange(parts), counts)
    step = cell_width + BETWEEN_RACKS_MM
    start = np.cumsum(step) - step
    first = np.cumsum(counts) - counts
    within = start - start[first][part_of]
    width, tall = np.zeros(parts), np.zeros(parts)
    np.maximum.at(width, part_of, within + cell_width)
    np.maximum.at(tall, part_of, body)
    height = tall + HEAD_MM + FOOT_MM
    # The names of the parts stand above them, where there are several.
    named = BETWEEN_LINES_MM if parts > 1 else 0.0
    best, best_scale = (np.zeros(parts, np.int64), np.zeros(parts)), 0.0
    for columns in range(1, min(parts, _MOST_COLUMNS) + 1):
        column = np.arange(parts) // -(-parts // columns)
        heads = np.flatnonzero(np.diff(column, prepend=-1))
        advance = height + BETWEEN_LINES_MM
        y = np.cumsum(advance) - advance
        y -= y[heads][column]
        wide = float(np.maximum.reduceat(width, heads).sum()) + BETWEEN_COLUMNS_MM * (len(heads) - 1)
        scale = min(shape / wide, 1 / (float((y + height).max()) + named))
        if scale > best_scale * _WORTH_A_COLUMN:
            best, best_scale = (column, y), scale
    column, y = best
    heads = np.flatnonzero(np.diff(column, prepend=-1))
    widths = np.maximum.reduceat(width, heads) + BETWEEN_COLUMNS_MM
    x = (np.cumsum(widths) - widths)[column]
    boxes = np.stack([x, y, width, height], axis=1)
    return Flow(owner, counts, boxes, x[part_of] + within, (y + HEAD_MM + tall)[part_of]), best_scale
