"""The program as its own process in a real window, and a hand and an eye for it: xdotool moves the pointer and presses keys."""

import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage

from tests.patience import PATIENCE_S, until

ROOT = Path(__file__).resolve().parents[2]
_PAUSE_S = 0.03


class Eye:
    """Takes pictures of an X display, by a small program that stays for as long as it is needed."""

    def __init__(self, display: str, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
        self._program = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.eye"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        )

    def look(self, part: QRect) -> QImage:
        """A part of the screen as it is now. The last pictures of the whole stay in the folder."""
        self._count += 1
        # Packing a picture of the screen takes longer than taking it.
        path = self._folder / f"screen-{self._count % 8}.bmp"
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(f"{path}\n")
        self._program.stdin.flush()
        assert self._program.stdout.readline() == "seen\n", "the program that takes pictures has ended"
        return QImage(str(path)).copy(part)

    def close(self) -> None:
        """End the program."""
        assert self._program.stdin is not None
        self._program.stdin.close()
        self._program.wait(timeout=PATIENCE_S)
        assert self._program.stdout is not None
        self._program.stdout.close()


class RealWindow:
    """One start of the program on a project, until it is quit."""

    def __init__(self, display: str, path: Path) -> None:
        self._environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "PYTHONWARNINGS": "default"}
        self._name = path.name
        self._program = subprocess.Popen(
            [sys.executable, "-m", "gpudesk", str(path)], cwd=ROOT, env=self._environment, stderr=subprocess.PIPE, text=True
        )
        self._window = ""

    def __enter__(self) -> Self:
        self.find()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait(timeout=PATIENCE_S)
        if self._program.stderr is not None:
            self._program.stderr.close()

    def find(self) -> None:
        """Wait for the window of the project and give it the keyboard; there is no window manager to do it."""
        before = self._window

        def found() -> bool:
            if self._program.poll() is not None:
                raise AssertionError(f"the program has ended: {self.last_words()}")
            seen = self._run("search", "--onlyvisible", "--name", f"^{self._name} – GPU Desk$").split()
            self._window = next((window for window in seen if window != before), "")
            return bool(self._window)

        until(found, f"a window on {self._name}")
        self._do("windowfocus", "--sync", self._window)

    @property
    def place(self) -> QRect:
        """Where the window is on the screen now: a new one may still go to its place. Points are counted from its corner."""
        told = dict(line.split("=") for line in self._run("getwindowgeometry", "--shell", self._window).splitlines())
        return QRect(int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"]))

    def point(self, to: QPoint) -> None:
        """Move the pointer."""
        at = to + self.place.topLeft()
        self._do("mousemove", str(at.x()), str(at.y()))

    def click(self, at: QPoint) -> None:
        """Click with the left button."""
        self.point(at)
        self._do("click", "1")

    def carry(self, way: Iterable[QPoint]) -> None:
        """Press at the first point and move over the others with the button held."""
        first, *others = way
        self.point(first)
        self._do("mousedown", "1")
        for point in others:
            self.point(point)
            time.sleep(_PAUSE_S)

    def let_go(self) -> None:
        """Release the button."""
        self._do("mouseup", "1")

    def press(self, *keys: str) -> None:
        """Press keys, such as "ctrl+z"."""
        self._do("key", "--clearmodifiers", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._do("type", "--delay", "12", text)

    def ended(self) -> int:
        """Wait until the program has ended; its exit code."""
        return self._program.wait(timeout=PATIENCE_S)

    def last_words(self) -> str:
        """What the program wrote to its standard error, after it has ended."""
        return "" if self._program.stderr is None else self._program.stderr.read()

    def _run(self, *words: str) -> str:
        return subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, check=False, timeout=PATIENCE_S
        ).stdout

    def _do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment, capture_output=True, check=True, timeout=PATIENCE_S)
