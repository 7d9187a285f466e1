"""Paints the rows of the power chain at once."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from gpudesk.ui.places.power.models.power_chain_model import BAR_COLUMNS, RIGHT_COLUMNS, ChainColumn, PowerChainModel
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.parts.folding_table import FOLD, STEP, fold_left
from gpudesk.ui.toolkit.parts.kept_rows import PADDING, Drawn, KeptRows, Place, laid
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, paint_severity

FIGURE = 58
"""Width of a current with its unit next to its bar, px."""
_MARK = 12
_BAR_HEIGHT = 8
_LEAST_BAR = 10
_SLIM = 3
"""How high a bar under a figure is."""
_MOST_ROWS = 6_000
_MOST_PICTURES = 300
"""Maximum number of row pictures in the cache; each takes a tenth of a megabyte."""


class _Row(NamedTuple):
    """A row: its cells, the share of each column with a bar, its most severe problem, and its fold mark, empty if not foldable."""

    cells: tuple[Drawn, ...]
    shares: dict[int, float]
    severity: str | None
    fold: str
    fold_at: int


class ChainRows(KeptRows):
    """Keeps and paints rows of nodes."""

    def __init__(self, model: PowerChainModel) -> None:
        super().__init__()
        self._nodes = model
        self._colours = theme.current()
        self._pictures: dict[tuple[Place, ...], dict[tuple[int, bool, bool], QPixmap]] = {}
        self._kept: dict[int, _Row] = {}

    def forget(self) -> None:
        """Other figures, folds or widths hold."""
        self._kept = {}
        self._pictures = {}

    def paint(self, painter: QPainter, rows: Sequence[tuple[int, int, bool]], places: Sequence[Place], high: int, hovered: int) -> None:
        """Paint columns of rows.

        Args:
            rows: row, its top position, and whether it is selected.
            places: the columns, at least partly visible.
            high: height of a row.
            hovered: the row under the pointer, -1 for none.
        """
        if not places:
            return
        colours, ratio, columns = theme.current(), painter.device().devicePixelRatio(), tuple(places)
        if colours is not self._colours or len(self._pictures) > 2 or sum(map(len, self._pictures.values())) > _MOST_PICTURES:
            self._pictures = {}
            self._colours = colours
        pictures = self._pictures.setdefault(columns, {})
        left = places[0].left
        size = QSize(places[-1].left + places[-1].width - left, high)
        for row, top, chosen in rows:
            key = self._nodes.place(row), chosen, row == hovered
            picture = pictures.get(key)
            if picture is None or picture.devicePixelRatio() != ratio:
                picture = pictures[key] = self._picture(row, places, size, ratio, chosen=chosen, hovered=row == hovered)
            painter.drawPixmap(left, top, picture)

    def _picture(self, row: int, places: Sequence[Place], size: QSize, ratio: float, *, chosen: bool, hovered: bool) -> QPixmap:
        """A row as displayed in these columns."""
        colours, high = theme.current(), size.height()
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(colours.selection if chosen else colours.hover if hovered else colours.surface.panel)
        painter = QPainter(picture)
        painter.fillRect(0, high - 1, size.width(), 1, colours.border.subtle)
        painter.translate(-places[0].left, 0)
        painter.setFont(self._font)
        rows = [(row, 0, chosen)]
        for place in places:
            if place.column == ChainColumn.MARK:
                self._paint_marks(painter, rows, place, high)
                continue
            if place.column == ChainColumn.NAME:
                self._paint_folds(painter, rows, place, high)
            if place.column in BAR_COLUMNS:
                self._paint_bars(painter, rows, place, high)
            self._paint_texts(painter, [(self._row(row).cells[place.column], 0, chosen)], place.left, high)
        painter.end()
        return picture

    def _paint_marks(self, painter: QPainter, rows: Iterable[tuple[int, int, bool]], place: Place, high: int) -> None:
        for row, top, _ in rows:
            severity = self._row(row).severity
            if severity is not None:
                paint_severity(painter, QRectF(place.left + place.width / 2 - 7, top, 14, high - 1), severity)

    def _paint_folds(self, painter: QPainter, rows: Iterable[tuple[int, int, bool]], place: Place, high: int) -> None:
        colours = theme.current()
        for row, top, chosen in rows:
            drawn_row = self._row(row)
            if drawn_row.fold:
                ink = colours.text.secondary if chosen else colours.text.tertiary
                icons.paint(painter, drawn_row.fold, QRectF(place.left + drawn_row.fold_at + 2, top, FOLD - 4, high - 1), ink)

    def _paint_bars(self, painter: QPainter, rows: Iterable[tuple[int, int, bool]], place: Place, high: int) -> None:
        """Load of a line, or of the fullest one, as a share of its limit: before its figure, or under it if there is no room.

        An overloaded one has a mark before it.
        """
        colours = theme.current()
        wide = place.width - FIGURE - PADDING - _MARK - 8
        for row, top, _ in rows:
            share = self._row(row).shares[place.column]
            if math.isnan(share):
                continue
            over = share > 1 + 1e-9
            if over:
                paint_severity(painter, QRectF(place.left + 4, top, _MARK, high - 1), ERROR)
            ink = colours.severity[ERROR].colour if over else colours.text.tertiary
            if wide < _LEAST_BAR:
                under = QRectF(place.left + PADDING, top + high - 2 - _SLIM, place.width - 2 * PADDING, _SLIM)
                painter.fillRect(under, colours.border.default)
                under.setWidth(under.width() * min(share, 1.0))
                painter.fillRect(under, ink)
                continue
            left, above = place.left + 4 + _MARK + 4, top + (high - 1 - _BAR_HEIGHT) // 2
            painter.fillRect(left, above, wide, _BAR_HEIGHT, colours.border.default)
            painter.fillRect(left + 1, above + 1, wide - 2, _BAR_HEIGHT - 2, colours.surface.sunken)
            painter.fillRect(QRectF(left + 1, above + 1, (wide - 2) * min(share, 1.0), _BAR_HEIGHT - 2), ink)

    def _row(self, row: int) -> _Row:
        place = self._nodes.place(row)
        drawn_row = self._kept.get(place)
        if drawn_row is None:
            if len(self._kept) >= _MOST_ROWS:
                self._kept.clear()
            nodes = self._nodes
            fold = ("chevron-right" if nodes.is_folded(row) else "chevron-down") if nodes.can_fold(row) else ""
            drawn_row = self._kept[place] = _Row(
                tuple(self._cell(row, column, width) for column, width in enumerate(self._widths)),
                {int(column): nodes.share_of(row, column) for column in BAR_COLUMNS},
                nodes.severity(row),
                fold,
                fold_left(nodes.depth(row)),
            )
        return drawn_row

    def _cell(self, row: int, column: int, width: int) -> Drawn:
        text, unit = self._nodes.words(row, column)
        put_in = STEP * self._nodes.depth(row) + FOLD if column == ChainColumn.NAME and self._nodes.is_tree else 0
        ink = "text.secondary" if column in (ChainColumn.KIND, ChainColumn.FED_FROM) else ""
        return laid(text, unit, ink, PADDING + put_in, width, right=column in RIGHT_COLUMNS)
