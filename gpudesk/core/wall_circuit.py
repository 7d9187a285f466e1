"""The circuit behind a wall socket."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WallCircuit:
    """A circuit of one line.

    Attributes:
        continuous_factor: the part of the breaker that loads of three hours and more may take.
        source: where the figures come from.
    """

    voltage_v: float
    breaker_a: float
    continuous_factor: float
    source: str

    def bears_w(self, power_factor: float) -> float:
        """The power that may be drawn for long, in W."""
        return self.voltage_v * self.breaker_a * self.continuous_factor * power_factor
