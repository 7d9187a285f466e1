"""Totals of a plan before it is built: counts, power and mass of its racks and devices."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Family, HardwareType, Mount
from gpudesk.core.plan.plan import Plan
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_sockets import BY_HAND, sockets
from gpudesk.derived.draw.power_ratings import WITHOUT_POWER


@dataclass(frozen=True, slots=True)
class PlanTotals:
    """Sums of a plan.

    Attributes:
        racks: racks, and rack-scale systems.
        systems: racks and devices that hold GPUs.
        pdus: rack PDUs; feeds: circuits that end at a rack; power_cords: cords from an outlet to a supply. Rule-based wiring is
            counted as if every supply had an outlet.
        cooled: whether cooling units are added, which are counted when the plan is built.
        power_max_w, mass_kg: sums of known values; power_missing, mass_missing: number of objects without a value.
    """

    halls: int
    racks: int
    devices: int
    systems: int
    gpus: int
    power_max_w: float
    power_missing: int
    mass_kg: float
    mass_missing: int
    pdus: int
    feeds: int
    power_cords: int
    cooled: bool = False


def plan_totals(plan: Plan, kind_of: Callable[[str], HardwareType | None]) -> PlanTotals:
    """Return the sums of a plan; racks themselves draw no power.

    Args:
        kind_of: the type of a key, None if unknown.
    """
    racks = Counter(rack.type for rack in plan.racks)
    devices = Counter(device.type for device in plan.devices)
    gpus = systems = power_missing = mass_missing = 0
    power_w = mass_kg = 0.0
    for key, count in (racks + devices).items():
        kind = kind_of(key)
        weight = None if kind is None else kind.number("weight_kg")
        mass_kg += (weight or 0) * count
        mass_missing += count if weight is None else 0
        if kind is not None and kind.gpu_count:
            gpus += kind.gpu_count * count
            systems += count
    for key, count in devices.items():
        kind = kind_of(key)
        if kind is not None and kind.family not in WITHOUT_POWER and kind.mount is not Mount.PART:
            power = kind.number("power_max_w")
            power_w += (power or 0) * count
            power_missing += count if power is None else 0
    whole = sum(
        count
        for key, count in devices.items()
        if (kind := kind_of(key)) is not None and kind.family is Family.SYSTEM and kind.gpu_count and kind.mount is Mount.FLOOR
    )
    pdus = sum(count for key, count in devices.items() if (kind := kind_of(key)) is not None and kind.family is Family.PDU)
    feeds, cords = _wired(plan, kind_of)
    return PlanTotals(
        len(plan.halls),
        len(plan.racks) + whole,
        len(plan.devices),
        systems,
        gpus,
        power_w,
        power_missing,
        mass_kg,
        mass_missing,
        pdus,
        feeds,
        cords,
        bool(plan.coolings),
    )


def _wired(plan: Plan, kind_of: Callable[[str], HardwareType | None]) -> tuple[int, int]:
    """How many feeds and how many cords from outlets a plan has, those included that are made by rule."""
    feeds = sum(node.kind == PowerNodeKind.FEED for node in plan.power_nodes)
    cords = sum(cord.giver is not None for cord in plan.power_cords)
    rows = {wiring.row for wiring in plan.wirings if wiring.row is not None}
    halls = {wiring.hall for wiring in plan.wirings if wiring.row is None}
    wired = {number for number, rack in enumerate(plan.racks) if rack.row in rows or rack.hall in halls}
    fed = Counter(device.type for device in plan.devices if device.rack in wired)
    fed += Counter(device.type for device in plan.devices if device.hall in halls)
    for key, count in fed.items():
        kind = kind_of(key)
        type_sockets = None if kind is None else sockets(kind)
        if kind is None or type_sockets is None or not type_sockets.inlets:
            continue
        if type_sockets.gives:
            feeds += count if kind.family is Family.PDU else 0
        elif kind.mount is Mount.FLOOR:
            feeds += count * sum(inlet.kind == BY_HAND for inlet in type_sockets.inlets)
        else:
            cords += count * len(type_sockets.inlets)
    return feeds, cords
