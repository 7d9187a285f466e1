"""The nodes and cords of a part of a project as parts of a plan."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gpudesk.core.plan.plan import PlanPowerCord, PlanPowerNode
from gpudesk.core.power.power_network import DEEPEST
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.project.snapshot import Snapshot

_KEPT = (
    "kind",
    "name",
    "voltage_v",
    "wiring",
    "line",
    "breaker_a",
    "derating_percent",
    "continuous_percent",
    "capacity_va",
    "feed_side",
    "receptacle",
)


def taken_power(
    snapshot: Snapshot, halls: Ids, hall_of: Mapping[int, int], place_of: Mapping[int, int], *, phases: bool
) -> tuple[tuple[PlanPowerNode, ...], tuple[PlanPowerCord, ...]]:
    """Return the cords between the devices of a plan, their nodes, and for whole halls all nodes including those above.

    Args:
        halls: the halls included completely; objects included without their hall omit the nodes above their feeds.
        hall_of, place_of: hall and device → place in the plan.
    """
    cords, nodes = snapshot["power_cord"], snapshot["power_node"]
    devices = np.array(sorted(place_of), np.int64)
    is_inside = np.isin(cords["device_id"], devices)
    from_node = is_inside & (cords["from_node_id"] != ABSENT)
    chosen = np.isin(nodes.ids, cords["from_node_id"][from_node]) | np.isin(nodes["hall_id"], halls)
    if len(halls):
        for _ in range(DEEPEST):
            above = np.concatenate([nodes["fed_by_id"][chosen], nodes["alternate_id"][chosen]])
            more = chosen | np.isin(nodes.ids, above)
            if (more == chosen).all():
                break
            chosen = more
    order = list(_top_down(snapshot, nodes.ids[chosen].tolist()))
    node_of = {node_id: place for place, node_id in enumerate(order)}
    made_nodes = []
    for node_id in order:
        row = nodes.row(node_id)
        values: dict[str, Any] = {name: row[name] for name in _KEPT}
        above_first, above_second = node_of.get(row["fed_by_id"]), node_of.get(row["alternate_id"])
        if above_first is None:
            above_first, above_second = above_second, None
        made_nodes.append(
            PlanPowerNode(
                **values,
                hall=hall_of.get(row["hall_id"]),
                device=place_of.get(row["device_id"]),
                fed_by=above_first,
                alternate=above_second,
                phase=row["phase"] if phases else 1,
            )
        )
    made_cords = []
    for place in np.flatnonzero(is_inside).tolist():
        row = cords.row(int(cords.ids[place]))
        giver, node = place_of.get(row["from_device_id"]), node_of.get(row["from_node_id"])
        if giver is None and node is None:
            continue
        made_cords.append(
            PlanPowerCord(
                place_of[row["device_id"]],
                row["port"],
                giver,
                row["from_port"],
                node,
                "" if row["type_id"] is None else snapshot.types[row["type_id"]].key,
                row["length_mm"],
                row["phase"] if phases else 1,
            )
        )
    return tuple(made_nodes), tuple(made_cords)


def _top_down(snapshot: Snapshot, node_ids: list[int]) -> Iterator[int]:
    """Order nodes after their feeders; a circle in a damaged file ends with its last node."""
    nodes, chosen, done = snapshot["power_node"], set(node_ids), set[int]()
    for start in node_ids:
        waiting = [(start, False)]
        open_ones = set[int]()
        while waiting:
            here, left = waiting.pop()
            if left:
                if here not in done:
                    done.add(here)
                    yield here
                continue
            if here in done or here in open_ones:
                continue
            open_ones.add(here)
            waiting.append((here, True))
            row = nodes.row(here)
            waiting.extend((above, False) for above in (row["fed_by_id"], row["alternate_id"]) if above in chosen)
