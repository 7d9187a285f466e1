"""Python's cyclic garbage is collected on the interface's thread only.

Python collects wherever its count runs over, also on a thread of a pool; a dropped dialog or model whose parts refer to each other
would then be destroyed there, and Qt does not survive that.
"""

import gc

from PySide6.QtCore import QObject, QTimer

from gpudesk.core.running.garbage import collect_if_due, take_back

TICK_MS = 250
"""How often it is looked whether a collection is due."""


class Collector(QObject):
    """Takes the collection over while any of its kind lives, and gives it back as it was with the last one."""

    _living = 0
    _by_itself = True

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not Collector._living:
            Collector._by_itself = gc.isenabled()
        Collector._living += 1
        gc.disable()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(collect_if_due)
        self._timer.start()

    def stop(self) -> None:
        """The pools have ended: Python may collect by itself again, if it did before."""
        if self._timer.isActive():
            self._timer.stop()
            take_back()
            Collector._living -= 1
            if not Collector._living and Collector._by_itself:
                gc.enable()
