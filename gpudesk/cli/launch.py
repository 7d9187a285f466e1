"""The commands that need the interface: the only module here that imports it, and only inside functions."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from gpudesk.project.document import Document


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
    from gpudesk.ui.render import render

    document = None if path is None else Document.open(path, write=False)
    try:
        render(document, pane, out, size, theme, language)
    finally:
        if document is not None:
            document.close()


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
