"""The command that prints sheets for the hall: the checklist, open points, the punch list."""

from pathlib import Path

import click

from gpudesk.cli.onsite.onsite_stages import stage_option
from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.project.reports import usual_options, write_report
from gpudesk.cli.terminal.given_paths import OUT, echo_written
from gpudesk.reports.layout.paper_sheet import PAPERS

KINDS = {"checklist": "onsite-checklist", "open": "open-points", "punch": "punch-list"}
"""Command-line name of a report → its name."""


@click.command("sheets")
@file_argument
@click.argument("out", type=OUT)
@click.option(
    "--what",
    type=click.Choice(list(KINDS)),
    default="checklist",
    show_default=True,
    help="Sheet to write: checklist, open points or punch list.",
)
@click.option("--rack", multiple=True, metavar="NAME", help="Only this rack or rack-scale system; may be repeated.")
@click.option("--hall", multiple=True, metavar="NAME", help="Only racks of this hall; may be repeated.")
@stage_option
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), help="Paper size; by default the one that suits the sheet.")
@click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Language of the texts.")
def sheets_command(
    file: Path, out: Path, what: str, rack: tuple[str, ...], hall: tuple[str, ...], stage: str | None, paper: str | None, language: str
) -> None:
    """Write printable sheets for use in the hall to OUT: a .pdf (.svg, .png), or a list as .xlsx or .csv.

    The checklist contains a code for each item: scan it instead of typing ITEM in "onsite show" or "onsite record".
    """
    landscape = None if paper is None else what == "punch"
    options = usual_options(on_site=True, rack=rack, hall=hall, paper=paper, language=language, landscape=landscape, stage=stage or "")
    for path in write_report(file, KINDS[what], out, options):
        echo_written(path)
