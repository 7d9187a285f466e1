"""Processes that are killed at a random moment, and what they said before."""

import json
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
        return whole_lines(said), code


class Nursery:
    """A process that has loaded a module, and starts others that run it.

    To load it takes most of the processor time of a process that is soon killed.
    """

    def __init__(self, module: str, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        # A process of several threads is not forked.
        alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        words = [sys.executable, "-m", "tests.kills.nursery", module]
        self._process = subprocess.Popen(words, cwd=ROOT, env=alone, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # It comes to its end where no line comes in any more.
        self._process.communicate(timeout=PATIENCE_S)

    def start(self, *words: str | Path) -> "Fostered":
        """A process of its module with these words on its command line."""
        pipe = self._folder / f"pipe-{self._count}"
        self._count += 1
        os.mkfifo(pipe)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([[str(word) for word in words], str(pipe)]) + "\n")
        self._process.stdin.flush()
        return Fostered(int(self.answer()), pipe, self)

    def answer(self) -> str:
        """The next line that it says."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()


class Fostered:
    """A process of a nursery that is going to be killed, as `Doomed` is."""

    def __init__(self, number: int, pipe: Path, nursery: Nursery) -> None:
        self._number = number
        self._nursery = nursery
        # Opens once the process has opened its end.
        self._said = pipe.open(encoding="utf-8")
        pipe.unlink()
        self._killed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._killed:
            self.kill(Random(), 0.0)

    def line(self) -> str:
        """The next line; "" once it has ended."""
        return self._said.readline().rstrip("\n")

    def kill(self, random: Random, most_s: float) -> tuple[list[str], int]:
        """Kill it within `most_s` from now; all whole lines that were not read before, and how it ended."""
        time.sleep(random.random() * most_s)
        os.kill(self._number, signal.SIGKILL)
        self._killed = True
        said = self._said.read()
        self._said.close()
        return whole_lines(said), int(self._nursery.answer())


def whole_lines(said: str) -> list[str]:
    """The lines of what was said; the last one may be cut, and is left out then."""
    return [text.rstrip("\n") for text in said.splitlines(keepends=True) if text.endswith("\n")]
