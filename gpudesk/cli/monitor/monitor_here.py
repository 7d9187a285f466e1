"""GPU activity of this machine, read once or repeatedly on the command line; an unresponsive GPU does not delay the others."""

import json
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.monitor.driver_start import started
from gpudesk.cli.monitor.monitor_text import SCHEMA, describe, process_table, process_words, table, why_words
from gpudesk.cli.terminal.output import print_json
from gpudesk.monitor.nvml.nvml import NvmlGpu, NvmlMachine
from gpudesk.monitor.nvml.silent_gpus import silent_words
from gpudesk.monitor.readings.answers import ANSWER_S, Call, wait_for_all

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.topology import NvLink
    from gpudesk.monitor.readings.pace import Pace
    from gpudesk.monitor.readings.reading import Frame, Lack, Process

_SETTLE_S = 0.25
"""Rates and activity take two readings so far apart."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The reading of one GPU."""

    gpu: NvmlGpu
    frame: "Frame"
    links: "tuple[NvLink, ...]"
    processes: "list[Process]"
    why: "Lack | None"
    cpus: str | None


class _Looks:
    """Reads GPUs, each in a separate thread."""

    def __init__(self, machine: NvmlMachine, pace: "Pace | None" = None) -> None:
        self._machine = machine
        self._pace = pace
        self._calls: dict[str, Call[_Seen]] = {}
        self.silent_s: dict[int, float] = {}

    def look(self, *, first: bool = False) -> list[_Seen]:
        """The current readings of the GPUs that respond."""
        self._machine.adopt()
        fresh = []
        for gpu in self._machine.gpus:
            call = self._calls.get(gpu.facts.uuid)
            if call is None or call.has_returned:
                call = self._calls[gpu.facts.uuid] = Call(partial(_look_at, gpu, first=first), self._pace)
                fresh.append(call)
        wait_for_all(fresh, ANSWER_S, self._pace)
        self.silent_s = {**self._machine.silent_s()}
        answers = []
        for gpu in self._machine.gpus:
            call = self._calls[gpu.facts.uuid]
            if call.has_returned:
                answers.append(call.answer())
            elif not gpu.facts.parent:
                self.silent_s[gpu.facts.index] = call.waits_s
        return answers


def watch_here(*, seconds: float | None, every: float, as_json: bool, pace: "Pace | None" = None) -> None:
    """Look once, or for so long.

    Args:
        pace: the clock by which answers are late; that of this machine if none is given.
    """
    with started(partial(NvmlMachine, pace)) as machine:
        looks = _Looks(machine, pace)
        seen = looks.look(first=True)
        if seconds is None:
            _tell(machine, seen, looks.silent_s, as_json=as_json)
            return
        end_s = time.monotonic() + seconds
        while (left_s := end_s - time.monotonic()) > 0:
            time.sleep(min(every, left_s))
            seen = looks.look()
            if as_json:
                click.echo(json.dumps(_document(machine, seen, looks.silent_s), allow_nan=False))
            else:
                _print(machine, seen, looks.silent_s)


def _look_at(gpu: NvmlGpu, *, first: bool) -> _Seen:
    if first:
        gpu.read()
        gpu.processes()
        time.sleep(_SETTLE_S)
    frame, links = _read(gpu)
    processes, why = gpu.processes()
    return _Seen(gpu, frame, links, processes, why, _cpus(gpu))


def _tell(machine: NvmlMachine, seen: list[_Seen], silent_s: dict[int, float], *, as_json: bool) -> None:
    if as_json:
        print_json(_document(machine, seen, silent_s))
    else:
        _print(machine, seen, silent_s)
        if seen:
            click.echo()
            process_table([(reading.gpu.facts, reading.processes, reading.why) for reading in seen])


def _document(machine: NvmlMachine, seen: list[_Seen], silent_s: dict[int, float]) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "source": "nvml",
        "driver": machine.driver,
        "cuda": machine.cuda,
        "gpus": [_gpu(reading) for reading in seen],
        "unreachable": _unreachable(machine, silent_s),
    }


def _unreachable(machine: NvmlMachine, silent_s: dict[int, float]) -> list[dict[str, Any]]:
    reasons = {index: why.published for index, why in machine.unreachable.items()} | dict.fromkeys(silent_s, "silent")
    return [
        {"index": index, "reason": why, **({"unresponsive_s": round(silent_s[index], 1)} if index in silent_s else {})}
        for index, why in sorted(reasons.items())
    ]


def _gpu(seen: _Seen) -> dict[str, Any]:
    gpu = seen.gpu
    return {
        **describe(gpu.facts, seen.frame, _never(gpu, seen.frame)),
        "cpu_affinity": seen.cpus,
        "links": _links(seen.links),
        "processes": [process_words(process) for process in seen.processes],
        "processes_missing": None if seen.why is None else seen.why.published,
        "driver_call_us": {name: round(cost * 1e6, 1) for name, cost in gpu.cost_s.items()},
    }


def _read(gpu: NvmlGpu) -> "tuple[Frame, tuple[NvLink, ...]]":
    """Its current readings and NVLinks; no links if the driver does not report them, with the reason in `nvlinks_up`."""
    from gpudesk.monitor.nvml.topology import error_sums, links_of
    from gpudesk.monitor.readings.reading import Lack, with_more

    answer = () if gpu.facts.parent else links_of(gpu.handle)
    links = () if isinstance(answer, Lack) else answer
    return with_more(gpu.read(), error_sums(links)), links


def _never(gpu: NvmlGpu, frame: "Frame") -> "dict[str, Lack]":
    """Why metrics are never given here."""
    return {key: why for key, why in gpu.lacks.items() if key not in frame.values}


def _links(links: "tuple[NvLink, ...]") -> list[dict[str, Any]]:
    """Its NVLinks as objects."""
    from gpudesk.monitor.readings.reading import Lack

    return [
        {
            "link": link.number,
            "up": link.up,
            "remote": link.kind or None,
            "remote_pci": link.remote_pci or None,
            "errors": {name: None if isinstance(count, Lack) else count for name, count in link.errors.items()},
            "errors_missing": {name: why.published for name, why in link.errors.items() if isinstance(why, Lack)},
        }
        for link in links
    ]


def _cpus(gpu: NvmlGpu) -> str | None:
    """The CPUs near the GPU, as "0-31,64-95"; None for a MIG slice, and if the driver does not report them."""
    from gpudesk.core.names.number_ranges import number_ranges
    from gpudesk.monitor.nvml.topology import cpus_of
    from gpudesk.monitor.readings.reading import Lack

    answer = Lack.MIG if gpu.facts.parent else cpus_of(gpu.handle)
    return None if isinstance(answer, Lack) else number_ranges(answer)


def _print(machine: NvmlMachine, seen: list[_Seen], silent_s: dict[int, float]) -> None:
    click.echo(f"Driver {machine.driver}, supports containers up to CUDA {machine.cuda}")
    if not machine.gpus and not machine.unreachable:
        click.echo("The driver responds, but finds no GPU.")
        return
    table([(reading.gpu.facts, reading.frame, _never(reading.gpu, reading.frame)) for reading in seen])
    for index, seconds in sorted(silent_s.items()):
        click.echo(f"GPU {index}: {silent_words(seconds)}; check the kernel log for its Xid")
    for index, why in sorted(machine.unreachable.items()):
        if index not in silent_s:
            click.echo(f"{index}: cannot be read: {why_words(str(why))} ({why})")
