"""Commands that draw, and the test of an installation."""

import re
from pathlib import Path

import click

from gpudesk.cli import road
from gpudesk.cli.given_paths import IN, OUT
from gpudesk.core.drawable import FORMATS, PANES


def _size(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[x×](\d{2,5})", value)
    if match is None or max(int(match[1]), int(match[2])) > 20_000:
        raise click.BadParameter("width x height in pixels is needed, such as 1600x1000, at most 20000 each")
    return int(match[1]), int(match[2])


def _picture(_context: click.Context, _argument: click.Parameter, value: Path) -> Path:
    if value.suffix not in FORMATS:
        raise click.BadParameter(f"a picture ends in {', '.join(FORMATS)}")
    return value


@click.command()
@click.argument("file", type=IN)
@click.argument("pane", type=click.Choice(PANES))
@click.argument("out", type=OUT, callback=_picture)
@click.option("--size", default="1600x1000", show_default=True, callback=_size, help="Width and height in pixels of 1/96 inch.")
@click.option("--theme", type=click.Choice(["light", "dark", "contrast"]), default="light", show_default=True)
@click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True)
def render(file: Path, pane: str, out: Path, size: tuple[int, int], theme: str, language: str) -> None:
    """Draw what the application would show of FILE into OUT (.png, .svg or .pdf), without a screen.

    PANE is the window at Home, at the floor, at the racks, at the fabric, at the power or at the catalog; or "plan", the hall from
    above alone, "elevation", the racks alone, "topology", the first network alone, "power-one-line", the one-line diagram alone,
    "size-memory", "size-pareto", "size-roofline" and "size-step", the pictures of sizing, and "size-cost", "size-own-or-rent",
    "size-sensitivity" and "size-caps", what sizing costs and what caps would save. For "monitor", the window at the monitor, and
    "monitor-focus", its four plots alone, FILE is a recording, drawn up to its end, or a saved listing of nvidia-smi.
    """
    from gpudesk.cli.launch import draw

    draw(file, pane, out, size, theme, language)
    click.echo(str(out))


@click.command("self-test")
@click.option("--headless", is_flag=True, help="Only what needs no Qt.")
def self_test(headless: bool) -> None:
    """Walk one whole road, first without and then in a hidden window, in a temporary folder.

    Place, refuse, undo after a restart, check, draw: what an installer runs to know that this installation works.
    """
    road.walk(click.echo)
    if not headless:
        from gpudesk.cli.launch import walk_through

        walk_through(click.echo)
    click.echo("self-test: all steps hold")


COMMANDS = (render, self_test)
