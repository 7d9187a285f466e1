"""Cooling: the effect on it of the failure of one power component."""

from collections.abc import Iterator

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cooled, summable
from gpudesk.checks.rules.common.cooling_view import COOLED, SITE, node_id, node_name, planned
from gpudesk.checks.rules.common.power_rule_view import SITE as POWER_SITE
from gpudesk.checks.rules.common.power_rule_view import WIRED
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.derived.failures.cooling_power_loss import cooling_power_losses
from gpudesk.project.snapshot import Snapshot


def _cooled_and_fed(snapshot: Snapshot) -> bool:
    return snapshot["power_node"].rows > 0 and cooled(snapshot) and summable(snapshot)


@rule(
    "cooling.power_loss",
    title=QT_TRANSLATE_NOOP("checks", "Cooling survives the failure of any power component that feeds it"),
    many=QT_TRANSLATE_NOOP("checks", "If any of {count} power components fails, too little cooling remains"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(COOLED, WIRED, {"cooling_node": ("power_node_id", "power_alternate_id")}),
    when=_cooled_and_fed,
    limits=(*SITE, *(key for key in POWER_SITE if key not in SITE)),
    source=QT_TRANSLATE_NOOP(
        "checks",
        (
            "One source, UPS, panel or busway fails at a time; the capacity of units still powered is compared with "
            "the heat of running devices"
        ),
    ),
)
def power_loss(view: View) -> Iterator[Violation]:
    """Failures of single-unit feeds are left to cooling.redundancy, as are halls whose equipment loses power in the same failure."""
    plan, nodes = planned(view), view.snapshot["power_node"]
    for loss in view.snapshot.cached(cooling_power_losses):
        row_id, carrier = int(nodes.ids[loss.node]), node_id(plan, loss.carrier)
        text = QT_TRANSLATE_NOOP("checks", "If {node} fails, {units} stop, and the other units of {name} can carry {percent} of the load.")
        left = Quantity(100 * loss.share, "%")
        names = {"node": view.name("power_node", row_id), "name": node_name(view, plan, loss.carrier)}
        message = rule_text(text, units=", ".join(loss.stopped), percent=left, **names)
        objects = (("power_node", row_id), ("cooling_node", carrier))
        yield Violation((0,), objects, view.row_place("power_node", row_id), message, left, Quantity(100.0, "%"))
