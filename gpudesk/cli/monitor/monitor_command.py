"""The command that watches the GPUs of this machine."""

import sys
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpudesk.cli.monitor.driver_start import started
from gpudesk.cli.monitor.monitor_feed import Feed
from gpudesk.cli.monitor.monitor_kernel_log import show_kernel_log
from gpudesk.cli.monitor.monitor_live import watch_live
from gpudesk.cli.monitor.monitor_network import KINDS as NETWORK_KINDS
from gpudesk.cli.monitor.monitor_network import opened, watch_network
from gpudesk.cli.monitor.monitor_planned import show_as_planned
from gpudesk.cli.monitor.monitor_recording import EXPORTS, export_recording, record, show_recording
from gpudesk.cli.monitor.monitor_snapshot import show_snapshot
from gpudesk.cli.monitor.monitor_verdict import show_verdict, tracks_of_listing, tracks_of_recording
from gpudesk.cli.terminal.given_paths import IN, GivenPath, refuse_two_outputs
from gpudesk.cli.terminal.output import json_option
from gpudesk.disk.paths import kind_at

if TYPE_CHECKING:
    from gpudesk.monitor.nvml.local import LocalSource

_RECORDED = frozenset({"replay", "snapshot"})
_PROFILE = "Output of nsys stats (CSV) or the PyTorch profiler for the same job; may be repeated."


@click.command("monitor")
@click.option("--once", is_flag=True, help="Read once and exit. This is the default without --seconds.")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="How long to keep reading.")
@click.option(
    "--live",
    is_flag=True,
    help="Show GPUs and processes live in the terminal until q or Ctrl+C; ? lists the keys. For this machine, or the hosts of --source.",
)
@click.option("--every", type=click.FloatRange(min=0.1), default=1.0, show_default=True, help="Seconds between readings.")
@click.option(
    "--source",
    default="nvml",
    show_default=True,
    metavar="nvml|dcgm:URL,...|prometheus:URL|snapshot:FILE|replay:FILE",
    help="The source: the driver of this machine; exporters of hosts, or a Prometheus server, over the network; or a file: output of "
    "nvidia-smi (-q -x, or --query-gpu with --format=csv) or of an exporter (/metrics), or a recording.",
)
@click.option("--record", "into", type=GivenPath(dir_okay=False), help="Record to a file, for --seconds or until stopped.")
@click.option(
    "--keep-days",
    "days",
    type=(float, float, float),
    metavar="READINGS SECONDS MINUTES",
    help="With --record: days to keep raw readings, 1-second and 1-minute summaries (1 7 365); hourly summaries are kept forever.",
)
@click.option(
    "--with-commands",
    "commands",
    is_flag=True,
    help="With --record: keep the full command lines of processes, which may contain secrets; by default only program names.",
)
@click.option(
    "--export",
    type=(click.Choice(EXPORTS), GivenPath(output=True, dir_okay=False)),
    metavar="csv|jsonl|prometheus OUT",
    help="Export the recording of --source replay:FILE for other tools; with --verdict (csv), export the verdict.",
)
@click.option(
    "--kernel-log",
    "log",
    metavar="FILE",
    type=IN,
    help="List the Xid errors in a saved kernel log, with meaning and required action.",
)
@click.option(
    "--verdict", is_flag=True, help="Evaluate whether the GPUs suit the workload, from a recording or the CSV output of nvidia-smi -l 1."
)
@click.option("--profile", "profiles", metavar="FILE", multiple=True, type=IN, help=_PROFILE)
@click.option(
    "--gpu",
    "only",
    metavar="NUMBER|UUID|HOST|HOST/NUMBER",
    multiple=True,
    help="Evaluate only this GPU, or the GPUs of this host; may be repeated.",
)
@click.option(
    "--window",
    type=(float, float),
    metavar="FROM UNTIL",
    help="Evaluate these minutes after the first reading; by default everything after the warm-up.",
)
@click.option(
    "--feed",
    metavar="FILE",
    type=IN,
    help="Save the peak memory use found by --verdict with a workload of this project, together with its estimate.",
)
@click.option("--workload", metavar="NAME", default="", help="With --feed: the workload that ran; not needed if there is only one.")
@click.option(
    "--tokens-per-s",
    "rate",
    metavar="RATE",
    type=click.FloatRange(min=0.1, max=1e11),
    help="With --feed: tokens per second of all GPUs in the window, from the server or training log.",
)
@click.option("--as-planned", "planned", metavar="FILE", type=IN, help="Compare the machine with a device of this project.")
@click.option("--device", metavar="NAME", default="", help="The device to compare with; by default found by serial number or host name.")
@click.option("--keep", is_flag=True, help="Save the comparison in the journal of the device.")
@json_option
def monitor_command(
    once: bool,
    live: bool,
    seconds: float | None,
    every: float,
    source: str,
    into: Path | None,
    days: tuple[float, float, float] | None,
    commands: bool,
    export: tuple[str, Path] | None,
    log: Path | None,
    verdict: bool,
    profiles: tuple[Path, ...],
    only: tuple[str, ...],
    window: tuple[float, float] | None,
    feed: Path | None,
    workload: str,
    rate: float | None,
    planned: Path | None,
    device: str,
    keep: bool,
    as_json: bool,
) -> None:
    """Show the state of the GPUs of this machine, or of the given hosts, and the reason for each missing value.

    The driver is read through NVML; nothing is ever changed. A value that the GPU, its driver or your permissions do not
    provide is never shown as zero: it is left out, and the reason is shown. With --seconds and --json, each reading is one
    line of JSON.

    --verdict evaluates whether the GPUs have the right size for the recorded job. --as-planned exits with 5 if anything
    differs from the plan. Exits with 3 if nothing can be read, for example because no host responds.
    """
    kind, _, path = source.partition(":")
    _refuse_modes(once=once, live=live, seconds=seconds, every=every, alone=not (as_json or into or verdict or export or planned or log))
    if kind in _RECORDED and path:
        kind_at(Path(path))
    if export is not None:
        refuse_two_outputs(export[1], as_json=as_json)
    _refuse_without(
        (bool(device or keep), planned is None, "--device and --keep need --as-planned"),
        (bool(profiles or only or window), not verdict, "--profile, --gpu and --window need --verdict"),
        (feed is not None, not verdict, "--feed needs --verdict"),
        (bool(workload) or rate is not None, feed is None, "--workload and --tokens-per-s need --feed"),
    )
    if log is not None:
        show_kernel_log(log, as_json=as_json)
        return
    if planned is not None:
        if kind not in {"nvml", "snapshot"}:
            raise click.UsageError("--as-planned reads this machine or snapshot:FILE")
        show_as_planned(planned, path or "nvml", device, keep=keep, as_json=as_json)
        return
    if verdict:
        if kind not in _RECORDED or not path:
            raise click.UsageError("--verdict needs a recording: --source replay:FILE or snapshot:FILE")
        tracks = tracks_of_recording if kind == "replay" else tracks_of_listing
        fed = None if feed is None else Feed(feed, workload, rate)
        show_verdict(tracks(Path(path)), source, profiles, only=only, window=window, into=_table(export), feed=fed, as_json=as_json)
        return
    _refuse_without(
        (export is not None, kind != "replay", "--export needs a recording: give it with --source replay:FILE"),
        (into is not None, once or as_json, "--record cannot be combined with --once or --json"),
        (days is not None, into is None, "--keep-days needs --record"),
        (commands, into is None, "--with-commands needs --record"),
        (into is not None, kind in _RECORDED, "--record needs a live source, not a file"),
        (live, kind in _RECORDED, "--live needs a live source: this machine, or hosts by dcgm: or prometheus:"),
    )
    if kind in _RECORDED and path:
        _show_file(kind, Path(path), seconds, export, as_json=as_json)
        return
    network = kind in NETWORK_KINDS and bool(path)
    if not network and source != "nvml":
        raise click.UsageError(
            f"there is no source {source!r}; the sources are nvml, dcgm:URL, prometheus:URL, snapshot:FILE and replay:FILE"
        )
    if into is not None:
        record(opened(kind, path, every) if network else _driver(every), into, seconds=seconds, days=days, commands=commands)
    elif live:
        watch_live(opened(kind, path, every) if network else _driver(every), every=every, seconds=seconds)
    elif network:
        watch_network(kind, path, seconds=seconds, every=every, as_json=as_json)
    else:
        from gpudesk.cli.monitor.monitor_here import watch_here

        watch_here(seconds=seconds, every=every, as_json=as_json)


def _refuse_modes(*, once: bool, live: bool, seconds: float | None, every: float, alone: bool) -> None:
    """Refuse reading modes that exclude each other; `alone`: no option that writes or evaluates is given."""
    if live and (once or not alone):
        raise click.UsageError("--live draws in the terminal: it can be combined only with --source, --seconds and --every")
    if live and not sys.stdout.isatty():
        raise click.UsageError("--live needs a terminal; use --seconds to print readings line by line")
    if not isfinite(every) or (seconds is not None and not isfinite(seconds)):
        raise click.UsageError("--every and --seconds need a number of seconds; without --seconds a recording runs until it is stopped")
    if once and seconds is not None:
        raise click.UsageError("--once and --seconds exclude each other")


def _refuse_without(*conflicts: tuple[bool, bool, str]) -> None:
    """Raise the first usage error of an option given without the one it requires."""
    for is_given, missing, text in conflicts:
        if is_given and missing:
            raise click.UsageError(text)


def _show_file(kind: str, path: Path, seconds: float | None, export: tuple[str, Path] | None, *, as_json: bool) -> None:
    """Show or export a recording, or show a snapshot."""
    if seconds is not None:
        recording = kind == "replay"
        raise click.UsageError(
            "only the end of a recording is shown: leave out --seconds" if recording else "a snapshot has one reading: leave out --seconds"
        )
    if kind == "snapshot":
        show_snapshot(path, as_json=as_json)
    elif export is None:
        show_recording(path, as_json=as_json)
    else:
        export_recording(path, *export)


def _driver(every: float) -> "LocalSource":
    """The driver of this machine, read at this pace."""
    from gpudesk.monitor.nvml.local import LocalSource
    from gpudesk.monitor.nvml.sampler import Rates

    return started(partial(LocalSource, Rates(fast_s=every, second_s=max(every, 1.0))))


def _table(export: tuple[str, Path] | None) -> Path | None:
    if export is not None and export[0] != "csv":
        raise click.UsageError("a verdict can be exported only as csv, or printed with --json")
    return None if export is None else export[1]


COMMANDS = (monitor_command,)
