"""Data read by the cooling rules, and the names in their findings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from gpudesk.checks.findings.finding import Fix, Place, ScopeId, Severity, Violation, rule_text
from gpudesk.checks.rules.common.conditions import cooled
from gpudesk.checks.rules.common.rule import Differing, Judge, Scope, Subject, rule
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.cooling.cooling_kinds import Redundancy
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity
from gpudesk.core.racks.placement import Mask, Reals
from gpudesk.core.values.columns import ABSENT, Array, Ids
from gpudesk.core.values.membership import is_one_of
from gpudesk.derived.cooling.cooling_carried import carried_places
from gpudesk.derived.cooling.cooling_plan import CoolingPlan, cooling_plan
from gpudesk.project.snapshot import Snapshot

HEATED: Mapping[str, tuple[str, ...]] = {
    "device": ("name", "type_id", "rack_id", "hall_id", "parent_id"),
    "rack": ("name", "type_id", "hall_id", "row_id"),
    "catalog_item": ("body",),
    "power_node": ("device_id", "fed_by_id", "alternate_id", "voltage_v", "wiring"),
    "power_cord": ("device_id", "port", "from_device_id", "from_port", "from_node_id"),
}
"""Tables needed for the heat of racks, including the losses of UPS installed there."""
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
"""Tables needed for the cooling of racks."""
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
SHEETS = QT_TRANSLATE_NOOP("checks", "Capacity and flow of the units from data sheets; heat equals the power used for limits")
ROUNDING = 1e-6


def planned(view: View) -> CoolingPlan:
    """The cooling of the project."""
    return view.snapshot.cached(cooling_plan)


def nodes_and_connections(snapshot: Snapshot) -> object:
    """What the cooling is without the heat: the same object as long as an edit changed nothing but heat."""
    return snapshot.cached(cooling_plan).network.links


def node_id(plan: CoolingPlan, node: int) -> int:
    """The id of a node."""
    return int(plan.nodes.ids[node])


def node_name(view: View, plan: CoolingPlan, node: int) -> str:
    """The name of a node."""
    return view.name("cooling_node", node_id(plan, node))


def node_place(view: View, plan: CoolingPlan, node: int) -> Place:
    """Where a node is: the rack of a rear door, the device that it is, else itself."""
    nodes = plan.nodes
    for column, table in (("rack_id", "rack"), ("device_id", "device")):
        row_id = int(nodes[column][node])
        if row_id != ABSENT:
            return view.row_place(table, row_id)
    return view.row_place("cooling_node", node_id(plan, node))


def more_units(view: View, plan: CoolingPlan, node: int) -> Fix | None:
    """Add the missing units of a carrier, if it serves one hall or one row."""
    served = view.snapshot["cooling_service"]
    service_rows = np.flatnonzero(served["cooling_id"] == node_id(plan, node))
    level = max(int(plan.nodes["redundancy"][node]), int(Redundancy.NONE))
    for column, table, key in (("hall_id", "hall", "hall_ids"), ("row_id", "rack_row", "row_ids")):
        ids = served[column][service_rows]
        if len(service_rows) == 1 and ids[0] != ABSENT:
            place = int(ids[0])
            title = rule_text(QT_TRANSLATE_NOOP("checks", "Add units for {name}"), name=view.name(table, place))
            return Fix("propose_cooling", {key: [place], "redundancy": level}, title)
    return None


def at_node(
    view: View,
    plan: CoolingPlan,
    node: int,
    message: Message,
    is_: Quantity | None = None,
    needs: Quantity | None = None,
    fix: Fix | None = None,
    about: str = "",
) -> Violation:
    """A finding at a node."""
    row = (("cooling_node", node_id(plan, node)),)
    return Violation((0,), row, node_place(view, plan, node), message, is_, needs, fix, about=about)


def at_place(view: View, plan: CoolingPlan, place: int, message: Message, is_: Quantity, needs: Quantity | None = None) -> Violation:
    """A finding at a heat location: a rack, or a device on a floor."""
    row = plan.heat.object(place)
    return Violation((_key(*row),), (row,), view.row_place(*row), message, is_, needs)


def places_to_judge(view: View, plan: CoolingPlan, concerned: Mask) -> list[int]:
    """The places that are `concerned`, shape (places,), of those that the view is about."""
    places: Ids = np.flatnonzero(concerned)
    if view.only is not None:
        places = places[is_one_of(_keys(plan)[places], view.ids)]
    listed: list[int] = places.tolist()
    return listed


def differing_places(before: Snapshot, after: Snapshot) -> frozenset[ScopeId] | None:
    """The places of heat of which the cooling, the heat, the name or that of their loop differs between two states."""
    carried, earlier = after.known(carried_places), before.known(cooling_plan)
    if carried is not None and earlier is not None and carried.before() is earlier:
        # Nothing but the heat of these places differs.
        return frozenset(_keys(after.cached(cooling_plan))[carried.places].tolist())
    known, fresh = before.cached(_said), after.cached(_said)
    if not len(known.key):
        return None
    if np.array_equal(known.key, fresh.key):
        # Unchanged names are the very same column.
        named = known.rack_name is not fresh.rack_name or bool((known.name[known.racks :] != fresh.name[known.racks :]).any())
        differs = np.not_equal(known.name, fresh.name).astype(bool) if named else np.zeros(len(known.key), bool)
        if not after["cooling_node"].shares(before["cooling_node"], ("id", "name")):
            differs |= np.not_equal(known.loop_name, fresh.loop_name).astype(bool)
        differs |= ~((known.figures == fresh.figures) | (np.isnan(known.figures) & np.isnan(fresh.figures))).all(axis=1)
        return frozenset(known.key[differs].tolist())
    at = np.searchsorted(known.key, fresh.key)
    at[at == len(known.key)] = 0
    same = known.key[at] == fresh.key
    for before_column, after_column in ((known.name, fresh.name), (known.loop_name, fresh.loop_name)):
        same[same] = np.equal(before_column[at[same]], after_column[same]).astype(bool)
    old, new = known.figures[at[same]], fresh.figures[same]
    same[same] = ((old == new) | (np.isnan(old) & np.isnan(new))).all(axis=1)
    gone_keys = known.key[~is_one_of(known.key, fresh.key[same])]
    return frozenset(np.concatenate([fresh.key[~same], gone_keys]).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class _Said:
    """Rule data of the heat locations, shape (places,): ascending keys, names, names of their loops, values; racks come first."""

    key: Ids
    racks: int
    rack_name: Array
    name: Array
    loop_name: Array
    figures: Reals


_DEVICES_FROM = 1 << 48
"""Of the places of heat racks have their ids as scope ids, devices on a floor numbers beyond all of them."""


def _said(snapshot: Snapshot) -> _Said:
    """Rule data of the heat locations (call `snapshot.cached(_said)`)."""
    plan = snapshot.cached(cooling_plan)
    heat, network = plan.heat, plan.network
    loop = np.append(plan.nodes.ids, ABSENT)[network.loop]
    served = (network.near_air != ABSENT) | (network.door != ABSENT)
    comes = np.append(plan.supply_c, np.nan)[network.loop]
    figures = np.stack([served, network.air_w, network.liquid_w, loop, comes, heat.supply_max_c], axis=1)
    rack_name = heat.racks["name"]
    names = np.concatenate([rack_name, heat.devices_table.at("name", heat.floor)])
    loop_name = np.append(plan.nodes["name"], "")[network.loop]
    return _Said(_keys(plan), heat.racks.rows, rack_name, names, loop_name, figures)


def _keys(plan: CoolingPlan) -> Ids:
    """The scope ids of the places, ascending."""
    heat = plan.heat
    return np.concatenate([heat.racks.ids, _DEVICES_FROM + heat.devices_table.at("id", heat.floor)])


def _key(table: str, row_id: int) -> int:
    return row_id if table == "rack" else _DEVICES_FROM + row_id


def cooling_rule(
    key: str,
    title: str,
    many: str,
    severity: Severity,
    source: str,
    limits: tuple[str, ...] = SITE,
    differing: Differing | None = None,
    subject: Subject | None = None,
) -> Callable[[Judge], Judge]:
    """Register the decorated function as a rule that checks the cooling as a whole, if any is planned."""
    return rule(
        key,
        title=title,
        many=many,
        severity=severity,
        scope=Scope.PROJECT,
        reads=COOLED,
        when=cooled,
        limits=limits,
        source=source,
        differing=differing,
        subject=subject,
    )
