"""Showing what nvidia-smi printed, or an exporter gave, into a file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk import __version__
from gpudesk.cli.monitor_words import SCHEMA, describe, process_words, table
from gpudesk.cli.output import error_line, print_json

if TYPE_CHECKING:
    from gpudesk.monitor.smi_snapshot import Snapshot


def show_snapshot(path: Path, *, as_json: bool) -> None:
    """Print the GPUs of a listing; of a CSV with many moments each GPU as it was last.

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
    driver, cuda = "", ""
    hosts: dict[str, str] = {}
    found: list[Snapshot]
    if text.lstrip()[:1] == b"<":
        log = read_nvidia_smi_xml(text)
        driver, cuda, found = log.driver, log.cuda, snapshots_of(log)
    elif is_prometheus_text(text):
        page = page_of(text, path.stat().st_mtime)
        driver, cuda, found, hosts = page.driver, page.cuda, list(page.snapshots), dict(page.hosts)
        for fault in page.faults:
            error_line(fault.plain())
    else:
        last = {each.facts.uuid: each for each in snapshots_of_rows(read_nvidia_smi_csv(text.decode("utf-8", "replace")))}
        found = list(last.values())
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
