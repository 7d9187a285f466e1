"""Load of cable pathways: counted in full, or updated after each edit with the cables that it affected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.pathway_fill import Cells, WayFigures, by_way, cable_body, is_copper
from gpudesk.core.cabling.pathway_routing import WayPaths
from gpudesk.core.cabling.pathways import COPPER, FIBRE
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.changes import Changes, TableChange
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.links.cables_near import cables_at, cables_with_mates
from gpudesk.derived.pathways.cable_pairs import CablePairs, Object, PairedCables, PairTable
from gpudesk.derived.pathways.cable_routes import Exits, Pairs, Routes, exits, routes_from
from gpudesk.derived.pathways.pathway_network import WayPlan, plan_of_ways, way_plan
from gpudesk.derived.ports.port_spots import standing
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from
from gpudesk.project.types import Types

_STANDS = ("hall_id", "type_id", "x_mm", "y_mm", "angle_ddeg")
PATHS: Mapping[str, tuple[str, ...]] = {
    "cable": ("a_device_id", "a_port", "b_device_id", "b_port", "type_id", "assembly"),
    "device": (*_STANDS, "rack_id", "parent_id", "slot", "position", "face", "side"),
    "rack": _STANDS,
    "pathway": ("hall_id", "to_hall_id", "kind", "outline", "height_mm", "width_mm", "length_mm", "carries"),
    "hall": ("raised_floor",),
    "catalog_item": (),
}
"""Data that determines cable routes, besides the site sheet: table → columns, none for all."""
OPEN = "way_open_mm"
"""Site sheet value that limits how far cables may run outside pathways."""
CHOICES = ("way_reach_mm", "cable_exit", "cable_rack_side")
"""The values of the site sheet that decide on which ways cables lie."""
_FOLLOWED = ("cable", "device", "rack")
"""Tables in which a row affects the routes of only some cables."""
MOST_CARRIED = 40_000
"""An edit that affects more cables than this triggers a full recount."""
HallPair = tuple[int, int]


@dataclass(frozen=True)
class WayLoads:
    """The cables in all pathways.

    Attributes:
        steps: type of cables (ABSENT for those without one) → change in count from the previous slot, for each slot of `Cells`.
        guessed: hall → cables whose racks no pathway connects, so their route is estimated.
        lost: two halls, the lower id first → cables between them without a route.
        open: rack, or device on a floor, by its table and id → cables whose distance to the edge of their pathway exceeds
            the site sheet limit, measured horizontally at right angles.
    """

    plan: WayPlan
    cells: Cells
    steps: Mapping[int, Ids]
    guessed: Mapping[int, int]
    lost: Mapping[HallPair, int]
    open: Mapping[Object, int]

    def combined(self, other: "WayLoads", sign: int) -> "WayLoads":
        """These with those of `other` added (sign 1) or taken away (sign -1)."""
        steps = dict(self.steps)
        for kind, values in other.steps.items():
            steps[kind] = steps[kind] + sign * values if kind in steps else sign * values
        guessed, lost = dict(self.guessed), dict(self.lost)
        for hall, count in other.guessed.items():
            guessed[hall] = guessed.get(hall, 0) + sign * count
        for halls, count in other.lost.items():
            lost[halls] = lost.get(halls, 0) + sign * count
        outside = dict(self.open)
        for stand, count in other.open.items():
            outside[stand] = outside.get(stand, 0) + sign * count
        remaining_steps = {kind: steps[kind] for kind in sorted(steps) if steps[kind].any()}
        return WayLoads(
            self.plan,
            self.cells,
            remaining_steps,
            {hall: count for hall, count in sorted(guessed.items()) if count},
            {halls: count for halls, count in sorted(lost.items()) if count},
            {stand: count for stand, count in sorted(outside.items()) if count},
        )

    @cached_property
    def lying(self) -> Mapping[int, Ids]:
        """Type of cables → how many lie in each slot."""
        return {kind: np.cumsum(values) for kind, values in self.steps.items()}

    def sections(self, types: Types) -> WayFigures:
        """Return the contents of the fullest meter of each section, shape (sections,)."""
        slots = self.cells.count
        cables, area, mass, bend = np.zeros(slots, np.int64), np.zeros(slots), np.zeros(slots), np.zeros(slots)
        for kind, count in self.lying.items():
            body = cable_body(None if kind == ABSENT else types[kind])
            cables = cables + count
            area += count * body.area_mm2
            mass += count * body.kg_per_m
            bend = np.maximum(bend, np.where(count > 0, body.bend_radius_mm, 0.0))
        largest = (self.cells.largest(values) for values in (cables.astype(np.float64), area, mass, bend))
        fullest = list(largest)
        return WayFigures(fullest[0].astype(np.int64), *fullest[1:])

    def ways(self, types: Types) -> WayFigures:
        """Return the contents of the fullest meter of each pathway, shape (ways,)."""
        sections = self.sections(types)
        way, count = self.plan.network.way, len(self.plan.ways)
        values = [by_way(way, np.asarray(part, np.float64), count) for part in _parts(sections)]
        return WayFigures(values[0].astype(np.int64), *values[1:])


def _parts(figures: WayFigures) -> tuple[Ids, Reals, Reals, Reals]:
    return figures.cables, figures.area_mm2, figures.kg_per_m, figures.bend_radius_mm


def way_loads(snapshot: Snapshot) -> WayLoads:
    """The loads of all pathways (use `snapshot.cached(way_loads)`)."""
    plan, cables = snapshot.cached(way_plan), snapshot["cable"]
    paired = _paired(snapshot, snapshot.cached(all_cable_routes))
    pairs: CablePairs | None = CablePairs.of(cables, paired)
    snapshot.remember(_cable_pairs, pairs)
    return _loads_of(plan, Cells(plan.network), cables, paired)


def _cable_pairs(snapshot: Snapshot) -> CablePairs | None:
    """The pairs of all counted cables (`way_loads` and `carry_pathway_loads` store them); None if they are not known."""
    return None


def all_cable_routes(snapshot: Snapshot) -> list[tuple[Ids, Routes]]:
    """The routes of all cables, each with several legs once, as in `cable_routes` (use `snapshot.cached(all_cable_routes)`)."""
    known = snapshot.cached(_all_exits if _all_may_lie_alike(snapshot) else _all_exits_apart)
    return [(places, routes_from(snapshot, leaving, carried)) for places, carried, leaving in known]


_NO_WAYS = {name: columns for name, columns in PATHS.items() if name not in ("pathway", "hall")}
_Leaving = list[tuple[Ids, str, Exits]]
"""Cables by place, with their medium and rack exits."""


@made_from({**_NO_WAYS, "site_value": ()})
def _all_exits(snapshot: Snapshot) -> _Leaving:
    """Where all cables leave their racks, in one part; a change of the ways leaves them as they are."""
    return _leaving(snapshot, first_legs(snapshot, np.arange(snapshot["cable"].rows)), apart=False)


@made_from({**_NO_WAYS, "site_value": ()})
def _all_exits_apart(snapshot: Snapshot) -> _Leaving:
    """The same with those of copper apart."""
    return _leaving(snapshot, first_legs(snapshot, np.arange(snapshot["cable"].rows)), apart=True)


@made_from({**PATHS, "site_value": ()})
def drawn_lengths(snapshot: Snapshot) -> Reals:
    """Return the required length per cable on drawn pathways or in its rack, mm; NaN for estimates and second legs; shape (cables,)."""
    lengths_mm = np.full(snapshot["cable"].rows, np.nan)
    for cable_places, part_routes in snapshot.cached(all_cable_routes):
        lengths_mm[cable_places] = _drawn_mm(part_routes)
    return lengths_mm


def drawn_lengths_of(snapshot: Snapshot, places: Ids) -> Reals:
    """Those of some cables, ascending, with all legs of their assemblies: of such as the last edit touched they are known."""
    known = snapshot.known(drawn_lengths)
    if known is not None:
        return known[places]
    lately = snapshot.cached(followed_lengths)
    if np.isin(places, lately.places).all():
        return lately.length_mm[lately.places.searchsorted(places)]
    return _drawn(cable_routes(snapshot, first_legs(snapshot, places)), places)


def _drawn(running: list[tuple[Ids, Routes]], places: Ids) -> Reals:
    lengths_mm = np.full(len(places), np.nan)
    for cable_places, part_routes in running:
        lengths_mm[places.searchsorted(cable_places)] = _drawn_mm(part_routes)
    return lengths_mm


def _drawn_mm(running: Routes) -> Reals:
    return np.where(running.estimated, np.nan, running.length_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """The cables that an edit touched, by their places, ascending, and their lengths as `drawn_lengths` has them."""

    places: Ids
    length_mm: Reals


def followed_lengths(snapshot: Snapshot) -> Followed:
    """Return the `carry_pathway_loads` results for cables affected by the last edit; None if it did not track them."""
    return Followed(np.empty(0, np.int64), np.empty(0))


def first_legs(snapshot: Snapshot, places: Ids) -> Ids:
    """Some cables by their places, of those with several legs one alone."""
    single_legs: Ids = places[_bodies(snapshot["cable"], places)]
    return single_legs


def cable_routes(snapshot: Snapshot, places: Ids) -> list[tuple[Ids, Routes]]:
    """How some cables run, by their places in the table, in parts, each with the places that it is about.

    Those of copper and all others are two parts where ways are kept for one of them.
    """
    leaving = _leaving(snapshot, places, apart=not _all_may_lie_alike(snapshot))
    return [(cable_places, routes_from(snapshot, part_exits, carried)) for cable_places, carried, part_exits in leaving]


def _all_may_lie_alike(snapshot: Snapshot) -> bool:
    """Return whether no pathway is reserved for copper or for other cables."""
    return len({id(paths) for paths in snapshot.cached(way_plan).by_carried.values()}) == 1


def _leaving(snapshot: Snapshot, places: Ids, *, apart: bool) -> _Leaving:
    """Where some cables leave their racks; with those of copper apart, parts without cables left out."""
    cables = snapshot["cable"]
    parts = [(places, FIBRE)]
    if apart:
        copper = _of_copper(snapshot, cables.at("type_id", places))
        parts = [(places[~copper], FIBRE), (places[copper], COPPER)]
    return [
        (cable_places, carried, exits(snapshot, _ends(cables, "a", cable_places), _ends(cables, "b", cable_places)))
        for cable_places, carried in parts
        if len(cable_places)
    ]


def carry_pathway_loads(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Store pathway loads with `after`, derived from the previous loads and the cables affected by the edit."""
    _carry_exits(before, after, changes)
    _carry_paths(before, after)
    known = before.known(way_loads)
    if known is None or after.known(way_loads) is not None or not _all_stays(before, after, changes, known.plan):
        return
    cables = changes.of("cable")
    if max(len(cables.removed) + len(cables.changed), len(cables.present)) > MOST_CARRIED:
        return
    old_cables, come = _touched(before, after, Changes(dict(_followed(before, after, changes))))
    if max(len(old_cables), len(come)) > MOST_CARRIED:
        return
    following, pairs = known, before.known(_cable_pairs)
    ids = [snapshot["cable"].at("id", places) for snapshot, places in ((before, old_cables), (after, come))]
    fresh: list[PairedCables] = []
    if len(old_cables):
        if pairs is None:
            paired = _paired(before, cable_routes(before, first_legs(before, old_cables)))
        else:
            paired = [part.at_places(before["cable"]) for part in pairs.parts(ids[0])]
        following = following.combined(_loads_of(known.plan, known.cells, before["cable"], paired), -1)
    if len(come):
        running = cable_routes(after, first_legs(after, come))
        fresh = _paired(after, running)
        following = following.combined(_loads_of(known.plan, known.cells, after["cable"], fresh), 1)
        after.remember(followed_lengths, Followed(come, _drawn(running, come)))
    if pairs is not None:
        after.remember(_cable_pairs, pairs.edited(distinct_ids(*ids), [part.with_ids(after["cable"]) for part in fresh]))
    after.remember(way_loads, following)


def _carry_exits(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Reuse cable exits if objects were added and none of the existing ones changed."""
    known = {maker: leaving for maker in (_all_exits, _all_exits_apart) if (leaving := before.known(maker)) and not after.known(maker)}
    if not known or "site_value" in changes.tables or not after["cable"].shares(before["cable"], ("id", *PATHS["cable"])):
        return
    if any(len(changes.of(table).changed) or len(changes.of(table).removed) for table in ("device", "rack", "catalog_item")):
        return
    if len(cables_at(after["cable"], changes.of("device").added)):
        return
    place = _places_now(before, after)
    for maker, leaving in known.items():
        after.remember(maker, [(cable_places, carried, part_exits.among(place)) for cable_places, carried, part_exits in leaving])


def _places_now(before: Snapshot, after: Snapshot) -> Ids:
    """Map the previous place of each floor object in `Standing` to its place after others were added."""
    stood, standing_after = before.cached(standing), after.cached(standing)
    on_floors = after["device"].positions(before["device"].ids[stood.devices])
    racks = after["rack"].positions(before["rack"].ids)
    return np.concatenate([racks, standing_after.racks + standing_after.devices.searchsorted(on_floors)]).astype(np.int64)


def _carry_paths(before: Snapshot, after: Snapshot) -> None:
    """If pathways changed and routes through them are known, derive the routes after the edit from these."""
    known = before.known(way_plan)
    if known is None or after.known(way_plan) is known:
        return
    if after.known(way_plan) is None:
        after.remember(way_plan, plan_of_ways(after["pathway"], known))
    if not any(paths.has_been_asked() for paths in known.by_carried.values()):
        return
    # Fiber and copper have one and the same paths where no way is kept for one of them.
    done: list[WayPaths] = []
    for carried, paths in after.cached(way_plan).by_carried.items():
        if paths not in done:
            paths.carry(known.by_carried[carried])
            done.append(paths)


def _all_stays(before: Snapshot, after: Snapshot, changes: Changes, plan: WayPlan) -> bool:
    """Return whether the data that determines all cable routes is unchanged: pathways, existing types, and site sheet options."""
    if len(changes.of("catalog_item").changed) or after.known(way_plan) is not plan:
        return False
    sheets = before.cached(site_sheet), after.cached(site_sheet)
    return sheets[0] is sheets[1] or all(sheets[0].value(key) == sheets[1].value(key) for key in (*CHOICES, OPEN))


def _followed(before: Snapshot, after: Snapshot, changes: Changes) -> Iterator[tuple[str, TableChange]]:
    """Return the changes that may affect cable routes."""
    for table in _FOLLOWED:
        change = changes.of(table)
        if not after[table].shares(before[table], ("id", *PATHS[table])):
            yield table, change


def _touched(before: Snapshot, after: Snapshot, changes: Changes) -> tuple[Ids, Ids]:
    """The places of the cables whose path the edit may have changed, in the table before and after it, ascending."""
    ids = changes.of("cable").touched
    # Where a device or a rack came or went, so did the cables that end there, or their ends are others now.
    devices, racks = changes.of("device").changed, changes.of("rack").changed
    if len(devices) or len(racks):
        ids = np.concatenate([ids, *(_at_devices(state, devices, racks) for state in (before, after))])
    if not len(ids):
        return ids, ids
    ids = distinct_ids(ids)
    for snapshot in (before, after):
        ids = cables_with_mates(snapshot["cable"], ids)
    places = [snapshot["cable"].positions(ids) for snapshot in (before, after)]
    return places[0][places[0] != ABSENT], places[1][places[1] != ABSENT]


def _at_devices(snapshot: Snapshot, touched: Ids, racks: Ids) -> Ids:
    """Return the ids of cables that end at some devices or at devices in some racks."""
    cables, devices = snapshot["cable"], snapshot["device"]
    where = snapshot.cached(whereabouts)
    places = devices.positions(touched)
    places = places[places != ABSENT]
    if where.nested and len(places):
        places = distinct_ids(places, np.flatnonzero(np.isin(where.root, distinct_ids(where.root[places]))))
    inside = where.inside(racks) if len(racks) else np.empty(0, np.int64)
    concerned = devices.ids[distinct_ids(places, inside)]
    return cables.at("id", cables_at(cables, concerned))


def _paired(snapshot: Snapshot, running: list[tuple[Ids, Routes]]) -> list[PairedCables]:
    """The pairs of the cables that leave their racks, by their places in the table."""
    paired = []
    for cable_places, part_routes in running:
        away = part_routes.pair != ABSENT
        paired.append(PairedCables(_table_of(snapshot, part_routes.pairs), cable_places[away], part_routes.pair[away]))
    return paired


def _loads_of(plan: WayPlan, cells: Cells, cables: Columns, paired: list[PairedCables]) -> WayLoads:
    """The loads of some cables, by their places in the table."""
    steps: dict[int, Ids] = {}
    guessed: dict[int, int] = {}
    lost: dict[HallPair, int] = {}
    outside: dict[Object, int] = {}
    for part in paired:
        pairs = part.table.pairs
        kinds = cables.at("type_id", part.cable)
        count = len(pairs.far_mm)
        # Of many pairs few are used where only some cables count.
        used = np.flatnonzero(np.bincount(part.pair, minlength=count))
        paths, of_cable = pairs.paths.among(used), used.searchsorted(part.pair)
        # Types are few and their ids small: to count them takes a tenth of sorting them.
        for kind in (np.flatnonzero(np.bincount(kinds - ABSENT)) + ABSENT).tolist():
            taken = np.bincount(of_cable[kinds == kind], minlength=len(used)).astype(np.float64)
            values = cells.steps(paths, taken)
            steps[kind] = steps[kind] + values if kind in steps else values
        every = np.bincount(part.pair, minlength=count)
        _add_guessed(guessed, pairs, used, every)
        _add_lost(lost, pairs, used, every)
        for pair, stand in zip(part.table.open_pair.tolist(), part.table.open_at, strict=True):
            if every[pair]:
                outside[stand] = outside.get(stand, 0) + int(every[pair])
    taken_steps = {kind: steps[kind] for kind in sorted(steps) if steps[kind].any()}
    return WayLoads(plan, cells, taken_steps, dict(sorted(guessed.items())), dict(sorted(lost.items())), dict(sorted(outside.items())))


def _add_guessed(guessed: dict[int, int], pairs: Pairs, used: Ids, every: Ids) -> None:
    halls = pairs.hall[used]
    guess = np.isnan(pairs.paths.length_mm[used]) & (halls[:, 0] == halls[:, 1])
    for hall in np.unique(halls[guess, 0]).tolist():
        guessed[hall] = guessed.get(hall, 0) + int(every[used[guess & (halls[:, 0] == hall)]].sum())


def _add_lost(lost: dict[HallPair, int], pairs: Pairs, used: Ids, every: Ids) -> None:
    none = np.isnan(pairs.far_mm[used])
    if not none.any():
        return
    halls = np.sort(pairs.hall[used], axis=1)
    for low, high in np.unique(halls[none], axis=0).tolist():
        lost[low, high] = lost.get((low, high), 0) + int(every[used[none & (halls == [low, high]).all(axis=1)]].sum())


def _table_of(snapshot: Snapshot, pairs: Pairs) -> PairTable:
    """Pairs with their corners that are too far from the edge of their pathway."""
    paths, plan = pairs.paths, snapshot.cached(way_plan)
    # Where both ends come into a way at one place, they take no stretch of it, and so it is not known how wide it is.
    along = np.flatnonzero(np.diff(paths.first) > 0)
    if not len(along):
        return PairTable(pairs, along, ())
    floor_objects, devices, racks = snapshot.cached(standing), snapshot["device"], snapshot["rack"]
    limit, width = snapshot.cached(site_sheet).limit(OPEN), np.maximum(snapshot["pathway"]["width_mm"], 0)
    ends = (paths.entry_mm, paths.section[paths.first[:-1][along]]), (paths.exit_mm, paths.section[paths.first[1:][along] - 1])
    open_pairs, open_at = [], list[Object]()
    for end, (point, section) in enumerate(ends):
        way = plan.network.way[section]
        gap = np.abs(pairs.corner_mm[along, end] - point[along, :2]).sum(axis=1) - np.where(way == ABSENT, 0, width[way]) / 2
        far = along[gap > limit + 1e-6]
        open_pairs.append(far)
        for place in pairs.place[far, end].tolist():
            is_rack = place < floor_objects.racks
            open_at.append(
                ("rack", int(racks.ids[place]))
                if is_rack
                else ("device", int(devices.ids[floor_objects.devices[place - floor_objects.racks]]))
            )
    return PairTable(pairs, np.concatenate(open_pairs), open_at)


def _bodies(cables: Columns, places: Ids) -> Mask:
    """Which legs count: all but those that lie in the jacket of another one, of the same assembly between the same devices."""
    assembly = cables.at("assembly", places)
    counts = np.ones(len(places), bool)
    parts = np.flatnonzero(assembly != ABSENT)
    if len(parts):
        rows = np.stack([assembly[parts], *(cables.at(f"{side}_device_id", places[parts]) for side in "ab")], axis=1)
        _, first = np.unique(rows, axis=0, return_index=True)
        counts[parts] = False
        counts[parts[first]] = True
    return counts


def _of_copper(snapshot: Snapshot, type_ids: Ids) -> Mask:
    copper = [type_id for type_id in np.unique(type_ids).tolist() if type_id != ABSENT and is_copper(snapshot.types[type_id])]
    return np.isin(type_ids, copper)


def _ends(cables: Columns, side: str, places: Ids) -> Ends:
    """Return the ends of some cables; their lanes do not affect their route."""
    nothing = np.zeros(len(places), np.int32)
    return Ends(cables.at(f"{side}_device_id", places), cables.at(f"{side}_port", places).astype(np.int32), nothing, nothing)
