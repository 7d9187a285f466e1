"""Which scope ids an edit touches, from the ids that it added, changed and removed."""

from collections.abc import Callable, Collection, Mapping

import numpy as np

from gpudesk.checks.engine.dispatch import EVERYTHING, Concerned, Edited
from gpudesk.checks.findings.finding import ScopeId
from gpudesk.checks.rules.common.rule import Scope
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Array, Columns, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.columns.joins import places_of
from gpudesk.derived.links.cables_near import cables_at, cables_with_mates
from gpudesk.derived.links.links import joined_cables, links_among
from gpudesk.derived.pathways.pathway_loads import drawn_lengths
from gpudesk.derived.power.power_groups import power_group, racks_beside
from gpudesk.derived.power.power_plan import hangs_beside, leaves_power, stands_and_gives, with_say_in_power
from gpudesk.derived.scope.device_locations import DEEPEST, whereabouts
from gpudesk.project.snapshot import Snapshot

_HALLS = (Scope.HALL, Scope.FLOOR)
_ON_CABLES = (Scope.DEVICE, Scope.CABLE)
"""Scopes affected by the types of cables."""
MOST_APART = 20_000
"""Maximum number of distinct scope ids; above it, checking everything is faster than checking them individually."""
_ALL_CABLES = frozenset(["pathway"])
"""Tables in which each row can affect any cable: pathways run through halls between any two points."""


class Touched:
    """The scope ids affected by one edit, determined once for all rules that read the same tables.

    Attributes:
        edited: the tables and columns that it changed.
    """

    def __init__(self, before: Snapshot, after: Snapshot, changes: Changes) -> None:
        self._before = before
        self._after = after
        self._changes = changes
        columns = {
            table: frozenset([EVERYTHING])
            if len(change.added) or len(change.removed)
            else _edited_columns(before[table], after[table], change.changed)
            for table, change in changes.tables.items()
        }
        self.edited: Edited = frozenset(columns.items())
        self._by_table: dict[tuple[Scope, str], frozenset[ScopeId] | None] = {}
        self._known: dict[tuple[Scope, str, frozenset[str]], frozenset[ScopeId] | None] = {}

    def texts(self, table: str, column: str) -> frozenset[str]:
        """The values of `column` in the rows of `table` that came, changed or went, before and after."""
        change = self._changes.of(table)
        values: set[str] = set()
        for snapshot, ids in ((self._before, change.earlier), (self._after, change.present)):
            columns = snapshot[table]
            if len(ids):
                values.update(columns.at(column, _places(columns, ids)).tolist())
        return frozenset(values)

    def racks_of_power(self, reads: Mapping[str, frozenset[str]]) -> frozenset[ScopeId]:
        """The racks whose power the edit touched, where that is made from `reads`, with all that share a feed with them."""
        tables = frozenset(
            table
            for table, edited in self.edited
            if (columns := reads.get(table)) is not None and (EVERYTHING in edited or not columns.isdisjoint(edited))
        )
        return (self._ids((Scope.POWER, "", tables)) or frozenset()) if tables else frozenset()

    def scopes(self, concerned: Concerned) -> frozenset[ScopeId] | None:
        """The scope ids that the changes touch of which some rules are concerned; None for all that there are."""
        return self._ids((concerned.scope, concerned.text_column, concerned.tables))

    def _ids(self, wanted: tuple[Scope, str, frozenset[str]]) -> frozenset[ScopeId] | None:
        if wanted not in self._known:
            scope, text_column, tables = wanted
            if scope is Scope.CABLE and not _ALL_CABLES.isdisjoint(tables):
                self._known[wanted] = self._rerouted(tables)
            elif scope is Scope.LINK:
                self._known[wanted] = self._link_ends(tables)
            elif scope is Scope.TEXT:
                self._known[wanted] = frozenset[str]().union(*(self.texts(table, text_column) for table in tables))
            else:
                self._known[wanted] = self._touched(scope, tables)
        return self._known[wanted]

    def _rerouted(self, tables: frozenset[str]) -> frozenset[ScopeId] | None:
        """The cables whose length along the drawn pathways differs, and those that other changes touch; None for all cables.

        Rules with this scope get nothing else from pathways, and need the lengths of all cables anyway.
        """
        before, after = self._before["cable"], self._after["cable"]
        lengths = self._before.known(drawn_lengths)
        if lengths is None or not after.shares(before, ("id",)):
            return None
        others = self._touched(Scope.CABLE, tables - _ALL_CABLES)
        following = self._after.cached(drawn_lengths)
        differing = np.flatnonzero((lengths != following) & ~(np.isnan(lengths) & np.isnan(following)))
        return None if others is None or len(differing) > MOST_APART else others.union(after.at("id", differing).tolist())

    def _touched(self, scope: Scope, tables: frozenset[str]) -> frozenset[ScopeId] | None:
        if scope is Scope.POWER:
            return self._sharing_power(tables)
        touched_sets: list[frozenset[ScopeId]] = []
        for table in tables:
            touched_ids = self._touched_by(scope, table)
            if touched_ids is None:
                return None
            touched_sets.append(touched_ids)
        return frozenset().union(*touched_sets)

    def _touched_by(self, scope: Scope, table: str) -> frozenset[ScopeId] | None:
        """The scope ids affected by the changes of one table, before and after them; None if there are too many to list."""
        if (scope, table) not in self._by_table:
            rows_before, rows_after = self._rows(table, scope)
            before, after = scope_ids(scope, table, rows_before, self._before), scope_ids(scope, table, rows_after, self._after)
            self._by_table[scope, table] = None if before is None or after is None else frozenset([*before, *after])
        return self._by_table[scope, table]

    def _rows(self, table: str, scope: Scope) -> tuple[Ids, Ids]:
        """The rows of a table, before and after the edit, of which the change may matter to others.

        A type that came or went is of rows that the same edit touched: no other can name it.
        """
        change = self._changes.of(table)
        if table == "catalog_item" and scope is not Scope.PROJECT:
            return change.changed, change.changed
        return change.earlier, change.present

    def _sharing_power(self, tables: frozenset[str]) -> frozenset[ScopeId]:
        """The racks whose power the changes touch, with all that share a feed with them: looked for once, from all of them."""
        states = [self._before, self._after]
        racks = [
            np.concatenate([_own_racks(table, self._rows(table, Scope.POWER)[number], snapshot) for table in tables])
            for number, snapshot in enumerate(states)
        ]
        if leaves_power(self._before, self._after, self._changes):
            # What shares feeds does so before and after.
            racks, states = [np.concatenate(racks)], [self._after]
        sharing_racks: set[ScopeId] = set()
        for own, snapshot in zip(racks, states, strict=True):
            if len(own):
                sharing_racks.update(power_group(snapshot, own).tolist())
        return frozenset(sharing_racks)

    def _link_ends(self, tables: frozenset[str]) -> frozenset[ScopeId] | None:
        """The devices at the ends of links affected by the changes, before or after them; None if there are too many to list."""
        touched = self._touched(Scope.CABLE, tables)
        if touched is None:
            return None
        cables = np.array([*touched], np.int64)
        both = self._before, self._after
        # A cable that went, came or changed also ended, began or changed the links of what it was or is joined with.
        joined = [snapshot["cable"].at("id", joined_cables(snapshot, _places(snapshot["cable"], cables))) for snapshot in both]
        cables = distinct_ids(*joined)
        device_ids: set[ScopeId] = set()
        for snapshot in both:
            links = links_among(snapshot, joined_cables(snapshot, _places(snapshot["cable"], cables)))
            device_ids.update(links.a.device.tolist(), links.b.device.tolist())
        return frozenset(device_ids)


def _edited_columns(before: Columns, after: Columns, changed: Ids) -> frozenset[str]:
    old, new = before.positions(changed), after.positions(changed)
    return frozenset(name for name in before if not before.shares(after, (name,)) and not _equal(before.at(name, old), after.at(name, new)))


def _equal(old: Array, new: Array) -> bool:
    return bool(np.array_equal(old, new, equal_nan=old.dtype == np.float64))


def scope_ids(scope: Scope, table: str, ids: Ids, snapshot: Snapshot) -> Collection[ScopeId] | None:
    """The ids of `scope` affected by the rows `ids` of `table`; rows that do not exist in the snapshot affect none.

    None if there are too many to list.

    A row affects itself, its containers and its contents; a catalog entry affects all items of its type.
    """
    if scope is Scope.PROJECT:
        return (0,)
    if table not in _LINKS or not len(ids):
        return ()
    if scope in _ON_CABLES and _many_cables(snapshot, table, ids):
        return None
    linked_ids = _LINKS[table](snapshot, ids, scope)
    if len(linked_ids) > MOST_APART and scope in _ON_CABLES:
        return None
    listed: list[int] = distinct_ids(linked_ids[linked_ids != ABSENT]).tolist()
    return listed


def _many_cables(snapshot: Snapshot, table: str, ids: Ids) -> bool:
    """Whether too many cables belong to some networks or to those of some stages, determined without listing them."""
    if table == "network_stage":
        ids = _values(snapshot[table], "network_id", ids)
    return table in ("network", "network_stage") and snapshot["cable"].about_among("network_id", ids) > MOST_APART


def _own_racks(table: str, ids: Ids, snapshot: Snapshot) -> Ids:
    """The racks with power affected by the rows `ids` of `table`, without those that share a feed with them, ascending."""
    if table not in _LINKS or not len(ids):
        return np.empty(0, np.int64)
    if table == "device":
        ids = with_say_in_power(snapshot, ids)
    linked_racks = _LINKS[table](snapshot, ids, Scope.RACK)
    known = distinct_ids(linked_racks[linked_racks != ABSENT])
    if snapshot.cached(stands_and_gives) or snapshot.cached(hangs_beside):
        places = snapshot["device"].positions(np.asarray(_LINKS[table](snapshot, ids, Scope.DEVICE)))
        known = distinct_ids(known, racks_beside(snapshot, places))
    return known


def _places(columns: Columns, ids: Ids) -> Ids:
    places = columns.positions(ids)
    known: Ids = places[places != ABSENT]
    return known


def _of_hall(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    if scope in _HALLS:
        return ids
    if scope in _ON_CABLES:
        devices = snapshot["device"]
        return _held_by(snapshot, _rows_among(devices, snapshot.cached(whereabouts).hall, ids), scope)
    inside = snapshot["rack_row" if scope is Scope.ROW else "rack"]
    return _rows_among(inside, inside["hall_id"], ids)


def _of_row(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    if scope is Scope.ROW:
        return ids
    if scope in _HALLS:
        return _values(snapshot["rack_row"], "hall_id", ids)
    if scope in _ON_CABLES:
        return _held_by(snapshot, _rows_among(snapshot["device"], snapshot.cached(whereabouts).row, ids), scope)
    return _rows_among(snapshot["rack"], snapshot["rack"]["row_id"], ids)


def _of_rack(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    if scope is Scope.RACK:
        return ids
    if scope in _ON_CABLES:
        return _held_by(snapshot, snapshot["device"].ids[snapshot.cached(whereabouts).inside(ids)], scope)
    return _values(snapshot["rack"], "hall_id" if scope in _HALLS else "row_id", ids)


def _of_device(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    devices, where = snapshot["device"], snapshot.cached(whereabouts)
    places = _places(devices, ids)
    if scope in _ON_CABLES:
        if not where.nested:
            return _held_by(snapshot, ids, scope)
        return _held_by(snapshot, distinct_ids(ids, devices.ids[places_of(where.root, distinct_ids(where.root[places]))]), scope)
    if scope is Scope.FLOOR:
        return _values(devices, "hall_id", ids)
    if scope is Scope.RACK:
        return where.racks(places)
    return where.halls(places) if scope is Scope.HALL else where.rows(places)


def _held_by(snapshot: Snapshot, device_ids: Ids, scope: Scope) -> Ids:
    """Some devices themselves, or the cables that end there."""
    if scope is Scope.DEVICE:
        return device_ids
    cables = snapshot["cable"]
    return cables.at("id", cables_at(cables, device_ids))


def _of_reservation(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    return _of_rack(snapshot, _values(snapshot["reservation"], "rack_id", ids), scope)


def _of_floor_item(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    return _of_hall(snapshot, _values(snapshot["floor_item"], "hall_id", ids), scope)


def _of_power_cord(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    cords = snapshot["power_cord"]
    devices = np.concatenate([_values(cords, "device_id", ids), _values(cords, "from_device_id", ids)])
    return _of_device(snapshot, _fed_through(snapshot, devices) if scope is Scope.HALL else devices, scope)


def _fed_through(snapshot: Snapshot, devices: Ids) -> Ids:
    """Some devices and all that power reaches through them: a PDU outside of the racks, or in another hall, may feed those of a hall."""
    cords = snapshot["power_cord"]
    reached = fresh = distinct_ids(devices[devices != ABSENT])
    for _ in range(DEEPEST):
        fresh = np.setdiff1d(cords.at("device_id", cords.among("from_device_id", fresh)), reached)
        if not len(fresh):
            break
        reached = distinct_ids(reached, fresh)
    return reached


def _of_cable(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    cables = snapshot["cable"]
    if scope is Scope.CABLE:
        return cables_with_mates(cables, ids)
    return _of_device(snapshot, np.concatenate([_values(cables, "a_device_id", ids), _values(cables, "b_device_id", ids)]), scope)


def _of_network(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    cables = snapshot["cable"]
    return _of_cable(snapshot, cables.at("id", cables.among("network_id", ids)), scope)


def _of_stage(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    return _of_network(snapshot, _values(snapshot["network_stage"], "network_id", ids), scope)


def _of_pathway(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    ways = snapshot["pathway"]
    halls = np.concatenate([_values(ways, "hall_id", ids), _values(ways, "to_hall_id", ids)])
    return _of_hall(snapshot, halls[halls != ABSENT], scope)


def _of_power_node(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    cords, nodes = snapshot["power_cord"], snapshot["power_node"]
    # What a node feeds decides where that is judged.
    above = np.concatenate([_values(nodes, "fed_by_id", ids), _values(nodes, "alternate_id", ids)])
    near = distinct_ids(ids, above[above != ABSENT])
    return _of_device(snapshot, cords["device_id"][cords.among("from_node_id", near)], scope)


def _of_type(snapshot: Snapshot, ids: Ids, scope: Scope) -> Ids:
    racks, devices = snapshot["rack"], snapshot["device"]
    affected = [
        _of_rack(snapshot, _rows_among(racks, racks["type_id"], ids), scope),
        _of_device(snapshot, _rows_among(devices, devices["type_id"], ids), scope),
    ]
    if scope in _ON_CABLES:
        cables = snapshot["cable"]
        affected += [
            _of_cable(snapshot, _rows_among(cables, cables[name], ids), scope) for name in ("type_id", "a_module_id", "b_module_id")
        ]
    return np.concatenate(affected)


def _rows_among(columns: Columns, column: Ids, ids: Ids) -> Ids:
    """The rows whose value in `column` is one of `ids`."""
    rows: Ids = columns.ids[places_of(column, ids)]
    return rows


def _values(columns: Columns, name: str, ids: Ids) -> Ids:
    """Column `name` of the rows `ids`."""
    values: Ids = columns.at(name, _places(columns, ids))
    return values


_LINKS: Mapping[str, Callable[[Snapshot, Ids, Scope], Ids]] = {
    "hall": _of_hall,
    "rack_row": _of_row,
    "rack": _of_rack,
    "device": _of_device,
    "reservation": _of_reservation,
    "floor_item": _of_floor_item,
    "power_cord": _of_power_cord,
    "power_node": _of_power_node,
    "cable": _of_cable,
    "network": _of_network,
    "network_stage": _of_stage,
    "pathway": _of_pathway,
    "catalog_item": _of_type,
}
"""Table → the ids of a scope that some of its rows affect."""
