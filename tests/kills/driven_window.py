"""The program with its window, driven from inside: `python -m tests.kills.driven_window PATH SEED`.

It opens the project as `gpudesk PATH` does and makes the edits of an endless walk, each through the session. It prints a line for whatever
it confirms (the revision), and for whatever it complains about.
"""

import sys
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, QTimer

from gpudesk.core.messages.errors import DeskError
from gpudesk.ui.app import application
from gpudesk.ui.app.application import Desk
from gpudesk.ui.toolkit.settings import Settings
from tests.kills.endless import attempt
from tests.project.child import say

PLACES = ("floor", "rack", "fabric", "power", "catalog")
IDLE_MS = 30
"""The window brings everything into the one file after so much rest, which the driver gives it now and then."""
REST_MS = 90


class Driver(QObject):
    """Makes one edit after the other, each when the one before was confirmed or refused."""

    def __init__(self, desk: Desk, seed: int) -> None:
        super().__init__(desk)
        self._desk, self._session, self._seed = desk, desk.session, seed
        self._number = 0
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._edit)
        self._session._idle.setInterval(IDLE_MS)
        self._session.opened.connect(self._opened)
        self._session.changed.connect(self._changed)
        self._session.failed.connect(self._failed)
        self._session.damaged.connect(self._complain)
        self._session.gone.connect(self._complain)

    def _opened(self) -> None:
        if not self._session.writable:
            say("complaint: read only")
            return
        say("open")
        self._begun = self._session.snapshot.revision
        self._next.start(0)

    def _changed(self) -> None:
        revision = self._session.snapshot.revision
        if revision == self._begun:
            self._number += 1
        else:
            say(revision)
            self._number, self._begun = 0, revision
        random = Random(f"{self._seed}/{revision}")
        if random.random() < 0.1:
            self._desk.window.go(random.choice(PLACES))
        self._next.start(REST_MS if random.random() < 0.1 else 0)

    def _edit(self) -> None:
        session = self._session
        verb, *arguments = attempt(self._seed, session.snapshot, self._number)
        if verb not in ("undo", "redo"):
            session.do(verb, *arguments)
        elif any(step.done == (verb == "undo") for step in session.history):
            session.undo() if verb == "undo" else session.redo()
        else:
            self._number += 1
            self._next.start(0)

    def _failed(self, error: DeskError) -> None:
        if not self._session.is_open or not self._session.writable:
            self._complain(error)
            return
        self._number += 1
        self._next.start(0)

    def _complain(self, error: DeskError) -> None:
        say("complaint:", type(error).__name__, " ".join(str(error).split()))


class DrivenDesk(Desk):
    """The desk of the program with a driver; it reports a crash at once, as there is no user to read the dialog."""

    def __init__(self, settings: Settings, *, alone: bool) -> None:
        super().__init__(settings, alone=alone)
        self.driver = Driver(self, int(sys.argv[2]))

    def crashed(self, error: BaseException) -> None:
        super().crashed(error)
        say("complaint: crash", repr(error))


if __name__ == "__main__":
    vars(application)["Desk"] = DrivenDesk
    sys.exit(application.run(sys.argv[:1], Path(sys.argv[1])))
