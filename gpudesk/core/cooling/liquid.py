"""Liquid as a coolant: the flow that removes a heat load at a temperature rise. All functions accept arrays and single numbers.

P = q · ρ · c · ΔT with density and specific heat at the mean temperature of the loop. If the first value is an array, the others
may be arrays or single numbers.
"""

from dataclasses import dataclass
from typing import overload

import numpy as np

from gpudesk.core.cooling.air import Values
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.power.power_lines import Reals
from gpudesk.core.racks.weight import Number

LITRES_PER_M3 = 1000
SECONDS_PER_MINUTE = 60
MEAN_C = 25.0
"""The default mean temperature of a loop; from 20 to 45 °C the result changes by less than 1 %."""


@dataclass(frozen=True, slots=True)
class Coolant:
    """A coolant and its properties as a function of temperature, linear between the points and constant beyond them.

    Attributes:
        temperature_c: ascending; the other two have a value for each.
        freezes_c: its freezing point.
    """

    key: str
    title: str
    title_es: str
    temperature_c: tuple[float, ...]
    density_kg_per_m3: tuple[float, ...]
    specific_heat_j_per_kg_k: tuple[float, ...]
    freezes_c: float
    source: str
    confidence: Confidence

    def density_at(self, mean_c: Values) -> Values:
        """Its density in kg/m³."""
        density: Values = np.interp(mean_c, self.temperature_c, self.density_kg_per_m3)
        return density

    def specific_heat_at(self, mean_c: Values) -> Values:
        """Its specific heat in J/(kg K)."""
        heat: Values = np.interp(mean_c, self.temperature_c, self.specific_heat_j_per_kg_k)
        return heat

    def heat_j_per_l_k(self, mean_c: Values) -> Values:
        """The heat that one liter absorbs per kelvin: ρ · c / 1000."""
        return self.density_at(mean_c) * self.specific_heat_at(mean_c) / LITRES_PER_M3


@overload
def liquid_flow_l_per_min(heat_w: float, delta_t_k: float, coolant: Coolant, mean_c: float = MEAN_C) -> float: ...
@overload
def liquid_flow_l_per_min(heat_w: Reals, delta_t_k: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Reals: ...
def liquid_flow_l_per_min(heat_w: Values, delta_t_k: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Values:
    """The flow that removes a heat load: 60 · P / (ρ · c · ΔT), in L/min."""
    return heat_w * SECONDS_PER_MINUTE / (coolant.heat_j_per_l_k(mean_c) * delta_t_k)


@overload
def liquid_delta_t_k(heat_w: float, flow_l_per_min: float, coolant: Coolant, mean_c: float = MEAN_C) -> float: ...
@overload
def liquid_delta_t_k(heat_w: Reals, flow_l_per_min: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Reals: ...
def liquid_delta_t_k(heat_w: Values, flow_l_per_min: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Values:
    """By how much a heat warms a flow: 60 · P / (ρ · c · q), in K."""
    return heat_w * SECONDS_PER_MINUTE / (coolant.heat_j_per_l_k(mean_c) * flow_l_per_min)


@overload
def liquid_heat_w(flow_l_per_min: float, delta_t_k: float, coolant: Coolant, mean_c: float = MEAN_C) -> float: ...
@overload
def liquid_heat_w(flow_l_per_min: Reals, delta_t_k: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Reals: ...
def liquid_heat_w(flow_l_per_min: Values, delta_t_k: Values, coolant: Coolant, mean_c: Values = MEAN_C) -> Values:
    """The heat that a flow removes: q · ρ · c · ΔT / 60, in W."""
    return flow_l_per_min * (coolant.heat_j_per_l_k(mean_c) * delta_t_k) / SECONDS_PER_MINUTE


def specific_flow_l_per_min_kw(heat_w: Number, flow_l_per_min: Number) -> Number:
    """The flow for each kW of heat, the figure by which CDUs are compared: q / (P / 1000), in L/min for each kW."""
    return flow_l_per_min / (heat_w / 1000)


def loop_capacity_w(flow_l_per_min: Number, specific_flow_l_per_min_kw: Number) -> Number:
    """The heat that a flow corresponds to at a planned flow per kW: 1000 · q / k, in W."""
    return 1000 * flow_l_per_min / specific_flow_l_per_min_kw


def pump_power_w(flow_l_per_min: Number, head_kpa: Number, efficiency: float) -> Number:
    """The electric power of a pump: q · Δp / η, in W."""
    return flow_l_per_min / (LITRES_PER_M3 * SECONDS_PER_MINUTE) * head_kpa * 1000 / efficiency
