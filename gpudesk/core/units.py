"""Constants and conversions of the trade, each with the document that defines it.

Everything inside the program is metric (mm, kg, W, °C) with two exceptions that are kept as the sources print them: airflow in cubic feet
per minute and rack heights in units. Conversions serve what is read and what is shown.
"""

from enum import Enum

MM_PER_INCH = 25.4
"""International inch, exact (international yard and pound agreement, 1959)."""
KG_PER_POUND = 0.45359237
"""Avoirdupois pound, exact (the same agreement)."""
M3_PER_CUBIC_FOOT = 0.0283168466
"""(0.3048 m)³, rounded to ten decimals."""
BTU_PER_HOUR_PER_WATT = 3.412142
"""1 W in BTU (International Table) an hour: 3600 / 1055.05585262 (ISO 31-4, BTU_IT)."""
WATTS_PER_REFRIGERATION_TON = 3516.853
"""12,000 BTU_IT/h (ASHRAE Handbook, Fundamentals, units and conversions)."""
MIB_PER_GIB = 1024
BYTES_PER_MIB = 1024**2
BYTES_PER_GIB = 1024**3
BYTES_PER_GB = 1000**3

PANEL_WIDTH_19_INCH_MM = 482.6
"""Width of a 19-inch front panel with its ears (EIA-310-E, IEC 60297-3-100)."""
OPENING_WIDTH_19_INCH_MM = 450.0
"""Least clear opening between 19-inch rails (EIA-310-E, IEC 60297-3-100)."""
EQUIPMENT_WIDTH_21_INCH_MM = 537.0
"""Greatest width of a device in a 21-inch Open Rack (Open Compute Project, Open Rack specification)."""


class RackPitch(float, Enum):
    """The height of one rack unit in mm."""

    EIA = 44.45
    """One unit of a 19-inch rack (EIA-310-E: 1.75 in)."""
    OPEN_RACK = 48.0
    """One OpenU of a 21-inch rack (Open Compute Project, Open Rack V3 base specification)."""


def pitch_for_rails(rail_width_inch: float) -> RackPitch:
    """The unit height that goes with a rail width: 48 mm from 21 inches on, else 44.45 mm."""
    return RackPitch.OPEN_RACK if rail_width_inch >= 21 else RackPitch.EIA


def cubic_metres_per_hour_from_cfm(airflow_cfm: float) -> float:
    """Airflow in m³/h from cubic feet a minute: q × 0.0283168466 × 60."""
    return airflow_cfm * M3_PER_CUBIC_FOOT * 60


def cfm_from_cubic_metres_per_hour(airflow_m3_per_hour: float) -> float:
    """Airflow in cubic feet a minute from m³/h."""
    return airflow_m3_per_hour / (M3_PER_CUBIC_FOOT * 60)


def pounds_from_kilograms(mass_kg: float) -> float:
    """Mass in avoirdupois pounds."""
    return mass_kg / KG_PER_POUND


def kilograms_from_pounds(mass_lb: float) -> float:
    """Mass in kg from avoirdupois pounds."""
    return mass_lb * KG_PER_POUND


def inches_from_millimetres(length_mm: float) -> float:
    """Length in inches."""
    return length_mm / MM_PER_INCH


def millimetres_from_inches(length_inch: float) -> float:
    """Length in mm from inches."""
    return length_inch * MM_PER_INCH


def feet_from_metres(length_m: float) -> float:
    """Length in feet of 12 inches."""
    return length_m * 1000 / (12 * MM_PER_INCH)


def fahrenheit_from_celsius(temperature_c: float) -> float:
    """Temperature in °F: 9/5 × t + 32."""
    return temperature_c * 9 / 5 + 32


def celsius_from_fahrenheit(temperature_f: float) -> float:
    """Temperature in °C: 5/9 × (t − 32)."""
    return (temperature_f - 32) * 5 / 9


def gib_from_mib(memory_mib: float) -> float:
    """Memory in GiB (2³⁰ bytes) from MiB as the driver reports it."""
    return memory_mib / MIB_PER_GIB


def mib_from_gib(memory_gib: float) -> float:
    """Memory in MiB from GiB."""
    return memory_gib * MIB_PER_GIB


def gb_from_mib(memory_mib: float) -> float:
    """Memory in GB (10⁹ bytes) from MiB: for files and transfer times, never for what a GPU holds."""
    return memory_mib * BYTES_PER_MIB / BYTES_PER_GB


def units_from_millimetres(height_mm: float, pitch: RackPitch = RackPitch.EIA) -> float:
    """A height in rack units of `pitch`."""
    return height_mm / pitch.value


def millimetres_from_half_units(half_units: int, pitch: RackPitch = RackPitch.EIA) -> float:
    """The height in mm of a position or size kept in half units."""
    return half_units * pitch.value / 2
