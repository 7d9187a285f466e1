"""What lies on a sheet: texts, lines and areas in millimetres from its top left corner, y downwards."""

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
        x_mm, y_mm: the left end, middle or right end of its base line, as `align` says.
        width_mm: how wide it runs at `size_pt`.
        turn_deg: turned about its place, clockwise.
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
    """A photo, fitted into a rectangle and made smaller, so that a book of many photos stays a file that can be sent.

    Attributes:
        most_px: the long side that it keeps at most.
        content: reads the JPEG or PNG file when its page is drawn; b"" where it is not there any more.
    """

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    most_px: int
    content: Callable[[], bytes]


@dataclass(frozen=True, slots=True)
class Clipped:
    """Shapes of which only what lies within a rectangle is seen."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    shapes: Sequence["Shape"]


Shape = Text | Line | Box | Polygon | Picture | Photo | Clipped
