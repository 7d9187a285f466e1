"""Paper sizes, and the sheet of a page."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar


class Paper(Enum):
    """Sizes of paper in mm, upright: ISO 216 and ANSI/ASME Y14.1."""

    A4 = (210.0, 297.0)
    A3 = (297.0, 420.0)
    LETTER = (215.9, 279.4)
    TABLOID = (279.4, 431.8)

    @property
    def title(self) -> str:
        """Its name, the same in every language."""
        return self.name if self.name.startswith("A") else self.name.title()


@dataclass(frozen=True, slots=True)
class OwnPaper:
    """Paper of another size, as labels of a roll are: width and height in mm."""

    value: tuple[float, float]
    title: str


PAPERS = {paper.title: paper for paper in Paper}
"""Title to paper."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a sheet in mm from its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        """The right edge."""
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        """The lower edge."""
        return self.y_mm + self.height_mm

    def part(self, left: float, top: float, width: float, height: float) -> "Rectangle":
        """A part of it, measured from its own corner."""
        return Rectangle(self.x_mm + left, self.y_mm + top, width, height)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper: `margin_mm` stay free on every side, `binding_mm` more at the left."""

    paper: Paper | OwnPaper = Paper.A4
    landscape: bool = False
    margin_mm: float = 10.0
    binding_mm: float = 5.0

    TITLE_MM: ClassVar[float] = 13.0
    """The height of the title block at the foot."""
    GAP_MM: ClassVar[float] = 3.0

    @property
    def width_mm(self) -> float:
        """The width in reading orientation."""
        return self.paper.value[1 if self.landscape else 0]

    @property
    def height_mm(self) -> float:
        """The height in reading orientation."""
        return self.paper.value[0 if self.landscape else 1]

    @property
    def frame(self) -> Rectangle:
        """The printable area."""
        left = self.margin_mm + self.binding_mm
        return Rectangle(left, self.margin_mm, self.width_mm - left - self.margin_mm, self.height_mm - 2 * self.margin_mm)

    @property
    def body(self) -> Rectangle:
        """The frame without title block and the gap above it."""
        frame = self.frame
        return replace(frame, height_mm=frame.height_mm - self.TITLE_MM - self.GAP_MM)

    @property
    def title_block(self) -> Rectangle:
        """The foot of the frame."""
        frame = self.frame
        return Rectangle(frame.x_mm, frame.bottom_mm - self.TITLE_MM, frame.width_mm, self.TITLE_MM)
