"""Where pictures and drawings lie under the plan of a hall."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.project.snapshot import Snapshot
from gpudesk.ui.canvas.camera import Bounds


@dataclass(frozen=True, slots=True)
class Underlay:
    """One underlay: a point z of the picture is at turn · z + corner, all as complex numbers (x + i·y).

    Attributes:
        width, height: in units of the picture.
        turn: mm per unit, and the direction of its width.
        corner: position of its upper left corner, in mm.
    """

    id: int
    attachment_id: int
    name: str
    media: str
    width: int
    height: int
    turn: complex
    corner: complex
    opacity_percent: int

    def hall_point(self, x: float, y: float) -> tuple[float, float]:
        """Position of a picture point in the hall, in mm."""
        point = self.turn * complex(x, y) + self.corner
        return point.real, point.imag

    def picture_point(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The point of the picture at a point of the hall."""
        point = (complex(x_mm, y_mm) - self.corner) / self.turn
        return point.real, point.imag

    @property
    def corners(self) -> Reals:
        """Its corners in mm from the upper left one on clockwise, shape (4, 2)."""
        return np.array([self.hall_point(x, y) for x, y in ((0, 0), (self.width, 0), (self.width, self.height), (0, self.height))])

    @property
    def bounds(self) -> Bounds:
        """The upright rectangle around it, in mm."""
        (left, top), (right, bottom) = self.corners.min(axis=0).tolist(), self.corners.max(axis=0).tolist()
        return Bounds(left, top, right, bottom)

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the hall is on it."""
        x, y = self.picture_point(x_mm, y_mm)
        return 0 <= x <= self.width and 0 <= y <= self.height


def underlays_of(snapshot: Snapshot, hall_id: int) -> tuple[Underlay, ...]:
    """The underlays of a hall, the lowest first."""
    table, attachments = snapshot["underlay"], snapshot["attachment"]
    underlays = []
    for row_id in table.where("hall_id", hall_id).tolist():
        row = table.row(row_id)
        attachment = attachments.row(int(row["attachment_id"]))
        corner, right = complex(row["x_mm"], row["y_mm"]), complex(row["right_x_mm"], row["right_y_mm"])
        width, height = int(attachment["width"]), int(attachment["height"])
        turn, opacity = (right - corner) / width, int(row["opacity_percent"])
        underlays.append(
            Underlay(row_id, int(attachment["id"]), str(row["name"]), str(attachment["media"]), width, height, turn, corner, opacity)
        )
    return tuple(underlays)
