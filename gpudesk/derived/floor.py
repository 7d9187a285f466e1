"""What stands on the floors of halls, and whether things could stand elsewhere there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.floor import Stands, faults
from gpudesk.core.footprint import Footprints
from gpudesk.core.hardware import Mount
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.placement import Reals
from gpudesk.project.types import Types

_CONTEXT = "floor"
Standing = tuple[str, int]
"""The table ("rack" or "device") and the id of something on a floor."""
MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class Bodies:
    """What stands on the floors of halls, racks first; each array of shape (bodies,).

    Attributes:
        racks: how many of them are racks.
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
    """The rows of the table `device` that stand on the floor of a hall, ascending."""
    on_floor = np.flatnonzero(devices["hall_id"] != ABSENT)
    standing: Ids = on_floor[types.codes("mount", devices["type_id"][on_floor]) == Mount.FLOOR]
    return standing


def standing_bodies(racks: Columns, devices: Columns, types: Types, halls: Ids | None = None) -> Bodies:
    """The racks and floor-standing devices (of some halls, or of all) whose width and depth are known."""
    floor = floor_devices(devices, types)
    chosen = np.arange(racks.rows)
    if halls is not None:
        floor = floor[np.isin(devices["hall_id"][floor], halls)]
        chosen = np.flatnonzero(np.isin(racks["hall_id"], halls))
    width = np.concatenate(
        [types.numbers("outer_width_mm", racks["type_id"][chosen]), types.numbers("width_mm", devices["type_id"][floor])]
    )
    depth = np.concatenate(
        [types.numbers("outer_depth_mm", racks["type_id"][chosen]), types.numbers("depth_mm", devices["type_id"][floor])]
    )
    hall, x, y, angle = (np.concatenate([racks[name][chosen], devices[name][floor]]) for name in ("hall_id", "x_mm", "y_mm", "angle_ddeg"))
    rows = np.concatenate([racks.ids[chosen], devices.ids[floor]])
    known = np.flatnonzero(~np.isnan(width + depth))
    shapes = Stands(x[known], y[known], angle[known]).shapes(width[known], depth[known])
    return Bodies(int((known < len(chosen)).sum()), rows[known], hall[known], shapes)


@dataclass(frozen=True, slots=True)
class FloorVerdict:
    """Whether things can stand where they are tried.

    Attributes:
        reasons: why not, the first few; empty where they can.
        refused: the places of the things that cannot, ascending.
        against: what they would stand on.
    """

    reasons: tuple[Message, ...] = ()
    refused: tuple[int, ...] = ()
    against: tuple[Standing, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


class FloorTrial:
    """Some racks and floor devices that are tried at other places of a hall, again and again.

    Things whose type has no known width and depth are moved along, and speak neither for nor against.

    Attributes:
        objects: what is tried.
        stands: where it stands now.
        shapes: the rectangles there, 0 × 0 where the size is not known.
    """

    def __init__(
        self,
        racks: Columns,
        devices: Columns,
        halls: Columns,
        types: Types,
        objects: Sequence[Standing],
        hall_id: int,
        *,
        copies: bool = False,
        fresh: bool = False,
    ) -> None:
        """With `copies` the things themselves stay, and others like them are tried; `fresh` ones did not stand there before."""
        self.objects = tuple(objects)
        tables = {"rack": racks, "device": devices}
        places = [tables[table].position(row_id) for table, row_id in objects]
        rows = [(tables[table], place) for (table, _), place in zip(objects, places, strict=True)]
        x, y, angle, hall = (
            np.array([int(columns[name][place]) for columns, place in rows], np.int64) for name in ("x_mm", "y_mm", "angle_ddeg", "hall_id")
        )
        self.stands = Stands(x, y, angle)
        self.width_mm, self.depth_mm = sizes_mm(types, objects, rows)
        self.shapes = self.stands.shapes(np.nan_to_num(self.width_mm), np.nan_to_num(self.depth_mm))
        self._known = np.flatnonzero(~np.isnan(self.width_mm + self.depth_mm))
        everything = standing_bodies(racks, devices, types, np.array([hall_id], np.int64))
        moving = set() if copies else set(objects)
        kept = [place for place in range(len(everything.row)) if everything.object(place) not in moving] if moving else None
        self.others = everything if kept is None else everything.pick(np.array(kept, np.int64))
        here = not copies and not fresh and bool((hall == hall_id).all())
        self._before = self.shapes.pick(self._known) if here else None
        row = halls.row(hall_id)
        self._hall = str(row["name"])
        self.size_mm: Reals = np.array([row["width_mm"], row["depth_mm"]], np.float64)
        self._names = {table: columns["name"] for table, columns in tables.items()}
        self._tables = tables

    def judge(self, stands: Stands) -> FloorVerdict:
        """Whether the things can stand there. For several copies at once, the objects are counted through again and again."""
        count = len(self.objects)
        repeats = len(stands) // max(count, 1)
        known = np.concatenate([self._known + turn * count for turn in range(repeats)]) if repeats else self._known
        width, depth = (np.tile(np.nan_to_num(size), repeats) for size in (self.width_mm, self.depth_mm))
        shapes = stands.shapes(width, depth).pick(known)
        found = faults(shapes, self.others.shapes, self.size_mm, self._before)
        if not found:
            return FloorVerdict()
        pairs = [(self._at(known, one), self.others.object(int(other))) for one, other in zip(found.first, found.second, strict=True)]
        pairs += [(self._at(known, one), self._at(known, other)) for one, other in zip(found.own_first, found.own_second, strict=True)]
        text = QT_TRANSLATE_NOOP("floor", "{name} would stand on {other}.")
        reasons = [
            Message(_CONTEXT, text, {"name": self._name(one), "other": self._name(other)})
            for one, other in dict.fromkeys(pairs[:MOST_REASONS])
        ]
        text = QT_TRANSLATE_NOOP("floor", "{name} would reach {excess} out of {hall}.")
        for one, beyond in zip(found.outside[:MOST_REASONS], found.excess_mm, strict=False):
            excess = Quantity(float(np.ceil(beyond)), "mm")
            reasons.append(Message(_CONTEXT, text, {"name": self._name(self._at(known, one)), "excess": excess, "hall": self._hall}))
        wrong = np.unique(known[np.concatenate([found.first, found.own_first, found.own_second, found.outside])])
        against = tuple(self.others.object(place) for place in np.unique(found.second).tolist())
        return FloorVerdict(tuple(reasons[:MOST_REASONS]), tuple(wrong.tolist()), against)

    def _at(self, known: Ids, place: int) -> Standing:
        """The thing at a place of what was tried, which may be a copy."""
        return self.objects[int(known[place]) % len(self.objects)]

    def _name(self, thing: Standing) -> str:
        table, row_id = thing
        return str(self._names[table][self._tables[table].position(row_id)])


def sizes_mm(types: Types, objects: Sequence[Standing], rows: Sequence[tuple[Columns, int]]) -> tuple[Reals, Reals]:
    """Width and depth of racks and floor devices, NaN where they are not known, shape (n,) each."""
    type_ids = np.array([int(columns["type_id"][place]) for columns, place in rows], np.int64)
    is_rack = np.array([table == "rack" for table, _ in objects], bool)
    width, depth = (
        np.where(is_rack, types.numbers(f"outer_{side}_mm", type_ids), types.numbers(f"{side}_mm", type_ids)) for side in ("width", "depth")
    )
    return width, depth
