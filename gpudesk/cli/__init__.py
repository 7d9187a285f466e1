"""The command line: everything that needs no screen, over the same operations as the window. Never translated, never coloured."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from gpudesk import __version__, locate
from gpudesk.cli.exits import DEFECT, UNREADABLE, WRONG_USE
from gpudesk.core.crash import crash_text
from gpudesk.core.errors import DeskError
from gpudesk.project.document import SUFFIX

__all__ = ["main"]


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gpudesk")
@click.pass_context
def gpudesk(context: click.Context) -> None:
    """Plan, size, check, install and watch GPU infrastructure, offline.

    Without a command the application opens; "gpudesk FILE" opens a project in it.
    """
    if context.invoked_subcommand is None:
        from gpudesk.cli.launch import open_application

        context.exit(open_application(None))


def _register() -> None:
    from gpudesk.cli import catalog, pictures, project

    for command in (*project.COMMANDS, *catalog.COMMANDS, *pictures.COMMANDS):
        gpudesk.add_command(command)


_register()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (docs/command-line.md says what each means)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if len(given) == 1 and _names_a_project(given[0]):
            from gpudesk.cli.launch import open_application

            return open_application(Path(given[0]))
        code = gpudesk.main(given, prog_name="gpudesk", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leave:
        return int(leave.exit_code)
    except click.ClickException as wrong:
        wrong.show(sys.stderr)
        return WRONG_USE
    except click.exceptions.Abort:
        return WRONG_USE
    except DeskError as error:
        print(f"gpudesk: {' '.join(str(error).split())}", file=sys.stderr)
        return UNREADABLE
    except Exception as error:  # noqa: BLE001 - the outermost door: whatever came up is reported
        print(f"gpudesk: this is our defect; the report lies in {_keep_report(error)}", file=sys.stderr)
        return DEFECT


def _names_a_project(word: str) -> bool:
    return not word.startswith("-") and word not in gpudesk.commands and (word.endswith(SUFFIX) or Path(word).is_file())


def _keep_report(error: Exception) -> str:
    folder = locate.user_data_dir() / "reports"
    path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(crash_text(error), encoding="utf-8")
    except OSError as unwritable:
        return f"no file ({unwritable.strerror}): {error!r}"
    return str(path)
