"""Releases of programs as numbers that compare."""

import re
from dataclasses import dataclass

_RELEASE = re.compile(r"[vb]?\d+(?:\.\d+){0,3}(?:[.-]?(?:rc|post|dev)\d*)?")


def release_of(text: str) -> tuple[int, ...]:
    """A release as numbers that compare: "0.11.2" is before "0.16"."""
    return tuple(int(part) for part in re.findall(r"\d+", text)[:4])


def is_release(text: str) -> bool:
    """Whether a text names a release: "0.11.2", "v0.16", "b6300"."""
    return bool(_RELEASE.fullmatch(text.strip()))


@dataclass(frozen=True, slots=True)
class Since:
    """The releases that something holds for.

    Attributes:
        first: the first of them; () from the beginning.
        until: the first one for which it no longer holds; () for none.
    """

    first: tuple[int, ...] = ()
    until: tuple[int, ...] = ()

    def holds(self, release: tuple[int, ...]) -> bool:
        """Whether it holds for a release."""
        return release >= self.first and (not self.until or release < self.until)


ALWAYS = Since()
"""Every release."""
