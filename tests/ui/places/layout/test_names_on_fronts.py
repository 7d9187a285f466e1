"""What is on the floor is named in the rack view however small it is drawn."""

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from gpudesk.catalog.templates import load_template
from gpudesk.ui.canvas.text import TextCache
from gpudesk.ui.places.layout.racks.panes.rack_place import RackPlace
from tests.ui.desk import Desk, desk
from tests.ui.showing import show

desk = pytest.fixture(desk)


@pytest.mark.parametrize("size", [(920, 560), (1800, 1200)], ids=["on the fronts", "below them"])
def test_systems_on_the_floor_are_named(qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    desk.create(load_template("gb200-nvl72-superpod", {"su": 1}))
    words: list[str] = []
    draw = TextCache.draw

    def kept(self: TextCache, painter: Any, text: str, *more: Any, **named: Any) -> Any:
        words.append(text)
        return draw(self, painter, text, *more, **named)

    monkeypatch.setattr(TextCache, "draw", kept)
    place = RackPlace(desk.session, desk.registry)
    place.resize(*size)
    show(qtbot, place)
    desk.settle()
    place.grab()
    assert {f"nvl72-{number:03}" for number in range(1, 9)} <= set(words)
    place.close()
