"""Data missing from the documents of the PDUs in use: an unknown value is checked against no limit."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.plan.plan_rules import USED
from gpudesk.core.hardware.hardware import Family, HardwareType
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.power.power_lines import Tap
from gpudesk.core.power.power_sockets import sockets
from gpudesk.derived.scope.type_counts import kinds_in_use, uses

_ONE_BREAKER_A = 20
"""Up to this current the feed's breaker protects the outlets; above 20 A they have separate breakers (UL 62368-1)."""


@rule(
    "power.unpublished",
    title=QT_TRANSLATE_NOOP("checks", "Outlets, lines and breakers of PDUs are known"),
    many=QT_TRANSLATE_NOOP("checks", "{count} PDU values are not known"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=USED,
    subject=kinds_in_use,
    source=QT_TRANSLATE_NOOP("checks", "Required to assign power supplies to lines and breakers"),
)
def unpublished(view: View) -> Iterator[Violation]:
    """PDU types in use whose outlets, lines or breakers are missing from every document read so far."""
    items, counts = view.snapshot["catalog_item"], view.snapshot.cached(uses)
    for place in np.flatnonzero(counts > 0).tolist():
        type_id = int(items.ids[place])
        kind = view.types[type_id]
        if kind.family is not Family.PDU:
            continue
        for about, text in _lacking(kind):
            message = rule_text(text, count=int(counts[place]), model=kind.title)
            yield Violation((0,), (("catalog_item", type_id),), view.type_place(type_id), message, about=f" {about}")


def _lacking(kind: HardwareType) -> Iterator[tuple[str, str]]:
    outlets = sockets(kind).outlets
    if not outlets:
        text = QT_TRANSLATE_NOOP(
            "checks", "The outlets of {model} are not published: the cords of {count} {count|unit|units} have no known outlet."
        )
        yield "outlets", text
        return
    if kind.number("input_phases") == 3 and {outlet.tap for outlet in outlets} == {Tap.ALL}:
        text = QT_TRANSLATE_NOOP(
            "checks",
            "The line of each outlet of {model} is not published: the load of {count} {count|unit|units} is assumed to be balanced "
            "across three lines.",
        )
        yield "lines", text
    current = kind.number("input_current_a")
    single = kind.number("breaker_count") == 0 or (current is not None and current <= _ONE_BREAKER_A)
    if kind.number("breaker_a") is None and not single:
        text = QT_TRANSLATE_NOOP(
            "checks", "No breaker rating is published for {model}; banks of {count} {count|unit|units} are not checked."
        )
        yield "breakers", text
