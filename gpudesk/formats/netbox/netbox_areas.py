"""Default drawing areas for the ports of a type without position data: blocks side by side, as large as possible.

Positions are schematic: count, order and kind are from the document, dimensions are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Area
from gpudesk.core.values.units import PANEL_WIDTH_19_INCH_MM

_EAR_MM = 22.0
_EDGE_MM = 3.0
_CELL_MM = (19.0, 15.0)
"""Maximum width and height of a drawn port: a QSFP cage or jack with its rim."""
_GAP = 0.4
"""Between two groups, in cells."""
_STRIP_WIDTH_MM = 56.0
_MODULE_MM = (150.0, 40.0)


@dataclass(frozen=True, slots=True)
class Block:
    """Area of a group of ports, and its number of rows."""

    area: Area
    rows: int


def unit_face(height_half_units: int) -> Area:
    """The part of the face of a 19-inch device that ports may take: between its ears."""
    height_mm = height_half_units * 44.45 / 2
    return Area(_EAR_MM, _EDGE_MM, PANEL_WIDTH_19_INCH_MM - 2 * _EAR_MM, height_mm - 2 * _EDGE_MM)


def free_face(counts: Sequence[int], *, strip: bool) -> Area:
    """The part of a face of no known size: a vertical strip as long as its ports need, or a small plate."""
    if not strip:
        columns = -(-sum(counts) // 2) + _GAP * max(len(counts) - 1, 0)
        return Area(_EDGE_MM, _EDGE_MM, max(_MODULE_MM[0], columns * _CELL_MM[0]), _MODULE_MM[1])
    rows = sum(counts) + _GAP * max(len(counts) - 1, 0)
    return Area(_EDGE_MM, _EDGE_MM, _STRIP_WIDTH_MM, max(300.0, rows * 2 * _CELL_MM[1]))


def blocks(face: Area, counts: Sequence[int]) -> list[Block]:
    """Return a block per group of `counts` ports, side by side from the left, with one port size.

    The number of rows maximizes the port size; ports are numbered down the columns.
    """
    if not counts:
        return []
    tried = (_cell(face, counts, rows) for rows in range(1, _most_rows(face, counts) + 1))
    wide, high, rows = max(tried, key=lambda cell: (min(cell[0], cell[1] * _CELL_MM[0] / _CELL_MM[1]), -cell[2]))
    made_blocks, x_mm = [], face.x_mm
    top_mm = face.y_mm + (face.height_mm + rows * high) / 2
    for count in counts:
        own_rows = min(rows, count)
        columns = -(-count // own_rows)
        made_blocks.append(Block(_rounded(x_mm, top_mm - own_rows * high, columns * wide, own_rows * high), own_rows))
        x_mm += (columns + _GAP) * wide
    return made_blocks


def stacked(face: Area, counts: Sequence[int]) -> list[Block]:
    """A block for each group, one below the other from the top of a strip, one port a row."""
    if not counts:
        return []
    high = face.height_mm / (sum(counts) + _GAP * (len(counts) - 1))
    made_blocks, top_mm = [], face.y_mm + face.height_mm
    for count in counts:
        made_blocks.append(Block(_rounded(face.x_mm, top_mm - count * high, face.width_mm, count * high), count))
        top_mm -= (count + _GAP) * high
    return made_blocks


def _most_rows(face: Area, counts: Sequence[int]) -> int:
    return max(1, min(max(counts), 64, round(face.height_mm / 5)))


def _cell(face: Area, counts: Sequence[int], rows: int) -> tuple[float, float, int]:
    columns = sum(-(-count // min(rows, count)) for count in counts) + _GAP * (len(counts) - 1)
    return min(face.width_mm / columns, _CELL_MM[0]), min(face.height_mm / rows, _CELL_MM[1]), rows


def _rounded(x_mm: float, y_mm: float, width_mm: float, height_mm: float) -> Area:
    return Area(round(x_mm, 2), round(y_mm, 2), round(width_mm, 2), round(height_mm, 2))
