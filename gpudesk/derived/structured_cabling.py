"""Links that run from rack to rack over panels and trunks instead of a cord from port to port."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.catalog import open_catalog
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.fire_classes import fire_class_serves
from gpudesk.core.hardware import Face, Family, HardwareType
from gpudesk.core.link_ends import Ends, end_keys
from gpudesk.core.link_parts import Joint, LinkEnd, Span
from gpudesk.core.link_verdict import is_right, link_verdict
from gpudesk.core.media_options import Stock, stock_of
from gpudesk.core.media_parts import Cord, Parts, Policy, Trunk
from gpudesk.core.message import Message
from gpudesk.core.trunking import trunk_sizes
from gpudesk.derived.cable_ends import Flags
from gpudesk.derived.cable_routes import routes
from gpudesk.derived.cabling_rules import cabling_rules
from gpudesk.derived.links import cable_side
from gpudesk.derived.media_choice import cabling_policy
from gpudesk.derived.media_parts import parts
from gpudesk.derived.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True, eq=False)
class Rerouted:
    """Cords between racks that can run over panels instead, in the order in which they come to the panels.

    Attributes:
        cable: their places in the table `cable`, shape (links,).
        rack: ids of the racks at both ends, shape (2, links).
        pair: which pair of racks each joins, and by which fibre; links of one pair follow each other.
    """

    cable: Ids
    rack: Ids
    pair: Ids

    def __len__(self) -> int:
        return len(self.cable)

    def needed(self) -> dict[int, int]:
        """Rack → how many ports of panels it needs."""
        racks, counts = np.unique(self.rack, return_counts=True)
        return dict(zip(racks.tolist(), counts.tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The parts of links over panels, shape (links,).

    Attributes:
        which: flags of the links that can run so; the others stay as they are.
        panel, front, rear: device and ports of the panels at both ends, shape (2, links).
        cord, cord_mm: place in `keys` of the cords at both ends and their lengths, shape (2, links).
        trunk, trunk_mm: that of the trunk and its length.
        assembly: number of the trunk, from 0 on.
        reasons: why the others cannot, and how many they are.
    """

    keys: tuple[str, ...]
    which: Flags
    panel: Ids
    front: Ids
    rear: Ids
    cord: Ids
    cord_mm: Ids
    trunk: Ids
    trunk_mm: Ids
    assembly: Ids
    reasons: tuple[tuple[int, Message], ...]


def rerouted(snapshot: Snapshot, panel: HardwareType, network_ids: Sequence[int] = ()) -> Rerouted:
    """The cords of the project that could run over panels of a type: straight ones between racks that nobody laid by hand."""
    cables, devices, where = snapshot["cable"], snapshot["device"], snapshot.cached(whereabouts)
    connector = panel.port_groups[0].kind
    known = {cord.key: cord for cord in snapshot.cached(parts).cords}
    fit = [type_id for type_id, kind in snapshot.types.items() if _straight(known.get(kind.key), connector)]
    mine = np.isin(cables["type_id"], fit) & (cables["by_hand"] == 0) & (cables["assembly"] == ABSENT)
    if network_ids:
        mine &= np.isin(cables["network_id"], network_ids)
    places = np.flatnonzero(mine)
    ends = [devices.positions(cables[f"{side}_device_id"][places]) for side in "ab"]
    rack = np.stack([where.rack[end] for end in ends])
    panels = np.isin(devices["type_id"], [type_id for type_id, kind in snapshot.types.items() if kind.family is Family.PANEL])
    apart = (rack[0] != rack[1]) & (rack >= 0).all(axis=0) & ~panels[ends[0]] & ~panels[ends[1]]
    places, rack = places[apart], rack[:, apart]
    low, high = np.minimum(*rack), np.maximum(*rack)
    order = np.lexsort((places, cables["type_id"][places], high, low))
    keys = np.stack([low, high, cables["type_id"][places]])[:, order]
    pair = np.cumsum((np.diff(keys, axis=1, prepend=-1) != 0).any(axis=0)) - 1
    return Rerouted(places[order], rack[:, order], pair)


def _straight(cord: Cord | None, connector: str) -> bool:
    return cord is not None and cord.splits == 1 and cord.a[0] == cord.b[0] == connector and cord.right_polarity


def free_ports(snapshot: Snapshot, panel: HardwareType, rack_ids: Ids) -> dict[int, list[tuple[int, int, int]]]:
    """Rack → the free ways through its panels of a type: panel, front port and rear port."""
    devices, cables = snapshot["device"], snapshot["cable"]
    type_id = snapshot.types.id_of(panel.key)
    front, rear = _ways(panel)
    places = np.flatnonzero((devices["type_id"] == (-2 if type_id is None else type_id)) & np.isin(devices["rack_id"], rack_ids))
    taken = np.concatenate([end_keys(*(cables[f"{side}_{name}"] for name in ("device_id", "port", "lane"))) for side in "ab"])
    found: dict[int, list[tuple[int, int, int]]] = {int(rack): [] for rack in rack_ids}
    highest_first = sorted(places.tolist(), key=lambda place: (-int(devices["position"][place]), int(devices.ids[place])))
    for place in highest_first:
        device = np.full(len(front), devices.ids[place])
        free = ~(np.isin(end_keys(device, front, 0 * front), taken) | np.isin(end_keys(device, rear, 0 * rear), taken))
        ways = zip(front[free].tolist(), rear[free].tolist(), strict=True)
        found[int(devices["rack_id"][place])].extend((int(devices.ids[place]), ahead, behind) for ahead, behind in ways)
    return found


def _ways(panel: HardwareType) -> tuple[Ids, Ids]:
    """The front and rear ports of a panel whose strands all run from one to the other in their order."""
    index = {(group.face, port.name): port.index for group in panel.port_groups for port in group.ports}
    pairs: dict[tuple[int, int], bool] = {}
    for way in panel.passages:
        pair = index[Face.FRONT, way.front], index[Face.REAR, way.rear]
        pairs[pair] = pairs.get(pair, True) and way.front_position == way.rear_position
    straight = sorted(pair for pair, alike in pairs.items() if alike)
    columns = np.array(straight, np.int64).reshape(-1, 2).T
    return columns[0], columns[1]


def passes_straight(panel: HardwareType) -> int:
    """How many links a panel passes on as they are, 0 for what is no such panel."""
    return len(_ways(panel)[0]) if panel.family is Family.PANEL else 0


def structure(snapshot: Snapshot, found: Rerouted, panel: HardwareType, most_fibres: int) -> Structure:
    """Lead links over the panels that are there: which ports, cords and trunks they get.

    Each link takes three parts of type B, so what is sent arrives; cords without pins meet modules and panels, trunks with pins meet
    panels. Links that would be wrong so (too long, too much loss) stay as they are.

    Args:
        most_fibres: of a trunk.
    """
    policy, known = snapshot.cached(cabling_policy), snapshot.cached(parts)
    ports = free_ports(snapshot, panel, np.unique(found.rack))
    panels, front, rear = _assigned(found, ports)
    cables = snapshot["cable"]
    sides = [cable_side(cables, side, found.cable) for side in "ab"]
    ends = [
        (Ends(panels[end], front[end], 0 * front[end], sides[end].lanes), Ends(panels[end], rear[end], 0 * rear[end], sides[end].lanes))
        for end in (0, 1)
    ]
    cord_need = [routes(snapshot, sides[end], ends[end][0]).length_mm for end in (0, 1)]
    trunk_need = routes(snapshot, ends[0][1], ends[1][1]).length_mm
    keys: dict[str, int] = {}
    cord, cord_mm = np.full((2, len(found)), ABSENT), np.full((2, len(found)), ABSENT)
    trunk, trunk_mm, assembly = (np.full(len(found), ABSENT) for _ in range(3))
    made, type_ids = 0, cables["type_id"][found.cable]
    by_key = {each.key: each for each in known.cords}
    for type_id in np.unique(type_ids).tolist():
        like = by_key[snapshot.types[type_id].key]
        stock = stock_of(_cords(known, like, policy), math.inf, keys)
        mine = np.flatnonzero(type_ids == type_id)
        for end in (0, 1):
            cord[end, mine], cord_mm[end, mine] = stock.picked(cord_need[end][mine])
        trunks = _trunks(known, like, policy, most_fibres)
        stocks: dict[int, Stock] = {}
        for together in np.split(mine, np.flatnonzero(np.diff(found.pair[mine])) + 1):
            start = 0
            for size in trunk_sizes(len(together), list(trunks)):
                legs = together[start : start + size]
                stocks.setdefault(size, stock_of([_as_cord(each) for each in trunks[size]], math.inf, keys))
                part, length = stocks[size].picked(np.full(len(legs), trunk_need[legs].max()))
                trunk[legs], trunk_mm[legs], assembly[legs] = part, length, made
                start, made = start + size, made + 1
    which = (cord != ABSENT).all(axis=0) & (trunk != ABSENT)
    laid = Structure(tuple(keys), which, panels, front, rear, cord, cord_mm, trunk, trunk_mm, assembly, ())
    wrong, reasons = _judged(snapshot, found, laid, panel)
    return replace(laid, which=which & ~wrong, reasons=reasons)


def _assigned(found: Rerouted, ports: dict[int, list[tuple[int, int, int]]]) -> tuple[Ids, Ids, Ids]:
    """The panel, front and rear port of each link at both ends: the next free ones of the rack, pair of racks after pair of racks."""
    ways = np.zeros((3, 2, len(found)), np.int64)
    flat = found.rack.ravel()
    for rack in np.unique(flat).tolist():
        mine = np.flatnonzero(flat == rack)
        # Both ends of links lie one behind the other in the flat array; links come in their order.
        mine = mine[np.argsort(mine % len(found), kind="stable")]
        ways[:, mine // len(found), mine % len(found)] = np.array(ports[rack][: len(mine)], np.int64).T
    return ways[0], ways[1], ways[2]


def _cords(known: Parts, like: Cord, policy: Policy) -> list[Cord]:
    """The cords that do what one does, itself first."""
    alike = [
        cord
        for cord in known.cords
        if cord.splits == 1
        and (cord.a, cord.b, cord.mode, cord.fibre_type) == (like.a, like.b, like.mode, like.fibre_type)
        and cord.right_polarity
        and (not policy.jacket or fire_class_serves(cord.jacket, policy.jacket) is not False)
    ]
    return sorted(alike, key=lambda cord: (cord.key != like.key, cord.maker == "Generic", cord.key))


def _trunks(known: Parts, like: Cord, policy: Policy, most_fibres: int) -> dict[int, list[Trunk]]:
    """Connectors at an end → the trunks that carry on what a cord brings."""
    found: dict[int, list[Trunk]] = {}
    fibres = {"mpo16": 16, "lc2": 2}.get(like.a[0], 12)
    for trunk in known.trunks:
        if (trunk.end, trunk.mode, trunk.fibre_type) != (like.a, like.mode, like.fibre_type) or not trunk.right_polarity:
            continue
        if trunk.legs * fibres > max(most_fibres, fibres) or (policy.jacket and fire_class_serves(trunk.jacket, policy.jacket) is False):
            continue
        found.setdefault(trunk.legs, []).append(trunk)
    return found


def _as_cord(trunk: Trunk) -> Cord:
    return Cord(trunk.key, trunk.maker, trunk.end, trunk.end, 1, trunk.mode, trunk.fibre_type, True, trunk.lengths_m, trunk.jacket)


def _judged(snapshot: Snapshot, found: Rerouted, laid: Structure, panel: HardwareType) -> tuple[Flags, tuple[tuple[int, Message], ...]]:
    """Which links would be wrong over panels by the verdict on links, and why; each kind of them is judged once."""
    cables, devices, types = snapshot["cable"], snapshot["device"], snapshot.types
    wrong = np.zeros(len(found), bool)
    which = np.flatnonzero(laid.which)
    if not len(which):
        return wrong, ()
    at = found.cable[which]
    device_types = [devices["type_id"][devices.positions(cables[f"{side}_device_id"][at])] for side in "ab"]
    columns = [
        *device_types,
        *(cables[name][at] for name in ("a_port", "b_port", "a_lane", "b_lane", "lanes", "a_module_id", "b_module_id")),
        *laid.cord[:, which],
        *laid.cord_mm[:, which],
        laid.trunk[which],
        laid.trunk_mm[which],
    ]
    for place in (2, 3):
        columns[place] = _group_numbers(types, device_types[place - 2], columns[place])
    kinds, of_kind = np.unique(np.stack(columns), axis=1, return_inverse=True)
    catalog = open_catalog()
    front = next(group for group in panel.port_groups if group.face is Face.FRONT)
    rear = next(group for group in panel.port_groups if group.face is Face.REAR)
    alike = {position: position for position in range(1, front.positions + 1)}
    reasons: dict[str, tuple[int, Message]] = {}
    for number, kind in enumerate(kinds.T.tolist()):
        types_ab, groups, lane, lanes, modules = kind[:2], kind[2:4], kind[4:6], kind[6], kind[7:9]
        cord_keys, cord_mm, trunk, trunk_mm = kind[9:11], kind[11:13], kind[13], kind[14]
        ends = [
            LinkEnd(
                types[types_ab[end]].port_groups[groups[end]],
                None if modules[end] == ABSENT else types[modules[end]],
                lanes,
                lane[end],
                types[types_ab[end]].text("protocols") if types[types_ab[end]].family is Family.SWITCH else "",
            )
            for end in (0, 1)
        ]
        spans = [
            Span(catalog.get(laid.keys[cord_keys[0]]), cord_mm[0]),
            Span(catalog.get(laid.keys[trunk]), trunk_mm, Joint(panel, front, rear, alike)),
            Span(catalog.get(laid.keys[cord_keys[1]]), cord_mm[1], Joint(panel, rear, front, alike)),
        ]
        rows = link_verdict(ends[0], ends[1], spans, rules=snapshot.cached(cabling_rules))
        if is_right(rows):
            continue
        mine = of_kind.ravel() == number
        wrong[which[mine]] = True
        message = next(row.message for row in rows if row.ok is False)
        count, _ = reasons.get(message.to_json(), (0, message))
        reasons[message.to_json()] = count + int(mine.sum()), message
    return wrong, tuple(reasons.values())


def _group_numbers(types: Types, type_ids: Ids, ports: Ids) -> Ids:
    found = np.zeros(len(ports), np.int64)
    for type_id in np.unique(type_ids).tolist():
        kind = types[type_id]
        number = np.array([place for place, group in enumerate(kind.port_groups) for _ in group.ports], np.int64)
        mine = type_ids == type_id
        found[mine] = number[ports[mine]]
    return found
