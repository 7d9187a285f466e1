"""Commands on project files: new, templates, info, check, history."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.own_templates import own_templates
from gpudesk.catalog.templates import TemplateInfo, load_template, template_info, templates
from gpudesk.checks.engine.check_engine import check_all
from gpudesk.checks.engine.check_report import report
from gpudesk.checks.findings.finding import SHOWN, Severity
from gpudesk.cli.terminal.amounts import quantity, sentence
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import (
    counted,
    error_line,
    json_option,
    print_json,
    print_list,
    print_table,
    severity_count,
    severity_title,
)
from gpudesk.core.hardware.hardware import POWER_NAMES
from gpudesk.core.messages.errors import Refused
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.plan.template_parameter import Parameter
from gpudesk.derived.cabling.cable_figures import CableFigures, cable_figures, network_cables
from gpudesk.derived.scope.phase_snapshot import snapshot_up_to_phase
from gpudesk.derived.scope.type_counts import type_counts
from gpudesk.derived.totals.totals import Totals, totals
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.project.fixes import fix_outcomes
from gpudesk.operations.project.site_sheet_operations import set_site_value
from gpudesk.operations.run.run import run
from gpudesk.operations.types.type_updates import type_updates
from gpudesk.project.document import Document
from gpudesk.project.project_verification import damage_in, verified
from gpudesk.project.site_sheet import SheetDefinition, SheetValue, ValueKind, checked_site_value, site_definitions
from gpudesk.sizing.fleet.fleet import Member, members

_MOST_NAMED = 200
"""Maximum number of objects named from a block of 1,000: an error is one line."""


def demand_integrity(document: Document, *, as_json: bool) -> dict[str, object]:
    """Compare a file with its digests and print the result, unless it goes into a JSON object; returns the object's part.

    Raises:
        SilentDamage: it is damaged; the error names tables and objects.
    """
    verification = verified(document)
    if verification is None:
        raise AssertionError("the document is open")
    error = damage_in(document, verification, _MOST_NAMED)
    if error is not None:
        raise error
    if not as_json:
        rest = f", {len(verification.unverified):,} edited since or never verified" if verification.unverified else ""
        click.echo(f"integrity: {counted(verification.compared, 'block matches its digest', 'blocks match their digests')}{rest}")
    return {"integrity": {"compared": verification.compared, "unverified": len(verification.unverified)}}


file_argument = click.argument("file", type=IN)


@contextmanager
def whole(file: Path) -> Iterator[Document]:
    """The project `file` for reading, all of it checked: a figure from a damaged file is worse than none.

    Raises:
        StoreError: it cannot be read or is damaged.
    """
    with Document.open(file, write=False) as document:
        document.quick_check()
        yield document


@click.command()
@file_argument
@click.option("--template", "template", help='Start from a template; "gpudesk templates" lists them.')
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set a parameter of the template or a value of the site sheet; may be repeated.",
)
def new(file: Path, template: str | None, settings: tuple[str, ...]) -> None:
    """Create the project FILE and print its path."""
    try:
        parameters = {} if template is None else template_info(template).parameters
    except Refused as unknown:
        raise click.BadParameter(str(unknown), param_hint="--template") from unknown
    pairs = [(setting, *setting.partition("=")) for setting in settings]
    template_values = {key.strip(): value.strip() for _, key, separator, value in pairs if separator and key.strip() in parameters}
    chosen = dict(_setting(assignment, parameters) for assignment, key, _, _ in pairs if key.strip() not in template_values)
    try:
        plan = None if template is None else load_template(template, template_values)
    except Refused as misfit:
        raise click.BadParameter(str(misfit), param_hint="--set") from misfit

    def fill(document: Document) -> None:
        if plan is not None:
            run(document, build, plan)
        _set_site(document, chosen)

    Document.create(file, fill=fill).close()
    click.echo(str(file))


def _setting(text: str, parameters: Mapping[str, Parameter]) -> tuple[str, SheetValue]:
    key, separator, value = text.partition("=")
    definition = site_definitions().values.get(key)
    if not separator or definition is None:
        template_hint = f"a parameter of the template ({_allowed(parameters)}) or " if parameters else ""
        known = ", ".join(site_definitions().values)
        raise click.BadParameter(f"{text!r} is not KEY=VALUE with {template_hint}a key of the site sheet ({known})", param_hint="--set")
    return key, _sheet_value(definition, value.strip())


def _allowed(parameters: Mapping[str, Parameter]) -> str:
    """The parameters with the values that they can have."""
    return ", ".join(f"{name}={_values(parameter)}" for name, parameter in parameters.items())


def _values(parameter: Parameter) -> str:
    if parameter.kind == "choice":
        return "|".join(str(choice) for choice in parameter.choices)
    return "true|false" if parameter.kind == "flag" else f"{parameter.minimum:g}…{parameter.maximum:g}"


def _sheet_value(definition: SheetDefinition, text: str) -> SheetValue:
    if definition.kind is ValueKind.FLAG and text in ("true", "false"):
        return text == "true"
    if definition.kind is ValueKind.NUMBER:
        for number in (int, float):
            try:
                return number(text)
            except ValueError:
                continue
    return text


def _set_site(document: Document, chosen: dict[str, SheetValue]) -> None:
    for key, value in chosen.items():
        try:
            run(document, set_site_value, key, checked_site_value(key, value))
        except Refused as misfit:
            raise click.BadParameter(str(misfit), param_hint="--set") from misfit


def _template_body(info: TemplateInfo) -> Mapping[str, object]:
    parameters = [
        {
            "name": name,
            "title": parameter.title,
            "kind": parameter.kind,
            "value": parameter.value,
            "minimum": parameter.minimum if parameter.kind == "number" else None,
            "maximum": parameter.maximum if parameter.kind == "number" else None,
            "choices": list(parameter.choices),
            "note": parameter.note,
        }
        for name, parameter in info.parameters.items()
    ]
    texts = {"name": info.name, "title": info.title, "description": info.description}
    origins = {"published": info.published, "derived": info.derived}
    return {**texts, **origins, "custom": info.own, "kind": info.kind, "parameters": parameters}


@click.command("templates")
@json_option
def list_templates(as_json: bool) -> None:
    """List the templates for new projects: built-in ones, then your own."""
    built_in, own = templates(), own_templates()
    if as_json:
        bad = [{"file": str(bad_file.path), "text": str(bad_file.error)} for bad_file in own.bad]
        print_json({"templates": [_template_body(template) for template in (*built_in, *own.infos)], "unreadable": bad})
        return
    print_table([(template.name, template.title, template.description) for template in built_in])
    if own.infos:
        click.echo("\nYour own")
        print_table([(template.name, template.title, template.description) for template in own.infos])
    for bad_file in own.bad:
        error_line(str(bad_file.error))


@click.command()
@file_argument
@click.option("--phase", type=click.IntRange(0, MOST_PHASE), help="Only items built in this phase.")
@json_option
def info(file: Path, phase: int | None, as_json: bool) -> None:
    """Print the totals of FILE: GPUs, systems, racks, rack units, power figures, mass, links, cables, and the number of
    devices of each type.
    """
    with whole(file) as document:
        project_totals = totals(document.snapshot, "project", None, phase=phase)
        types = type_counts(document.snapshot, phase)
        networks = {None: cable_figures(document.snapshot, phase=phase)} | network_cables(document.snapshot, phase)
        names = dict(zip(document.snapshot["network"].ids.tolist(), document.snapshot["network"]["name"].tolist(), strict=True))
        workloads = members(document.snapshot if phase is None else snapshot_up_to_phase(document.snapshot, phase))
        newer = [update.key for update in type_updates(document.snapshot, open_catalog())]
        body = {
            "file": str(file),
            "uid": document.uid,
            "revision": document.snapshot.revision,
            "phase": phase,
            "totals": project_totals.to_plain(),
            "types": [
                {
                    "key": hardware_type.key,
                    "title": hardware_type.title,
                    "family": str(hardware_type.family),
                    "count": hardware_type.count,
                    "roles": dict(hardware_type.roles),
                }
                for hardware_type in types
            ],
            "cabling": networks[None].to_plain()
            | {"networks": [{"name": names.get(network), **networks[network].to_plain()} for network in networks if network is not None]},
            "workloads": [_workload_body(workload) for workload in workloads],
            "updates": newer,
        }
    if as_json:
        print_json(body)
    else:
        print_table([*_total_rows(project_totals), *_cable_rows(networks[None])])
        if types:
            click.echo()
            print_table([(hardware_type.title, f"{hardware_type.count:,}") for hardware_type in types])
        if workloads:
            click.echo()
            print_table([(workload.name, *_workload_words(workload)) for workload in workloads])
        if newer:
            click.echo()
            click.echo(f'The catalog has updates for {", ".join(newer)}: see "gpudesk catalog updates".')


def _workload_body(member: Member) -> Mapping[str, object]:
    """A workload as shown by `gpudesk info`; `gpudesk fleet` gives more details."""
    plan = member.best.need.plan if member.best is not None else None
    return {
        "id": member.row_id,
        "name": member.name,
        "task": str(member.work.task),
        "gpu": plan.board.key if plan is not None else None,
        "gpus": plan.gpus if plan is not None and plan.fits else None,
        "fits": member.fits,
    }


def _workload_words(member: Member) -> tuple[str, str]:
    if member.error is not None:
        return "", "cannot be evaluated"
    if member.best is None:
        return "", "the project has no permitted GPU"
    plan = member.best.need.plan
    needs = f"{plan.gpus:,} × {plan.board.title}" if plan.fits else plan.board.title
    return needs, "fits" if member.fits else "does not fit"


def _total_rows(found: Totals) -> list[tuple[str, str]]:
    rows = [
        ("GPUs", f"{found.gpus:,}"),
        ("systems", f"{found.systems:,}"),
        ("racks", f"{found.racks:,}"),
        ("devices", f"{found.devices:,}"),
        ("rack units used", _units(found.used_half_units)),
        ("rack units reserved", _units(found.reserved_half_units)),
        ("rack units free", _units(found.free_half_units)),
    ]
    rows.extend((f"power, {name}", _power(found, name)) for name in POWER_NAMES)
    rows.append(("mass", _sum(found.mass_kg, "kg", found.mass_missing, "item", "mass")))
    return rows


def _units(half_units: int) -> str:
    return f"{half_units / 2:,.1f}".removesuffix(".0")


def _power(found: Totals, name: str) -> str:
    """A named power; if it is unknown for some devices, only the maximum is a sum."""
    missing = found.power_missing[name]
    if found.shown_w(name) is None:
        return f"– (not known for {missing:,} of {counted(found.powered, 'device')})"
    return _sum(found.power_w[name], "W", missing, "device", "power")


def _cable_rows(found: CableFigures) -> list[tuple[str, str]]:
    if not found.legs:
        return []
    unknown = [("length not known", counted(found.without_length, "cable"))] if found.without_length else []
    return [
        ("links", f"{found.links:,}"),
        ("cords and cables", f"{found.cords:,}" + (f" and {counted(found.trunks, 'trunk')}" if found.trunks else "")),
        ("modules", f"{found.modules:,} in {found.cages:,} cages and sockets"),
        ("fiber", f"{found.fibre_m / 1000:,.1f} km of cable, {found.fibres:,} fibers"),
        ("copper", f"{found.copper_m / 1000:,.1f} km"),
        *unknown,
    ]


def _sum(known: float, unit: str, missing: int, what: str, of: str) -> str:
    """A sum in three digits with a list of the missing values; if nothing is known, there is no sum."""
    if missing and not known:
        return f"– (not known for {counted(missing, what)})"
    left_out = f"; {counted(missing, f'{what} has', f'{what}s have')} no published {of}" if missing else ""
    return f"{quantity(known, unit)}{left_out}"


@click.command()
@file_argument
@click.option(
    "--severity",
    type=click.Choice([str(each) for each in SHOWN]),
    default="error",
    show_default=True,
    help="Exit with 5 at this severity or above.",
)
@click.option("--phase", type=click.IntRange(0, MOST_PHASE), help="Check the installation at the end of this phase.")
@click.option("--integrity", is_flag=True, help="Verify FILE against its digests first; list damaged tables and objects and exit with 3.")
@json_option
def check(file: Path, severity: str, phase: int | None, integrity: bool, as_json: bool) -> None:
    """Check FILE against all rules; exits with 5 if there are findings at or above the given severity.

    Findings that the project excludes with a reason are counted but not listed, and do not affect the exit code. With
    --json, each fix is tried on a copy and its outcome is included, for projects of up to 100,000 rows; "gpudesk fix"
    applies the fixes that remove their finding and add no error.
    """
    with whole(file) as document:
        snapshot = document.snapshot
        compared = demand_integrity(document, as_json=as_json) if integrity else None
        findings = check_all(snapshot, phase)
        # Fixes are done to the whole project; of a phase alone nothing can be tried.
        outcomes = fix_outcomes(snapshot, findings) if as_json and phase is None else {}
        body = report(findings, snapshot, uid=document.uid, phase=phase, outcomes=outcomes) | (compared or {})
    counts = findings.counts()
    if as_json:
        print_json(body)
    else:
        print_table(
            [
                (severity_title(finding.severity), finding.rule, finding.place.label, sentence(finding.message))
                for finding in findings
                if finding.excluded is None
            ]
        )
        click.echo(", ".join(severity_count(counts[each], each) for each in SHOWN) + f", {findings.excluded:,} excluded")
    if any(counts[each] for each in SHOWN[: SHOWN.index(Severity(severity)) + 1]):
        click.get_current_context().exit(FOUND)


@click.command()
@file_argument
@json_option
def history(file: Path, as_json: bool) -> None:
    """List the steps of FILE, oldest first, with undone steps marked, and its named versions."""
    with whole(file) as document:
        steps = [{"id": step.id, "at_utc": step.at_utc, "title": step.message.plain(), "done": step.done} for step in document.steps]
        names = ("id", "name", "note", "at_utc", "revision")
        versions = [dict(zip(names, version, strict=True)) for version in document.versions()]
    if as_json:
        print_json({"file": str(file), "steps": steps, "versions": versions})
        return
    print_list([(str(step["at_utc"]), "" if step["done"] else "undone", str(step["title"])) for step in steps], "No steps are recorded.")
    for version in versions:
        click.echo(f"version {version['name']!r} of {version['at_utc']}, revision {version['revision']}")


COMMANDS = (new, list_templates, info, check, history)
