"""The targets of a plan that belong to each rack or rack-scale system, determined per rack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np

from gpudesk.core.checklist.checklist_progress import State, States
from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.states_today import states_on
from gpudesk.project.snapshot import Snapshot

LEFT = (State.OPEN, State.BLOCKED, State.IN_PROGRESS, State.FAILED, State.STALE, State.OVERDUE)
"""Missing parts of a finished installation."""


@dataclass(frozen=True, slots=True)
class ItemHere:
    """An item in one part of the site.

    Attributes:
        targets: ids, shape (targets,).
        states: of each, shape (targets,).
    """

    item: Item
    targets: Ids
    states: States


class RackTargets:
    """The items of each rack and rack-scale system, and of the part without one.

    Part number: place of a rack in its table; for a system, number of racks plus place in `Layout.systems`; ABSENT for the rest.

    Args:
        today: the day for determining overdue items.
        racks: ids of the requested racks; empty with `systems` for all of them and the rest of the site.
        systems: ids of the requested rack-scale systems.
    """

    def __init__(self, snapshot: Snapshot, today: date, racks: Sequence[int] = (), systems: Sequence[int] = ()) -> None:
        self._snapshot, self._today = snapshot, today
        self._layout = snapshot.cached(layout)
        self._racks, self._systems = snapshot["rack"].rows, self._layout.systems
        ids = np.concatenate([snapshot["rack"].ids, self._systems])
        marked = np.concatenate([np.isin(snapshot["rack"].ids, list(racks)), np.isin(self._systems, list(systems))])
        self._places = np.flatnonzero(marked) if len(racks) or len(systems) else np.arange(len(ids))
        self.is_whole = not len(racks) and not len(systems)

    def parts(self) -> Iterator[int]:
        """The parts: the racks along their rows, then the systems; ABSENT before them for the rest of the site."""
        if self.is_whole:
            yield ABSENT
        for group in racks_by_row(self._snapshot, self._places[self._places < self._racks]):
            yield from group.tolist()
        yield from self._places[self._places >= self._racks].tolist()

    @property
    def count(self) -> int:
        """How many racks and systems are meant."""
        return len(self._places)

    def is_wanted(self, part: int) -> bool:
        """Whether a part is among those that are meant."""
        return self.is_whole or part in self._chosen

    @cached_property
    def _chosen(self) -> frozenset[int]:
        return frozenset(self._places.tolist())

    def system(self, part: int) -> int | None:
        """The id of the rack-scale system that a part is, None of any other."""
        return int(self._systems[part - self._racks]) if part >= self._racks else None

    def rack(self, part: int) -> int | None:
        """The id of the rack that a part is, None of any other."""
        return int(self._snapshot["rack"].ids[part]) if 0 <= part < self._racks else None

    def part_of(self, scope: Scope, target: int) -> int:
        """The part to which a target belongs: that of its rack or system, else ABSENT."""
        place = self._layout.place(scope, target)
        return ABSENT if place == ABSENT or scope not in self._layout.rack_of else int(self._layout.rack_of[scope][place])

    def places(self, scope: Scope, part: int) -> Ids:
        """The places of the targets of a scope in one part, ascending."""
        return self._split[scope][self._layout.homes if part == ABSENT else part]

    def items(self, part: int) -> Iterator[ItemHere]:
        """The items of a part in the order of the work; those without a target there are left out."""
        every = self._snapshot.cached(states_on(self._today))
        for key, item in checklist_of(self._snapshot).items.items():
            places = self.places(item.scope, part)
            if len(places):
                yield ItemHere(item, self._layout.ids[item.scope][places], every[key][places])

    def name(self, part: int) -> str:
        """The name of the rack or system; "" for the rest of the site."""
        if part == ABSENT:
            return ""
        system = self.system(part)
        return str(self._snapshot["rack"]["name"][part] if system is None else self._snapshot["device"].row(system)["name"])

    def hall(self, part: int) -> str:
        """The name of the hall of the rack or system; "" for the rest of the site."""
        if part == ABSENT:
            return ""
        halls, system = self._snapshot["hall"], self.system(part)
        hall = int(self._snapshot["rack"]["hall_id"][part] if system is None else self._snapshot["device"].row(system)["hall_id"])
        return str(halls["name"][halls.position(hall)]) if halls.has(hall) else ""

    @cached_property
    def _split(self) -> Mapping[Scope, Sequence[Ids]]:
        """Scope → the places of the targets of each part, those of the rest of the site last."""
        count = self._layout.homes
        by_scope = {}
        for scope in Scope:
            of = self._layout.rack_of.get(scope)
            here = np.full(self._layout.count(scope), count) if of is None else np.where(of == ABSENT, count, of)
            order = np.argsort(here, kind="stable")
            by_scope[scope] = np.split(order, np.searchsorted(here[order], np.arange(1, count + 1)))
        return by_scope
