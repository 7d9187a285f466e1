"""Home: ways to begin, recent projects, and the choices of the person."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QPushButton

from gpudesk.project.document import Document
from gpudesk.ui.app.render import settle
from gpudesk.ui.places.home.home_recent import RecentRow
from gpudesk.ui.places.home.home_samples import SAMPLES, SampleCard
from gpudesk.ui.places.home.new_project import NewProjectDialog
from gpudesk.ui.places.home.recent_summaries import Summary, keep_summary, kept_summary
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_MS, PATIENCE_S
from tests.ui.hand import Hand

Key = Qt.Key


@pytest.fixture
def home(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


def button(hand: Hand, name: str) -> QPushButton:
    return next(each for each in hand.desk.window.home.findChildren(QPushButton) if name in each.accessibleName())


def card(hand: Hand, template: str) -> SampleCard:
    return hand.desk.window.home.samples.cards[template]


def rows(hand: Hand) -> list[RecentRow]:
    # Rows of the last list go with the next turn of the event loop.
    settle()
    QApplication.sendPostedEvents(None, 52)
    return hand.desk.window.home.recent.rows


def test_it_is_the_first_place_and_enter_begins_a_project(home: Hand) -> None:
    assert home.desk.window.place == "home"
    home.press(Key.Key_Return)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewProjectDialog)
    dialog.reject()
    settle()


def test_the_sample_opens_as_a_copy_with_one_click(home: Hand, gpudesk_home: Path) -> None:
    home.qtbot.waitUntil(lambda: bool(card(home, "small-pod").accessibleDescription()), timeout=PATIENCE_MS)
    QTest.mouseClick(card(home, "small-pod"), Qt.MouseButton.LeftButton)
    home.qtbot.waitUntil(lambda: home.desk.session.is_open, timeout=PATIENCE_MS)
    home.rest()
    assert home.desk.window.place == "floor"
    assert home.snapshot["device"].rows > 20
    assert home.desk.session.document is not None
    assert home.desk.session.document.path == gpudesk_home / "documents" / "Sample pod.gpudesk"
    home.do("file.sample")
    home.qtbot.waitUntil(
        lambda: home.desk.session.document is not None and home.desk.session.document.path.stem == "Sample pod 2", timeout=PATIENCE_MS
    )
    home.rest()


def test_a_project_is_made_from_the_dialog(home: Hand, gpudesk_home: Path) -> None:
    home.do("file.new")
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewProjectDialog)
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Hall east")
    QTest.keyClick(dialog.name, Key.Key_Return)
    home.qtbot.waitUntil(lambda: home.desk.session.is_open, timeout=PATIENCE_MS)
    home.rest()
    assert QApplication.activeModalWidget() is None
    assert (gpudesk_home / "documents" / "Hall east.gpudesk").is_file()
    assert home.desk.window.windowTitle() == "Hall east.gpudesk – GPU Desk"


def test_open_asks_for_a_file_of_ours(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "one.gpudesk"
    Document.create(path).close()
    QTest.mouseClick(button(home, "Open…"), Qt.MouseButton.LeftButton)
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog) and each.isVisible())
    assert any("*.gpudesk" in each for each in dialog.nameFilters())
    dialog.fileSelected.emit(str(path))
    dialog.close()
    home.rest()
    assert home.desk.session.is_open


def test_recent_projects_are_listed_newest_first_and_open_by_click_and_key(
    home: Hand, open_desk: Callable[[], Hand], tmp_path: Path
) -> None:
    for name in ("first", "second", "third"):
        Document.create(tmp_path / f"{name}.gpudesk").close()
        home.open(tmp_path / f"{name}.gpudesk")
    home.desk.close()
    again = open_desk()
    found = rows(again)
    assert [name in row.accessibleName() for name, row in zip(("third", "second", "first"), found, strict=True)] == [True] * 3
    found[1], found[2] = found[2], found[1]
    QTest.mouseClick(found[1], Qt.MouseButton.LeftButton)
    again.rest()
    assert again.desk.session.document is not None
    assert again.desk.session.document.path.name == "first.gpudesk"
    again.do("go.home")
    found = rows(again)
    assert "first" in found[0].accessibleName()
    found[1].setFocus(Qt.FocusReason.TabFocusReason)
    again.press(Key.Key_Return)
    assert again.desk.session.document.path.name == "third.gpudesk"


def test_a_missing_project_is_said_to_be_missing_and_can_be_taken_off(home: Hand, tmp_path: Path) -> None:
    for name in ("first", "second"):
        Document.create(tmp_path / f"{name}.gpudesk").close()
        home.open(tmp_path / f"{name}.gpudesk")
    home.do("file.close")
    (tmp_path / "first.gpudesk").unlink()
    home.do("go.home")
    found = rows(home)
    assert "not found" in found[1].accessibleName()
    QTest.mouseClick(found[1], Qt.MouseButton.LeftButton)
    home.rest()
    assert "no longer exists" in home.message
    assert not home.desk.session.is_open
    found[1].setFocus(Qt.FocusReason.TabFocusReason)
    home.press(Key.Key_Delete)
    assert ["second" in row.accessibleName() for row in rows(home)] == [True]


def test_a_pinned_project_stays_at_the_top(home: Hand, tmp_path: Path) -> None:
    for name in ("first", "second", "third"):
        Document.create(tmp_path / f"{name}.gpudesk").close()
        home.open(tmp_path / f"{name}.gpudesk")
    home.do("go.home")
    QTest.mouseClick(rows(home)[2].pin, Qt.MouseButton.LeftButton)
    assert "first" in rows(home)[0].accessibleName()
    home.open(tmp_path / "second.gpudesk")
    home.do("go.home")
    assert [name in row.accessibleName() for name, row in zip(("first", "second", "third"), rows(home), strict=True)] == [True] * 3
    rows(home)[0].setFocus(Qt.FocusReason.TabFocusReason)
    home.press(Key.Key_P)
    assert "second" in rows(home)[0].accessibleName()


def test_a_recent_project_tells_its_figures_and_shows_its_floor(home: Hand, tmp_path: Path) -> None:
    path = tmp_path / "site.gpudesk"
    home.create(path)
    home.qtbot.waitUntil(lambda: kept_summary(path) is not None, timeout=PATIENCE_MS)
    home.rest()
    home.do("file.close")
    row = rows(home)[0]
    assert "16 GPUs" in row.accessibleName()
    kept = kept_summary(path)
    assert kept is not None
    assert (kept.gpus, kept.racks) == (16, 3)
    assert kept.picture is not None
    assert kept.picture.boxes
    assert row.grab().width() > 0


def test_the_samples_say_what_they_hold_and_open_at_once(home: Hand) -> None:
    pane = home.desk.window.home
    home.qtbot.waitUntil(lambda: bool(card(home, "site-100k").accessibleDescription()), timeout=PATIENCE_MS)
    assert list(pane.samples.cards) == [sample.template for sample in SAMPLES]
    assert "12,500 systems · 100,000 GPUs · 3,552 racks" in card(home, "site-100k").accessibleDescription()
    assert "127 systems · 1,016 GPUs · 38 racks" in card(home, "dgx-h100-superpod").accessibleDescription()
    QTest.keyClick(card(home, "dgx-h100-superpod"), Key.Key_Return)
    home.qtbot.waitUntil(lambda: home.desk.session.is_open, timeout=PATIENCE_MS)
    home.rest()
    assert home.desk.window.windowTitle() == "DGX H100 SuperPOD.gpudesk – GPU Desk"


def test_every_way_that_is_offered_leads_somewhere(home: Hand) -> None:
    pane = home.desk.window.home
    offered = [each for each in pane.page.findChildren(QAbstractButton) if each.isVisibleTo(pane.page) and not isinstance(each, RecentRow)]
    assert all(each.accessibleName() or each.text() for each in offered)
    QTest.mouseClick(button(home, "Open the catalog"), Qt.MouseButton.LeftButton)
    assert home.desk.window.place == "catalog"


def test_after_a_mishap_home_says_what_happened_and_nothing_is_lost(
    open_desk: Callable[[], Hand], tmp_path: Path, gpudesk_home: Path
) -> None:
    path = tmp_path / "site.gpudesk"
    gone = subprocess.run([sys.executable, "-c", _KILLED, str(path)], check=False, timeout=PATIENCE_S)
    assert gone.returncode == -signal.SIGKILL
    reports = gpudesk_home / "data" / "reports"
    reports.mkdir(parents=True)
    (reports / "20260101-000000.txt").write_text("GPU Desk\nValueError: x")
    hand = open_desk()
    note = hand.desk.window.home.note
    hand.qtbot.waitUntil(lambda: bool(note.text), timeout=PATIENCE_MS)
    assert "ended unexpectedly while site.gpudesk was open. Every edit is in the file" in note.text
    assert "20260101-000000.txt" in note.text
    QTest.mouseClick(note.again, Qt.MouseButton.LeftButton)
    hand.qtbot.waitUntil(lambda: hand.desk.session.is_open, timeout=PATIENCE_MS)
    hand.rest()
    assert "was not closed: process" in hand.message
    assert hand.snapshot["hall"]["name"].tolist() == ["Kept"]
    assert hand.desk.session.writable
    hand.desk.close()
    again = open_desk()
    # Home looks at the samples after what happened: once these are there, that has been told or not.
    again.qtbot.waitUntil(lambda: bool(card(again, "small-pod").accessibleDescription()), timeout=PATIENCE_MS)
    again.rest()
    assert not again.desk.window.home.note.text, "it is told once"


_KILLED = """
import os, signal, sys
from pathlib import Path
from gpudesk.operations.floor.halls import create_hall
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.left_behind import note_open

path = Path(sys.argv[1])
document = Document.create(path)
run(document, create_hall, "Kept")
note_open(path)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_arrows_walk_through_the_recent_projects(home: Hand, tmp_path: Path) -> None:
    for name in ("first", "second"):
        Document.create(tmp_path / f"{name}.gpudesk").close()
        home.open(tmp_path / f"{name}.gpudesk")
    home.do("go.home")
    found = rows(home)
    found[0].setFocus(Qt.FocusReason.TabFocusReason)
    home.press(Key.Key_Down)
    assert found[1].hasFocus()
    home.press(Key.Key_Up)
    assert found[0].hasFocus()


def test_the_menu_of_recent_projects_opens_them(home: Hand, tmp_path: Path) -> None:
    menu = home.desk.window.registry.menu("file/recent")
    menu.aboutToShow.emit()
    assert [action.isEnabled() for action in menu.actions()] == [False]
    path = tmp_path / "one.gpudesk"
    Document.create(path).close()
    home.open(path)
    home.do("file.close")
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    home.rest()
    assert home.desk.session.is_open


def test_the_person_chooses_theme_language_and_units_here(home: Hand) -> None:
    pane = home.desk.window.home
    QTest.mouseClick(pane.theme_choice.button("dark"), Qt.MouseButton.LeftButton)
    assert theme.current().name == "dark"
    QTest.mouseClick(pane.units_choice.button("imperial"), Qt.MouseButton.LeftButton)
    home.rest()
    QTest.mouseClick(home.desk.window.home.language_choice.button("es"), Qt.MouseButton.LeftButton)
    home.rest()
    assert translate.language() == "es"
    pane = home.desk.window.home
    assert [choice.current() for choice in (pane.theme_choice, pane.language_choice, pane.units_choice)] == ["dark", "es", "imperial"]
    assert home.desk.window.place == "home"


def test_a_theme_from_the_menu_shows_here_too(home: Hand) -> None:
    home.do("view.theme.contrast")
    assert home.desk.window.home.theme_choice.current() == "contrast"


def test_the_rack_place_waits_for_a_project(home: Hand) -> None:
    assert not home.desk.window.rail.button("rack").isEnabled()
    assert home.desk.window.rail.button("rack").toolTip()
    assert not home.desk.window.registry.action("go.rack").isEnabled()


def test_a_project_whose_name_is_no_text_has_its_figures_kept_too() -> None:
    path = Path(os.fsdecode(b"/somewhere/\xff.gpudesk"))
    keep_summary(path, Summary(8, 1, 10_000.0, 0, 0, None))
    assert kept_summary(path) == Summary(8, 1, 10_000.0, 0, 0, None)
