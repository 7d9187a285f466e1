"""Plugs and receptacles of feeds: whether two names mean the same, and in which regions they are usual."""

import re
from enum import StrEnum


class Region(StrEnum):
    """The regions of the site sheet."""

    IEC = "iec"
    NORTH_AMERICA = "north-america"


_AMERICAN = re.compile(r"^(NEMA\b|CS ?\d|L\d+-\d+)", re.IGNORECASE)


_CALIFORNIAN = re.compile(r"\bCS ?(\d\d)\d\d[A-Z]?\b", re.IGNORECASE)
_WORDS = re.compile(r"[a-z0-9+-]+")
_HALVES = {"c13": "c14", "c19": "c20"}


def same_plug(receptacle: str, plug: str) -> bool:
    """Whether a plug goes into a receptacle by their names: "NEMA L6-30R" and "L6-30P", "CS8364C" and "CS8365C" are halves of one.

    A name that says less than the other one contradicts nothing.
    """
    there, mine = _words(receptacle), _words(plug)
    return there <= mine or mine <= there


def _words(name: str) -> frozenset[str]:
    """What a name says, whichever half it names: of California Standard the first two figures, of IEC 60309 current and poles."""
    plain = _CALIFORNIAN.sub(r"cs\1", name).casefold().replace("nema", " ").replace("_", " ")
    plain = re.sub(r"\biec[\s-]*(60)?309\b", "iec60309", plain)
    plain = re.sub(r"(\d)\s+a\b", r"\1a", re.sub(r"\s*\+\s*", "+", plain))
    plain = re.sub(r"(?<=-\d\d)[pr]\b", "", plain)
    return frozenset(_HALVES.get(word, word) for word in _WORDS.findall(plain))


def plug_regions(plug: str) -> frozenset[Region]:
    """The regions in which a plug is usual; all where its name does not tell, and for IEC 60309, which is sold in the ratings of both."""
    if _AMERICAN.match(plug):
        return frozenset([Region.NORTH_AMERICA])
    return frozenset(Region)
