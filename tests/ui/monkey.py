"""Random use of the real window: pointer, keys, wheel, menus, dialogs, places, sizes. The same seed does the same to the same project."""

import random
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QContextMenuEvent, QDrag, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from gpudesk.ui.app.application import Desk
from tests.patience import PATIENCE_S

LEFT_OUT = {
    "file.quit",
    # A hundred thousand GPUs: for the budgets, not for a small test.
    "file.sample-site",
    # Asks machines of a network.
    "monitor.hosts",
}
"""Actions that are not triggered."""
PLACES = ("home", "size", "floor", "rack", "fabric", "power", "onsite", "catalog", "monitor")
MOST_IN_A_DIALOG = 40
"""Events after which a dialog is closed."""
STALLED_S = 10 * PATIENCE_S
"""Work that takes no processor is given up after so long. Other work may take `PATIENCE_S` of it: the sample of 100,000 GPUs, which
a click on Home opens, takes 15 s, and ten times that on the clock of a machine with much else to do."""
MOST_WITHIN = 3
"""Loops of events inside each other; from then on what is open is closed."""
REMEMBERED = 12

Key = Qt.Key
NO_KEY = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
MODIFIERS = (NO_KEY,) * 6 + (CTRL, SHIFT, ALT, CTRL | SHIFT)
NAMED_KEYS = (
    Key.Key_Return, Key.Key_Escape, Key.Key_Tab, Key.Key_Backtab, Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right, Key.Key_Delete,
    Key.Key_Space, Key.Key_F2, Key.Key_F5, Key.Key_F6, Key.Key_Home, Key.Key_End, Key.Key_PageDown, Key.Key_Plus, Key.Key_Minus,
    Key.Key_Backspace,
)  # fmt: skip
LETTERS = tuple(Key(ord(sign)) for sign in "ABCDEFGHIJKLMNOPRSTUVXYZ0123456789")
TEXTS = (
    "9999999999",
    "-1",
    "0",
    "1e999",
    "abc",
    "<b>x</b>",
    "=1+1",
    "'; --",
    "A" * 300,
    "12,5",
    "12.5 kW",
    "42 U",
    "{n}",
    "nan",
    "(",
    "[a-z",
    "%s",
)


class Stopped(AssertionError):
    """Random use of the window led to an error: the seed, the number of the event, and what was done last."""


class Monkey:
    """Uses the window of a desk at random.

    `counts` says how often each kind of thing was done, `drawn` how often it was chosen: not every kind can be done at any moment.
    """

    def __init__(self, desk: Desk, path: Path, seed: int) -> None:
        """`path` is opened again whenever no project is open."""
        self._desk, self._path, self._seed = desk, path, seed
        self._random = random.Random(seed)
        self._last: deque[str] = deque(maxlen=REMEMBERED)
        self._errors: list[str] = []
        self._number = self._most = 0
        self._within = self._in_dialog = 0
        self._dialog: QWidget | None = None
        self._busy_since_s: tuple[float, float] | None = None
        """On the clock, and of the processor."""
        self._loop = QEventLoop()
        self._timer = QTimer(singleShot=True)
        self._timer.timeout.connect(self._turn)
        self.counts: Counter[str] = Counter()
        self.drawn: Counter[str] = Counter()
        kinds: dict[Callable[[], None], int] = {
            self._act: 18,
            self._go_through_history: 4,
            self._click: 26,
            self._drag: 10,
            self._key: 18,
            self._type: 8,
            self._wheel: 5,
            self._context_menu: 4,
            self._resize: 3,
            self._go: 5,
            self._hover: 3,
        }
        self._kinds = [kind for kind, weight in kinds.items() for _ in range(weight)]
        self._deck: list[Callable[[], None]] = []

    @property
    def never_drawn(self) -> set[str]:
        """The kinds of events that were never chosen."""
        return {kind.__name__ for kind in self._kinds} - self.drawn.keys()

    def run(self, events: int) -> None:
        """Do that many things, then close what is open.

        Raises:
            Stopped: something was raised on any thread, or Qt was called wrongly.
        """
        self._most = self._number + events
        with self._listening():
            self._timer.start(0)
            self._loop.exec()
        if self._errors:
            where = f"seed {self._seed}, event {self._number}, after: " + "; ".join(self._last)
            raise Stopped(f"{where}\n{self._errors[0]}")

    # the loop

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Collect what is raised: in the loop, on threads, in jobs and where it cannot be caught."""
        before = sys.excepthook, sys.unraisablehook, threading.excepthook
        sys.excepthook = lambda _kind, error, _trace: self._note(error)
        sys.unraisablehook = lambda unraised: self._note(unraised.exc_value)
        threading.excepthook = lambda raised: self._note(raised.exc_value)
        crashed = self._desk.jobs.crashed
        crashed.disconnect()
        crashed.connect(self._note)
        try:
            yield
        finally:
            crashed.disconnect()
            crashed.connect(self._desk.crashed)
            sys.excepthook, sys.unraisablehook, threading.excepthook = before

    def _note(self, error: BaseException | None) -> None:
        self._errors.append("unknown" if error is None else "".join(traceback.format_exception(error)))

    def _turn(self) -> None:
        """The next event. It may open a loop of its own, in which the timer that is set here goes on."""
        if self._is_busy():
            self._timer.start(1)
            return
        ends = self._number >= self._most or bool(self._errors)
        if ends and not self._close_one() and not self._within:
            self._loop.quit()
            return
        self._timer.start(0)
        if ends:
            return
        self._number += 1
        self._within += 1
        try:
            self._step()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is reported with the seed
            self._note(error)
        finally:
            self._within -= 1

    def _is_busy(self) -> bool:
        """Whether work is under way; what it brings comes before the next event, so that its speed changes nothing."""
        if not self._desk.jobs.running:
            self._busy_since_s = None
            return False
        now_s = time.monotonic(), time.process_time()
        if self._busy_since_s is None:
            self._busy_since_s = now_s
        clock_s, cpu_s = (now - since for now, since in zip(now_s, self._busy_since_s, strict=True))
        if cpu_s < PATIENCE_S and clock_s < STALLED_S:
            return True
        self._errors.append(f"work is under way for {clock_s:.0f} s, {cpu_s:.0f} s of the processor")
        self._busy_since_s = None
        return False

    def _close_one(self) -> bool:
        """Close the menu or dialog in front; False where there is none."""
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if self._within:
            QDrag.cancel()
        if front is None:
            return False
        if isinstance(front, QDialog):
            front.reject()
        if isValid(front):
            front.close()
        return True

    def _step(self) -> None:
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if modal is not self._dialog:
            self._dialog, self._in_dialog = modal, 0
            self.counts["dialogs"] += modal is not None
        self._in_dialog += 1
        if self._within > MOST_WITHIN or (modal is not None and self._in_dialog > MOST_IN_A_DIALOG) or isinstance(modal, QFileDialog):
            self._say("close what is in front")
            self._close_one()
        elif isinstance(popup, QMenu):
            self._choose_from(popup)
        elif popup is None and modal is None and self._within > 1:
            self._say("end the drag")
            QDrag.cancel()
        elif not self._desk.session.is_open and self._chance(0.2):
            self._say("open the project")
            self._desk.window.files.take(self._path)
        else:
            self._draw()()

    def _draw(self) -> Callable[[], None]:
        """The next kind of event. All of them come in turn, shuffled: whatever a run meets, none is left out by chance."""
        if not self._deck:
            self._deck = self._random.sample(self._kinds, len(self._kinds))
        kind = self._deck.pop()
        self.drawn[kind.__name__] += 1
        return kind

    # what is done

    def _choose_from(self, menu: QMenu) -> None:
        entries = [
            entry for entry in menu.actions() if entry.isEnabled() and not entry.isSeparator() and entry.objectName() not in LEFT_OUT
        ]
        chosen = self._random.choice(entries) if entries and self._chance(0.6) else None
        self._say("close a menu" if chosen is None else f"choose {chosen.text()}")
        menu.close()
        if chosen is not None and isValid(chosen) and chosen.menu() is None:
            self._trigger(chosen)

    def _act(self) -> None:
        registry = self._desk.window.registry
        name = self._random.choice([spec.id for spec in registry.specs() if spec.id not in LEFT_OUT])
        if name != "file.close" or self._chance(0.2):
            self._do(name)

    def _go_through_history(self) -> None:
        """Undo or redo: a window that is clicked at random ends up with an empty project otherwise."""
        self._do("edit.undo" if self._chance(0.7) else "edit.redo")

    def _do(self, name: str) -> None:
        """Do what an action of the table does, if it can be done now."""
        if QApplication.activeModalWidget() is not None:
            return
        action = self._desk.window.registry.action(name)
        if action.isEnabled():
            self._say(f"act {name}")
            self.counts[f"act {name}"] += 1
            self._trigger(action)

    def _trigger(self, action: QAction) -> None:
        self.counts["actions"] += 1
        action.trigger()

    def _click(self) -> None:
        part, at = self._somewhere()
        button = LEFT if self._chance(0.85) else RIGHT
        self._say(f"click {_named(part)} {at.x()},{at.y()}")
        if self._chance(0.15):
            QTest.mouseDClick(part, button, self._modifier(), at)
        else:
            QTest.mouseClick(part, button, self._modifier(), at)

    def _drag(self) -> None:
        part, start = self._somewhere()
        end = self._point_in(part)
        self._say(f"drag {_named(part)} {start.x()},{start.y()} to {end.x()},{end.y()}")
        QTest.mousePress(part, LEFT, self._modifier(), start)
        for share in (0.25, 0.5, 0.75, 1.0):
            if isValid(part):
                QTest.mouseMove(part, start + (end - start) * share)
        if self._chance(0.15):
            QTest.keyClick(self._front(), Key.Key_Escape)
        if isValid(part):
            QTest.mouseRelease(part, LEFT, NO_KEY, end)

    def _key(self) -> None:
        key, modifier = self._random.choice(NAMED_KEYS + LETTERS), self._modifier()
        part = self._focused()
        self._say(f"key {key.name} {modifier.name} on {_named(part)}")
        QTest.keyClick(part, key, modifier)

    def _type(self) -> None:
        part = self._focused()
        if not isinstance(part, QLineEdit | QTextEdit | QPlainTextEdit | QAbstractSpinBox | QComboBox):
            part, _ = self._somewhere()
            # What takes no focus from a person gets none here.
            if part.focusPolicy() is not Qt.FocusPolicy.NoFocus:
                self._say(f"focus {_named(part)}")
                part.setFocus()
            return
        text = self._random.choice(TEXTS)
        self._say(f"type {text[:12]} into {_named(part)}")
        if self._chance(0.5) and not isinstance(part, QComboBox):
            part.selectAll()
        QTest.keyClicks(part, text)
        if self._chance(0.6) and isValid(part):
            QTest.keyClick(part, self._random.choice((Key.Key_Return, Key.Key_Tab)))

    def _wheel(self) -> None:
        part, at = self._somewhere()
        turned = QPoint(0, self._random.choice((120, -120, 600, -600)))
        self._say(f"wheel {turned.y()} over {_named(part)}")
        place, nothing, phase = QPointF(at), Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(place, part.mapToGlobal(place), QPoint(), turned, nothing, self._modifier(), phase, False)
        QApplication.sendEvent(part, event)

    def _context_menu(self) -> None:
        part, at = self._somewhere()
        self._say(f"context menu of {_named(part)}")
        QApplication.sendEvent(part, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, part.mapToGlobal(at)))

    def _resize(self) -> None:
        wide, high = self._random.randint(500, 2600), self._random.randint(300, 1600)
        self._say(f"resize to {wide} × {high}")
        self._desk.window.resize(wide, high)

    def _go(self) -> None:
        if QApplication.activeModalWidget() is None:
            place = self._random.choice(PLACES)
            self._say(f"go to {place}")
            self.counts[place] += 1
            self._desk.window.go(place)

    def _hover(self) -> None:
        part, at = self._somewhere()
        self._say(f"hover over {_named(part)}")
        QTest.mouseMove(part, at)
        if isValid(part):
            QApplication.sendEvent(part, QHelpEvent(QEvent.Type.ToolTip, at, part.mapToGlobal(at)))

    # choices

    def _say(self, text: str) -> None:
        self._last.append(text)
        self.counts[text.split(maxsplit=1)[0]] += 1

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _modifier(self) -> Qt.KeyboardModifier:
        return self._random.choice(MODIFIERS)

    def _front(self) -> QWidget:
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._desk.window

    def _focused(self) -> QWidget:
        return QApplication.focusWidget() or self._front()

    def _somewhere(self) -> tuple[QWidget, QPoint]:
        """A part of what is in front that is seen, and a point in it."""
        front = self._front()
        # Not by `findChildren`: PySide then takes all of them for parts of the window again, which hides what took them from it.
        parts = [part for part in QApplication.allWidgets() if part.isVisible() and part.width() > 2 and part.height() > 2]
        parts = sorted((part for part in parts if front.isAncestorOf(part)), key=lambda part: _placed(part, front))
        part = self._random.choice([*parts, front])
        return part, self._point_in(part)

    def _point_in(self, part: QWidget) -> QPoint:
        return QPoint(self._random.randrange(max(1, part.width())), self._random.randrange(max(1, part.height())))


def _placed(part: QWidget, front: QWidget) -> tuple[str, str, int, int, int, int]:
    """What orders parts in the same way in each run."""
    corner = part.mapTo(front, QPoint())
    return type(part).__name__, part.objectName(), corner.x(), corner.y(), part.width(), part.height()


def _named(part: Any) -> str:
    return f"{type(part).__name__} {part.objectName()}".strip()
