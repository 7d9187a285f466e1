"""Projects with cables in which the rules on links and fabrics find nothing or just that many faults."""

from collections.abc import Callable
from typing import Any

from gpudesk.project.accepted_rates import AcceptedRate, accepted_key, accepted_value
from tests.checks.fabric_site import Fabric
from tests.checks.site import Site
from tests.core import link_parts as made

FABRIC_CASES: list[tuple[str, int, str, Callable[[Site], object]]] = []
LINK_RULES = (
    "link.port",
    "link.rate",
    "link.accepted_rate",
    "link.protocol",
    "link.module",
    "link.form_factor",
    "link.heat_sink",
    "link.connector",
    "link.polish",
    "link.gender",
    "link.medium",
    "link.grade",
    "link.optics",
    "link.lanes",
    "link.splitter",
    "link.reach",
    "link.loss",
    "link.polarity",
    "link.fire_class",
    "link.double_use",
    "link.cage",
    "link.unknown",
    "link.length",
)
FABRIC_RULES = (
    "fabric.rail",
    "fabric.uplinks",
    "fabric.oversubscription",
    "fabric.single_switch",
    "fabric.open_ports",
    "fabric.not_cabled",
)
_FRONT, _REAR = 0, 8
"""The first port of the front and of the rear of a panel."""
_STORAGE, _HOST, _POWER = 4, 6, 7
"""The first port of each kind of a node, whose first four are for compute."""


def fabric_case(count: int, *rules: str) -> Callable[[Callable[[Fabric], object]], Callable[[Fabric], object]]:
    """The project that follows has `count` findings of each of `rules`."""

    def note(build: Callable[[Fabric], object]) -> Callable[[Fabric], object]:
        def in_site(site: Site) -> None:
            build(Fabric(site))

        FABRIC_CASES.extend((rule, count, build.__name__.removeprefix("_"), in_site) for rule in rules)
        return build

    return note


def _pair(fabric: Fabric) -> tuple[int, int]:
    return fabric.add("node"), fabric.add("leaf")


def _structured(
    fabric: Fabric, loss_db: float | None = None, polarities: str = "BBB", grades: tuple[str, str] = ("OM4", "OM4"), **cord: Any
) -> None:
    """A node and a leaf over two panels."""
    node, leaf = _pair(fabric)
    panels = [fabric.add("fibre-panel") for _ in range(2)]
    facts: dict[str, Any] = {} if loss_db is None else {"insertion_loss_db": loss_db}
    near, trunk, far = (
        made.cord(grades[place == 1], polarity, gender="male" if place == 1 else "female", **facts, **cord)
        for place, polarity in enumerate(polarities)
    )
    fabric.lay((node, 0), (panels[0], _FRONT), near, (made.sr4("flat"), None), 5_000)
    fabric.lay((panels[1], _REAR), (panels[0], _REAR), trunk, length_mm=35_000)
    fabric.lay((leaf, 0), (panels[1], _FRONT), far, (made.sr4(), None), 5_000)


@fabric_case(0, *LINK_RULES)
def _right_links(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    other = fabric.add("leaf")
    for port in range(4):
        fabric.link((node, port), (leaf, port))
    fabric.lay((leaf, 4), (other, 4), made.copper(), length_mm=2_000, assembly=1)
    fabric.lay((leaf, 5), (other, 5), made.copper(), length_mm=2_000, assembly=1)


@fabric_case(0, *LINK_RULES)
def _a_right_link_over_two_panels(fabric: Fabric) -> None:
    _structured(fabric)


@fabric_case(0, *LINK_RULES)
def _a_splitter_with_two_legs(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    network = fabric.site.insert("network", kind=4, name="Storage", rate_gbps=200)
    for leg in range(2):
        modules = (made.sr4("flat"), made.sr4())
        ends = {"a_lane": 0, "b_lane": 2 * leg, "lanes": 2, "assembly": 7, "network_id": network}
        fabric.lay((node, 2 * leg), (leaf, 0), made.splitter(), modules, **ends)


@fabric_case(2, "link.port")
def _cables_in_sockets_for_power_or_in_no_port(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.lay((node, _POWER), (leaf, 0), made.cord())
    fabric.lay((node, 0), (leaf, 99), made.cord())


@fabric_case(1, "link.rate")
def _a_cable_that_is_too_slow(fabric: Fabric) -> None:
    node, other = fabric.add("node"), fabric.add("node")
    fabric.lay((node, _STORAGE), (other, _STORAGE), made.copper("qsfp56", ("", ""), 200), length_mm=2_000)


@fabric_case(2, "link.rate")
def _a_network_that_is_faster_than_its_ports(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    network = fabric.site.insert("network", kind=0, name="Compute", rate_gbps=800)
    for port in range(2):
        fabric.link((node, port), (leaf, port), network_id=network)


@fabric_case(0, "link.rate")
def _a_stage_that_is_slower_than_its_network(fabric: Fabric) -> None:
    node, switch = fabric.add("node"), fabric.add("ethernet", role="in-band")
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=400)
    fabric.site.insert("network_stage", network_id=network, place=0, upper="in-band", rate_gbps=100)
    fabric.lay((node, _STORAGE), (switch, 0), made.copper("qsfp28", ("", ""), 100), length_mm=2_000, network_id=network)


def _accepted(fabric: Fabric, ports: tuple[str, str], rates: tuple[int, int], cable_gbps: int, network_gbps: int = 400) -> None:
    """Two links from a node to a switch in a stage of `rates[0]` Gb/s for which `rates[1]` are accepted, over cables of `cable_gbps`.

    A stage at the rate of its network says none.
    """
    node, switch = fabric.add("node"), fabric.add(ports[0], role="in-band")
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=network_gbps)
    own = {} if rates[0] == network_gbps else {"rate_gbps": rates[0]}
    stage = fabric.site.insert("network_stage", network_id=network, place=0, upper="in-band", **own)
    fabric.site.insert("setting", key=accepted_key(stage), value=accepted_value(AcceptedRate(rates[1], "As published")))
    for port in range(2):
        cable = made.copper(ports[1], ("", ""), cable_gbps)
        fabric.lay((node, _STORAGE + port), (switch, port), cable, length_mm=2_000, network_id=network)


@fabric_case(0, "link.rate")
@fabric_case(1, "link.accepted_rate")
def _a_lower_rate_that_is_accepted(fabric: Fabric) -> None:
    _accepted(fabric, ("ethernet", "qsfp28"), (200, 100), 100)


@fabric_case(0, "link.rate")
@fabric_case(1, "link.accepted_rate")
def _a_lower_rate_that_is_accepted_where_only_the_network_has_one(fabric: Fabric) -> None:
    _accepted(fabric, ("ethernet", "qsfp28"), (200, 100), 100, network_gbps=200)


@fabric_case(2, "link.rate")
@fabric_case(1, "link.accepted_rate")
def _cables_slower_than_the_accepted_rate(fabric: Fabric) -> None:
    _accepted(fabric, ("ethernet", "qsfp28"), (200, 100), 40)


@fabric_case(2, "link.rate")
def _ports_slower_than_the_accepted_rate(fabric: Fabric) -> None:
    _accepted(fabric, ("ethernet", "qsfp28"), (400, 200), 100)


@fabric_case(0, "link.rate")
@fabric_case(0, "link.accepted_rate")
def _an_accepted_rate_that_the_stage_no_longer_exceeds(fabric: Fabric) -> None:
    _accepted(fabric, ("ethernet", "qsfp28"), (100, 100), 100)


@fabric_case(2, "link.rate")
@fabric_case(0, "link.accepted_rate")
def _slow_cables_where_the_ports_give_the_rate(fabric: Fabric) -> None:
    """The acceptance is one of the ports: with faster ports it means nothing, and the cable has to follow."""
    _accepted(fabric, ("xdr", "qsfp28"), (200, 100), 100)


@fabric_case(1, "link.protocol")
def _an_ethernet_cable_on_an_infiniband_switch(fabric: Fabric) -> None:
    leaf, other = fabric.add("leaf"), fabric.add("leaf")
    fabric.lay((leaf, 0), (other, 0), made.copper(protocols="Ethernet"), length_mm=1_000)


@fabric_case(2, "link.module")
def _fibre_without_modules(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.lay((node, 0), (leaf, 0), made.cord())


@fabric_case(1, "link.module")
def _copper_with_a_module(fabric: Fabric) -> None:
    leaf, other = fabric.add("leaf"), fabric.add("leaf")
    fabric.lay((leaf, 0), (other, 0), made.copper(), (made.sr4(), None), length_mm=1_000)


@fabric_case(2, "link.form_factor")
@fabric_case(0, "link.rate")
def _the_published_cables_of_200g_in_cages_of_100g(fabric: Fabric) -> None:
    """The bill of the DGX H100 SuperPOD lays 200G QSFP56 cables into the QSFP28 cages of an SN4600C."""
    node, switch = fabric.add("node"), fabric.add("ethernet")
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=100)
    cable = made.copper("qsfp56", ("", ""), 200, "aoc", length_max_m=100)
    for port in range(2):
        fabric.lay((node, _STORAGE + port), (switch, port), cable, length_mm=30_000, network_id=network)


@fabric_case(2, "link.heat_sink")
def _a_finned_module_in_a_node_and_a_flat_one_in_a_switch(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), modules=(made.sr4("finned"), made.sr4()))
    fabric.link((node, 2), (leaf, 2), modules=(made.sr4("flat"), made.sr4("flat")))


@fabric_case(2, "link.heat_sink")
def _a_flat_copper_cable_between_switches(fabric: Fabric) -> None:
    leaf, other = fabric.add("leaf"), fabric.add("leaf")
    fabric.lay((leaf, 0), (other, 0), made.copper(tops=("flat", "flat")), length_mm=1_000)


@fabric_case(2, "link.connector")
def _duplex_cords_in_modules_for_arrays(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.duplex("A-B"))


@fabric_case(2, "link.polish")
def _a_flat_polish_in_angled_modules(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.cord(polish="upc"))


@fabric_case(2, "link.gender")
def _a_trunk_in_modules(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.cord(gender="male"))


@fabric_case(1, "link.medium")
def _a_single_mode_cord_between_multi_mode_modules(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.cord("OS2"))


@fabric_case(1, "link.medium")
def _xdr_over_multi_mode_fibre(fabric: Fabric) -> None:
    switch, other = fabric.add("xdr"), fabric.add("xdr")
    modules = made.dr4(rate_gbps=800), made.dr4(rate_gbps=800)
    fabric.lay((switch, 0), (other, 0), made.cord(), modules)
    fabric.lay((switch, 1), (other, 1), made.cord("OS2"), modules)


@fabric_case(1, "link.grade")
def _two_grades_in_one_link(fabric: Fabric) -> None:
    _structured(fabric, grades=("OM3", "OM4"))


@fabric_case(1, "link.optics")
def _modules_of_two_kinds(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), modules=(made.sr4("flat"), made.dr4()))


@fabric_case(1, "link.lanes")
def _a_whole_link_over_a_leg_of_a_splitter(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.splitter())


@fabric_case(2, "link.lanes")
def _lanes_that_no_port_has(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), a_lane=2, b_lane=2, lanes=4)


@fabric_case(1, "link.splitter")
def _a_splitter_behind_wavelengths_on_one_fibre(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.splitter("OS2"), modules=(made.fr4("flat"), made.fr4()), lanes=2)


@fabric_case(1, "link.reach")
def _a_multi_mode_link_of_60_m(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), length_mm=60_000)
    fabric.link((node, 1), (leaf, 1), length_mm=50_000)


@fabric_case(1, "link.loss")
def _ordinary_connectors_in_two_panels(fabric: Fabric) -> None:
    """45 m of OM4 and two joints of 0.85 dB: 1.835 dB of 1.7."""
    _structured(fabric, 0.85)


@fabric_case(0, "link.loss")
def _low_loss_connectors_in_two_panels(fabric: Fabric) -> None:
    _structured(fabric, 0.35)


@fabric_case(1, "link.polarity")
def _a_straight_cord_between_two_crossed_ones(fabric: Fabric) -> None:
    _structured(fabric, polarities="BAB")


@fabric_case(1, "link.polarity")
def _two_crossed_cords_over_a_panel(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    panel = fabric.add("fibre-panel")
    fabric.lay((node, 0), (panel, _FRONT), made.cord(), (made.sr4("flat"), None))
    fabric.lay((leaf, 0), (panel, _REAR), made.cord(gender="male"), (made.sr4(), None))


@fabric_case(1, "link.fire_class")
def _a_jacket_of_a_lower_class(fabric: Fabric) -> None:
    fabric.site.set("fire_class", "Cca")
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), cable=made.cord(jacket_rating="LSZH, Dca-s2,d2,a1"))
    fabric.link((node, 1), (leaf, 1), cable=made.cord(polish="apc", kind="trunk", jacket_rating="LSZH, B2ca-s1a,d1,a1"))


@fabric_case(2, "link.double_use")
def _two_cables_in_one_port_and_one_in_both_halves(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    other = fabric.add("leaf")
    fabric.link((node, 0), (leaf, 0), a_lane=0, lanes=2)
    fabric.link((node, 0), (leaf, 1), a_lane=1, lanes=2)
    fabric.link((other, 0), (leaf, 4))
    fabric.link((leaf, 4), (other, 1), a_lane=1)


@fabric_case(0, "link.double_use")
def _two_links_on_one_port_side_by_side(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    for part in range(2):
        fabric.link((node, 0), (leaf, part), a_lane=2 * part, lanes=2)


@fabric_case(1, "link.cage")
def _two_modules_in_one_cage(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0))
    fabric.link((node, 1), (leaf, 2), modules=(made.sr4("flat", 1), made.sr4()))


@fabric_case(2, "link.cage")
def _two_plugs_in_one_cage(fabric: Fabric) -> None:
    leaf, other = fabric.add("leaf"), fabric.add("leaf")
    for port in range(2):
        fabric.lay((leaf, port), (other, port), made.copper(), length_mm=1_000)


@fabric_case(1, "link.length")
def _a_cable_that_is_too_short_within_its_rack(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    fabric.link((node, 0), (leaf, 0), length_mm=100)
    fabric.link((node, 1), (leaf, 1), length_mm=3_000)
    fabric.lay((node, 2), (leaf, 2), length_mm=None)


@fabric_case(2, "link.unknown")
def _cables_that_nobody_chose(fabric: Fabric) -> None:
    node, leaf = _pair(fabric)
    other = fabric.add("node")
    for port in range(3):
        fabric.lay((node, port), (leaf, port), length_mm=None)
    fabric.lay((other, 0), (leaf, 4), length_mm=None)


def _network(fabric: Fabric, kind: int = 0, rate_gbps: int = 400, **values: Any) -> int:
    return fabric.site.insert("network", kind=kind, name=f"Network {kind}", rate_gbps=rate_gbps, **values)


def tree(fabric: Fabric, nodes: int = 2, uplinks: tuple[int, int] = (1, 1), swap: bool = False, **values: Any) -> list[int]:
    """Nodes of four rails on four leaves, each with some uplinks to two spines; returns the nodes."""
    network = _network(fabric, **values)
    leaves = [fabric.add("leaf", role="leaf") for _ in range(4)]
    spines = [fabric.add("leaf", role="spine") for _ in range(2)]
    found = [fabric.add("node") for _ in range(nodes)]
    for place, node in enumerate(found):
        for rail in range(4):
            leaf = leaves[rail ^ 1 if swap and not place else rail]
            fabric.link((node, rail), (leaf, place), network_id=network)
    for number, leaf in enumerate(leaves):
        port = 8
        for spine, count in zip(spines, uplinks, strict=True):
            for link in range(count):
                ends = (leaf, port), (spine, number * 4 + link)
                fabric.lay(*ends, made.cord(), (made.sr4(), made.sr4()), network_id=network)
                port += 1
    return found


@fabric_case(0, *FABRIC_RULES)
def _a_right_fabric(fabric: Fabric) -> None:
    tree(fabric)


@fabric_case(4, "fabric.rail")
def _a_node_with_its_rails_crossed(fabric: Fabric) -> None:
    tree(fabric, nodes=4, uplinks=(2, 2), swap=True)


@fabric_case(0, "fabric.rail")
def _all_rails_on_one_switch(fabric: Fabric) -> None:
    network = _network(fabric)
    node, leaf = fabric.add("node"), fabric.add("leaf", role="leaf")
    for rail in range(4):
        fabric.link((node, rail), (leaf, rail), network_id=network)


@fabric_case(4, "fabric.uplinks")
def _uplinks_that_differ(fabric: Fabric) -> None:
    tree(fabric, uplinks=(2, 1))


@fabric_case(4, "fabric.oversubscription")
def _too_few_uplinks(fabric: Fabric) -> None:
    tree(fabric, nodes=3)


@fabric_case(0, "fabric.oversubscription")
def _as_few_uplinks_as_planned(fabric: Fabric) -> None:
    tree(fabric, nodes=3, leaf_up=2, leaf_down=3)


def _storage(fabric: Fabric, switches: tuple[int, int], ports: int = 2) -> None:
    network = _network(fabric, 1, 100)
    found = [fabric.add("ethernet", role="storage leaf") for _ in range(2)]
    node = fabric.add("node")
    for port in range(ports):
        ends = (node, _STORAGE + port), (found[switches[port]], port)
        fabric.lay(*ends, made.copper("qsfp28", ("", ""), 100), length_mm=2_000, network_id=network)


@fabric_case(1, "fabric.single_switch")
def _both_links_on_one_switch(fabric: Fabric) -> None:
    _storage(fabric, (1, 1))


@fabric_case(0, "fabric.single_switch", "fabric.open_ports")
def _both_links_on_two_switches(fabric: Fabric) -> None:
    _storage(fabric, (0, 1))


@fabric_case(1, "fabric.open_ports")
def _a_port_that_is_left_open(fabric: Fabric) -> None:
    _storage(fabric, (0, 1), 1)


@fabric_case(0, "fabric.open_ports")
def _a_stage_that_asks_for_one_link(fabric: Fabric) -> None:
    _storage(fabric, (0, 1), 1)
    fabric.site.insert("network_stage", network_id=1, place=0, upper="storage leaf", links=1)


@fabric_case(0, "fabric.open_ports")
def _an_appliance_with_whole_ports_next_to_planes(fabric: Fabric) -> None:
    network = _network(fabric, planes=2)
    fabric.site.insert("network_stage", network_id=network, place=0, upper="leaf", lower="manager")
    manager, leaf = fabric.add("manager", role="manager"), fabric.add("leaf", role="leaf")
    fabric.link((manager, 0), (leaf, 0), network_id=network)


@fabric_case(1, "fabric.not_cabled")
def _a_network_without_a_cable(fabric: Fabric) -> None:
    _network(fabric, unit_nodes=1, tiers=1, rails_per_leaf=4, whole_units=0)
    fabric.add("node")
    fabric.add("leaf", role="leaf")


def _stage(fabric: Fabric, lower: str, upper: str, links: int | None) -> int:
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=100)
    fabric.site.insert("network_stage", network_id=network, place=0, lower=lower, upper=upper, links=links)
    return network


def _paired(fabric: Fabric, cables: int, links: int | None = 2, count: int = 2) -> None:
    """Switches in pairs, of which only the first has links, each with a cable to a node."""
    network = _stage(fabric, "in-band", "in-band", links)
    switches = [fabric.add("ethernet", role="in-band") for _ in range(count)]
    for switch in switches:
        fabric.lay((fabric.add("node"), _STORAGE), (switch, 7), network_id=network)
    for port in range(cables):
        fabric.lay((switches[0], port), (switches[1], port), network_id=network)


@fabric_case(0, "fabric.stage_links")
def _a_pair_of_switches_with_both_links(fabric: Fabric) -> None:
    _paired(fabric, 2)


@fabric_case(1, "fabric.stage_links")
def _a_pair_of_switches_with_one_link_of_two(fabric: Fabric) -> None:
    _paired(fabric, 1)


@fabric_case(2, "fabric.stage_links")
def _a_pair_of_switches_without_any_of_its_links(fabric: Fabric) -> None:
    _paired(fabric, 0)


@fabric_case(0, "fabric.stage_links")
def _a_pair_of_switches_for_which_one_link_is_enough(fabric: Fabric) -> None:
    _paired(fabric, 1, None)


@fabric_case(0, "fabric.stage_links")
def _a_third_switch_that_has_no_partner(fabric: Fabric) -> None:
    _paired(fabric, 2, count=3)


@fabric_case(2, "fabric.stage_links")
def _a_second_pair_without_links(fabric: Fabric) -> None:
    _paired(fabric, 2, count=4)


@fabric_case(0, "fabric.stage_links")
def _a_switch_whose_partner_is_not_planned(fabric: Fabric) -> None:
    _paired(fabric, 0, count=1)


_UNNUMBERED = ("core-a", "core-b", "left", "right")


def _joined(fabric: Fabric, *links: tuple[int, int], stages: tuple[dict[str, object], ...] = ({"links": 2},)) -> None:
    """Four in-band switches with some links between them, each with a cable to a node."""
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=100)
    for place, values in enumerate(stages):
        fabric.site.insert("network_stage", network_id=network, place=place, **{"lower": "in-band", "upper": "in-band", **values})
    switches = [fabric.add("ethernet", role="in-band") for _ in range(4)]
    for switch in switches:
        fabric.lay((fabric.add("node"), _STORAGE), (switch, 7), network_id=network)
    for port, (one, other) in enumerate(links):
        fabric.lay((switches[one], port), (switches[other], port), network_id=network)


@fabric_case(0, "fabric.stage_links")
def _two_pairs_with_their_links(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (0, 1), (2, 3), (2, 3))


@fabric_case(0, "fabric.stage_links")
def _two_pairs_of_others_than_by_name(fabric: Fabric) -> None:
    _joined(fabric, (0, 2), (0, 2), (1, 3), (1, 3))


@fabric_case(2, "fabric.stage_links")
def _a_link_of_either_pair_between_the_pairs(fabric: Fabric) -> None:
    """The first and third switch have two links each, but to two switches: the second and fourth have one."""
    _joined(fabric, (0, 1), (0, 2), (2, 3))


@fabric_case(2, "fabric.stage_links")
def _a_switch_on_a_complete_pair_and_one_without_links(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (0, 1), (0, 2))


@fabric_case(4, "fabric.stage_links")
def _a_ring_instead_of_pairs(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (1, 2), (2, 3), (3, 0))


@fabric_case(0, "fabric.stage_links", "fabric.selected_links")
def _a_stage_that_pairs_two_switches_by_number(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (0, 1), stages=({"links": 2, "switches": "1-2"},))


@fabric_case(1, "fabric.selected_links")
def _a_stage_that_pairs_two_switches_by_number_with_one_link(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), stages=({"links": 2, "switches": "1-2"},))


@fabric_case(2, "fabric.selected_links")
def _a_stage_that_pairs_two_other_switches_than_are_connected(fabric: Fabric) -> None:
    """The numbers are places in the order of names: core-a, core-b, left and right."""
    _joined(fabric, (0, 2), (0, 2), stages=({"links": 2, "switches": "1-2"},))
    for device, name in zip(fabric.site.snapshot["device"].where("role", "in-band").tolist(), _UNNUMBERED, strict=True):
        fabric.site.update("device", device, name=name)


@fabric_case(1, "fabric.selected_links")
def _a_pair_with_the_links_of_one_of_two_stages(fabric: Fabric) -> None:
    """All pairs have one link, and the first two switches two more."""
    _joined(fabric, (0, 1), (0, 1), (2, 3), stages=({"links": 1}, {"links": 2, "switches": "1-2"}))


@fabric_case(0, "fabric.selected_links")
def _a_ring_of_two_stages(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (2, 3), (1, 2), stages=({"links": 1}, {"links": 1, "switches": "2-3"}))


@fabric_case(1, "fabric.selected_links")
def _an_uplink_to_another_switch_than_the_stage_selects(fabric: Fabric) -> None:
    network = fabric.site.insert("network", kind=2, name="In-band", rate_gbps=100)
    fabric.site.insert("network_stage", network_id=network, place=0, lower="in-band", upper="in-band spine", links=1, switches="2")
    access, first, second = (
        fabric.add("ethernet", role=role, name=name)
        for role, name in (("in-band", "access"), ("in-band spine", "left"), ("in-band spine", "right"))
    )
    other = fabric.add("ethernet", role="in-band", name="other")
    fabric.lay((access, 0), (first, 0), network_id=network)
    fabric.lay((other, 0), (second, 0), network_id=network)


@fabric_case(0, "fabric.stage_links")
def _pairs_that_are_not_numbered(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (0, 1), (2, 3), (2, 3))
    for device, name in zip(fabric.site.snapshot["device"].where("role", "in-band").tolist(), _UNNUMBERED, strict=True):
        fabric.site.update("device", device, name=name)


@fabric_case(1, "fabric.stage_links")
def _pairs_that_are_not_numbered_without_a_link(fabric: Fabric) -> None:
    _joined(fabric, (0, 1), (0, 1), (2, 3))
    for device, name in zip(fabric.site.snapshot["device"].where("role", "in-band").tolist(), _UNNUMBERED, strict=True):
        fabric.site.update("device", device, name=name)


@fabric_case(1, "fabric.stage_links")
def _two_stages_of_which_the_second_is_not_cabled(fabric: Fabric) -> None:
    """One link of each stage: of two links in all, the second pair has one."""
    _joined(fabric, (0, 1), (0, 1), (2, 3), stages=({"links": 1}, {"links": 1}))


@fabric_case(1, "fabric.stage_links")
def _an_access_switch_with_one_uplink_of_two(fabric: Fabric) -> None:
    network = _stage(fabric, "in-band", "in-band spine", 2)
    access, other, core = (fabric.add("ethernet", role=role) for role in ("in-band", "in-band", "in-band spine"))
    for port, switch in enumerate((access, access, other)):
        fabric.lay((switch, port), (core, port), network_id=network)


@fabric_case(1, "fabric.stage_links")
def _an_access_switch_with_the_uplink_of_one_of_two_stages(fabric: Fabric) -> None:
    network = _stage(fabric, "in-band", "in-band spine", 1)
    fabric.site.insert("network_stage", network_id=network, place=1, lower="in-band", upper="in-band spine", links=1, rate_gbps=100)
    access, core = (fabric.add("ethernet", role=role) for role in ("in-band", "in-band spine"))
    fabric.lay((access, 0), (core, 0), network_id=network)


@fabric_case(0, "fabric.stage_links")
def _an_access_switch_that_the_stage_gives_what_ports_it_has(fabric: Fabric) -> None:
    network = _stage(fabric, "in-band", "in-band spine", None)
    fabric.lay((fabric.add("ethernet", role="in-band"), 0), (fabric.add("ethernet", role="in-band spine"), 0), network_id=network)
