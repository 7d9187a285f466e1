"""The targets of each scope as columns with their places: the relation between items of one scope and those of another."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.checklist.items import SINGLE, Scope
from gpudesk.core.values.columns import ABSENT, Ids

Mask = NDArray[np.bool_]
Pairs = tuple[Ids, Ids]
"""Indices of related targets of two scopes, shape (pairs,) each."""
_IN_DEVICES = frozenset([Scope.CABLE, Scope.TRAY, Scope.WORKSTATION])
"""Scopes related through devices."""


@dataclass(frozen=True)
class Layout:
    """The targets of a plan.

    Attributes:
        ids: scope → ids in ascending order, shape (targets,); 0 for the site and the cluster.
        systems: ids of the rack-scale systems on floors, ascending: each counts as a rack, after the racks.
        rack_of: scope → the index of the rack to which a target is assigned, for a rack-scale system the number of racks plus its
            index in `systems`; ABSENT for none, shape (targets,).
        racks: scope → targets and the racks that contain them, that they feed, or in which they end; for halls, the racks in them.
        halls: scope → targets and the halls that contain them.
        devices: scope → targets and the devices at which they end, that they are, or that contain them.
        trays: scope → targets and the trays at which they end.
        in_systems: scope → targets and the indices in `systems` of the rack-scale systems that they are, are in, end in or feed.
    """

    ids: Mapping[Scope, Ids]
    rack_of: Mapping[Scope, Ids]
    racks: Mapping[Scope, Pairs]
    halls: Mapping[Scope, Pairs]
    devices: Mapping[Scope, Pairs]
    trays: Mapping[Scope, Pairs] = field(default_factory=dict)
    systems: Ids = field(default_factory=lambda: np.zeros(0, np.int64))
    in_systems: Mapping[Scope, Pairs] = field(default_factory=dict)

    @property
    def homes(self) -> int:
        """How many racks there are with the rack-scale systems."""
        return self.count(Scope.RACK) + len(self.systems)

    def count(self, scope: Scope) -> int:
        """How many targets a scope has."""
        return len(self.ids[scope])

    def place(self, scope: Scope, target: int) -> int:
        """The place of a target, ABSENT for one that is not in the plan."""
        ids = self.ids[scope]
        place = int(np.searchsorted(ids, target))
        return place if place < len(ids) and ids[place] == target else ABSENT

    def lifted(self, marked: Mask, of: Scope, to: Scope) -> Mask:
        """Which targets of `to` have to do with any of the marked ones of `of`, shape (targets of `to`,)."""
        if of is to:
            return marked
        if of in SINGLE or to in SINGLE:
            return np.full(self.count(to), bool(marked.any()))
        for scope, table in self._tables():
            if to is scope and of in table:
                own_places, other_places = table[of]
                return self._marked(other_places[marked[own_places]], to)
            if of is scope and to in table:
                own_places, other_places = table[to]
                return self._marked(own_places[marked[other_places]], to)
        # Neither holds the other: what is in the same rack or rack-scale system has to do with it.
        if {of, to} <= _IN_DEVICES:
            return self.lifted(self.lifted(marked, of, Scope.DEVICE), Scope.DEVICE, to)
        is_lifted = self.lifted(self.lifted(marked, of, Scope.RACK), Scope.RACK, to)
        if of in self.in_systems and to in self.in_systems:
            (own_places, systems), (other_places, others) = self.in_systems[of], self.in_systems[to]
            is_lifted[other_places[_at(systems[marked[own_places]], len(self.systems))[others]]] = True
        return is_lifted

    def _tables(self) -> tuple[tuple[Scope, Mapping[Scope, Pairs]], ...]:
        return (Scope.RACK, self.racks), (Scope.HALL, self.halls), (Scope.DEVICE, self.devices), (Scope.TRAY, self.trays)

    def _marked(self, places: Ids, scope: Scope) -> Mask:
        return _at(places, self.count(scope))

    def related(self, places: Ids, of: Scope, to: Scope) -> Ids:
        """The places of the targets of `to` with which some targets of `of` have to do, ascending: as `lifted`, for few of them."""
        if of is to:
            return places
        if of in SINGLE or to in SINGLE:
            return np.arange(self.count(to) if len(places) else 0)
        for scope, table in self._tables():
            if to is scope and of in table:
                own_places, other_places = table[of]
                return np.unique(other_places[_among(own_places, places)])
            if of is scope and to in table:
                own_places, other_places = table[to]
                return np.unique(own_places[_among(other_places, places)])
        if {of, to} <= _IN_DEVICES:
            return self.related(self.related(places, of, Scope.DEVICE), Scope.DEVICE, to)
        related_places = self.related(self.related(places, of, Scope.RACK), Scope.RACK, to)
        if of in self.in_systems and to in self.in_systems:
            (own_places, systems), (other_places, others) = self.in_systems[of], self.in_systems[to]
            related_places = np.union1d(related_places, other_places[_at(systems[_among(own_places, places)], len(self.systems))[others]])
        return related_places


def _at(places: Ids, count: int) -> Mask:
    """A mark at each of some places."""
    result = np.zeros(count, bool)
    result[places] = True
    return result


def _among(column: Ids, places: Ids) -> Mask:
    marked: Mask = column == places[0] if len(places) == 1 else np.isin(column, places)
    return marked


def owners(of: Ids) -> Pairs:
    """Pairs of all targets that have an owner, from the place of the owner of each (ABSENT for none)."""
    owned_places = np.flatnonzero(of != ABSENT)
    return owned_places, of[owned_places]
