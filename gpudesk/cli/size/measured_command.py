"""The command that lists and deletes measurements made at this site."""

from typing import Any

import click

from gpudesk import __version__
from gpudesk.cli.terminal.output import json_option, print_json, print_table
from gpudesk.core.estimates.measured import Measured, Pair

SCHEMA = "gpudesk.measured.v2"


@click.command("measured")
@click.option("--forget", "key", metavar="KEY", help="Delete the measurement saved under KEY.")
@json_option
def measured_command(key: str | None, as_json: bool) -> None:
    """List the measurements of this site; they correct the sizing of the same model, GPU, engine and format.

    They come from logs and load tests saved with `size --log FILE --remember`, and are stored in your own data folder.
    """
    from gpudesk.catalog.measured_files import forget_measured, load_measured

    if key is not None:
        forget_measured(key)
    measurements = load_measured()
    if as_json:
        about = {"schema": SCHEMA, "program": {"name": "gpudesk", "version": __version__}}
        print_json({**about, "measured": [_plain(measurement) for measurement in measurements]})
        return
    if not measurements:
        click.echo("No measurements are saved.")
        return
    rows = [("KEY", "Date", "Figures", "From")]
    for measurement in measurements:
        figures = [f"{name} {pair.measured:,.2f} GiB" for name, pair in measurement.gib.items()]
        figures += [f"{name} {pair.measured * 1000:,.1f} ms" for name, pair in measurement.seconds.items()]
        rows.append((measurement.key, measurement.date, ", ".join(figures), measurement.source))
    print_table(rows)


def _plain(measurement: Measured) -> dict[str, Any]:
    return {
        "key": measurement.key,
        "model": measurement.model,
        "gpu": measurement.gpu,
        "program": measurement.program,
        "precision": measurement.form,
        "tensor_parallel": measurement.tensor,
        "pipeline_parallel": measurement.pipeline,
        "date": measurement.date,
        "source": measurement.source,
        "gib": {name: _pair(pair) for name, pair in measurement.gib.items()},
        "seconds": {name: _pair(pair) for name, pair in measurement.seconds.items()},
    }


def _pair(pair: Pair) -> dict[str, float]:
    return {"predicted": pair.predicted, "measured": pair.measured}


COMMANDS = (measured_command,)
"""The subcommands of the command group."""
