"""The names of a project that a name of a list may have meant."""

import re
from collections import defaultdict
from collections.abc import Sequence
from difflib import get_close_matches

_MOST_NAMED = 5
_MOST_COMPARED = 5_000
"""Names that are compared letter by letter, and names that are looked for so: each takes some milliseconds."""
_MOST_ASKED = 50
_MARKS = re.compile(r"[^0-9a-z]+")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


class NearNames:
    """Names by their form without punctuation and leading zeros, then by their letters."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = list(dict.fromkeys(names))
        self._squeezed: dict[str, list[str]] | None = None
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, name: str) -> tuple[str, ...]:
        """At most five names that are most like `name`."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> tuple[str, ...]:
        if self._squeezed is None:
            self._squeezed = defaultdict(list)
            for known_name in self._names:
                self._squeezed[_squeezed(known_name)].append(known_name)
        same = self._squeezed.get(_squeezed(name), [])
        if same or len(self._names) > _MOST_COMPARED or len(self._known) >= _MOST_ASKED:
            return tuple(same[:_MOST_NAMED])
        return tuple(get_close_matches(name, self._names, _MOST_NAMED, 0.75))


def _squeezed(name: str) -> str:
    """ "DGX-001" and "dgx 1" are alike."""
    return _MARKS.sub("", _ZEROS.sub("", name.casefold()))
