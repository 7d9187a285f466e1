"""The circuit behind a wall socket, and what a machine draws from it."""

from dataclasses import dataclass
from enum import StrEnum


class PowerAt(StrEnum):
    """Where a printed power of a machine is counted."""

    WALL = "wall"
    """What it draws from the socket."""
    OUTPUT = "output"
    """What its power supply gives; the losses of the supply come on top."""


@dataclass(frozen=True, slots=True)
class SupplyEfficiency:
    """What a power supply gives of what it takes.

    Attributes:
        share: output by input, over 0 and at most 1.
        source: where the figure comes from.
    """

    share: float
    source: str


@dataclass(frozen=True, slots=True)
class WallDraw:
    """What a machine draws from the socket, and what it was worked out from.

    Attributes:
        wall_w: at the wall.
        output_w: behind the supply.
        efficiency: that counted; None where the power was known at the wall.
    """

    wall_w: float
    output_w: float
    efficiency: SupplyEfficiency | None


@dataclass(frozen=True, slots=True)
class WallCircuit:
    """A circuit of one line.

    Attributes:
        continuous_factor: the part of the breaker that loads of three hours and more may take.
        source: where the figures come from.
        planned: the efficiency of supplies on its voltage of which none is known.
    """

    voltage_v: float
    breaker_a: float
    continuous_factor: float
    source: str
    planned: SupplyEfficiency

    def bears_w(self, power_factor: float) -> float:
        """The power that may be drawn for long, in W."""
        return self.voltage_v * self.breaker_a * self.continuous_factor * power_factor

    def draw(self, power_w: float, counted: PowerAt, known: SupplyEfficiency | None = None) -> WallDraw:
        """What a machine of some power draws from this circuit: the losses of its supply count once, and only where they are not in it.

        Args:
            counted: where the power is counted.
            known: the efficiency of its own supply; that of planning unless said.
        """
        efficiency = known or self.planned
        if counted is PowerAt.WALL:
            return WallDraw(power_w, power_w * efficiency.share, None)
        return WallDraw(power_w / efficiency.share, power_w, efficiency)
