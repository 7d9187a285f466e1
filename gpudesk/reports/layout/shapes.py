"""Content of a sheet: texts, lines and areas in millimeters from its top left corner, y downward."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from gpudesk.reports.layout.inks import INK

Point = tuple[float, float]


class Align(Enum):
    """Which point of a text is its place."""

    LEFT = 0
    CENTRE = 1
    RIGHT = 2


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text.

    Attributes:
        x_mm, y_mm: the left end, middle or right end of its baseline, according to `align`.
        width_mm: its width at `size_pt`.
        turn_deg: rotation about its position, clockwise.
    """

    x_mm: float
    y_mm: float
    text: str
    size_pt: float
    width_mm: float
    align: Align = Align.LEFT
    strong: bool = False
    ink: str = INK
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through two or more points; `dash_mm` are the lengths of its strokes and gaps."""

    points: Sequence[Point]
    width_mm: float = 0.15
    ink: str = INK
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle; without `fill` or `ink` it has no area or no edge."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    fill: str | None = None
    ink: str | None = INK
    line_mm: float = 0.15
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed area."""

    points: Sequence[Point]
    fill: str | None = None
    ink: str | None = INK
    line_mm: float = 0.15
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file, stretched over a rectangle."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    png: bytes


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, fitted into a rectangle and reduced, so that a book with many photos has a manageable file size.

    Attributes:
        most_px: maximum length of the long side.
        content: reads the JPEG or PNG file when its page is drawn; b"" if it no longer exists.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    most_px: int
    content: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Clipped:
    """Shapes clipped to a rectangle."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    shapes: Sequence["Shape"]


Shape = Text | Line | Box | Polygon | Picture | Photo | Clipped
