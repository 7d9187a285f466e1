"""The commands as one group of click, and what their errors mean."""

from pathlib import Path

import click

from gpudesk import __version__
from gpudesk.cli import (
    addresses,
    bom,
    cable,
    catalog,
    collectives,
    compare,
    cooling,
    cost,
    drill,
    exchange,
    fabric,
    fit,
    fleet,
    launch_files,
    measured,
    mig,
    monitor,
    pictures,
    plan_it,
    project,
    rules,
    size,
    stock,
    verify,
)
from gpudesk.cli.exits import DONE, STOPPED, WRONG_USE
from gpudesk.cli.output import error_line
from gpudesk.project.suffix import SUFFIX


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gpudesk")
@click.pass_context
def gpudesk(context: click.Context) -> None:
    """Plan, size, check, install and watch GPU infrastructure, offline.

    Without a command the application opens; "gpudesk FILE" opens a project in it, or takes
    any other file that it understands to where it belongs.
    """
    if context.invoked_subcommand is None:
        from gpudesk.cli.launch import open_application

        context.exit(open_application(None))


for _command in (
    *project.COMMANDS,
    *compare.COMMANDS,
    *drill.COMMANDS,
    *cooling.COMMANDS,
    *fabric.COMMANDS,
    *cable.COMMANDS,
    *verify.COMMANDS,
    *addresses.COMMANDS,
    *bom.COMMANDS,
    *cost.COMMANDS,
    *size.COMMANDS,
    *collectives.COMMANDS,
    *plan_it.COMMANDS,
    *fit.COMMANDS,
    *fleet.COMMANDS,
    *launch_files.COMMANDS,
    *measured.COMMANDS,
    *monitor.COMMANDS,
    *rules.COMMANDS,
    *mig.COMMANDS,
    *stock.COMMANDS,
    *catalog.COMMANDS,
    *exchange.COMMANDS,
    *pictures.COMMANDS,
):
    gpudesk.add_command(_command)


def run_command(given: list[str]) -> int:
    """Run one command, or open in the window what the first word names; returns the exit code."""
    try:
        if given and _names_a_file(given[0]):
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


def _names_a_file(word: str) -> bool:
    return not word.startswith("-") and word not in gpudesk.commands and (word.endswith(SUFFIX) or Path(word).exists())


def _open(given: list[str]) -> int:
    if len(given) > 1:
        raise click.UsageError(f"one file opens in one window; {given[1]!r} is too much")
    from gpudesk.cli.launch import open_application

    return open_application(Path(given[0]))
