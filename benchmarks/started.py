"""A fresh process that opens a window and says when it can be used: `python -m benchmarks.started bare|desk`."""

import sys
from time import monotonic


def bare() -> None:
    """A window of PySide6 with nothing in it."""
    from PySide6.QtWidgets import QApplication, QMainWindow

    application = QApplication([])
    window = QMainWindow()
    window.resize(1440, 900)
    window.show()
    application.processEvents()
    say()


def desk() -> None:
    """The window of the application without a project, as the command `gpudesk` makes it."""
    import gpudesk.cli.window.open_window  # noqa: F401 - the command loads it
    from gpudesk.ui.app.application import Desk
    from gpudesk.ui.toolkit.settings import Settings
    from gpudesk.ui.toolkit.style.qt_application import make_application

    application = make_application(["gpudesk"])
    shown = Desk(Settings())
    shown.show()
    application.processEvents()
    say()
    shown.close()


def say() -> None:
    """Tell the parent the time; the clock is the same in all processes."""
    print(monotonic(), flush=True)


if __name__ == "__main__":
    {"bare": bare, "desk": desk}[sys.argv[1]]()
