"""Missing network elements: no network planned for the ports of systems, or a device, switch or uplink without a cable."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import MOST_NAMES, by_hall, by_hall_of_types, equipment, in_plan, systems_of
from gpudesk.checks.rules.common.link_view import ENDS
from gpudesk.checks.rules.common.rule import Judge, Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.core.plan.plan_domains import NETWORK_DOMAINS, Domain, domain_of_role
from gpudesk.core.values.columns import Ids
from gpudesk.derived.fabric.management_ports import unmanaged
from gpudesk.derived.fabric.network_joins import JUDGED, network_joins, network_ports, system_ports, to_be_joined
from gpudesk.derived.scope.type_counts import uses_by_devices
from gpudesk.project.outside_plan import outside_plan
from gpudesk.project.snapshot import Snapshot, made_from

_JOINED = {
    "device": ("name", "type_id", "role", "rack_id", "hall_id", "parent_id"),
    "rack": ("hall_id",),
    "hall": ("name",),
    "catalog_item": ("body",),
    "setting": ("key", "value"),
    "cable": (*(name for name in ENDS if name not in ("a_lane", "b_lane", "lanes")), "network_id"),
    "network": ("kind",),
    "network_stage": ("network_id", "lower", "upper", "spread"),
}
_SOURCE = QT_TRANSLATE_NOOP(
    "checks", "Ports of the types, roles used by the network stages, and the cables of the plan, unless it is out of scope"
)


@made_from({"device": ("type_id",), "catalog_item": ()})
def _several(snapshot: Snapshot) -> bool:
    """Whether the project has more than one system with ports of a compute network: one alone has nothing to join."""
    joined = snapshot.types.cached(system_ports)[JUDGED.index(NetworkKind.COMPUTE)]
    return int(snapshot.cached(uses_by_devices)[joined[snapshot["catalog_item"].ids]].sum()) > 1


@made_from({"device": ("type_id",), "catalog_item": ()})
def _ports_unknown(snapshot: Snapshot) -> bool:
    """Whether the project has systems with GPUs, but none with a known management port (in rack-scale systems not all ports are known)."""
    in_use = snapshot["catalog_item"].ids[snapshot.cached(uses_by_devices) > 0]
    managed = snapshot.types.cached(system_ports)[JUDGED.index(NetworkKind.OUT_OF_BAND)]
    return bool(snapshot.types.cached(systems_of)[in_use].any() and not managed[in_use].any())


def _ground(snapshot: Snapshot) -> object:
    """The networks that are planned, those with a cable, the roles of their stages, and which systems there are in the whole project."""
    stages, networks = snapshot["network_stage"], snapshot["network"]
    columns = (stages["network_id"], stages["lower"], stages["upper"], stages["spread"])
    joins = snapshot.cached(network_joins)
    return (
        tuple(zip(networks.ids.tolist(), networks["kind"].tolist(), strict=True)),
        tuple(zip(*(column.tolist() for column in columns), strict=True)),
        tuple(bool(row.any()) for row in joins.cables),
        snapshot.cached(_several),
        snapshot.cached(_ports_unknown),
    )


def _absent(view: View, kind: NetworkKind, unplanned: str, unjoined: str) -> Iterator[Violation]:
    """One line for each hall; `unplanned` and `unjoined` have the fields of `equipment`."""
    snapshot, row = view.snapshot, JUDGED.index(kind)
    devices = snapshot["device"]
    if not (snapshot["network"]["kind"] == kind).any():
        if kind is NetworkKind.COMPUTE and not snapshot.cached(_several):
            return
        # Near systems whose ports are not known, whatever can be managed has to be.
        guessed = kind is NetworkKind.OUT_OF_BAND and snapshot.cached(_ports_unknown)
        lacking_types = view.types.cached(network_ports if guessed else system_ports)[row]
        for hall, places in by_hall_of_types(view, lacking_types):
            yield equipment(view, hall, places, unplanned)
        return
    cables = snapshot.cached(network_joins).cables[row]
    if not cables.any():
        # That the network has no cable yet is what fabric.not_cabled says.
        return
    lacking = snapshot.cached(to_be_joined)[row] & (cables[devices.ids] == 0)
    for hall, places in by_hall(view, lacking):
        yield equipment(view, hall, places, unjoined, _cabling(view, places))


def _cabling(view: View, places: Ids) -> Fix | None:
    """Cable the project, unless a switch is among what lacks cables: there may be more of them than the network needs.

    The title has the number of devices that are connected then.
    """
    types = view.snapshot["device"].at("type_id", places)
    if any(view.types[type_id].family is Family.SWITCH for type_id in np.unique(types).tolist()):
        return None
    title = QT_TRANSLATE_NOOP("checks", "Cable this project: {count} {count|device|devices}")
    return Fix("cable_project", {}, rule_text(title, count=len(places)))


def _network_rule(kind: NetworkKind, title: str, many: str, unplanned: str, unjoined: str) -> None:
    """Register the rule of one kind of network."""
    domain = NETWORK_DOMAINS[kind]

    def judge(view: View) -> Iterator[Violation]:
        """One finding per hall: systems with ports for a network that is not planned or, once it has cables, equipment without one."""
        return _absent(view, kind, unplanned, unjoined)

    decorated: Judge = judge
    rule(
        f"absent.{domain}",
        title=title,
        many=many,
        severity=Severity.ERROR,
        scope=Scope.HALL,
        reads=_JOINED,
        when=lambda snapshot: in_plan(snapshot, domain),
        limits=("power_for_limits",),
        ground=_ground,
        source=_SOURCE,
    )(decorated)


_network_rule(
    NetworkKind.COMPUTE,
    QT_TRANSLATE_NOOP("checks", "The compute network connects all systems and its switches"),
    QT_TRANSLATE_NOOP("checks", "{count} halls have systems or switches without the compute network"),
    QT_TRANSLATE_NOOP("checks", "No compute network is planned for {count} {count|system|systems} in {hall}: {names}."),
    QT_TRANSLATE_NOOP("checks", "{count} {count|device|devices} in {hall} {count|has|have} no compute network cable: {names}."),
)
_network_rule(
    NetworkKind.STORAGE,
    QT_TRANSLATE_NOOP("checks", "The storage network connects all systems and its switches"),
    QT_TRANSLATE_NOOP("checks", "{count} halls have systems or switches without the storage network"),
    QT_TRANSLATE_NOOP("checks", "No storage network is planned for {count} {count|system|systems} in {hall}: {names}."),
    QT_TRANSLATE_NOOP("checks", "{count} {count|device|devices} in {hall} {count|has|have} no storage network cable: {names}."),
)
_network_rule(
    NetworkKind.IN_BAND,
    QT_TRANSLATE_NOOP("checks", "The in-band network connects all systems and its switches"),
    QT_TRANSLATE_NOOP("checks", "{count} halls have systems or switches without the in-band network"),
    QT_TRANSLATE_NOOP("checks", "No in-band network is planned for {count} {count|system|systems} in {hall}: {names}."),
    QT_TRANSLATE_NOOP("checks", "{count} {count|device|devices} in {hall} {count|has|have} no in-band network cable: {names}."),
)
_network_rule(
    NetworkKind.OUT_OF_BAND,
    QT_TRANSLATE_NOOP("checks", "The out-of-band network connects every managed device"),
    QT_TRANSLATE_NOOP("checks", "{count} halls have devices without the out-of-band network"),
    QT_TRANSLATE_NOOP("checks", "No out-of-band network is planned for {count} {count|device|devices} in {hall}: {names}."),
    QT_TRANSLATE_NOOP("checks", "{count} {count|device|devices} in {hall} {count|has|have} no out-of-band network cable: {names}."),
)


def _with_uplinks(snapshot: Snapshot) -> bool:
    """Whether out-of-band switches should have uplinks: a stage gives them some, or there is an in-band network to which they lead."""
    return in_plan(snapshot, Domain.OUT_OF_BAND) and (in_plan(snapshot, Domain.IN_BAND) or _rising(snapshot))


def _rising(snapshot: Snapshot) -> bool:
    """Whether a stage leads from out-of-band switches to a role of this plan."""
    networks, stages = snapshot["network"], snapshot["network_stage"]
    rising = np.flatnonzero(np.isin(stages["lower"].astype(str), TIER_ROLES[NetworkKind.OUT_OF_BAND]))
    kinds = networks["kind"][networks.positions(stages.at("network_id", rising))].tolist() if len(rising) else []
    outside = snapshot.cached(outside_plan)
    stages_up = zip(stages.at("upper", rising).tolist(), kinds, strict=True)
    return any(domain_of_role(upper, NetworkKind(kind)) not in outside for upper, kind in stages_up)


@rule(
    "absent.uplinks",
    title=QT_TRANSLATE_NOOP("checks", "Out-of-band switches have uplinks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} halls have out-of-band switches without uplinks"),
    severity=Severity.ERROR,
    scope=Scope.HALL,
    reads=_JOINED,
    when=_with_uplinks,
    limits=("power_for_limits",),
    ground=_ground,
    source=QT_TRANSLATE_NOOP("checks", "Without an uplink, devices on an out-of-band switch are unreachable"),
)
def uplinks(view: View) -> Iterator[Violation]:
    """One finding per hall: out-of-band switches of a cabled network without a cable to another switch."""
    snapshot = view.snapshot
    joins, devices, row = snapshot.cached(network_joins), snapshot["device"], JUDGED.index(NetworkKind.OUT_OF_BAND)
    if not joins.cables[row].any():
        return
    switches = (devices["role"] == TIER_ROLES[NetworkKind.OUT_OF_BAND][0]).astype(bool)
    text = QT_TRANSLATE_NOOP("checks", "{count} out-of-band {count|switch|switches} in {hall} {count|has|have} no uplink: {names}.")
    for hall, places in by_hall(view, switches & (joins.upward[devices.ids] == 0)):
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Cable this project"))
        yield equipment(view, hall, places, text, Fix("cable_project", {}, title))


@rule(
    "absent.management",
    title=QT_TRANSLATE_NOOP("checks", "Every management port has a planned link"),
    many=QT_TRANSLATE_NOOP("checks", "{count} halls have management ports without a link"),
    severity=Severity.WARNING,
    scope=Scope.HALL,
    reads=_JOINED,
    ground=_ground,
    when=lambda snapshot: in_plan(snapshot, Domain.OUT_OF_BAND),
    source=QT_TRANSLATE_NOOP("checks", "BMC ports of the types, and the uplinks of top-of-rack switches in rack-scale systems"),
)
def management(view: View) -> Iterator[Violation]:
    """One finding per hall, once the out-of-band network has cables: BMCs and switches inside a rack-scale system without a link."""
    snapshot, devices = view.snapshot, view.snapshot["device"]
    if not snapshot.cached(network_joins).cables[JUDGED.index(NetworkKind.OUT_OF_BAND)].any():
        return
    ports = unmanaged(snapshot)
    lacking = np.zeros(devices.rows, bool)
    lacking[list(ports)] = True
    text = QT_TRANSLATE_NOOP(
        "checks", "{count} {count|device|devices} in {hall} {count|has|have} management ports without a link to a switch: {names}."
    )
    for hall, places in by_hall(view, lacking):
        shown = [f"{view.name('device', int(devices.ids[place]))} {ports[place]}" for place in places[:MOST_NAMES].tolist()]
        names = ", ".join(shown) + (" …" if len(places) > MOST_NAMES else "")
        message = rule_text(text, hall=view.name("hall", hall), count=len(places), names=names)
        yield Violation((hall,), (("hall", hall),), view.row_place("hall", hall), message, len(places), 0)
