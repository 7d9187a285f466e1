"""The cooling component of a hardware type, and the number of units that a heat load requires."""

from collections.abc import Sequence
from enum import StrEnum
from math import ceil, isfinite

from gpudesk.core.cooling.air import pressure_ratio
from gpudesk.core.cooling.cooling_kinds import IN_AIR, CoolingKind
from gpudesk.core.hardware.hardware import Family, HardwareType, Mount

_FULL = 1 + 1e-9


class Way(StrEnum):
    """The default cooling method of a hall; in each of them, heat to liquid according to device types goes to CDUs."""

    ROOM = "room"
    """By units along the walls."""
    ROW = "row"
    """By units between racks and at the ends of rows."""
    DOOR = "door"
    """By rear doors on racks; what these leave by units along the walls."""
    NONE = "none"


def kind_of(kind: HardwareType) -> CoolingKind | None:
    """The kind of a type in a cooling system; None if it is not part of one.

    A unit that draws from the hot aisle and blows into the cold one is placed in a row; a part of a rack is a rear door.
    """
    if kind.family is Family.CDU:
        return CoolingKind.CDU
    if kind.family is not Family.COOLING:
        return None
    if kind.mount is Mount.PART:
        return CoolingKind.REAR_DOOR
    return CoolingKind.IN_ROW if kind.text("airflow_direction") == "rear-to-front" else CoolingKind.CRAH


def capacity_at(kind: HardwareType, altitude_m: float) -> float:
    """The cooling capacity of a type in W, 0 if unknown.

    Data sheets are for sea level. Fans move the same volume of thin air as of dense air, so the capacity of air coolers decreases
    by the ratio of the pressures; vendor tables for coils decrease slightly less.
    """
    rated = kind.number("cooling_capacity_w") or 0.0
    return rated * pressure_ratio(altitude_m) if kind_of(kind) in IN_AIR else rated


def to_air(kind: HardwareType) -> bool:
    """Whether a CDU gives its heat to the air of the room instead of the water of the building."""
    return kind.family is Family.CDU and kind.number("liquid_heat_share_percent") == 0


def units_needed(load: float, each: float) -> int:
    """The number of units required for a load, without spares; 0 for none, or if the unit capacity is unknown."""
    return ceil(load / each / _FULL) if load > 0 and each > 0 and isfinite(each) else 0


def units_lacking(load: float, each: float, there: Sequence[float], spare: int) -> int:
    """How many units have to be added so that a load is borne without the `spare` units that do most.

    Args:
        there: what each of the units does that are there.
    """
    if load <= 0 or each <= 0 or not isfinite(each):
        return 0
    # This many carry the load by themselves, whichever are spared; of fewer, each count carries more than the one before.
    least, most = 0, units_needed(load, each) + spare
    while least < most:
        middle = (least + most) // 2
        if _bears(load, each, middle, there, spare):
            most = middle
        else:
            least = middle + 1
    return least


def _bears(load: float, each: float, added: int, there: Sequence[float], spare: int) -> bool:
    """Whether units can carry a load without the `spare` largest of them."""
    larger = sorted((unit for unit in there if unit > each), reverse=True)
    smaller = sorted((unit for unit in there if unit <= each), reverse=True)
    left = max(spare - len(larger), 0)
    spared_added = min(left, added)
    able = sum(larger[spare:]) + (added - spared_added) * each + sum(smaller[left - spared_added :])
    return able * _FULL >= load
