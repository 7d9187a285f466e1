"""The rules of the bill of materials at the screen: said for this project, taken back, seen in the bill."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.bom_rule_files import bom_rules
from gpudesk.catalog.bom_values import bom_values
from gpudesk.derived.cost.bom import said_figures
from gpudesk.ui.app.dialogs.bill_of_materials_dialog import BillOfMaterialsDialog
from gpudesk.ui.app.dialogs.bom_rules_dialog import HERE, BomRulesDialog
from gpudesk.ui.app.models.bom_model import BomColumn
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import opened, unnamed
from tests.ui.dialogs.test_sheets import cell, type_into
from tests.ui.hand import Hand
from tests.ui.pauses import pauses_over

SWITCHES = "spares/Switches/percent"
NUTS = "accessories/generic.cage-nuts-m6/1/count"
MINUTES = "labour/Rack a device by one person/minutes"


@pytest.fixture
def rules(desk: Desk) -> BomRulesDialog:
    desk.create(pod())
    return opened(desk, BomRulesDialog(desk.session))


def test_every_figure_stands_with_default_source_and_confidence(rules: BomRulesDialog) -> None:
    assert not unnamed(rules)
    model = rules.model
    keys = {line.key for row in range(model.rowCount()) if not (line := model.line(row)).group}
    assert keys == set(bom_values(bom_rules()))
    assert cell(model, SWITCHES, HERE) == cell(model, SWITCHES, 3) == "2"
    row = model.row_of(SWITCHES)
    assert row is not None
    assert model.index(row, HERE).data(TableRole.UNIT) == "%"
    assert model.index(row, 4).data(TableRole.CONFIDENCE) == "memory"
    assert "common practice" in cell(model, SWITCHES, 5)
    assert cell(model, NUTS, HERE) == "4 * n"
    assert "M6" in cell(model, NUTS, 0)


def test_a_figure_is_typed_as_a_step_and_taken_back(rules: BomRulesDialog, desk: Desk) -> None:
    steps = len(desk.session.history)
    type_into(rules.table, rules.model, SWITCHES, HERE, "12.5")
    desk.settle()
    assert said_figures(desk.session.snapshot) == {SWITCHES: 12.5}
    assert len(desk.session.history) == steps + 1
    assert cell(rules.model, SWITCHES, 5) == "set in this project"
    QTest.mouseClick(rules.only_said, Qt.MouseButton.LeftButton)
    assert rules.model.rowCount() == 2
    row = rules.model.row_of(SWITCHES)
    rules.table.setCurrentIndex(rules.model.index(row or 0, HERE))
    QTest.keyClick(rules.table, Qt.Key.Key_Delete)
    desk.settle()
    assert said_figures(desk.session.snapshot) == {}


def test_the_default_typed_again_is_no_figure_of_the_project(rules: BomRulesDialog, desk: Desk) -> None:
    type_into(rules.table, rules.model, MINUTES, HERE, "25")
    desk.settle()
    type_into(rules.table, rules.model, MINUTES, HERE, "15")
    desk.settle()
    assert said_figures(desk.session.snapshot) == {}


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [(SWITCHES, "many", "not a number"), (SWITCHES, "-1", "from 0"), (NUTS, "4 * sea", "unknown measure sea"), (NUTS, "4 *", "")],
)
def test_what_cannot_stand_there_is_refused(rules: BomRulesDialog, desk: Desk, key: str, text: str, told: str) -> None:
    assert not rules.set_figure(key, text)
    desk.settle()
    assert rules.complaint.isVisible()
    assert told in rules.complaint.text
    assert said_figures(desk.session.snapshot) == {}


def test_the_bill_shows_the_rule_and_follows_it(hand: Hand) -> None:
    session, window = hand.desk.session, hand.desk.window
    bill = BillOfMaterialsDialog(session, window)
    bill.open()
    hand.rest()

    def nuts() -> tuple[str, int]:
        assert bill.model.bom is not None
        kinds = [line.kind for line in bill.model.lines()]
        place = next(row for row, kind in enumerate(kinds) if kind is not None and kind.key == "generic.cage-nuts-m6")
        return str(bill.model.index(place, BomColumn.RULE).data()), bill.model.line(place).count

    rule, count = nuts()
    assert "8 * n" in rule
    assert "+10" in rule
    rules = BomRulesDialog(session, window)
    rules.open()
    hand.rest()
    type_into(rules.table, rules.model, "accessories/generic.cage-nuts-m6/2/count", HERE, "16 * n")
    hand.rest()
    pauses_over(bill)
    hand.rest()
    changed, more = nuts()
    assert "16 * n" in changed
    assert more > count
    rules.reject()
    bill.reject()


def test_the_bill_opens_the_rules(hand: Hand) -> None:
    window = hand.desk.window
    hand.do("file.bom")
    (bill,) = window.findChildren(BillOfMaterialsDialog)
    QTest.mouseClick(bill.rules, Qt.MouseButton.LeftButton)
    hand.rest()
    (rules,) = window.findChildren(BomRulesDialog)
    assert rules.isVisible()
    rules.reject()
    bill.reject()
    assert QApplication.activeModalWidget() is None
