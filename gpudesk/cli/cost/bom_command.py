"""The command that lists items to purchase and work to perform."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.catalog import open_catalog
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.amounts import quantity, rounded
from gpudesk.cli.terminal.given_paths import IN, OUT, echo_written, refuse_two_outputs
from gpudesk.cli.terminal.output import counted, json_option, print_json, print_table
from gpudesk.core.hardware.hardware import Fact
from gpudesk.core.messages.message import Message
from gpudesk.core.plan.plan import MOST_PHASE
from gpudesk.core.values.local_day import local_day
from gpudesk.derived.cost.bom import Bom, bom
from gpudesk.derived.cost.bom_line import BomLine, LabourLine
from gpudesk.formats.tables.bom_sheets import bom_rows, bom_sheets
from gpudesk.formats.tables.bom_text import SECTION_WORDS, circuit_words, line_title, price_words
from gpudesk.formats.tables.tables import csv_bytes, xlsx_bytes
from gpudesk.formats.text.written_files import write_file

SCHEMA = "gpudesk.bom.v2"


@click.command("bom")
@file_argument
@click.option("--phase", type=click.IntRange(0, MOST_PHASE), help="Only items purchased in this phase.")
@click.option("--spares", type=IN, metavar="RULES", help="Spares rules file, used instead of the built-in rules and your own.")
@click.option("--csv", "csv_out", type=OUT, metavar="OUT", help="Write the lines as a single table.")
@click.option("--xlsx", "xlsx_out", type=OUT, metavar="OUT", help="Write a workbook with several sheets.")
@json_option
def bom_command(file: Path, phase: int | None, spares: Path | None, csv_out: Path | None, xlsx_out: Path | None, as_json: bool) -> None:
    """List everything to buy and all work required to build FILE: racks, devices, cords, circuits, accessories, tools,
    spares and labor hours.

    BOM rules set in FILE (Project › BOM rules) take precedence over the built-in rules and your own rules files.

    Prices include their date and source from the catalog; lines without a price are marked.
    """
    refuse_two_outputs(csv_out, xlsx_out, as_json=as_json)
    rules = bom_rules(spares)
    catalog = open_catalog()
    with whole(file) as document:
        bill = bom(document.snapshot, rules, lambda key: catalog.get(key) if key in catalog else None, phase)
    if csv_out is not None:
        write_file(csv_out, csv_bytes(bom_rows(bill, Message.plain, "en")))
    if xlsx_out is not None:
        sheets = bom_sheets(bill, file.stem, local_day(datetime.now(UTC)), Message.plain, "en")
        write_file(xlsx_out, xlsx_bytes(sheets, tidy=True))
    if as_json:
        print_json({"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file), **_plain(bill)})
    elif csv_out is None and xlsx_out is None:
        _print(bill)
    else:
        for out in (csv_out, xlsx_out):
            if out is not None:
                echo_written(out)


def _print(found: Bom) -> None:
    if not found.lines and not found.labour:
        click.echo("There is nothing to buy.")
        return
    rows = [("", "", "in use", "spares", "to buy", "in stock", "to order", "price")]
    for line in found.lines:
        price = price_words(line, Message.plain) or f"{line.total_usd:,.2f} USD"
        title = line_title(line, Message.plain) + ("" if line.length_mm is None else f", {line.length_mm / 1000:g} m")
        pack = f" × {line.pack}" if line.pack > 1 else ""
        held = "" if line.held is None else f"{line.held:,}"
        bought = (f"{line.spares:,}", f"{line.packs:,}{pack}", held, f"{line.order:,}{pack}") if line.bought else ("", "", "", "")
        rows.append((SECTION_WORDS[line.section], title, f"{line.count:,}", *bought, price))
    print_table(rows, right=range(2, 8))
    totals = found.totals
    click.echo()
    known = f"{totals.price_usd:,.2f} USD for {counted(totals.priced_lines, 'line')}" if totals.priced_lines else "no price known"
    unknown = f"; the price of {counted(totals.unpriced_lines, 'line')} is not known" if totals.unpriced_lines else ""
    click.echo(f"{known}{unknown}")
    missing = f", excluding {counted(totals.mass_missing, 'item')} of unknown mass" if totals.mass_missing else ""
    masses = f"{quantity(totals.mass_kg, 'kg')}, {quantity(totals.packed_kg, 'kg')} with packing{missing}"
    click.echo(f"{masses}; {rounded(totals.hours)} labor hours")


def _plain(found: Bom) -> dict[str, Any]:
    totals = found.totals
    return {
        "phase": found.phase,
        "phases": [{"number": number, "name": name} for number, name in found.phases.items()],
        "power": found.power_name,
        "retired": found.retired,
        "lines": [_plain_line(line) for line in found.lines],
        "labor": [_plain_labour(line) for line in found.labour],
        "totals": {
            "lines": totals.lines,
            "pieces": totals.pieces,
            "spares": totals.spares,
            "priced_lines": totals.priced_lines,
            "unpriced_lines": totals.unpriced_lines,
            "unpriced_pieces": totals.unpriced_pieces,
            "price_usd": round(totals.price_usd, 2) if totals.priced_lines else None,
            "mass_kg": round(totals.mass_kg, 3),
            "mass_missing": totals.mass_missing,
            "packed_kg": round(totals.packed_kg, 3),
            "power_w": round(totals.power_w, 3),
            "labor_h": round(totals.hours, 3),
            "longest_lead_time_weeks": totals.longest_weeks,
        },
        "rules": [{"file": name, "custom": own} for name, own in found.rules.files],
        "overrides": dict(found.rules.said),
    }


def _plain_line(line: BomLine) -> dict[str, Any]:
    kind, rule = line.kind, line.spare_rule
    return {
        "section": line.section,
        "title": line_title(line, Message.plain),
        "key": None if kind is None else kind.key,
        "family": None if kind is None else str(kind.family),
        "maker": None if kind is None else kind.vendor,
        "part_number": line.part_number or None,
        "roles": dict(line.roles),
        "count": line.count,
        "by_phase": {str(phase): count for phase, count in line.by_phase.items()},
        "included": line.inside,
        "ordered": line.ordered,
        "spares": line.spares if line.bought else 0,
        "spare_rule": None
        if rule is None
        else {"title": rule.title, "percent": rule.percent, "rounding": rule.rounding, "source": rule.origin.source},
        "pack": line.pack,
        "to_buy": line.packs if line.bought else 0,
        "in_stock": line.held,
        "to_order": line.order if line.bought else 0,
        "length_m": None if line.length_mm is None else line.length_mm / 1000,
        "circuit": None
        if line.circuit is None
        else {"text": circuit_words(line.circuit, Message.plain), "receptacle": line.circuit.receptacle},
        "unit_mass_kg": line.unit_mass_kg,
        "mass_kg": None if line.mass_kg is None else round(line.mass_kg, 3),
        "unit_power_w": line.unit_power_w,
        "price": None if line.price_usd is None or not line.bought else _plain_fact(line.price, "usd", line.price_usd),
        "price_total_usd": None if line.total_usd is None or not line.bought else round(line.total_usd, 2),
        "lead_time": None if line.lead_time is None else _plain_fact(line.lead_time, "weeks", line.lead_time.value),
        "reasons": [
            {"rule": reason.count.text, "source": reason.origin.source, "confidence": str(reason.origin.confidence)}
            for reason in line.reasons
        ],
    }


def _plain_fact(fact: Fact | None, unit: str, value: Any) -> dict[str, Any] | None:
    if fact is None:
        return None
    return {unit: value, "date": fact.date or None, "source": fact.source, "confidence": str(fact.confidence), "note": fact.note or None}


def _plain_labour(line: LabourLine) -> dict[str, Any]:
    task = line.task
    return {"task": task.title, "quantity": line.times, "minutes": task.minutes, "people": task.people, "hours": round(line.hours, 3)}


COMMANDS = (bom_command,)
