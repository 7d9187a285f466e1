"""Showing what nvidia-smi printed into a file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk import __version__
from gpudesk.cli.monitor_words import SCHEMA, describe, process_words, table
from gpudesk.cli.output import print_json

if TYPE_CHECKING:
    from gpudesk.monitor.smi_snapshot import Snapshot


def show_snapshot(path: Path, *, as_json: bool) -> None:
    """Print the GPUs of a listing; of a CSV with many moments each GPU as it was last.

    Raises:
        InvalidData: it is no listing of nvidia-smi.
        OSError: it cannot be read.
    """
    from gpudesk.formats.nvidia_smi_csv import read_nvidia_smi_csv
    from gpudesk.formats.nvidia_smi_xml import MOST_BYTES, read_nvidia_smi_xml
    from gpudesk.monitor.smi_snapshot import snapshots_of, snapshots_of_rows

    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    driver, cuda = "", ""
    found: list[Snapshot]
    if text.lstrip()[:1] == b"<":
        log = read_nvidia_smi_xml(text)
        driver, cuda, found = log.driver, log.cuda, snapshots_of(log)
    else:
        last = {each.facts.uuid: each for each in snapshots_of_rows(read_nvidia_smi_csv(text.decode("utf-8", "replace")))}
        found = list(last.values())
    if not as_json:
        if driver:
            click.echo(f"Driver {driver}, runs containers up to CUDA {cuda}")
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
                    "processes": [process_words(process) for process in each.processes],
                    "processes_missing": None,
                    "cost_us": {},
                    "unknown": dict(each.unknown),
                }
                for each in found
            ],
            "unreachable": [],
        }
    )
