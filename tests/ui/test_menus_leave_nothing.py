"""A menu that is filled whenever it opens leaves nothing behind: opened again and again, the window holds as many objects as before."""

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from gpudesk.core.work.workload import Task
from gpudesk.operations.project.workloads import add_workload
from gpudesk.sizing.serving.serving_request import Asked, asked_text
from gpudesk.ui.app.render import settle
from tests.project.complete import MODEL
from tests.ui.cabled import cable
from tests.ui.hand import Hand

PLACES = ("home", "size", "floor", "rack", "fabric", "power", "onsite", "catalog", "monitor")


def made(hand: Hand) -> Counter[str]:
    """Menus, actions and groups of the window, by class and the class of their parent."""
    window = hand.desk.window
    parts = [part for kind in (QMenu, QAction, QActionGroup) for part in window.findChildren(kind)]
    return Counter(f"{type(part).__name__} of {_chain(part)}" for part in parts)


def _chain(part: QObject) -> str:
    parent = part.parent()
    return "nothing" if parent is None else f"{type(parent).__name__} {parent.objectName()}"


def open_all(hand: Hand) -> None:
    """Let every menu of the window fill itself."""
    for menu in hand.desk.window.findChildren(QMenu):
        menu.aboutToShow.emit()
    settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_menus_that_are_filled_when_they_open_leave_nothing(hand: Hand, tmp_path: Path) -> None:
    cable(hand, tmp_path / "cabled.gpudesk")
    hand.desk.session.do(add_workload, "Chat", Task.SERVE, asked_text(Asked(MODEL, concurrency=4)))
    hand.rest()
    for place in PLACES:
        hand.desk.window.go(place)
        hand.rest()
    open_all(hand)
    before = made(hand)
    for _ in range(3):
        open_all(hand)
    assert made(hand) - before == Counter()
