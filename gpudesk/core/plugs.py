"""Which plug goes into which cage: form factor, and the top that a cage of the OSFP kind asks for."""

from collections.abc import Mapping

PLUG_LANES: Mapping[str, int] = {
    "sfpplus": 1,
    "sfp28": 1,
    "sfp56": 1,
    "qsfpplus": 4,
    "qsfp28": 4,
    "qsfp56": 4,
    "qsfp112": 4,
    "qsfpdd": 8,
    "osfp": 8,
}
"""Electrical lanes of each pluggable form factor; all other connectors are no plugs for a cage."""

_QSFP = ("qsfpplus", "qsfp28", "qsfp56", "qsfp112")
_SFP = ("sfpplus", "sfp28", "sfp56")
CAGE_TAKES: Mapping[str, tuple[str, ...]] = {
    **{kind: _SFP[: place + 1] for place, kind in enumerate(_SFP)},
    **{kind: _QSFP[: place + 1] for place, kind in enumerate(_QSFP)},
    "qsfpdd": (*_QSFP, "qsfpdd"),
    "osfp": ("osfp",),
}
"""The plugs that each cage takes: an older one fits a newer cage, never the other way round."""

ADAPTED: Mapping[str, tuple[str, ...]] = {"osfp": (*_QSFP, "qsfpdd"), **dict.fromkeys((*_QSFP, "qsfpdd"), _SFP)}
"""The plugs that a cage takes with an adapter between."""


def form_fits(plug: str, cage: str) -> bool:
    """Whether a plug goes into a cage as it is."""
    return plug in CAGE_TAKES.get(cage, (cage,))


def needs_adapter(plug: str, cage: str) -> bool:
    """Whether a plug goes into a cage with an adapter only."""
    return plug in ADAPTED.get(cage, ())


def top_fits(plug: str, plug_top: str, cage_top: str) -> bool:
    """Whether the top of a plug suits a cage: only OSFP has finned and flat ones, and a cage of which nothing is said takes both.

    Flat tops are for the cages of adapters, systems and liquid-cooled switches, whose heat sinks ride on the cage; finned ones for those
    of air-cooled switches. That holds for the plugs of copper and optical cables as for modules.
    """
    return plug != "osfp" or not plug_top or cage_top not in ("flat", "finned") or plug_top == cage_top


def plug_fits(plug: str, plug_top: str, cage: str, cage_top: str) -> bool:
    """Whether a plug goes into a cage and is cooled there."""
    return form_fits(plug, cage) and top_fits(plug, plug_top, cage_top)
