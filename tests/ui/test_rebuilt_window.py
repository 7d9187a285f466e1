"""Language, units and theme switched in every place: the edits that follow raise nothing, and nothing of an old window is left."""

from pathlib import Path

import pytest

from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand
from tests.ui.switching import EDITS, PLACES, SWITCHES, Switcher

pytestmark = pytest.mark.usefixtures("few")


def test_edits_after_a_switch_in_every_place_raise_nothing(hand: Hand, tmp_path: Path) -> None:
    person = Switcher(hand, tmp_path / "cabled.gpudesk")
    for number, place in enumerate(PLACES):
        person.look_at(place)
        # Every other place gets another language, the rest other units: each makes a new window.
        for what in ("units" if number % 2 else "language", "theme"):
            person.switch(what, SWITCHES[what][(number if what == "theme" else number // 2) % 2])
            assert hand.desk.window.place == place
            assert person.edit() == EDITS
    assert person.crashes == []
    assert hand.desk.last_report == ""
    assert person.still_there() == {}


def test_places_that_are_not_shown_follow_one_by_one(hand: Hand, tmp_path: Path) -> None:
    person = Switcher(hand, tmp_path / "cabled.gpudesk")
    person.look_at("power")
    old = hand.desk.window
    # Without an event in between nothing but the place that is shown has been made.
    hand.desk._replace_window()
    window = hand.desk.window
    assert window is not old
    assert window.place == "power"
    assert "size" not in window._made()
    assert "catalog" not in window._made()
    # One that is asked for before its turn looks like the old one at once.
    window.go("fabric")
    assert window.fabric.isVisible()
    made = len(window._made())
    hand.qtbot.waitUntil(lambda: hand.desk._old is None, timeout=PATIENCE_MS)
    assert set(window._made()) == set(PLACES) - {"home"}
    assert len(window._made()) > made
    assert window.place == "fabric"


def test_a_second_switch_and_an_end_do_not_wait_for_places(hand: Hand, tmp_path: Path) -> None:
    person = Switcher(hand, tmp_path / "cabled.gpudesk")
    person.look_at("floor")
    hand.desk._replace_window()
    hand.desk._replace_window()
    assert set(hand.desk.window._like) <= set(PLACES)
    assert hand.desk.window.place == "floor"
    hand.desk.close()
    assert hand.desk._old is None


@pytest.mark.soak
@pytest.mark.parametrize("what", SWITCHES)
@pytest.mark.parametrize("seen", PLACES)
def test_edits_raise_nothing_whatever_place_was_seen_before_a_switch(seen: str, what: str, hand: Hand, tmp_path: Path) -> None:
    person = Switcher(hand, tmp_path / "cabled.gpudesk")
    for value in SWITCHES[what] * 2:
        for place in (*PLACES, seen):
            person.look_at(place)
        person.switch(what, value)
        assert person.edit() == EDITS
    assert person.crashes == []
    assert person.still_there() == {}
