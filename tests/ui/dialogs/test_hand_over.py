"""What is handed over on paper: chosen, looked at, written, stopped."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from gpudesk.catalog.templates import load_template
from gpudesk.core.messages.errors import Cancelled
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.running.progress import Progress
from gpudesk.reports.layout.report import Choices, subject_of
from gpudesk.ui.app.dialogs.hand_over import HandOverDialog
from gpudesk.ui.places.power.panes.power_place import IN_CHAIN, PowerPlace
from gpudesk.ui.printing import apart, paper_dialog
from gpudesk.ui.toolkit.object_ref import ObjectRef
from tests.reports.conftest import AT
from tests.reports.sheets import faults, printed_pages
from tests.ui.desk import Desk, pod
from tests.ui.dialogs.opening import main_button, opened, unnamed
from tests.ui.hand import Hand
from tests.ui.pauses import pauses_over

LEFT = Qt.MouseButton.LeftButton


def looked(desk: Desk, dialog: HandOverDialog) -> None:
    """Wait until the first sheets are there."""
    pauses_over(dialog)
    desk.settle()
    dialog.repaint()


def saved(desk: Desk, dialog: HandOverDialog, path: Path) -> list[Path]:
    """Type a path, press the main button, and wait for the files."""
    written: list[Path] = []
    dialog.handed_over.connect(written.extend)
    dialog.path_field.selectAll()
    QTest.keyClicks(dialog.path_field, str(path))
    QTest.mouseClick(main_button(dialog), LEFT)
    desk.settle()
    return written


def test_ctrl_p_shows_the_first_sheet_and_save_writes_it(hand: Hand, tmp_path: Path) -> None:
    window = hand.desk.window
    QTest.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    assert not unnamed(dialog)
    pauses_over(dialog)
    hand.rest()
    assert (dialog.sheet_view.number, dialog.names) == (1, ["elevations"])
    out = tmp_path / "racks.pdf"
    dialog.path_field.setText(str(out))
    QTest.mouseClick(main_button(dialog), LEFT)
    hand.rest()
    assert faults(out) == []
    assert str(out) in window.message_bar.text


def test_selected_racks_are_handed_over_alone(hand: Hand, tmp_path: Path) -> None:
    racks = hand.desk.session.snapshot["rack"]
    hand.desk.session.select([ObjectRef("rack", int(racks.ids[0]))])
    hand.rest()
    QTest.keyClick(hand.desk.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    assert dialog.choices.racks == (int(racks.ids[0]),)
    dialog.path_field.setText(str(tmp_path / "one.pdf"))
    QTest.mouseClick(main_button(dialog), LEFT)
    hand.rest()
    assert len(printed_pages(tmp_path / "one.pdf")) == 1


def test_several_reports_are_one_document_in_the_language_that_is_chosen(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, HandOverDialog(desk.session))
    for name in ("floor-plan", "worklist"):
        QTest.keyClick(dialog.boxes[name], Qt.Key.Key_Space)
    QTest.mouseClick(dialog.language.button("es"), LEFT)
    dialog.paper.setCurrentText("Letter")
    QTest.mouseClick(dialog.lies.button("portrait"), LEFT)
    looked(desk, dialog)
    out = tmp_path / "todo.pdf"
    assert saved(desk, dialog, out) == [out]
    pages = printed_pages(out)
    assert faults(out) == []
    assert "Alzados" in pages[0].text
    assert "Lista de montaje" in pages[-1].text
    assert f"{len(pages)} de {len(pages)}" in pages[-1].text
    assert {(round(page.width), round(page.height)) for page in pages} == {(216, 279)}


def test_the_leaves_are_turned_by_button_and_key(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, HandOverDialog(desk.session))
    QTest.mouseClick(dialog.a_sheet.button("1"), LEFT)
    looked(desk, dialog)
    assert dialog.sheet_view.count > 1
    QTest.mouseClick(dialog.on_button, LEFT)
    assert dialog.sheet_view.number == 2
    assert dialog.number.text().startswith("Sheet 2 of")
    dialog.sheet_view.setFocus()
    QTest.keyClick(dialog.sheet_view, Qt.Key.Key_PageUp)
    assert dialog.sheet_view.number == 1
    dialog.reject()


def test_without_a_report_or_a_file_nothing_can_be_saved(desk: Desk) -> None:
    desk.create(pod())
    dialog = opened(desk, HandOverDialog(desk.session))
    assert main_button(dialog).isEnabled()
    dialog.path_field.setText("/somewhere/plan.docx")
    assert not main_button(dialog).isEnabled()
    dialog.path_field.setText("/somewhere/plan.svg")
    assert main_button(dialog).isEnabled()
    QTest.keyClick(dialog.boxes["elevations"], Qt.Key.Key_Space)
    assert not main_button(dialog).isEnabled()
    assert not dialog.print_button.isEnabled()
    assert not dialog.faces.isEnabled()
    dialog.reject()


def test_a_folder_that_is_not_there_is_said(desk: Desk, tmp_path: Path) -> None:
    desk.create(pod())
    dialog = opened(desk, HandOverDialog(desk.session))
    assert saved(desk, dialog, tmp_path / "nowhere" / "plan.pdf") == []
    assert dialog.complaint.isVisible()
    assert main_button(dialog).isEnabled()
    dialog.reject()


@pytest.mark.parametrize("name", ["plan.pdf", "plan.png"])
def test_what_is_stopped_leaves_nothing(desk: Desk, tmp_path: Path, name: str) -> None:
    desk.create(pod())
    document = desk.session.document
    assert document is not None
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).write_bytes(b"before")
    progress = Progress()
    progress.cancel()
    order = apart.Order(["elevations"], subject_of(document, AT), Choices(), "en", "metric", "title")
    with pytest.raises(Cancelled):
        apart.write_apart(order, folder / name, progress)
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_bytes() == b"before"


def test_a_printer_gets_the_pages(hand: Hand, tmp_path: Path) -> None:
    from PySide6.QtPrintSupport import QPrinter

    dialog = HandOverDialog(hand.desk.session, hand.desk.window)
    dialog.open()
    hand.rest()
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.print_to(printer)
    hand.rest()
    (page, *_) = printed_pages(tmp_path / "printed.pdf")
    assert (round(page.width), round(page.height)) == (420, 297)
    assert "Rack elevations" in page.text


def test_what_is_printed_lies_where_the_file_has_it(hand: Hand, tmp_path: Path) -> None:
    """Through a QPrinter every word is where the PDF has it, upright and across, over several papers."""
    from PySide6.QtPrintSupport import QPrinter

    window, session = hand.desk.window, hand.desk.session
    names = ("elevations", "worklist", "project-summary")
    dialog = HandOverDialog(session, window, wanted=names)
    dialog.open()
    hand.rest()
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.print_to(printer)
    hand.rest()
    again = HandOverDialog(session, window, wanted=names)
    again.open()
    hand.rest()
    again.path_field.setText(str(tmp_path / "file.pdf"))
    QTest.mouseClick(main_button(again), LEFT)
    hand.rest()
    printed, written = printed_pages(tmp_path / "printed.pdf"), printed_pages(tmp_path / "file.pdf")
    assert len(printed) == len(written) > 3
    for paper, file in zip(printed, written, strict=True):
        assert (paper.width, paper.height) == pytest.approx((file.width, file.height), abs=0.2)
        assert [word.text for word in paper.words] == [word.text for word in file.words]
        for one, other in zip(paper.words, file.words, strict=True):
            assert (one.left, one.bottom, one.right) == pytest.approx((other.left, other.bottom, other.right), abs=0.4), one.text


@pytest.mark.parametrize(
    ("place", "words", "report"),
    [("rack", "rack elevations", "elevations"), ("floor", "rack worklist", "worklist"), ("home", "hall summary", "hall-summary")],
)
def test_every_report_is_reached_by_its_name(hand: Hand, place: str, words: str, report: str) -> None:
    desk = hand.desk
    desk.window.go(place)
    rack = int(desk.session.snapshot["rack"].ids[1])
    desk.session.select([ObjectRef("rack", rack)])
    hand.rest()
    hand.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    hand.type(words)
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    assert dialog.names == [report]
    assert dialog.choices.racks == (() if report == "hall-summary" else (rack,))
    dialog.reject()


def test_the_schedule_of_what_is_selected_in_the_power_chain(hand: Hand, tmp_path: Path) -> None:
    desk = hand.desk
    hand.create(tmp_path / "fed.gpudesk", load_template("small-pod"))
    desk.window.go("power")
    hand.rest()
    nodes = desk.session.snapshot["power_node"]
    feed = int(nodes.ids[np.flatnonzero(nodes["kind"] == PowerNodeKind.FEED)[0]])
    desk.session.select([ObjectRef("power_node", feed)])
    hand.rest()
    action = desk.window.registry.action("power.schedule")
    place = desk.window.findChild(PowerPlace)
    assert place is not None
    menu = QMenu()
    desk.window.registry.fill_menu(menu, IN_CHAIN)
    assert action in menu.actions()
    action.trigger()
    hand.rest()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandOverDialog)
    assert (dialog.names, dialog.choices.power_nodes) == (["power-schedule"], (feed,))
    out = tmp_path / "feed.pdf"
    dialog.path_field.setText(str(out))
    QTest.mouseClick(main_button(dialog), LEFT)
    hand.rest()
    assert faults(out) == []
    name = str(nodes["name"][nodes.position(feed)])
    assert name in printed_pages(out)[0].text
    menu.deleteLater()


def test_of_many_sheets_it_is_said_before_that_they_take_their_time(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_dialog, "MANY", 2)
    dialog = HandOverDialog(hand.desk.session, hand.desk.window, wanted=("worklist",))
    dialog.open()
    pauses_over(dialog)
    hand.rest()
    assert dialog.long.isVisible()
    assert "can be stopped" in dialog.long.text()
    QTest.keyClick(dialog.boxes["worklist"], Qt.Key.Key_Space)
    pauses_over(dialog)
    hand.rest()
    assert not dialog.long.isVisible()
    dialog.reject()
