"""Preconditions for some rules to have findings; each is evaluated once per snapshot."""

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.power.power_circles import devices_on_circles, nodes_on_circles
from gpudesk.derived.power.power_node_loads import carrying_nodes
from gpudesk.derived.scope.device_locations import devices_on_floors, devices_outside_racks, whereabouts
from gpudesk.derived.scope.type_counts import kinds_in_use
from gpudesk.project.snapshot import Snapshot


def wired(snapshot: Snapshot) -> bool:
    """Whether there is a power cord."""
    return snapshot["power_cord"].rows > 0


def cabled(snapshot: Snapshot) -> bool:
    """Whether there is a cable."""
    return snapshot["cable"].rows > 0


def cables_in_ways(snapshot: Snapshot) -> bool:
    """Whether there are cables, and ways in which they could lie."""
    return snapshot["cable"].rows > 0 and snapshot["pathway"].rows > 0


def cooled(snapshot: Snapshot) -> bool:
    """Whether a cooling is planned."""
    return snapshot["cooling_node"].rows > 0


def reserving(snapshot: Snapshot) -> bool:
    """Whether units of racks are reserved."""
    return snapshot["reservation"].rows > 0


def furnished(snapshot: Snapshot) -> bool:
    """Whether floor items exist: columns, doors, routes, aisles."""
    return snapshot["floor_item"].rows > 0


def nested(snapshot: Snapshot) -> bool:
    """Whether a device sits in another one."""
    return snapshot.cached(whereabouts).nested


def on_floors(snapshot: Snapshot) -> bool:
    """Whether a device is placed on a floor."""
    return len(snapshot.cached(devices_on_floors)) > 0


def workstations(snapshot: Snapshot) -> bool:
    """Whether a workstation is in use."""
    return any(snapshot.types[type_id].family is Family.WORKSTATION for type_id in snapshot.cached(kinds_in_use))


def feeding_from_floors(snapshot: Snapshot) -> bool:
    """Whether a cord starts at a device outside racks, such as a UPS."""
    return len(snapshot["power_cord"].among("from_device_id", snapshot.cached(devices_outside_racks))) > 0


def rated_above_racks(snapshot: Snapshot) -> bool:
    """Whether a node with a rating feeds something but the PDUs of racks, so that more than racks is to be checked."""
    nodes, cords = snapshot["power_node"], snapshot["power_cord"]
    rated = (nodes["breaker_a"] != ABSENT) | (nodes["capacity_va"] != ABSENT)
    feeds = nodes["kind"] == PowerNodeKind.FEED
    if not summable(snapshot):
        return False
    if (rated & (~feeds | snapshot.cached(carrying_nodes))).any() or feeding_from_floors(snapshot):
        return True
    fed_by = nodes.positions(cords.at("from_node_id", cords.among("device_id", snapshot.cached(devices_outside_racks))))
    return bool(rated[fed_by[fed_by != ABSENT]].any())


def summable(snapshot: Snapshot) -> bool:
    """Whether no power node or device feeds itself (power.circle reports those), so that the loads of all nodes can be summed."""
    return not snapshot.cached(nodes_on_circles) and not snapshot.cached(devices_on_circles)


def wired_without_circles(snapshot: Snapshot) -> bool:
    """Whether there is a power cord, and the loads of all nodes can be summed."""
    return wired(snapshot) and summable(snapshot)


def networked(snapshot: Snapshot) -> bool:
    """Whether a network is planned."""
    return snapshot["network"].rows > 0
