"""Showing what nvidia-smi printed, or an exporter gave, into a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk import __version__
from gpudesk.cli.monitor_words import SCHEMA, describe, process_words, table
from gpudesk.cli.output import error_line, print_json
from gpudesk.core.message import Message

if TYPE_CHECKING:
    from gpudesk.monitor.smi_snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Read:
    """What a file says.

    Attributes:
        found: of a CSV with many moments each GPU at each of them.
        hosts: UUID → host, where the file says it.
        faults: lines that were passed over.
    """

    driver: str
    cuda: str
    found: "Sequence[Snapshot]"
    hosts: Mapping[str, str] = field(default_factory=dict)
    faults: Sequence[Message] = ()


def read_listing(path: Path) -> Read:
    """What nvidia-smi printed, or an exporter gave.

    Raises:
        InvalidData: it is no listing of nvidia-smi and no page of an exporter.
        OSError: it cannot be read.
    """
    from gpudesk.formats.nvidia_smi_csv import read_nvidia_smi_csv
    from gpudesk.formats.nvidia_smi_xml import MOST_BYTES, read_nvidia_smi_xml
    from gpudesk.formats.prometheus_text import is_prometheus_text
    from gpudesk.monitor.exporter_page import page_of
    from gpudesk.monitor.smi_snapshot import snapshots_of, snapshots_of_rows

    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    if text.lstrip()[:1] == b"<":
        log = read_nvidia_smi_xml(text)
        return Read(log.driver, log.cuda, snapshots_of(log))
    if is_prometheus_text(text):
        page = page_of(text, path.stat().st_mtime)
        return Read(page.driver, page.cuda, list(page.snapshots), dict(page.hosts), list(page.faults))
    return Read("", "", snapshots_of_rows(read_nvidia_smi_csv(text.decode("utf-8", "replace"))))


def show_snapshot(path: Path, *, as_json: bool) -> None:
    """Print the GPUs of a listing; of a CSV with many moments each GPU as it was last.

    Raises:
        InvalidData: it is no listing of nvidia-smi and no page of an exporter.
        OSError: it cannot be read.
    """
    read = read_listing(path)
    driver, cuda, hosts = read.driver, read.cuda, read.hosts
    found = list({each.facts.uuid: each for each in read.found}.values())
    for fault in read.faults:
        error_line(fault.plain())
    if not as_json:
        if driver:
            click.echo(f"Driver {driver}{f', runs containers up to CUDA {cuda}' if cuda else ''}")
        table([(each.facts, each.frame, {}) for each in found])
        return
    print_json(
        {
            "schema": SCHEMA,
            "program": {"name": "gpudesk", "version": __version__},
            "source": "snapshot",
            "driver": driver,
            "cuda": cuda,
            "gpus": [
                {
                    **describe(each.facts, each.frame, {}),
                    **({"host": hosts[each.facts.uuid]} if each.facts.uuid in hosts else {}),
                    "processes": [process_words(process) for process in each.processes],
                    "processes_missing": "unsaid" if hosts else None,
                    "cost_us": {},
                    "unknown": dict(each.unknown),
                }
                for each in found
            ],
            "unreachable": [],
        }
    )
