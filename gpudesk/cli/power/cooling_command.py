"""The command that compares cooling options."""

from pathlib import Path
from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.project.project_file_commands import file_argument, whole
from gpudesk.cli.terminal.amounts import quantity, rounded
from gpudesk.cli.terminal.given_paths import OUT, echo_written, refuse_two_outputs
from gpudesk.cli.terminal.output import counted, json_option, kind_title, print_json, print_table
from gpudesk.derived.cooling.cooling_account import CoolingAccount, cooling_account
from gpudesk.derived.cooling.cooling_figures import WAY_TITLES, lines, units_words
from gpudesk.derived.cooling.cooling_variants import CoolingVariants, Variant, cooling_variants
from gpudesk.formats.tables.tables import SheetCell, csv_bytes
from gpudesk.formats.text.written_files import write_file
from gpudesk.project.snapshot import Snapshot

SCHEMA = "gpudesk.cooling.v2"


@click.command("cooling")
@file_argument
@click.option("--csv", "csv_out", type=OUT, metavar="OUT", help="Write the figures as a table.")
@json_option
def cooling_command(file: Path, csv_out: Path | None, as_json: bool) -> None:
    """Show the planned cooling of FILE, and compare room air, rear door and direct liquid cooling for the same equipment.

    As planned: heat load and heat removed, rooms and loops with load, capacity and spare units, unit power, UPS losses, PUE.
    For each option: heat, air, liquid, fans, pumps, units, PUE, WUE.

    Altitude, temperatures, climate and heat rejection come from the site sheet; all other values are planning figures,
    listed with their sources by --json.
    """
    refuse_two_outputs(csv_out, as_json=as_json)
    with whole(file) as document:
        snapshot = document.snapshot
        variants, planned = cooling_variants(snapshot), cooling_account(snapshot)
    rows: list[list[SheetCell]] = [["", "unit", *(WAY_TITLES[variant.way] for variant in variants.variants)]]
    rows += [[line.text, line.unit, *(round(value, line.decimals) for value in line.values)] for line in lines(variants)]
    rows.append(["Units", "", *(units_words(variant) for variant in variants.variants)])
    if csv_out is not None:
        write_file(csv_out, csv_bytes(rows))
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}, "file": str(file)}
        print_json({**about, "planned": None if planned is None else _plain_account(planned), **_plain(snapshot, variants)})
    elif csv_out is not None:
        echo_written(csv_out)
    else:
        if planned is not None:
            _print_account(planned)
        _print(variants)


def _print_account(planned: CoolingAccount) -> None:
    click.echo(f"Planned: {counted(planned.units, 'unit draws', 'units draw')} {quantity(planned.units_w, 'W')}.")
    click.echo(f"{_thousandth(planned.taken_w)} of {_thousandth(planned.heat_w)} kW of heat removed.")
    if planned.waiting:
        click.echo(f"{counted(planned.waiting, 'unit is', 'units are')} not placed on the floor yet.")
    if planned.losses_w:
        click.echo(f"UPS units in halls and racks lose {quantity(planned.losses_w, 'W')}.")
    head = ("", "kind", "redundancy", "units", "spare", "heat kW", "capacity kW", "")
    table = [head] + [
        (
            carrier.name,
            kind_title(carrier.kind),
            carrier.redundancy,
            f"{carrier.units:,}",
            f"{carrier.spare:,}",
            _thousandth(carrier.load_w),
            "not known" if carrier.able_w is None else _thousandth(carrier.able_w),
            "" if carrier.met else "short",
        )
        for carrier in planned.carriers
    ]
    print_table(table, right=range(3, 7))
    if planned.year.it_kwh:
        click.echo(f"Annual PUE as planned: {planned.year.mean_pue:.3f}; WUE {planned.year.wue_l_per_kwh:.2f} L/kWh.")
    click.echo()


def _thousandth(value: float) -> str:
    """A thousandth with one decimal, and without from 1,000: 353.5, 1,412. What would read as nothing has more: 0.04."""
    if 0 < abs(value) < 50:
        return rounded(value / 1000, 2)
    return f"{value / 1000:,.1f}" if abs(value) < 999_950 else f"{value / 1000:,.0f}"


def _plain_account(planned: CoolingAccount) -> dict[str, Any]:
    drawn = bool(planned.year.it_kwh)
    return {
        "heat_w": round(planned.heat_w, 3),
        "removed_w": round(planned.taken_w, 3),
        "units": planned.units,
        "unplaced": planned.waiting,
        "units_w": round(planned.units_w, 3),
        "losses_w": round(planned.losses_w, 3),
        "pue": round(planned.year.mean_pue, 6) if drawn else None,
        "wue_l_per_kwh": round(planned.year.wue_l_per_kwh, 6) if drawn else None,
        "carriers": [
            {
                "name": carrier.name,
                "kind": carrier.kind,
                "redundancy": carrier.redundancy,
                "units": carrier.units,
                "spare_units": carrier.spare,
                "load_w": round(carrier.load_w, 3),
                "capacity_w": None if carrier.able_w is None else round(carrier.able_w, 3),
                "redundancy_met": carrier.met,
            }
            for carrier in planned.carriers
        ],
    }


def _print(variants: CoolingVariants) -> None:
    table = [("", *(WAY_TITLES[variant.way] for variant in variants.variants))]
    table += [(line.text, *(_figure(value, line.unit, line.decimals) for value in line.values)) for line in lines(variants)]
    print_table(table, right=range(1, len(variants.variants) + 1))
    for cooling_variant in variants.variants:
        click.echo(f"{WAY_TITLES[cooling_variant.way]}: {units_words(cooling_variant) or 'no units'}")
    if variants.converted_w:
        click.echo(
            f"Direct liquid cooling requires cold plates on systems that are currently air-cooled: {quantity(variants.converted_w, 'W')}."
        )
    if variants.missing:
        click.echo(f"The power of {counted(variants.missing, 'device')} is not known; the figures do not include it.")


def _figure(value: float, unit: str, decimals: int) -> str:
    """A cell of the comparison: power in kW, energy in MWh; the columns of one line have one unit."""
    if unit == "W":
        return f"{_thousandth(value)} kW"
    if unit == "kWh":
        return f"{_thousandth(value)} MWh"
    return f"{value:,.{decimals}f} {unit}".rstrip()


def _plain(snapshot: Snapshot, variants: CoolingVariants) -> dict[str, Any]:
    climate = variants.climate
    return {
        "heat_w": round(variants.heat_w, 3),
        "it_w": round(variants.it_w, 3),
        "racks": variants.racks,
        "devices_without_power": variants.missing,
        "convertible_w": round(variants.converted_w, 3),
        "climate": {
            "location": climate.place or None,
            "mean_c": list(climate.climate.mean_c),
            "source": climate.source,
            "confidence": str(climate.confidence),
        },
        "variants": [_variant(snapshot, variants, variant) for variant in variants.variants],
        "figures": {
            name: {"value": figure.value, "source": figure.source, "confidence": str(figure.confidence)}
            for name, figure in variants.rules.figures().items()
        },
    }


def _variant(snapshot: Snapshot, variants: CoolingVariants, variant: Variant) -> dict[str, Any]:
    place = variants.variants.index(variant)
    racks = snapshot["rack"]
    return {
        "method": str(variant.way),
        **{line.key: round(line.values[place], 6) for line in lines(variants)},
        "racks_over_limit_names": [str(racks["name"][racks.position(rack)]) for rack in variant.too_much.tolist()],
        "units": [{"type": unit.key, "title": unit.title, "needed": unit.needed, "spares": unit.spares} for unit in variant.units],
    }


COMMANDS = (cooling_command,)
