"""Losses of UPS in halls or racks: heat at their location."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.hardware.hardware import Family
from gpudesk.core.power.power_loss import conversion_loss_w
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.draw.power_ratings import FAMILIES
from gpudesk.derived.power.power_conversion import row_conversion
from gpudesk.derived.power.power_node_loads import node_loads, node_sums
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of devices, as places in the table `device`, shape (n,) each; a device that is in the chain twice is listed twice."""

    device: Ids
    loss_w: Reals


def standing_losses(snapshot: Snapshot) -> Losses:
    """The losses of all UPS that are devices (use `snapshot.cached(standing_losses)`).

    The load of nodes that feed each other in a circle is unknown. An unplaced UPS also has losses, but its room is
    unknown. A UPS without a documented efficiency is not counted.
    """
    devices, types = snapshot["device"], snapshot.types
    is_ups = types.codes("family", devices["type_id"]) == FAMILIES.index(Family.UPS)
    if not is_ups.any():
        return Losses(np.empty(0, np.int64), np.empty(0))
    nodes, factor = snapshot["power_node"], snapshot.cached(site_sheet).limit("power_factor")
    owner = devices.positions(nodes["device_id"])
    rows = np.flatnonzero((owner != ABSENT) & np.append(is_ups, False)[owner])
    converted = row_conversion(snapshot)
    try:
        sums = snapshot.cached(node_sums)
    except ValueError:
        return Losses(np.empty(0, np.int64), np.empty(0))
    of_rows = conversion_loss_w(sums.va[rows] * converted.watts_per_va[rows], converted.efficiency[rows])
    # A UPS on a feed, as a PDU is: what it takes from there is known, and gives what is left.
    loads = snapshot.cached(node_loads)
    places = devices.positions(loads.device_id)
    ups_loads = np.flatnonzero(loads.gives & is_ups[places])
    rated_efficiency = types.numbers("efficiency_percent", devices["type_id"][places[ups_loads]]) / 100
    efficiency = np.where(np.isnan(rated_efficiency), 1.0, rated_efficiency)
    of_hung = conversion_loss_w(loads.va[ups_loads] * factor * efficiency, efficiency)
    return Losses(np.concatenate([owner[rows], places[ups_loads]]), np.concatenate([of_rows, of_hung]))
