"""The command that writes the handover book."""

from hashlib import file_digest
from pathlib import Path

import click

from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.project.reports import usual_options, write_report
from gpudesk.cli.terminal.given_paths import OUT, echo_written
from gpudesk.disk.paths import path_error
from gpudesk.disk.writing import is_standard_output
from gpudesk.formats.text.written_files import write_file
from gpudesk.reports.layout.paper_sheet import PAPERS

NAME = "handover-book"


@click.command("book")
@file_argument
@click.argument("out", type=OUT)
@click.option("--rack", multiple=True, metavar="NAME", help="Only this rack or rack-scale system; may be repeated.")
@click.option("--hall", multiple=True, metavar="NAME", help="Only racks of this hall; may be repeated.")
@click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), help="Paper size of a PDF.  [default: A4]")
@click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Language of a PDF.")
def book_command(file: Path, out: Path, rack: tuple[str, ...], hall: tuple[str, ...], paper: str | None, language: str) -> None:
    """Write the handover book of FILE to OUT, a .pdf or .json file, and its SHA-256 to OUT.sha256.

    For the site and each rack it contains: installed equipment with serial numbers, results with their limits, waivers, the
    punch list, missing and stale items, signatures, and the last entry number and digest of every log writer.
    """
    options = usual_options(on_site=True, rack=rack, hall=hall, paper=paper, language=language, landscape=None if paper is None else False)
    for path in write_report(file, NAME, out, options):
        echo_written(path)
        if not is_standard_output(path):
            echo_written(_write_digest(path))


def _write_digest(path: Path) -> Path:
    """Write the SHA-256 of a file next to it, in the format of `sha256sum -c`."""
    try:
        with path.open("rb") as opened:
            digest = file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise path_error(path, error) from error
    out = path.with_name(f"{path.name}.sha256")
    write_file(out, f"{digest}  {path.name}\n".encode())
    return out
