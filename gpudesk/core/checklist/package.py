"""A work package: the part of a checklist that is handed over to be filled in elsewhere, with the limits as they were when it was made."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from functools import cached_property
from typing import Any

from gpudesk.core.checklist.entries import ChainEnd, Entry
from gpudesk.core.checklist.items import Item, Scope

PACKAGE_FORMAT = "gpudesk.work_package.v1"
MOST_ROWS = 20_000
"""Rows of one package: a row of 20 racks with 1,000 items each."""
MOST_ENTRIES = 100_000
"""Entries of one package, those that it brings along included."""
Place = tuple[str, int]
"""The key of an item and the id of a target."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who works on site; names are declared, not proven."""

    name: str
    team: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a row needed that had not passed when the package was made.

    Attributes:
        item: the item that is needed.
        hold: whether nothing may be recorded before it has passed.
        targets: ids of its targets that are in the package.
        elsewhere: how many of its targets are not in the package.
    """

    item: str
    hold: bool
    targets: tuple[int, ...]
    elsewhere: int


@dataclass(frozen=True)
class Lookup:
    """What targets of the plan have, such as serial numbers: kept once for all rows that are compared with it.

    Attributes:
        targets: ids.
        values: what each of them has.
    """

    targets: tuple[int, ...]
    values: tuple[str, ...]

    def has_elsewhere(self, target: int, value: str) -> bool:
        """Whether another target has a value."""
        return bool(self._holders.get(value, frozenset()) - {target})

    @cached_property
    def _holders(self) -> Mapping[str, frozenset[int]]:
        holders: dict[str, set[int]] = defaultdict(set)
        for target, value in zip(self.targets, self.values, strict=True):
            holders[value].add(target)
        return {value: frozenset(targets) for value, targets in holders.items()}


@dataclass(frozen=True, slots=True)
class PackageRow:
    """One item on one target.

    Attributes:
        name: of the target; "" for the site and the cluster.
        where: where the target is, in the words of the plan: rack and unit, or both ends of a cable.
        state: in which it was when the package was made.
        basis: the values of plan and site sheet by which it is judged, name → value, None where nobody says it.
    """

    item: str
    target: int
    name: str
    where: str
    state: str
    basis: Mapping[str, Any]
    waits: tuple[Wait, ...] = ()

    @property
    def place(self) -> Place:
        """Item and target."""
        return self.item, self.target


@dataclass(frozen=True)
class Package:
    """What a package holds.

    Attributes:
        id: 32 random hexadecimal digits.
        uid: of the project.
        project: its name.
        revision: of the plan from which the limits were computed.
        issued_utc: when it was made.
        title: what it covers, in the words of the person who made it.
        photos_allowed: whether the site allows photos.
        people: who may be chosen; others can be added by their names.
        ends: the last number and digest of every writer of the log.
        items: key → definition, as it was when the package was made.
        lookups: names of the plan that list what other targets have → that list; the rows do not repeat it.
        log: the entries on these rows that the project has, with their digests, oldest first.
    """

    id: str
    uid: str
    project: str
    revision: int
    issued_utc: str
    title: str
    photos_allowed: bool
    people: Sequence[Person]
    ends: Mapping[str, ChainEnd]
    items: Mapping[str, Item]
    rows: Sequence[PackageRow]
    log: Sequence[tuple[Entry, str]] = ()
    lookups: Mapping[str, Lookup] = made(default_factory=dict)

    @cached_property
    def by_place(self) -> Mapping[Place, PackageRow]:
        """The rows by item and target."""
        return {row.place: row for row in self.rows}

    def scope_of(self, item: str) -> Scope:
        """The scope of an item of the package."""
        return self.items[item].scope
