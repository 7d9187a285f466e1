"""The commands for a project's own items: templates are imported and exported as YAML, items are disabled and removed."""

from collections.abc import Mapping
from pathlib import Path

import click

from gpudesk.catalog.checklist_files import shipped_bodies
from gpudesk.catalog.checklist_template import read_template_file, template_text
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written
from gpudesk.cli.terminal.output import counted, error_line, json_option, print_json, print_list
from gpudesk.core.checklist.items import Item
from gpudesk.core.checklist.own_items import OwnItems
from gpudesk.core.checklist.tray_items import tray_key
from gpudesk.formats.text.written_files import write_file
from gpudesk.onsite.known_items import demand_usable, known_items, own_items, unusable_items
from gpudesk.operations.onsite.onsite_items import disable_checklist_item, remove_checklist_item, take_checklist_items
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document

TEMPLATES_SCHEMA = "gpudesk.onsite_templates.v2"


@click.group("templates")
def templates() -> None:
    """Add, change, share and disable the custom checklist items of FILE."""


@templates.command("list")
@file_argument
@json_option
def list_command(file: Path, as_json: bool) -> None:
    """List the items that FILE adds, changes or disables."""
    with whole(file) as document:
        known = document.snapshot.cached(known_items)
        unusable = unusable_items(document.snapshot)
    follows = _followed(known.usable)
    custom_items = [item for item in known.checklist.items.values() if item.own or item.disabled]
    for fault in known.faults:
        error_line(fault.plain())
    if unusable:
        error_line(f"not usable: {', '.join(unusable)}; `gpudesk onsite templates remove` takes them out of the project")
    if as_json:
        items = [
            {
                "key": item.key,
                "stage": item.stage,
                "scope": str(item.scope),
                "title": item.title,
                "custom": item.own and item.key not in follows,
                "disabled": item.disabled,
                "from": follows.get(item.key),
            }
            for item in custom_items
        ]
        print_json({"schema": TEMPLATES_SCHEMA, "file": str(file), "items": items, "faults": [fault.plain() for fault in known.faults]})
        return
    rows = [(item.key, item.stage, str(item.scope), _origin(item, follows), "disabled" if item.disabled else "") for item in custom_items]
    print_list([(*row, item.title) for row, item in zip(rows, custom_items, strict=True)], "The project has no custom checklist items.")


def _followed(own: OwnItems) -> Mapping[str, str]:
    """Item of trays → the own or disabled item from which it is derived; items that the project defines itself have none."""
    own_keys = {*own.disabled, *(str(body["key"]) for body in own.bodies)}
    return {tray_key(key): key for key in own_keys if tray_key(key) not in own_keys}


def _origin(item: Item, follows: Mapping[str, str]) -> str:
    if item.key in follows:
        return f"from {follows[item.key]}"
    return "custom" if item.own else ""


@templates.command("import")
@file_argument
@click.argument("source", metavar="IN", type=IN)
def import_command(file: Path, source: Path) -> None:
    """Import the template IN (YAML) into FILE: items are added, or replace those with the same keys."""
    template = read_template_file(source)
    imported_items = template.own
    with Document.open(file) as document:
        demand_usable(document.snapshot, template)
        run(document, take_checklist_items, imported_items)
    click.echo(f"{counted(len(imported_items.bodies), 'item')} imported, {len(imported_items.disabled)} disabled")


@templates.command("export")
@file_argument
@click.argument("out", type=OUT)
@click.option("--item", "keys", multiple=True, metavar="KEY", help="Export this item, which may be a built-in one; may be repeated.")
def export_command(file: Path, out: Path, keys: tuple[str, ...]) -> None:
    """Export the custom items of FILE to OUT as a template (YAML), or only those given with --item."""
    with whole(file) as document:
        own = document.snapshot.cached(own_items)
    if keys:
        known = {**shipped_bodies(), **{str(body["key"]): body for body in own.bodies}}
        unknown = [key for key in keys if key.upper() not in known]
        if unknown:
            raise click.BadParameter(f"there is no item {unknown[0]!r}", param_hint="--item")
        chosen = [known[key.upper()] for key in dict.fromkeys(keys)]
        listed = [body.get("sources") for body in chosen]
        used = {str(name) for names in listed if isinstance(names, list) for name in names}
        own = OwnItems(chosen, {name: text for name, text in own.sources.items() if name in used})
    write_file(out, template_text(own).encode())
    echo_written(out)


@templates.command("disable")
@file_argument
@click.argument("item")
def disable_command(file: Path, item: str) -> None:
    """Disable ITEM in FILE; its recorded entries stay in the log."""
    with Document.open(file) as document:
        run(document, disable_checklist_item, item.upper(), True)


@templates.command("enable")
@file_argument
@click.argument("item")
def enable_command(file: Path, item: str) -> None:
    """Enable ITEM in FILE again."""
    with Document.open(file) as document:
        run(document, disable_checklist_item, item.upper(), False)


@templates.command("remove")
@file_argument
@click.argument("item")
def remove_command(file: Path, item: str) -> None:
    """Remove the custom ITEM from FILE; a changed built-in item reverts to its original text."""
    with Document.open(file) as document:
        # An item that cannot be used may have any key.
        run(document, remove_checklist_item, item if item in unusable_items(document.snapshot) else item.upper())
