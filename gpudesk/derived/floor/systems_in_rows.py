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
    stands, table, devices = snapshot.cached(standing), snapshot["rack"], snapshot["device"]
    whole = [type_id for type_id, kind in snapshot.types.items() if kind.is_rack_scale or (with_cdus and kind.family is Family.CDU)]
    systems = stands.racks + np.flatnonzero(np.isin(devices["type_id"][stands.devices], whole))
    found = np.full(len(systems), -1, np.int64)
    nearest = np.full((len(systems), 3), np.inf)
    centre, half_depth = stands.shapes.centre, np.linalg.norm(stands.shapes.deep, axis=1)
    half_width = np.linalg.norm(stands.shapes.along, axis=1)
    turn = stands.angle_ddeg % HALF_TURN_DDEG
    in_rows = np.flatnonzero(table["row_id"] != ABSENT) if len(systems) else racks[:0]
    for row in np.unique(table["row_id"][in_rows]).tolist():
        mine = in_rows[table["row_id"][in_rows] == row]
        first = mine[0]
        across, along = stands.shapes.deep[first] / half_depth[first], stands.shapes.along[first] / half_width[first]
        aside = np.abs((centre[systems] - centre[mine].mean(axis=0)) @ across)
        fits = np.flatnonzero(
            (stands.hall[systems] == table["hall_id"][first]) & (turn[systems] == turn[first]) & (aside < half_depth[systems])
        )
        at, half = centre[systems[fits]] @ along, half_width[systems[fits]]
        low, high = (centre[mine] @ along - half_width[mine]).min(), (centre[mine] @ along + half_width[mine]).max()
        gap = np.maximum(_widest_gaps(at - half, at + half, high), _widest_gaps(-at - half, -at + half, -low))
        away = np.maximum(np.maximum(at - half - high, low - at - half), 0.0)
        # Whole millimeters: equal values stay equal after rounding.
        order = np.round(np.column_stack([gap, aside[fits], away]))
        differs = order != nearest[fits]
        deciding = differs.argmax(axis=1)[:, None]
        closer = np.take_along_axis(order < nearest[fits], deciding, axis=1)[:, 0] & (gap <= MOST_GAP_MM)
        found[fits[closer]], nearest[fits[closer]] = row, order[closer]
    asked = np.isin(found, table["row_id"][racks])
    return systems[asked], found[asked]


def racks_of_systems(snapshot: Snapshot) -> dict[int, int]:
    """The ids of the rack-scale systems in rows of racks → the index of a rack of their row."""
    table = snapshot["rack"]
    racks, stands = np.flatnonzero(table["row_id"] != ABSENT), snapshot.cached(standing)
    systems, rows = systems_in_rows(snapshot, racks)
    ids = snapshot["device"].ids[stands.devices[systems - stands.racks]]
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
    names: dict[int, tuple[str, str]] = {}
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
                names |= {int(stands.devices[place - stands.racks]): (name, called[place]) for place in own.tolist()}
                break
    return names
