"""Power: the sums of racks. Lines, banks, breakers and failures follow with feeds and cords."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.weight.weight_rules import LOADS
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.draw.power_ratings import rack_powers


@rule(
    "power.rack_limit",
    title=QT_TRANSLATE_NOOP("checks", "Racks stay within the site power limit"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks exceed the site power limit"),
    severity=Severity.ERROR,
    scope=Scope.RACK,
    reads=LOADS,
    limits=("rack_power_limit_w", "power_for_limits"),
    source=QT_TRANSLATE_NOOP("checks", "Site sheet: maximum power of a rack, based on the power used for limits"),
)
def rack_limit(view: View) -> Iterator[Violation]:
    """Total of the chosen power value over all devices of a rack. Unknown values are named and not counted."""
    limit = view.sheet.number("rack_power_limit_w")
    if limit is None:
        return
    powers = rack_powers(view.snapshot, view.racks, view.device_places, view.sheet.text("power_for_limits"))
    for place in np.flatnonzero(powers.power_w > limit).tolist():
        rack, missing = int(view.racks.ids[place]), int(powers.missing[place])
        drawn, site_limit = Quantity(float(powers.power_w[place]), "W"), Quantity(limit, "W")
        text = QT_TRANSLATE_NOOP("checks", "{rack} draws {power}; the site limit is {limit}.")
        if missing:
            text = QT_TRANSLATE_NOOP(
                "checks", "{rack} draws {power}, not counting {missing} {missing|device|devices}; the site limit is {limit}."
            )
        message = rule_text(text, rack=view.name("rack", rack), power=drawn, limit=site_limit, missing=missing)
        yield Violation((rack,), (("rack", rack),), view.rack_place(rack), message, drawn, site_limit)
