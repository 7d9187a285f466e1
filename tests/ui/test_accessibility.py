"""Every control that takes the keyboard has a name, everything can be reached, and nothing is too small to hit."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QWidget

from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog
from gpudesk.ui.app.render import settle
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.theme import theme
from gpudesk.ui.toolkit.translate import language
from gpudesk.ui.toolkit.widgets.field_rows import EditorRow
from tests.patience import PATIENCE_MS
from tests.ui.hand import Hand

LEAST = 24
DIALOGS = (
    "file.new",
    "project.site",
    "project.baseline",
    "project.checklist-items",
    "project.phases",
    "project.keep-version",
    "project.versions",
    "project.update-types",
    "project.remarks",
    "place.new-hall",
    "place.new-row",
    "place.new-rack",
    "place.fill",
    "place.auto",
    "place.reserve",
    "help.shortcuts",
    "help.about",
)


def shown(root: QWidget) -> Iterator[QWidget]:
    """The widgets that are seen in a window."""
    yield from (widget for widget in [root, *root.findChildren(QWidget)] if widget.isVisible())


def is_part_of_editor(widget: QWidget) -> bool:
    """Whether it is the field inside a spin box or a list, which speaks for it."""
    return isinstance(widget, QLineEdit) and isinstance(widget.parentWidget(), QAbstractSpinBox | QComboBox)


def name_of(widget: QWidget) -> str:
    """What a screen reader calls a widget: its name, for a choice that of its label."""
    if isinstance(widget, QComboBox):
        if widget.accessibleName():
            return widget.accessibleName()
        parent = widget.parentWidget()
        labels = [] if parent is None else parent.findChildren(QLabel)
        return next((label.text() for label in labels if label.buddy() is widget), "")
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def nameless(root: QWidget) -> set[str]:
    """The controls without a name."""
    return {
        f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        for widget in shown(root)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not is_part_of_editor(widget) and not name_of(widget).strip()
    }


def too_small(root: QWidget) -> set[str]:
    """The controls that are hard to hit; the row of an editor belongs to it."""
    found = set()
    for widget in shown(root):
        if not isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QAbstractSpinBox) or is_part_of_editor(widget):
            continue
        hit = widget.parentWidget() if isinstance(widget.parentWidget(), EditorRow) else widget
        assert hit is not None
        if hit.width() < LEAST or hit.height() < LEAST:
            found.add(f"{type(widget).__name__} {name_of(widget)!r}: {hit.width()} × {hit.height()}")
    return found


def look_at(root: QWidget) -> None:
    """Demand of everything in a window what this file is about."""
    settle()
    assert nameless(root) == set()
    assert too_small(root) == set()


@pytest.fixture(params=["en", "es"])
def spoken(request: pytest.FixtureRequest, open_desk: Callable[[], Hand], tmp_path: Path) -> Hand:
    """The window in each language, which was chosen before: test_rebuilt_window.py is about choosing it."""
    settings = Settings()
    settings.theme, settings.language = "light", request.param
    settings.sync()
    hand = open_desk()
    assert language() == request.param
    hand.create(tmp_path / "site.gpudesk")
    hand.look_at_drawing()
    return hand


def test_home(spoken: Hand) -> None:
    spoken.desk.window.go("home")
    look_at(spoken.desk.window)


def test_the_rack_place_with_any_selection(spoken: Hand) -> None:
    for selection in [(), ("dgx-001",), ("A01",), ("dgx-001", "leaf-1"), ("dgx-001", "A02")]:
        spoken.select(*selection)
        look_at(spoken.desk.window)


def test_a_reservation_the_palette_a_message_and_a_question(spoken: Hand) -> None:
    window = spoken.desk.window
    spoken.click(spoken.at("A03", 60, 16))
    look_at(window)
    window.palette_view.open("a")
    look_at(window)
    window.palette_view.dismiss()
    window.message_bar.show_message("error", "What", "How")
    window.rack.problems.prompt.ask("Why?", "Exclude")
    look_at(window)


def test_an_empty_project(spoken: Hand, tmp_path: Path) -> None:
    spoken.desk.session.create(tmp_path / "empty.gpudesk")
    spoken.qtbot.waitUntil(lambda: spoken.desk.session.is_open and spoken.snapshot["rack"].rows == 0, timeout=PATIENCE_MS)
    spoken.rest()
    look_at(spoken.desk.window)


@pytest.mark.parametrize("name", ["dark", "contrast"])
def test_other_themes(hand: Hand, name: str) -> None:
    hand.select("dgx-001")
    hand.do(f"view.theme.{name}")
    assert theme.current().name == name
    look_at(hand.desk.window)


def test_every_dialog(spoken: Hand) -> None:
    """One after the other in one window, as people open them; a window for each would take most of the time."""
    spoken.select("dgx-001")
    for action in DIALOGS:
        spoken.do(action)
        open_now = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog) and widget.isVisible()]
        assert len(open_now) == 1, action
        look_at_dialog(open_now[0], action)


def look_at_dialog(dialog: QDialog, action: str) -> None:
    """Demand that a dialog has a name and that Tab reaches all of it, and close it by Escape."""
    assert dialog.accessibleName(), action
    look_at(dialog)
    reached = keyboard_round(dialog)
    reachable = {
        widget
        for widget in shown(dialog)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabled()
        and widget.focusProxy() is None
        and not is_part_of_editor(widget)
        and not isinstance(widget, QAbstractSpinBox)
    }
    assert reached >= reachable, action
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    settle()
    assert not any(widget.isVisible() for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog)), action


def keyboard_round(root: QWidget) -> set[QWidget]:
    """The widgets that Tab reaches, with those for which they stand."""
    reached: set[QWidget] = set()
    for _ in range(150):
        at = QApplication.focusWidget()
        if at is not None:
            if at in reached:
                break
            reached.add(at)
        QTest.keyClick(at or root, Qt.Key.Key_Tab)
    return reached


def test_the_report_of_a_crash(spoken: Hand) -> None:
    spoken.desk.crashed(RuntimeError("a defect of the test"))
    settle()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, CrashDialog)
    look_at(dialog)
    dialog.reject()
    settle()


def test_menus_have_names_and_reasons(spoken: Hand) -> None:
    for action in spoken.desk.window.menu_line.actions():
        menu = action.menu()
        assert action.text()
        assert menu is not None
    for spec in spoken.desk.window.registry.specs():
        action = spoken.desk.window.registry.action(spec.id)
        assert action.text()
        assert action.toolTip()


def test_the_drawing_tells_what_is_selected(spoken: Hand) -> None:
    canvas = spoken.canvas
    spoken.select("dgx-002")
    face = QAccessible.queryAccessibleInterface(canvas)
    assert face.text(QAccessible.Text.Name)
    assert "dgx-002" in face.text(QAccessible.Text.Description)
    table = canvas.selection_table
    assert [table.data(table.index(0, column)) for column in range(4)][0::2] == ["dgx-002", "A01"]
    spoken.select("dgx-001", "leaf-1")
    assert table.rowCount() == 2


def test_a_click_beside_an_editor_s_frame_belongs_to_the_editor(hand: Hand) -> None:
    hand.select("dgx-001")
    row = next(each for each in hand.desk.window.rack.inspector.findChildren(EditorRow) if each.label() == "Notes")
    QTest.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.rect().topLeft())
    assert row.editor.hasFocus()


def test_a_part_of_a_choice_shows_that_it_has_the_keyboard(hand: Hand) -> None:
    hand.desk.window.go("monitor")
    button = hand.desk.window.monitor.focus.window_choice.button("4min")
    colour = theme.current().focus_ring

    def shows() -> bool:
        picture = button.grab().toImage()
        return picture.pixelColor(picture.width() // 2, 1) == colour

    assert not shows()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert shows()
