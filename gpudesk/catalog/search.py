"""As-you-type search: every word must match, names count more than descriptions, whole words more than prefixes.

The words of all items are kept sorted, each with the items that contain it; items with an equal text (a vendor, a family) share
one list. A typed word is then found by bisection, whole or as a prefix, without a scan of every item.

If names and descriptions match only a few items, facts and synonyms are searched too, and these results are ranked last.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.entry import FactDefinition, FamilyDefinition
from gpudesk.catalog.search_facts import FactWords, Meanings
from gpudesk.catalog.search_terms import WORD, folded
from gpudesk.catalog.type_names import spanish_models
from gpudesk.store.catalog_db import FactRow, ItemRow

Scores = NDArray[np.int64]
Ranks = NDArray[np.int32]
_LAST = "\x7f"
"""A character that sorts after every letter of a folded word."""
_INSIDE_FROM = 3
"""Fewer letters are inside almost everything."""


# What a word is worth in each place: as a whole word, as the beginning of one, anywhere inside. Places are numbers, because there are
# many thousand look-ups by them while the index is made.
_NAME, _ALIAS, _PART, _VENDOR, _FAMILY, _PROSE = range(6)
_WHOLE = (60, 50, 55, 30, 22, 8)
_BEGINS = (45, 40, 42, 24, 16, 6)
_INSIDE = (12, 10, 14, 0, 0, 0)

_JUST_SO = 10_000
"""Score of a match of the whole text with a model or alias: higher than any number of matched words."""
_FEW = 5
"""Facts are also searched if at most this number of items match by name."""
_PARTED = 1
"""Score of a text typed as one word and found as several: all other matches rank higher."""


_NO_DEFINITIONS: Mapping[str, FactDefinition] = {}


class SearchIndex:
    """The words of all items, built on first use and usable from any thread."""

    def __init__(
        self,
        items: Iterable[ItemRow],
        families: dict[str, FamilyDefinition],
        facts: Callable[[], Iterable[FactRow]] = tuple,
        definitions: Mapping[str, FactDefinition] = _NO_DEFINITIONS,
        meanings: Meanings | None = None,
    ) -> None:
        """`facts` returns those of all items; it is called once, on first use."""
        self._facts = facts
        self._definitions = definitions
        self._meanings = meanings or Meanings()
        self._fact_words: FactWords | None = None
        order = {name: place for place, name in enumerate(families)}
        ranked = sorted(items, key=lambda item: (order.get(item.family, 99), item.vendor, item.model))
        self._keys = [item.key for item in ranked]
        self._families = [item.family for item in ranked]
        self._ranks = {key: rank for rank, key in enumerate(self._keys)}
        texts: dict[tuple[int, tuple[str, ...]], list[int]] = {}
        for rank, item in enumerate(ranked):
            for placed in _places(item, families.get(item.family)):
                texts.setdefault(placed, []).append(rank)
        postings: dict[str, dict[int, list[list[int]]]] = {}
        joined_texts: list[str] = []
        joined_starts: list[int] = []
        joined_places: list[int] = []
        joined_ranks: list[list[int]] = []
        at = 0
        for (place, texts_there), found_in in texts.items():
            known: set[str] = set()
            for text in texts_there:
                apart = WORD.findall(folded(text))
                joined = "".join(apart)
                known.update(apart)
                known.add(joined)
                if joined and _INSIDE[place]:
                    joined_texts.append(joined)
                    joined_starts.append(at)
                    joined_places.append(place)
                    joined_ranks.append(found_in)
                    at += len(joined) + 1
            known.discard("")
            for word in known:
                lists = postings.setdefault(word, {}).setdefault(place, [[]])
                if len(found_in) == 1:
                    lists[0].append(found_in[0])
                else:
                    lists.append(found_in)
        self._joined = " ".join(joined_texts)
        self._joined_starts = np.array(joined_starts, np.int64)
        self._joined_places = np.array(joined_places, np.int8)
        self._joined_ranks = _Lists(joined_ranks)
        self._names: dict[str, list[int]] = {}
        for rank, item in enumerate(ranked):
            for name in {"".join(WORD.findall(folded(name))) for name in (item.model, *item.aliases)}:
                self._names.setdefault(name, []).append(rank)
        self._words = sorted(postings)
        # Every word has its ranks side by side, so that all words with one beginning are one slice.
        sizes, places, ranks = [], [], []
        for word in self._words:
            size = 0
            for place, lists in postings[word].items():
                for found_in in lists:
                    ranks.extend(found_in)
                    places.extend([place] * len(found_in))
                    size += len(found_in)
            sizes.append(size)
        self._word_starts = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
        self._word_places = np.array(places, np.int8)
        self._word_ranks = np.array(ranks, np.int32)

    def find(self, text: str, family: str | None, limit: int) -> list[tuple[str, int]]:
        """Keys and scores, best first; all items in their order for a text without words.

        Args:
            family: only items of this family, None for all.
            limit: maximum number of results.
        """
        terms = [tuple(words) for part in text.split() if (words := WORD.findall(folded(part)))]
        if not terms:
            every = (rank for rank in range(len(self._keys)) if family is None or self._families[rank] == family)
            return [(self._keys[rank], 0) for rank, _ in zip(every, range(limit), strict=False)]
        within = np.ones(len(self._keys), bool) if family is None else np.array([name == family for name in self._families], bool)
        hits = self._found(terms, within, self._scores_of, limit)
        if len(hits) > min(_FEW, limit - 1):
            return hits
        telling = [apart for apart in terms if not self._meanings.is_idle("".join(apart))]
        within[[self._ranks[key] for key, _ in hits]] = False
        return [*hits, *self._found(telling, within, self._wide_scores_of, limit - len(hits))] if telling else hits

    def _found(
        self, wanted: list[tuple[str, ...]], within: NDArray[np.bool_], scored: Callable[[tuple[str, ...]], Scores], limit: int
    ) -> list[tuple[str, int]]:
        """Keys and scores of the items that match every word, best first."""
        total = len(self._keys)
        scores: Scores = np.zeros(total, np.int64)
        fits = within.copy()
        for apart in dict.fromkeys(wanted):
            part_scores = scored(apart)
            fits &= part_scores > 0
            scores += part_scores * wanted.count(apart)
        # What is called just as was typed comes first, then the best score, then the order of the items: all in one number.
        order = scores.copy()
        order[self._names.get("".join(chain.from_iterable(wanted)), [])] += _JUST_SO
        hits = np.flatnonzero(fits)
        hits = hits[np.argsort(hits - order[hits] * total, kind="stable")][:limit]
        return [(self._keys[rank], score) for rank, score in zip(hits.tolist(), scores[hits].tolist(), strict=True)]

    def _wide_scores_of(self, apart: tuple[str, ...]) -> Scores:
        """The score of the typed text, including facts and synonyms."""
        if self._fact_words is None:
            self._fact_words = FactWords(self._facts(), self._ranks, self._definitions)
        best = self._scores_of(apart)
        for word in self._meanings.of("".join(apart)):
            best = np.maximum(best, np.maximum(self._scores(word), self._fact_words.scores(word)))
        if len(apart) > 1:
            parted = np.logical_and.reduce([np.maximum(self._scores(word), self._fact_words.scores(word)) > 0 for word in apart])
            best[parted & (best == 0)] = _PARTED
        return best

    def _scores_of(self, apart: tuple[str, ...]) -> Scores:
        """The score of text without spaces: punctuation in it ("9209b-21", "2,0") may join one word or separate several."""
        scores = self._scores("".join(apart))
        if len(apart) > 1:
            parted = np.logical_and.reduce([self._scores(word) > 0 for word in apart])
            scores[parted & (scores == 0)] = _PARTED
        return scores

    def _scores(self, word: str) -> Scores:
        """The best score of the word for each item, 0 if not found, shape (n,)."""
        worths: list[tuple[int, Ranks]] = []
        if len(word) >= _INSIDE_FROM:
            worths += self._inside(word)
        first = bisect_left(self._words, word)
        last = bisect_left(self._words, word + _LAST, first)
        whole = first + 1 if first < last and self._words[first] == word else first
        for low, high, worth in ((first, whole, _WHOLE), (whole, last, _BEGINS)):
            part = slice(self._word_starts[low], self._word_starts[high])
            ranks, places = self._word_ranks[part], self._word_places[part]
            worths += [(score, ranks[places == place]) for place, score in enumerate(worth)] if len(ranks) else []
        best: Scores = np.zeros(len(self._keys), np.int64)
        # The best comes last and stays.
        for score, ranks in sorted(worths, key=lambda entry: entry[0]):
            best[ranks] = score
        return best

    def _inside(self, word: str) -> list[tuple[int, Ranks]]:
        """The items with texts that contain the word anywhere, ignoring spaces and punctuation, with their scores."""
        at = np.fromiter((occurrence.start() for occurrence in re.finditer(word, self._joined)), np.int64)
        texts = np.unique(np.searchsorted(self._joined_starts, at, side="right") - 1)
        places = self._joined_places[texts]
        return [(_INSIDE[place], self._joined_ranks.of(texts[places == place])) for place in (_NAME, _ALIAS, _PART)]


class _Lists:
    """Many lists of ranks, one behind the other."""

    def __init__(self, lists: list[list[int]]) -> None:
        self._sizes = np.array([len(ranks) for ranks in lists], np.int64)
        self._starts = np.concatenate(([0], np.cumsum(self._sizes)))
        self._ranks = np.fromiter(chain.from_iterable(lists), np.int32)

    def of(self, numbers: NDArray[np.int64]) -> Ranks:
        """The ranks in the lists of these numbers."""
        sizes = self._sizes[numbers]
        before = np.cumsum(sizes) - sizes
        places = np.arange(int(sizes.sum())) + np.repeat(self._starts[numbers] - before, sizes)
        ranks: Ranks = self._ranks[places]
        return ranks


def _places(item: ItemRow, family: FamilyDefinition | None) -> tuple[tuple[int, tuple[str, ...]], ...]:
    named = (family.title, family.title_es, family.singular, family.singular_es) if family else ()
    spanish = spanish_models().get(item.model)
    return (
        (_NAME, (item.model,)),
        (_ALIAS, (*item.aliases, *(() if spanish is None else (spanish,)))),
        (_PART, (*item.part_numbers, item.key)),
        (_VENDOR, (item.vendor,)),
        (_FAMILY, (item.family, *named)),
        (_PROSE, (item.description, item.description_es)),
    )
