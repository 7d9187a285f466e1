"""What the place of the catalog and its dialogs hold has names, can be hit, and its menus offer what they should."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.type_exchange import proposed, shared
from gpudesk.ui.places.catalog.dialogs.type_entry import TypeEntryDialog
from gpudesk.ui.places.catalog.dialogs.type_import import TypeImportDialog
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.places.catalog.panes.catalog_tools import EXCHANGE
from tests.ui.catalog_hand import click_type, dialog, go_to_catalog
from tests.ui.hand import SYSTEM, Hand
from tests.ui.test_accessibility import nameless, too_small


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    return go_to_catalog(hand)


def test_every_page_has_names_and_can_be_hit(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    QTest.keyClick(place.table, Qt.Key.Key_C)
    for page in ("types", "compare", "missing", "libraries"):
        place.tabs.set_current(page)
        hand.rest()
        assert nameless(place) == set(), page
        assert too_small(place) == set(), page


def test_every_dialog_has_names_and_can_be_hit(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    hand.do("catalog.copy-own")
    entry = dialog(hand, TypeEntryDialog)
    for page in ("facts", "text"):
        entry.tabs.set_current(page)
        hand.rest()
        assert nameless(entry) == set()
        assert too_small(entry) == set()
    entry.reject()
    catalog = open_catalog()
    content = shared(catalog, [SYSTEM]).replace(b"key: nvidia", b"key: Nvidia")
    shown = TypeImportDialog(hand.desk.session, catalog, "a.yaml", proposed(catalog, "a.yaml", content), hand.desk.window)
    shown.open()
    hand.rest()
    assert nameless(shown) == set()
    assert too_small(shown) == set()
    shown.reject()


def test_the_tool_bar_offers_files_in_and_out(hand: Hand, place: CatalogPlace) -> None:
    buttons = {button.text(): button for button in place.findChildren(QToolButton)}
    for word, name in (("Import", "import"), ("Export", "export")):
        menu = buttons[word].menu()
        assert menu is not None
        offered = [action.objectName() for action in menu.actions()]
        assert offered == list(EXCHANGE[name])
    assert hand.desk.window.registry.action("catalog.new").isEnabled()
    assert not hand.desk.window.registry.action("catalog.export-comparison").isEnabled()
