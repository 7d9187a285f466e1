"""What a rule sees: the whole project, or only the part that an edit touched, with joins that rules share."""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import TypeVar

import numpy as np

from gpudesk.checks.finding import Place, ScopeId
from gpudesk.checks.rule import Scope
from gpudesk.core.columns import ABSENT, Columns, Ids
from gpudesk.core.placement import Placed
from gpudesk.derived.loads import RackLoads, all_rack_loads, rack_loads
from gpudesk.derived.picked import Picked
from gpudesk.derived.placement import all_placed, placed_devices, span_name
from gpudesk.derived.whereabouts import Whereabouts, whereabouts
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

Made = TypeVar("Made")


class View:
    """A snapshot, whole or restricted to some scope ids.

    Attributes:
        snapshot: the whole project; names and neighbours are looked up in it.
        scope: the kind of the ids.
        only: the scope ids to judge, None for all; some of them may no longer exist.
        accepted: the keys of the findings that exclusions met; set for rules that run last.
    """

    def __init__(
        self, snapshot: Snapshot, scope: Scope, only: Collection[ScopeId] | None = None, accepted: frozenset[str] = frozenset()
    ) -> None:
        self.snapshot = snapshot
        self.scope = scope
        self.only = only
        self.accepted = accepted
        self._made: dict[Callable[[View], object], object] = {}

    def cached(self, maker: Callable[["View"], Made]) -> Made:
        """What `maker` makes of this view, made once and shared by the rules."""
        if maker not in self._made:
            self._made[maker] = maker(self)
        made: Made = self._made[maker]  # type: ignore[assignment]
        return made

    @property
    def types(self) -> Types:
        """The hardware types in use."""
        return self.snapshot.types

    @property
    def sheet(self) -> SiteSheet:
        """The site sheet."""
        return self.snapshot.cached(site_sheet)

    @cached_property
    def ids(self) -> Ids:
        """The whole-number scope ids to judge, ascending. Not for whole views."""
        return np.array(sorted(scope for scope in self.only or () if isinstance(scope, int)), np.int64)

    @property
    def whereabouts(self) -> Whereabouts:
        """Where every device of the project is."""
        return self.snapshot.cached(whereabouts)

    def _rows(self, table: str, where: Callable[[Columns], Ids]) -> Columns:
        columns = self.snapshot[table]
        return columns if self.only is None else Picked(columns, where(columns))

    def own(self, table: str) -> Columns:
        """The rows of `table` whose ids are the scope ids."""

        def known(columns: Columns) -> Ids:
            places = columns.positions(self.ids)
            return _existing(places)

        return self._rows(table, known)

    @cached_property
    def racks(self) -> Columns:
        """The racks to judge: of scope RACK themselves, of scope HALL those that stand in the halls."""
        if self.scope is Scope.HALL:
            return self._rows("rack", lambda racks: _among(racks["hall_id"], self.ids))
        return self.own("rack")

    @cached_property
    def device_places(self) -> Ids:
        """The places in the table of the devices to judge: of scope RACK those inside racks, children included; else all or the ids."""
        if self.scope is Scope.RACK:
            rack = self.whereabouts.rack
            return np.flatnonzero(rack != ABSENT) if self.only is None else _among(rack, self.ids)
        if self.only is None:
            return np.arange(self.snapshot["device"].rows)
        return _existing(self.snapshot["device"].positions(self.ids))

    @cached_property
    def devices(self) -> Columns:
        """The rows at `device_places`; of a whole view all devices."""
        return self._rows("device", lambda _: self.device_places)

    @cached_property
    def loads(self) -> RackLoads:
        """What the racks to judge weigh."""
        if self.only is None:
            return self.snapshot.cached(all_rack_loads)
        return rack_loads(self.snapshot, self.racks, self.device_places)

    @cached_property
    def placed(self) -> Placed:
        """The devices to judge that stand in racks themselves."""
        if self.only is None:
            return self.snapshot.cached(all_placed)
        return placed_devices(self.devices, self.snapshot["rack"], self.types)

    @cached_property
    def reservations(self) -> Columns:
        """The reservations in the racks to judge."""
        return self._rows("reservation", lambda reservations: _among(reservations["rack_id"], self.ids))

    def name(self, table: str, row_id: int) -> str:
        """The name of a row, or its number if it has none."""
        columns = self.snapshot[table]
        return str(columns["name"][columns.position(row_id)]) or f"#{row_id}"

    def rack_place(self, rack_id: int, low: int | None = None, high: int | None = None) -> Place:
        """A rack, or some units of it."""
        label = self.name("rack", rack_id)
        return Place("rack", rack_id, label if low is None or high is None else f"{label} · {span_name(low, high)}")


def _existing(places: Ids) -> Ids:
    known: Ids = places[places != ABSENT]
    return known


def _among(column: Ids, wanted: Ids) -> Ids:
    """Where `column` holds one of `wanted`."""
    if len(wanted) <= 4:
        hit = np.zeros(len(column), bool)
        for value in wanted:
            hit |= column == value
        return np.flatnonzero(hit)
    return np.flatnonzero(np.isin(column, wanted))
