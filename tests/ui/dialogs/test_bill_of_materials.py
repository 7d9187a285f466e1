"""The bill of materials: opened from anywhere, filtered, sorted, followed, copied, exported."""

import csv
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.catalog.templates import load_template
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.ui.app.dialogs.bill_of_materials_dialog import BillOfMaterialsDialog
from gpudesk.ui.app.dialogs.hand_over import HandOverDialog
from gpudesk.ui.app.models.bom_model import BomColumn
from tests.ui.hand import CTRL, SHIFT, Hand


@pytest.fixture
def dialog(hand: Hand) -> BillOfMaterialsDialog:
    hand.press(Qt.Key.Key_B, CTRL | SHIFT)
    hand.rest()
    (found,) = hand.desk.window.findChildren(BillOfMaterialsDialog)
    return found


def column(dialog: BillOfMaterialsDialog, which: BomColumn = BomColumn.TITLE) -> list[str]:
    model = dialog.model
    return [str(model.index(row, which).data() or "") for row in range(model.rowCount())]


def test_it_lists_what_the_plan_holds_and_says_what_has_no_price(dialog: BillOfMaterialsDialog) -> None:
    counts = dict(zip(column(dialog), column(dialog, BomColumn.COUNT), strict=True))
    assert (counts["NVIDIA DGX H100"], counts["NVIDIA QM9700"]) == ("2", "1")
    prices = dict(zip(column(dialog), column(dialog, BomColumn.PRICE), strict=True))
    assert prices["NVIDIA DGX H100"] == "price not known"
    assert prices["NVIDIA QM9700"] == "32,870.00"
    assert "32,870 USD" in dialog.sums.text()
    assert "for 1 of 14 lines" in dialog.sums.text()


def test_section_words_and_heads_choose_and_order(dialog: BillOfMaterialsDialog) -> None:
    everything = len(column(dialog))
    dialog.sections.setCurrentText("Devices")
    assert set(column(dialog)) == {"NVIDIA DGX H100", "NVIDIA QM9700"}
    dialog.sections.setCurrentIndex(0)
    QTest.keyClicks(dialog.search, "cage nuts")
    assert column(dialog) == ["Generic Cage nuts and screws M6"]
    assert dialog.search.count_text() == f"1 of {everything}"
    dialog.search.clear()
    head = dialog.table.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(BomColumn.TOTAL) + 20, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert column(dialog)[0] == "NVIDIA QM9700", "what has no price comes last"
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert column(dialog)[0] == "NVIDIA QM9700"


def test_it_follows_the_project_and_its_phases(hand: Hand, dialog: BillOfMaterialsDialog) -> None:
    assert dialog.phases.count() == 2
    hand.desk.session.do(set_fields, "device", hand.ids("device")["dgx-002"], {"phase": 2})
    hand.rest()
    dialog.phases.setCurrentIndex(dialog.phases.findData(2))
    hand.rest()
    counts = dict(zip(column(dialog), column(dialog, BomColumn.COUNT), strict=True))
    assert counts["NVIDIA DGX H100"] == "1"
    assert "NVIDIA QM9700" not in counts
    hand.desk.session.do(set_fields, "device", hand.ids("device")["dgx-001"], {"phase": 2})
    hand.rest()
    counts = dict(zip(column(dialog), column(dialog, BomColumn.COUNT), strict=True))
    assert counts["NVIDIA DGX H100"] == "2"


def test_labour_and_assumptions_stand_beside(dialog: BillOfMaterialsDialog) -> None:
    tasks = [str(dialog.labour.index(row, 0).data()) for row in range(dialog.labour.rowCount())]
    assert "Rack a system that needs a lift" in tasks
    heads = [dialog.assumptions.headerData(place, Qt.Orientation.Horizontal) for place in range(dialog.assumptions.columnCount())]
    assert heads[:4] == ["About", "Item", "Rule or value", "Source"]
    dialog.tabs.set_current("assumptions")
    assert not dialog.table.isVisible()
    assert not dialog.search.isEnabled()


def test_what_is_shown_is_copied(dialog: BillOfMaterialsDialog) -> None:
    dialog.sections.setCurrentText("Devices")
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    rows = [line.split("\t") for line in QApplication.clipboard().text().splitlines()]
    assert rows[0][:3] == ["Type", "Section", "In use"]
    assert rows[1][:3] == ["NVIDIA DGX H100", "Devices", "2"]
    assert len(rows) == 3


def test_it_is_written_as_workbook_and_as_text(hand: Hand, dialog: BillOfMaterialsDialog, tmp_path: Path) -> None:
    for name in ("list.xlsx", "list.csv"):
        dialog.write(tmp_path / name)
        hand.rest()
        assert dialog.complaint.isVisible()
    book = openpyxl.load_workbook(tmp_path / "list.xlsx")
    assert "Racks and devices" in book.sheetnames
    with (tmp_path / "list.csv").open(encoding="utf-8-sig", newline="") as file:
        titles = [row[1] for row in csv.reader(file)]
    assert "NVIDIA QM9700" in titles
    dialog.write(tmp_path / "no such folder" / "list.csv")
    hand.rest()
    assert "cannot be written" in dialog.complaint.text


def test_it_goes_to_paper(hand: Hand, dialog: BillOfMaterialsDialog) -> None:
    QTest.mouseClick(dialog.paper, Qt.MouseButton.LeftButton)
    hand.rest()
    (paper,) = hand.desk.window.findChildren(HandOverDialog)
    assert paper.names == ["bom"]
    paper.reject()


@pytest.mark.parametrize(("words", "report"), [("power schedule", "power-schedule"), ("project summary", "project-summary")])
def test_the_palette_brings_documents(hand: Hand, words: str, report: str) -> None:
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type(words)
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    (paper,) = hand.desk.window.findChildren(HandOverDialog)
    assert paper.names == [report]
    paper.reject()


def test_one_hour_of_work_is_no_hours(open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand = open_desk()
    hand.desk.session.create(tmp_path / "one.gpudesk", load_template("workstation-4-gpu"))
    hand.rest()
    hand.press(Qt.Key.Key_B, CTRL | SHIFT)
    hand.rest()
    (found,) = hand.desk.window.findChildren(BillOfMaterialsDialog)
    assert found.sums.text().endswith("1 h of labor")
