"""The terminal monitor: GPU and process activity, redrawn in place, with keyboard navigation."""

import shutil
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from gpudesk.cli.monitor.live_keys import Keys
from gpudesk.cli.monitor.live_processes import users_of
from gpudesk.cli.monitor.live_rows import Line
from gpudesk.cli.monitor.live_screen import Screen
from gpudesk.cli.monitor.live_state import LiveState
from gpudesk.cli.monitor.live_view import View
from gpudesk.cli.terminal import terminal
from gpudesk.monitor.host.process_trees import ProcessTrees

if TYPE_CHECKING:
    from gpudesk.monitor.readings.source import Source

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR, _REST = "\x1b[H", "\x1b[K", "\x1b[J"
_FIRST_S = 0.6
"""So long the first picture waits for readings."""
_CLOSE_S = 2.0
"""So long a GPU that does not answer may hold up the end."""


def watch_live(source: "Source", *, every: float, seconds: float | None) -> None:
    """Draw until a key or a signal ends it, or the time is over; the terminal is left as it was, and the source closed.

    Args:
        every: seconds between pictures.
        seconds: None until it is ended.
    """
    try:
        # A terminal that is gone is an end like any other.
        with suppress(OSError), Keys() as keys:
            _write(_ENTER)
            try:
                _watch(LiveState(source, every), keys, every, seconds)
            finally:
                _write(_LEAVE)
    finally:
        closing = threading.Thread(target=source.close, name="monitor-close", daemon=True)
        closing.start()
        closing.join(_CLOSE_S)


def _watch(state: LiveState, keys: Keys, every: float, seconds: float | None) -> None:
    view, trees = View(only_gpus=state.source.kind != "nvml"), ProcessTrees()
    screen = Screen(state, view, keys=keys.on, blocks=terminal.wide_letters())
    begun_s = time.monotonic()
    end_s = float("inf") if seconds is None else begun_s + seconds
    state.look()
    while not state.heard and state.source.kind == "nvml" and time.monotonic() - begun_s < min(_FIRST_S, seconds or _FIRST_S):
        keys.wait(time.monotonic() + 0.05)
        state.look()
    next_s = time.monotonic() + every
    while True:
        pids = {process.pid for running in state.running.values() for process in running.processes}
        tree = trees.look(pids) if view.tree else {}
        size = shutil.get_terminal_size()
        _show(screen.draw(size.columns, size.lines, tree), size.columns)
        pressed = keys.wait(min(next_s, end_s))
        going = all(view.press(key, [row.key for row in screen.rows], users_of(state)) for key in pressed)
        if not going or keys.ended or time.monotonic() >= end_s:
            return
        if keys.stopping:
            _write(_LEAVE)
            keys.pause()
            _write(_ENTER)
        if time.monotonic() >= next_s:
            state.look()
            next_s = max(next_s + every, time.monotonic())


def _show(lines: Sequence[Line], columns: int) -> None:
    """Write a picture at once, so that it does not flicker."""
    colours, letters = terminal.coloured(), terminal.wide_letters()
    # Each line is emptied before it is written: behind a full one, some terminals would empty its last column.
    _write(_HOME + "\n".join(_CLEAR + _line(line, columns, colours=colours, letters=letters) for line in lines) + _REST * (not lines))


def _line(line: Line, columns: int, *, colours: bool, letters: bool) -> str:
    pieces, room = [], columns
    for text, style in line:
        fitted = terminal.cut(text if letters else terminal.ascii_only(text), room)
        fitted = fitted if letters else terminal.ascii_only(fitted)
        room -= terminal.width(fitted)
        pieces.append(_styled(fitted, style, room, colours=colours))
        if fitted != text and room <= 0:
            break
    return "".join(pieces)


def _styled(text: str, style: str, room: int, *, colours: bool) -> str:
    if style == "chosen":
        # Without colors the line under the bar is shown by turning it round all the same: that is no color.
        return click.style(text + " " * room, reverse=True)
    if not style or not text or not colours:
        return text
    if style in {"dim", "bold"}:
        return click.style(text, dim=style == "dim" or None, bold=style == "bold" or None)
    return click.style(text, fg=style)


def _write(text: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    sys.stdout.flush()
