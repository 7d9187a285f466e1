"""Racks of a one-line diagram that are fed by the same nodes, in lines below their buses."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import Ids
from gpudesk.derived.power.power_units import PowerUnits
from gpudesk.derived.power_diagram.one_line_wire_set import Wiring
from gpudesk.derived.power_diagram.power_inside import Inside
from gpudesk.derived.power_diagram.power_packing import broken_into_lines

UNIT_GAP, ROW_GAP = 22.0, 70.0
CAPTION, BUS, LINE_GAP = 44.0, 26.0, 46.0
RISER, RISERS_BESIDE, STACK_GAP = 18.0, 24.0, 90.0
ASPECT = 1.9
"""Preferred aspect ratio (width to height) of a drawing."""
_TRIALS, _NEAR_ENOUGH = 3, 1.2


@dataclass(frozen=True)
class Pile:
    """Units that are fed by the same nodes, in lines.

    Attributes:
        key: the nodes.
        left, wide, tall: of the whole.
        units: in their order, shape (units of the pile,); line, x and size of each.
        rows: the row of racks of each.
        tops: of the lines, shape (lines + 1,).
        ends: how far each line reaches.
    """

    key: tuple[int, ...]
    left: float
    wide: float
    units: Ids
    line: Ids
    x: Reals
    size: Reals
    rows: Ids
    tops: Reals
    ends: Reals

    @property
    def tall(self) -> float:
        """The height of all lines."""
        return float(self.tops[-1])

    @property
    def beside(self) -> float:
        """The room that the risers take at the left."""
        return RISER * len(self.key) + (RISERS_BESIDE if self.key else 0.0)

    @property
    def over(self) -> float:
        """The room over each line that name and buses take."""
        return CAPTION + BUS * len(self.key)

    def rects(self, down: float) -> Reals:
        """Return the positions of its units."""
        return np.concatenate(
            [np.stack([self.left + self.beside + self.x, self.tops[self.line] + self.over + down], axis=1), self.size], axis=1
        )

    def riser_x(self, place: int) -> float:
        """Return the position of the riser of a node of the key."""
        return self.left + RISER * (place + 0.5)

    def bus_y(self, place: int) -> Reals:
        """Where the buses of a node of the key lie, if the uppermost line begins at 0."""
        y: Reals = self.tops[:-1] + CAPTION + BUS * place
        return y

    def wire(self, wires: Wiring, down: float) -> None:
        """Risers and buses."""
        for place, node in enumerate(self.key):
            x, y = self.riser_x(place), self.bus_y(place) + down
            wires.bus(np.stack([np.full(len(y), x), y, self.left + self.beside + self.ends, y], axis=1), node)
            wires.bus(np.array([[x, down, x, float(y[-1])]]), node)


def stacks_of_units(units: PowerUnits) -> tuple[Ids, list[tuple[int, ...]]]:
    """Return the stack of each unit, and the nodes that feed each stack, in chain order.

    Units fed by only some nodes of a stack are also in it: a rack with two feeds next to racks with three.
    """
    unit, node = units.sources
    place = units.chain.place_of_node
    parts = np.split(node, np.searchsorted(unit, np.arange(1, len(units)))) if len(units) else []
    keys = [tuple(sorted(part.tolist(), key=lambda fed_by: int(place[fed_by]))) for part in parts]
    wider_key = _wider(set(keys))
    ordered = sorted(set(wider_key.values()), key=lambda key: [int(place[member]) for member in key])
    number = {key: at for at, key in enumerate(ordered)}
    return np.array([number[wider_key[key]] for key in keys], np.int64), ordered


def _wider(keys: set[tuple[int, ...]]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """For each key the first of the widest that holds all of it; none holds the empty one."""
    wider_of_key: dict[tuple[int, ...], tuple[int, ...]] = {}
    of_node: dict[int, list[tuple[int, ...]]] = {}
    for key in sorted(keys, key=lambda node_key: (-len(node_key), node_key)):
        wider = next((wider_key for wider_key in of_node.get(key[0], ()) if set(key) <= set(wider_key)), key) if key else key
        wider_of_key[key] = wider
        if wider == key:
            for node in key:
                of_node.setdefault(node, []).append(key)
    return wider_of_key


def side_by_side(units: PowerUnits, inside: Inside, stack: Ids, keys: list[tuple[int, ...]]) -> list[Pile]:
    """The stacks side by side, about equally high."""
    size = inside.size
    area = np.bincount(stack, (size[:, 0] + UNIT_GAP) * (size[:, 1] + LINE_GAP + CAPTION), len(keys)).astype(float)
    high = max((area.sum() / ASPECT) ** 0.5, 1.0)
    order = np.lexsort((np.arange(len(units)), units.row, stack))
    first = np.searchsorted(stack[order], np.arange(len(keys) + 1))
    piles = _piled(units, size, keys, order, first, area / high)
    for _ in range(_TRIALS):
        wide, tall = extent(piles)
        ratio = wide / max(tall, 1.0) / ASPECT
        if 1 / _NEAR_ENOUGH <= ratio <= _NEAR_ENOUGH:
            break
        high *= ratio**0.5
        piles = _piled(units, size, keys, order, first, area / high)
    return piles


def extent(piles: list[Pile]) -> tuple[float, float]:
    """How wide and how high all of them are."""
    return max((pile.left + pile.wide for pile in piles), default=0.0), max((pile.tall for pile in piles), default=0.0)


def _piled(units: PowerUnits, size: Reals, keys: list[tuple[int, ...]], order: Ids, first: Ids, rooms: Reals) -> list[Pile]:
    """The stacks with lines that are about as wide as `rooms`."""
    piles: list[Pile] = []
    left = 0.0
    for number, key in enumerate(keys):
        own = order[first[number] : first[number + 1]]
        room = max(float(rooms[number]), float(size[own, 0].max()))
        line, x = broken_into_lines(size[own, 0], units.row[own], room, UNIT_GAP, ROW_GAP)
        lines = int(line.max()) + 1
        tallest, ends = np.zeros(lines), np.zeros(lines)
        np.maximum.at(tallest, line, size[own, 1])
        np.maximum.at(ends, line, x + size[own, 0])
        tops = np.concatenate([[0.0], np.cumsum(tallest + CAPTION + BUS * len(key) + LINE_GAP)])
        pile = Pile(key, left, 0.0, own, line, x, size[own], units.row[own], tops, ends)
        piles.append(Pile(key, left, pile.beside + float(ends.max()), own, line, x, size[own], units.row[own], tops, ends))
        left += piles[-1].wide + STACK_GAP
    return piles


def captions(piles: list[Pile], down: float) -> tuple[tuple[Reals, Ids], tuple[Reals, Ids]]:
    """Where the rows of racks begin in the lines, and where the buses do."""
    places, rows, buses, nodes = [np.empty((0, 3))], [np.empty(0, np.int64)], [np.empty((0, 3))], [np.empty(0, np.int64)]
    for pile in piles:
        begins = np.flatnonzero((np.diff(pile.line, prepend=-1) != 0) | (np.diff(pile.rows, prepend=-2) != 0))
        until = np.append(begins[1:], len(pile.units)) - 1
        x = pile.left + pile.beside
        places.append(
            np.stack(
                [x + pile.x[begins], pile.tops[pile.line[begins]] + down, pile.x[until] + pile.size[until, 0] - pile.x[begins]], axis=1
            )
        )
        rows.append(pile.rows[begins])
        for place, node in enumerate(pile.key):
            y = pile.bus_y(place) + down
            buses.append(np.stack([np.full(len(y), x), y, pile.ends], axis=1))
            nodes.append(np.full(len(y), node))
    return (np.concatenate(places), np.concatenate(rows)), (np.concatenate(buses), np.concatenate(nodes))
