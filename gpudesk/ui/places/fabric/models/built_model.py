"""The planned links next to the installed ones, as a table; order and filter are arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from PySide6.QtCore import QObject

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.running.progress import Progress
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.onsite.built_links import AS_PLANNED, SORTS, BuiltLinks, Sort
from gpudesk.onsite.built_rows import BuiltRows, sort_title
from gpudesk.onsite.built_work import BuiltWork, work_of
from gpudesk.onsite.listing import Listing
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.parts.cell_model import CellModel
from gpudesk.ui.toolkit.quantities import MISSING
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.translate import tr_message

tr = text_context("BuiltModel")

DIFFERENT, SAME = "different", "same"
"""Filters in addition to a single kind of difference: all that differ, or those that do not."""
SEVERITIES: Mapping[Sort | None, str] = {
    Sort.MISSING: "error",
    Sort.WRONG_PORT: "error",
    Sort.WRONG_DEVICE: "error",
    Sort.SWAPPED: "error",
    Sort.DEGRADED: "warning",
    Sort.UNEXPECTED: "info",
    Sort.EXCHANGED: "error",
    Sort.ADAPTER: "warning",
    Sort.UNNAMED: "warning",
    None: "ok",
}
_LAST = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """A comparison with its displayed data; `work` is None if there are too many differences to fix individually."""

    rows: BuiltRows
    work: BuiltWork | None

    @property
    def links(self) -> BuiltLinks:
        """Both sides as columns."""
        return self.rows.links

    @property
    def differences(self) -> int:
        """How many links differ."""
        return int(self.links.differ.sum())


def built(snapshot: Snapshot, listing: Listing, progress: Progress) -> Built:
    """Compare, and make what takes longest of showing it.

    Raises:
        Cancelled: the work was stopped.
    """
    links = BuiltLinks(snapshot, listing.seen, listing.names, progress)
    rows = BuiltRows(links)
    work = work_of(links, progress)
    progress.step(0, 0)
    for ready in (rows.texts, rows.rail, rows.network_place, rows.a_rack, rows.b_rack):
        assert len(ready) == len(rows)  # noqa: S101 - an invariant of our own columns, not input
        progress.step(0, 0)
    return Built(rows, work)


class BuiltColumn(IntEnum):
    """The columns of the table."""

    SORT = 0
    FROM = 1
    TO = 2
    FOUND_FROM = 3
    FOUND_TO = 4
    DO = 5
    RATE = 6
    RAIL = 7
    NETWORK = 8
    RACK = 9
    TO_RACK = 10


class BuiltModel(CellModel[Built, BuiltColumn]):
    """The links that match chip and text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(BuiltColumn, (BuiltColumn.RAIL,), parent)
        self._shown = DIFFERENT
        self._called: tuple[str, ...] = ()

    @property
    def built(self) -> Built | None:
        """The shown comparison."""
        return self._lines

    def show(self, built: Built | None) -> None:
        """Show another comparison."""
        self.beginResetModel()
        self._lines = built
        self._choose()
        self.endResetModel()

    def filter_by(self, shown: str, text: str) -> None:
        """Show links of a kind, `DIFFERENT` or `SAME`, that contain all tokens of a text."""
        self.beginResetModel()
        self._shown, self._called = shown, tuple(text.casefold().split())
        self._choose()
        self.endResetModel()

    def rows(self) -> list[int]:
        """The links that are shown, in their order."""
        rows: list[int] = self._places.tolist()
        return rows

    def _heads(self) -> Sequence[str]:
        return (
            tr("Kind"),
            tr("From"),
            tr("To"),
            tr("Found from"),
            tr("Found to"),
            tr("What to do"),
            tr("Rate"),
            tr("Rail"),
            tr("Network"),
            tr("Rack"),
            tr("To rack"),
        )

    def _head_tips(self) -> Mapping[BuiltColumn, str]:
        return {
            BuiltColumn.FOUND_FROM: tr("One end of the cable found; if two cables were found, the one at the first planned end"),
            BuiltColumn.RATE: tr("As planned; if a different one was found, both are shown"),
        }

    def _words_of(self, lines: Built, place: int, column: BuiltColumn) -> tuple[str, str]:
        return self._text(lines, place, column), ""

    def _text(self, lines: Built, place: int, column: BuiltColumn) -> str:
        rows = lines.rows
        match column:
            case BuiltColumn.SORT:
                return tr_message(sort_title(rows.sort(place)))
            case BuiltColumn.FROM | BuiltColumn.TO:
                return rows.planned(place)[column - BuiltColumn.FROM] or MISSING
            case BuiltColumn.FOUND_FROM | BuiltColumn.FOUND_TO:
                ends = rows.found(place)
                return ends[0][column - BuiltColumn.FOUND_FROM] if ends else MISSING
            case BuiltColumn.DO:
                return " ".join(_tasks(lines, place))
            case BuiltColumn.RATE:
                planned, seen = rows.rates(place)
                return f"{planned} → {seen}" if rows.sort(place) is Sort.DEGRADED else planned or seen
            case BuiltColumn.RAIL:
                return "" if rows.rail[place] == ABSENT else str(int(rows.rail[place]))
            case BuiltColumn.NETWORK:
                return rows.network(place)
        return rows.racks(place)[column - BuiltColumn.RACK]

    def _severity(self, lines: Built, place: int, column: BuiltColumn) -> str | None:
        return SEVERITIES[lines.rows.sort(place)] if column == BuiltColumn.SORT else None

    def _ink(self, lines: Built, place: int, column: BuiltColumn) -> str | None:
        if column in {BuiltColumn.NETWORK, BuiltColumn.RACK, BuiltColumn.TO_RACK}:
            return "text.secondary"
        return "text.tertiary" if self._text(lines, place, column) == MISSING else None

    def _tip(self, lines: Built, place: int, column: BuiltColumn) -> str | None:
        if column in {BuiltColumn.FOUND_FROM, BuiltColumn.FOUND_TO}:
            where = lines.links.lines_of(place)
            ends_and_lines = zip(lines.rows.found(place), (int(lines.links.seen.line[line]) for line in where), strict=True)
            text = tr("{a} – {b}, line {line}")
            return "\n".join(text.format(a=ends[0], b=ends[1], line=line) for ends, line in ends_and_lines) or tr(
                "Nothing was found at either end"
            )
        if column == BuiltColumn.DO:
            return "\n".join(_tasks(lines, place)) or None
        return self._text(lines, place, column) or None

    def _wanted(self, lines: Built) -> Mask:
        sort = lines.links.sort
        if self._shown == DIFFERENT:
            is_shown: Mask = lines.links.differ.copy()
        else:
            is_shown = sort == (AS_PLANNED if self._shown == SAME else SORTS.index(Sort(self._shown)))
        if self._called:
            texts = lines.rows.texts
            places = np.flatnonzero(is_shown)
            fits = [all(word in texts[place] for word in self._called) for place in places.tolist()]
            is_shown = np.zeros(len(is_shown), bool)
            is_shown[places] = fits
        return is_shown

    def _values(self, lines: Built, places: Ids, column: BuiltColumn) -> Reals:
        rows, links = lines.rows, lines.links
        match column:
            case BuiltColumn.SORT:
                return links.sort[places].astype(float)
            case BuiltColumn.FROM | BuiltColumn.TO:
                return _known(rows.end_key(far=column == BuiltColumn.TO)[places], _LAST)
            case BuiltColumn.FOUND_FROM | BuiltColumn.FOUND_TO:
                return _known(rows.found_key(far=column == BuiltColumn.FOUND_TO)[places], _LAST)
            case BuiltColumn.RATE:
                of = links.place[places]
                rates = links.plan.records.rate_gbps
                return np.where(of == ABSENT, np.nan, rates[of]) if len(rates) else np.full(len(of), np.nan)
            case BuiltColumn.RAIL:
                return _known(rows.rail[places], ABSENT)
            case BuiltColumn.NETWORK:
                return self._by_name(lines, "network", rows.network_place[places])
            case BuiltColumn.RACK:
                return self._by_name(lines, "rack", rows.a_rack[places])
            case BuiltColumn.TO_RACK:
                return self._by_name(lines, "rack", rows.b_rack[places])
        # What is as planned needs no action.
        texts = [""] * len(places) if self._shown == SAME else [self._text(lines, place, column) for place in places.tolist()]
        return np.where([bool(text) for text in texts], natural_ranks(texts).astype(float), np.nan)

    def _by_name(self, lines: Built, table: str, of: Ids) -> Reals:
        ranks = natural_ranks([str(name) for name in lines.links.snapshot[table]["name"].tolist()])
        return np.where(of == ABSENT, np.nan, ranks[of].astype(float)) if len(ranks) else np.full(len(of), np.nan)


def _known(values: Ids, missing: int) -> Reals:
    return np.where(values == missing, np.nan, values.astype(float))


def _tasks(lines: Built, place: int) -> list[str]:
    return [] if lines.work is None else [tr_message(task.what) for task in lines.work.of_row.get(place, [])]
