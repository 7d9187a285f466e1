"""Commands on the catalog."""

from collections.abc import Mapping

import click

from gpudesk.catalog.entry import FactDefinition, Hit
from gpudesk.cli.catalog.catalog_lookup import named_entry, opened_catalog
from gpudesk.cli.catalog.catalog_updates import updates
from gpudesk.cli.catalog.library_commands import LIBRARY_COMMANDS
from gpudesk.cli.terminal.output import figure, json_option, print_json, print_list, print_table
from gpudesk.core.cooling.heat import PRINTED_HEAT_TOLERANCE, heat_btu_per_h, heat_disagreement
from gpudesk.core.hardware.hardware import Fact, Family, HardwareType

_LARGER = {"W": "kW", "VA": "kVA"}
"""Units of which figures from 1,000 are written in the larger one."""


@click.group()
def catalog() -> None:
    """Search the equipment catalog, and show every fact with its source."""


@catalog.command()
@click.argument("text")
@click.option("--family", type=click.Choice([str(family) for family in Family]), help="Only entries of one family.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="Maximum number of results, best match first.")
@json_option
def search(text: str, family: str | None, limit: int, as_json: bool) -> None:
    """Find entries by words in their name, vendor, part number or alias; without TEXT all entries are listed."""
    hits = opened_catalog().search(text, None if family is None else Family(family), limit)
    if as_json:
        print_json({"query": text, "count": len(hits), "entries": [_plain(hit) for hit in hits]})
        return
    rows = [(hit.key, hit.title, _cell(hit.height_u, "U"), _cell(hit.power_max_w, "W")) for hit in hits]
    print_list(rows, f"No entry matches {text!r}.", right=(2, 3))


def _plain(hit: Hit) -> dict[str, object]:
    return {
        "key": hit.key,
        "family": str(hit.family),
        "vendor": hit.vendor,
        "model": hit.model,
        "height_u": hit.height_u,
        "power_max_w": hit.power_max_w,
        "weight_kg": hit.weight_kg,
        "origin": str(hit.origin),
    }


@catalog.command()
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Show the entry NAME with every fact, source and confidence.

    NAME is a key, a model, a part number, an alias or the start of a model. If several entries match, only their keys are
    listed.
    """
    opened = opened_catalog()
    entry = named_entry(opened, name)
    if as_json:
        print_json({"key": entry.type.key, "version": entry.version, "origin": str(entry.origin), "entry": dict(entry.type.body)})
        return
    kind = entry.type
    click.echo(f"{kind.title} ({kind.key}, {kind.family})")
    click.echo(kind.description)
    print_table([_fact_row(opened.facts[fact], value) for fact, value in kind.facts.items()], right=(1,))
    _say_doubts(opened.facts, kind)
    for group in kind.port_groups:
        rate = "" if group.rate_gbps is None else f", {figure(group.rate_gbps, 'Gb/s')}"
        click.echo(f"{len(group.ports)} × {group.kind} {group.name} ({group.face.name.lower()}{rate})")


def _say_doubts(definitions: Mapping[str, FactDefinition], kind: HardwareType) -> None:
    """Facts that contradict the specified heat, and differing values in other sources."""
    power_w, printed_w = kind.number("power_max_w"), kind.number("heat_printed_w")
    if power_w is not None and printed_w is not None and abs(heat_disagreement(power_w, printed_w)) > PRINTED_HEAT_TOLERANCE:
        more = 100 * heat_disagreement(power_w, printed_w)
        printed, power = (f"{_figure(value, 'W')} ({heat_btu_per_h(value):,.0f} BTU/h)" for value in (printed_w, power_w))
        click.echo(
            f"Contradiction: the published heat of {printed} differs by {more:+.1f} % from the maximum power of {power}. "
            "The electrical power is used."
        )
    others = [(definitions[name], other) for name, fact in kind.facts.items() for other in fact.others]
    if others:
        click.echo("Other sources:")
        print_table([(*_fact_row(definition, other), other.note) for definition, other in others], right=(1,))


def _fact_row(definition: FactDefinition, fact: Fact) -> tuple[str, str, str, str]:
    return definition.title, _value(definition, fact), str(fact.confidence), fact.source


def _value(definition: FactDefinition, fact: Fact) -> str:
    plain = None if isinstance(fact.value, str | bool) else definition.plain_number(fact.value)
    return _figure(fact.value, definition.unit) if plain is None else plain


def _cell(value: float | None, unit: str) -> str:
    return "–" if value is None else _figure(value, unit)


def _figure(value: float | str, unit: str) -> str:
    """A published figure with all its digits, from 1,000 W in kW."""
    larger = _LARGER.get(unit)
    if larger is None or isinstance(value, str | bool) or abs(value) < 1000:
        return figure(value, unit)
    return f"{value / 1000:,.12g} {larger}"


for _command in (*LIBRARY_COMMANDS, updates):
    catalog.add_command(_command)

COMMANDS = (catalog,)
