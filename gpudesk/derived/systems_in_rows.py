"""Rack-scale systems that stand in a row of racks: on the floor, in line with its racks."""

import numpy as np

from gpudesk.core.columns import Ids
from gpudesk.core.way_proposal import HALF_TURN_DDEG
from gpudesk.derived.port_spots import standing
from gpudesk.project.snapshot import Snapshot


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
