"""Text of the reasons why a rack does not accept a device."""

from collections.abc import Mapping
from math import isinf

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Scalar
from gpudesk.core.racks.rack_packing_terms import Limit, Refusal

_CONTEXT = "placement"
_TEXTS: Mapping[Limit, tuple[str, str]] = {
    Limit.NO_RACK: (QT_TRANSLATE_NOOP("placement", "There is no rack to fill."), ""),
    Limit.MOUNT: (QT_TRANSLATE_NOOP("placement", "It cannot be mounted in racks."), ""),
    Limit.WIDTH: (QT_TRANSLATE_NOOP("placement", "It requires {required} rails; {rack} has {found}."), "in"),
    Limit.HEIGHT: (QT_TRANSLATE_NOOP("placement", "It occupies {found}; {rack} has {required}."), "U"),
    Limit.DEPTH: (QT_TRANSLATE_NOOP("placement", "It is {found} deep; usable depth of {rack} is {required}."), "mm"),
    Limit.CLEARANCE: (
        QT_TRANSLATE_NOOP("placement", "Clearance for connectors and cables behind it in {rack} is {found}; {required} required."),
        "mm",
    ),
    Limit.RAILS: (QT_TRANSLATE_NOOP("placement", "Mounting depth of {rack} is {found}; its rail kit requires {required}."), "mm"),
    Limit.PHASE: (QT_TRANSLATE_NOOP("placement", "{rack} is built in phase {found}, the device in phase {required}."), ""),
    Limit.ROLE: (QT_TRANSLATE_NOOP("placement", "{rack} holds devices of another role."), ""),
    Limit.NETWORK_RACK: (
        QT_TRANSLATE_NOOP("placement", "Switches use dedicated racks; {rack} is not one of them or is reserved for switches."),
        "",
    ),
    Limit.AIR: (QT_TRANSLATE_NOOP("placement", "Its airflow would oppose that of the devices in {rack}."), ""),
    Limit.PAIR: (QT_TRANSLATE_NOOP("placement", "Only {rack} has space, but the other device of the pair is there."), ""),
    Limit.MOST: (QT_TRANSLATE_NOOP("placement", "The limit is {required} per rack, and {rack} has reached it."), ""),
    Limit.BESIDE: (QT_TRANSLATE_NOOP("placement", "{rack} has {required} vertical positions, and all are in use."), ""),
    Limit.ROOM: (QT_TRANSLATE_NOOP("placement", "It occupies {required}; the largest gap in {rack} is {found}."), "U"),
    Limit.LIFT: (QT_TRANSLATE_NOOP("placement", "It requires a lift and would start at U{found} in {rack}, above U{required}."), ""),
    Limit.FREE_UNITS: (QT_TRANSLATE_NOOP("placement", "{rack} would have {found} left free; {required} must stay free."), "U"),
    Limit.BEARS: (QT_TRANSLATE_NOOP("placement", "{rack} would carry {found}; its limit is {required}."), "kg"),
    Limit.FLOOR: (QT_TRANSLATE_NOOP("placement", "{rack} would carry {found}; the limit of the floor under it is {required}."), "kg"),
    Limit.POWER: (QT_TRANSLATE_NOOP("placement", "{rack} would draw {found}; its limit is {required}."), "W"),
    Limit.BAY: (QT_TRANSLATE_NOOP("placement", "These racks have no free bay for it."), ""),
    Limit.SPARE_RACK: (QT_TRANSLATE_NOOP("placement", "{rack} has space, but is kept as a spare."), ""),
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
        text = QT_TRANSLATE_NOOP("placement", "{rack} has no space for {model}, which every rack must contain.")
        return Message(_CONTEXT, text, {"rack": rack, "model": companion})
    text, unit = _TEXTS[refusal.limit]
    values: dict[str, Scalar] = {"rack": rack}
    for name, value in (("found", refusal.found), ("required", refusal.required)):
        exact = value / 2 if refusal.limit in _HALVES else value
        values[name] = Quantity(exact, unit) if unit else ("–" if isinf(exact) else int(exact))
    return Message(_CONTEXT, text, values)
