"""Processes that are killed at a random moment, and what they said before."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Self

from tests.patience import PATIENCE_S

ROOT = Path(__file__).resolve().parents[2]


class Doomed:
    """A process that is going to be killed, at the latest when its context ends; what it said is read until it is dead."""

    def __init__(self, *words: str | Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, *(str(word) for word in words)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.ended:
            self.kill(Random(), 0.0)

    def line(self) -> str:
        """The next line; "" once it has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def go(self) -> None:
        """Let it begin what it is waiting to do."""
        assert self._process.stdin is not None
        self._process.stdin.write("go\n")
        self._process.stdin.flush()

    @property
    def ended(self) -> bool:
        """Whether it came to its end by itself."""
        return self._process.poll() is not None

    def wait_for(self, *paths: Path) -> None:
        """Wait until one of the files is there, or it has ended."""
        while not self.ended and not any(os.path.lexists(path) for path in paths):
            time.sleep(0.0005)

    def finish(self) -> int:
        """Let it come to its end by itself; its exit code."""
        self._process.communicate(timeout=PATIENCE_S)
        return self._process.returncode

    def kill(self, random: Random, most_s: float) -> tuple[list[str], int]:
        """Kill it within `most_s` from now; all whole lines that were not read before, and how it ended."""
        time.sleep(random.random() * most_s)
        self._process.send_signal(signal.SIGKILL)
        assert self._process.stdout is not None
        # The same reader reads on: lines that it holds already are lost to communicate().
        said = self._process.stdout.read()
        code = self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.stdout.close()
        # The last line may be cut.
        return [text.rstrip("\n") for text in said.splitlines(keepends=True) if text.endswith("\n")], code
