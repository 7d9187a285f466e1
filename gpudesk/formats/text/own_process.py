"""Untrusted files are read in a process of their own, with a limit on time and memory: what breaks there breaks nothing here."""

import math
import multiprocessing
import resource
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.foreign import foreign_parser, lacks_memory, not_enough_memory
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.running.progress import Progress
from gpudesk.formats.text.plain_answer import packed, unpacked

_CONTEXT = "own_process"
Result = TypeVar("Result")
MOST_SECONDS = 60.0
MOST_MEMORY_BYTES = 1_500_000_000
MOST_READING_SECONDS = 600.0
"""For texts of 64 MB, which take up to a second per MB; the person can stop it sooner."""
MOST_ANSWER_BYTES = 512 << 20
"""Of what one process sends back."""
SMALL_BYTES = 256 << 10
"""A text up to this size is read here: a process of its own takes longer to begin than to read it (docs/decisions/field-input.md)."""
_LOOK_SECONDS = 0.05
_STEP, _DONE, _FAILED, _FULL, _LACKING = "step", "done", "failed", "full", "lacking"
_BROKEN = "broken"
SIMPLER = Message(_CONTEXT, QT_TRANSLATE_NOOP("own_process", "Save it in a simpler form, or as an image."))
"""What helps with drawings."""


def in_own_process(
    work: Callable[..., Result],
    *arguments: Any,
    progress: Progress | None = None,
    seconds: float = MOST_SECONDS,
    name: str = "",
    reports: bool = False,
    fix: Message | None = SIMPLER,
) -> Result:
    """What the module-level function `work(*arguments)` returns in a spawned process, which ends with it.

    What comes back is data: values, tuples, arrays and the records of this program (`plain_answer`); nothing in it is executed.

    Args:
        progress: where a wish to stop is looked for.
        seconds: after so long the process is ended.
        name: of the file that is read, for what is said of it.
        reports: whether `work` takes a `Progress` as its last argument; what it says there is said to `progress`.
        fix: what helps where it takes too long or too much memory.

    Raises:
        DeskError: what `work` raised.
        InvalidData: it took too long or too much memory, or the process broke down.
        NotEnoughMemory: the machine, or a limit on this program, did not give the memory that reading may take.
        Cancelled: the work was stopped.
    """
    spawning = multiprocessing.get_context("spawn")
    here, there = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_run, args=(there, work, arguments, reports), daemon=True)
    try:
        process.start()
    except OSError as error:
        here.close()
        there.close()
        if lacks_memory(error):
            raise not_enough_memory(name) from error
        raise
    there.close()
    try:
        kind, value = _answer(here, time.monotonic() + seconds, progress or Progress(), name, fix)
        if kind == _BROKEN:
            process.join()
            kind = _LACKING if process.exitcode == -signal.SIGKILL or _limit_bytes() < MOST_MEMORY_BYTES else _BROKEN
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()
    if kind == _LACKING:
        raise not_enough_memory(name)
    if kind == _BROKEN:
        raise _wrong(QT_TRANSLATE_NOOP("own_process", "{name} is damaged and could not be read."), name)
    if kind == _FULL:
        raise _wrong(QT_TRANSLATE_NOOP("own_process", "{name} requires too much memory to read."), name, fix)
    if kind == _FAILED:
        raise value
    result: Result = value
    return result


def read_foreign(
    path: Path,
    work: Callable[..., Result],
    *arguments: Any,
    progress: Progress,
    reports: bool = False,
    seconds: float = MOST_READING_SECONDS,
) -> Result:
    """What `work(*arguments)` reads from the file at `path`: of a small file here, of a larger one in a process that can be stopped.

    Args, Raises: see `in_own_process`; a file that is not there goes to `work`.
    """
    if not path.is_file() or path.stat().st_size <= SMALL_BYTES:
        return work(*arguments, progress) if reports else work(*arguments)
    return in_own_process(work, *arguments, progress=progress, seconds=seconds, name=path.name, reports=reports, fix=None)


def _answer(here: "Connection[Any, Any]", end: float, progress: Progress, name: str, fix: Message | None) -> tuple[str, Any]:
    """How the work ended, and what it returned or raised."""
    done = (0, 0)
    broken = _wrong(QT_TRANSLATE_NOOP("own_process", "{name} is damaged and could not be read."), name)
    while True:
        while not here.poll(_LOOK_SECONDS):
            progress.step(*done)
            if time.monotonic() > end:
                raise _wrong(QT_TRANSLATE_NOOP("own_process", "{name} takes too long to read."), name, fix)
        try:
            content = here.recv_bytes(MOST_ANSWER_BYTES)
        except EOFError:
            return _BROKEN, None
        except OSError:
            # More than the limit: the connection is closed then.
            return _FULL, None
        with foreign_parser(name, lambda _reason, _error: broken):
            kind, value = unpacked(content)
        if kind != _STEP:
            return kind, value
        done = value
        progress.step(*done)


def _run(there: "Connection[Any, Any]", work: Callable[..., Any], arguments: tuple[Any, ...], reports: bool) -> None:
    """What the process does: work under a limit of memory, and send what came of it. Ctrl+C ends it through its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + MOST_MEMORY_BYTES
    # A limit that the person set is not raised: where it is lower, what runs out is not what the file may take.
    limit = _limit_bytes()
    if most <= limit:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    reported = (Progress(lambda done, total: there.send_bytes(packed((_STEP, (done, total))))),) if reports else ()
    try:
        there.send_bytes(packed((_DONE, work(*arguments, *reported))))
    except DeskError as error:
        there.send_bytes(packed((_FAILED, error)))
    except MemoryError:
        there.send_bytes(packed((_FULL if most <= limit else _LACKING, None)))


def _limit_bytes() -> float:
    """How much address space the system gives this process; infinite without a limit."""
    limits = resource.getrlimit(resource.RLIMIT_AS)
    return min((float(limit) for limit in limits if limit != resource.RLIM_INFINITY), default=math.inf)


def _wrong(text: str, name: str, fix: Message | None = None) -> InvalidData:
    return InvalidData(Message(_CONTEXT, text, {"name": name or "–"}), fix)
