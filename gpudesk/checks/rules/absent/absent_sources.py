"""Missing sources: UPS units, panels and feeds that are planned, but that no source feeds."""

from collections.abc import Iterator, Mapping

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import MOST_NAMES, in_plan
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.core.power.power_kinds import TOPS
from gpudesk.core.values.columns import ABSENT
from gpudesk.project.snapshot import Snapshot, made_from

_TREE = ("kind", "hall_id", "fed_by_id", "alternate_id")


@made_from({"power_node": _TREE})
def _sourceless(snapshot: Snapshot) -> Mapping[int, tuple[int, ...]]:
    """Hall, or ABSENT → the ids of its power nodes that nothing feeds although they are no sources."""
    nodes = snapshot["power_node"]
    lacking = (nodes["fed_by_id"] == ABSENT) & (nodes["alternate_id"] == ABSENT) & ~np.isin(nodes["kind"], TOPS)
    halls: dict[int, list[int]] = {}
    for place in np.flatnonzero(lacking).tolist():
        halls.setdefault(int(nodes["hall_id"][place]), []).append(int(nodes.ids[place]))
    return {hall: tuple(ids) for hall, ids in sorted(halls.items())}


def _powered(snapshot: Snapshot) -> bool:
    return snapshot["power_node"].rows > 0 and in_plan(snapshot, Domain.POWER)


@rule(
    "absent.source",
    title=QT_TRANSLATE_NOOP("checks", "Every UPS, panel and feed has a source"),
    many=QT_TRANSLATE_NOOP("checks", "{count} groups of power components have no source"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads={"power_node": ("name", *_TREE), "hall": ("name",), "setting": ("key", "value")},
    when=_powered,
    subject=lambda snapshot: dict(snapshot.cached(_sourceless)),
    source=QT_TRANSLATE_NOOP("checks", "Without a source, a circuit supplies no power, and its redundancy cannot be checked"),
)
def source(view: View) -> Iterator[Violation]:
    """One finding per hall, and one for components without a hall: UPS units, panels, busways, transfer switches and feeds that are
    connected to nothing upstream."""
    here = QT_TRANSLATE_NOOP("checks", "{count} power {count|component|components} in {hall} {count|has|have} no source: {names}.")
    nowhere = QT_TRANSLATE_NOOP("checks", "{count} power {count|component|components} without a hall {count|has|have} no source: {names}.")
    for hall, nodes in view.snapshot.cached(_sourceless).items():
        named = ", ".join(view.name("power_node", node) for node in nodes[:MOST_NAMES]) + (" …" if len(nodes) > MOST_NAMES else "")
        known = hall != ABSENT
        message = rule_text(here if known else nowhere, count=len(nodes), hall=view.name("hall", hall) if known else "", names=named)
        yield Violation((0,), (("hall", hall),) if known else (), view.row_place("power_node", nodes[0]), message, len(nodes), 0)
