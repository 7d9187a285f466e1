"""Python's cyclic garbage is collected on the interface's thread only.

Python collects wherever its count runs over, also on a thread of a pool; a dropped dialog or model whose parts refer to each other
would then be destroyed there, and Qt does not survive that.
"""

import gc

from PySide6.QtCore import QObject, QTimer

TICK_MS = 250
"""How often it is looked whether a collection is due."""


class Collector(QObject):
    """Takes the collection over while any of its kind lives, and gives it back with the last one."""

    _living = 0

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        Collector._living += 1
        gc.disable()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(collect_if_due)
        self._timer.start()

    def stop(self) -> None:
        """The pools have ended: Python may collect by itself again."""
        if self._timer.isActive():
            self._timer.stop()
            Collector._living -= 1
            if not Collector._living:
                gc.enable()


def collect_if_due() -> int | None:
    """Collect the oldest generation whose count runs over, as Python does by itself; returns which, None for none."""
    due = [age for age, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)) if most and count > most]
    # The younger ones go along; an old one alone is not due before new objects came.
    if not due or due[0] != 0:
        return None
    age = due[-1]
    gc.collect(age)
    return age
