"""At 1280 × 800 every place shows its texts whole. `test_painted_texts` visits the same places in Spanish, with imperial units."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gpudesk.catalog.templates import load_template
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.translate import language
from tests.ui.cut_texts import cut, outside
from tests.ui.hand import Hand

SCREEN = (1280, 800)
PLACES = ("home", "size", "floor", "rack", "fabric", "power", "cooling", "onsite", "monitor", "catalog")


def cable(document: Document) -> None:
    """Cable the networks of the template: one step of the history."""
    run(document, cable_project)


@pytest.fixture(params=[("en", "metric"), pytest.param(("es", "imperial"), marks=pytest.mark.soak)])
def small_screen(request: pytest.FixtureRequest, open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """The window at the smallest size that we support, with a small pod that is wired and cabled."""
    settings = Settings()
    settings.theme = "light"
    settings.language, settings.units = request.param
    settings.sync()
    hand = open_desk()
    assert language() == request.param[0]
    hand.create(tmp_path / "pod.gpudesk", load_template("small-pod"), cable)
    hand.desk.window.resize(*SCREEN)
    hand.rest()
    return hand


def places(hand: Hand) -> Iterator[str]:
    """Go to all places."""
    for place in PLACES:
        hand.desk.window.go(place)
        hand.rest()
        yield place


def test_the_window_fits_and_shows_the_texts_of_all_places(small_screen: Hand) -> None:
    wrong = {}
    for place in places(small_screen):
        assert outside(small_screen.desk.window, *SCREEN) == "", place
        if found := cut(small_screen.desk.window):
            wrong[place] = found
    assert wrong == {}


def test_no_place_is_left_out() -> None:
    commands = {action.id.removeprefix("go.") for action in ACTIONS if action.id.startswith("go.")}
    assert commands - {"palette", "next-panel", "previous-panel"} == set(PLACES) - {"cooling"}
