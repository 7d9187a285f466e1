"""The panels and busways from which circuits of new cooling units leave: side by side in turn, where there is room, spread."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.project.edit import Edit

_BOARDS = (PowerNodeKind.PANEL, PowerNodeKind.BUSWAY)


class Boards:
    """Where circuits can leave the power of a hall, by its sides ("A", "B"…).

    A side without panels and busways has its other nodes, the first of them, which is the UPS or the source.

    Args:
        hall: its id.
    """

    def __init__(self, edit: Edit, hall: int) -> None:
        power = edit.columns("power_node")
        sided = (power["hall_id"] == hall) & (power["feed_side"] != "") & (power["kind"] != PowerNodeKind.FEED)
        boards = sided & np.isin(power["kind"], _BOARDS)
        self._of_side: dict[str, list[int]] = {}
        for side in sorted(set(power["feed_side"][sided].tolist())):
            mine = np.flatnonzero(sided & (power["feed_side"] == side))
            fit = mine[boards[mine]]
            self._of_side[side] = power.ids[fit if len(fit) else mine[:1]].tolist()
        self.sides = list(self._of_side)
        self.side_of = {node: side for side, nodes in self._of_side.items() for node in nodes}
        self._left_va = self._room(edit)
        self._given: Counter[int] = Counter()

    def __bool__(self) -> bool:
        return bool(self.sides)

    def take(self, turn: int, va: float) -> int:
        """The node of the side whose turn it is for a circuit that carries so much: of those with room the one with the fewest new ones.

        Where none has room it is the one with the most, and the checks say so.
        """
        nodes = self._of_side[self.sides[turn % len(self.sides)]]
        fit = [node for node in nodes if self._left_va[node] >= va]
        chosen = min(fit, key=lambda node: self._given[node]) if fit else max(nodes, key=lambda node: self._left_va[node])
        self._given[chosen] += 1
        self._left_va[chosen] -= va
        return chosen

    def following(self, node: int) -> int:
        """A node of the next side for a circuit that leaves another one: that at the same place in the row of its side."""
        side = self.side_of[node]
        there = self._of_side[self.sides[(self.sides.index(side) + 1) % len(self.sides)]]
        return there[self._of_side[side].index(node) % len(there)]

    def _room(self, edit: Edit) -> dict[int, float]:
        """What each node can carry besides what it carries now, in VA; without end where its rating is not known."""
        rated = dict(_ratings(edit, list(self.side_of)))
        if not any(np.isfinite(va) for va in rated.values()):
            return rated
        plan = edit.present().cached(power_plan)
        carried = dict(zip(plan.node_ids.tolist(), plan.flow.va[: plan.rows].tolist(), strict=True))
        return {node: va - carried.get(node, 0.0) for node, va in rated.items()}


def _ratings(edit: Edit, nodes: list[int]) -> Iterator[tuple[int, float]]:
    power = edit.columns("power_node")
    for node in nodes:
        row = power.row(node)
        limits = [np.inf]
        if row["capacity_va"] is not None:
            limits.append(float(row["capacity_va"]))
        if row["breaker_a"] is not None:
            amperes = float(row["breaker_a"]) * (row["derating_percent"] or 100) / 100 * (row["continuous_percent"] or 100) / 100
            limits.append(float(circuit_va(np.array([row["voltage_v"]], float), np.array([amperes]), np.array([row["wiring"]]))[0]))
        yield node, min(limits)
