"""The comparison with what was built, worked by pointer and keys: a listing chosen, dropped, filtered, followed, written."""

import csv
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from gpudesk.core.plan.plan import Plan
from gpudesk.core.values.natural_order import natural_ranks
from gpudesk.formats.fabric.seen_links import SeenLinks
from gpudesk.operations.cabling.cable_operations import NewCable, lay_cable, pull_cables
from gpudesk.ui.places.fabric.dialogs.as_built_dialog import AsBuiltDialog
from gpudesk.ui.places.fabric.dialogs.as_built_paper import AsBuiltPaperDialog
from gpudesk.ui.places.fabric.models.built_model import BuiltColumn
from gpudesk.ui.toolkit.object_ref import ObjectRef
from gpudesk.ui.toolkit.widgets.progress_strip import ProgressStrip
from tests.onsite.seen_fabric import as_planned, link_at, listing_text, moved, node_of, plugged, with_visitor, without
from tests.reports.sheets import faults
from tests.ui.built import Step
from tests.ui.cabled import CABLED, CABLES, go_to_cables
from tests.ui.dialogs.opening import main_button, unnamed
from tests.ui.hand import CTRL, Hand
from tests.ui.pauses import pauses_over

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def site() -> tuple[Plan, tuple[Step, ...]]:
    return CABLED


@pytest.fixture
def dialog(open_hand: Hand) -> AsBuiltDialog:
    """The dialog over a cabled pod, opened by its action."""
    open_hand.desk.window.registry.action("cables.as-built").trigger()
    open_hand.rest()
    (found,) = open_hand.desk.window.findChildren(AsBuiltDialog)
    return found


@pytest.fixture
def open_hand(hand: Hand) -> Hand:
    go_to_cables(hand)
    return hand


@pytest.fixture
def seen(open_hand: Hand) -> SeenLinks:
    return as_planned(open_hand.snapshot)


@pytest.fixture
def mixed(seen: SeenLinks, tmp_path: Path) -> Path:
    """A pair exchanged, a plug in a port that is planned for nothing, a link that is gone, a slow one, and a visitor."""
    changed = plugged(seen, link_at(seen, "leaf-1", 1), link_at(seen, "leaf-1", 2))
    changed = without(changed, link_at(changed, "leaf-1", 3))
    changed = moved(changed, link_at(changed, "leaf-1", 4), 40)
    changed = with_visitor(changed, "visitor mlx5_0", node_of(changed, "leaf-1"), 50)
    speed = changed.speed.copy()
    speed[link_at(changed, "leaf-1", 5)] = "HDR"
    return written(replace(changed, speed=speed), tmp_path / "seen.txt")


def written(seen: SeenLinks, path: Path) -> Path:
    path.write_text(listing_text(seen), encoding="utf-8")
    return path


def chosen(hand: Hand, dialog: AsBuiltDialog, path: Path) -> None:
    """Choose a file as a person does: press the button, name the file."""
    button = dialog.empty.button if dialog.empty.isVisible() else dialog.shown.another
    QTest.mouseClick(button, LEFT)
    (asked,) = dialog.findChildren(QFileDialog)
    asked.fileSelected.emit(str(path))
    asked.close()
    hand.rest()


def kinds(dialog: AsBuiltDialog) -> list[str]:
    model = dialog.shown.model
    return [str(model.index(row, BuiltColumn.SORT).data()) for row in range(model.rowCount())]


def natural_sorted(texts: list[str]) -> list[str]:
    ranks = natural_ranks(texts).tolist()
    return [text for _, text in sorted(zip(ranks, texts, strict=True))]


def press(dialog: AsBuiltDialog, key: str) -> None:
    QTest.mouseClick(dialog.shown.chips.chips()[key], LEFT)


def test_it_says_what_to_do_before_a_listing_is_there(dialog: AsBuiltDialog) -> None:
    assert not unnamed(dialog)
    assert dialog.empty.isVisible()
    assert "ibnetdiscover" in dialog.empty.accessibleName()
    assert not main_button(dialog).isEnabled()
    assert not dialog.paper.isVisible()


def test_where_all_is_as_planned_it_says_so(open_hand: Hand, dialog: AsBuiltDialog, seen: SeenLinks, tmp_path: Path) -> None:
    chosen(open_hand, dialog, written(seen, tmp_path / "seen.txt"))
    assert dialog.shown.good.isVisible()
    assert dialog.shown.good.accessibleName() == f"{CABLES} links compared, all match the plan."
    press(dialog, "same")
    assert kinds(dialog) == ["As planned"] * CABLES
    assert dialog.shown.table.isVisible()


def test_chips_choose_a_kind_and_words_a_device(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path) -> None:
    chosen(open_hand, dialog, mixed)
    assert sorted(kinds(dialog)) == ["Degraded", "Missing", "Swapped pair", "Swapped pair", "Unexpected", "Wrong port"]
    assert [chip.text() for chip in dialog.shown.chips.chips().values()] == [
        "All differences 6",
        "Missing 1",
        "Wrong port 1",
        "Swapped pair 2",
        "Degraded 1",
        "Unexpected 1",
        "As planned 11",
    ]
    press(dialog, "wrong_port")
    assert kinds(dialog) == ["Wrong port"]
    model = dialog.shown.model
    row = [str(model.index(0, column).data()) for column in BuiltColumn]
    assert row[1:7] == ["dgx-002 OSFP3P2", "leaf-1 2/2", "dgx-002 OSFP3P2", "leaf-1 20/2", "Move the plug from 20/2 to 2/2.", "4xNDR"]
    assert row[7:] == ["1", "Compute", "A01", "A02"]
    QTest.keyClick(dialog.shown.chips.chips()["wrong_port"], Qt.Key.Key_Right)
    assert kinds(dialog) == ["Swapped pair"] * 2
    press(dialog, "different")
    QTest.keyClicks(dialog.search, "visitor")
    pauses_over(dialog)
    assert kinds(dialog) == ["Unexpected"]
    assert dialog.search.count_text() == "1 of 6"


def test_heads_sort(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path) -> None:
    chosen(open_hand, dialog, mixed)
    head = dialog.shown.table.horizontalHeader()
    at = QPoint(head.sectionViewportPosition(BuiltColumn.SORT) + 20, head.height() // 2)
    QTest.mouseClick(head.viewport(), LEFT, pos=at)
    assert kinds(dialog) == ["Missing", "Wrong port", "Swapped pair", "Swapped pair", "Degraded", "Unexpected"]
    QTest.mouseClick(head.viewport(), LEFT, pos=at)
    assert kinds(dialog)[0] == "Unexpected"
    model = dialog.shown.model
    for column in BuiltColumn:
        dialog.shown.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        texts = [text for row in range(6) if (text := str(model.index(row, column).data())) not in {"", "–"}]
        if column not in {BuiltColumn.SORT, BuiltColumn.RATE}:
            assert texts == natural_sorted(texts), column
            assert len(texts) == 6 or str(model.index(5, column).data()) in {"", "–"}


def test_a_click_or_enter_selects_the_cable_where_it_is_drawn(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path) -> None:
    open_hand.desk.window.go("rack")
    open_hand.desk.session.select([])
    steps = open_hand.steps
    chosen(open_hand, dialog, mixed)
    press(dialog, "missing")
    table = dialog.shown.table
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(dialog.shown.model.index(0, BuiltColumn.FROM)).center())
    open_hand.rest()
    window, session = open_hand.desk.window, open_hand.desk.session
    assert window.place == "fabric"
    (ref,) = session.selection
    assert ref.table == "cable"
    row = open_hand.snapshot["cable"].row(ref.id)
    place = window.fabric
    assert place.cables.chosen_ids().tolist() == [ref.id]
    assert place.network_id == row["network_id"]
    press(dialog, "unexpected")
    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    open_hand.rest()
    assert session.selection == (ObjectRef("device", open_hand.ids("device")["leaf-1"]),)
    assert open_hand.steps == steps


def test_a_cable_of_no_network_is_found_too(open_hand: Hand, dialog: AsBuiltDialog, seen: SeenLinks, tmp_path: Path) -> None:
    leaf, spare = (open_hand.ids("device")[name] for name in ("leaf-1", "spare-1"))
    row = open_hand.snapshot["device"].row(leaf)
    port = next(port.index for port in open_hand.snapshot.types[int(row["type_id"])].ports() if port.name == "30/1")
    open_hand.desk.session.do(lay_cable, NewCable(leaf, port, spare, port))
    open_hand.rest()
    chosen(open_hand, dialog, written(seen, tmp_path / "seen.txt"))
    assert kinds(dialog) == ["Missing"]
    table = dialog.shown.table
    QTest.mouseClick(table.viewport(), LEFT, pos=table.visualRect(dialog.shown.model.index(0, BuiltColumn.FROM)).center())
    open_hand.rest()
    (ref,) = open_hand.desk.session.selection
    assert ref.id == open_hand.snapshot["cable"].ids[-1]


def test_it_follows_the_project(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path) -> None:
    chosen(open_hand, dialog, mixed)
    press(dialog, "missing")
    gone = dialog.shown.model.built
    assert gone is not None
    row = dialog.shown.model.rows()[0]
    open_hand.desk.session.do(pull_cables, gone.links.cables(row))
    open_hand.rest()
    assert "missing" not in dialog.shown.chips.chips()
    assert dialog.isVisible()
    open_hand.desk.session.undo()
    open_hand.rest()
    press(dialog, "missing")
    assert kinds(dialog) == ["Missing"]


def test_a_file_of_another_kind_is_refused_with_its_lines(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path, tmp_path: Path) -> None:
    other = tmp_path / "hosts"
    other.write_text("127.0.0.1 localhost\n", encoding="utf-8")
    chosen(open_hand, dialog, other)
    assert dialog.complaint.isVisible()
    assert "hosts cannot be compared." in dialog.complaint.text
    assert str(dialog.faults.index(0, 0).data()) == "hosts, line 1"
    assert "this is not ibnetdiscover output. No line is the start of a node, such as" in str(dialog.faults.index(0, 1).data())
    assert dialog.wrong.isVisible()
    QTest.mouseClick(dialog.again, LEFT)
    (asked,) = dialog.findChildren(QFileDialog)
    asked.fileSelected.emit(str(mixed))
    asked.close()
    open_hand.rest()
    assert len(kinds(dialog)) == 6
    assert not dialog.complaint.isVisible()
    dialog.compare_with(tmp_path / "none")
    open_hand.rest()
    assert "cannot be read" in str(dialog.faults.index(0, 1).data())


def test_names_that_the_plan_does_not_have_are_told_and_helped(
    open_hand: Hand, dialog: AsBuiltDialog, seen: SeenLinks, tmp_path: Path
) -> None:
    nameless = replace(seen, nodes=tuple(replace(node, description="no name") for node in seen.nodes))
    chosen(open_hand, dialog, written(nameless, tmp_path / "seen.txt"))
    assert "No node in the listing matches a name in the plan." in dialog.complaint.text
    assert "MF0;leaf-1:MQM9700/U1" in dialog.complaint.text
    bar = dialog.shown.tabs.tabs
    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(1).center())
    assert dialog.shown.nodes_table.isVisible()
    told = [str(dialog.shown.nodes.index(row, 0).data()) for row in range(dialog.shown.nodes.rowCount())]
    assert told.count("no name") == len(seen.nodes)
    names = tmp_path / "names"
    names.write_text("".join(f'0x{node.guid:016x} "{node.description}"\n' for node in seen.nodes), encoding="utf-8")
    QTest.mouseClick(dialog.shown.names, LEFT)
    (asked,) = dialog.findChildren(QFileDialog)
    asked.fileSelected.emit(str(names))
    asked.close()
    open_hand.rest()
    assert dialog.shown.good.isVisible()
    assert "17 identified by the names file" in dialog.shown.summary.text()
    assert not dialog.complaint.isVisible()


def test_names_to_fill_in_are_written_and_taken_back(open_hand: Hand, dialog: AsBuiltDialog, seen: SeenLinks, tmp_path: Path) -> None:
    said = {node.guid: node.description for node in seen.nodes if not node.switch}
    chip = "MT4129 ConnectX7   Mellanox Technologies"
    nodes = tuple(replace(node, description=chip) if node.guid in said else node for node in seen.nodes)
    chosen(open_hand, dialog, written(replace(seen, nodes=nodes), tmp_path / "seen.txt"))
    assert {"not_named"} <= set(dialog.shown.chips.chips())
    press(dialog, "not_named")
    assert set(kinds(dialog)) == {"Device not identified"}
    assert "is connected to an unidentified device: check whether it is" in str(dialog.shown.model.index(0, BuiltColumn.DO).data())
    names = tmp_path / "names.txt"
    QTest.mouseClick(dialog.shown.to_fill, LEFT)
    (asked,) = dialog.findChildren(QFileDialog)
    asked.fileSelected.emit(str(names))
    asked.close()
    open_hand.rest()
    lines = [line for line in names.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {int(line.split()[0], 16) for line in lines} == set(said)
    assert all(' ""  # says: MT4129' in line for line in lines)
    filled = (f'{line.split()[0]} "{said[int(line.split()[0], 16)]}"' for line in lines)
    names.write_text("\n".join(filled), encoding="utf-8")
    dialog.compare_with(tmp_path / "seen.txt", names)
    open_hand.rest()
    assert dialog.shown.good.isVisible()


def test_what_is_shown_is_copied_and_written(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path, tmp_path: Path) -> None:
    text = mixed.read_text(encoding="utf-8").replace("visitor mlx5_0", "=cmd() mlx5_0")
    mixed.write_text(text, encoding="utf-8")
    chosen(open_hand, dialog, mixed)
    press(dialog, "unexpected")
    QTest.keyClick(dialog.shown.table, Qt.Key.Key_C, CTRL)
    copied = QApplication.clipboard().text().splitlines()
    assert copied[0].split("\t")[:3] == ["Kind", "From", "To"]
    assert copied[1].startswith("Unexpected\t")
    out = tmp_path / "out.csv"
    dialog.write(out)
    open_hand.rest()
    with out.open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [row["Kind"] for row in rows] == ["Unexpected"]
    assert rows[0]["Found to"].startswith("'=cmd()")
    press(dialog, "different")
    dialog.write(tmp_path / "out.xlsx")
    open_hand.rest()
    rows_of_cells = list(openpyxl.load_workbook(tmp_path / "out.xlsx")["As built"].iter_rows())
    assert len(rows_of_cells) == 7
    assert all(cell.data_type != "f" for row in rows_of_cells for cell in row)


def test_it_goes_on_paper_from_the_dialog_and_from_the_menu(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path, tmp_path: Path) -> None:
    chosen(open_hand, dialog, mixed)
    QTest.mouseClick(dialog.paper, LEFT)
    paper = QApplication.activeModalWidget()
    assert isinstance(paper, AsBuiltPaperDialog)
    assert not unnamed(paper)
    pauses_over(paper)
    open_hand.rest()
    assert paper.sheet_view.count == 1
    out = tmp_path / "work.pdf"
    paper.path_field.setText(str(out))
    QTest.mouseClick(main_button(paper), LEFT)
    open_hand.rest()
    assert faults(out) == []
    dialog.close()
    open_hand.desk.window.registry.action("file.as-built").trigger()
    again = QApplication.activeModalWidget()
    assert isinstance(again, AsBuiltPaperDialog)
    again.close()


def test_a_long_reading_can_be_stopped(open_hand: Hand, dialog: AsBuiltDialog, mixed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpudesk.ui.places.fabric.dialogs.as_built_dialog.SMALL_BYTES", 0)
    dialog.compare_with(mixed)
    assert dialog.progress is not None
    stop = next(button for button in dialog.progress.findChildren(type(dialog.empty.button)) if button.objectName() == "stop")
    stop.click()
    open_hand.rest()
    assert dialog.empty.isVisible()
    assert not dialog.findChildren(ProgressStrip)
    dialog.compare_with(mixed)
    open_hand.rest()
    assert len(kinds(dialog)) == 6


def test_a_listing_that_is_dropped_on_the_window_is_compared(open_hand: Hand, mixed: Path) -> None:
    steps = len(open_hand.steps)
    open_hand.desk.window.files.take(mixed)
    open_hand.rest()
    (found,) = open_hand.desk.window.findChildren(AsBuiltDialog)
    assert len(kinds(found)) == 6
    assert len(open_hand.steps) == steps
