"""Weight: what racks bear, what the floor bears, and how well a rack stands."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.finding import Found, Severity, said
from gpudesk.checks.rule import Scope, rule
from gpudesk.checks.view import View
from gpudesk.core.message import QT_TRANSLATE_NOOP, Quantity

LOADS = {
    "device": ("type_id", "rack_id", "parent_id", "position", "hall_id"),
    "rack": ("type_id", "name", "row_id", "hall_id"),
    "catalog_item": ("body",),
}
"""What it takes to weigh racks."""


@rule(
    "weight.rack_static",
    title=QT_TRANSLATE_NOOP("checks", "Racks bear what stands in them"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads=LOADS,
    source="Static load of the rack type",
)
def rack_static(view: View) -> Iterator[Found]:
    """The devices inside together, without the rack itself, which is how racks are rated."""
    loads = view.loads
    limits = view.types.numbers("static_load_kg", view.racks["type_id"])
    for place in np.flatnonzero(loads.contents_kg > limits).tolist():
        rack = int(loads.rack[place])
        load, limit = Quantity(float(loads.contents_kg[place]), "kg"), Quantity(float(limits[place]), "kg")
        text = QT_TRANSLATE_NOOP("checks", "{rack} holds {load} and bears {limit}.")
        message = said(text, rack=view.name("rack", rack), load=load, limit=limit)
        yield Found((rack,), (("rack", rack),), view.rack_place(rack), message, load, limit)
