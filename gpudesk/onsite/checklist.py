"""The checklist of a plan: the targets of each item, the values that it is evaluated by, and the progress of the work."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpudesk.core.checklist.checklist_progress import DONE, ON_EVENT, State, States, Touched, states_of
from gpudesk.core.checklist.item_verdict import PLANNED_PORTS
from gpudesk.core.checklist.items import FieldKind, Item, Scope
from gpudesk.core.checklist.layout import Mask
from gpudesk.core.names.connector_names import names_same_port
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.checklist.fact_registry import distinct_values, fact_values
from gpudesk.derived.checklist.targets import layout
from gpudesk.onsite.known_items import checklist_of, shipped_checklist
from gpudesk.onsite.record_log import Standing, standing_of, standings
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot, made_from

__all__ = ["shipped_checklist"]
LOOKUPS: Mapping[str, str] = {"d.other_serials": "serial"}
"""Names that list what other targets have, by the column that they list: a record is evaluated by whether its own value is among them."""
HAS_TRAYS = "d.has_trays"
"""The name with which an item excludes rack-scale systems whose trays are targets instead."""
_ROUNDING = ".9g"
"""Figures are compared and kept to nine digits: sums of the same plan may differ in the last ones."""
_DESIGN = (
    *("phase", "hall", "rack_row", "catalog_item", "rack", "device", "reservation", "site_value", "baseline_value", "power_node"),
    *("power_cord", "setting", "network", "network_stage", "pathway", "cable", "cooling_node", "cooling_service", "floor_item"),
)
MADE_OF = (*_DESIGN, "record")
"""The tables from which states are made."""


def basis_of(snapshot: Snapshot, scope: Scope, names: Sequence[str], ids: Ids) -> list[dict[str, Any]]:
    """The values of plan and site sheet that some targets are evaluated by, name → value each; None if not specified."""
    columns: dict[str, list[Any]] = {}
    sheet = snapshot.cached(site_sheet)
    for name in names:
        first, _, rest = name.partition(".")
        if first == "k":
            columns[name] = [_rounded(sheet.value(rest))] * len(ids)
        else:
            columns[name] = [_rounded(value) for value in fact_values(snapshot, scope, rest, ids)]
    return [{name: values[place] for name, values in columns.items()} for place in range(len(ids))]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(format(value, _ROUNDING))
    return [_rounded(part) for part in value] if isinstance(value, list | tuple) else value


def applies(snapshot: Snapshot) -> Mapping[str, Mask]:
    """Item → the targets of its scope to which it applies (use `snapshot.cached(applies)`).

    A condition is evaluated once for each different set of its values; a condition with unknown values is not met.
    """
    conditions = _Conditions(snapshot)
    return {item.key: conditions.mask(item) for item in checklist_of(snapshot).items.values()}


def applicable(snapshot: Snapshot, item: Item) -> Mask:
    """The targets of the scope of an item to which it applies; the project need not have that item."""
    return _Conditions(snapshot).mask(item)


def applied_to_whole_systems(snapshot: Snapshot) -> Mapping[str, Mask]:
    """Item → the rack-scale systems to which it does not apply only because their trays are targets instead.

    In earlier versions these systems were targets: results recorded then still count (`asked`). An item without such systems has no
    entry. Use `snapshot.cached(applied_to_whole_systems)`.
    """
    result: dict[str, Mask] = {}
    if not any(kind.trays for kind in snapshot.types.values()):
        return result
    here = snapshot.cached(applies)
    conditions = _Conditions(snapshot, {HAS_TRAYS: False})
    for item in checklist_of(snapshot).items.values():
        if item.condition is not None and HAS_TRAYS in item.condition.names:
            left_out = conditions.mask(item) & ~here[item.key]
            if left_out.any():
                result[item.key] = left_out
    return result


def asked(snapshot: Snapshot) -> Mapping[str, Mask]:
    """Item → the targets to which it applies, and the rack-scale systems that have a record of it from an earlier version.

    Use `snapshot.cached(asked)`.
    """
    result = dict(snapshot.cached(applies))
    for key, left_out in snapshot.cached(applied_to_whole_systems).items():
        known = snapshot.cached(touched).get(key)
        if known is not None:
            result[key] = result[key].copy()
            places = known.places[known.states != State.OPEN]
            result[key][places] |= left_out[places]
    return result


class _Conditions:
    """Evaluates the conditions of items; what several of them read is made once.

    Args:
        supposed: names that have another value than in the plan, the same for every target.
    """

    def __init__(self, snapshot: Snapshot, supposed: Mapping[str, Any] | None = None) -> None:
        self._snapshot, self._supposed = snapshot, supposed or {}
        self._ids = snapshot.cached(layout).ids
        self._columns: dict[tuple[Scope, str], tuple[list[Any], Ids]] = {}
        self._masks: dict[tuple[Scope, str], Mask] = {}

    def mask(self, item: Item) -> Mask:
        """The targets to which an item applies."""
        if item.disabled:
            return np.zeros(len(self._ids[item.scope]), bool)
        at = (item.scope, item.when)
        if at not in self._masks:
            self._masks[at] = self._evaluated(item)
        return self._masks[at]

    def _evaluated(self, item: Item) -> Mask:
        count = len(self._ids[item.scope])
        if item.condition is None or not count:
            return np.ones(count, bool)
        columns = [self._column(item.scope, name) for name in item.condition.names]
        combined, sizes = np.zeros(count, np.int64), [len(values) for values, _ in columns]
        for size, (_, codes) in zip(sizes, columns, strict=True):
            combined = combined * size + codes
        verdicts = np.zeros(math.prod(sizes), bool)
        for number in np.flatnonzero(np.bincount(combined, minlength=len(verdicts))).tolist():
            values: dict[str, dict[str, Any]] = {"d": {}, "k": {}}
            rest, known = number, True
            for name, size, (distinct, _) in reversed(list(zip(item.condition.names, sizes, columns, strict=True))):
                rest, place = divmod(rest, size)
                values[name[0]][name[2:]] = distinct[place]
                known &= distinct[place] is not None
            verdicts[number] = known and item.condition.evaluate(values) is True
        return verdicts[combined]

    def _column(self, scope: Scope, name: str) -> tuple[list[Any], Ids]:
        """The different values of a name, and which of them each target has."""
        if (scope, name) not in self._columns:
            first, _, rest = name.partition(".")
            if name in self._supposed or first == "k":
                stated = self._supposed[name] if name in self._supposed else self._snapshot.cached(site_sheet).value(rest)
                self._columns[scope, name] = [stated], np.zeros(len(self._ids[scope]), np.int64)
            else:
                self._columns[scope, name] = distinct_values(self._snapshot, scope, rest, self._ids[scope])
        return self._columns[scope, name]


def item_applies(snapshot: Snapshot, item: Item, target: int) -> bool:
    """Whether an item applies to a target of the plan, or was recorded for it while it did (`asked`)."""
    place = snapshot.cached(layout).place(item.scope, target)
    return place != ABSENT and bool(snapshot.cached(applies)[item.key][place] or _kept(snapshot, item, np.array([place], np.int64))[0])


def _kept(snapshot: Snapshot, item: Item, places: Ids) -> Mask:
    """Which of some places are `asked` although the item does not apply there; for few of them, the whole log is not read."""
    left_out = snapshot.cached(applied_to_whole_systems).get(item.key)
    result = np.zeros(len(places), bool)
    if left_out is not None:
        numbers = np.flatnonzero(left_out[places])
        known = _standings_at(snapshot, item, places[numbers])
        result[numbers] = [standing is not None and standing.state is not State.OPEN for standing in known]
    return result


def touched(snapshot: Snapshot) -> Mapping[str, Touched]:
    """Recorded results per item, for targets that are still in the plan (use `snapshot.cached(touched)`)."""
    items, targets = checklist_of(snapshot).items, snapshot.cached(layout)
    by_item: dict[str, list[tuple[int, Standing]]] = defaultdict(list)
    for (key, target), standing in snapshot.cached(standings).items():
        item = items.get(key)
        place = ABSENT if item is None else targets.place(item.scope, target)
        if place != ABSENT:
            by_item[key].append((place, standing))
    return {key: _touched(snapshot, items[key], sorted(rows, key=lambda row: row[0])) for key, rows in by_item.items()}


def _touched(snapshot: Snapshot, item: Item, rows: Sequence[tuple[int, Standing]]) -> Touched:
    places = np.array([place for place, _ in rows], np.int64)
    ids = snapshot.cached(layout).ids[item.scope][places]
    is_judged = np.array([standing.state in (State.PASSED, State.FAILED) for _, standing in rows], bool)
    states = np.array([standing.state for _, standing in rows], np.int8)
    if is_judged.any():
        present = basis_of(snapshot, item.scope, _compared(item), ids[is_judged])
        for row, basis in zip(np.flatnonzero(is_judged).tolist(), present, strict=True):
            if is_stale(rows[row][1], item, basis):
                states[row] = State.STALE
    overridden = np.array([place for place, standing in rows if standing.overridden], np.int64)
    return Touched(places, states, overridden)


def is_stale(standing: Standing, item: Item, basis: Mapping[str, Any]) -> bool:
    """Whether an item was evaluated by an expression or values that changed since; values that are only looked up do not count."""
    if standing.state not in (State.PASSED, State.FAILED):
        return False
    then, now = ({name: value for name, value in values.items() if name not in LOOKUPS} for values in (standing.basis, basis))
    same = then.keys() == now.keys() and all(
        names_same_port(then[name], now[name]) if name in PLANNED_PORTS else then[name] == now[name] for name in now
    )
    return standing.expression != item.expression or not same


def _compared(item: Item) -> Sequence[str]:
    """The names compared to determine whether a record is stale."""
    return [name for name in item.reads if name not in LOOKUPS]


def stale_places(snapshot: Snapshot, places: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of some items and targets that are stale."""
    items, targets, all_states = checklist_of(snapshot).items, snapshot.cached(layout), snapshot.cached(states)
    stale = []
    for key, target in places:
        item = items.get(key)
        place = ABSENT if item is None else targets.place(item.scope, target)
        if place != ABSENT and all_states[key][place] == State.STALE:
            stale.append((key, target))
    return stale


def states(snapshot: Snapshot) -> Mapping[str, States]:
    """The state of every item on every target (use `snapshot.cached(states)`)."""
    return states_of(checklist_of(snapshot), snapshot.cached(layout), snapshot.cached(asked), snapshot.cached(touched))


made_from(dict.fromkeys(_DESIGN, ()))(applies)
made_from(dict.fromkeys(_DESIGN, ()))(applied_to_whole_systems)
for _maker in (touched, asked, states):
    made_from(dict.fromkeys(MADE_OF, ()))(_maker)


@dataclass(frozen=True, slots=True)
class Unmet:
    """A prerequisite of an item that has not passed, with the number of targets."""

    item: Item
    count: int


def unmet_needs(snapshot: Snapshot, item: Item, target: int) -> list[Unmet]:
    """Unmet prerequisites of an item on a target; for those that do not apply there, their own prerequisites."""
    items = checklist_of(snapshot).items
    return [Unmet(items[key], len(ids)) for key, ids in unmet_targets(snapshot, item, target).items()]


def unmet_targets(snapshot: Snapshot, item: Item, target: int) -> Mapping[str, list[int]]:
    """The items that an item still needs on a target → the ids of the targets on which each has not passed."""
    targets, checklist = snapshot.cached(layout), checklist_of(snapshot)
    place = targets.place(item.scope, target)
    if place == ABSENT:
        return {}
    all_applies = snapshot.cached(applies)
    result: dict[str, set[int]] = {}
    waiting = [(item, np.array([place], np.int64))]
    while waiting:
        of, places = waiting.pop(0)
        for need in (checklist.items[key] for key in of.needs):
            related = targets.related(places, of.scope, need.scope)
            here = all_applies[need.key][related] | _kept(snapshot, need, related)
            left = _not_done(snapshot, need, related[here])
            if left:
                result.setdefault(need.key, set()).update(left)
            if not here.all():
                waiting.append((need, related[~here]))
    return {key: targets.ids[checklist.items[key].scope][sorted(left)].tolist() for key, left in result.items()}


_FEW = 64
"""Up to this number of targets, the log is queried one by one, so that recording does not read all of it."""


def _not_done(snapshot: Snapshot, item: Item, places: Ids) -> list[int]:
    """Those of some places to which an item applies on which it is still to be done."""
    ids = snapshot.cached(layout).ids[item.scope][places]
    known = _standings_at(snapshot, item, places)
    passed = [number for number, standing in enumerate(known) if standing is not None and standing.state is State.PASSED]
    basis = dict(zip(passed, basis_of(snapshot, item.scope, _compared(item), ids[passed]), strict=True)) if passed else {}
    left = []
    for number, standing in enumerate(known):
        if standing is None or standing.state is State.OPEN:
            done = item.every == ON_EVENT
        else:
            done = standing.state in DONE and not (number in basis and is_stale(standing, item, basis[number]))
        if not done:
            left.append(int(places[number]))
    return left


def _standings_at(snapshot: Snapshot, item: Item, places: Ids) -> list[Standing | None]:
    """Results of an item according to the log at some places."""
    ids = snapshot.cached(layout).ids[item.scope][places].tolist()
    if len(ids) <= _FEW:
        return [standing_of(snapshot, item.key, target) for target in ids]
    every = snapshot.cached(standings)
    return [every.get((item.key, target)) for target in ids]


def needs_a_name(item: Item, snapshot: Snapshot, field: str) -> bool:
    """Whether the site forbids photos, so that a second person's name takes the place of this one."""
    return item.by_key[field].kind is FieldKind.PHOTO and not snapshot.cached(site_sheet).flag("photos_allowed")
