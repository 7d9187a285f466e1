import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpudesk.catalog.catalog import open_catalog
from gpudesk.catalog.user_entries import save_user_entry
from gpudesk.core.hardware.hardware import Family, Mount
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.ui.canvas.refs import TYPE_MIME
from gpudesk.ui.panels.catalog.catalog_dock import CatalogDock
from gpudesk.ui.panels.catalog.catalog_rows import IN_USE, family_icon, key_facts, one_fact
from gpudesk.ui.panels.catalog.catalog_source import CatalogSource
from gpudesk.ui.panels.catalog.fact_sheet import FactSheet
from gpudesk.ui.panels.catalog.type_card import FaceView, face_pixmap
from gpudesk.ui.toolkit.quantities import THIN_SPACE
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.row_list import RowRole
from tests.patience import PATIENCE_MS
from tests.ui.desk import GPU, RACK, SWITCH, SYSTEM, Desk, pod

STRIP = "generic.pdu-0u-415v-32a"
STATION = "nvidia.dgx-station-a100"


@pytest.fixture
def dock(desk: Desk) -> CatalogDock:
    desk.create()
    made = CatalogDock(desk.session, desk.registry)
    desk.show_dock(made, made.header, 240, 640)
    return made


def rows(dock: CatalogDock) -> list[str]:
    model = dock.model
    return [str(model.index(row).data(RowRole.KEY)) for row in range(model.rowCount())]


def test_the_catalog_is_opened_once_and_only_when_it_is_seen(desk: Desk) -> None:
    desk.create()
    dock = CatalogDock(desk.session, desk.registry)
    source = CatalogSource.of(desk.session)
    assert CatalogSource.of(desk.session) is source
    opened: list[bool] = [source.catalog is not None]
    desk.show_dock(dock, dock.header, 240, 640)
    opened.append(source.catalog is not None)
    assert opened == [False, True]
    assert SYSTEM in rows(dock)
    # The catalog is there for the next list, which fills only when it is seen.
    other = CatalogDock(desk.session, desk.registry)
    assert rows(other) == []
    assert not other.view.isHidden()
    desk.show_dock(other, other.header, 240, 640)
    assert rows(other) == rows(dock)


def test_typing_finds_and_counts(dock: CatalogDock) -> None:
    total = dock.search.count_text()
    QTest.keyClicks(dock.search, "h100")
    assert SYSTEM in rows(dock)
    assert SWITCH not in rows(dock)
    assert dock.search.count_text().endswith(f" of {total}")
    QTest.keyClick(dock.search, Qt.Key.Key_Escape)
    assert SWITCH in rows(dock)
    assert dock.search.count_text() == total


def test_nothing_found_offers_everything(dock: CatalogDock) -> None:
    dock.search.setText("qqqqq")
    assert dock.note.isVisible()
    dock.note.link_clicked.emit()
    assert dock.search.text() == ""
    assert dock.view.isVisible()


def test_enter_asks_to_place_what_is_chosen(dock: CatalogDock, qtbot: QtBot) -> None:
    QTest.keyClicks(dock.search, "dgx h100")
    with qtbot.waitSignal(dock.place_requested, timeout=PATIENCE_MS) as asked:
        QTest.keyClick(dock.search, Qt.Key.Key_Return)
    assert asked.args == [SYSTEM]
    QTest.keyClick(dock.search, Qt.Key.Key_Down)
    assert dock.view.hasFocus()
    with qtbot.waitSignal(dock.place_requested, timeout=PATIENCE_MS) as asked:
        QTest.keyClick(dock.view, Qt.Key.Key_Return)
    assert asked.args == [SYSTEM]


def test_a_double_click_asks_too(dock: CatalogDock, qtbot: QtBot) -> None:
    dock.view.set_current_key(SWITCH)
    at = dock.view.visualRect(dock.view.currentIndex()).center()
    with qtbot.waitSignal(dock.place_requested, timeout=PATIENCE_MS) as asked:
        QTest.mouseDClick(dock.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [SWITCH]


def test_a_part_is_neither_placed_nor_dragged(dock: CatalogDock, qtbot: QtBot) -> None:
    dock.view.set_current_key(GPU)
    with qtbot.assertNotEmitted(dock.place_requested):
        QTest.keyClick(dock.view, Qt.Key.Key_Return)
    assert dock.view.make_drag() is None


def test_on_the_floor_only_what_stands_there_is_listed(desk: Desk) -> None:
    desk.create()
    dock = CatalogDock(desk.session, desk.registry, on_floor=True)
    desk.show_dock(dock, dock.header, 240, 640)
    assert RACK in rows(dock)
    assert STATION in rows(dock)
    assert not {SYSTEM, SWITCH, STRIP} & set(rows(dock))
    total = dock.search.count_text()
    QTest.keyClicks(dock.search, "rack 48u")
    assert STATION not in rows(dock)
    assert dock.search.count_text().endswith(f" of {total}")


def test_a_drag_carries_the_key_beside_the_pointer(dock: CatalogDock) -> None:
    dock.view.set_current_key(SYSTEM)
    drag = dock.view.make_drag()
    assert drag is not None
    assert bytes(drag.mimeData().data(TYPE_MIME).data()).decode() == SYSTEM
    assert not drag.pixmap().rect().contains(drag.hotSpot()), "the drawing under the pointer stays in sight"


def test_the_front_is_true_in_proportion_and_a_vertical_strip_lies(dock: CatalogDock) -> None:
    system, strip = dock.type_named(SYSTEM), dock.type_named(STRIP)
    assert system is not None
    assert strip is not None
    picture = face_pixmap(system, 200, 160, 1.0)
    assert picture.width() / picture.height() == pytest.approx(482.6 / (8 * 44.45), rel=0.05)
    lying = face_pixmap(strip, 200, 96, 1.0)
    assert lying.width() > 5 * lying.height()
    whole_rack = dock.type_named("nvidia.gb200-nvl72")
    assert whole_rack is not None
    standing = face_pixmap(whole_rack, 200, 96, 1.0)
    assert standing.height() > 3 * standing.width()


def test_what_the_project_uses_stands_first(dock: CatalogDock, desk: Desk) -> None:
    assert IN_USE not in rows(dock)
    desk.do(build, pod())
    found = rows(dock)
    assert found[0] == IN_USE
    assert found[1:4] == [SYSTEM, SWITCH, RACK], "in the order of the families"
    assert found.count(SYSTEM) == 2, "the families stay whole"
    QTest.keyClicks(dock.search, "dgx")
    assert rows(dock)[:2] == [IN_USE, SYSTEM]


def test_a_group_folds_by_keys_and_stays_folded_while_typing(dock: CatalogDock) -> None:
    dock.view.set_current_key(SYSTEM)
    dock.view.setFocus()
    QTest.keyClick(dock.view, Qt.Key.Key_Left)
    QTest.keyClick(dock.view, Qt.Key.Key_Left)
    assert SYSTEM not in rows(dock)
    dock.search.setText("dgx")
    assert SYSTEM not in rows(dock)
    QTest.keyClick(dock.view, Qt.Key.Key_Home)
    QTest.keyClick(dock.view, Qt.Key.Key_Right)
    assert SYSTEM in rows(dock)


def test_the_preview_shows_front_and_facts_with_their_confidence(dock: CatalogDock) -> None:
    dock.view.set_current_key(SYSTEM)
    sheet, face = dock.card.findChild(FactSheet), dock.card.findChild(FaceView)
    assert sheet is not None
    assert face is not None
    assert f"Height: 8U · 356{THIN_SPACE}mm (read)" in sheet.accessibleName()
    assert f"Weight: 130.45{THIN_SPACE}kg (read)" in sheet.accessibleName()
    assert dock.card.accessibleName() == "Preview of NVIDIA DGX H100"
    dock.view.set_current_key(GPU)
    assert "Memory" in sheet.accessibleName()


def test_a_low_dock_gives_its_room_to_the_list(dock: CatalogDock) -> None:
    assert dock.card.isVisible()
    dock.window().resize(240, 360)
    QApplication.processEvents()
    assert not dock.card.isVisible()


def test_every_type_can_be_drawn_and_described(dock: CatalogDock) -> None:
    catalog = CatalogSource.of(dock._session).catalog
    assert catalog is not None
    for name in ("light", "contrast"):
        theme.set_theme(name)
        for entry in catalog.all():
            assert not face_pixmap(entry.type, 200, 96, 1.0).isNull(), entry.type.key
            assert all(fact.value and fact.label for fact in key_facts(catalog, entry.type))


def test_every_family_has_an_icon() -> None:
    assert all(family_icon(family) for family in Family)


def test_the_one_fact_leaves_out_what_is_not_known() -> None:
    assert one_fact(Family.SYSTEM, 8.0, 10_200.0, 130.0) == f"8U · 10.2{THIN_SPACE}kW"
    assert one_fact(Family.PDU, None, None, 5.0) == "0U"
    assert one_fact(Family.CDU, None, None, 200.0) == f"200{THIN_SPACE}kg"
    assert one_fact(Family.CDU, None, None, None) == ""


def test_mounts_that_are_placed_are_those_with_a_place_of_their_own(dock: CatalogDock) -> None:
    catalog = CatalogSource.of(dock._session).catalog
    assert catalog is not None
    for entry in catalog.all():
        dock.view.set_current_key(entry.type.key)
        placed = dock.view.current_key() == entry.type.key and dock.view.make_drag() is not None
        assert placed is (entry.type.mount is not Mount.PART)


def test_a_row_of_the_project_says_what_the_project_counts_with(dock: CatalogDock, desk: Desk, qtbot: QtBot) -> None:
    desk.do(build, pod())
    body = json.loads(open_catalog().body(SYSTEM))
    body["facts"]["power_max_w"]["value"] = 12_300
    save_user_entry(open_catalog(), body)
    source = CatalogSource.of(desk.session)
    with qtbot.waitSignal(source.ready, timeout=PATIENCE_MS):
        source.reload()
    told: dict[str, list[str]] = {}
    for row in range(dock.model.rowCount()):
        index = dock.model.index(row)
        told.setdefault(index.data(RowRole.KEY), []).append(str(index.data(RowRole.FACT)))
    used, listed = told[SYSTEM]
    assert used == f"8U · 10.2{THIN_SPACE}kW"
    assert listed == f"8U · 12.3{THIN_SPACE}kW"
