"""The monitor in a terminal as lines: hosts and GPUs, what befell them, processes, the keys."""

import textwrap
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from gpudesk.cli.monitor import live_processes
from gpudesk.cli.monitor.live_rows import COLOURS, Line, gpu_lines, host_words, power_words
from gpudesk.cli.monitor.live_view import HELP, View
from gpudesk.cli.monitor.process_lines import NARROW, command_words
from gpudesk.cli.terminal.output import counted
from gpudesk.cli.terminal.terminal import clean

if TYPE_CHECKING:
    from gpudesk.cli.monitor.live_processes import Row
    from gpudesk.cli.monitor.live_state import LiveState
    from gpudesk.monitor.host.process_trees import TreeProcess

_LEAST_PROCESSES = 6
"""Title, heads and four lines of processes are there even where GPUs would fill the screen."""
_EVENTS = 3
_NO_TREE: "Mapping[int, TreeProcess]" = {}


class Screen:
    """Draws the current state into a given number of columns and lines.

    Attributes:
        rows: the processes listed last, visible or not.
    """

    def __init__(self, state: "LiveState", view: View, *, keys: bool, blocks: bool) -> None:
        self._state, self._view, self._blocks = state, view, blocks
        self.has_keys = keys
        self.rows: list[Row] = []

    def draw(self, columns: int, lines: int, tree: "Mapping[int, TreeProcess]" = _NO_TREE) -> list[Line]:
        """Draws at most this number of lines; the caller truncates lines that are too long."""
        if self._view.help:
            return [*self._help(columns), *[[("", "")]] * lines][:lines]
        local = not self._view.only_gpus
        self.rows = live_processes.rows_of(self._state, self._view, tree) if local else []
        gpus = gpu_lines(self._state, columns, blocks=self._blocks)
        events = self._events()
        detail = self._detail(columns) if self._view.detail else []
        room = max(lines - 2 - len(events) - len(detail), 1)
        below = self._processes_need() if local else 0
        for_gpus = min(len(gpus), max(room - min(below, _LEAST_PROCESSES), min(room, 3)))
        drawn = [self._top(), *self._seen_gpus(gpus, for_gpus), *events]
        if local and room - for_gpus >= 3:
            drawn += self._processes(room - for_gpus, narrow=columns < NARROW and self._view.order != "host")
        drawn = [*drawn, *[[("", "")]] * lines][: max(lines - 1 - len(detail), 0)]
        return [*drawn, *detail, self._foot()][-lines:]

    def _top(self) -> Line:
        state = self._state
        moment = time.strftime("%H:%M:%S")
        gpus = list(state.gpus.values())
        if len(state.machines) == 1:
            machine = state.machines[0]
            # What changes is first: a narrow terminal cuts the end.
            parts = [clean(machine.name), *host_words(state, machine), power_words(gpus)]
            parts += [f"driver {clean(machine.driver)}" if machine.driver else "", f"CUDA {clean(machine.cuda)}" if machine.cuda else ""]
        else:
            silent = sum(bool(machine.trouble) for machine in state.machines)
            parts = [
                counted(len(state.machines), "host"),
                f"{silent} not responding" if silent else "",
                counted(len(gpus), "GPU"),
                power_words(gpus),
            ]
        return [("  ".join(filter(None, (moment, *parts))), "bold")]

    def _seen_gpus(self, gpus: list[Line], room: int) -> list[Line]:
        view = self._view
        view.gpu_lines, view.gpu_page = len(gpus), room
        if len(gpus) <= room:
            view.gpu_top = 0
            return gpus
        # One line says that there are more.
        view.gpu_page = max(room - 1, 1)
        view.gpu_top = min(view.gpu_top, len(gpus) - view.gpu_page)
        top, bottom = view.gpu_top, view.gpu_top + view.gpu_page
        ways = "arrows" if view.in_gpus or view.only_gpus else "Tab and arrows"
        return [*gpus[top:bottom], [(f"  … GPU lines {top + 1} to {bottom} of {len(gpus)} ({ways})", "dim")]]

    def _events(self) -> list[Line]:
        newest = list(self._state.told)[-_EVENTS:]
        return [
            [(time.strftime("%H:%M:%S ", time.localtime(event.wall_s)), "dim"), (event.text, COLOURS.get(event.severity, ""))]
            for event in newest
        ]

    def _silent(self) -> list[Line]:
        gpu_lacks = [
            (facts.index, self._state.running[facts.uuid].lack)
            for machine in self._state.machines
            for facts in machine.gpus
            if facts.uuid in self._state.running
        ]
        return [[(f"GPU {index}: its processes are not known: {lack}", "yellow")] for index, lack in gpu_lacks if lack is not None]

    def _count(self) -> int:
        return sum(len(running.processes) for running in self._state.running.values())

    def _processes_need(self) -> int:
        return 2 + max(len(self.rows), 1) + len(self._silent())

    def _processes(self, room: int, *, narrow: bool) -> list[Line]:
        view, rows = self._view, self.rows
        silent = self._silent()[: max(room - 3, 0)]
        page = max(room - 2 - len(silent), 1)
        keys = [row.key for row in rows]
        view.scroll(keys, page)
        seen = rows[view.top : view.top + page]
        title = live_processes.title(view, len(rows), self._count())
        if len(rows) > page:
            title += f" (lines {view.top + 1} to {view.top + len(seen)})"
        lines: list[Line] = [[(title, "bold")], [(live_processes.head(rows, narrow=narrow), "dim")]]
        for row, text in zip(seen, live_processes.lines_of(seen, rows, narrow=narrow), strict=True):
            lines.append([(text, "chosen" if row.key == view.chosen and not view.in_gpus else "")])
        if not rows and not silent:
            lines.append([("No process uses GPU memory." if not self._count() else "No process matches the filter.", "")])
        return lines + silent

    def _detail(self, columns: int) -> list[Line]:
        """The whole command of the chosen process, as many lines as there is place for."""
        process = next((row.process for row in self.rows if row.key == self._view.chosen), None)
        if process is None:
            return [[("Select a process with the arrow keys to see its full command.", "dim")]]
        since = "" if process.started_s is None else f", since {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(process.started_s))}"
        container = f", container {clean(process.container)}" if process.container else ""
        command = clean(" ".join(process.command.split()))[:2_000] or command_words("")
        wrapped = textwrap.wrap(command, max(columns - 2, 10))[:4]
        first = f"{process.pid} {clean(process.user or '–')}{since}{container}"
        return [[(first, "bold")], *[[("  " + line, "")] for line in wrapped]]

    def _foot(self) -> Line:
        if self._view.typed is not None:
            return [
                ("Search: ", "bold"),
                (clean(self._view.typed), ""),
                (" ", "chosen"),
                ("  Enter keeps the filter, Esc removes it", "dim"),
            ]
        if not self.has_keys:
            return [("Ctrl+C quits (no keys: the input is not a terminal)", "dim")]
        if self._view.only_gpus:
            return [("? help  q quit  arrows scroll", "dim")]
        return [("? help  q quit  n m b c h e p sort  r reverse  t tree  u user  / search  Enter all", "dim")]

    def _help(self, columns: int) -> list[Line]:
        wide = min(30, max(columns // 3, 8))
        lines: list[Line] = [[("Keys", "bold"), ("   read-only: no key ends a process or changes a GPU", "dim")], [("", "")]]
        for keys, does in HELP:
            left, right = textwrap.wrap(keys, wide) or [""], textwrap.wrap(does, max(columns - wide - 3, 10))
            for at in range(max(len(left), len(right))):
                first = left[at] if at < len(left) else ""
                lines.append([(first.ljust(wide) + "  ", "bold"), (right[at] if at < len(right) else "", "")])
        return lines
