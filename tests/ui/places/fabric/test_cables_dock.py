"""The table of cables: found by words and conditions, sorted, chosen here and in the project, copied."""

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.plan.plan import Plan
from gpudesk.derived.cabling.cable_filter import Condition
from gpudesk.derived.cabling.cable_table import CableColumn
from gpudesk.operations.cabling.cable_operations import set_cables
from gpudesk.ui.app.find_anything import providers
from gpudesk.ui.places.fabric.dialogs.edit_cables import EditCablesDialog
from gpudesk.ui.places.fabric.dialogs.structured_cabling_dialog import StructuredCablingDialog
from gpudesk.ui.places.fabric.docks.cables_dock import CablesDock
from gpudesk.ui.places.fabric.models.cables_model import COLUMNS
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.palette_search import search
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from gpudesk.ui.toolkit.widgets.label import Label
from gpudesk.ui.toolkit.widgets.tag import RemovableTag
from tests.patience import PATIENCE_MS
from tests.ui.built import Step
from tests.ui.cabled import CABLED, CABLES, go_to_cables, press
from tests.ui.dialogs.opening import main_button
from tests.ui.hand import CTRL, SHIFT, Hand
from tests.ui.pauses import pauses_over

PLACE = {head.column: place for place, head in enumerate(COLUMNS)}


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    return CABLED


@pytest.fixture
def dock(hand: Hand) -> CablesDock:
    return go_to_cables(hand).cables


def column(dock: CablesDock, which: CableColumn) -> list[str]:
    """What is in a column, from above."""
    model = dock.model
    return [str(model.index(row, PLACE[which]).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]


def type_words(hand: Hand, dock: CablesDock, words: str, key: Qt.Key | None = None) -> None:
    QTest.keyClick(dock.view, Qt.Key.Key_F, CTRL)
    assert dock.filters.field.hasFocus()
    QTest.keyClicks(dock.filters.field, words)
    if key is not None:
        QTest.keyClick(dock.filters.field, key)
    pauses_over(dock)


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


def test_chosen_cables_are_changed_together_and_pulled(hand: Hand, dock: CablesDock) -> None:
    choose(dock, 0)
    choose(dock, 3, SHIFT)
    hand.rest()
    chosen = dock.chosen_ids().tolist()
    QTest.keyClick(dock.view, Qt.Key.Key_Return)
    hand.rest()
    dialog = next(each for each in hand.desk.window.findChildren(EditCablesDialog) if each.isVisible())
    assert not main_button(dialog).isEnabled()
    line, completer = dialog.cable.lineEdit(), dialog.cable.completer()
    assert line is not None
    assert completer is not None
    for words, enabled in (("mfp7", False), ("MFP7E10-Nxxx", False), ("NVIDIA MFP7E10-Nxxx", True)):
        line.selectAll()
        QTest.keyClicks(line, words)
        assert completer.completionCount() >= 1, "any part of a name finds it"
        assert main_button(dialog).isEnabled() == enabled
    hints = {label.text() for label in dialog.findChildren(Label) if label.isVisible()}
    assert not any(text.startswith("No type") for text in hints)
    QTest.keyClicks(dialog.length, "21.5")
    hints = {label.text() for label in dialog.findChildren(Label) if label.isVisible()}
    assert any(text.startswith("Not sold in this length; available") for text in hints)
    dialog.length.selectAll()
    QTest.keyClicks(dialog.length, "20")
    QTest.keyClicks(dialog.phase, "2")
    QTest.mouseClick(main_button(dialog), Qt.MouseButton.LeftButton)
    hand.rest()
    for cable_id in chosen:
        row = hand.snapshot["cable"].row(cable_id)
        assert (row["length_mm"], row["phase"], row["by_hand"]) == (20_000, 2, 1)
        assert hand.snapshot.types[row["type_id"]].key == "nvidia.mfp7e10"
    assert dock.chosen_ids().tolist() == chosen
    with hand.qtbot.waitActive(hand.desk.window):
        hand.desk.window.activateWindow()
    dock.view.setFocus()
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    hand.rest()
    assert dock.model.rowCount() == CABLES - len(chosen)


def test_lengths_are_brushed(hand: Hand, dock: CablesDock) -> None:
    ids = hand.snapshot["cable"].ids.tolist()
    hand.desk.session.do(set_cables, ids[:4], {"length_mm": 40_000})
    hand.rest()
    dock.lengths.setVisible(True)
    lengths = [length for length, _ in dock.lengths.bars]
    assert lengths[-1] == 40
    assert len(lengths) > 1
    press(dock.lengths, dock.lengths.bar_middle(len(lengths) - 1).toPoint())
    assert dock.model.rowCount() == 4
    assert "40 m" in {tag.replace("\N{NO-BREAK SPACE}", " ") for tag in tags(dock)}
    dock.lengths.setFocus()
    QTest.keyClick(dock.lengths, Qt.Key.Key_Left)
    assert dock.model.rowCount() == dict(dock.lengths.bars)[lengths[-2]]
    QTest.keyClick(dock.lengths, Qt.Key.Key_Escape)
    assert dock.model.rowCount() == CABLES


def test_the_palette_finds_a_cable_by_a_port_and_by_its_number(hand: Hand, dock: CablesDock) -> None:
    hand.desk.window.go("rack")
    for words in ("dgx-002 OSFP1P2", "cable 3"):
        found = {item.id: item for group in search(words, providers(hand.desk.window)) for item, _ in group.found}
        cables = [item for name, item in found.items() if name.startswith("cable:")]
        assert cables, words
    assert cables[0].id == "cable:3"
    cables[0].run()
    hand.rest()
    assert hand.desk.window.place == "fabric"
    assert dock.chosen_ids().tolist() == [3]


def test_fibre_between_racks_is_led_over_panels(hand: Hand, dock: CablesDock) -> None:
    """Every cord between racks becomes two cords and a leg of a trunk."""
    devices, cables = hand.snapshot["device"], hand.snapshot["cable"]
    racks = [devices["rack_id"][devices.positions(cables[f"{side}_device_id"])] for side in "ab"]
    between = int((racks[0] != racks[1]).sum())
    assert between
    hand.desk.window.registry.action("cables.panels").trigger()
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, StructuredCablingDialog) and each.isVisible())
    hand.qtbot.waitUntil(lambda: dialog.main is not None and dialog.main.isEnabled(), timeout=PATIENCE_MS)
    dialog.lead()
    hand.rest()
    hand.qtbot.waitUntil(lambda: hand.snapshot["cable"].rows > CABLES, timeout=PATIENCE_MS)
    assert (hand.snapshot["cable"].rows - CABLES) == 2 * between
    panels = int((hand.snapshot["device"]["role"] == "panel").sum())
    assert panels == 2
    assert hand.desk.window.message_bar.isVisible()
    assert dock.model.rowCount() == hand.snapshot["cable"].rows


def test_each_cell_is_painted_where_it_says_something_and_stays_in_its_column(dock: CablesDock) -> None:
    view, model = dock.view, dock.model
    view.setColumnWidth(PLACE[CableColumn.FROM], 60)
    view.clearSelection()
    view.setCurrentIndex(QModelIndex())
    picture = view.viewport().grab().toImage()
    for head in COLUMNS:
        index = model.index(0, PLACE[head.column])
        cell = view.visualRect(index)
        if view.isColumnHidden(index.column()) or not view.viewport().rect().contains(cell):
            continue
        ground = picture.pixelColor(cell.left() + 2, cell.top() + 2)
        inked = {
            x - cell.left()
            for x in range(cell.left(), cell.right() + 1)
            for y in range(cell.top() + 2, cell.bottom() - 2)
            if picture.pixelColor(x, y) != ground
        }
        says = bool(index.data(Qt.ItemDataRole.DisplayRole) or index.data(TableRole.SEVERITY))
        assert bool(inked) == says, head.column
        assert not inked or (min(inked) >= 7 and max(inked) <= cell.width() - 8), head.column


def test_the_palette_shows_a_drawn_device_in_the_drawing_of_networks(hand: Hand, dock: CablesDock) -> None:
    found = {item.id: item for group in search("leaf-1", providers(hand.desk.window)) for item, _ in group.found}
    found[f"device:{hand.ids('device')['leaf-1']}"].run()
    hand.rest()
    assert hand.desk.window.place == "fabric"
    assert hand.selected() == {"leaf-1"}


def test_a_cable_that_a_filter_hides_is_shown_among_those_of_its_network(hand: Hand, dock: CablesDock) -> None:
    dock.filters.add(Condition("node", "=", "dgx-001"))
    hand.rest()
    assert "network = Compute" in tags(dock)
    hidden = next(each for each in hand.snapshot["cable"].ids.tolist() if dock.model.row_of(each) is None)
    dock.show_cable(hidden)
    hand.rest()
    assert dock.chosen_ids().tolist() == [hidden]
    assert list(tags(dock)) == ["network = Compute"]


def test_after_a_cable_is_pulled_the_keys_go_on_from_its_place(hand: Hand, dock: CablesDock) -> None:
    dock.view.setFocus()
    dock.view.choose([int(dock.model.ids(np.array([2]))[0])])
    hand.rest()
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    hand.rest()
    assert dock.model.rowCount() == CABLES - 1
    assert not len(dock.chosen_ids())
    assert dock.view.currentIndex().row() == 2
    QTest.keyClick(dock.view, Qt.Key.Key_Down)
    assert dock.view.chosen_rows().tolist() == [3]
