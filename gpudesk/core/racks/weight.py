"""Mass and balance of a loaded rack, and the resulting floor load. All functions accept arrays and single numbers.

Loads are given as masses (kg, kg/m²), as in floor and rack ratings; 1 kg weighs 9.81 N.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.values.columns import Ids
from gpudesk.core.values.unknown import filled

Reals = NDArray[np.float64]
Number = TypeVar("Number", float, Reals)


def summed(masses_kg: Reals, owner: Ids, owners: int) -> tuple[Reals, Ids]:
    """The known mass and the count of unknown masses of each owner.

    Args:
        masses_kg: shape (n,), NaN where a mass is not known.
        owner: the owner of each mass, 0 to `owners` − 1, shape (n,).

    Returns:
        The sums in kg and the counts, each of shape (owners,).
    """
    missing = np.isnan(masses_kg)
    total: Reals = np.bincount(owner, np.where(missing, 0.0, masses_kg), owners).astype(np.float64)
    return total, np.bincount(owner[missing], minlength=owners).astype(np.int64)


def centre_of_gravity_mm(masses_kg: Reals, heights_mm: Reals, owner: Ids, owners: int) -> Reals:
    """Height of the center of gravity of each owner, shape (owners,): Σ m·y / Σ m; NaN where no item has a known mass and height."""
    known = ~(np.isnan(masses_kg) | np.isnan(heights_mm))
    weights = np.where(known, masses_kg, 0.0)
    mass = np.bincount(owner, weights, owners)
    moment = np.bincount(owner, np.where(known, weights * filled(heights_mm), 0.0), owners)
    height: Reals = np.divide(moment, mass, out=np.full(owners, np.nan), where=mass > 0)
    return height


def footprint_load_kg_per_m2(mass_kg: Number, width_mm: Number, depth_mm: Number) -> Number:
    """The load under a rack itself: m / (w · d)."""
    return mass_kg / (width_mm * depth_mm * 1e-6)


def spread_load_kg_per_m2(mass_kg: Number, width_mm: Number, depth_mm: Number, aisle_share_mm: float) -> Number:
    """The load over the floor that a rack in a row claims, its share of both aisles included: m / (w · (d + s)).

    Args:
        aisle_share_mm: half of the cold aisle and half of the hot aisle; racks of one row touch, so nothing is added at the sides.
    """
    return mass_kg / (width_mm * (depth_mm + aisle_share_mm) * 1e-6)


MODULE_MM = 1200.0
"""A device wider than this is on feet of several modules: wide air handlers, fan walls and UPS are built and delivered
that way (planning, from memory)."""


def feet_under(width_mm: Reals, feet: int) -> Reals:
    """Number of feet under a device of some width: `feet` for each module, n · ⌈w / 1200 mm⌉; `feet` if the width is unknown."""
    modules = np.maximum(np.ceil(filled(width_mm) / MODULE_MM - 1e-9), 1.0)
    total_feet: Reals = feet * modules
    return total_feet


def foot_load_kg(mass_kg: Number, feet: Number | int, worst_share: float = 1.0) -> Number:
    """The load on the worst foot or caster: k · m / n, where k is 1 for an even split."""
    return mass_kg / feet * worst_share


def tip_angle_deg(base_mm: Number, centre_of_gravity: Number) -> Number:
    """The tilt at which a rack tips over its shorter side: atan((b / 2) / h), in degrees.

    Args:
        base_mm: the shorter side of its footprint.
        centre_of_gravity: its height in mm.
    """
    angle: Number = np.degrees(np.arctan2(base_mm / 2, centre_of_gravity))
    return angle
