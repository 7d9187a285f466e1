"""Cooling: air and liquid against the heat that they are given, spares as declared, and what nothing cools."""

from collections.abc import Iterator, Mapping

import numpy as np

from gpudesk.checks.conditions import cooled
from gpudesk.checks.finding import Found, Mend, Place, Severity, said
from gpudesk.checks.rule import Scope, rule
from gpudesk.checks.view import View
from gpudesk.core.air import cfm_from_m3_per_s
from gpudesk.core.columns import ABSENT, Ids
from gpudesk.core.cooling_kinds import CARRIERS, REDUNDANCY_NAMES, TAKES_FROM, CoolingKind, Redundancy
from gpudesk.core.cooling_units import kind_of
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.derived.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.derived.cooling_spares import spares

_CONTEXT = "checks"
HEATED: Mapping[str, tuple[str, ...]] = {
    "device": ("name", "type_id", "rack_id", "hall_id", "parent_id"),
    "rack": ("name", "type_id", "hall_id", "row_id"),
    "catalog_item": ("body",),
}
"""What it takes to know the heat of racks."""
COOLED: Mapping[str, tuple[str, ...]] = {
    **HEATED,
    "cooling_node": (
        "name",
        "kind",
        "rack_id",
        "device_id",
        "type_id",
        "supplies_id",
        "cooled_by_id",
        "unit_side",
        "redundancy",
        "capacity_w",
        "airflow_m3_h",
        "flow_l_min",
        "supply_dc",
        "delta_dk",
        "coolant",
    ),
    "cooling_service": ("cooling_id", "hall_id", "row_id", "rack_id", "device_id"),
    "hall": ("name",),
    "rack_row": ("name", "hall_id"),
}
"""What it takes to know what cools them."""
SITE = (
    "power_for_limits",
    "altitude_m",
    "inlet_air_c",
    "air_delta_t_k",
    "liquid_delta_t_k",
    "liquid_share_percent",
    "loop_supply_c",
    "facility_supply_c",
)
SHEETS = QT_TRANSLATE_NOOP("checks", "Capacity and flow of the units by their data sheets; heat is the power that counts against limits")
ROUNDING = 1e-6


def planned(view: View) -> CoolingPlan:
    """The cooling of the project."""
    return view.snapshot.cached(cooling_plan)


def node_id(plan: CoolingPlan, node: int) -> int:
    """The id of a node."""
    return int(plan.nodes.ids[node])


def node_place(view: View, plan: CoolingPlan, node: int) -> Place:
    """Where a node is: the rack of a rear door, the device that it is, else itself."""
    nodes = plan.nodes
    for column, table in (("rack_id", "rack"), ("device_id", "device")):
        row_id = int(nodes[column][node])
        if row_id != ABSENT:
            return view.row_place(table, row_id)
    return view.row_place("cooling_node", node_id(plan, node))


def _more_units(view: View, plan: CoolingPlan, node: int) -> Mend | None:
    """Add what a carrier lacks, where it serves one hall or one row."""
    served = view.snapshot["cooling_service"]
    mine = np.flatnonzero(served["cooling_id"] == node_id(plan, node))
    level = max(int(plan.nodes["redundancy"][node]), int(Redundancy.NONE))
    for column, table, key in (("hall_id", "hall", "hall_ids"), ("row_id", "rack_row", "row_ids")):
        ids = served[column][mine]
        if len(mine) == 1 and ids[0] != ABSENT:
            place = int(ids[0])
            title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Add units for {name}"), {"name": view.name(table, place)})
            return Mend("propose_cooling", {key: [place], "redundancy": level}, title)
    return None


def _short(view: View, kinds: tuple[CoolingKind, ...], able_w: bool, text: str) -> Iterator[Found]:
    """Carriers of some kinds that get more heat than their units take, or move less than is drawn."""
    plan = planned(view)
    flow, mine = plan.flow, np.isin(plan.network.kind, kinds)
    if able_w:
        able, load, unit = flow.able_w, flow.load_w, "W"
    elif CoolingKind.AIR in kinds:
        able, load, unit = cfm_from_m3_per_s(flow.blown_m3_s), cfm_from_m3_per_s(flow.airflow_needed_m3_s), "CFM"
    else:
        able, load, unit = flow.pumped_l_min, flow.flow_needed_l_min, "L/min"
    for node in np.flatnonzero(mine & (load > able * (1 + ROUNDING)) & (load > 0)).tolist():
        is_, needs = Quantity(float(able[node]), unit), Quantity(float(load[node]), unit)
        name = view.name("cooling_node", node_id(plan, node))
        message = said(text, name=name, able=is_, load=needs)
        row = (("cooling_node", node_id(plan, node)),)
        yield Found((0,), row, node_place(view, plan, node), message, is_, needs, _more_units(view, plan, node))


@rule(
    "cooling.air_capacity",
    title=QT_TRANSLATE_NOOP("checks", "Air units take the heat of what they serve"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rooms or rows get more heat than their air units take"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=SHEETS,
)
def air_capacity(view: View) -> Iterator[Found]:
    """After what rear doors take, and after what the air of a row leaves to that of its hall."""
    text = QT_TRANSLATE_NOOP("checks", "{name} is given {load} of heat and its units take {able}.")
    return _short(view, (CoolingKind.AIR,), True, text)


@rule(
    "cooling.airflow",
    title=QT_TRANSLATE_NOOP("checks", "Air units blow as much as devices draw"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rooms or rows draw more air than their units blow"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP(
        "checks", "Airflow by data sheets, thinned with the altitude; else P = q·ρ·c·ΔT at the rise of the site sheet"
    ),
)
def airflow(view: View) -> Iterator[Found]:
    """Devices that draw more than is blown take the rest from the hot aisle."""
    text = QT_TRANSLATE_NOOP("checks", "The devices on {name} draw {load} and its units blow {able}.")
    return _short(view, (CoolingKind.AIR,), False, text)


@rule(
    "cooling.liquid_capacity",
    title=QT_TRANSLATE_NOOP("checks", "CDUs take the heat of their loops"),
    many=QT_TRANSLATE_NOOP("checks", "{count} loops get more heat than their CDUs take"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Capacity of the data sheet, less where the two supply temperatures lie closer than its approach"),
)
def liquid_capacity(view: View) -> Iterator[Found]:
    """By what the CDUs can do at the temperatures around them."""
    text = QT_TRANSLATE_NOOP("checks", "{name} is given {load} of heat and its CDUs take {able}.")
    return _short(view, (CoolingKind.TECHNOLOGY_LOOP,), True, text)


@rule(
    "cooling.liquid_flow",
    title=QT_TRANSLATE_NOOP("checks", "Loops move as much liquid as devices ask for"),
    many=QT_TRANSLATE_NOOP("checks", "{count} loops move less than is asked for"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Flow by data sheets; else P = q·ρ·c·ΔT of the coolant at the rise of the loop"),
)
def liquid_flow(view: View) -> Iterator[Found]:
    """Technology loops; pumps go before CDUs where a loop has pumps of its own."""
    text = QT_TRANSLATE_NOOP("checks", "What {name} cools asks for {load} and {able} are moved.")
    return _short(view, (CoolingKind.TECHNOLOGY_LOOP,), False, text)


@rule(
    "cooling.water",
    title=QT_TRANSLATE_NOOP("checks", "Chillers and coolers take the heat of the building's water"),
    many=QT_TRANSLATE_NOOP("checks", "{count} waters of the building get more heat than their sources take"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=SHEETS,
)
def water(view: View) -> Iterator[Found]:
    """Water that no source supplies is not judged: the plan ends there."""
    text = QT_TRANSLATE_NOOP("checks", "{name} is given {load} of heat and its chillers and coolers take {able}.")
    return _short(view, (CoolingKind.FACILITY_LOOP,), True, text)


@rule(
    "cooling.water_flow",
    title=QT_TRANSLATE_NOOP("checks", "Pumps move as much of the building's water as units ask for"),
    many=QT_TRANSLATE_NOOP("checks", "{count} waters of the building flow too slowly"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Flow by data sheets; else P = q·ρ·c·ΔT of the coolant at the rise of the loop"),
)
def water_flow(view: View) -> Iterator[Found]:
    """Judged where pumps are named."""
    text = QT_TRANSLATE_NOOP("checks", "The units on {name} ask for {load} and {able} are moved.")
    return _short(view, (CoolingKind.FACILITY_LOOP,), False, text)


@rule(
    "cooling.redundancy",
    title=QT_TRANSLATE_NOOP("checks", "Air and loops have the spare units that they are meant to have"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rooms or loops have fewer spare units than they are meant to have"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Redundancy of the air or loop as declared: the units that do most are lost, of 2N each side"),
)
def redundancy(view: View) -> Iterator[Found]:
    """What bears its load at all is judged; what does not is said by other rules."""
    plan = planned(view)
    for node in np.flatnonzero(plan.nodes["redundancy"] > Redundancy.NONE).tolist():
        left = spares(plan, node)
        if left.met or left.share_whole < 1 - ROUNDING:
            continue
        name, wanted = view.name("cooling_node", node_id(plan, node)), REDUNDANCY_NAMES[Redundancy(int(plan.nodes["redundancy"][node]))]
        text = QT_TRANSLATE_NOOP("checks", "{name} is meant to be {wanted}; without {lost} its units bear {percent} of the load.")
        share = Quantity(100 * left.share_left, "%")
        message = said(text, name=name, wanted=wanted, lost=", ".join(left.lost), percent=share)
        row = (("cooling_node", node_id(plan, node)),)
        mend = _more_units(view, plan, node)
        yield Found((0,), row, node_place(view, plan, node), message, share, Quantity(100.0, "%"), mend)


@rule(
    "cooling.rear_door",
    title=QT_TRANSLATE_NOOP("checks", "Rear doors take the heat of their racks"),
    many=QT_TRANSLATE_NOOP("checks", "{count} rear doors leave heat to the room"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=SHEETS,
)
def rear_door(view: View) -> Iterator[Found]:
    """What a door cannot take goes to the room."""
    plan = planned(view)
    network = plan.network
    has = np.flatnonzero(network.door != ABSENT)
    over = has[network.air_w[has] > network.capacity_w[network.door[has]] * (1 + ROUNDING)]
    for place in over.tolist():
        node, rack = int(network.door[place]), int(plan.heat.racks.ids[place])
        takes, gets = Quantity(float(network.capacity_w[node]), "W"), Quantity(float(network.air_w[place]), "W")
        text = QT_TRANSLATE_NOOP("checks", "The rear door of {rack} takes {takes} of {gets}; {rest} go to the room.")
        rest = Quantity(float(network.air_w[place] - network.capacity_w[node]), "W")
        message = said(text, rack=view.name("rack", rack), takes=takes, gets=gets, rest=rest)
        yield Found((0,), (("cooling_node", node_id(plan, node)),), view.rack_place(rack), message, gets, takes)


@rule(
    "cooling.no_air",
    title=QT_TRANSLATE_NOOP("checks", "Something cools the air of every rack"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks give heat to air that nothing cools"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Heat that liquid does not take stays in the room"),
)
def no_air(view: View) -> Iterator[Found]:
    """Also what is left to air by racks that liquid cools."""
    plan = planned(view)
    network, text = plan.network, QT_TRANSLATE_NOOP("checks", "{name} gives {heat} to air, and nothing is said to cool that.")
    remainder = QT_TRANSLATE_NOOP("checks", "{name} gives {liquid} to liquid and {heat} to air, and nothing is said to cool that air.")
    bare = (network.near_air == ABSENT) & (network.door == ABSENT) & (network.air_w > 0)
    for place in np.flatnonzero(bare).tolist():
        wet = float(network.liquid_w[place])
        heat = Quantity(float(network.air_w[place]), "W")
        message = said(remainder if wet else text, name=plan.heat.name(place), heat=heat, liquid=Quantity(wet, "W"))
        row = plan.heat.object(place)
        yield Found((0,), (row,), view.row_place(*row), message, heat)


@rule(
    "cooling.no_loop",
    title=QT_TRANSLATE_NOOP("checks", "A loop cools everything that liquid has to cool"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks ask for liquid that no loop brings"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP("checks", "Share of the heat that liquid takes, by the type"),
)
def no_loop(view: View) -> Iterator[Found]:
    """Racks and devices on the floor whose types say that liquid takes heat."""
    plan = planned(view)
    network, text = plan.network, QT_TRANSLATE_NOOP("checks", "{name} gives {heat} to liquid, and no loop is said to reach it.")
    for place in np.flatnonzero((network.loop == ABSENT) & (network.liquid_w > 0)).tolist():
        row, heat = plan.heat.object(place), Quantity(float(network.liquid_w[place]), "W")
        yield Found((0,), (row,), view.row_place(*row), said(text, name=plan.heat.name(place), heat=heat), heat)


@rule(
    "cooling.supply",
    title=QT_TRANSLATE_NOOP("checks", "Loops are as cold as the devices on them ask for"),
    many=QT_TRANSLATE_NOOP("checks", "{count} racks get liquid that is too warm"),
    severity=Severity.ERROR,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    limits=SITE,
    source=QT_TRANSLATE_NOOP(
        "checks", "Greatest coolant inlet by the type; the loop's supply, else the building's water and the approach of its CDU"
    ),
)
def supply(view: View) -> Iterator[Found]:
    """Loops whose supply temperature is known."""
    plan = planned(view)
    loop = plan.network.loop
    comes = np.append(plan.supply_c, np.nan)[loop]
    with np.errstate(invalid="ignore"):
        warm = np.flatnonzero(comes > plan.heat.supply_max_c + ROUNDING)
    text = QT_TRANSLATE_NOOP("checks", "{loop} brings {name} liquid of {comes}; it bears {most}.")
    for place in warm.tolist():
        row = plan.heat.object(place)
        is_, most = Quantity(float(comes[place]), "°C"), Quantity(float(plan.heat.supply_max_c[place]), "°C")
        loop_name = view.name("cooling_node", node_id(plan, int(loop[place])))
        message = said(text, loop=loop_name, name=plan.heat.name(place), comes=is_, most=most)
        yield Found((0,), (row,), view.row_place(*row), message, is_, most)


@rule(
    "cooling.unfed",
    title=QT_TRANSLATE_NOOP("checks", "Every unit that needs a loop has one"),
    many=QT_TRANSLATE_NOOP("checks", "{count} units have nothing that takes their heat"),
    severity=Severity.WARNING,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    source=QT_TRANSLATE_NOOP("checks", "Units without a compressor of their own give their heat to water or to the room"),
)
def unfed(view: View) -> Iterator[Found]:
    """Air handlers, row coolers, rear doors and CDUs; and units that supply nothing."""
    plan = planned(view)
    kind, network = plan.network.kind, plan.network
    needing = [each for each in TAKES_FROM if each not in (CoolingKind.CRAC, CoolingKind.CHILLER)]
    loose = np.isin(kind, needing) & (network.cooled_by == ABSENT)
    useless = ~np.isin(kind, (*CARRIERS, CoolingKind.REAR_DOOR)) & (network.supplies == ABSENT)
    text = QT_TRANSLATE_NOOP("checks", "{name} has no loop that takes its heat away.")
    other = QT_TRANSLATE_NOOP("checks", "{name} supplies neither air nor a loop.")
    for node in np.flatnonzero(loose | useless).tolist():
        message = said(text if loose[node] else other, name=view.name("cooling_node", node_id(plan, node)))
        yield Found((0,), (("cooling_node", node_id(plan, node)),), node_place(view, plan, node), message)


@rule(
    "cooling.idle",
    title=QT_TRANSLATE_NOOP("checks", "Every CDU and air unit that stands somewhere is part of the cooling"),
    many=QT_TRANSLATE_NOOP("checks", "{count} CDUs or air units cool nothing"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    source=QT_TRANSLATE_NOOP("checks", "Families of the types"),
)
def idle(view: View) -> Iterator[Found]:
    """Where a cooling is planned at all."""
    plan = planned(view)
    devices = view.snapshot["device"]
    units = np.array([type_id for type_id in view.types if kind_of(view.types[type_id]) is not None], np.int64)
    places: Ids = np.flatnonzero(np.isin(devices["type_id"], units))
    places = places[view.whereabouts.hall[places] != ABSENT] if len(places) else places
    text = QT_TRANSLATE_NOOP("checks", "{name} stands there but is said to cool nothing.")
    for device in devices.ids[places[~np.isin(devices.ids[places], plan.nodes["device_id"])]].tolist():
        title = Message(_CONTEXT, QT_TRANSLATE_NOOP("checks", "Let {name} cool its hall"), {"name": view.name("device", device)})
        mend = Mend("assign_cooling_devices", {"device_ids": [device]}, title)
        message = said(text, name=view.name("device", device))
        yield Found((0,), (("device", device),), view.row_place("device", device), message, mend=mend)


@rule(
    "cooling.facts",
    title=QT_TRANSLATE_NOOP("checks", "What units can do is known"),
    many=QT_TRANSLATE_NOOP("checks", "{count} cooling units lack a figure"),
    severity=Severity.INFO,
    scope=Scope.PROJECT,
    reads=COOLED,
    when=cooled,
    source=QT_TRANSLATE_NOOP("checks", "Facts of the type, or figures of the unit itself"),
)
def facts(view: View) -> Iterator[Found]:
    """A figure that is not known counts as enough: this says so."""
    plan = planned(view)
    network = plan.network
    lacks = (
        (np.isinf(network.capacity_w), QT_TRANSLATE_NOOP("checks", "The capacity of {name} is not known; it counts as enough.")),
        (np.isinf(network.airflow_m3_s), QT_TRANSLATE_NOOP("checks", "The airflow of {name} is not known; it counts as enough.")),
        (
            np.isinf(network.flow_l_min) & np.isin(network.kind, (CoolingKind.CDU, CoolingKind.PUMP)),
            QT_TRANSLATE_NOOP("checks", "The flow of {name} is not known; it counts as enough."),
        ),
    )
    for number, (unknown, text) in enumerate(lacks):
        for node in np.flatnonzero(unknown).tolist():
            message = said(text, name=view.name("cooling_node", node_id(plan, node)))
            about = ("", " airflow", " flow")[number]
            row = (("cooling_node", node_id(plan, node)),)
            yield Found((0,), row, node_place(view, plan, node), message, about=about)
