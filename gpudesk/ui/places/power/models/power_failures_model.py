"""The outcomes of single failures as a table; order and filter are arrays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from gpudesk.core.cooling.cooling_kinds import KIND_NAMES
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.derived.failures.cooling_failures import CoolingFailures, cooling_failures
from gpudesk.derived.power.branches import Key
from gpudesk.derived.power.power_chain import power_chain, racks_of_nodes
from gpudesk.derived.power.power_failures import NODE_KINDS, Failures, node_names, node_object, power_failures
from gpudesk.derived.power.power_redundancy import PowerRedundancy, power_redundancy
from gpudesk.formats.tables.tables import Cell
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.cell_model import CellModel
from gpudesk.ui.toolkit.quantities import format_number, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR, WARNING

tr = text_context("PowerFailuresModel")


class FailureColumn(IntEnum):
    """The columns of the table."""

    NAME = 0
    KIND = 1
    DOWN = 2
    MANAGEMENT = 3
    REDUCED = 4
    LOST = 5
    OPENED = 6
    WORST = 7
    SHARE = 8
    HOT = 9
    LEFT = 10
    TIME = 11


_RIGHT = (
    FailureColumn.DOWN,
    FailureColumn.MANAGEMENT,
    FailureColumn.REDUCED,
    FailureColumn.LOST,
    FailureColumn.OPENED,
    FailureColumn.SHARE,
    FailureColumn.HOT,
    FailureColumn.LEFT,
    FailureColumn.TIME,
)
FAILING = (*NODE_KINDS, *KIND_NAMES)
"""What fails: parts of the power, then parts of the cooling."""


@dataclass(frozen=True)
class Drilled:
    """Outcomes with their texts.

    Attributes:
        cooling: the failures of the cooling; they come after those of the power.
        names: names of the failed parts.
        kind: indices in `FAILING`.
        worst: the highest-loaded part after each failure, "" for none; for cooling, the air or loop with the largest shortage.
        rack: rack of the failed part or its end, ABSENT for none or several.
        cooled: index of each failure in the cooling outcomes, ABSENT if it does not affect cooling.
        standings: redundancy of racks and halls from the failures.
    """

    failures: Failures
    cooling: CoolingFailures
    names: tuple[str, ...]
    kind: Ids
    worst: tuple[str, ...]
    rack: Ids
    cooled: Ids
    standings: PowerRedundancy

    def object(self, place: int) -> ObjectRef | None:
        """The failed device, or the rack that it feeds or that it is attached to."""
        if place >= len(self.failures):
            table, row_id = self.cooling.object(place - len(self.failures))
            return None if table == "cooling_node" else ObjectRef(table, row_id)
        table, row_id = node_object(self.failures.snapshot, self.failures.plan, int(self.failures.outcomes.failed[place]))
        if table == "device":
            return ObjectRef(table, row_id)
        return None if self.rack[place] == ABSENT else ObjectRef("rack", int(self.rack[place]))

    def stops(self) -> Mask:
        """Which failures take something down, leave only its management, or leave heat that nothing takes."""
        stopping: Mask = (self.down > 0) | (self.management_only > 0) | (self.hot_w > 0)
        return stopping

    @cached_property
    def down(self) -> Ids:
        """Devices that stop after each failure, due to lack of power or cooling; if both, the larger number."""
        down_counts: Ids = np.maximum(self._and_none(self.failures.outcomes.down), np.append(self.cooling.outcomes.down, 0)[self.cooled])
        return down_counts

    @cached_property
    def reduced(self) -> Ids:
        """Devices with reduced operation, due to lack of power or partial cooling, if they do not stop."""
        felt = self.cooling.outcomes.down + self.cooling.outcomes.reduced
        reduced_counts: Ids = np.maximum(self._and_none(self.failures.outcomes.reduced), np.append(felt, 0)[self.cooled] - self.down)
        return reduced_counts

    @cached_property
    def name_rank(self) -> Ids:
        """The place of each name in natural order."""
        return natural_ranks(self.names)

    @cached_property
    def worst_rank(self) -> Ids:
        """Rank of the part with the highest load in natural order."""
        return natural_ranks(self.worst)

    @cached_property
    def severity_rank(self) -> Ids:
        """Severity rank of each failure: by stopped devices, then by managed, too warm, and reduced devices, and by lost power."""
        first_come = -np.arange(len(self.names))
        order = np.lexsort((first_come, self.lost_w, self.reduced, self.hot_w, self.management_only, self.down))
        ranks = np.empty(len(order), np.int64)
        ranks[order] = np.arange(len(order))
        return ranks

    @cached_property
    def management_only(self) -> Ids:
        """Devices of which only the management controller answers."""
        return self._and_none(self.failures.outcomes.management_only)

    @cached_property
    def opened(self) -> Ids:
        """Breakers that open."""
        return self._and_none(self.failures.outcomes.opened)

    @cached_property
    def lost_w(self) -> Reals:
        """Reduction of the power draw."""
        return np.concatenate([self.failures.lost_w, np.zeros(self.cooling.nodes)])

    @cached_property
    def worst_share(self) -> Reals:
        """The largest initial line current divided by the trip current of its breaker, NaN if none rises."""
        power = np.where(self.failures.outcomes.worst_node == ABSENT, np.nan, self.failures.first_share)
        return np.concatenate([power, np.full(self.cooling.nodes, np.nan)])

    @cached_property
    def lasting_share(self) -> Reals:
        """The same load divided by the continuous limit of that node, 0 if none rises."""
        return np.concatenate([self.failures.lasting_share, np.zeros(self.cooling.nodes)])

    @cached_property
    def hot_w(self) -> Reals:
        """The heat that is no longer taken away."""
        return self._of_cooling(self.cooling.outcomes.hot_w, 0.0)

    @cached_property
    def left(self) -> Reals:
        """The least part of the heat of a place that is still taken away, NaN where all of it is."""
        return np.where(self.hot_w > 0, self._of_cooling(self.cooling.outcomes.share, 1.0), np.nan)

    @cached_property
    def time_s(self) -> Reals:
        """Until the first device gets too warm; NaN where that is not known or never."""
        return np.where(self.hot_w > 0, self._of_cooling(self.cooling.outcomes.time_s, np.inf), np.nan)

    def _and_none(self, values: Ids) -> Ids:
        return np.concatenate([values, np.zeros(self.cooling.nodes, np.int64)])

    def _of_cooling(self, values: Reals, none: float) -> Reals:
        cooling_values: Reals = np.append(values, none)[self.cooled]
        return cooling_values


def drilled(snapshot: Snapshot, step: Callable[[int, int], None]) -> Drilled | None:
    """Simulate the failure of every node; run off the user interface thread. None if the feeds form a cycle.

    Raises:
        Cancelled: `step` requested a stop.
    """
    try:
        failures = power_failures(snapshot, step)
        cooling = cooling_failures(snapshot, failures, step)
    except ValueError:
        return None
    outcomes, plan = failures.outcomes, failures.plan
    worst = [""] * len(failures)
    loaded = np.flatnonzero(outcomes.worst_node != ABSENT)
    for place, name in zip(loaded.tolist(), node_names(snapshot, plan, outcomes.worst_node[loaded]), strict=True):
        worst[place] = name
    of_power = [cooling.of_power(node) for node in outcomes.failed.tolist()]
    cooled = np.array(
        [ABSENT if cooling_index is None else cooling_index for cooling_index in of_power] + list(range(cooling.nodes)), np.int64
    )
    racks = np.concatenate([racks_of_nodes(snapshot, plan)[outcomes.failed], snapshot["cooling_node"]["rack_id"]])
    kinds = np.concatenate([failures.kind, len(NODE_KINDS) + snapshot["cooling_node"]["kind"]])
    worst += [cooling.worst_name(node) for node in range(cooling.nodes)]
    names = (*failures.names, *cooling.names)
    return Drilled(failures, cooling, names, kinds, tuple(worst), racks, cooled, power_redundancy(failures))


class PowerFailuresModel(CellModel[Drilled, FailureColumn]):
    """Failures that match kind and outcome filters; those that stop most come first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(FailureColumn, _RIGHT, parent)
        self._kind, self._only_stops, self._stale = "", False, False
        self._usual = self._sorted = (FailureColumn.DOWN, True)

    @property
    def drilled(self) -> Drilled | None:
        """The outcomes shown, None before the first simulation."""
        return self._lines

    def show(self, drilled: Drilled | None) -> None:
        """Show other outcomes."""
        self.beginResetModel()
        self._lines, self._stale = drilled, False
        self._choose()
        self.endResetModel()

    def set_stale(self, stale: bool) -> None:
        """Mark the outcomes as outdated because the project changed."""
        if stale != self._stale:
            self._stale = stale
            self._tell_all()

    def filter_by(self, kind: str, *, only_stops: bool) -> None:
        """Show failures of a kind ("" for all) that stop something."""
        self.beginResetModel()
        self._kind, self._only_stops = kind, only_stops
        self._choose()
        self.endResetModel()

    def row_of(self, place: int) -> int | None:
        """The row of a failure, or None if it is not shown."""
        rows = np.flatnonzero(self._places == place)
        return int(rows[0]) if len(rows) else None

    def object(self, row: int) -> ObjectRef | None:
        """The device that fails in a row, or the rack that it feeds."""
        return None if self._lines is None else self._lines.object(int(self._places[row]))

    def key(self, row: int) -> Key:
        """The part of the power or of the cooling that fails in a row.

        Raises:
            LookupError: nothing is shown.
        """
        if self._lines is None:
            raise LookupError("nothing has failed yet")
        failures = self._lines.failures
        unit = int(self._places[row]) - len(failures)
        if unit >= 0:
            return "cooling_node", int(self._lines.cooling.plan.nodes.ids[unit]), ABSENT
        chain = failures.snapshot.cached(power_chain)
        return chain.key(int(chain.place_of_node[failures.outcomes.failed[self._places[row]]]))

    def rows(self) -> Iterator[list[Cell]]:
        """A header, then the rows shown, for a file: numbers in W and percent."""
        yield [
            tr("Failed component"),
            tr("Kind"),
            tr("Down"),
            tr("Management only"),
            tr("Throttled"),
            tr("Lost, W"),
            tr("Breakers that trip"),
            tr("Most loaded"),
            tr("Load, %"),
            tr("Not cooled, W"),
            tr("Cooling left, %"),
            tr("Overheats after, s"),
        ]
        drilled = self._lines
        if drilled is not None:
            yield from map(list, zip(*(self._cells(drilled, column) for column in FailureColumn), strict=True))

    def _cells(self, drilled: Drilled, column: FailureColumn) -> list[Cell]:
        """A column of the rows shown, as numbers and texts: all at once, since there may be 100,000."""
        if column in (FailureColumn.NAME, FailureColumn.WORST):
            texts = drilled.names if column == FailureColumn.NAME else drilled.worst
            return [texts[place] for place in self._places.tolist()]
        if column == FailureColumn.KIND:
            words = [power_node_name(kind) for kind in FAILING]
            return [words[kind] for kind in drilled.kind[self._places].tolist()]
        values = np.asarray(self._numbers(drilled, column))[self._places]
        if values.dtype.kind == "i":
            whole: list[Cell] = values.tolist()
            return whole
        scale = 100 if column in (FailureColumn.SHARE, FailureColumn.LEFT) else 1
        return [None if np.isnan(value) else value for value in (scale * values).round(3).tolist()]

    def _heads(self) -> Sequence[str]:
        return (
            tr("Failed component"),
            tr("Kind"),
            tr("Down"),
            tr("Management"),
            tr("Throttled"),
            tr("Lost"),
            tr("Breakers"),
            tr("Most loaded"),
            tr("Load"),
            tr("Not cooled"),
            tr("Cooling left"),
            tr("Overheats after"),
        )

    def _head_tips(self) -> Mapping[FailureColumn, str]:
        return {
            FailureColumn.DOWN: tr("Devices stopped by lack of power or cooling"),
            FailureColumn.MANAGEMENT: tr("Devices with only the management controller responding"),
            FailureColumn.REDUCED: tr("Devices throttled by lack of power or cooling"),
            FailureColumn.HOT: tr("Heat that is no longer removed"),
            FailureColumn.LEFT: tr("Share of heat still removed at the worst location; devices there are limited to it"),
            FailureColumn.TIME: tr(
                "Time until the air or liquid at the first device exceeds its limit; counts only the heat stored in the air or liquid"
            ),
            FailureColumn.SHARE: tr(
                "Peak line current right after the failure, before devices throttle, relative to the trip rating of the breaker"
            ),
        }

    def _words_of(self, lines: Drilled, place: int, column: FailureColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        value = self._value(lines, place, column)
        if isinstance(value, str):
            return value, ""
        if column == FailureColumn.TIME and value is None and lines.hot_w[place] > 0:
            return tr("not known"), ""
        if column in (FailureColumn.LOST, FailureColumn.HOT):
            return split_quantity(value, "W")
        if column in (FailureColumn.SHARE, FailureColumn.LEFT):
            return split_quantity(value, "%", decimals=0)
        if column == FailureColumn.TIME:
            return split_quantity(value, "s", decimals=0)
        return format_number(value), ""

    def _value(self, drilled: Drilled, place: int, column: FailureColumn) -> str | float | None:
        if column == FailureColumn.NAME:
            return drilled.names[place]
        if column == FailureColumn.KIND:
            return power_node_name(FAILING[int(drilled.kind[place])])
        if column == FailureColumn.WORST:
            return drilled.worst[place]
        value = float(self._numbers(drilled, column)[place])
        if np.isnan(value):
            return None
        return 100 * value if column in (FailureColumn.SHARE, FailureColumn.LEFT) else value

    def _severity(self, lines: Drilled, place: int, column: FailureColumn) -> str | None:
        if column == FailureColumn.SHARE:
            if lines.worst_share[place] > 1 + 1e-9:
                return ERROR
            return WARNING if lines.lasting_share[place] > 1 + 1e-9 else None
        if column != FailureColumn.NAME:
            return None
        is_uncooled = lines.hot_w[place] > 0 and lines.left[place] <= 0
        if lines.down[place] or lines.management_only[place] or is_uncooled:
            return ERROR
        return WARNING if lines.reduced[place] or lines.opened[place] or lines.hot_w[place] else None

    def _ink(self, lines: Drilled, place: int, column: FailureColumn) -> str | None:
        del lines, place
        return "text.tertiary" if self._stale else "text.secondary" if column == FailureColumn.KIND else None

    def _tip(self, lines: Drilled, place: int, column: FailureColumn) -> str | None:
        named = column in (FailureColumn.NAME, FailureColumn.WORST)
        return self._words_of(lines, place, column)[0] or None if named else None

    def _numbers(self, drilled: Drilled, column: FailureColumn) -> Any:
        """A column of numbers, one for each failure."""
        return {
            FailureColumn.DOWN: drilled.down,
            FailureColumn.MANAGEMENT: drilled.management_only,
            FailureColumn.REDUCED: drilled.reduced,
            FailureColumn.LOST: drilled.lost_w,
            FailureColumn.OPENED: drilled.opened,
            FailureColumn.SHARE: drilled.worst_share,
            FailureColumn.KIND: drilled.kind,
            FailureColumn.HOT: drilled.hot_w,
            FailureColumn.LEFT: drilled.left,
            FailureColumn.TIME: drilled.time_s,
        }[column]

    def _wanted(self, lines: Drilled) -> Mask:
        is_shown: Mask = np.ones(len(lines.names), bool)
        if self._kind:
            is_shown &= lines.kind == FAILING.index(self._kind)
        return is_shown & lines.stops() if self._only_stops else is_shown

    def _values(self, lines: Drilled, places: Ids, column: FailureColumn) -> Any:
        if column in (FailureColumn.NAME, FailureColumn.WORST):
            return (lines.name_rank if column == FailureColumn.NAME else lines.worst_rank)[places]
        if column == FailureColumn.DOWN:
            return lines.severity_rank[places]
        return np.asarray(self._numbers(lines, column), float)[places]
