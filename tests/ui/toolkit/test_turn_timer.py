"""Parts that are shown together are filled in different turns of the event loop."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.turn_timer import TurnTimer
from tests.ui.hand import Hand


def turns(reached: Callable[[], int], most: int = 6) -> list[int]:
    """How much was reached after each turn."""
    seen = []
    for _ in range(most):
        QCoreApplication.processEvents()
        seen.append(reached())
    return seen


def test_timers_started_together_come_one_per_turn(qtbot: QtBot) -> None:
    holder = QObject()
    reached: list[int] = []
    timers = [TurnTimer(holder, number) for number in (3, 1, 2)]
    for number, timer in zip((3, 1, 2), timers, strict=True):
        timer.reached.connect(lambda number=number: reached.append(number))
        timer.start()
    assert turns(lambda: len(reached)) == [1, 2, 3, 3, 3, 3]
    assert reached == [1, 2, 3]


def test_a_timer_that_is_started_again_counts_from_the_beginning(qtbot: QtBot) -> None:
    holder = QObject()
    reached: list[bool] = []
    timer = TurnTimer(holder, 2)
    timer.reached.connect(lambda: reached.append(True))
    timer.start()
    QCoreApplication.processEvents()
    timer.start()
    assert turns(lambda: len(reached)) == [0, 1, 1, 1, 1, 1]


def test_inspector_catalog_and_problems_of_a_place_are_filled_in_three_turns(hand: Hand) -> None:
    filled: list[str] = []
    floor = hand.desk.window.floor
    for name in ("inspector", "catalog", "problems"):
        panel = getattr(floor, name)

        def noted(name: str = name, refresh: Callable[[], None] = panel.refresh) -> None:
            filled.append(name)
            refresh()

        panel.refresh = noted
    hand.desk.window.go("floor")
    seen: list[set[str]] = []
    for _ in range(6):
        before = len(filled)
        QCoreApplication.processEvents()
        seen.append(set(filled[before:]))
    assert set().union(*seen) == {"inspector", "catalog", "problems"}
    assert max(map(len, seen)) == 1, seen
