"""The page of the cooling: units proposed and added by dialogs, a tree that folds, figures in the inspector, failures of units."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.derived.cooling.cooling_plan import cooling_plan
from gpudesk.operations.cooling.cooling_nodes import add_cooling_node, add_cooling_nodes
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.ui.places.power.dialogs.add_to_cooling import AddToCoolingDialog
from gpudesk.ui.places.power.dialogs.choose_cooling import ChooseCoolingDialog
from gpudesk.ui.places.power.dialogs.propose_cooling import ProposeCoolingDialog
from gpudesk.ui.places.power.models.cooling_model import CoolingColumn
from gpudesk.ui.places.power.panes.cooling_page import CoolingPage
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.ui.hand import CTRL, Hand


@pytest.fixture
def page(hand: Hand) -> CoolingPage:
    """The page before anything is planned."""
    hand.press(Qt.Key.Key_5, CTRL)
    hand.rest()
    hand.desk.window.power.tabs.set_current("cooling")
    hand.rest()
    return hand.desk.window.power.cooling


def column(page: CoolingPage, which: CoolingColumn = CoolingColumn.NAME) -> list[str]:
    return [str(page.model.index(row, which).data()) for row in range(page.model.rowCount())]


def dialog(hand: Hand) -> QDialog:
    found = QApplication.activeModalWidget()
    assert isinstance(found, QDialog)
    return found


def confirm(hand: Hand) -> None:
    shown = dialog(hand)
    button = getattr(shown, "main", None)
    assert button is not None
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    hand.rest()


def propose(hand: Hand, page: CoolingPage) -> None:
    QTest.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert isinstance(dialog(hand), ProposeCoolingDialog)
    confirm(hand)


def test_a_small_window_shows_every_column(hand: Hand, page: CoolingPage) -> None:
    propose(hand, page)
    hand.desk.window.resize(1280, 800)
    hand.rest()
    assert not page.table.horizontalScrollBar().isVisible()


def test_nothing_planned_leads_to_a_proposal_that_undo_takes_back(hand: Hand, page: CoolingPage) -> None:
    assert page.empty.isVisible()
    propose(hand, page)
    assert page.table.isVisible()
    names = column(page)
    assert names[0] in hand.ids("hall")
    assert names[1].startswith("Air ")
    assert "Facility water 1" in names
    assert "CRAH" in hand.message
    assert hand.snapshot.cached(cooling_plan).flow.air_share.min() == 1
    hand.desk.session.undo()
    hand.rest()
    assert page.empty.isVisible()


def test_air_folds_open_to_its_units_and_racks(hand: Hand, page: CoolingPage) -> None:
    propose(hand, page)
    folded = column(page)
    page.table.setCurrentIndex(page.model.index(1, CoolingColumn.NAME))
    hand.press(Qt.Key.Key_Right, widget=page.table)
    opened = column(page)
    assert "CRAH 1" in opened
    assert "A01" in opened
    assert column(page, CoolingColumn.SPARE)[1].startswith("N+1")
    hand.press(Qt.Key.Key_Left, widget=page.table)
    assert column(page) == folded
    page.search.setText("crah 2")
    assert column(page) == ["CRAH 2"]


def test_a_unit_is_added_edited_and_deleted(hand: Hand, page: CoolingPage) -> None:
    propose(hand, page)
    page.table.setCurrentIndex(page.model.index(1, CoolingColumn.NAME))
    hand.desk.window.activateWindow()
    page.table.setFocus()
    hand.rest()
    QTest.keyClick(page.table, Qt.Key.Key_Insert)
    shown = dialog(hand)
    assert isinstance(shown, AddToCoolingDialog)
    assert shown.chosen_kind() is CoolingKind.CRAH
    assert shown.supplies.node_id() is not None
    shown.name.setText("CRAH north")
    confirm(hand)
    added = hand.ids("cooling_node")["CRAH north"]
    assert hand.selected() == {"CRAH north"}
    inspector = hand.desk.window.power.inspector
    capacity = next(editor for editor in inspector.findChildren(QLineEdit) if editor.placeholderText() == "from the type")
    capacity.setFocus()
    capacity.clear()
    QTest.keyClicks(capacity, "45")
    QTest.keyClick(capacity, Qt.Key.Key_Return)
    hand.rest()
    assert hand.snapshot["cooling_node"].row(added)["capacity_w"] == 45_000
    assert page.go_to(ObjectRef("cooling_node", added))
    hand.desk.window.activateWindow()
    page.table.setFocus()
    hand.rest()
    assert hand.desk.window.registry.action("cooling.delete").isEnabled()
    hand.press(Qt.Key.Key_Delete, widget=page.table)
    assert "CRAH north" not in hand.ids("cooling_node")


def test_a_rack_is_cooled_by_another_air(hand: Hand, page: CoolingPage) -> None:
    propose(hand, page)
    made: list[int] = []
    hand.desk.session.do(add_cooling_node, int(CoolingKind.AIR), name="Cold row", done=made.append)
    hand.rest()
    hand.select("A01")
    hand.do("cooling.cool")
    shown = dialog(hand)
    assert isinstance(shown, ChooseCoolingDialog)
    assert shown.main is not None
    assert not shown.main.isEnabled()
    shown.air.choose(made[0])
    confirm(hand)
    plan = hand.snapshot.cached(cooling_plan)
    place = int(hand.snapshot["rack"].position(hand.ids("rack")["A01"]))
    assert int(plan.nodes.ids[plan.network.near_air[place]]) == made[0]


def test_units_fail_with_what_feeds_them(hand: Hand, page: CoolingPage) -> None:
    propose(hand, page)
    power = hand.desk.window.power
    hand.do("power.drill")
    hand.rest()
    model = power.failures.model
    rows = {str(model.index(row, 0).data()): row for row in range(model.rowCount())}
    air = next(name for name in rows if name.startswith("Air "))
    assert str(model.index(rows[air], 10).data()) == "0"
    assert str(model.index(rows[air], 11).data()) == "not known"
    assert str(model.index(rows["CRAH 1"], 9).data()) == "0"


def test_the_palette_finds_parts_of_the_power_and_of_the_cooling(hand: Hand) -> None:
    session, window = hand.desk.session, hand.desk.window
    session.do(add_power_node, 4, 415, name="Switchboard West")
    session.do(add_cooling_nodes, CoolingKind.FACILITY_LOOP, 1, "Winter circuit")
    hand.rest()
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type("winter")
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    assert (window.place, window.power.tabs.current()) == ("power", "cooling")
    assert window.power.cooling.table.currentIndex().siblingAtColumn(CoolingColumn.NAME).data() == "Winter circuit"
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type("panel west")
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    assert window.power.tabs.current() == "chain"
    assert hand.selected() == {"Switchboard West"}
    window.power.tabs.set_current("diagram")
    hand.rest()
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type("panel west")
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    assert window.power.tabs.current() == "diagram"
    assert hand.selected() == {"Switchboard West"}
