"""The loss of a fiber path, compared with the power budget of its optics."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of a path in dB, by what causes it.

    Attributes:
        fibre_db: of the glass.
        matings_db: of the places where connectors meet, the plugs in the transceivers left out.
        splices_db: of splices.
        matings: how many connectors meet.
    """

    fibre_db: float
    matings_db: float
    splices_db: float
    matings: int

    @property
    def total_db(self) -> float:
        """All together."""
        return self.fibre_db + self.matings_db + self.splices_db


def path_loss(
    fibre: Iterable[tuple[float, float]], matings_db: Iterable[tuple[float, int]], splices: int = 0, splice_db: float = 0.0
) -> Loss:
    """The insertion loss of a path: length × attenuation + matings + splices.

    The plug in a transceiver is not counted, as in the channel budgets of IEEE 802.3.

    Args:
        fibre: length in m and attenuation in dB/km of each section.
        matings_db: loss of each joint and the number of connectors in it (two in a cassette).
        splices: the number of splices, each of `splice_db`.
    """
    joints = tuple(matings_db)
    glass = sum(length_m / 1000 * attenuation for length_m, attenuation in fibre)
    return Loss(glass, sum(loss for loss, _ in joints), splices * splice_db, sum(count for _, count in joints))
