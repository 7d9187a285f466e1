"""The input of a rule: the whole project, or only the part affected by an edit, with joins that rules share."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from gpudesk.checks.findings.finding import Object, Place, ScopeId
from gpudesk.checks.rules.common.rule import Scope
from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.racks.placement import Placed
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.derived.columns.joins import places_of
from gpudesk.derived.columns.row_subset import Picked
from gpudesk.derived.power.power_plan import PowerPlan, power_plan, power_plan_of
from gpudesk.derived.racks.device_placement import all_placed, placed_devices, rack_half_units, span_name
from gpudesk.derived.racks.loads import RackLoads, all_rack_loads, rack_loads
from gpudesk.derived.scope.device_locations import Whereabouts, whereabouts
from gpudesk.project.site_sheet import SiteSheet, site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

Made = TypeVar("Made")
FEW = 8
"""Up to this many texts or halls are looked for one by one."""


class View:
    """A snapshot, whole or restricted to some scope ids.

    Attributes:
        snapshot: the whole project; names and neighbors are looked up in it.
        scope: the kind of the ids.
        only: the scope ids to check, None for all; some of them may no longer exist.
        accepted: the keys of the findings that exclusions met; set for rules that run last.
        silent: the keys of the rules that are switched off or failed; set for rules that run last.
        failed: key of a rule that raised an error → that error; set for rules that run last.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        scope: Scope,
        only: Collection[ScopeId] | None = None,
        accepted: frozenset[str] = frozenset(),
        silent: frozenset[str] = frozenset(),
        failed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.snapshot = snapshot
        self.scope = scope
        self.only = only
        self.accepted = accepted
        self.silent = silent
        self.failed = failed
        self._names: dict[str, dict[int, str]] = {}
        self._made: dict[Callable[[View], object], object] = {}

    def cached(self, maker: Callable[["View"], Made]) -> Made:
        """What `maker` makes of this view, made once and shared by the rules."""
        if maker not in self._made:
            self._made[maker] = maker(self)
        product: Made = self._made[maker]  # type: ignore[assignment]
        return product

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
        """The whole-number scope ids to check, ascending. Not for whole views."""
        return np.sort(np.array([scope for scope in self.only or () if isinstance(scope, int)], np.int64))

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
    def power(self) -> PowerPlan:
        """The power network: for scope POWER, that of the racks to check, with all loads on their feeds; otherwise all of it."""
        if self.only is None or self.scope is not Scope.POWER:
            return self.snapshot.cached(power_plan)
        return power_plan_of(self.snapshot, self.ids)

    @cached_property
    def racks(self) -> Columns:
        """The racks to check: for scope RACK the racks themselves, for scopes HALL and FLOOR those in the halls."""
        if self.scope in (Scope.HALL, Scope.FLOOR):
            return self._rows("rack", lambda racks: places_of(racks["hall_id"], self.ids))
        return self.own("rack")

    @cached_property
    def device_places(self) -> Ids:
        """The places in the table of the devices to check: of scope RACK those inside racks, children included; else all or the ids."""
        if self.scope is Scope.RACK:
            return np.flatnonzero(self.whereabouts.rack != ABSENT) if self.only is None else self.whereabouts.inside(self.ids)
        if self.only is None:
            return np.arange(self.snapshot["device"].rows)
        return _existing(self.snapshot["device"].positions(self.ids))

    @cached_property
    def devices(self) -> Columns:
        """The rows at `device_places`; of a whole view all devices."""
        return self._rows("device", lambda _: self.device_places)

    @cached_property
    def loads(self) -> RackLoads:
        """The weights of the racks to check."""
        if self.only is None:
            return self.snapshot.cached(all_rack_loads)
        return rack_loads(self.snapshot, self.racks, self.device_places)

    @cached_property
    def placed(self) -> Placed:
        """The devices to check that are installed directly in racks."""
        if self.only is None:
            return self.snapshot.cached(all_placed)
        return placed_devices(self.devices, self.snapshot["rack"], self.types)

    @cached_property
    def reservations(self) -> Columns:
        """The reservations in the racks to check."""
        return self._rows("reservation", lambda reservations: places_of(reservations["rack_id"], self.ids))

    @cached_property
    def placed_types(self) -> Ids:
        """The types of the devices of `placed`."""
        devices = self.snapshot["device"]
        types: Ids = devices.at("type_id", devices.positions(self.placed.device))
        return types

    @cached_property
    def placed_racks(self) -> Ids:
        """The rows of the table `rack` that contain the devices of `placed`."""
        return self.snapshot["rack"].positions(self.placed.rack)

    @cached_property
    def placed_rack_types(self) -> Ids:
        """The types of the racks that contain the devices of `placed`."""
        types: Ids = self.snapshot["rack"]["type_id"][self.placed_racks]
        return types

    @cached_property
    def placed_heights(self) -> Ids:
        """The half units of the racks that contain the devices of `placed`."""
        return rack_half_units(self.snapshot["rack"], self.types, self.placed.rack)

    def sharing(self, tables: Sequence[str], column: str) -> dict[str, list[Object]]:
        """Text → the rows that have it in `column`, table by table, of the texts to check that two or more rows share; "" is none."""
        if self.only is not None and len(self.only) <= FEW:
            candidates = {text: _rows_with(self.snapshot, tables, column, text) for text in self.only if isinstance(text, str) and text}
            return {text: rows for text, rows in candidates.items() if len(rows) > 1}
        values = {table: self.snapshot[table][column].tolist() for table in tables}
        if self.only is None:
            counts = Counter(text for column_ in values.values() for text in column_)
            wanted_texts: Collection[ScopeId] = {text for text, count in counts.items() if count > 1}
        else:
            wanted_texts = frozenset(self.only)
        rows_by_text: dict[str, list[Object]] = {}
        for table, column_ in values.items() if wanted_texts else ():
            for row_id, text in zip(self.snapshot[table].ids.tolist(), column_, strict=True):
                if text in wanted_texts and text:
                    rows_by_text.setdefault(text, []).append((table, row_id))
        return {text: rows for text, rows in rows_by_text.items() if len(rows) > 1}

    def blank(self, tables: Sequence[str], column: str) -> Iterator[tuple[str, Object]]:
        """The rows whose text in `column` is empty or only spaces, with that text, of the texts to check."""
        blank_texts = None if self.only is None else {text for text in self.only if isinstance(text, str) and not text.strip()}
        if blank_texts is not None and not blank_texts:
            return
        for table in tables:
            columns = self.snapshot[table]
            for row_id, text in zip(columns.ids.tolist(), columns[column].tolist(), strict=True):
                if (not text or text.isspace()) and (blank_texts is None or text in blank_texts):
                    yield text, (table, row_id)

    def name(self, table: str, row_id: int) -> str:
        """The name of a row, or its number if it has none."""
        if self.only is not None:
            return self.snapshot[table].value(row_id, "name") or f"#{row_id}"
        if table not in self._names:
            columns = self.snapshot[table]
            self._names[table] = dict(zip(columns.ids.tolist(), columns["name"].tolist(), strict=True))
        return self._names[table][row_id] or f"#{row_id}"

    def rack_place(self, rack_id: int, low: int | None = None, high: int | None = None) -> Place:
        """A rack, or some units of it."""
        label = self.name("rack", rack_id)
        return Place("rack", rack_id, label if low is None or high is None else f"{label} · {span_name(low, high)}")

    @cached_property
    def _spans(self) -> tuple[list[int], list[int], list[int], list[bool]]:
        """Rack, lowest and highest half unit of the devices of `placed`, and whether they are next to the units, as plain values."""
        placed = self.placed
        return placed.rack.tolist(), placed.low.tolist(), placed.high.tolist(), (placed.mount == Mount.ZERO_U).tolist()

    def placed_place(self, place: int) -> Place:
        """The units of the device at `place` of `placed`; only the rack for a device next to the units."""
        rack, low, high, is_beside = self._spans[0][place], self._spans[1][place], self._spans[2][place], self._spans[3][place]
        return self.rack_place(rack) if is_beside or high <= low else self.rack_place(rack, low, high)

    def type_place(self, type_id: int) -> Place:
        """A catalog entry by its model."""
        return Place("catalog_item", type_id, self.types[type_id].title)

    def row_place(self, table: str, row_id: int) -> Place:
        """A row by its own name."""
        return Place(table, row_id, self.name(table, row_id))


def _rows_with(snapshot: Snapshot, tables: Sequence[str], column: str, text: str) -> list[Object]:
    return [(table, row_id) for table in tables for row_id in snapshot[table].where(column, text).tolist()]


def _existing(places: Ids) -> Ids:
    known: Ids = places[places != ABSENT]
    return known
