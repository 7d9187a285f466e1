"""The command that estimates the time of collective operations over the GPUs of a project."""

import re
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import whole
from gpudesk.cli.terminal.amounts import percent, rounded
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.sizing.network.project_collectives import NetworkOperations

SCHEMA = "gpudesk.collectives.v2"
_UNITS = {"": 1, "B": 1, "K": 2**10, "KIB": 2**10, "M": 2**20, "MIB": 2**20, "G": 2**30, "GIB": 2**30, "KB": 1e3, "MB": 1e6, "GB": 1e9}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?)\s?([A-Z]{0,3})")
_MOST_BYTES, _MOST_SIZES = 2**50, 64


def _bytes(_context: click.Context, _option: click.Parameter, written: tuple[str, ...]) -> tuple[int, ...]:
    """Sizes such as 64MiB, 1G or 1048576: K, M and G are powers of 1024, as in nccl-tests; kB, MB and GB powers of 1000."""
    if len(written) > _MOST_SIZES:
        raise click.BadParameter(f"It may be repeated {_MOST_SIZES} times.")
    sizes = []
    for size_text in written:
        match = _SIZE.fullmatch(size_text.strip().upper())
        size = float(match[1]) * _UNITS.get(match[2], 0) if match else 0.0
        if not 1 <= size <= _MOST_BYTES:
            raise click.BadParameter(f"{size_text[:40]!r} is not a size from 1 byte to 1 PiB, such as 64MiB, 1G or 1048576.")
        sizes.append(round(size))
    return tuple(sizes)


_KERNELS = {"normal": "prompts", "low-latency": "decoding"}
_STATES = {
    "system": "one system",
    "intact": "current state",
    "uplink": "worst cable between switches lost",
    "spine": "worst switch above the leaves lost",
}


@click.command("collectives")
@click.argument("file", type=IN)
@click.option("--systems", type=click.IntRange(min=1), help="Number of participating systems; by default all on the network.")
@click.option("--size", "sizes", metavar="SIZE", callback=_bytes, multiple=True, help="Operation size, such as 64MiB; may be repeated.")
@click.option(
    "--experts",
    "model",
    metavar="NAME|PATH",
    help="Also estimate expert dispatch and combine of this mixture-of-experts model, distributed across as many GPUs as its experts"
    " allow.",
)
@click.option(
    "--tokens",
    type=click.IntRange(min=1, max=10**7),
    help="With --experts: tokens per GPU and kernel; by default 4096 for prefill and 128 for decode.",
)
@json_option
def collectives_command(
    file: Path, systems: int | None, sizes: tuple[int, ...], model: str | None, tokens: int | None, as_json: bool
) -> None:
    """Estimate the bus bandwidth that nccl-tests should report over the compute networks of FILE with their installed
    cables.

    Inside a system, the estimate uses curves fitted to published measurements; across the network, it uses the share of
    line rate reached in such measurements, reduced if the tiers above the leaves have less bandwidth. The estimate is
    repeated without the worst cable between switches, and without the worst switch above the leaves.
    """
    from gpudesk.cli.size.size_parts import model_of
    from gpudesk.sizing.network.project_collectives import SIZES, project_operations

    if tokens is not None and model is None:
        raise click.UsageError("--tokens needs --experts.")
    mixture = None if model is None else model_of(model).architecture
    with whole(file) as document:
        operations = project_operations(document.snapshot, systems, sizes or SIZES, mixture, tokens)
    if as_json:
        program = {"name": "gpudesk", "version": __version__}
        print_json({"schema": SCHEMA, "program": program, "file": str(file), "networks": [_plain(network) for network in operations]})
        return
    for network in operations:
        _print(network)
    if not operations:
        click.echo("No compute network has cables.")


def _plain(operations: NetworkOperations) -> dict[str, Any]:
    experts = [
        {
            "kernel": str(expert.kernel),
            "step": str(expert.step),
            "gpus": expert.gpus,
            "tokens_per_gpu": expert.tokens,
            "seconds": expert.seconds,
            "low_s": expert.low_s,
            "high_s": expert.high_s,
        }
        for expert in operations.experts
    ]
    return ({"experts": experts} if experts else {}) | {
        "name": operations.network,
        "gpu": operations.board.key,
        "gpus_per_system": operations.gpus_each,
        "systems": operations.systems,
        "systems_total": operations.of_systems,
        "gbps_per_system": round(operations.gbps_a_system, 3),
        "uplink_share": round(operations.through, 6),
        "systems_per_leaf": operations.leaf_systems or None,
        "operations": [
            {
                "operation": str(operation.kind),
                "state": operation.state,
                "bytes": operation.size_bytes,
                "seconds": operation.seconds,
                "bus_gb_per_s": round(operation.bus_gb_per_s, 3),
                "low": round(operation.low_gb_per_s, 3),
                "high": round(operation.high_gb_per_s, 3),
                "provenance": operation.provenance,
            }
            for operation in operations.operations
        ],
    }


def _print(found: NetworkOperations) -> None:
    click.echo(
        f"{found.network}: {found.systems:,} of {found.of_systems:,} systems of {found.gpus_each} × {found.board.title}, "
        f"{found.gbps_a_system:,.0f} Gb/s each, {percent(100 * found.through)} of the leaf traffic crosses the upper tiers"
    )
    rows = [("Operation", "Network", "Size", "Time ms", "Bus GB/s", "Range")]
    for operation in found.operations:
        size = _size(operation.size_bytes)
        span = f"{operation.low_gb_per_s:,.1f} to {operation.high_gb_per_s:,.1f}"
        name = str(operation.kind).replace("_", "-")
        rows.append((name, _STATES[operation.state], size, f"{1000 * operation.seconds:,.3f}", f"{operation.bus_gb_per_s:,.1f}", span))
    print_table(rows, right=(2, 3, 4))
    if any(timing.is_rough for timing in found.operations):
        click.echo(
            "Approximate below 64 MiB between systems: the time depends on library protocols and buffers. On systems not used for the "
            "fit, the median error is 24 %; on one of four systems, the error is a factor of up to 2.4."
        )
    if found.experts:
        click.echo(f"Expert dispatch over {counted(found.experts[0].gpus, 'GPU')}, one layer:")
        lines = [("Kernel", "Step", "Tokens per GPU", "Time ms", "Range")]
        for way in found.experts:
            span = f"{1000 * way.low_s:,.3f} to {1000 * way.high_s:,.3f}"
            lines.append((_KERNELS[way.kernel], str(way.step), f"{way.tokens:,}", f"{1000 * way.seconds:,.3f}", span))
        print_table(lines, right=(2, 3))
    if any(timing.provenance != "seen" for timing in found.operations):
        click.echo("No measurement for this many of these GPUs in one system; the usual share of link bandwidth is used.")


def _size(size_bytes: int) -> str:
    """In the largest unit of 1024 that is not above it; four digits at most."""
    for unit, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
        if size_bytes >= unit:
            return f"{rounded(size_bytes / unit, 4)} {name}"
    return f"{size_bytes} B"


COMMANDS = (collectives_command,)
