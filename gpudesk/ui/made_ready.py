"""What is loaded once the window is there, so that the first project opens at once."""

from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from gpudesk.ui.main_window import MainWindow

LATER = (
    "gpudesk.ui.canvas.elevation",
    "gpudesk.ui.panes.rack_canvas",
    "gpudesk.ui.docks.inspector_dock",
    "gpudesk.ui.dialogs.versions",
    "gpudesk.ui.place_commands",
    "gpudesk.ui.panes.rack_place",
)
"""What only a project needs, in pieces of some hundredths of a second."""
LATER_MS = 50
"""The first picture comes before it."""


def make_ready_later(window: "MainWindow") -> None:
    """Load and make what a project needs soon after the first picture."""
    QTimer.singleShot(LATER_MS, window, lambda: _load_layers(window))


def _load_layers(window: "MainWindow") -> None:
    """Load what has no part in Qt on a reading thread, then the rest in pieces between events."""
    if not window.session.jobs.closed:
        window.session.jobs.read(lambda _: import_module("gpudesk.operations"), lambda _: _make_ready(window, list(LATER)))


def _make_ready(window: "MainWindow", modules: list[str]) -> None:
    """Load what a project needs, piece by piece."""
    if window.furnished or window.session.jobs.closed:
        return
    if modules:
        import_module(modules.pop(0))
        QTimer.singleShot(0, window, lambda: _make_ready(window, modules))
        return
    _ = window.rack
