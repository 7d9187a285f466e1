"""Current limit of a circuit: its breaker, derated, times the continuous factor, or its capacity if that is lower.

The factor is applied once: never to a continuous-load rating, and never to a current already reduced by a data sheet.
"""

from typing import NamedTuple

import numpy as np

from gpudesk.core.power.power_lines import ROOT_3, Reals, Wiring
from gpudesk.core.values.columns import Ids


class Limits(NamedTuple):
    """Limits of circuits, in A on each line, NaN if unknown.

    Attributes:
        breaker_a: derated breaker current, or the current of the capacity if that is lower.
        limit_a: continuous current limit.
    """

    breaker_a: Reals
    limit_a: Reals


def circuit_limits(rated_a: Reals, derating: Reals, factor: Reals, capacity_va: Reals, voltage_v: Reals, wiring: Ids) -> Limits:
    """The limits of circuits, shape (circuits,).

    Args:
        rated_a: breaker rating, NaN if unknown.
        derating: for temperature or grouping, 0 to 1.
        factor: share of the breaker that counts for loads of three hours and more, 0 to 1.
        capacity_va: NaN where there is none. A rating in VA is already a continuous rating.
        voltage_v: as in `power_lines.line_currents_a`.
    """
    by_capacity = capacity_a(capacity_va, voltage_v, wiring)
    derated = rated_a * derating
    return Limits(np.fmin(derated, by_capacity), np.fmin(derated * factor, by_capacity))


DERATED_SHARE = 0.8
"""A load of three hours and more takes at most this part of an overcurrent device that is not rated for 100 %: NEC 210.20(A), 1 / 125 %."""
_SLACK = 0.02


def inlet_limits(current_a: Reals, plug_a: Reals, factor: Reals, rating_a: Reals) -> Limits:
    """The limits of equipment that distributes power from an inlet, such as a rack PDU, shape (givers,).

    A data sheet that states 80 % of the plug rating, as current or as power, has already applied the factor: its value is used
    unchanged. NFPA 70 (NEC) 210.20(A) and 645.5(A); UL 62368-1 requires it of manufacturers, who print 24 A for a 30 A plug.

    Args:
        current_a: the current of the data sheet, NaN if it states none.
        plug_a: the plug rating, NaN if unknown.
        factor: share of a breaker that counts for loads of three hours and more, 0 to 1.
        rating_a: the current at which it carries the power of the data sheet, NaN if that states none.
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
