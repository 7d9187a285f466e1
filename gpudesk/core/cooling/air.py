"""Air as a coolant: the airflow that removes a heat load at a temperature rise. All functions accept arrays and single numbers.

P = q · ρ · c · ΔT. Volumes are those of the entering air: the density is taken at the inlet, which is the rating condition of
server fans and perforated tiles. Pressure decreases with altitude according to the international standard atmosphere. If the first
value is an array, the others may be arrays or single numbers.
"""

from typing import overload

from gpudesk.core.power.power_lines import Reals
from gpudesk.core.racks.weight import Number
from gpudesk.core.values.units import M3_PER_CUBIC_FOOT

Values = float | Reals

STANDARD_DENSITY_KG_PER_M3 = 1.2
"""Standard air of fan ratings: 1.2 kg/m³ at 20 °C and 101.325 kPa, which is air of about 50 % relative humidity (ASHRAE Fundamentals)."""
STANDARD_TEMPERATURE_C = 20.0
SPECIFIC_HEAT_J_PER_KG_K = 1005.0
"""Of air at constant pressure near 20 °C (ASHRAE Fundamentals: 1.005 to 1.006 kJ/(kg K) for dry air)."""
KELVIN_AT_0_C = 273.15
LAPSE_PER_M = 2.25577e-5
"""Fall of temperature with altitude over the temperature at sea level: 6.5 K/km / 288.15 K (ISO 2533)."""
PRESSURE_EXPONENT = 5.25588
"""g · M / (R · lapse rate) of the international standard atmosphere (ISO 2533)."""
RULE_OF_THUMB_CFM_F_PER_W = 3.16
"""The rule of the trade for sea level: CFM = 3.16 · W / ΔT in °F. It is 0.1 % below what standard air gives."""
FAHRENHEIT_PER_KELVIN = 1.8
SECONDS_PER_MINUTE = 60


@overload
def pressure_ratio(altitude_m: float) -> float: ...
@overload
def pressure_ratio(altitude_m: Values) -> Values: ...
def pressure_ratio(altitude_m: Values) -> Values:
    """The air's pressure over that at sea level: (1 − 2.25577·10⁻⁵ · h)^5.25588 (ISO 2533), good from −400 to 11,000 m."""
    ratio: Values = (1 - LAPSE_PER_M * altitude_m) ** PRESSURE_EXPONENT
    return ratio


@overload
def air_density_kg_per_m3(altitude_m: float, inlet_c: float) -> float: ...
@overload
def air_density_kg_per_m3(altitude_m: Values, inlet_c: Values) -> Values: ...
def air_density_kg_per_m3(altitude_m: Values, inlet_c: Values) -> Values:
    """The density of air: that of standard air by pressure and absolute temperature (ideal gas)."""
    warmth = (STANDARD_TEMPERATURE_C + KELVIN_AT_0_C) / (inlet_c + KELVIN_AT_0_C)
    return STANDARD_DENSITY_KG_PER_M3 * pressure_ratio(altitude_m) * warmth


@overload
def air_heat_j_per_m3_k(altitude_m: float, inlet_c: float) -> float: ...
@overload
def air_heat_j_per_m3_k(altitude_m: Values, inlet_c: Values) -> Values: ...
def air_heat_j_per_m3_k(altitude_m: Values, inlet_c: Values) -> Values:
    """The heat that one cubic meter absorbs per kelvin: ρ · c, 1,206 J/(m³ K) at sea level and 20 °C."""
    return air_density_kg_per_m3(altitude_m, inlet_c) * SPECIFIC_HEAT_J_PER_KG_K


@overload
def airflow_m3_per_s(heat_w: float, delta_t_k: float, altitude_m: float = 0.0, inlet_c: float = STANDARD_TEMPERATURE_C) -> float: ...
@overload
def airflow_m3_per_s(heat_w: Reals, delta_t_k: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Reals: ...
def airflow_m3_per_s(heat_w: Values, delta_t_k: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Values:
    """The airflow that removes a given heat: P / (ρ · c · ΔT), in m³/s at the inlet."""
    return heat_w / (air_heat_j_per_m3_k(altitude_m, inlet_c) * delta_t_k)


@overload
def air_delta_t_k(heat_w: float, airflow_m3_per_s: float, altitude_m: float = 0.0, inlet_c: float = STANDARD_TEMPERATURE_C) -> float: ...
@overload
def air_delta_t_k(heat_w: Reals, airflow_m3_per_s: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Reals: ...
def air_delta_t_k(heat_w: Values, airflow_m3_per_s: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Values:
    """By how much a heat warms an airflow: P / (ρ · c · q), in K."""
    return heat_w / (air_heat_j_per_m3_k(altitude_m, inlet_c) * airflow_m3_per_s)


@overload
def air_heat_w(airflow_m3_per_s: float, delta_t_k: float, altitude_m: float = 0.0, inlet_c: float = STANDARD_TEMPERATURE_C) -> float: ...
@overload
def air_heat_w(airflow_m3_per_s: Reals, delta_t_k: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Reals: ...
def air_heat_w(airflow_m3_per_s: Values, delta_t_k: Values, altitude_m: Values = 0.0, inlet_c: Values = STANDARD_TEMPERATURE_C) -> Values:
    """The heat that an airflow removes: q · ρ · c · ΔT, in W."""
    return airflow_m3_per_s * (air_heat_j_per_m3_k(altitude_m, inlet_c) * delta_t_k)


def airflow_by_rule_of_thumb_cfm(heat_w: Number, delta_t_k: Number) -> Number:
    """Rule of thumb, for comparison only: 3.16 · W / ΔT in °F, at sea level and about 20 °C; no altitude, no inlet temperature."""
    return RULE_OF_THUMB_CFM_F_PER_W * heat_w / (delta_t_k * FAHRENHEIT_PER_KELVIN)


def air_delta_t_by_rule_of_thumb_k(heat_w: Number, airflow_cfm: Number) -> Number:
    """Rule of thumb, for comparison only: 3.16 · W / CFM in °F, given in K."""
    return RULE_OF_THUMB_CFM_F_PER_W * heat_w / (airflow_cfm * FAHRENHEIT_PER_KELVIN)


def cfm_from_m3_per_s(airflow_m3_per_s: Number) -> Number:
    """Cubic feet a minute from m³/s."""
    return airflow_m3_per_s * SECONDS_PER_MINUTE / M3_PER_CUBIC_FOOT


def m3_per_s_from_cfm(airflow_cfm: Number) -> Number:
    """m³/s from cubic feet a minute."""
    return airflow_cfm * M3_PER_CUBIC_FOOT / SECONDS_PER_MINUTE
