"""Every dialog, opened by its command, fits 1240 × 740 and shows its texts whole, in both languages and both systems of units."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QTableWidget
from pytestqt.qtbot import QtBot

from gpudesk.catalog.templates import load_template
from gpudesk.ui.action_table import ACTIONS
from gpudesk.ui.app.render import settle
from gpudesk.ui.canvas.refs import ObjectRef
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.translate import language
from tests.ui.cut_texts import cut, lines_of, outside
from tests.ui.dialog_cases import CASES, every_dialog
from tests.ui.english_texts import english_in
from tests.ui.hand import Hand
from tests.ui.test_texts_fit import PLACES, cable

SCREEN = (1280, 800)
LARGEST = (1240, 740)
SELECTED = (
    ("rack", "device", 1),
    ("rack", "rack", 1),
    ("rack", "device", 2),
    ("rack", "rack", 2),
    ("floor", "rack", 1),
    ("floor", "rack", 2),
    ("fabric", "cable", 1),
    ("fabric", "cable", 2),
    ("fabric", "network", 1),
    ("power", "power_node", 1),
    ("power", "power_node", 2),
    ("power", "device", 1),
    ("cooling", "cooling_node", 1),
    ("cooling", "cooling_node", 2),
)
"""Place, table, and how many of its objects are selected there."""


class Walk:
    """Opens all that a command with "…" opens, and measures it."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.opened: set[str] = set()
        self.wrong: dict[str, set[str]] = {}
        self._done: set[str] = set()

    def commands(self, where: str) -> None:
        """Every command that is possible here and opened nothing yet."""
        window = self.hand.desk.window
        for action in ACTIONS:
            if action.id in self._done or not (action.text.endswith("…") or action.id in ("help.about", "help.shortcuts")):
                continue
            made = window.registry.action(action.id)
            if not made.isEnabled():
                continue
            made.trigger()
            self.hand.rest()
            if self.measure(f"{action.id} {where}"):
                self._done.add(action.id)

    def measure(self, name: str) -> bool:
        """Measure the dialogs that are open, and close them."""
        tops = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not self.hand.desk.window]
        for top in tops:
            if isinstance(top, DeskDialog):
                self.opened.add(type(top).__name__)
                found = cut(top)
                if needs := outside(top, *LARGEST):
                    found.add(needs)
                if top.width() > LARGEST[0] or top.height() > LARGEST[1]:
                    found.add(f"{type(top).__name__} opens with {top.width()} × {top.height()}")
                if language() == "es":
                    found |= english_in(top)
                if found:
                    self.wrong[f"{type(top).__name__}, {name}"] = found
        for top in tops:
            top.close()
        settle()
        return any(isinstance(top, DeskDialog | QFileDialog) for top in tops)


@pytest.fixture(
    params=[
        ("es", "imperial"),
        *(pytest.param(each, marks=pytest.mark.soak) for each in (("en", "metric"), ("es", "metric"), ("en", "imperial"))),
    ]
)
def walk(request: pytest.FixtureRequest, open_desk: Callable[[], Hand], tmp_path: Path) -> Walk:
    """The window with a small pod that is wired and cabled."""
    settings = Settings()
    settings.theme = "light"
    settings.language, settings.units = request.param
    settings.sync()
    hand = open_desk()
    hand.create(tmp_path / "pod.gpudesk", load_template("small-pod"), cable)
    hand.desk.window.resize(*SCREEN)
    hand.rest()
    return Walk(hand)


def test_every_dialog_fits_and_shows_its_texts(walk: Walk, tmp_path: Path) -> None:
    hand = walk.hand
    for place in PLACES:
        hand.desk.window.go(place)
        hand.desk.session.select([])
        hand.rest()
        walk.commands(f"in {place}")
    for place, table, most in SELECTED:
        hand.desk.window.go(place)
        chosen = [ObjectRef(table, row_id) for row_id in hand.snapshot[table].ids.tolist()[:most]]
        hand.desk.session.select(chosen)
        hand.rest()
        walk.commands(f"with {len(chosen)} of {table} in {place}")
    kinds = every_dialog()
    for case in CASES.values():
        case(kinds, hand, tmp_path).open()
        hand.rest()
        walk.measure("by itself")
    assert sorted(set(kinds) - walk.opened) == [], "neither a command nor a case of dialog_cases opens them"
    if walk.wrong:
        pytest.fail(lines_of(walk.wrong), pytrace=False)


def test_a_head_of_a_column_is_measured(qtbot: QtBot) -> None:
    table = QTableWidget(1, 2)
    qtbot.addWidget(table)
    table.setHorizontalHeaderLabels(["Serial number", "Serial number "])
    table.horizontalHeader().setMinimumSectionSize(10)
    table.setColumnWidth(0, 20)
    table.setColumnWidth(1, 200)
    with qtbot.waitExposed(table):
        table.show()
    assert [each.partition(":")[0] for each in cut(table)] == ["QHeaderView 'Serial number'"]
    head = table.horizontalHeaderItem(0)
    assert head is not None
    head.setToolTip("Serial number")
    assert cut(table) == set()
