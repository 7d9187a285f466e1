"""The monitor in a terminal: what the GPUs and their processes do, drawn anew in place."""

import os
import shutil
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING

import click

from gpudesk.cli.monitor_words import health_words

if TYPE_CHECKING:
    from gpudesk.monitor.nvml import NvmlGpu, NvmlMachine
    from gpudesk.monitor.reading import Frame, Process

_GIB = 2.0**30
_BLOCKS = " ▁▂▃▄▅▆▇█"
_PAST = 60
_LEAST_NAME = 12
_COLOURS = {"error": "red", "warning": "yellow", "ok": "green"}
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _LINE, _REST = "\x1b[H", "\x1b[K\n", "\x1b[J"


def watch_live(machine: "NvmlMachine", *, every: float, seconds: float | None) -> None:
    """Draw until the time is over, or until Ctrl+C or SIGTERM; the terminal is left as it was.

    Args:
        every: seconds between readings.
        seconds: None until it is ended.
    """
    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    pasts: dict[str, deque[float | None]] = {gpu.facts.uuid: deque(maxlen=_PAST) for gpu in machine.gpus}
    end_s = None if seconds is None else time.monotonic() + seconds
    sys.stdout.write(_ENTER)
    try:
        while end_s is None or time.monotonic() < end_s:
            size = shutil.get_terminal_size()
            lines = screen(machine, pasts, size.columns, size.lines)
            shown = [click.unstyle(line) for line in lines] if _plain() else lines
            encoding = sys.stdout.encoding or "ascii"
            sys.stdout.write((_HOME + _LINE.join(shown) + _REST).encode(encoding, "replace").decode(encoding))
            sys.stdout.flush()
            if stop.wait(every if end_s is None else min(every, max(end_s - time.monotonic(), 0.0))):
                break
    finally:
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()
        for number, handler in before.items():
            signal.signal(number, handler)


def _plain() -> bool:
    """Whether colours are not wanted (no-color.org) or not known."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in {None, "dumb"}


def screen(machine: "NvmlMachine", pasts: dict[str, deque[float | None]], columns: int, lines: int) -> list[str]:
    """What fits into so many columns and lines, read now: a line for each GPU, one for what is wrong with it, then the processes."""
    frames = [(gpu, gpu.read()) for gpu in machine.gpus]
    for gpu, frame in frames:
        pasts.setdefault(gpu.facts.uuid, deque(maxlen=_PAST)).append(_activity(frame))
    moment = time.strftime("%H:%M:%S")
    told = [_cut(f"{moment}  driver {machine.driver}  CUDA {machine.cuda}  {_sum(frames)}  Ctrl+C ends", columns)]
    told += _gpus(frames, pasts, columns)
    told += [_cut(f"{index}: cannot be read: {why}", columns) for index, why in sorted(machine.unreachable.items())]
    told = told[: max(lines - 1, 1)]
    room = lines - len(told) - 2
    return told + _processes(frames, columns, room) if room > 1 else told


def _activity(frame: "Frame") -> float | None:
    return frame.values.get("sm_active_percent", frame.values.get("busy_percent"))


def _sum(frames: Sequence[tuple["NvmlGpu", "Frame"]]) -> str:
    """The power of all whole GPUs that tell theirs."""
    powers = [frame.values.get("power_w") for gpu, frame in frames if not gpu.facts.parent]
    known = [power for power in powers if power is not None]
    return f"{sum(known):,.0f} W{'' if len(known) == len(powers) else ' +'}" if known else ""


def _gpus(frames: Sequence[tuple["NvmlGpu", "Frame"]], pasts: dict[str, deque[float | None]], columns: int) -> list[str]:
    rows: list[tuple[str, ...]] = []
    states: list[dict[str, str]] = []
    for gpu, frame in frames:
        values = frame.values
        used, total = values.get("memory_used_bytes"), values.get("memory_total_bytes")
        limit = values.get("power_limit_w")
        memory = "–" if used is None else f"{used / _GIB:.1f}{'' if total is None else f'/{total / _GIB:.0f}'}"
        name = f"{'  ' if gpu.facts.parent else ''}{gpu.facts.index} {gpu.facts.name.removeprefix('NVIDIA ')}"
        cells = (_said(_activity(frame), "%"), memory, _said(values.get("temperature_c"), "C"))
        power = _said(values.get("power_w"), "" if limit is not None else "W") + ("" if limit is None else f"/{limit:.0f}W")
        rows.append((name, *cells, power, _said(values.get("sm_clock_mhz"), "MHz")))
        states.append(health_words(gpu.facts, frame, gpu.lacks)[0])
    heads = ("GPU", "Busy", "GiB", "Temp", "Power", "SM clock")
    if not rows:
        return ["The driver answers, but finds no GPU."]
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    state_width = max(len(state["severity"]) for state in states)
    fixed = sum(widths[1:]) + 2 * len(widths) + state_width
    name_width = max(min(widths[0], columns - fixed), _LEAST_NAME)
    past_width = min(columns - fixed - name_width - 2, _PAST)
    blocks = past_width >= 10 and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    made = [click.style(_cut(_row(heads, name_width, widths, "state"), columns), dim=True)]
    for (gpu, _), row, state in zip(frames, rows, states, strict=True):
        line = _cut(_row(row, name_width, widths, state["severity"].ljust(state_width)), columns)
        shown = line[: -state_width or None] + click.style(line[-state_width:], fg=_COLOURS.get(state["severity"]))
        if blocks:
            shown += "  " + click.style(_past(list(pasts[gpu.facts.uuid])[-past_width:]), fg="cyan")
        made.append(shown)
        if state["severity"] in {"error", "warning"}:
            evidence = f" ({state['evidence']})" if state["evidence"] else ""
            made.append(click.style(_cut(f"  {state['title']}{evidence}. {state['do']}", columns), fg=_COLOURS[state["severity"]]))
    return made


def _row(cells: Sequence[str], name_width: int, widths: Sequence[int], state: str) -> str:
    rest = "  ".join(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return f"{_cut(cells[0], name_width).ljust(name_width)}  {rest}  {state}"


def _past(values: Sequence[float | None]) -> str:
    """A column for each reading, highest for 100 %, a point where there was none."""
    return "".join("·" if value is None else _BLOCKS[round(min(max(value, 0.0), 100.0) / 100 * 8)] for value in values)


def _processes(frames: Sequence[tuple["NvmlGpu", "Frame"]], columns: int, room: int) -> list[str]:
    found: list[tuple[NvmlGpu, Process]] = []
    silent: list[str] = []
    for gpu, _ in frames:
        running, lack = gpu.processes()
        found += [(gpu, each) for each in running]
        if lack is not None:
            silent.append(f"{gpu.facts.index}: its processes are not told: {lack}")
    head = click.style(_cut("GPU     PID  user          GiB  busy   CPU  host GiB      time  command", columns), dim=True)
    lines = [_cut(_process_line(gpu, each), columns) for gpu, each in found] or ([] if silent else ["No process holds memory of a GPU."])
    lines += [_cut(each, columns) for each in silent]
    if len(lines) > room - 1:
        lines = [*lines[: room - 2], f"… and {len(lines) - room + 2} more"]
    return ["", head, *lines]


def _process_line(gpu: "NvmlGpu", each: "Process") -> str:
    used = "–" if each.used_bytes is None else f"{each.used_bytes / _GIB:.1f}"
    host = "–" if each.host_bytes is None else f"{each.host_bytes / _GIB:.1f}"
    lasts = "–" if each.started_s is None else _lasted(time.time() - each.started_s)
    busy, cpu = _said(each.busy_percent, "%"), _said(each.cpu_percent, "%")
    start = f"{gpu.facts.index:>3} {each.pid:>7}  {_clean(each.user or '–')[:10]:<10} {used:>6}  {busy:>4} {cpu:>5}  {host:>8}  {lasts:>8}"
    # Without the folder of the program: in 80 columns nothing else of the command would be seen.
    program, space, rest = each.command.partition(" ")
    return f"{start}  {_clean(program.rpartition('/')[2] + space + rest or '–')}"


def _lasted(seconds: float) -> str:
    minutes, second = divmod(max(0, int(seconds)), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours // 24}d {hours % 24:02}:{minute:02}" if hours >= 24 else f"{hours}:{minute:02}:{second:02}"


def _said(value: float | None, unit: str) -> str:
    return "–" if value is None else f"{value:.0f}{unit}"


def _clean(text: str) -> str:
    """A text of somebody else for a terminal: nothing in it moves the cursor or sets a colour."""
    return "".join(each if each.isprintable() else " " for each in text)


def _cut(text: str, columns: int) -> str:
    return text if len(text) <= columns else f"{text[: max(columns - 1, 0)]}…"
