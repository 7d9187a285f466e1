"""All types of the catalog as columns: sorted, filtered and counted in numpy, without making a single type."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.entry import FamilyDefinition, Origin
from gpudesk.core.hardware.hardware import Confidence, Family
from gpudesk.store.catalog_db import FactRow, ItemRow

Mask = NDArray[np.bool_]
Codes = NDArray[np.int64]
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filter criteria of a table of types; an empty set or an open range sets no condition.

    Attributes:
        ranges: name of a numeric fact to its minimum and maximum, None if open. Unknown values do not match.
        choices: name of a text fact to the accepted values.
        missing: only types for which this fact is expected but unknown; "" for all.
    """

    families: frozenset[str] = frozenset()
    vendors: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    ranges: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    choices: Mapping[str, frozenset[str]] = field(default_factory=dict)
    missing: str = ""


@dataclass(slots=True)
class _Known:
    """The rows in which one fact is known. Plain lists spare the garbage collector a scan of hundreds of thousands of rows."""

    rows: list[int] = field(default_factory=list)
    values: list[float | str] = field(default_factory=list)
    confidences: list[str] = field(default_factory=list)


class TypeTable:
    """One row per type, ordered by key.

    Attributes:
        keys, titles, models: shape (n,).
        families, vendors, origins: text values, shape (n,).
    """

    def __init__(
        self,
        items: Sequence[tuple[ItemRow, Origin]],
        facts: Iterable[FactRow],
        families: Mapping[str, FamilyDefinition],
    ) -> None:
        self.keys = [item.key for item, _ in items]
        self.models = [item.model for item, _ in items]
        self.titles = [item.model if item.model.startswith(item.vendor) else f"{item.vendor} {item.model}" for item, _ in items]
        self.families = [item.family for item, _ in items]
        self.vendors = [item.vendor for item, _ in items]
        self.origins = [origin.value for _, origin in items]
        self._definitions = families
        self._rows = {key: row for row, key in enumerate(self.keys)}
        self._facts: dict[str, _Known] = {}
        for fact in facts:
            row = self._rows.get(fact.key)
            if row is not None:
                known = self._facts.setdefault(fact.name, _Known())
                known.rows.append(row)
                known.values.append(fact.value)
                known.confidences.append(fact.confidence)
        self._numbers: dict[str, Reals] = {}
        self._known: dict[str, Mask] = {}
        self._doubtful: dict[str, Mask] = {}
        self._coded: dict[str, tuple[list[str], Codes]] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def row(self, key: str) -> int | None:
        """The row of a type, None if the key does not exist."""
        return self._rows.get(key)

    def rows_of(self, keys: Iterable[str]) -> Codes:
        """The rows of the types of these keys in their order; keys that are not there are left out."""
        return np.array([self._rows[key] for key in keys if key in self._rows], np.int64)

    def rows_mask(self, keys: Iterable[str]) -> Mask:
        """Mask of the rows of these keys, shape (n,)."""
        mask = np.zeros(len(self), bool)
        mask[self.rows_of(keys)] = True
        return mask

    def numbers(self, name: str) -> Reals:
        """A numeric fact, NaN where it is unknown, shape (n,)."""
        if name not in self._numbers:
            column = np.full(len(self), np.nan)
            known = self._facts.get(name, _Known())
            for row, value in zip(known.rows, known.values, strict=True):
                if not isinstance(value, str):
                    column[row] = value
            self._numbers[name] = column
        return self._numbers[name]

    def words(self, name: str) -> list[str]:
        """A text fact, "" where it is unknown."""
        column = [""] * len(self)
        known = self._facts.get(name, _Known())
        for row, value in zip(known.rows, known.values, strict=True):
            column[row] = str(value)
        return column

    def confidence(self, name: str) -> list[str]:
        """The confidence of a fact, "" where it is unknown."""
        column = [""] * len(self)
        known = self._facts.get(name, _Known())
        for row, confidence in zip(known.rows, known.confidences, strict=True):
            column[row] = confidence
        return column

    def known(self, name: str) -> Mask:
        """Whether a fact is known, shape (n,)."""
        if name not in self._known:
            self._known[name] = self._mask(self._facts.get(name, _Known()).rows)
        return self._known[name]

    def doubtful(self, name: str) -> Mask:
        """Whether a fact is from memory, shape (n,)."""
        if name not in self._doubtful:
            known = self._facts.get(name, _Known())
            pairs = zip(known.rows, known.confidences, strict=True)
            self._doubtful[name] = self._mask(row for row, confidence in pairs if confidence == Confidence.MEMORY)
        return self._doubtful[name]

    def _mask(self, rows: Iterable[int]) -> Mask:
        """A cached mask, therefore read-only."""
        mask = np.zeros(len(self), bool)
        mask[list(rows)] = True
        mask.setflags(write=False)
        return mask

    @cached_property
    def missing_counts(self) -> Codes:
        """How many of the facts that its family expects each type lacks."""
        counts = np.zeros(len(self), np.int64)
        for name in {name for definition in self._definitions.values() for name in definition.expected}:
            counts += self.lacks(name)
        return counts

    @cached_property
    def doubtful_counts(self) -> Codes:
        """How many facts of each type are from memory."""
        counts = np.zeros(len(self), np.int64)
        for name in self._facts:
            counts += self.doubtful(name)
        return counts

    @cached_property
    def shown_order(self) -> Codes:
        """The rows by family, vendor and model."""
        place = {family: number for number, family in enumerate(self._definitions)}
        by = [(place.get(family, 99), vendor.casefold(), model.casefold()) for family, vendor, model in self._named()]
        return np.array(sorted(range(len(self)), key=by.__getitem__), np.int64)

    def _named(self) -> Iterable[tuple[str, str, str]]:
        return zip(self.families, self.vendors, self.models, strict=True)

    def lacks(self, name: str) -> Mask:
        """Which types lack a fact that their family expects, shape (n,)."""
        families, codes = self.coded("families")
        expecting = np.array([family in self._definitions and name in self._definitions[family].expected for family in families], bool)
        return expecting[codes] & ~self.known(name) if len(self) else np.zeros(0, bool)

    def missing_facts(self, row: int) -> tuple[str, ...]:
        """The names of the facts that one type lacks, in the order of its family."""
        definition = self._definitions.get(self.families[row])
        return () if definition is None else tuple(name for name in definition.expected if not self.known(name)[row])

    def matches(self, wanted: Wanted, *, but: str = "") -> Mask:
        """Mask of the types that match the criteria, shape (n,).

        Args:
            but: a criterion to ignore ("families", "vendors" or "origins"): the rows that another choice there would match.
        """
        mask = np.ones(len(self), bool)
        for name in ("families", "vendors", "origins"):
            words: frozenset[str] = getattr(wanted, name)
            if words and name != but:
                names, codes = self.coded(name)
                mask &= np.array([word in words for word in names], bool)[codes]
        for name, (low, high) in wanted.ranges.items():
            values = self.numbers(name)
            if low is not None:
                mask &= values >= low
            if high is not None:
                mask &= values <= high
        for name, words in wanted.choices.items():
            if words:
                mask &= np.array([word in words for word in self.words(name)], bool)
        if wanted.missing:
            mask &= self.lacks(wanted.missing)
        return mask

    def coded(self, name: str) -> tuple[list[str], Codes]:
        """The distinct values of the column "families", "vendors" or "origins", and the index of the value in each row."""
        if name not in self._coded:
            column: list[str] = getattr(self, name)
            words = sorted(set(column))
            place = {word: number for number, word in enumerate(words)}
            self._coded[name] = words, np.array([place[word] for word in column], np.int64)
        return self._coded[name]

    def counts(self, name: str, mask: Mask) -> dict[str, int]:
        """Frequency of each value of the column "families", "vendors" or "origins" among some types, most frequent first."""
        words, codes = self.coded(name)
        counts = np.bincount(codes[mask], minlength=len(words)).tolist()
        frequencies = ((word, count) for word, count in zip(words, counts, strict=True) if count)
        return dict(sorted(frequencies, key=lambda entry: (-entry[1], entry[0].casefold())))

    def missing_by_fact(self, mask: Mask) -> dict[str, int]:
        """Expected facts and how many of some types lack them, the most lacking first."""
        names = dict.fromkeys(name for family in Family for name in self._expected(family))
        lacking = {name: int((self.lacks(name) & mask).sum()) for name in names}
        return dict(sorted(((name, count) for name, count in lacking.items() if count), key=lambda entry: -entry[1]))

    def _expected(self, family: Family) -> tuple[str, ...]:
        definition = self._definitions.get(family.value)
        return () if definition is None else definition.expected


def order_by(values: Sequence[str] | Reals, *, descending: bool = False) -> Codes:
    """The rows in ascending or descending order of a column; ties keep their order, unknown values are always last."""
    if isinstance(values, np.ndarray):
        unknown = np.isnan(values)
        keys = np.where(unknown, np.inf, -values if descending else values)
        return np.argsort(keys, kind="stable")
    words = np.array([word.casefold() for word in values], dtype=object)
    ranks = np.unique(words.astype(str), return_inverse=True)[1] if len(words) else np.zeros(0, np.int64)
    empty = words == ""
    return np.argsort(np.where(empty, len(words) + 1, -ranks if descending else ranks), kind="stable")
