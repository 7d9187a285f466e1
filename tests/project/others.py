"""Other processes in tests, and what the system knows of the locks of this one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def other(verb: str, path: Path) -> Iterator["subprocess.Popen[str]"]:
    """A child process that does `verb` (see `tests.project.child`); it is killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.project.child", verb, str(path)], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def line(process: "subprocess.Popen[str]") -> str:
    """The next line that the process said."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def tell(process: "subprocess.Popen[str]", text: str) -> None:
    """Send a line to the process."""
    assert process.stdin is not None
    process.stdin.write(text + "\n")
    process.stdin.flush()


def lines_of(verb: str, path: Path) -> list[str]:
    """All that a process said until it ended."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.project.child", verb, str(path)], cwd=ROOT, text=True, capture_output=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def locks_on(path: Path) -> int:
    """How many locks of SQLite this process holds on a file, as the system lists them for each file that is open here.

    `/proc/locks` lists those of all processes, page by page: while others take and release locks, a read of it may pass one over or list it
    twice.
    """
    mine = path.stat()
    found = 0
    for each in Path("/proc/self/fd").iterdir():
        # Another thread may close a file meanwhile, and the list itself is one of them.
        with suppress(OSError):
            file = each.stat()
            if (file.st_dev, file.st_ino) == (mine.st_dev, mine.st_ino):
                found += Path("/proc/self/fdinfo", each.name).read_text(encoding="ascii").count(" POSIX ")
    return found
