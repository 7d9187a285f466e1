"""Commands on project files: new, templates, info, check, history."""

import json
from pathlib import Path

import click

from gpudesk import operations
from gpudesk.catalog.templates import load_template, templates
from gpudesk.checks import check_all
from gpudesk.checks.finding import SHOWN, Severity
from gpudesk.checks.report import report
from gpudesk.cli.exits import FOUND
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.core.hardware import POWER_NAMES
from gpudesk.core.message import Message
from gpudesk.derived.phases import snapshot_up_to_phase
from gpudesk.derived.totals import totals
from gpudesk.project.document import Document

file_argument = click.argument("file", type=click.Path(path_type=Path))
phase_option = click.option("--phase", type=click.IntRange(0, 999))


@click.command()
@file_argument
@click.option("--template", "template", help="Begin from a template; `gpudesk templates` lists them.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Set a value of the site sheet; may be repeated.")
def new(file: Path, template: str | None, settings: tuple[str, ...]) -> None:
    """Make a new project FILE."""
    plan = None if template is None else load_template(template)
    chosen = dict(_setting(each) for each in settings)
    with Document.create(file) as document:
        try:
            if plan is not None:
                operations.run(document, operations.build, plan)
            for key, value in chosen.items():
                operations.run(document, operations.set_site_value, key, value)
        except BaseException:
            document.close()
            file.unlink(missing_ok=True)
            raise
    click.echo(str(file))


def _setting(text: str) -> tuple[str, str | float | bool]:
    key, separator, value = text.partition("=")
    if not separator or not key:
        raise click.BadParameter(f"{text!r} is not KEY=VALUE", param_hint="--set")
    try:
        parsed = json.loads(value)
    except ValueError:
        return key, value
    return key, parsed if isinstance(parsed, str | int | float | bool) else value


@click.command("templates")
@json_option
def list_templates(as_json: bool) -> None:
    """List the templates that a project can begin from."""
    found = templates()
    if as_json:
        print_json({"templates": [{"name": each.name, "title": each.title, "description": each.description} for each in found]})
        return
    print_table([(each.name, each.title, each.description) for each in found])


@click.command()
@file_argument
@phase_option
@json_option
def info(file: Path, phase: int | None, as_json: bool) -> None:
    """Totals of FILE, or of what is built in one phase of it."""
    with Document.open(file, write=False) as document:
        found = totals(document.snapshot, "project", None, phase=phase)
        body = {"file": str(file), "uid": document.uid, "revision": document.snapshot.revision, "phase": phase, "totals": found.to_plain()}
    if as_json:
        print_json(body)
        return
    rows = [("GPUs", str(found.gpus)), ("systems", str(found.systems)), ("racks", str(found.racks)), ("units used", f"{found.used_half_units / 2:g}")]
    for name in POWER_NAMES:
        power, missing = found.power_w[name], found.power_missing[name]
        rows.append((f"power, {name}", f"{power / 1000:,.1f} kW" + (f" and {missing} devices without this figure" if missing else "")))
    rows.append(("mass", f"{found.mass_kg:,.1f} kg" + (f" and {found.mass_missing} things of unknown mass" if found.mass_missing else "")))
    print_table(rows)


@click.command()
@file_argument
@click.option("--severity", type=click.Choice([str(each) for each in SHOWN]), default="error", show_default=True, help="Exit with 5 from this severity on.")
@phase_option
@json_option
def check(file: Path, severity: str, phase: int | None, as_json: bool) -> None:
    """Judge FILE by every rule; exits with 5 if something is found at or above the asked severity."""
    with Document.open(file, write=False) as document:
        snapshot = document.snapshot if phase is None else snapshot_up_to_phase(document.snapshot, phase)
        findings = check_all(snapshot)
        body = report(findings, snapshot, uid=document.uid, phase=phase)
    if as_json:
        print_json(body)
    else:
        rows = [(str(each.severity), each.rule, each.place.label, each.message.plain()) for each in findings if each.excluded is None]
        print_table(rows)
        counts = findings.counts()
        click.echo(", ".join(f"{counts[each]} {each}" for each in SHOWN) + f", {findings.excluded} excluded")
    asked = SHOWN[: SHOWN.index(Severity(severity)) + 1]
    if any(findings.counts()[each] for each in asked):
        click.get_current_context().exit(FOUND)


@click.command()
@file_argument
@json_option
def history(file: Path, as_json: bool) -> None:
    """The steps of FILE, oldest first; undone ones are marked."""
    with Document.open(file, write=False) as document:
        steps = document.steps
    listed = [{"id": step.id, "at": step.at_utc, "title": Message.from_json(step.title).plain(), "done": step.done} for step in steps]
    if as_json:
        print_json({"file": str(file), "steps": listed})
        return
    print_table([(str(each["at"]), "" if each["done"] else "undone", str(each["title"])) for each in listed])


COMMANDS = (new, list_templates, info, check, history)
