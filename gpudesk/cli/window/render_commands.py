"""Commands that draw, and the test of an installation."""

import re
from pathlib import Path

import click

from gpudesk.cli.terminal.given_paths import IN, OUT
from gpudesk.cli.window import self_test_scenario
from gpudesk.core.running.renderable_panes import FORMATS, PANES


def _size(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})[x×](\d{2,5})", value)
    if match is None or max(int(match[1]), int(match[2])) > 20_000:
        raise click.BadParameter("the size must be width x height in pixels, such as 1600x1000, at most 20000 each")
    return int(match[1]), int(match[2])


def _picture(_context: click.Context, _argument: click.Parameter, value: Path) -> Path:
    if value.suffix not in FORMATS:
        raise click.BadParameter(f"the name of a picture must end in {' or '.join(FORMATS)}")
    return value


@click.command()
@click.argument("file", type=IN)
@click.argument("pane", type=click.Choice(PANES))
@click.argument("out", type=OUT, callback=_picture)
@click.option("--size", default="1600x1000", show_default=True, callback=_size, help="Width and height in pixels of 1/96 inch.")
@click.option("--theme", type=click.Choice(["light", "dark", "contrast"]), default="light", show_default=True)
@click.option("--lang", "language", type=click.Choice(["en", "es"]), default="en", show_default=True)
def render(file: Path, pane: str, out: Path, size: tuple[int, int], theme: str, language: str) -> None:
    """Draw a view of FILE to OUT (.png, .svg or .pdf), as shown in the application, without a display.

    Draws the whole window with the selected view (such as "home", "floor" or "rack"), or only a drawing or chart: "plan"
    (the hall from above), "elevation" (the racks), "topology" (the first network), "power-one-line" (the one-line diagram),
    "size-memory", "size-pareto", "size-roofline" and "size-step" (sizing charts), and "size-cost", "size-own-or-rent",
    "size-sensitivity" and "size-caps" (cost charts and power cap savings). For "monitor" (the window with the Monitor view)
    and "monitor-focus" (the four plots of a GPU), FILE is a recording, drawn up to its end, or saved nvidia-smi output.
    """
    from gpudesk.cli.window.open_window import draw

    draw(file, pane, out, size, theme, language)
    click.echo(str(out))


@click.command("self-test")
@click.option("--headless", is_flag=True, help="Run only the steps that do not need Qt.")
def self_test(headless: bool) -> None:
    """Run a self-test in a temporary folder, first without a window and then in a hidden one.

    The self-test places devices, rejects those that do not fit, undoes a step after a restart, runs the checks and draws
    views. Run it to verify an installation.
    """
    self_test_scenario.walk(click.echo)
    if not headless:
        from gpudesk.cli.window.open_window import walk_through

        walk_through(click.echo)
    click.echo("self-test: all steps passed")


COMMANDS = (render, self_test)
