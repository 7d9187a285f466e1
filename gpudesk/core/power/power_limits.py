"""What a circuit may carry: its breaker, derated, by the continuous factor, or its own capacity where that is less.

The factor is applied once: never to a rating for long loads, and never to a current that a data sheet has reduced already.
"""

from typing import NamedTuple

import numpy as np

from gpudesk.core.power.power_lines import ROOT_3, Reals, Wiring
from gpudesk.core.values.columns import Ids


class Limits(NamedTuple):
    """Of circuits, in A on each line, NaN where it is not known.

    Attributes:
        breaker_a: what the breaker lets through, derated; what the capacity lets through where that is less.
        limit_a: what may flow for long.
    """

    breaker_a: Reals
    limit_a: Reals


def circuit_limits(rated_a: Reals, derating: Reals, factor: Reals, capacity_va: Reals, voltage_v: Reals, wiring: Ids) -> Limits:
    """The limits of circuits, shape (circuits,).

    Args:
        rated_a: of the breaker, NaN where it is not known.
        derating: for temperature or grouping, 0 to 1.
        factor: the part of the breaker that counts for loads of three hours and more, 0 to 1.
        capacity_va: NaN where there is none. A rating in VA is one for long loads already.
        voltage_v: as `power_lines.line_currents_a` takes it.
    """
    by_capacity = capacity_a(capacity_va, voltage_v, wiring)
    derated = rated_a * derating
    return Limits(np.fmin(derated, by_capacity), np.fmin(derated * factor, by_capacity))


DERATED_SHARE = 0.8
"""A load of three hours and more takes at most this part of an overcurrent device that is not rated for 100 %: NEC 210.20(A), 1 / 125 %."""
_SLACK = 0.02


def inlet_limits(current_a: Reals, plug_a: Reals, factor: Reals, rating_a: Reals) -> Limits:
    """The limits of what gives power on through an inlet, such as a rack PDU, shape (givers,).

    A data sheet that states 80 % of the plug's rating, as the current or as the power, has applied the factor already: what it states
    is judged as it is. NFPA 70 (NEC) 210.20(A) and 645.5(A); UL 62368-1 asks makers for it, who print 24 A for a plug of 30 A.

    Args:
        current_a: the current of the data sheet, NaN where it states none.
        plug_a: the rating of the plug, NaN where that is not known.
        factor: the part of a breaker that counts for loads of three hours and more, 0 to 1.
        rating_a: the current at which it carries the power of the data sheet, NaN where that states none.
    """
    by_current = current_a <= plug_a * (DERATED_SHARE + _SLACK)
    by_power = rating_a <= current_a * (DERATED_SHARE + _SLACK)
    limit = np.where(by_current, current_a, current_a * factor)
    return Limits(current_a, np.where(by_power & ~by_current, rating_a, limit))


def capacity_a(capacity_va: Reals, voltage_v: Reals, wiring: Ids) -> Reals:
    """The current on each line at which circuits carry so much, shape (circuits,)."""
    three = np.isin(wiring, (Wiring.WYE, Wiring.DELTA))
    currents: Reals = capacity_va / (voltage_v * np.where(three, ROOT_3, 1.0))
    return currents
