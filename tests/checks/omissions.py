"""Omissions of twenty-one kinds that are planted into cabled templates, each as one step without the operations that would refuse it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from gpudesk.catalog.templates import load_template
from gpudesk.checks.rules.absent.absent_switches import counted_trees
from gpudesk.core.fabric.fat_tree_links import leaf_of
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.hardware.network_kinds import TIER_ROLES, NetworkKind
from gpudesk.core.messages.message import Message
from gpudesk.core.names.number_ranges import number_ranges
from gpudesk.core.plan.plan_domains import is_head_node, is_subnet_manager
from gpudesk.core.power.power_kinds import TOPS, PowerNodeKind
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.fabric.network_joins import JUDGED, network_joins, to_be_joined
from gpudesk.derived.networks.network_links import switches_needed
from gpudesk.derived.networks.network_nodes import TierCount, in_order, with_role
from gpudesk.derived.pathways.pathway_loads import drawn_lengths
from gpudesk.operations.cabling.cabling_operations import cable_project
from gpudesk.operations.plan.plan_to_project import build
from gpudesk.operations.run.run import run
from gpudesk.project.document import Document
from gpudesk.project.edit import Edit
from gpudesk.project.redundant_roles import redundant_roles
from gpudesk.project.snapshot import Snapshot
from tests.project.emptied import Naming, take

TEMPLATES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("small-pod", {}),
    ("dgx-basepod", {}),
    ("dgx-h100-superpod", {"su": 1}),
    ("one-rack", {}),
    ("dgx-b200-superpod", {"su": 1}),
    ("hgx-pod", {}),
    ("dgx-b300-spectrum-superpod", {"su": 1}),
    ("dgx-b300-xdr-superpod", {"su": 1}),
    ("gb200-nvl72-superpod", {"su": 1}),
    ("site-100k", {"systems": 512, "halls": 1}),
)
"""Templates with networks, each at a small size."""
OTHERS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("workstation-4-gpu", {}),
    ("empty-hall", {}),
    ("dgx-h100-superpod", {"su": 4}),
    ("dgx-h100-superpod", {"su": 1, "ufm": False, "cooling": "none"}),
    ("dgx-b200-superpod", {"su": 2}),
    ("dgx-b300-spectrum-superpod", {"su": 2}),
    ("gb200-nvl72-superpod", {"su": 2}),
    ("hgx-pod", {"nodes": 4}),
)
"""Further ones in which nothing is absent."""


@dataclass(frozen=True, slots=True)
class Omission:
    """One that was planted.

    Attributes:
        about: what was done, for people.
        rules: one of these has to report it.
        names: one of these has to be in what it says; () for anything.
        step: what does it.
    """

    about: str
    rules: frozenset[str]
    names: tuple[str, ...]
    step: Callable[[Edit], None]


Plant = Callable[[Snapshot, Random], Omission | None]
"""Draws one for a project, None where the project has nothing of the kind."""
NETWORK_RULES = dict(zip(JUDGED, ("absent.compute", "absent.storage", "absent.in_band", "absent.out_of_band"), strict=True))


def built(name: str, chosen: Mapping[str, Any]) -> Document:
    """A template, cabled where it has networks."""
    document = Document.scratch()
    run(document, build, load_template(name, chosen))
    if document.snapshot["network"].rows:
        run(document, cable_project)
    return document


def plant(edit: Edit, omission: Omission) -> None:
    """Do it, as one step."""
    omission.step(edit)
    edit.title = Message("tests", "An omission", {})


def _drawn(random: Random, places: Ids) -> int | None:
    return int(random.choice(places.tolist())) if len(places) else None


def _name(snapshot: Snapshot, place: int) -> str:
    return str(snapshot["device"]["name"][place])


def _cables(snapshot: Snapshot, kind: NetworkKind, place: int) -> list[int]:
    """The ids of the cables of a kind of network at a device."""
    cables, networks, device = snapshot["cable"], snapshot["network"], int(snapshot["device"].ids[place])
    of_kind = np.isin(cables["network_id"], networks.ids[networks["kind"] == kind])
    at = (cables["a_device_id"] == device) | (cables["b_device_id"] == device)
    found: list[int] = cables.ids[of_kind & at].tolist()
    return found


def _families(snapshot: Snapshot, *families: Family) -> Any:
    kinds = [type_id for type_id, kind in snapshot.types.items() if kind.family in families]
    return np.isin(snapshot["device"]["type_id"], kinds)


def _without_cables(snapshot: Snapshot, random: Random, of: Any, kinds: tuple[NetworkKind, ...]) -> Omission | None:
    """All cables of one network at one of some devices are left out."""
    kind = random.choice(kinds)
    joined = snapshot.cached(network_joins).cables[JUDGED.index(kind)][snapshot["device"].ids] > 0
    place = _drawn(random, np.flatnonzero(joined & snapshot.cached(to_be_joined)[JUDGED.index(kind)] & of))
    if place is None:
        return None
    ids = _cables(snapshot, kind, place)
    # Where these are all cables of the network it is as if it was not cabled yet.
    if snapshot.cached(network_joins).cables[JUDGED.index(kind)].sum() <= 2 * len(ids):
        return None
    name = _name(snapshot, place)
    return Omission(
        f"{name} without any cable of the {kind.ports} network",
        frozenset([NETWORK_RULES[kind]]),
        (name,),
        lambda edit: take(edit, "cable", np.array(ids), Naming.GOES),
    )


def node_without_network(snapshot: Snapshot, random: Random) -> Omission | None:
    """A system without any cable of its compute, storage or in-band network."""
    kinds = (NetworkKind.COMPUTE, NetworkKind.STORAGE, NetworkKind.IN_BAND)
    return _without_cables(snapshot, random, _families(snapshot, Family.SYSTEM, Family.SERVER), kinds)


def switch_without_network(snapshot: Snapshot, random: Random) -> Omission | None:
    """A leaf, spine or in-band switch without any cable of its network."""
    kind = random.choice((NetworkKind.COMPUTE, NetworkKind.STORAGE, NetworkKind.IN_BAND))
    roles = np.isin(snapshot["device"]["role"].astype(str), TIER_ROLES[kind])
    return _without_cables(snapshot, random, roles & _families(snapshot, Family.SWITCH), (kind,))


def device_without_management(snapshot: Snapshot, random: Random) -> Omission | None:
    """Anything without its cable of the out-of-band network."""
    return _without_cables(snapshot, random, np.ones(snapshot["device"].rows, bool), (NetworkKind.OUT_OF_BAND,))


def no_uplinks(snapshot: Snapshot, random: Random) -> Omission | None:
    """An out-of-band switch without uplinks."""
    devices, cables = snapshot["device"], snapshot["cable"]
    if not (snapshot["network_stage"]["lower"] == "out-of-band").any():
        return None
    place = _drawn(random, np.flatnonzero((devices["role"] == "out-of-band") & (snapshot.cached(network_joins).upward[devices.ids] > 0)))
    if place is None:
        return None
    above = devices.ids[devices["role"] == "in-band"]
    ends = cables["a_device_id"] == devices.ids[place], cables["b_device_id"] == devices.ids[place]
    mine = [
        cable
        for cable in cables.ids[ends[0] | ends[1]].tolist()
        if {cables.row(cable)["a_device_id"], cables.row(cable)["b_device_id"]} & set(above.tolist()) and not _managing(snapshot, cable)
    ]
    name = _name(snapshot, place)
    return Omission(
        f"{name} without uplinks",
        frozenset(["absent.uplinks"]),
        (name,),
        lambda edit: take(edit, "cable", np.array(mine), Naming.GOES),
    )


def _managing(snapshot: Snapshot, cable: int) -> bool:
    """Whether a cable ends at the management port of an in-band switch."""
    row = snapshot["cable"].row(cable)
    for side in "ab":
        device = snapshot["device"].row(row[f"{side}_device_id"])
        group = next(
            (
                group
                for group in snapshot.types[device["type_id"]].port_groups
                if row[f"{side}_port"] in {port.index for port in group.ports}
            ),
            None,
        )
        if group is not None and group.network == NetworkKind.OUT_OF_BAND.ports:
            return True
    return False


def _without_role(snapshot: Snapshot, role: str, keep: int, rules: tuple[str, ...], about: str) -> Omission:
    devices = snapshot["device"]
    ids = devices.ids[(devices["role"] == role).astype(bool)][keep:]
    return Omission(about, frozenset(rules), (role,) if "absent.role" in rules else (), lambda edit: take(edit, "device", ids, Naming.GOES))


def no_management(snapshot: Snapshot, random: Random) -> Omission | None:
    """All subnet managers, or all head nodes, are left out."""
    roles = sorted({role for role in snapshot["device"]["role"].tolist() if is_subnet_manager(role) or is_head_node(role)})
    if not roles:
        return None
    role = random.choice(roles)
    rules = ("absent.role", "absent.subnet_manager" if is_subnet_manager(role) else "absent.head_node")
    return Omission(
        f"no device with the role {role}",
        frozenset(rules),
        (),
        _without_role(snapshot, role, 0, rules, "").step,
    )


def no_stand_in(snapshot: Snapshot, random: Random) -> Omission | None:
    """Of redundant devices only one is there."""
    stages, roles = snapshot["network_stage"], snapshot["device"]["role"].tolist()
    paired = {low for low, up in zip(stages["lower"].tolist(), stages["upper"].tolist(), strict=True) if low == up and low != "leaf"}
    pairs = [role for role in sorted(paired | {*snapshot.cached(redundant_roles)}) if roles.count(role) > 1]
    if not pairs:
        return None
    role = random.choice(pairs)
    return _without_role(snapshot, role, 1, ("absent.partner", "absent.role"), f"only one device with the role {role}")


def no_tier(snapshot: Snapshot, random: Random) -> Omission | None:
    """All switches of a role that a stage names are left out: the leaves of storage targets, those of storage, in-band switches."""
    roles = {*snapshot["network_stage"]["lower"].tolist(), *snapshot["network_stage"]["upper"].tolist()}
    there = set(snapshot["device"]["role"][_families(snapshot, Family.SWITCH)].tolist())
    drawn = sorted(roles & there - {""})
    if not drawn:
        return None
    role = random.choice(drawn)
    return _without_role(snapshot, role, 0, ("absent.role",), f"no switch with the role {role}")


def unfed(snapshot: Snapshot, random: Random) -> Omission | None:
    """A device, or all devices of a hall, without a cord."""
    cords, devices = snapshot["power_cord"], snapshot["device"]
    if random.random() < 0.3:
        return Omission(
            "nothing is fed",
            frozenset(["absent.power"]),
            (),
            lambda edit: take(edit, "power_cord", edit.columns("power_cord").ids, Naming.GOES),
        )
    takers = np.flatnonzero(np.isin(devices.ids, cords["device_id"]) & ~_families(snapshot, Family.PDU, Family.UPS))
    place = _drawn(random, takers)
    if place is None:
        return None
    name, mine = _name(snapshot, place), cords.ids[cords["device_id"] == devices.ids[place]]
    return Omission(
        f"{name} without a cord",
        frozenset(["absent.power"]),
        (name,),
        lambda edit: take(edit, "power_cord", mine, Naming.GOES),
    )


def uncooled(snapshot: Snapshot, random: Random) -> Omission | None:
    """No cooling."""
    if not snapshot["cooling_node"].rows:
        return None

    def step(edit: Edit) -> None:
        take(edit, "cooling_service", edit.columns("cooling_service").ids, Naming.GOES)
        take(edit, "cooling_node", edit.columns("cooling_node").ids, Naming.GOES)

    return Omission("no cooling", frozenset(["absent.cooling"]), (), step)


def one_source(snapshot: Snapshot, random: Random) -> Omission | None:
    """Sides on one UPS, on one panel, or one behind the other."""
    nodes = snapshot["power_node"]
    kind = random.choice((PowerNodeKind.UPS, PowerNodeKind.PANEL))
    above = nodes.ids[nodes["kind"] == kind].tolist()
    if len(above) < 2:
        return None
    first, second = above[0], next((each for each in above if nodes.row(each)["feed_side"] != nodes.row(above[0])["feed_side"]), None)
    if second is None:
        return None
    below = nodes.ids[nodes["fed_by_id"] == second].tolist()
    chain = kind is PowerNodeKind.PANEL and random.random() < 0.5

    def step(edit: Edit) -> None:
        if chain:
            edit.update("power_node", second, fed_by_id=first)
        for each in () if chain else below:
            edit.update("power_node", each, fed_by_id=first)

    names = tuple(str(nodes.row(each)["name"]) for each in (first, second))
    about = f"{names[1]} is fed from {names[0]}" if chain else f"what {names[1]} fed is fed from {names[0]}"
    return Omission(about, frozenset(["power.one_source"]), names, step)


def no_source(snapshot: Snapshot, random: Random) -> Omission | None:
    """A UPS, a panel or a feed that nothing feeds."""
    nodes = snapshot["power_node"]
    place = _drawn(random, np.flatnonzero(~np.isin(nodes["kind"], TOPS)))
    if place is None:
        return None
    node, name = int(nodes.ids[place]), str(nodes["name"][place])
    return Omission(
        f"{name} is fed from nothing",
        frozenset(["absent.source"]),
        (name,),
        lambda edit: edit.update("power_node", node, fed_by_id=None, alternate_id=None),
    )


def far_rack(snapshot: Snapshot, random: Random) -> Omission | None:
    """A device moved to another rack, with its cords still on the PDUs of the first."""
    devices, cords, racks = snapshot["device"], snapshot["power_cord"], snapshot["rack"]
    takers = np.flatnonzero(
        np.isin(devices.ids, cords["device_id"][cords["from_device_id"] != ABSENT])
        & (devices["rack_id"] != ABSENT)
        & _families(snapshot, Family.SYSTEM, Family.SERVER, Family.SWITCH)
    )
    place = _drawn(random, takers)
    if place is None:
        return None
    here = racks.row(int(devices["rack_id"][place]))
    away = [
        int(rack)
        for rack in racks.ids.tolist()
        if abs(racks.row(rack)["x_mm"] - here["x_mm"]) + abs(racks.row(rack)["y_mm"] - here["y_mm"]) > 3000
    ]
    if not away:
        return None
    rack, device, name = random.choice(away), int(devices.ids[place]), _name(snapshot, place)
    return Omission(
        f"{name} moved to {racks.row(rack)['name']} with its cords left behind",
        frozenset(["power.cord_reach"]),
        (name,),
        lambda edit: edit.update("device", device, rack_id=rack),
    )


def long_cable(snapshot: Snapshot, random: Random) -> Omission | None:
    """A cable far longer than its path."""
    cables = snapshot["cable"]
    sold = [type_id for type_id, kind in snapshot.types.items() if kind.lengths]
    known = np.flatnonzero(~np.isnan(snapshot.cached(drawn_lengths)) & (cables["length_mm"] != ABSENT) & np.isin(cables["type_id"], sold))
    place = _drawn(random, known)
    if place is None:
        return None
    cable, length = int(cables.ids[place]), int(cables["length_mm"][place]) + 40_000
    name = _name(snapshot, snapshot["device"].position(int(cables["a_device_id"][place])))
    return Omission(
        f"a cable of {name} is 40 m longer",
        frozenset(["link.spare_length"]),
        (name,),
        lambda edit: edit.update("cable", cable, length_mm=length),
    )


def late_switch(snapshot: Snapshot, random: Random) -> Omission | None:
    """A switch built after all that it joins: hosts, or the switches below it."""
    devices, cables = snapshot["device"], snapshot["cable"]
    above = np.isin(devices["role"].astype(str), ("spine", "storage spine", "core"))
    hosts = devices.ids[_families(snapshot, Family.SYSTEM, Family.SERVER)]
    ends = cables["a_device_id"], cables["b_device_id"]
    joined = np.concatenate([one[np.isin(other, hosts) & (cables["network_id"] != ABSENT)] for one, other in (ends, ends[::-1])])
    joined = np.append(joined, devices.ids[above])
    place = _drawn(random, np.flatnonzero(np.isin(devices.ids, joined) & _families(snapshot, Family.SWITCH)))
    if place is None:
        return None
    switch, name, phase = int(devices.ids[place]), _name(snapshot, place), int(devices["phase"].max()) + random.randint(1, 3)
    return Omission(
        f"{name} in phase {phase}", frozenset(["fabric.late_switch"]), (name,), lambda edit: edit.update("device", switch, phase=phase)
    )


def no_host_name(snapshot: Snapshot, random: Random) -> Omission | None:
    """A host whose name is none."""
    place = _drawn(random, np.flatnonzero(_families(snapshot, Family.SYSTEM, Family.SERVER, Family.SWITCH, Family.STORAGE)))
    if place is None:
        return None
    wrong = random.choice(("dgx 002_ñ!", "nodo-á", "leaf_01", "-leaf", "host.", "a" * 64, "x..y"))
    device = int(snapshot["device"].ids[place])
    return Omission(
        f"{_name(snapshot, place)} is called {wrong}",
        frozenset(["naming.host"]),
        (wrong,),
        lambda edit: edit.update("device", device, name=wrong),
    )


def no_network(snapshot: Snapshot, random: Random) -> Omission | None:
    """A whole network that systems have ports for is not planned."""
    kinds = [kind for kind in JUDGED if (snapshot["network"]["kind"] == kind).any()]
    if not kinds:
        return None
    kind = random.choice(kinds)
    ids = snapshot["network"].ids[snapshot["network"]["kind"] == kind]
    rule = NETWORK_RULES[kind]
    return Omission(f"no {kind.ports} network", frozenset([rule]), (), lambda edit: take(edit, "network", ids, Naming.GOES))


def one_switch_less(snapshot: Snapshot, random: Random) -> Omission | None:
    """A spine or core, the others of which have ports enough for the uplinks of today."""
    networks = [network for network in snapshot["network"].ids.tolist() if _tree_tiers(snapshot, network)]
    if not networks:
        return None
    role = random.choice([tier.role for tier in _tree_tiers(snapshot, random.choice(networks))])
    place = _drawn(random, np.flatnonzero((snapshot["device"]["role"] == role).astype(bool)))
    if place is None:
        return None
    device, name = int(snapshot["device"].ids[place]), _name(snapshot, place)
    return Omission(
        f"{name} is left out",
        frozenset(["absent.switches"]),
        (name,),
        lambda edit: take(edit, "device", np.array([device]), Naming.GOES),
    )


def _tree_tiers(snapshot: Snapshot, network: int) -> list[TierCount]:
    """The tiers of the tree of a network above its leaves with several switches, as many as it needs."""
    return [tier for tier in switches_needed(snapshot, network)[1:] if tier.needed == tier.there > 1]


def one_leaf_less(snapshot: Snapshot, random: Random) -> Omission | None:
    """A leaf of a tree, or one less than the rails with names that are no series; the nodes on it have open ports."""
    networks = [network for network in snapshot["network"].ids.tolist() if switches_needed(snapshot, network)]
    if not networks:
        return None
    network = random.choice(networks)
    role, devices = switches_needed(snapshot, network)[0].role, snapshot["device"]
    leaves = devices.ids[with_role(snapshot, role)]
    gone, renamed = int(random.choice(leaves.tolist())), random.random() < 0.5
    name = str(devices.row(gone)["name"])

    def step(edit: Edit) -> None:
        for number, leaf in enumerate(leaves.tolist() if renamed else []):
            edit.update("device", leaf, name=f"tor-{chr(ord('a') + number // 26)}{chr(ord('a') + number % 26)}")
        take(edit, "device", np.array([gone]), Naming.GOES)

    about = f"{name} is left out" + (", and the other leaves are not numbered" if renamed else "")
    # With no other leaf in a series of names, the missing one has no known name: the network is named.
    named = str(snapshot["network"].row(network)["name"]) if renamed or len(leaves) == 1 else name
    return Omission(about, frozenset(["absent.leaves"]), (named,), step)


def no_leaf(snapshot: Snapshot, random: Random) -> Omission | None:
    """All leaves of a rail of a tree."""
    networks = [network for network, tree in snapshot.cached(counted_trees) if tree.shape and tree.shape.leaf.rails < tree.shape.tree.rails]
    if not networks:
        return None
    network = random.choice(networks)
    tree = dict(snapshot.cached(counted_trees))[network]
    assert tree.shape
    rail = random.randrange(tree.shape.tree.rails)
    leaf = np.unique(leaf_of(tree.shape, np.arange(tree.shape.tree.nodes, dtype=np.int32), np.array([rail], np.int32)))
    places = in_order(snapshot, with_role(snapshot, tree.tiers[0].role), bool(snapshot["network"].row(network)["by_hall"]))[leaf]
    ids = snapshot["device"].ids[places]
    return Omission(
        f"no leaf for rail {rail}",
        frozenset(["absent.leaves"]),
        (f"{'rails' if tree.shape.leaf.rails > 1 else 'rail'} {number_ranges(range(*_same_leaf(rail, tree.shape.leaf.rails)))},",),
        lambda edit: take(edit, "device", ids, Naming.GOES),
    )


def _same_leaf(rail: int, share: int) -> tuple[int, int]:
    """The first rail of those that share a leaf with a rail, and the first one after them."""
    return rail // share * share, (rail // share + 1) * share


def one_link_less_of_unnumbered_switches(snapshot: Snapshot, random: Random) -> Omission | None:
    """A cable between the two switches of a pair that are not numbered, whether the stage pairs all or selects them by number."""
    whole = one_link_less(snapshot, random)
    if whole is None:
        return None
    devices, stages = snapshot["device"], snapshot["network_stage"]
    (name,) = whole.names
    role = str(devices["role"][devices["name"].tolist().index(name)])
    switches = devices.ids[in_order(snapshot, np.flatnonzero(devices["role"] == role), False)].tolist()
    is_selected = random.random() < 0.5
    series = random.choice((("core-a", "core-b", "core-c", "core-d"), ("left", "right", "third", "upper")))
    names = dict(zip(switches, series, strict=False))

    def step(edit: Edit) -> None:
        for switch, new in names.items():
            edit.update("device", switch, name=new)
        for stage in stages.ids[(stages["lower"] == role) & (stages["upper"] == role)].tolist() if is_selected else []:
            edit.update("network_stage", stage, switches=f"1-{len(switches)}")
        whole.step(edit)

    rules = frozenset(["fabric.selected_links" if is_selected else "fabric.stage_links"])
    mine = names.get(int(devices.ids[devices["name"].tolist().index(name)]), name)
    return Omission(f"{whole.about}, called {mine}, {'selected by number' if is_selected else 'of all pairs'}", rules, (mine,), step)


def one_link_less(snapshot: Snapshot, random: Random) -> Omission | None:
    """A cable between the two switches of a pair."""
    cables, devices, stages = snapshot["cable"], snapshot["device"], snapshot["network_stage"]
    roles = [devices["role"][devices.positions(cables[f"{side}_device_id"])] for side in "ab"]
    paired = [low for low, up in zip(stages["lower"].tolist(), stages["upper"].tolist(), strict=True) if low == up]
    at_switches = [_families(snapshot, Family.SWITCH)[devices.positions(cables[f"{side}_device_id"])] for side in "ab"]
    place = _drawn(random, np.flatnonzero((roles[0] == roles[1]) & np.isin(roles[0].astype(str), paired) & at_switches[0] & at_switches[1]))
    if place is None:
        return None
    cable, name = int(cables.ids[place]), _name(snapshot, devices.position(int(cables["a_device_id"][place])))
    return Omission(
        f"a cable between {name} and its partner is left out",
        frozenset(["fabric.stage_links"]),
        (name,),
        lambda edit: take(edit, "cable", np.array([cable]), Naming.GOES),
    )


KINDS: tuple[Plant, ...] = (
    node_without_network,
    switch_without_network,
    device_without_management,
    no_uplinks,
    no_management,
    no_stand_in,
    no_tier,
    unfed,
    uncooled,
    one_source,
    no_source,
    far_rack,
    long_cable,
    late_switch,
    no_host_name,
    no_network,
    one_switch_less,
    one_link_less,
    one_leaf_less,
    no_leaf,
    one_link_less_of_unnumbered_switches,
)


def drawn(seed: int, count: int, projects: Mapping[str, Document]) -> Iterator[tuple[str, Omission]]:
    """This many omissions, the kinds in turn, each for a template drawn among those that have something of the kind."""
    random = Random(seed)
    names = sorted(projects)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        for name in random.sample(names, len(names)):
            omission = kind(projects[name].snapshot, random)
            if omission is not None:
                yield name, omission
                break
