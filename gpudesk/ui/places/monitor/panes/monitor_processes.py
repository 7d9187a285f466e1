"""The processes that hold memory of the GPUs. Nothing can be ended from here."""

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gpudesk.core.names.number_ranges import number_ranges
from gpudesk.monitor.host.process_branches import Branch, beside_gpus, branches, whole_process
from gpudesk.monitor.readings.reading import GpuFacts, Process
from gpudesk.ui.places.monitor.models.monitor_labels import gpu_called, lack_text, written
from gpudesk.ui.places.monitor.models.monitor_model import MonitorModel
from gpudesk.ui.places.monitor.models.monitor_rows import rows_of
from gpudesk.ui.places.monitor.panes.monitor_page import MonitorPage
from gpudesk.ui.places.monitor.panes.process_table import COMMAND, ProcessTable
from gpudesk.ui.toolkit.parts.plain_table import Cell, Head, Line
from gpudesk.ui.toolkit.quantities import MISSING, format_number, split_quantity
from gpudesk.ui.toolkit.text_context import text_context
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.search_field import SearchField
from gpudesk.ui.toolkit.widgets.segmented import Segment, SegmentedControl

tr = text_context("MonitorProcesses")

_WIDTHS = (64, 76, 80, 84, 104, 66, 104, 84, 76, 108)
_RIGHT = (1, 3, 4, 5, 6, 7)
_KIND, _CONTAINER = 8, 9
_LIST, _TREE = "list", "tree"
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
    """A line for each process on each GPU, sorted by a click on a column title; by default by GPU, those with most memory first.

    A search field is above the lines; the full command of the selected line is below and can be copied. Kind and container
    are shown if a line has one. The processes of this machine can be shown as a tree: a line for each process, below its parent.
    """

    def __init__(self, model: MonitorModel, parent: QWidget | None = None) -> None:
        heads = [
            Head(tr("GPU")),
            Head(tr("PID"), right=True),
            Head(tr("User")),
            Head(tr("Memory"), right=True),
            Head(tr("GPU busy"), right=True),
            Head(tr("CPU"), right=True),
            Head(tr("Host memory"), right=True),
            Head(tr("Running for"), right=True),
            Head(tr("Kind")),
            Head(tr("Container")),
            Head(tr("Command")),
        ]
        self._lines_table = ProcessTable(tr("Processes"))
        super().__init__(model, tr("Processes"), heads, _WIDTHS, parent, self._lines_table)
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None
        self._told: dict[object, Process] = {}
        self._any = False
        self._wished = _LIST
        self._awaited = False
        self._folded: set[int] = set()
        head = self.table.horizontalHeader()
        head.setSectionsClickable(True)
        head.setSortIndicatorShown(False)
        head.sectionClicked.connect(self._show_sorted)
        head.sortIndicatorChanged.connect(self._sort)
        self.search = SearchField(tr("Search processes"), tr("Command, user, PID or container"))
        self.search.setMaximumWidth(_SEARCH)
        self.sum = Label("", self, ink="text.secondary")
        self._tree_told = tr("Parent and child processes")
        segments = [Segment(_LIST, tr("List"), tr("One row per process and GPU")), Segment(_TREE, tr("Tree"))]
        self.form = SegmentedControl(tr("Process view"), segments, _LIST)
        over = QHBoxLayout()
        over.setContentsMargins(8, 5, 8, 5)
        over.setSpacing(12)
        over.addWidget(self.search, 1)
        over.addWidget(self.sum, 1)
        over.addWidget(self.form)
        self.column.insertLayout(0, over)
        self.detail = Label("", self, ink="text.secondary", wrap=True)
        self.copy_pid = QPushButton(tr("Copy PID"))
        self.copy_command = QPushButton(tr("Copy command"))
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
        self.form.chosen.connect(self._show_as)
        self._lines_table.turned.connect(self._turn)
        model.changed.connect(self._tree_came)
        self.copy_pid.clicked.connect(lambda: self._copy(lambda process: str(process.pid)))
        self.copy_command.clicked.connect(lambda: self._copy(lambda process: process.command))
        copy = QShortcut(QKeySequence.StandardKey.Copy, self.table, context=Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self._copy_lines)
        self.table.selectionModel().selectionChanged.connect(self._tell)
        self._order_tabs()
        # With the table in its place, the keyboard would pass the search over.
        self.setFocusProxy(self.search)

    def none_text(self) -> str:
        """Text shown if there are no processes or no matches."""
        if self._any:
            return tr("No process has “{text}” in its command, user, PID or container.").format(text=self.search.text())
        return tr("No process uses GPU memory.")

    def chosen(self) -> list[Process]:
        """The processes whose lines are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self._told[key] for row in rows if (key := self.lines_model.line(row).key) in self._told]

    def setup(self) -> dict[str, str]:
        """The settings to store; the search text is not stored."""
        return {"form": self._wished}

    def set_up(self, kept: object) -> None:
        """Restore stored settings."""
        if isinstance(kept, dict) and kept.get("form") in {_LIST, _TREE}:
            self._wished = kept["form"]
            if self.isVisible():
                self.refresh()

    def no_tree(self) -> str:
        """Why processes cannot be shown as a tree now; empty if they can."""
        if self.live_source() is None:
            return tr("The tree is available only while this machine is being monitored.")
        if not sys.platform.startswith("linux"):
            return tr("The tree is read from /proc, which exists only on Linux.")
        return ""

    def lines(self) -> list[Line]:
        """The processes, followed by the GPUs that do not report theirs."""
        rows: list[tuple[int, Process]] = []
        silent: list[Line] = []
        boards: list[GpuFacts] = [row.facts for row in rows_of(self.monitor.listed) if row.facts is not None]
        for at, facts in enumerate(boards):
            gpu_processes = self.monitor.running.get(facts.uuid)
            if gpu_processes is None:
                continue
            rows += [(at, process) for process in gpu_processes.processes]
            if gpu_processes.lack is not None:
                none = (Cell(MISSING, ink="text.tertiary", right=column in _RIGHT) for column in range(1, len(_WIDTHS)))
                cells = (Cell(gpu_called(self.monitor, facts)), *none, Cell(lack_text(gpu_processes.lack)))
                silent.append(Line((facts.uuid, 0, "silent"), cells))
        self._any = bool(rows)
        self.table.setColumnHidden(_KIND, not any(row_process.graphics for _, row_process in rows))
        self.table.setColumnHidden(_CONTAINER, not any(row_process.container for _, row_process in rows))
        process_lines = self._tree_lines(rows, boards) if self.form.current() == _TREE else self._list_lines(rows, boards)
        self._told = {line.key: process for line, process in process_lines}
        return [line for line, _ in process_lines] + ([] if self.search.text().strip() else silent)

    def _list_lines(self, rows: list[tuple[int, Process]], boards: list[GpuFacts]) -> list[tuple[Line, Process]]:
        self._lines_table.branches = ()
        matching = [row for row in rows if self._is_found(row[1])]
        self._count(len(matching), len(rows))
        self._sum_up([process for _, process in matching])
        lines = []
        for at, process in self._in_order(matching):
            facts = boards[at]
            lines.append(
                (Line((facts.uuid, process.pid, process.graphics), self._cells(gpu_called(self.monitor, facts), process)), process)
            )
        return lines

    def _tree_lines(self, rows: list[tuple[int, Process]], boards: list[GpuFacts]) -> list[tuple[Line, Process]]:
        """A line for each process, on however many GPUs, and for those around them, which are on none."""
        source = self.live_source()
        tree = {} if source is None else source.tree
        on_gpus: dict[int, list[tuple[int, Process]]] = defaultdict(list)
        for row in rows:
            on_gpus[row[1].pid].append(row)
        places = {pid: (parts[0][0], whole_process([process for _, process in parts])) for pid, parts in on_gpus.items()}
        places |= {pid: (len(boards), beside_gpus(process)) for pid, process in tree.items() if pid not in on_gpus}
        matching_pids = {pid for pid, (_, process) in places.items() if self._is_found(process)}
        self._count(len(matching_pids), len(places))
        self._sum_up([process for _, process in rows if process.pid in matching_pids])

        def in_order(pids: list[int]) -> list[int]:
            return [process.pid for _, process in self._in_order([places[pid] for pid in pids])]

        parents = {pid: tree[pid].parent if pid in tree else None for pid in places}
        self._lines_table.branches = branches(parents, matching_pids, in_order, self._folded)
        lines = []
        for branch in self._lines_table.branches:
            parts, process = on_gpus.get(branch.pid, []), places[branch.pid][1]
            cells = list(self._cells(self._on([boards[at] for at in dict.fromkeys(at for at, _ in parts)]), process, beside=not parts))
            cells[COMMAND] = replace(cells[COMMAND], spoken=self._spoken(branch, cells[COMMAND].text))
            lines.append((Line(branch.pid, tuple(cells)), process))
        return lines

    def _on(self, boards: list[GpuFacts]) -> str:
        """The GPUs of a process."""
        if len(boards) > 1 and not any(facts.parent for facts in boards):
            return tr("GPU {gpus}").format(gpus=number_ranges(facts.index for facts in boards))
        return ", ".join(gpu_called(self.monitor, facts) for facts in boards)

    def _spoken(self, branch: Branch, command: str) -> str:
        """Content of a tree line as text for screen readers."""
        spoken_parts = [command, tr("level {number}").format(number=branch.depth + 1)]
        if branch.folded:
            spoken_parts.append(tr("collapsed, {count} below").format(count=branch.below))
        return ", ".join(spoken_parts)

    def _is_found(self, process: Process) -> bool:
        text = _searched(process)
        return all(word in text for word in self.search.text().casefold().split())

    def _count(self, found: int, count: int) -> None:
        text = tr("{found} of {count}").format(found=format_number(found), count=format_number(count))
        self.search.set_count_text(text if self.search.text().strip() else "")

    def _in_order(self, rows: list[tuple[int, Process]]) -> list[tuple[int, Process]]:
        if self._sorted_by is None:
            return sorted(rows, key=lambda row: (row[0], -(row[1].used_bytes or 0)))
        column, order = self._sorted_by
        return sorted(rows, key=_ORDERS[column], reverse=order is Qt.SortOrder.DescendingOrder)

    def refresh(self) -> None:
        """Show what runs now."""
        why_not, source = self.no_tree(), self.live_source()
        as_tree = self._wished == _TREE and not why_not
        button = self.form.button(_TREE)
        if button.isEnabled() == bool(why_not):
            button.setEnabled(not why_not)
        button.setToolTip(why_not or self._tree_told)
        if self.form.current() != (_TREE if as_tree else _LIST):
            self.form.set_current(_TREE if as_tree else _LIST)
            self._order_tabs()
        if source is not None:
            source.look_at_tree(wanted=as_tree)
        self._awaited = as_tree and source is not None and not source.tree
        super().refresh()
        self._tell()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        source = self.live_source()
        if source is not None:
            # It is not visible: it need not be read.
            source.look_at_tree(wanted=False)

    def _order_tabs(self) -> None:
        """Through the choice by the one of its parts that Tab stops at."""
        self.tab_order(self.search, self.form.button(self.form.current()), self.table, self.copy_pid, self.copy_command)

    def _tree_came(self) -> None:
        source = self.live_source() if self._awaited else None
        if source is not None and source.tree and self.isVisible():
            self.refresh()

    def _show_as(self, form: str) -> None:
        """Show as a list or as a tree; the selection is kept."""
        chosen = {process.pid for process in self.chosen()}
        self._wished = form
        self._order_tabs()
        self.refresh()
        keys = [key for key, process in self._told.items() if process.pid in chosen]
        if keys:
            self._choose_again(keys[0], set(keys))

    def _turn(self, pid: int) -> None:
        """Collapse or expand a process."""
        self._folded ^= {pid}
        self.refresh()

    def _sum_up(self, processes: list[Process]) -> None:
        """Who holds how much, those with most first."""
        held: dict[str, int] = {}
        for process in processes:
            held[process.user] = held.get(process.user, 0) + (process.used_bytes or 0)
        user_texts = [
            f"{user or MISSING} {' '.join(written('memory_used_bytes', float(size)))}"
            for user, size in sorted(held.items(), key=lambda one: -one[1])
            if size
        ]
        self.sum.setText(" · ".join(user_texts[:4]) + (" …" if len(user_texts) > 4 else ""))

    def _cells(self, called: str, process: Process, *, beside: bool = False) -> tuple[Cell, ...]:
        """The cells of a process; one that does not use a GPU is dimmed.

        Args:
            called: the names of its GPUs.
        """
        ink = "text.secondary" if beside else ""
        used, used_unit = written("memory_used_bytes", None if process.used_bytes is None else float(process.used_bytes))
        host, host_unit = written("memory_used_bytes", None if process.host_bytes is None else float(process.host_bytes))
        busy, percent = (MISSING, "") if process.busy_percent is None else split_quantity(process.busy_percent, "%", decimals=0)
        cpu, cpu_percent = (MISSING, "") if process.cpu_percent is None else split_quantity(process.cpu_percent, "%", decimals=0)
        kind = MISSING if beside else tr("graphics") if process.graphics else tr("compute")
        return (
            Cell(called or MISSING, ink="" if called else "text.tertiary"),
            Cell(str(process.pid), right=True, ink=ink),
            Cell(process.user or MISSING, ink=ink),
            Cell(used, used_unit, right=True),
            Cell(busy, percent, right=True),
            Cell(cpu, cpu_percent, right=True, ink=ink, tool_tip=tr("Relative to one core; can exceed 100 %")),
            Cell(host, host_unit, right=True, ink=ink),
            Cell(MISSING if process.started_s is None else lasted(self._now_s() - process.started_s), right=True, ink=ink),
            Cell(kind, ink="text.secondary"),
            Cell(process.container[:12] or MISSING, tool_tip=process.container),
            Cell(" ".join(process.command.split()) or MISSING, ink=ink),
        )

    def _now_s(self) -> float:
        """The time shown: for a recording, its current position."""
        last_s = self.monitor.history.last_s
        return time.time() if last_s is None else last_s

    def _tell(self) -> None:
        chosen = self.chosen()
        self.below.setVisible(bool(chosen))
        if not chosen:
            return
        process = chosen[0]
        # A command may be pages long, with lines of its own.
        command = " ".join(process.command.split())
        sentences = [
            command[:_LONGEST] + ("…" if len(command) > _LONGEST else "")
            or tr("Its command cannot be read: it belongs to another user, or it has ended.")
        ]
        if process.started_s is not None:
            moment = QDateTime.fromSecsSinceEpoch(int(process.started_s))
            sentences.append(tr("Since {when}.").format(when=QLocale().toString(moment, QLocale.FormatType.ShortFormat)))
        if process.container:
            sentences.append(tr("Container {container}.").format(container=process.container))
        self.detail.setText("  ".join(sentences))
        self.copy_command.setEnabled(any(one.command for one in chosen))

    def _copy(self, what: Callable[[Process], str]) -> None:
        QGuiApplication.clipboard().setText("\n".join(text for process in self.chosen() if (text := what(process))))

    def _copy_lines(self) -> None:
        """Copy the selected lines, with their cells separated by tabs."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        lines = [self.lines_model.line(row).cells for row in rows]
        QGuiApplication.clipboard().setText("\n".join("\t".join(f"{cell.text} {cell.unit}".strip() for cell in cells) for cells in lines))

    def _show_sorted(self) -> None:
        self.table.horizontalHeader().setSortIndicatorShown(True)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._sorted_by = (column, order)
        self.refresh()


def _searched(process: Process) -> str:
    return f"{process.pid} {process.user} {process.container} {process.command}".casefold()
