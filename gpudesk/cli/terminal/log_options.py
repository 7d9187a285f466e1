"""The log destination of this run: `GPUDESK_LOG` and `--log-file`."""

import errno
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from gpudesk.core.messages import log
from gpudesk.core.messages.message import Message
from gpudesk.disk.paths import path_error
from gpudesk.disk.writing import NotWritten

OPTION = "--log-file"
_STAMP, _STAMP_LENGTH = re.compile(rb"\d{4}-\d\d-\d\dT"), 11
"""The start of a log line."""


def start_log(path: Path | None, asked: str) -> None:
    """Write the log to `path`, or to the error output if only `GPUDESK_LOG` is set.

    Args:
        asked: the value of `GPUDESK_LOG`; without it, a file receives every line of level info and above.

    Raises:
        NotWritten: the file cannot be written.
    """
    levels, strange = log.levels_of(asked)
    for part in strange:
        _say(f"{log.VARIABLE}: {part!r} is not CATEGORY:LEVEL; categories are {', '.join(log.CATEGORIES)}, levels {', '.join(log.LEVELS)}")
    if path is not None:
        number = _opened(path)
        write = _into(lambda line: os.write(number, line.encode()))
        log.write_to(write, levels or dict.fromkeys(log.CATEGORIES, log.INFO), partial(os.close, number))
    elif levels:
        log.write_to(_into(sys.stderr.write), levels)


def without_log_file(given: list[str]) -> tuple[list[str], Path | None]:
    """The arguments of a command line without a leading `--log-file PATH`, and that path."""
    if given and given[0].startswith(OPTION + "="):
        return given[1:], Path(given[0].partition("=")[2])
    if len(given) > 1 and given[0] == OPTION:
        return given[2:], Path(given[1])
    return given, None


def _opened(path: Path) -> int:
    _refuse_another_file(path)
    try:
        # Lines of one run after those of the last, each written whole; readable by this person only, as reports are.
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except (OSError, ValueError) as error:
        why = path_error(path, error if isinstance(error, OSError) else OSError(errno.EINVAL, str(error)))
        raise NotWritten(why.message, why.fix) from error


def _refuse_another_file(path: Path) -> None:
    """Prevents log lines from being appended to a project or list if the path is forgotten.

    Raises:
        NotWritten: it is a nonempty file that does not begin like a log.
    """
    try:
        if not path.is_file():
            return
        with path.open("rb") as file:
            begin = file.read(_STAMP_LENGTH)
    except (OSError, ValueError):
        # To open it for writing says what is wrong.
        return
    if begin and not _STAMP.fullmatch(begin):
        what = Message("cli", "{path} already exists and is not a log file.", {"path": str(path)})
        raise NotWritten(what, Message("cli", "Name a new file after --log-file."))


def _into(write: Callable[[str], object]) -> Callable[[str], object]:
    """What writes a line; it gives up for good where the disk or the pipe takes no more."""
    whole = [True]

    def written(line: str) -> None:
        if whole[0]:
            try:
                write(line + "\n")
            except (OSError, ValueError):
                whole[0] = False

    return written


def _say(text: str) -> None:
    from gpudesk.cli.terminal.output import error_line

    error_line(text)
