"""How long the ways of all cables are."""

import numpy as np

from gpudesk.core.cabling.pathways import COPPER, FIBRE
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT
from gpudesk.derived.links.links import cable_side
from gpudesk.derived.pathways.cable_routes import routes
from gpudesk.derived.ports.port_columns import port_columns
from gpudesk.project.snapshot import Snapshot, made_from

STANDING = ("type_id", "rack_id", "hall_id", "parent_id", "slot", "position", "face", "side", "x_mm", "y_mm", "angle_ddeg")
"""The device columns that define type and location."""


@made_from(
    {
        "cable": ("a_device_id", "a_port", "a_lane", "b_device_id", "b_port", "b_lane", "lanes"),
        "device": STANDING,
        **dict.fromkeys(("rack", "rack_row", "hall", "pathway", "site_value", "catalog_item"), ()),
    }
)
def route_lengths(snapshot: Snapshot) -> Reals:
    """The required length of each cable in m, slack included, NaN without a route, shape (cables,) (use `snapshot.cached`).

    Cables between two twisted-pair sockets use copper pathways, all others use fiber pathways.
    """
    cables, devices, ports = snapshot["cable"], snapshot["device"], snapshot.types.cached(port_columns)
    twisted = np.ones(cables.rows, bool)
    for side in "ab":
        at = ports.at(devices["type_id"][devices.positions(cables[f"{side}_device_id"])], cables[f"{side}_port"])
        twisted &= np.where(at == ABSENT, False, ports.twisted[at])
    lengths_m = np.full(cables.rows, np.nan)
    for places, carried in ((np.flatnonzero(~twisted), FIBRE), (np.flatnonzero(twisted), COPPER)):
        if len(places):
            lengths_m[places] = routes(snapshot, cable_side(cables, "a", places), cable_side(cables, "b", places), carried).length_mm / 1000
    return lengths_m
