"""Selection of the next rack to try: in order, evenly, or by the cable distance to the devices a switch serves."""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from gpudesk.core.racks.rack_packing_input import Line, Racks, Serving
from gpudesk.core.values.columns import ABSENT, Ids

OTHER_HALL_MM = 1e9
Target = tuple[int, float, float]
"""A hall and a place on its floor, x and y in mm."""


class Middles:
    """The places near which switches belong, and the racks by their distance from them."""

    def __init__(self, racks: Racks) -> None:
        self._racks = racks
        self._orders: dict[Target, list[int]] = {}

    def by_distance(self, target: Target) -> list[int]:
        """All racks, the nearest to a place first."""
        if target not in self._orders:
            hall, x, y = target
            racks = self._racks
            away = np.abs(racks.x_mm - x) + np.abs(racks.y_mm - y) + np.where(racks.hall == hall, 0.0, OTHER_HALL_MM)
            self._orders[target] = np.argsort(away, kind="stable").tolist()
        return self._orders[target]

    def targets(self, line: Line, served: Ids, serving: Serving) -> list[Target]:
        """Where the middle is of what each device of a line serves.

        Args:
            served: the rack of each device that is served, ascending.
        """
        if not len(served):
            served = np.arange(len(self._racks.x_mm))
        if not len(served) or not line.count:
            return [(0, 0.0, 0.0)] * line.count
        share = 2 if line.pairs else 1
        groups = -(-line.count // share)
        if serving is Serving.SHARE:
            edges = (np.arange(groups + 1) * len(served) // groups).tolist()
            targets = [self._middle(served[low : max(high, low + 1)]) for low, high in pairwise(edges)]
        else:
            racks = self._racks
            owner = racks.hall if serving is Serving.HALL else np.where(racks.row == ABSENT, -2 - racks.hall, racks.row)
            middles = {int(group): self._middle(served[owner[served] == group]) for group in np.unique(owner[served])}
            at = ((np.arange(groups) + 0.5) / groups * len(served)).astype(np.int64)
            # Rows need not follow each other in the order of the racks.
            sorted_owner = np.sort(owner[served], kind="stable")
            targets = [middles[int(group)] for group in sorted_owner[at]]
        return [targets[number // share] for number in range(line.count)]

    def _middle(self, served: Ids) -> Target:
        racks = self._racks
        halls, counts = np.unique(racks.hall[served], return_counts=True)
        hall = int(halls[np.argmax(counts)])
        here = served[racks.hall[served] == hall]
        # Cables run along aisles, so the way is |Δx| + |Δy|, which is least from the medians.
        return hall, float(np.median(racks.x_mm[here])), float(np.median(racks.y_mm[here]))


class InOrder:
    """Racks in an order specific to each device; racks refused at the head of an order are not tried again."""

    def __init__(self, order_of: Callable[[int], tuple[Target | None, Sequence[int]]]) -> None:
        self._order_of = order_of
        self._heads: dict[Target | None, int] = {}

    def walk(self, number: int, refused: bytearray, forbidden: int | None) -> Iterator[int]:
        """The racks to try for device `number`; the caller marks those that refuse it, and stops after one that accepts it."""
        key, order = self._order_of(number)
        head = self._heads.get(key, 0)
        while head < len(order) and refused[order[head]]:
            head += 1
        self._heads[key] = head
        for place in range(head, len(order)):
            rack = order[place]
            if not refused[rack] and rack != forbidden:
                yield rack


class Evenly:
    """The rack that has fewest, of those the first.

    Args:
        has: how many each rack has at the start.
    """

    def __init__(self, has: Sequence[int]) -> None:
        self._heap = sorted((count, rack) for rack, count in enumerate(has))

    def walk(self, number: int, refused: bytearray, forbidden: int | None) -> Iterator[int]:
        """The racks to try for device `number`; the caller marks those that refuse it, and stops after one that accepts it."""
        aside: list[tuple[int, int]] = []
        while self._heap:
            got, rack = heappop(self._heap)
            if refused[rack]:
                continue
            if rack == forbidden:
                aside.append((got, rack))
                continue
            # Should the rack be refused, it is dropped when it comes up again.
            heappush(self._heap, (got + 1, rack))
            for entry in aside:
                heappush(self._heap, entry)
            aside = []
            yield rack
        for entry in aside:
            heappush(self._heap, entry)
