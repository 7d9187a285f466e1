"""A folder into which a camera writes: pictures that are new in it are offered, once they are written to their end."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.formats.onsite.picture_end import is_whole
from gpudesk.operations import Photo
from gpudesk.ui.onsite.photos import MOST_FILE_BYTES, photo_of
from gpudesk.ui.session import Session

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
MOST_OFFERED = 24
"""Pictures that wait to be taken; older ones are left in the folder."""
_AGAIN_MS = 800
"""After which a file that was growing is looked at again."""
_LOOK_MS = 5_000
"""Folders in the network and cameras on a cable do not announce what is new in them."""


@dataclass(frozen=True, slots=True)
class Growing:
    """A file that is not complete: its size and time at the last look, and whether it was read in that state already."""

    size: int
    changed_ns: int
    was_read: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look into the folder found.

    Attributes:
        names: of all pictures in it.
        waiting: name → those that are not complete yet.
        photos: those that are, as they would be stored.
        unreadable: names of files that hold no picture.
        gone: whether the folder cannot be read.
    """

    names: frozenset[str] = frozenset()
    waiting: Mapping[str, Growing] = field(default_factory=dict)
    photos: tuple[Photo, ...] = ()
    unreadable: tuple[str, ...] = ()
    gone: bool = False


def look_into(folder: Path, known: frozenset[str] | None, waiting: Mapping[str, Growing]) -> Seen:
    """Look into a folder, for a reading thread.

    Args:
        known: names that are not new; None where all of them are known, as at the beginning.
        waiting: as they were at the last look: a file that has changed since is still being written.
    """
    try:
        with os.scandir(folder) as entries:
            names = {entry.name: Path(entry.path) for entry in entries if Path(entry.name).suffix.lower() in SUFFIXES}
    except OSError:
        return Seen(gone=True)
    if known is None:
        return Seen(frozenset(names))
    still: dict[str, Growing] = {}
    photos: list[Photo] = []
    unreadable: list[str] = []
    for name in sorted(set(names) - known):
        now = _as_it_is(names[name])
        if now is None:
            continue
        before = waiting.get(name)
        if before is None or replace(before, was_read=False) != now or before.was_read or not now.size:
            # What was read as it is now waits for a change.
            still[name] = before if before is not None and before.was_read and replace(before, was_read=False) == now else now
            continue
        content = _content(names[name])
        if not content or (len(content) <= MOST_FILE_BYTES and not is_whole(content)):
            still[name] = replace(now, was_read=bool(content))
            continue
        try:
            photos.append(photo_of(name, content))
        except DeskError:
            unreadable.append(name)
    return Seen(frozenset(names), still, tuple(photos), tuple(unreadable))


def _as_it_is(path: Path) -> Growing | None:
    """The state of an ordinary file; None of anything else, such as a pipe, which would never end."""
    try:
        found = path.stat()
    except OSError:
        return None
    return Growing(found.st_size, found.st_mtime_ns) if stat.S_ISREG(found.st_mode) else None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_FILE_BYTES + 1)
    except OSError:
        # Still locked by whoever writes it.
        return b""


class CameraFolder(QObject):
    """Watches one folder while it is told to; pictures that were there before are not offered.

    Signals:
        changed(): something else is offered, waits or is wrong.
        arrived(list): these photos are new.
    """

    changed = Signal()
    arrived = Signal(list)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.folder: Path | None = None
        self.offered: list[Photo] = []
        self.waiting: Mapping[str, Growing] = {}
        self.unreadable: tuple[str, ...] = ()
        self.is_gone = False
        self._known: frozenset[str] | None = None
        self._is_awake = self._looks = self._look_again = False
        self._turn = 0
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._slow = QTimer(self, interval=_LOOK_MS)
        self._watcher.directoryChanged.connect(self.look)
        self._watcher.fileChanged.connect(lambda _: self._soon.start())
        self._soon.timeout.connect(self.look)
        self._slow.timeout.connect(self.look)

    def watch(self, folder: Path | None) -> None:
        """Watch another folder, or none any more."""
        self.folder = folder
        self.offered, self.waiting, self.unreadable, self.is_gone, self._known = [], {}, (), False, None
        self._turn += 1
        self._looks = False
        self._follow()
        self.changed.emit()
        self.look()

    def wake(self, awake: bool) -> None:
        """Look into the folder only while somebody can see what is offered."""
        self._is_awake = awake
        if awake:
            self._slow.start()
            self.look()
        else:
            self._slow.stop()
            self._soon.stop()

    def drop(self, photo: Photo) -> None:
        """A picture was taken, or is not wanted."""
        self.offered = [each for each in self.offered if each is not photo]
        self.changed.emit()

    def forget(self) -> None:
        """Offer none of the pictures that are offered, since they belong to another project."""
        self.offered, self.unreadable = [], ()
        self.changed.emit()

    def look(self, *_: object) -> None:
        """Look into the folder on a reading thread; one look at a time."""
        folder = self.folder
        if folder is None or (not self._is_awake and self._known is not None):
            return
        if self._looks:
            self._look_again = True
            return
        self._looks, self._look_again = True, False
        known, waiting, turn = self._known, dict(self.waiting), self._turn
        self._session.jobs.read(
            lambda _: look_into(folder, known, waiting),
            lambda seen: self._take(seen, turn),
            lambda _: self._end_look(turn),
        )

    def _end_look(self, turn: int) -> None:
        if isValid(self) and turn == self._turn:
            self._looks = False

    def _take(self, seen: Seen, turn: int) -> None:
        if not isValid(self) or turn != self._turn:
            return
        before = (self.is_gone, self.waiting, self.unreadable, len(self.offered))
        grew = any(not file.was_read and file.size for file in seen.waiting.values())
        self._looks = False
        self.is_gone = seen.gone
        if not seen.gone:
            # A name that left the folder can come back with another picture: cameras number theirs again.
            self._known = seen.names - set(seen.waiting)
            self.waiting = seen.waiting
            self.unreadable = (*self.unreadable, *seen.unreadable)[-3:]
            self.offered = [*self.offered, *seen.photos][-MOST_OFFERED:]
        self._follow()
        if grew or (self._look_again and self._is_awake):
            self._soon.start()
        if seen.photos:
            self.arrived.emit(list(seen.photos))
        if before != (self.is_gone, self.waiting, self.unreadable, len(self.offered)) or seen.photos:
            self.changed.emit()

    def _follow(self) -> None:
        """Let the system announce changes of the folder and of the files that wait."""
        old = {*self._watcher.directories(), *self._watcher.files()}
        folder = self.folder
        new = set() if folder is None or self.is_gone else {str(folder), *(str(folder / name) for name in self.waiting)}
        if gone := sorted(old - new):
            self._watcher.removePaths(gone)
        if fresh := sorted(path for path in new - old if Path(path).exists()):
            self._watcher.addPaths(fresh)
