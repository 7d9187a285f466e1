"""A spot on the floor of a hall for a new object."""

from dataclasses import dataclass

from gpudesk.core.floor.floor import TILE_MM
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.toolkit.quantities import format_quantity


@dataclass(frozen=True, slots=True)
class FloorSpot:
    """A point of a hall in mm from its west and its north wall."""

    hall_id: int
    x_mm: int
    y_mm: int

    def words(self, snapshot: Snapshot) -> str:
        """Hall and distances, in the person's units."""
        halls = snapshot["hall"]
        hall = str(halls["name"][halls.position(self.hall_id)])
        return f"{hall} · {format_quantity(self.x_mm, 'mm')} × {format_quantity(self.y_mm, 'mm')}"


def on_tile(hall_id: int, x_mm: float, y_mm: float, tile_mm: int = TILE_MM) -> FloorSpot:
    """The joint of tiles nearest to a point."""
    return FloorSpot(hall_id, round(x_mm / tile_mm) * tile_mm, round(y_mm / tile_mm) * tile_mm)
