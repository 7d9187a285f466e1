"""Numbers with provenance: a price, a rate, a share, each with its range, its source and its date."""

from dataclasses import dataclass, replace

from gpudesk.core.estimates.estimate import Kind, Term
from gpudesk.core.hardware.hardware import Confidence
from gpudesk.core.messages.message import Message

CONTEXT = "cost"
HOURS_PER_YEAR = 8760
MONTHS_PER_YEAR = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its range and its source.

    Attributes:
        low, high: the observed range; equal to `value` if fixed by a user or a contract.
        date: its day, month or year, "" if it has none.
    """

    value: float
    low: float
    high: float
    source: str = ""
    confidence: Confidence = Confidence.READ
    date: str = ""

    @property
    def kind(self) -> Kind:
        """Its confidence: fixed, published, or a typical value."""
        if self.low == self.value == self.high and self.confidence is Confidence.READ:
            return Kind.EXACT
        return Kind.CALIBRATED if self.confidence in (Confidence.READ, Confidence.SECONDARY) else Kind.RULE

    def times(self, factor: float) -> "Figure":
        """The same in another unit; `factor` is not negative."""
        return replace(self, value=self.value * factor, low=self.low * factor, high=self.high * factor)

    def at(self, end: int) -> float:
        """The value for 0, the low end for -1, the high end for 1."""
        return self.value if end == 0 else self.low if end < 0 else self.high


def said(value: float, source: str = "") -> Figure:
    """A number given by a user: treated as exact."""
    return Figure(value, value, value, source)


def term_of(name: str, title: Message, ends: tuple[float, float, float], unit: str, kind: Kind, formula: Message, source: str) -> Term:
    """A term from its low end, its value and its high end, in that order."""
    low, value, high = ends
    return Term(name, title, value, min(low, high), max(low, high), unit, kind, formula, source)
