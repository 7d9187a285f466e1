"""Layout of one page: shapes on a sheet, and helpers that measure texts as they place them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from gpudesk.reports.layout.font_metrics import BOX_MM_PER_POINT, cap_height_mm, line_height_mm, text_width_mm
from gpudesk.reports.layout.inks import INK
from gpudesk.reports.layout.paper_sheet import Sheet
from gpudesk.reports.layout.shapes import Align, Box, Clipped, Line, Photo, Picture, Point, Polygon, Shape, Text
from gpudesk.reports.layout.text_fitting import LEAST_PT, one_line, shortened, shrunk_pt, wrapped


class Fit(Enum):
    """Fitting of long lines: smaller letters first, or immediate shortening. Both end in an ellipsis in the middle."""

    SHRINK = 0


@dataclass(slots=True)
class Page:
    """Shapes on a sheet, from the lowest to the topmost.

    Attributes:
        part: the part of the report on this page ("Hall 1, racks A01 to A04"); displayed in the title block.
        scale: of the drawing ("1:20"), "" for a page without.
        cut: the texts shortened for lack of room.
    """

    sheet: Sheet
    part: str = ""
    scale: str = ""
    shapes: list[Shape] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def text(
        self,
        x_mm: float,
        y_mm: float,
        text: str,
        size_pt: float = 8.0,
        *,
        align: Align = Align.LEFT,
        strong: bool = False,
        ink: str = INK,
        within_mm: float | None = None,
        fit: Fit = Fit.SHRINK,
        least_pt: float = LEAST_PT,
        turn_deg: float = 0.0,
    ) -> float:
        """Place one line with its baseline at `y_mm`; returns its width.

        Args:
            within_mm: the available width; a longer text is fitted according to `fit`, and left out if there is no room.
            least_pt: the minimum size.
        """
        text = one_line(text)
        if not text or text.isspace():
            return 0.0
        width = text_width_mm(text, size_pt, strong=strong)
        if within_mm is not None and width > within_mm:
            if fit is Fit.SHRINK:
                size_pt = shrunk_pt(text, size_pt, within_mm, strong=strong, least_pt=least_pt)
            whole, text = text, shortened(text, size_pt, within_mm, strong=strong)
            if text != whole:
                self.cut.append(whole)
            if not text:
                return 0.0
            width = text_width_mm(text, size_pt, strong=strong)
        self.shapes.append(Text(x_mm, y_mm, text, size_pt, width, align, strong, ink, turn_deg))
        return width

    def text_in(
        self,
        x_mm: float,
        y_mm: float,
        width_mm: float,
        height_mm: float,
        text: str,
        size_pt: float = 8.0,
        *,
        align: Align = Align.LEFT,
        strong: bool = False,
        ink: str = INK,
        pad_mm: float = 0.8,
        fit: Fit = Fit.SHRINK,
        least_pt: float = LEAST_PT,
    ) -> float:
        """Put down one line in the middle of the height of a rectangle; left out where the rectangle is lower than the letters.

        Letters shrink to the height as to the width. Returns the width of the text.
        """
        most_pt = min(size_pt, height_mm / BOX_MM_PER_POINT)
        if most_pt < min(least_pt, size_pt) - 1e-9:
            return 0.0
        middle = y_mm + (height_mm + cap_height_mm(most_pt)) / 2
        at = {Align.LEFT: x_mm + pad_mm, Align.CENTRE: x_mm + width_mm / 2, Align.RIGHT: x_mm + width_mm - pad_mm}[align]
        room = width_mm - 2 * pad_mm
        return self.text(at, middle, text, most_pt, align=align, strong=strong, ink=ink, within_mm=room, fit=fit, least_pt=least_pt)

    def paragraph(
        self,
        x_mm: float,
        y_mm: float,
        width_mm: float,
        text: str,
        size_pt: float = 8.0,
        *,
        strong: bool = False,
        ink: str = INK,
        most_lines: int | None = None,
    ) -> float:
        """Place a text in lines below `y_mm`; returns the start for the next object."""
        height = line_height_mm(size_pt)
        for line in wrapped(text, size_pt, width_mm, strong=strong, most_lines=most_lines):
            self.text(x_mm, y_mm + (height + cap_height_mm(size_pt)) / 2, line, size_pt, strong=strong, ink=ink)
            y_mm += height
        return y_mm

    def line(self, *points: Point, width_mm: float = 0.15, ink: str = INK, dash_mm: tuple[float, ...] = ()) -> None:
        """Draw a line through points."""
        self.shapes.append(Line(points, width_mm, ink, dash_mm))

    def box(
        self,
        x_mm: float,
        y_mm: float,
        width_mm: float,
        height_mm: float,
        *,
        fill: str | None = None,
        ink: str | None = INK,
        line_mm: float = 0.15,
        dash_mm: tuple[float, ...] = (),
    ) -> None:
        """Draw an upright rectangle."""
        self.shapes.append(Box(x_mm, y_mm, width_mm, height_mm, fill, ink, line_mm, dash_mm))

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: str | None = None,
        ink: str | None = INK,
        line_mm: float = 0.15,
        dash_mm: tuple[float, ...] = (),
    ) -> None:
        """Draw a closed area."""
        self.shapes.append(Polygon(points, fill, ink, line_mm, dash_mm))

    def picture(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float, png: bytes) -> None:
        """Put down a PNG file."""
        self.shapes.append(Picture(x_mm, y_mm, width_mm, height_mm, png))

    def photo(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float, content: Callable[[], bytes], *, most_px: int) -> None:
        """Put down a photo, made smaller to a long side of `most_px`."""
        self.shapes.append(Photo(x_mm, y_mm, width_mm, height_mm, most_px, content))

    def hatch(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float, *, step_mm: float = 1.5, ink: str = INK) -> None:
        """Fill a rectangle with strokes at 45°, cut at its edges."""
        count = int((width_mm + height_mm) / step_mm)
        strokes = []
        for place in range(1, count + 1):
            low = place * step_mm
            start = (x_mm + max(0.0, low - height_mm), y_mm + min(low, height_mm))
            end = (x_mm + min(low, width_mm), y_mm + max(0.0, low - width_mm))
            strokes.append(Line((start, end), 0.1, ink))
        self.shapes += strokes

    def clip(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float, inside: "Page") -> None:
        """Put down what another page holds, seen only within a rectangle."""
        self.shapes.append(Clipped(x_mm, y_mm, width_mm, height_mm, tuple(inside.shapes)))
