"""The table of cables: found by words and conditions, sorted, chosen here and in the project, copied."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from gpudesk.derived.cable_table import CableColumn
from gpudesk.ui.docks.cables_dock import CablesDock
from gpudesk.ui.models.cables_model import COLUMNS
from gpudesk.ui.object_ref import ObjectRef
from gpudesk.ui.widgets.tag import RemovableTag
from tests.ui.cabled import CABLES, cable
from tests.ui.hand import CTRL, SHIFT, Hand

PLACE = {head.column: place for place, head in enumerate(COLUMNS)}


@pytest.fixture
def dock(hand: Hand, tmp_path: Path) -> CablesDock:
    return cable(hand, tmp_path / "cabled.gpudesk").cables


def column(dock: CablesDock, which: CableColumn) -> list[str]:
    """What stands in a column, from above."""
    model = dock.model
    return [str(model.index(row, PLACE[which]).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]


def type_words(hand: Hand, dock: CablesDock, words: str, key: Qt.Key | None = None) -> None:
    QTest.keyClick(dock.view, Qt.Key.Key_F, CTRL)
    assert dock.filters.field.hasFocus()
    QTest.keyClicks(dock.filters.field, words)
    if key is not None:
        QTest.keyClick(dock.filters.field, key)
    hand.qtbot.wait(200)


def tags(dock: CablesDock) -> dict[str, RemovableTag]:
    return {tag.text(): tag for tag in dock.header.findChildren(RemovableTag) if tag.isVisible()}


def test_each_cable_is_a_row_with_its_ends_rail_and_interface(dock: CablesDock) -> None:
    assert dock.model.rowCount() == CABLES
    by_from = dict(zip(column(dock, CableColumn.FROM), range(CABLES), strict=True))
    row = by_from["dgx-002 OSFP1P2"]
    assert column(dock, CableColumn.RAIL)[row] == "4"
    assert column(dock, CableColumn.INTERFACE)[row] == "mlx5_6"
    assert column(dock, CableColumn.TO)[row].startswith("leaf-1 ")
    assert column(dock, CableColumn.NETWORK)[row] == "Compute"


def test_words_are_found_in_any_of_the_texts_and_conditions_become_tags(hand: Hand, dock: CablesDock) -> None:
    dock.view.setFocus()
    type_words(hand, dock, "dgx-002 osfp1")
    assert sorted(column(dock, CableColumn.FROM)) == ["dgx-002 OSFP1P1", "dgx-002 OSFP1P2"]
    QTest.keyClick(dock.filters.field, Qt.Key.Key_Escape)
    type_words(hand, dock, "node = DGX-001", Qt.Key.Key_Return)
    assert not dock.filters.field.text()
    assert len(column(dock, CableColumn.FROM)) == CABLES // 2
    type_words(hand, dock, "rail >= 6", Qt.Key.Key_Return)
    assert sorted(column(dock, CableColumn.RAIL)) == ["6", "7"]
    QTest.mouseClick(tags(dock)["node = DGX-001"], Qt.MouseButton.LeftButton)
    assert sorted(column(dock, CableColumn.RAIL)) == ["6", "6", "7", "7"]
    type_words(hand, dock, "nothing of the kind")
    assert dock.note.isVisible()
    dock.note.link_clicked.emit()
    assert dock.model.rowCount() == CABLES


def test_a_click_on_a_head_sorts_and_what_is_chosen_stays_chosen(hand: Hand, dock: CablesDock) -> None:
    choose(dock, 3)
    chosen = dock.chosen_ids().tolist()
    head = dock.view.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(PLACE[CableColumn.RAIL]) + 12, head.height() // 2)
    for wanted in (sorted, lambda rails: sorted(rails, reverse=True)):
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        rails = column(dock, CableColumn.RAIL)
        assert rails == wanted(rails)
        assert dock.chosen_ids().tolist() == chosen
    hand.rest()


def choose(dock: CablesDock, row: int, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> QModelIndex:
    index = dock.model.index(row, PLACE[CableColumn.FROM])
    dock.view.scrollTo(index)
    QTest.mouseClick(dock.view.viewport(), Qt.MouseButton.LeftButton, keys, dock.view.visualRect(index).center())
    return index


def test_chosen_rows_are_selected_in_the_project_and_the_other_way_round(hand: Hand, dock: CablesDock) -> None:
    choose(dock, 0)
    choose(dock, 2, SHIFT)
    hand.rest()
    assert [ref.table for ref in hand.desk.session.selection] == ["cable"] * 3
    wanted = int(hand.snapshot["cable"].ids[9])
    hand.desk.session.select([ObjectRef("cable", wanted)])
    assert dock.chosen_ids().tolist() == [wanted]
    assert "one cable" in dock.met()


def test_only_cables_of_the_selection(hand: Hand, dock: CablesDock) -> None:
    hand.desk.session.select([hand.ref("dgx-002")])
    hand.desk.window.registry.action("cables.only-selection").trigger()
    assert {name.split()[0] for name in column(dock, CableColumn.FROM)} == {"dgx-002"}
    hand.desk.session.select([hand.ref("dgx-001")])
    assert {name.split()[0] for name in column(dock, CableColumn.FROM)} == {"dgx-001"}
    assert "of the selection" in tags(dock)


def test_cables_are_copied_as_text_and_as_csv(hand: Hand, dock: CablesDock) -> None:
    choose(dock, 0)
    QTest.keyClick(dock.view, Qt.Key.Key_C, CTRL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == 2
    assert lines[0].split("\t")[0] == "No."
    QTest.keyClick(dock.view, Qt.Key.Key_A, CTRL)
    QTest.keyClick(dock.view, Qt.Key.Key_C, CTRL | SHIFT)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == CABLES + 1
    assert lines[1].split(",")[2].startswith("dgx-001 ")
    assert '"To, port"' in lines[0]


def test_the_ends_of_a_cable_are_gone_to(hand: Hand, dock: CablesDock) -> None:
    choose(dock, 0)
    hand.rest()
    hand.desk.window.registry.action("cables.go-to").trigger()
    hand.rest()
    assert hand.selected() == {"leaf-1"}
    assert hand.desk.window.fabric.ports.device_id == hand.ids("device")["leaf-1"]
