"""How long air or a loop stays cold enough once not all of its heat is taken away.

From the balance of energy, C · dT/dt = P: what is not taken warms what is there, and nothing else. Walls, racks and the metal of devices
take up heat as well, so that the real time is longer; air that is not mixed makes single places warm earlier.
"""

import numpy as np

from gpudesk.core.cooling.air import air_heat_j_per_m3_k
from gpudesk.core.cooling.liquid import Coolant
from gpudesk.core.racks.placement import Reals


def warming_time_s(uncooled_w: Reals, capacity_j_per_k: Reals | float, allowed_k: Reals | float) -> Reals:
    """The time until the limit: C · ΔT / P in s; infinite where nothing is left uncooled, 0 where the limit is passed already."""
    hot = uncooled_w > 0
    time: Reals = np.where(hot, capacity_j_per_k * np.maximum(allowed_k, 0.0) / np.where(hot, uncooled_w, 1.0), np.inf)
    return time


def room_capacity_j_per_k(volume_m3: float, altitude_m: float = 0.0, inlet_c: float = 20.0) -> float:
    """What the air of a room takes up for each kelvin: V · ρ · c."""
    return volume_m3 * float(air_heat_j_per_m3_k(altitude_m, inlet_c))


def loop_capacity_j_per_k(volume_l: float, coolant: Coolant, mean_c: float) -> float:
    """What the liquid of a loop takes up for each kelvin: V · ρ · c."""
    return volume_l * float(coolant.heat_j_per_l_k(mean_c))
