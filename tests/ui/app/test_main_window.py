"""The main window: the palette, theme, language and units, docks, and what it remembers."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolBar, QWidget

from gpudesk.core.hardware.hardware import Face
from gpudesk.ui.app.dialogs.shortcuts import ShortcutsDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit import translate
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.widgets.icon_button import IconButton
from tests.patience import PATIENCE_MS
from tests.ui.hand import CTRL, SIZE, Hand

Key = Qt.Key


def find(hand: Hand, words: str) -> None:
    """Find something with the palette and do it."""
    hand.press(Key.Key_K, CTRL)
    hand.type(words)
    hand.press(Key.Key_Return)


# the palette


def test_the_palette_does_an_action(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    find(hand, "move up")
    assert hand.place_of("leaf-1") == ("A02", 42)
    assert not hand.desk.window.palette_view.isVisible()
    assert hand.focused() is hand.canvas


@pytest.mark.parametrize("name", ["A03", "dgx-002"])
def test_the_palette_goes_to_a_rack_or_device(hand: Hand, name: str) -> None:
    hand.desk.window.go("home")
    find(hand, name)
    assert hand.desk.window.place == "rack"
    assert hand.selected() == {name}


def test_the_palette_places_a_part(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    find(hand, "dgx b200")
    assert hand.placing() == "nvidia.dgx-b200"
    hand.press(Key.Key_Return)
    assert hand.place_of("dgx-b200-001") == ("A02", 0)


def test_the_palette_says_why_something_cannot_be_done(hand: Hand) -> None:
    hand.press(Key.Key_K, CTRL)
    hand.type("swap")
    palette = hand.desk.window.palette_view
    model = palette.list_view().model()
    told = [model.data(model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert any("Select exactly two devices first." in str(text) for text in told)
    hand.press(Key.Key_Escape)
    assert not palette.isVisible()
    assert hand.focused() is hand.canvas


def test_the_field_in_the_menu_line_opens_the_palette(hand: Hand) -> None:
    QTest.mouseClick(hand.desk.window.menu_line.find_button, Qt.MouseButton.LeftButton)
    assert hand.desk.window.palette_view.isVisible()


# the message bar


@pytest.mark.parametrize("place", ["rack", "catalog"])
def test_a_message_moves_nothing_away_from_under_the_pointer(hand: Hand, place: str) -> None:
    hand.do(f"go.{place}")
    window = hand.desk.window
    shown = hand.canvas if place == "rack" else window.catalog
    before, size = shown.mapTo(window, QPoint(0, 0)), shown.size()
    window.message_bar.show_message("error", "This cannot be done.", "Do something else.", passing=True)
    settle()
    bar = window.message_bar
    assert bar.isVisible()
    assert (shown.mapTo(window, QPoint(0, 0)), shown.size()) == (before, size)
    column = bar.parentWidget()
    assert column is not None
    assert (bar.x(), bar.geometry().bottom()) == (0, column.height() - 1)
    assert bar.width() == window.width() - window.rail.width()
    assert bar.height() < 60
    assert window.childAt(bar.mapTo(window, bar.rect().center())) in {bar, *bar.findChildren(QWidget)}
    window.resize(window.width() - 200, window.height() - 100)
    settle()
    assert bar.width() == window.width() - window.rail.width()
    assert bar.geometry().bottom() == column.height() - 1


def test_a_message_that_passes_leaves_the_tools_in_reach(hand: Hand) -> None:
    window = hand.desk.window
    window.message_bar.show_message("ok", "Added: 4 fan walls", "", passing=True)
    settle()
    for bar in window.findChildren(QToolBar):
        if bar.isVisible():
            under = window.childAt(bar.mapTo(window, QPoint(bar.width() // 2, bar.height() // 2)))
            assert under is not None
            assert under is bar or bar.isAncestorOf(under)


def test_a_message_that_passes_stays_behind_in_its_place(hand: Hand) -> None:
    window = hand.desk.window
    window.message_bar.show_message("ok", "Added: 4 fan walls", "", passing=True)
    hand.do("go.floor")
    assert not window.message_bar.isVisible()


def test_a_message_that_stays_hides_nothing(hand: Hand) -> None:
    window = hand.desk.window
    before = hand.canvas.mapTo(window, QPoint(0, 0))
    window.message_bar.show_message("info", "This project is open read-only.", "")
    settle()
    room = window.message_bar.height()
    assert hand.canvas.mapTo(window, QPoint(0, 0)) == before + QPoint(0, room)
    window.message_bar.hide()
    settle()
    assert hand.canvas.mapTo(window, QPoint(0, 0)) == before


# theme, language, units


@pytest.mark.parametrize("name", ["dark", "contrast", "light"])
def test_a_theme_is_shown_at_once_and_remembered(hand: Hand, open_desk: Callable[[], Hand], name: str) -> None:
    window = hand.desk.window
    hand.do(f"view.theme.{name}")
    assert theme.current().name == name
    assert hand.desk.window is window, "you can keep working"
    shown = window.grab().toImage()
    board = theme.current().surface.canvas
    corner = hand.canvas.mapTo(window, QPoint(2, hand.canvas.height() - 3))
    assert shown.pixelColor(corner).name() == board.name()
    assert window.registry.action(f"view.theme.{name}").isChecked()
    hand.desk.close()
    again = open_desk()
    assert theme.current().name == name
    assert again.desk.window.home.theme_choice.current() == name


def menu_texts(hand: Hand) -> list[str]:
    return [action.text().replace("&", "") for action in hand.desk.window.menu_line.actions()]


def test_another_language_makes_the_window_anew_and_keeps_the_work(hand: Hand) -> None:
    hand.click(hand.on("dgx-002"))
    hand.do("view.rear")
    hand.do("view.colour-by.status")
    hand.do("view.zoom-in")
    camera = hand.canvas.camera
    window, size = hand.desk.window, hand.desk.window.size()
    hand.do("view.language.es")
    hand.qtbot.waitUntil(lambda: hand.desk.window is not window, timeout=PATIENCE_MS)
    hand.rest()
    assert translate.language() == "es"
    assert menu_texts(hand)[0] == "Archivo"
    assert hand.desk.window.isVisible()
    assert hand.desk.window.size() == size
    assert hand.desk.window.place == "rack"
    assert hand.selected() == {"dgx-002"}
    assert [ref.id for ref in hand.canvas.selection] == [hand.ids("device")["dgx-002"]]
    assert hand.snapshot["device"].rows == 3
    assert hand.canvas.faces is Face.REAR
    # A language may take a line more above or below the drawing.
    assert replace(hand.canvas.camera, height=camera.height) == camera
    assert hand.desk.window.registry.action("view.colour-by.status").isChecked()
    hand.do("view.front")
    hand.drag(hand.on("dgx-002"), hand.at("A02", 10, 16))
    assert hand.place_of("dgx-002") == ("A02", 10)
    hand.do("view.language.en")
    hand.rest()
    assert menu_texts(hand)[0] == "File"


def test_the_language_is_remembered_also_that_of_the_desktop(hand: Hand, open_desk: Callable[[], Hand]) -> None:
    hand.do("view.language.es")
    hand.desk.close()
    again = open_desk()
    assert menu_texts(again)[0] == "Archivo"
    again.do("view.language.system")
    again.rest()
    assert again.desk.settings.language == "system"
    assert again.desk.window.registry.action("view.language.system").isChecked()


def test_units_change_every_figure(hand: Hand) -> None:
    def mass() -> str:
        return hand.desk.window.totals.totals.accessibleName()

    assert "kg" in mass()
    hand.do("view.units.imperial")
    hand.rest()
    assert "lb" in mass()
    assert "kg" not in mass()
    hand.do("view.units.metric")
    hand.rest()
    assert "kg" in mass()


# docks


def test_docks_are_hidden_shown_and_remembered(hand: Hand, open_desk: Callable[[], Hand], tmp_path: Path) -> None:
    hand.do("view.panel.history")
    docks = hand.desk.window.rack.docks
    assert docks["history"].isHidden()
    assert not hand.desk.window.registry.action("view.panel.history").isChecked()
    docks["inspector"].setFloating(False)
    hand.desk.window.rack.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["inspector"])
    hand.desk.window.rack.resizeDocks([docks["catalog"]], [310], Qt.Orientation.Horizontal)
    settle()
    width = docks["catalog"].width()
    hand.desk.close()
    again = open_desk()
    again.desk.window.resize(*SIZE)
    again.open(tmp_path / "site.gpudesk")
    rack = again.desk.window.rack
    assert rack.docks["catalog"].width() == width
    assert rack.docks["history"].isHidden()
    assert rack.dockWidgetArea(rack.docks["inspector"]) == Qt.DockWidgetArea.LeftDockWidgetArea
    assert rack.docks["catalog"].isVisible()
    again.do("view.panel.history")
    assert rack.docks["history"].isVisible()


def test_a_dock_dragged_by_its_head_floats_and_can_be_put_back(hand: Hand) -> None:
    dock = hand.desk.window.rack.docks["problems"]
    head = hand.desk.window.rack.problems.header
    QTest.mouseDClick(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(head.width() // 2, 10))
    hand.qtbot.waitUntil(dock.isFloating, timeout=PATIENCE_MS)
    QTest.mouseDClick(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(head.width() // 2, 10))
    hand.qtbot.waitUntil(lambda: not dock.isFloating(), timeout=PATIENCE_MS)


def test_the_size_of_the_window_is_remembered(hand: Hand, open_desk: Callable[[], Hand]) -> None:
    hand.desk.window.resize(970, 640)
    settle()
    hand.desk.close()
    # The screen of these tests is narrower than the least window.
    assert open_desk().desk.window.height() == 640


def test_the_number_of_problems_opens_their_dock(hand: Hand) -> None:
    hand.do("view.panel.problems")
    assert hand.desk.window.rack.docks["problems"].isHidden()
    QTest.mouseClick(hand.desk.window.totals.problems, Qt.MouseButton.LeftButton)
    hand.rest()
    assert hand.desk.window.rack.docks["problems"].isVisible()
    assert hand.desk.window.rack.problems.isAncestorOf(hand.focused())


# the parts by keys


def test_f6_goes_round_all_parts_and_back(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    window = hand.desk.window
    seen: list[QWidget] = []
    for _ in window.parts():
        hand.press(Key.Key_F6)
        seen.append(next(part for part in window.parts() if part is hand.focused() or part.isAncestorOf(hand.focused())))
    assert set(seen) == set(window.parts())
    hand.press(Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    before_last = next(part for part in window.parts() if part is hand.focused() or part.isAncestorOf(hand.focused()))
    assert before_last is seen[-2]


def test_tab_reaches_every_part(hand: Hand) -> None:
    hand.click(hand.on("leaf-1"))
    window = hand.desk.window
    missing = {part.objectName() or type(part).__name__: part for part in [*window.parts(), window.rack.faces, window.rack.scope]}
    for _ in range(120):
        QTest.keyClick(hand.focused(), Key.Key_Tab)
        at = hand.focused()
        missing = {name: part for name, part in missing.items() if part is not at and not part.isAncestorOf(at)}
        if not missing:
            break
    assert not missing


def test_ctrl_digits_go_to_places(hand: Hand) -> None:
    hand.press(Key.Key_1, CTRL)
    assert hand.desk.window.place == "home"
    hand.press(Key.Key_4, CTRL)
    assert hand.desk.window.place == "rack"
    QTest.mouseClick(hand.desk.window.rail.button("home"), Qt.MouseButton.LeftButton)
    assert hand.desk.window.place == "home"


def test_help_lists_the_keys(hand: Hand) -> None:
    hand.press(Key.Key_F1)
    dialog = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, ShortcutsDialog))
    assert dialog.isVisible()
    dialog.close()
    settle()


def test_a_message_that_something_was_done_goes_by_itself_and_no_other_does(hand: Hand) -> None:
    bar = hand.desk.window.message_bar
    bar._gone.setInterval(50)
    # It does not go from under the pointer, which may lie where an earlier test left it.
    QCursor.setPos(hand.desk.window.mapToGlobal(QPoint(5, 5)))
    bar.show_message("ok", "It is written.", "", passing=True)
    assert bar.isVisible()
    hand.qtbot.waitUntil(lambda: not bar.isVisible(), timeout=PATIENCE_MS)
    for severity, passing in (("ok", False), ("error", True)):
        bar.show_message("ok", "It is written.", "", passing=True)
        bar.show_message(severity, "It stays.", "", passing=passing)
        assert not bar._gone.isActive()
        assert bar.isVisible()
        assert bar.text == "It stays."
    bar.show_message("ok", "It is written.", "", passing=True)
    close = bar.findChild(IconButton)
    assert close is not None
    close.setFocus()
    fired: list[bool] = []
    bar._gone.timeout.connect(lambda: fired.append(True))
    hand.qtbot.waitUntil(lambda: len(fired) >= 2, timeout=PATIENCE_MS)
    assert bar.isVisible(), "not from under the keyboard"
