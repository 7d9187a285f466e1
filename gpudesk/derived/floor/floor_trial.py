"""Whether racks and floor devices could be placed elsewhere in a hall, checked repeatedly while they are dragged."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.floor.blocked_floor import door_swing, standing_on
from gpudesk.core.floor.floor import Stands, faults
from gpudesk.core.floor.floor_items import FORBIDDEN, FloorItemKind
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import Columns, Ids
from gpudesk.derived.floor.floor_contents import Bodies, Standing, standing_bodies
from gpudesk.derived.floor.floor_item_shapes import ItemShape, item_shapes
from gpudesk.project.types import Types

_CONTEXT = "floor"
Tables = Callable[[str], Columns]
"""Gives a table by its name: what `Snapshot.__getitem__` and `Edit.columns` do."""
MOST_REASONS = 3
NEW = 0
"""The id of something that is not in the project yet; ids of rows begin at 1."""
_NOT_HERE = (*FORBIDDEN, FloorItemKind.DOOR)


@dataclass(frozen=True, slots=True)
class FloorVerdict:
    """Whether objects can be placed at the tried positions.

    Attributes:
        reasons: why not, the first few; empty if they can.
        refused: the indexes of the objects that cannot, ascending.
        against: the racks, floor devices and floor items that they would overlap.
        grounds: the outlines of those floor items, including the swing of doors.
    """

    reasons: tuple[Message, ...] = ()
    refused: tuple[int, ...] = ()
    against: tuple[Standing, ...] = ()
    grounds: tuple[Reals, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether there is no objection to it."""
        return not self.reasons


@dataclass(frozen=True, slots=True)
class Tried:
    """Objects to be tried, each of shape (n,).

    Attributes:
        objects: table and id of each; for objects that do not exist yet the id is `NEW`.
        names: their names in a reason.
        stands: their current positions.
        halls: their halls; `NEW` for those without one yet.
        width_mm, depth_mm: NaN if the type does not state it.
        weight_kg: of the empty rack or the device alone, NaN if the type does not state it.
    """

    objects: tuple[Standing, ...]
    names: tuple[str, ...]
    stands: Stands
    halls: Ids
    width_mm: Reals
    depth_mm: Reals
    weight_kg: Reals

    @property
    def shapes(self) -> Footprints:
        """The rectangles at their current positions, 0 × 0 if the size is unknown."""
        return self.stands.shapes(np.nan_to_num(self.width_mm), np.nan_to_num(self.depth_mm))

    @classmethod
    def standing(cls, read: Tables, types: Types, objects: Sequence[Standing]) -> "Tried":
        """Racks and floor devices of the project."""
        rows = [(read(table), read(table).position(row_id)) for table, row_id in objects]
        x, y, angle, halls, type_ids = (
            np.array([int(columns[name][place]) for columns, place in rows], np.int64)
            for name in ("x_mm", "y_mm", "angle_ddeg", "hall_id", "type_id")
        )
        is_rack = np.array([table == "rack" for table, _ in objects], bool)
        width, depth = (
            np.where(is_rack, types.numbers(f"outer_{side}_mm", type_ids), types.numbers(f"{side}_mm", type_ids))
            for side in ("width", "depth")
        )
        names = tuple(str(columns["name"][place]) for columns, place in rows)
        return cls(tuple(objects), names, Stands(x, y, angle), halls, width, depth, types.numbers("weight_kg", type_ids))

    @classmethod
    def new(cls, kind: HardwareType, angle_ddeg: int = 0) -> "Tried":
        """One object of a type that is not in the project yet."""
        rack = kind.family is Family.RACK
        zero = np.zeros(1, np.int64)
        dimensions = [
            kind.number(name) for name in (*((f"outer_{side}_mm" if rack else f"{side}_mm") for side in ("width", "depth")), "weight_kg")
        ]
        width, depth, weight = (np.array([np.nan if value is None else float(value)]) for value in dimensions)
        table = "rack" if rack else "device"
        return cls(((table, NEW),), (kind.title,), Stands(zero, zero, np.array([angle_ddeg], np.int64)), zero, width, depth, weight)


class FloorTrial:
    """Racks and floor devices that are tried repeatedly at other positions of a hall.

    Objects whose type has no known width and depth are moved along, and have no effect on the result.

    Attributes:
        objects: the tried objects.
        stands: their current positions.
        width_mm, depth_mm: of each, NaN if unknown.
        shapes: the rectangles there, 0 × 0 if the size is unknown.
        others: the other objects in the hall.
        low, high: the bounding box of each of these, shape (others, 2).
        size_mm: width and depth of the hall.
        items: building items in the hall.
    """

    def __init__(
        self,
        read: Tables,
        types: Types,
        tried: Tried,
        hall_id: int,
        *,
        copies: bool = False,
        fresh: bool = False,
        along: Collection[int] = (),
    ) -> None:
        """With `copies` the objects themselves stay, and copies of them are tried; `fresh` ones were not there before.

        Args:
            along: ids of the floor items that move along, which are no more of an obstacle than before.
        """
        self.tried = tried
        self.objects, self.stands = tried.objects, tried.stands
        self.width_mm, self.depth_mm = tried.width_mm, tried.depth_mm
        self.shapes = tried.shapes
        self.hall_id = hall_id
        self._known = np.flatnonzero(~np.isnan(self.width_mm + self.depth_mm))
        everything = standing_bodies(read("rack"), read("device"), types, np.array([hall_id], np.int64))
        self.others = everything if copies else everything.pick(np.flatnonzero(~_among(everything, self.objects)))
        self.low, self.high = self.others.shapes.bounds()
        here = not copies and not fresh and bool((tried.halls == hall_id).all())
        self._before = self.shapes.pick(self._known) if here else None
        row = read("hall").row(hall_id)
        self._hall = str(row["name"])
        self.size_mm: Reals = np.array([row["width_mm"], row["depth_mm"]], np.float64)
        self._read = read
        self.items = item_shapes(read("floor_item"), halls=np.array([hall_id], np.int64))
        self._barred = [item for item in self.items if item.kind in _NOT_HERE and item.id not in along]
        self._outlines = [door_swing(item.corners) if item.kind is FloorItemKind.DOOR else item.corners for item in self._barred]
        self._barred_before = set() if self._before is None else set(self._on_barred(self._before))

    def judge(self, stands: Stands) -> FloorVerdict:
        """Whether the objects can be placed there. For several copies at once, the objects are repeated in order."""
        known, shapes = self.placed(stands)
        near = self._near(shapes)
        conflicts = faults(shapes, self.others.shapes.pick(near), self.size_mm, self._before)
        met = near[conflicts.second]
        barred = [pair for pair in self._on_barred(shapes) if pair not in self._barred_before]
        if not conflicts and not barred:
            return FloorVerdict()
        pairs = [
            (self._name(known, one), self._other_name(int(other)))
            for one, other in zip(conflicts.first[:MOST_REASONS], met[:MOST_REASONS], strict=True)
        ]
        pairs += [
            (self._name(known, one), self._name(known, other))
            for one, other in zip(conflicts.own_first[:MOST_REASONS], conflicts.own_second[:MOST_REASONS], strict=True)
        ]
        text = QT_TRANSLATE_NOOP("floor", "{name} would be on {other}.")
        reasons = [Message(_CONTEXT, text, {"name": one, "other": other}) for one, other in dict.fromkeys(pairs)]
        reasons += [self._barred_reason(self._name(known, body), self._barred[item]) for body, item in barred[:MOST_REASONS]]
        text = QT_TRANSLATE_NOOP("floor", "{name} would extend {excess} beyond {hall}.")
        for one, beyond in zip(conflicts.outside[:MOST_REASONS], conflicts.excess_mm, strict=False):
            excess = Quantity(float(np.ceil(beyond)), "mm")
            reasons.append(Message(_CONTEXT, text, {"name": self._name(known, one), "excess": excess, "hall": self._hall}))
        on_items = np.array([body for body, _ in barred], np.int64)
        wrong = np.unique(known[np.concatenate([conflicts.first, conflicts.own_first, conflicts.own_second, conflicts.outside, on_items])])
        items = sorted({item for _, item in barred})
        against = [self.others.object(place) for place in np.unique(met).tolist()]
        against += [("floor_item", self._barred[item].id) for item in items]
        grounds = tuple(self._outlines[item] for item in items)
        return FloorVerdict(tuple(reasons[:MOST_REASONS]), tuple(wrong.tolist()), tuple(against), grounds)

    def placed(self, stands: Stands) -> tuple[Ids, Footprints]:
        """The indexes in `stands` with known size, and the rectangles there."""
        count = len(self.objects)
        repeats = len(stands) // max(count, 1)
        known = np.concatenate([self._known + turn * count for turn in range(repeats)]) if repeats else self._known
        width, depth = (np.tile(np.nan_to_num(size), repeats) for size in (self.width_mm, self.depth_mm))
        return known, stands.shapes(width, depth).pick(known)

    def _near(self, shapes: Footprints) -> Ids:
        """The others that some rectangles could touch, ascending."""
        if not len(shapes):
            return np.empty(0, np.int64)
        low, high = shapes.bounds()
        low, high = low.min(axis=0), high.max(axis=0)
        near: Ids = np.flatnonzero(
            (self.low[:, 0] < high[0]) & (self.high[:, 0] > low[0]) & (self.low[:, 1] < high[1]) & (self.high[:, 1] > low[1])
        )
        return near

    def _on_barred(self, shapes: Footprints) -> list[tuple[int, int]]:
        """Pairs of a rectangle and a floor item that must stay clear."""
        floors, item_floors = np.zeros(len(shapes), np.int64), np.zeros(len(self._outlines), np.int64)
        return standing_on(shapes, floors, self._outlines, item_floors)

    def _barred_reason(self, name: str, item: ItemShape) -> Message:
        text = QT_TRANSLATE_NOOP("floor", "{name} would be on {other}.")
        if item.kind is FloorItemKind.KEEP_OUT:
            text = QT_TRANSLATE_NOOP("floor", "{name} would be in {other}, which must be kept clear.")
        elif item.kind is FloorItemKind.DOOR:
            text = QT_TRANSLATE_NOOP("floor", "{name} would block {other}.")
        return Message(_CONTEXT, text, {"name": name, "other": item.name})

    def _name(self, known: Ids, place: int) -> str:
        """Name of the object at an index of the tried positions; it may be a copy."""
        return self.tried.names[int(known[place]) % len(self.objects)]

    def _other_name(self, place: int) -> str:
        table, row_id = self.others.object(place)
        columns = self._read(table)
        return str(columns["name"][columns.position(row_id)])


def _among(bodies: Bodies, objects: Sequence[Standing]) -> Mask:
    """Which bodies are among some objects."""
    is_among = np.zeros(len(bodies.row), bool)
    for table, part in (("rack", slice(None, bodies.racks)), ("device", slice(bodies.racks, None))):
        is_among[part] = np.isin(bodies.row[part], [row_id for name, row_id in objects if name == table])
    return is_among
