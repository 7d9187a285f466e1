"""The command that simulates the failure of every power component, one after the other."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.fabric.fabric_project import loss_rows
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.amounts import percent, quantity
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.output import counted, json_option, kind_title, print_json, print_table
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.power.availability import down_hours_a_year
from gpudesk.derived.fabric.fabric_judgement import fabric_judgements
from gpudesk.derived.failures.cooling_failures import CoolingFailures, cooling_failures
from gpudesk.derived.power.power_circles import devices_on_circles, nodes_on_circles
from gpudesk.derived.power.power_failures import NODE_KINDS, Failures, power_failures
from gpudesk.derived.power.power_redundancy import Standing, power_redundancy
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.drill.v2"
_SHOWN = ("stopped", "management_only", "reduced")


def _refuse_circles(snapshot: Snapshot) -> None:
    text = QT_TRANSLATE_NOOP("cli", "{name} is fed from itself, so failures cannot be simulated.")
    for table, places, fix in (
        ("power_node", snapshot.cached(nodes_on_circles), QT_TRANSLATE_NOOP("cli", "Change the source of the circuit.")),
        ("device", snapshot.cached(devices_on_circles), QT_TRANSLATE_NOOP("cli", "Remove a power cord of the loop.")),
    ):
        if places:
            raise InvalidData(Message("cli", text, {"name": str(snapshot[table]["name"][places[0]])}), Message("cli", fix))


@click.command("drill")
@file_argument
@click.option("--all", "everything", is_flag=True, help="Also list failures that have no effect.")
@json_option
def drill_command(file: Path, everything: bool, as_json: bool) -> None:
    """Simulate the failure of every part of the power, cooling and networks of FILE, one at a time, and list the equipment
    that each failure stops; exits with 5 if any equipment stops.

    Covers sources, UPS, panels, feeds, PDUs and banks; chillers, pumps, CDUs, air handlers, rear doors, loops and room air;
    network switches, the cables whose loss cuts off a node, and the worst cable of each tier.

    Breakers that are overloaded after a failure open, and everything fed from them loses power. Devices stop or run at
    reduced capacity depending on their power supply redundancy and on the share of their heat that is still removed. Halls
    and racks are classified by redundancy (N, N+1, 2N, distributed). Their full-capacity availability is that of the device
    with the least reliable supply, calculated from times between failures and times to repair.
    """
    with whole(file) as document:
        _refuse_circles(document.snapshot)
        failures = power_failures(document.snapshot)
        standings = power_redundancy(failures)
        cooling = cooling_failures(document.snapshot, failures)
        fabric = [_fabric_row(row) for row in loss_rows(document.snapshot, everything)]
        parts = sum(len(each.switches.ids) + len(each.cables.ids) for each in document.snapshot.cached(fabric_judgements))
    count = len(failures) + cooling.nodes + parts
    rows = [row for row in [*_rows(failures, cooling), *_cooling_rows(cooling), *fabric] if everything or _noticed(row)]
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "program": {"name": "gpudesk", "version": __version__},
                "file": str(file),
                "failures": count,
                "devices": failures.plan.network.devices,
                "halls": [_standing(each) for each in standings.halls],
                "racks": [_standing(rack) for rack in standings.racks],
                "outcomes": rows,
            }
        )
    else:
        print_table([_line(row) for row in rows])
        for hall in standings.halls:
            hours = down_hours_a_year(hall.full)
            click.echo(
                f"{hall.name}: {hall.redundancy}; full capacity {100 * hall.full:.4f} % of the time "
                f"({hours:,.1f} h per year below full capacity), running {100 * hall.running:.4f} %{_alone(hall)}"
            )
        click.echo(f"{counted(count, 'failure')}, {_stopping(sum(1 for row in rows if row['stopped']))}")
    stopped = any(row[name] for row in rows for name in _SHOWN) or any(row["cooling"] and row["cooling"]["uncooled_heat_w"] for row in rows)
    if stopped or any(row["fabric"] and row["fabric"]["cut_off"] for row in rows):
        click.get_current_context().exit(FOUND)


def _stopping(count: int) -> str:
    return counted(count, "of which stops equipment", "of which stop equipment")


def _alone(standing: Standing) -> str:
    points = standing.single_points
    return f"; single points of failure: {points[0]}{f' and {len(points) - 1} more' if len(points) > 1 else ''}" if points else ""


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "name": standing.name,
        "redundancy": str(standing.redundancy),
        "devices": standing.devices,
        "full_performance": round(standing.full, 9),
        "running": round(standing.running, 9),
        "hours_per_year_below_full_performance": round(down_hours_a_year(standing.full), 3),
        "single_points": list(standing.single_points),
    }


def _rows(failures: Failures, cooling: CoolingFailures) -> Iterator[dict[str, Any]]:
    outcomes, names = failures.outcomes, failures.names
    for place in range(len(failures)):
        share, first = float(outcomes.worst_share[place]), float(failures.first_share[place])
        lasting = float(failures.lasting_share[place])
        yield {
            "kind": NODE_KINDS[int(failures.kind[place])],
            "name": names[place],
            "stopped": int(outcomes.down[place]),
            "management_only": int(outcomes.management_only[place]),
            "reduced": int(outcomes.reduced[place]),
            "lost_w": round(float(failures.lost_w[place]), 3),
            "tripped": int(outcomes.opened[place]),
            "worst": failures.worst_name(place) or None,
            "worst_percent": round(100 * share, 2) if share else None,
            "initial_percent": round(100 * first, 2) if first else None,
            "sustained_percent": round(100 * lasting, 2) if lasting else None,
            "cooling": _cooled(cooling, cooling.of_power(int(outcomes.failed[place]))),
            "fabric": None,
        }


def _cooling_rows(cooling: CoolingFailures) -> Iterator[dict[str, Any]]:
    for node, name in enumerate(cooling.names):
        outcomes = cooling.outcomes
        yield {
            "kind": cooling.kind(node),
            "name": name,
            "stopped": int(outcomes.down[node]),
            "management_only": 0,
            "reduced": int(outcomes.reduced[node]),
            "lost_w": 0.0,
            "tripped": 0,
            "worst": None,
            "worst_percent": None,
            "initial_percent": None,
            "sustained_percent": None,
            "cooling": _cooled(cooling, node),
            "fabric": None,
        }


def _fabric_row(loss: dict[str, Any]) -> dict[str, Any]:
    """A switch or cable: no device stops, but nodes are cut off or have less."""
    return {
        "kind": loss.pop("kind"),
        "name": loss.pop("name"),
        "stopped": 0,
        "management_only": 0,
        "reduced": 0,
        "lost_w": 0.0,
        "tripped": 0,
        "worst": None,
        "worst_percent": None,
        "initial_percent": None,
        "sustained_percent": None,
        "cooling": None,
        "fabric": loss,
    }


def _cooled(cooling: CoolingFailures, outcome: int | None) -> dict[str, Any] | None:
    """The effect of a failure on the cooling."""
    if outcome is None:
        return None
    outcomes = cooling.outcomes
    limit = float(outcomes.time_s[outcome])
    return {
        "stopped": int(outcomes.down[outcome]),
        "reduced": int(outcomes.reduced[outcome]),
        "uncooled_heat_w": round(float(outcomes.hot_w[outcome]), 3),
        "cooled_percent": _percent_left(float(outcomes.share[outcome])),
        "worst": cooling.worst_name(outcome) or None,
        "ride_through_s": round(limit, 1) if math.isfinite(limit) else None,
    }


def _percent_left(share: float) -> float:
    """A share in percent with two digits, with more where nearly nothing or nearly all is left."""
    shown = round(100 * share, 2)
    return shown if shown not in (0, 100) else round(100 * share, 6)


def _noticed(row: dict[str, Any]) -> bool:
    cooled = row["cooling"]
    felt = row["fabric"] is not None and row["fabric"]["nodes"] > 0
    return bool(any(row[name] for name in _SHOWN) or row["tripped"] or (cooled is not None and cooled["uncooled_heat_w"]) or felt)


def _line(row: dict[str, Any]) -> tuple[str, ...]:
    worst = "" if row["worst"] is None else f"{row['worst']} at {row['worst_percent']:.0f} %"
    if row["initial_percent"] is not None and row["initial_percent"] > max(row["worst_percent"] or 0.0, 100.0):
        worst = f"{worst}, {row['initial_percent']:.0f} % initially".removeprefix(", ")
    counts = [f"{row[name]:,} {name.replace('_', ' ')}" for name in _SHOWN if row[name]]
    opened = f"{counted(row['tripped'], 'breaker')} open" if row["tripped"] else ""
    return (
        kind_title(row["kind"]),
        row["name"],
        ", ".join(counts),
        opened,
        worst,
        _cooling_line(row["cooling"]) or _fabric_line(row["fabric"]),
    )


def _fabric_line(fabric: dict[str, Any] | None) -> str:
    if fabric is None:
        return ""
    if not fabric["cut_off"] and not fabric["remaining_percent"]:
        reach = "reaches" if fabric["nodes"] == 1 else "have less bandwidth, and some reach"
        return f"{fabric['network']}: {counted(fabric['nodes'], 'node')} {reach} only nodes on the same switch"
    cut = (
        f"{fabric['cut_off']:,} of {counted(fabric['nodes'], 'node')} cut off"
        if fabric["cut_off"]
        else f"{counted(fabric['nodes'], 'node has', 'nodes have')} less bandwidth"
    )
    return f"{fabric['network']}: {cut}, {percent(fabric['remaining_percent'])} left"


def _cooling_line(cooled: dict[str, Any] | None) -> str:
    if cooled is None or not cooled["uncooled_heat_w"]:
        return ""
    limit = "time to the limit unknown" if cooled["ride_through_s"] is None else f"too warm after {cooled['ride_through_s']:,.0f} s"
    return f"{quantity(cooled['uncooled_heat_w'], 'W')} not cooled, {percent(cooled['cooled_percent'])} left, {limit}"


COMMANDS = (drill_command,)
