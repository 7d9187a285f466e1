"""Ways through the place of the catalog: search, rows, sheet and racks by keys; what is filtered for is seen and taken away."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from tests.patience import PATIENCE_MS
from tests.ui.catalog_hand import go_to_catalog
from tests.ui.desk import GPU
from tests.ui.hand import SYSTEM, Hand


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    return go_to_catalog(hand)


def test_from_the_search_to_the_rows_to_the_racks_by_keys(hand: Hand, place: CatalogPlace) -> None:
    assert place.filters.search.hasFocus()
    QTest.keyClicks(place.filters.search, "dgx h100")
    hand.qtbot.waitUntil(lambda: place.model.key_at(0) == SYSTEM, timeout=PATIENCE_MS)
    hand.rest()
    QTest.keyClick(place.filters.search, Qt.Key.Key_Down)
    assert place.table.hasFocus()
    assert place.table.key() == SYSTEM
    QTest.keyClick(place.table, Qt.Key.Key_Return)
    hand.rest()
    assert hand.desk.window.place == "rack"
    assert hand.placing() == SYSTEM


def test_what_cannot_be_placed_leads_on_to_its_sheet(hand: Hand, place: CatalogPlace) -> None:
    place.go_to(GPU)
    place.table.setFocus()
    hand.rest()
    QTest.keyClick(place.table, Qt.Key.Key_Return)
    assert hand.desk.window.place == "catalog"
    assert place.sheet.list.hasFocus()


def test_without_a_project_enter_shows_the_sheet(open_desk: Callable[[], Hand]) -> None:
    place = go_to_catalog(open_desk())
    place.go_to(SYSTEM)
    place.table.setFocus()
    QTest.keyClick(place.table, Qt.Key.Key_Return)
    assert place.sheet.list.hasFocus()
    assert place.sheet.model.kind is not None
    assert place.sheet.model.kind.key == SYSTEM


@pytest.mark.parametrize("page", ["types", "compare", "missing", "libraries"])
def test_f6_goes_through_every_part_of_every_page(hand: Hand, place: CatalogPlace, page: str) -> None:
    place.tabs.set_current(page)
    hand.rest()
    place.filters.search.setFocus()
    seen = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        holders = {"filters": place.filters, "middle": place.middle, "sheet": place.sheet, "rail": hand.desk.window.rail}
        seen.append(next(name for name, part in holders.items() if part is focused or part.isAncestorOf(focused)))
        QTest.keyClick(focused, Qt.Key.Key_F6)
    assert seen == ["filters", "middle", "sheet", "rail"]


def test_filters_in_force_are_seen_and_taken_away(hand: Hand, place: CatalogPlace) -> None:
    assert not place.in_force.isVisible()
    place.filters.show_family(Family.GPU)
    row = place.filters._rows["memory_mib"]
    if place.filters.ranges_head.is_folded():
        QTest.mouseClick(place.filters.ranges_head, Qt.MouseButton.LeftButton)
    assert row.isVisible()
    row.low.setFocus()
    QTest.keyClicks(row.low, "100")
    QTest.keyClick(row.low, Qt.Key.Key_Return)
    place.filters.set_missing("price_usd")
    hand.rest()
    texts = place.in_force.texts()
    assert list(texts) == ["families:gpu", "range:memory_mib", "missing:"]
    assert texts["families:gpu"] == "GPUs"
    assert texts["range:memory_mib"].split() == ["Memory", "≥", "100", "GiB"], "as it was typed"
    assert texts["missing:"] == "Price is missing"
    few = place.model.rowCount()
    QTest.mouseClick(place.in_force.tag("missing:"), Qt.MouseButton.LeftButton)
    hand.rest()
    assert place.model.rowCount() > few
    QTest.mouseClick(place.in_force.tag("range:memory_mib"), Qt.MouseButton.LeftButton)
    hand.rest()
    assert row.low.text() == ""
    QTest.keyClick(place.in_force.tag("families:gpu"), Qt.Key.Key_Delete)
    hand.rest()
    assert place.filters.is_clear()
    assert not place.in_force.isVisible()


def test_enter_shows_the_types_that_lack_a_fact(hand: Hand, place: CatalogPlace) -> None:
    everything = place.model.rowCount()
    place.tabs.set_current("missing")
    hand.rest()
    place.missing.table.setFocus()
    row = place.missing.model.row_of("price_usd")
    assert row is not None
    place.missing.table.setCurrentIndex(place.missing.model.index(row, 0))
    QTest.keyClick(place.missing.table, Qt.Key.Key_Return)
    hand.rest()
    assert place.tabs.current() == "types"
    assert 0 < place.model.rowCount() < everything
    assert list(place.in_force.texts()) == ["missing:"]
