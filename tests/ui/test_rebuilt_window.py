"""Language, units and theme switched in every place: the edits that follow raise nothing, and nothing of an old window is left."""

from pathlib import Path

import pytest

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
