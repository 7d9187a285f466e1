"""What docs/command-line.md must say: the help of every command, word for word.

`python -m tests.cli.documented` puts the present help into the document.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from gpudesk.cli.commands import gpudesk

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "command-line.md"
BLOCK = re.compile(r"^```text\n\$ (?P<command>gpudesk[^\n]*?) --help\n.*?^```\n", re.MULTILINE | re.DOTALL)
WIDTH = 100


def commands(group: click.Command = gpudesk, name: str = "gpudesk") -> Iterator[tuple[str, click.Command]]:
    """Every command and group with its whole name."""
    yield name, group
    if isinstance(group, click.Group):
        context = click.Context(group)
        for part in sorted(group.list_commands(context)):
            command = group.get_command(context, part)
            assert command is not None
            yield from commands(command, f"{name} {part}")


def help_of(name: str, command: click.Command) -> str:
    """The help of a command as it is printed on a terminal of a fixed width."""
    context = click.Context(command, info_name=name, terminal_width=WIDTH, help_option_names=["-h", "--help"])
    return command.get_help(context)


def block(name: str, command: click.Command) -> str:
    """The help as a block of the document."""
    return f"```text\n$ {name} --help\n{help_of(name, command)}\n```\n"


def documented() -> dict[str, str]:
    """The blocks that the document holds, by command."""
    text = DOCUMENT.read_text(encoding="utf-8")
    return {found["command"]: found[0] for found in BLOCK.finditer(text)}


def update() -> None:
    """Put the present help into the document, in place of what it holds."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for name, command in commands():
        known = documented().get(name)
        if known is not None:
            text = text.replace(known, block(name, command))
    DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    update()
