"""Cooling: air and liquid against the heat that they are given, and spares as declared."""

from collections.abc import Iterator

import numpy as np

from gpudesk.checks.findings.finding import Severity, Violation, rule_text
from gpudesk.checks.rules.common.cooling_view import ROUNDING, SHEETS, at_node, cooling_rule, more_units, node_id, node_name, planned
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cooling.air import cfm_from_m3_per_s
from gpudesk.core.cooling.cooling_kinds import REDUNDANCY_NAMES, CoolingKind, Redundancy
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.values.columns import ABSENT
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.cooling_spares import spares


def _short(view: View, kinds: tuple[CoolingKind, ...], able_w: bool, text: str) -> Iterator[Violation]:
    """Carriers of some kinds with more heat than their units can remove, or less flow than is drawn."""
    plan = planned(view)
    flow, is_of_kind = plan.flow, is_one_of(plan.network.kind, kinds)
    if able_w:
        able, load, unit = flow.able_w, flow.load_w, "W"
    elif CoolingKind.AIR in kinds:
        able, load, unit = cfm_from_m3_per_s(flow.blown_m3_s), cfm_from_m3_per_s(flow.airflow_needed_m3_s), "CFM"
    else:
        able, load, unit = flow.pumped_l_min, flow.flow_needed_l_min, "L/min"
    for node in np.flatnonzero(is_of_kind & (load > able * (1 + ROUNDING)) & (load > 0)).tolist():
        is_, needs = Quantity(float(able[node]), unit), Quantity(float(load[node]), unit)
        name = node_name(view, plan, node)
        message = rule_text(text, name=name, able=is_, load=needs)
        yield at_node(view, plan, node, message, is_, needs, more_units(view, plan, node))


@cooling_rule(
    "cooling.air_capacity",
    title=QT_TRANSLATE_NOOP("checks", "Air units remove the heat of the area they serve"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rooms or rows receive more heat than their air units can remove"),
    severity=Severity.ERROR,
    source=SHEETS,
)
def air_capacity(view: View) -> Iterator[Violation]:
    """Heat that remains after rear doors and, for the hall, after the air units of its rows."""
    text = QT_TRANSLATE_NOOP("checks", "{name} receives {load} of heat; its units can remove {able}.")
    return _short(view, (CoolingKind.AIR,), True, text)


@cooling_rule(
    "cooling.airflow",
    title=QT_TRANSLATE_NOOP("checks", "Air units supply the airflow that devices require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rooms or rows require more airflow than their units supply"),
    severity=Severity.WARNING,
    source=QT_TRANSLATE_NOOP(
        "checks", ("Airflow from data sheets, derated for altitude; otherwise P = q·ρ·c·ΔT with the temperature rise from the site sheet")
    ),
)
def airflow(view: View) -> Iterator[Violation]:
    """Devices that draw more air than is supplied take the rest from the hot aisle."""
    text = QT_TRANSLATE_NOOP("checks", "The devices on {name} require {load}; its units supply {able}.")
    return _short(view, (CoolingKind.AIR,), False, text)


@cooling_rule(
    "cooling.liquid_capacity",
    title=QT_TRANSLATE_NOOP("checks", "CDUs remove the heat of their loops"),
    many=QT_TRANSLATE_NOOP("checks", "{count} loops receive more heat than their CDUs can remove"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP(
        "checks", ("Data sheet capacity, reduced where the difference between the two supply temperatures is below the approach")
    ),
)
def liquid_capacity(view: View) -> Iterator[Violation]:
    """Capacity of the CDUs at the actual temperatures of both loops."""
    text = QT_TRANSLATE_NOOP("checks", "{name} receives {load} of heat; its CDUs can remove {able}.")
    return _short(view, (CoolingKind.TECHNOLOGY_LOOP,), True, text)


@cooling_rule(
    "cooling.liquid_flow",
    title=QT_TRANSLATE_NOOP("checks", "Loops supply the flow that devices require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} loops have too little flow"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Flow from data sheets; otherwise P = q·ρ·c·ΔT of the coolant at the temperature rise of the loop"),
)
def liquid_flow(view: View) -> Iterator[Violation]:
    """Technology loops. Where a loop has its own pumps, these count instead of the CDUs."""
    text = QT_TRANSLATE_NOOP("checks", "The devices on {name} require a flow of {load}; {able} is supplied.")
    return _short(view, (CoolingKind.TECHNOLOGY_LOOP,), False, text)


@cooling_rule(
    "cooling.water",
    title=QT_TRANSLATE_NOOP("checks", "Chillers and coolers remove the heat of the facility water"),
    many=QT_TRANSLATE_NOOP("checks", "{count} facility water loops receive more heat than their chillers and coolers can remove"),
    severity=Severity.ERROR,
    source=SHEETS,
)
def water(view: View) -> Iterator[Violation]:
    """Facility water without a source is not checked: the plan ends there."""
    text = QT_TRANSLATE_NOOP("checks", "{name} receives {load} of heat; its chillers and coolers can remove {able}.")
    return _short(view, (CoolingKind.FACILITY_LOOP,), True, text)


@cooling_rule(
    "cooling.water_flow",
    title=QT_TRANSLATE_NOOP("checks", "Pumps supply the facility water flow that units require"),
    many=QT_TRANSLATE_NOOP("checks", "{count} facility water loops have too little flow"),
    severity=Severity.ERROR,
    source=QT_TRANSLATE_NOOP("checks", "Flow from data sheets; otherwise P = q·ρ·c·ΔT of the coolant at the temperature rise of the loop"),
)
def water_flow(view: View) -> Iterator[Violation]:
    """Only where pumps are planned."""
    text = QT_TRANSLATE_NOOP("checks", "The units on {name} require {load}; {able} is supplied.")
    return _short(view, (CoolingKind.FACILITY_LOOP,), False, text)


@cooling_rule(
    "cooling.redundancy",
    title=QT_TRANSLATE_NOOP("checks", "Air zones and loops meet their declared redundancy"),
    many=QT_TRANSLATE_NOOP("checks", "{count} air zones or loops are below their declared redundancy"),
    severity=Severity.WARNING,
    source=QT_TRANSLATE_NOOP(
        "checks", "Declared redundancy of the air zone or loop, tested by the loss of the largest units or, for 2N, of each side"
    ),
)
def redundancy(view: View) -> Iterator[Violation]:
    """Only zones and loops that carry their load with all units; other rules report those that do not."""
    plan = planned(view)
    for node in np.flatnonzero(plan.nodes["redundancy"] > Redundancy.NONE).tolist():
        left = spares(plan, node)
        if left.met or left.share_whole < 1 - ROUNDING:
            continue
        name, redundancy_name = node_name(view, plan, node), REDUNDANCY_NAMES[Redundancy(int(plan.nodes["redundancy"][node]))]
        text = QT_TRANSLATE_NOOP("checks", "{name} is declared as {wanted}; without {lost} its units provide {percent} of the load.")
        share = Quantity(100 * left.share_left, "%")
        message = rule_text(text, name=name, wanted=redundancy_name, lost=", ".join(left.lost), percent=share)
        yield at_node(view, plan, node, message, share, Quantity(100.0, "%"), more_units(view, plan, node))


@cooling_rule(
    "cooling.rear_door",
    title=QT_TRANSLATE_NOOP("checks", "Rear doors remove the heat from their racks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rear doors do not remove all of the heat"),
    severity=Severity.WARNING,
    source=SHEETS,
)
def rear_door(view: View) -> Iterator[Violation]:
    """Heat above the capacity of a rear door goes to the room."""
    plan = planned(view)
    network = plan.network
    has = np.flatnonzero(network.door != ABSENT)
    over = has[network.air_w[has] > network.capacity_w[network.door[has]] * (1 + ROUNDING)]
    for place in over.tolist():
        node, rack = int(network.door[place]), int(plan.heat.racks.ids[place])
        takes, gets = Quantity(float(network.capacity_w[node]), "W"), Quantity(float(network.air_w[place]), "W")
        text = QT_TRANSLATE_NOOP("checks", "The rear door of {rack} removes {takes} of {gets}; {rest} goes to the room.")
        rest = Quantity(float(network.air_w[place] - network.capacity_w[node]), "W")
        message = rule_text(text, rack=view.name("rack", rack), takes=takes, gets=gets, rest=rest)
        yield Violation((0,), (("cooling_node", node_id(plan, node)),), view.rack_place(rack), message, gets, takes)
