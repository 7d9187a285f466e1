"""Which targets of a plan belong to which rack, asked rack by rack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np

from gpudesk.core.checklist.items import Item, Scope
from gpudesk.core.checklist.progress import State, States
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.checklist.targets import layout
from gpudesk.derived.scope.rack_order import racks_by_row
from gpudesk.onsite.known_items import checklist_of
from gpudesk.onsite.states_today import states_on
from gpudesk.project.snapshot import Snapshot

LEFT = (State.OPEN, State.BLOCKED, State.IN_PROGRESS, State.FAILED, State.STALE, State.OVERDUE)
"""What is missing from a finished installation."""


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
    """The items of each rack, and of what belongs to none.

    Args:
        today: the day on which it is asked what is overdue.
        racks: ids of the racks that are meant; empty for all of them and the rest of the site.
    """

    def __init__(self, snapshot: Snapshot, today: date, racks: Sequence[int] = ()) -> None:
        self._snapshot, self._today = snapshot, today
        self._layout = snapshot.cached(layout)
        self.chosen = frozenset(racks)

    def parts(self) -> Iterator[int]:
        """The places of the racks in their table along their rows, ABSENT before them for the rest of the site."""
        if not self.chosen:
            yield ABSENT
        racks = self._snapshot["rack"]
        places = np.flatnonzero(np.isin(racks.ids, list(self.chosen))) if self.chosen else np.arange(racks.rows)
        for group in racks_by_row(self._snapshot, places):
            yield from group.tolist()

    def is_wanted(self, part: int) -> bool:
        """Whether a part is among those that are meant."""
        return not self.chosen or (part != ABSENT and int(self._snapshot["rack"].ids[part]) in self.chosen)

    def part_of(self, scope: Scope, target: int) -> int:
        """The part to which a target belongs: the place of its rack, else ABSENT."""
        place = self._layout.place(scope, target)
        return ABSENT if place == ABSENT or scope not in self._layout.rack_of else int(self._layout.rack_of[scope][place])

    def places(self, scope: Scope, part: int) -> Ids:
        """The places of the targets of a scope in one part, ascending."""
        return self._split[scope][self._layout.count(Scope.RACK) if part == ABSENT else part]

    def items(self, part: int) -> Iterator[ItemHere]:
        """The items of a part in the order of the work; those without a target there are left out."""
        every = self._snapshot.cached(states_on(self._today))
        for key, item in checklist_of(self._snapshot).items.items():
            places = self.places(item.scope, part)
            if len(places):
                yield ItemHere(item, self._layout.ids[item.scope][places], every[key][places])

    def name(self, part: int) -> str:
        """The name of the rack; "" for the rest of the site."""
        return "" if part == ABSENT else str(self._snapshot["rack"]["name"][part])

    def hall(self, part: int) -> str:
        """The name of the hall of the rack; "" for the rest of the site."""
        halls = self._snapshot["hall"]
        hall = ABSENT if part == ABSENT else int(self._snapshot["rack"]["hall_id"][part])
        return str(halls["name"][halls.position(hall)]) if halls.has(hall) else ""

    @cached_property
    def _split(self) -> Mapping[Scope, Sequence[Ids]]:
        """Scope → the places of the targets of each rack, those without one last."""
        count = self._layout.count(Scope.RACK)
        by_scope = {}
        for scope in Scope:
            of = self._layout.rack_of.get(scope)
            here = np.full(self._layout.count(scope), count) if of is None else np.where(of == ABSENT, count, of)
            order = np.argsort(here, kind="stable")
            by_scope[scope] = np.split(order, np.searchsorted(here[order], np.arange(1, count + 1)))
        return by_scope
