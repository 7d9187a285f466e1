"""The running application: one window on one session, and what outlives the window when the language changes."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, qVersion

from gpudesk import locate
from gpudesk.core.colors.fabric_colors import FabricColours
from gpudesk.core.messages import log
from gpudesk.core.running.garbage import set_aside, set_aside_loaded, take_back
from gpudesk.formats.text.pasted_text import masked
from gpudesk.project.private_files import write_private
from gpudesk.ui.app.freed_memory import FreedMemory
from gpudesk.ui.app.main_window import MainWindow
from gpudesk.ui.places.home.recent_summaries import SummaryKeeper
from gpudesk.ui.toolkit import quantities, translate
from gpudesk.ui.toolkit.jobs import Jobs
from gpudesk.ui.toolkit.session import Session
from gpudesk.ui.toolkit.settings import Settings
from gpudesk.ui.toolkit.style.qt_application import make_application
from gpudesk.ui.toolkit.theme import theme

if TYPE_CHECKING:
    from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog

_LOG = log.category("window")


class Desk(QObject):
    """One window, its session and its pools.

    Args:
        settings: stored screen settings of the user.
        alone: whether the process exists for this window only, so that loaded data stays as long as the process.
    """

    def __init__(self, settings: Settings, parent: QObject | None = None, *, alone: bool = False) -> None:
        super().__init__(parent)
        self._alone = alone
        self.settings = settings
        theme.set_theme(settings.theme)
        translate.install_language(settings.language)
        quantities.set_unit_system(settings.units)
        self.jobs = Jobs(self)
        self.session = Session(self.jobs, self)
        self.jobs.crashed.connect(self.crashed)
        SummaryKeeper(self.session, self)
        self._freed = FreedMemory(self.session)
        theme.set_project_colours(FabricColours())
        for signal in (self.session.opened, self.session.changed, self.session.closed):
            signal.connect(self._colour)
        self.session.opened.connect(self._note_open)
        self.session.closed.connect(self._note_closed)
        self.session.closed.connect(self._include_project)
        self.last_report = ""
        self._crash: CrashDialog | None = None
        self._closed = False
        self._old: MainWindow | None = None
        self._awaits_collection = False
        """Whether an old window was replaced and its remains are not collected yet."""
        self._excludes_project = False
        """Whether objects of the open project are excluded from collections."""
        self.window = self._make_window()

    def _colour(self, *_: object) -> None:
        """Put the colors in force that the open project chose for its networks and rails."""
        session = self.session
        if not session.is_open:
            theme.set_project_colours(FabricColours())
            return
        # Snapshots need numpy, which the first sight of Home does not wait for.
        from gpudesk.project.stored_fabric_colors import fabric_colours

        theme.set_project_colours(session.snapshot.cached(fabric_colours))

    def _note_open(self) -> None:
        """Record the open project, so that the next start can detect if this one ends early."""
        from gpudesk.project.left_behind import note_open

        if self.session.document is not None and self.session.writable:
            note_open(self.session.document.path.absolute())

    def _note_closed(self) -> None:
        from gpudesk.project.left_behind import note_closed

        note_closed()

    def show(self) -> None:
        """Show the window."""
        self.window.show()

    def crashed(self, error: BaseException) -> None:
        """Keep a report of an unexpected error and show it."""
        from gpudesk.core.messages.error_report import crash_text

        _LOG.error("unexpected error", error)
        self.last_report = masked(crash_text(error, {"Qt": qVersion()}))
        path = keep_report(self.last_report)
        if path is not None:
            self.settings.set_text("report-told", path.name)
        if self._crash is not None:
            return
        from gpudesk.ui.app.dialogs.error_report_dialog import CrashDialog

        self._crash = CrashDialog(self.last_report, path, self.window)
        self._crash.quit_requested.connect(self.window.close)
        self._crash.finished.connect(self._crash_read)
        self._crash.open()

    def _crash_read(self) -> None:
        self._crash = None

    def close(self) -> None:
        """Close the window, the project and the pools; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        self._drop_old()
        self.window.leave()
        self.window.files.end()
        self.window.end_places()
        self.session.close()
        self._freed.end()
        self.jobs.close()
        self.window.close()
        self.window.deleteLater()

    def _make_window(self) -> MainWindow:
        window = MainWindow(self.session, self.settings)
        window.language_chosen.connect(self._choose_language)
        window.units_chosen.connect(self._choose_units)
        window.part_loaded.connect(self._set_aside_part)
        window.loaded.connect(self._set_aside)
        return window

    def _choose_language(self, chosen: str) -> None:
        self.settings.language = chosen
        translate.install_language(chosen)
        self._rebuild()

    def _choose_units(self, chosen: str) -> None:
        self.settings.units = chosen
        quantities.set_unit_system(chosen)
        self._rebuild()

    def _rebuild(self) -> None:
        """Replace the window with a new one: all texts are loaded again, and no work is lost.

        It waits for the event that chose the language, because the menu that sent it belongs to the old window.
        """
        QTimer.singleShot(0, self, self._replace_window)

    def _replace_window(self) -> None:
        self._drop_old()
        take_back()
        self._awaits_collection = True
        old, place = self.window, self.window.place
        old.part_loaded.disconnect(self._set_aside_part)
        old.loaded.disconnect(self._set_aside)
        old.leave()
        self.window = self._make_window()
        self.window.setGeometry(old.geometry())
        self.window.setWindowState(old.windowState())
        self.window.look_like(old)
        self.window.go(place)
        if old.isVisible():
            self.window.show()
        old.hide()
        self._old = old
        QTimer.singleShot(0, self, self._go_on_replacing)

    def _go_on_replacing(self) -> None:
        """Create one more place of the new window and process other events; the old window is closed after its last place."""
        if self._old is None:
            return
        if self.window.next_like():
            QTimer.singleShot(0, self, self._go_on_replacing)
        else:
            self._drop_old()

    def _drop_old(self) -> None:
        """Close the old window, after creating everything the new one still lacks."""
        if self._old is None:
            return
        while not self._closed and self.window.next_like():
            pass
        self._old.deleteLater()
        self._old = None
        QTimer.singleShot(0, self, self._set_aside_again)

    def _set_aside_again(self) -> None:
        """Collect the remains of the old window or project, and exclude permanent objects from later collections."""
        if self._alone and self._old is None and not self._closed:
            self._awaits_collection = False
            # What was excluded in the meantime may be garbage by now.
            take_back()
            set_aside(whole=True)
            self._excludes_project = self.session.is_open or self.jobs.running > 0

    def _set_aside_part(self) -> None:
        """Exclude modules loaded so far, so that the collection at the end is short; without objects of a project or of other work."""
        if self._can_set_aside() and not self.session.is_open and not self.jobs.running:
            set_aside_loaded()

    def _set_aside(self) -> None:
        """Exclude permanent objects from later collections: a complete one takes 0.1 s of the window's thread.

        A project that is open or still loading is excluded too, until it is closed: otherwise each complete collection during its edits
        would examine everything.
        """
        if self._can_set_aside():
            set_aside(whole=False)
            self._excludes_project = self.session.is_open or self.jobs.running > 0

    def _can_set_aside(self) -> bool:
        """Whether no old window is left: it must be gone and collected, or it would stay as long as the new one."""
        return self._alone and self._old is None and not self._awaits_collection and not self._closed

    def _include_project(self) -> None:
        """Include a closed project in collections again; if no other one follows at once, its remains are collected now."""
        if not self._excludes_project or self._closed:
            return
        self._excludes_project = False
        take_back()
        QTimer.singleShot(0, self, self._collect_project)

    def _collect_project(self) -> None:
        # With another project open a complete collection would delay its first frame; it follows when it is due.
        if not self.session.is_open:
            self._set_aside_again()


def keep_report(text: str) -> Path | None:
    """Write a crash report into the person's folder, readable by them only; its path, None where that cannot be written."""
    folder = locate.user_data_dir() / "reports"
    path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.txt"
    try:
        write_private(path, text)
    except OSError:
        return None
    return path


def run(arguments: Sequence[str], path: Path | None = None) -> int:
    """Open the application, with the file at `path` if given; returns the exit code after the last window has closed."""
    application = make_application(arguments)
    desk = Desk(Settings(), alone=True)

    def unexpected(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        desk.crashed(error)

    sys.excepthook = unexpected
    desk.show()
    if path is not None:
        desk.window.files.take(path)
    code = application.exec()
    desk.close()
    return code
