"""Who lifts what: one person, several, or a machine."""

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals


def needs_machine(stated: Reals, mass_kg: Reals, people_limit_kg: float) -> Mask:
    """Whether devices require a lift, shape (n,): stated by their type (1), or their mass exceeds the limit of a team.

    False where both are unknown (NaN).
    """
    needed: Mask = (stated == 1) | (mass_kg > people_limit_kg)
    return needed


def people_to_lift(stated: float | None, mass_kg: float | None, one_person_limit_kg: float) -> int | None:
    """Number of people required to lift a device: stated by its type, else 2 above the limit of one person; None if unknown."""
    if stated:
        return int(stated)
    if mass_kg is None or np.isnan(mass_kg):
        return None
    return 2 if mass_kg > one_person_limit_kg else 1
