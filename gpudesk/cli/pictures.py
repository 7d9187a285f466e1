"""Commands that draw, and the test of an installation."""

import re
from pathlib import Path

import click


def _size(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[x×](\d{2,5})", value)
    if match is None:
        raise click.BadParameter("width x height in pixels is needed, such as 1600x1000")
    return int(match.group(1)), int(match.group(2))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("pane", type=click.Choice(["home", "rack", "elevation"]))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--size", default="1600x1000", callback=_size, help="Width and height in pixels of 1/96 inch.")
@click.option("--theme", type=click.Choice(["light", "dark", "contrast"]), default="light")
@click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en")
def render(file: Path, pane: str, out: Path, size: tuple[int, int], theme: str, language: str) -> None:
    """Draw what the application would show of FILE into OUT (.png, .svg or .pdf), without a screen."""
    from gpudesk.cli.launch import draw

    draw(file, pane, out, size, theme, language)
    click.echo(str(out))


@click.command("self-test")
def self_test() -> None:
    """Walk one whole road in a hidden window: place, refuse, undo after a restart, check, draw."""
    from gpudesk.cli.launch import walk_through

    walk_through(click.echo)
    click.echo("self-test: all steps hold")


COMMANDS = (render, self_test)
