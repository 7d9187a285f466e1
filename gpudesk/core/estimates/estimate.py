"""Estimated values: each with its range, its terms, its source and its confidence."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gpudesk.core.messages.message import Message


class Kind(StrEnum):
    """The origin of a value, the strongest first."""

    EXACT = "exact"
    """Counted, or the sum of stored values."""
    CALIBRATED = "calibrated"
    """A formula whose constants were fitted to published measurements."""
    RULE = "rule of thumb"
    """A typical assumption; nothing was measured here."""


_ORDER = tuple(Kind)


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a value.

    Attributes:
        name: a stable key, for files and programs.
        title: its display name.
        low, high: range that contains the true value in nine cases out of ten; equal to `value` if it is exact.
        formula: its calculation, with the numbers.
        source: the source of the formula or its constants.
    """

    name: str
    title: Message
    value: float
    low: float
    high: float
    unit: str
    kind: Kind
    formula: Message | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure that is the sum of its terms."""

    value: float
    low: float
    high: float
    unit: str
    kind: Kind
    terms: tuple[Term, ...]
    warnings: tuple[Message, ...] = ()

    def term(self, name: str) -> Term:
        """Raises:
        KeyError: there is no such term.
        """
        for term in self.terms:
            if term.name == name:
                return term
        raise KeyError(name)


def exact(name: str, title: Message, value: float, unit: str, formula: Message | None = None, source: str = "") -> Term:
    """A term that is counted."""
    return Term(name, title, value, value, value, unit, Kind.EXACT, formula, source)


def weakest(kinds: Iterable[Kind]) -> Kind:
    """The kind that a figure made of such parts has."""
    return max(kinds, key=_ORDER.index, default=Kind.EXACT)


def total(terms: Iterable[Term], warnings: Iterable[Message] = ()) -> Estimate:
    """The sum; its range adds up the ranges, which is wider than the truth where terms err independently.

    Raises:
        ValueError: the terms have different units, or there is none.
    """
    listed_terms = tuple(terms)
    units = {term.unit for term in listed_terms}
    if len(units) != 1:
        raise ValueError(f"one unit is needed, not {sorted(units)}")
    return Estimate(
        value=sum(term.value for term in listed_terms),
        low=sum(term.low for term in listed_terms),
        high=sum(term.high for term in listed_terms),
        unit=units.pop(),
        kind=weakest(term.kind for term in listed_terms),
        terms=listed_terms,
        warnings=tuple(warnings),
    )
