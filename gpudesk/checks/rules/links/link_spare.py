"""Links: cables that are far longer than their path."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled
from gpudesk.checks.rules.common.link_view import port_names
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.links.link_length import LENGTH_LIMITS, needed_lengths
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.pathways.pathway_loads import PATHS

_M_MM = 1000.0


@rule(
    "link.spare_length",
    title=QT_TRANSLATE_NOOP("checks", "Cables are not much longer than their route"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables are much longer than their route"),
    severity=Severity.WARNING,
    scope=Scope.CABLE,
    spared_by_removal=True,
    reads=reading(PATHS, {"cable": ("length_mm", "by_hand", "type_id"), "device": ("name",), "catalog_item": ("body",)}),
    limits=("cable_detour_mm", *LENGTH_LIMITS),
    when=cabled,
    source=QT_TRANSLATE_NOOP("checks", "Drawn pathways, ports in the racks, and the stock lengths of the type"),
)
def spare_length(view: View) -> Iterator[Violation]:
    """Cables longer than their route by more than the site allows, where the type is sold in a shorter length that is enough."""
    cables, limit_mm = view.snapshot["cable"], view.sheet.limit("cable_detour_mm")
    places, needed_mm = view.cached(needed_lengths)
    has = cables.at("length_mm", places)
    with np.errstate(invalid="ignore"):
        far = (has != ABSENT) & (has - needed_mm > limit_mm)
    places, needed_mm = places[far], needed_mm[far]
    sold_mm = _sold_mm(view, cables.at("type_id", places), needed_mm)
    shorter = sold_mm < cables.at("length_mm", places)
    places, sold_mm, needed_mm = places[shorter], sold_mm[shorter], needed_mm[shorter]
    text = QT_TRANSLATE_NOOP("checks", "The cable between {one} and {other} is {length} long; its route requires {needed}.")
    columns = [cables.at(name, places).tolist() for name in ("id", "length_mm", "by_hand", "a_device_id", "b_device_id")]
    columns += [port_names(view, *(cables.at(f"{side}_{name}", places) for name in ("device_id", "port"))) for side in "ab"]
    places_of_a = {device: view.row_place("device", device) for device in dict.fromkeys(columns[3])}
    # Few lengths are met often: 14,000 cables share a dozen.
    longs = {has_mm: Quantity(round(has_mm / _M_MM, 1), "m") for has_mm in dict.fromkeys(columns[1])}
    fix_text = QT_TRANSLATE_NOOP("checks", "Use a cable of {length}")
    titles = {sold: rule_text(fix_text, length=Quantity(sold, "mm")) for sold in np.unique(sold_mm).tolist()}
    for sold, needed, cable, has_mm, by_hand, a, b, one, other in zip(sold_mm.tolist(), needed_mm.tolist(), *columns, strict=True):
        long, takes = longs[has_mm], Quantity(round(needed / _M_MM, 1), "m")
        message = rule_text(text, one=one, other=other, length=long, needed=takes)
        objects = (("cable", cable), ("device", a)) if a == b else (("cable", cable), ("device", a), ("device", b))
        fix = Fix("set_cables", {"cable_ids": [cable], "values": {"length_mm": int(sold), "by_hand": by_hand}}, titles[sold])
        yield Violation((cable,), objects, places_of_a[a], message, long, takes, fix)


def _sold_mm(view: View, type_ids: Ids, needed_mm: Reals) -> Reals:
    """The shortest sufficient stock length of each cable's type, in whole mm; infinite if none is known."""
    lengths_mm = np.full(len(type_ids), np.inf)
    for type_id in np.unique(type_ids[type_ids != ABSENT]).tolist():
        sold = np.array(sorted(1000 * length.length_m for length in view.types[type_id].lengths))
        places = np.flatnonzero(type_ids == type_id)
        lengths_mm[places] = np.append(np.round(sold), np.inf)[np.searchsorted(sold, needed_mm[places])]
    return lengths_mm
