"""The command that lists differences: between two projects, or between a project and one of its versions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.amounts import change
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.hardware.hardware import POWER_NAMES
from gpudesk.derived.totals.comparison import Comparison, compared, place_parts, plain_word
from gpudesk.project.compare import Difference, Sort
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.versions import version_snapshot

SCHEMA = "gpudesk.compare.v2"
_LONG = frozenset(["body", "notes", "outline"])
"""Columns whose values are too long for a line."""


_TOTALS = {"gpus": "GPUs"} | {name: f"Power, {name}" for name in POWER_NAMES}
"""Names of totals in text; the others begin with a capital letter."""


@click.command("compare")
@file_argument
@click.argument("other", required=False, type=IN)
@click.option("--version", "version", metavar="NAME", help="Compare FILE with its newest version named NAME instead of OTHER.")
@json_option
def compare_command(file: Path, other: Path | None, version: str | None, as_json: bool) -> None:
    """List the objects added, removed, moved and changed between FILE and OTHER; exits with 5 if anything differs.

    Objects in copies of one project are matched by object ID; objects in other projects, by serial number and name.
    """
    if (other is None) is (version is None):
        raise click.UsageError("give either a second file or --version")
    with whole(file) as document:
        if other is None:
            before = _version(document, str(version))
            comparison = compared(before, document.snapshot, same_project=True)
            sides = (_side(file, document, before, version), _side(file, document, document.snapshot, None))
        else:
            with whole(other) as second:
                comparison = compared(document.snapshot, second.snapshot, same_project=document.uid == second.uid)
                sides = (_side(file, document, document.snapshot, None), _side(other, second, second.snapshot, None))
    if as_json:
        print_json(_body(comparison, *sides))
    else:
        _print_lines(comparison)
    if len(comparison.differences):
        click.get_current_context().exit(FOUND)


def _version(document: Document, name: str) -> Snapshot:
    version_ids = [row[0] for row in document.versions() if row[1] == name]
    if not version_ids:
        known = ", ".join(dict.fromkeys(repr(row[1]) for row in document.versions())) or "none"
        raise click.BadParameter(f"there is no version {name!r}; the versions are: {known}", param_hint="--version")
    return version_snapshot(document, version_ids[-1])


def _side(file: Path, document: Document, snapshot: Snapshot, version: str | None) -> dict[str, Any]:
    return {"file": str(file), "uid": document.uid, "version": version, "revision": snapshot.revision}


def _body(comparison: Comparison, before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    differences = comparison.differences
    totals = comparison.totals
    return {
        "schema": SCHEMA,
        "program": {"name": "gpudesk", "version": __version__},
        "before": {**before, "totals": totals[0].to_plain()},
        "after": {**after, "totals": totals[1].to_plain()},
        "matched_by": "id" if differences.same_project else "name",
        "counts": {str(sort): count for sort, count in differences.counts().items()},
        "differences": [_plain(comparison, difference, name) for difference, name in _named(comparison)],
    }


def _named(comparison: Comparison) -> Iterator[tuple[Difference, str]]:
    """Each difference with the name of its object."""
    differences = list(comparison.differences)
    return zip(differences, comparison.names(differences), strict=True)


def _plain(comparison: Comparison, difference: Difference, name: str) -> dict[str, Any]:
    left, right = comparison.left, comparison.right
    return {
        "change": str(difference.sort),
        "table": difference.table,
        "name": name,
        "before": _object(left, difference.table, difference.left_id),
        "after": _object(right, difference.table, difference.right_id),
        "fields": [
            {
                "name": column,
                "before": before,
                "after": after,
                "before_text": plain_word(left, column, before),
                "after_text": plain_word(right, column, after),
            }
            for column, before, after in difference.columns
        ],
    }


def _object(snapshot: Snapshot, table: str, row_id: int | None) -> dict[str, Any] | None:
    return None if row_id is None else {"id": row_id, "location": list(place_parts(snapshot, table, row_id))}


def _print_lines(comparison: Comparison) -> None:
    rows = [_line(comparison, difference, name) for difference, name in _named(comparison)]
    print_table(rows)
    for total in comparison.total_changes():
        if total.before != total.after:
            click.echo(f"{_TOTALS.get(total.name) or total.name.capitalize()}: {change(total.before, total.after, total.unit)}")
    counts = comparison.differences.counts()
    click.echo(", ".join(f"{counts[sort]:,} {sort}" for sort in Sort))


def _line(comparison: Comparison, difference: Difference, name: str) -> tuple[str, ...]:
    left, right = comparison.left, comparison.right
    state, row_id = (left, difference.left_id) if difference.right_id is None else (right, difference.right_id)
    place = "" if row_id is None else " · ".join(place_parts(state, difference.table, row_id))
    changes = [
        column if column in _LONG else f"{column} {plain_word(left, column, before)} → {plain_word(right, column, after)}"
        for column, before, after in difference.columns
    ]
    return (str(difference.sort), difference.table, name, place, "; ".join(changes))


COMMANDS = (compare_command,)
