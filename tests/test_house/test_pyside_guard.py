"""The installed PySide6 keeps count of None, and a pair that does not is refused at the start."""

import sys

import PySide6
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.toolkit.guard import BrokenQt, is_broken, require_working_qt

CALLS = 1_000


def test_void_calls_do_not_lose_references_to_none(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        widget.update()
    # The fault loses one a call; the test run itself moves the count by a few.
    assert sys.getrefcount(None) > before - CALLS // 10


@pytest.mark.parametrize(
    ("pyside", "python", "broken"),
    [
        ((6, 11, 3), (3, 11), False),
        ((6, 12, 0), (3, 10), True),
        ((6, 12, 0), (3, 11), True),
        ((6, 12, 3), (3, 11), True),
        ((6, 12, 0), (3, 12), False),
        ((6, 13, 0), (3, 11), False),
    ],
)
def test_the_measured_pairs(pyside: tuple[int, ...], python: tuple[int, ...], broken: bool) -> None:
    assert is_broken(pyside, python) is broken


def test_this_pair_may_start() -> None:
    require_working_qt()


def test_a_broken_pair_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PySide6, "__version_info__", (6, 12, 0, "", ""))
    monkeypatch.setattr(sys, "version_info", (3, 11, 7))
    with pytest.raises(BrokenQt, match=r"3\.11.*6\.11\.3"):
        require_working_qt()
