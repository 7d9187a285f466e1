"""The command that assigns the workloads of a project to its GPUs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table

if TYPE_CHECKING:
    from gpudesk.sizing.fleet.fleet import Hour, Member
    from gpudesk.sizing.fleet.sharing import Peak, Sharing
    from gpudesk.sizing.fleet.stock_use import StockUse, Use

SCHEMA, STOCK_SCHEMA = "gpudesk.fleet.v2", "gpudesk.stock_use.v2"
_ISOLATED = ("memory", "speed", "faults")
_WORDS = {
    "own": "dedicated GPUs all day",
    "hourly": "reassigned every hour",
    "mig": "MIG slices where sufficient",
    "shared": "shared GPUs (MPS, time slicing)",
}


@click.command("fleet")
@click.argument("file", type=IN)
@click.option("--stock", metavar="STOCK", help="GPUs on hand, such as 6xA100-40GB,4xL40S, instead of those of the project.")
@json_option
def fleet_command(file: Path, stock: str | None, as_json: bool) -> None:
    """Show how the workloads of FILE share its GPUs: which workload runs where in each hour, and the minimum number of GPUs
    needed.

    Compares dedicated GPUs, hourly reassignment, MIG slices, and several workloads on one GPU: the isolation that each
    provides, how many GPUs to own, and how many to rent for peaks.
    """
    from gpudesk.cli.project.project_file_commands import whole
    from gpudesk.sizing.fleet.fleet import hours, members
    from gpudesk.sizing.fleet.sharing import board_groups, peak, sharings
    from gpudesk.sizing.fleet.stock_use import best_use, stock_from

    held = None if stock is None else stock_from(stock)
    with whole(file) as document:
        fleet_members = members(document.snapshot)
    if not fleet_members:
        raise click.UsageError("the project has no saved workload; save one with gpudesk size --keep")
    if held is not None:
        use = best_use([(member.name, member.work) for member in fleet_members if member.error is None], held)
        print_stock_use(use, as_json=as_json)
        return
    day = hours(fleet_members)
    groups = {key: sharings(key, board_members) for key, board_members in board_groups(fleet_members).items()}
    peaks = {key: peak(ways[1]) for key, ways in groups.items()}
    if as_json:
        print_json(_body(file, fleet_members, day, groups, peaks))
        return
    _print(fleet_members, day, groups, peaks)


def _owned(members: "list[Member]") -> int:
    return sum(pool.gpus for pool in {pool for member in members for pool in member.pools})


def _body(
    file: Path, members: "list[Member]", day: "list[Hour]", groups: "dict[str, list[Sharing]]", peaks: "dict[str, Peak | None]"
) -> dict[str, Any]:
    from gpudesk.sizing.fleet.sharing import ISOLATES

    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "gpus": _owned(members),
        "workloads": [
            {
                "id": member.row_id,
                "name": member.name,
                "task": str(member.work.task),
                "fits": member.fits,
                "gpu": member.best.need.plan.board.key if member.best is not None else None,
                "gpus_by_hour": [member.gpus_at(hour) for hour in range(len(day))],
                "hours_with_shortage": [hour for hour, now in enumerate(day) if member.row_id in now.short],
            }
            for member in members
        ],
        "gpus_in_use_by_hour": [now.gpus for now in day],
        "sharing": [
            {
                "gpu": key,
                "method": str(way.way),
                "gpus": way.gpus,
                "by_hour": list(way.by_hour),
                "kind": str(way.kind),
                "isolates": [name for name, is_isolated in zip(_ISOLATED, ISOLATES[way.way], strict=True) if is_isolated],
                "slices": [{"workload": row_id, "profile": name, "count": count} for row_id, (name, count) in way.slices.items()],
            }
            for key, ways in groups.items()
            for way in ways
        ],
        "own_and_rent": [
            {
                "gpu": key,
                "own_gpus": board_peak.split.own_gpus,
                "rented_gpu_hours": round(board_peak.split.rented_gpu_h, 3),
                "cost": round(board_peak.split.cost, 2),
                "all_own": round(board_peak.split.all_own, 2),
                "all_rented": round(board_peak.split.all_rented, 2),
                "currency": board_peak.currency,
                "own_per_gpu_year": round(board_peak.own_per_gpu_year, 2),
                "rent_per_gpu_hour": round(board_peak.rent_per_gpu_hour, 4),
                "offer": board_peak.offer,
            }
            for key, board_peak in peaks.items()
            if board_peak is not None
        ],
    }


def _print(members: "list[Member]", day: "list[Hour]", groups: "dict[str, list[Sharing]]", peaks: "dict[str, Peak | None]") -> None:
    from gpudesk.sizing.fleet.sharing import ISOLATES

    rows = [("Workload", "GPU", "GPUs, min to max", "")]
    for member in members:
        counts = [member.gpus_at(hour) for hour in range(len(day))]
        short = [hour for hour, now in enumerate(day) if member.row_id in now.short]
        verdict = "fits" if member.fits else "does not fit" if member.best is not None else "no GPU available"
        if short:
            verdict += f"; too few GPUs left in {counted(len(short), 'hour')}"
        board = member.best.need.plan.board.title if member.best is not None else ""
        rows.append((member.name, board, _from_to(counts), "cannot be evaluated" if member.error is not None else verdict))
    print_table(rows, right=(2,))
    taken = [now.gpus for now in day]
    click.echo()
    peak_hour = taken.index(max(taken))
    when = "at all hours" if min(taken) == max(taken) else f"most at {peak_hour:02}:00"
    click.echo(f"{counted(_owned(members), 'GPU')} available; {_from_to(taken)} in use{' ' if min(taken) == max(taken) else ', '}{when}.")
    for key, ways in groups.items():
        click.echo()
        table = [(ways[0].board.title, "GPUs", "isolates", "")]
        for way in ways:
            apart = [name for name, is_isolated in zip(_ISOLATED, ISOLATES[way.way], strict=True) if is_isolated]
            rest = "" if way.kind != "rule of thumb" else "rule of thumb"
            table.append((_WORDS[str(way.way)], f"{way.gpus:,}", ", ".join(apart) or "nothing", rest))
        print_table(table, right=(1,))
        split = peaks[key]
        if split is None:
            click.echo("The purchase and rental prices of this GPU are not known.")
            continue
        cost = split.split
        click.echo(
            f"Own {counted(cost.own_gpus, 'GPU')} and rent {counted(round(cost.rented_gpu_h), 'GPU-hour')} per year: "
            f"{cost.cost:,.0f} {split.currency} per year; all owned {cost.all_own:,.0f}, all rented {cost.all_rented:,.0f} "
            f"({split.offer}: {split.rent_per_gpu_hour:.2f} per hour)"
        )


def _from_to(counts: "Sequence[int]") -> str:
    """The least and the most: "2 to 8"; one number where they are equal."""
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def print_stock_use(use: "StockUse", *, as_json: bool) -> None:
    """Print the assignment of workloads to the stock."""
    if as_json:
        uses = [
            {
                "name": workload_use.name,
                "fits": bool(workload_use.parts),
                "reason": workload_use.why_not.plain() if workload_use.why_not is not None else "",
                "parts": [{"gpu": part.board.key, "gpus": part.gpus, "sequences": part.sequences} for part in workload_use.parts],
            }
            for workload_use in use.uses
        ]
        left = [{"gpu": held.board.key, "gpus": held.count} for held in use.left]
        program = {"name": "gpudesk", "version": __version__}
        print_json({"schema": STOCK_SCHEMA, "program": program, "optimal": use.exact, "uses": uses, "unused": left})
        return
    rows = [
        (
            workload_use.name,
            _parts(workload_use) or (sentence(workload_use.why_not) if workload_use.why_not is not None else "no GPU available"),
        )
        for workload_use in use.uses
    ]
    print_table(rows)
    rest = ", ".join(f"{held.count:,} × {held.board.title}" for held in use.left)
    click.echo(f"Left: {rest or 'nothing'}." + ("" if use.exact else " Not every combination was tried."))


def _parts(use: "Use") -> str:
    parts = []
    for part in use.parts:
        sequences = f" for {counted(part.sequences, 'sequence')}" if len(use.parts) > 1 else ""
        parts.append(f"{part.gpus:,} × {part.board.title}{sequences}")
    return " and ".join(parts)


COMMANDS = (fleet_command,)
