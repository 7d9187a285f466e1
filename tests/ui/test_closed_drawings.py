"""Nothing that was drawn of a project is kept once it is closed: texts, pictures of faces, and the picture of each view."""

from pathlib import Path

import pytest

from gpudesk.core.plan import Plan
from gpudesk.ui.canvas.elevation_view import ElevationView
from gpudesk.ui.canvas.view import CanvasView
from gpudesk.ui.render import settle
from tests.ui.built import Step
from tests.ui.cabled import CABLED, go_to_cables
from tests.ui.hand import Hand

PLACES = ("floor", "rack", "fabric", "power")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """With cables, so that each place draws something."""
    return CABLED


def kept(hand: Hand) -> dict[str, tuple[int, int, bool]]:
    """Of each view that keeps something: how many texts and faces, and whether the picture of the view."""
    counted = {}
    for view in hand.desk.window.findChildren(CanvasView):
        faces = len(view._devices.faces) if isinstance(view, ElevationView) else 0
        if (what := (len(view.texts), faces, view._kept.is_kept)) != (0, 0, False):
            counted[type(view).__name__] = what
    return counted


def test_a_closed_project_leaves_no_drawing(hand: Hand, tmp_path: Path) -> None:
    go_to_cables(hand)
    for place in PLACES:
        hand.desk.window.go(place)
        hand.rest()
        for view in hand.desk.window.findChildren(CanvasView):
            if view.isVisible():
                view.grab()
    full = kept(hand)
    assert sum(texts for texts, _, _ in full.values()) > 0
    assert sum(faces for _, faces, _ in full.values()) > 0
    assert [name for name, (_, _, picture) in full.items() if picture]
    hand.desk.window.go("home")
    hand.desk.session.close()
    settle()
    assert kept(hand) == {}
    hand.open(tmp_path / "site.gpudesk")
    hand.desk.window.go("rack")
    hand.rest()
    hand.canvas.grab()
    assert kept(hand) != {}
