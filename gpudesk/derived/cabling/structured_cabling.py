"""Links that run from rack to rack over panels and trunks instead of a cord from port to port."""

import math
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.catalog.catalog import open_catalog
from gpudesk.core.cabling.fire_classes import fire_class_serves
from gpudesk.core.cabling.link_ends import Ends
from gpudesk.core.cabling.link_parts import Joint, LinkEnd, Span
from gpudesk.core.cabling.link_verdict import is_right, link_verdict
from gpudesk.core.cabling.media_parts import Cord, Parts, Policy, Trunk
from gpudesk.core.cabling.media_stock import Stock, stock_of
from gpudesk.core.cabling.panel_packing import next_free, packed, partners, rear_ways, strands_through
from gpudesk.core.cabling.trunking import trunk_sizes
from gpudesk.core.hardware.hardware import Face, HardwareType
from gpudesk.core.hardware.polarity import POSITIONS, cord_strands
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.cabling.catalog_media import parts
from gpudesk.derived.cabling.panel_sets import Housed, Left, free_rears
from gpudesk.derived.cabling.project_media import cabling_policy
from gpudesk.derived.links.cabling_rules import cabling_rules
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.derived.ports.cable_ends import Flags
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "structured"
_TRUNK_POLARITY = "B"


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The parts of links over panels. A plug is one connector of a trunk; several duplex links share one.

    Attributes:
        keys: of the parts, to which the numbers below refer.
        which: flags of the links that can run over panels, shape (links,); the others stay unchanged.
        panel, front: device and port of the panels at both ends, shape (2, links).
        cord, cord_mm: index in `keys` of the cords at both ends and their lengths, shape (2, links).
        plug: the plug of each link, shape (links,).
        plug_panel, plug_rear: device and port of the panels at both ends of each plug, shape (2, plugs).
        trunk, trunk_mm: index in `keys` and length of the trunk of each plug, shape (plugs,).
        assembly: number of the trunk, from 0 on, shape (plugs,).
        left: why the others cannot, and their number.
    """

    keys: tuple[str, ...]
    which: Flags
    panel: Ids
    front: Ids
    cord: Ids
    cord_mm: Ids
    plug: Ids
    plug_panel: Ids
    plug_rear: Ids
    trunk: Ids
    trunk_mm: Ids
    assembly: Ids
    left: tuple[Left, ...]


def links_a_panel(kind: HardwareType) -> int:
    """Number of links that a panel or cassette passes on as required by structured cabling, 0 for other types."""
    along = _along(kind)
    return 0 if along is None else sum(len(way.fronts) for way in rear_ways(kind))


def plugs_needed(found: Housed, kind: HardwareType) -> dict[int, int]:
    """Rack → how many rear ports of panels or cassettes its links need."""
    plug, _ = packed(found.pair, len(rear_ways(kind)[0].fronts))
    _, first = np.unique(plug, return_index=True)
    racks, counts = np.unique(found.rack[:, first], return_counts=True)
    return dict(zip(racks.tolist(), counts.tolist(), strict=True))


def structure(snapshot: Snapshot, found: Housed, passing: HardwareType, most_fibres: int) -> Structure:
    """Route links over the existing panels: the assigned ports, cords and trunks.

    Cords without pins mate with modules and panels, trunks of type B with pins mate with panels: three crossovers, so transmit
    meets receive. Links that would be invalid this way (too long, too much loss) stay unchanged.

    Args:
        passing: the panel or cassette that passes their strands on.
        most_fibres: of a trunk.
    """
    ways = rear_ways(passing)
    plug, slot = packed(found.pair, len(ways[0].fronts))
    _, first = np.unique(plug, return_index=True)
    racks = found.rack[:, first]
    free = free_rears(snapshot, passing.key, ways, np.unique(racks))
    plug_panel, plug_way = _assigned(racks, free)
    rear = np.array([way.rear for way in ways], np.int64)
    fronts = np.array([way.fronts for way in ways], np.int64)
    other = np.array(_along(passing), np.int64)
    plug_rear = np.where(plug_way == ABSENT, ABSENT, rear[plug_way])
    panel = plug_panel[:, plug]
    # The end with the lower rack has the links in their order; at the other one each is where its strands come out.
    ahead = found.rack[0] < found.rack[1]
    slots = np.stack([np.where(ahead, slot, other[slot]), np.where(ahead, other[slot], slot)])
    front = np.where(panel == ABSENT, ABSENT, fronts[plug_way[:, plug], slots])
    housed = (panel != ABSENT).all(axis=0)
    laid = _parts(snapshot, found, passing, most_fibres, plug, panel, front, plug_panel, plug_rear)
    short = housed & ~laid.which
    wrong, reasons = _judged(snapshot, found, laid, passing)
    left = [
        (int((~housed).sum()), Message(_CONTEXT, QT_TRANSLATE_NOOP("structured", "A rack has no free unit for more panels."))),
        (int(short.sum()), Message(_CONTEXT, QT_TRANSLATE_NOOP("structured", "No cord or trunk that fits them is long enough."))),
        *reasons,
    ]
    return replace(laid, which=laid.which & ~wrong, left=tuple(left_reason for left_reason in left if left_reason[0]))


def _along(passing: HardwareType) -> tuple[int, ...] | None:
    """Place of a front port at one end of a plug → its place at the other end; None where strands part or nothing is passed on."""
    ways = rear_ways(passing)
    strands = cord_strands(_TRUNK_POLARITY, POSITIONS.get(_rear_kind(passing), 0)) if ways else None
    return None if strands is None else partners(passing, strands)


def _rear_kind(passing: HardwareType) -> str:
    return next((group.kind for group in passing.port_groups if group.face is Face.REAR and group.role == "panel"), "")


def _assigned(racks: Ids, free: dict[int, list[tuple[int, int]]]) -> tuple[Ids, Ids]:
    """Device and rear path of the panel at both ends of each plug, ABSENT for both ends if one has none: shape (2, plugs) each."""
    place = next_free(racks, {rack: len(ports) for rack, ports in free.items()})
    panel, way = np.full(racks.shape, ABSENT), np.full(racks.shape, ABSENT)
    for rack in np.unique(racks).tolist():
        in_rack = (racks == rack) & (place != ABSENT)
        ports = np.array(free[rack], np.int64).reshape(-1, 2)[place[in_rack]]
        panel[in_rack], way[in_rack] = ports[:, 0], ports[:, 1]
    nowhere = (place == ABSENT).any(axis=0)
    panel[:, nowhere], way[:, nowhere] = ABSENT, ABSENT
    return panel, way


def _parts(
    snapshot: Snapshot,
    found: Housed,
    passing: HardwareType,
    most_fibres: int,
    plug: Ids,
    panel: Ids,
    front: Ids,
    plug_panel: Ids,
    plug_rear: Ids,
) -> Structure:
    """The cords and trunks of the links that have panels."""
    policy, known = snapshot.cached(cabling_policy), snapshot.cached(parts)
    cables = snapshot["cable"]
    links, plugs = len(found), plug_panel.shape[1]
    keys: dict[str, int] = {}
    cord, cord_mm = np.full((2, links), ABSENT), np.full((2, links), ABSENT)
    trunk, trunk_mm, assembly = (np.full(plugs, ABSENT) for _ in range(3))
    there = np.flatnonzero((panel != ABSENT).all(axis=0))
    panelled = np.flatnonzero((plug_panel != ABSENT).all(axis=0))
    cord_need, trunk_need = np.zeros((2, links)), np.zeros(plugs)
    for end, side in enumerate("ab"):
        here = cable_side(cables, side, found.cable[there])
        cord_need[end, there] = routes(snapshot, here, _ends(panel[end, there], front[end, there], here)).length_mm
    one, two = (_ends(plug_panel[end, panelled], plug_rear[end, panelled]) for end in (0, 1))
    trunk_need[panelled] = routes(snapshot, one, two).length_mm
    type_of, assembly_number = cables["type_id"][found.cable], 0
    by_key = {cord_part.key: cord_part for cord_part in known.cords}
    _, first = np.unique(plug, return_index=True)
    for type_id in np.unique(type_of[there]).tolist():
        like = by_key[snapshot.types[type_id].key]
        stock = stock_of(_cords(known, like, policy), math.inf, keys)
        of_type = there[type_of[there] == type_id]
        for end in (0, 1):
            cord[end, of_type], cord_mm[end, of_type] = stock.picked(cord_need[end][of_type])
        trunks = _trunks(known, like, _rear_kind(passing), policy, most_fibres)
        stocks: dict[int, Stock] = {}
        own = panelled[type_of[first[panelled]] == type_id]
        for together in np.split(own, np.flatnonzero(np.diff(found.pair[first[own]])) + 1):
            start = 0
            for size in trunk_sizes(len(together), list(trunks)):
                legs = together[start : start + size]
                stocks.setdefault(size, stock_of([_as_cord(trunk_cable) for trunk_cable in trunks[size]], math.inf, keys))
                part, length = stocks[size].picked(np.full(len(legs), trunk_need[legs].max()))
                trunk[legs], trunk_mm[legs], assembly[legs] = part, length, assembly_number
                start, assembly_number = start + size, assembly_number + 1
    which = (cord != ABSENT).all(axis=0) & (trunk[plug] != ABSENT)
    return Structure(tuple(keys), which, panel, front, cord, cord_mm, plug, plug_panel, plug_rear, trunk, trunk_mm, assembly, ())


def _ends(device: Ids, port: Ids, like: Ends | None = None) -> Ends:
    lanes = np.zeros(len(device), np.int32) if like is None else like.lanes
    return Ends(device, port.astype(np.int32), np.zeros(len(device), np.int32), lanes)


def _cords(known: Parts, like: Cord, policy: Policy) -> list[Cord]:
    """Cords equivalent to a given one, itself first."""
    alike = [
        cord
        for cord in known.cords
        if cord.splits == 1
        and (cord.a, cord.b, cord.mode, cord.fibre_type) == (like.a, like.b, like.mode, like.fibre_type)
        and cord.right_polarity
        and (not policy.jacket or fire_class_serves(cord.jacket, policy.jacket) is not False)
    ]
    return sorted(alike, key=lambda cord: (cord.key != like.key, cord.maker == "Generic", cord.key))


def _trunks(known: Parts, like: Cord, rear: str, policy: Policy, most_fibres: int) -> dict[int, list[Trunk]]:
    """Connectors at an end → the trunks that continue a cord at a panel whose rear ports are of the kind `rear`.

    Behind a cassette the polish of the cord does not matter: trunks have the one available in the most sizes.
    """
    fibres = POSITIONS.get(rear, 0)
    fit = [
        trunk
        for trunk in known.trunks
        if trunk.end[0] == rear
        and (trunk.end == like.a or rear != like.a[0])
        and (trunk.mode, trunk.fibre_type) == (like.mode, like.fibre_type)
        and trunk.right_polarity
        and trunk.legs * fibres <= max(most_fibres, fibres)
        and (not policy.jacket or fire_class_serves(trunk.jacket, policy.jacket) is not False)
    ]
    sizes = {end: len({trunk.legs for trunk in fit if trunk.end == end}) for end in {trunk.end for trunk in fit}}
    best = max(sizes, key=lambda end: (sizes[end], end), default=None)
    trunks: dict[int, list[Trunk]] = {}
    for trunk in fit:
        if trunk.end == best:
            trunks.setdefault(trunk.legs, []).append(trunk)
    return trunks


def _as_cord(trunk: Trunk) -> Cord:
    return Cord(trunk.key, trunk.maker, trunk.end, trunk.end, 1, trunk.mode, trunk.fibre_type, True, trunk.lengths_m, trunk.jacket)


def _judged(snapshot: Snapshot, found: Housed, laid: Structure, passing: HardwareType) -> tuple[Flags, tuple[Left, ...]]:
    """Which links would be wrong over panels by the verdict on links, and why; each kind of them is checked once."""
    cables, devices, types = snapshot["cable"], snapshot["device"], snapshot.types
    wrong = np.zeros(len(found), bool)
    which = np.flatnonzero(laid.which)
    if not len(which):
        return wrong, ()
    at, plug = found.cable[which], laid.plug[which]
    device_types = [devices["type_id"][devices.positions(cables[f"{side}_device_id"][at])] for side in "ab"]
    # Ways through panels are alike from plug to plug: the place in the plug tells them apart.
    first_rear = rear_ways(passing)[0]
    of_front = {front: place for way in rear_ways(passing) for place, front in enumerate(way.fronts)}
    slots = [np.array([of_front[port] for port in laid.front[end, which].tolist()], np.int64) for end in (0, 1)]
    columns = [
        *(_group_numbers(types, device_types[end], cables[f"{side}_port"][at]) for end, side in enumerate("ab")),
        *device_types,
        *(cables[name][at] for name in ("a_lane", "b_lane", "lanes", "a_module_id", "b_module_id")),
        *laid.cord[:, which],
        *laid.cord_mm[:, which],
        laid.trunk[plug],
        laid.trunk_mm[plug],
        *slots,
    ]
    kinds, of_kind = np.unique(np.stack(columns), axis=1, return_inverse=True)
    catalog = open_catalog()
    front = next(group for group in passing.port_groups if group.face is Face.FRONT and group.role == "panel")
    rear = next(group for group in passing.port_groups if group.face is Face.REAR and group.role == "panel")
    through = [strands_through(passing, front_port, first_rear.rear) for front_port in first_rear.fronts]
    reasons: dict[str, Left] = {}
    for number, kind in enumerate(kinds.T.tolist()):
        groups, type_ids, lane, lanes, modules = kind[:2], kind[2:4], kind[4:6], kind[6], kind[7:9]
        cord_keys, cord_mm, trunk, trunk_mm, slot = kind[9:11], kind[11:13], kind[13], kind[14], kind[15:17]
        ends = [
            LinkEnd(
                types[type_ids[end]].port_groups[groups[end]],
                None if modules[end] == ABSENT else types[modules[end]],
                lanes,
                lane[end],
                types[type_ids[end]].text("protocols"),
            )
            for end in (0, 1)
        ]
        back = {behind: ahead for ahead, behind in through[slot[1]].items()}
        spans = [
            Span(catalog.get(laid.keys[cord_keys[0]]), cord_mm[0]),
            Span(catalog.get(laid.keys[trunk]), trunk_mm, Joint(passing, front, rear, through[slot[0]])),
            Span(catalog.get(laid.keys[cord_keys[1]]), cord_mm[1], Joint(passing, rear, front, back)),
        ]
        rows = link_verdict(ends[0], ends[1], spans, rules=snapshot.cached(cabling_rules))
        if is_right(rows):
            continue
        is_of_kind = of_kind.ravel() == number
        wrong[which[is_of_kind]] = True
        message = next(row.message for row in rows if row.ok is False)
        count, _ = reasons.get(message.to_json(), (0, message))
        reasons[message.to_json()] = count + int(is_of_kind.sum()), message
    return wrong, tuple(reasons.values())


def _group_numbers(types: Types, type_ids: Ids, ports: Ids) -> Ids:
    numbers = np.zeros(len(ports), np.int64)
    for type_id in np.unique(type_ids).tolist():
        kind = types[type_id]
        number = np.array([place for place, group in enumerate(kind.port_groups) for _ in group.ports], np.int64)
        is_of_type = type_ids == type_id
        numbers[is_of_type] = number[ports[is_of_type]]
    return numbers
