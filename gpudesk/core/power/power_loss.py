"""Losses of equipment that converts electricity: they become heat at its location."""

from gpudesk.core.racks.placement import Reals


def conversion_loss_w(given_w: Reals, efficiency: Reals) -> Reals:
    """The loss of a machine that gives a power: P · (1/η − 1), of IEC 62040-3, where η is output by input; 0 at η = 1."""
    return given_w * (1 / efficiency - 1)
