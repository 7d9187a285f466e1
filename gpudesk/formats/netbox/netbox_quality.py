"""Completeness of a type: the score of an import, and of any entry."""

from gpudesk.core.hardware.hardware import POWER_NAMES, Family, HardwareType, Mount
from gpudesk.formats.netbox.netbox_report import Missing, Quality
from gpudesk.formats.netbox.netbox_stated import DEFAULT_DESCRIPTIONS

WORTH = {
    Missing.POWER: 25,
    Missing.WEIGHT: 20,
    Missing.PORTS: 15,
    Missing.AIRFLOW: 15,
    Missing.DEPTH: 10,
    Missing.PART_NUMBER: 5,
    Missing.HEIGHT: 5,
    Missing.DESCRIPTION: 5,
}
"""Points per fact; critical rack limits weigh most. A NetBox library never includes depth, so its types reach 90."""
_UNPOWERED = frozenset({Family.PANEL, Family.CASSETTE, Family.CABLE_MANAGER, Family.BLANK, Family.SHELF, Family.RACK})
_PORTLESS = frozenset({Family.CABLE_MANAGER, Family.BLANK, Family.SHELF, Family.RACK, Family.ACCESSORY})


def quality_of_type(hardware: HardwareType) -> Quality:
    """The score of a type; what does not apply to its family counts as known."""
    missing = tuple(part for part in WORTH if not _is_known(hardware, part))
    return Quality(100 - sum(WORTH[part] for part in missing), missing)


def _is_known(hardware: HardwareType, part: Missing) -> bool:
    facts, family = hardware.facts, hardware.family
    in_bay = hardware.mount in (Mount.CHILD, Mount.PART)
    if part is Missing.WEIGHT:
        return "weight_kg" in facts
    if part is Missing.AIRFLOW:
        return "airflow_direction" in facts or family in _UNPOWERED or in_bay or hardware.mount is Mount.ZERO_U
    if part is Missing.POWER:
        return family in _UNPOWERED or any(f"power_{name}_w" in facts for name in POWER_NAMES) or "capacity_va" in facts
    if part is Missing.DEPTH:
        return "depth_mm" in facts or "outer_depth_mm" in facts
    if part is Missing.PORTS:
        return bool(hardware.port_groups or hardware.bays) or family in _PORTLESS
    if part is Missing.HEIGHT:
        return "height_u" in facts or "height_mm" in facts or "units_u" in facts or hardware.mount is not Mount.UNITS
    if part is Missing.PART_NUMBER:
        return bool(hardware.part_numbers)
    return hardware.description not in ("", *DEFAULT_DESCRIPTIONS)
