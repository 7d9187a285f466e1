"""What a plan would come to before it is built: counts, power and mass of its racks and devices."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from gpudesk.core.hardware import HardwareType, Mount
from gpudesk.core.plan import Plan
from gpudesk.derived.powers import WITHOUT_POWER


@dataclass(frozen=True, slots=True)
class PlanTotals:
    """Sums of a plan.

    Attributes:
        systems: racks and devices that hold GPUs.
        power_max_w, mass_kg: sums of what is known; power_missing, mass_missing say of how many things it is not.
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


def plan_totals(plan: Plan, kind_of: Callable[[str], HardwareType | None]) -> PlanTotals:
    """The sums of a plan; racks draw no power of their own.

    Args:
        kind_of: the type of a key, None where nobody knows it.
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
    return PlanTotals(len(plan.halls), len(plan.racks), len(plan.devices), systems, gpus, power_w, power_missing, mass_kg, mass_missing)
