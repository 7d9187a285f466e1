"""How the racks of a floor are painted: by which property, and when its figures are there."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from shiboken6 import isValid

from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.cooling.cooling_marks import cooling_marks
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.panels.failures.failure_simulation import Drilling
from gpudesk.ui.places.layout.failure_paints import drill_rack_paint
from gpudesk.ui.places.layout.floor.canvas.floor_plan_amounts import LENGTHY
from gpudesk.ui.places.layout.floor.canvas.floor_plan_paint import PAINTS, rack_paint
from gpudesk.ui.places.layout.floor.panes.floor_canvas import FloorCanvas
from gpudesk.ui.places.layout.racks.canvas.rack_counts import RackCounts, rack_counts
from gpudesk.ui.toolkit.session import Session


class FloorPainting(QObject):
    """Paints the racks of a canvas by one of `PAINTS`; while a failure is shown, by what that does to them.

    Attributes:
        key: by which; `repaint` brings a new one into force.
    """

    def __init__(self, session: Session, canvas: FloorCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self.key = PAINTS[0]
        self._session = session
        self._canvas = canvas
        self._counts: tuple[object, object, RackCounts] | None = None
        self._under_way: tuple[object, Snapshot | None] = (None, None)
        self._drilling = Drilling.of(session)
        self._drilling.changed.connect(self.repaint)

    def repaint(self) -> None:
        """Paint the current state. Racks have no color until slow figures are available."""
        hall_id = self._canvas.scene.hall_id
        if not self._session.is_open or hall_id is None or self._canvas.scene.snapshot is not self._session.snapshot:
            return
        snapshot, counts = self._session.snapshot, self._present_counts()
        after = self._drilling.after
        if after is not None and after.chain.snapshot is snapshot:
            self._canvas.set_paint(drill_rack_paint(after, hall_id), counts)
            return
        maker = LENGTHY.get(self.key)
        if maker is None and (snapshot["cooling_node"]["device_id"] != ABSENT).any() and snapshot.known(cooling_marks) is None:
            # Units on the floor show what they move as soon as that is known; racks do not wait for it.
            self._canvas.set_paint(rack_paint(snapshot, self.key, counts, hall_id), counts)
            self._ask(cooling_marks, snapshot)
            return
        if maker is None or snapshot.known(maker) is not None:
            self._canvas.set_paint(rack_paint(snapshot, self.key, counts, hall_id), counts)
            return
        self._canvas.set_paint(None, counts)
        self._ask(maker, snapshot)

    def release(self) -> None:
        """Release the findings of a state that is not shown: 300,000 take 240 MB. `repaint` gets those of the current one."""
        self._counts = self._canvas.scene.counts = None

    def _ask(self, maker: Callable[[Snapshot], object], snapshot: Snapshot) -> None:
        if self._under_way[0] is not maker or self._under_way[1] is not snapshot:
            self._under_way = (maker, snapshot)
            self._session.jobs.read(lambda _: snapshot.cached(maker), lambda _: self._came())

    def _came(self) -> None:
        if isValid(self):
            self._under_way = (None, None)
            self.repaint()

    def _present_counts(self) -> RackCounts:
        snapshot, findings = self._session.snapshot, self._session.findings
        if self._counts is None or self._counts[0] is not snapshot or self._counts[1] is not findings:
            self._counts = (snapshot, findings, rack_counts(snapshot, findings))
        return self._counts[2]
