"""Why a rack does not take a device, in words."""

from collections.abc import Mapping
from math import isinf

from gpudesk.core.filling_terms import Limit, Refusal
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity, Scalar

_CONTEXT = "placement"
_TEXTS: Mapping[Limit, tuple[str, str]] = {
    Limit.NO_RACK: (QT_TRANSLATE_NOOP("placement", "There is no rack to fill."), ""),
    Limit.MOUNT: (QT_TRANSLATE_NOOP("placement", "It does not go into racks."), ""),
    Limit.WIDTH: (QT_TRANSLATE_NOOP("placement", "It needs rails {required} wide; {rack} has {found}."), "in"),
    Limit.HEIGHT: (QT_TRANSLATE_NOOP("placement", "It takes {found}; {rack} has {required}."), "U"),
    Limit.DEPTH: (QT_TRANSLATE_NOOP("placement", "It is {found} deep; {rack} offers {required}."), "mm"),
    Limit.CLEARANCE: (
        QT_TRANSLATE_NOOP("placement", "Behind it {rack} leaves {found} for plugs and cables; {required} are wanted."),
        "mm",
    ),
    Limit.RAILS: (QT_TRANSLATE_NOOP("placement", "The rails of {rack} are {found} apart; its kit needs {required}."), "mm"),
    Limit.PHASE: (QT_TRANSLATE_NOOP("placement", "{rack} is built in phase {found}, and it in phase {required}."), ""),
    Limit.ROLE: (QT_TRANSLATE_NOOP("placement", "{rack} holds devices of another role."), ""),
    Limit.NETWORK_RACK: (QT_TRANSLATE_NOOP("placement", "Switches have racks of their own, and {rack} is none or is one of them."), ""),
    Limit.AIR: (QT_TRANSLATE_NOOP("placement", "Its air would run against that of the devices in {rack}."), ""),
    Limit.PAIR: (QT_TRANSLATE_NOOP("placement", "Only {rack} has room, and there stands the other one of the pair."), ""),
    Limit.MOST: (QT_TRANSLATE_NOOP("placement", "A rack gets at most {required} of it, and {rack} has them."), ""),
    Limit.BESIDE: (QT_TRANSLATE_NOOP("placement", "{rack} has {required} vertical places, and all are taken."), ""),
    Limit.ROOM: (QT_TRANSLATE_NOOP("placement", "It takes {required}; the largest gap in {rack} has {found}."), "U"),
    Limit.LIFT: (QT_TRANSLATE_NOOP("placement", "It needs a lift and would start at U{found} in {rack}, above U{required}."), ""),
    Limit.FREE_UNITS: (QT_TRANSLATE_NOOP("placement", "{rack} would have {found} left free; {required} shall stay free."), "U"),
    Limit.BEARS: (QT_TRANSLATE_NOOP("placement", "{rack} would hold {found} and bears {required}."), "kg"),
    Limit.FLOOR: (QT_TRANSLATE_NOOP("placement", "{rack} would hold {found}; the floor under it bears {required}."), "kg"),
    Limit.POWER: (QT_TRANSLATE_NOOP("placement", "{rack} would draw {found} and may draw {required}."), "W"),
    Limit.BAY: (QT_TRANSLATE_NOOP("placement", "Nothing in these racks has a free bay for it."), ""),
    Limit.SPARE_RACK: (QT_TRANSLATE_NOOP("placement", "{rack} has room, and is kept as a spare."), ""),
}
_HALVES = frozenset([Limit.HEIGHT, Limit.ROOM, Limit.FREE_UNITS])
"""Limits whose values count half units."""


def why_not(refusal: Refusal, rack: str, companion: str = "") -> Message:
    """The reason in one sentence.

    Args:
        rack: the name of the rack that came nearest.
        companion: with `Limit.COMPANION`, the model that every used rack shall hold.
    """
    if refusal.limit is Limit.COMPANION:
        text = QT_TRANSLATE_NOOP("placement", "{rack} has no place for {model}, which every rack shall hold.")
        return Message(_CONTEXT, text, {"rack": rack, "model": companion})
    text, unit = _TEXTS[refusal.limit]
    values: dict[str, Scalar] = {"rack": rack}
    for name, value in (("found", refusal.found), ("required", refusal.required)):
        exact = value / 2 if refusal.limit in _HALVES else value
        values[name] = Quantity(exact, unit) if unit else ("–" if isinf(exact) else int(exact))
    return Message(_CONTEXT, text, values)
