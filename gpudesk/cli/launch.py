"""The commands that need the interface: the only module here that imports it, and only inside functions."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def open_application(path: Path | None) -> int:
    """Open the window, with a project if one is named; returns the exit code."""
    from gpudesk.ui.application import run

    return run(sys.argv[:1], path)


def draw(path: Path | None, pane: str, out: Path, size: tuple[int, int], theme: str, language: str) -> None:
    """Draw a pane into a file, without a screen.

    Raises:
        DeskError: the project cannot be read or the picture not be made.
    """
    _without_screen()
    from gpudesk.project.document import Document
    from gpudesk.ui.render import render

    if path is None:
        render(None, pane, out, size, theme, language)
        return
    with tempfile.TemporaryDirectory(prefix="gpudesk-draw-") as folder:
        # Of a copy that can be edited, because that is what the window usually shows.
        copy = Path(folder) / path.name
        with Document.open(path, write=False) as document:
            document.save_copy(copy)
        with Document.open(copy) as document:
            render(document, pane, out, size, theme, language)


def walk_through(report: Callable[[str], None]) -> None:
    """Walk the whole road in a window that nobody sees.

    Raises:
        Exception: a step does not hold.
    """
    _without_screen()
    from gpudesk.ui.selftest import run

    run(report)


def _without_screen() -> None:
    if "QT_QPA_PLATFORM" not in os.environ:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
