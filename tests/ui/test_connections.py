"""No connection of the interface outlives what it calls; see docs/decisions/language-rebuilds-the-window.md."""

from pathlib import Path

import pytest

import gpudesk.ui
from tests.ui.connections import Sources

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
