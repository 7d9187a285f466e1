"""The command that names hosts and switches."""

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.given_paths import host_names_option
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.core.names.host_names import FIELDS, host_name_fault
from gpudesk.derived.fabric.host_name_plan import HOST_FAMILIES, HostName
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.tables.tables import read_tables
from gpudesk.operations.cabling.host_name_operations import demanded_names, name_hosts_from, name_roles, role_names
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.host_name_rules import host_name_styles
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.host_names.v2"
MOST_NAMED = 40
"""Maximum number of names shown in text output."""


@click.command("host-names")
@file_argument
@click.option(
    "--pattern",
    "patterns",
    multiple=True,
    metavar="ROLE=PATTERN",
    help="Name all devices of a role by a pattern, such as leaf='{rack}-P1-IBLEAF-{rail:02}-{n_rail:02}'; may be repeated.",
)
@click.option(
    "--style", type=click.Choice(list(host_name_styles())), help="Use the naming patterns of a published cluster for the roles in FILE."
)
@host_names_option
@click.option("--dry-run", is_flag=True, help="Show the new names, without changing FILE.")
@json_option
def host_names_command(
    file: Path, patterns: tuple[str, ...], style: str | None, host_names: Path | None, dry_run: bool, as_json: bool
) -> None:
    """Name the hosts and switches of FILE using patterns or a list, or list their names.

    Labels, cut sheets, the window and all exports use these names. Every name is a valid host name (RFC 952, RFC 1123) and
    unique. Cables stay unchanged. All roles are named in one step.

    A pattern consists of text and fields. {hall}, {row} and {rack} are names, {unit} is the lowest rack unit, {name} the
    planned device name and {number} the number at the end of that name. Counters: {n} counts all named devices, {n_rack}
    those in a rack from the bottom up, {rack_n} the racks, and {n_rail} the devices on a rail; {rail} is the rail number of
    a switch, determined from its cables, starting at 1. {n:02} pads with zeros; {rack:lower} and {rack:upper} set the case.
    """
    ways = (bool(patterns), style is not None, host_names is not None)
    if sum(ways) > 1:
        raise click.UsageError("Give only one of --pattern, --style and --host-names.")
    role_patterns = dict(_role_pattern(text) for text in patterns)
    with Document.open(file, write=any(ways) and not dry_run) as document:
        document.quick_check()
        snapshot = document.snapshot
        if style is not None:
            there = sorted(set(snapshot["device"]["role"].tolist()))
            role_patterns = {role: pattern for role in there if (pattern := host_name_styles()[style].pattern_for(role)) is not None}
        named: list[HostName] = []
        for role in role_patterns:
            _demand_role(snapshot, role)
        if role_patterns and dry_run:
            named = role_names(snapshot, role_patterns)
        elif role_patterns:
            named = run(document, name_roles, role_patterns).result
        if host_names is not None:
            listed = read_host_names(read_tables(host_names))
            if dry_run:
                named = demanded_names(snapshot, listed)
            else:
                named = run(document, name_hosts_from, listed).result
        snapshot = document.snapshot
    if not any(ways):
        named = _present(snapshot)
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file), "dry_run": dry_run}
        print_json({**about, "fields": list(FIELDS), "hosts": [_plain(host) for host in named]})
        return
    _print(named, list_only=not any(ways), dry_run=dry_run)


def _role_pattern(text: str) -> tuple[str, str]:
    role, sign, pattern = text.partition("=")
    if not sign or not role.strip() or not pattern.strip():
        raise click.BadParameter(f"{text!r} is not ROLE=PATTERN", param_hint="--pattern")
    return role.strip(), pattern.strip()


def _demand_role(snapshot: Snapshot, role: str) -> None:
    roles = set(snapshot["device"]["role"].tolist())
    if role not in roles:
        known = ", ".join(repr(known_role) for known_role in sorted(roles - {""})) or "none"
        raise click.BadParameter(f"no device has the role {role!r}; the roles are: {known}", param_hint="--pattern")


def _present(snapshot: Snapshot) -> list[HostName]:
    """The hosts and switches that have a role, with the names that they have; what cools them is no host."""
    devices = snapshot["device"]
    hosts = [type_id for type_id, kind in snapshot.types.items() if kind.family in HOST_FAMILIES]
    places = np.flatnonzero(np.isin(devices["type_id"], hosts) & (devices["role"] != ""))
    rows = zip(devices.ids[places].tolist(), devices["name"][places].tolist(), strict=True)
    return [HostName(device_id, name, name) for device_id, name in rows]


def _plain(each: HostName) -> dict[str, object]:
    fault = host_name_fault(each.new)
    return {"device": each.device_id, "previous_name": each.old, "name": each.new, "error": None if fault is None else fault.plain()}


def _print(named: Sequence[HostName], *, list_only: bool, dry_run: bool) -> None:
    if list_only:
        wrong = [what.plain() for host in named if (what := host_name_fault(host.new)) is not None]
        click.echo(f"{counted(len(named), 'device')}; {counted(len(wrong), 'name')} not valid for a host")
        for text in wrong[:MOST_NAMED]:
            click.echo(f"  {text}")
        for style in host_name_styles().values():
            click.echo(f"--style {style.key}: " + "; ".join(f"{role}={pattern}" for role, pattern in style.patterns.items()))
        return
    print_table([("device", "name"), *((host.old, host.new) for host in named[:MOST_NAMED])])
    if len(named) > MOST_NAMED:
        click.echo(f"and {len(named) - MOST_NAMED:,} more (--json lists all)")
    changed = sum(host.old != host.new for host in named)
    click.echo(f"{counted(changed, 'device')} {'would be ' if dry_run else ''}named, {len(named) - changed:,} already had this name")


COMMANDS = (host_names_command,)
