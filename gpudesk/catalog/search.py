"""Search as one types: every word must be found, names count more than descriptions, whole words more than beginnings."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from gpudesk.catalog.entry import FamilyDefinition
from gpudesk.store.catalog_db import ItemRow

_NOT_WORD = re.compile(r"[^0-9a-z]+")

# What a word found in each place is worth: as a whole word, as its beginning, anywhere inside.
_NAME = (60, 45, 12)
_ALIAS = (50, 40, 10)
_PART = (55, 42, 14)
_VENDOR = (30, 24, 0)
_FAMILY = (22, 16, 0)
_PROSE = (8, 6, 0)


def folded(text: str) -> str:
    """Small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@dataclass(frozen=True, slots=True)
class _Place:
    words: frozenset[str]
    begun: str
    """The words, each after a blank: a beginning is found by looking for blank and beginning."""
    joined: str
    """Everything without blanks and marks: "dgxh100", "9209b21000fn0m0"."""
    worth: tuple[int, int, int]

    @classmethod
    def of(cls, texts: Iterable[str], worth: tuple[int, int, int]) -> "_Place":
        apart = [_NOT_WORD.sub(" ", folded(text)).split() for text in texts]
        flat = [word for words in apart for word in words]
        joined = " ".join("".join(words) for words in apart)
        return cls(frozenset([*flat, *joined.split()]), " " + " ".join(flat) + " " + joined, joined, worth)

    def score(self, word: str) -> int:
        whole, begins, inside = self.worth
        if word in self.words:
            return whole
        if f" {word}" in self.begun:
            return begins
        return inside if len(word) > 2 and word in self.joined else 0


class SearchIndex:
    """The words of all items, made once when the catalog is opened and used from any thread."""

    def __init__(self, items: Iterable[ItemRow], families: dict[str, FamilyDefinition]) -> None:
        self._order = {name: place for place, name in enumerate(families)}
        self._places = {item.key: _places_of(item, families.get(item.family)) for item in items}
        self._ranks = {item.key: (self._order.get(item.family, 99), item.vendor, item.model) for item in items}
        self._families = {item.key: item.family for item in items}

    def find(self, text: str, family: str | None, limit: int) -> list[tuple[str, int]]:
        """Keys and scores, best first; all items in their order for a text without words.

        Args:
            family: only items of this family, None for all.
            limit: at most so many.
        """
        words = [word for word in (_NOT_WORD.sub("", folded(part)) for part in text.split()) if word]
        found = []
        for key, places in self._places.items():
            if family is not None and self._families[key] != family:
                continue
            score = _score(places, words)
            if score or not words:
                found.append((key, score))
        found.sort(key=lambda hit: (-hit[1], self._ranks[hit[0]]))
        return found[:limit]


def _places_of(item: ItemRow, family: FamilyDefinition | None) -> tuple[_Place, ...]:
    named = [family.title, family.title_es, family.singular, family.singular_es] if family else []
    return (
        _Place.of([item.model], _NAME),
        _Place.of(item.aliases, _ALIAS),
        _Place.of([*item.part_numbers, item.key], _PART),
        _Place.of([item.vendor], _VENDOR),
        _Place.of([item.family, *named], _FAMILY),
        _Place.of([item.description, item.description_es], _PROSE),
    )


def _score(places: tuple[_Place, ...], words: list[str]) -> int:
    total = 0
    for word in words:
        best = max(place.score(word) for place in places)
        if best == 0:
            return 0
        total += best
    return total
