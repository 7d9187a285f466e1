"""Fire classes of cable jackets: which one is at least as good as another."""

import re

_EURO = ("Fca", "Eca", "Dca", "Cca", "B2ca", "B1ca", "Aca")
"""Euroclasses of EN 50575, the best last."""
_FIBRE = ("OFN", "OFNG", "OFNR", "OFNP")
_COPPER = ("CM", "CMG", "CMR", "CMP")
"""Classes of NEC 770 and 800, the best last; a plenum jacket may serve as a riser one."""
_WORD = re.compile(r"[A-Za-z0-9]+")


def fire_class_of(rating: str) -> str:
    """The class in a jacket rating ("LSZH, Cca-s1b,d1,a1" → "Cca"), "" if it contains none."""
    for class_name in _WORD.findall(rating):
        if any(class_name in order for order in (_EURO, _FIBRE, _COPPER)):
            return str(class_name)
    return ""


def fire_class_serves(rating: str, required: str) -> bool | None:
    """Whether a jacket is at least of the class that is required; None where its rating is not known or of another system."""
    if required.upper() == "LSZH":
        return "LSZH" in rating.upper() if rating else None
    named, required_class = fire_class_of(rating), fire_class_of(required)
    wanted_rank, named_rank = _rank(required_class), _rank(named)
    if wanted_rank is None or named_rank is None:
        return None
    if wanted_rank[0] != named_rank[0]:
        return None
    return named_rank[1] >= wanted_rank[1]


def _rank(name: str) -> tuple[int, int] | None:
    """The system (European, or the American one of fiber and copper alike) and the place in it."""
    if name in _EURO:
        return 0, _EURO.index(name)
    for order in (_FIBRE, _COPPER):
        if name in order:
            return 1, order.index(name)
    return None
