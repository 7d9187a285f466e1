"""The place of power: what feeds what, how much each line carries, and what to do where nothing is wired."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.operations.power.power_nodes import add_power_node, hang_power_node
from gpudesk.operations.power.wire_power import wire_power
from gpudesk.operations.racks.device_operations import place_device
from gpudesk.operations.run.field_operations import rename
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.power.dialogs.add_to_cooling import AddToCoolingDialog
from gpudesk.ui.places.power.dialogs.add_to_power import AddToPowerDialog
from gpudesk.ui.places.power.models.power_chain_model import ChainColumn
from gpudesk.ui.places.power.panes.power_chain_table import PowerChainTable
from gpudesk.ui.places.power.panes.power_place import PowerPlace
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.ui.hand import CTRL, PLAN, SHIFT, Hand

STRIP = "generic.pdu-0u-415v-60a"


def go(hand: Hand) -> PowerPlace:
    QTest.keyClick(hand.desk.window, Qt.Key.Key_5, CTRL)
    hand.rest()
    assert hand.desk.window.place == "power"
    return hand.desk.window.power


def wired(document: Document) -> None:
    """Two strips in A01, with the cords of its systems on them and a feed each."""
    (rack,) = document.snapshot["rack"].where("name", "A01").tolist()
    for side in (0, 1):
        run(document, place_device, STRIP, rack, 0, 1, side)
    run(document, wire_power, [rack])


def node(document: Document, name: str) -> int:
    """The id of a part of the power chain."""
    (found,) = document.snapshot["power_node"].where("name", name).tolist()
    return int(found)


def add_node(document: Document, kind: PowerNodeKind, name: str, parent: int | None = None, **values: Any) -> int:
    """Add a part to the power chain."""
    return run(document, add_power_node, int(kind), 415, name=name, parent_id=parent, **values).result


def overloaded(document: Document) -> None:
    """Feed A01-A is connected to a UPS that is too small for it."""
    grid = add_node(document, PowerNodeKind.SOURCE, "Grid")
    ups = add_node(document, PowerNodeKind.UPS, "UPS small", grid, capacity_va=2_000)
    run(document, hang_power_node, node(document, "A01-A"), ups)


def wire(hand: Hand) -> None:
    rack = hand.ids("rack")["A01"]
    for side in (0, 1):
        hand.desk.session.do(place_device, STRIP, rack, 0, 1, side)
        hand.rest()
    hand.desk.session.do(wire_power, [rack])
    hand.rest()


def add(hand: Hand, kind: PowerNodeKind, name: str, parent: int | None = None, **values: int) -> int:
    made: list[int] = []
    hand.desk.session.do(add_power_node, int(kind), 415, name=name, parent_id=parent, done=made.append, **values)
    hand.rest()
    return made[0]


@pytest.fixture
def chained(open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """Two feeds, of which A01-A is connected to a UPS that is too small for it."""
    hand = open_desk()
    hand.create(tmp_path / "site.gpudesk", PLAN, wired, overloaded)
    hand.look_at_drawing()
    return hand


def column(table: PowerChainTable, column: ChainColumn = ChainColumn.NAME) -> list[str]:
    model = table.model()
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def click_on(table: PowerChainTable, name: str) -> None:
    index = table.model().index(column(table).index(name), ChainColumn.NAME)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())


def test_the_buttons_of_the_cords_are_whole_in_a_small_window(chained: Hand) -> None:
    place = go(chained)
    chained.desk.window.resize(1280, 800)
    chained.rest()
    click_on(place.chain.table, "A01-A")
    chained.rest()
    table = place.cords.table
    assert table.isVisible()
    last = table.visualRect(place.cords.model.index(0, place.cords.model.columnCount() - 1))
    assert last.width() >= 60
    assert last.right() < table.viewport().width()
    assert not table.horizontalScrollBar().isVisible()


@pytest.mark.parametrize("page", ["chain", "diagram", "cooling"])
def test_where_nothing_is_planned_parts_are_added_by_hand_too(hand: Hand, page: str) -> None:
    place = go(hand)
    place.tabs.set_current(page)
    hand.rest()
    wanted = AddToCoolingDialog if page == "cooling" else AddToPowerDialog
    shown = {"chain": place.chain.empty, "diagram": place.diagram.empty, "cooling": place.cooling.empty}[page]
    assert shown.isVisible()
    QTest.keyClick(shown.button, Qt.Key.Key_Insert)
    asked = QApplication.activeModalWidget()
    assert isinstance(asked, wanted)
    asked.reject()
    if page != "diagram":
        QTest.mouseClick(shown.link, Qt.MouseButton.LeftButton)
        asked = QApplication.activeModalWidget()
        assert isinstance(asked, wanted)
        asked.reject()


def test_what_feeds_something_is_read_whole_where_there_is_room(chained: Hand) -> None:
    name = "The old transformer behind the cooling towers"
    nodes = chained.ids("power_node")
    chained.desk.session.do(rename, "power_node", nodes["UPS small"], name)
    chained.desk.window.resize(2200, 900)
    chained.rest()
    table = go(chained).chain.table
    chained.rest()
    assert name in column(table, ChainColumn.FED_FROM)
    assert table.columnWidth(ChainColumn.FED_FROM) >= fonts.text_width(name, "body") + 16


def test_nothing_wired_leads_to_the_wiring(hand: Hand) -> None:
    place = go(hand)
    assert place.chain.empty.isVisible()
    assert not place.chain.search.isVisible()
    hand.desk.session.do(place_device, STRIP, hand.ids("rack")["A01"], 0, 1, 0)
    hand.rest()
    assert place.chain.empty.isVisible()
    QTest.mouseClick(place.chain.empty.button, Qt.MouseButton.LeftButton)
    hand.rest()
    assert place.chain.table.isVisible()
    assert column(place.chain.table)[0] == "A01-A"
    hand.desk.session.undo()
    hand.rest()
    assert place.chain.empty.isVisible()


def test_each_stands_below_what_feeds_it_with_its_load(chained: Hand) -> None:
    table = go(chained).chain.table
    names = column(table)
    assert names[names.index("Grid") :][:3] == ["Grid", "UPS small", "A01-A"]
    row = names.index("UPS small")
    texts = [str(table.model().index(row, each).data()) for each in ChainColumn]
    assert texts[ChainColumn.KIND : ChainColumn.LOAD] == ["UPS", "Grid"]
    assert float(texts[ChainColumn.SHARE]) > 100
    assert table.model().index(row, ChainColumn.SHARE).data(TableRole.SEVERITY) == "error"
    assert table.model().index(row, ChainColumn.MARK).data(TableRole.SEVERITY) == "error"
    assert table.model().index(names.index("A01-B"), ChainColumn.SHARE).data(TableRole.SEVERITY) is None
    assert "1 overloaded" in chained.desk.window.power.tabs.count_text()


def test_branches_fold_by_key_and_by_click(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert "A01-A" not in column(table)
    assert table.currentIndex().data() == "UPS small"
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().data() == "Grid"
    index = table.model().index(column(table).index("UPS small"), ChainColumn.NAME)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.fold_rect(index).center().toPoint())
    assert "A01-A" in column(table)
    QTest.keyClick(table, Qt.Key.Key_Left, SHIFT)
    assert set(column(table)) == {"A01-B", "Grid"}
    QTest.keyClick(table, Qt.Key.Key_Right, SHIFT)
    assert any("bank" in name for name in column(table))
    QTest.keyClick(table, Qt.Key.Key_B, SHIFT)
    assert not any("bank" in name for name in column(table))


def test_words_kind_and_overload_leave_what_fits(chained: Hand) -> None:
    page = go(chained).chain
    page.search.setFocus()
    QTest.keyClicks(page.search, "a01")
    assert column(page.table) == ["A01-B", "A01-A"]
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    page.kinds.setCurrentText("Bank")
    assert set(column(page.table, ChainColumn.KIND)) == {"Bank"}
    page.kinds.setCurrentIndex(0)
    QTest.mouseClick(page.only_over, Qt.MouseButton.LeftButton, pos=QPoint(8, page.only_over.height() // 2))
    assert column(page.table) == ["UPS small"]
    page.search.setText("nothing like it")
    assert page.note.isVisible()
    page.note.link_clicked.emit()
    assert page.table.isVisible()
    assert "Grid" in column(page.table)


def test_a_click_on_a_head_sorts_all_of_it(chained: Hand) -> None:
    table = go(chained).chain.table
    head = table.horizontalHeader()
    place = QPoint(head.sectionViewportPosition(ChainColumn.SHARE) + 20, head.height() // 2)
    tree = column(table)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    shown = column(table, ChainColumn.SHARE)
    assert column(table)[0] == "UPS small" or column(table)[-1] == "UPS small"
    numbers = [float(each) for each in shown if each != "–"]
    assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
    assert shown[-1] == "–"
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert column(table) == tree


def test_a_row_is_selected_and_gone_to_where_it_stands(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "A01-B")
    assert chained.selected() == {"A01-B"}
    strip = next(name for name in column(table) if name.startswith("pdu"))
    click_on(table, strip)
    assert chained.selected() == {strip}
    assert chained.desk.window.registry.action("power.show-rack").isEnabled()
    click_on(table, "Grid")
    assert not chained.desk.window.registry.action("power.show-rack").isEnabled()
    click_on(table, strip)
    QTest.keyClick(table, Qt.Key.Key_Return)
    chained.rest()
    assert chained.desk.window.place == "rack"
    assert chained.selected() == {strip}


def test_an_edit_is_seen_and_the_row_in_hand_stays(chained: Hand) -> None:
    table = go(chained).chain.table
    click_on(table, "UPS small")
    QTest.keyClick(table, Qt.Key.Key_Left)
    chained.desk.session.do(rename, "power_node", chained.ids("power_node")["UPS small"], "UPS 7")
    chained.rest()
    assert table.currentIndex().data() == "UPS 7"
    assert "A01-A" not in column(table)
    chained.desk.session.undo()
    chained.rest()
    assert "UPS small" in column(table)


def test_names_and_what_feeds_them_sort_in_natural_order(chained: Hand) -> None:
    table = go(chained).chain.table
    table.sortByColumn(ChainColumn.NAME, Qt.SortOrder.AscendingOrder)
    banks = [name for name in column(table) if name.startswith("pdu-0u-415v-60a-001 bank")]
    assert [int(name.rpartition("-")[2]) for name in banks] == list(range(1, len(banks) + 1))
    assert len(banks) > 10
    table.sortByColumn(ChainColumn.FED_FROM, Qt.SortOrder.AscendingOrder)
    assert {column(table)[0], column(table)[1]} == {"A01-B", "Grid"}
    assert column(table, ChainColumn.FED_FROM)[2:5] == ["A01-A", "A01-B", "Grid"]


def test_bars_stand_under_figures_where_there_is_no_room_before_them(chained: Hand) -> None:
    chained.desk.window.resize(1280, 800)
    chained.press(Qt.Key.Key_5, CTRL)
    chained.rest()
    chain = chained.desk.window.power.chain
    row = next(row for row in range(chain.model.rowCount()) if chain.model.index(row, ChainColumn.NAME).data() == "A01-B")
    cell = chain.table.visualRect(chain.model.index(row, ChainColumn.L1))
    picture = chain.table.viewport().grab(cell).toImage()
    inks = [picture.pixelColor(x, cell.height() - 4).name() for x in range(picture.width())]
    bar = [ink for ink in inks if ink == theme.current().text.tertiary.name()]
    track = [ink for ink in inks if ink == theme.current().border.default.name()]
    wide = len(bar) + len(track)
    share = chain.model.share_of(row, ChainColumn.L1)
    assert wide > 40
    assert len(bar) / wide == pytest.approx(share, abs=0.03)
