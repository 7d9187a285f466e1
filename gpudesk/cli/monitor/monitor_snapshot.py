"""Showing what nvidia-smi printed, or an exporter gave, into a file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.monitor.monitor_text import SCHEMA, describe, process_words, table
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import error_line, print_json

if TYPE_CHECKING:
    from gpudesk.monitor.saved.gpu_listing import GpuListing


def show_snapshot(path: Path, *, as_json: bool) -> None:
    """Print the GPUs of a listing; of a CSV with many moments each GPU as it was last.

    Raises:
        InvalidData: it is no listing of nvidia-smi and no page of an exporter, or it cannot be read.
    """
    from gpudesk.monitor.saved.gpu_listing import read_gpu_listing

    read = read_gpu_listing(path)
    if as_json:
        _name_faults(read)
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "source": "snapshot", **listing_body(read)})
    else:
        print_listing(read)


def print_listing(read: "GpuListing") -> None:
    """Print the GPUs of a listing as a table; its errors go to the error output."""
    _name_faults(read)
    if read.driver:
        click.echo(f"Driver {read.driver}{f', supports containers up to CUDA {read.cuda}' if read.cuda else ''}")
    for note in read.notes:
        click.echo(sentence(note))
    last_by_uuid = {reading.facts.uuid: reading for reading in read.found}
    table([(reading.facts, reading.frame, {}) for reading in last_by_uuid.values()])


def _name_faults(read: "GpuListing") -> None:
    for fault in read.faults:
        error_line(fault.plain())
    for seen in read.failures:
        error_line(f"line {seen.line}: {seen.failure.title}. {seen.failure.cause} {seen.failure.do}")


def listing_body(read: "GpuListing") -> dict[str, Any]:
    """A listing as an object."""
    hosts = read.hosts
    last_by_uuid = {reading.facts.uuid: reading for reading in read.found}
    return {
        "driver": read.driver,
        "cuda": read.cuda,
        "gpus": [
            {
                **describe(reading.facts, reading.frame, {}),
                **({"host": hosts[reading.facts.uuid]} if reading.facts.uuid in hosts else {}),
                "processes": [process_words(process) for process in reading.processes],
                "processes_missing": "not_reported" if hosts else None,
                "driver_call_us": {},
                "unrecognized": dict(reading.unknown),
            }
            for reading in last_by_uuid.values()
        ],
        "unreachable": [],
        "format": read.form.value,
        "attached": read.attached or None,
        "faults": [fault.plain() for fault in read.faults],
        "notes": [note.plain() for note in read.notes],
        "failures": [
            {"line": seen.line, "text": seen.text, "gpu": seen.gpu or None, "key": seen.failure.key, "title": seen.failure.title}
            for seen in read.failures
        ],
    }
