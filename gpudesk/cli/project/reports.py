"""The options for reports, and their creation: part of the command `export`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import numpy as np

from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import error_line
from gpudesk.core.values.columns import Columns
from gpudesk.onsite.listing import read_listing
from gpudesk.project.document import Document
from gpudesk.project.snapshot import Snapshot
from gpudesk.reports.catalogue import REPORTS
from gpudesk.reports.layout.paper_sheet import PAPERS, Paper, Sheet
from gpudesk.reports.layout.report import FACES, Choices, Kind, LabelChoices

_USUAL = {
    "paper": None,
    "landscape": None,
    "racks": 4,
    "face": "both",
    "phase": None,
    "only_phase": None,
    "hall": (),
    "rack": (),
    "language": "en",
    "units": "metric",
    "network": (),
    "since": None,
    "listing": None,
    "names": None,
    "label_style": "tia-606",
    "label_lines": (),
    "label_stock": "a4-65",
    "label_skip": 0,
    "label_codes": True,
    "dpi": "203",
}
"""The defaults of the options."""
_SINCE = "Work order: start from the newest version with this name. Other cable reports: only cables connected or moved since that version."
_PAPERS = {title.lower(): paper for title, paper in PAPERS.items()}


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of `export` that only reports have."""
    options = (
        click.option(
            "--paper",
            type=click.Choice(list(PAPERS), case_sensitive=False),
            help="Paper size of a report; by default depending on the report.",
        ),
        click.option("--landscape/--portrait", default=None, help="Paper orientation of a report."),
        click.option(
            "--racks-a-sheet", "racks", type=click.IntRange(1, 4), default=4, show_default=True, help="Elevations: racks per sheet."
        ),
        click.option("--face", type=click.Choice(["both", *FACES]), default="both", show_default=True, help="Elevations: rack face."),
        click.option("--phase", type=click.IntRange(0), help="Report only items built up to this phase."),
        click.option("--only-phase", type=click.IntRange(0), help="Cable reports: only cables added in this phase."),
        click.option("--hall", multiple=True, metavar="NAME", help="Report only this hall; may be repeated."),
        click.option("--rack", multiple=True, metavar="NAME", help="Report only this rack or rack-scale system; may be repeated."),
        click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True, help="Language of a report."),
        click.option("--units", type=click.Choice(["metric", "imperial"]), default="metric", show_default=True, help="Units of a report."),
        click.option("--network", multiple=True, metavar="NAME", help="Cable reports: only this network; may be repeated."),
        click.option("--since", metavar="VERSION", help=_SINCE),
        click.option(
            "--ibnetdiscover",
            "listing",
            metavar="IN",
            type=IN,
            help="As-built comparison: output of ibnetdiscover.",
        ),
        click.option("--names", metavar="MAP", type=IN, help='As-built comparison: names by GUID, one per line: 0xGUID "name".'),
        click.option("--label-style", default="tia-606", show_default=True, metavar="NAME", help="Text style of cable labels."),
        click.option(
            "--label-line",
            "label_lines",
            multiple=True,
            metavar="PATTERN",
            help="One line of text on cable labels; repeat it to define your own style.",
        ),
        click.option("--label-stock", default="a4-65", show_default=True, metavar="NAME", help="Label stock for cable labels."),
        click.option("--label-skip", type=click.IntRange(0), default=0, show_default=True, help="Labels already used on the first sheet."),
        click.option("--label-codes/--no-label-codes", default=True, show_default=True, help="Print a QR code on cable labels."),
        click.option(
            "--dpi", type=click.Choice(["203", "300", "600"]), default="203", show_default=True, help="Resolution of a label printer."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def write_report(file: Path, name: str, out: Path, given: dict[str, Any]) -> list[Path]:
    """Write a report according to the options; returns the files."""
    from gpudesk.cli.window.open_window import print_report

    kind = REPORTS[name]
    if out.suffix.lower() not in kind.suffixes:
        raise click.BadParameter(f"the file name of {name} must end in {' or '.join(kind.suffixes)}", param_hint="OUT")
    for option in ("only_phase", "since"):
        if given[option] is not None and not kind.of_cables:
            raise click.UsageError(f"{name} is not a cable report: leave out --{option.replace('_', '-')}")
    if given["phase"] is not None and given["only_phase"] is not None:
        raise click.UsageError("give --phase or --only-phase, not both")
    since = _version(file, given["since"]) if kind.since or given["since"] is not None else None
    listing = None
    if kind.of_listing:
        if given["listing"] is None:
            raise click.BadParameter(f"{name} compares with the output of ibnetdiscover: give the file", param_hint="--ibnetdiscover")
        listing = read_listing(given["listing"], given["names"])
    cut: list[str] = []
    files = print_report(file, name, out, _choices(file, kind, given), given["language"], given["units"], since, listing, cut)
    if cut:
        fix = "choose larger labels or less text"
        error_line(f"label lines shortened because they do not fit: {len(cut)}, the first one {cut[0]!r}; {fix}")
    return files


def usual_options(**given: Any) -> dict[str, Any]:
    """The options of `write_report`, with defaults for those not given."""
    return {**_USUAL, **given}


def refuse_report_options(name: str, given: dict[str, Any]) -> None:
    """Refuse options that a format without pages does not have."""
    for option, value in given.items():
        if value != _USUAL[option]:
            raise click.UsageError(f"{name} is not a report: leave out the options for paper, racks, phase, places, language and units")


def _choices(file: Path, kind: Kind, given: dict[str, Any]) -> Choices:
    sheet = None
    if given["paper"] is not None or given["landscape"] is not None:
        paper = Paper.A3 if given["paper"] is None else _PAPERS[given["paper"].lower()]
        sheet = Sheet(paper, True if given["landscape"] is None else given["landscape"])
    halls: tuple[int, ...] = ()
    racks: tuple[int, ...] = ()
    networks: tuple[int, ...] = ()
    systems: tuple[int, ...] = ()
    if given["hall"] or given["rack"] or given["network"]:
        with Document.open(file, write=False) as document:
            halls = _ids(document.snapshot["hall"], given["hall"], "hall")
            systems = _systems(document.snapshot, given["rack"])
            called = {str(document.snapshot["device"].row(system)["name"]) for system in systems}
            racks = _ids(document.snapshot["rack"], tuple(name for name in given["rack"] if name not in called), "rack")
            networks = _ids(document.snapshot["network"], given["network"], "network")
    faces = FACES if given["face"] == "both" else (given["face"],)
    labels = LabelChoices(
        given["label_style"], given["label_lines"], given["label_stock"], given["label_skip"], given["label_codes"], int(given["dpi"])
    )
    alone = given["only_phase"]
    return Choices(
        sheet,
        given["racks"],
        faces,
        given["phase"] if alone is None else alone,
        halls,
        racks,
        networks=networks,
        labels=labels,
        only_phase=alone is not None,
        only_changed=given["since"] is not None and not kind.since,
        stage=given.get("stage") or "",
        systems=systems,
    )


def _version(file: Path, name: str | None) -> int:
    with Document.open(file, write=False) as document:
        version_ids = {str(row[1]): int(row[0]) for row in document.versions()}
    if name not in version_ids:
        known = ", ".join(repr(version_name) for version_name in version_ids) or "none"
        raise click.BadParameter(f"there is no version {name!r}; the versions are: {known}", param_hint="--since")
    return version_ids[name]


def _systems(snapshot: Snapshot, names: Iterable[str]) -> tuple[int, ...]:
    """The ids of the rack-scale systems of some names that no rack has."""
    from gpudesk.derived.checklist.targets import layout, systems_called

    racks, systems = snapshot["rack"], snapshot.cached(layout).systems
    left = [name for name in names if not len(racks.where("name", name))]
    return tuple(int(systems[place - racks.rows]) for name in left for place in systems_called(snapshot, name))


def _ids(table: Columns, names: tuple[str, ...], what: str) -> tuple[int, ...]:
    for name in names:
        if not len(table.where("name", name)):
            raise click.BadParameter(f"there is no {what} {name!r}", param_hint=f"--{what}")
    return tuple(table.ids[np.isin(table["name"].astype(str), names)].tolist()) if names else ()
