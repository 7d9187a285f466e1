"""The cooling as a table: halls, air and loops, units and racks, as a tree that folds or, sorted and filtered, as a list."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QObject

from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.cooling.cooling_kinds import KIND_NAMES
from gpudesk.core.cooling.heat import cooling_tons, heat_btu_per_h
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import Ids
from gpudesk.derived.cooling.cooling_tree import BARE, HALL, OWN, RACK, TREE_KINDS, CoolingTree
from gpudesk.derived.power.branches import places_named
from gpudesk.ui.toolkit.code_labels import power_node_name
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.parts.folding_model import FoldingModel
from gpudesk.ui.toolkit.quantities import format_number, format_quantity, rounded_load, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.severity_marks import ERROR

tr = text_context("CoolingModel")


class CoolingColumn(IntEnum):
    """The columns of the table."""

    MARK = 0
    NAME = 1
    KIND = 2
    HEAT = 3
    TAKEN = 4
    SHARE = 5
    NEEDED = 6
    GIVEN = 7
    SPARE = 8


_RIGHT = (CoolingColumn.HEAT, CoolingColumn.TAKEN, CoolingColumn.SHARE, CoolingColumn.NEEDED, CoolingColumn.GIVEN, CoolingColumn.SPARE)
_UNITS = len(KIND_NAMES)


class CoolingModel(FoldingModel[CoolingTree, CoolingColumn]):
    """The lines that match the text and shortage filters."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(CoolingColumn, _RIGHT, parent)
        self._called, self._only_short = "", False

    def filter_by(self, words: str, *, only_short: bool) -> None:
        """Show only lines that match the name and, if `only_short`, have a shortage."""
        self.beginResetModel()
        self._called, self._only_short = words.strip(), only_short
        self._choose()
        self.endResetModel()

    def object(self, row: int) -> ObjectRef | None:
        """The row of the project that a line is."""
        key = self.key(row)
        return None if key is None or key[0] == BARE else ObjectRef(key[0], key[1])

    def share(self, row: int) -> float:
        """Demand divided by capacity, the worse of heat and flow; NaN if unknown."""
        return float("nan") if self._lines is None else float(self._shares(self._lines, self._places[row : row + 1])[0])

    def _heads(self) -> Sequence[str]:
        return (
            "",
            tr("Name"),
            tr("Kind"),
            tr("Heat"),
            tr("Available capacity"),
            tr("Load"),
            tr("Required"),
            tr("Available"),
            tr("Spare"),
        )

    def _head_tips(self) -> Mapping[CoolingColumn, str]:
        return {
            CoolingColumn.MARK: tr("Most severe problem per component"),
            CoolingColumn.HEAT: tr("Heat of a hall or rack, demand on an air zone or loop, flow of a unit"),
            CoolingColumn.TAKEN: tr("Heat that units can remove; for racks and halls, the heat removed"),
            CoolingColumn.SHARE: tr("Heat against capacity, or flow against demand: the tighter of the two"),
            CoolingColumn.NEEDED: tr("Air or liquid required by devices"),
            CoolingColumn.GIVEN: tr("Air or liquid supplied"),
            CoolingColumn.SPARE: tr("The intended redundancy, and the number of largest units that can fail"),
        }

    def _words_of(self, lines: CoolingTree, place: int, column: CoolingColumn) -> tuple[str, str]:
        """Text and unit of a cell."""
        kind = TREE_KINDS[int(lines.kind[place])]
        if column == CoolingColumn.NAME:
            return {BARE: tr("Not cooled"), OWN: tr("Its own fans and pumps")}.get(kind, lines.names[place]), ""
        if column == CoolingColumn.KIND:
            return self._kind_word(kind), ""
        if column == CoolingColumn.HEAT:
            return split_quantity(rounded_load(float(lines.heat_w[place])), "W")
        if column == CoolingColumn.TAKEN:
            return split_quantity(rounded_load(float(lines.able_w[place])), "W")
        if column == CoolingColumn.SHARE:
            return split_quantity(100 * float(self._shares(lines, np.array([place]))[0]), "%", decimals=0)
        if column in (CoolingColumn.NEEDED, CoolingColumn.GIVEN):
            value = float((lines.needed if column == CoolingColumn.NEEDED else lines.given)[place])
            return self._flow(value, wet=bool(lines.wet[place]))
        return (lines.redundancy[place], "") if column == CoolingColumn.SPARE else ("", "")

    def _flow(self, value: float, *, wet: bool) -> tuple[str, str]:
        flow = value if wet else float(cfm_from_m3_per_s(value))
        return split_quantity(flow if np.isnan(flow) else round(flow), "L/min" if wet else "CFM")

    def _kind_word(self, kind: str) -> str:
        if kind in KIND_NAMES:
            return power_node_name(kind)
        return {HALL: tr("Hall"), RACK: tr("Rack"), BARE: "", OWN: ""}.get(kind, tr("On the floor"))

    def _shares(self, tree: CoolingTree, places: Ids) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            heat, flow = tree.heat_w[places] / tree.able_w[places], tree.needed[places] / tree.given[places]
        worst = np.fmax(heat, flow)
        return np.where(tree.kind[places] < _UNITS, worst, np.nan)

    def _severity(self, lines: CoolingTree, place: int, column: CoolingColumn) -> str | None:
        if column == CoolingColumn.MARK:
            return self._mark(lines, place)
        if column == CoolingColumn.TAKEN and bool(lines.short[place]) and lines.heat_w[place] > lines.able_w[place] * (1 + 1e-6):
            return ERROR
        return None

    def _ink(self, lines: CoolingTree, place: int, column: CoolingColumn) -> str | None:
        del lines, place
        return "text.secondary" if column == CoolingColumn.KIND else None

    def _tip(self, lines: CoolingTree, place: int, column: CoolingColumn) -> str | None:
        watts = {CoolingColumn.HEAT: lines.heat_w, CoolingColumn.TAKEN: lines.able_w}.get(column)
        if watts is not None:
            value = float(watts[place])
            if np.isnan(value):
                return tr("Not known; assumed sufficient.")
            btu, tons = float(heat_btu_per_h(value)), float(cooling_tons(value))
            return tr("{watts}, {btu} BTU/h, {tons} tons").format(
                watts=format_quantity(value, "W"), btu=format_number(round(btu)), tons=format_number(round(tons, 1))
            )
        return lines.names[place] or None if column == CoolingColumn.NAME else None

    def _is_filtered(self) -> bool:
        return bool(self._called or self._only_short)

    def _wanted(self, lines: CoolingTree) -> Mask:
        is_shown: Mask = np.ones(len(lines), bool)
        if self._called:
            is_shown &= places_named(lines.names, self._called)
        return is_shown & lines.short if self._only_short else is_shown

    def _folded_at_first(self, tree: CoolingTree, below: Mask) -> Mask:
        # Air and loops are folded at first: their racks are many.
        return below & (tree.depth > 0)

    def _values(self, lines: CoolingTree, places: Ids, column: CoolingColumn) -> Any:
        """What rows are sorted by."""
        if column == CoolingColumn.MARK:
            return self._mark_ranks(lines, places)
        if column == CoolingColumn.SPARE:
            return [len(lines.redundancy[place]) for place in places.tolist()]
        if column == CoolingColumn.SHARE:
            return self._shares(lines, places)
        return {
            CoolingColumn.NAME: lines.name_rank,
            CoolingColumn.KIND: lines.kind,
            CoolingColumn.HEAT: lines.heat_w,
            CoolingColumn.TAKEN: lines.able_w,
            CoolingColumn.NEEDED: lines.needed,
            CoolingColumn.GIVEN: lines.given,
        }[column][places]
