"""The command that shows and imports the stock."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.catalog.catalog import open_catalog
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.given_paths import GivenPath
from gpudesk.cli.terminal.output import json_option, print_json, print_list
from gpudesk.core.hardware.order_numbers import ordered_model
from gpudesk.core.hardware.stock import StockLine
from gpudesk.derived.cost.project_stock import in_use, stock, stock_kinds
from gpudesk.formats.tables.stock_list import read_stock
from gpudesk.formats.tables.tables import read_tables
from gpudesk.operations.project.stock_operations import set_stock
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.stock.v2"


@click.command("stock")
@file_argument
@click.option(
    "--take",
    type=GivenPath(exists=True, dir_okay=False),
    metavar="LIST",
    help="First import a list (CSV or XLSX), as one step; it replaces the existing lines for the same types.",
)
@json_option
def stock_command(file: Path, take: Path | None, as_json: bool) -> None:
    """Show the stock on hand for FILE and the quantities used by its plan.

    A list contains the type (part number, model or catalog key), the length of cables whose part number does not include
    it, the quantity on hand, and "yes" in the "Stock only" column for items that can no longer be ordered. `bom` lists the
    quantities needed beyond the stock.
    """
    unknown: tuple[str, ...] = ()
    with Document.open(file, write=take is not None) as document:
        if take is not None:
            stock_list = read_stock(read_tables(take), stock_kinds(document.snapshot))
            unknown = stock_list.unknown
            run(document, set_stock, stock_list.lines)
        snapshot = document.snapshot
    needed = in_use(snapshot)
    lines = sorted(snapshot.cached(stock).values(), key=lambda line: (line.key, line.length_mm or 0))
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file)}
        print_json({**about, "lines": [_plain(snapshot, line, needed[line.of]) for line in lines], "skipped": list(unknown)})
        return
    rows = []
    for line in lines:
        length = "" if line.length_mm is None else f"{line.length_mm / 1000:g} m"
        rows.append((_title(snapshot, line), length, f"{line.count or 0:,}", f"{needed[line.of]:,}", "yes" if line.only else ""))
    head = ("", "length", "in stock", "in use", "stock only")
    print_list(rows, "No stock is recorded.", head=head, right=(1, 2, 3))
    for row in unknown:
        click.echo(f"not imported: {row}", err=True)


def _title(snapshot: Snapshot, line: StockLine) -> str:
    type_id, catalog = snapshot.types.id_of(line.key), open_catalog()
    if type_id is None and line.key not in catalog:
        return line.key
    kind = catalog.get(line.key) if type_id is None else snapshot.types[type_id]
    return ordered_model(kind, line.length_mm)


def _plain(snapshot: Snapshot, line: StockLine, needed: int) -> dict[str, Any]:
    return {
        "key": line.key,
        "title": _title(snapshot, line),
        "length_m": None if line.length_mm is None else line.length_mm / 1000,
        "in_stock": line.count,
        "in_use": needed,
        "stock_only": line.only,
    }


COMMANDS = (stock_command,)
