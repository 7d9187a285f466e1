"""Fills racks from a list of devices: heavy devices low, switches where cables are short, and all rack limits observed.

The same lists always give the same positions. There is no search: racks are used in the given order (or evenly, or by the cable
distance to the devices of a switch), and in a rack the first suitable position. A device without a position is returned with the
rack that came nearest.
"""

from collections.abc import Sequence

from gpudesk.core.hardware.hardware import Mount
from gpudesk.core.racks.rack_packing import Filling
from gpudesk.core.racks.rack_packing_input import Filled, Kinds, Line, Racks, Rules, Standing
from gpudesk.core.racks.rack_packing_terms import Band

MOST_ROUNDS = 3
"""The center of the devices depends on the racks of the network, and the other way round: maximum number of attempts at both."""


def auto_place(kinds: Kinds, racks: Racks, standing: Standing, lines: Sequence[Line], rules: Rules) -> Filled:
    """Find places for the devices of `lines` in `racks`."""
    filling = Filling(kinds, racks, standing, lines, rules)
    filled = filling.fill()
    if not rules.network_racks or not any(_is_network(kinds, line) for line in lines):
        return filled
    seen: set[frozenset[int]] = set()
    best: tuple[int, float] | None = None
    for _ in range(MOST_ROUNDS):
        filling = Filling(kinds, racks, standing, lines, rules, filling.served_racks())
        tried = filling.fill()
        # With an even number of racks two of them are in the middle, and each round would choose the other one.
        worth = len(tried.line), -filling.network_way_mm()
        if best is None or worth > best:
            filled, best = tried, worth
        chosen = frozenset(filling.network)
        if chosen in seen:
            break
        seen.add(chosen)
    return filled


def _is_network(kinds: Kinds, line: Line) -> bool:
    return line.band is not Band.LOW and not line.each_rack and int(kinds.mount[line.kind]) == Mount.UNITS
