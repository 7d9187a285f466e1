"""Warnings about a floor position that do not forbid it: clearances, aisles, containments, delivery routes, floor load.

The checks report the same for placed objects; here it is checked during a drag, for the dragged objects and those near them.
"""

import numpy as np

from gpudesk.core.floor.blocked_floor import in_the_way, standing_on
from gpudesk.core.floor.floor import Stands
from gpudesk.core.floor.floor_items import CONTAINMENTS, SOLID, FloorItemKind
from gpudesk.core.floor.footprint import Footprints
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.core.racks.placement import Mask
from gpudesk.core.racks.weight import feet_under, foot_load_kg, spread_load_kg_per_m2
from gpudesk.core.values.columns import Ids
from gpudesk.derived.floor.clearances import Ending, FreeSide, free_sides
from gpudesk.derived.floor.floor_contents import Bodies
from gpudesk.derived.floor.floor_limits import hall_limits
from gpudesk.derived.floor.floor_trial import NEW, FloorTrial
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot

_CONTEXT = "floor"
MOST_CAUTIONS = 3
_FRONT = QT_TRANSLATE_NOOP("floor", "{name} would have {free} clearance in front to {other}; {wanted} required.")
_REAR = QT_TRANSLATE_NOOP("floor", "{name} would have {free} clearance behind it to {other}; {wanted} required.")
_COLD = QT_TRANSLATE_NOOP("floor", "The cold aisle between {name} and {other} would be {free} wide; {wanted} required.")
_HOT = QT_TRANSLATE_NOOP("floor", "The hot aisle between {name} and {other} would be {free} wide; {wanted} required.")


class FloorCautions:
    """The warnings about the tried positions of the objects of a trial."""

    def __init__(self, snapshot: Snapshot, trial: FloorTrial) -> None:
        self._snapshot = snapshot
        self._trial = trial
        sheet = snapshot.cached(site_sheet)
        self._limits = {
            _FRONT: sheet.limit("front_floor_mm"),
            _REAR: sheet.limit("rear_floor_mm"),
            _COLD: sheet.limit("cold_aisle_least_mm"),
            _HOT: sheet.limit("hot_aisle_least_mm"),
        }
        self._reach = max(self._limits.values())
        self._solid = [item for item in trial.items if item.kind in SOLID]
        self._contained = [item for item in trial.items if item.kind in CONTAINMENTS and len(item.corners) > 2]
        self._routes = [item for item in trial.items if item.kind is FloorItemKind.ROUTE]
        self._heavy = self._loads()

    def judge(self, stands: Stands) -> tuple[Message, ...]:
        """The first few warnings about the objects of the trial at other positions."""
        known, shapes = self._trial.placed(stands)
        if not len(known):
            return self._heavy
        warnings = [*self._free(known, shapes), *self._in_containments(known, shapes), *self._on_routes(known, shapes), *self._heavy]
        return tuple(warnings[:MOST_CAUTIONS])

    def _free(self, known: Ids, shapes: Footprints) -> list[Message]:
        """The narrowest place before fronts, behind rears, and in each kind of aisle."""
        bodies, carried = self._around(known, shapes)
        judged_racks, front, rear = free_sides(bodies, self._solid, self._snapshot["hall"], self._reach)
        messages: list[Message] = []
        for side, alone, aisle in ((front, _FRONT, _COLD), (rear, _REAR, _HOT)):
            for text, facing in ((alone, False), (aisle, True)):
                worst = self._worst(side, judged_racks, carried, facing, self._limits[text])
                if worst is not None:
                    own, ending = bodies.object(int(judged_racks[worst])), side.ending(worst)
                    free, required = Quantity(float(np.round(side.free_mm[worst])), "mm"), Quantity(self._limits[text], "mm")
                    values: dict[str, Value] = {"name": self._name(own), "other": self._name(ending), "free": free, "wanted": required}
                    messages.append(Message(_CONTEXT, text, values))
        return messages

    def _worst(self, side: FreeSide, judged: Ids, carried: Mask, facing: bool, limit: float) -> int | None:
        """The index of the checked rack with the least space, among those that are dragged or in front of a dragged one."""
        before = (side.other >= 0) & carried[side.other]
        narrow = (side.free_mm < limit - 0.5) & (side.facing == facing) & (carried[judged] | before)
        places = np.flatnonzero(narrow)
        return int(places[np.argmin(side.free_mm[places])]) if len(places) else None

    def _around(self, known: Ids, shapes: Footprints) -> tuple[Bodies, Mask]:
        """The dragged objects and those near them, racks first, and which of them are dragged."""
        low, high = shapes.bounds()
        low, high = low.min(axis=0) - self._reach, high.max(axis=0) + self._reach
        others = self._trial.others
        near = others.pick(np.flatnonzero((self._trial.low < high).all(axis=1) & (self._trial.high > low).all(axis=1)))
        objects = [self._trial.objects[int(place) % len(self._trial.objects)] for place in known]
        racks = np.array([place for place, (table, _) in enumerate(objects) if table == "rack"], np.int64)
        devices = np.setdiff1d(np.arange(len(objects)), racks)
        ids = np.array([row_id for _, row_id in objects], np.int64)
        standing = np.arange(len(near.row))
        parts: list[tuple[Bodies | None, Ids]] = [
            (near, standing[: near.racks]),
            (None, racks),
            (near, standing[near.racks :]),
            (None, devices),
        ]
        rows = np.concatenate([(ids if body is None else body.row)[which] for body, which in parts])
        carried = np.concatenate([np.full(len(which), body is None) for body, which in parts])
        picked = [(shapes if body is None else body.shapes).pick(which) for body, which in parts]
        united = Footprints(
            *(np.concatenate([getattr(part_shapes, name) for part_shapes in picked]) for name in ("centre", "along", "deep"))
        )
        return Bodies(near.racks + len(racks), rows, np.full(len(rows), self._trial.hall_id, np.int64), united), carried

    def _in_containments(self, known: Ids, shapes: Footprints) -> list[Message]:
        zero = np.zeros(len(shapes), np.int64)
        outlines = [item.corners for item in self._contained]
        pairs = standing_on(shapes, zero, outlines, np.zeros(len(outlines), np.int64))
        text = QT_TRANSLATE_NOOP("floor", "{name} would be in {other}, a contained aisle.")
        return [
            Message(_CONTEXT, text, {"name": self._carried_name(known, body), "other": self._contained[item].name})
            for body, item in pairs[:1]
        ]

    def _on_routes(self, known: Ids, shapes: Footprints) -> list[Message]:
        if not self._routes:
            return []
        text = QT_TRANSLATE_NOOP("floor", "{name} would block {other}.")
        for body, outline in enumerate(shapes.corners()):
            for route in self._routes:
                if in_the_way(route.corners, outline, route.clear_width_mm):
                    return [Message(_CONTEXT, text, {"name": self._carried_name(known, body), "other": route.name})]
        return []

    def _loads(self) -> tuple[Message, ...]:
        """Floor load of new objects above the limit of the floor, with the empty mass."""
        snapshot, sheet = self._snapshot, self._snapshot.cached(site_sheet)
        mass = self._trial.tried.weight_kg
        if self._trial.objects[0][1] != NEW or not len(mass):
            return ()
        hall = np.full(len(mass), self._trial.hall_id, np.int64)
        share = (sheet.limit("cold_aisle_mm") + sheet.limit("hot_aisle_mm")) / 2
        spread = spread_load_kg_per_m2(mass, self._trial.width_mm, self._trial.depth_mm, share)
        foot = foot_load_kg(mass, feet_under(self._trial.width_mm, int(sheet.limit("rack_feet"))), sheet.limit("foot_share_factor"))
        borne = (
            (float(spread[0]), float(hall_limits(snapshot, hall, "uniform_limit_kg_per_m2")[0]), "kg/m²"),
            (float(foot[0]), float(hall_limits(snapshot, hall, "point_limit_kg")[0]), "kg"),
        )
        name = self._trial.tried.names[0]
        text = QT_TRANSLATE_NOOP("floor", "{name} would exert {value} on the floor; the limit is {limit}.")
        return tuple(
            Message(_CONTEXT, text, {"name": name, "value": Quantity(round(value), unit), "limit": Quantity(limit, unit)})
            for value, limit, unit in borne
            if value > limit
        )

    def _carried_name(self, known: Ids, place: int) -> str:
        return self._trial.tried.names[int(known[place]) % len(self._trial.objects)]

    def _name(self, thing: Ending | None) -> str:
        if thing is None:
            return ""
        if thing[1] == NEW:
            return self._trial.tried.names[0]
        return str(self._snapshot[thing[0]].row(thing[1])["name"])
