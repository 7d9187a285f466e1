"""The command that shows and sets what the plan of a project leaves out."""

from pathlib import Path

import click

from gpudesk import __version__, operations
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.cli.project import file_argument
from gpudesk.core.plan_domains import Domain, domain_title
from gpudesk.project.document import Document
from gpudesk.project.outside_plan import outside_plan

SCHEMA = "gpudesk.scope.v1"


@click.command("scope")
@file_argument
@click.option("--leave-out", type=click.Choice([str(domain) for domain in Domain]), help="Say that a domain is not in this plan.")
@click.option("--reason", metavar="TEXT", help="Why it is left out.")
@click.option("--plan", "plan", type=click.Choice([str(domain) for domain in Domain]), help="Put a domain into the plan again.")
@json_option
def scope_command(file: Path, leave_out: str | None, reason: str | None, plan: str | None, as_json: bool) -> None:
    """Show which domains FILE plans and which it leaves out, and why.

    The checks report equipment whose power, cooling, networks or management are absent, unless the domain is left out with a reason.
    """
    if (leave_out is None) != (reason is None):
        raise click.UsageError("--leave-out and --reason belong together.")
    with Document.open(file, write=leave_out is not None or plan is not None) as document:
        if leave_out is not None:
            operations.run(document, operations.set_outside_plan, leave_out, reason)
        if plan is not None:
            operations.run(document, operations.set_outside_plan, plan, None)
        outside = document.snapshot.cached(outside_plan)
    if as_json:
        domains = [{"domain": str(domain), "planned": domain not in outside, "reason": outside.get(domain)} for domain in Domain]
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file), "domains": domains})
        return
    rows = [("domain", "", "in this plan", "reason")]
    rows += [
        (str(domain), domain_title(domain).plain(), "no" if domain in outside else "yes", outside.get(domain, "")) for domain in Domain
    ]
    print_table(rows)


COMMANDS = (scope_command,)
