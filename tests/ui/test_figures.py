"""A figure has one value wherever it is shown, for every template."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpudesk.catalog.templates import load_template, templates
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.app.totals_line import TotalsLine
from tests.ui.desk import Desk
from tests.ui.figure_places import HEAD, NONE, OF_WINDOW, PAGE, PLACES, Made, number, table

SMALL = {"dgx-b200-superpod": {"su": 1}, "dgx-h100-superpod": {"su": 1}, "hgx-pod": {"nodes": 4}, "site-100k": {"systems": 512}}
"""Values with which large templates are of a size that is soon read in all places."""

CABLED = "small-pod"


@pytest.fixture(params=[template.name for template in templates()])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Made:
    """Each template as a project."""
    path, values = tmp_path / "made.gpudesk", SMALL.get(request.param, {})
    with Document.create(path) as document:
        snapshot = run(document, build, load_template(request.param, values)).after
        if request.param == CABLED:
            # The modules of its cables are lines of the bill with a power of their own.
            snapshot = run(document, cable_project).after
    return Made(request.param, path, snapshot, values)


def test_every_place_shows_the_same(made: Made, qtbot: QtBot) -> None:
    desk = Desk(qtbot, made.path)
    desk.session.open(made.path)
    desk.settle()
    line = TotalsLine(desk.session)
    qtbot.addWidget(line)
    on_line = {figure.key: number(f"{figure.text} {figure.label}") for figure in line.totals.figures()}
    for figure, readers in PLACES.items():
        shown = {place: read(made) for place, read in readers.items()}
        if figure in OF_WINDOW:
            shown["status line"] = on_line[OF_WINDOW[figure]]
        exact = next(iter(shown.values()))
        for place, value in shown.items():
            if NONE in (exact, value):
                assert value == exact, (figure, shown)
            else:
                # What is shown to people is rounded.
                assert value == pytest.approx(exact, rel=0.005), (figure, place, shown)
    desk.close()


def test_the_page_of_figures_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == HEAD + table(), "run: python -m tests.ui.figure_places"
