"""Network stages between switches: each switch has the links that the stage sets."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import listed
from gpudesk.checks.rules.common.conditions import cabled, networked
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.fabric.fabric_removals import no_stage_leads_to_removed, only_hosts_leave
from gpudesk.checks.rules.fabric.fabric_rules import TREE, ends_to_judge
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import MOST_SWITCHES, TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.names.number_ranges import read_number_ranges
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.derived.columns.joins import grouped
from gpudesk.derived.fabric.fabric_ends import FabricEnds, fabric_ends_of
from gpudesk.derived.links.cables_near import cables_at
from gpudesk.derived.links.links import joined_cables, links_among
from gpudesk.derived.networks.network_nodes import in_order
from gpudesk.derived.scope.role_codes import role_codes
from gpudesk.project.planned_names import KEY as PLANNED_NAMES
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
        of_device: id of a device in pairs → its links to each partner, by id, if stages select which devices they pair; None if all
            devices are paired, each with any other.
        among: ids of the upper devices that a stage selects; None for all of the role.
        of_role: with `among`, the links of all stages to the upper role; a device with fewer has its finding for these.
    """

    network: int
    lower: str
    upper: str
    links: int
    is_pair: bool
    has_single: bool
    of_device: Mapping[int, Mapping[int, int]] | None = None
    among: tuple[int, ...] | None = None
    of_role: int = 0

    def lacking(self, device: int, others: Ids, counts: Ids) -> tuple[int, int]:
        """The links of a device in pairs to a partner with too few, and the number required; zeros if none has.

        Args:
            others, counts: ids of the devices to which it is connected, and the links to each.
        """
        if self.of_device is None:
            most = int(counts.max(initial=0))
            return (most, self.links) if most < self.links else (0, 0)
        there = dict(zip(others.tolist(), counts.tolist(), strict=True))
        wanted = self.of_device.get(device, {}).items()
        return next(((there.get(partner, 0), links) for partner, links in wanted if there.get(partner, 0) < links), (0, 0))


_STAGES = ("network_id", "lower", "upper", "links", "switches")
_ORDERED = {
    "device": ("role", "name", "type_id", "rack_id", "hall_id", "parent_id"),
    "rack": ("hall_id",),
    "setting": ("key", "value"),
}
"""What the order of switches in the plan depends on."""


@made_from({"device": ("role", "type_id"), "catalog_item": (), "network_stage": _STAGES})
def _required_links(snapshot: Snapshot) -> tuple[_Required, ...]:
    """Links required by all stages of a network between the same two roles.

    Pairs of a role of which a stage selects switches are left out: `selected_links` checks them.
    """
    selecting, roles = snapshot.cached(_selecting), snapshot.cached(role_codes)
    counts, links_of = roles.counts(), Counter[tuple[int, str, str]]()
    for network, lower, upper, links, _ in _stage_rows(snapshot):
        is_pair = lower == upper
        if lower and counts.get(upper, 0) > is_pair and not (is_pair and (network, lower) in selecting):
            links_of[network, lower, upper] += links
    required: list[_Required] = []
    for (network, lower, upper), links in links_of.items():
        is_pair = lower == upper
        required.append(_Required(network, lower, upper, links, is_pair, is_pair and counts[upper] % _PAIR == 1))
    return tuple(required)


def _stage_rows(snapshot: Snapshot) -> Iterator[tuple[int, str, str, int, str]]:
    """Stages with a number of links: network, lower and upper role, links (of pairs at least one), and the numbers of their switches."""
    stages = snapshot["network_stage"]
    for network, lower, upper, links, switches in zip(*(stages[name].tolist() for name in _STAGES), strict=True):
        if lower == upper and links == ABSENT:
            links = 1
        if links != ABSENT:
            yield network, lower, upper, links, switches.strip()


@made_from({"device": ("role", "type_id"), "catalog_item": (), "network_stage": _STAGES})
def _selecting(snapshot: Snapshot) -> frozenset[tuple[int, str]]:
    """Networks and upper roles of which a stage selects switches for other switches."""
    selecting: set[tuple[int, str]] = set()
    for network, lower, upper, _, switches in _stage_rows(snapshot):
        if lower and switches:
            type_ids = np.unique(snapshot["device"]["type_id"][snapshot.cached(role_codes).having(lower)]).tolist()
            if any(snapshot.types[type_id].family is Family.SWITCH for type_id in type_ids):
                selecting.add((network, upper))
    return frozenset(selecting)


@made_from({**_ORDERED, "network": ("by_hall",), "network_stage": _STAGES, "catalog_item": ()}, settings=(PLANNED_NAMES,))
def _links_of_selected(snapshot: Snapshot) -> tuple[_Required, ...]:
    """Links required by stages that select switches by their place in the order of the plan (as `network_links` assigns them)."""
    selecting = snapshot.cached(_selecting)
    if not selecting:
        return ()
    devices, networks, codes = snapshot["device"], snapshot["network"], snapshot.cached(role_codes)
    partners: dict[tuple[int, str], Counter[tuple[int, int]]] = {}
    of_role = Counter[tuple[int, str, str]]()
    uplinks: list[_Required] = []
    for network, lower, upper, links, switches in _stage_rows(snapshot):
        is_pair = lower == upper
        of_role[network, lower, upper] += links
        if not lower or (network, upper) not in selecting or not (switches or is_pair):
            continue
        by_hall = bool(networks["by_hall"][networks.position(network)])
        ordered = devices.ids[in_order(snapshot, np.flatnonzero(codes.having(upper)), by_hall)].tolist()
        # A number beyond the last switch is reported when the network is cabled.
        numbers = read_number_ranges(switches, MOST_SWITCHES)
        members = [ordered[number - 1] for number in numbers if number <= len(ordered)] if numbers else ordered
        if is_pair:
            pairs = partners.setdefault((network, upper), Counter())
            for one, other in zip(members[::2], members[1::2], strict=False):
                pairs[one, other] += links
                pairs[other, one] += links
        elif members:
            uplinks.append(_Required(network, lower, upper, links, False, False, among=tuple(sorted(members))))
    required = [each._replace(of_role=of_role[each.network, each.lower, each.upper]) for each in uplinks]
    for (network, role), pairs in partners.items():
        of_device: dict[int, dict[int, int]] = {}
        for (device, partner), links in sorted(pairs.items()):
            of_device.setdefault(device, {})[partner] = links
        required.append(_Required(network, role, role, 0, True, False, of_device))
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
    reads=reading(TREE, {"network": ("name",), "network_stage": _STAGES}),
    ground=lambda snapshot: snapshot.cached(_required_links),
    spared_by_removal=True,
    spared_if=(only_hosts_leave, no_stage_leads_to_removed),
    source=QT_TRANSLATE_NOOP(
        "checks", "Links per device set in a network stage between two roles of switches, or between two switches of a role"
    ),
)
def stage_links(view: View) -> Iterator[Violation]:
    """Switches with at least one cable of the network: links to switches of the upper role, or all links of a pair to the same switch. A
    pair with some of its links is reported once, one without any at both switches. An out-of-band switch without any uplink has its own
    rule.
    """
    yield from _missing_links(view, view.snapshot.cached(_required_links))


def _both_selecting(snapshot: Snapshot) -> bool:
    return _both(snapshot) and bool(snapshot.cached(_selecting))


@rule(
    "fabric.selected_links",
    title=QT_TRANSLATE_NOOP("checks", "Switches that a network stage selects have its links"),
    many=QT_TRANSLATE_NOOP("checks", "{count} switches have fewer links than the stage that selects them sets"),
    severity=Severity.WARNING,
    scope=Scope.LINK,
    when=_both_selecting,
    reads=reading(TREE, _ORDERED, {"network": ("name", "by_hall"), "network_stage": _STAGES}),
    judges_names=True,
    ground=lambda snapshot: snapshot.cached(_links_of_selected),
    spared_by_removal=True,
    spared_if=(only_hosts_leave, no_stage_leads_to_removed),
    source=QT_TRANSLATE_NOOP("checks", "Links per device and numbers of switches set in a network stage"),
)
def selected_links(view: View) -> Iterator[Violation]:
    """As `fabric.stage_links`, if a stage selects switches by number: pairs of these switches, and links of other switches to them. The
    number of a switch is its place in the order in which the network is cabled, whatever its name.
    """
    yield from _missing_links(view, view.snapshot.cached(_links_of_selected))


def _missing_links(view: View, stages: tuple[_Required, ...]) -> Iterator[Violation]:
    for required in stages:
        yield from _of_pairs(view, required) if required.is_pair else _of_uplinks(view, required)


def _of_uplinks(view: View, required: _Required) -> Iterator[Violation]:
    ends = view.cached(ends_to_judge)
    here = _at_lower(view, ends, required)
    devices, of_device = np.unique(ends.device[here], return_inverse=True)
    of_upper = ends.other_role[here] == required.upper
    there = np.bincount(of_device, of_upper, len(devices)).astype(np.int64)
    if required.among is None:
        is_short = (there < required.links) & ((there > 0) | (required.lower not in _OUT_OF_BAND))
    else:
        of_role, of_upper = there, of_upper & np.isin(ends.other_device[here], required.among)
        there = np.bincount(of_device, of_upper, len(devices)).astype(np.int64)
        is_short = (there < required.links) & (of_role >= required.of_role)
    for number in np.flatnonzero(is_short).tolist():
        yield _finding(view, required, int(devices[number]), int(there[number]), required.links, [])


def _of_pairs(view: View, required: _Required) -> Iterator[Violation]:
    ends = view.cached(_with_partners)
    here = _at_lower(view, ends, required)
    short: dict[int, tuple[int, int, list[int]]] = {}
    for device, places in grouped(ends.device, here).items():
        others = ends.other_device[places[ends.other_role[places] == required.upper]]
        distinct_others, counts = np.unique(others, return_counts=True)
        there, links = required.lacking(device, distinct_others, counts)
        if links and (there or not (required.has_single or required.lower in _OUT_OF_BAND)):
            short[device] = there, links, distinct_others.tolist()
    for device, (there, links, partners) in short.items():
        if len(partners) == 1 and partners[0] < device and partners[0] in short:
            # The same links are missing at both: the first of the two has the finding.
            continue
        if view.only is None or any(checked in view.only for checked in (device, *partners)):
            yield _finding(view, required, device, there, links, partners)


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


def _finding(view: View, required: _Required, device: int, there: int, links: int, partners: list[int]) -> Violation:
    """A device with too few links; it is checked again with its partners."""
    # Only devices that are checked together with this one are named: another one may be renamed without a new check here.
    text = _TO_ROLE if not partners else _TO_PARTNER if len(partners) == 1 else _TO_SEVERAL
    if required.among is not None:
        text = _TO_AMONG
    elif partners and required.of_device is not None and not (len(partners) == 1 and partners[0] in required.of_device.get(device, {})):
        text = _TO_SELECTED
    names = {"device": view.name("device", device), "network": view.name("network", required.network), "role": required.upper}
    if partners:
        names["partner"] = listed([view.name("device", partner) for partner in partners])
    message = rule_text(text, there=there, wanted=links, **names)
    objects = (("device", device), ("network", required.network))
    about = f" {required.network} {required.upper}" + (f" {required.links} {required.among}" if required.among else "")
    return Violation((device, *partners), objects, view.row_place("device", device), message, there, links, about=about)


_TO_ROLE = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {role} switches in {network}.")
_TO_PARTNER = QT_TRANSLATE_NOOP("checks", "{device} has {there} of {wanted} {wanted|link|links} to {partner} in {network}.")
_TO_SEVERAL = QT_TRANSLATE_NOOP(
    "checks",
    "{device} has {there} of {wanted} {wanted|link|links} to one {role} switch in {network}: it is connected to {partner}.",
)
_TO_SELECTED = QT_TRANSLATE_NOOP(
    "checks",
    "{device} has {there} of {wanted} {wanted|link|links} to the {role} switch that a stage pairs it with in {network}: it is connected to "
    "{partner}.",
)
_TO_AMONG = QT_TRANSLATE_NOOP(
    "checks", "{device} has {there} of {wanted} {wanted|link|links} to {role} switches that a stage selects in {network}."
)
