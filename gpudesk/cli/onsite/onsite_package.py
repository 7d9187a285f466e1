"""The commands on work packages: package, merge, and recording in a package."""

import secrets
from pathlib import Path
from typing import Any

import click

from gpudesk.cli.onsite.onsite_lines import entry_body
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written
from gpudesk.cli.terminal.output import counted, json_option, print_json
from gpudesk.core.checklist.entries import Recorder
from gpudesk.disk.writing import write_file
from gpudesk.formats.onsite.work_files import SUFFIX, read_work, work_summary, write_package
from gpudesk.onsite.checklist import stale_places
from gpudesk.onsite.conflicts import Conflict
from gpudesk.onsite.log_writer import recorder
from gpudesk.onsite.package_contents import Selection
from gpudesk.operations.onsite.onsite_packages import NotEntered, issue_package, merge_package
from gpudesk.operations.onsite.record_site_work import add_person
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.onsite.onsite_page import page_html

PACKAGE_SCHEMA = "gpudesk.onsite_package.v2"
PAGE_SUFFIXES = (".html", ".htm")
MERGE_SCHEMA = "gpudesk.onsite_merge.v2"


@click.command("package")
@file_argument
@click.argument("out", type=OUT)
@click.option("--rack", "racks", multiple=True, metavar="NAME", help="Only items of this rack; may be repeated.")
@click.option(
    "--row", "rows", multiple=True, metavar="NAME", help="Only items of the racks and rack-scale systems of this row; may be repeated."
)
@click.option("--stage", "stages", multiple=True, metavar="STAGE", help="Only items of this stage, such as cable; may be repeated.")
@click.option("--for", "receiver", metavar="NAME", default="", help="Recipient of the package: a person or team from the list of people.")
@click.option("--by", "person", metavar="NAME", required=True, help="Person who hands out the package; added to the list of people.")
@json_option
def package_command(
    file: Path,
    out: Path,
    racks: tuple[str, ...],
    rows: tuple[str, ...],
    stages: tuple[str, ...],
    receiver: str,
    person: str,
    as_json: bool,
) -> None:
    """Hand out part of the checklist of FILE: OUT.gpuwork for another GPU Desk, or OUT.html, a page for use in a browser
    without a network connection.

    Without --rack and --row, the package contains the whole plan, including site, halls and cluster. The log records the
    handout of the package.
    """
    is_page = out.suffix.lower() in PAGE_SUFFIXES
    if not is_page and out.suffix.lower() != SUFFIX:
        raise click.BadParameter(f"the name of a work package must end in {SUFFIX}, of a page in .html", param_hint="OUT")
    chosen = Selection(racks, rows, stages, receiver.strip())
    with Document.open(file) as document:
        by = _recorder(document, person)
        package_id = secrets.token_hex(16)
        outcome = run(document, issue_package, by, chosen, package_id, document.uid, file.stem)
    body = outcome.result
    if is_page:
        write_file(out, page_html(outcome.before, body))
    else:
        write_package(out, body)
    if as_json:
        print_json(
            {"schema": PACKAGE_SCHEMA, "file": str(file), "out": str(out), "kind": "page" if is_page else "package", **work_summary(body)}
        )
    else:
        echo_written(out)


@click.command("merge")
@file_argument
@click.argument("packages", metavar="PACKAGE...", nargs=-1, required=True, type=IN)
@click.option("--by", "person", metavar="NAME", required=True, help="Person who imports the entries; added to the list of people.")
@json_option
def merge_command(file: Path, packages: tuple[Path, ...], person: str, as_json: bool) -> None:
    """Import the entries recorded in work packages of FILE, or in results of their browser pages; exits with 5 if there are
    conflicts or forks.

    Entries are imported unchanged; importing a package again adds nothing. For each conflict, the values of both sides are
    shown: record the correct one with "gpudesk onsite record".
    """
    works = [read_work(path) for path in packages]
    bodies: list[dict[str, Any]] = []
    with Document.open(file) as document:
        by = _recorder(document, person)
        for path, work in zip(packages, works, strict=True):
            outcome = run(document, merge_package, by, work, document.uid)
            merged, snapshot = outcome.result, outcome.after
            bodies.append(
                {
                    "path": str(path),
                    "package": work.package.id,
                    "title": work.package.title,
                    "added": merged.added,
                    "already_present": merged.known,
                    "photos": merged.photos,
                    "forks": list(merged.forks),
                    "conflicts": [_conflict_body(conflict) for conflict in merged.conflicts],
                    "flags": [{"entry": name, "flag": flag} for name, flag in merged.flags.items()],
                    "not_in_plan": [_not_entered_body(left) for left in merged.not_entered],
                    "stale": _stale_body(snapshot, merged.places),
                }
            )
    if as_json:
        print_json({"schema": MERGE_SCHEMA, "file": str(file), "packages": bodies})
    else:
        for body in bodies:
            _print_merged(body)
    if any(body["conflicts"] or body["forks"] for body in bodies):
        click.get_current_context().exit(FOUND)


def _conflict_body(conflict: Conflict) -> dict[str, Any]:
    return {
        "item": conflict.item,
        "target": conflict.target,
        "target_name": conflict.entries[0].target_name,
        "field": conflict.field,
        "sides": [entry_body(entry) for entry in conflict.entries],
    }


def _stale_body(snapshot: Snapshot, places: tuple[tuple[str, int], ...]) -> list[dict[str, Any]]:
    return [{"item": item, "target": target} for item, target in stale_places(snapshot, places)]


def _not_entered_body(left: NotEntered) -> dict[str, Any]:
    return {**{name: getattr(left, name) for name in ("item", "target", "target_name", "field", "value")}, "reason": str(left.why)}


def _print_merged(body: dict[str, Any]) -> None:
    added, photos = counted(body["added"], "entry", "entries"), counted(body["photos"], "photo")
    click.echo(f"{body['title']}: {added} imported, {body['already_present']:,} already known, {photos}")
    for name in body["forks"]:
        click.echo(f"  fork: the number of {name} is used twice; both entries are kept")
    for conflict in body["conflicts"]:
        click.echo(f"  conflict: {conflict['item']} {conflict['target_name']}, {conflict['field']}".rstrip())
        for side in conflict["sides"]:
            click.echo(f"    {side['value_text']}  {side['person']}  {side['at_utc']}  {side['name']}")
    for flag in body["flags"]:
        click.echo(f"  {flag['entry']}: the clock was wrong ({flag['flag'].replace('_', ' ')})")
    for left in body["not_in_plan"]:
        click.echo(
            f"  not in the plan: {left['item']} {left['target_name']}, {left['field']} {left['value']} ({left['reason'].replace('_', ' ')})"
        )
    for row in body["stale"]:
        click.echo(f"  stale: {row['item']} {row['target']}: the plan values of its limits have changed")


def _recorder(document: Document, person: str) -> Recorder:
    """Who records here; somebody new is put on the list.

    Raises:
        click.BadParameter: no name was given.
    """
    name = person.strip()
    if not name:
        raise click.BadParameter("a name is required", param_hint="--by")
    if not document.snapshot["person"].holds("name", name):
        run(document, add_person, name)
    return recorder(name)
