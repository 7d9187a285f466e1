"""The facts of a type as search words, used if names alone find few items."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.entry import FactDefinition
from gpudesk.catalog.search_terms import WORD, folded
from gpudesk.store.catalog_db import FactRow

_LAST = "\x7f"
_WHOLE, _BEGINS = 4, 3
"""Scores of a whole word of a fact and of a prefix of one: lower than for any name or description."""
_BEGINS_FROM = 3
_LONG = 1_000_000
"""From here on a number would be written with an exponent."""
_GENERATION = "generation"
_BLANKS = re.compile(r"\s+")


class FactWords:
    """The words of the facts of all items: names of facts and values, in both languages, and units."""

    def __init__(self, facts: Iterable[FactRow], ranks: Mapping[str, int], definitions: Mapping[str, FactDefinition]) -> None:
        self._total = len(ranks)
        ranks_by_fact: dict[tuple[str, object], list[int]] = {}
        for fact in facts:
            rank = ranks.get(fact.key)
            if rank is not None and fact.name in definitions:
                ranks_by_fact.setdefault((fact.name, fact.value), []).append(rank)
        ranks_by_word: dict[str, set[int]] = {}
        for (name, value), there in ranks_by_fact.items():
            for word in _words_of(definitions[name], value):
                ranks_by_word.setdefault(word, set()).update(there)
        self._words = sorted(ranks_by_word)
        self._ranks = [np.fromiter(ranks_by_word[word], np.int64, len(ranks_by_word[word])) for word in self._words]

    def scores(self, word: str) -> NDArray[np.int64]:
        """The score of a word for each item, 0 if its facts do not contain it, shape (n,)."""
        scores = np.zeros(self._total, np.int64)
        first = bisect_left(self._words, word)
        if len(word) >= _BEGINS_FROM and not word.isdigit():
            for place in range(first, bisect_left(self._words, word + _LAST, first)):
                scores[self._ranks[place]] = _BEGINS
        if first < len(self._words) and self._words[first] == word:
            scores[self._ranks[first]] = _WHOLE
        return scores


def _words_of(definition: FactDefinition, value: object) -> set[str]:
    # A flag is stored as a number; what is denied is not said.
    if value == 0:
        return set()
    texts = [definition.title, definition.title_es, definition.unit]
    if isinstance(value, str):
        texts += [value, definition.spoken(value, "en"), definition.spoken(value, "es")]
    elif isinstance(value, int | float):
        texts.append(f"{value:g}" if abs(value) < _LONG else f"{value:.0f}")
        if definition.unit == "Gb/s":
            texts.append(f"{value:g}G")
        if _GENERATION in definition.title:
            texts.append(f"gen{value:g}")
    word_forms = set()
    for part in _BLANKS.split(folded(" ".join(texts))):
        apart = WORD.findall(part)
        word_forms.update(apart)
        word_forms.add("".join(apart))
    return word_forms - {""}


class Meanings:
    """Synonyms, and stop words that are ignored in a query."""

    def __init__(self, groups: Sequence[Sequence[str]] = (), idle: Iterable[str] = ()) -> None:
        self._alike: dict[str, tuple[str, ...]] = {}
        for group in groups:
            words = tuple("".join(WORD.findall(folded(word))) for word in group)
            for word in words:
                self._alike[word] = tuple(dict.fromkeys((*self._alike.get(word, ()), *words)))
        self._idle = frozenset(folded(word) for word in idle)

    def of(self, word: str) -> tuple[str, ...]:
        """The word and all its synonyms."""
        return tuple(dict.fromkeys((word, *self._alike.get(word, ()))))

    def is_idle(self, word: str) -> bool:
        """Whether a word is a stop word: "de", "with"."""
        return word in self._idle
