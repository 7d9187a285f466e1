"""What is on the pages of reports, as counts and sums: a shape that moved, grew or changed its color changes one of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from gpudesk.reports.layout.shapes import Box, Clipped, Line, Photo, Picture, Polygon, Shape, Text

_DIGITS = 2
"""Hundredths of a millimeter: the program measures texts itself, with the fonts that it brings."""


def drawn(shapes: Iterable[Shape]) -> Mapping[str, Mapping[str, Any]]:
    """Kind of shape to how many there are and the sums of their millimeters; colors to how many shapes have them."""
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for shape in shapes:
        if isinstance(shape, Clipped):
            _add(sums["clipped"], shape)
            for kind, inner in drawn(shape.shapes).items():
                for name, value in inner.items():
                    sums[f"clipped-{kind}"][name] += value
            continue
        kind = type(shape).__name__.lower()
        _add(sums[kind], shape)
        for part in ("ink", "fill"):
            color = getattr(shape, part, None)
            if color is not None:
                sums[part][color] += 1
    return {kind: {name: round(value, _DIGITS) for name, value in sorted(found.items())} for kind, found in sorted(sums.items())}


def _add(sums: dict[str, float], shape: Shape) -> None:
    sums["count"] += 1
    if isinstance(shape, Line | Polygon):
        for x_mm, y_mm in shape.points:
            sums["points"] += 1
            sums["x_mm"] += x_mm
            sums["y_mm"] += y_mm
    else:
        sums["x_mm"] += shape.x_mm
        sums["y_mm"] += shape.y_mm
    if isinstance(shape, Box | Clipped | Photo | Picture):
        sums["width_mm"] += shape.width_mm
        sums["height_mm"] += shape.height_mm
    if isinstance(shape, Box | Polygon):
        sums["line_mm"] += shape.line_mm
    if isinstance(shape, Line):
        sums["width_mm"] += shape.width_mm
    if isinstance(shape, Box | Polygon | Line):
        sums["dash_mm"] += sum(shape.dash_mm)
    if isinstance(shape, Text):
        sums["size_pt"] += shape.size_pt
        sums["turn_deg"] += shape.turn_deg
        sums["strong"] += shape.strong
        sums[f"align_{shape.align.name.lower()}"] += 1
