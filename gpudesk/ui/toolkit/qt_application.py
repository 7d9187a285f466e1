"""The QApplication with the font and the style of this program."""

from collections.abc import Sequence

from PySide6.QtWidgets import QApplication

from gpudesk import __version__
from gpudesk.ui.toolkit import fonts
from gpudesk.ui.toolkit.guard import require_working_qt
from gpudesk.ui.toolkit.style import style


def make_application(arguments: Sequence[str]) -> QApplication:
    """The QApplication with our font and style; the one that exists already, if there is one.

    Raises:
        BrokenQt: this Qt dies in use on this Python.
    """
    require_working_qt()
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(list(arguments))
    application.setApplicationName("GPU Desk")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("gpudesk")
    fonts.install(application)
    style.install(application)
    return application
