"""Thermal classes: the air or water allowed for a class of devices, and the class that a temperature requires."""

from collections.abc import Iterable
from dataclasses import dataclass

from gpudesk.core.hardware.hardware import Confidence


@dataclass(frozen=True, slots=True)
class Span:
    """From a least to a greatest value, both included."""

    least: float
    greatest: float

    def holds(self, value: float) -> bool:
        """Whether a value is within it."""
        return self.least <= value <= self.greatest


@dataclass(frozen=True, slots=True)
class AirClass:
    """What air may reach the inlets of devices of a class.

    Attributes:
        recommended_c, allowable_c: temperature; the greatest allowable one holds up to `altitude_from_m`.
        dew_point_c, humidity_percent: allowable; both have to hold.
        altitude_m_per_k: meters above `altitude_from_m` that take 1 K off the greatest allowable temperature.
    """

    name: str
    recommended_c: Span
    allowable_c: Span
    dew_point_c: Span
    humidity_percent: Span
    altitude_from_m: float
    altitude_m_per_k: float
    source: str
    source_es: str
    confidence: Confidence
    note: str = ""
    note_es: str = ""

    def allowable_at(self, altitude_m: float) -> Span:
        """The allowable temperatures at an altitude."""
        return Span(self.allowable_c.least, self.allowable_c.greatest - self._lost_k(altitude_m))

    def recommended_at(self, altitude_m: float) -> Span:
        """The recommended temperatures at an altitude: never above the allowable limit there."""
        return Span(self.recommended_c.least, min(self.recommended_c.greatest, self.allowable_at(altitude_m).greatest))

    def _lost_k(self, altitude_m: float) -> float:
        return max(0.0, altitude_m - self.altitude_from_m) / self.altitude_m_per_k


@dataclass(frozen=True, slots=True)
class LiquidClass:
    """What water or coolant may reach devices of a class, None for any temperature."""

    name: str
    supply_max_c: float | None
    source: str
    source_es: str
    confidence: Confidence

    def bears(self, supply_c: float) -> bool:
        """Whether devices of the class run on a supply temperature."""
        return self.supply_max_c is None or supply_c <= self.supply_max_c


def air_classes_for(classes: Iterable[AirClass], inlet_c: float, altitude_m: float) -> tuple[AirClass, ...]:
    """The classes whose devices may operate in air of a temperature at an altitude."""
    return tuple(air_class for air_class in classes if air_class.allowable_at(altitude_m).holds(inlet_c))


def liquid_class_for(classes: Iterable[LiquidClass], supply_c: float) -> LiquidClass | None:
    """The first class, from the coldest up, that allows a supply temperature; None if none does."""
    return next((liquid_class for liquid_class in classes if liquid_class.bears(supply_c)), None)
