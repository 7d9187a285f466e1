"""Home: ways to begin, recent projects, and the choices of the person."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from gpudesk.project.document import Document
from gpudesk.ui import theme, translate
from gpudesk.ui.dialogs.new_project import NewProjectDialog
from gpudesk.ui.panes.home import RecentRow
from gpudesk.ui.render import settle
from tests.ui.hand import PATIENCE_MS, Hand

Key = Qt.Key


@pytest.fixture
def home(open_desk: Callable[[], Hand]) -> Hand:
    return open_desk()


def button(hand: Hand, name: str) -> QPushButton:
    return next(each for each in hand.desk.window.home.findChildren(QPushButton) if name in each.accessibleName())


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
    QTest.mouseClick(button(home, "Open sample"), Qt.MouseButton.LeftButton)
    home.qtbot.waitUntil(lambda: home.desk.session.is_open, timeout=PATIENCE_MS)
    home.rest()
    assert home.desk.window.place == "rack"
    assert home.snapshot["device"].rows > 20
    assert home.desk.session.document is not None
    assert home.desk.session.document.path == gpudesk_home / "documents" / "Sample pod.gpudesk"
    home.do("file.sample")
    home.qtbot.waitUntil(lambda: home.desk.session.document is not None and home.desk.session.document.path.stem == "Sample pod 2")
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
    (tmp_path / "second.gpudesk").unlink()
    again = open_desk()
    found = rows(again)
    assert ["third" in found[0].accessibleName(), "first" in found[1].accessibleName(), len(found)] == [True, True, 2]
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
