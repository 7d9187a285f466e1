"""The table of types: its first column stands still, its head keeps the sort mark off the title, keys go through it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.parts.frozen_column_header import SORT_MARK, StillHeader, head_parts
from tests.ui.catalog_hand import go_to_catalog
from tests.ui.hand import Hand


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    shown = go_to_catalog(hand)
    hand.desk.window.resize(1280, 800)
    shown.show_family(Family.GPU)
    hand.rest()
    return shown


def head(place: CatalogPlace) -> StillHeader:
    found = place.table.horizontalHeader()
    assert isinstance(found, StillHeader)
    return found


def picture(place: CatalogPlace, rect: QRect) -> QImage:
    return place.table.viewport().grab(rect).toImage()


def test_the_first_column_stays_in_sight(hand: Hand, place: CatalogPlace) -> None:
    table = place.table
    wide = table.columnWidth(0)
    models = QRect(0, 0, wide - 4, table.viewport().height())
    before = picture(place, models)
    bar = table.horizontalScrollBar()
    assert bar.maximum() > 100
    bar.setValue(bar.maximum())
    hand.rest()
    assert picture(place, models) == before
    assert head(place).still_width() == wide
    at = QPoint(wide // 2, 3 * 24 + 12)
    assert (table.indexAt(at).row(), table.indexAt(at).column()) == (3, 0)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    hand.rest()
    assert table.key() == place.model.key_at(3)
    assert bar.value() == bar.maximum(), "choosing a row does not scroll sideways"
    assert table.visualRect(table.currentIndex()).contains(at)


def test_its_head_sorts_by_it_wherever_the_rest_is_scrolled(hand: Hand, place: CatalogPlace) -> None:
    bar = place.table.horizontalScrollBar()
    bar.setValue(bar.maximum())
    hand.rest()
    QTest.mouseClick(head(place).viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 12))
    models = [place.model.cell_text(row, 0).casefold() for row in range(place.model.rowCount())]
    assert models == sorted(models)
    assert head(place).sortIndicatorSection() == 0


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("width", [40, 60, 92, 200])
def test_the_sort_mark_never_lies_on_the_title(right: bool, width: int) -> None:
    rect = QRect(10, 0, width, 24)
    words, mark = head_parts("BF16, dense", rect, right=right, marked=True)
    assert words.width() <= fonts.text_width("BF16, dense", "caption", strong=True) + 0.5
    reach = SORT_MARK / 2 - 1
    assert not words.adjusted(-0.5, 0, 0.5, 0).intersects(QRect(round(mark.x() - 3), 8, 6, 6).toRectF())
    assert rect.left() <= mark.x() - reach
    assert mark.x() + reach <= rect.right() + 1


def test_keys_scroll_sideways_and_reach_both_ends(hand: Hand, place: CatalogPlace) -> None:
    table = place.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == place.model.rowCount() - 1
    QTest.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert table.horizontalScrollBar().value() > 0
    assert table.currentIndex().row() == 0
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.horizontalScrollBar().value() == 0


def test_room_goes_to_the_columns_until_somebody_draws_them(hand: Hand, place: CatalogPlace) -> None:
    table = place.table
    narrow = table.columnWidth(0)
    hand.desk.window.resize(2400, 900)
    hand.rest()
    wide = table.columnWidth(0)
    assert wide > narrow
    hand.desk.window.resize(1280, 800)
    hand.rest()
    assert table.columnWidth(0) == narrow
    edge = QPoint(narrow - 1, 12)
    QTest.mousePress(head(place).viewport(), Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseMove(head(place).viewport(), edge + QPoint(-40, 0))
    QTest.mouseRelease(head(place).viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(-40, 0))
    assert table.columnWidth(0) == narrow - 40
    hand.desk.window.resize(2400, 900)
    hand.rest()
    assert table.columnWidth(0) == narrow - 40
