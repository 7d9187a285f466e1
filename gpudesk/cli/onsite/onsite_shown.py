"""What list, show and status print, of a project and of a work package alike."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from gpudesk.cli.onsite.onsite_lines import field_line, item_body, limit_lines
from gpudesk.cli.terminal.exits import FOUND
from gpudesk.cli.terminal.output import counted, print_json, print_table
from gpudesk.core.checklist.checklist_progress import State
from gpudesk.core.checklist.entries import ChainEnd
from gpudesk.core.checklist.items import Item, Stage

LIST_SCHEMA = "gpudesk.onsite_list.v2"
SHOW_SCHEMA = "gpudesk.onsite_show.v2"
STATUS_SCHEMA = "gpudesk.onsite_status.v2"
FAIL_ON = {
    "open": (State.OPEN, State.BLOCKED, State.IN_PROGRESS, State.FAILED, State.STALE, State.OVERDUE),
    "failed": (State.FAILED,),
    "stale": (State.STALE,),
    "overdue": (State.OVERDUE,),
}
"""What makes a command exit with 5; everything that is still to be done is open."""
_ORDER = (State.OPEN, State.BLOCKED, State.IN_PROGRESS, State.PASSED, State.OVERDUE, State.FAILED, State.STALE, State.WAIVED)
_HEADS = ("to do", "blocked", "started", "passed", "overdue", "failed", "stale", "waived")


@dataclass(frozen=True, slots=True)
class Status:
    """Progress of the work.

    Attributes:
        by_stage: stage → targets in each state, shape (states,).
        stages: names of the stages.
        groups: "rack", "row" or "team" → names with their counts.
        entries: of the log.
        ends: of the chains of its writers.
    """

    uid: str
    revision: int
    by_stage: Mapping[str, Any]
    stages: Mapping[str, Stage]
    groups: Mapping[str, Sequence[tuple[str, Any]]]
    entries: int
    ends: Mapping[str, ChainEnd]


def print_items(file: Path, uid: str, rack: str | None, rows: Sequence[tuple[Item, Any]], *, as_json: bool) -> None:
    """Print items with how many targets of each are in which state."""
    if as_json:
        items = [{**item_body(item), "counts": _words(counts)} for item, counts in rows]
        print_json({"schema": LIST_SCHEMA, "file": str(file), "uid": uid, "rack": rack, "items": items})
        return
    table = [("", "scope", *_HEADS, ""), *((item.key, str(item.scope), *_figures(counts), item.title) for item, counts in rows)]
    print_table(table, right=range(2, 2 + len(_HEADS)))


def print_shown(file: Path, item: Item, target: Mapping[str, Any] | None, *, as_json: bool) -> None:
    """Print an item, and its state on a target."""
    if as_json:
        print_json({"schema": SHOW_SCHEMA, "file": str(file), "item": item_body(item), "target": target})
        return
    click.echo(f"{item.key}  {item.title}")
    click.echo(item.do)
    click.echo(f"Passes when: {item.accept}")
    if target is None:
        click.echo(f"             {item.expression}")
    for field in item.fields:
        click.echo(f"  {field_line(field)}")
    if item.needs:
        click.echo(f"Requires {', '.join(item.needs)}")
    if target is not None:
        since = f" since {target['overdue_since']}" if target["overdue_since"] else ""
        name = target["name"] if target["name"] == item.scope else f"{item.scope} {target['name']}"
        click.echo(f"{name}: {target['state'].replace('_', ' ')}{since}")
        for line in limit_lines(item, target):
            click.echo(f"  {line}")
        for name in target["not_in_plan"]:
            click.echo(f"  {name}: no longer in the plan")
        for entry in target["entries"]:
            words = (entry[name] for name in ("at_utc", "person", "kind", "field", "value_text", "verdict"))
            click.echo(f"  {'  '.join(word for word in words if word)}")


def print_status(file: Path, status: Status, *, as_json: bool) -> None:
    """Print how far the work is."""
    if as_json:
        body: dict[str, Any] = {"schema": STATUS_SCHEMA, "file": str(file), "uid": status.uid, "revision": status.revision}
        body["stages"] = [
            {"stage": key, "part": status.stages[key].part, "title": status.stages[key].title, "counts": _words(counts)}
            for key, counts in status.by_stage.items()
        ]
        for what, group in status.groups.items():
            body[f"{what}s"] = [{what: name, "counts": _words(counts)} for name, counts in group]
        body["log"] = {"entries": status.entries, "writers": ends_body(status.ends)}
        print_json(body)
        return
    right = range(1, 1 + len(_HEADS))
    print_table([("", *_HEADS), *((status.stages[key].title, *_figures(counts)) for key, counts in status.by_stage.items())], right=right)
    for group in status.groups.values():
        click.echo()
        print_table([("", *_HEADS), *((str(name) or "–", *_figures(counts)) for name, counts in group)], right=right)
    click.echo(f"{counted(status.entries, 'entry', 'entries')} in the log")
    for writer, end in status.ends.items():
        click.echo(f"  {writer}  {end.number}  {end.digest}")


def leave(fail_on: str | None, counts: Any) -> None:
    """Exit with 5 if an item is in one of the specified states."""
    if fail_on is not None and any(counts[state] for state in FAIL_ON[fail_on]):
        click.get_current_context().exit(FOUND)


def ends_body(ends: Mapping[str, ChainEnd]) -> list[dict[str, Any]]:
    """The ends of the chains in JSON."""
    return [{"writer": writer, "number": end.number, "digest": end.digest} for writer, end in sorted(ends.items())]


def _words(counts: Any) -> dict[str, int]:
    return {state.word: int(counts[state]) for state in State}


def _figures(counts: Any) -> list[str]:
    return [f"{int(counts[state]):,}" if counts[state] else "" for state in _ORDER]
