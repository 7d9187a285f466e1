"""Recording in a work package: a separate file that is completed away from the project."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from gpudesk.cli.onsite.onsite_lines import entry_body
from gpudesk.core.checklist.entries import EvidenceFile
from gpudesk.core.checklist.item_codes import read_item_code
from gpudesk.core.checklist.items import SINGLE, FieldKind, Item, Scope
from gpudesk.core.checklist.package import Package, PackageRow
from gpudesk.core.checklist.values import Instrument, scanned
from gpudesk.core.messages.errors import InvalidData, Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.formats.onsite.work_files import WorkFile, read_work, write_package
from gpudesk.onsite.package_work import PackageWork, Stamp
from gpudesk.onsite.plan_values import looked_up
from gpudesk.onsite.record_log import given_values


@dataclass(frozen=True, slots=True)
class Given:
    """The values to record for one item on one target.

    Attributes:
        values: texts FIELD=VALUE; `read` converts them to values.
        kept: field → its evidence files.
    """

    person: str
    second: str
    reason: str
    values: Sequence[str]
    kept: dict[str, list[EvidenceFile]]
    waive: bool
    override: bool
    not_applicable: bool
    withdraw: str | None
    instrument: Instrument | None
    utc_offset: str


def record_in_package(
    path: Path, key: str, target: str | None, given: Callable[[Item], Given], read: Callable[[Item, str, str], tuple[str, Any]]
) -> tuple[Item, list[int], dict[str, Any]]:
    """Record in a package; returns the item, the numbers of the entries, and the item's new state.

    Raises:
        DeskError: the package cannot be read, or the input was refused; earlier records are kept.
        click.BadParameter: item or target is not in the package.
    """
    work = _read(path)
    item, named = named_in_package(work.package, key, target)
    row = package_row(work.package, item, target) if named is None else named
    request = given(item)
    filled = _filled(work)
    typed = given_once([read(item, text, work.package.uid) for text in request.values])
    count = len(filled.entries)
    try:
        _record(filled, item, row, request, typed)
    finally:
        if len(filled.entries) > count:
            write_package(path, work.package_text, filled.writer, filled.entries)
    numbers = [entry.number for entry, _ in filled.entries[count:]]
    return item, numbers, row_body(filled, item, row)


def filled_package(path: Path) -> PackageWork:
    """A package with its recorded entries; nothing is written.

    Raises:
        DeskError: it cannot be read, or is the result of a page.
    """
    return _filled(_read(path))


def _read(path: Path) -> WorkFile:
    work = read_work(path)
    if work.result is not None:
        text = QT_TRANSLATE_NOOP("onsite", "{file} is the result of a page: merge it into its project.")
        raise InvalidData(Message("onsite", text, {"file": path.name}))
    return work


def _filled(work: WorkFile) -> PackageWork:
    return PackageWork(work.package, work.writer or secrets.token_hex(8), work.entries)


def given_once(typed: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Fields with their values, as they were given.

    Raises:
        click.BadParameter: a field is given twice; only the last value would count.
    """
    twice = next((field for place, (field, _) in enumerate(typed) if field in dict(typed[:place])), None)
    if twice is not None:
        raise click.BadParameter(f"{twice} is given twice; give it once", param_hint="--set")
    return typed


def _record(filled: PackageWork, item: Item, row: PackageRow, asked: Given, typed: Sequence[tuple[str, Any]]) -> None:
    by = Stamp(asked.person, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), asked.utc_offset)
    if asked.override:
        filled.override(by, *row.place, asked.reason, asked.second)
    together = dict(typed)
    for field, evidence in asked.kept.items():
        names = [evidence_file.sha256 for evidence_file in evidence]
        together[field] = names if item.by_key[field].kind is FieldKind.PHOTO else names[-1]
    filled.record_values(by, *row.place, together, asked.instrument, asked.kept)
    if asked.waive:
        filled.waive(by, *row.place, asked.reason, asked.second)
    if asked.not_applicable:
        filled.mark_not_applicable(by, *row.place, asked.reason)
    if asked.withdraw:
        filled.withdraw(by, *row.place, asked.withdraw, asked.reason)


def named_in_package(package: Package, key: str, target: str | None) -> tuple[Item, PackageRow | None]:
    """An item of a package and its row; None if no target is named and it has several.

    Args:
        key: of the item, or the scanned code of a sheet.
        target: as in `package_row`, or the scanned label of a cable.

    Raises:
        click.BadParameter: item or target is not in the package, or the sheet or label belongs to another project.
    """
    try:
        code = read_item_code(key, package.uid)
        target = None if target is None else scanned(target, package.uid)
    except Refused as foreign:
        raise click.BadParameter(str(foreign), param_hint="ITEM") from foreign
    item = package.items.get(key.upper() if code is None else code.item)
    if item is None:
        raise click.BadParameter(f"the work package has no item {key!r}", param_hint="ITEM")
    if code is not None and code.target is not None:
        row = package.by_place.get((item.key, code.target))
        if row is None:
            raise click.BadParameter(f"the {item.scope} of this sheet is not in the work package", param_hint="ITEM")
        return item, row
    if target is None and item.scope not in SINGLE:
        return item, None
    if target is not None and item.scope is Scope.CABLE:
        target = target.partition(":")[0]
    return item, package_row(package, item, target)


def package_row(package: Package, item: Item, target: str | None) -> PackageRow:
    """The row that is named.

    Raises:
        click.BadParameter: none or several are.
    """
    if item.scope in SINGLE:
        name: str | None = ""
    elif item.scope is Scope.CABLE and target is not None:
        name = target if target.startswith("cable ") else f"cable {target}"
    else:
        name = target
    rows = [row for row in package.rows if row.item == item.key and row.name == name]
    if len(rows) != 1:
        problem = "there is no" if not rows else "there are several"
        raise click.BadParameter(f"{problem} {item.scope} {target!r} for {item.key} in this work package", param_hint="TARGET")
    return rows[0]


def row_body(filled: PackageWork, item: Item, row: PackageRow) -> dict[str, Any]:
    """The state of an item on a target, as printed by `onsite show`."""
    history = filled.history(*row.place)
    standing = filled.standing(*row.place)
    unmet = filled.unmet(row)
    values = {field: given_value.value for field, given_value in given_values(history).items()}
    limits = looked_up(filled.package, row, values)
    return {
        "id": row.target,
        "name": row.name or str(item.scope),
        "in_plan": True,
        "state": filled.state(row).word,
        "overdue_since": None,
        "fields_recorded": 0 if standing is None else standing.filled,
        "fields_required": sum(not field.optional for field in item.fields) if standing is None else standing.wanted,
        "limits": [{"name": name, "value": value} for name, value in limits.items()],
        "limits_not_set": [name for name, value in limits.items() if value is None],
        "prerequisites": [
            {"item": wait.item, "hold_point": wait.hold, "targets": wait.elsewhere + len(wait.targets)}
            for wait in row.waits
            if wait.item in unmet
        ],
        "not_in_plan": [],
        "values": values,
        "entries": [entry_body(entry) for entry in history],
    }
