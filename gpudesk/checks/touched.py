"""Which scope ids an edit touches, from the ids that it added, changed and removed."""

from collections.abc import Collection

import numpy as np

from gpudesk.checks.finding import ScopeId
from gpudesk.checks.rule import Rule, Scope
from gpudesk.core.changes import Changes
from gpudesk.core.columns import ABSENT, Array, Columns, Ids
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot

EVERYTHING = "*"
"""Stands for all columns of a table: rows came or went."""

Links = dict[Scope, Ids]
"""Scope → the ids on which some rows have a say."""


class Touched:
    """The scope ids that one edit touches, worked out once for all rules that read the same tables."""

    def __init__(self, before: Snapshot, after: Snapshot, changes: Changes) -> None:
        self._before = before
        self._after = after
        self._changes = changes
        self._edited = {
            table: frozenset([EVERYTHING])
            if len(change.added) or len(change.removed)
            else _edited_columns(before[table], after[table], change.changed)
            for table, change in changes.tables.items()
        }
        self._known: dict[tuple[Scope, str, frozenset[str]], frozenset[ScopeId]] = {}

    def texts(self, table: str, column: str) -> frozenset[str]:
        """The values of `column` in the rows of `table` that came, changed or went, before and after."""
        change = self._changes.of(table)
        found: set[str] = set()
        for snapshot, ids in ((self._before, change.touched), (self._after, change.present)):
            columns = snapshot[table]
            found.update(columns[column][_places(columns, ids)].tolist())
        return frozenset(found)

    def tables(self, rule: Rule) -> frozenset[str]:
        """The tables in which the edit touched something that `rule` reads."""
        return frozenset(
            table
            for table, columns in rule.reads.items()
            if (edited := self._edited.get(table)) is not None and (EVERYTHING in edited or not columns.isdisjoint(edited))
        )

    def scopes(self, rule: Rule, tables: frozenset[str]) -> frozenset[ScopeId]:
        """The scope ids of `rule` that the changes in `tables` touch."""
        wanted = (rule.scope, rule.text_column, tables)
        if wanted not in self._known:
            found: set[ScopeId] = set()
            for table in tables:
                if rule.scope is Scope.TEXT:
                    found.update(self.texts(table, rule.text_column))
                else:
                    change = self._changes.of(table)
                    found.update(scope_ids(rule.scope, table, change.touched, self._before))
                    found.update(scope_ids(rule.scope, table, change.present, self._after))
            self._known[wanted] = frozenset(found)
        return self._known[wanted]


def _edited_columns(before: Columns, after: Columns, changed: Ids) -> frozenset[str]:
    old, new = before.positions(changed), after.positions(changed)
    return frozenset(name for name in before if not _equal(before[name][old], after[name][new]))


def _equal(old: Array, new: Array) -> bool:
    return bool(np.array_equal(old, new, equal_nan=old.dtype == np.float64))


def scope_ids(scope: Scope, table: str, ids: Ids, snapshot: Snapshot) -> Collection[ScopeId]:
    """The ids of `scope` on which the rows `ids` of `table` have a say; rows that do not exist in the snapshot have none.

    A row has a say on itself, on what it stands in and on what stands in it; a catalog entry on everything of its kind.
    """
    if scope is Scope.PROJECT:
        return (0,)
    if table not in _LINKS or not len(ids):
        return ()
    found = _LINKS[table](snapshot, ids).get(scope, ids[:0])
    known: list[int] = np.unique(found[found != ABSENT]).tolist()
    return known


def _places(columns: Columns, ids: Ids) -> Ids:
    places = columns.positions(ids)
    known: Ids = places[places != ABSENT]
    return known


def _joined(*parts: Links) -> Links:
    return {scope: np.concatenate([part[scope] for part in parts if scope in part]) for part in parts for scope in part}


def _of_halls(snapshot: Snapshot, ids: Ids) -> Links:
    rows = snapshot["rack_row"]
    standing = np.flatnonzero(np.isin(snapshot.cached(whereabouts).hall, ids))
    return {
        Scope.HALL: ids,
        Scope.ROW: rows.ids[np.isin(rows["hall_id"], ids)],
        Scope.RACK: snapshot["rack"].ids[np.isin(snapshot["rack"]["hall_id"], ids)],
        Scope.DEVICE: snapshot["device"].ids[standing],
    }


def _of_rows(snapshot: Snapshot, ids: Ids) -> Links:
    rows, racks = snapshot["rack_row"], snapshot["rack"]
    standing = np.flatnonzero(np.isin(snapshot.cached(whereabouts).row, ids))
    return {
        Scope.HALL: rows["hall_id"][_places(rows, ids)],
        Scope.ROW: ids,
        Scope.RACK: racks.ids[np.isin(racks["row_id"], ids)],
        Scope.DEVICE: snapshot["device"].ids[standing],
    }


def _of_racks(snapshot: Snapshot, ids: Ids) -> Links:
    racks = snapshot["rack"]
    places = _places(racks, ids)
    inside = np.flatnonzero(np.isin(snapshot.cached(whereabouts).rack, ids))
    return {
        Scope.HALL: racks["hall_id"][places],
        Scope.ROW: racks["row_id"][places],
        Scope.RACK: ids,
        Scope.DEVICE: snapshot["device"].ids[inside],
    }


def _of_devices(snapshot: Snapshot, ids: Ids) -> Links:
    devices, where = snapshot["device"], snapshot.cached(whereabouts)
    places = _places(devices, ids)
    if (devices["parent_id"] != ABSENT).any():
        held = np.flatnonzero(np.isin(where.root, np.unique(where.root[places])))
        ids = np.union1d(ids, devices.ids[held])
    return {Scope.HALL: where.hall[places], Scope.ROW: where.row[places], Scope.RACK: where.rack[places], Scope.DEVICE: ids}


def _of_reservations(snapshot: Snapshot, ids: Ids) -> Links:
    reservations = snapshot["reservation"]
    return {Scope.RACK: reservations["rack_id"][_places(reservations, ids)]}


def _of_types(snapshot: Snapshot, ids: Ids) -> Links:
    racks, devices = snapshot["rack"], snapshot["device"]
    of_kind = racks.ids[np.isin(racks["type_id"], ids)]
    return _joined(_of_racks(snapshot, of_kind), _of_devices(snapshot, devices.ids[np.isin(devices["type_id"], ids)]))


_LINKS = {
    "hall": _of_halls,
    "rack_row": _of_rows,
    "rack": _of_racks,
    "device": _of_devices,
    "reservation": _of_reservations,
    "catalog_item": _of_types,
}
