"""The circuit of a wall socket, and the power a machine draws from it."""

from dataclasses import dataclass
from enum import StrEnum


class PowerAt(StrEnum):
    """Where a printed power of a machine is counted."""

    WALL = "wall"
    """Power drawn from the socket."""
    OUTPUT = "output"
    """Output of the power supply; its losses are added."""


@dataclass(frozen=True, slots=True)
class SupplyEfficiency:
    """Output of a power supply as a share of its input.

    Attributes:
        share: output divided by input, above 0 and at most 1.
        source: source of the figure.
    """

    share: float
    source: str


@dataclass(frozen=True, slots=True)
class WallDraw:
    """Power drawn by a machine from the socket, and the inputs of the calculation.

    Attributes:
        wall_w: at the wall.
        output_w: at the output of the supply.
        efficiency: efficiency applied; None if the power was known at the wall.
    """

    wall_w: float
    output_w: float
    efficiency: SupplyEfficiency | None


@dataclass(frozen=True, slots=True)
class WallCircuit:
    """A single-phase circuit.

    Attributes:
        continuous_factor: share of the breaker available for loads of three hours and more.
        source: source of the figures.
        planned: efficiency assumed at its voltage for supplies with unknown efficiency.
    """

    voltage_v: float
    breaker_a: float
    continuous_factor: float
    source: str
    planned: SupplyEfficiency

    def bears_w(self, power_factor: float) -> float:
        """Continuous power limit, in W."""
        return self.voltage_v * self.breaker_a * self.continuous_factor * power_factor

    def draw(self, power_w: float, counted: PowerAt, known: SupplyEfficiency | None = None) -> WallDraw:
        """Power that a machine draws from this circuit: supply losses count once, and only where they are not already included.

        Args:
            counted: where the power is counted.
            known: the efficiency of its supply; by default the planning value.
        """
        efficiency = known or self.planned
        if counted is PowerAt.WALL:
            return WallDraw(power_w, power_w * efficiency.share, None)
        return WallDraw(power_w / efficiency.share, power_w, efficiency)
