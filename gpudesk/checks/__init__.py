"""Design rules: what is wrong with a plan, where, by how much, and what would mend it.

Each module holds one family; importing it registers its rules.
"""

from gpudesk.checks import (
    absent,
    compliance,
    cooling_capacity,
    cooling_inlet,
    cooling_reach,
    fabric,
    link_detour,
    link_length,
    link_light,
    link_plugs,
    link_use,
    link_ways,
    naming,
    plan,
    power,
    power_cords,
    power_known,
    power_lines,
    power_losses,
    power_standing,
    power_takeover,
    space_aisles,
    space_bays,
    space_fit,
    space_floor_items,
    space_room,
    space_units,
    weight,
    weight_floor,
    workload,
    workstation,
)
from gpudesk.checks.engine import advance, carry, check_all, findings_of
from gpudesk.checks.finding import SHOWN, Finding, Mend, Place, Severity
from gpudesk.checks.findings import Findings
from gpudesk.checks.rule import RULES, Rule, Scope

FAMILIES = (
    absent,
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
    compliance,
    workstation,
    power_known,
    cooling_capacity,
    cooling_reach,
    cooling_inlet,
    link_ways,
    link_plugs,
    link_light,
    link_use,
    link_detour,
    link_length,
    fabric,
    workload,
    naming,
    plan,
)
"""The modules whose rules are registered."""

__all__ = [
    "FAMILIES",
    "RULES",
    "SHOWN",
    "Finding",
    "Findings",
    "Mend",
    "Place",
    "Rule",
    "Scope",
    "Severity",
    "advance",
    "carry",
    "check_all",
    "findings_of",
]
