"""The bare sums of electricity: currents, apparent power, and sums of powers of which some are not known.

Lines, banks and what a failure takes down come with the power family; here is only what holds for one circuit.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROOT_3 = 3**0.5


def single_phase_current_a(power_w: float, voltage_v: float, power_factor: float = 1.0) -> float:
    """The current of a single-phase load: P / (V · pf).

    Raises:
        ValueError: voltage or power factor is not above zero, or the power factor is above one.
    """
    _demand(voltage_v, power_factor)
    return power_w / (voltage_v * power_factor)


def three_phase_current_a(power_w: float, line_voltage_v: float, power_factor: float = 1.0) -> float:
    """The current in each line of a balanced three-phase load: P / (√3 · V_LL · pf).

    Raises:
        ValueError: voltage or power factor is not above zero, or the power factor is above one.
    """
    _demand(line_voltage_v, power_factor)
    return power_w / (ROOT_3 * line_voltage_v * power_factor)


def single_phase_va(voltage_v: float, current_a: float) -> float:
    """The apparent power of a single-phase circuit: V · I."""
    return voltage_v * current_a


def three_phase_va(line_voltage_v: float, current_a: float) -> float:
    """The apparent power of a balanced three-phase circuit: √3 · V_LL · I."""
    return ROOT_3 * line_voltage_v * current_a


def apparent_power_va(power_w: float, power_factor: float) -> float:
    """Apparent from active power: S = P / pf.

    Raises:
        ValueError: the power factor is not above zero, or above one.
    """
    _demand(1.0, power_factor)
    return power_w / power_factor


def breaker_for_continuous_a(current_a: float, continuous_factor: float) -> float:
    """The least breaker rating for a load of three hours and more: I / factor (0.8 after NEC 210.20(A), 1.0 after IEC practice).

    Raises:
        ValueError: the factor is not above zero, or above one.
    """
    _demand(1.0, continuous_factor)
    return current_a / continuous_factor


@dataclass(frozen=True, slots=True)
class KnownSum:
    """A sum of what is known, and how many of its terms are not."""

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
