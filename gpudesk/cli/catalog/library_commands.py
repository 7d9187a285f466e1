"""Commands on imported libraries, and the export of types to NetBox.

The formats are loaded when a command needs them: they bring YAML with them.
"""

import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.entry import Hider, Origin
from gpudesk.catalog.imports import Library, keep_library, libraries, library_name, remove_library
from gpudesk.cli.catalog.catalog_lookup import named_entry, opened_catalog
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_list
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import Message
from gpudesk.core.running.progress import Progress

if TYPE_CHECKING:
    from gpudesk.formats.netbox.netbox import LibraryImport


@click.command("import")
@click.argument("path", type=IN)
@click.option("--name", help="Name of the library; by default derived from PATH. A library with the same name is replaced.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported, without importing.")
@json_option
def import_library(path: Path, name: str | None, dry_run: bool, as_json: bool) -> None:
    """Import a NetBox device type library from PATH (a folder, a ZIP archive or one YAML file), or a file of your own types.

    NetBox devices, modules and racks become catalog entries with lower precedence than the built-in ones. Each anomaly
    in a file is reported on one line. Types written by GPU Desk (YAML, CSV, XLSX) become your own entries, all or none.
    """
    from gpudesk.formats.netbox.netbox import read_library
    from gpudesk.formats.tables.type_files import holds_own_types

    if holds_own_types(path):
        if name is not None:
            raise click.BadParameter(
                "--name applies only to NetBox libraries; your own types do not belong to a library", param_hint="--name"
            )
        from gpudesk.cli.catalog.own_types import take_types

        take_types(path, dry_run, as_json)
        return
    called = library_name(path) if name is None else name
    read = read_library(path, _progress())
    if not read.types:
        lines = [line for report in read.report.files for line in report.lines()]
        raise InvalidData(
            Message("cli", "{path} contains no type that can be imported: {lines}", {"path": str(path), "lines": "; ".join(lines[:3])})
        )
    library: Library | None = None
    if not dry_run:
        source = path.name or str(path)
        library = keep_library(called, read.bodies, source, datetime.now(UTC), _progress(), score=read.score)
    hidden = open_catalog().hidden_in(called, (hardware_type.key for hardware_type in read.types))
    if as_json:
        print_json(_plain_import(read, called, library, hidden))
        return
    for report in read.report.files:
        for line in report.lines():
            click.echo(line)
    for key, hider in hidden.items():
        click.echo(f"hidden by {_hider(hider)}: {key}")
    click.echo(_summary(read, called, library, hidden))


def _hider(hider: Hider) -> str:
    return {
        Origin.SHIPPED: "a built-in entry",
        Origin.USER: "your own entry",
        Origin.IMPORT: f"the library {hider.library}",
    }[hider.origin]


def _plain_hider(hider: Hider) -> dict[str, str | None]:
    return {"origin": str(hider.origin), "library": hider.library or None}


def _progress() -> Progress:
    """Shown on a terminal only."""
    if not sys.stderr.isatty():
        return Progress()
    return Progress(lambda done, total: click.echo(f"\r{done} / {total}", nl=done == total and total > 0, err=True))


def _summary(read: "LibraryImport", called: str, library: Library | None, hidden: Mapping[str, Hider]) -> str:
    from gpudesk.formats.netbox.netbox import Verdict

    counts = ", ".join(f"{read.report.count(verdict):,} {word}" for verdict, word in zip(Verdict, _WORDS, strict=True))
    visibility = f" ({len(read.types) - len(hidden):,} visible, {len(hidden):,} hidden)" if hidden else ""
    state = "would contain" if library is None else "contains"
    return f"the library {called} {state} {counted(len(read.types), 'type')}{visibility}, median quality {read.score}; files: {counts}"


_WORDS = ("accepted", "with remarks", "refused", "ignored")


def _plain_import(read: "LibraryImport", called: str, library: Library | None, hidden: Mapping[str, Hider]) -> dict[str, Any]:
    from gpudesk.formats.netbox.netbox import Verdict

    return {
        "library": called,
        "saved": library is not None,
        "version": None if library is None else library.version,
        "types": len(read.types),
        "files": {str(verdict): read.report.count(verdict) for verdict in Verdict} | {"other": read.report.others},
        "codes": read.report.codes(),
        "hidden": list(hidden),
        "hidden_by": {key: _plain_hider(hider) for key, hider in hidden.items()},
        "entries": [
            {
                "key": hardware_type.key,
                "file": hardware_type.file,
                "quality": hardware_type.quality.score,
                "missing": [str(part) for part in hardware_type.quality.missing],
            }
            for hardware_type in read.types
        ],
        "reports": [
            {
                "file": report.file,
                "verdict": str(report.verdict),
                "keys": list(report.keys),
                "remarks": [
                    {"code": remark.code, "document": remark.document, "text": remark.message.plain()} for remark in report.remarks
                ],
            }
            for report in read.report.files
        ],
    }


@click.command("export")
@click.argument("keys", metavar="KEY...", nargs=-1, required=True)
@click.option(
    "--netbox",
    "out",
    required=True,
    type=OUT,
    help="A .yaml or .yml file for a single type, a .zip archive, or a folder in library layout.",
)
@click.option(
    "--mappings",
    type=click.Choice(["both", "list", "ports", "as-read"]),
    default="both",
    show_default=True,
    help="Format of panel port mappings: NetBox before 4.5 reads the port keys; 4.5 and later read the list.",
)
def export_types(keys: tuple[str, ...], out: Path, mappings: str) -> None:
    """Export the entries KEY... as NetBox types, and print the files that were written."""
    from gpudesk.formats.netbox.netbox import Mappings
    from gpudesk.formats.netbox.netbox_export import SeveralKinds, write_types

    opened = opened_catalog()
    entries = [named_entry(opened, key, "KEY...") for key in keys]
    bodies = {entry.type.key: json.loads(opened.body(entry.type.key)) for entry in entries}
    try:
        written = write_types(out, bodies.values(), Mappings(mappings))
    except SeveralKinds as error:
        fix = "" if error.fix is None else f" {error.fix.plain()}"
        raise click.BadParameter(f"{error.message.plain()}{fix}", param_hint="--netbox") from error
    for file in written:
        echo_written(file)


@click.command("libraries")
@json_option
def list_libraries(as_json: bool) -> None:
    """List the imported libraries."""
    opened = opened_catalog()
    with_hidden = [(library, opened.hidden_in(library.name)) for library in libraries()]
    if as_json:
        print_json({"libraries": [_plain_library(library, hidden) for library, hidden in with_hidden]})
        return
    rows = [
        (library.name, counted(library.types, "type"), f"{len(hidden):,} hidden" if hidden else "", library.at_utc, library.source)
        for library, hidden in with_hidden
    ]
    print_list(rows, "No libraries are imported.", right=(1, 2))


def _plain_library(library: Library, hidden: Mapping[str, Hider]) -> dict[str, Any]:
    return {
        "name": library.name,
        "types": library.types,
        "hidden_by": {key: _plain_hider(hider) for key, hider in hidden.items()},
        "at_utc": library.at_utc,
        "source": library.source,
        "version": library.version,
        "path": str(library.path),
    }


@click.command("remove-library")
@click.argument("name")
def forget_library(name: str) -> None:
    """Remove the imported library NAME; projects keep the types in use."""
    if name not in {library.name for library in libraries()}:
        raise click.BadParameter(f"there is no imported library {name}", param_hint="NAME")
    remove_library(name)
    click.echo(f"the library {name} was removed")


LIBRARY_COMMANDS = (import_library, export_types, list_libraries, forget_library)
