"""All families of rules: importing this module registers every rule."""

from gpudesk.checks.rules.absent import absent, absent_networks, absent_roles
from gpudesk.checks.rules.common.rule import RULES
from gpudesk.checks.rules.cooling import cooling_capacity, cooling_inlet, cooling_power, cooling_reach
from gpudesk.checks.rules.fabric import fabric, fabric_phases
from gpudesk.checks.rules.links import link_detour, link_length, link_light, link_plugs, link_spare, link_use, link_ways
from gpudesk.checks.rules.plan import naming, plan
from gpudesk.checks.rules.power import (
    compliance,
    power,
    power_cords,
    power_known,
    power_lines,
    power_losses,
    power_sources,
    power_standing,
    power_takeover,
)
from gpudesk.checks.rules.space import space_aisles, space_bays, space_fit, space_floor_items, space_room, space_units
from gpudesk.checks.rules.weight import weight, weight_floor
from gpudesk.checks.rules.workloads import workload, workstation

FAMILIES = (
    absent,
    absent_networks,
    absent_roles,
    space_units,
    space_fit,
    space_bays,
    space_room,
    space_aisles,
    space_floor_items,
    weight,
    weight_floor,
    power,
    power_lines,
    power_losses,
    power_standing,
    power_takeover,
    power_cords,
    power_sources,
    compliance,
    workstation,
    power_known,
    cooling_capacity,
    cooling_power,
    cooling_reach,
    cooling_inlet,
    link_ways,
    link_plugs,
    link_light,
    link_use,
    link_detour,
    link_length,
    link_spare,
    fabric,
    fabric_phases,
    workload,
    naming,
    plan,
)
"""The modules whose rules are registered."""

ALL_RULES = RULES
"""All rules by key. `rule.RULES` is the same register, which holds no more than the modules that are imported so far."""
