"""A program in a real pseudo terminal, and what is on its screen."""

import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Self

from tests.patience import PATIENCE_S

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

_PARTS = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])|\x1b(.)|([\r\n])|([^\x1b\r\n]+)")
_UNFINISHED = re.compile(r"\x1b(\[[?0-9;]*)?\Z")


class Terminal:
    """Starts a command with input and output in a terminal of its own, and keeps all that it writes.

    Attributes:
        told: all that was written.
        set_before: how the terminal was set before it began.
    """

    def __init__(
        self, command: Sequence[str], settings: Mapping[str, str], *, columns: int = 80, lines: int = 30, keys: bool = True
    ) -> None:
        self._ours, self.theirs = pty.openpty()
        self.resize(columns, lines)
        self.set_before = termios.tcgetattr(self.theirs)
        environment = {**os.environ, "TERM": "xterm", **settings}
        for name in ("COLUMNS", "LINES", *(name for name, value in settings.items() if not value)):
            environment.pop(name, None)
        # The process that begins a session and opens a terminal gets its keys as signals too.
        opened = 'exec "$@" 0<>"$0" 1>&0 2>&0' if keys else 'exec "$@" </dev/null >"$0" 2>&1'
        self.process = subprocess.Popen(["sh", "-c", opened, os.ttyname(self.theirs), *command], env=environment, start_new_session=True)
        self.told = ""
        self._raw = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def resize(self, columns: int, lines: int) -> None:
        """Set the size of the window; the program in it gets a signal."""
        self.columns, self.lines = columns, lines
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._ours, keys.encode())

    def _take(self, wait_s: float) -> bool:
        if not select.select([self._ours], [], [], wait_s)[0]:
            return False
        with contextlib.suppress(OSError):
            self._raw += os.read(self._ours, 65_536)
        self.told = self._raw.decode("utf-8", "replace")
        return True

    def wait_for(self, what: Callable[[list[str]], bool]) -> list[str]:
        """The screen, once something is so."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            self._take(0.1)
            shown = self.screen()
            if what(shown):
                return shown
            assert self.process.poll() is None, "\n".join(shown)
        raise AssertionError("\n".join(self.screen()))

    def wait_for_text(self, text: str) -> list[str]:
        """The screen, once a text is there."""
        return self.wait_for(lambda lines: any(text in line for line in lines))

    def until_it_ends(self) -> list[str]:
        """All lines that were written, once the program has ended by itself."""
        until_s = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < until_s:
            self._take(0.05)
        while self._take(0.05):
            pass
        assert self.process.poll() is not None
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.told).splitlines()

    def screen(self) -> list[str]:
        """What is there now, without colors: the little of ECMA-48 that our programs write."""
        rows = [""] * self.lines
        at = [0, 0]
        # A read may end within a sequence, whose rest comes with the next.
        for part in _PARTS.finditer(_UNFINISHED.sub("", self.told)):
            numbers, kind, _, line_end, text = part.groups()
            if text:
                row = rows[at[0]]
                rows[at[0]] = row[: at[1]].ljust(at[1]) + text + row[at[1] + len(text) :]
                at[1] += len(text)
            elif line_end == "\r":
                at[1] = 0
            elif line_end == "\n":
                if at[0] == self.lines - 1:
                    rows = [*rows[1:], ""]
                else:
                    at[0] += 1
            elif kind == "H":
                at = [0, 0]
            elif kind == "K":
                rows[at[0]] = rows[at[0]][: at[1]]
            elif kind == "J":
                rows = [*rows[: at[0]], rows[at[0]][: at[1]], *[""] * (self.lines - at[0] - 1)]
            elif kind in ("h", "l") and numbers == "?1049":
                rows, at = [""] * self.lines, [0, 0]
        return rows

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal; returns the exit code."""
        self.process.send_signal(number)
        self.until_it_ends()
        return self.process.returncode

    def close(self) -> None:
        """End what still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)
        os.close(self.theirs)
