"""The command that cables a project."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.given_paths import host_names_option
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.core.hardware.network_kinds import NetworkKind
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.derived.cabling.cabling import CablingCounts
from gpudesk.derived.cabling.panel_sets import PanelsAt
from gpudesk.derived.networks.network_links import network_plan
from gpudesk.derived.networks.network_nodes import SwitchesMissing
from gpudesk.derived.networks.network_trial import given_roles
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.tables.tables import read_tables
from gpudesk.operations.cabling.cabling_operations import Cabled, cable_project, preview_cabling
from gpudesk.operations.cabling.host_name_operations import demanded_names
from gpudesk.operations.cabling.structure_cabling import structure_cabling
from gpudesk.operations.cabling.structured_preview import StructuredPreview, preview_of, preview_structured
from gpudesk.operations.run.run import run
from gpudesk.project.accepted_rates import MOST_GBPS
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.cable.v2"
COUNTS = {
    "added": "added",
    "removed": "removed",
    "kept": "kept",
    "longer": "too_short",
    "changed": "changed",
    "without": "without_cable",
    "yielded": "blocked_by_manual_cables",
}
"""Counted quantities and their keys in JSON."""
HEADS = ("added", "removed", "kept", "too short", "changed", "without cable", "blocked")
MOST_RACKS = 40
"""Maximum number of racks listed in text output."""


@click.command("cable")
@file_argument
@click.option("--network", "names", multiple=True, metavar="NAME", help="Cable only the network NAME; may be repeated.")
@click.option("--panels", is_flag=True, help="Also route fiber links between racks through patch panels and trunks, in a separate step.")
@click.option(
    "--panels-at",
    type=click.Choice([each.value for each in PanelsAt]),
    default=PanelsAt.RACK.value,
    show_default=True,
    help="Panel location: in the racks of the devices, or in a dedicated rack at the end of each row.",
)
@host_names_option
@click.option(
    "--accept-rate",
    "rates",
    type=(str, click.IntRange(0, MOST_GBPS), str),
    multiple=True,
    metavar="STAGE GBPS REASON",
    help='Accept a lower link rate for a network stage, with a reason; "gpudesk check" then reports one warning. STAGE consists of the'
    " network name and the stage number, such as In-band/1; 0 Gb/s withdraws the acceptance. May be repeated.",
)
@click.option("--dry-run", is_flag=True, help="Show what would change, without changing FILE.")
@json_option
def cable_command(
    file: Path,
    names: tuple[str, ...],
    panels: bool,
    panels_at: str,
    host_names: Path | None,
    rates: tuple[tuple[str, int, str], ...],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Route cables for the network links of FILE, in one step.

    If the project has no networks, they are first planned from its devices and switches. Correct cables and cables added by
    hand are kept; the ports of the latter are not reassigned. Other cables of these networks are removed. Without
    --network, a network that cannot be cabled is left unchanged, and the reason is printed. Running the command again
    changes nothing.

    With --panels, the required patch panels are placed in free rack units, and links through them are treated as added by
    hand: array links use adapters, duplex links use cassettes. With --panels-at row, the panels are placed in a dedicated
    rack at the end of each row, if floor space permits, and links within a row remain unchanged.

    With --host-names, devices are named in the same step; no cable is moved. With --accept-rate, the rates are recorded in the
    same step.
    """
    structured: StructuredPreview | None = None
    with Document.open(file, write=not dry_run) as document, _saying_what_to_run(file):
        document.quick_check()
        snapshot = before = document.snapshot
        network_ids = _chosen(snapshot, names)
        accepted = [(_stage(snapshot, name), gbps or None, reason) for name, gbps, reason in rates]
        planned = not snapshot["network"].rows
        listed = None if host_names is None else read_host_names(read_tables(host_names))
        if dry_run:
            if listed is not None:
                demanded_names(snapshot, listed)
            preview = preview_cabling(snapshot, network_ids)
            if panels:
                structured = preview_structured(snapshot, network_ids, panels_at, cable_first=True)
            done, snapshot = preview.cabled, preview.snapshot
        else:
            done = run(document, cable_project, network_ids, host_names=listed, accepted=accepted).result
            if panels:
                led = run(document, structure_cabling, network_ids, at=panels_at)
                structured = preview_of(led.after, led.result)
            snapshot = document.snapshot
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file), "dry_run": dry_run}
        print_json({**about, "revision": snapshot.revision, **_plain(snapshot, done), "panels": _plain_panels(structured)})
    else:
        if planned:
            _print_planned(before, snapshot, dry_run)
        _print(file, snapshot, done, dry_run)
        if structured is not None:
            _print_panels(structured, dry_run)


def _chosen(snapshot: Snapshot, names: tuple[str, ...]) -> tuple[int, ...]:
    networks = snapshot["network"]
    network_ids: list[int] = []
    for name in names:
        ids = networks.where("name", name).tolist()
        if not ids:
            known = ", ".join(repr(network_name) for network_name in networks["name"]) or "none"
            raise click.BadParameter(f"there is no network {name!r}; the networks are: {known}", param_hint="--network")
        network_ids.extend(ids)
    return tuple(network_ids)


def _stage(snapshot: Snapshot, name: str) -> int:
    """The stage of NETWORK/NUMBER."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    if not networks.rows:
        text = "the project has no networks yet, so it has no stages: plan them first with: gpudesk cable FILE, without --accept-rate"
        raise click.BadParameter(text, param_hint="--accept-rate")
    stages_by_name: dict[str, list[tuple[int, str]]] = {}
    for network_id in networks.ids.tolist():
        in_order = sorted(
            (stages.row(stage_id) for stage_id in stages.where("network_id", network_id).tolist()), key=lambda row: row["place"]
        )
        for number, stage in enumerate(in_order, 1):
            ends = f"{stage['lower'] or 'everything with ports'} to {stage['upper']}"
            stages_by_name.setdefault(f"{networks.row(network_id)['name']}/{number}", []).append((int(stage["id"]), ends))
    if name not in stages_by_name:
        choices = ", ".join(f"{key} ({ends})" for key, same_name in stages_by_name.items() for _, ends in same_name) or "none"
        raise click.BadParameter(f"there is no stage {name!r}; the stages are: {choices}", param_hint="--accept-rate")
    same_name = stages_by_name[name]
    if len(same_name) > 1:
        choices = ", ".join(ends for _, ends in same_name)
        text = f"several networks have a stage {name!r} ({choices}); give each network a unique name first"
        raise click.BadParameter(text, param_hint="--accept-rate")
    return same_name[0][0]


def _plain(snapshot: Snapshot, done: Cabled) -> dict[str, Any]:
    networks = snapshot["network"]
    rows = [(network, networks.row(network.network_id or 0)) for network in done.networks]
    return {
        **_counts(done),
        "reasons": [{"links": count, "text": message.plain()} for count, message in done.reasons],
        "networks": [
            {
                "id": cabled.network_id,
                "name": str(row["name"]),
                "kind": NetworkKind(row["kind"]).name.lower(),
                "rate_gbps": int(row["rate_gbps"]),
                **_counts(cabled),
                "refused": None if cabled.refused is None else cabled.refused.plain(),
            }
            for cabled, row in rows
        ],
    }


def _counts(each: Cabled | CablingCounts) -> dict[str, int]:
    return {key: getattr(each, name) for name, key in COUNTS.items()}


@contextmanager
def _saying_what_to_run(file: Path) -> Iterator[None]:
    """Add the cabling command to the message on items that must be placed first."""
    try:
        yield
    except SwitchesMissing as error:
        fix = Message(
            "cable", "{fix} Then run: gpudesk cable {file}", {"fix": "" if error.fix is None else error.fix.plain(), "file": str(file)}
        )
        raise Refused(error.message, fix) from error


def _print_planned(before: Snapshot, snapshot: Snapshot, dry_run: bool) -> None:
    networks, stages = snapshot["network"], snapshot["network_stage"]
    trees = {
        planned.network_id for planned in snapshot.cached(network_plan) if planned.links is not None and planned.links.shape is not None
    }
    click.echo(f"The project has no networks. These {'would be' if dry_run else 'were'} planned first:")
    for network_id in networks.ids.tolist():
        row = networks.row(network_id)
        own_stages = sorted(
            (stages.row(stage_id) for stage_id in stages.where("network_id", network_id).tolist()), key=lambda stage_row: stage_row["place"]
        )
        attached = ["a fat tree"] * (network_id in trees)
        attached += [f"{stage['lower'] or 'everything with ports'} on {stage['upper']}" for stage in own_stages]
        click.echo(f"  {row['name']}: {NetworkKind(row['kind']).name.lower()}, {row['rate_gbps']} Gb/s; {', '.join(attached) or 'nothing'}")
    roles = ", ".join(f"{assignment.count} × {assignment.model} {assignment.role}" for assignment in given_roles(before, snapshot))
    if roles:
        click.echo(f"  Switch roles: {roles}")


def _print(file: Path, snapshot: Snapshot, done: Cabled, dry_run: bool) -> None:
    networks = snapshot["network"]
    rows = [(str(networks.row(cabled.network_id or 0)["name"]), *_cells(cabled)) for cabled in done.networks]
    print_table([("network", *HEADS), *rows], right=range(1, len(HEADS) + 1))
    state = "would be " if dry_run else ""
    click.echo(f"{done.added:,} {state}added, {done.removed:,} {state}removed, {done.kept:,} kept, {done.longer:,} of them too short")
    for network in done.networks:
        if network.refused is not None:
            click.echo(f"{networks.row(network.network_id or 0)['name']} was not changed: {sentence(network.refused)}")
            click.echo(f"  Add the missing equipment, then run: gpudesk cable {file}")
    for count, message in done.reasons:
        click.echo(f"No cable type fits: {counted(count, 'link')}: {sentence(message)}")
    if done.yielded:
        click.echo(f"{counted(done.yielded, 'link')} not routed: their ports are used by cables added by hand")


def _cells(each: CablingCounts) -> tuple[str, ...]:
    return tuple(f"{count:,}" for count in _counts(each).values())


def _plain_panels(found: StructuredPreview | None) -> dict[str, Any] | None:
    if found is None:
        return None
    done = found.done
    return {
        "links": done.links,
        "panels": len(done.panels),
        "cassettes": len(done.cassettes),
        "new_racks": len(done.racks),
        "trunks": done.trunks,
        "patch_cords": done.cords,
        "removed": done.removed,
        "kept": done.kept,
        "not_routed": [{"links": count, "text": message.plain()} for count, message in done.left],
        "racks": [{"name": rack.name, "new": rack.new, "units": list(rack.units), "cassettes": rack.cassettes} for rack in found.racks],
        "racks_without_space": list(found.full),
        "parts": [{"type": part.key, "title": part.title, "count": part.count, "length_m": part.metres} for part in found.bought],
    }


def _print_panels(found: StructuredPreview, dry_run: bool) -> None:
    done, state = found.done, "would run" if dry_run else "run"
    pieces = {"panel": len(done.panels), "cassette": len(done.cassettes), "trunk": done.trunks, "cord": done.cords}
    text = ", ".join(counted(count, name) for name, count in pieces.items() if count)
    click.echo(
        f"{counted(done.links, 'link')} {state} through panels: {text}; "
        f"removed: {counted(done.removed, 'cord')}, kept: {counted(done.kept, 'cable')}"
    )
    for piece in found.bought:
        click.echo(f"  {piece.count:,} × {piece.title}" + ("" if piece.metres is None else f", {piece.metres:,.0f} m"))
    for rack in found.racks[:MOST_RACKS]:
        units = ", ".join(f"U{unit}" for unit in rack.units)
        seated = f", {counted(rack.cassettes, 'cassette')}" if rack.cassettes else ""
        click.echo(f"  {rack.name}{' (new rack)' if rack.new else ''}: {counted(len(rack.units), 'panel')} {units}{seated}")
    if len(found.racks) > MOST_RACKS:
        click.echo(f"  and in {counted(len(found.racks) - MOST_RACKS, 'more rack')} (--json lists all)")
    if found.full:
        click.echo(f"no free rack unit: {', '.join(found.full[:MOST_RACKS])}{' …' if len(found.full) > MOST_RACKS else ''}")
    for count, message in done.left:
        click.echo(f"Kept as direct cords: {counted(count, 'link')}: {sentence(message)}")


COMMANDS = (cable_command,)
