"""The command that lists types of a project that have changed in the catalog, and updates them."""

from pathlib import Path
from typing import Any

import click

from gpudesk.cli.catalog.catalog_lookup import opened_catalog
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.amounts import sentence
from gpudesk.cli.terminal.output import figure, json_option, print_json
from gpudesk.core.hardware.hardware import Fact
from gpudesk.core.hardware.type_changes import TypeChange
from gpudesk.operations.run.run import run
from gpudesk.operations.types.type_updates import TypeUpdate, type_updates, update_types
from gpudesk.project.document import Document


@click.command()
@file_argument
@click.option("--apply", "apply_", is_flag=True, help="Apply the catalog updates as one step that can be undone.")
@click.option("--type", "keys", metavar="KEY", multiple=True, help="Only this type; may be repeated.")
@json_option
def updates(file: Path, apply_: bool, keys: tuple[str, ...], as_json: bool) -> None:
    """List the types of FILE that have a newer catalog entry, and the changes.

    --apply applies all updates (or those of --type), or none if one cannot be applied.
    """
    with Document.open(file, write=apply_) as document:
        matching = [update for update in type_updates(document.snapshot, opened_catalog()) if not keys or update.key in keys]
        unknown = sorted(set(keys) - {update.key for update in matching})
        if unknown:
            raise click.BadParameter(f"the catalog has no update for {', '.join(unknown)}", param_hint="--type")
        applied = run(document, update_types, [update.key for update in matching]).result if apply_ and matching else []
    if as_json:
        print_json({"file": str(file), "count": len(matching), "applied": applied, "updates": [_plain(update) for update in matching]})
        return
    if not matching:
        click.echo("the catalog has no updates for the types of this project")
    for update in matching:
        click.echo(f"{update.old.title} ({update.key}), {update.used} in use")
        for line in _lines(update.change):
            click.echo(f"  {line}")
        if update.refusal is not None and not applied:
            click.echo(f"  cannot be applied: {sentence(update.refusal)}")


def _plain(update: TypeUpdate) -> dict[str, Any]:
    change = update.change
    return {
        "key": update.key,
        "title": update.old.title,
        "used": update.used,
        "version": update.entry.version,
        "facts": [{"name": fact.name, "old": _plain_fact(fact.old), "new": _plain_fact(fact.new)} for fact in change.facts],
        "ports_added": list(change.ports_added),
        "ports_removed": list(change.ports_removed),
        "bays_added": list(change.bays_added),
        "bays_removed": list(change.bays_removed),
        "others": list(change.others),
        "refusal": None if update.refusal is None else update.refusal.plain(),
    }


def _plain_fact(fact: Fact | None) -> dict[str, Any] | None:
    return None if fact is None else {"value": fact.value, "source": fact.source, "confidence": str(fact.confidence)}


def _lines(change: TypeChange) -> list[str]:
    lines = [f"{fact.name}: {_said(fact.old)} → {_said(fact.new)}" for fact in change.facts]
    for what, names in (
        ("ports added", change.ports_added),
        ("ports removed", change.ports_removed),
        ("bays added", change.bays_added),
        ("bays removed", change.bays_removed),
        ("also changed", change.others),
    ):
        if names:
            more = f" and {len(names) - 8} more" if len(names) > 8 else ""
            lines.append(f"{what}: {', '.join(names[:8])}{more}")
    return lines


def _said(fact: Fact | None) -> str:
    return "–" if fact is None else f"{figure(fact.value)} ({fact.confidence}; {fact.source})"
