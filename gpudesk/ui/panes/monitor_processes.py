"""The processes that hold memory of the GPUs. Nothing can be ended from here."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from gpudesk.monitor.reading import GpuFacts, Process
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.models.monitor_rows import rows_of
from gpudesk.ui.models.monitor_words import gpu_called, lack_text, written
from gpudesk.ui.models.plain_table import Cell, Head, Line
from gpudesk.ui.panes.monitor_page import MonitorPage
from gpudesk.ui.quantities import MISSING, split_quantity

_WIDTHS = (96, 84, 110, 96, 96, 84, 140)
_RIGHT = (1, 3, 4)

_ORDERS: tuple[Callable[[tuple[int, Process]], float | str], ...] = (
    lambda row: row[0],
    lambda row: row[1].pid,
    lambda row: row[1].user,
    lambda row: -1.0 if row[1].used_bytes is None else row[1].used_bytes,
    lambda row: -1.0 if row[1].busy_percent is None else row[1].busy_percent,
    lambda row: row[1].graphics,
    lambda row: row[1].container,
    lambda row: row[1].command,
)
"""What each column is sorted by."""


class MonitorProcesses(MonitorPage):
    """A line for each process on each GPU, sorted by a click on a head; at first by GPU, those with most memory first."""

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        heads = [
            Head(self.tr("GPU")),
            Head(self.tr("PID"), right=True),
            Head(self.tr("User")),
            Head(self.tr("Memory"), right=True),
            Head(self.tr("GPU busy"), right=True),
            Head(self.tr("Kind")),
            Head(self.tr("Container")),
            Head(self.tr("Command")),
        ]
        super().__init__(model, self.tr("Processes"), heads, _WIDTHS, parent)
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        head = self.table.horizontalHeader()
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(False)
        head.sectionClicked.connect(lambda _: head.setSortIndicatorShown(True))
        head.sortIndicatorChanged.connect(self._sort)

    def none_text(self) -> str:
        """Nothing runs."""
        return self.tr("No process holds memory of a GPU.")

    def lines(self) -> list[Line]:
        """The processes, behind them the GPUs that do not tell theirs."""
        rows: list[tuple[int, Process]] = []
        silent: list[Line] = []
        boards: list[GpuFacts] = [row.facts for row in rows_of(self.monitor.listed) if row.facts is not None]
        for at, facts in enumerate(boards):
            told = self.monitor.running.get(facts.uuid)
            if told is None:
                continue
            rows += [(at, process) for process in told.processes]
            if told.lack is not None:
                none = (Cell(MISSING, ink="text.tertiary", right=at in _RIGHT) for at in range(1, len(_WIDTHS)))
                cells = (Cell(gpu_called(self.monitor, facts)), *none, Cell(lack_text(told.lack)))
                silent.append(Line((facts.uuid, 0, "silent"), cells))
        if self._sorted_by is None:
            rows.sort(key=lambda row: (row[0], -(row[1].used_bytes or 0)))
        else:
            column, order = self._sorted_by
            rows.sort(key=_ORDERS[column], reverse=order is Qt.SortOrder.DescendingOrder)
        return [self._line(boards[at], process) for at, process in rows] + silent

    def _line(self, facts: GpuFacts, process: Process) -> Line:
        number, unit = written("memory_used_bytes", None if process.used_bytes is None else float(process.used_bytes))
        busy, percent = (MISSING, "") if process.busy_percent is None else split_quantity(process.busy_percent, "%", decimals=0)
        cells = (
            Cell(gpu_called(self.monitor, facts)),
            Cell(str(process.pid), right=True),
            Cell(process.user or MISSING),
            Cell(number, unit, right=True),
            Cell(busy, percent, right=True),
            Cell(self.tr("graphics") if process.graphics else self.tr("compute"), ink="text.secondary"),
            Cell(process.container[:12] or MISSING, tool_tip=process.container),
            Cell(process.command or MISSING),
        )
        return Line((facts.uuid, process.pid, process.graphics), cells)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorted_by = (column, order)
        self.refresh()
