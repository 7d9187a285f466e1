"""The command that holds what is cabled against what is planned."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.exits import FOUND
from gpudesk.cli.given_paths import IN
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.cli.project import file_argument, whole
from gpudesk.formats.ibnetdiscover import read_ibnetdiscover
from gpudesk.onsite.as_built import AsBuilt, LinkDifference, SeenLink, as_built
from gpudesk.onsite.built_links import Sort, Spot
from gpudesk.onsite.name_map import read_name_map

SCHEMA = "gpudesk.verify.v1"
_MOST_STRANGERS = 100


@click.command("verify")
@file_argument
@click.option("--ibnetdiscover", "source", metavar="IN", required=True, type=IN, help="What ibnetdiscover printed.")
@click.option("--names", metavar="MAP", type=IN, help='Names by GUIDs, a line each: 0xGUID "name".')
@click.option(
    "--ignore", multiple=True, type=click.Choice([str(each) for each in Sort]), help="Leave out differences of a sort; may be repeated."
)
@json_option
def verify_command(file: Path, source: Path, names: Path | None, ignore: tuple[str, ...], as_json: bool) -> None:
    """Hold the planned InfiniBand links of FILE against those that were seen on the fabric; exits with 5 if anything differs.

    Nodes are found by their names: "leaf-01" in "MF0;leaf-01:MQM9700/U1", "dgx-001" and "mlx5_0" in "dgx-001 mlx5_0". Where the
    nodes say something else, a file as ibnetdiscover takes it with --node-name-map says what they are called in the plan.
    """
    with whole(file) as document:
        snapshot = document.snapshot
    found = as_built(snapshot, read_ibnetdiscover(source), read_name_map(names) if names else None)
    told = [each for each in found.differences if each.sort not in ignore]
    if as_json:
        print_json({**_about(file, source, found), "differences": [_plain(each) for each in told]})
    else:
        _print(found, told)
    if told:
        click.get_current_context().exit(FOUND)


def _about(file: Path, source: Path, found: AsBuilt) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "in": str(source),
        "planned": found.planned,
        "elsewhere": found.elsewhere,
        "seen": found.seen,
        "right": found.right,
        "counts": {str(sort): count for sort, count in found.counts().items()},
        "strangers": {"count": len(found.strangers), "names": list(found.strangers[:_MOST_STRANGERS])},
    }


def _plain(each: LinkDifference) -> dict[str, Any]:
    return {
        "id": each.id,
        "sort": str(each.sort),
        "planned": None if each.planned is None else {"a": _spot(each.planned[0]), "b": _spot(each.planned[1]), "rate": each.rate},
        "cable": each.cable_id,
        "seen": [_seen(link) for link in each.seen],
        "partner": each.partner or None,
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return {"device": spot.device, "port": spot.port, "number": spot.number}


def _seen(link: SeenLink) -> dict[str, Any]:
    return {"a": _spot(link.a), "b": _spot(link.b), "rate": link.rate, "line": link.line}


def _print(found: AsBuilt, told: list[LinkDifference]) -> None:
    rows = []
    for each in told:
        planned = "" if each.planned is None else f"{each.planned[0]} - {each.planned[1]}"
        seen = "; ".join(f"{link.a} - {link.b}" for link in each.seen)
        if each.sort is Sort.DEGRADED:
            seen = f"{each.seen[0].rate} in place of {each.rate}"
        rows.append((str(each.sort).replace("_", " "), planned or "not planned", seen or "nothing seen"))
    if rows:
        print_table([("", "planned", "seen"), *rows])
    counts = found.counts()
    named = ", ".join(f"{count:,} {str(sort).replace('_', ' ')}" for sort, count in counts.items() if count)
    click.echo(f"{found.planned:,} links planned, {found.seen:,} seen, {found.right:,} right" + (f"; {named}" if named else ""))
    if found.elsewhere:
        click.echo(f"{found.elsewhere:,} planned links belong to subnets of which nothing was seen")
    if found.strangers:
        first = ", ".join(repr(name) for name in found.strangers[:5])
        click.echo(f"{len(found.strangers):,} nodes are not in the plan: {first}{', …' if len(found.strangers) > 5 else ''}")


COMMANDS = (verify_command,)
