"""Records the GPUs of this machine, and displays recordings."""

import signal
import threading
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.monitor.monitor_text import SCHEMA, describe, process_words, table
from gpudesk.cli.terminal.amounts import quantity
from gpudesk.cli.terminal.exits import UNREADABLE
from gpudesk.cli.terminal.output import counted, error_line, print_json
from gpudesk.disk.paths import is_there

if TYPE_CHECKING:
    from gpudesk.monitor.readings.reading import Frame
    from gpudesk.monitor.readings.source import Source
    from gpudesk.monitor.recording.recording_read import Recording

EXPORTS = ("csv", "jsonl", "prometheus")
_TAKE_S = 0.25
"""How often readings are handed to the recorder."""


def record(
    source: "Source", path: Path, *, seconds: float | None, days: tuple[float, float, float] | None = None, commands: bool = False
) -> None:
    """Record a source until the time is over or the program is stopped; prints the content of the file, and closes the source.

    Exits with 3 if nothing was read.

    Args:
        days: retention of single readings, seconds and minutes; the default without it.
        commands: store the command lines of processes, not only the names of their programs.

    Raises:
        StoreError: the file cannot be written.
    """
    from gpudesk.core.messages.errors import DeskError
    from gpudesk.monitor.recording.recorder import Recorder
    from gpudesk.monitor.recording.recording import Retention

    stop = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        retention = None if days is None else Retention.of_days(*days)
        recorder = Recorder(path, source.machines(), f"{source.kind}: {source.name}", retention, commands=commands)
    except DeskError:
        source.close()
        raise
    known = source.machines()
    last_trouble = None
    silent: tuple[str, ...] = ()
    try:
        end_s = None if seconds is None else time.monotonic() + seconds
        while not stop.wait(_TAKE_S if end_s is None else min(_TAKE_S, max(end_s - time.monotonic(), 0.0))):
            recorder.add(source.take(), source.take_events(), source.running())
            if [machine.gpus for machine in source.machines()] != [machine.gpus for machine in known]:
                known = source.machines()
                recorder.know(known)
            if recorder.trouble is not None and recorder.trouble is not last_trouble:
                last_trouble = recorder.trouble
                error_line(str(last_trouble))
            if end_s is not None and time.monotonic() >= end_s:
                break
        recorder.add(source.take(), source.take_events(), source.running())
        silent = tuple(f"{machine.name}: {machine.trouble}" for machine in source.machines() if machine.trouble)
    finally:
        try:
            recorder.close()
        finally:
            source.close()
            for number, handler in before.items():
                signal.signal(number, handler)
    click.echo(f"{counted(recorder.count, 'reading')} in {path} ({quantity(path.stat().st_size, 'B')})")
    if recorder.dropped:
        click.echo(f"{_note('dropped', recorder.dropped)}.")
    for line in silent:
        error_line(line)
    if not recorder.count:
        click.get_current_context().exit(UNREADABLE)


def show_recording(path: Path, *, as_json: bool) -> None:
    """The content of a recording, and the last reading of each GPU.

    Raises:
        StoreError: the file is not a recording, or damaged.
    """
    from gpudesk.monitor.recording.recording_read import Recording

    with Recording(path) as recording:
        span = recording.span()
        latest = {} if span is None else {uuid: _last(recording, uuid, span[1]) for uuid in recording.gpus()}
        if as_json:
            print_json(_document(recording, span, latest))
        else:
            _print(recording, span, latest)


def _last(recording: "Recording", uuid: str, end_s: float) -> "Frame":
    """The newest value of each metric, of the last minute that was read."""
    from gpudesk.monitor.readings.reading import Frame

    values: dict[str, float] = {}
    missing: dict[str, Any] = {}
    at_s = end_s
    for frame in recording.frames(uuid, end_s - 60.0, end_s):
        values.update(frame.values)
        missing = {**{key: why for key, why in missing.items() if key not in frame.values}, **frame.lacks}
        at_s = frame.wall_s
    return Frame(uuid, at_s, at_s, {key: value for key, value in values.items() if key not in missing}, missing)


def _document(recording: "Recording", span: tuple[float, float] | None, latest: "dict[str, Frame]") -> dict[str, Any]:
    machines = recording.machines()
    running = {} if span is None else recording.running(span[1])
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "source": "recording",
        "driver": machines[0].driver if len(machines) == 1 else "",
        "cuda": machines[0].cuda if len(machines) == 1 else "",
        "recording": {
            "begin": None if span is None else span[0],
            "end": None if span is None else span[1],
            "notes": [{"time": note.at_s, "kind": note.kind, "amount": note.amount} for note in recording.notes()],
            "marks": [{"name": mark.name, "begin": mark.begin_s, "end": mark.end_s} for mark in recording.marks()],
        },
        "gpus": [
            {
                **describe(gpu, latest[gpu.uuid], {}),
                "host": machine.name,
                "processes": [process_words(process) for process in running[gpu.uuid].processes] if gpu.uuid in running else [],
                "processes_missing": None if gpu.uuid in running else "not_reported",
                "driver_call_us": {},
            }
            for machine in machines
            for gpu in machine.gpus
            if gpu.uuid in latest
        ],
        "events": [{"uuid": event.uuid, "time": event.wall_s, "xid": event.xid} for event in recording.events()],
        "unreachable": [],
    }


def _print(recording: "Recording", span: tuple[float, float] | None, latest: "dict[str, Frame]") -> None:
    if span is None:
        click.echo("Nothing was recorded yet.")
        return
    click.echo(f"{_when(span[0])} to {_when(span[1])}, {(span[1] - span[0]) / 60:.1f} min")
    for machine in recording.machines():
        click.echo(f"{machine.name}{f', driver {machine.driver}' if machine.driver else ''}")
        table([(gpu, latest[gpu.uuid], {}) for gpu in machine.gpus if gpu.uuid in latest])
    for event in recording.events():
        click.echo(f"{_when(event.wall_s)} {event.uuid}: XID {event.xid}")
    for note in recording.notes():
        click.echo(f"{_when(note.at_s)} {_note(note.kind, note.amount)}")


def _note(kind: str, amount: float) -> str:
    if kind == "clock":
        return f"the system clock was adjusted by {amount:+,.1f} s; the times shown ignore this change"
    if kind == "slept":
        return f"the machine slept for {amount:,.0f} s; no readings during this time"
    one, several, rest = {
        "dropped": ("reading was", "readings were", "dropped, because readings arrived faster than they could be written"),
        "full": ("reading is", "readings are", "missing, because the disk was full"),
        "recovered": ("reading of an earlier recorder process was", "readings of an earlier recorder process were", "recovered"),
    }[kind]
    return f"{counted(round(amount), one, several)} {rest}"


def _when(at_s: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(at_s)) + " UTC"


def export_recording(path: Path, form: str, out: Path) -> None:
    """Write a recording for other tools.

    Raises:
        UsageError: the recording itself would be overwritten.
        StoreError: the file is not a recording, or damaged.
        NotWritten: there is no space for the output.
    """
    from gpudesk.disk.writing import is_standard_output
    from gpudesk.monitor.recording.recording_export import export_file

    if is_there(out) and is_there(path) and out.samefile(path):
        raise click.UsageError(f"{out} is the recording itself")
    count = export_file(path, form, out)
    click.echo(f"{counted(count, 'value' if form == 'prometheus' else 'reading')} in {out}", err=is_standard_output(out))
