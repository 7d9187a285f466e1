"""Wired power, with one feed or PDU lost: the breakers of the others, and the remaining supplies of devices."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.absent_view import names_of
from gpudesk.checks.rules.common.conditions import wired_without_circles
from gpudesk.checks.rules.common.power_rule_view import ROUNDING, SITE, WIRED, flowing, object_of_node, racks_of_nodes
from gpudesk.checks.rules.common.rule import Scope, reading, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.checks.rules.common.worst_losses import losable, worst_losses
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.power_lines import circuit_va
from gpudesk.core.power.power_single_failures import Outcomes, at_once, drill
from gpudesk.core.power.supplies import SupplyState, gpu_cap_w
from gpudesk.core.values.columns import Ids
from gpudesk.core.values.natural_order import natural_key
from gpudesk.derived.power.power_failures import node_names


@rule(
    "power.loss_line",
    title=QT_TRANSLATE_NOOP("checks", "If one feed or PDU of a rack is lost, the other breakers do not trip"),
    many=QT_TRANSLATE_NOOP("checks", "Losing any of {count} feeds or PDUs trips a breaker"),
    severity=Severity.WARNING,
    scope=Scope.POWER,
    spared_by_removal=True,
    spared_without=(
        "power.line",
        "power.bank",
        "power.upstream",
    ),
    of_cords=True,
    reads=WIRED,
    when=wired_without_circles,
    limits=SITE,
    source=QT_TRANSLATE_NOOP(
        "checks", "Rating of the breaker, derated, and its continuous limit; the remaining power supplies share the load equally"
    ),
)
def loss_line(view: View) -> Iterator[Violation]:
    """The breaker with the highest load after the loss, or a line above its continuous limit; names the assumption that decides."""
    power = view.power
    lost = losable(view)
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


def _lasting(view: View, lost: Ids, outcomes: Outcomes) -> Iterator[Violation]:
    """Losses after which no breaker trips, but one carries more than its continuous limit for hours."""
    power = view.power
    if not (power.limit_a < power.network.breaker_a).any():
        return
    limited_network = replace(power.below_rows, breaker_a=power.limit_a)
    lasting = drill(limited_network, lost, rounds=0)
    over = np.flatnonzero((lasting.worst_share > 1 + ROUNDING) & (outcomes.worst_share <= 1 + ROUNDING))
    racks, names = view.cached(racks_of_nodes), node_names(view.snapshot, power, lasting.failed[over])
    others = node_names(view.snapshot, power, lasting.worst_node[over])
    for place, name, other in zip(over.tolist(), names, others, strict=True):
        node, worst = int(lasting.failed[place]), int(lasting.worst_node[place])
        limit = float(power.limit_a[worst])
        carried = flowing(float(lasting.worst_share[place]) * limit, "A")
        message = rule_text(_LOSS_LASTING, name=name, other=other, current=carried, limit=Quantity(limit, "A"))
        rack = int(racks[node])
        yield Violation((rack,), (object_of_node(view, node),), view.rack_place(rack), message, carried, Quantity(limit, "A"))


_LOSS_LASTING = QT_TRANSLATE_NOOP(
    "checks", "Without {name}, {other} carries {current} on a line: its breaker does not trip, but the continuous limit is {limit}."
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


def _lost(view: View, lost: Ids, outcomes: Outcomes, places: Ids, texts: tuple[str, str, str]) -> Iterator[Violation]:
    """The effects of losses on the remaining feeds and PDUs of their racks.

    Args:
        lost: all feeds and PDUs that can be lost.
        places: the outcomes to report.
        texts: texts for the totals, the power factor, the lines.
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
    names, other_names = (node_names(view.snapshot, power, node_indices) for node_indices in (nodes, others))
    for number, node in enumerate(nodes.tolist()):
        other, rack = int(others[number]), int(racks[node])
        limit, factor = float(network.breaker_a[other]), float(network.watts_per_va[other])
        carried, total, limit_w = float(outcomes.worst_share[places[number]]) * limit, float(total_w[number]), float(bears_w[number])
        text = texts[2]
        if total > limit_w * (1 + ROUNDING):
            text = texts[0]
        elif carried * factor <= limit * (1 + ROUNDING):
            text = texts[1]
        message = rule_text(
            text,
            name=names[number],
            other=other_names[number],
            current=flowing(carried, "A"),
            ideal=flowing(carried * factor, "A"),
            factor=factor,
            total=flowing(total, "W"),
            bears=flowing(limit_w, "W"),
            percent=flowing(100 * total / limit_w if limit_w else 0.0, "%"),
            limit=Quantity(limit, "A"),
        )
        yield Violation((rack,), (object_of_node(view, node),), view.rack_place(rack), message, flowing(carried, "A"), Quantity(limit, "A"))


@rule(
    "power.loss_device",
    title=QT_TRANSLATE_NOOP("checks", "Devices with several power supplies survive the loss of one feed or PDU"),
    many=QT_TRANSLATE_NOOP("checks", "{count} types of devices throttle or stop when one feed is lost"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=reading(WIRED, {"device": ("hall_id",), "rack": ("hall_id",), "hall": ("name",)}),
    judges_names=True,
    when=wired_without_circles,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Redundancy of the device's power supplies"),
)
def loss_device(view: View) -> Iterator[Violation]:
    """By the redundancy of the device (4+2, 5+1…), with the power supplies on other feeds; one line for each type, hall and outcome."""
    losses = view.snapshot.cached(worst_losses)
    devices = view.snapshot["device"]
    places = devices.positions(losses.device_id)
    halls, types = view.whereabouts.halls(places), devices.at("type_id", places)
    groups: dict[tuple[int, ...], list[int]] = {}
    parts = (halls, types, losses.after, losses.alive, losses.total)
    for at, group in enumerate(zip(*(part.tolist() for part in parts), strict=True)):
        groups.setdefault(group, []).append(at)
    for (hall, type_id, after, alive, total), loss_rows in sorted(groups.items()):
        kind = view.types[type_id]
        supplies = kind.supplies
        assert supplies is not None  # noqa: S101 - narrows the type
        cap = gpu_cap_w(supplies, alive)
        text = _STOPS if after != SupplyState.REDUCED else _THROTTLES if cap is None else _CAPPED
        loss_rows.sort(key=lambda at: natural_key(view.name("device", int(devices.ids[places[at]]))))
        message = rule_text(
            text,
            count=len(loss_rows),
            model=kind.title,
            hall=view.name("hall", hall),
            feed=view.name(*losses.failing(loss_rows[0])),
            alive=alive,
            total=total,
            needed=supplies.needed,
            cap="" if cap is None else Quantity(cap, "W"),
            source=supplies.source,
            names=names_of(view, places[loss_rows]),
        )
        objects = ("hall", hall), ("catalog_item", type_id)
        outcome = f" {SupplyState(after).name.lower()} {alive} of {total}"
        yield Violation((0,), objects, view.row_place("hall", hall), message, alive, supplies.needed, about=outcome)


_STOPS = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|stops|stop} if one feed or PDU fails: {alive} of {total} power "
    "supplies {alive|remains|remain}; operation requires {needed} ({source}). {names} (the first if {feed} "
    "fails).",
)
_THROTTLES = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|throttles|throttle} if one feed or PDU fails: {alive} of {total} "
    "power supplies {alive|remains|remain}; full operation requires {needed} ({source}). {names} (the first "
    "if {feed} fails).",
)
_CAPPED = QT_TRANSLATE_NOOP(
    "checks",
    "{count} × {model} in {hall} {count|throttles|throttle} if one feed or PDU fails: {alive} of {total} "
    "power supplies {alive|remains|remain}; full operation requires {needed} ({source}). {count|Its|Their} "
    "GPUs are capped at {cap} each. {names} (the first if {feed} fails).",
)
