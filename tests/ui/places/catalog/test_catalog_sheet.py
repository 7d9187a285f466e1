"""The sheet of a type: drawn for every family, read by keys, and never in the way of who goes through the rows."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.hardware.form_factors import form_factor
from gpudesk.core.hardware.hardware import Family
from gpudesk.ui.panels.catalog.type_faces import drawn_frame, face_size, faces_height
from gpudesk.ui.panels.catalog.type_views import Shape, type_views
from gpudesk.ui.places.catalog.models.type_sheet_lines import LineKind
from gpudesk.ui.places.catalog.panes.catalog_place import CatalogPlace
from gpudesk.ui.places.catalog.panes.type_table import CHOOSING_MS
from gpudesk.ui.toolkit.wrapping import wrapped
from tests.patience import PATIENCE_MS
from tests.ui.catalog_hand import click_type, go_to_catalog
from tests.ui.hand import SYSTEM, Hand

CARD = "nvidia.l40s"
MODULE = "nvidia.h100-sxm5-80gb"
OPTIC = "nvidia.mma4z00-ns"


@pytest.fixture
def hand(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


@pytest.fixture
def place(hand: Hand) -> CatalogPlace:
    return go_to_catalog(hand)


def shown(place: CatalogPlace) -> str:
    kind = place.sheet.model.kind
    return "" if kind is None else kind.key


def test_going_through_the_rows_waits_with_the_sheet(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    assert shown(place) == SYSTEM, "one click is answered at once"
    for _ in range(5):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, "", True)
        QApplication.sendEvent(place.table, held)
    last = place.table.key()
    assert last != SYSTEM
    assert shown(place) != last, "the rows come first"
    assert place._sheet_later.interval() == CHOOSING_MS
    hand.qtbot.waitUntil(lambda: shown(place) == last, timeout=PATIENCE_MS)
    QTest.keyClick(place.table, Qt.Key.Key_Down)
    QTest.keyClick(place.table, Qt.Key.Key_Down)
    assert place.text().startswith(place.catalog.get(place.table.key()).title)  # type: ignore[union-attr]


def test_every_family_is_drawn_or_says_why_not(place: CatalogPlace) -> None:
    catalog = place.catalog
    assert catalog is not None
    for entry in catalog.all():
        kind = entry.type
        views, note = type_views(kind)
        assert faces_height(kind, 290) > 0, kind.key
        if drawn_frame(kind) is None:
            assert views or note or kind.family is Family.ACCESSORY, kind.key
        elif not kind.number("board_length_mm"):
            assert not views, f"{kind.key} has a face that shows this"
        for view in views:
            assert view.wide_mm > 0, kind.key
            assert view.high_mm > 0, kind.key


def test_a_drawing_says_only_what_is_known(place: CatalogPlace) -> None:
    catalog = place.catalog
    assert catalog is not None
    card = catalog.get(CARD)
    side, bracket = type_views(card)[0]
    assert (side.shape, side.wide_mm, side.high_mm) == (Shape.CARD, card.number("board_length_mm"), card.number("board_height_mm"))
    assert bracket.parts == card.number("board_slots")
    assert type_views(catalog.get(MODULE)) == ([], "Size not known")
    views, note = type_views(catalog.get(OPTIC))
    osfp = form_factor("OSFP, finned top (IHS)")
    assert osfp is not None
    assert [(view.wide_mm, view.high_mm) for view in views] == [(107.8, 22.58), (107.8, 13.0)]
    assert osfp.source in note
    assert "second-hand" in note


def test_nothing_of_the_sheet_is_elided(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    for width in (60, 110, 290):
        for line in place.sheet.model.lines():
            for text in (line.label, line.value):
                lines = wrapped(text, width)
                assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_the_sheet_is_read_by_keys(hand: Hand, place: CatalogPlace) -> None:
    click_type(hand, place, SYSTEM)
    place.sheet.setFocus(Qt.FocusReason.TabFocusReason)
    sheet = place.sheet.list
    assert sheet.hasFocus()
    assert sheet.currentIndex().isValid()
    assert not sheet.lit(), "being there chooses nothing"
    for _ in range(5):
        QTest.keyClick(sheet, Qt.Key.Key_Down)
    [line] = sheet.lit()
    assert line.kind is LineKind.FACT
    spoken = sheet.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith(f"{line.label}: {line.value}")
    assert line.source in sheet.currentIndex().data(Qt.ItemDataRole.ToolTipRole)


def test_what_stands_on_the_floor_is_drawn_upright_and_only_strips_lie(place: CatalogPlace) -> None:
    catalog = place.catalog
    assert catalog is not None
    for key in ("nvidia.gb200-nvl72", "boyd.rol4000", "apc.acrc301s", "dell.precision-7960-tower"):
        kind = catalog.get(key)
        frame = drawn_frame(kind)
        assert frame is not None
        size = face_size(frame, 290)
        assert (size.lies, size.stands) == (False, True), key
        assert size.high > 1.5 * size.wide, key
        assert 2 * size.wide < 290, f"{key}: its rear has room beside its front"
    strip = drawn_frame(catalog.get("apc.ap8853"))
    assert strip is not None
    assert face_size(strip, 290).lies
