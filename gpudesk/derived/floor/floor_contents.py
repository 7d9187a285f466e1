"""Objects on the floors of halls."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.columns.joins import places_of
from gpudesk.project.types import Types

Standing = tuple[str, int]
"""The table ("rack" or "device") and the id of something on a floor."""


@dataclass(frozen=True, slots=True)
class Bodies:
    """Objects on the floors of halls, racks first; each array of shape (bodies,).

    Attributes:
        racks: number of racks among them.
        row: their ids in their tables.
        hall: their halls.
        shapes: their rectangles.
    """

    racks: int
    row: Ids
    hall: Ids
    shapes: Footprints

    def object(self, place: int) -> Standing:
        """Table and id of one of them."""
        return "rack" if place < self.racks else "device", int(self.row[place])

    def pick(self, which: Ids) -> "Bodies":
        """Some of them, ascending."""
        return Bodies(int((which < self.racks).sum()), self.row[which], self.hall[which], self.shapes.pick(which))


def floor_devices(devices: Columns, types: Types) -> Ids:
    """The rows of the table `device` on the floor of a hall, ascending."""
    on_floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    standing: Ids = on_floor[types.codes("mount", devices.at("type_id", on_floor)) == Mount.FLOOR]
    return standing


def standing_bodies(racks: Columns, devices: Columns, types: Types, halls: Ids | None = None) -> Bodies:
    """The racks and floor-standing devices (of some halls, or of all) with known width and depth."""
    floor = floor_devices(devices, types)
    chosen = np.arange(racks.rows)
    if halls is not None:
        floor = floor[places_of(devices.at("hall_id", floor), halls)]
        chosen = places_of(racks["hall_id"], halls)
    width = np.concatenate(
        [types.numbers("outer_width_mm", racks["type_id"][chosen]), types.numbers("width_mm", devices.at("type_id", floor))]
    )
    depth = np.concatenate(
        [types.numbers("outer_depth_mm", racks["type_id"][chosen]), types.numbers("depth_mm", devices.at("type_id", floor))]
    )
    columns = ("hall_id", "x_mm", "y_mm", "angle_ddeg")
    hall, x, y, angle = (np.concatenate([racks[name][chosen], devices.at(name, floor)]) for name in columns)
    rows = np.concatenate([racks.ids[chosen], devices.at("id", floor)])
    known = np.flatnonzero(~np.isnan(width + depth))
    shapes = Stands(x[known], y[known], angle[known]).shapes(width[known], depth[known])
    return Bodies(int((known < len(chosen)).sum()), rows[known], hall[known], shapes)
