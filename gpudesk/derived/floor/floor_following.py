"""Closed aisles that go along when the rows around them are moved."""

from collections.abc import Callable

import numpy as np

from gpudesk.core.floor.floor_items import CONTAINMENTS
from gpudesk.core.floor.outline import bounds
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.floor.floor_contents import standing_bodies
from gpudesk.derived.floor.floor_item_shapes import item_shapes
from gpudesk.project.types import Types

BORDER_MM = 150.0
"""Maximum distance between a containment and the racks that border on it."""


def following_containments(read: Callable[[str], Columns], types: Types, hall_id: int, rack_ids: Ids) -> list[int]:
    """The containments of a hall that border on racks, all of which are among some racks, by id."""
    hall = np.array([hall_id], np.int64)
    shapes = item_shapes(read("floor_item"), CONTAINMENTS, hall)
    if not shapes:
        return []
    standing = standing_bodies(read("rack"), read("device"), types, hall)
    low, high = (bound[: standing.racks] for bound in standing.shapes.bounds())
    moved = np.isin(standing.row[: standing.racks], rack_ids)
    containment_ids = []
    for shape in shapes:
        item_low, item_high = bounds(shape.corners)
        borders = (low < item_high + BORDER_MM).all(axis=1) & (high > item_low - BORDER_MM).all(axis=1)
        if borders.any() and moved[borders].all():
            containment_ids.append(shape.id)
    return containment_ids
