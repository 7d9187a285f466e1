"""Plugs and receptacles of feeds: whether two names mean the same, and in which regions they are usual."""

import re
from enum import StrEnum


class Region(StrEnum):
    """The regions of the site sheet."""

    IEC = "iec"
    NORTH_AMERICA = "north-america"


_AMERICAN = re.compile(r"^(NEMA\b|CS ?\d|L\d+-\d+)", re.IGNORECASE)


def same_plug(receptacle: str, plug: str) -> bool:
    """Whether a plug goes into a receptacle by their names: "NEMA L6-30R" and "NEMA L6-30P" are halves of one."""
    return _plain(receptacle) == _plain(plug)


def _plain(name: str) -> str:
    plain = re.sub(r"[\s_]+", "", name).casefold()
    return re.sub(r"(?<=\d)[pr]$", "", plain)


def plug_regions(plug: str) -> frozenset[Region]:
    """The regions in which a plug is usual; all where its name does not tell, and for IEC 60309, which is sold in the ratings of both."""
    if _AMERICAN.match(plug):
        return frozenset([Region.NORTH_AMERICA])
    return frozenset(Region)
