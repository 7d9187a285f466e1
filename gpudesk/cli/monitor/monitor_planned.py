"""Holding a machine against the plan, on the command line."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.output import print_json, print_table

if TYPE_CHECKING:
    from gpudesk.core.hardware.host_inventory import FoundMachine
    from gpudesk.onsite.as_found import AsFound

SCHEMA = "gpudesk.as-found.v2"


def show_as_planned(file: Path, source: str, device: str, *, keep: bool, as_json: bool) -> None:
    """Compare, print, perhaps keep; ends with 5 where something is not as planned.

    Args:
        source: "nvml", or the file of a listing.

    Raises:
        DeskError: the plan or the listing cannot be read, or the plan has no such device.
        OSError: the listing cannot be read.
    """
    from gpudesk.onsite.as_found import as_found, device_for
    from gpudesk.operations.onsite.record_as_found import record_as_found
    from gpudesk.operations.run.run import run
    from gpudesk.project.document import Document

    machine = _local() if source == "nvml" else _listed(Path(source))
    with Document.open(file, write=keep) as document:
        document.quick_check()
        comparison = as_found(document.snapshot, device_for(document.snapshot, machine, device), machine)
        if keep:
            run(document, record_as_found, comparison)
    if as_json:
        print_json(_document(file, comparison))
    else:
        _print(comparison, kept=keep)
    if not comparison.as_planned:
        click.get_current_context().exit(FOUND)


def _local() -> "FoundMachine":
    import socket
    import time

    from gpudesk.monitor.host.found import found_machine
    from gpudesk.monitor.host.nearest_nics import chassis_serial, nearest_nics
    from gpudesk.monitor.nvml.nvml import NvmlMachine
    from gpudesk.monitor.readings.source import Machine

    with NvmlMachine() as machine:
        values = {gpu.facts.uuid: gpu.read().values for gpu in machine.gpus}
        facts = tuple(gpu.facts for gpu in machine.gpus)
        local_machine = Machine(socket.gethostname(), machine.driver, machine.cuda, facts, dict(machine.unreachable), seen_s=time.time())
    nics = nearest_nics({gpu.index: gpu.pci for gpu in facts if not gpu.parent})
    return found_machine(local_machine, values, serial=chassis_serial(), nics=nics)


def _listed(path: Path) -> "FoundMachine":
    from gpudesk.monitor.host.found import found_machine
    from gpudesk.monitor.readings.source import Machine
    from gpudesk.monitor.saved.gpu_listing import read_gpu_listing

    read = read_gpu_listing(path)
    last = {reading.facts.uuid: reading for reading in read.found}
    seen_s = max((reading.frame.wall_s for reading in last.values()), default=0.0)
    host = next(iter(read.hosts.values()), "")
    machine = Machine(host, read.driver, read.cuda, tuple(reading.facts for reading in last.values()), seen_s=seen_s or None)
    return found_machine(machine, {uuid: reading.frame.values for uuid, reading in last.items()})


def _document(file: Path, found: "AsFound") -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "device": found.device,
        "host": found.host or None,
        "observed_at_utc": found.seen_utc or None,
        "as_planned": found.as_planned,
        "counts": {str(standing): count for standing, count in found.counts().items()},
        "lines": [
            {
                "key": line.key,
                "title": line.title.plain(),
                "result": str(line.standing),
                "planned": line.planned or None,
                "actual": line.found or None,
                "gpus": list(line.gpus),
            }
            for line in found.lines
        ],
    }


def _print(found: "AsFound", *, kept: bool) -> None:
    rows = [("", "", "Planned", "Found", "GPUs")]
    rows += [
        (
            str(line.standing),
            line.title.plain(),
            line.planned or "not in the plan",
            line.found or "not reported",
            ", ".join(map(str, line.gpus)),
        )
        for line in found.lines
    ]
    print_table(rows)
    counts = found.counts()
    text = ", ".join(f"{count} {standing}" for standing, count in counts.items())
    click.echo(f"{found.device}: {text}" + ("; saved in its journal" if kept else ""))
