"""Types that the catalog knows otherwise: a quiet line, what would change, taken over and undone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from gpudesk.core.plan.plan import Plan, PlanDevice, PlanHall, PlanRack
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.catalog.dialogs.update_types import UpdateTypesDialog
from tests.operations.test_type_updates import age, lighter
from tests.ui.hand import Hand

SERVER, CHASSIS, NODE = "generic.server-1u", "generic.chassis-2u-4-node", "generic.node-2u4n"


@pytest.fixture
def old(hand: Hand, tmp_path: Path) -> Path:
    """A project with a lighter server than the catalog's, and a chassis with a bay that the catalog's has not."""
    path = tmp_path / "old.gpudesk"
    devices = (
        PlanDevice(SERVER, "one", rack=0, position=0),
        PlanDevice(CHASSIS, "two", rack=0, position=4),
        PlanDevice(NODE, "inside", parent=1, slot="Node X"),
    )
    with Document.create(path) as document:
        racks = (PlanRack("generic.rack-42u-600x1200", 0, "A01"),)
        run(document, build, Plan("p", halls=(PlanHall("H"),), racks=racks, devices=devices))
        age(document, SERVER, lighter)
        age(document, CHASSIS, lambda entry: entry["bays"][0].update(cages=["Node A", "Node X"]))
    hand.open(path)
    return path


def dialog(hand: Hand) -> UpdateTypesDialog:
    hand.rest()
    return next(each for each in hand.desk.window.findChildren(UpdateTypesDialog) if each.isVisible())


def choose(found: UpdateTypesDialog, row: int) -> None:
    """Click a row; `selectRow` would heed a key that an earlier test held."""
    rect = found.table.visualRect(found.table.model().index(row, 0))
    QTest.mouseClick(found.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def cells(found: UpdateTypesDialog) -> dict[str, tuple[str, str]]:
    model = found.changes
    rows = range(model.rowCount())
    return {model.index(row, 0).data(): (model.index(row, 1).data(), model.index(row, 2).data()) for row in rows}


def test_a_line_says_so_and_leads_to_what_would_change(hand: Hand, old: Path) -> None:
    assert old.exists()
    line = hand.desk.window.rack.updates
    assert line.text == "The catalog has newer data for 2 types of this project."
    line.link.click()
    found = dialog(hand)
    assert set(found.chosen()) == {CHASSIS, SERVER}
    assert cells(found) == {"Bays": ("Node X", "Node B")}
    choose(found, 1)
    hand.rest()
    weight = cells(found)["Weight"]
    assert weight[0].split()[:2] == ["1", "kg"]
    assert weight[1] != weight[0]
    assert "Ports" in cells(found)


def test_what_is_refused_is_said_and_the_rest_taken_over(hand: Hand, old: Path) -> None:
    assert old.exists()
    hand.do("project.update-types")
    found = dialog(hand)
    assert found.main is not None
    found.main.click()
    hand.rest()
    assert "inside would lose its bay. Remove it first" in found.complaint.text
    choose(found, 1)
    hand.rest()
    assert found.main.text() == "Update 1 type"
    QTest.keyClick(found.main, Qt.Key.Key_Space)
    hand.rest()
    assert [update.key for update in found._updates] == [CHASSIS]
    assert hand.desk.window.rack.updates.text.startswith("The catalog has newer data for 1 type ")
    found.close()
    hand.desk.session.undo()
    hand.rest()
    assert "2 types" in hand.desk.window.rack.updates.text


def test_nothing_is_said_where_nothing_differs(hand: Hand) -> None:
    hand.rest()
    assert hand.desk.window.rack.updates.text == ""
    hand.do("project.update-types")
    found = dialog(hand)
    assert found.chosen() == []
    assert found.main is not None
    assert not found.main.isEnabled()
