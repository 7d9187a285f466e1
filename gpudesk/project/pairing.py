"""Rows of two states that represent the same object: by id within one project, by serial and name between others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Array, Columns, Ids
from gpudesk.project.snapshot import Snapshot

REFERENCES: Mapping[str, str] = {
    "hall_id": "hall",
    "row_id": "rack_row",
    "rack_id": "rack",
    "parent_id": "device",
    "type_id": "catalog_item",
    "attachment_id": "attachment",
    "device_id": "device",
    "from_device_id": "device",
    "from_node_id": "power_node",
    "fed_by_id": "power_node",
    "alternate_id": "power_node",
    "power_node_id": "power_node",
    "power_alternate_id": "power_node",
    "supplies_id": "cooling_node",
    "cooled_by_id": "cooling_node",
    "cooling_id": "cooling_node",
    "network_id": "network",
    "to_hall_id": "hall",
    "a_device_id": "device",
    "b_device_id": "device",
    "a_module_id": "catalog_item",
    "b_module_id": "catalog_item",
}
"""The columns that name a row of another table."""
UNKNOWN = -2
"""Value of a reference whose row has no partner."""


@dataclass(frozen=True, slots=True)
class _Keys:
    """Criteria to match rows of a table with another project.

    Attributes:
        words: columns that must all be equal.
        within: a reference whose row must be the same one; it decides between duplicate names, and a row without such a
            partner is matched by its columns alone.
        serial: whether a serial number takes precedence over the columns.
        strict: whether the columns are valid only within the same place.
        same: references whose rows must all be the same ones.
    """

    words: tuple[str, ...]
    within: str = ""
    serial: bool = False
    strict: bool = False
    same: tuple[str, ...] = ()


_KEYS: Mapping[str, _Keys] = {
    "attachment": _Keys(("sha256",)),
    "catalog_item": _Keys(("key",)),
    "phase": _Keys(("number",)),
    "hall": _Keys(("name",)),
    "rack_row": _Keys(("name",), "hall_id"),
    "rack": _Keys(("name",), "hall_id", serial=True),
    "device": _Keys(("name",), "rack_id", serial=True),
    "reservation": _Keys(("reason", "position", "height", "face"), "rack_id"),
    "floor_item": _Keys(("kind", "name"), "hall_id"),
    "underlay": _Keys(("name",), "hall_id"),
    "power_node": _Keys(("kind", "name"), "hall_id"),
    "power_cord": _Keys(("port",), "device_id", strict=True),
    "cooling_node": _Keys(("kind", "name"), "hall_id"),
    "cooling_service": _Keys((), "cooling_id", strict=True, same=("hall_id", "row_id", "rack_id", "device_id")),
    "network": _Keys(("kind", "name")),
    "network_stage": _Keys(("place",), "network_id", strict=True),
    "pathway": _Keys(("kind", "name"), "hall_id"),
    "cable": _Keys(("a_port", "a_lane"), "a_device_id", strict=True),
    "workload": _Keys(("name",)),
    "site_value": _Keys(("key",)),
    "baseline_value": _Keys(("role", "key")),
    "severity": _Keys(("rule",)),
    "exclusion": _Keys(("finding",)),
    "setting": _Keys(("key",)),
    "person": _Keys(("name",)),
}
"""Ordered so that referenced tables come first."""
TABLES = tuple(_KEYS)
"""The tables whose rows are paired."""


class Pairs:
    """The partners of the rows of two tables, by their places in them.

    Attributes:
        right: the place of the partner of each row of the left table, ABSENT if it has none.
        left: the same in the opposite direction.
    """

    __slots__ = ("_columns", "left", "right")

    def __init__(self, left: Columns, right: Columns, partners: Ids) -> None:
        self._columns = (left, right)
        self.right = partners
        self.left: Ids = np.full(right.rows, ABSENT, np.int64)
        has = np.flatnonzero(partners != ABSENT)
        self.left[partners[has]] = has

    def translated(self, ids: Ids) -> Ids:
        """Ids of left rows as those of their partners; ABSENT stays, a row without a partner becomes `UNKNOWN`."""
        left, right = self._columns
        places = left.positions(np.where(ids == UNKNOWN, ABSENT, ids))
        partner_places = np.where(places == ABSENT, ABSENT, self.right[places] if left.rows else ABSENT)
        named = right.ids[partner_places] if right.rows else np.full(len(ids), UNKNOWN, np.int64)
        return np.where(ids == ABSENT, ABSENT, np.where(partner_places == ABSENT, UNKNOWN, named))


def pair_up(left: Snapshot, right: Snapshot, *, same_project: bool) -> dict[str, Pairs]:
    """The partners in every table that both states have."""
    pairs_by_table: dict[str, Pairs] = {}
    for table, keys in _KEYS.items():
        if table in left.tables and table in right.tables:
            before, after = left[table], right[table]
            partners = after.positions(before.ids) if same_project else _by_keys(before, after, keys, pairs_by_table)
            pairs_by_table[table] = Pairs(before, after, partners)
    return pairs_by_table


def _by_keys(left: Columns, right: Columns, keys: _Keys, known: Mapping[str, Pairs]) -> Ids:
    """Partners by serial number, then by columns within the same place, then by columns alone; equal rows are paired in order."""
    partners = np.full(left.rows, ABSENT, np.int64)
    equal = [(left[name], right[name]) for name in keys.words if name in left and name in right]
    equal += [(known[REFERENCES[name]].translated(left[name]), right[name]) for name in keys.same]
    words = _codes(equal)
    everyone: tuple[Mask, Mask] = (np.ones(left.rows, bool), np.ones(right.rows, bool))
    rounds = [(words, everyone)]
    if keys.within:
        place = (known[REFERENCES[keys.within]].translated(left[keys.within]), right[keys.within])
        both = _codes([words, place])
        known_place = (everyone[0] & (place[0] != UNKNOWN), everyone[1])
        rounds = [(both, known_place), *([] if keys.strict else rounds)]
    if keys.serial:
        serials = (left["serial"], right["serial"])
        numbered: tuple[Mask, Mask] = (serials[0] != "", serials[1] != "")
        # Two machines of one name whose serial numbers differ are two machines.
        rounds = [
            (codes, allowed)
            for codes, (lefts, rights) in rounds
            for allowed in ((lefts, rights & ~numbered[1]), (lefts & ~numbered[0], rights))
        ]
        rounds.insert(0, (_codes([serials]), numbered))
    for (left_codes, right_codes), (left_may, right_may) in rounds:
        free = np.ones(right.rows, bool)
        free[partners[partners != ABSENT]] = False
        waiting, offered = np.flatnonzero((partners == ABSENT) & left_may), np.flatnonzero(free & right_may)
        matched = _matched(left_codes[waiting], right_codes[offered])
        has = matched != ABSENT
        partners[waiting[has]] = offered[matched[has]]
    return partners


def _codes(columns: Sequence[tuple[Array, Array]]) -> tuple[Ids, Ids]:
    """One number for each row of both sides, equal where all columns are."""
    (left, right), *others = columns
    codes = _numbers(left, right)
    for left, right in others:
        more = _numbers(left, right)
        width = 1 + max((int(side.max()) for side in more if len(side)), default=0)
        # Numbered again, so that they stay small however many columns there are.
        codes = _numbers(codes[0] * width + more[0], codes[1] * width + more[1])
    return codes


def _numbers(left: Array, right: Array) -> tuple[Ids, Ids]:
    both = np.concatenate([left, right])
    if both.dtype == object:
        known: dict[str, int] = {}
        numbers = np.array([known.setdefault(value, len(known)) for value in both.tolist()], np.int64)
    else:
        _, inverse = np.unique(both, return_inverse=True)
        numbers = inverse.reshape(-1).astype(np.int64)
    return numbers[: len(left)], numbers[len(left) :]


def _matched(left: Ids, right: Ids) -> Ids:
    """For each left code the place of an equal right one, each used once and in order; ABSENT if none is left."""
    matched = np.full(len(left), ABSENT, np.int64)
    most = 1 + max(len(left), len(right))
    _, here, there = np.intersect1d(left * most + _ranks(left), right * most + _ranks(right), assume_unique=True, return_indices=True)
    matched[here] = there
    return matched


def _ranks(codes: Ids) -> Ids:
    """Which of its equals each is, from 0 on."""
    order = np.argsort(codes, kind="stable")
    sorted_codes = codes[order]
    count = np.arange(len(codes))
    begins = np.concatenate([[True], sorted_codes[1:] != sorted_codes[:-1]]) if len(codes) else np.empty(0, bool)
    ranks = np.empty(len(codes), np.int64)
    ranks[order] = count - np.maximum.accumulate(np.where(begins, count, 0)) if len(codes) else count
    return ranks
