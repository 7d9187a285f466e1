"""At 1280 × 800 every place and every dialog of an action shows its texts whole, in both languages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from gpudesk import operations
from gpudesk.catalog.templates import load_template
from gpudesk.project.document import Document
from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.render import settle
from gpudesk.ui.settings import Settings
from gpudesk.ui.translate import language
from tests.ui.cut_texts import cut, outside
from tests.ui.hand import Hand

SCREEN = (1280, 800)
DIALOG = (1240, 740)
"""The largest size that a dialog may need on that screen, below its title bar."""
PLACES = ("home", "size", "floor", "rack", "fabric", "power", "cooling", "onsite", "monitor", "catalog")


def cable(document: Document) -> None:
    """Cable the networks of the template: one step of the history."""
    operations.run(document, operations.cable_project)


@pytest.fixture(params=["en", "es"])
def small_screen(request: pytest.FixtureRequest, open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """The window at the smallest size that we support, with a small pod that is wired and cabled."""
    settings = Settings()
    settings.theme, settings.language = "light", request.param
    settings.sync()
    hand = open_desk()
    assert language() == request.param
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


def dialogs(hand: Hand) -> Iterator[tuple[str, QDialog]]:
    """The dialogs that actions open, each where and with the selection with which it is possible."""
    window = hand.desk.window
    opened: set[str] = set()
    for place, chosen in (("rack", ()), ("rack", ("dgx-001",)), ("rack", ("A01",)), ("floor", ()), ("fabric", ()), ("power", ()),
                          ("cooling", ()), ("onsite", ()), ("size", ()), ("monitor", ()), ("catalog", ())):  # fmt: skip
        window.go(place)
        hand.rest()
        hand.desk.session.select([hand.ref(name) for name in chosen])
        hand.rest()
        for spec in ACTIONS:
            action = window.registry.action(spec.id)
            if spec.id in opened or not spec.text.endswith("…") or not action.isEnabled():
                continue
            before = set(_dialogs_open())
            action.trigger()
            hand.rest()
            for top in set(_dialogs_open()) - before:
                opened.add(spec.id)
                if not isinstance(top, QFileDialog):
                    yield spec.id, top
                # Not close(): a dialog may ask whether its contents shall be lost.
                top.hide()
                top.deleteLater()
            settle()


def _dialogs_open() -> list[QDialog]:
    return [top for top in QApplication.topLevelWidgets() if isinstance(top, QDialog) and top.isVisible()]


def test_the_window_fits_and_shows_the_texts_of_all_places(small_screen: Hand) -> None:
    wrong = {}
    for place in places(small_screen):
        assert outside(small_screen.desk.window, *SCREEN) == "", place
        if found := cut(small_screen.desk.window):
            wrong[place] = found
    assert wrong == {}


def test_every_dialog_of_an_action_fits_and_shows_its_texts(small_screen: Hand) -> None:
    wrong: dict[str, object] = {}
    seen = 0
    for name, dialog in dialogs(small_screen):
        seen += 1
        if too_large := outside(dialog, *DIALOG):
            wrong[name] = too_large
        elif found := cut(dialog):
            wrong[name] = found
    assert wrong == {}
    assert seen > 40
