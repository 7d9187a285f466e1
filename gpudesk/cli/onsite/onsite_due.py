"""The command that lists recurring items."""

from datetime import date
from pathlib import Path

import click

from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.output import json_option, print_json, print_list
from gpudesk.core.checklist.values import is_day
from gpudesk.core.values.local_day import local_day
from gpudesk.onsite.due_dates import Due, due_dates
from gpudesk.project.document import utc_now

DUE_SCHEMA = "gpudesk.onsite_due.v2"


def _day(_: click.Context, __: click.Parameter, value: str | None) -> date | None:
    if value is not None and not is_day(value):
        raise click.BadParameter(f"{value!r} is not a date such as 2026-05-01")
    return None if value is None else date.fromisoformat(value)


@click.command("due")
@file_argument
@click.option("--before", callback=_day, metavar="DAY", help="Only items due before this date, such as 2026-05-01.")
@click.option("--today", callback=_day, metavar="DAY", help="Use this date as today.")
@click.option("--fail-on", type=click.Choice(["overdue"]), help="Exit with 5 if an item is overdue.")
@json_option
def due_command(file: Path, before: date | None, today: date | None, fail_on: str | None, as_json: bool) -> None:
    """List the recurring items of FILE, such as quarterly maintenance windows, each with its due date: one period after its
    last pass.
    """
    now = today or local_day(utc_now())
    with whole(file) as document:
        listed = [due for due in due_dates(document.snapshot) if before is None or due.due < before]
    if as_json:
        lines = [
            {
                "item": due.item.key,
                "title": due.item.title,
                "interval": due.item.every,
                "target": due.target,
                "target_name": due.target_name,
                "passed": due.passed.isoformat(),
                "due": due.due.isoformat(),
                "overdue": due.is_overdue(now),
            }
            for due in listed
        ]
        print_json({"schema": DUE_SCHEMA, "file": str(file), "today": now.isoformat(), "items": lines})
    else:
        rows = [
            (due.item.key, due.target_name, due.item.every, str(due.passed), str(due.due), _mark(due, now), due.item.title)
            for due in listed
        ]
        empty = "No recurring item has passed yet, so none is due." if before is None else f"No recurring item is due before {before}."
        print_list(rows, empty, head=("", "target", "every", "passed", "due", "", ""))
    if fail_on is not None and any(due.is_overdue(now) for due in listed):
        click.get_current_context().exit(FOUND)


def _mark(due: Due, today: date) -> str:
    return "overdue" if due.is_overdue(today) else ""
