"""Colors that a person may choose for networks and rails: names of a palette that has its tones in every theme, or free ones."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message

PALETTE = (*(f"rail.{number}" for number in range(8)), *(f"network.{kind}" for kind in ("compute", "storage", "in_band", "out_of_band")))
"""The names of the palette: tones that each theme keeps distinct from each other and from its background."""
MOST_RAIL = 63
_FREE = re.compile(r"#[0-9a-f]{6}")


class Coloured(StrEnum):
    """Objects that can have an individual color."""

    NETWORK = "network"
    RAIL = "rail"


@dataclass(frozen=True, slots=True)
class FabricColours:
    """The colors chosen in a project: name of the palette or "#rrggbb", by the ids of networks and the numbers of rails."""

    networks: Mapping[int, str] = field(default_factory=dict)
    rails: Mapping[int, str] = field(default_factory=dict)

    def of(self, what: Coloured, number: int) -> str | None:
        """The color of one of them, None where the usual one holds."""
        return (self.networks if what is Coloured.NETWORK else self.rails).get(number)


def checked_colour(text: str) -> str:
    """A color in its stored form.

    Raises:
        Refused: it is neither a name of the palette nor "#rrggbb".
    """
    colour = text.strip().lower()
    if colour not in PALETTE and not _FREE.fullmatch(colour):
        refusal = QT_TRANSLATE_NOOP("fabric_colours", "{colour} is not a color: write it as #rrggbb, such as #1754d8.")
        raise Refused(Message("fabric_colours", refusal, {"colour": text[:40]}))
    return colour
