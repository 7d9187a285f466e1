"""The command that lets every part of the power fail, one after the other."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.exits import FOUND
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.cli.project import file_argument, whole
from gpudesk.core.availability import down_hours_a_year
from gpudesk.derived.power_failures import NODE_KINDS, Failures, power_failures
from gpudesk.derived.power_redundancy import Standing, power_redundancy

SCHEMA = "gpudesk.drill.v1"
_SHOWN = ("down", "management_only", "reduced")


@click.command("drill")
@file_argument
@click.option("--all", "everything", is_flag=True, help="List also the failures that nobody notices.")
@json_option
def drill_command(file: Path, everything: bool, as_json: bool) -> None:
    """Let every source, UPS, panel, feed, PDU and bank of FILE fail by itself and say what each takes down; exits with 5 if one does.

    Breakers that carry too much after a failure open, and what hangs on them goes dark too. Devices stop or run on less by the rule of
    their own power supplies. Halls and racks get the usual name of their redundancy (N, N+1, 2N, distributed) and the share of time in
    which their worst-fed device can do full work, from times between failures and to repair.
    """
    with whole(file) as document:
        failures = power_failures(document.snapshot)
        standings = power_redundancy(failures)
    rows = [row for row in _rows(failures) if everything or any(row[name] for name in _SHOWN) or row["opened"]]
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "file": str(file),
                "failures": len(failures),
                "devices": failures.plan.network.devices,
                "halls": [_standing(each) for each in standings.halls],
                "racks": [_standing(each) for each in standings.racks],
                "outcomes": rows,
            }
        )
    else:
        print_table([_line(row) for row in rows])
        for hall in standings.halls:
            hours = down_hours_a_year(hall.full)
            click.echo(
                f"{hall.name}: {hall.redundancy}; full work {100 * hall.full:.4f} % of the time ({hours:.1f} h a year without), "
                f"running {100 * hall.running:.4f} %"
            )
        click.echo(f"{len(failures):,} failures, {sum(1 for row in rows if row['down']):,} of which stop something")
    if any(row[name] for row in rows for name in _SHOWN):
        click.get_current_context().exit(FOUND)


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "redundancy": str(standing.redundancy),
        "devices": standing.devices,
        "full_work": round(standing.full, 9),
        "running": round(standing.running, 9),
        "hours_a_year_without_full_work": round(down_hours_a_year(standing.full), 3),
    }


def _rows(failures: Failures) -> Iterator[dict[str, Any]]:
    outcomes, names = failures.outcomes, failures.names
    for place in range(len(failures)):
        share, first = float(outcomes.worst_share[place]), float(failures.first_share[place])
        yield {
            "kind": NODE_KINDS[int(failures.kind[place])],
            "name": names[place],
            "down": int(outcomes.down[place]),
            "management_only": int(outcomes.management_only[place]),
            "reduced": int(outcomes.reduced[place]),
            "lost_w": round(float(failures.lost_w[place]), 3),
            "opened": int(outcomes.opened[place]),
            "worst": failures.worst_name(place) or None,
            "worst_percent": round(100 * share, 2) if share else None,
            "first_percent": round(100 * first, 2) if first else None,
        }


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    worst = "" if row["worst"] is None else f"{row['worst']} at {row['worst_percent']:.0f} %"
    if row["first_percent"] is not None and row["first_percent"] > max(row["worst_percent"] or 0.0, 100.0):
        worst = f"{worst}, at first {row['first_percent']:.0f} %".removeprefix(", ")
    counts = [f"{row[name]} {name.replace('_', ' ')}" for name in _SHOWN if row[name]]
    opened = f"{row['opened']} breakers open" if row["opened"] else ""
    return (row["kind"], row["name"], ", ".join(counts), opened, worst)


COMMANDS = (drill_command,)
