"""The command that shows and sets the domains excluded from the plan of a project, and its redundant roles."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.plan.plan_domains import NEEDED_DOMAIN, Domain, domain_title
from gpudesk.derived.scope.required_roles import RequiredRole, RoleSource, required_roles_by_source
from gpudesk.operations.project.plan_scope_operations import set_outside_plan, set_redundant_role
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.redundant_roles import redundant_roles

SCHEMA = "gpudesk.scope.v2"
_SOURCES = {
    RoleSource.TEMPLATE: "template",
    RoleSource.NETWORK_STAGE: "network stage of",
    RoleSource.PROJECT: "this project",
}
_DOMAINS = click.Choice([str(domain) for domain in Domain])


@click.command("scope")
@file_argument
@click.option("--leave-out", type=_DOMAINS, multiple=True, help="Leave a domain out of the plan; may be repeated.")
@click.option("--reason", metavar="TEXT", help="Reason for leaving the domain out.")
@click.option("--plan", "plan", type=_DOMAINS, multiple=True, help="Include a domain in the plan again; may be repeated.")
@click.option(
    "--redundant",
    multiple=True,
    metavar="ROLE=COUNT",
    callback=lambda _context, _option, texts: [_role_count(text) for text in texts],
    help="Require COUNT devices of a role, so that one may fail, or 1 for no standby; may be repeated.",
)
@json_option
def scope_command(
    file: Path,
    leave_out: tuple[str, ...],
    reason: str | None,
    plan: tuple[str, ...],
    redundant: list[tuple[str, int]],
    as_json: bool,
) -> None:
    """Show which domains are planned in FILE, which are left out and why, and which roles require several devices,
    with the source of each requirement.

    The checks report equipment without power, cooling, networks or management, unless the domain is left out with a reason.
    Each change of a domain or a role is a separate step.
    """
    if bool(leave_out) != (reason is not None):
        raise click.UsageError("Give --leave-out and --reason together.")
    both = [domain for domain in dict.fromkeys(leave_out) if domain in plan]
    if both:
        raise click.UsageError(f"{both[0]} is given with both --leave-out and --plan; use only one of them.")
    with Document.open(file, write=bool(leave_out or plan or redundant)) as document:
        for domain in dict.fromkeys(leave_out):
            run(document, set_outside_plan, domain, reason)
        for domain in dict.fromkeys(plan):
            run(document, set_outside_plan, domain, None)
        for role, count in redundant:
            run(document, set_redundant_role, role, count)
        snapshot = document.snapshot
    outside, roles = snapshot.cached(outside_plan), required_roles_by_source(snapshot)
    if as_json:
        domains = [{"domain": str(domain), "planned": domain not in outside, "reason": outside.get(domain)} for domain in Domain]
        program = {"name": "gpudesk", "version": __version__}
        counts = dict(snapshot.cached(redundant_roles))
        about = {"schema": SCHEMA, "program": program, "file": str(file)}
        print_json({**about, "domains": domains, "redundant_roles": counts, "required_roles": [_plain(role) for role in roles]})
        return
    rows = [("domain", "", "in this plan", "reason")]
    for domain in Domain:
        planned = "no" if domain in outside else "-" if NEEDED_DOMAIN.get(domain) in outside else "yes"
        rows.append((str(domain), domain_title(domain).plain(), planned, outside.get(domain, "")))
    print_table(rows)
    if roles:
        click.echo()
        print_table([("redundant role", "devices required", "planned", "required by"), *map(_row, roles)])


def _plain(role: RequiredRole) -> dict[str, Any]:
    sources = [{"source": str(source), "name": name or None} for source, name in role.sources]
    return {"role": role.role, "devices": role.required, "planned": role.planned, "sources": sources}


def _row(role: RequiredRole) -> tuple[str, ...]:
    sources = "; ".join(f"{_SOURCES[source]} {name}".rstrip() for source, name in role.sources)
    return role.role, f"{role.required:,}", f"{role.planned:,}", sources


def _role_count(text: str) -> tuple[str, int]:
    role, sign, count = text.rpartition("=")
    if not (sign and role.strip() and count.isascii() and count.isdecimal() and len(count) < 5):
        raise click.BadParameter(f"{text[:80]!r} is not ROLE=COUNT, such as 'fabric management=2'")
    return role, int(count)


COMMANDS = (scope_command,)
