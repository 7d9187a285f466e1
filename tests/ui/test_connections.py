"""No connection of the interface outlives what it calls; see docs/decisions/language-rebuilds-the-window.md."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

import gpudesk.ui
from gpudesk.ui.toolkit.actions import ActionRegistry, ActionSpec
from tests.ui.connections import Sources, forget_trees, wrong_registrations

_HEAD = """
class Page(QWidget):
    changed = Signal()

    def __init__(self, session, model, parent=None):
        super().__init__(parent)
        self._session = session
        self._later = QTimer(self)
        self.table = DeskTable()
"""
_TAIL = """
    def _look(self):
        pass

class DeskTable(QTableView):
    pass

class Plain:
    def __init__(self, session):
        session.changed.connect(self.take)

    def take(self):
        pass
"""


@pytest.fixture(autouse=True, scope="module")
def _nothing_is_kept() -> Iterator[None]:
    yield
    forget_trees()


def _problems(lines: str) -> list[str]:
    """What is said of the connections that these lines of a page make."""
    body = "\n".join(f"        {line}" for line in lines.splitlines())
    return [each.problem for each in Sources({"page.py": f"{_HEAD}{body}\n{_TAIL}"}).connections if each.receiver != "self.take"]


def test_nothing_that_lives_longer_is_connected_to_a_lambda_a_partial_or_a_nested_function() -> None:
    sources = Sources.of_folder(Path(gpudesk.ui.__file__).parent)
    assert len(sources.connections) > 1000
    assert [str(each) for each in sources.connections if each.problem] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("session.changed.connect(lambda _: self._later.start())", "a lambda"),
        ("self._session.changed.connect(lambda _: self._look())", "a lambda"),
        ("session.changed.connect(partial(self._look, 1))", "a partial"),
        ("session.changed.connect(self.changed.emit)", "emit of a signal: connect the signal itself"),
        ("model.changed.connect(lambda: self._look())", "a lambda"),
        ("theme.notifier().changed.connect(lambda: self.update())", "a lambda"),
        ("QApplication.instance().aboutToQuit.connect(lambda: self._look())", "a lambda"),
        ("QGuiApplication.clipboard().dataChanged.connect(lambda: self._look())", "a lambda"),
        ("self.window().chosen.connect(lambda: self._look())", "a lambda"),
        ("self._job = session.do(verb)\nself._job.ended.connect(lambda whole: self._look())", "a lambda"),
        ("for signal in (session.opened, self._later.timeout):\n    signal.connect(lambda: self._look())", "a lambda"),
        ("def look():\n    pass\nsession.changed.connect(look)", "a nested function"),
    ],
)
def test_what_may_call_into_what_has_gone_is_named(line: str, problem: str) -> None:
    assert _problems(line) == [problem]


@pytest.mark.parametrize(
    "line",
    [
        "session.changed.connect(self._look)",
        "session.changed.connect(self.changed)",
        "self._later.timeout.connect(lambda: self._look())",
        "self.table.selectionModel().currentChanged.connect(lambda *_: self._look())",
        "self.changed.connect(lambda: self._look())",
        "button = QPushButton(self)\nbutton.clicked.connect(lambda: self._look())",
        "for box in (QCheckBox(self), self.table):\n    box.toggled.connect(lambda: self._look())",
        "for signal in (self._later.timeout, self.table.activated):\n    signal.connect(lambda: self._look())",
    ],
)
def test_what_goes_with_its_sender_may_be_connected_to_anything(line: str) -> None:
    assert _problems(line) == [""]


def test_a_method_of_what_is_no_qt_object_stays_connected_and_is_named() -> None:
    found = Sources({"page.py": f"{_HEAD}{_TAIL}"}).connections
    assert [str(each) for each in found] == [
        "page.py:19: session.changed → self.take: a method of Plain, which is no QObject",
    ]


def test_only_children_of_the_window_connect_to_its_actions() -> None:
    folder = Path(gpudesk.ui.__file__).parent
    sources = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}
    assert sum("connect_action" in text for text in sources.values()) > 20
    assert [line for path, text in sources.items() for line in wrong_registrations(path, text)] == []


@pytest.mark.parametrize(
    ("base", "parent", "wrong"), [("QObject", "window", 0), ("QObject", "page", 1), ("QObject", "", 1), ("Plain", "window", 1)]
)
def test_what_does_not_live_as_long_as_the_actions_is_named(base: str, parent: str, wrong: int) -> None:
    source = f"""
class Commands({base}):
    def __init__(self, window, page):
        super().__init__({parent})
        connect = window.registry.connect_action
        connect("file.new", lambda: self.new())
"""
    assert len(wrong_registrations("commands.py", source)) == wrong


def test_an_action_does_not_call_into_what_has_gone(qtbot: QtBot) -> None:
    registry = ActionRegistry([ActionSpec("a.do", "Do", "")], [], {})
    seen: list[object] = []

    class Commands(QObject):
        def do(self) -> None:
            seen.append(self)

        def switch(self, on: bool) -> None:
            seen.append(on)

    commands = Commands()
    registry.connect_action("a.do", partial(commands.do))
    registry.connect_switch("a.do", commands.switch)
    registry.action("a.do").trigger()
    assert seen == [commands, False]
    shiboken6.delete(commands)
    registry.action("a.do").trigger()
    assert len(seen) == 2
