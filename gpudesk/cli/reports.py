"""The options of what is handed over in pages, and how it is made: part of the command `export`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpudesk.core.columns import Columns
from gpudesk.project.document import Document
from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.report import FACES, Choices
from gpudesk.reports.sheet import PAPERS, Paper, Sheet

_USUAL = {
    "paper": None,
    "landscape": None,
    "racks": 4,
    "face": "both",
    "phase": None,
    "hall": (),
    "rack": (),
    "language": "en",
    "units": "metric",
}
"""What the options are where nothing is said."""
_PAPERS = {title.lower(): paper for title, paper in PAPERS.items()}


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of `export` that only reports have."""
    options = (
        click.option("--paper", type=click.Choice(list(PAPERS), case_sensitive=False), help="Of a report; each has one that suits it."),
        click.option("--landscape/--portrait", default=None, help="How the paper of a report lies."),
        click.option("--racks-a-sheet", "racks", type=click.IntRange(1, 4), default=4, show_default=True, help="Of elevations."),
        click.option("--face", type=click.Choice(["both", *FACES]), default="both", show_default=True, help="Of elevations."),
        click.option("--phase", type=click.IntRange(0), help="Of a report: only what is built up to this phase."),
        click.option("--hall", multiple=True, metavar="NAME", help="Of a report: only this hall; may be repeated."),
        click.option("--rack", multiple=True, metavar="NAME", help="Of a report: only this rack; may be repeated."),
        click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Of a report."),
        click.option("--units", type=click.Choice(["metric", "imperial"]), default="metric", show_default=True, help="Of a report."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def write_report(file: Path, name: str, out: Path, given: dict[str, Any]) -> list[Path]:
    """Write a report as the options say; returns the files."""
    from gpudesk.cli.launch import print_report

    kind = REPORTS[name]
    if out.suffix.lower() not in kind.suffixes:
        raise click.BadParameter(f"{name} ends in {', '.join(kind.suffixes)}", param_hint="OUT")
    return print_report(file, name, out, _choices(file, given), given["language"], given["units"])


def refuse_report_options(name: str, given: dict[str, Any]) -> None:
    """Refuse options that a format without pages does not have."""
    for option, value in given.items():
        if value != _USUAL[option]:
            raise click.UsageError(f"{name} is no report: it has no paper, racks, phase, places, language or units to choose")


def _choices(file: Path, given: dict[str, Any]) -> Choices:
    sheet = None
    if given["paper"] is not None or given["landscape"] is not None:
        paper = Paper.A3 if given["paper"] is None else _PAPERS[given["paper"].lower()]
        sheet = Sheet(paper, True if given["landscape"] is None else given["landscape"])
    halls: tuple[int, ...] = ()
    racks: tuple[int, ...] = ()
    if given["hall"] or given["rack"]:
        with Document.open(file, write=False) as document:
            halls = _ids(document.snapshot["hall"], given["hall"], "hall")
            racks = _ids(document.snapshot["rack"], given["rack"], "rack")
    faces = FACES if given["face"] == "both" else (given["face"],)
    return Choices(sheet, given["racks"], faces, given["phase"], halls, racks)


def _ids(table: Columns, names: tuple[str, ...], what: str) -> tuple[int, ...]:
    for name in names:
        if not len(table.where("name", name)):
            raise click.BadParameter(f"there is no {what} {name!r}", param_hint=f"--{what}")
    return tuple(table.ids[np.isin(table["name"].astype(str), names)].tolist()) if names else ()
