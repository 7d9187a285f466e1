"""GPU and host lines of the terminal monitor."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpudesk.cli.terminal.output import severity_title
from gpudesk.cli.terminal.terminal import clean, cut, left, right, width
from gpudesk.monitor.nvml.silent_gpus import silent_words

if TYPE_CHECKING:
    from gpudesk.cli.monitor.live_state import GpuState, LiveState
    from gpudesk.monitor.readings.source import Machine

Line = list[tuple[str, str]]
"""Segments of a line, each with its style: "", "dim", "chosen", or a color."""

COLOURS = {"error": "red", "warning": "yellow", "ok": "green"}
_GIB = 2.0**30
_BLOCKS, _ASCII_BLOCKS = " ▁▂▃▄▅▆▇█", " .,:-=+*#"
_LEAST_NAME, _LEAST_STRIP, _TWO_STRIPS = 12, 10, 50
_SPARED_FOR_STRIP = ("Fan", "Clock")
_SPARED = ("Fan", "Clock", "Busy", "Power", "Temp", "SM")
"""Columns omitted on a narrow terminal, in this order."""
_HEADS = ("Busy", "SM", "GiB", "Temp", "Fan", "Power", "Clock")


@dataclass(frozen=True, slots=True)
class _Widths:
    """Width in columns of each part of a GPU's line; 0 for the strips if there is no room."""

    name: int
    cells: dict[str, int]
    state: int
    busy: int
    memory: int


def gpu_lines(state: "LiveState", columns: int, *, blocks: bool) -> list[Line]:
    """A line for each GPU and its problems, with headings, and a heading for each host if there are several.

    Args:
        blocks: whether block characters may be written.
    """
    known = [state.gpus[facts.uuid] for machine in state.machines for facts in machine.gpus]
    if not known and not any(machine.trouble or machine.unreachable for machine in state.machines):
        waits = not state.machines or any(machine.seen_s is None for machine in state.machines)
        return [[("Waiting for the first reading." if waits else "The driver responds, but finds no GPU.", "")]]
    cells = {each.facts.uuid: _cells(each) for each in known}
    widths = _widths(
        [_name(each) for each in known], list(cells.values()), [_shown_state(_severity(state, each)) for each in known], columns
    )
    lines: list[Line] = [_heads(widths, state.every)] if known else []
    for machine in state.machines:
        if len(state.machines) > 1:
            lines.append(_host(state, machine))
        if machine.trouble:
            lines.append([(f"{clean(machine.name)}: {clean(machine.trouble)}", "red")])
        for facts in machine.gpus:
            each = state.gpus[facts.uuid]
            lines.append(_line(state, each, cells[facts.uuid], widths, _BLOCKS if blocks else _ASCII_BLOCKS))
            lines += _wrong(state, each)
        lines += [[(_unreachable(machine, index, str(why)), "yellow")] for index, why in sorted(machine.unreachable.items())]
    return lines


def _unreachable(machine: "Machine", index: int, why: str) -> str:
    since_s = machine.silent_since_s.get(index)
    return f"GPU {index}: {silent_words(time.time() - since_s)}" if since_s is not None else f"{index}: cannot be read: {why}"


def power_words(gpus: "Sequence[GpuState]") -> str:
    """The power of all whole GPUs that report it; "+" indicates that others do not."""
    powers = [gpu.values.get("power_w") for gpu in gpus if not gpu.facts.parent]
    known = [power for power in powers if power is not None]
    return f"{sum(known):,.0f} W{'' if len(known) == len(powers) else ' +'}" if known else ""


def host_words(state: "LiveState", machine: "Machine") -> list[str]:
    """Processor utilization of the host, and its memory and swap use; no swap value if there is none."""
    # It is with each GPU.
    known = (state.gpus[gpu.uuid].values for gpu in machine.gpus)
    values: dict[str, float] = next((readings for readings in known if "host_memory_used_bytes" in readings), {})
    words = [f"CPU {values['host_cpu_percent']:.0f}%"] if "host_cpu_percent" in values else []
    for name, key in (("RAM", "host_memory"), ("swap", "host_swap")):
        used, total = values.get(f"{key}_used_bytes"), values.get(f"{key}_total_bytes")
        if used is not None and total:
            words.append(f"{name} {used / _GIB:.1f}/{total / _GIB:.0f} GiB")
    return words


def _host(state: "LiveState", machine: "Machine") -> Line:
    gpus = [state.gpus[facts.uuid] for facts in machine.gpus]
    driver = f"driver {clean(machine.driver)}" if machine.driver else ""
    count = f"{sum(not gpu.facts.parent for gpu in gpus)} GPUs"
    return [(f"{clean(machine.name)}", "bold"), ("  " + "  ".join(filter(None, (count, power_words(gpus), driver))), "dim")]


def _name(gpu: "GpuState") -> str:
    return clean(f"{'  ' if gpu.facts.parent else ''}{gpu.facts.index} {gpu.facts.name.removeprefix('NVIDIA ')}")


def _cells(gpu: "GpuState") -> dict[str, str]:
    values = gpu.values
    cells: dict[str, str] = {}
    for head, key, unit in (
        ("Busy", "busy_percent", "%"),
        ("SM", "sm_active_percent", "%"),
        ("Temp", "temperature_c", "C"),
        ("Fan", "fan_percent", "%"),
        ("Clock", "sm_clock_mhz", "MHz"),
    ):
        if key in values:
            cells[head] = f"{values[key]:.0f}{unit}"
    used, total, limit = values.get("memory_used_bytes"), values.get("memory_total_bytes"), values.get("power_limit_w")
    if used is not None:
        cells["GiB"] = f"{used / _GIB:.1f}{'' if total is None else f'/{total / _GIB:.0f}'}"
    if "power_w" in values:
        cells["Power"] = f"{values['power_w']:.0f}{'' if limit is None else f'/{limit:.0f}'}W"
    return cells


def _severity(state: "LiveState", gpu: "GpuState") -> str:
    if gpu.heard_s is None:
        return "waiting"
    return "silent" if state.silent_s(gpu) is not None else gpu.judged[0].severity if gpu.judged else ""


def _shown_state(severity: str) -> str:
    """A state as text; `silent` is a GPU whose readings have stopped."""
    return "no data" if severity == "silent" else severity_title(severity)


def _widths(names: Sequence[str], cells: Sequence[dict[str, str]], states: Sequence[str], columns: int) -> _Widths:
    shown_heads = [head for head in _HEADS if any(head in cell for cell in cells)]
    wide = {head: max(len(head), *(len(cell.get(head, "–")) for cell in cells)) for head in shown_heads}
    state = max([5, *map(len, states)])
    name = max([_LEAST_NAME, *map(width, names)])

    def fixed() -> int:
        return sum(wide.values()) + 2 * len(wide) + 2 + state

    for head in _SPARED:
        narrow = _LEAST_NAME + fixed() > columns or (head in _SPARED_FOR_STRIP and name + fixed() + 2 + _LEAST_STRIP > columns)
        # Of the two that say how busy it is, one stays.
        if narrow and (head != "Busy" or "SM" in wide):
            wide.pop(head, None)
    name = max(min(name, columns - fixed()), _LEAST_NAME)
    room = columns - name - fixed() - 2
    if room < _LEAST_STRIP:
        return _Widths(name, wide, state, 0, 0)
    if room < _TWO_STRIPS:
        return _Widths(name, wide, state, min(room, 60), 0)
    return _Widths(name, wide, state, min((room - 2) // 2, 60), min((room - 2) // 2, 60))


def _heads(widths: _Widths, every: float) -> Line:
    line = left("GPU", widths.name) + "".join("  " + right(head, wide) for head, wide in widths.cells.items())
    line += "  " + left("state", widths.state)
    for what, wide in (("busy", widths.busy), ("memory", widths.memory)):
        if wide:
            line += "  " + left(cut(f"{what}, last {wide * every:.0f} s", wide), wide)
    return [(line, "dim")]


def _line(state: "LiveState", gpu: "GpuState", cells: dict[str, str], widths: _Widths, blocks: str) -> Line:
    text = left(cut(_name(gpu), widths.name), widths.name)
    text += "".join("  " + right(cells.get(head, "–"), wide) for head, wide in widths.cells.items())
    severity = _severity(state, gpu)
    line: Line = [
        (text + "  ", ""),
        (left(_shown_state(severity), widths.state), COLOURS.get(severity, "yellow" if severity == "silent" else "")),
    ]
    if widths.busy:
        line.append(("  " + _strip(list(gpu.busy)[-widths.busy :], widths.busy, blocks), "cyan"))
    if widths.memory:
        line.append(("  " + _strip(list(gpu.memory)[-widths.memory :], widths.memory, blocks), "magenta"))
    return line


def _strip(values: Sequence[float | None], columns: int, blocks: str) -> str:
    """One column per reading, the newest on the right, full height for 100 %, a dot for a missing value."""
    return "".join("·" if value is None else blocks[round(min(max(value, 0.0), 100.0) / 100 * 8)] for value in values).rjust(columns)


def _wrong(state: "LiveState", gpu: "GpuState") -> list[Line]:
    silent_s = state.silent_s(gpu)
    since_s = state.silent_since_s(gpu.facts)
    if since_s is not None:
        return [[(f"  {silent_words(time.time() - since_s)}: check the kernel log for its Xid", "red")]]
    if silent_s is not None:
        return [[(f"  no reading for {silent_s:.0f} s: the values shown are outdated", "yellow")]]
    if not gpu.judged or gpu.judged[0].severity not in {"error", "warning"} or gpu.heard_s is None:
        return []
    gravest = gpu.judged[0]
    evidence = "" if gravest.evidence is None else f" ({gravest.evidence.plain()})"
    xid = "" if gravest.xid is None else f"XID {gravest.xid}: "
    more = sum(judgement.severity in {"error", "warning"} for judgement in gpu.judged) - 1
    also = f", and {more} more" if more else ""
    return [[(f"  {xid}{gravest.named.title}{evidence}{also}. {gravest.named.do}", COLOURS[gravest.severity])]]
