"""Power as it is wired, with one feed or PDU lost: the breakers of the others, and what devices then run on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from gpudesk.checks.absent_view import names_of
from gpudesk.checks.conditions import wired
from gpudesk.checks.finding import Found, Severity, said
from gpudesk.checks.power_view import ROUNDING, SITE, WIRED, feeds_of_racks, flowing, name_of_node, object_of_node, racks_of_nodes
from gpudesk.checks.rule import Scope, reading, rule
from gpudesk.checks.view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.power_drill import Outcomes, at_once, drill
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.core.power.supplies import SupplyState, gpu_cap_w
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.power.power_failures import node_names
from gpudesk.project.types import Types


@rule(
    "power.loss_line",
    title=QT_TRANSLATE_NOOP("checks", "If one feed or PDU of a rack is lost, the breakers of the others hold"),
    many=QT_TRANSLATE_NOOP("checks", "{count} feeds or PDUs whose loss trips a breaker"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    reads=WIRED,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP(
        "checks", "Rating of the breaker, derated, and its continuous limit; the remaining power supplies share the load equally"
    ),
)
def loss_line(view: View) -> Iterator[Found]:
    """The breaker with the highest load after the loss, or a line above its continuous limit; names the assumption that decides."""
    power = view.power
    lost = _losable(view)
    outcomes = drill(power.below_rows, lost, rounds=0)
    over = np.flatnonzero(outcomes.worst_share > 1 + ROUNDING)
    if len(over):
        yield from _lost(view, lost, outcomes, over, (_LOSS_TOTAL, _LOSS_FACTOR, _LOSS_UNEVEN))
    capped = np.flatnonzero((outcomes.reduced > 0) & (outcomes.worst_share <= 1 + ROUNDING))
    if len(capped):
        first = at_once(power.below_rows, lost[capped])
        over = np.flatnonzero(first.worst_share > 1 + ROUNDING)
        yield from _lost(view, lost, first, over, (_LOSS_CAPPED, _LOSS_CAPPED, _LOSS_CAPPED))
    yield from _lasting(view, lost, outcomes)


def _lasting(view: View, lost: Ids, outcomes: Outcomes) -> Iterator[Found]:
    """Losses after which every breaker holds, but one carries for hours more than it may for long."""
    power = view.power
    if not (power.limit_a < power.network.breaker_a).any():
        return
    judged = replace(power.below_rows, breaker_a=power.limit_a)
    lasting = drill(judged, lost, rounds=0)
    over = np.flatnonzero((lasting.worst_share > 1 + ROUNDING) & (outcomes.worst_share <= 1 + ROUNDING))
    racks, names = view.cached(racks_of_nodes), node_names(view.snapshot, power, lasting.failed[over])
    others = node_names(view.snapshot, power, lasting.worst_node[over])
    for place, name, other in zip(over.tolist(), names, others, strict=True):
        node, worst = int(lasting.failed[place]), int(lasting.worst_node[place])
        limit = float(power.limit_a[worst])
        carried = flowing(float(lasting.worst_share[place]) * limit, "A")
        message = said(_LOSS_LASTING, name=name, other=other, current=carried, limit=Quantity(limit, "A"))
        rack = int(racks[node])
        yield Found((rack,), (object_of_node(view, node),), view.rack_place(rack), message, carried, Quantity(limit, "A"))


_LOSS_LASTING = QT_TRANSLATE_NOOP(
    "checks", "Without {name}, {other} carries {current} on a line: its breaker holds, but the continuous limit is {limit}."
)
_LOSS_TOTAL = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, the remaining PDUs can carry {bears} of the {total}: {percent}. {other} carries "
    "{current} on a line; its breaker trips above {limit}.",
)
_LOSS_FACTOR = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, the remaining PDUs can carry {bears} of the {total}, but a line of {other} carries "
    "{current}; its breaker trips above {limit}. At a power factor of 1 it would be {ideal}: the power factor "
    "of {factor} is the cause.",
)
_LOSS_UNEVEN = QT_TRANSLATE_NOOP(
    "checks",
    "Without {name}, the remaining PDUs can carry {bears} of the {total}, but a line of {other} carries "
    "{current}; its breaker trips above {limit}. At a power factor of 1 it would still be {ideal}: the power "
    "supplies are unbalanced across the lines.",
)
_LOSS_CAPPED = QT_TRANSLATE_NOOP(
    "checks",
    "After the loss of {name}, before devices are capped, the remaining PDUs can carry {bears} of the "
    "{total}: {percent}. {other} carries {current} on a line; its breaker trips above {limit}.",
)


def _lost(view: View, lost: Ids, outcomes: Outcomes, places: Ids, texts: tuple[str, str, str]) -> Iterator[Found]:
    """What losses do to the feeds and PDUs of their racks that are left.

    Args:
        lost: all feeds and PDUs that can be lost.
        places: which of the outcomes are told.
        texts: in the words for the totals, the power factor, the lines.
    """
    power, network = view.power, view.power.network
    racks = view.cached(racks_of_nodes)
    known, rack_of = np.unique(racks[lost], return_inverse=True)
    each_bears = np.zeros(network.nodes)
    each_bears[lost] = np.nan_to_num(circuit_va(network.voltage_v[lost], network.breaker_a[lost], network.wiring[lost]))
    each_bears *= network.watts_per_va
    # As in the failure simulation, without other nodes that these feeds supply.
    carries = power.below_rows.steady.va * network.watts_per_va
    rack_bears, rack_carries = (np.bincount(rack_of.ravel(), values[lost], len(known)) for values in (each_bears, carries))
    nodes, others = outcomes.failed[places], outcomes.worst_node[places]
    of_rack = np.searchsorted(known, racks[nodes])
    bears_w = rack_bears[of_rack] - each_bears[nodes]
    total_w = rack_carries[of_rack] - outcomes.lost_w[places]
    names, other_names = (node_names(view.snapshot, power, each) for each in (nodes, others))
    for number, node in enumerate(nodes.tolist()):
        other, rack = int(others[number]), int(racks[node])
        limit, factor = float(network.breaker_a[other]), float(network.watts_per_va[other])
        carried, total, bears = float(outcomes.worst_share[places[number]]) * limit, float(total_w[number]), float(bears_w[number])
        text = texts[2]
        if total > bears * (1 + ROUNDING):
            text = texts[0]
        elif carried * factor <= limit * (1 + ROUNDING):
            text = texts[1]
        message = said(
            text,
            name=names[number],
            other=other_names[number],
            current=flowing(carried, "A"),
            ideal=flowing(carried * factor, "A"),
            factor=factor,
            total=flowing(total, "W"),
            bears=flowing(bears, "W"),
            percent=flowing(100 * total / bears if bears else 0.0, "%"),
            limit=Quantity(limit, "A"),
        )
        yield Found((rack,), (object_of_node(view, node),), view.rack_place(rack), message, flowing(carried, "A"), Quantity(limit, "A"))


def _losable(view: View) -> Ids:
    """The feeds of these racks, and the PDUs in them that hang on no feed of their own."""
    power, feeds = view.power, view.cached(feeds_of_racks)
    parent = power.network.parent[power.rows : power.first_bank]
    alone = (parent == ABSENT) | ~np.append(feeds, False)[parent]
    pdus = power.rows + np.flatnonzero(alone & (view.cached(racks_of_nodes)[power.rows : power.first_bank] != ABSENT))
    return np.concatenate([np.flatnonzero(feeds), pdus])


@rule(
    "power.loss_device",
    title=QT_TRANSLATE_NOOP("checks", "Devices with several power supplies survive the loss of one feed or PDU"),
    many=QT_TRANSLATE_NOOP("checks", "{count} types of devices throttle or stop when one feed is lost"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(WIRED, {"device": ("hall_id",), "rack": ("hall_id",), "hall": ("name",)}),
    judges_names=True,
    when=wired,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Redundancy of the device's power supplies"),
)
def loss_device(view: View) -> Iterator[Found]:
    """By the redundancy of the device (4+2, 5+1…), with the power supplies on other feeds; one line for each type, hall and outcome."""
    found = _worst_losses(view)
    devices = view.snapshot["device"]
    places = view.power.loads[found.device]
    halls, types = view.whereabouts.halls(places), devices["type_id"][places]
    groups: dict[tuple[int, ...], list[int]] = {}
    parts = (halls, types, found.after, found.alive, found.total)
    for at, group in enumerate(zip(*(part.tolist() for part in parts), strict=True)):
        groups.setdefault(group, []).append(at)
    for (hall, type_id, after, alive, total), mine in sorted(groups.items()):
        kind = view.types[type_id]
        supplies = kind.supplies
        assert supplies is not None  # noqa: S101 - narrows the type
        cap = gpu_cap_w(supplies, alive)
        text = _STOPS if after != SupplyState.REDUCED else _THROTTLES if cap is None else _CAPPED
        mine.sort(key=lambda at: natural_key(view.name("device", int(devices.ids[places[at]]))))
        message = said(
            text,
            count=len(mine),
            model=kind.title,
            hall=view.name("hall", hall),
            feed=name_of_node(view, int(found.node[mine[0]])),
            alive=alive,
            total=total,
            needed=supplies.needed,
            cap="" if cap is None else Quantity(cap, "W"),
            source=supplies.source,
            names=names_of(view, places[mine]),
        )
        objects = ("hall", hall), ("catalog_item", type_id)
        outcome = f" {SupplyState(after).name.lower()} {alive} of {total}"
        yield Found((0,), objects, view.row_place("hall", hall), message, alive, supplies.needed, about=outcome)


_STOPS = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|stops|stop} without one feed or PDU: {alive} of {total} power supplies "
    "{alive|remains|remain}; operation requires {needed} ({source}). {names}; the first without {feed}.",
)
_THROTTLES = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|throttles|throttle} without one feed or PDU: {alive} of {total} power "
    "supplies {alive|remains|remain}; full operation requires {needed} ({source}). {names}; the first without "
    "{feed}.",
)
_CAPPED = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|throttles|throttle} without one feed or PDU: {alive} of {total} power "
    "supplies {alive|remains|remain}; full operation requires {needed} ({source}). {count|Its|Their} GPUs are "
    "capped at {cap} each. {names}; the first without {feed}.",
)


@dataclass(frozen=True, slots=True, eq=False)
class _WorstLosses:
    """The devices in racks that the loss of a feed or PDU of their rack harms, each with the loss that harms it most: shape (devices,).

    Attributes:
        device: number of the device in the power network.
        node: the feed or PDU.
        after: a `SupplyState`.
        total, alive: its supplies, and those that remain.
    """

    device: Ids
    node: Ids
    after: Ids
    total: Ids
    alive: Ids


def _worst_losses(view: View) -> _WorstLosses:
    power, network = view.power, view.power.network
    on = _losable(view)
    # What lies above the feeds of racks is no part of their group: the drill says what its loss does.
    source = _losable_above(power.below_rows.parent, network.cord_node, np.isin(np.arange(network.nodes), on))
    hung = np.flatnonzero(source != ABSENT)
    pairs, lost = np.unique(network.cord_device[hung] * network.nodes + source[hung], return_counts=True)
    device, node = pairs // max(network.nodes, 1), pairs % max(network.nodes, 1)
    total = np.bincount(network.cord_device, minlength=network.devices)[device]
    rule_of = network.device_rule[device]
    alive = total - lost
    before, after = network.state_of(rule_of, total), network.state_of(rule_of, alive)
    several = view.types.cached(_with_several_supplies)[view.snapshot["device"]["type_id"][power.loads[device]]]
    in_rack = view.whereabouts.rack[power.loads[device]] != ABSENT
    worse = np.lexsort((node, alive, -after))
    worse = worse[(after > before)[worse] & several[worse] & in_rack[worse]]
    _, first = np.unique(device[worse], return_index=True)
    mine = worse[first]
    return _WorstLosses(device[mine], node[mine], after[mine], total[mine], alive[mine])


def _with_several_supplies(types: Types) -> Mask:
    """Whether each type, by its id, has a rule for at least two power supplies."""
    found = np.zeros(max(types, default=0) + 1, bool)
    for type_id, kind in types.items():
        found[type_id] = kind.supplies is not None and kind.supplies.total > 1
    return found


def _losable_above(parent: Ids, node: Ids, losable: Mask) -> Ids:
    """The first node at or above each of `node` that can be lost, ABSENT where there is none."""
    found, here = np.full(len(node), ABSENT), node.copy()
    while (here != ABSENT).any():
        hit = (here != ABSENT) & losable[here] & (found == ABSENT)
        found[hit] = here[hit]
        here = np.where((here == ABSENT) | (found != ABSENT), ABSENT, parent[here])
    return found
