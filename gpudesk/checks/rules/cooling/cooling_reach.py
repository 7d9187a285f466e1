"""Cooling: what nothing cools, or nothing cools well enough, and units without a part in it."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Fix, Severity, Violation, rule_text
from gpudesk.checks.rules.common.cooling_view import (
    ROUNDING,
    at_node,
    at_place,
    cooling_rule,
    differing_places,
    node_name,
    nodes_and_connections,
    places_to_judge,
    planned,
)
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cooling.cooling_kinds import CARRIERS, TAKES_FROM, CoolingKind
from gpudesk.core.cooling.cooling_unit_kinds import kind_of
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.values.changes import Changes
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


@cooling_rule(
    "cooling.no_air",
    title=QT_TRANSLATE_NOOP("checks", "Every rack has air cooling"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks release heat to air but have no air cooling"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Heat not removed by liquid stays in the room"),
    differing=differing_places,
)
def no_air(view: View) -> Iterator[Violation]:
    """Includes the heat that liquid-cooled racks release to air."""
    plan = planned(view)
    network, text = plan.network, QT_TRANSLATE_NOOP("checks", "{name} releases {heat} to air but has no cooling assigned.")
    remainder = QT_TRANSLATE_NOOP("checks", "{name} releases {liquid} to liquid and {heat} to air but has no air cooling assigned.")
    bare = (network.near_air == ABSENT) & (network.door == ABSENT) & (network.air_w > 0)
    for place in places_to_judge(view, plan, bare):
        wet = float(network.liquid_w[place])
        heat = Quantity(float(network.air_w[place]), "W")
        message = rule_text(remainder if wet else text, name=plan.heat.name(place), heat=heat, liquid=Quantity(wet, "W"))
        yield at_place(view, plan, place, message, heat)


@cooling_rule(
    "cooling.no_loop",
    title=QT_TRANSLATE_NOOP("checks", "Loops cover all liquid-cooled heat"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks require liquid but have no loop"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Share of heat removed by liquid, from the type"),
    differing=differing_places,
)
def no_loop(view: View) -> Iterator[Violation]:
    """Racks and floor-standing devices whose types require liquid cooling for part of their heat."""
    plan = planned(view)
    network, text = plan.network, QT_TRANSLATE_NOOP("checks", "{name} releases {heat} to liquid but has no loop assigned.")
    for place in places_to_judge(view, plan, (network.loop == ABSENT) & (network.liquid_w > 0)):
        heat = Quantity(float(network.liquid_w[place]), "W")
        yield at_place(view, plan, place, rule_text(text, name=plan.heat.name(place), heat=heat), heat)


@cooling_rule(
    "cooling.supply",
    title=QT_TRANSLATE_NOOP("checks", "Loop temperatures are within device requirements"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks receive liquid that is too warm"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks",
        (
            "Maximum coolant inlet temperature of the type; supply temperature of the loop, otherwise facility water "
            "temperature plus the CDU approach"
        ),
    ),
    differing=differing_places,
)
def supply(view: View) -> Iterator[Violation]:
    """Loops with a known supply temperature."""
    plan = planned(view)
    loop = plan.network.loop
    comes = np.append(plan.supply_c, np.nan)[loop]
    with np.errstate(invalid="ignore"):
        warm = comes > plan.heat.supply_max_c + ROUNDING
    text = QT_TRANSLATE_NOOP("checks", "{loop} supplies {name} with liquid at {comes}; its limit is {most}.")
    for place in places_to_judge(view, plan, warm):
        is_, most = Quantity(float(comes[place]), "°C"), Quantity(float(plan.heat.supply_max_c[place]), "°C")
        loop_name = node_name(view, plan, int(loop[place]))
        message = rule_text(text, loop=loop_name, name=plan.heat.name(place), comes=is_, most=most)
        yield at_place(view, plan, place, message, is_, most)


@cooling_rule(
    "cooling.unfed",
    title=QT_TRANSLATE_NOOP("checks", "Every unit that needs a loop has one"),
    many=QT_TRANSLATE_NOOP("checks", "{count} units have no heat rejection"),
    severity=Severity.WARNING,
    limits=(),
    source=QT_TRANSLATE_NOOP("checks", "Units without their own compressor reject heat to water or to the room"),
    subject=nodes_and_connections,
)
def unfed(view: View) -> Iterator[Violation]:
    """Air handlers, row coolers, rear doors and CDUs, as well as units that supply nothing."""
    plan = planned(view)
    kind, network = plan.network.kind, plan.network
    needing = [cooling_kind for cooling_kind in TAKES_FROM if cooling_kind not in (CoolingKind.CRAC, CoolingKind.CHILLER)]
    loose = is_one_of(kind, needing) & (network.cooled_by == ABSENT)
    useless = ~is_one_of(kind, (*CARRIERS, CoolingKind.REAR_DOOR)) & (network.supplies == ABSENT)
    text = QT_TRANSLATE_NOOP("checks", "{name} has no loop to reject its heat to.")
    other = QT_TRANSLATE_NOOP("checks", "{name} neither supplies air nor feeds a loop.")
    for node in np.flatnonzero(loose | useless).tolist():
        message = rule_text(text if loose[node] else other, name=node_name(view, plan, node))
        yield at_node(view, plan, node, message)


def _units(types: Types) -> Ids:
    """The types of CDUs and air units."""
    return np.array([type_id for type_id in types if kind_of(types[type_id]) is not None], np.int64)


def units_without_cooling(snapshot: Snapshot) -> tuple[int, ...]:
    """The ids of the CDUs and air units with a location that are no unit of the cooling, ascending (use `snapshot.cached`)."""
    devices = snapshot["device"]
    places = devices.among("type_id", snapshot.types.cached(_units))
    places = places[snapshot.cached(whereabouts).halls(places) != ABSENT] if len(places) else places
    unit_ids = devices.at("id", places)
    return tuple(unit_ids[~is_one_of(unit_ids, snapshot["cooling_node"]["device_id"])].tolist())


def carry_units_without_cooling(before: Snapshot, after: Snapshot, changes: Changes) -> None:
    """Keep them if the edit only touched devices of other types, and no device is in another one."""
    known, change = before.known(units_without_cooling), changes.of("device")
    if known is None or changes.tables.keys() != {"device"} or before.cached(whereabouts).nested or after.cached(whereabouts).nested:
        return
    for snapshot, ids in ((before, change.earlier), (after, change.present)):
        devices = snapshot["device"]
        if is_one_of(devices.at("type_id", devices.positions(ids)), snapshot.types.cached(_units)).any():
            return
    after.remember(units_without_cooling, known)


@cooling_rule(
    "cooling.idle",
    title=QT_TRANSLATE_NOOP("checks", "Every placed CDU and air unit is part of the cooling system"),
    many=QT_TRANSLATE_NOOP("checks", "{count} CDUs or air units have nothing to cool"),
    severity=Severity.INFO,
    limits=(),
    source=QT_TRANSLATE_NOOP("checks", "Families of the types"),
    subject=units_without_cooling,
)
def idle(view: View) -> Iterator[Violation]:
    """Only in projects with planned cooling."""
    text = QT_TRANSLATE_NOOP("checks", "{name} is placed but has no cooling assignment.")
    for device in view.snapshot.cached(units_without_cooling):
        title = rule_text(QT_TRANSLATE_NOOP("checks", "Use {name} to cool its hall"), name=view.name("device", device))
        fix = Fix("assign_cooling_devices", {"device_ids": [device]}, title)
        message = rule_text(text, name=view.name("device", device))
        yield Violation((0,), (("device", device),), view.row_place("device", device), message, fix=fix)


@cooling_rule(
    "cooling.facts",
    title=QT_TRANSLATE_NOOP("checks", "Capacities of cooling units are known"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cooling units have missing data"),
    severity=Severity.INFO,
    limits=(),
    source=QT_TRANSLATE_NOOP("checks", "Device type specifications, or values of the individual unit"),
    subject=nodes_and_connections,
)
def facts(view: View) -> Iterator[Violation]:
    """Unknown capacities count as sufficient; this rule lists them."""
    plan = planned(view)
    network = plan.network
    unknown_facts = (
        (np.isinf(network.capacity_w), QT_TRANSLATE_NOOP("checks", "The capacity of {name} is not known; it is assumed sufficient.")),
        (np.isinf(network.airflow_m3_s), QT_TRANSLATE_NOOP("checks", "The airflow of {name} is not known; it is assumed sufficient.")),
        (
            np.isinf(network.flow_l_min) & is_one_of(network.kind, (CoolingKind.CDU, CoolingKind.PUMP)),
            QT_TRANSLATE_NOOP("checks", "The flow of {name} is not known; it is assumed sufficient."),
        ),
    )
    for number, (unknown, text) in enumerate(unknown_facts):
        for node in np.flatnonzero(unknown).tolist():
            message = rule_text(text, name=node_name(view, plan, node))
            about = ("", " airflow", " flow")[number]
            yield at_node(view, plan, node, message, about=about)
