"""Everything fails, one after the other: what stops, what is filtered and sorted, written, and known to be old."""

import csv
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QSplitter

from gpudesk.core.plan.plan import Plan
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.derived.power.power_failures import power_failures
from gpudesk.formats.tables.tables import read_tables
from gpudesk.operations.cooling.cooling_nodes import power_cooling
from gpudesk.operations.cooling.cooling_proposal import propose_cooling
from gpudesk.operations.power.power_nodes import hang_power_node
from gpudesk.operations.run.field_operations import set_fields
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.ui.places.power.models.power_failures_model import FailureColumn
from gpudesk.ui.places.power.panes.power_failures_page import PowerFailuresPage
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.widgets.desk_table import TableRole
from tests.patience import PATIENCE_MS
from tests.ui.built import Step
from tests.ui.hand import CTRL, PLAN, Hand
from tests.ui.places.power.test_power_place import add_node, node, wire, wired


def one_grid(document: Document) -> None:
    """Both feeds of A01 are connected to one source: when it fails, both systems stop."""
    grid = add_node(document, PowerNodeKind.SOURCE, "=Grid")
    for feed in ("A01-A", "A01-B"):
        run(document, hang_power_node, node(document, feed), grid)


@pytest.fixture
def site(request: pytest.FixtureRequest) -> tuple[Plan, tuple[Step, ...]]:
    return PLAN, (wired, one_grid) if "page" in request.fixturenames else ()


@pytest.fixture
def page(hand: Hand) -> PowerFailuresPage:
    """What fails with what, of a chain with one source."""
    hand.press(Qt.Key.Key_5, CTRL)
    hand.rest()
    hand.desk.window.power.tabs.set_current("failures")
    return hand.desk.window.power.failures


def column(page: PowerFailuresPage, column: FailureColumn = FailureColumn.NAME) -> list[str]:
    return [str(page.model.index(row, column).data()) for row in range(page.model.rowCount())]


def let_fail(hand: Hand, page: PowerFailuresPage) -> None:
    QTest.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert page.under_way
    hand.rest()
    assert page.table.isVisible()
    assert not page.under_way


def test_what_stops_most_comes_first(hand: Hand, page: PowerFailuresPage) -> None:
    assert page.empty.isVisible()
    let_fail(hand, page)
    assert len(column(page)) == len(power_failures(hand.snapshot))
    assert [str(page.model.index(0, each).data()) for each in (FailureColumn.NAME, FailureColumn.KIND, FailureColumn.DOWN)] == [
        "=Grid",
        "Source",
        "2",
    ]
    assert page.model.index(0, FailureColumn.NAME).data(TableRole.SEVERITY) == "error"
    row = column(page).index("A01-A")
    assert page.model.index(row, FailureColumn.WORST).data()
    assert float(str(page.model.index(row, FailureColumn.SHARE).data())) > 0
    assert page.standings.isVisible()
    assert "N, full operation 99.9" in page.standings.text()
    assert "UPS: 250,000 / 8.0" in page.standings.toolTip()


def test_the_worst_is_chosen_and_listed_and_stays_chosen(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    hand.qtbot.waitUntil(lambda: page.outcome.header.title().startswith("=Grid"), timeout=PATIENCE_MS)
    assert outcome(page, 1) == ["dgx-001", "dgx-002"]
    choose(hand, page, "A01-A")
    page.table.sortByColumn(FailureColumn.NAME, Qt.SortOrder.AscendingOrder)
    assert page.table.currentIndex().row() == column(page).index("A01-A")
    page.kinds.setCurrentText("Source")
    assert page.table.currentIndex().row() == 0
    hand.qtbot.waitUntil(lambda: page.outcome.header.title().startswith("=Grid"), timeout=PATIENCE_MS)
    hand.rest()


@pytest.mark.parametrize("wide", [1280, 1600, 1920, 2560])
def test_no_window_scrolls_sideways_or_cuts_figures(hand: Hand, page: PowerFailuresPage, wide: int) -> None:
    hand.desk.session.do(propose_cooling, hand.snapshot["hall"].ids.tolist())
    hand.desk.window.resize(wide, 900)
    hand.rest()
    let_fail(hand, page)
    assert page.table.horizontalScrollBar().maximum() == 0
    assert page.outcome.table.horizontalScrollBar().maximum() == 0
    font = fonts.font("body", tabular=True)
    for each in (FailureColumn.LOST, FailureColumn.HOT, FailureColumn.TIME):
        longest = "no se sabe" if each == FailureColumn.TIME else "1,888.88 kW"
        assert page.table.columnWidth(each) >= QFontMetricsF(font).horizontalAdvance(longest) + 14


def test_the_line_between_table_and_list_is_remembered(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    splitter = page.findChild(QSplitter)
    assert splitter is not None
    handle, before = splitter.handle(1), page.table.height()
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start - QPoint(0, 90))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start - QPoint(0, 90))
    hand.rest()
    assert page.table.height() < before - 60
    kept = page.split_state()
    other = PowerFailuresPage(hand.desk.session, hand.desk.window)
    assert other.split_state() != kept
    other.set_split_state(kept)
    assert other.split_state() == kept
    hand.desk.window.leave()
    assert hand.desk.settings.text("failures-split") == kept


def test_the_palette_lets_everything_fail_from_anywhere(hand: Hand) -> None:
    wire(hand)
    hand.press(Qt.Key.Key_K, CTRL)
    hand.type("simulate all failures")
    hand.press(Qt.Key.Key_Return)
    hand.rest()
    assert hand.desk.window.place == "power"
    assert hand.desk.window.power.failures.table.isVisible()


def test_kind_and_outcome_leave_what_fits(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    page.kinds.setCurrentText("Feed")
    assert sorted(column(page)) == ["A01-A", "A01-B"]
    page.kinds.setCurrentIndex(0)
    QTest.mouseClick(page.only_stops, Qt.MouseButton.LeftButton, pos=QPoint(8, page.only_stops.height() // 2))
    assert "=Grid" in column(page)
    counts = zip(column(page, FailureColumn.DOWN), column(page, FailureColumn.MANAGEMENT), strict=True)
    assert all(int(down) + int(left) for down, left in counts)
    page.kinds.setCurrentText("Generator")
    assert page.note.isVisible()
    page.note.link_clicked.emit()
    assert len(column(page)) == len(power_failures(hand.snapshot))


def test_a_head_sorts(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    head = page.table.horizontalHeader()
    QTest.mouseClick(
        head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(head.sectionViewportPosition(FailureColumn.NAME) + 20, head.height() // 2)
    )
    names = [name for name in column(page) if name in {"=Grid", "A01-A", "A01-B"}]
    assert names in (["=Grid", "A01-A", "A01-B"], ["A01-B", "A01-A", "=Grid"])


def test_an_edit_makes_it_old_until_all_fails_again(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    assert not page.stale.isVisible()
    hand.desk.session.do(set_fields, "power_node", hand.ids("power_node")["A01-A"], {"breaker_a": 20})
    hand.rest()
    assert page.stale.isVisible()
    assert page.model.index(0, FailureColumn.DOWN).data(TableRole.INK) == "text.tertiary"
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    hand.rest()
    assert not page.stale.isVisible()
    assert page.model.drilled is not None
    assert page.model.drilled.failures.snapshot is hand.snapshot


def test_stop_leaves_what_was_there(hand: Hand, page: PowerFailuresPage) -> None:
    QTest.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    stop = page.findChild(QPushButton, "stop")
    assert stop is not None
    stop.click()
    hand.rest()
    assert not page.under_way
    assert hand.message == ""
    if page.model.drilled is None:
        assert page.empty.isVisible()
    page.start()
    hand.rest()
    assert page.model.rowCount()


def test_what_is_shown_is_written_without_formulas(hand: Hand, page: PowerFailuresPage, tmp_path: Path) -> None:
    registry = hand.desk.window.registry
    assert not registry.action("power.export-failures").isEnabled()
    let_fail(hand, page)
    assert registry.action("power.export-failures").isEnabled()
    page.kinds.setCurrentText("Source")
    page.write(tmp_path / "failures.csv")
    hand.rest()
    with (tmp_path / "failures.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:3] == ["Failed component", "Kind", "Down"]
    assert rows[1][:3] == ["'=Grid", "Source", "2"]
    assert len(rows) == 2
    registry.action("power.export-failures").trigger()
    dialog = hand.desk.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path / "failures.xlsx"))
    dialog.reject()
    hand.rest()
    assert hand.message.endswith("failures.xlsx.")
    sheet = read_tables(tmp_path / "failures.xlsx").sheets[0]
    assert [row[:3] for row in sheet.rows] == [("Failed component", "Kind", "Down"), ("=Grid", "Source", "2")]


def test_the_list_is_written_in_the_background_before_its_end_is_reported(hand: Hand, page: PowerFailuresPage, tmp_path: Path) -> None:
    let_fail(hand, page)
    path = tmp_path / "failures.csv"
    reported: list[tuple[bool, bool]] = []
    page.write(path, lambda: reported.append((path.exists(), threading.current_thread() is threading.main_thread())))
    # The end comes as an event: before the next turn nothing is reported, however fast the file was written.
    assert reported == []
    hand.rest()
    assert reported == [(True, True)]


def test_a_failure_is_gone_to_where_it_stands(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    row = column(page).index("A01-A")
    page.table.setFocus()
    page.table.setCurrentIndex(page.model.index(row, 0))
    assert hand.selected() == {"A01"}
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    hand.rest()
    assert hand.desk.window.place == "rack"


def outcome(page: PowerFailuresPage, place: int) -> list[str]:
    """A column of what the chosen failure does."""
    model = page.outcome.model
    return [str(model.index(row, place).data() or "") for row in range(model.rowCount())]


def choose(hand: Hand, page: PowerFailuresPage, name: str) -> None:
    index = page.model.index(column(page).index(name), FailureColumn.NAME)
    page.table.scrollTo(index)
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=page.table.visualRect(index).center())
    hand.qtbot.waitUntil(lambda: page.outcome.header.title().startswith(name), timeout=PATIENCE_MS)
    hand.rest()


def test_what_a_failure_does_is_listed_and_led_to(hand: Hand, page: PowerFailuresPage) -> None:
    feed = hand.ids("power_node")["A01-B"]
    hand.desk.session.do(set_fields, "power_node", feed, {"breaker_a": 16})
    hand.rest()
    let_fail(hand, page)
    choose(hand, page, "A01-A")
    assert outcome(page, 0) == ["breaker trips", "stops", "stops"]
    assert outcome(page, 1) == ["A01-B", "dgx-001", "dgx-002"]
    assert outcome(page, 2)[1:] == ["A01", "A01"]
    table = page.outcome.table
    last = page.outcome.model.columnCount() - 1
    place = table.visualRect(page.outcome.model.index(0, last)).topLeft() + QPoint(20, 12)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.rest()
    power = hand.desk.window.power
    assert power.tabs.current() == "chain"
    assert power.chain.table.currentIndex().data() == "A01-B"
    power.tabs.set_current("failures")
    place = table.visualRect(page.outcome.model.index(1, last)).topLeft() + QPoint(20, 12)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    hand.rest()
    assert hand.desk.window.place == "rack"
    assert hand.selected() == {"dgx-001"}


def test_what_runs_on_less_says_how_many_supplies_are_left(hand: Hand, page: PowerFailuresPage) -> None:
    let_fail(hand, page)
    choose(hand, page, "A01-A")
    assert outcome(page, 0) == ["throttled", "throttled"]
    assert all(words.startswith("3 of 6 supplies") for words in outcome(page, 3))


@pytest.fixture
def cooled(hand: Hand, page: PowerFailuresPage) -> PowerFailuresPage:
    """Both systems of A01 and a switch elsewhere are cooled by the air of their hall; all air handlers are connected to feed A01-B."""
    session = hand.desk.session
    session.do(propose_cooling, hand.snapshot["hall"].ids.tolist())
    hand.rest()
    handlers = [row_id for name, row_id in hand.ids("cooling_node").items() if name.startswith("CRAH")]
    session.do(power_cooling, handlers, hand.ids("power_node")["A01-B"])
    hand.rest()
    return page


def test_what_lacks_cooling_is_listed_and_led_to(hand: Hand, cooled: PowerFailuresPage) -> None:
    let_fail(hand, cooled)
    air = next(name for name in column(cooled) if name.startswith("Air"))
    choose(hand, cooled, air)
    assert outcome(cooled, 0) == ["stopped", "no longer cooled", "no longer cooled"]
    assert outcome(cooled, 1)[:2] == [air, "A01"]
    assert outcome(cooled, 3)[1].replace("\xa0", " ").startswith("0 % of 20.4 kW")
    assert "no longer cooled: 3" in cooled.outcome.summary.text()
    choose(hand, cooled, "A01-B")
    assert outcome(cooled, 0)[-2:] == ["no longer cooled", "no longer cooled"]
    assert outcome(cooled, 0).index("stopped") == outcome(cooled, 0).count("loses power")
    assert outcome(cooled, 0).count("loses power") == len([name for name in hand.ids("cooling_node") if name.startswith("CRAH")])
    table = cooled.outcome.table
    last = cooled.outcome.model.index(cooled.outcome.model.rowCount() - 2, cooled.outcome.model.columnCount() - 1)
    table.scrollTo(last)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(last).topLeft() + QPoint(20, 12))
    hand.rest()
    assert hand.desk.window.place == "rack"
    assert hand.selected() == {"A01"}


def test_a_failure_of_the_cooling_is_drawn(hand: Hand, cooled: PowerFailuresPage) -> None:
    let_fail(hand, cooled)
    choose(hand, cooled, next(name for name in column(cooled) if name.startswith("Air")))
    cooled.table.setFocus()
    QTest.keyClick(cooled.table, Qt.Key.Key_X)
    hand.rest()
    power = hand.desk.window.power
    assert power.tabs.current() == "diagram"
    assert "no longer cooled: 3" in power.diagram.strip.text
    QTest.mouseClick(power.diagram.strip.other, Qt.MouseButton.LeftButton)
    hand.rest()
    paint = hand.desk.window.floor.canvas.scene.paint
    assert paint is not None
    assert {entry.text: entry.count for entry in paint.legend}["stops"] == 2
