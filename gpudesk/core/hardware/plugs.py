"""Plugs of modules and cables: their lanes, the tops required by OSFP cages, and the use of adapters."""

from collections.abc import Mapping

_QSFP = ("qsfpplus", "qsfp28", "qsfp56", "qsfp112")
_SFP = ("sfp", "sfpplus", "sfp28", "sfp56", "sfp112")
CAGES = frozenset(("osfp", "qsfpdd", *_QSFP, *_SFP))
"""Sockets that take a module or a cable with a plug like one."""
PLUG_LANES: Mapping[str, int] = {
    **dict.fromkeys(("sfp", "sfpplus", "sfp28", "sfp56", "sfp112"), 1),
    **dict.fromkeys(("qsfpplus", "qsfp28", "qsfp56", "qsfp112"), 4),
    "qsfpdd": 8,
    "osfp": 8,
}
"""Electrical lanes of each pluggable form factor; all other connectors are no plugs for a cage."""


def plug_fits(plug: str, cage: str) -> bool:
    """Whether a plug fits a cage and works there: cages accept older plugs of their family, not newer ones."""
    if plug == cage:
        return True
    if cage == "qsfpdd":
        return plug in _QSFP
    for family in (_QSFP, _SFP):
        if plug in family and cage in family:
            return family.index(plug) <= family.index(cage)
    return False


def needs_adapter(plug: str, cage: str) -> bool:
    """Whether a plug fits a cage only with an adapter: QSFP into OSFP, SFP into QSFP."""
    lanes, wires = PLUG_LANES.get(plug, 0), PLUG_LANES.get(cage, 0)
    return bool(lanes and wires) and not plug_fits(plug, cage) and (lanes < wires or (plug, cage) == ("qsfpdd", "osfp"))


def top_fits(plug: str, plug_top: str, cage_top: str) -> bool:
    """Whether the top of a plug suits a cage: only OSFP has finned and flat ones, and an unspecified cage accepts both.

    Flat tops are for the cages of adapters, systems and liquid-cooled switches, whose heat sinks are mounted on the cage; finned
    ones for those of air-cooled switches. This applies to the plugs of copper and optical cables as well as to modules.
    """
    return plug != "osfp" or not plug_top or cage_top not in ("flat", "finned") or plug_top == cage_top


def enters(plug: str, plug_top: str, cage: str, cage_top: str) -> bool:
    """Whether a plug fits a cage and is cooled there."""
    return plug_fits(plug, cage) and top_fits(plug, plug_top, cage_top)
