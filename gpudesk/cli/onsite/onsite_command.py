"""The commands for work on site: list, show, record, status, verify-log; others are in separate files."""

import hashlib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpudesk.cli.onsite.onsite_book import book_command
from gpudesk.cli.onsite.onsite_deviations import deviation
from gpudesk.cli.onsite.onsite_due import due_command
from gpudesk.cli.onsite.onsite_in_package import items_of_package, shown_of_package, status_of_package
from gpudesk.cli.onsite.onsite_lines import entry_body, state_counts
from gpudesk.cli.onsite.onsite_package import merge_command, package_command
from gpudesk.cli.onsite.onsite_record import Given, given_once, record_in_package
from gpudesk.cli.onsite.onsite_sheets import sheets_command
from gpudesk.cli.onsite.onsite_shown import FAIL_ON, Status, ends_body, leave, print_items, print_shown, print_status
from gpudesk.cli.onsite.onsite_stages import stage_option
from gpudesk.cli.onsite.onsite_targets import demanded, named_target, scanned_target
from gpudesk.cli.onsite.onsite_templates import templates
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import counted, json_option, print_json
from gpudesk.core.checklist.checklist_progress import State, counts_by_home, counts_by_stage
from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.items import FieldKind, Item, Scope
from gpudesk.core.checklist.layout import Layout
from gpudesk.core.checklist.values import Instrument, scanned, typed_value
from gpudesk.core.messages.errors import Refused
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.checklist.targets import layout, systems_called, target_name
from gpudesk.disk.paths import path_error
from gpudesk.formats.onsite.book_ends import read_ends
from gpudesk.formats.onsite.work_files import is_work_file
from gpudesk.onsite.checklist import basis_of, unmet_needs
from gpudesk.onsite.group_counts import counts_by_row, counts_by_team
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.limit_sentences import limit_title
from gpudesk.onsite.log_writer import recorder, utc_offset
from gpudesk.onsite.plan_values import has_left_plan
from gpudesk.onsite.record_log import given_values, history_of, log_ends, log_faults, standing_of
from gpudesk.onsite.states_today import due_day, states_on
from gpudesk.operations.onsite.record_site_work import (
    add_person,
    mark_not_applicable,
    override_hold,
    record_values,
    waive_item,
    withdraw_entry,
)
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document, utc_now
from gpudesk.project.snapshot import Snapshot

RECORD_SCHEMA = "gpudesk.onsite_record.v2"
LOG_SCHEMA = "gpudesk.onsite_log.v2"
_fail_on = click.option("--fail-on", type=click.Choice(list(FAIL_ON)), help="Exit with 5 if an item is open, failed, stale or overdue.")
_scan = click.option(
    "--scan", type=IN, metavar="PICTURE", help="Read the code of a sheet (ITEM) or of a cable label (TARGET) from a picture."
)


@click.group("onsite")
def onsite() -> None:
    """Work on site with the checklist generated from FILE, the recorded results and the log."""


@onsite.command("list")
@file_argument
@stage_option
@click.option("--scope", type=click.Choice([str(scope) for scope in Scope]), help="Only items of this scope.")
@click.option("--state", type=click.Choice([state.word for state in State]), help="Only items with a target in this state.")
@click.option("--rack", metavar="NAME", help="Only items of this rack.")
@_fail_on
@json_option
def list_command(
    file: Path, stage: str | None, scope: str | None, state: str | None, rack: str | None, fail_on: str | None, as_json: bool
) -> None:
    """List the items of FILE, a project or a work package, with the number of targets in each state."""
    if is_work_file(file):
        if rack is not None:
            raise click.BadParameter("not available for work packages, which are always listed completely", param_hint="--rack")
        package, rows = items_of_package(file, stage, scope, state)
        print_items(file, package.uid, None, rows, as_json=as_json)
        leave(fail_on, sum((counts for _, counts in rows), np.zeros(len(State), np.int64)))
        return
    with whole(file) as document:
        snapshot, uid = document.snapshot, document.uid
    targets, all_states = snapshot.cached(layout), snapshot.cached(states_on(_today()))
    place = None if rack is None else _rack_place(snapshot, rack)
    rows = []
    for item in checklist_of(snapshot).items.values():
        if (stage and item.stage != stage) or (scope and item.scope != scope):
            continue
        counts = state_counts(_of_rack(targets, item.scope, all_states[item.key], place))
        if counts.sum() and (state is None or counts[State[state.upper()]]):
            rows.append((item, counts))
    print_items(file, uid, rack, rows, as_json=as_json)
    leave(fail_on, sum((counts for _, counts in rows), np.zeros(len(State), np.int64)))


def _today() -> date:
    return local_day(utc_now())


def _rack_place(snapshot: Snapshot, name: str) -> int:
    racks, systems = snapshot["rack"].where("name", name), systems_called(snapshot, name)
    if not len(racks) and not systems:
        raise click.BadParameter(f"there is no rack {name!r}", param_hint="--rack")
    return snapshot["rack"].position(int(racks[0])) if len(racks) else systems[0]


def _of_rack(targets: Layout, scope: Scope, item_states: Any, place: int | None) -> Any:
    if place is None:
        return item_states
    return item_states[targets.rack_of[scope] == place] if scope in targets.rack_of else item_states[:0]


@onsite.command("show")
@file_argument
@click.argument("item", required=False)
@click.argument("target", required=False)
@_scan
@json_option
def show_command(file: Path, item: str | None, target: str | None, scan: Path | None, as_json: bool) -> None:
    """Show ITEM of FILE, a project or a work package: instructions, fields and limits.

    With TARGET, its values, state and entries are also shown.

    TARGET is the name of a hall, rack, feed or device, or the number of a cable; items for the site or the cluster do not
    need one. ITEM can be the code of a printed sheet, which includes the target; --scan reads it from a picture.
    """
    item, target = _named(item, target, scan)
    if is_work_file(file):
        print_shown(file, *shown_of_package(file, item, target), as_json=as_json)
        return
    with whole(file) as document:
        snapshot, uid = document.snapshot, document.uid
    known, target_id = named_target(snapshot, uid, item, target)
    print_shown(file, known, None if target_id is None else _target_body(snapshot, known, target_id), as_json=as_json)


def _target_body(snapshot: Snapshot, item: Item, target: int) -> dict[str, Any]:
    place = snapshot.cached(layout).place(item.scope, target)
    state = State.NOT_APPLICABLE if place == ABSENT else State(int(snapshot.cached(states_on(_today()))[item.key][place]))
    due = due_day(snapshot, item.key, target, state)
    (limits,) = basis_of(snapshot, item.scope, item.reads, np.array([target], np.int64)) if place != ABSENT else ({},)
    history = history_of(snapshot, item.key, target)
    standing, known = standing_of(snapshot, item.key, target), given_values(history)
    return {
        "id": target,
        "name": target_name(snapshot, item.scope, target) or str(item.scope),
        "in_plan": place != ABSENT,
        "state": state.word,
        "overdue_since": None if due is None else due.isoformat(),
        "fields_recorded": 0 if standing is None else standing.filled,
        "fields_required": sum(not field.optional for field in item.fields) if standing is None else standing.wanted,
        "limits": [{"name": name, "value": value} for name, value in limits.items()],
        "limits_not_set": [name for name, value in limits.items() if value is None],
        "prerequisites": [
            {"item": need.item.key, "hold_point": need.item.hold, "targets": need.count} for need in unmet_needs(snapshot, item, target)
        ],
        "not_in_plan": [
            field
            for field, given_value in known.items()
            if has_left_plan(snapshot, item.scope, target, item.by_key.get(field), given_value.value)
        ],
        "values": {field: given_value.value for field, given_value in known.items()},
        "entries": [entry_body(entry) for entry in history],
    }


def _named(item: str | None, target: str | None, picture: Path | None) -> tuple[str, str | None]:
    """ITEM and TARGET, also where a picture has the code of one of them.

    Raises:
        click.UsageError: neither an item nor a picture is given.
        DeskError: the picture cannot be read.
    """
    if picture is not None:
        from gpudesk.cli.window.open_window import picture_codes

        return scanned_target(picture_codes(picture), picture.name, item, target)
    if item is None:
        raise click.UsageError("give ITEM, or a picture of its code with --scan")
    return item, target


@onsite.command("record")
@file_argument
@click.argument("item", required=False)
@click.argument("target", required=False)
@_scan
@click.option("--set", "values", multiple=True, metavar="FIELD=VALUE", help="A value; may be repeated. Lists: comma-separated or JSON.")
@click.option("--file", "files", multiple=True, metavar="FIELD=PATH", help="A file or photo as evidence; may be repeated.")
@click.option("--by", "person", metavar="NAME", required=True, help="Person who makes the entry; added to the list of people.")
@click.option("--second", metavar="NAME", default="", help="Second person for a waiver or override.")
@click.option("--reason", default="", help="The reason for a waiver, an override, an item that does not apply, or a withdrawal.")
@click.option("--waive", is_flag=True, help="Waive the item on this target.")
@click.option("--override", is_flag=True, help="Continue even though an earlier hold point has not passed.")
@click.option("--not-applicable", is_flag=True, help="The item does not apply to this target.")
@click.option("--withdraw", metavar="ENTRY", help="Withdraw this entry, WRITER:NUMBER.")
@click.option("--instrument", metavar="SERIAL", default="", help="The instrument used for the measurement.")
@click.option("--calibration-due", metavar="DAY", default="", help="Calibration due date of the instrument, such as 2026-05-01.")
@click.option("--reference", default="", help="How the instrument was referenced for a loss test: method and time.")
@json_option
def record_command(
    file: Path,
    item: str | None,
    target: str | None,
    scan: Path | None,
    values: tuple[str, ...],
    files: tuple[str, ...],
    person: str,
    second: str,
    reason: str,
    waive: bool,
    override: bool,
    not_applicable: bool,
    withdraw: str | None,
    instrument: str,
    calibration_due: str,
    reference: str,
    as_json: bool,
) -> None:
    """Record values for ITEM on TARGET in FILE, a project or a work package, or close the item; recorded entries are never
    changed.
    """
    if not (values or files or waive or override or not_applicable or withdraw):
        raise click.UsageError("nothing to record: use --set, --file, --waive, --override, --not-applicable or --withdraw")
    item, target = _named(item, target, scan)
    person, second = person.strip(), second.strip()
    if not person:
        raise click.BadParameter("a name is required", param_hint="--by")
    if (waive or override) and not second:
        raise click.UsageError("--waive and --override need a second person: add --second NAME")
    if (waive or override or not_applicable or withdraw) and not reason.strip():
        raise click.UsageError("--waive, --override, --not-applicable and --withdraw need a --reason")
    if not instrument and (calibration_due or reference):
        raise click.UsageError("--calibration-due and --reference describe an instrument: name it with --instrument")
    measured_with = Instrument(instrument, calibration_due, reference) if instrument else None
    if is_work_file(file):

        def given(of: Item) -> Given:
            evidence_by_field = {field: [_evidence(path) for path in paths] for field, paths in _by_field(of, files).items()}
            return Given(
                person, second, reason, values, evidence_by_field, waive, override, not_applicable, withdraw, measured_with, utc_offset()
            )

        known, rows, body = record_in_package(file, item, target, given, _field_value)
        _print_recorded(file, known, rows, body, as_json=as_json)
        return
    with Document.open(file) as document:
        by = recorder(person)
        known, place = named_target(document.snapshot, document.uid, item, target)
        target_id = demanded(known, place)
        # All that was typed is read first: what is recorded stays, also where a later value would not fit.
        typed = given_once([_field_value(known, text, document.uid) for text in values])
        evidence_by_field = {field: [_evidence(path) for path in paths] for field, paths in _by_field(known, files).items()}
        if withdraw and all(entry.name != withdraw for entry in history_of(document.snapshot, known.key, target_id)):
            raise click.BadParameter(f"{known.key} has no entry {withdraw!r} on this target", param_hint="--withdraw")
        for name in filter(None, (person, second)):
            if not document.snapshot["person"].holds("name", name):
                run(document, add_person, name)
        rows = []
        if override:
            rows.append(run(document, override_hold, by, known.key, target_id, reason, second).result)
        together = dict(typed)
        for field, evidence in evidence_by_field.items():
            names = [evidence_file.sha256 for evidence_file in evidence]
            together[field] = names if known.by_key[field].kind is FieldKind.PHOTO else names[-1]
        if together:
            rows += run(document, record_values, by, known.key, target_id, together, measured_with, evidence_by_field).result
        if waive:
            rows.append(run(document, waive_item, by, known.key, target_id, reason, second).result)
        if not_applicable:
            rows.append(run(document, mark_not_applicable, by, known.key, target_id, reason).result)
        if withdraw:
            rows.append(run(document, withdraw_entry, by, withdraw, reason).result)
        snapshot = document.snapshot
    _print_recorded(file, known, rows, _target_body(snapshot, known, target_id), as_json=as_json)


def _print_recorded(file: Path, known: Item, rows: Sequence[int], body: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json({"schema": RECORD_SCHEMA, "file": str(file), "item": known.key, "records": list(rows), "target": body})
        return
    click.echo(f"{known.key}, {body['name']}: {body['state'].replace('_', ' ')}, {body['fields_recorded']} of {body['fields_required']}")
    if body["limits_not_set"]:
        click.echo(f"not set: {', '.join(limit_title(name) for name in body['limits_not_set'])}")


def _field_value(item: Item, text: str, uid: str) -> tuple[str, Any]:
    field, separator, value = text.partition("=")
    field = field.strip()
    if not separator or field not in item.by_key:
        raise click.BadParameter(f"{text!r} is not FIELD=VALUE with one of {', '.join(item.by_key)}", param_hint="--set")
    evidence = item.by_key[field]
    try:
        if evidence.kind is FieldKind.SCAN:
            value = scanned(value, uid)
        return field, typed_value(evidence, value) if evidence.kind is not FieldKind.PHOTO else value
    except Refused as misfit:
        raise click.BadParameter(str(misfit), param_hint="--set") from misfit


def _by_field(item: Item, files: Sequence[str]) -> dict[str, list[Path]]:
    result: dict[str, list[Path]] = {}
    for text in files:
        field, separator, path = text.partition("=")
        if not separator or field not in item.by_key or item.by_key[field].kind not in (FieldKind.FILE, FieldKind.PHOTO):
            known = [file_field.key for file_field in item.fields if file_field.kind in (FieldKind.FILE, FieldKind.PHOTO)]
            raise click.BadParameter(f"{text!r} is not FIELD=PATH with one of {', '.join(known) or 'no fields'}", param_hint="--file")
        result.setdefault(field, []).append(IN.convert(path, None, None))
    return result


def _evidence(path: Path) -> EvidenceFile:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256")
            return EvidenceFile(path.name, file.tell(), digest.hexdigest())
    except OSError as error:
        raise path_error(path, error) from error


@onsite.command("status")
@file_argument
@click.option("--racks", is_flag=True, help="Count by rack.")
@click.option("--rows", is_flag=True, help="Count by row.")
@click.option("--teams", is_flag=True, help="Count by team; an item counts toward the team of the person who made its latest entry.")
@_fail_on
@json_option
def status_command(file: Path, racks: bool, rows: bool, teams: bool, fail_on: str | None, as_json: bool) -> None:
    """Show the progress of FILE, a project or a work package: targets in each state by stage, and the last entry of each
    chain of the log.
    """
    if is_work_file(file):
        if racks or rows or teams:
            raise click.UsageError("a work package is counted by stage: leave --racks, --rows and --teams out")
        status = status_of_package(file)
        print_status(file, status, as_json=as_json)
        leave(fail_on, sum(status.by_stage.values(), np.zeros(len(State), np.int64)))
        return
    with whole(file) as document:
        snapshot, uid = document.snapshot, document.uid
    checklist, all_states = checklist_of(snapshot), snapshot.cached(states_on(_today()))
    by_stage = counts_by_stage(checklist, all_states)
    counted = counts_by_home(checklist, snapshot.cached(layout), all_states) if racks or rows else np.zeros((0, len(State)), np.int64)
    groups: dict[str, list[tuple[str, Any]]] = {}
    if racks:
        devices = snapshot["device"]
        systems = devices["name"][devices.positions(snapshot.cached(layout).systems)].tolist()
        groups["rack"] = list(zip([*snapshot["rack"]["name"].tolist(), *systems], counted, strict=True))
    if rows:
        names = dict(zip(snapshot["rack_row"].ids.tolist(), snapshot["rack_row"]["name"].tolist(), strict=True))
        groups["row"] = [(str(names.get(row, "")), counts) for row, counts in counts_by_row(snapshot, counted).items()]
    if teams:
        groups["team"] = list(counts_by_team(snapshot, _today()).items())
    print_status(
        file,
        Status(uid, snapshot.revision, by_stage, checklist.stages, groups, snapshot["record"].rows, log_ends(snapshot)),
        as_json=as_json,
    )
    leave(fail_on, sum(by_stage.values(), np.zeros(len(State), np.int64)))


@onsite.command("verify-log")
@file_argument
@click.option(
    "--against",
    metavar="BOOK",
    type=IN,
    help='A handover book, or the output of "onsite status --json": used to detect entries removed at the end.',
)
@json_option
def verify_log_command(file: Path, against: Path | None, as_json: bool) -> None:
    """Check the hash chains of the log of FILE; exits with 5 if an entry was altered, removed or inserted, or if a number is
    used twice.
    """
    expected = read_ends(against) if against is not None else {}
    with whole(file) as document:
        snapshot = document.snapshot
    faults, ends = log_faults(snapshot, expected), log_ends(snapshot)
    if as_json:
        listed = [{"writer": fault.writer, "number": fault.number, "breach": str(fault.breach)} for fault in faults]
        print_json(
            {"schema": LOG_SCHEMA, "file": str(file), "entries": snapshot["record"].rows, "writers": ends_body(ends), "faults": listed}
        )
    else:
        for fault in faults:
            click.echo(f"{fault.writer}:{fault.number}  {str(fault.breach).replace('_', ' ')}")
        click.echo(
            f"{counted(snapshot['record'].rows, 'entry', 'entries')} of {counted(len(ends), 'writer')}, {counted(len(faults), 'fault')}"
        )
    if faults:
        click.get_current_context().exit(FOUND)


for command in (book_command, deviation, due_command, merge_command, package_command, sheets_command, templates):
    onsite.add_command(command)
COMMANDS = (onsite,)
