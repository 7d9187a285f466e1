"""Constants of the trade, each with the document that defines it."""

from enum import Enum

M3_PER_CUBIC_FOOT = 0.0283168466
"""(0.3048 m)³, rounded to ten decimals."""
BTU_PER_HOUR_PER_WATT = 3.412142
"""1 W in BTU (International Table) an hour: 3600 / 1055.05585262 (ISO 31-4, BTU_IT)."""
WATTS_PER_REFRIGERATION_TON = 3516.853
"""12,000 BTU_IT/h (ASHRAE Handbook, Fundamentals, units and conversions)."""

PANEL_WIDTH_19_INCH_MM = 482.6
"""Width of a 19-inch front panel with its ears (EIA-310-E, IEC 60297-3-100)."""
EQUIPMENT_WIDTH_21_INCH_MM = 537.0
"""Greatest width of a device in a 21-inch Open Rack (Open Compute Project, Open Rack specification)."""


class RackPitch(float, Enum):
    """The height of one rack unit in mm."""

    EIA = 44.45
    """One unit of a 19-inch rack (EIA-310-E: 1.75 in)."""
    OPEN_RACK = 48.0
    """One OpenU of a 21-inch rack (Open Compute Project, Open Rack V3 base specification)."""


def pitch_for_rails(rail_width_inch: float) -> RackPitch:
    """Rack unit height for a rail width: 48 mm from 21 inches on, else 44.45 mm."""
    return RackPitch.OPEN_RACK if rail_width_inch >= 21 else RackPitch.EIA
