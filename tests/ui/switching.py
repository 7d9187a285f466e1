"""Switching language, units and theme in a place of the window, and edits of many kinds after it."""

import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.running.garbage import take_back
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.floor.halls import create_hall, delete_objects
from gpudesk.operations.power.power_nodes import add_power_node
from gpudesk.operations.project.workloads import add_workload
from gpudesk.operations.racks.device_operations import nudge
from gpudesk.operations.racks.reservations import reserve_units
from gpudesk.operations.run.field_operations import rename, set_fields
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.workloads.saved_workload import kept
from gpudesk.ui.app import places
from gpudesk.ui.app.main_window import MainWindow
from gpudesk.ui.app.render import settle
from tests.patience import PATIENCE_MS
from tests.ui.cabled import cable
from tests.ui.hand import Hand

PLACES = tuple(place.key for place in places.PLACES)
"""Those of the rail."""

SWITCHES = {"language": ("es", "en"), "units": ("imperial", "metric"), "theme": ("dark", "light")}
"""What can be switched, and between what."""

EDITS = 10
"""How many edits follow each switch."""


class Switcher:
    """A person who works in a small cabled project, each place of which was looked at.

    Attributes:
        left: what of old windows has to go, by its class.
        crashes: what the crash report was told.
    """

    def __init__(self, hand: Hand, path: Path) -> None:
        self.hand = hand
        self.left: list[tuple[str, weakref.ref[QWidget]]] = []
        self.crashes: list[BaseException] = []
        cable(hand, path)
        self.outcomes: list[object] = []
        self.refusals: list[object] = []
        hand.desk.session.changed.connect(self.outcomes.append)
        hand.desk.session.failed.connect(self.refusals.append)
        # It reports to a dialog; here it only has to be heard of.
        hand.desk.jobs.crashed.disconnect(hand.desk.crashed)
        hand.desk.jobs.crashed.connect(self.crashes.append)
        for place in PLACES:
            self.look_at(place)
        self._work = kept(Asked("meta-llama/Meta-Llama-3.1-8B"))
        self._number = 0

    def look_at(self, place: str) -> None:
        """Go to a place, which is made if it was not there yet."""
        self.hand.desk.window.go(place)
        self.hand.rest()
        assert self.hand.desk.window.place == place

    def switch(self, what: str, to: str) -> None:
        """Switch by the menu; of a window that is replaced, note all that has to go with it."""
        before = self.hand.desk.window
        parts = [(type(part).__name__, weakref.ref(part)) for part in (before, *before.findChildren(QWidget)) if _is_ours(part)]
        self.hand.do(f"view.{what}.{to}")
        if what == "theme":
            assert self.hand.desk.window is before
            return
        self.hand.qtbot.waitUntil(lambda: self.hand.desk.window is not before, timeout=PATIENCE_MS)
        self.left += parts
        self.hand.rest()

    def edit(self) -> int:
        """Ten edits, no two of a kind; returns how many steps the pages heard of."""
        session, number = self.hand.desk.session, self._number
        self._number += 1
        cables = self.hand.snapshot["cable"].ids.tolist()
        kinds: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
            (create_hall, (f"hall-{number}",)),
            (nudge, ([self.hand.ids("device")["dgx-002"]], -2 if number % 2 else 2)),
            (rename, ("rack_row", self.hand.snapshot["rack_row"].ids.tolist()[0], f"row-{number}")),
            (add_workload, (f"work-{number}", self._work.task, self._work.asked, self._work.model)),
            (add_power_node, (PowerNodeKind.SOURCE, 415)),
            (reserve_units, (self.hand.ids("rack")["A03"], 2 * number, 2)),
            (set_fields, ("device", self.hand.ids("device")["dgx-001"], {"notes": f"note-{number}"})),
            (cable_project, ()) if number % 2 else (delete_objects, ("cable", cables[:4])),
        ]
        self.outcomes.clear()
        for verb, arguments in kinds:
            session.do(verb, *arguments)
        session.undo()
        session.redo()
        self.hand.rest()
        assert [str(error) for error in self.refusals] == []
        return len(self.outcomes)

    def still_there(self) -> dict[str, int]:
        """What of old windows outlived them, by its class, once everything that was to go has gone."""
        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            settle()
        take_back()
        gc.collect()
        kept_alive: dict[str, int] = {}
        for name, reference in self.left:
            found = reference()
            # A wrapper whose widget has gone is kept by something too. The ring of the focus goes with the focus from window to window.
            if found is not None and not (isValid(found) and found.window() is self.hand.desk.window):
                kept_alive[name] = kept_alive.get(name, 0) + 1
        return kept_alive


def _is_ours(widget: QWidget) -> bool:
    return isinstance(widget, MainWindow) or type(widget).__module__.startswith("gpudesk.")
