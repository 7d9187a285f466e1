"""The command line: everything that needs no screen, over the same operations as the window. Never translated, never coloured."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path

import click

from gpudesk import __version__, locate
from gpudesk.cli import catalog, pictures, project
from gpudesk.cli.exits import DEFECT, DONE, STOPPED, UNREADABLE, WRONG_USE
from gpudesk.cli.output import error_line
from gpudesk.core.crash import crash_text
from gpudesk.core.errors import DeskError
from gpudesk.project.document import SUFFIX

__all__ = ["gpudesk", "main"]


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gpudesk")
@click.pass_context
def gpudesk(context: click.Context) -> None:
    """Plan, size, check, install and watch GPU infrastructure, offline.

    Without a command the application opens; "gpudesk FILE" opens a project in it.
    """
    if context.invoked_subcommand is None:
        from gpudesk.cli.launch import open_application

        context.exit(open_application(None))


for _command in (*project.COMMANDS, *catalog.COMMANDS, *pictures.COMMANDS):
    gpudesk.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (docs/command-line.md says what each means)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a letter gets its number instead of an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        if given and _names_a_project(given[0]):
            return _open(given)
        code = gpudesk.main(given, prog_name="gpudesk", standalone_mode=False)
        return code if isinstance(code, int) else DONE
    except click.exceptions.Exit as leave:
        return int(leave.exit_code)
    except click.exceptions.Abort:
        return STOPPED
    except click.ClickException as wrong:
        error_line(wrong.format_message())
        return WRONG_USE
    except SystemExit:
        return DONE  # click leaves this way only when whoever read our output has had enough
    except DeskError as error:
        error_line(str(error))
        return UNREADABLE
    except Exception as error:  # noqa: BLE001 - the outermost door: whatever came up is reported
        error_line(f"this is our defect; the report lies in {_keep_report(error)}")
        return DEFECT


def _names_a_project(word: str) -> bool:
    return not word.startswith("-") and word not in gpudesk.commands and (word.endswith(SUFFIX) or Path(word).is_file())


def _open(given: list[str]) -> int:
    if len(given) > 1:
        raise click.UsageError(f"one project opens in one window; {given[1]!r} is too much")
    from gpudesk.cli.launch import open_application

    return open_application(Path(given[0]))


def _keep_report(error: Exception) -> str:
    path = locate.user_data_dir() / "reports" / f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(crash_text(error), encoding="utf-8")
        return str(path)
    return f"no file, because {path.parent} cannot be written: {error!r}"
