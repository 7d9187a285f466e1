"""A hand in the place of the catalog."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.ui.places.catalog.catalog_commands import CatalogCommands
from gpudesk.ui.places.catalog.catalog_exchange import CatalogExchange
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit.parts.desk_dialog import DeskDialog
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, NO_KEY, Hand

Kind = TypeVar("Kind", bound=DeskDialog)


def go_to_catalog(hand: Hand) -> CatalogPlace:
    """Reach the catalog by its key and wait until it is open."""
    QTest.keyClick(hand.desk.window, Qt.Key.Key_9, CTRL)
    shown = hand.desk.window.catalog
    hand.qtbot.waitUntil(lambda: shown.catalog is not None and shown.model.rowCount() > 0, timeout=PATIENCE_MS)
    hand.rest()
    return shown


def click_type(hand: Hand, place: CatalogPlace, key: str, keys: Qt.KeyboardModifier = NO_KEY) -> None:
    """Click a row of the table."""
    row = place.model.row_of(key)
    assert row is not None, key
    index = place.model.index(row, 0)
    place.table.scrollTo(index)
    QTest.mouseClick(place.table.viewport(), Qt.MouseButton.LeftButton, keys, place.table.visualRect(index).center())
    hand.rest()


def dialog(hand: Hand, kind: type[Kind]) -> Kind:
    """The open dialog of a kind."""

    def found() -> list[Kind]:
        return [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]

    hand.qtbot.waitUntil(lambda: bool(found()), timeout=PATIENCE_MS)
    return found()[0]


def press_main(hand: Hand, shown: DeskDialog) -> None:
    """Click the main button."""
    assert shown.main is not None
    assert shown.main.isEnabled()
    QTest.mouseClick(shown.main, Qt.MouseButton.LeftButton)
    hand.rest()
    hand.rest()


def exchange(hand: Hand) -> CatalogExchange:
    """What the actions on files call when a file was chosen."""
    found = hand.desk.window.findChild(CatalogCommands)
    assert isinstance(found, CatalogCommands)
    return found.exchange
