"""Wired power, with no failure: lines, banks, nodes upstream of rack feeds, and missing cords."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import feeding_from_floors, rated_above_racks, wired, wired_without_circles
from gpudesk.checks.rules.common.power_rule_view import (
    LAID,
    NEC,
    ROUNDING,
    SITE,
    WIRED,
    feeds_that_end,
    flowing,
    object_of_node,
    place_of_node,
    racks_of_nodes,
)
from gpudesk.checks.rules.common.removal import Removal
from gpudesk.checks.rules.common.rule import Scope, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.power.power_fixes import more_feeds_fix, wire_anew_fix
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Wiring, circuit_va
from gpudesk.core.power.power_orphans import idle_feeds
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.distinct_ids import distinct_ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.power.power_failures import node_names
from gpudesk.derived.power.power_groups import power_group
from gpudesk.derived.power.power_node_loads import carrying_nodes, node_sums
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types

_CONTEXT = "checks"


def _over(view: View, nodes: Ids, text: str, fair: str) -> Iterator[Violation]:
    """Findings for nodes with a line above its continuous limit; `fair` if the lines together are overloaded."""
    power, state = view.power, view.power.flow
    worst = state.worst_a
    over = nodes[worst[nodes] > power.limit_a[nodes] * (1 + ROUNDING)]
    names = node_names(view.snapshot, power, over)
    capacity_va = circuit_va(power.network.voltage_v, power.limit_a, power.network.wiring)
    for node, name in zip(over.tolist(), names, strict=True):
        rack = int(view.cached(racks_of_nodes)[node])
        carried, limit = float(worst[node]), float(power.limit_a[node])
        whole, most = float(state.va[node]), float(capacity_va[node])
        unit = "W" if power.network.wiring[node] == Wiring.DC else "VA"
        message = rule_text(
            fair if whole > most else text,
            name=name,
            current=flowing(carried, "A"),
            limit=Quantity(limit, "A"),
            total=flowing(whole, unit),
            bears=Quantity(most, unit),
        )
        fix = wire_anew_fix(view, node, rack) if rack != ABSENT and whole <= most else None
        if rack != ABSENT and whole > most and node < power.first_bank:
            fix = more_feeds_fix(view, rack)
        # By number: a name may change, and exclusions name the key.
        about = f" bank={int(power.bank_number[node - power.first_bank])}" if node >= power.first_bank else ""
        scopes = (rack,) if rack != ABSENT else (0,)
        place = place_of_node(view, node, rack)
        yield Violation(scopes, (object_of_node(view, node),), place, message, flowing(carried, "A"), Quantity(limit, "A"), fix, about)


@rule(
    "power.line",
    title=QT_TRANSLATE_NOOP("checks", "No feed or PDU line exceeds the continuous limit of its breaker"),
    many=QT_TRANSLATE_NOOP("checks", "{count} feeds or PDUs are overloaded on a line"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=LAID,
    when=wired_without_circles,
    limits=(*SITE, "cord_allowance_mm"),
    source=NEC,
)
def line(view: View) -> Iterator[Violation]:
    """Feeds of racks and their PDUs: the line with the highest load, not the total."""
    power = view.power
    is_judged = view.cached(feeds_that_end).copy()
    is_judged[power.rows : power.first_bank] = view.cached(racks_of_nodes)[power.rows : power.first_bank] != ABSENT
    text = QT_TRANSLATE_NOOP(
        "checks",
        (
            "One line of {name} carries {current}; its limit is {limit}. If evenly distributed, the total of {total} "
            "would not exceed {bears}."
        ),
    )
    fair = QT_TRANSLATE_NOOP(
        "checks", ("{name} carries {total}, {current} on its most loaded line; its limit is {bears}, {limit} per line.")
    )
    return _over(view, np.flatnonzero(is_judged), text, fair)


@rule(
    "power.bank",
    title=QT_TRANSLATE_NOOP("checks", "No PDU bank exceeds the continuous limit of its breaker"),
    many=QT_TRANSLATE_NOOP("checks", "{count} banks are overloaded"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    spared_by_removal=True,
    of_cords=True,
    reads=LAID,
    when=wired_without_circles,
    limits=(*SITE, "cord_allowance_mm"),
    source=NEC,
)
def bank(view: View) -> Iterator[Violation]:
    """The outlets behind one breaker of a PDU."""
    power = view.power
    banks = np.arange(power.first_bank, power.network.nodes)
    text = QT_TRANSLATE_NOOP("checks", "{name} carries {current}; its limit is {limit}.")
    return _over(view, banks[view.cached(racks_of_nodes)[banks] != ABSENT], text, text)


@rule(
    "power.upstream",
    title=QT_TRANSLATE_NOOP("checks", "Panels, busways, UPS and sources can carry their load"),
    many=QT_TRANSLATE_NOOP("checks", "{count} power components upstream of the racks are overloaded"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=WIRED,
    when=rated_above_racks,
    limits=(*SITE, "power_for_upstream"),
    source=NEC,
)
def upstream(view: View) -> Iterator[Violation]:
    """Everything above rack feeds, feeds with other loads or downstream components, and floor-standing UPS."""
    text = QT_TRANSLATE_NOOP(
        "checks",
        (
            "One line of {name} carries {current}; its limit is {limit}. If evenly distributed, the total of {total} "
            "would not exceed {bears}."
        ),
    )
    fair = QT_TRANSLATE_NOOP(
        "checks", ("{name} carries {total}, {current} on its most loaded line; its limit is {bears}, {limit} per line.")
    )
    if _rated_nodes_above(view.snapshot):
        yield from _overloaded_nodes(view, text, fair)
    if feeding_from_floors(view.snapshot):
        # What is in no rack and the racks with which it shares power are a network of their own.
        group = View(view.snapshot, Scope.POWER, frozenset(power_group(view.snapshot, np.array([ABSENT])).tolist()))
        power = group.power
        standing_nodes = power.rows + np.flatnonzero(view.whereabouts.rack[power.givers] == ABSENT)
        yield from _over(group, standing_nodes, text, fair)


def _rated_nodes_above(snapshot: Snapshot) -> bool:
    """Whether a node with a rating feeds something but the PDUs of racks; the sums over all nodes are made for these alone."""
    nodes, cords = snapshot["power_node"], snapshot["power_cord"]
    rated = (nodes["breaker_a"] != ABSENT) | (nodes["capacity_va"] != ABSENT)
    source, taker = nodes.positions(cords["from_node_id"]), snapshot["device"].positions(cords["device_id"])
    on_node = np.flatnonzero(source != ABSENT)
    source, taker = source[on_node], taker[on_node]
    gives = snapshot.types.cached(_gives)[snapshot["device"]["type_id"][taker]] & (snapshot.cached(whereabouts).rack[taker] != ABSENT)
    carrying = snapshot.cached(carrying_nodes)
    loaded, otherwise = carrying.copy(), (nodes["kind"] != PowerNodeKind.FEED) | carrying
    loaded[source] = True
    otherwise[source[~gives]] = True
    return bool((rated & loaded & otherwise).any())


def _overloaded_nodes(view: View, text: str, fair: str) -> Iterator[Violation]:
    nodes, sums = view.snapshot["power_node"], view.snapshot.cached(node_sums)
    over = ~sums.ends_at_racks & (sums.worst_a > sums.limit_a * (1 + ROUNDING))
    capacity_va = circuit_va(sums.voltage_v, sums.limit_a, sums.wiring)
    for node in np.flatnonzero(over).tolist():
        row_id, whole = int(nodes.ids[node]), float(sums.va[node])
        unit = "W" if sums.wiring[node] == Wiring.DC else "VA"
        carried, limit = Quantity(float(sums.worst_a[node]), "A"), Quantity(float(sums.limit_a[node]), "A")
        message = rule_text(
            fair if whole > capacity_va[node] else text,
            name=view.name("power_node", row_id),
            current=carried,
            limit=limit,
            total=Quantity(whole, unit),
            bears=Quantity(float(capacity_va[node]), unit),
        )
        yield Violation((0,), (("power_node", row_id),), view.row_place("power_node", row_id), message, carried, limit)


@rule(
    "power.unplugged",
    title=QT_TRANSLATE_NOOP("checks", "Every power supply of a wired device has a cord"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have power supplies without a cord"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    spared_by_removal=True,
    reads=WIRED,
    when=wired,
    source=QT_TRANSLATE_NOOP("checks", "Inlets of the type"),
)
def unplugged(view: View) -> Iterator[Violation]:
    """Devices in racks that have at least one cord; racks without any cord are not planned yet."""
    devices, cords, rack_of = view.snapshot["device"], view.snapshot["power_cord"], view.whereabouts.rack
    inside = np.flatnonzero(rack_of != ABSENT) if view.only is None else view.whereabouts.inside(view.ids)
    cord_devices = cords["device_id"] if view.only is None else cords.at("device_id", cords.among("device_id", devices.ids[inside]))
    cord_of = np.searchsorted(inside, devices.positions(cord_devices))
    in_racks = np.append(inside, ABSENT)[np.minimum(cord_of, len(inside))] == devices.positions(cord_devices)
    plugged = np.bincount(cord_of[in_racks], minlength=len(inside))
    inside, plugged = _of_wired_racks(rack_of, inside, plugged)
    inlet_counts = view.types.cached(_inlets)[devices["type_id"][inside]]
    gives = view.types.cached(_gives)[devices["type_id"][inside]]
    for place in np.flatnonzero((plugged < inlet_counts) & ~gives | gives & (plugged == 0) & (inlet_counts > 0)).tolist():
        row_id, rack = int(devices.ids[inside[place]]), int(rack_of[inside[place]])
        have, want = int(plugged[place]), int(inlet_counts[place])
        text = QT_TRANSLATE_NOOP("checks", "{name} has {have} of {want} power supplies connected.")
        if gives[place]:
            text = QT_TRANSLATE_NOOP("checks", "{name} supplies power but has no feed.")
        message = rule_text(text, name=view.name("device", row_id), have=have, want=want)
        title = Message(
            _CONTEXT, QT_TRANSLATE_NOOP("checks", "Wire the remaining power supplies in {rack}"), {"rack": view.name("rack", rack)}
        )
        fix = Fix("wire_power", {"rack_ids": [rack]}, title)
        yield Violation((rack,), (("device", row_id),), view.rack_place(rack), message, have, want, fix)


def _of_wired_racks(rack_of: Ids, inside: Ids, plugged: Ids) -> tuple[Ids, Ids]:
    """Of devices and their cords those in racks in which some device has one."""
    racks, place = np.unique(rack_of[inside], return_inverse=True)
    wired = (np.bincount(place, plugged, len(racks)) > 0)[place]
    return inside[wired], plugged[wired]


def _inlets(types: Types) -> Ids:
    """How many inlets each type has, by its id."""
    counts = np.zeros(max(types, default=0) + 1, np.int64)
    for type_id in types:
        counts[type_id] = len(sockets(types[type_id]).inlets)
    return counts


def _gives(types: Types) -> Mask:
    """Whether each type gives power, by its id."""
    giving = np.zeros(max(types, default=0) + 1, bool)
    for type_id in types:
        giving[type_id] = sockets(types[type_id]).gives
    return giving


def feeds_keep_a_load(removal: Removal) -> bool:
    """Whether each power node that loses cords keeps one."""
    cords, gone = removal.before["power_cord"], removal.changes.of("power_cord").removed
    nodes = cords.at("from_node_id", cords.positions(gone))
    nodes = distinct_ids(nodes[nodes != ABSENT])
    leading = cords.among("from_node_id", nodes)
    stays = leading[~is_one_of(cords.at("id", leading), gone)]
    return np.array_equal(distinct_ids(cords.at("from_node_id", stays)), nodes)


@rule(
    "power.idle_feed",
    title=QT_TRANSLATE_NOOP("checks", "Every feed has a load"),
    many=QT_TRANSLATE_NOOP("checks", "{count} feeds have no load"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads={
        "power_node": ("name", "kind", "device_id", "fed_by_id", "alternate_id"),
        "power_cord": ("from_node_id",),
        "cooling_node": ("power_node_id", "power_alternate_id"),
    },
    spared_by_removal=True,
    spared_if=(feeds_keep_a_load,),
    source=QT_TRANSLATE_NOOP("checks", "A circuit without load occupies a breaker and costs money"),
)
def idle_feed(view: View) -> Iterator[Violation]:
    """Feeds without cords or downstream components, for example those of removed PDUs."""
    nodes, cords, cooling = (view.snapshot[table] for table in ("power_node", "power_cord", "cooling_node"))
    for node_id in idle_feeds(nodes, cords, cooling).tolist():
        name = view.name("power_node", node_id)
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Delete {name}"), {"name": name})
        fix = Fix("delete_from_power", {"node_ids": [node_id]}, title)
        message = rule_text(QT_TRANSLATE_NOOP("checks", "{name} has no load."), name=name)
        yield Violation((0,), (("power_node", node_id),), view.row_place("power_node", node_id), message, fix=fix)
