"""Work on site in the rail."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.shell.place import Place
from gpudesk.ui.shell.shell import Shell

if TYPE_CHECKING:
    from gpudesk.ui.places.onsite.onsite_place import OnSitePlace


class OnSite(Place["OnSitePlace"]):
    """The checklist of the plan, completed in the hall. Records are not undone but withdrawn."""

    key, icon, needs_project, own_undo = "onsite", "check", True, True
    title = QT_TRANSLATE_NOOP("PlaceRail", "On site")
    hint = QT_TRANSLATE_NOOP("PlaceRail", "On site: the checklist of the plan, completed in the hall (Ctrl+7)")

    def make(self, shell: Shell) -> "OnSitePlace":
        """The list of tasks and the page of one."""
        from gpudesk.ui.places.onsite.onsite_place import OnSitePlace

        return OnSitePlace(shell.session)

    def connect(self, shell: Shell, view: "OnSitePlace") -> None:
        """Connect labels and the folder of the camera."""
        view.changed.connect(shell.update_actions)
        view.labels_wanted.connect(shell.label_cables)
        folder = shell.settings.text("camera-folder")
        if folder:
            view.camera.watch(Path(folder), shell.settings.text("camera-pictures"))
        keeper = _CameraKeeper(shell)
        view.camera.remembered.connect(keeper.keep_pictures)
        view.camera_chosen.connect(keeper.keep_folder)
        view.keep_originals(shell.settings.text("keep-originals") == "yes")
        view.originals_chosen.connect(keeper.keep_originals)

    def look_like(self, view: "OnSitePlace", old: "OnSitePlace") -> None:
        """Show what another one shows."""
        view.look_like(old)

    def focus(self, view: "OnSitePlace") -> QWidget:
        """The field that takes scans."""
        return view.at_rest()

    def parts(self, view: "OnSitePlace") -> list[QWidget]:
        """The line of scans, the list and the page."""
        return view.parts()

    def met(self, shell: Shell, view: "OnSitePlace") -> set[str]:
        """Whether there is an entry to withdraw."""
        return {"undo"} if view.last_entry() else set()

    def undo(self, view: "OnSitePlace") -> None:
        """Offer to withdraw the last entry."""
        view.ask_last_withdrawal()


class _CameraKeeper(QObject):
    """Remembers the camera folder and its waiting pictures; belongs to the window."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._settings = shell.settings

    def keep_folder(self, folder: str) -> None:
        """Remember a folder."""
        self._settings.set_text("camera-folder", folder)

    def keep_originals(self, kept: bool) -> None:
        """Remember whether the files of photos are kept as they are."""
        self._settings.set_text("keep-originals", "yes" if kept else "")

    def keep_pictures(self, memory: str) -> None:
        """Remember which pictures wait; on the disk at once, since a crash must not lose them."""
        self._settings.set_text("camera-pictures", memory)
        self._settings.sync()
