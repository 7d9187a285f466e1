"""Links: cables that are far longer than their path."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.conditions import cabled
from gpudesk.checks.finding import Found, Mend, Severity, said
from gpudesk.checks.link_length import LENGTH_LIMITS, needed_lengths
from gpudesk.checks.link_view import port_name
from gpudesk.checks.rule import Scope, reading, rule
from gpudesk.checks.view import View
from gpudesk.core.columns import ABSENT
from gpudesk.core.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.way_loads import PATHS

_M_MM = 1000.0


@rule(
    "link.spare_length",
    title=QT_TRANSLATE_NOOP("checks", "Cables are not much longer than their route"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables are much longer than their route"),
    severity=Severity.WARNING,
    scope=Scope.CABLE,
    reads=reading(PATHS, {"cable": ("length_mm", "by_hand", "type_id"), "device": ("name",), "catalog_item": ("body",)}),
    limits=("cable_detour_mm", *LENGTH_LIMITS),
    when=cabled,
    source=QT_TRANSLATE_NOOP("checks", "Drawn pathways, ports in the racks, and the stock lengths of the type"),
)
def spare_length(view: View) -> Iterator[Found]:
    """Cables longer than their route by more than the site allows, where the type is sold in a shorter length that is enough."""
    cables, limit_mm = view.snapshot["cable"], view.sheet.limit("cable_detour_mm")
    places, needed_mm = view.cached(needed_lengths)
    has = cables.at("length_mm", places)
    with np.errstate(invalid="ignore"):
        far = (has != ABSENT) & (has - needed_mm > limit_mm)
    text = QT_TRANSLATE_NOOP("checks", "The cable between {one} and {other} is {length} long; its route requires {needed}.")
    for place, needed in zip(places[far].tolist(), needed_mm[far].tolist(), strict=True):
        row = cables.row(int(cables.at("id", np.array([place]))[0]))
        shorter = _shorter(view, row["type_id"], needed)
        if shorter is None or shorter >= row["length_mm"]:
            continue
        one, other = (port_name(view, row[f"{side}_device_id"], row[f"{side}_port"]) for side in "ab")
        long, takes = (Quantity(round(each / _M_MM, 1), "m") for each in (row["length_mm"], needed))
        message = said(text, one=one, other=other, length=long, needed=takes)
        devices = tuple(dict.fromkeys((row["a_device_id"], row["b_device_id"])))
        objects = (("cable", row["id"]), *(("device", device) for device in devices))
        title = said(QT_TRANSLATE_NOOP("checks", "Use a cable of {length}"), length=Quantity(float(shorter), "mm"))
        values = {"length_mm": shorter, "by_hand": row["by_hand"]}
        mend = Mend("set_cables", {"cable_ids": [row["id"]], "values": values}, title)
        yield Found((row["id"],), objects, view.row_place("device", devices[0]), message, long, takes, mend)


def _shorter(view: View, type_id: int | None, needed_mm: float) -> int | None:
    """The shortest length that suffices in which a type is sold, None where it is not known."""
    lengths = () if type_id is None else view.types[type_id].lengths
    return min((round(1000 * each.length_m) for each in lengths if 1000 * each.length_m >= needed_mm), default=None)
