"""Collects the wires of a one-line diagram."""

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power_diagram.power_diagram import Wires


class Wiring:
    """Collects wires."""

    def __init__(self) -> None:
        self._lines: list[Reals] = [np.empty((0, 4))]
        self._ends: list[tuple[Ids, Ids]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
        self._kinds: list[tuple[Mask, Mask]] = [(np.empty(0, bool), np.empty(0, bool))]

    def add(self, lines: Reals, source: Ids, target: Ids, spare: Mask, *, trunk: bool = False) -> None:
        """Add wire segments."""
        self._lines.append(lines)
        self._ends.append((source, target))
        self._kinds.append((spare, np.full(len(lines), trunk)))

    def bus(self, lines: Reals, source: int) -> None:
        """Add bus segments."""
        count = len(lines)
        self.add(lines, np.full(count, source), np.full(count, ABSENT), np.zeros(count, bool), trunk=True)

    def done(self) -> Wires:
        """All of them."""
        sources, targets = (np.concatenate([end[at] for end in self._ends]) for at in (0, 1))
        spares, trunks = (np.concatenate([kind[at] for kind in self._kinds]) for at in (0, 1))
        return Wires(np.concatenate(self._lines), sources, targets, spares, trunks)
