"""Reserving units of a rack by dragging over them."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from gpudesk.core.hardware.hardware import Face
from gpudesk.derived.racks.device_placement import span_name
from gpudesk.ui.canvas.camera import Camera
from gpudesk.ui.canvas.frames_and_labels import px_rect
from gpudesk.ui.places.layout.racks.canvas import hit
from gpudesk.ui.places.layout.racks.canvas.scene import ElevationScene


@dataclass
class Reserving:
    """A gesture over whole units of one elevation: from the unit where it began to the one it reached."""

    elevation: int
    first: int
    last: int

    @classmethod
    def begin(cls, scene: ElevationScene, x_mm: float, y_mm: float) -> "Reserving | None":
        """Begin at a point; None off the racks."""
        elevation = hit.elevation_at(scene.layout, x_mm, y_mm)
        if elevation is None:
            return None
        unit = hit.half_unit_at(scene.layout, elevation, y_mm) // 2
        return cls(elevation, unit, unit)

    def reach(self, scene: ElevationScene, y_mm: float) -> None:
        """The pointer is at this height now."""
        self.last = hit.half_unit_at(scene.layout, self.elevation, y_mm) // 2

    def span(self, scene: ElevationScene) -> tuple[int, int, int]:
        """Rack id, lowest half unit, and the half unit above the highest."""
        low, high = min(self.first, self.last), max(self.first, self.last) + 1
        return scene.rack_id(self.elevation), 2 * low, 2 * high

    def face(self, scene: ElevationScene) -> Face:
        """The face over which it is drawn."""
        return Face(int(scene.layout.face[self.elevation]))

    def shown(self, scene: ElevationScene, camera: Camera) -> tuple[QRectF, str]:
        """Its rectangle in px and the name of its units."""
        _, low, high = self.span(scene)
        x, y, w, h = scene.layout.span_rect(self.elevation, low, high)
        return px_rect(camera, (x, y, w, h)), span_name(low, high)
