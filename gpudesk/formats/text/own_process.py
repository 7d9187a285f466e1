"""Untrusted files are read in a separate process with time and memory limits: a failure there does not affect this program."""

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
"""Maximum size of the response of one process."""
SMALL_BYTES = 256 << 10
"""Text up to this size is read here: starting a separate process takes longer (docs/decisions/field-input.md)."""
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
    """Return the result of the module-level function `work(*arguments)`, run in a spawned process that then ends.

    The result is data: values, tuples, arrays and the records of this program (`plain_answer`); nothing in it is executed.

    Args:
        progress: checked for cancellation.
        seconds: time limit after which the process is terminated.
        name: name of the file, for messages.
        reports: whether `work` takes a `Progress` as its last argument; its reports are forwarded to `progress`.
        fix: remedy if it takes too long or too much memory.

    Raises:
        DeskError: raised by `work`.
        InvalidData: it took too long or too much memory, or the process crashed.
        NotEnoughMemory: the machine, or a limit on this program, did not provide the memory allowed for reading.
        Cancelled: the operation was canceled.
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
    """Return the result of `work(*arguments)` for the file at `path`: here if small, otherwise in a process that can be stopped.

    Args, Raises: see `in_own_process`; a missing file is passed to `work`.
    """
    if not path.is_file() or path.stat().st_size <= SMALL_BYTES:
        return work(*arguments, progress) if reports else work(*arguments)
    return in_own_process(work, *arguments, progress=progress, seconds=seconds, name=path.name, reports=reports, fix=None)


def _answer(here: "Connection[Any, Any]", end: float, progress: Progress, name: str, fix: Message | None) -> tuple[str, Any]:
    """The outcome of the work, and its result or exception."""
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
    """Process body: run with a memory limit, and send the result. The parent handles Ctrl+C."""
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
