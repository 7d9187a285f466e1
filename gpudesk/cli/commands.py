"""The commands as one group of click, and what their errors mean."""

from importlib import import_module
from pathlib import Path

import click

from gpudesk import __version__
from gpudesk.cli.terminal.exits import DONE, STOPPED, WRONG_USE
from gpudesk.cli.terminal.output import error_line
from gpudesk.disk.paths import is_there
from gpudesk.project.suffix import SUFFIX

_WHERE = {
    "addresses": "gpudesk.cli.fabric.addresses",
    "bom": "gpudesk.cli.cost.bom",
    "cable": "gpudesk.cli.fabric.cable",
    "catalog": "gpudesk.cli.catalog.catalog",
    "check": "gpudesk.cli.project.project",
    "collectives": "gpudesk.cli.size.collectives",
    "compare": "gpudesk.cli.project.compare",
    "cooling": "gpudesk.cli.power.cooling",
    "cost": "gpudesk.cli.cost.cost",
    "drill": "gpudesk.cli.power.drill",
    "export": "gpudesk.cli.project.exchange",
    "fabric": "gpudesk.cli.fabric.fabric",
    "fit": "gpudesk.cli.size.fit",
    "fix": "gpudesk.cli.project.fix",
    "fleet": "gpudesk.cli.plan.fleet",
    "formats": "gpudesk.cli.project.exchange",
    "history": "gpudesk.cli.project.project",
    "host-names": "gpudesk.cli.fabric.host_names",
    "import": "gpudesk.cli.project.exchange",
    "info": "gpudesk.cli.project.project",
    "launch": "gpudesk.cli.plan.launch_files",
    "measured": "gpudesk.cli.size.measured",
    "mig": "gpudesk.cli.plan.mig",
    "monitor": "gpudesk.cli.monitor.monitor",
    "new": "gpudesk.cli.project.project",
    "onsite": "gpudesk.cli.onsite.onsite",
    "plan": "gpudesk.cli.plan.plan_it",
    "read": "gpudesk.cli.monitor.read",
    "recover": "gpudesk.cli.project.recover",
    "render": "gpudesk.cli.window.pictures",
    "rules": "gpudesk.cli.size.rules",
    "scope": "gpudesk.cli.project.scope",
    "self-test": "gpudesk.cli.window.pictures",
    "size": "gpudesk.cli.size.size",
    "stock": "gpudesk.cli.plan.stock",
    "templates": "gpudesk.cli.project.project",
    "verify": "gpudesk.cli.fabric.verify",
}
"""In which module each command stands. All of them together take a second to import, most of them alone a tenth."""


class _Commands(click.Group):
    """Imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(_WHERE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _WHERE:
            return None
        module = import_module(_WHERE[cmd_name])
        found: click.Command = next(each for each in module.COMMANDS if each.name == cmd_name)
        return found


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gpudesk")
@click.option(
    "--log-file",
    metavar="PATH",
    expose_value=False,
    help="Write what the program does to PATH, before any command or file; GPUDESK_LOG chooses categories and levels.",
)
@click.pass_context
def gpudesk(context: click.Context) -> None:
    """Plan, size, check, install and monitor GPU infrastructure offline.

    Without a command the application opens. "gpudesk FILE" opens a project, or any other supported file in the view that uses
    it.
    """
    if context.invoked_subcommand is None:
        from gpudesk.cli.window.launch import open_application

        context.exit(open_application(None))


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
    return not word.startswith("-") and word not in _WHERE and (word.endswith(SUFFIX) or is_there(Path(word)))


def _open(given: list[str]) -> int:
    if len(given) > 1:
        raise click.UsageError(f"only one file can be opened at a time; leave out {given[1]!r}")
    from gpudesk.cli.window.launch import open_application

    return open_application(Path(given[0]))
