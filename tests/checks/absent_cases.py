"""Projects in which the rules of what is absent find nothing or just that many faults."""

from collections.abc import Callable

from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.plan.plan_domains import Domain
from gpudesk.project.outside_plan import OUTSIDE_PREFIX
from gpudesk.project.redundant_roles import REDUNDANT_PREFIX
from tests.checks.fabric_site import DEVICES, Fabric
from tests.checks.site import Site

Build = Callable[[Site], object]
_TIERS = TIER_ROLES[NetworkKind.COMPUTE]
ABSENT_CASES: list[tuple[str, int, str, Build]] = []


def absent_case(count: int, *rules: str) -> Callable[[Build], Build]:
    """The project that follows has `count` findings of each of `rules`."""

    def note(build: Build) -> Build:
        ABSENT_CASES.extend((rule, count, build.__name__.removeprefix("_"), build) for rule in rules)
        return build

    return note


def leave_out(site: Site, *domains: Domain) -> None:
    """Say that some domains are not in this plan."""
    for domain in domains:
        site.insert("setting", key=f"{OUTSIDE_PREFIX}{domain}", value="Somebody else plans it.")


@absent_case(1, "absent.power", "absent.cooling")
def _systems_without_anything(site: Site) -> None:
    rack = site.rack()
    for unit, key in ((1, "six"), (9, "six"), (17, "system")):
        site.device(rack, unit, key)


@absent_case(2, "absent.power", "absent.cooling")
def _systems_in_two_halls(site: Site) -> None:
    other = site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000)
    for hall in (site.hall, other):
        rack = site.rack(hall_id=hall)
        site.device(rack, 1, "six")
        site.device(rack, 9)


@absent_case(0, "absent.power", "absent.cooling")
@absent_case(2, "plan.outside")
def _systems_of_which_somebody_else_plans_all(site: Site) -> None:
    leave_out(site, Domain.POWER, Domain.COOLING)
    rack = site.rack()
    site.device(rack, 1, "six")
    site.device(rack, 9)


@absent_case(1, "absent.power")
def _a_strip_on_no_feed(site: Site) -> None:
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    strip = site.strip(rack, None)
    site.plug(system, (strip, 1), (strip, 5))


@absent_case(0, "absent.power")
def _a_strip_on_a_feed(site: Site) -> None:
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    strip = site.strip(rack, site.feed())
    site.plug(system, (strip, 1), (strip, 5))


@absent_case(0, "absent.cooling")
def _a_cooled_hall(site: Site) -> None:
    site.room()
    site.device(site.rack(), 1)


@absent_case(0, "absent.power", "absent.cooling")
def _a_workstation(site: Site) -> None:
    site.device(None, key="tower", hall_id=site.hall)


_STORAGE, _HOST, _ACCESS = 4, 6, 8
"""The first storage port and the management port of a node, and the first port of 1 Gb/s of an Ethernet switch."""


def _network(fabric: Fabric, kind: int, **stage: object) -> int:
    tree = {"unit_nodes": 1, "tiers": 1, "rails_per_leaf": 4, "whole_units": 0} if kind in (0, 1) else {}
    network = fabric.site.insert("network", kind=kind, name=f"Network {kind}", rate_gbps=1 if kind == 3 else 100, **tree)
    if stage:
        fabric.site.insert("network_stage", network_id=network, place=0, **stage)
    return network


@absent_case(1, "absent.compute", "absent.storage", "absent.out_of_band", "absent.head_node")
@absent_case(0, "absent.in_band", "absent.uplinks", "absent.subnet_manager", "absent.storage_target")
def _nodes_without_a_network(site: Site) -> None:
    fabric = Fabric(site)
    fabric.add("node")
    fabric.add("node")


@absent_case(1, "absent.subnet_manager", "absent.head_node")
def _nodes_and_a_switch_before_any_network(site: Site) -> None:
    fabric = Fabric(site)
    for role in ("", "", "leaf"):
        fabric.add("leaf" if role else "node", role=role)


@absent_case(0, "absent.subnet_manager", "absent.head_node")
def _nodes_and_who_manages_them_before_any_network(site: Site) -> None:
    fabric = Fabric(site)
    for role in ("", "", "leaf", "fabric management", "cluster management"):
        fabric.add("leaf" if role == "leaf" else "node", role=role)


@absent_case(0, "absent.subnet_manager", "absent.head_node")
def _nodes_of_which_others_plan_all_networks(site: Site) -> None:
    leave_out(site, Domain.COMPUTE, Domain.STORAGE, Domain.IN_BAND, Domain.OUT_OF_BAND)
    _nodes_and_a_switch_before_any_network(site)


def _redundant(site: Site, role: str, count: int, planned: int) -> None:
    """Systems without a network, of which a role requires some devices and has fewer or as many."""
    site.insert("setting", key=f"{REDUNDANT_PREFIX}{role}", value=str(count))
    fabric = Fabric(site)
    for place in range(2 + planned):
        fabric.add("node", role=role if place < planned else "")


@absent_case(1, "absent.partner")
def _one_of_two_subnet_managers(site: Site) -> None:
    _redundant(site, "fabric management", 2, 1)


@absent_case(1, "absent.partner")
def _two_of_three_brokers(site: Site) -> None:
    _redundant(site, "broker", 3, 2)


@absent_case(1, "absent.partner")
def _none_of_two_brokers(site: Site) -> None:
    _redundant(site, "broker", 2, 0)


@absent_case(1, "absent.head_node")
@absent_case(0, "absent.partner")
def _none_of_two_head_nodes(site: Site) -> None:
    _redundant(site, "cluster management", 2, 0)


@absent_case(0, "absent.partner")
def _both_subnet_managers(site: Site) -> None:
    _redundant(site, "fabric management", 2, 2)


@absent_case(0, "absent.partner")
def _one_of_two_subnet_managers_that_others_plan(site: Site) -> None:
    leave_out(site, Domain.SUBNET_MANAGER)
    _redundant(site, "fabric management", 2, 1)


@absent_case(0, "absent.compute", "absent.head_node")
@absent_case(1, "absent.storage", "absent.out_of_band")
def _a_node_that_has_no_other_to_compute_with(site: Site) -> None:
    Fabric(site).add("node")


@absent_case(2, "absent.compute")
def _a_node_in_each_of_two_halls(site: Site) -> None:
    fabric = Fabric(site)
    fabric.add("node")
    rack = site.rack(hall_id=site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000))
    site.device(rack, 1, type_id=fabric.kind(DEVICES["node"]))


@absent_case(1, "absent.compute")
def _a_node_and_a_leaf_without_a_cable(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="leaf")
    fabric.add("node")
    fabric.add("leaf", role="leaf")
    fabric.link((node, 0), (leaf, 0), network_id=network)


@absent_case(0, "absent.compute")
def _a_network_that_has_no_cable_yet(site: Site) -> None:
    fabric = Fabric(site)
    _network(fabric, 0)
    fabric.add("node")
    fabric.add("leaf", role="leaf")


@absent_case(0, "absent.compute")
def _a_joined_node(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="leaf")
    fabric.link((node, 0), (leaf, 0), network_id=network)


@absent_case(1, "absent.storage", "absent.storage_target")
def _a_node_without_storage(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 1)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="storage leaf")
    fabric.add("node")
    fabric.link((node, _STORAGE), (leaf, 0), network_id=network)


@absent_case(1, "absent.in_band")
def _an_in_band_switch_without_a_cable(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 2, lower="head", upper="in-band", links=1)
    head, switch = fabric.add("node", role="head"), fabric.add("ethernet", role="in-band")
    fabric.add("ethernet", role="in-band")
    fabric.link((head, _STORAGE), (switch, 0), network_id=network)


@absent_case(0, "absent.in_band")
def _an_in_band_switch_with_a_cable(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 2, lower="head", upper="in-band", links=1)
    head, switch = fabric.add("node", role="head"), fabric.add("ethernet", role="in-band")
    fabric.link((head, _STORAGE), (switch, 0), network_id=network)


def _managed(fabric: Fabric, uplink: bool) -> None:
    network = _network(fabric, 3, upper="out-of-band", links=1, spread=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="out-of-band", upper="in-band", links=1)
    node, access, core = fabric.add("node"), fabric.add("ethernet", role="out-of-band"), fabric.add("ethernet", role="in-band")
    fabric.lay((node, _HOST), (access, _ACCESS), network_id=network)
    if uplink:
        fabric.lay((access, 0), (core, 0), network_id=network)


@absent_case(1, "absent.uplinks")
def _an_out_of_band_switch_without_an_uplink(site: Site) -> None:
    _managed(Fabric(site), uplink=False)


@absent_case(0, "absent.uplinks", "absent.out_of_band")
def _an_out_of_band_switch_with_an_uplink(site: Site) -> None:
    _managed(Fabric(site), uplink=True)


@absent_case(0, "absent.uplinks")
def _uplinks_of_the_in_band_network_and_of_none(site: Site) -> None:
    fabric = Fabric(site)
    _managed(fabric, uplink=False)
    network = _network(fabric, 2)
    access, core = (int(device) for device in site.snapshot["device"].ids[-2:])
    second = fabric.add("ethernet", role="out-of-band")
    fabric.lay((access, 0), (core, 0), network_id=network)
    fabric.lay((second, 0), (core, 1))


@absent_case(0, "absent.uplinks", "absent.role")
def _uplinks_to_switches_that_are_left_out(site: Site) -> None:
    fabric = Fabric(site)
    leave_out(site, Domain.IN_BAND)
    network = _network(fabric, 3, upper="out-of-band", links=1, spread=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="out-of-band", upper="in-band", links=1)
    node, access = fabric.add("node"), fabric.add("ethernet", role="out-of-band")
    fabric.lay((node, _HOST), (access, _ACCESS), network_id=network)


@absent_case(1, "absent.uplinks")
def _uplinks_to_a_spine_of_their_own(site: Site) -> None:
    fabric = Fabric(site)
    leave_out(site, Domain.IN_BAND)
    network = _network(fabric, 3, upper="out-of-band", links=1, spread=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="out-of-band", upper="out-of-band spine", links=1)
    node, access = fabric.add("node"), fabric.add("ethernet", role="out-of-band")
    fabric.add("ethernet", role="out-of-band spine")
    fabric.lay((node, _HOST), (access, _ACCESS), network_id=network)


@absent_case(1, "absent.out_of_band")
def _a_node_that_nothing_manages(site: Site) -> None:
    fabric = Fabric(site)
    _managed(fabric, uplink=True)
    fabric.add("node")


@absent_case(1, "absent.subnet_manager", "absent.head_node")
def _a_fabric_that_nothing_manages(site: Site) -> None:
    fabric = Fabric(site)
    _network(fabric, 0)
    fabric.add("node")
    fabric.add("leaf", role="leaf")


@absent_case(0, "absent.subnet_manager", "absent.head_node", "absent.storage_target", "absent.role", "absent.partner")
def _a_whole_cluster(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0, lower="fabric management", upper="leaf", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="fabric management", upper="fabric management", links=1)
    fabric.add("node")
    fabric.add("leaf", role="leaf")
    for role in ("fabric management", "fabric management", "cluster management", "storage"):
        fabric.add("ethernet", role=role)
    _network(fabric, 1)


@absent_case(1, "absent.partner", "absent.head_node", "absent.role")
def _one_of_a_pair_and_roles_without_a_device(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0, lower="fabric management", upper="fabric management", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="cluster management", upper="leaf", links=1)
    fabric.add("node")
    fabric.add("ethernet", role="fabric management")


@absent_case(1, "absent.subnet_manager", "absent.head_node", "absent.storage_target")
@absent_case(0, "absent.role")
def _managers_that_are_absent_once(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 1, lower="fabric management", upper="storage leaf", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="cluster management", upper="storage leaf", links=1)
    fabric.site.insert("network_stage", network_id=network, place=2, lower="storage", upper="storage leaf", links=1)
    fabric.add("node")
    fabric.add("leaf", role="storage leaf")


@absent_case(0, "absent.head_node")
@absent_case(1, "absent.role")
def _a_second_role_of_management_without_a_device(site: Site) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 2, lower="cluster management", upper="in-band", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="job management", upper="in-band", links=1)
    fabric.add("node", role="cluster management")
    fabric.add("ethernet", role="in-band")


@absent_case(0, "absent.role", "absent.storage_target", "absent.head_node", "absent.subnet_manager", "absent.partner")
def _roles_of_networks_that_are_left_out(site: Site) -> None:
    fabric = Fabric(site)
    leave_out(site, Domain.COMPUTE, Domain.STORAGE, Domain.IN_BAND)
    _network(fabric, 0, lower="fabric management", upper="leaf", links=1)
    _network(fabric, 1, lower="storage", upper="storage leaf", links=1)
    network = _network(fabric, 2, lower="cluster management", upper="in-band", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="in-band", upper="in-band", links=1)
    fabric.add("node")
    fabric.add("leaf", role="leaf")


@absent_case(0, "absent.role", "absent.storage_target", "absent.head_node", "absent.subnet_manager")
def _roles_of_domains_that_are_left_out(site: Site) -> None:
    fabric = Fabric(site)
    leave_out(site, Domain.STORAGE_TARGET, Domain.HEAD_NODE, Domain.SUBNET_MANAGER)
    network = _network(fabric, 1, lower="storage", upper="storage leaf", links=1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="cluster management", upper="storage leaf", links=1)
    fabric.site.insert("network_stage", network_id=network, place=2, lower="fabric management", upper="storage leaf", links=1)
    fabric.add("node")
    fabric.add("leaf", role="storage leaf")


def _two_sides(site: Site, *above: dict[str, object]) -> None:
    """A rack whose sides A and B are fed from the last two of the power nodes given: each names its kind and the place of what feeds it."""
    made: list[int] = []
    for number, values in enumerate(above):
        fed_by = values.get("fed_by")
        own = {**values, "name": f"Node {number}", "fed_by_id": made[fed_by] if isinstance(fed_by, int) else None}
        own.pop("fed_by", None)
        made.append(site.insert("power_node", voltage_v=415, **own))
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    strips = [site.strip(rack, site.feed(feed_side=side, fed_by_id=made[place])) for side, place in (("A", -2), ("B", -1))]
    site.plug(system, *((strip, 1) for strip in strips))


@absent_case(1, "power.one_source")
def _both_sides_on_one_ups(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 2, "fed_by": 0}, {"kind": 4, "fed_by": 1}, {"kind": 4, "fed_by": 1})


@absent_case(1, "power.one_source")
def _one_panel_fed_from_the_other(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 1})


@absent_case(1, "power.one_source")
def _both_sides_on_a_source_without_a_ups(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 0})


@absent_case(1, "power.one_source")
def _shared_panels_of_which_the_nearer_came_first(site: Site) -> None:
    _two_sides(site, {"kind": 4}, {"kind": 4}, {"kind": 4}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 0})
    first, second, third = site.snapshot["power_node"].ids[:3].tolist()
    site.update("power_node", first, fed_by_id=second)
    site.update("power_node", second, fed_by_id=third)


@absent_case(0, "power.one_source")
def _a_side_with_a_generator_behind_it(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 0})
    panel = int(site.snapshot["power_node"].ids[2])
    site.update("power_node", panel, alternate_id=site.insert("power_node", kind=1, name="Generator", voltage_v=415))


@absent_case(1, "power.one_source")
def _a_side_whose_alternate_is_behind_the_same_ups(site: Site) -> None:
    _two_sides(site, {"kind": 2}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 0}, {"kind": 3, "fed_by": 2})
    _, other, _, switch = site.snapshot["power_node"].ids[:4].tolist()
    site.update("power_node", switch, alternate_id=other)
    # Sides A and B are fed by the panel and the switch, whose two inputs end at the UPS.


@absent_case(0, "power.one_source")
def _a_feed_with_an_alternate(site: Site) -> None:
    """The circuit of side B changes over itself, so that it does not depend on the panel."""
    _two_sides(site, {"kind": 0}, {"kind": 1}, {"kind": 4, "fed_by": 0}, {"kind": 4, "fed_by": 2}, {"kind": 4, "fed_by": 2})
    nodes = site.snapshot["power_node"]
    (feed,) = nodes.ids[nodes["feed_side"] == "B"].tolist()
    site.update("power_node", feed, alternate_id=int(nodes.ids[1]))


@absent_case(0, "power.one_source")
def _sides_straight_from_a_ups_each(site: Site) -> None:
    source = site.insert("power_node", kind=0, name="Source", voltage_v=415)
    rack = site.rack()
    system = site.device(rack, 1, "pair")
    for side in "AB":
        strip = site.strip(rack, site.insert("power_node", kind=2, name=f"UPS {side}", voltage_v=415, feed_side=side, fed_by_id=source))
        site.plug(system, (strip, 1))


@absent_case(1, "power.one_source")
def _both_sides_behind_one_transfer_switch(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 3, "fed_by": 0}, {"kind": 4, "fed_by": 1}, {"kind": 4, "fed_by": 1})
    switch = int(site.snapshot["power_node"].ids[1])
    site.update("power_node", switch, alternate_id=site.insert("power_node", kind=1, name="Generator", voltage_v=415))


@absent_case(0, "power.one_source", "power.circle")
def _a_ups_for_each_side(site: Site) -> None:
    _two_sides(site, {"kind": 0}, {"kind": 2, "fed_by": 0}, {"kind": 2, "fed_by": 0})


@absent_case(1, "absent.source")
def _a_ups_a_panel_and_a_feed_that_nothing_feeds(site: Site) -> None:
    for kind in (2, 4, 6):
        site.insert("power_node", kind=kind, name=f"Node {kind}", voltage_v=415, hall_id=site.hall)


@absent_case(2, "absent.source")
def _feeds_that_nothing_feeds_in_a_hall_and_in_none(site: Site) -> None:
    for hall in (site.hall, None):
        site.insert("power_node", kind=6, name=f"Feed {hall}", voltage_v=415, hall_id=hall)


@absent_case(0, "absent.source")
def _a_feed_that_others_supply(site: Site) -> None:
    leave_out(site, Domain.POWER)
    site.feed()


@absent_case(0, "absent.source")
def _feeds_of_a_source_and_of_a_generator_alone(site: Site) -> None:
    source, generator = (site.insert("power_node", kind=kind, name=f"Top {kind}", voltage_v=415) for kind in (0, 1))
    site.feed(fed_by_id=source)
    site.feed(alternate_id=generator)


@absent_case(2, "power.circle")
@absent_case(0, "absent.source")
def _panels_that_feed_each_other(site: Site) -> None:
    one, other = (site.insert("power_node", kind=4, name=name, voltage_v=415) for name in "AB")
    below = site.insert("power_node", kind=4, name="C", voltage_v=415, fed_by_id=one)
    site.insert("power_node", kind=4, name="D", voltage_v=415, fed_by_id=below)
    site.update("power_node", one, fed_by_id=other)
    site.update("power_node", other, fed_by_id=one)


@absent_case(1, "power.cord_reach")
def _a_cord_from_a_rack_too_far_away(site: Site) -> None:
    near, far = site.rack(), site.rack()
    site.rack()
    strip = site.strip(far, site.feed())
    system = site.device(near, 1, "pair")
    site.insert("power_cord", device_id=system, port=0, from_device_id=strip, from_port=1, type_id=site.use("large"), length_mm=500)


@absent_case(2, "naming.host")
def _hosts_without_host_names(site: Site) -> None:
    rack = site.rack()
    site.device(rack, 1, name="dgx 002_ñ!")
    site.device(rack, 10, name="dgx-2-")
    site.device(rack, 19, name="dgx-3.example.com")
    site.device(rack, 40, "panel", name="Panel 1")


@absent_case(2, "naming.host")
def _a_number_and_an_address_as_names(site: Site) -> None:
    rack = site.rack()
    for unit, name in ((1, "10.0.0.7"), (10, "4711"), (19, "dgx-3")):
        site.device(rack, unit, name=name)


@absent_case(1, "naming.host")
def _hosts_that_differ_in_capital_letters(site: Site) -> None:
    rack = site.rack()
    for unit, name in ((1, "dgx-1"), (10, "DGX-1"), (19, "dgx-1")):
        site.device(rack, unit, name=name)
    site.device(rack, 40, "panel", name="Dgx-1")


@absent_case(0, "naming.host")
def _hosts_with_host_names(site: Site) -> None:
    rack = site.rack()
    for unit, name in ((1, "dgx-1"), (10, "3com"), (19, "A01-DGX-2.example.com")):
        site.device(rack, unit, name=name)


def _late(site: Site, node_phase: int, leaf_phase: int) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0)
    node, leaf = fabric.add("node", phase=node_phase), fabric.add("leaf", role="leaf", phase=leaf_phase)
    fabric.link((node, 0), (leaf, 0), network_id=network)


@absent_case(1, "fabric.late_switch")
def _a_leaf_after_its_nodes(site: Site) -> None:
    _late(site, 1, 4)


def _late_spine(site: Site, spine_phase: int) -> None:
    fabric = Fabric(site)
    network = _network(fabric, 0)
    spine = fabric.add("leaf", role="spine", phase=spine_phase)
    for phase in (1, 2):
        node, leaf = fabric.add("node", phase=phase), fabric.add("leaf", role="leaf", phase=phase)
        fabric.link((node, 0), (leaf, 0), network_id=network)
        fabric.link((leaf, 1), (spine, phase), network_id=network)


@absent_case(1, "fabric.late_switch")
def _a_spine_after_all_of_its_leaves(site: Site) -> None:
    _late_spine(site, 3)


@absent_case(0, "fabric.late_switch")
def _a_spine_with_the_last_of_its_leaves(site: Site) -> None:
    _late_spine(site, 2)


@absent_case(0, "fabric.late_switch")
def _a_leaf_with_its_nodes(site: Site) -> None:
    _late(site, 2, 2)


def _longer_than_its_way(site: Site, key: str) -> None:
    one, other = (site.device(site.rack(), 20, "box") for _ in range(2))
    site.way()
    site.cables(one, other, key=key)
    site.update("cable", 1, length_mm=45_000)


@absent_case(1, "link.spare_length")
def _a_cable_far_longer_than_its_way(site: Site) -> None:
    _longer_than_its_way(site, "stocked")


@absent_case(0, "link.spare_length")
def _a_long_cable_of_which_no_shorter_one_is_known(site: Site) -> None:
    _longer_than_its_way(site, "hose")


@absent_case(0, "link.spare_length")
def _a_cable_as_long_as_its_way(site: Site) -> None:
    one, other = (site.device(site.rack(), 20, "box") for _ in range(2))
    site.way()
    site.cables(one, other)
    site.update("cable", 1, length_mm=8_000)


def _two_bmcs(site: Site, cabled: int) -> None:
    """A node with two service processors, some of them cabled to a switch of the out-of-band network."""
    fabric = Fabric(site)
    node, switch = fabric.add("two-bmcs", role="compute"), fabric.add("ethernet", role="out-of-band")
    network = site.insert("network", kind=int(NetworkKind.OUT_OF_BAND), name="Out-of-band", rate_gbps=1)
    for port in range(cabled):
        fabric.lay((node, port), (switch, 8 + port), network_id=network)


@absent_case(1, "absent.management")
def _one_of_two_bmcs_without_a_link(site: Site) -> None:
    _two_bmcs(site, 1)


@absent_case(0, "absent.management")
def _two_bmcs_with_a_link_each(site: Site) -> None:
    _two_bmcs(site, 2)


def tree_of(site: Site, leaves: int, spines: int, nodes: int = 1, cores: int = 0, **settings: int | None) -> Fabric:
    """A compute network whose unit of four nodes needs four leaves, one for each rail, and two spines for the uplinks of these.

    With three tiers it needs eight spines, and four cores for the uplinks of these.
    """
    fabric = Fabric(site)
    site.insert("network", kind=0, name="Compute", rate_gbps=400, **{"unit_nodes": 4, "rails_per_leaf": 1, "whole_units": 1, **settings})
    for key, role, count in (("node", "compute", nodes), *(("leaf", *tier) for tier in zip(_TIERS, (leaves, spines, cores), strict=True))):
        for number in range(1, count + 1):
            fabric.add(key, role=role, name=f"{role}-{number}")
    return fabric


@absent_case(0, "absent.switches")
def _all_switches_of_a_unit_with_a_single_node(site: Site) -> None:
    tree_of(site, 4, 2)


@absent_case(1, "absent.switches")
def _a_spine_less_than_the_unit_requires(site: Site) -> None:
    tree_of(site, 4, 1)


@absent_case(0, "absent.switches", "absent.leaves")
def _leaves_of_which_each_has_several_rails(site: Site) -> None:
    """Cabled by hand in another way than by the tree: each port of the node has a cable."""
    _two_leaves(site, 4)


@absent_case(1, "absent.leaves")
def _leaves_of_which_each_has_several_rails_but_one_is_open(site: Site) -> None:
    _two_leaves(site, 3)


def _two_leaves(site: Site, cables: int) -> None:
    """A node on two of the four leaves that one rail on each requires."""
    fabric = tree_of(site, 2, 1)
    for port in range(cables):
        fabric.lay((1, port), (2 + port % 2, port), network_id=1)


@absent_case(0, "absent.leaves")
def _all_leaves_of_a_unit(site: Site) -> None:
    tree_of(site, 4, 0)


@absent_case(1, "absent.leaves")
def _a_leaf_less_than_rails(site: Site) -> None:
    tree_of(site, 3, 2)


@absent_case(1, "absent.leaves")
def _a_leaf_less_than_rails_and_no_spine(site: Site) -> None:
    tree_of(site, 3, 0)


@absent_case(1, "absent.leaves")
def _leaves_that_are_not_numbered(site: Site) -> None:
    tree_of(site, 3, 2)
    for device, name in zip(site.snapshot["device"].where("role", "leaf").tolist(), ("left", "right", "top"), strict=True):
        site.update("device", device, name=name)


@absent_case(1, "absent.leaves")
def _no_leaf_at_all(site: Site) -> None:
    tree_of(site, 0, 2)


@absent_case(0, "absent.leaves")
def _leaves_without_nodes(site: Site) -> None:
    tree_of(site, 1, 0, nodes=0)


@absent_case(0, "absent.leaves")
def _leaves_that_others_plan(site: Site) -> None:
    leave_out(site, Domain.COMPUTE)
    tree_of(site, 3, 1)


@absent_case(1, "absent.leaves")
def _a_leaf_less_on_the_second_plane(site: Site) -> None:
    fabric = tree_of(site, 3, 4, 0, planes=2)
    fabric.add("two-planes", role="compute")


@absent_case(0, "absent.leaves")
def _leaves_of_both_planes(site: Site) -> None:
    fabric = tree_of(site, 4, 4, 0, planes=2)
    fabric.add("two-planes", role="compute")


@absent_case(0, "absent.switches")
def _no_spine_at_all(site: Site) -> None:
    """Leaves alone may be connected to each other by a stage, or by hand."""
    tree_of(site, 4, 0)


@absent_case(0, "absent.switches")
def _a_network_that_others_plan(site: Site) -> None:
    leave_out(site, Domain.COMPUTE)
    tree_of(site, 4, 1)


@absent_case(0, "absent.switches")
def _switches_without_nodes(site: Site) -> None:
    tree_of(site, 1, 1, nodes=0)


@absent_case(0, "absent.switches")
def _all_switches_of_three_tiers(site: Site) -> None:
    tree_of(site, 4, 8, cores=4, tiers=3)


@absent_case(1, "absent.switches")
def _a_core_less_than_the_spines_require(site: Site) -> None:
    tree_of(site, 4, 8, cores=3, tiers=3)


@absent_case(1, "absent.switches")
def _no_core_above_complete_spines(site: Site) -> None:
    tree_of(site, 4, 8, tiers=3)


@absent_case(1, "absent.switches")
def _a_spine_less_and_no_core(site: Site) -> None:
    """The spine alone: how many uplinks the cores must take depends on the spines."""
    tree_of(site, 4, 7, tiers=3)


@absent_case(1, "absent.switches")
def _no_core_on_either_plane(site: Site) -> None:
    fabric = tree_of(site, 4, 16, 0, tiers=3, planes=2)
    fabric.add("two-planes", role="compute")


@absent_case(0, "absent.switches")
def _cores_on_both_planes(site: Site) -> None:
    fabric = tree_of(site, 4, 16, 0, cores=8, tiers=3, planes=2)
    fabric.add("two-planes", role="compute")


def _two_halls(site: Site, cores: int, leaves: int = 8, moved: tuple[int, ...] = (5, 6, 7, 8)) -> None:
    """One node in each of two halls, which are joined by cores; leaves of these numbers are in the second one."""
    fabric = tree_of(site, leaves, 16, cores=cores, by_hall=1)
    other = site.rack(hall_id=site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000))
    site.device(other, 1, "node", fabric.kind(DEVICES["node"]), role="compute")
    for number in moved:
        site.update("device", int(site.snapshot["device"].where("name", f"leaf-{number}")[0]), rack_id=other, position=4 + 2 * number)


@absent_case(1, "absent.switches")
def _two_halls_without_cores(site: Site) -> None:
    _two_halls(site, 0)


@absent_case(1, "absent.leaves")
def _two_halls_of_which_one_has_a_leaf_too_few(site: Site) -> None:
    _two_halls(site, 8, 7, (5, 6, 7))


@absent_case(1, "absent.leaves")
def _a_leaf_in_the_other_of_two_halls(site: Site) -> None:
    """There are enough leaves, but one hall has one too many."""
    _two_halls(site, 8, 8, (6, 7, 8))


@absent_case(2, "absent.leaves")
def _two_halls_without_a_leaf_each(site: Site) -> None:
    _two_halls(site, 8, 6, (4, 5, 6))


def _two_halls_of_two_planes(site: Site, leaves: int) -> None:
    """A node of two rails on two planes in each of two halls: two leaves for each rail of a hall and plane, all in one hall."""
    fabric = tree_of(site, leaves, 16, 0, cores=8, by_hall=1, planes=2)
    fabric.add("two-planes", role="compute")
    other = site.rack(hall_id=site.insert("hall", name="Other", width_mm=20_000, depth_mm=12_000))
    site.device(other, 1, "second", fabric.kind(DEVICES["two-planes"]), role="compute")


@absent_case(0, "absent.leaves")
def _leaves_of_two_halls_and_planes(site: Site) -> None:
    _two_halls_of_two_planes(site, 8)


@absent_case(1, "absent.leaves")
def _a_leaf_less_of_two_halls_and_planes(site: Site) -> None:
    _two_halls_of_two_planes(site, 7)


@absent_case(0, "absent.switches", "absent.leaves")
def _two_halls_with_their_cores(site: Site) -> None:
    _two_halls(site, 8)


def _wide_switches(site: Site, **settings: int | None) -> None:
    """Two nodes on four leaves of 64 ports, one for each rail, and one spine."""
    site.insert("network", kind=0, name="Compute", rate_gbps=400, **settings)
    fabric = Fabric(site)
    for key, role in (*2 * [("node", "compute")], *4 * [("wide", "leaf")], ("wide", "spine")):
        fabric.add(key, role=role)


@absent_case(0, "absent.switches")
def _a_spine_that_is_enough_for_the_planned_nodes(site: Site) -> None:
    _wide_switches(site)


@absent_case(1, "absent.switches")
def _a_spine_that_is_not_enough_for_the_unit_set(site: Site) -> None:
    _wide_switches(site, unit_nodes=32)


def _out_of_band_tree(site: Site, **settings: int | None) -> None:
    """Six nodes on three out-of-band switches with a single switch above them: at 1:1, each tier has two uplinks."""
    fabric = Fabric(site)
    site.insert("network", kind=int(NetworkKind.OUT_OF_BAND), name="Out-of-band", rate_gbps=1, unit_nodes=6, **settings)
    for key, role in (*6 * [("node", "compute")], *3 * [("ethernet", "out-of-band")], ("ethernet", "out-of-band spine")):
        fabric.add(key, role=role)


@absent_case(0, "absent.switches")
def _access_switches_with_fewer_uplinks_than_downlinks(site: Site) -> None:
    _out_of_band_tree(site)


@absent_case(1, "absent.switches")
def _access_switches_whose_uplinks_are_set(site: Site) -> None:
    _out_of_band_tree(site, leaf_up=2)


@absent_case(1, "absent.switches")
def _access_switches_whose_tiers_are_set(site: Site) -> None:
    _out_of_band_tree(site, tiers=2)
