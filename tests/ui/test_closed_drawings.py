"""Nothing drawn of a project is kept once it is closed: no text, no picture of a view, and of the faces no more than a screen."""

from pathlib import Path

import pytest

from gpudesk.core.plan.plan import Plan
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.canvas_view import CanvasView
from gpudesk.ui.canvas.faces.cache import KEPT_BYTES
from tests.ui.built import Step
from tests.ui.cabled import CABLED, go_to_cables
from tests.ui.hand import Hand

PLACES = ("floor", "rack", "fabric", "power")


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    """With cables, so that each place draws something."""
    return CABLED


def kept(hand: Hand) -> dict[str, tuple[int, bool]]:
    """Of each view that keeps something: how many texts, and whether the picture of the view."""
    counted = {}
    for view in hand.desk.window.findChildren(CanvasView):
        if (what := (len(view.texts), view._kept.is_kept)) != (0, False):
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
    assert sum(texts for texts, _ in full.values()) > 0
    assert [name for name, (_, picture) in full.items() if picture]
    pictures = hand.canvas._devices.faces.pictures
    assert pictures.size_bytes > 0
    hand.desk.window.go("home")
    hand.desk.session.close()
    settle()
    assert kept(hand) == {}
    # Faces are those of all drawings: a screen of them is kept, and of the types only those that they show.
    assert pictures.size_bytes <= KEPT_BYTES
    assert len(pictures._known) == sum(map(len, pictures._drawn.values())) <= len(pictures._pictures)
    hand.open(tmp_path / "site.gpudesk")
    hand.desk.window.go("rack")
    hand.rest()
    hand.canvas.grab()
    assert kept(hand) != {}
