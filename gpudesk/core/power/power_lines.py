"""Lines: loads between lines, from line to neutral, or on all three lines, resolved to each line of a three-phase circuit.

A load is connected to a `Tap`. Its current is a phasor: between two lines it leads the direction of the first line by 30°, so that
loads on different taps add as vectors, not as numbers. All phasors here are rotated by the same power factor, which does not change
their lengths; loads of unlike power factor would sum to a little less. For line-to-line loads only, the length of a sum is the
rule sqrt(a² + b² + ab) for the line that two of them share.

To add loads at different voltages the phasors are kept as volt-amperes of a line (current × line-to-neutral voltage): a transformer
leaves them unchanged. The shift of a delta-wye transformer rotates all of them alike and is omitted.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.values.columns import Ids

Complexes = NDArray[np.complex128]
Reals = NDArray[np.float64]

LINES = 3
ROOT_3 = 3**0.5


class Tap(IntEnum):
    """The conductors between which a load is connected."""

    L1 = 0
    L2 = 1
    L3 = 2
    L1_L2 = 3
    L2_L3 = 4
    L3_L1 = 5
    ALL = 6
    """All three lines alike."""
    DC = 7
    """Behind a rectifier, which takes from all three lines alike; on the direct-current side there are no lines."""


TAP_NAMES = {
    "l1": Tap.L1,
    "l2": Tap.L2,
    "l3": Tap.L3,
    "l1-l2": Tap.L1_L2,
    "l2-l3": Tap.L2_L3,
    "l3-l1": Tap.L3_L1,
    "": Tap.ALL,
    "dc": Tap.DC,
}
"""The `network` of an outlet group of a catalog entry → the tap of its outlets; others take from all lines."""


class Wiring(IntEnum):
    """Conductors that a circuit provides."""

    LINE_TO_NEUTRAL = 0
    """One line and neutral."""
    LINE_TO_LINE = 1
    """Two lines."""
    WYE = 2
    """Three lines and neutral."""
    DELTA = 3
    """Three lines without neutral."""
    DC = 4
    """Direct current: a busbar of 54 V, or 800 V."""


_DIRECTION: Complexes = np.exp(1j * np.pi / 180) ** np.array([0.0, -120.0, 120.0])
"""Of each line."""


def _shares() -> Complexes:
    """For each tap the volt-amperes on each line for one volt-ampere of load, shape (taps, 3)."""
    direction = _DIRECTION
    shares = np.zeros((len(Tap), LINES), np.complex128)
    for line in range(LINES):
        shares[Tap.L1 + line, line] = direction[line]
        following = (line + 1) % LINES
        between = (direction[line] - direction[following]) / ROOT_3
        shares[Tap.L1_L2 + line, line] = between / ROOT_3
        shares[Tap.L1_L2 + line, following] = -between / ROOT_3
    shares[Tap.ALL] = shares[Tap.DC] = direction / LINES
    shares.setflags(write=False)
    return shares


LINE_SHARES = _shares()
"""Volt-amperes on the three lines for one volt-ampere on each tap, shape (taps, 3), as phasors."""


def line_volt_amperes(apparent_va: Reals, tap: Ids, owner: Ids, owners: int) -> Complexes:
    """The phasor sums of loads on each line of their owners, shape (owners, 3).

    Args:
        apparent_va: of each load, shape (loads,).
        tap: a `Tap` each.
        owner: to which circuit, PDU or panel each belongs, from 0 to owners - 1.
    """
    # Tap by tap: a product of matrices takes four times as long, and rounds a row differently with the number of rows.
    parts = np.zeros((2, LINES, owners))
    for tap_code in np.flatnonzero(np.bincount(tap, minlength=len(Tap))).tolist():
        has_tap = tap == tap_code
        loads = np.bincount(owner[has_tap], apparent_va[has_tap], owners)
        for line, share in enumerate(LINE_SHARES[tap_code].tolist()):
            for part, factor in enumerate((share.real, share.imag)):
                if factor:
                    parts[part, line] += factor * loads
    sums = np.empty((owners, LINES), np.complex128)
    sums.real, sums.imag = parts[0].T, parts[1].T
    return sums


def line_currents_a(line_va: Complexes, voltage_v: Reals, wiring: Ids) -> Reals:
    """The current of each line, shape (circuits, 3); for a direct-current circuit the first column contains the whole current.

    Args:
        line_va: sums on each line from `line_volt_amperes`.
        voltage_v: line to line; line to neutral for `LINE_TO_NEUTRAL`; between the conductors for `DC`.
    """
    to_neutral = np.where(wiring == Wiring.LINE_TO_NEUTRAL, voltage_v, voltage_v / ROOT_3)
    currents: Reals = np.abs(line_va) / to_neutral[:, None]
    direct = wiring == Wiring.DC
    if direct.any():
        currents[direct] = 0
        currents[direct, 0] = (line_va[direct] @ _DIRECTION.conj()).real / voltage_v[direct]
    return currents


def neutral_current_a(line_va: Complexes, voltage_v: Reals, wiring: Ids) -> Reals:
    """Neutral current of wye circuits without harmonics, shape (circuits,); 0 where there is no neutral."""
    alone = wiring == Wiring.LINE_TO_NEUTRAL
    to_neutral = np.where(alone, voltage_v, voltage_v / ROOT_3)
    current: Reals = np.where(alone | (wiring == Wiring.WYE), np.abs(line_va.sum(axis=1)) / to_neutral, 0.0)
    return current


def circuit_va(voltage_v: Reals, current_a: Reals, wiring: Ids) -> Reals:
    """What circuits carry at a current on each of their lines, in VA (W for direct current), shape (circuits,)."""
    three = (wiring == Wiring.WYE) | (wiring == Wiring.DELTA)
    carried: Reals = np.where(three, ROOT_3, 1.0) * voltage_v * current_a
    return carried


def tap_voltage_v(tap: Ids, voltage_v: Reals, wiring: Ids) -> Reals:
    """The voltage across loads on taps of circuits, shape (loads,)."""
    to_neutral = (tap <= Tap.L3) & ((wiring == Wiring.WYE) | (wiring == Wiring.DELTA))
    across: Reals = np.where(to_neutral, voltage_v / ROOT_3, voltage_v)
    return across


_NOMINAL = 0.02
"""Nominal voltages are rounded: 400 V between lines are called 230 V to neutral."""


def follows_directly(above: int, above_v: float, wiring: int, voltage_v: float) -> bool:
    """Whether a circuit can be taken directly from another one, without a transformer or rectifier.

    Args:
        above, above_v: `Wiring` and voltage of the supplying circuit.
    """
    if above in (Wiring.WYE, Wiring.DELTA) and wiring in (Wiring.WYE, Wiring.DELTA, Wiring.LINE_TO_LINE):
        return above_v == voltage_v and not (above == Wiring.DELTA and wiring == Wiring.WYE)
    if above == Wiring.WYE and wiring == Wiring.LINE_TO_NEUTRAL:
        return abs(above_v / ROOT_3 - voltage_v) <= _NOMINAL * voltage_v
    return (above, above_v) == (wiring, voltage_v)
