"""Rack-scale systems in a row of racks: on the floor, in line with its racks."""

import numpy as np

from gpudesk.core.cabling.pathway_proposal import HALF_TURN_DDEG
from gpudesk.core.hardware.hardware import Family
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.ports.port_spots import standing
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot, made_from

MOST_GAP_MM = 2400.0
"""Maximum gap to a system in line that belongs to the row: more than a cross aisle, or space reserved for later."""


def systems_in_rows(snapshot: Snapshot, racks: Ids, with_cdus: bool = False) -> tuple[Ids, Ids]:
    """The rack-scale systems in the rows of some racks: their indexes among the floor objects (`Standing`), and the ids of the rows.

    A system belongs to a row of the same hall and direction whose center line passes through it, if no gap between it and the
    racks, including other systems in line, is wider than `MOST_GAP_MM`. Of several it is the row with the smallest such gap: a
    system across an aisle belongs to the row there. Of equal ones it is the one with the nearest center line, then racks.

    Args:
        racks: indexes in the table `rack`, all in rows. Rows without one of them also have systems, which are left out.
        with_cdus: also CDUs in line with the racks.
    """
    floor_objects, table, devices = snapshot.cached(standing), snapshot["rack"], snapshot["device"]
    whole = [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale or (with_cdus and kind.family is Family.CDU)]
    systems = floor_objects.racks + np.flatnonzero(np.isin(devices["type_id"][floor_objects.devices], whole))
    rows_of_systems = np.full(len(systems), -1, np.int64)
    nearest = np.full((len(systems), 3), np.inf)
    centre, half_depth = floor_objects.shapes.centre, np.linalg.norm(floor_objects.shapes.deep, axis=1)
    half_width = np.linalg.norm(floor_objects.shapes.along, axis=1)
    turn = floor_objects.angle_ddeg % HALF_TURN_DDEG
    in_rows = np.flatnonzero(table["row_id"] != ABSENT) if len(systems) else racks[:0]
    for row in np.unique(table["row_id"][in_rows]).tolist():
        racks_of_row = in_rows[table["row_id"][in_rows] == row]
        first = racks_of_row[0]
        across, along = floor_objects.shapes.deep[first] / half_depth[first], floor_objects.shapes.along[first] / half_width[first]
        aside = np.abs((centre[systems] - centre[racks_of_row].mean(axis=0)) @ across)
        fits = np.flatnonzero(
            (floor_objects.hall[systems] == table["hall_id"][first]) & (turn[systems] == turn[first]) & (aside < half_depth[systems])
        )
        at, half = centre[systems[fits]] @ along, half_width[systems[fits]]
        low, high = (
            (centre[racks_of_row] @ along - half_width[racks_of_row]).min(),
            (centre[racks_of_row] @ along + half_width[racks_of_row]).max(),
        )
        gap = np.maximum(_widest_gaps(at - half, at + half, high), _widest_gaps(-at - half, -at + half, -low))
        away = np.maximum(np.maximum(at - half - high, low - at - half), 0.0)
        # Whole millimeters: equal values stay equal after rounding.
        order = np.round(np.column_stack([gap, aside[fits], away]))
        differs = order != nearest[fits]
        deciding = differs.argmax(axis=1)[:, None]
        closer = np.take_along_axis(order < nearest[fits], deciding, axis=1)[:, 0] & (gap <= MOST_GAP_MM)
        rows_of_systems[fits[closer]], nearest[fits[closer]] = row, order[closer]
    is_in_rows = np.isin(rows_of_systems, table["row_id"][racks])
    return systems[is_in_rows], rows_of_systems[is_in_rows]


def racks_of_systems(snapshot: Snapshot) -> dict[int, int]:
    """The ids of the rack-scale systems in rows of racks → the index of a rack of their row."""
    table = snapshot["rack"]
    racks, floor_objects = np.flatnonzero(table["row_id"] != ABSENT), snapshot.cached(standing)
    systems, rows = systems_in_rows(snapshot, racks)
    ids = snapshot["device"].ids[floor_objects.devices[systems - floor_objects.racks]]
    first = {row: int(racks[table["row_id"][racks] == row][0]) for row in np.unique(rows).tolist()}
    return {device: first[row] for device, row in zip(ids.tolist(), rows.tolist(), strict=True)}


def _widest_gaps(begin: Reals, end: Reals, edge: float) -> Reals:
    """The widest gap between an edge and each of some stretches past it, with the others between; 0 for those that begin before it."""
    order = np.argsort(begin, kind="stable")
    reached = np.maximum.accumulate(np.append(edge, end[order]))[:-1]
    widest = np.empty(len(begin))
    widest[order] = np.maximum.accumulate(np.maximum(begin[order] - reached, 0.0))
    return widest


@made_from(
    {
        "rack": ("hall_id", "row_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "device": ("hall_id", "rack_id", "parent_id", "type_id", "x_mm", "y_mm", "angle_ddeg"),
        "catalog_item": (),
    }
)
def row_of_systems(snapshot: Snapshot) -> Ids:
    """The id of the row of the rack-scale system of each device, ABSENT for those in none, shape (devices,).

    Use `snapshot.cached(row_of_systems)`. It applies to the system itself, and to its contents.
    """
    devices, in_rows = snapshot["device"], np.flatnonzero(snapshot["rack"]["row_id"] != ABSENT)
    rows_of_devices = np.full(devices.rows, ABSENT)
    if not devices.rows or not len(in_rows) or not any(kind.is_rack_scale for kind in snapshot.types.values()):
        return rows_of_devices
    systems, rows = systems_in_rows(snapshot, in_rows)
    floor_objects = snapshot.cached(standing)
    rows_of_devices[floor_objects.devices[systems - floor_objects.racks]] = rows
    of_root: Ids = rows_of_devices[snapshot.cached(whereabouts).root]
    return of_root


def names_by_place(snapshot: Snapshot) -> dict[int, tuple[str, str]]:
    """The names of rack-scale systems as racks of their rows, by place in the table `device`: that of the row and its own ("A", "A05").

    Only in rows whose racks are named by their places among racks and systems; elsewhere a system keeps the name that it was given.
    """
    racks, rows, floor_objects = snapshot["rack"], snapshot["rack_row"], snapshot.cached(standing)
    in_rows = np.flatnonzero(racks["row_id"] != ABSENT)
    systems, row_of = systems_in_rows(snapshot, in_rows)
    names: dict[int, tuple[str, str]] = {}
    for row in np.unique(row_of).tolist():
        row_racks = in_rows[racks["row_id"][in_rows] == row]
        own = systems[row_of == row]
        name = str(rows["name"][rows.position(row)])
        all_of_row = np.concatenate([row_racks, own])
        along = floor_objects.shapes.along[row_racks[0]]
        order = all_of_row[np.argsort(floor_objects.shapes.centre[all_of_row] @ along, kind="stable")]
        for line in (order, order[::-1]):
            called = {int(place): f"{name}{number:02}" for number, place in enumerate(line.tolist(), 1)}
            if all(called[place] == racks["name"][place] for place in row_racks.tolist()):
                names |= {int(floor_objects.devices[place - floor_objects.racks]): (name, called[place]) for place in own.tolist()}
                break
    return names
