"""Candidates for work without a model: a table, filtered by fit, with the calculation of the selected one next to it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpudesk.sizing.generic.generic import GenericAnswer, GenericPlan
from gpudesk.ui.places.size.models.size_generic_working import generic_heads, generic_line
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.parts.plain_table import Line, PlainTableModel
from gpudesk.ui.toolkit.quantities import format_number
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.desk_table import DeskTable
from gpudesk.ui.toolkit.widgets.dock_header import DockHeader

tr = text_context("GenericCandidates")

_PADDING = 18
_ICON = 22
_MOST_GPU = 210


class GenericCandidates(QWidget):
    """Signals:
    chosen(): another plan is the current one.
    """

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: GenericAnswer | None = None
        self._fits_only = False
        self._key = ""
        self.header = DockHeader(tr("Candidates"))
        self.model = PlainTableModel(generic_heads(), self)
        self.table = DeskTable(tr("Candidates"))
        self.table.setModel(self.model)
        self.table.setSelectionMode(DeskTable.SelectionMode.SingleSelection)
        self.table.set_mark_column(0)
        self._fit_columns(())
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(0)
        column_.addWidget(self.header)
        column_.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: self._take(now.row()))

    @property
    def plans(self) -> tuple[GenericPlan, ...]:
        """Those that are listed."""
        if self._answer is None:
            return ()
        return tuple(plan for plan in self._answer.plans if plan.fits or not self._fits_only)

    def current(self) -> GenericPlan | None:
        """The chosen plan."""
        return next((plan for plan in self.plans if plan.board.key == self._key), None)

    def show_answer(self, answer: GenericAnswer) -> None:
        """List other plans; the GPU stays selected if listed."""
        self._answer = answer
        self._list()

    def show_fits_only(self, only: bool) -> None:
        """Leave out what does not meet the requirements, or show all."""
        self._fits_only = only
        self._list()

    def _list(self) -> None:
        plans = self.plans
        if self.current() is None:
            self._key = plans[0].board.key if plans else ""
        key = self._key
        lines = [generic_line(plan) for plan in plans]
        self.model.set_lines(lines)
        self._fit_columns(lines)
        row = next((row for row, plan in enumerate(plans) if plan.board.key == key), None)
        if row is not None:
            self.table.selectRow(row)
        every = self._answer.plans if self._answer is not None else ()
        caption = tr("{fit} of {all} meet the requirements")
        fit = sum(1 for plan in every if plan.fits)
        self.header.set_title(tr("Candidates"), caption.format(fit=format_number(fit), all=format_number(len(every))))
        self.chosen.emit()

    def _fit_columns(self, lines: Sequence[Line]) -> None:
        """Make columns as wide as their header and longest cell; the result takes the rest."""
        heads = generic_heads()
        for place, head in enumerate(heads[1:-1], start=1):
            cells = [line.cells[place] for line in lines]
            needed = [fonts.text_width(f"{cell.text} {cell.unit}".strip(), cell.step or "body", tabular=True) for cell in cells]
            wide = int(max([fonts.text_width(head.title, "caption", strong=True), *needed])) + _PADDING
            self.table.setColumnWidth(place, min(wide + _ICON, _MOST_GPU) if place == 1 else wide)

    def _take(self, row: int) -> None:
        plans = self.plans
        if 0 <= row < len(plans) and plans[row].board.key != self._key:
            self._key = plans[row].board.key
            self.chosen.emit()
