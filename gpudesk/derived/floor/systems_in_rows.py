"""Rack-scale systems that stand in a row of racks: on the floor, in line with its racks."""

import numpy as np

from gpudesk.core.cabling.way_proposal import HALF_TURN_DDEG
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.port_spots import standing
from gpudesk.derived.scope.whereabouts import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from


def systems_in_rows(snapshot: Snapshot, racks: Ids) -> tuple[Ids, Ids]:
    """The rack-scale systems in the rows of some racks: their places among what stands on floors (`Standing`), and the ids of the rows.

    A system stands in the row of the same hall and direction whose middle line is the nearest, if that runs through the system.

    Args:
        racks: places in the table `rack`, all in rows.
    """
    stands, table, devices = snapshot.cached(standing), snapshot["rack"], snapshot["device"]
    whole = [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale]
    systems = stands.racks + np.flatnonzero(np.isin(devices["type_id"][stands.devices], whole))
    found = np.full(len(systems), -1, np.int64)
    nearest = np.full(len(systems), np.inf)
    centre, half_depth = stands.shapes.centre, np.linalg.norm(stands.shapes.deep, axis=1)
    turn = stands.angle_ddeg % HALF_TURN_DDEG
    for row in np.unique(table["row_id"][racks]).tolist():
        mine = racks[table["row_id"][racks] == row]
        first = mine[0]
        across = stands.shapes.deep[first] / half_depth[first]
        aside = np.abs((centre[systems] - centre[mine].mean(axis=0)) @ across)
        fits = (stands.hall[systems] == table["hall_id"][first]) & (turn[systems] == turn[first]) & (aside < half_depth[systems])
        closer = fits & (aside < nearest)
        found[closer], nearest[closer] = row, aside[closer]
    return systems[found >= 0], found[found >= 0]


@made_from(
    {
        "rack": ("hall_id", "row_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "device": ("hall_id", "rack_id", "parent_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "catalog_item": (),
    }
)
def row_of_systems(snapshot: Snapshot) -> Ids:
    """The id of the row in which the rack-scale system of each device stands, ABSENT for those in none, shape (devices,).

    Ask `snapshot.cached(row_of_systems)`. It is that of the system itself, and of what sits in it.
    """
    devices, in_rows = snapshot["device"], np.flatnonzero(snapshot["rack"]["row_id"] != ABSENT)
    found = np.full(devices.rows, ABSENT)
    if not devices.rows or not len(in_rows) or not any(kind.is_rack_scale for kind in snapshot.types.values()):
        return found
    systems, rows = systems_in_rows(snapshot, in_rows)
    stands = snapshot.cached(standing)
    found[stands.devices[systems - stands.racks]] = rows
    of_root: Ids = found[snapshot.cached(whereabouts).root]
    return of_root


def names_by_place(snapshot: Snapshot) -> dict[int, tuple[str, str]]:
    """The names of rack-scale systems as racks of their rows, by place in the table `device`: that of the row and its own ("A", "A05").

    Only in rows whose racks are named by their places among racks and systems; elsewhere a system keeps the name that it was given.
    """
    racks, rows, stands = snapshot["rack"], snapshot["rack_row"], snapshot.cached(standing)
    in_rows = np.flatnonzero(racks["row_id"] != ABSENT)
    systems, row_of = systems_in_rows(snapshot, in_rows)
    found: dict[int, tuple[str, str]] = {}
    for row in np.unique(row_of).tolist():
        mine = in_rows[racks["row_id"][in_rows] == row]
        own = systems[row_of == row]
        name = str(rows["name"][rows.position(row)])
        all_of_row = np.concatenate([mine, own])
        along = stands.shapes.along[mine[0]]
        order = all_of_row[np.argsort(stands.shapes.centre[all_of_row] @ along, kind="stable")]
        for line in (order, order[::-1]):
            called = {int(place): f"{name}{number:02}" for number, place in enumerate(line.tolist(), 1)}
            if all(called[place] == racks["name"][place] for place in mine.tolist()):
                found |= {int(stands.devices[place - stands.racks]): (name, called[place]) for place in own.tolist()}
                break
    return found
