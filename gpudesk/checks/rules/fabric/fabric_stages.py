"""Network stages between switches: each switch has the links that the stage sets."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_rules import TREE, ends_to_judge
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.snapshot import Snapshot, made_from

_OUT_OF_BAND = TIER_ROLES[NetworkKind.OUT_OF_BAND]


@made_from({"device": ("role",), "network_stage": ("network_id", "lower", "upper", "links")})
def _switch_stages(snapshot: Snapshot) -> tuple[tuple[int, str, str, int, bool], ...]:
    """The stages between two roles of the plan that set links for each device: network, roles, links, and whether one device has no
    partner: an odd number of devices is paired, all but one.
    """
    stages, counts = snapshot["network_stage"], snapshot.cached(role_codes).counts()
    found = []
    for place in range(stages.rows):
        lower, upper, links = str(stages["lower"][place]), str(stages["upper"][place]), int(stages["links"][place])
        is_pair = lower == upper
        if links == ABSENT and is_pair:
            links = 1
        if not lower or links == ABSENT or counts.get(upper, 0) < 1 + is_pair:
            continue
        found.append((int(stages["network_id"][place]), lower, upper, links, is_pair and counts[upper] % 2 == 1))
    return tuple(found)


def _both(snapshot: Snapshot) -> bool:
    return networked(snapshot) and cabled(snapshot)


@rule(
    "fabric.stage_links",
    title=QT_TRANSLATE_NOOP("checks", "Switches have the links that a network stage sets"),
    many=QT_TRANSLATE_NOOP("checks", "{count} switches have fewer links than a network stage sets"),
    severity=Severity.WARNING,
    scope=Scope.LINK,
    when=_both,
    reads=reading(TREE, {"network": ("name",), "network_stage": ("network_id", "lower", "upper", "links")}),
    ground=lambda snapshot: snapshot.cached(_switch_stages),
    source=QT_TRANSLATE_NOOP(
        "checks", "Links per device set in a network stage between two roles of switches, or between two switches of a role"
    ),
)
def stage_links(view: View) -> Iterator[Violation]:
    """Switches with at least one cable of the network: links to switches of the upper role, or between the two of a pair, once for both. An
    out-of-band switch without any uplink is reported by its own rule.
    """
    ends, networks = view.cached(ends_to_judge), view.snapshot["network"]
    for network, lower, upper, links, has_single in view.snapshot.cached(_switch_stages):
        here = np.flatnonzero(ends.switch & (ends.network == networks.position(network)))
        here = here[ends.role[here] == lower]
        devices, of_device = np.unique(ends.device[here], return_inverse=True)
        above = ends.other_role[here] == upper
        there = np.bincount(of_device, above, len(devices)).astype(np.int64)
        skips_none = has_single or lower in _OUT_OF_BAND
        for number in np.flatnonzero((there < links) & ((there > 0) | (not skips_none))).tolist():
            device, count = int(devices[number]), int(there[number])
            partners = np.unique(ends.other_device[here[above & (of_device == number)]]).tolist() if lower == upper else []
            if len(partners) == 1 and partners[0] < device:
                # The same links are missing at both: the first of the two has the finding.
                continue
            names = {"device": view.name("device", device), "network": view.name("network", network), "role": upper}
            text = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {role} switches in {network}.")
            if partners:
                names["partner"] = ", ".join(view.name("device", partner) for partner in partners)
                text = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {partner} in {network}.")
            message = rule_text(text, there=count, wanted=links, **names)
            objects = (("device", device), ("network", network))
            yield Violation((device,), objects, view.row_place("device", device), message, count, links, about=f" {network} {upper}")
