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
    """A need of a row that had not passed when the package was created.

    Attributes:
        item: the required item.
        hold: whether nothing may be recorded before it has passed.
        targets: ids of its targets that are in the package.
        elsewhere: the number of its targets that are not in the package.
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
        where: location of the target, as stated in the plan: rack and unit, or both ends of a cable.
        state: its state when the package was created.
        basis: the values of plan and site sheet used to evaluate it, name → value, None if unknown.
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
    """The content of a package.

    Attributes:
        id: 32 random hexadecimal digits.
        uid: of the project.
        project: its name.
        revision: of the plan from which the limits were calculated.
        issued_utc: time of creation.
        title: its scope, as entered by its author.
        photos_allowed: whether the site allows photos.
        people: the names offered for selection; others can be added.
        ends: the last number and digest of every writer of the log.
        items: key → definition at the time of creation.
        lookups: plan names that list the values of other targets → that list; the rows do not repeat it.
        log: the entries on these rows in the project, with their digests, oldest first.
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
