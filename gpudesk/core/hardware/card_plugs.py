"""Power connectors of cards and hosts, as data sheets print them: "2 × 8-pin PCIe", "four 16-pin (12VHPWR)"."""

import re
from collections.abc import Mapping

SIXTEEN = "16"
"""The sort of connectors of 16 pins."""
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8}
_SIXTEEN = r"12V[\s-]?2\s?[x×]\s?6|12V[\s-]?HPWR"
_NAMED = re.compile(rf"(?:16[\s-]?pin\s*\(?\s*)?(?:{_SIXTEEN})(?:\s*(?:/|or)\s*(?:{_SIXTEEN}))*\)?(?:\s*\(?16[\s-]?pin\)?)?", re.IGNORECASE)
"""The 16-pin plug by its names, with or without its pin count."""
_PRINTED = re.compile(
    r"(?:(?P<count>\d+|one|two|three|four|six|eight)\s*[×x]?\s*)?(?P<either>or\s+)?(?P<pins>(?<!\d)\d+)[\s-]?pin(?P<kind>\s+CPU)?",
    re.IGNORECASE,
)

_COUNTED = re.compile(
    rf"(?<![\w.])(?P<count>\d+(?=\s*[×x])|{'|'.join(_WORDS)})\s*[×x]?\s*(?P<name>(?=\d+[\s-]?pin\b|12V)\S)", re.IGNORECASE
)
"""A printed count before the name of a connector."""


def card_plugs(text: str, places: int = 1) -> dict[str, int]:
    """How many connectors of each sort a text names: "16" for those of 16 pins, "8 cpu" for the EPS12V plug of eight.

    Args:
        places: how many places a host has, for texts such as "one 16-pin for each place".
    """
    plugs: dict[str, int] = {}
    times, last = (places if re.search(r"\beach (place|card)\b", text, re.IGNORECASE) else 1), 1
    for match in _PRINTED.finditer(_NAMED.sub("16-pin", text)):
        # "one 16-pin or 8-pin": the second is another choice for the same place.
        last = last if match["either"] else _number(match["count"] or "1")
        sort = match["pins"] + (" cpu" if match["kind"] else "")
        plugs[sort] = plugs.get(sort, 0) + last * times
    return plugs


def _number(printed: str) -> int:
    return _WORDS.get(printed.casefold(), 0) or int(printed)


def plugs_text(text: str, cards: int) -> str:
    """Connectors required by a given number of cards: the specified counts multiplied, the names unchanged; "" if unspecified."""

    def multiplied(match: re.Match[str]) -> str:
        return f"{_number(match['count']) * cards} × {match['name']}"

    printed = _COUNTED.sub(multiplied, text)
    if printed != text or cards == 1 or not card_plugs(text):
        return printed
    return f"{cards} × {text}"


def plugs_lacking(cards: Mapping[str, int], host: Mapping[str, int]) -> dict[str, int]:
    """The number of connectors of each kind that `cards` require beyond those of `host`."""
    return {sort: count - host.get(sort, 0) for sort, count in cards.items() if count > host.get(sort, 0)}
