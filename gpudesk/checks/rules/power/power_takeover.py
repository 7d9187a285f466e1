"""Alternates: whether the node that takes over can carry the load transferred to it."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import summable
from gpudesk.checks.rules.common.power_rule_view import ROUNDING, SITE, WIRED
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_node_loads import node_sums
from gpudesk.derived.power.single_loss_sums import LossSums, takeover_sums
from gpudesk.project.snapshot import Snapshot


def _takeovers(snapshot: Snapshot) -> LossSums | None:
    """What the losses do to the loads, None where nothing has an alternate: the same object as long as loads and nodes are."""
    alternates = (snapshot["power_node"]["alternate_id"] != ABSENT).any()
    return snapshot.cached(takeover_sums) if snapshot["power_cord"].rows and alternates else None


@rule(
    "power.takeover",
    title=QT_TRANSLATE_NOOP("checks", "Generators and other alternate sources can carry the transferred load"),
    many=QT_TRANSLATE_NOOP("checks", "{count} power components cannot carry the transferred load"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=WIRED,
    when=summable,
    subject=_takeovers,
    limits=(*SITE, "power_for_upstream"),
    source=QT_TRANSLATE_NOOP(
        "checks", "Rating of the breaker, derated, or of the generator; the whole load of the lost component is transferred"
    ),
)
def takeover(view: View) -> Iterator[Violation]:
    """Loss of each source, UPS or panel whose loads have an alternate source; the loss with the highest load decides."""
    nodes = view.snapshot["power_node"]
    sums = _takeovers(view.snapshot)
    if sums is None:
        return
    usual = view.snapshot.cached(node_sums)
    worst: dict[int, tuple[float, int, float]] = {}
    over = np.flatnonzero(sums.worst_a > np.maximum(usual.worst_a, usual.breaker_a)[sums.node] * (1 + ROUNDING))
    if not len(over):
        return
    for place in over[np.argsort(sums.lost[over], kind="stable")].tolist():
        node, case = int(sums.node[place]), (float(sums.worst_a[place]), int(sums.lost[place]), float(sums.va[place]))
        worst[node] = max(worst.get(node, case), case, key=lambda current_first: current_first[0])
    capacity_va = circuit_va(usual.voltage_v, usual.breaker_a, usual.wiring)
    text = QT_TRANSLATE_NOOP(
        "checks", ("Without {name}, {other} carries {total}, {current} on its most loaded line; its limit is {bears}, {limit} per line.")
    )
    for node, (current_a, lost, va) in sorted(worst.items()):
        row_id, current, limit = int(nodes.ids[node]), Quantity(current_a, "A"), Quantity(float(usual.breaker_a[node]), "A")
        names = {"name": view.name("power_node", int(nodes.ids[lost])), "other": view.name("power_node", row_id)}
        most = Quantity(float(capacity_va[node]), "VA")
        message = rule_text(text, **names, total=Quantity(va, "VA"), current=current, bears=most, limit=limit)
        yield Violation((0,), (("power_node", row_id),), view.row_place("power_node", row_id), message, current, limit)
