"""Links: whether cables run much further along their ways than one would walk."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cables_in_ways
from gpudesk.checks.rules.common.link_view import port_names
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.links.link_length import needed_lengths
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.pathways.pathway_loads import CHOICES, PATHS
from gpudesk.derived.pathways.walking_distances import walks_mm

_METRE_MM = 1000.0


@rule(
    "link.detour",
    title=QT_TRANSLATE_NOOP("checks", "Cables have no long detours"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cables take a long detour"),
    severity=Severity.INFO,
    scope=Scope.CABLE,
    spared_by_removal=True,
    reads=reading(PATHS, {"device": ("name",), "catalog_item": ("body",)}),
    limits=("cable_detour_mm", "cable_slack_in_rack_mm", "cable_slack_mm", "tray_above_rack_mm", "under_floor_mm", *CHOICES),
    when=cables_in_ways,
    source=QT_TRANSLATE_NOOP("checks", "The length along the drawn trays minus the right-angle distance between the racks"),
)
def detour(view: View) -> Iterator[Violation]:
    """Within a hall, along drawn pathways. Vertical runs and slack count as detour, so the limit includes room for them."""
    cables, limit_mm = view.snapshot["cable"], view.sheet.limit("cable_detour_mm")
    places, needed_mm = view.cached(needed_lengths)
    far = np.nan_to_num(needed_mm) > limit_mm
    places, needed_mm = places[far], needed_mm[far]
    walk_mm = walks_mm(view.snapshot, places)
    longer = np.nan_to_num(needed_mm - walk_mm) > limit_mm
    text = QT_TRANSLATE_NOOP("checks", "The cable between {one} and {other} is {length} long; the direct distance is {walk}.")
    places, needed_mm, walk_mm = places[longer], needed_mm[longer], walk_mm[longer]
    columns = [cables.at(name, places).tolist() for name in ("id", "a_device_id", "b_device_id")]
    columns += [port_names(view, *(cables.at(f"{side}_{name}", places) for name in ("device_id", "port"))) for side in "ab"]
    places_of_a = {device: view.row_place("device", device) for device in dict.fromkeys(columns[1])}
    for needed, walk, cable, a, b, one, other in zip(needed_mm.tolist(), walk_mm.tolist(), *columns, strict=True):
        length, walked = (Quantity(round(length_mm / _METRE_MM, 1), "m") for length_mm in (needed, walk))
        message = rule_text(text, one=one, other=other, length=length, walk=walked)
        objects = (("cable", cable), *(("device", device) for device in dict.fromkeys((a, b))))
        more = Quantity(round((needed - walk) / _METRE_MM, 1), "m")
        yield Violation((cable,), objects, places_of_a[a], message, more, Quantity(limit_mm / _METRE_MM, "m"))
