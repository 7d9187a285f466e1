"""Return freed memory to the system while no edits occur.

Freed memory is between blocks still in use, and glibc returns by itself only the end of its heap: after a large task the process
would keep most of its peak. Edits reuse the kept memory (`store/allocator_settings.py`), so it is returned only when idle.
"""

import ctypes
import os
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from gpudesk.ui.toolkit.session import Session

REST_MS = 60_000
"""So long nothing is edited."""
CLOSED_MS = 1_000
"""So long after a project was closed: Python's collector and Qt have destroyed what showed it by then."""
GROWN_BYTES = 128 * 2**20
"""So much more than was left the last time makes it worth the faults of the next work, about 0.1 s."""
_STATM = Path("/proc/self/statm")


class FreedMemory(QObject):
    """Returns it after a project was closed, and at rest where the process has grown. On systems without glibc nothing happens."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._least_bytes = resident_bytes()
        self._rest = QTimer(self, interval=REST_MS)
        self._rest.timeout.connect(self._look)
        self._closed = QTimer(self, interval=CLOSED_MS, singleShot=True)
        self._closed.timeout.connect(self.give_back)
        session.opened.connect(self._edited)
        session.changed.connect(self._edited)
        session.closed.connect(self._closed.start)
        self._rest.start()

    def end(self) -> None:
        """Wait for nothing any more: the program ends."""
        self._rest.stop()
        self._closed.stop()

    def give_back(self) -> None:
        """Return freed memory to the system now; this takes about 0.1 ms per MiB."""
        give_back()
        self._least_bytes = resident_bytes()

    def _edited(self, *_: object) -> None:
        self._closed.stop()
        self._rest.start()

    def _look(self) -> None:
        if resident_bytes() >= self._least_bytes + GROWN_BYTES:
            self.give_back()


def give_back() -> bool:
    """Have glibc return every whole page that is free, anywhere in its heaps; whether there were any."""
    if sys.platform != "linux":
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim is not None and bool(trim(0))


def resident_bytes() -> int:
    """The resident memory of this process; 0 if the system does not report it as Linux does."""
    try:
        pages = int(_STATM.read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
