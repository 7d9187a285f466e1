"""Heat: all electric power that a device draws becomes heat. All functions accept arrays and single numbers.

The heat in a data sheet may contradict its power; the electric value is the basis (`heat_disagreement`).
"""

from gpudesk.core.racks.weight import Number
from gpudesk.core.values.units import BTU_PER_HOUR_PER_WATT, WATTS_PER_REFRIGERATION_TON

PRINTED_HEAT_TOLERANCE = 0.02
"""Maximum deviation of published heat from published power without a contradiction: both are rounded to three digits or more."""


def heat_btu_per_h(power_w: Number) -> Number:
    """Heat flow in BTU (International Table) an hour: P × 3.412142 (ISO 31-4)."""
    return power_w * BTU_PER_HOUR_PER_WATT


def heat_w_from_btu_per_h(heat_btu_per_h: Number) -> Number:
    """Heat flow in W: Q / 3.412142 (ISO 31-4)."""
    return heat_btu_per_h / BTU_PER_HOUR_PER_WATT


def cooling_tons(power_w: Number) -> Number:
    """The tons of refrigeration that take a heat away: P / 3516.853 W (12,000 BTU/h; ASHRAE Handbook, Fundamentals)."""
    return power_w / WATTS_PER_REFRIGERATION_TON


def heat_disagreement(power_w: Number, printed_heat_w: Number) -> Number:
    """By how much printed heat exceeds the power that would make it: Q / P − 1; −0.1 for a tenth too little."""
    return printed_heat_w / power_w - 1
