"""The paths that commands accept: validated when parsed, so that no command receives one that the system cannot resolve."""

from pathlib import Path
from typing import Any

import click

from gpudesk.disk.paths import kind_at
from gpudesk.disk.writing import STANDARD_OUTPUT, is_standard_output


class GivenPath(click.Path):
    """A path that the system can resolve; the code that opens it checks whether a file is there, and of which kind."""

    def __init__(self, *, output: bool = False, **limits: Any) -> None:
        """Of `output` it is where something is written, and `-` means the standard output."""
        super().__init__(path_type=Path, **limits)
        self._output = output

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path.

        Raises:
            BadPath: the system cannot resolve it: a name is too long, a link points back to itself, ….
        """
        if self._output and str(value) == "-":
            return STANDARD_OUTPUT
        kind_at(Path(value))
        return super().convert(value, param, ctx)


IN = GivenPath()
"""Of a file that is read, or of a project."""
OUT = GivenPath(output=True)
"""For output files; `-` is the standard output."""


host_names_option = click.option(
    "--host-names",
    type=GivenPath(exists=True, dir_okay=False),
    metavar="CSV",
    help="A list of host and switch names, with the columns device and name.",
)
"""For commands that also name devices."""


def echo_written(path: Path) -> None:
    """Print the path written; nothing if the content itself is printed."""
    if not is_standard_output(path):
        click.echo(str(path))


def refuse_two_outputs(*outs: Path | None, as_json: bool) -> None:
    """Refuse to mix two contents in the standard output.

    Raises:
        click.UsageError: more than one output would go there.
    """
    printed = sum(out is not None and is_standard_output(out) for out in outs)
    if printed + as_json > 1 and printed:
        raise click.UsageError("two outputs use standard output: specify a file for one of them, or omit --json")
