"""Space in the units of a rack: overlaps and what stands outside."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.finding import Found, Mend, Severity, said
from gpudesk.checks.rule import Scope, rule
from gpudesk.checks.vacancy import nearest_vacancy
from gpudesk.checks.view import View
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.hardware import Mount
from gpudesk.core.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.placement import outside, overlaps
from gpudesk.derived.placement import rack_half_units, span_name, unit_name

PLACEMENT = {
    "device": ("type_id", "rack_id", "position", "face", "side", "name", "parent_id"),
    "rack": ("type_id", "name"),
    "catalog_item": ("body",),
    "reservation": ("rack_id", "position", "height", "face"),
}
"""What it takes to say where devices are and where they could go."""


def colliding(view: View) -> tuple[Ids, Ids]:
    """The pairs of devices that want the same space, as places in `view.placed`."""
    return overlaps(view.placed)


def move_mend(view: View, place: int) -> Mend | None:
    """Moving the device at `place` of `view.placed` to the nearest free units of its rack; None if there are none."""
    position = nearest_vacancy(view, place)
    if position is None:
        return None
    placed = view.placed
    device, side = int(placed.device[place]), int(placed.side[place])
    text = QT_TRANSLATE_NOOP("checks", "Move {device} to {unit}")
    title = said(text, device=view.name("device", device), unit=unit_name(position))
    arguments = {
        "device_id": device,
        "rack_id": int(placed.rack[place]),
        "position": position,
        "face": int(placed.face[place]),
        "side": None if side == ABSENT else side,
    }
    return Mend("move_device", arguments, title)


@rule(
    "space.overlap",
    title=QT_TRANSLATE_NOOP("checks", "No two devices take the same units of one face"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads=PLACEMENT,
    source="Two solid bodies",
)
def overlap(view: View) -> Iterator[Found]:
    """Devices on one face that share units and are not left and right of each other."""
    placed = view.placed
    first, second = view.cached(colliding)
    same = placed.face[first] == placed.face[second]
    for one, other in zip(first[same].tolist(), second[same].tolist(), strict=True):
        rack = int(placed.rack[one])
        low, high = max(int(placed.low[one]), int(placed.low[other])), min(int(placed.high[one]), int(placed.high[other]))
        devices = int(placed.device[one]), int(placed.device[other])
        text = QT_TRANSLATE_NOOP("checks", "{first} and {second} overlap by {overlap}.")
        shared = Quantity((high - low) / 2, "U")
        message = said(text, first=view.name("device", devices[0]), second=view.name("device", devices[1]), overlap=shared)
        yield Found(
            scopes=(rack,),
            objects=(("device", devices[0]), ("device", devices[1])),
            place=view.rack_place(rack, low, high),
            message=message,
            found=shared,
            required=Quantity(0, "U"),
            mend=move_mend(view, other) or move_mend(view, one),
        )


@rule(
    "space.outside",
    title=QT_TRANSLATE_NOOP("checks", "Devices stand inside the units of their rack"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads=PLACEMENT,
    source="Height of the rack type",
)
def outside_rack(view: View) -> Iterator[Found]:
    """Devices that reach above the highest unit; imports and smaller racks bring them in."""
    placed = view.placed
    heights = rack_half_units(view.snapshot["rack"], view.types, placed.rack)
    held = (placed.mount == Mount.UNITS) | (placed.mount == Mount.ZERO_U)
    for place in np.flatnonzero(held & (heights > 0) & outside(placed.low, placed.high, heights)).tolist():
        device, rack = int(placed.device[place]), int(placed.rack[place])
        low, high = int(placed.low[place]), int(placed.high[place])
        text = QT_TRANSLATE_NOOP("checks", "{device} takes {units}, and the rack ends at {height}.")
        height = Quantity(int(heights[place]) / 2, "U")
        yield Found(
            scopes=(rack,),
            objects=(("device", device),),
            place=view.rack_place(rack, low, high),
            message=said(text, device=view.name("device", device), units=span_name(low, high), height=height),
            found=Quantity(high / 2, "U"),
            required=height,
            mend=move_mend(view, place) if placed.mount[place] == Mount.UNITS else None,
        )
