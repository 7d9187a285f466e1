"""The processes that hold memory of the GPUs. Nothing can be ended from here."""

import time
from collections.abc import Callable

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gpudesk.monitor.reading import GpuFacts, Process
from gpudesk.ui.models.monitor_model import MonitorModel
from gpudesk.ui.models.monitor_rows import rows_of
from gpudesk.ui.models.monitor_words import gpu_called, lack_text, written
from gpudesk.ui.models.plain_table import Cell, Head, Line
from gpudesk.ui.panes.monitor_page import MonitorPage
from gpudesk.ui.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.widgets.label import Label
from gpudesk.ui.widgets.search_field import SearchField

_WIDTHS = (64, 76, 80, 84, 104, 66, 104, 84, 76, 108)
_RIGHT = (1, 3, 4, 5, 6, 7)
_KIND, _CONTAINER, _COMMAND = 8, 9, 10
_SEARCH = 260
_LONGEST = 500


def _number(value: float | None) -> float:
    return -1.0 if value is None else value


_ORDERS: tuple[Callable[[tuple[int, Process]], float | str], ...] = (
    lambda row: row[0],
    lambda row: row[1].pid,
    lambda row: row[1].user,
    lambda row: _number(row[1].used_bytes),
    lambda row: _number(row[1].busy_percent),
    lambda row: _number(row[1].cpu_percent),
    lambda row: _number(row[1].host_bytes),
    lambda row: -_number(row[1].started_s),
    lambda row: row[1].graphics,
    lambda row: row[1].container,
    lambda row: row[1].command,
)
"""What each column is sorted by."""


def lasted(seconds: float) -> str:
    """How long something runs, as top and ps write it: "4:09", "3:20:15", "12 d 03:20"."""
    minutes, second = divmod(max(0, int(seconds)), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days} d {hour:02}:{minute:02}"
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


class MonitorProcesses(MonitorPage):
    """A line for each process on each GPU, sorted by a click on a head; at first by GPU, those with most memory first.

    Over the lines a search; of the line that is chosen the whole command stands below, to be copied. Kind and container are shown where a
    line draws or is in one.
    """

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        heads = [
            Head(self.tr("GPU")),
            Head(self.tr("PID"), right=True),
            Head(self.tr("User")),
            Head(self.tr("Memory"), right=True),
            Head(self.tr("GPU busy"), right=True),
            Head(self.tr("CPU"), right=True),
            Head(self.tr("Host memory"), right=True),
            Head(self.tr("Runs for"), right=True),
            Head(self.tr("Kind")),
            Head(self.tr("Container")),
            Head(self.tr("Command")),
        ]
        super().__init__(model, self.tr("Processes"), heads, _WIDTHS, parent)
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._told: dict[object, Process] = {}
        self._any = False
        head = self.table.horizontalHeader()
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(False)
        head.sectionClicked.connect(lambda _: head.setSortIndicatorShown(True))
        head.sortIndicatorChanged.connect(self._sort)
        self.search = SearchField(self.tr("Search processes"), self.tr("Command, user, PID or container"))
        self.search.setMaximumWidth(_SEARCH)
        self.sum = Label("", self, ink="text.secondary")
        over = QHBoxLayout()
        over.setContentsMargins(8, 5, 8, 5)
        over.setSpacing(12)
        over.addWidget(self.search, 1)
        over.addWidget(self.sum, 1)
        self.column.insertLayout(0, over)
        self.detail = Label("", self, ink="text.secondary", wrap=True)
        self.copy_pid = QPushButton(self.tr("Copy PID"))
        self.copy_command = QPushButton(self.tr("Copy command"))
        self.below = QWidget(self)
        row = QHBoxLayout(self.below)
        row.setContentsMargins(10, 6, 8, 6)
        row.addWidget(self.detail, 1)
        row.addWidget(self.copy_pid)
        row.addWidget(self.copy_command)
        self.column.addWidget(self.below)
        self.below.hide()
        self.search.textChanged.connect(self.refresh)
        self.search.left_down.connect(self.table.setFocus)
        self.copy_pid.clicked.connect(lambda: self._copy(lambda each: str(each.pid)))
        self.copy_command.clicked.connect(lambda: self._copy(lambda each: each.command))
        copy = QShortcut(QKeySequence.StandardKey.Copy, self.table, context=Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self._copy_lines)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._tell())
        self.tab_order(self.search, self.table, self.copy_pid, self.copy_command)
        # With the table in its place, the keyboard would pass the search over.
        self.setFocusProxy(self.search)

    def none_text(self) -> str:
        """Nothing runs, or nothing was found."""
        if self._any:
            return self.tr("No process has “{text}” in its command, user, PID or container.").format(text=self.search.text())
        return self.tr("No process holds memory of a GPU.")

    def chosen(self) -> list[Process]:
        """The processes whose lines are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self._told[key] for row in rows if (key := self.lines_model.line(row).key) in self._told]

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
                none = (Cell(MISSING, ink="text.tertiary", right=column in _RIGHT) for column in range(1, len(_WIDTHS)))
                cells = (Cell(gpu_called(self.monitor, facts)), *none, Cell(lack_text(told.lack)))
                silent.append(Line((facts.uuid, 0, "silent"), cells))
        self._any = bool(rows)
        self.table.setColumnHidden(_KIND, not any(each.graphics for _, each in rows))
        self.table.setColumnHidden(_CONTAINER, not any(each.container for _, each in rows))
        count = len(rows)
        wanted = self.search.text().casefold().split()
        if wanted:
            rows, silent = [row for row in rows if all(word in _searched(row[1]) for word in wanted)], []
            found = self.tr("{found} of {count}").format(found=format_number(len(rows)), count=format_number(count))
            self.search.set_count_text(found)
        else:
            self.search.set_count_text("")
        self._sum_up([each for _, each in rows])
        if self._sorted_by is None:
            rows.sort(key=lambda row: (row[0], -(row[1].used_bytes or 0)))
        else:
            column, order = self._sorted_by
            rows.sort(key=_ORDERS[column], reverse=order is Qt.SortOrder.DescendingOrder)
        made = [(self._line(boards[at], process), process) for at, process in rows]
        self._told = {line.key: process for line, process in made}
        return [line for line, _ in made] + silent

    def refresh(self) -> None:
        """Show what runs now."""
        super().refresh()
        self._tell()

    def _sum_up(self, processes: list[Process]) -> None:
        """Who holds how much, those with most first."""
        held: dict[str, int] = {}
        for each in processes:
            held[each.user] = held.get(each.user, 0) + (each.used_bytes or 0)
        told = [
            f"{user or MISSING} {' '.join(written('memory_used_bytes', float(size)))}"
            for user, size in sorted(held.items(), key=lambda one: -one[1])
            if size
        ]
        self.sum.setText(" · ".join(told[:4]) + (" …" if len(told) > 4 else ""))

    def _line(self, facts: GpuFacts, process: Process) -> Line:
        used, used_unit = written("memory_used_bytes", None if process.used_bytes is None else float(process.used_bytes))
        host, host_unit = written("memory_used_bytes", None if process.host_bytes is None else float(process.host_bytes))
        busy, percent = (MISSING, "") if process.busy_percent is None else split_quantity(process.busy_percent, "%", decimals=0)
        cpu, cpu_percent = (MISSING, "") if process.cpu_percent is None else split_quantity(process.cpu_percent, "%", decimals=0)
        cells = (
            Cell(gpu_called(self.monitor, facts)),
            Cell(str(process.pid), right=True),
            Cell(process.user or MISSING),
            Cell(used, used_unit, right=True),
            Cell(busy, percent, right=True),
            Cell(cpu, cpu_percent, right=True, tool_tip=self.tr("Of one core; several cores give more than 100 %")),
            Cell(host, host_unit, right=True),
            Cell(MISSING if process.started_s is None else lasted(self._now_s() - process.started_s), right=True),
            Cell(self.tr("graphics") if process.graphics else self.tr("compute"), ink="text.secondary"),
            Cell(process.container[:12] or MISSING, tool_tip=process.container),
            Cell(" ".join(process.command.split()) or MISSING),
        )
        return Line((facts.uuid, process.pid, process.graphics), cells)

    def _now_s(self) -> float:
        """The moment that is shown: of a recording the one it has come to."""
        last_s = self.monitor.history.last_s
        return time.time() if last_s is None else last_s

    def _tell(self) -> None:
        chosen = self.chosen()
        self.below.setVisible(bool(chosen))
        if not chosen:
            return
        each = chosen[0]
        # A command may be pages long, with lines of its own.
        command = " ".join(each.command.split())
        told = [
            command[:_LONGEST] + ("…" if len(command) > _LONGEST else "")
            or self.tr("Its command cannot be read: it is somebody else's, or it is gone.")
        ]
        if each.started_s is not None:
            moment = QDateTime.fromSecsSinceEpoch(int(each.started_s))
            told.append(self.tr("Since {when}.").format(when=QLocale().toString(moment, QLocale.FormatType.ShortFormat)))
        if each.container:
            told.append(self.tr("Container {container}.").format(container=each.container))
        self.detail.setText("  ".join(told))
        self.copy_command.setEnabled(any(one.command for one in chosen))

    def _copy(self, what: Callable[[Process], str]) -> None:
        QGuiApplication.clipboard().setText("\n".join(text for each in self.chosen() if (text := what(each))))

    def _copy_lines(self) -> None:
        """Copy the selected lines, their cells parted by tabs."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        lines = [self.lines_model.line(row).cells for row in rows]
        QGuiApplication.clipboard().setText("\n".join("\t".join(f"{cell.text} {cell.unit}".strip() for cell in cells) for cells in lines))

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorted_by = (column, order)
        self.refresh()


def _searched(process: Process) -> str:
    return f"{process.pid} {process.user} {process.container} {process.command}".casefold()
