"""Content of the palette and its text matching."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

# A matched letter at the head of a word says more than one in its middle, and letters side by side more than scattered.
_WORD_HEAD = 10
_SIDE_BY_SIDE = 8
_TEXT_HEAD = 12
_WHOLE_WORD = 6
_GAP = 1
_KEYWORD_LOSS = 15


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One line of the palette: an action, a rack, a device, a part.

    `detail` is a fact in small text, `keywords` are additional search terms. A disabled item is shown with
    the reason as its detail, but `run` is not called.
    """

    id: str
    text: str
    run: Callable[[], object]
    detail: str = ""
    icon: str = ""
    shortcut: str = ""
    keywords: str = ""
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class PaletteProvider:
    """A group of the palette. `items` is called with the typed text and can optionally filter by it.

    A provider of many items should filter: the palette matches every item returned. Without typed text, only
    groups with `shown_unasked` are listed.
    """

    title: str
    items: Callable[[str], Sequence[PaletteItem]]
    limit: int = 12
    shown_unasked: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """How well an item fits and which letters of its text did."""

    score: int
    positions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """The items of one provider that fit, best first."""

    title: str
    found: tuple[tuple[PaletteItem, Match], ...]

    @property
    def best_score(self) -> int:
        """The score of the best item that can be chosen."""
        return max((match.score for item, match in self.found if item.enabled), default=-1)


def fuzzy_match(query: str, text: str) -> Match | None:
    """Match of `text` with `query`: it must contain every word of the query, letters in order; None if it does not match.

    Case and accents of the query's letters are ignored. A higher score is better.
    """
    folded = fold(text)
    score = 0
    positions: list[int] = []
    for word in fold(query).split():
        match = _match_word(word, folded)
        if match is None:
            return None
        score += match.score
        positions.extend(match.positions)
    # Of two equal matches the shorter text is meant more likely.
    return Match(score * 100 - min(len(text), 99), tuple(sorted(set(positions))))


def match_item(query: str, item: PaletteItem) -> Match | None:
    """Match of an item by its text, or by whole words of its keywords and detail."""
    match = fuzzy_match(query, item.text)
    if match is not None:
        return match
    everything = fold(f"{item.text} {item.keywords} {item.detail if item.enabled else ''}")
    wider = fuzzy_match(query, everything)
    if wider is None or not all(word in everything for word in fold(query).split()):
        return None
    shown = tuple(position for position in wider.positions if position < len(item.text))
    return Match(wider.score - _KEYWORD_LOSS * 100, shown)


def search(query: str, providers: Iterable[PaletteProvider]) -> list[FoundGroup]:
    """Items of the providers for `query`, by group; empty groups are omitted.

    The group with the best match is first, the others keep their order.
    """
    query = query.strip()
    groups: list[FoundGroup] = []
    for provider in providers:
        if not query:
            if provider.shown_unasked:
                items = provider.items("")
                groups.append(FoundGroup(provider.title, tuple((item, Match(0)) for item in items)))
            continue
        matched = [(item, match) for item in provider.items(query) if (match := match_item(query, item)) is not None]
        matched.sort(key=lambda pair: (not pair[0].enabled, -pair[1].score, pair[0].text))
        groups.append(FoundGroup(provider.title, tuple(matched[: provider.limit])))
    groups = [group for group in groups if group.found]
    best = max(groups, key=lambda group: group.best_score, default=None)
    return [group for group in groups if group is best] + [group for group in groups if group is not best]


def fold(text: str) -> str:
    """Lowercase without accents, letter by letter, so that positions are preserved."""
    return text.lower().translate(_ACCENTS) if len(text.lower()) == len(text) else text.translate(_ACCENTS)


_ACCENTS = str.maketrans("áàâäãéèêëíìîïóòôöõúùûüñç", "aaaaaeeeeiiiiooooouuuunc")


def _match_word(word: str, text: str) -> Match | None:
    return _find_whole(word, text) or _find_letters(word, text, to_heads=True) or _find_letters(word, text)


def _find_letters(word: str, text: str, *, to_heads: bool = False) -> Match | None:
    """Positions of the letters of `word` in order; `to_heads` prefers the start of a later word to the nearest letter.

    Letters scattered too widely to be recognizable as the word do not count.
    """
    positions: list[int] = []
    start = 0
    for letter in word:
        place = text.find(letter, start)
        if place < 0:
            return None
        goes_on = bool(positions) and place == start
        head = _next_head(text, letter, start) if to_heads and not goes_on else -1
        place = head if head >= 0 else place
        positions.append(place)
        start = place + 1
    score = _score(positions, text)
    return Match(score, tuple(positions)) if score > 0 else None


def _find_whole(word: str, text: str) -> Match | None:
    """The exact word, preferably at the start of a word."""
    place = text.find(word)
    if place < 0:
        return None
    candidate = place
    while candidate >= 0:
        if _is_head(text, candidate):
            place = candidate
            break
        candidate = text.find(word, candidate + 1)
    positions = tuple(range(place, place + len(word)))
    end = place + len(word)
    ends_word = end == len(text) or not text[end].isalnum()
    return Match(_score(positions, text) + (_WHOLE_WORD if ends_word else 0), positions)


def _next_head(text: str, letter: str, start: int) -> int:
    place = text.find(letter, start)
    while place >= 0:
        if _is_head(text, place):
            return place
        place = text.find(letter, place + 1)
    return -1


def _is_head(text: str, place: int) -> bool:
    if place == 0:
        return True
    before, here = text[place - 1], text[place]
    return not before.isalnum() or (here.isdigit() and not before.isdigit())


def _score(positions: Sequence[int], text: str) -> int:
    score = 0
    previous = -2
    for place in positions:
        if place == 0:
            score += _TEXT_HEAD
        elif _is_head(text, place):
            score += _WORD_HEAD
        if place == previous + 1:
            score += _SIDE_BY_SIDE
        elif previous >= 0:
            score -= min(_GAP * (place - previous - 1), 8)
        previous = place
    return score
