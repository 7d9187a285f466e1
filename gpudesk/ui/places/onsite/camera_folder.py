"""A folder into which a camera writes: pictures that are new in it are offered, once they are written to their end."""

import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage
from shiboken6 import isValid

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.running.progress import Progress
from gpudesk.formats.onsite.picture_end import is_whole
from gpudesk.operations.onsite.onsite_photos import Photo
from gpudesk.ui.places.onsite.photos import MOST_FILE_BYTES, photo_of, picture_of
from gpudesk.ui.toolkit.jobs import Job
from gpudesk.ui.toolkit.session import Session

SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"))
MOST_OFFERED = 24
"""Pictures that wait to be taken; older ones are left in the folder."""
THUMBNAIL = QSize(96, 72)
_OPEN = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
"""Neither through a link nor waiting for the other end of a pipe, on systems that have both."""
_AGAIN_MS = 800
"""After which a file that was growing is looked at again."""
_LOOK_MS = 5_000
"""Polling interval: network folders and cameras on a cable do not announce new files."""


State = tuple[str, int, int]
"""Name, bytes and time of the last change in ns: a file that is replaced under its name is another one."""


@dataclass(frozen=True, slots=True)
class Growing:
    """A file that is not complete: its size and time at the last look, and whether it was read in that state already."""

    size: int
    changed_ns: int
    was_read: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NewPhoto:
    """A picture that is offered.

    Attributes:
        photo: the photo as stored.
        thumbnail: the displayed thumbnail, created on the reader thread.
        changed_ns: modification time of the file; sets the order in which pictures are offered.
    """

    photo: Photo
    thumbnail: QImage
    changed_ns: int


@dataclass(frozen=True, slots=True)
class Seen:
    """Result of one scan of the folder.

    Attributes:
        states: states of all pictures in it.
        waiting: name → pictures that are not complete yet.
        photos: complete pictures, the oldest first.
        unreadable: names of files that are not pictures.
        gone: whether the folder cannot be read.
    """

    states: frozenset[State] = frozenset()
    waiting: Mapping[str, Growing] = field(default_factory=dict)
    photos: tuple[NewPhoto, ...] = ()
    unreadable: tuple[str, ...] = ()
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """Stored state of a watched folder, for use after a restart.

    Attributes:
        project: uid of the project that watched it, "" for none.
        newest_ns: the time of the newest picture seen.
        waits: name and time of the pictures neither added nor skipped.
    """

    project: str = ""
    newest_ns: int = 0
    waits: frozenset[tuple[str, int]] = frozenset()

    def left(self, project: str, states: Iterable[State]) -> frozenset[State]:
        """Of the pictures in the folder, those that waited in this project, and those that are newer than all before."""
        if not project or project != self.project:
            return frozenset()
        return frozenset(state for state in states if state[2] > self.newest_ns or (state[0], state[2]) in self.waits)

    def text(self) -> str:
        """One line of JSON."""
        return json.dumps([self.project, self.newest_ns, sorted(self.waits)])


def read_memory(text: str) -> Memory:
    """What `Memory.text` wrote; an empty one of anything else."""
    try:
        project, newest_ns, waits = kept_json(text)
        return Memory(str(project), int(newest_ns), frozenset((str(name), int(changed_ns)) for name, changed_ns in waits))
    except (ValueError, TypeError):
        return Memory()


def look_into(folder: Path, known: frozenset[State] | None, waiting: Mapping[str, Growing], progress: Progress) -> Seen:
    """Scan a folder, on a reader thread. Of many new pictures, the newest are read; the others count as seen.

    Args:
        known: pictures that are not new; None if all of them are known, as at the start.
        waiting: states at the last scan: a file changed since then is still being written.

    Raises:
        Cancelled: the result is no longer needed.
    """
    state_of_file: dict[str, Growing] = {}
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if progress.cancelled:
                    break
                now = _as_it_is(Path(entry.path)) if Path(entry.name).suffix.lower() in SUFFIXES else None
                if now is not None:
                    state_of_file[entry.name] = now
    except OSError:
        return Seen(gone=True)
    progress.step(0, len(state_of_file))
    states = frozenset((name, now.size, now.changed_ns) for name, now in state_of_file.items())
    if known is None:
        return Seen(states)
    still: dict[str, Growing] = {}
    photos: list[NewPhoto] = []
    unreadable: list[str] = []
    fresh = sorted(states - known, key=lambda state: (state[2], state[0]))[-MOST_OFFERED:]
    for done, (name, _, changed_ns) in enumerate(fresh):
        progress.step(done, len(fresh))
        now, before = state_of_file[name], waiting.get(name)
        if before is None or replace(before, was_read=False) != now or before.was_read or not now.size:
            # What was read as it is now waits for a change.
            still[name] = before if before is not None and before.was_read and replace(before, was_read=False) == now else now
            continue
        content = _content(folder / name)
        if not content or (len(content) <= MOST_FILE_BYTES and not is_whole(content)):
            still[name] = replace(now, was_read=bool(content))
            continue
        try:
            photo = photo_of(name, content)
        except DeskError:
            unreadable.append(name)
        else:
            photos.append(NewPhoto(photo, _thumbnail(photo), changed_ns))
    return Seen(states, still, tuple(photos), tuple(unreadable))


def _thumbnail(photo: Photo) -> QImage:
    small = picture_of(photo.file.name, photo.content, 2 * THUMBNAIL.width())
    return small.scaled(THUMBNAIL, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)


def _as_it_is(path: Path) -> Growing | None:
    """The state of an ordinary file; None of anything else: a link leads out of the folder, and a pipe would never end."""
    try:
        file_status = path.stat(follow_symlinks=False)
    except OSError:
        return None
    return Growing(file_status.st_size, file_status.st_mtime_ns) if stat.S_ISREG(file_status.st_mode) else None


def _content(path: Path) -> bytes:
    """The bytes of a regular file, also if it was replaced by a link or a pipe since the scan."""
    try:
        number = os.open(path, _OPEN)
        with os.fdopen(number, "rb") as file:
            return file.read(MOST_FILE_BYTES + 1) if stat.S_ISREG(os.fstat(number).st_mode) else b""
    except OSError:
        # Still locked by the program that writes it.
        return b""


class CameraFolder(QObject):
    """Watches one folder while active; existing pictures are not offered.

    After a restart or crash it resumes: pictures neither added nor skipped are offered again in their project.

    Signals:
        changed(): the offered or waiting pictures or the error changed.
        arrived(list): these photos are new.
        remembered(str): the state that `watch` needs to resume after a restart.
    """

    changed = Signal()
    arrived = Signal(list)
    remembered = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.folder: Path | None = None
        self.offered: list[NewPhoto] = []
        self.waiting: Mapping[str, Growing] = {}
        self.unreadable: tuple[str, ...] = ()
        self.is_gone = False
        self._known: frozenset[State] | None = None
        self._project = ""
        self._memory = Memory()
        self._resumed: frozenset[State] = frozenset()
        self._job: Job | None = None
        self._is_awake = self._looks = self._look_again = False
        self._turn = 0
        self._watcher = QFileSystemWatcher(self)
        self._soon = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._slow = QTimer(self, interval=_LOOK_MS)
        self._watcher.directoryChanged.connect(self.look)
        self._watcher.fileChanged.connect(lambda _: self._soon.start())
        self._soon.timeout.connect(self.look)
        self._slow.timeout.connect(self.look)

    def watch(self, folder: Path | None, memory: str = "") -> None:
        """Watch another folder, or stop watching.

        Args:
            memory: state from `remembered` before a restart.
        """
        self.folder, self.is_gone = folder, False
        self._memory = read_memory(memory)
        self._begin_again()

    def wake(self, awake: bool) -> None:
        """Scan the folder only while the offered pictures can be visible."""
        self._is_awake = awake
        if awake:
            self._slow.start()
            self.look()
        else:
            self._slow.stop()
            self._soon.stop()

    def drop(self, photo: Photo) -> None:
        """A picture was taken, or is not wanted."""
        self.offered = [offer for offer in self.offered if offer.photo is not photo]
        self._remember()
        self.changed.emit()

    def forget(self) -> None:
        """Offer no picture that exists now, since it belongs to another project; pictures waiting in this project are offered again."""
        self._begin_again()

    def _begin_again(self) -> None:
        """Treat the current content of the folder as known; a scan in progress is discarded."""
        self._turn += 1
        self._project = "" if self._session.document is None else self._session.document.uid
        if self._job is not None:
            self._job.cancel()
        self._job, self._looks = None, False
        self.offered, self.waiting, self.unreadable, self._known, self._resumed = [], {}, (), None, frozenset()
        # Followed again after the first look: asking a folder in the network that is gone would hold up the window.
        self._follow(())
        self.changed.emit()
        self.look()

    def look(self, *_: object) -> None:
        """Look into the folder on a reading thread; one look at a time."""
        folder = self.folder
        if folder is None or self._session.jobs.closed or (not self._is_awake and self._known is not None):
            return
        if self._looks:
            self._look_again = True
            return
        self._looks, self._look_again = True, False
        known, waiting, turn = self._known, dict(self.waiting), self._turn
        self._job = self._session.jobs.read(
            lambda progress: look_into(folder, known, waiting, progress),
            lambda seen: self._take(seen, turn),
            lambda _: self._end_look(turn),
        )

    def _end_look(self, turn: int) -> None:
        if isValid(self) and turn == self._turn:
            self._looks, self._job = False, None

    def _take(self, seen: Seen, turn: int) -> None:
        if not isValid(self) or turn != self._turn:
            return
        before = (self.is_gone, self.waiting, self.unreadable, len(self.offered))
        grew = any(not file.was_read and file.size for file in seen.waiting.values())
        self._looks, self._job = False, None
        self.is_gone = seen.gone
        if not seen.gone and self._known is None:
            self._resumed = self._memory.left(self._project, seen.states)
            self._known, self._look_again = seen.states - self._resumed, self._look_again or bool(self._resumed)
        elif not seen.gone:
            # A name that left the folder can come back with another picture: cameras number theirs again.
            self._known = frozenset(state for state in seen.states if state[0] not in seen.waiting)
            self.waiting = seen.waiting
            self.unreadable = (*self.unreadable, *seen.unreadable)[-3:]
            self.offered = self._with([photo for photo in seen.photos if not self._was_taken(photo)])
        if not seen.gone:
            self._remember(seen.states)
        folder = self.folder
        self._follow(() if folder is None or seen.gone else (str(folder), *(str(folder / name) for name in seen.waiting)))
        if grew or (self._look_again and self._is_awake):
            self._soon.start()
        if seen.photos:
            self.arrived.emit([photo.photo for photo in seen.photos])
        if before != (self.is_gone, self.waiting, self.unreadable, len(self.offered)) or seen.photos:
            self.changed.emit()

    def _was_taken(self, new: NewPhoto) -> bool:
        """Whether a picture is in the project, and only the note about it was lost."""
        name, sha256 = new.photo.file.name, new.photo.file.sha256
        return any(state[0] == name for state in self._resumed) and self._session.snapshot["attachment"].holds("sha256", sha256)

    def _remember(self, states: Iterable[State] = ()) -> None:
        """Save the offered and waiting pictures, and the newest picture of all, if they changed."""
        waits = {*((offer.photo.file.name, offer.changed_ns) for offer in self.offered)}
        waits.update((name, file.changed_ns) for name, file in self.waiting.items())
        waits.update((state[0], state[2]) for state in self._resumed if self._known is not None and state not in self._known)
        newest = max((state[2] for state in states), default=0)
        if self._project == self._memory.project:
            newest = max(newest, self._memory.newest_ns)
        memory = Memory(self._project, newest, frozenset(waits))
        if self._project and memory != self._memory:
            self._memory = memory
            self.remembered.emit(memory.text())

    def _with(self, photos: Sequence[NewPhoto]) -> list[NewPhoto]:
        """The offered pictures with these added, the newest last; a picture replaces an earlier one with the same name."""
        names = {photo.photo.file.name for photo in photos}
        remaining = [offer for offer in self.offered if offer.photo.file.name not in names]
        return sorted((*remaining, *photos), key=lambda offer: (offer.changed_ns, offer.photo.file.name))[-MOST_OFFERED:]

    def _follow(self, paths: Iterable[str]) -> None:
        """Have the system announce changes of exactly these files, found by the last scan."""
        old, new = {*self._watcher.directories(), *self._watcher.files()}, set(paths)
        if removed := sorted(old - new):
            self._watcher.removePaths(removed)
        if fresh := sorted(new - old):
            self._watcher.addPaths(fresh)
