"""Network stages between switches: each switch has the links that the stage sets."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import listed
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_rules import TREE, ends_to_judge
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.fabric.fabric_ends import FabricEnds, fabric_ends_of
from gpudesk.derived.links.cables_near import cables_at
from gpudesk.derived.links.links import joined_cables, links_among
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.snapshot import Snapshot, made_from

_OUT_OF_BAND = TIER_ROLES[NetworkKind.OUT_OF_BAND]
_PAIR = 2


class _Required(NamedTuple):
    """The links that the stages between two roles of a network set for each device.

    Attributes:
        network: id of the network.
        lower, upper: roles of its stages; the same for devices in pairs.
        links: of each device with the role `lower`, over all of these stages.
        is_pair: whether the links join two devices of one role.
        has_single: whether one of the devices in pairs has no partner: their number is odd.
    """

    network: int
    lower: str
    upper: str
    links: int
    is_pair: bool
    has_single: bool


@made_from({"device": ("role",), "network_stage": ("network_id", "lower", "upper", "links", "switches")})
def _required_links(snapshot: Snapshot) -> tuple[_Required, ...]:
    """Links required by all stages of a network between the same two roles.

    Stages that pair only some of the switches of a role are left out: which ones is determined by the order of their planned names.
    """
    stages, roles = snapshot["network_stage"], snapshot.cached(role_codes)
    counts, links_of = roles.counts(), Counter[tuple[int, str, str]]()
    columns = (stages[name].tolist() for name in ("network_id", "lower", "upper", "links", "switches"))
    for network, lower, upper, links, switches in zip(*columns, strict=True):
        is_pair = lower == upper
        if is_pair and links == ABSENT:
            links = 1
        if lower and links != ABSENT and not (is_pair and switches.strip()) and counts.get(upper, 0) > is_pair:
            links_of[network, lower, upper] += links
    required: list[_Required] = []
    for (network, lower, upper), links in links_of.items():
        is_pair = lower == upper
        required.append(_Required(network, lower, upper, links, is_pair, is_pair and counts[upper] % _PAIR == 1))
    return tuple(required)


def _both(snapshot: Snapshot) -> bool:
    return networked(snapshot) and cabled(snapshot)


@rule(
    "fabric.stage_links",
    title=QT_TRANSLATE_NOOP("checks", "Switches have the links that a network stage sets"),
    many=QT_TRANSLATE_NOOP("checks", "{count} switches have fewer links than a network stage sets"),
    severity=Severity.WARNING,
    scope=Scope.LINK,
    when=_both,
    reads=reading(TREE, {"network": ("name",), "network_stage": ("network_id", "lower", "upper", "links", "switches")}),
    ground=lambda snapshot: snapshot.cached(_required_links),
    source=QT_TRANSLATE_NOOP(
        "checks", "Links per device set in a network stage between two roles of switches, or between two switches of a role"
    ),
)
def stage_links(view: View) -> Iterator[Violation]:
    """Switches with at least one cable of the network: links to switches of the upper role, or all links of a pair to the same switch. A
    pair with some of its links is reported once, one without any at both switches. Pairs of switches selected by their numbers are not
    checked. An out-of-band switch without any uplink has its own rule.
    """
    for required in view.snapshot.cached(_required_links):
        yield from _of_pairs(view, required) if required.is_pair else _of_uplinks(view, required)


def _of_uplinks(view: View, required: _Required) -> Iterator[Violation]:
    ends = view.cached(ends_to_judge)
    here = _at_lower(view, ends, required)
    devices, of_device = np.unique(ends.device[here], return_inverse=True)
    there = np.bincount(of_device, ends.other_role[here] == required.upper, len(devices)).astype(np.int64)
    for number in np.flatnonzero((there < required.links) & ((there > 0) | (required.lower not in _OUT_OF_BAND))).tolist():
        yield _finding(view, required, int(devices[number]), int(there[number]), [])


def _of_pairs(view: View, required: _Required) -> Iterator[Violation]:
    ends = view.cached(_with_partners)
    here = _at_lower(view, ends, required)
    short: dict[int, tuple[int, list[int]]] = {}
    for device, places in grouped(ends.device, here).items():
        others = ends.other_device[places[ends.other_role[places] == required.upper]]
        distinct_others, counts = np.unique(others, return_counts=True)
        most = int(counts.max(initial=0))
        if most < required.links and (most or not (required.has_single or required.lower in _OUT_OF_BAND)):
            short[device] = most, distinct_others.tolist()
    for device, (most, partners) in short.items():
        if len(partners) == 1 and partners[0] < device and partners[0] in short:
            # The same links are missing at both: the first of the two has the finding.
            continue
        if view.only is None or any(checked in view.only for checked in (device, *partners)):
            yield _finding(view, required, device, most, partners)


def _at_lower(view: View, ends: FabricEnds, required: _Required) -> Ids:
    """The places of ends of a network at switches with the lower role."""
    here = np.flatnonzero(ends.switch & (ends.network == view.snapshot["network"].position(required.network)))
    lower_ends: Ids = here[ends.role[here] == required.lower]
    return lower_ends


def _with_partners(view: View) -> FabricEnds:
    """All ends of links at the devices to check, and at devices of the same role that they are connected to.

    Whether a device has the finding of its pair depends on the links of its partner.
    """
    ends = view.cached(ends_to_judge)
    partners = ends.other_device[ends.switch & (ends.role == ends.other_role)]
    if view.only is None or not len(partners):
        return ends
    snapshot, devices = view.snapshot, distinct_ids(view.ids, partners)
    near = joined_cables(snapshot, cables_at(snapshot["cable"], devices))
    return fabric_ends_of(snapshot, links_among(snapshot, near)).among(devices)


def _finding(view: View, required: _Required, device: int, there: int, partners: list[int]) -> Violation:
    """A device with too few links; it is checked again with its partners."""
    # Only devices that are checked together with this one are named: another one may be renamed without a new check here.
    text = _TO_ROLE if not partners else _TO_PARTNER if len(partners) == 1 else _TO_SEVERAL
    names = {"device": view.name("device", device), "network": view.name("network", required.network), "role": required.upper}
    if partners:
        names["partner"] = listed([view.name("device", partner) for partner in partners])
    message = rule_text(text, there=there, wanted=required.links, **names)
    objects = (("device", device), ("network", required.network))
    about = f" {required.network} {required.upper}"
    return Violation((device, *partners), objects, view.row_place("device", device), message, there, required.links, about=about)


_TO_ROLE = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {role} switches in {network}.")
_TO_PARTNER = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {partner} in {network}.")
_TO_SEVERAL = QT_TRANSLATE_NOOP(
    "checks",
    "{device} has {there} of {wanted} {wanted|link|links} to one {role} switch in {network}: it is connected to {partner}.",
)
