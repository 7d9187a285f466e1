"""Rows of a table painted at once: text and position of cells are calculated once and cached, so that thousands scroll."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from gpudesk.ui.toolkit import fonts, icons
from gpudesk.ui.toolkit.quantities import MISSING, THIN_SPACE
from gpudesk.ui.toolkit.theme import theme

PADDING = 8
"""Margin at both sides of a cell, px."""
_RING = 2


class Place(NamedTuple):
    """A visible column: its start in the view, and its width."""

    column: int
    left: int
    width: int


class Drawn(NamedTuple):
    """A cell: its text and unit, and their start in the column; the ink is a token name, "" for the default."""

    text: str
    at: float
    unit: str
    unit_at: float
    ink: str
    icon: str = ""

    @property
    def end(self) -> float:
        """Where in its column all that is written ends."""
        return self.unit_at + text_width(self.unit) if self.unit else self.at + text_width(self.text)


class KeptRows:
    """What tables that paint their rows themselves share; looks as every other table does."""

    def __init__(self) -> None:
        self._font = fonts.font("body", tabular=True)
        metrics = QFontMetricsF(self._font)
        self._baseline = (metrics.ascent() - metrics.descent()) / 2
        self._widths: tuple[int, ...] = ()

    def forget(self) -> None:
        """Other rows, figures or widths hold."""

    def set_widths(self, widths: Sequence[int]) -> None:
        """Set the width of each column."""
        if tuple(widths) != self._widths:
            self._widths = tuple(widths)
            self.forget()

    def paint_ring(self, painter: QPainter, top: int, width: int, high: int) -> None:
        """The focus ring of a row."""
        ring = theme.current().focus_ring
        painter.fillRect(0, top, width, _RING, ring)
        painter.fillRect(0, top + high - _RING, width, _RING, ring)
        painter.fillRect(0, top, _RING, high, ring)
        painter.fillRect(width - _RING, top, _RING, high, ring)

    def _paint_texts(self, painter: QPainter, cells: Iterable[tuple[Drawn, int, bool]], left: int, high: int) -> None:
        """Write cells of a column that begins there: each with where its row begins from above, and whether that is chosen."""
        colours = theme.current()
        middle = (high - 1) / 2 + self._baseline
        # One ink after the other: a painter is slow to change its pen.
        by_ink: dict[int, tuple[QColor, list[tuple[float, float, str]]]] = {}
        for cell, top, chosen in cells:
            if not cell.text:
                continue
            quiet = colours.text.secondary if chosen else colours.text.tertiary
            if cell.text == MISSING or cell.ink == "text.tertiary":
                ink = quiet
            else:
                ink = icons.colour_named(cell.ink) if cell.ink else colours.text.primary
            by_ink.setdefault(ink.rgba(), (ink, []))[1].append((left + cell.at, top + middle, cell.text))
            if cell.unit:
                by_ink.setdefault(quiet.rgba(), (quiet, []))[1].append((left + cell.unit_at, top + middle, cell.unit))
        for ink, texts in by_ink.values():
            painter.setPen(ink)
            for at, base, text in texts:
                painter.drawText(QPointF(at, base), text)


def laid(text: str, unit: str, ink: str, start: float, width: int, *, right: bool, icon: str = "") -> Drawn:
    """A cell of a column of that width whose text begins there, or ends at the right before its unit."""
    end, unit_at = float(width - PADDING), 0.0
    if unit and text != MISSING:
        unit = THIN_SPACE + unit
        end = unit_at = end - text_width(unit)
    else:
        unit = ""
    shown = _fitted(text, max(int(end - start), 0))
    return Drawn(shown, end - text_width(shown) if right else start, unit, unit_at, ink, icon)


@lru_cache(maxsize=20_000)
def text_width(text: str) -> float:
    """Of a text as rows write it, px."""
    return fonts.text_width(text, "body", tabular=True)


@lru_cache(maxsize=20_000)
def _fitted(text: str, width: int) -> str:
    """The text, elided in its middle if it is wider than that."""
    if text_width(text) <= width + 0.5:
        return text
    return QFontMetricsF(fonts.font("body", tabular=True)).elidedText(text, Qt.TextElideMode.ElideMiddle, width + 0.5)
