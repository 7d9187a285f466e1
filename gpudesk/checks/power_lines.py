"""Power as it is wired: lines, banks and breakers with everything alive and with one feed or PDU lost, and cords that are missing."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.conditions import rated_above_racks, wired
from gpudesk.checks.finding import Found, Mend, Object, Place, Severity, said
from gpudesk.checks.power_mends import more_feeds_mend, wire_anew_mend
from gpudesk.checks.rule import Scope, reading, rule
from gpudesk.checks.view import View
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.placement import Mask
from gpudesk.core.power_drill import Outcomes, at_once, drill
from gpudesk.core.power_kinds import PowerNodeKind
from gpudesk.core.power_lines import Wiring, circuit_va
from gpudesk.core.power_sockets import sockets
from gpudesk.core.supplies import SupplyState, gpu_cap_w
from gpudesk.derived.power_failures import node_names, node_object
from gpudesk.derived.power_node_loads import node_sums
from gpudesk.project.types import Types

_CONTEXT = "checks"
WIRED = {
    "power_node": (
        "name",
        "kind",
        "device_id",
        "fed_by_id",
        "alternate_id",
        "wiring",
        "line",
        "voltage_v",
        "breaker_a",
        "derating_percent",
        "continuous_percent",
        "capacity_va",
    ),
    "power_cord": ("device_id", "port", "from_device_id", "from_port", "from_node_id"),
    "device": ("name", "type_id", "rack_id", "parent_id", "face", "side"),
    "rack": ("name", "type_id"),
    "catalog_item": ("body",),
}
"""What it takes to know the currents of racks."""
LAID = reading(WIRED, {"power_node": ("feed_side",), "device": ("position", "face", "side"), "rack": ("type_id", "row_id", "hall_id")})
"""What it takes to lay the cords of racks."""
SITE = ("power_for_limits", "power_factor", "continuous_factor", "line_voltage_v", "rectifier_efficiency")
NEC = QT_TRANSLATE_NOOP("checks", "Breaker, derated, by the continuous factor: 0.8 after NEC 210.20(A), 1.0 after IEC practice")
ROUNDING = 1e-9


def _racks_of_nodes(view: View) -> Ids:
    """The rack to which each node belongs: that of the PDU, of the bank's PDU, of the first PDU on a feed; ABSENT for none."""
    power = view.power
    parent = power.network.parent
    of_giver = view.whereabouts.rack[power.givers]
    racks = np.full(power.network.nodes, ABSENT)
    racks[power.rows : power.first_bank] = of_giver
    racks[power.first_bank :] = of_giver[power.bank_giver]
    above = parent[power.rows : power.first_bank]
    on_node = (above != ABSENT) & (above < power.rows) & (of_giver != ABSENT)
    # The PDU with the lowest id writes last.
    order = np.flatnonzero(on_node)[::-1]
    racks[above[order]] = of_giver[order]
    return racks


def _feeds(view: View) -> Mask:
    """Which nodes are feeds that end at PDUs in racks: what hangs on others is judged for the whole project."""
    power, nodes = view.power, view.snapshot["power_node"]
    mine = np.zeros(power.network.nodes, bool)
    mine[: power.rows] = nodes["kind"][nodes.positions(power.node_ids)] == PowerNodeKind.FEED
    ending: Mask = mine & (view.cached(_racks_of_nodes) != ABSENT)
    return ending


def _node_object(view: View, node: int) -> Object:
    return node_object(view.snapshot, view.power, node)


def _node_name(view: View, node: int) -> str:
    return node_names(view.snapshot, view.power, np.array([node]))[0]


def _node_place(view: View, node: int, rack: int) -> Place:
    if rack != ABSENT:
        return view.rack_place(rack)
    return view.row_place(*_node_object(view, node))


def _over(view: View, nodes: Ids, text: str, fair: str) -> Iterator[Found]:
    """Findings for nodes of which a line carries more than it may for long; `fair` where the lines together carry too much."""
    power, state = view.power, view.power.flow
    worst = state.worst_a[nodes]
    for node in nodes[worst > power.limit_a[nodes] * (1 + ROUNDING)].tolist():
        rack = int(view.cached(_racks_of_nodes)[node])
        carried, limit = float(state.worst_a[node]), float(power.limit_a[node])
        bears = circuit_va(power.network.voltage_v[node : node + 1], power.limit_a[node : node + 1], power.network.wiring[node : node + 1])
        whole, most = float(state.va[node]), float(bears[0])
        unit = "W" if power.network.wiring[node] == Wiring.DC else "VA"
        message = said(
            fair if whole > most else text,
            name=_node_name(view, node),
            current=Quantity(carried, "A"),
            limit=Quantity(limit, "A"),
            total=Quantity(whole, unit),
            bears=Quantity(most, unit),
        )
        mend = wire_anew_mend(view, node, rack) if rack != ABSENT and whole <= most else None
        if rack != ABSENT and whole > most and node < power.first_bank:
            mend = more_feeds_mend(view, rack)
        # By number: a name may change, and exclusions name the key.
        about = f" bank={int(power.bank_number[node - power.first_bank])}" if node >= power.first_bank else ""
        scopes = (rack,) if rack != ABSENT else (0,)
        place = _node_place(view, node, rack)
        yield Found(scopes, (_node_object(view, node),), place, message, Quantity(carried, "A"), Quantity(limit, "A"), mend, about)


@rule(
    "power.line",
    title=QT_TRANSLATE_NOOP("checks", "No line of a feed or PDU carries more than its breaker bears for long"),
    many=QT_TRANSLATE_NOOP("checks", "{count} feeds or PDUs carry too much on a line"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    reads=LAID,
    when=wired,
    limits=(*SITE, "cord_allowance_mm"),
    source=NEC,
)
def line(view: View) -> Iterator[Found]:
    """Feeds of racks and the PDUs in them: the line that carries most, not the total."""
    power = view.power
    mine = view.cached(_feeds).copy()
    mine[power.rows : power.first_bank] = view.cached(_racks_of_nodes)[power.rows : power.first_bank] != ABSENT
    text = QT_TRANSLATE_NOOP("checks", "A line of {name} carries {current} and bears {limit}, though all of {total} would fit {bears}.")
    fair = QT_TRANSLATE_NOOP("checks", "{name} carries {total}, {current} on a line; it bears {bears}, {limit} on a line.")
    return _over(view, np.flatnonzero(mine), text, fair)


@rule(
    "power.bank",
    title=QT_TRANSLATE_NOOP("checks", "No bank of a PDU carries more than its breaker bears for long"),
    many=QT_TRANSLATE_NOOP("checks", "{count} banks carry too much"),
    severity=Severity.ERROR,
    scope=Scope.POWER,
    reads=LAID,
    when=wired,
    limits=(*SITE, "cord_allowance_mm"),
    source=NEC,
)
def bank(view: View) -> Iterator[Found]:
    """The outlets behind one breaker of a PDU."""
    power = view.power
    banks = np.arange(power.first_bank, power.network.nodes)
    text = QT_TRANSLATE_NOOP("checks", "{name} carries {current} and bears {limit}.")
    return _over(view, banks[view.cached(_racks_of_nodes)[banks] != ABSENT], text, text)


@rule(
    "power.upstream",
    title=QT_TRANSLATE_NOOP("checks", "Panels, busways, UPS and sources bear what hangs on them"),
    many=QT_TRANSLATE_NOOP("checks", "{count} parts of the power above the racks carry too much"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=WIRED,
    when=rated_above_racks,
    limits=(*SITE, "power_for_upstream"),
    source=NEC,
)
def upstream(view: View) -> Iterator[Found]:
    """What lies above the feeds of racks, and feeds that end elsewhere."""
    sums = view.snapshot.cached(node_sums)
    text = QT_TRANSLATE_NOOP("checks", "A line of {name} carries {current} and bears {limit}, though all of {total} would fit {bears}.")
    fair = QT_TRANSLATE_NOOP("checks", "{name} carries {total}, {current} on a line; it bears {bears}, {limit} on a line.")
    nodes = view.snapshot["power_node"]
    over = ~sums.ends_at_racks & (sums.worst_a > sums.limit_a * (1 + ROUNDING))
    bears = circuit_va(sums.voltage_v, sums.limit_a, sums.wiring)
    for node in np.flatnonzero(over).tolist():
        row_id, whole = int(nodes.ids[node]), float(sums.va[node])
        unit = "W" if sums.wiring[node] == Wiring.DC else "VA"
        carried, limit = Quantity(float(sums.worst_a[node]), "A"), Quantity(float(sums.limit_a[node]), "A")
        message = said(
            fair if whole > bears[node] else text,
            name=view.name("power_node", row_id),
            current=carried,
            limit=limit,
            total=Quantity(whole, unit),
            bears=Quantity(float(bears[node]), unit),
        )
        yield Found((0,), (("power_node", row_id),), view.row_place("power_node", row_id), message, carried, limit)


@rule(
    "power.loss_line",
    title=QT_TRANSLATE_NOOP("checks", "When one feed or PDU of a rack is lost, the breakers of the others hold"),
    many=QT_TRANSLATE_NOOP("checks", "{count} feeds or PDUs whose loss opens a breaker"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    reads=WIRED,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Rating of the breaker, derated; the supplies that live share the load alike"),
)
def loss_line(view: View) -> Iterator[Found]:
    """The breaker loaded most right after the loss, beside what all that are left bear; says which assumption decides."""
    power = view.power
    lost = _losable(view)
    outcomes = drill(power.below_rows, lost, rounds=0)
    for place in np.flatnonzero(outcomes.worst_share > 1 + ROUNDING).tolist():
        yield _loss(view, lost, outcomes, place, _LOSS_TOTAL, _LOSS_FACTOR, _LOSS_UNEVEN)
    capped = np.flatnonzero((outcomes.reduced > 0) & (outcomes.worst_share <= 1 + ROUNDING))
    if len(capped):
        first = at_once(power.below_rows, lost[capped])
        for place in np.flatnonzero(first.worst_share > 1 + ROUNDING).tolist():
            yield _loss(view, lost, first, place, _LOSS_CAPPED, _LOSS_CAPPED, _LOSS_CAPPED, int(lost[capped[place]]))


_LOSS_TOTAL = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, what is left bears {bears} for {total}: {percent}. "
    "{other} carries {current} on a line; its breaker lets {limit} through.",
)
_LOSS_FACTOR = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, what is left bears {bears} for {total}, but a line of {other} carries {current}; its breaker lets {limit} through. "
    "At a power factor of 1 it would be {ideal}: the power factor of {factor} decides.",
)
_LOSS_UNEVEN = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, what is left bears {bears} for {total}, but a line of {other} carries {current}; its breaker lets {limit} through. "
    "At a power factor of 1 it would still be {ideal}: the supplies lie unevenly on the lines.",
)
_LOSS_CAPPED = QT_TRANSLATE_NOOP(
    "checks",
    "Until devices are capped after the loss of {name}, what is left bears {bears} for {total}: {percent}. "
    "{other} carries {current} on a line; its breaker lets {limit} through.",
)


def _loss(
    view: View, lost: Ids, outcomes: Outcomes, place: int, whole: str, factor_decides: str, uneven: str, node: int | None = None
) -> Found:
    """What a loss does to the feeds and PDUs of its rack that are left, in the words for the totals, the power factor or the lines."""
    power, racks = view.power, view.cached(_racks_of_nodes)
    network = power.network
    node = int(lost[place]) if node is None else node
    other, rack = int(outcomes.worst_node[place]), int(racks[node])
    limit, factor = float(network.breaker_a[other]), float(network.watts_per_va[other])
    carried = float(outcomes.worst_share[place]) * limit
    left = lost[(racks[lost] == rack) & (lost != node)]
    bears = circuit_va(network.voltage_v[left], network.breaker_a[left], network.wiring[left])
    bears_w = float(np.nansum(bears * network.watts_per_va[left]))
    together = np.append(left, node)
    total_w = float((power.flow.va * network.watts_per_va)[together].sum() - outcomes.lost_w[place])
    text = uneven
    if total_w > bears_w * (1 + ROUNDING):
        text = whole
    elif carried * factor <= limit * (1 + ROUNDING):
        text = factor_decides
    message = said(
        text,
        name=_node_name(view, node),
        other=_node_name(view, other),
        current=Quantity(carried, "A"),
        ideal=Quantity(carried * factor, "A"),
        factor=factor,
        total=Quantity(total_w, "W"),
        bears=Quantity(bears_w, "W"),
        percent=Quantity(100 * total_w / bears_w if bears_w else 0.0, "%"),
        limit=Quantity(limit, "A"),
    )
    return Found((rack,), (_node_object(view, node),), view.rack_place(rack), message, Quantity(carried, "A"), Quantity(limit, "A"))


def _losable(view: View) -> Ids:
    """The feeds of these racks, and the PDUs in them that hang on no feed of their own."""
    power, feeds = view.power, view.cached(_feeds)
    parent = power.network.parent[power.rows : power.first_bank]
    alone = (parent == ABSENT) | ~np.append(feeds, False)[parent]
    pdus = power.rows + np.flatnonzero(alone & (view.cached(_racks_of_nodes)[power.rows : power.first_bank] != ABSENT))
    return np.concatenate([np.flatnonzero(feeds), pdus])


@rule(
    "power.loss_device",
    title=QT_TRANSLATE_NOOP("checks", "Devices with several supplies run on when one feed or PDU is lost"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices run on less or stop when one feed is lost"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    reads=WIRED,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Rule of the device's power supplies"),
)
def loss_device(view: View) -> Iterator[Found]:
    """By the device's own rule (4+2, 5+1…) with the supplies that hang on other feeds."""
    power, network = view.power, view.power.network
    on = _losable(view)
    # What lies above the feeds of racks is no part of their group: the drill says what its loss does.
    source = _losable_above(power.below_rows.parent, network.cord_node, np.isin(np.arange(network.nodes), on))
    hung = np.flatnonzero(source != ABSENT)
    pairs, lost = np.unique(network.cord_device[hung] * network.nodes + source[hung], return_counts=True)
    device, node = pairs // max(network.nodes, 1), pairs % max(network.nodes, 1)
    total = np.bincount(network.cord_device, minlength=network.devices)
    rule_of = network.device_rule[device]
    before, after = network.state_of(rule_of, total[device]), network.state_of(rule_of, total[device] - lost)
    type_ids = view.snapshot["device"]["type_id"]
    told: set[int] = set()
    for place in np.lexsort((node, -after)).tolist():
        at, rack = int(device[place]), int(view.whereabouts.rack[power.loads[device[place]]])
        rule_ = view.types[int(type_ids[power.loads[at]])].supplies
        if after[place] <= before[place] or rack == ABSENT or at in told or rule_ is None or rule_.total < 2:
            continue
        told.add(at)
        alive = int(total[at] - lost[place])
        row_id = int(view.snapshot["device"].ids[power.loads[at]])
        text = QT_TRANSLATE_NOOP("checks", "Without {feed}, {name} stops: {alive} of its {total} supplies are left and it needs {needed}.")
        if after[place] == SupplyState.REDUCED:
            text = QT_TRANSLATE_NOOP(
                "checks",
                "Without {feed}, {name} runs on less: {alive} of its {total} supplies are left and it needs {needed} for full work.",
            )
        cap = gpu_cap_w(rule_, alive)
        if after[place] == SupplyState.REDUCED and cap is not None:
            text = QT_TRANSLATE_NOOP(
                "checks",
                "Without {feed}, {name} runs on less: {alive} of its {total} supplies are left and it needs {needed} for full work. "
                "Its GPUs are held to {cap} each.",
            )
        message = said(
            text,
            feed=_node_name(view, int(node[place])),
            name=view.name("device", row_id),
            alive=alive,
            total=int(total[at]),
            needed=rule_.needed,
            cap="" if cap is None else Quantity(cap, "W"),
        )
        yield Found((rack,), (("device", row_id),), view.rack_place(rack), message, alive, rule_.needed)


def _losable_above(parent: Ids, node: Ids, losable: Mask) -> Ids:
    """The first node at or above each of `node` that can be lost, ABSENT where there is none."""
    found, here = np.full(len(node), ABSENT), node.copy()
    while (here != ABSENT).any():
        hit = (here != ABSENT) & losable[here] & (found == ABSENT)
        found[hit] = here[hit]
        here = np.where((here == ABSENT) | (found != ABSENT), ABSENT, parent[here])
    return found


@rule(
    "power.unplugged",
    title=QT_TRANSLATE_NOOP("checks", "Every supply of a device that is wired has a cord"),
    many=QT_TRANSLATE_NOOP("checks", "{count} devices have supplies without a cord"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    reads=WIRED,
    when=wired,
    source=QT_TRANSLATE_NOOP("checks", "Inlets of the type"),
)
def unplugged(view: View) -> Iterator[Found]:
    """Devices in racks in which something is wired; racks without any cord are not planned yet."""
    devices, cords, rack_of = view.snapshot["device"], view.snapshot["power_cord"], view.whereabouts.rack
    inside = np.flatnonzero(rack_of != ABSENT if view.only is None else np.isin(rack_of, view.ids))
    mine = cords["device_id"] if view.only is None else cords["device_id"][cords.among("device_id", devices.ids[inside])]
    cord_of = np.searchsorted(inside, devices.positions(mine))
    in_racks = np.append(inside, ABSENT)[np.minimum(cord_of, len(inside))] == devices.positions(mine)
    plugged = np.bincount(cord_of[in_racks], minlength=len(inside))
    inside, plugged = _of_wired_racks(rack_of, inside, plugged)
    wanted = view.types.cached(_inlets)[devices["type_id"][inside]]
    gives = view.types.cached(_gives)[devices["type_id"][inside]]
    for place in np.flatnonzero((plugged < wanted) & ~gives | gives & (plugged == 0) & (wanted > 0)).tolist():
        row_id, rack = int(devices.ids[inside[place]]), int(rack_of[inside[place]])
        have, want = int(plugged[place]), int(wanted[place])
        text = QT_TRANSLATE_NOOP("checks", "{name} has {have} of {want} supplies on a cord.")
        if gives[place]:
            text = QT_TRANSLATE_NOOP("checks", "{name} gives power but hangs on no feed.")
        message = said(text, name=view.name("device", row_id), have=have, want=want)
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Wire what is left in {rack}"), {"rack": view.name("rack", rack)})
        mend = Mend("wire_power", {"rack_ids": [rack]}, title)
        yield Found((rack,), (("device", row_id),), view.rack_place(rack), message, have, want, mend)


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
