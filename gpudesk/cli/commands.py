"""The commands as one group of click, and what their errors mean."""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import click

from gpudesk import __version__
from gpudesk.cli.terminal.exits import DONE, STOPPED, WRONG_USE
from gpudesk.cli.terminal.output import error_line
from gpudesk.disk.paths import is_there
from gpudesk.project.suffix import SUFFIX


@dataclass(frozen=True, slots=True)
class _Listed:
    """A command as the list of commands shows it, and the module that defines it."""

    name: str
    module: str
    summary: str


_SECTIONS = (
    (
        "Size",
        (
            _Listed("size", "gpudesk.cli.size.size_command", "Find the GPUs that serve or train a model"),
            _Listed("fit", "gpudesk.cli.size.fit_command", "List the models that run on a GPU, and how fast"),
            _Listed("rules", "gpudesk.cli.size.rules_command", "Compare common rules of thumb with calculated figures"),
            _Listed("collectives", "gpudesk.cli.size.collectives_command", "Estimate the bus bandwidth that nccl-tests should report"),
            _Listed("measured", "gpudesk.cli.size.measured_command", "List the measurements of this site that correct estimates"),
            _Listed("mig", "gpudesk.cli.plan.mig_command", "Pack jobs into MIG slices on the fewest GPUs"),
        ),
    ),
    (
        "Project",
        (
            _Listed("new", "gpudesk.cli.project.project_file_commands", "Create a project, empty or from a template"),
            _Listed("templates", "gpudesk.cli.project.project_file_commands", "List the templates for new projects"),
            _Listed("info", "gpudesk.cli.project.project_file_commands", "Print GPUs, racks, power and mass of a project"),
            _Listed("check", "gpudesk.cli.project.project_file_commands", "Check a project against all rules"),
            _Listed("fix", "gpudesk.cli.project.fix_command", "Apply the fixes for the findings"),
            _Listed("scope", "gpudesk.cli.project.scope", "Show which domains the project plans"),
            _Listed("history", "gpudesk.cli.project.project_file_commands", "List the steps of a project"),
            _Listed("compare", "gpudesk.cli.project.compare_command", "List the differences between two projects"),
            _Listed("recover", "gpudesk.cli.project.recover_command", "Save the undamaged content of a project as a new one"),
        ),
    ),
    (
        "Workloads and stock",
        (
            _Listed("plan", "gpudesk.cli.plan.plan_command", "Place the systems that a workload needs"),
            _Listed("fleet", "gpudesk.cli.plan.fleet_command", "Show how the workloads share the GPUs"),
            _Listed("stock", "gpudesk.cli.plan.stock_command", "Compare the stock on hand with the plan"),
            _Listed("launch", "gpudesk.cli.plan.launch_files", "Write the files that start a workload"),
        ),
    ),
    (
        "Network, power and cost",
        (
            _Listed("fabric", "gpudesk.cli.fabric.fabric_command", "Calculate a fat tree without a project"),
            _Listed("cable", "gpudesk.cli.fabric.cable_command", "Route cables for the network links"),
            _Listed("addresses", "gpudesk.cli.fabric.addresses_command", "Assign subnets, VLANs and addresses"),
            _Listed("host-names", "gpudesk.cli.fabric.host_names_command", "Name hosts and switches by pattern or list"),
            _Listed("verify", "gpudesk.cli.fabric.verify_command", "Compare planned and installed InfiniBand links"),
            _Listed("cooling", "gpudesk.cli.power.cooling_command", "Show the cooling and compare options"),
            _Listed("drill", "gpudesk.cli.power.drill_command", "Simulate failures of power, cooling and network"),
            _Listed("bom", "gpudesk.cli.cost.bom_command", "List items to buy and labor hours"),
            _Listed("cost", "gpudesk.cli.cost.cost_command", "Calculate capital and operating cost"),
        ),
    ),
    (
        "On site and live",
        (
            _Listed("onsite", "gpudesk.cli.onsite.onsite_command", "Work through the checklist and record results"),
            _Listed("monitor", "gpudesk.cli.monitor.monitor_command", "Monitor GPUs of this machine or other hosts"),
        ),
    ),
    (
        "Files and catalog",
        (
            _Listed("import", "gpudesk.cli.project.exchange_commands", "Import a list into a project"),
            _Listed("export", "gpudesk.cli.project.exchange_commands", "Export a project"),
            _Listed("formats", "gpudesk.cli.project.exchange_commands", "List the formats for import and export"),
            _Listed("read", "gpudesk.cli.monitor.read_command", "Identify a file or pasted text and print its content"),
            _Listed("render", "gpudesk.cli.window.render_commands", "Draw a view of a project as PNG, SVG or PDF"),
            _Listed("catalog", "gpudesk.cli.catalog.catalog_command", "Search the equipment catalog and its sources"),
            _Listed("self-test", "gpudesk.cli.window.render_commands", "Test this installation in a temporary folder"),
        ),
    ),
)
"""The commands by subject, as "gpudesk --help" lists them. The list imports none: all of them together take a second, most of them alone a
tenth."""
_LISTED = {listed.name: listed for _title, section in _SECTIONS for listed in section}


class _Commands(click.Group):
    """Imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(_LISTED)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _LISTED:
            return None
        module = import_module(_LISTED[cmd_name].module)
        command: click.Command = next(command for command in module.COMMANDS if command.name == cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        widest = max(map(len, _LISTED))
        for title, section in _SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(listed.name.ljust(widest), listed.summary) for listed in section])


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gpudesk")
@click.option(
    "--log-file",
    metavar="PATH",
    expose_value=False,
    help="Write a log to PATH (put this option before any command or file); GPUDESK_LOG selects categories and levels.",
)
@click.pass_context
def gpudesk(context: click.Context) -> None:
    """Plan, size, check, install and monitor GPU infrastructure offline.

    Without a command, the application opens. "gpudesk FILE" opens a project, or any other supported file in the
    corresponding view.
    """
    if context.invoked_subcommand is None:
        from gpudesk.cli.window.open_window import open_application

        context.exit(open_application(None))


def run_command(given: list[str]) -> int:
    """Run one command, or open the object named by the first argument in the window; returns the exit code."""
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
        return DONE  # click exits like this only when the reader of our output has closed it


def _names_a_file(word: str) -> bool:
    return not word.startswith("-") and word not in _LISTED and (word.endswith(SUFFIX) or is_there(Path(word)))


def _open(given: list[str]) -> int:
    if len(given) > 1:
        raise click.UsageError(f"only one file can be opened at a time; leave out {given[1]!r}")
    from gpudesk.cli.window.open_window import open_application

    return open_application(Path(given[0]))
