"""Commands that take a project out to other formats and bring lists in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.project.reports import refuse_report_options, report_options, write_report
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written, host_names_option
from gpudesk.cli.terminal.output import counted, error_line, json_option, print_json, print_table, severity_count, severity_title
from gpudesk.formats.fabric.host_name_list import read_host_names
from gpudesk.formats.netbox.netbox_taken import NetboxTables
from gpudesk.formats.tables.table_faults import Fault
from gpudesk.formats.tables.tables import read_tables
from gpudesk.operations.cabling.host_name_operations import named_hosts
from gpudesk.operations.exchange.exchange import FORMATS, NETBOX, export_project, import_list, open_questions, preview_list, read_import
from gpudesk.operations.exchange.format import Taken
from gpudesk.operations.exchange.import_changes import Brought, FieldChange, Preview, PreviewLine, Question, Verdict
from gpudesk.operations.exchange.import_devices import brought_by_step
from gpudesk.operations.exchange.import_questions import ALL_RENAMES
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.layout.report import Kind

_OUT = [each.name for each in FORMATS.values() if each.write is not None]
_IN = [each.name for each in FORMATS.values() if each.read is not None]
_RENAMES = "renames"
"""The option that answers all of `ALL_RENAMES`."""


@click.command("formats")
@json_option
def list_formats(as_json: bool) -> None:
    """List the formats for import and export."""
    formats, handed = FORMATS.values(), REPORTS.values()
    if as_json:
        print_json({"formats": [*(_plain_format(file_format) for file_format in formats), *(_plain_report(report) for report in handed)]})
        return
    rows = [
        (file_format.name, _ways(file_format), ", ".join(file_format.suffixes), file_format.title, file_format.hint)
        for file_format in formats
    ]
    print_table([*rows, *((report.name, "export", ", ".join(report.suffixes), report.title, report.hint) for report in handed)])


def _ways(each: Any) -> str:
    return "export, import" if each.write and each.read else "export" if each.write else "import"


def _plain_format(each: Any) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "hint": each.hint,
        "suffixes": list(each.suffixes),
        "folder": each.folder,
        "exports": each.write is not None,
        "imports": each.read is not None,
    }


def _plain_report(each: Kind) -> dict[str, Any]:
    return {
        "name": each.name,
        "title": each.title,
        "hint": each.hint,
        "suffixes": list(each.suffixes),
        "folder": False,
        "exports": True,
        "imports": False,
    }


@click.command("export")
@file_argument
@click.argument("format_name", metavar="FORMAT", type=click.Choice([*_OUT, *REPORTS]))
@click.argument("out", type=OUT)
@click.option(
    "--skip",
    metavar="NAME",
    multiple=True,
    help="For NetBox: leave out this manufacturer, role or type model, which already exists in NetBox; may be repeated.",
)
@report_options
def export_to(file: Path, format_name: str, out: Path, skip: tuple[str, ...], **given: Any) -> None:
    """Export the project FILE to OUT in a FORMAT listed by "gpudesk formats", and print what was written.

    A NetBox export is a folder, or an archive if OUT ends in .zip. A report with several sheets is one .pdf, or a numbered
    .svg or .png for each sheet.
    """
    if skip and format_name != NETBOX:
        raise click.UsageError("--skip applies only to the format netbox.")
    if format_name in REPORTS:
        for path in write_report(file, format_name, out, given):
            echo_written(path)
        return
    refuse_report_options(format_name, given)
    with whole(file) as document:
        done = export_project(document.snapshot, document.uid, file.stem, format_name, out, skip=skip)
    for remark in done.remarks:
        error_line(remark)
    for path in done.files:
        echo_written(path)


@click.command("import")
@file_argument
@click.argument("format_name", metavar="FORMAT", type=click.Choice(_IN))
@click.argument("source", metavar="IN", type=IN)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show what each line would change, without importing; exits with 5 if the list has faults or open questions.",
)
@click.option("--site", metavar="NAME", help="NetBox files: the site to import, if they contain several.")
@click.option(
    "--rack-units",
    type=click.Choice(["bottom", "top"]),
    help="NetBox files: whether units of new racks are numbered from the bottom or the top; NetBox exports do not include this.",
)
@click.option(
    "--renames",
    type=click.Choice(["renamed", "new"]),
    help="NetBox files: whether devices and racks with unknown names in occupied positions, or at known cables, were renamed or are new."
    " One answer applies to racks, devices and cables; in the window, each is answered separately.",
)
@click.option(
    "--modules",
    type=click.Choice(["site", "mixed"]),
    help="NetBox files: whether the list of modules covers one site; if it covers several, only modules with known IDs, "
    "serial numbers or asset "
    "tags are imported.",
)
@click.option("--units", type=click.Choice(("position", "height")), default=None, help="Content of the HE column of a device list.")
@host_names_option
@json_option
def import_from(
    file: Path,
    format_name: str,
    source: Path,
    dry_run: bool,
    units: str | None,
    host_names: Path | None,
    as_json: bool,
    **answers: str | None,
) -> None:
    """Import the list IN of a FORMAT listed by "gpudesk formats" into the project FILE.

    The whole list is imported as one step; if it has any fault, nothing is imported. With --host-names, devices are named
    first, in the same step, so that the list matches them by these names.
    """
    if units is not None and not format_name.startswith("devices-"):
        raise click.UsageError("--units applies only to device lists.")
    with Document.open(file, write=not dry_run) as document:
        document.quick_check()
        imported = read_import(format_name, source, document.uid, units=units or "")
        _answer(imported, {name.replace("_", "-"): answer for name, answer in answers.items() if answer is not None})
        if not dry_run:
            _demand_answers(document, imported)
        listed = None if host_names is None else read_host_names(read_tables(host_names))
        if dry_run:
            named = document.snapshot if listed is None else named_hosts(document.snapshot, listed)
            preview = preview_list(named, imported)
        else:
            name = source.name.encode(errors="replace").decode()
            done = run(document, import_list, imported, name, host_names=listed)
            preview = done.result
            preview.brought = brought_by_step(done)
        revision = document.snapshot.revision
    if as_json:
        about = {"file": str(file), "format": format_name, "in": str(source), "dry_run": dry_run, "revision": revision}
        print_json({**about, **_plain_preview(preview)})
    else:
        _print_preview(preview, dry_run)
    if preview.faults or preview.questions:
        click.get_current_context().exit(FOUND)


def _answer(found: Taken, answers: Mapping[str, str]) -> None:
    """Pass on the answers given as options.

    Raises:
        click.UsageError: there is no such question.
    """
    if isinstance(found, NetboxTables):
        site = answers.get("site")
        if site is not None and found.sites and site not in found.sites:
            raise click.UsageError(f"The file has no site {site}; its sites are: {', '.join(sorted(found.sites))}.")
        found.answers.update({key: answer for key, answer in answers.items() if key != _RENAMES})
        if _RENAMES in answers:
            found.answers.update(dict.fromkeys(ALL_RENAMES, answers[_RENAMES]))
    elif answers:
        raise click.UsageError(f"--{next(iter(answers))} applies only to NetBox files.")


def _demand_answers(document: Document, found: Taken) -> None:
    """Raises click.UsageError with every open question, and with all other errors."""
    questions = open_questions(document.snapshot, found)
    if questions:
        faults = preview_list(document.snapshot, found).faults
        raise click.UsageError("\n".join([*(_asked(question) for question in questions), *(fault.plain() for fault in faults)]))


def _asked(question: Question) -> str:
    return f"{question.text.plain()} Choose with --{_option(question)} {'|'.join(answer for answer, _ in question.choices)}."


def _option(question: Question) -> str:
    """The option that answers a question."""
    return _RENAMES if question.key in ALL_RENAMES else question.key


def _print_preview(preview: Preview, dry_run: bool) -> None:
    lines = [line for line in preview.lines if line.verdict is not Verdict.UNCHANGED]
    print_table([(str(line.verdict), line.cell, line.where, line.name, _changes(line.changes)) for line in lines])
    for question in preview.questions:
        click.echo(f"question  {_asked(question)}")
    for fault in preview.faults:
        click.echo(f"fault  {fault.plain()}")
    for remark in preview.remarks:
        click.echo(f"remark  {remark.plain()}")
    for name in preview.ignored:
        click.echo(f"not recognized: {name}")
    for name in preview.unneeded:
        click.echo(f"not needed: {name}")
    for each in preview.brought:
        click.echo(f"{severity_title(each.finding.severity)}  {_cells(each)}{each.finding.place.label}: {sentence(each.finding.message)}")
    state = "would be " if dry_run else ""
    counts = f"{preview.count(Verdict.NEW)} {state}new, {preview.count(Verdict.CHANGED)} {state}changed"
    if preview.count(Verdict.REMOVED):
        counts += f", {preview.count(Verdict.REMOVED)} {state}removed"
    click.echo(f"{counts}, {preview.count(Verdict.UNCHANGED)} unchanged, {counted(len(preview.faults), 'fault')}")
    if preview.learned:
        click.echo(f"{counted(preview.learned, 'NetBox ID or name', 'NetBox IDs and names')} {'would be ' if dry_run else ''}stored")
    if not preview.faults and not preview.questions:
        counts = ", ".join(severity_count(count, severity) for severity, count in preview.severities().items())
        click.echo(f"the checks {'would find' if dry_run else 'find'} in addition: {counts}")


def _cells(each: Brought) -> str:
    return "".join(f"{line.cell}  " for line in each.lines)


def _changes(changes: tuple[FieldChange, ...]) -> str:
    return "; ".join(f"{change.column.removesuffix('_id')}: {_shown(change.before)} -> {_shown(change.after)}" for change in changes)


def _shown(value: Any) -> str:
    text = " ".join(str(value).split())
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def _plain_preview(preview: Preview) -> dict[str, Any]:
    return {
        **{str(verdict): preview.count(verdict) for verdict in Verdict},
        "lines": [_plain_line(line) for line in preview.lines if line.verdict is not Verdict.UNCHANGED],
        "questions": [
            {"option": _option(question), "text": question.text.plain(), "answers": [answer for answer, _ in question.choices]}
            for question in preview.questions
        ],
        "faults": [_plain_fault(fault) for fault in preview.faults],
        "notes": [_plain_fault(remark) for remark in preview.remarks],
        "learned": preview.learned,
        "ignored": preview.ignored,
        "not_needed": preview.unneeded,
        "severities": {str(severity): count for severity, count in preview.severities().items()},
        "findings": [_plain_finding(brought_row) for brought_row in preview.brought],
    }


def _plain_finding(each: Brought) -> dict[str, Any]:
    finding = each.finding
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "location": finding.place.label,
        "message": finding.message.plain(),
        "cells": [{"file": line.file, "sheet": line.sheet, "cell": line.cell} for line in each.lines],
    }


def _plain_line(line: PreviewLine) -> dict[str, Any]:
    return {
        "verdict": str(line.verdict),
        "table": str(line.table),
        "name": line.name,
        "where": line.where,
        "file": line.file,
        "sheet": line.sheet,
        "cell": line.cell,
        "changes": [
            {"field": change.column.removesuffix("_id"), "before": change.before, "after": change.after} for change in line.changes
        ],
    }


def _plain_fault(fault: Fault) -> dict[str, Any]:
    return {
        "file": fault.file,
        "sheet": fault.sheet,
        "cell": fault.cell,
        "text": fault.what.plain(),
        "fix": None if fault.fix is None else fault.fix.plain(),
    }


COMMANDS = (list_formats, export_to, import_from)
