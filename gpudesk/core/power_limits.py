"""What a circuit may carry: its breaker, derated, by the continuous factor, or its own capacity where that is less."""

from typing import NamedTuple

import numpy as np

from gpudesk.core.columns import Ids
from gpudesk.core.power_lines import ROOT_3, Reals, Wiring


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


def capacity_a(capacity_va: Reals, voltage_v: Reals, wiring: Ids) -> Reals:
    """The current on each line at which circuits carry so much, shape (circuits,)."""
    three = np.isin(wiring, (Wiring.WYE, Wiring.DELTA))
    currents: Reals = capacity_va / (voltage_v * np.where(three, ROOT_3, 1.0))
    return currents
