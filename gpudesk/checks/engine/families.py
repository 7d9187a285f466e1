"""All families of rules: importing this module registers every rule."""

from gpudesk.checks.rules.absent import absent, absent_leaves, absent_networks, absent_roles, absent_sources, absent_switches
from gpudesk.checks.rules.common.rule import RULES
from gpudesk.checks.rules.cooling import cooling_capacity, cooling_inlet, cooling_power_rules, cooling_reach
from gpudesk.checks.rules.fabric import fabric_phases, fabric_rules, fabric_stages
from gpudesk.checks.rules.links import link_detour, link_length, link_light, link_pathways, link_plug_rules, link_spare, link_use
from gpudesk.checks.rules.plan import naming_rules, plan_rules
from gpudesk.checks.rules.power import (
    compliance,
    power_cord_rules,
    power_known,
    power_line_rules,
    power_loss_rules,
    power_sources,
    power_standing,
    power_takeover,
    rack_power_rules,
)
from gpudesk.checks.rules.space import space_aisles, space_bays, space_fit, space_floor_items, space_room, space_units
from gpudesk.checks.rules.weight import weight_floor, weight_rules
from gpudesk.checks.rules.workloads import workload_rules, workstation

FAMILIES = (
    absent,
    absent_leaves,
    absent_networks,
    absent_roles,
    absent_sources,
    absent_switches,
    space_units,
    space_fit,
    space_bays,
    space_room,
    space_aisles,
    space_floor_items,
    weight_rules,
    weight_floor,
    rack_power_rules,
    power_line_rules,
    power_loss_rules,
    power_standing,
    power_takeover,
    power_cord_rules,
    power_sources,
    compliance,
    workstation,
    power_known,
    cooling_capacity,
    cooling_power_rules,
    cooling_reach,
    cooling_inlet,
    link_pathways,
    link_plug_rules,
    link_light,
    link_use,
    link_detour,
    link_length,
    link_spare,
    fabric_rules,
    fabric_phases,
    fabric_stages,
    workload_rules,
    naming_rules,
    plan_rules,
)
"""The modules whose rules are registered."""

ALL_RULES = RULES
"""All rules by key. `rule.RULES` is the same register, which holds no more than the modules that are imported so far."""
