"""The keys of a terminal, and its size as it changes; the terminal is left as it was."""

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Self

_NAMES = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "[H": "home", "[F": "end",
    "[1~": "home", "[4~": "end", "[7~": "home", "[8~": "end", "[5~": "pageup", "[6~": "pagedown", "[11~": "f1",
    "OA": "up", "OB": "down", "OC": "right", "OD": "left", "OH": "home", "OF": "end", "OP": "f1",
}  # fmt: skip
"""What terminals send behind ESC for keys without a letter (ECMA-48, xterm and rxvt)."""
_PLAIN = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", "\x03": "interrupt", "\x04": "interrupt"}
_ESCAPE_S = 0.05
"""Input within this time after ESC is part of its sequence."""
_ENDING = ("SIGINT", "SIGTERM", "SIGHUP")


class Keys:
    """Reads single keys while entered, and is woken by signals. If the input is not a terminal, there are only signals.

    Attributes:
        on: whether keys are available.
        ended: whether a signal requested the end.
        stopping: whether the shell requested a pause (Ctrl+Z).
    """

    def __init__(self) -> None:
        self.on = False
        self.ended = False
        self.stopping = False
        self._read = ""
        self._input = -1
        self._before: list[object] = []
        self._handlers: dict[int, object] = {}
        self._wake: tuple[int, int] = (-1, -1)
        self._wake_before = -1

    def __enter__(self) -> Self:
        names = (*_ENDING, "SIGWINCH", "SIGTSTP")
        self._wake = os.pipe()
        for end in self._wake:
            os.set_blocking(end, False)
        if sys.platform != "win32":
            self._wake_before = signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        for name in names:
            number = getattr(signal, name, None)
            if number is not None:
                self._handlers[number] = signal.signal(number, self._signalled)
        self._begin()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        if sys.platform != "win32":
            signal.set_wakeup_fd(self._wake_before)
        for end in self._wake:
            os.close(end)

    def _signalled(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self.stopping = True
        elif number != getattr(signal, "SIGWINCH", None):
            self.ended = True

    def _begin(self) -> None:
        if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
            return
        import termios
        import tty

        self._input = sys.stdin.fileno()
        try:
            self._before = termios.tcgetattr(self._input)
            tty.setcbreak(self._input)
        except termios.error:
            return
        self.on = True

    def _give_back(self) -> None:
        if not self.on or sys.platform == "win32":
            return
        import contextlib
        import termios

        self.on = False
        # A terminal that is gone needs nothing back.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)  # type: ignore[arg-type]

    def pause(self) -> None:
        """Stop as requested by the shell, with the terminal restored; returns when the shell resumes it."""
        self._give_back()
        self.stopping = False
        if sys.platform != "win32":
            own_handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, own_handler)
        self._begin()

    def wait(self, until_s: float) -> list[str]:
        """The keys pressed, as soon as there are any or a signal came; none once the time is over (by the clock that never jumps)."""
        if sys.platform == "win32":
            # There only sockets can be waited for.
            while not self.ended and time.monotonic() < until_s:
                time.sleep(min(_ESCAPE_S, max(until_s - time.monotonic(), 0.0)))
            return []
        watched = [self._wake[0], *([self._input] if self.on else [])]
        ready, _, _ = select.select(watched, [], [], max(until_s - time.monotonic(), 0.0))
        if self._wake[0] in ready:
            os.read(self._wake[0], 4096)
        return list(self._keys()) if self.on and self._input in ready else []

    def _more(self) -> None:
        try:
            chunk = os.read(self._input, 4096)
        except OSError:
            chunk = b""
        if not chunk:
            # The terminal is gone, or its input was closed.
            self.on = False
            self.ended = True
        self._read += chunk.decode("utf-8", "ignore")

    def _keys(self) -> Iterator[str]:
        self._more()
        while self._read:
            first, self._read = self._read[0], self._read[1:]
            if first != "\x1b":
                yield _PLAIN.get(first, first)
                continue
            if not self._read and self.on and select.select([self._input], [], [], _ESCAPE_S)[0]:
                self._more()
            if not self._read:
                yield "escape"
                continue
            if self._read[0] not in "[O" or len(self._read) == 1:
                # A letter with Alt: no key of ours.
                self._read = self._read[1:]
                continue
            end = next((at for at, character in enumerate(self._read) if at and "@" <= character <= "~"), len(self._read) - 1)
            sequence, self._read = self._read[: end + 1], self._read[end + 1 :]
            name = _NAMES.get(sequence)
            if name is not None:
                yield name
