"""Search as one types: every word must be found, names count more than descriptions, whole words more than beginnings.

The words of all items are kept sorted, each with the items in which it stands; items with an equal text (a vendor, a family) share
one list. A word that is typed is then found by bisection, whole or as a beginning, instead of by looking into every item.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import nsmallest
from itertools import chain

from gpudesk.catalog.entry import FamilyDefinition
from gpudesk.store.catalog_db import ItemRow

_WORD = re.compile(r"[0-9a-z]+")
_LAST = "\x7f"
"""Comes after every letter that a folded word holds."""
_INSIDE_FROM = 3
"""Fewer letters are inside almost everything."""


# What a word is worth in each place: as a whole word, as the beginning of one, anywhere inside. Places are numbers, because there are
# many thousand look-ups by them while the index is made.
_NAME, _ALIAS, _PART, _VENDOR, _FAMILY, _PROSE = range(6)
_WHOLE = (60, 50, 55, 30, 22, 8)
_BEGINS = (45, 40, 42, 24, 16, 6)
_INSIDE = (12, 10, 14, 0, 0, 0)

_PARTED = 1
"""What is worth that was typed as one word and is found as several: anything else goes before."""


def folded(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


class SearchIndex:
    """The words of all items, made once when they are first looked for and used from any thread."""

    def __init__(self, items: Iterable[ItemRow], families: dict[str, FamilyDefinition]) -> None:
        order = {name: place for place, name in enumerate(families)}
        ranked = sorted(items, key=lambda item: (order.get(item.family, 99), item.vendor, item.model))
        self._keys = [item.key for item in ranked]
        self._families = [item.family for item in ranked]
        texts: dict[tuple[int, tuple[str, ...]], list[int]] = {}
        for rank, item in enumerate(ranked):
            for placed in _places(item, families.get(item.family)):
                texts.setdefault(placed, []).append(rank)
        postings: dict[str, dict[int, list[list[int]]]] = {}
        joined_texts: list[str] = []
        self._joined_starts: list[int] = []
        self._joined_of: list[tuple[int, list[int]]] = []
        at = 0
        for (place, texts_there), found_in in texts.items():
            known: set[str] = set()
            for text in texts_there:
                apart = _WORD.findall(folded(text))
                joined = "".join(apart)
                known.update(apart)
                known.add(joined)
                if joined and _INSIDE[place]:
                    joined_texts.append(joined)
                    self._joined_starts.append(at)
                    self._joined_of.append((place, found_in))
                    at += len(joined) + 1
            known.discard("")
            for word in known:
                lists = postings.setdefault(word, {}).setdefault(place, [[]])
                if len(found_in) == 1:
                    lists[0].append(found_in[0])
                else:
                    lists.append(found_in)
        self._joined = " ".join(joined_texts)
        self._models: dict[str, list[int]] = {}
        for rank, item in enumerate(ranked):
            self._models.setdefault("".join(_WORD.findall(folded(item.model))), []).append(rank)
        self._words = sorted(postings)
        self._postings = [postings[word] for word in self._words]

    def find(self, text: str, family: str | None, limit: int) -> list[tuple[str, int]]:
        """Keys and scores, best first; all items in their order for a text without words.

        Args:
            family: only items of this family, None for all.
            limit: at most so many.
        """
        wanted = [tuple(words) for part in text.split() if (words := _WORD.findall(folded(part)))]
        if not wanted:
            every = (rank for rank in range(len(self._keys)) if family is None or self._families[rank] == family)
            return [(self._keys[rank], 0) for rank, _ in zip(every, range(limit), strict=False)]
        scores: dict[int, int] | None = None
        for apart in dict.fromkeys(wanted):
            times = wanted.count(apart)
            found = self._scores_of(apart)
            if scores is None:
                scores = {rank: score * times for rank, score in found.items()}
            else:
                scores = {rank: scores[rank] + found[rank] * times for rank in scores.keys() & found.keys()}
        total = len(self._keys)
        scored = scores or {}
        if family is not None:
            scored = {rank: score for rank, score in scored.items() if self._families[rank] == family}
        # The best score first, then the model that is just what was typed, then the order of the items: all in one number.
        typed = self._models.get("".join(chain.from_iterable(wanted)), ())
        hits = nsmallest(limit, [rank - (2 * score + (rank in typed)) * total for rank, score in scored.items()])
        return [(self._keys[hit % total], -(hit // total) // 2) for hit in hits]

    def _scores_of(self, apart: tuple[str, ...]) -> dict[int, int]:
        """The score of what was typed without blanks: marks in it ("9209b-21", "2,0") may join one word or part several."""
        found = self._scores("".join(apart))
        if len(apart) > 1:
            parted = set.intersection(*(set(self._scores(word)) for word in apart))
            found.update(dict.fromkeys(parted - found.keys(), _PARTED))
        return found

    def _scores(self, word: str) -> dict[int, int]:
        """The best score of the word for each item in which it is found."""
        lists: dict[int, list[list[int]]] = {}
        if len(word) >= _INSIDE_FROM:
            for place, ranks in self._inside(word):
                lists.setdefault(_INSIDE[place], []).append(ranks)
        first = bisect_left(self._words, word)
        last = bisect_left(self._words, word + _LAST, first)
        for at in range(first, last):
            worth = _WHOLE if self._words[at] == word else _BEGINS
            for place, found in self._postings[at].items():
                lists.setdefault(worth[place], []).extend(found)
        best: dict[int, int] = {}
        for score in sorted(lists):
            best.update(dict.fromkeys(chain.from_iterable(lists[score]), score))
        return best

    def _inside(self, word: str) -> Iterator[tuple[int, list[int]]]:
        """The texts that hold the word anywhere, blanks and marks left out."""
        starts = self._joined_starts
        at = self._joined.find(word)
        while at >= 0:
            following = bisect_left(starts, at + 1)
            yield self._joined_of[following - 1]
            at = self._joined.find(word, starts[following]) if following < len(starts) else -1


def _places(item: ItemRow, family: FamilyDefinition | None) -> tuple[tuple[int, tuple[str, ...]], ...]:
    named = (family.title, family.title_es, family.singular, family.singular_es) if family else ()
    return (
        (_NAME, (item.model,)),
        (_ALIAS, item.aliases),
        (_PART, (*item.part_numbers, item.key)),
        (_VENDOR, (item.vendor,)),
        (_FAMILY, (item.family, *named)),
        (_PROSE, (item.description, item.description_es)),
    )
