"""Commands on the catalog."""

import click

from gpudesk.catalog import open_catalog
from gpudesk.catalog.entry import FactDefinition
from gpudesk.cli.output import json_option, print_json, print_table
from gpudesk.core.hardware import Fact, Family


@click.group()
def catalog() -> None:
    """What can be bought: search it, and show every fact with its source."""


@catalog.command()
@click.argument("text")
@click.option("--family", type=click.Choice([str(family) for family in Family]), help="Only entries of one family.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True)
@json_option
def search(text: str, family: str | None, limit: int, as_json: bool) -> None:
    """Find entries by words of their name, vendor, part number or alias."""
    hits = open_catalog().search(text, None if family is None else Family(family), limit)
    found = [
        {
            "key": hit.key,
            "family": str(hit.family),
            "vendor": hit.vendor,
            "model": hit.model,
            "height_u": hit.height_u,
            "power_max_w": hit.power_max_w,
            "weight_kg": hit.weight_kg,
            "origin": str(hit.origin),
        }
        for hit in hits
    ]
    if as_json:
        print_json({"query": text, "count": len(found), "entries": found})
        return
    rows = [(str(each["key"]), str(each["model"]), _cell(each["height_u"], "U"), _cell(each["power_max_w"], "W")) for each in found]
    print_table(rows, right=(2, 3))


@catalog.command()
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Show the entry NAME (its key) with every fact, source and confidence."""
    opened = open_catalog()
    entry = opened.entry(name)
    kind = entry.type
    if as_json:
        print_json({"key": kind.key, "version": entry.version, "origin": str(entry.origin), "entry": dict(kind.body)})
        return
    click.echo(f"{kind.title} ({kind.key}, {kind.family})")
    click.echo(kind.description)
    rows = [_fact_row(opened.facts[fact], value) for fact, value in kind.facts.items()]
    print_table(rows, right=(1,))
    for group in kind.port_groups:
        rate = "" if group.rate_gbps is None else f", {group.rate_gbps:g} Gb/s"
        click.echo(f"{len(group.ports)} × {group.kind} {group.name} ({str(group.face.name).lower()}{rate})")


def _fact_row(definition: FactDefinition, fact: Fact) -> tuple[str, str, str, str]:
    value = f"{fact.value:g}" if isinstance(fact.value, int | float) and not isinstance(fact.value, bool) else str(fact.value)
    return definition.title, f"{value} {definition.unit}".strip(), str(fact.confidence), fact.source


def _cell(value: object, unit: str) -> str:
    return "–" if value is None else f"{value:g} {unit}" if isinstance(value, int | float) else str(value)


COMMANDS = (catalog,)
