from collections import defaultdict

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMenuBar, QWidget
from pytestqt.qtbot import QtBot

from gpudesk.ui.action_table import ACTIONS, CONDITIONS, MENUS
from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.actions import WINDOW, ActionRegistry, markdown_table, plain_text
from tests.ui.showing import show


@pytest.fixture
def registry(qtbot: QtBot) -> ActionRegistry:
    return ActionRegistry(ACTIONS, MENUS, CONDITIONS)


def test_the_table_is_whole() -> None:
    paths = {menu.path for menu in MENUS}
    assert len({spec.id for spec in ACTIONS}) == len(ACTIONS)
    assert len(paths) == len(MENUS)
    known = set(icons.names())
    for spec in ACTIONS:
        assert spec.text
        assert spec.menu in paths, spec.id
        assert not spec.icon or spec.icon in known, spec.id
        assert set(spec.needs) <= set(CONDITIONS), spec.id
    assert {need for spec in ACTIONS for need in spec.needs} == set(CONDITIONS)
    for menu in MENUS:
        assert not menu.icon or menu.icon in known, menu.path
        assert "/" not in menu.path or menu.path.rpartition("/")[0] in paths


def test_no_two_actions_answer_one_key() -> None:
    taken: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for spec in ACTIONS:
        for shortcut in spec.shortcuts:
            sequence = QKeySequence(shortcut)
            assert not sequence.isEmpty(), f"{spec.id}: {shortcut} is no key"
            taken[sequence.toString()].append((spec.context, spec.id))
    for keys, users in taken.items():
        contexts = [context for context, _ in users]
        assert len(contexts) == len(set(contexts)), f"{keys}: {users}"
        assert len(contexts) == 1 or WINDOW not in contexts, f"{keys}: {users}"


def test_mnemonics_of_the_menu_bar_differ() -> None:
    letters = [menu.text.partition("&")[2][:1].lower() for menu in MENUS if "/" not in menu.path]
    assert all(letters)
    assert len(letters) == len(set(letters))


def test_menus_hold_every_action_once(qtbot: QtBot, registry: ActionRegistry) -> None:
    bar = QMenuBar()
    qtbot.addWidget(bar)
    registry.fill_menu_bar(bar)
    shown = [action for menu in MENUS for action in registry.menu(menu.path).actions()]
    for spec in ACTIONS:
        assert shown.count(registry.action(spec.id)) == 1, spec.id
    assert [action.text() for action in bar.actions()] == [menu.text for menu in MENUS if "/" not in menu.path]


def test_a_disabled_action_says_why(registry: ActionRegistry) -> None:
    undo = registry.action("edit.undo")
    assert not undo.isEnabled()
    assert undo.toolTip() == "Open a project first."
    registry.set_met({"project", "writable", "undo"})
    assert undo.toolTip() == "Open a drawing or Power first."
    registry.set_met({"project", "writable", "editor"})
    assert undo.toolTip() == "There is nothing to undo."
    registry.set_met({"project", "writable", "editor", "undo"})
    assert undo.isEnabled()
    assert "Ctrl+Z" in undo.toolTip()
    assert registry.reason_disabled("edit.redo", {"project", "writable", "editor"}) == "There is nothing to redo."
    assert not registry.reason_disabled("edit.undo", {"project", "writable", "editor", "undo"})


def test_actions_are_connected_by_their_id(registry: ActionRegistry) -> None:
    done: list[str] = []
    registry.set_met(CONDITIONS)
    registry.connect_action("edit.undo", lambda: done.append("undo"))
    registry.connect_switch("view.panel.catalog", lambda on: done.append(f"catalog {on}"))
    registry.action("edit.undo").trigger()
    registry.action("view.panel.catalog").trigger()
    assert done == ["undo", "catalog True"]


def test_choices_exclude_each_other(registry: ActionRegistry) -> None:
    registry.set_checked("view.theme.dark")
    registry.set_checked("view.theme.light")
    assert not registry.action("view.theme.dark").isChecked()


def test_shortcuts_of_a_context_work_only_there(qtbot: QtBot, registry: ActionRegistry) -> None:
    window = QWidget()
    canvas, other = QLineEdit(window), QLineEdit(window)
    other.move(0, 40)
    canvas.setReadOnly(True)
    registry.set_met(CONDITIONS)
    registry.attach(canvas, "canvas")
    done: list[str] = []
    registry.connect_action("view.rear", lambda: done.append("rear"))
    show(qtbot, window)
    other.setFocus()
    QTest.keyClicks(other, "2")
    assert done == []
    canvas.setFocus()
    QTest.keyClicks(canvas, "2")
    assert done == ["rear"]


def test_the_palette_is_made_from_the_table(registry: ActionRegistry) -> None:
    items = {item.id: item for item in registry.palette_items()}
    assert set(items) == {spec.id for spec in ACTIONS}
    assert items["file.open"].text == "Open"
    assert items["file.open"].shortcut == "Ctrl+O"
    assert items["view.theme.dark"].detail == "View · Theme"
    assert not items["edit.undo"].enabled
    assert items["edit.undo"].detail == "Open a project first."


def test_the_documentation_lists_every_action() -> None:
    table = markdown_table(ACTIONS, MENUS)
    assert table.count("\n") == len(ACTIONS) + 2
    assert "| Undo | `Ctrl+Z` | Edit |" in table
    assert "| Dark |  | View › Theme |" in table


def test_plain_text() -> None:
    assert plain_text("&Save && close…") == "Save & close"
