"""Time until air or a loop exceeds its limit once its heat is not fully removed.

From the energy balance, C · dT/dt = P: heat that is not removed warms the fluid, and nothing else. Walls, racks and the metal of
devices also absorb heat, so the actual time is longer; unmixed air warms individual places earlier.
"""

import numpy as np

from gpudesk.core.cooling.air import air_heat_j_per_m3_k
from gpudesk.core.cooling.liquid import Coolant
from gpudesk.core.racks.placement import Reals


def warming_time_s(uncooled_w: Reals, capacity_j_per_k: Reals | float, allowed_k: Reals | float) -> Reals:
    """The time until the limit: C · ΔT / P in s; infinite if no heat is left uncooled, 0 if the limit is already exceeded."""
    hot = uncooled_w > 0
    time: Reals = np.where(hot, capacity_j_per_k * np.maximum(allowed_k, 0.0) / np.where(hot, uncooled_w, 1.0), np.inf)
    return time


def room_capacity_j_per_k(volume_m3: float, altitude_m: float = 0.0, inlet_c: float = 20.0) -> float:
    """The heat that the air of a room absorbs per kelvin: V · ρ · c."""
    return volume_m3 * float(air_heat_j_per_m3_k(altitude_m, inlet_c))


def loop_capacity_j_per_k(volume_l: float, coolant: Coolant, mean_c: float) -> float:
    """The heat that the liquid of a loop absorbs per kelvin: V · ρ · c."""
    return volume_l * float(coolant.heat_j_per_l_k(mean_c))
