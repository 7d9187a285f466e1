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
    """Whether a plug fits a receptacle by name: "NEMA L6-30R" and "L6-30P", "CS8364C" and "CS8365C" are matching halves.

    A less specific name contradicts nothing.
    """
    there, plug_words = _words(receptacle), _words(plug)
    return there <= plug_words or plug_words <= there


def _words(name: str) -> frozenset[str]:
    """Tokens of a name without the plug or receptacle form: first two digits for CS types, current and poles for IEC 60309."""
    plain = _CALIFORNIAN.sub(r"cs\1", name).casefold().replace("nema", " ").replace("_", " ")
    plain = re.sub(r"\biec[\s-]*(60)?309\b", "iec60309", plain)
    plain = re.sub(r"(\d)\s+a\b", r"\1a", re.sub(r"\s*\+\s*", "+", plain))
    plain = re.sub(r"(?<=-\d\d)[pr]\b", "", plain)
    return frozenset(_HALVES.get(word, word) for word in _WORDS.findall(plain))


_RATED = (
    re.compile(r"(?:^|[\s-])L?\d{1,2}-(\d+)[PR]?\b", re.IGNORECASE),
    re.compile(r"\b(\d+)\s*A\b", re.IGNORECASE),
)
_CALIFORNIAN_A = 50.0
"""CS8164, 8264, 8364 and 8464 and their plugs are of 50 A: Hubbell and Leviton, locking devices of California Standard."""
_APPLIANCE_A = {"c14": (10.0, 15.0), "c20": (16.0, 20.0)}
"""Appliance inlets: the rating of IEC 60320-1, and that of UL 498 and CSA C22.2 No. 42 in North America."""


def plug_rating_a(plug: str, region: Region) -> float | None:
    """Rated current of a plug from its name, such as 30 for "NEMA L6-30P"; None if the name does not contain it."""
    name = plug.strip()
    if name.casefold() in _APPLIANCE_A:
        return _APPLIANCE_A[name.casefold()][region is Region.NORTH_AMERICA]
    if _CALIFORNIAN.search(name):
        return _CALIFORNIAN_A
    for pattern in _RATED:
        match = pattern.search(name)
        if match:
            return float(match.group(1))
    return None


def plug_regions(plug: str) -> frozenset[Region]:
    """Regions in which a plug is common; all if its name does not indicate it, and for IEC 60309, which is sold in both ratings."""
    if _AMERICAN.match(plug):
        return frozenset([Region.NORTH_AMERICA])
    return frozenset(Region)
