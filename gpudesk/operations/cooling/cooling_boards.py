"""The panels and busways for circuits of new cooling units: alternating between sides, distributed, where there is capacity."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from gpudesk.core.cooling.cooling_kinds import CoolingKind
from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.core.power.power_network import DEEPEST
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_conversion import row_conversion
from gpudesk.derived.power.power_node_limits import node_limits
from gpudesk.derived.power.power_plan import power_plan
from gpudesk.project.edit import Edit

_BOARDS = (PowerNodeKind.PANEL, PowerNodeKind.BUSWAY)


def drawn_w(kind: HardwareType) -> float:
    """Maximum power draw of a cooling unit, 0 if unknown."""
    return float(kind.number("power_max_w") or 0.0)


class Boards:
    """Nodes of the power system of a hall that can supply circuits, by side ("A", "B"…).

    A unit is fed from panels and busways of its own build phase or an earlier one. If a side has none, the circuit starts at the
    first of the other nodes of the side, which is the UPS or the source; if all of these come later, at the first node of the side.
    The load of a circuit on a panel also counts for everything above it: panels, busways, UPS and source. The load transferred to
    its second source does not count for a node that already carries it, such as a source of both sides.

    Args:
        hall: its id.
    """

    def __init__(self, edit: Edit, hall: int) -> None:
        power = edit.columns("power_node")
        sided = (power["hall_id"] == hall) & (power["feed_side"] != "") & (power["kind"] != PowerNodeKind.FEED)
        self.side_of: dict[int, str] = dict(zip(power.ids[sided].tolist(), power["feed_side"][sided].tolist(), strict=True))
        self.sides = sorted(set(self.side_of.values()))
        self._of_side = {side: [node for node, its in self.side_of.items() if its == side] for side in self.sides}
        self._phase = dict(zip(power.ids.tolist(), power["phase"].tolist(), strict=True))
        self._above = dict(zip(power.ids.tolist(), power["fed_by_id"].tolist(), strict=True))
        self._boards = set(power.ids[np.isin(power["kind"], _BOARDS)].tolist())
        self._room_w = self._room(edit)
        self._given: Counter[int] = Counter()
        self._seconds: Counter[int] = Counter()
        for circuit in _circuits(edit, hall):
            self._count(circuit)
        count_of_side = Counter({side: sum(self._given[node] for node in nodes) for side, nodes in self._of_side.items()})
        self._first = min(range(len(self.sides)), key=lambda place: count_of_side[self.sides[place]], default=0)

    def __bool__(self) -> bool:
        return bool(self.sides)

    def take(self, turn: int, drawn: float, phase: int) -> int:
        """The next node of the side for a circuit of a unit: of those with capacity, the one with the fewest cooling circuits.

        Sides alternate, starting with the one with the fewest. If no node has capacity because a UPS or source has none, it is a
        panel with capacity itself, if there is one; of these, the one with the most capacity, and the checks report it.

        Args:
            drawn: power draw of the unit, in W.
            phase: its build phase.
        """
        return self._choose(self._candidates(self.sides[(self._first + turn) % len(self.sides)], phase), drawn, self._given)

    def following(self, node: int, drawn: float, phase: int) -> int:
        """A node of the next side that has room to take over a circuit that leaves `node`: the one with the fewest second sources.

        Of equal ones it is the one at the same place in its side.
        """
        side = self.side_of[node]
        there = self._candidates(self.sides[(self.sides.index(side) + 1) % len(self.sides)], phase)
        here = self._candidates(side, phase)
        place = here.index(node) % len(there) if node in here else 0
        return self._choose(there[place:] + there[:place], drawn, self._seconds, self._line(node))

    def _candidates(self, side: str, phase: int) -> list[int]:
        nodes = self._of_side[side]
        ready = [node for node in nodes if self._phase[node] <= phase]
        return [node for node in ready if node in self._boards] or ready[:1] or nodes[:1]

    def _choose(self, nodes: list[int], drawn: float, count: Counter[int], carrying: Collection[int] = ()) -> int:
        """Select one of some nodes and reserve the power draw of a unit.

        Args:
            carrying: the nodes that carry the unit already, if the circuit is its second source.
        """
        lines = {node: [above for above in self._line(node) if above not in carrying] for node in nodes}
        left = {node: self._least_w(line) for node, line in lines.items()}
        own = {node: self._least_w(upper for upper in line if upper in self._boards) for node, line in lines.items()}
        fit = [node for node in nodes if left[node] >= drawn]
        if fit:
            chosen = min(fit, key=lambda node: count[node])
        else:
            # Of two panels below a source that is full, the line of each has the same room: their own rooms tell them apart.
            nearly = [node for node in nodes if own[node] >= drawn] or nodes
            chosen = max(nearly, key=lambda node: (left[node], own[node], -count[node]))
        count[chosen] += 1
        self._reserve(chosen, drawn, carrying)
        return chosen

    def _least_w(self, nodes: Iterable[int]) -> float:
        """The room of the tightest of some nodes."""
        return min((self._room_w[node] for node in nodes), default=np.inf)

    def _reserve(self, node: int, drawn: float, carrying: Collection[int] = ()) -> None:
        for above in self._line(node):
            if above not in carrying:
                self._room_w[above] -= drawn

    def _line(self, node: int) -> list[int]:
        """A node, and all above it."""
        line, above = [node], self._above[node]
        while above != ABSENT and len(line) < DEEPEST:
            line.append(above)
            above = self._above[above]
        return line

    def _sided(self, node: int) -> int | None:
        """The node of a side from which a circuit leaves: it, or the nearest above it."""
        for _ in range(DEEPEST):
            if node in self.side_of:
                return node
            node = self._above.get(node, ABSENT)
        return None

    def _count(self, circuit: "_Circuit") -> None:
        """Count a circuit that is there. The flow contains loads of cords, not the fans of doors and not what second sources take over."""
        top, other = self._sided(circuit.node), self._sided(circuit.alternate)
        if top is not None:
            self._given[top] += 1
            if not circuit.flows:
                self._reserve(top, circuit.drawn_w)
        if other is not None:
            self._seconds[other] += 1
            self._reserve(other, circuit.drawn_w, () if top is None else self._line(top))

    def _room(self, edit: Edit) -> dict[int, float]:
        """What each node can carry for long in addition to its load, in W, by its line with the highest current.

        Infinite where its limit is not known.
        """
        line_nodes = list(dict.fromkeys(above for node in self.side_of for above in self._line(node)))
        snapshot = edit.present()
        nodes, limit_a = snapshot["power_node"], node_limits(snapshot).limit_a
        places = nodes.positions(np.array(line_nodes, np.int64))
        if np.isnan(limit_a[places]).all():
            return dict.fromkeys(line_nodes, np.inf)
        plan = snapshot.cached(power_plan)
        left_a = limit_a - plan.flow.worst_a[: plan.rows]
        left_w = circuit_va(nodes["voltage_v"].astype(float), left_a, nodes["wiring"]) * row_conversion(snapshot).watts_per_va
        return dict(zip(line_nodes, np.where(np.isnan(left_w), np.inf, left_w)[places].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class _Circuit:
    """A circuit of a cooling unit that is there: its node, its second source (ABSENT for none), whether its load is a cord's."""

    node: int
    alternate: int
    drawn_w: float
    flows: bool


def _circuits(edit: Edit, hall: int) -> Iterator[_Circuit]:
    """The circuits of the cooling units of a hall."""
    nodes, power, cords, devices = (edit.columns(table) for table in ("cooling_node", "power_node", "power_cord", "device"))
    in_hall = nodes["hall_id"] == hall
    alternate_of = dict(zip(power.ids.tolist(), power["alternate_id"].tolist(), strict=True))
    types = edit.types
    for place in np.flatnonzero(in_hall & (nodes["power_node_id"] != ABSENT)).tolist():
        node, other, type_id = (int(nodes[name][place]) for name in ("power_node_id", "power_alternate_id", "type_id"))
        drawn = drawn_w(types[type_id]) if type_id in types and nodes["kind"][place] == CoolingKind.REAR_DOOR else 0.0
        yield _Circuit(node, alternate_of.get(node, ABSENT) if other == ABSENT else other, drawn, flows=False)
    units = nodes["device_id"][in_hall & (nodes["device_id"] != ABSENT)]
    for cord in cords.among("device_id", units).tolist():
        node = int(cords["from_node_id"][cord])
        if node != ABSENT:
            type_id = int(devices["type_id"][devices.position(int(cords["device_id"][cord]))])
            yield _Circuit(node, alternate_of.get(node, ABSENT), drawn_w(types[type_id]), flows=True)
