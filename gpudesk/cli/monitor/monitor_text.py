"""How the command line shows GPUs: as lines, and as objects for programs."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from gpudesk.cli.monitor.process_lines import NARROW, process_head, process_line
from gpudesk.cli.terminal import terminal
from gpudesk.cli.terminal.output import severity_title

if TYPE_CHECKING:
    from gpudesk.core.messages.message import Message
    from gpudesk.monitor.health.health import Judgement
    from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack, Process

SCHEMA = "gpudesk.monitor.v2"
_GIB = 2.0**30


@dataclass(frozen=True, slots=True)
class _Column:
    """One column: its required metric, and its cell, longer if there is room."""

    title: str
    key: str
    cell: "Callable[[Mapping[str, float], bool], str]"


def _plain(key: str, unit: str, short: str) -> "Callable[[Mapping[str, float], bool], str]":
    return lambda values, long: f"{values[key]:,.0f} {unit}" if long else f"{values[key]:.0f}{short}"


def _memory(values: "Mapping[str, float]", long: bool) -> str:
    used, total = values["memory_used_bytes"], values.get("memory_total_bytes")
    if long:
        return f"{used / _GIB:,.1f}{'' if total is None else f' of {total / _GIB:,.1f}'} GiB"
    return f"{used / _GIB:.1f}{'' if total is None else f'/{total / _GIB:.0f}'}G"


def _power(values: "Mapping[str, float]", long: bool) -> str:
    power, limit = values["power_w"], values.get("power_limit_w")
    if long:
        return f"{power:,.0f}{'' if limit is None else f' of {limit:,.0f}'} W"
    return f"{power:.0f}{'' if limit is None else f'/{limit:.0f}'}W"


_COLUMNS = (
    _Column("Busy", "busy_percent", _plain("busy_percent", "%", "%")),
    _Column("SM", "sm_active_percent", _plain("sm_active_percent", "%", "%")),
    _Column("Tensor", "tensor_active_percent", _plain("tensor_active_percent", "%", "%")),
    _Column("DRAM", "dram_active_percent", _plain("dram_active_percent", "%", "%")),
    _Column("Memory", "memory_used_bytes", _memory),
    _Column("Temp.", "temperature_c", _plain("temperature_c", "°C", "°C")),
    _Column("Fan", "fan_percent", _plain("fan_percent", "%", "%")),
    _Column("Power", "power_w", _power),
    _Column("Clock", "sm_clock_mhz", _plain("sm_clock_mhz", "MHz", "MHz")),
)
_SPARED = ("Fan", "DRAM", "Tensor", "Clock", "SM", "Temp.")
"""Columns omitted on a terminal that is too narrow, in this order."""
_COLOURS = {"error": "red", "warning": "yellow", "ok": "green"}
_WHY = {
    "unsupported": "not available on this GPU",
    "old_driver": "the driver does not support this query",
    "no_permission": "this user has no permission to read it",
    "lost": "it has fallen off the bus",
    "asleep": "the GPU is asleep and was not woken",
    "mig": "not reported for a GPU in MIG mode",
    "unified": "it has no dedicated memory",
    "waiting": "two readings are required",
    "unsaid": "the source does not contain it",
    "impossible": "the driver reports an impossible value",
    "silent": "the driver did not respond",
    "failed": "the driver returned an error",
}


def why_words(lack: str) -> str:
    """Why a value is missing, for a person."""
    return _WHY.get(lack, lack)


def describe(facts: "GpuFacts", frame: "Frame", never: "Mapping[str, Lack]") -> dict[str, Any]:
    """Identity and activity of a GPU.

    Args:
        never: reasons why metrics are never available here.
    """
    return {
        "uuid": facts.uuid,
        "index": facts.index,
        "name": facts.name,
        "parent": facts.parent or None,
        "pci": facts.pci or None,
        "serial": facts.serial or None,
        "part_number": facts.part_number or None,
        "vbios": facts.vbios or None,
        "compute_capability": ".".join(map(str, facts.capability)) if facts.capability is not None else None,
        "chassis_serial": facts.chassis_serial or None,
        "slot": facts.slot,
        "tray": facts.tray,
        "module": facts.module,
        "numa_node": facts.numa_node,
        "persistence": facts.persistence,
        "ecc": facts.ecc,
        "mig": facts.mig,
        "power_limits_w": [facts.power_low_w, facts.power_default_w, facts.power_high_w],
        "slowdown_c": facts.slowdown_c,
        "shutdown_c": facts.shutdown_c,
        "time": frame.wall_s,
        "values": dict(frame.values),
        "missing": {key: lack.published for key, lack in {**never, **frame.lacks}.items()},
        "health": health_words(facts, frame, never),
    }


def health_words(facts: "GpuFacts", frame: "Frame", never: "Mapping[str, Lack]") -> list[dict[str, Any]]:
    """The health remarks of a GPU as objects, the most severe first."""
    from gpudesk.monitor.health.health import judge

    return [
        {
            "key": judgement.key,
            "severity": judgement.severity,
            "title": judgement.named.title,
            "evidence": None if judgement.evidence is None else judgement.evidence.plain(),
            "action": judgement.named.do or None,
        }
        for judgement in judge(facts, frame.values, {**never, **frame.lacks})
    ]


def _judged(facts: "GpuFacts", frame: "Frame", never: "Mapping[str, Lack]") -> "list[Judgement]":
    """The findings, the most severe first; for a MIG slice without those that apply only to the whole GPU."""
    from gpudesk.monitor.health.health import judge

    judgements = judge(facts, frame.values, {**never, **frame.lacks})
    return [judgement for judgement in judgements if not (facts.parent and judgement.key == "not_reported")]


def process_words(each: "Process") -> dict[str, Any]:
    """A process as an object."""
    return {
        "pid": each.pid,
        "kind": "graphics" if each.graphics else "compute",
        "used_bytes": each.used_bytes,
        "busy_percent": each.busy_percent,
        "command": each.command or None,
        "user": each.user or None,
        "container": each.container or None,
        "cpu_percent": each.cpu_percent,
        "host_bytes": each.host_bytes,
        "started": each.started_s,
    }


def table(gpus: "Sequence[tuple[GpuFacts, Frame, Mapping[str, Lack]]]") -> None:
    """Print a line per GPU, then the health findings, and the reasons for missing values.

    A column that none of these GPUs has is omitted and named below, as is one for which the terminal is too narrow.
    """
    had = [column for column in _COLUMNS if any(column.key in frame.values for _, frame, _ in gpus)]
    names = [_name(facts) for facts, _, _ in gpus]
    judged = [_judged(facts, frame, never) for facts, frame, never in gpus]
    states = [severity_title(each[0].severity) if each else "–" for each in judged]
    room = terminal.columns()
    shown, long = list(had), True
    rows = _rows(names, [frame.values for _, frame, _ in gpus], shown, states, long=long)
    if room is not None and _wide(rows) > room:
        rows = _rows(names, [frame.values for _, frame, _ in gpus], shown, states, long=(long := False))
    for title in _SPARED:
        if room is None or _wide(rows) <= room:
            break
        shown = [each for each in shown if each.title != title]
        rows = _rows(names, [frame.values for _, frame, _ in gpus], shown, states, long=long)
    _print_rows(rows, states)
    _print_findings([(name.strip(), _number(facts)) for name, (facts, *_) in zip(names, gpus, strict=True)], judged)
    for line in _missing([(facts, {**never, **frame.lacks}) for facts, frame, never in gpus], had):
        say(line)
    spared = [each.title for each in had if each not in shown]
    if spared:
        say(f"Not shown, because the terminal is too narrow ({room} columns): {', '.join(spared)}.")


def _name(facts: "GpuFacts") -> str:
    name = terminal.clean(f"{facts.index} {facts.name.removeprefix('NVIDIA ')}").rstrip()
    return f"  {name}" if facts.parent else name


def _rows(
    names: "Sequence[str]",
    values: "Sequence[Mapping[str, float]]",
    shown: "Sequence[_Column]",
    states: "Sequence[str]",
    *,
    long: bool,
) -> list[list[str]]:
    rows = [["GPU", *(column.title for column in shown), "Health"]]
    for name, value, state in zip(names, values, states, strict=True):
        rows.append([name, *(column.cell(value, long) if column.key in value else "–" for column in shown), state])
    return rows


def _wide(rows: "Sequence[Sequence[str]]") -> int:
    return sum(max(terminal.width(cell) for cell in column) + 2 for column in zip(*rows, strict=True)) - 2


def _print_rows(rows: "Sequence[Sequence[str]]", states: "Sequence[str]") -> None:
    widths = [max(terminal.width(row[at]) for row in rows) for at in range(len(rows[0]))]
    for at, row in enumerate(rows):
        cells = [terminal.left(row[0], widths[0])]
        cells += [terminal.right(cell, wide) for cell, wide in zip(row[1:-1], widths[1:-1], strict=True)]
        line = "  ".join(cells) + "  "
        if at == 0:
            say(line + row[-1], dim=True)
        else:
            say(line, end=row[-1], colour=_COLOURS.get(states[at - 1]))


def _number(facts: "GpuFacts") -> str:
    return f"{facts.index} (part)" if facts.parent else f"{facts.index}"


def _print_findings(called: "Sequence[tuple[str, str]]", judged: "Sequence[Sequence[Judgement]]") -> None:
    """A line for each finding, with the GPUs that it is of, by their names and numbers; the gravest first."""
    of: dict[tuple[str, ...], list[tuple[str, str, Message | None]]] = {}
    for (name, number), judgements in zip(called, judged, strict=True):
        for judgement in judgements:
            evidence = judgement.evidence
            # What differs by one number alone is listed once, with the number of each GPU.
            alike = "" if evidence is None else evidence.text if len(evidence.values) == 1 else evidence.plain()
            of.setdefault((judgement.severity, judgement.named.title, judgement.named.do, alike), []).append((name, number, evidence))
    for severity in ("error", "warning", "info"):
        for (of_it, title, do, _), whose in of.items():
            if of_it == severity:
                gpus = whose[0][0] if len(whose) == 1 else f"GPU {', '.join(number for _, number, _ in whose)}"
                say(
                    f"{gpus}: {title}{_evidence([evidence for *_, evidence in whose if evidence is not None])}. {do}".rstrip(),
                    _COLOURS.get(severity),
                )


def _evidence(messages: "Sequence[Message]") -> str:
    texts = dict.fromkeys(message.plain() for message in messages)
    if len(texts) > 1:
        (name,) = messages[0].values
        values = tuple(value for message in messages if not isinstance(value := message.values[name], tuple))
        texts = {replace(messages[0], values={name: values}).plain(): None}
    return "".join(f" ({text})" for text in texts)


def _missing(told: "Sequence[tuple[GpuFacts, Mapping[str, Lack]]]", had: "Sequence[_Column]") -> list[str]:
    """Why values are missing: a line for a reason, with the GPUs that it is of."""
    of: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for facts, reasons in told:
        by: dict[str, list[str]] = {}
        for column in _COLUMNS:
            # Boards without a fan of their own are as many as those with one: that it is not there says nothing.
            if column.key in reasons and (column.title != "Fan" or column in had):
                by.setdefault(str(reasons[column.key]), []).append(column.title)
        for why, lacking in by.items():
            of.setdefault((why, tuple(lacking)), []).append(_number(facts))
    lines = []
    for (why, titles), indices in of.items():
        whose = "" if len(indices) == len(told) else f"GPU {', '.join(indices)}: "
        lines.append(f"{whose}no {', '.join(titles)}: {why_words(why)} ({why}).")
    return [line[0].upper() + line[1:] for line in lines]


def process_table(told: "Sequence[tuple[GpuFacts, Sequence[Process], Lack | None]]") -> None:
    """Print a line for each process that uses GPU memory and, if none are reported, the reason."""
    room = terminal.columns()
    narrow = room is not None and room < NARROW
    lines = [process_line(str(facts.index), process, time.time(), narrow=narrow) for facts, processes, _ in told for process in processes]
    if lines:
        for at, line in enumerate([process_head(narrow=narrow), *lines]):
            say(line if room is None else terminal.cut(line, room), dim=at == 0)
    elif not any(lack for *_, lack in told):
        say("No process uses GPU memory.")
    for facts, _, lack in told:
        if lack is not None:
            say(f"GPU {facts.index}: its processes are not known: {why_words(str(lack))} ({lack}).")


def say(line: str, colour: str | None = None, *, dim: bool = False, end: str = "") -> None:
    """Print a line, or its end, in color if the terminal supports it, and in characters that it supports."""
    if not terminal.wide_letters():
        line, end = terminal.ascii_only(line), terminal.ascii_only(end)
    if not terminal.coloured() or not (end or colour or dim):
        click.echo((line + end).rstrip())
    elif end:
        click.echo(line + click.style(end, fg=colour))
    else:
        click.echo(click.style(line.rstrip(), fg=colour, dim=dim or None))
