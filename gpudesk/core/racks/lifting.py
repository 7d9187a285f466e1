"""Who lifts what: one person, several, or a machine."""

import numpy as np

from gpudesk.core.racks.placement import Mask, Reals


def needs_machine(stated: Reals, mass_kg: Reals, people_limit_kg: float) -> Mask:
    """Whether things are lifted by a machine, shape (n,): their type says so (1), or they weigh more than people lift together.

    Where neither is known, NaN, nothing is said.
    """
    needed: Mask = (stated == 1) | (mass_kg > people_limit_kg)
    return needed


def people_to_lift(stated: float | None, mass_kg: float | None, one_person_limit_kg: float) -> int | None:
    """How many people lift a thing: what its type says, else two above what one person lifts; None where its mass is not known."""
    if stated:
        return int(stated)
    if mass_kg is None or np.isnan(mass_kg):
        return None
    return 2 if mass_kg > one_person_limit_kg else 1
