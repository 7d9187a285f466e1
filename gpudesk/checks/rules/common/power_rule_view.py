"""Data read by the rules on wired power, and the names in their findings."""

import numpy as np

from gpudesk.checks.findings.finding import Object, Place
from gpudesk.checks.rules.common.rule import reading
from gpudesk.checks.rules.common.rule_view import View
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Quantity
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_failures import node_object
from gpudesk.derived.power.power_node_loads import carrying_nodes

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
"""Tables needed for the currents of racks."""
LAID = reading(WIRED, {"power_node": ("feed_side",), "device": ("position", "face", "side"), "rack": ("type_id", "row_id", "hall_id")})
"""Tables needed to route the cords of racks."""
SITE = ("power_for_limits", "power_factor", "region", "continuous_factor", "line_voltage_v", "rectifier_efficiency")
NEC = QT_TRANSLATE_NOOP("checks", "Breaker rating × derating × continuous factor: 0.8 per NEC 210.20(A), 1.0 per IEC practice")
ROUNDING = 1e-9


def flowing(value: float, unit: str) -> Quantity:
    """A quantity that was summed over a network, to nine digits: the order of the sums is another one in a part of it than in the whole."""
    return Quantity(float(f"{value:.9g}"), unit)


def racks_of_nodes(view: View) -> Ids:
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


def feeds_of_racks(view: View) -> Mask:
    """Which nodes are feeds that lead to PDUs in racks."""
    power, nodes = view.power, view.snapshot["power_node"]
    is_feed = np.zeros(power.network.nodes, bool)
    is_feed[: power.rows] = nodes["kind"][nodes.positions(power.node_ids)] == PowerNodeKind.FEED
    ending: Mask = is_feed & (view.cached(racks_of_nodes) != ABSENT)
    return ending


def feeds_that_end(view: View) -> Mask:
    """Members of `feeds_of_racks` that supply no other node: the load of the others is known only for the whole project."""
    ending: Mask = view.cached(feeds_of_racks).copy()
    carrying = view.snapshot.cached(carrying_nodes)
    ending[: view.power.rows] &= ~carrying[view.snapshot["power_node"].positions(view.power.node_ids)]
    return ending


def object_of_node(view: View, node: int) -> Object:
    """The kind of a node."""
    return node_object(view.snapshot, view.power, node)


def place_of_node(view: View, node: int, rack: int) -> Place:
    """Where a node is: its rack, else itself."""
    if rack != ABSENT:
        return view.rack_place(rack)
    return view.row_place(*object_of_node(view, node))
