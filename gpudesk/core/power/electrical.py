"""Basic electrical calculations: currents, apparent power, and sums of powers with unknown terms.

Lines, banks and the extent of failures are in other modules of the power family; this module covers a single circuit.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


def single_phase_va(voltage_v: float, current_a: float) -> float:
    """The apparent power of a single-phase circuit: V · I."""
    return voltage_v * current_a


def breaker_for_continuous_a(current_a: float, continuous_factor: float) -> float:
    """The least breaker rating for a load of three hours and more: I / factor (0.8 after NEC 210.20(A), 1.0 after IEC practice).

    Raises:
        ValueError: the factor is not above zero, or above one.
    """
    _demand(1.0, continuous_factor)
    return current_a / continuous_factor


@dataclass(frozen=True, slots=True)
class KnownSum:
    """Sum of the known terms, and the number of unknown terms."""

    value: float
    known: int
    missing: int

    @property
    def complete(self) -> bool:
        """Whether no term is missing."""
        return self.missing == 0


def known_sum(values: NDArray[np.float64]) -> KnownSum:
    """The sum of values of which some are not known (NaN), shape (n,)."""
    missing = int(np.isnan(values).sum())
    return KnownSum(float(np.nansum(values)), len(values) - missing, missing)


def _demand(voltage_v: float, share: float) -> None:
    if voltage_v <= 0 or not 0 < share <= 1:
        raise ValueError("a voltage is above zero and a factor lies above zero and at most one")
