"""Assigns supplies to outlets: to the feeds required by the device's rule, with the lines of each PDU balanced.

Supplies with the highest load choose first. A device's supplies are distributed across the PDUs of a rack, with one more on those
with a lower load; on its PDU each uses a free outlet with at least the rating of its inlet, on the line with the lowest load, then
on the breaker with the lowest load, then the nearest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpudesk.core.hardware.hardware import HardwareType
from gpudesk.core.power.power_lines import LINE_SHARES, LINES, Complexes, Tap
from gpudesk.core.power.power_sockets import Socket, is_as_strong


@dataclass(frozen=True, slots=True)
class Inlet:
    """A supply that needs a cord.

    Attributes:
        owner: index of its device among those to wire.
        socket: the inlet.
        height_mm: above the floor.
        load_va: its share with all supplies live.
    """

    owner: int
    socket: Socket
    height_mm: float
    load_va: float


@dataclass(slots=True)
class Strip:
    """A PDU with outlets.

    Attributes:
        outlets: the free ones; None if they are not published: cords then connect to the PDU without a known outlet.
        base_mm: its lower edge above the floor.
        side: of its feed, "A" or "B".
        tap: the lines of all its outlets if its feed does not have three lines, else None.
        lines: load of each line, as phasors of volt-amperes.
        banks: load of each breaker, in VA.
        bank_limit_va: continuous limit of each breaker; inf if unknown.
        volts: at its outlets; nan if unknown.
        turn: the line that comes first where loads are equal, so that not every rack begins with the first one.
    """

    outlets: list[Socket] | None
    base_mm: float
    side: str = ""
    tap: Tap | None = None
    lines: Complexes = field(default_factory=lambda: np.zeros(LINES, np.complex128))
    banks: dict[int, float] = field(default_factory=dict)
    bank_limit_va: float = float("inf")
    volts: float = float("nan")
    turn: int = 0

    def load_va(self) -> float:
        """Total load."""
        return sum(self.banks.values())

    def tap_of(self, outlet: Socket) -> Tap:
        """The lines of an outlet."""
        return outlet.tap if self.tap is None else self.tap

    def take(self, outlet: Socket | None, load_va: float) -> None:
        """Put a load on an outlet."""
        tap, bank = Tap.ALL if outlet is None else self.tap_of(outlet), 0 if outlet is None else outlet.bank
        if outlet is not None and self.outlets is not None:
            self.outlets.remove(outlet)
        self.lines = self.lines + load_va * LINE_SHARES[tap]
        self.banks[bank] = self.banks.get(bank, 0.0) + load_va


@dataclass(frozen=True, slots=True)
class Wire:
    """One supply on one outlet: places of the inlet and the strip, the outlet, and the cord with its length.

    Outlet, cord and length are None on a PDU whose outlets are not known.
    """

    inlet: int
    strip: int
    outlet: Socket | None
    cord: HardwareType | None
    length_mm: int | None


CordFor = Callable[[Inlet, Strip, Socket], tuple[HardwareType, int] | None]


def wire(inlets: Sequence[Inlet], strips: Sequence[Strip], cord_for: CordFor) -> tuple[list[Wire], list[int]]:
    """Outlets for inlets; `strips` are updated as outlets are assigned.

    Args:
        cord_for: a cord that fits and is long enough, with its length in mm; None if there is none.

    Returns:
        The assignments, and the indexes of the inlets for which no outlet was found.
    """
    by_owner: dict[int, list[int]] = {}
    for place, inlet in enumerate(inlets):
        by_owner.setdefault(inlet.owner, []).append(place)
    order = sorted(by_owner.values(), key=lambda places: -max(inlets[place].load_va for place in places))
    wires, left = [], []
    for places in order:
        sides = _sides(len(places), strips)
        for place, side in zip(places, sides, strict=True):
            new_wire = _wire(place, inlets[place], side, strips, cord_for)
            if new_wire is None:
                left.append(place)
                continue
            strips[new_wire.strip].take(new_wire.outlet, inlets[place].load_va)
            wires.append(new_wire)
    return wires, left


def _sides(count: int, strips: Sequence[Strip]) -> list[int]:
    """First-choice PDU of each supply of a device: as even as possible, with one more on PDUs with lower load."""
    if not strips:
        return [0] * count
    whole, more = divmod(count, len(strips))
    least_first = sorted(range(len(strips)), key=lambda place: (strips[place].load_va(), place))
    left = [whole + (place in least_first[:more]) for place in range(len(strips))]
    sides: list[int] = []
    while len(sides) < count:
        for place in range(len(strips)):
            if left[place]:
                left[place] -= 1
                sides.append(place)
    return sides


def _wire(place: int, inlet: Inlet, side: int, strips: Sequence[Strip], cord_for: CordFor) -> Wire | None:
    """The best outlet on the PDU `side`, or on another one where that has none."""
    for strip in [side, *(other for other in range(len(strips)) if other != side)][: len(strips)]:
        here = strips[strip]
        if here.outlets is None:
            return Wire(place, strip, None, None, None)
        for outlet in sorted(here.outlets, key=lambda outlet: _cost(inlet, here, outlet)):
            cord = cord_for(inlet, here, outlet)
            if cord is not None:
                return Wire(place, strip, outlet, *cord)
    return None


def _cost(inlet: Inlet, strip: Strip, outlet: Socket) -> tuple[bool, bool, float, float, int, float, int]:
    bank, tap = strip.banks.get(outlet.bank, 0.0) + inlet.load_va, strip.tap_of(outlet)
    lines = np.abs(strip.lines + inlet.load_va * LINE_SHARES[tap])
    distance = abs(strip.base_mm + outlet.height_mm - inlet.height_mm)
    turned = (int(tap) - strip.turn) % LINES
    weak = not is_as_strong(outlet.kind, inlet.socket.kind)
    return bank > strip.bank_limit_va, weak, round(float(lines.max()), 3), round(bank, 3), turned, round(distance, 3), outlet.port
