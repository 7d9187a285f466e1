"""Inlets and outlets of hardware types: matching cords, lines of an outlet, shared breakers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gpudesk.core.hardware.hardware import Face, Family, HardwareType, PortGroup
from gpudesk.core.power.power_lines import TAP_NAMES, Reals, Tap, Wiring

Length = TypeVar("Length", float, Reals)
PLUG_FITS: Mapping[str, tuple[str, ...]] = {"c14": ("c13", "c39"), "c20": ("c19", "c39")}
"""Plug of a cord → the outlets that accept it. IEC 60320: C14 fits C13, C20 fits C19; a C39 accepts both."""
CONNECTOR_FITS: Mapping[str, tuple[str, ...]] = {"c13": ("c14",), "c15": ("c14", "c16"), "c19": ("c20",), "c21": ("c20", "c22")}
"""Connector of a cord → the inlets that take it. IEC 60320: the connectors for hot places go into the cooler inlets too."""


_STRONG, _WEAK = frozenset(["c19", "c20", "c21", "c22"]), frozenset(["c13", "c14", "c15", "c16"])
"""IEC 60320: connectors for 16 A, and for 10 A. A C39 takes the plugs of both."""


@dataclass(frozen=True, slots=True)
class Socket:
    """One inlet or outlet.

    Attributes:
        port: its index in the type.
        name: as printed on the device.
        kind: "c20", "c13", "iec309-32a-3p-n-e", "hardwired"….
        face: its face.
        height_mm: its center above the lower edge of the device.
        bank: index of its breaker among those of the type, for outlets only.
        tap: the lines it is connected to, for outlets only.
    """

    port: int
    name: str
    kind: str
    face: Face
    height_mm: float
    bank: int = 0
    tap: Tap = Tap.ALL


@dataclass(frozen=True, slots=True)
class Sockets:
    """The inlets and outlets of a type, and the names of its banks.

    A PDU without documented outlets still supplies power: through one bank with unknown data.
    """

    inlets: tuple[Socket, ...]
    outlets: tuple[Socket, ...]
    banks: tuple[str, ...]

    @property
    def gives(self) -> bool:
        """Whether it gives power."""
        return bool(self.banks)

    def outlet(self, port: int) -> Socket | None:
        """The outlet with the index `port`, None where that is none."""
        return next((outlet for outlet in self.outlets if outlet.port == port), None)


BUSBAR = "busbar"
"""The kind of inlets and outlets along the bar of a rack, which all power shelves of the rack feed together."""
DIRECT = (BUSBAR, "dc-800")
"""The kinds of outlets that bring direct current: the bar of a rack, and a whip or tap of 800 V."""
BY_HAND = "hardwired"
"""The kind of inlets into which no cord is plugged."""
ROOT_2 = 2**0.5
"""Threshold between 1 and √3: an outlet voltage is line to line, or lower by that factor and therefore line to neutral."""
UNPUBLISHED = "outlets"
"""The bank of a PDU whose outlets are not known."""
_KNOWN: dict[tuple[int, bool], tuple[tuple[PortGroup, ...], Sockets]] = {}
"""By identity: to hash all ports of a type at each question would take longer than the question."""
MOST_KNOWN = 4096


def _sockets(groups: tuple[PortGroup, ...], pdu: bool) -> Sockets:
    inlets, outlets, banks = [], [], dict[str, int]()
    for group in groups:
        if group.role not in ("power_in", "power_out"):
            continue
        for place, port in enumerate(group.ports):
            area = group.area.part(place // max(group.ports_per_cage, 1), max(len(group.cages), 1), group.rows, group.down_columns)
            height = area.y_mm + area.height_mm / 2
            if group.role == "power_in":
                inlets.append(Socket(port.index, port.name, group.kind, group.face, height))
            else:
                bank = banks.setdefault(bank_name(group.name, group.kind), len(banks))
                tap = Tap.DC if group.kind in DIRECT else TAP_NAMES.get(group.network, Tap.ALL)
                outlets.append(Socket(port.index, port.name, group.kind, group.face, height, bank, tap))
    if pdu and not outlets:
        banks[UNPUBLISHED] = 0
    return Sockets(tuple(inlets), tuple(outlets), tuple(banks))


def sockets(kind: HardwareType) -> Sockets:
    """The inlets and outlets of a type, in the order of their ports."""
    groups, pdu = kind.port_groups, kind.family is Family.PDU
    known = _KNOWN.get((id(groups), pdu))
    if known is None or known[0] is not groups:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(groups), pdu] = groups, _sockets(groups, pdu)
    return known[1]


def bank_name(group: str, kind: str) -> str:
    """The breaker that a group of outlets shares: groups "bank-1-c13", "bank-1-c13-2" and "bank-1-c19" share "bank-1"."""
    return re.sub(rf"-{re.escape(kind)}(-\d+)?$", "", group) or group


def wiring_of(kind: HardwareType) -> Wiring:
    """Wiring of the outlets of a PDU, UPS or shelf, from its facts: direct current, one line, or three with or without neutral."""
    taps = {outlet.tap for outlet in sockets(kind).outlets}
    if taps == {Tap.DC}:
        return Wiring.DC
    if kind.number("input_phases") == 1:
        return Wiring.LINE_TO_LINE if taps & {Tap.L1_L2, Tap.L2_L3, Tap.L3_L1} else Wiring.LINE_TO_NEUTRAL
    output_v, brought = kind.number("output_voltage_v"), kind.number("input_voltage_v")
    steps_down = output_v is not None and brought is not None and output_v < brought / ROOT_2
    to_neutral = bool(taps & {Tap.L1, Tap.L2, Tap.L3}) or steps_down or not taps
    return Wiring.WYE if to_neutral else Wiring.DELTA


def is_as_strong(outlet: str, inlet: str) -> bool:
    """Whether an outlet is made for as much current as an inlet: a C13 is not for a C20, whatever cord joins them."""
    return inlet not in _STRONG or outlet not in _WEAK


def carries(cord: HardwareType, current_a: float) -> bool:
    """Whether a cord is rated for a current; True if its rating or the load is unknown."""
    rated = cord.number("rated_current_a")
    return rated is None or not current_a > rated


def cord_fits(cord: HardwareType, inlet: str, outlet: str) -> bool:
    """Whether a cord fits an outlet and an inlet."""
    plugs = [end.connector for end in cord.ends if end.end == "a"]
    connectors = [end.connector for end in cord.ends if end.end == "b"]
    return any(outlet in PLUG_FITS.get(plug, ()) for plug in plugs) and any(
        inlet in CONNECTOR_FITS.get(connector, ()) for connector in connectors
    )


def cord_length_mm(inlet_mm: Length, outlet_mm: Length, allowance_mm: float) -> Length:
    """Required length of cords between heights in a rack: the difference, plus the horizontal distance and a loop."""
    return abs(outlet_mm - inlet_mm) + allowance_mm


def shortest_length_mm(cord: HardwareType, needed_mm: float) -> int | None:
    """The shortest available cord length that is sufficient; None if there is none."""
    reaching = [round(length.length_m * 1000) for length in cord.lengths if length.length_m * 1000 >= needed_mm]
    return min(reaching, default=None)


def chosen_cord(
    cords: Sequence[HardwareType], inlet: str, outlet: str, needed_mm: float, current_a: float = float("nan")
) -> tuple[HardwareType, int] | None:
    """The first cord that fits, is rated for the current and is long enough, with its length in mm; None if there is none."""
    for cord in cords:
        if cord_fits(cord, inlet, outlet) and carries(cord, current_a):
            length = shortest_length_mm(cord, needed_mm)
            if length is not None:
                return cord, length
    return None
