"""Labels of cables at the screen: style, own lines, sheets, lists, printers."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable
from gpudesk.operations.floor.halls import delete_objects
from gpudesk.operations.project.version_operations import save_version
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.ui.app.dialogs.hand_over import HandOverDialog
from gpudesk.ui.places.fabric.dialogs.cable_labels_dialog import CableLabelsDialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.reports.sheets import faults, printed_pages
from tests.ui.dialogs.opening import main_button, unnamed
from tests.ui.hand import Hand
from tests.ui.pauses import pauses_over

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(hand: Hand) -> CableLabelsDialog:
    """The dialog over the pod, whose two machines have cables to its leaf by hand."""
    _lay(hand)
    hand.desk.window.registry.action("file.cable-labels").trigger()
    hand.rest()
    found = QApplication.activeModalWidget()
    assert isinstance(found, CableLabelsDialog)
    return found


def _lay(hand: Hand) -> None:
    document = hand.desk.session.document
    assert document is not None
    devices = document.snapshot["device"]
    node, leaf = (int(devices.ids[devices["name"].astype(str).tolist().index(name)]) for name in ("dgx-001", "leaf-1"))
    ports = [
        next(port.index for port in document.snapshot.types[int(devices["type_id"][devices.position(device)])].ports() if port.lanes)
        for device in (node, leaf)
    ]
    for number in range(3):
        run(document, lay_cable, NewCable(node, ports[0] + number, leaf, ports[1] + number))
    hand.desk.session.select([])
    hand.rest()


def saved(hand: Hand, dialog: CableLabelsDialog, path: Path) -> None:
    dialog.path_field.setText(str(path))
    QTest.mouseClick(main_button(dialog), LEFT)
    hand.rest()


def test_sheets_are_looked_at_and_written(hand: Hand, dialog: CableLabelsDialog, tmp_path: Path) -> None:
    assert not unnamed(dialog)
    pauses_over(dialog)
    hand.rest()
    assert (dialog.sheet_view.number, dialog.sheet_view.count) == (1, 1)
    dialog.skip.setValue(60)
    out = tmp_path / "labels.pdf"
    saved(hand, dialog, out)
    assert faults(out) == []
    assert len(printed_pages(out)) == 2


def test_own_lines_are_typed_and_go_into_the_list(hand: Hand, dialog: CableLabelsDialog, tmp_path: Path) -> None:
    dialog.lines.selectAll()
    QTest.keyClicks(dialog.lines, "{near.device} to {far.device}")
    assert dialog.style_choice.currentText() == "Custom lines"
    out = tmp_path / "labels.csv"
    saved(hand, dialog, out)
    with out.open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [row["Line 1"] for row in rows] == ["dgx-001 to leaf-1", "leaf-1 to dgx-001"] * 3


def test_a_wrong_line_is_said_at_once_and_nothing_is_written(dialog: CableLabelsDialog) -> None:
    QTest.keyClicks(dialog.lines, "{near.colour}")
    assert dialog.complaint.isVisible()
    assert "{near.colour}" in dialog.complaint.text
    assert not main_button(dialog).isEnabled()
    dialog.style_choice.setCurrentIndex(2)
    assert not dialog.complaint.isVisible()
    assert main_button(dialog).isEnabled()


def test_a_label_printer_has_its_resolution(hand: Hand, dialog: CableLabelsDialog, tmp_path: Path) -> None:
    assert not dialog.dpi.isEnabled()
    dialog.stock.setCurrentIndex(dialog.stock.findData("roll-50x25"))
    assert not dialog.skip.isEnabled()
    dialog.path_field.setText("x.zpl")
    assert dialog.dpi.isEnabled()
    dialog.dpi.setCurrentIndex(1)
    saved(hand, dialog, tmp_path / "labels.zpl")
    assert (tmp_path / "labels.zpl").read_text().count("^PW600^LL300") == 6


def test_lines_that_do_not_fit_are_told(hand: Hand, dialog: CableLabelsDialog) -> None:
    pauses_over(dialog)
    hand.rest()
    assert not dialog.shortened.isVisible()
    dialog.stock.setCurrentIndex(dialog.stock.findData("roll-25x38-wrap"))
    dialog.style_choice.setCurrentIndex(dialog.style_choice.findData("full"))
    pauses_over(dialog)
    hand.rest()
    assert dialog.shortened.isVisible()
    assert "do not fit" in dialog.shortened.text()
    dialog.style_choice.setCurrentIndex(0)
    pauses_over(dialog)
    hand.rest()
    assert not dialog.shortened.isVisible()


def test_selected_racks_are_labelled_alone(hand: Hand, tmp_path: Path) -> None:
    _lay(hand)
    racks = hand.desk.session.snapshot["rack"]
    hand.desk.session.select([ObjectRef("rack", int(racks.ids[2]))])
    hand.desk.window.registry.action("file.cable-labels").trigger()
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CableLabelsDialog)
    saved(hand, dialog, tmp_path / "none.csv")
    assert len((tmp_path / "none.csv").read_text("utf-8-sig").splitlines()) == 1


def test_a_work_order_starts_from_the_chosen_version(hand: Hand, tmp_path: Path) -> None:
    document = hand.desk.session.document
    assert document is not None
    run(document, save_version, "empty")
    _lay(hand)
    run(document, save_version, "full")
    hand.desk.window.registry.action("file.work-order").trigger()
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    assert [dialog.since.itemText(place) for place in range(dialog.since.count())] == ["full", "empty"]
    dialog.since.setCurrentIndex(1)
    dialog.path_field.setText(str(tmp_path / "order.pdf"))
    QTest.mouseClick(main_button(dialog), LEFT)
    hand.rest()
    (page,) = printed_pages(tmp_path / "order.pdf")
    assert "Run and plug in" in page.text
    assert page.text.count("leaf-1") == 3


def test_what_was_plugged_since_a_version_is_labelled_alone(hand: Hand, tmp_path: Path) -> None:
    document = hand.desk.session.document
    assert document is not None
    _lay(hand)
    run(document, save_version, "laid")
    last = document.snapshot["cable"].ids[-1:].tolist()
    run(document, delete_objects, "cable", last)
    run(document, save_version, "taken out")
    hand.desk.session.undo()
    hand.rest()
    hand.desk.window.registry.action("file.cable-labels").trigger()
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CableLabelsDialog)
    assert [dialog.since.itemText(place) for place in range(dialog.since.count())] == ["Any time", "taken out", "laid"]
    dialog.since.setCurrentIndex(1)
    saved(hand, dialog, tmp_path / "since.csv")
    with (tmp_path / "since.csv").open(encoding="utf-8-sig") as file:
        assert {row["Cable"] for row in csv.DictReader(file)} == {str(last[0])}


def test_what_a_phase_adds_is_chosen_for_reports_on_cables_alone(hand: Hand) -> None:
    _lay(hand)
    hand.desk.session.do(set_fields, "device", hand.desk.session.snapshot["device"].ids[-1:].tolist(), {"phase": 2})
    hand.rest()
    hand.desk.window.registry.action("file.cut-sheets").trigger()
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    dialog.phase.setCurrentIndex(dialog.phase.findText("Only phase 2"))
    assert (dialog.choices.phase, dialog.choices.only_phase) == (2, True)
    dialog.boxes["cut-sheets"].setChecked(False)
    assert (dialog.choices.phase, dialog.choices.only_phase) == (None, False)
    assert not dialog.networks.isEnabled()
