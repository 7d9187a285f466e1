"""The command that saves the undamaged parts of a project."""

from pathlib import Path

import click

from gpudesk.cli.project.project_file_commands import file_argument
from gpudesk.cli.terminal.given_paths import IN
from gpudesk.cli.terminal.output import json_option, print_json
from gpudesk.operations.project.recover_project import Recovered, recover


@click.command("recover")
@file_argument
@click.argument("out", type=IN)
@json_option
def recover_command(file: Path, out: Path, as_json: bool) -> None:
    """Save the undamaged content of FILE as a new project OUT, and list the missing content.

    FILE stays unchanged. Damaged rows and everything that depends on them are omitted, as if they had been deleted; the
    step history is not copied.
    """
    recovered = recover(file, out)
    if as_json:
        print_json({"file": str(file), "out": str(out), **_plain(recovered)})
        return
    click.echo(str(out))
    for line in recovered.lines:
        click.echo(f"left out: {line}")


def _plain(found: Recovered) -> dict[str, object]:
    return {
        "saved": dict(found.saved),
        "lost": {table: [{"id": row_id, "name": name} for row_id, name in rows] for table, rows in found.lost.items()},
        "followed": dict(found.followed),
        "let_go": dict(found.let_go),
        "history": found.history,
    }


COMMANDS = (recover_command,)
