"""Search as one types: every word must be found, names count more than descriptions, whole words more than beginnings.

The words of all items are kept sorted, each with the items in which it stands; items with an equal text (a vendor, a family) share
one list. A word that is typed is then found by bisection, whole or as a beginning, instead of by looking into every item.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain

from gpudesk.catalog.entry import FamilyDefinition
from gpudesk.store.catalog_db import ItemRow

_NOT_WORD = re.compile(r"[^0-9a-z]+")
_LAST = "\x7f"
"""Comes after every letter that a folded word holds."""
_INSIDE_FROM = 3
"""Fewer letters are inside almost everything."""


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a word is worth in a place: as a whole word, as the beginning of one, anywhere inside."""

    whole: int
    begins: int
    inside: int = 0


_NAME = _Worth(60, 45, 12)
_ALIAS = _Worth(50, 40, 10)
_PART = _Worth(55, 42, 14)
_VENDOR = _Worth(30, 24)
_FAMILY = _Worth(22, 16)
_PROSE = _Worth(8, 6)


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
        texts: _Texts = {}
        for rank, item in enumerate(ranked):
            for worth, place in _places(item, families.get(item.family)):
                texts.setdefault((worth, place), []).append(rank)
        self._words: list[str] = []
        self._postings: list[dict[_Worth, list[list[int]]]] = []
        self._index(texts)
        self._joined, self._joined_starts, self._joined_of = _joined(texts)

    def _index(self, texts: "_Texts") -> None:
        postings: dict[str, dict[_Worth, list[list[int]]]] = {}
        for (worth, place), ranks in texts.items():
            for word in {word for text in place for word in _words(text)}:
                lists = postings.setdefault(word, {}).setdefault(worth, [[]])
                if len(ranks) == 1:
                    lists[0].append(ranks[0])
                else:
                    lists.append(ranks)
        self._words = sorted(postings)
        self._postings = [postings[word] for word in self._words]

    def find(self, text: str, family: str | None, limit: int) -> list[tuple[str, int]]:
        """Keys and scores, best first; all items in their order for a text without words.

        Args:
            family: only items of this family, None for all.
            limit: at most so many.
        """
        wanted = [word for word in (_NOT_WORD.sub("", folded(part)) for part in text.split()) if word]
        if not wanted:
            every = (rank for rank in range(len(self._keys)) if family is None or self._families[rank] == family)
            return [(self._keys[rank], 0) for rank, _ in zip(every, range(limit), strict=False)]
        scores: dict[int, int] | None = None
        for word in dict.fromkeys(wanted):
            times = wanted.count(word)
            found = self._scores(word)
            if scores is None:
                scores = {rank: score * times for rank, score in found.items()}
            else:
                scores = {rank: scores[rank] + found[rank] * times for rank in scores.keys() & found.keys()}
        total = len(self._keys)
        scored = scores or {}
        if family is not None:
            scored = {rank: score for rank, score in scored.items() if self._families[rank] == family}
        # The best score first, then the order of the items: both in one number.
        hits = nsmallest(limit, [rank - score * total for rank, score in scored.items()])
        return [(self._keys[hit % total], -(hit // total)) for hit in hits]

    def _scores(self, word: str) -> dict[int, int]:
        """The best score of the word for each item in which it is found."""
        lists: dict[int, list[list[int]]] = {}
        if len(word) >= _INSIDE_FROM:
            for worth, ranks in self._inside(word):
                lists.setdefault(worth.inside, []).append(ranks)
        first = bisect_left(self._words, word)
        last = bisect_left(self._words, word + _LAST, first)
        for place in range(first, last):
            is_whole = self._words[place] == word
            for worth, found in self._postings[place].items():
                lists.setdefault(worth.whole if is_whole else worth.begins, []).extend(found)
        best: dict[int, int] = {}
        for score in sorted(lists):
            best.update(dict.fromkeys(chain.from_iterable(lists[score]), score))
        return best

    def _inside(self, word: str) -> Iterator[tuple[_Worth, list[int]]]:
        """The texts that hold the word anywhere, blanks and marks left out."""
        starts = self._joined_starts
        at = self._joined.find(word)
        while at >= 0:
            following = bisect_left(starts, at + 1)
            yield self._joined_of[following - 1]
            at = self._joined.find(word, starts[following]) if following < len(starts) else -1


_Texts = dict[tuple[_Worth, tuple[str, ...]], list[int]]


def _words(text: str) -> set[str]:
    """The words of a text, and the text without blanks and marks: "dgx", "h100", "dgxh100"."""
    apart = _NOT_WORD.sub(" ", folded(text)).split()
    return {*apart, "".join(apart)} if apart else set()


def _joined(texts: _Texts) -> tuple[str, list[int], list[tuple[_Worth, list[int]]]]:
    """All texts in which the inside of a word counts, as one: the text, where each begins, and whose it is."""
    parts: list[str] = []
    starts: list[int] = []
    owners: list[tuple[_Worth, list[int]]] = []
    at = 0
    for (worth, place), ranks in texts.items():
        for text in place if worth.inside else ():
            if joined := _NOT_WORD.sub("", folded(text)):
                parts.append(joined)
                starts.append(at)
                owners.append((worth, ranks))
                at += len(joined) + 1
    return " ".join(parts), starts, owners


def _places(item: ItemRow, family: FamilyDefinition | None) -> tuple[tuple[_Worth, tuple[str, ...]], ...]:
    named = (family.title, family.title_es, family.singular, family.singular_es) if family else ()
    return (
        (_NAME, (item.model,)),
        (_ALIAS, item.aliases),
        (_PART, (*item.part_numbers, item.key)),
        (_VENDOR, (item.vendor,)),
        (_FAMILY, (item.family, *named)),
        (_PROSE, (item.description, item.description_es)),
    )
