"""Thumbnails of floors: racks by role, with similar adjacent racks merged, few enough to keep and paint at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from gpudesk.ui.toolkit.theme import theme

if TYPE_CHECKING:
    from gpudesk.core.plan.plan import Plan
    from gpudesk.project.snapshot import Snapshot

COMPUTE, NETWORK, OTHER = range(3)
NETWORK_ROLES = frozenset(
    ["leaf", "spine", "core", "storage leaf", "storage target leaf", "storage spine", "in-band", "in-band spine", "out-of-band"]
)
_TOUCH_MM = 120
MOST_BOXES = 600
Box = tuple[int, int, int, int, int]
"""Left, top, width and depth in mm, and the role."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """The floor of one hall."""

    width_mm: int
    depth_mm: int
    boxes: tuple[Box, ...]

    def to_plain(self) -> dict[str, Any]:
        """As lists and numbers."""
        return {"width_mm": self.width_mm, "depth_mm": self.depth_mm, "boxes": [list(box) for box in self.boxes]}

    @classmethod
    def from_plain(cls, body: Any) -> "Thumbnail":
        """What `to_plain` gave.

        Raises:
            ValueError, KeyError, TypeError: it is something else.
        """
        boxes = tuple((int(x), int(y), int(w), int(d), int(kind)) for x, y, w, d, kind in body["boxes"][:MOST_BOXES])
        return cls(max(1, int(body["width_mm"])), max(1, int(body["depth_mm"])), boxes)


def joined(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Boxes of one line that touch and are for the same, as one."""
    merged: list[Box] = []
    for x, y, wide, deep, kind in sorted(boxes, key=lambda box: (box[1], box[0])):
        if merged:
            left, top, last, high, what = merged[-1]
            if (top, high, what) == (y, deep, kind) and x - (left + last) <= _TOUCH_MM:
                merged[-1] = (left, top, x + wide - left, high, what)
                continue
        merged.append((x, y, wide, deep, kind))
    return tuple(merged[:MOST_BOXES])


def of_plan(plan: "Plan") -> Thumbnail | None:
    """The hall of a plan with the most racks, None without one."""
    from gpudesk.catalog.plan_types import types_of
    from gpudesk.ui.places.home.plan_thumbnail import floor_boxes

    if not plan.halls:
        return None
    boxes = floor_boxes(plan, types_of(plan))
    halls = [box[0] for box in boxes]
    most = max(range(len(plan.halls)), key=halls.count)
    here = [(round(box[1]), round(box[2]), round(box[3]), round(box[4]), box[6]) for box in boxes if box[0] == most]
    return Thumbnail(plan.halls[most].width_mm, plan.halls[most].depth_mm, joined(here))


def of_snapshot(snapshot: "Snapshot") -> Thumbnail | None:
    """The hall of a project with the most racks, None without one."""
    import numpy as np

    from gpudesk.derived.floor.floor_contents import standing_bodies

    halls, racks, devices = snapshot["hall"], snapshot["rack"], snapshot["device"]
    if not halls.rows:
        return None
    counts = (racks["hall_id"][None, :] == halls.ids[:, None]).sum(axis=1)
    hall = int(halls.ids[int(np.argmax(counts))])
    bodies = standing_bodies(racks, devices, snapshot.types, np.array([hall], np.int64))
    roles = devices["role"]
    compute = np.unique(devices["rack_id"][roles == "compute"])
    network = np.unique(devices["rack_id"][np.isin(roles.astype(str), sorted(NETWORK_ROLES))])
    rows = bodies.row[: bodies.racks]
    kinds = np.where(np.isin(rows, compute), COMPUTE, np.where(np.isin(rows, network), NETWORK, OTHER)).tolist()
    kinds += [COMPUTE] * (len(bodies.row) - bodies.racks)
    low, high = bodies.shapes.bounds()
    sizes = np.hstack([low, high - low]).round().astype(int).tolist()
    row = halls.row(hall)
    boxes = [(x, y, wide, deep, kind) for (x, y, wide, deep), kind in zip(sizes, kinds, strict=True)]
    return Thumbnail(int(row["width_mm"]), int(row["depth_mm"]), joined(boxes))


def paint(painter: QPainter, rect: QRectF, picture: Thumbnail, margin: float = 3) -> None:
    """Paint a floor as large as fits."""
    colours = theme.current()
    painter.fillRect(rect, colours.surface.sunken)
    room = rect.adjusted(margin, margin, -margin, -margin)
    scale = min(room.width() / picture.width_mm, room.height() / picture.depth_mm)
    left = room.left() + (room.width() - picture.width_mm * scale) / 2
    top = room.top() + (room.height() - picture.depth_mm * scale) / 2
    painter.fillRect(QRectF(left, top, picture.width_mm * scale, picture.depth_mm * scale), colours.surface.panel)
    inks = (colours.accent, colours.severity["warning"].colour, colours.text.tertiary)
    for x, y, wide, deep, kind in picture.boxes:
        box = QRectF(left + x * scale, top + y * scale, max(wide * scale, 0.8), max(deep * scale, 0.8))
        painter.fillRect(box, inks[kind if 0 <= kind < len(inks) else OTHER])
