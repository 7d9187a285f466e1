"""The command that compares the installed cabling with the plan."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written, refuse_two_outputs
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.disk.writing import is_standard_output, write_file
from gpudesk.formats.fabric.fabric_listing import read_fabric_listing
from gpudesk.onsite.as_built import AsBuilt, LinkDifference, SeenLink, summed
from gpudesk.onsite.built_links import BuiltLinks, Sort, Spot
from gpudesk.onsite.name_map import read_name_map
from gpudesk.onsite.names_to_fill_in import names_to_fill_in

SCHEMA = "gpudesk.verify.v2"
_MOST_STRANGERS = 100


@click.command("verify")
@file_argument
@click.option(
    "--ibnetdiscover", "--iblinkinfo", "source", metavar="IN", required=True, type=IN, help="Output of ibnetdiscover or iblinkinfo."
)
@click.option("--names", metavar="MAP", type=IN, help='Names by GUID, one per line: 0xGUID "name".')
@click.option("--write-names", "names_out", metavar="OUT", type=OUT, help="Write a names file to fill in, with the nodes not yet matched.")
@click.option(
    "--ignore", multiple=True, type=click.Choice([str(each) for each in Sort]), help="Leave out differences of this kind; may be repeated."
)
@json_option
def verify_command(file: Path, source: Path, names: Path | None, names_out: Path | None, ignore: tuple[str, ...], as_json: bool) -> None:
    """Compare the planned InfiniBand links of FILE with those discovered on the fabric; exits with 5 if anything differs or
    is not verified.

    Nodes are matched by name: "leaf-01" in "MF0;leaf-01:MQM9700/U1", "dgx-001" and "mlx5_0" in "dgx-001 mlx5_0". A link is
    correct if host, adapter and switch port are all confirmed. If the node names are not sufficient, use --names to specify
    a map with the planned names, in the format of ibnetdiscover --node-name-map; --write-names writes such a map to fill
    in.
    """
    refuse_two_outputs(names_out, as_json=as_json)
    with whole(file) as document:
        snapshot = document.snapshot
    known = read_name_map(names) if names else {}
    links = BuiltLinks(snapshot, read_fabric_listing(source), known)
    summary = summed(links)
    listed = [deviation for deviation in (_without(difference, ignore) for difference in summary.differences) if deviation is not None]
    if names_out is not None:
        write_file(names_out, names_to_fill_in(links, known).encode())
    if as_json:
        print_json({**_about(file, source, summary), "differences": [_plain(deviation) for deviation in listed]})
    elif names_out is None or not is_standard_output(names_out):
        _print(summary, listed)
        if names_out is not None:
            echo_written(names_out)
    if listed:
        click.get_current_context().exit(FOUND)


def _without(each: LinkDifference, ignore: tuple[str, ...]) -> LinkDifference | None:
    """A difference, or the one it hides if it is ignored; None if that is ignored too."""
    if each.sort not in ignore:
        return each
    # A fault of devices represents many links, none of which it names.
    return None if each.beneath is None or each.beneath in ignore or each.devices else replace(each, sort=each.beneath, beneath=None)


def _about(file: Path, source: Path, found: AsBuilt) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "file": str(file),
        "listing": str(source),
        "planned": found.planned,
        "other_subnets": found.elsewhere,
        "discovered": found.seen,
        "matching": found.right,
        "counts": {str(sort): count for sort, count in found.counts().items()},
        "links_without_names": found.unnamed,
        "warnings": found.warnings,
        "nodes_without_description": found.undescribed,
        "devices_without_name": [
            {"device": device.device, "ports": device.ports, "guids": [f"0x{guid:016x}" for guid in device.guids]}
            for device in found.unnamed_devices
        ],
        "unplanned_nodes": {"count": len(found.strangers), "names": list(found.strangers[:_MOST_STRANGERS])},
    }


def _plain(each: LinkDifference) -> dict[str, Any]:
    return {
        "id": each.id,
        "category": str(each.sort),
        "planned": None if each.planned is None else {"a": _spot(each.planned[0]), "b": _spot(each.planned[1]), "rate": each.rate},
        "cable": each.cable_id,
        "discovered": [_seen(link) for link in each.seen],
        "partner": each.partner or None,
        "also": None if each.beneath is None else str(each.beneath),
        "devices": list(each.devices),
        "links": each.links,
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return {"device": spot.device, "port": spot.port, "number": spot.number}


def _seen(link: SeenLink) -> dict[str, Any]:
    return {"a": _spot(link.a), "b": _spot(link.b), "rate": link.rate, "line": link.line}


def _print(found: AsBuilt, told: list[LinkDifference]) -> None:
    rows = []
    grouped = (
        {unnamed.device for unnamed in found.unnamed_devices} if any(difference.sort is Sort.UNNAMED for difference in told) else set()
    )
    for difference in told:
        if difference.sort is Sort.UNNAMED and difference.seen:
            continue
        planned = "" if difference.planned is None else f"{difference.planned[0]} - {difference.planned[1]}"
        seen = "; ".join(f"{link.a} - {link.b}" for link in difference.seen)
        if difference.sort is Sort.DEGRADED:
            seen = f"{difference.seen[0].rate} instead of {difference.rate}" + (
                "; adapter not verified" if difference.beneath is Sort.ADAPTER else ""
            )
        elif difference.sort is Sort.EXCHANGED:
            planned, seen = ", ".join(difference.devices), f"each other's names, or all cables exchanged ({difference.links:,} links)"
        elif difference.sort is Sort.UNNAMED:
            seen = "neither device is named"
        rows.append((_called(difference.sort), planned or "not planned", seen or "not discovered"))
    for device in found.unnamed_devices:
        if device.device in grouped:
            count = f"{device.ports:,} ports" if device.ports > 1 else "1 port"
            rows.append((_called(Sort.UNNAMED), device.device, f"{count} in use, device not named ({_guids(device.guids)})"))
    if rows:
        print_table([("", "planned", "discovered"), *rows])
    counts = found.counts()
    named = ", ".join(f"{count:,} {_called(sort)}" for sort, count in counts.items() if count)
    click.echo(
        f"{counted(found.planned, 'link')} planned, {found.seen:,} discovered, {found.right:,} correct" + (f"; {named}" if named else "")
    )
    if found.unnamed:
        click.echo(f"{counted(found.unnamed, 'link was', 'links were')} discovered without a device name at either end")
    if found.warnings:
        click.echo(f"{counted(found.warnings, 'warning')} from the tool in the listing: it may not have scanned the whole fabric")
    if found.undescribed:
        nodes = counted(found.undescribed, "node is", "nodes are")
        click.echo(f"{nodes} named but not described in the listing: the listing is truncated, or the tool did not scan the whole fabric")
    if found.elsewhere:
        click.echo(f"{counted(found.elsewhere, 'planned link belongs', 'planned links belong')} to subnets that were not discovered")
    if found.strangers:
        several = list(dict.fromkeys(found.strangers))
        first = ", ".join(repr(name) for name in several[:5])
        click.echo(f"{counted(len(found.strangers), 'node is', 'nodes are')} not in the plan: {first}{', …' if len(several) > 5 else ''}")


def _called(sort: Sort) -> str:
    return {Sort.UNNAMED: "device not named"}.get(sort, str(sort).replace("_", " "))


def _guids(guids: tuple[int, ...]) -> str:
    first = ", ".join(f"0x{guid:016x}" for guid in guids[:2] if guid)
    return f"{first}, …" if len(guids) > 2 else first or "no GUID in the listing"


COMMANDS = (verify_command,)
