"""The processes on GPUs as lines for a terminal."""

from typing import TYPE_CHECKING

from gpudesk.cli.terminal.terminal import clean, cut, left, right

if TYPE_CHECKING:
    from gpudesk.monitor.readings.reading import Process

_GIB = 2.0**30
_USER, _GPU = 10, 3
_LONGEST_COMMAND = 2_000
NARROW = 100
"""Terminals with fewer columns go without the memory of the machine."""


def process_head(gpu: int = _GPU, *, narrow: bool = False) -> str:
    """The column headings.

    Args:
        gpu: width of the first column.
        narrow: without host memory, so that part of the command is visible.
    """
    host = "" if narrow else "  host GiB"
    return f"{right('GPU', max(gpu, _GPU))}     PID  {'user':<{_USER}}    GiB  busy   CPU{host}      time  command"


def process_line(called: str, each: "Process", now_s: float, *, gpu: int = _GPU, before: str = "", narrow: bool = False) -> str:
    """One process; "–" for unknown values.

    Args:
        called: its GPU.
        now_s: the displayed time, seconds since 1970.
        before: prefix of its command, such as the branches of a tree.
        narrow: as for the heading.
    """
    used = _gib(each.used_bytes)
    host = "" if narrow else f"  {_gib(each.host_bytes):>8}"
    lasts = "–" if each.started_s is None else lasted(now_s - each.started_s)
    busy, cpu = _percent(each.busy_percent), _percent(each.cpu_percent)
    start = f"{right(cut(called, max(gpu, _GPU)), max(gpu, _GPU))} {each.pid:>7}  {left(cut(clean(each.user or '–'), _USER), _USER)}"
    return f"{start} {used:>6}  {busy:>4} {cpu:>5}{host}  {lasts:>8}  {before}{command_words(each.command)}"


def command_words(command: str) -> str:
    """A command without the folder of its program: in 80 columns nothing else of it would be seen."""
    # A kernel keeps up to 128 KiB of arguments; no terminal shows that much.
    program, space, rest = command[:_LONGEST_COMMAND].partition(" ")
    return clean(program.rpartition("/")[2] + space + rest) or "–"


def lasted(seconds: float) -> str:
    """How long something runs: "0:04:09", "3:20:15", "12d 03:20"."""
    minutes, second = divmod(max(0, int(seconds)), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours // 24}d {hours % 24:02}:{minute:02}" if hours >= 24 else f"{hours}:{minute:02}:{second:02}"


def _gib(used_bytes: int | None) -> str:
    """Memory use in GiB, "<0.1" for a small nonzero value."""
    if used_bytes is None:
        return "–"
    return "<0.1" if 0 < used_bytes < 0.05 * _GIB else f"{used_bytes / _GIB:.1f}"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}%"
