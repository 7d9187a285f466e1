"""The command that says what collective operations over the GPUs of a project would take."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.given_paths import IN
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.cli.project import whole
from gpudesk.sizing.project_collectives import NetworkOperations

SCHEMA = "gpudesk.collectives.v1"
_STATES = {
    "system": "one system",
    "intact": "current state",
    "uplink": "worst cable between switches lost",
    "spine": "worst switch above the leaves lost",
}


@click.command("collectives")
@click.argument("file", type=IN)
@click.option("--systems", type=click.IntRange(min=1), help="Number of participating systems; by default all on the network.")
@json_option
def collectives_command(file: Path, systems: int | None, as_json: bool) -> None:
    """Estimate the bus bandwidth that nccl-tests should show over the compute networks of FILE, with the cables installed
    there.

    Inside a system, curves fitted to published measurements are used; over the network, the share of line rate that such
    measurements reached, reduced by what the tiers above the leaves cannot carry. Also estimated without the worst cable
    between switches, and without the worst switch above the leaves.
    """
    from gpudesk.sizing.project_collectives import project_operations

    with whole(file) as document:
        found = project_operations(document.snapshot, systems)
    if as_json:
        program = {"name": "gpudesk", "version": __version__}
        print_json({"schema": SCHEMA, "program": program, "file": str(file), "networks": [_plain(each) for each in found]})
        return
    for each in found:
        _print(each)
    if not found:
        click.echo("No compute network has cables.")


def _plain(found: NetworkOperations) -> dict[str, Any]:
    return {
        "name": found.network,
        "gpu": found.board.key,
        "gpus_a_system": found.gpus_each,
        "systems": found.systems,
        "of_systems": found.of_systems,
        "gbps_a_system": round(found.gbps_a_system, 3),
        "through_share": round(found.through, 6),
        "systems_below_a_leaf": found.leaf_systems or None,
        "operations": [
            {
                "operation": str(each.kind),
                "state": each.state,
                "bytes": each.size_bytes,
                "seconds": each.seconds,
                "bus_gb_per_s": round(each.bus_gb_per_s, 3),
                "low": round(each.low_gb_per_s, 3),
                "high": round(each.high_gb_per_s, 3),
                "provenance": each.provenance,
            }
            for each in found.operations
        ],
    }


def _print(found: NetworkOperations) -> None:
    click.echo(
        f"{found.network}: {found.systems:,} of {found.of_systems:,} systems of {found.gpus_each} × {found.board.title}, "
        f"{found.gbps_a_system:,.0f} Gb/s each, {100 * found.through:.4g} % of the leaf traffic passes the upper tiers"
    )
    rows = [("Operation", "Network", "Size", "Time ms", "Bus GB/s", "Range")]
    for each in found.operations:
        size = f"{each.size_bytes / 2**30:g} GiB" if each.size_bytes >= 2**30 else f"{each.size_bytes / 2**20:g} MiB"
        span = f"{each.low_gb_per_s:,.1f} to {each.high_gb_per_s:,.1f}"
        name = str(each.kind).replace("_", "-")
        rows.append((name, _STATES[each.state], size, f"{1000 * each.seconds:,.3f}", f"{each.bus_gb_per_s:,.1f}", span))
    print_table(rows, right=(2, 3, 4))
    if any(each.provenance != "seen" for each in found.operations):
        click.echo("No measurement for this many of these GPUs in one system; the usual share of link bandwidth is used.")


COMMANDS = (collectives_command,)
