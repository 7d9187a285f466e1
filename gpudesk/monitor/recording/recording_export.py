"""A recording in forms that other tools read: CSV, JSON lines, and the text of Prometheus."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from heapq import merge
from pathlib import Path
from typing import TextIO

import numpy as np

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.paths import is_there
from gpudesk.formats.tables.tables import csv_text
from gpudesk.formats.text.written_files import NotWritten, whole_file
from gpudesk.monitor.readings.metrics import Nature, metrics, with_counters
from gpudesk.monitor.readings.reading import Frame
from gpudesk.monitor.recording.recording_read import Recording

_NOTHING = (np.empty(0, np.int64), np.empty(0))


def _frames(recording: Recording) -> Iterator[Frame]:
    span = recording.span()
    if span is None:
        return iter(())
    return merge(*(recording.frames(uuid, *span) for uuid in recording.gpus()), key=lambda frame: frame.wall_s)


@dataclass(frozen=True, slots=True)
class _Called:
    """Display names of a GPU: its host, its number there (for a MIG instance after the number of its GPU), and its type."""

    host: str = ""
    number: str = ""
    name: str = ""


def _called(recording: Recording) -> Mapping[str, _Called]:
    names_by_uuid = {}
    for machine in recording.machines():
        numbers = {facts.uuid: str(facts.index) for facts in machine.gpus if not facts.parent}
        for facts in machine.gpus:
            number = f"{numbers.get(facts.parent, '')}.{facts.index}" if facts.parent else numbers[facts.uuid]
            names_by_uuid[facts.uuid] = _Called(machine.name, number, facts.name)
    return names_by_uuid


def write_csv(recording: Recording, out: TextIO) -> int:
    """Write one line per reading and one column per metric; missing values are empty. Return the number of readings."""
    keys, called = list(metrics()), _called(recording)
    out.write(csv_text([["time", "gpu", "host", "number", "name", *keys]]))
    count = 0
    for frame in _frames(recording):
        who = called.get(frame.uuid, _Called())
        values = (frame.values.get(key, "") for key in keys)
        out.write(csv_text([[f"{frame.wall_s:.6f}", frame.uuid, who.host, who.number, who.name, *values]]))
        count += 1
    return count


def write_jsonl(recording: Recording, out: TextIO) -> int:
    """An object a line: time, GPU, values, and why others are missing. Returns how many readings."""
    count, called = 0, _called(recording)
    for frame in _frames(recording):
        who = called.get(frame.uuid, _Called())
        record = {
            "time": frame.wall_s,
            "gpu": frame.uuid,
            "host": who.host,
            "number": who.number,
            "name": who.name,
            "values": dict(frame.values),
            "missing": {k: v.published for k, v in frame.lacks.items()},
        }
        out.write(json.dumps(record, allow_nan=False, separators=(",", ":")) + "\n")
        count += 1
    return count


def write_prometheus(recording: Recording, out: TextIO) -> int:
    """Write Prometheus text with times in milliseconds, grouped by metric as required. Return the number of readings."""
    span = recording.span()
    if span is None:
        return 0
    count, called = 0, _called(recording)
    for key, metric in metrics().items():
        name = f"gpudesk_{key}"
        needed = with_counters([key])
        has_head = False
        for uuid in recording.gpus():
            who = called.get(uuid, _Called())
            named = {"uuid": uuid, "host": who.host, "gpu": who.number, "name": who.name}
            labels = ",".join(f'{label}="{_escaped(text)}"' for label, text in named.items() if text)
            # By columns, not by frames: the whole recording is read once for each metric.
            for chunk, inside in recording.blocks(uuid, *span, only=needed):
                where, what = chunk.values.get(key, _NOTHING)
                is_inside = inside[where]
                if not is_inside.any():
                    continue
                if not has_head:
                    has_head = True
                    out.write(f"# HELP {name} {metric.title}{f' ({metric.unit})' if metric.unit else ''}\n")
                    out.write(f"# TYPE {name} {'counter' if metric.nature is Nature.COUNTER else 'gauge'}\n")
                times_ms = np.rint(chunk.times_s[where[is_inside]] * 1000).astype(np.int64)
                out.writelines(
                    f"{name}{{{labels}}} {value!r} {at_ms}\n"
                    for value, at_ms in zip(what[is_inside].tolist(), times_ms.tolist(), strict=True)
                )
                count += len(times_ms)
    return count


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


WRITERS: dict[str, Callable[[Recording, TextIO], int]] = {"csv": write_csv, "jsonl": write_jsonl, "prometheus": write_prometheus}


def export_file(path: Path, form: str, out: Path) -> int:
    """Write a recording as one of `WRITERS` into a file, completely or not at all. Return the number of readings or values.

    Raises:
        StoreError: the file is not a recording, or is damaged.
        NotWritten: the target is not writable, or the recording itself would be overwritten.
    """
    with Recording(path) as recording:
        if is_there(out) and out.samefile(path):
            raise NotWritten(Message("monitor", QT_TRANSLATE_NOOP("monitor", "{path} is the recording itself."), {"path": str(out)}))
        with whole_file(out) as raw, io.TextIOWrapper(raw, encoding="utf-8", newline="") as file:
            return WRITERS[form](recording, file)
