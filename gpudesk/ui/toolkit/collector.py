"""Cyclic garbage is collected on the user interface thread only.

By default Python collects on any thread, including pool threads; a discarded dialog or model with reference cycles
would then be destroyed there, and Qt would crash.
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
        """After the pools ended, restore automatic collection if it was enabled before."""
        if self._timer.isActive():
            self._timer.stop()
            take_back()
            Collector._living -= 1
            if not Collector._living and Collector._by_itself:
                gc.enable()
