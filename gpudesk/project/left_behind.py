"""Traces of a program that ended early: its lock and edits next to a project, and the project that it had open.

Every edit is committed immediately, so nothing has to be saved from there: SQLite merges it into the file on the next opening. Here
it is only detected, to inform the user.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gpudesk import locate
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.disk.writing import replacement_stream
from gpudesk.project.open_projects import OPEN_FILES
from gpudesk.store.lock import Holder, Lock

_CONTEXT = "project"
_MOST_NOTES = 50


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """Files next to a project that is not open.

    Attributes:
        holder: the program that had it open, according to the remaining lock; None without one.
        edits_bytes: size of the edits not yet in the file.
    """

    holder: Holder | None
    edits_bytes: int

    def told(self) -> Message:
        """What happened, and that nothing is lost."""
        if self.holder is None:
            text = QT_TRANSLATE_NOOP("project", "The project was not closed properly. Its last edits were saved to the file.")
            return Message(_CONTEXT, text)
        text = QT_TRANSLATE_NOOP(
            "project",
            "The project was not closed: process {pid} of {user} ended unexpectedly. Its edits were saved to the file; nothing is lost.",
        )
        return Message(_CONTEXT, text, {"pid": str(self.holder.pid), "user": self.holder.user})


def left_behind(path: Path) -> LeftBehind | None:
    """Traces next to the project at `path` before it is opened; None if everything is in order, or it is open elsewhere."""
    if OPEN_FILES.has(path) or Lock.is_held(path):
        return None
    holder = Lock.holder(path)
    edits = 0
    with suppress(OSError):
        edits = path.with_name(path.name + "-wal").stat().st_size
    return LeftBehind(holder, edits) if holder is not None or edits else None


def note_open(path: Path) -> None:
    """Record that this process has a project open; if the record cannot be stored, nothing is reported later."""
    with suppress(OSError):
        _note().parent.mkdir(parents=True, exist_ok=True)
        with replacement_stream(_note(), durable=False) as file:
            file.write(json.dumps({"pid": os.getpid(), "path": str(path)}).encode())


def note_closed() -> None:
    """Note that it was closed."""
    with suppress(OSError):
        _note().unlink(missing_ok=True)


def ended_early() -> list[Path]:
    """The projects that were open in programs that ended without closing them; each is reported once."""
    paths = []
    for note in sorted(_note().parent.glob("*.json"))[:_MOST_NOTES]:
        try:
            body = kept_json(note.read_text(encoding="utf-8")[:4096])
            holder, path = Holder(Holder.me().host, "", int(body["pid"])), Path(str(body["path"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if not holder.alive():
            paths.append(path)
            with suppress(OSError):
                note.unlink(missing_ok=True)
    return paths


def _note() -> Path:
    return locate.user_cache_dir() / "open" / f"{os.getpid()}.json"
