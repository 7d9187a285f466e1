"""State of a project when a build phase is complete."""

from collections.abc import Mapping

import numpy as np

from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.snapshot import Snapshot


def snapshot_up_to_phase(snapshot: Snapshot, phase: int) -> Snapshot:
    """Return the objects of phases up to `phase` whose hall, rack and holder also exist by then.

    Objects without a location are omitted; a rack whose row comes later has no row.
    """
    tables: dict[str, Columns] = dict(snapshot.tables)
    halls = _built(snapshot["hall"], phase)
    tables["hall"] = halls
    tables["rack_row"] = rows = standing_rows(_built(snapshot["rack_row"], phase), {"hall_id": halls})
    racks = standing_rows(_built(snapshot["rack"], phase), {"hall_id": halls})
    row_ids = np.where(rows.positions(racks["row_id"]) == ABSENT, ABSENT, racks["row_id"])
    tables["rack"] = racks = Columns({**racks, "row_id": row_ids})
    devices = standing_rows(_built(snapshot["device"], phase), {"rack_id": racks, "hall_id": halls})
    tables["device"] = _held(devices)
    tables["reservation"] = standing_rows(_built(snapshot["reservation"], phase), {"rack_id": racks})
    tables["floor_item"] = standing_rows(_built(snapshot["floor_item"], phase), {"hall_id": halls})
    tables["power_node"] = nodes = _fed(standing_rows(_built(snapshot["power_node"], phase), {"hall_id": halls}), tables["device"])
    ends = {"device_id": tables["device"], "from_device_id": tables["device"], "from_node_id": nodes}
    tables["power_cord"] = standing_rows(_built(snapshot["power_cord"], phase), ends)
    cooling = standing_rows(_built(snapshot["cooling_node"], phase), {"hall_id": halls, "rack_id": racks, "device_id": tables["device"]})
    power = {"power_node_id": nodes, "power_alternate_id": nodes}
    tables["cooling_node"] = cooling = cut_rows(cooling, {"supplies_id": cooling, "cooled_by_id": cooling, **power})
    served = {"cooling_id": cooling, "hall_id": halls, "row_id": rows, "rack_id": racks, "device_id": tables["device"]}
    tables["cooling_service"] = standing_rows(snapshot["cooling_service"], served)
    tables["underlay"] = standing_rows(snapshot["underlay"], {"hall_id": halls})
    tables["pathway"] = standing_rows(_built(snapshot["pathway"], phase), {"hall_id": halls, "to_hall_id": halls})
    tables["network"] = networks = _built(snapshot["network"], phase)
    tables["network_stage"] = standing_rows(snapshot["network_stage"], {"network_id": networks})
    # A hall that comes later stays named: a workload that runs there has no GPUs yet, rather than those of anywhere.
    tables["workload"] = _built(snapshot["workload"], phase)
    ends = {"a_device_id": tables["device"], "b_device_id": tables["device"]}
    tables["cable"] = cut_rows(standing_rows(_built(snapshot["cable"], phase), ends), {"network_id": networks})
    return Snapshot(snapshot.revision, tables)


def _built(columns: Columns, phase: int) -> Columns:
    return picked_rows(columns, np.flatnonzero(columns["phase"] <= phase))


def standing_rows(columns: Columns, places: Mapping[str, Columns]) -> Columns:
    """Return the rows whose locations all exist; `places` maps each column to its table."""
    keep = np.ones(columns.rows, bool)
    for name, table in places.items():
        keep &= (columns[name] == ABSENT) | (table.positions(columns[name]) != ABSENT)
    return picked_rows(columns, np.flatnonzero(keep))


def _fed(nodes: Columns, devices: Columns) -> Columns:
    """Return the nodes, with references to nodes or devices of a later phase removed."""
    return cut_rows(nodes, {"fed_by_id": nodes, "alternate_id": nodes, "device_id": devices})


def cut_rows(columns: Columns, known: Mapping[str, Columns]) -> Columns:
    """Return the rows, without references to missing rows."""
    cut = {name: np.where(table.positions(columns[name]) == ABSENT, ABSENT, columns[name]) for name, table in known.items()}
    return Columns({**columns, **cut})


def _held(devices: Columns) -> Columns:
    """Return the devices whose holders are all included, up to the outermost."""
    while True:
        parents = devices["parent_id"]
        keep = (parents == ABSENT) | (devices.positions(parents) != ABSENT)
        if keep.all():
            return devices
        devices = picked_rows(devices, np.flatnonzero(keep))


def picked_rows(columns: Columns, places: Ids) -> Columns:
    """The rows at some places."""
    return Columns({name: array[places] for name, array in columns.items()})
