"""The command line: everything that needs no screen, over the same operations as the window. Never translated; colored only where a
monitor draws in a terminal."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

from gpudesk import locate
from gpudesk.cli.terminal.exits import DEFECT, UNREADABLE
from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.foreign import lacks_memory, not_enough_memory
from gpudesk.project.suffix import SUFFIX

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (defined in docs/command-line.md)."""
    argv = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a letter gets its number instead of an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        log_setting = os.environ.get("GPUDESK_LOG", "")
        if log_setting or (argv and argv[0].startswith("--log-file")):
            from gpudesk.cli.terminal.log_options import start_log, without_log_file

            argv, path = without_log_file(argv)
            start_log(path, log_setting)
        if not argv or (len(argv) == 1 and argv[0].endswith(SUFFIX) and not argv[0].startswith("-")):
            # The window does without the commands, which load everything below.
            from gpudesk.cli.window.open_window import open_application

            return open_application(Path(argv[0]) if argv else None)
        from gpudesk.cli.commands import run_command

        return run_command(argv)
    except DeskError as error:
        _error_line(_words_of(error))
        return UNREADABLE
    except Exception as error:  # noqa: BLE001 - the outermost door: whatever came up is reported
        if lacks_memory(error):
            return _out_of_memory(error)
        _error_line(f"internal error; report written to {_keep_report(error)}")
        return DEFECT


def _out_of_memory(error: Exception) -> int:
    """Report that memory ran out. Current work is released first and nothing else is loaded: there may be no room for it."""
    error.__traceback__ = error.__context__ = error.__cause__ = None
    sys.stderr.write(f"gpudesk: {not_enough_memory()}\n")
    return UNREADABLE


def _words_of(error: DeskError) -> str:
    """The error text of a command; the command ends with the error, so no rescue copy can be selected any more."""
    from gpudesk.project.document import FileGone

    if not isinstance(error, FileGone):
        return str(error)
    return (
        f"{error.message.plain()} The change of this command was not confirmed and no copy was written. Run it again on the project file."
    )


def _error_line(text: str) -> None:
    from gpudesk.cli.terminal.output import error_line

    error_line(text)


def _keep_report(error: Exception) -> str:
    from gpudesk.core.messages.error_report import crash_text
    from gpudesk.project.private_files import write_private

    path = locate.user_data_dir() / "reports" / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    with suppress(OSError):
        write_private(path, crash_text(error))
        return str(path)
    return f"no file ({path.parent} cannot be written: {error!r})"
