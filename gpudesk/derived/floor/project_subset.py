"""A project limited to some of its halls or racks: their contents, and what feeds them."""

from collections.abc import Sequence

import numpy as np

from gpudesk.core.racks.placement import Mask
from gpudesk.core.values.columns import ABSENT, Columns
from gpudesk.derived.floor.systems_in_rows import row_of_systems
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.derived.scope.phase_snapshot import cut_rows, picked_rows, standing_rows
from gpudesk.project.snapshot import Snapshot


def snapshot_of_places(snapshot: Snapshot, halls: Sequence[int], racks: Sequence[int], systems: Sequence[int] = ()) -> Snapshot:
    """Return the contents of some halls, or only some racks and rack-scale systems; the snapshot itself if none is given.

    Systems that the snapshot does not contain, such as those of a later phase, are left out. Sources, panels and feeds outside
    halls remain if they feed any of the remaining objects.
    """
    if not halls and not racks and not systems:
        return snapshot
    tables: dict[str, Columns] = dict(snapshot.tables)
    where, rows = snapshot.cached(whereabouts), snapshot["rack_row"]
    of_racks, devices = bool(racks or systems), snapshot["device"]
    stands = np.isin(snapshot["rack"].ids, racks) if of_racks else np.isin(snapshot["rack"]["hall_id"], halls)
    tables["rack"] = kept = _chosen(snapshot["rack"], stands)
    machines = devices.positions(np.array(systems, np.int64))
    machines = machines[machines != ABSENT]
    of_systems = np.setdiff1d(devices["hall_id"][machines], [ABSENT])
    named = np.union1d(np.union1d(np.array(halls, np.int64), kept["hall_id"]), of_systems)
    tables["hall"] = hall = _chosen(snapshot["hall"], np.isin(snapshot["hall"].ids, named))
    in_line = np.union1d(kept["row_id"], snapshot.cached(row_of_systems)[machines]) if of_racks else rows.ids[:0]
    in_rows = np.isin(rows.ids, in_line) if of_racks else np.isin(rows["hall_id"], named)
    tables["rack_row"] = row = _chosen(rows, in_rows)
    inside = np.isin(where.rack, kept.ids) | np.isin(where.root, machines) if of_racks else np.isin(where.hall, named)
    tables["device"] = device = _chosen(devices, inside)
    tables["reservation"] = standing_rows(snapshot["reservation"], {"rack_id": kept})
    for name in ("floor_item", "underlay"):
        tables[name] = standing_rows(snapshot[name], {"hall_id": hall})
    tables["power_cord"] = cords = standing_rows(snapshot["power_cord"], {"device_id": device, "from_device_id": device})
    nodes = _feeding(snapshot["power_node"], cords)
    tables["power_node"] = nodes = cut_rows(nodes, {"device_id": device, "fed_by_id": nodes, "alternate_id": nodes, "hall_id": hall})
    cooling = standing_rows(snapshot["cooling_node"], {"hall_id": hall, "rack_id": kept, "device_id": device})
    power = {"power_node_id": nodes, "power_alternate_id": nodes}
    tables["cooling_node"] = cooling = cut_rows(cooling, {"supplies_id": cooling, "cooled_by_id": cooling, **power})
    served = {"cooling_id": cooling, "hall_id": hall, "row_id": row, "rack_id": kept, "device_id": device}
    tables["cooling_service"] = standing_rows(snapshot["cooling_service"], served)
    tables["pathway"] = standing_rows(snapshot["pathway"], {"hall_id": hall, "to_hall_id": hall})
    tables["workload"] = standing_rows(snapshot["workload"], {"hall_id": hall})
    tables["cable"] = standing_rows(snapshot["cable"], {"a_device_id": device, "b_device_id": device})
    return Snapshot(snapshot.revision, tables)


def _feeding(nodes: Columns, cords: Columns) -> Columns:
    """Return the nodes that feed cords, and all nodes above them."""
    is_feeding = np.isin(nodes.ids, cords["from_node_id"])
    while True:
        above = np.isin(nodes.ids, np.concatenate([nodes["fed_by_id"][is_feeding], nodes["alternate_id"][is_feeding]]))
        if not (above & ~is_feeding).any():
            return _chosen(nodes, is_feeding)
        is_feeding |= above


def _chosen(columns: Columns, which: Mask) -> Columns:
    return picked_rows(columns, np.flatnonzero(which))
