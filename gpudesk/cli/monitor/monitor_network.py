"""Watching GPUs over the network: exporters of hosts, or a Prometheus server. Giving their address is what permits it."""

import json
import time
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.monitor.monitor_text import SCHEMA, describe, table
from gpudesk.cli.terminal.exits import UNREADABLE
from gpudesk.cli.terminal.output import error_line, print_json

if TYPE_CHECKING:
    from gpudesk.monitor.readings.reading import Event, Frame, GpuFacts
    from gpudesk.monitor.readings.source import Machine, Source

KINDS = ("dcgm", "prometheus")
"""Prefix of such a source; its addresses follow a colon."""
_LOOK_S = 0.02
_FIRST_S = 40.0
"""Time that a single reading waits for hosts that have neither answered nor failed: longer than a source's own timeout (20 s,
`monitor/exporters/prometheus.py`), which reports its failures; on a busy machine, reading the response of a fleet takes a while."""


def watch_network(kind: str, addresses: str, *, seconds: float | None, every: float, as_json: bool) -> None:
    """Print the host readings: once after all answered or failed, or repeatedly for `seconds`; exits with 3 if none answered.

    Raises:
        InvalidData: an address is not valid.
    """
    source = opened(kind, addresses, every)
    try:
        latest: dict[str, Frame] = {}
        if seconds is None:
            end_s = time.monotonic() + _FIRST_S
            while time.monotonic() < end_s and not _all_told(source.machines()):
                time.sleep(_LOOK_S)
            _tell(source, latest, source.take_events(), as_json=as_json, one_line=False)
            _end(source, latest)
            return
        end_s = time.monotonic() + seconds
        while (left_s := end_s - time.monotonic()) > 0:
            time.sleep(min(every, left_s))
            _tell(source, latest, source.take_events(), as_json=as_json, one_line=True)
        _end(source, latest)
    finally:
        source.close()


def _end(source: "Source", latest: "dict[str, Frame]") -> None:
    """Nothing was read where no host has answered: a script must see it."""
    if not latest and all(machine.seen_s is None for machine in source.machines()):
        click.get_current_context().exit(UNREADABLE)


def opened(kind: str, addresses: str, every: float) -> "Source":
    """The source of these addresses.

    Raises:
        InvalidData: an address is none.
    """
    from gpudesk.monitor.exporters.fetching import credentials_of_environment
    from gpudesk.monitor.exporters.prometheus import PrometheusSource
    from gpudesk.monitor.exporters.scrape import DcgmSource

    if kind == "prometheus":
        return PrometheusSource(addresses, every_s=every, credentials=credentials_of_environment())

    return DcgmSource([part for part in addresses.split(",") if part.strip()], every_s=every)


def _all_told(machines: "tuple[Machine, ...] | Any") -> bool:
    return bool(machines) and all(machine.seen_s is not None or machine.trouble for machine in machines)


def _tell(source: "Source", latest: "dict[str, Frame]", events: "list[Event]", *, as_json: bool, one_line: bool) -> None:
    """Print the latest reading of each GPU."""
    latest.update({frame.uuid: frame for frame in source.take()})
    machines = source.machines()
    if as_json:
        body = _document(source, machines, latest, events)
        if one_line:
            click.echo(json.dumps(body, allow_nan=False))
        else:
            print_json(body)
        return
    for machine in machines:
        _print(machine, latest)
    for event in events:
        click.echo(f"{event.uuid}: XID {event.xid}")


def _print(machine: "Machine", latest: "dict[str, Frame]") -> None:
    click.echo(f"{machine.name}{f', driver {machine.driver}' if machine.driver else ''}")
    if machine.trouble:
        error_line(f"{machine.name}: {machine.trouble}")
    if machine.gpus:
        table([(gpu, _frame(gpu, latest), {}) for gpu in machine.gpus])


def _frame(gpu: "GpuFacts", latest: "dict[str, Frame]") -> "Frame":
    from gpudesk.monitor.readings.metrics import metrics
    from gpudesk.monitor.readings.reading import Frame, Lack

    return latest.get(gpu.uuid) or Frame(gpu.uuid, 0.0, 0.0, {}, dict.fromkeys(metrics(), Lack.UNSAID))


def _document(source: "Source", machines: "Any", latest: "dict[str, Frame]", events: "list[Event]") -> dict[str, Any]:
    drivers, cudas = {machine.driver for machine in machines}, {machine.cuda for machine in machines}
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "source": str(source.kind),
        "driver": drivers.pop() if len(drivers) == 1 else "",
        "cuda": cudas.pop() if len(cudas) == 1 else "",
        "hosts": [
            {
                "name": machine.name,
                "driver": machine.driver or None,
                "cuda": machine.cuda or None,
                "last_seen": machine.seen_s,
                "error": machine.trouble or None,
            }
            for machine in machines
        ],
        "gpus": [
            {
                **describe(gpu, _frame(gpu, latest), {}),
                "host": machine.name,
                "processes": [],
                "processes_missing": "not_reported",
                "driver_call_us": {},
            }
            for machine in machines
            for gpu in machine.gpus
        ],
        "events": [{"uuid": event.uuid, "time": event.wall_s, "xid": event.xid} for event in events],
        "unreachable": [],
    }
