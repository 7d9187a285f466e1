"""The program that the tests of one module share, one after another, as long as each leaves it like a program that was just started.

To start the program and to make its places takes up to half the time of a test of the interface. After each test the project is closed, and
everything that a person can set is compared with a program in which nothing was set. A program that differs in anything is closed, and the
next test starts its own; so does a test that has put something into its home before. GPUDESK_OWN_WINDOWS=1 starts one for every test.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QMainWindow,
    QTabBar,
    QWidget,
)

from gpudesk.locate import HOME_VARIABLE
from gpudesk.ui.app.application import Desk
from gpudesk.ui.app.render import settle, wait_until
from gpudesk.ui.toolkit import quantities, translate
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.theme import theme
from tests.patience import PATIENCE_S
from tests.ui.built import put_built
from tests.ui.hand import PLAN, SIZE

PASSING = ("recent/", "window/place", "window/geometry", "window/underlay-paper")
"""What the program keeps of each project, and takes back here."""
OF_A_PROJECT = frozenset({"rack", "floor"})
"""The places whose state goes with the project; others keep what is asked for, folded or watched."""
PASSING_FILES = ("cache/recent/", "cache/open/")
"""The files that it keeps of each project."""


def _values(settings: QSettings) -> dict[str, Any]:
    return {key: settings.value(key) for key in settings.allKeys() if not key.startswith(PASSING)}


def _files(home: Path) -> set[str]:
    names = (path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file())
    return {name for name in names if not name.startswith(PASSING_FILES)}


def _checked(button: QAction | QAbstractButton) -> Any:
    return button.isChecked() if button.isCheckable() else None


def _current(box: QComboBox) -> Any:
    # What has no lines before a project has filled it is chosen by the program.
    return box.currentIndex() if box.count() else None


def _columns(head: QHeaderView) -> Any:
    hidden = {section for section in range(head.count()) if head.isSectionHidden(section)}
    return head.sortIndicatorSection(), head.sortIndicatorOrder(), tuple(sorted(hidden))


def _docked(dock: QDockWidget) -> Any:
    parent = dock.parentWidget()
    return dock.isFloating(), dock.isHidden(), parent.dockWidgetArea(dock) if isinstance(parent, QMainWindow) else None


_READERS: tuple[tuple[type[QObject], Callable[[Any], Any]], ...] = (
    (QAction, _checked),
    (QAbstractButton, _checked),
    (QLineEdit, QLineEdit.text),
    (QComboBox, _current),
    (QTabBar, QTabBar.currentIndex),
    (QHeaderView, _columns),
    (QDockWidget, _docked),
)


_reader_of: dict[type[QObject], Callable[[Any], Any] | None] = {}


def _reader(kind: type[QObject]) -> Callable[[Any], Any] | None:
    """What reads what a person has set in a control of that class; None for one that shows only what the program says."""
    if kind not in _reader_of:
        _reader_of[kind] = next((read for base, read in _READERS if issubclass(kind, base)), None)
    return _reader_of[kind]


def controls(window: QWidget) -> dict[str, Any]:
    """What is set in each control of a window, by the place of the control in the tree of objects."""
    values: dict[str, Any] = {}
    _collect(window, "", values)
    return values


def _collect(parent: QObject, path: str, values: dict[str, Any]) -> None:
    counts: dict[str, int] = {}
    for child in parent.children():
        class_ = type(child)
        name = child.objectName()
        if isinstance(child, QAction):
            if name and (value := _checked(child)) is not None:
                values[name] = value
            continue
        if isinstance(child, QDialog):
            continue
        kind = name or class_.__name__
        count = counts[kind] = counts.get(kind, -1) + 1
        place = f"{path}/{kind}{count}"
        read = _reader(class_)
        if read is not None and (value := read(child)) is not None:
            values[place] = value
        _collect(child, place, values)


@cache
def _at_rest(made: frozenset[str]) -> dict[str, Any]:
    """The controls of a program whose person has only looked at these places of a project and closed it."""
    with TemporaryDirectory() as folder:
        home = os.environ[HOME_VARIABLE]
        os.environ[HOME_VARIABLE] = folder
        try:
            path = Path(folder) / "small.gpudesk"
            put_built(path, PLAN)
            settings = Settings()
            settings.theme, settings.language = "light", "en"
            desk = Desk(settings)
            desk.window.resize(*SIZE)
            desk.show()
            desk.session.open(path)
            wait_until(lambda: desk.session.findings is not None and desk.jobs.running == 0, PATIENCE_S)
            for name in sorted(made):
                desk.window.go(name)
                settle()
                wait_until(lambda: desk.jobs.running == 0, PATIENCE_S)
            _close_project(desk)
            at_rest = controls(desk.window)
            desk.close()
            settle()
            return at_rest
        finally:
            os.environ[HOME_VARIABLE] = home


def _close_project(desk: Desk) -> None:
    """Close it, unpainted: the next test enables the updates of the window."""
    desk.window.setUpdatesEnabled(False)
    desk.session.close()
    wait_until(lambda: desk.jobs.running == 0, PATIENCE_S)
    if desk.window.place != "home":
        desk.window.go("home")
    settle()
    wait_until(lambda: desk.jobs.running == 0, PATIENCE_S)


class DeskKeeper:
    """Keeps the program of one test for the next.

    Attributes:
        home: the user folder of the program that is kept; None while none is.
    """

    def __init__(self) -> None:
        self.home: Path | None = None
        self._desk: Desk | None = None
        self._window: weakref.ref[QWidget] | None = None
        self._settings: dict[str, Any] = {}
        self._files: set[str] = set()

    def note(self, desk: Desk, home: Path) -> None:
        """Look at a program that was just started, so that it can be kept."""
        # Weak: tests look for windows that something keeps.
        self._window = weakref.ref(desk.window)
        self._settings = _values(desk.settings._store)
        self._files = _files(home)

    def take(self, home: Path) -> Desk | None:
        """The program that was kept, if nothing was put into its home since."""
        desk = self._desk
        if desk is None:
            return None
        given = _values(desk.settings._store)
        if self.home == home and given == self._settings and _files(home) == self._files:
            self._desk, self.home = None, None
            return desk
        name = desk.settings.file_name()
        self.drop()
        # The test's own program starts with what the test has put there, not with what the closed one left.
        store = QSettings(name, QSettings.Format.IniFormat)
        store.clear()
        for key, value in given.items():
            store.setValue(key, value)
        store.sync()
        return None

    def keep(self, desk: Desk, home: Path) -> bool:
        """Close the project and keep the program for the next test; False if something in it is not as it was."""
        if os.environ.get("GPUDESK_OWN_WINDOWS") or not self._is_as_started(desk, home):
            return False
        self._desk, self.home = desk, home
        return True

    def drop(self) -> None:
        """Close what is kept."""
        desk, self._desk, self.home = self._desk, None, None
        if desk is not None:
            desk.close()

    @property
    def holds(self) -> bool:
        """Whether a program is kept."""
        return self._desk is not None

    def _is_as_started(self, desk: Desk, home: Path) -> bool:
        window = desk.window
        if self._window is None or self._window() is not window:
            return False
        if not window.isVisible() or desk.last_report or not window._made().keys() <= OF_A_PROJECT:
            return False
        if any(one.isVisible() for one in QApplication.topLevelWidgets() if one is not window):
            return False
        if (theme.choice(), translate.language(), quantities.unit_system()) != ("light", "en", "metric"):
            return False
        _close_project(desk)
        store = desk.settings._store
        for key in store.allKeys():
            if key.startswith(PASSING):
                store.remove(key)
        store.sync()
        window.home.refresh()
        if _values(store) != self._settings or _files(home) != self._files:
            return False
        at_rest = _at_rest(frozenset(window._made()))
        return all(at_rest.get(name, value) == value for name, value in controls(window).items())
