"""Save the undamaged part of a project file as a new project."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from gpudesk.project.suffix import SUFFIX
from gpudesk.ui.toolkit.parts.file_dialog import file_dialog
from gpudesk.ui.toolkit.places_on_disk import documents_folder, free_path
from gpudesk.ui.toolkit.text_context import text_context

if TYPE_CHECKING:
    from gpudesk.core.messages.errors import DeskError
    from gpudesk.operations.project.recover_project import Recovered
    from gpudesk.ui.app.window_places import WindowPlaces

tr = text_context("RecoveryCommands")

_MOST_NAMED = 5


class RecoveryCommands(QObject):
    """Ask for a damaged project and a path, save the recoverable data, and open it."""

    def __init__(self, window: "WindowPlaces") -> None:
        super().__init__(window)
        self._window = window
        window.registry.connect_action("file.recover", self.ask_source)

    def choices_for(self, error: "DeskError") -> tuple[tuple[str, Callable[[], object]], ...]:
        """The user's options when `error` is shown: for a damaged file, recovery of the remaining data."""
        # Loaded here: most sessions never meet an error.
        from gpudesk.project.project_verification import Damaged

        path = error.message.values.get("path")
        if not isinstance(error, Damaged) or path is None:
            return ()
        source = Path(str(path))
        return ((tr("Recover…"), lambda: self.ask_target(source)),)

    def ask_source(self) -> None:
        """Ask for the damaged project, then for the path of the recovered one."""
        dialog = self._dialog(tr("Recover a damaged project"), QFileDialog.AcceptMode.AcceptOpen)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.ask_target(Path(name)))
        dialog.open()

    def ask_target(self, source: Path) -> None:
        """Ask for the path of the project recovered from `source`, then recover it."""
        dialog = self._dialog(tr("Save the recovered project"), QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        folder = source.parent if source.parent.is_dir() else documents_folder()
        dialog.setDirectory(str(folder))
        dialog.selectFile(free_path(folder, tr("{name} recovered").format(name=source.stem)).name)
        dialog.fileSelected.connect(lambda name: self.recover(source, Path(name)))
        dialog.open()

    def recover(self, source: Path, target: Path) -> None:
        """Save the undamaged part of `source` to `target`, open it, and report the missing data."""

        def done(found: "Recovered") -> None:
            text = tr("The undamaged part of {name} is now open.").format(name=source.name)
            self._window.message_bar.show_message("ok" if not found.lost else "warning", text, self._missing(found))

        self._window.session.recover(source, target, done)

    def _missing(self, found: "Recovered") -> str:
        lost = [name or f"{table} {row_id}" for table, rows in found.lost.items() for row_id, name in rows]
        parts = []
        if lost:
            names = ", ".join(lost[:_MOST_NAMED]) + (", …" if len(lost) > _MOST_NAMED else "")
            parts.append(tr("Damaged objects omitted: {count} ({names}).").format(count=len(lost), names=names))
        if found.followed:
            count = sum(found.followed.values())
            parts.append(tr("Objects omitted because they depend on these: {count}.").format(count=count))
        if found.history:
            parts.append(tr("The edit history could not be recovered."))
        return " ".join(parts)

    def _dialog(self, title: str, accept: QFileDialog.AcceptMode) -> QFileDialog:
        filters = tr("GPU Desk projects (*{suffix})").format(suffix=SUFFIX)
        dialog = file_dialog(self._window, title, str(documents_folder()), filters)
        dialog.setAcceptMode(accept)
        return dialog
