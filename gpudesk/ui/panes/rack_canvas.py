"""The elevation drawing of racks as a widget: what is selected, dragged and asked for goes out as signals."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from gpudesk.core.hardware import Face
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.device_layer import DeviceLayer
from gpudesk.ui.canvas.overlay_layer import SelectionLayer
from gpudesk.ui.canvas.rack_layer import RackLayer, ReservationLayer
from gpudesk.ui.canvas.rack_text_layer import RackTextLayer
from gpudesk.ui.canvas.refs import CaptionSource, Scope
from gpudesk.ui.canvas.scene import ElevationScene
from gpudesk.ui.canvas.view import CanvasView


class RackCanvas(CanvasView):
    """Rack elevations. It reads snapshots and writes nothing."""

    selection_changed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scene = ElevationScene()
        self._marks = SelectionLayer(self.scene)
        self.base = (
            RackLayer(self.scene),
            DeviceLayer(self.scene),
            ReservationLayer(self.scene),
            RackTextLayer(self.scene),
        )
        self.overlay = (self._marks,)

    def set_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show another state of the project."""
        self._show(snapshot, self.scene.scope, self.scene.faces)

    def set_scope(self, scope: Scope) -> None:
        """Show other racks."""
        self._show(self.scene.snapshot, scope, self.scene.faces)
        self.fit(animated=False)

    def set_faces(self, faces: Face) -> None:
        """Show front, rear or both."""
        self._show(self.scene.snapshot, self.scene.scope, faces)

    def set_captions(self, source: CaptionSource | None) -> None:
        """Ask `source` what stands at head and foot of a rack."""
        self.scene.set_captions(source)
        self.invalidate()

    def _show(self, snapshot: Snapshot | None, scope: Scope, faces: Face) -> None:
        if self.scene.show(snapshot, scope, faces):
            self.set_bounds(self.scene.layout.bounds)
        self.invalidate()
