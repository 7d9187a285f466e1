"""The QApplication with the font and the style of this program."""

import mmap
from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from gpudesk import __version__
from gpudesk.core.messages.foreign import not_enough_memory
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.guard import require_working_qt
from gpudesk.ui.toolkit.style import style

_ROOM_BYTES = 128 * 2**20
"""Minimum memory that Qt needs for its fonts, its picture and our style. Without it, Qt ends the process without a message."""


def make_application(arguments: Sequence[str]) -> QApplication:
    """The QApplication with our font and style; the one that exists already, if there is one.

    Raises:
        BrokenQt: this Qt dies in use on this Python.
        NotEnoughMemory: a limit on memory leaves no room for it.
    """
    require_working_qt()
    _demand_room()
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(list(arguments))
    application.setApplicationName("GPU Desk")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("gpudesk")
    fonts.install(application)
    style.install(application)
    return application


def _demand_room() -> None:
    try:
        mmap.mmap(-1, _ROOM_BYTES).close()
    except (OSError, MemoryError) as error:
        raise not_enough_memory() from error
