"""In every state of every place, at 1280 × 800, what is painted fits, with metric and imperial units, and a Spanish window is Spanish."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpudesk.catalog.templates import load_template
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit import painting as drawing
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language
from tests.ui.cut_texts import cut, lines_of, outside
from tests.ui.english_texts import english_among, english_in
from tests.ui.every_state import PLACES, every_state
from tests.ui.hand import Hand
from tests.ui.painted_texts import recording
from tests.ui.test_texts_fit import SCREEN, cable


class Painting(QWidget):
    """Paints texts into boxes of a given width, 100 px below one another, or all in one place."""

    def __init__(self, *texts: str, width: float = 100.0, apart_px: float = 30.0, elide: bool = True) -> None:
        super().__init__()
        self.texts, self.room, self.apart_px, self.elide = texts, width, apart_px, elide
        self.resize(400, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them."""
        painter = QPainter(self)
        painter.setFont(fonts.font("body"))
        for place, text in enumerate(self.texts):
            box = QRectF(0, place * self.apart_px, self.room, 20)
            if self.elide:
                drawing.text(painter, box, text, fonts.font("body"), theme.current().text.primary)
            else:
                painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft), text)


@pytest.mark.parametrize(
    ("painting", "found"),
    [
        (lambda: Painting("UPS 1", "UPS 2"), []),
        (lambda: Painting("Distribution panel of hall 1", width=60.0), ["is in no tooltip"]),
        (lambda: Painting("Distribution panel of hall 1", width=60.0, elide=False), ["60 of"]),
        (lambda: Painting("UPS 1", "UPS 2", apart_px=5.0), ["share"]),
    ],
    ids=["fits", "shortened", "too wide", "one over the other"],
)
def test_what_does_not_fit_is_found(
    painting: Callable[[], Painting], found: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = painting()
    qtbot.addWidget(widget)
    with recording(monkeypatch) as recorder:
        with qtbot.waitExposed(widget):
            widget.show()
        wrong = recorder.repaint(widget)
    assert [part for part in found if not any(part in each for each in wrong)] == []
    assert len(wrong) == len(found)


def test_a_shortened_text_may_be_whole_in_the_tooltip(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = Painting("Distribution panel of hall 1", width=60.0)
    widget.setToolTip("Distribution panel\nof hall 1: 400 A")
    qtbot.addWidget(widget)
    with recording(monkeypatch) as recorder:
        with qtbot.waitExposed(widget):
            widget.show()
        assert recorder.repaint(widget) == set()


@pytest.fixture(
    params=[
        ("es", "imperial"),
        *(pytest.param(each, marks=pytest.mark.soak) for each in (("en", "metric"), ("es", "metric"), ("en", "imperial"))),
    ]
)
def small_screen(request: pytest.FixtureRequest, open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """The window at the smallest size that we support, with a small pod that is wired and cabled."""
    settings = Settings()
    settings.theme = "light"
    settings.language, settings.units = request.param
    settings.sync()
    hand = open_desk()
    hand.create(tmp_path / "pod.gpudesk", load_template("small-pod"), cable)
    hand.desk.window.resize(*SCREEN)
    hand.rest()
    return hand


def test_every_state_shows_its_texts(small_screen: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    window, wrong, painted = small_screen.desk.window, {}, 0
    with recording(monkeypatch) as recorder:
        for state in every_state(small_screen):
            found = recorder.repaint(window) | cut(window)
            painted += len(recorder.painted)
            if needs := outside(window, *SCREEN):
                found.add(needs)
            if language() == "es":
                # What is hidden here is shown in another state, and read as a whole once in each place.
                found |= english_in(window, hidden_tables=state in PLACES) | english_among(each.text for each in recorder.painted)
            if found:
                wrong[state] = found
    if wrong:
        pytest.fail(lines_of(wrong), pytrace=False)
    assert painted > 20_000
