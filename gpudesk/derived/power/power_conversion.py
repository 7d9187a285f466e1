"""Where current changes its kind: the power factor of alternating current, 1 for direct current, and what rectifiers and UPS lose."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Conversion:
    """As `power_network.Network` takes it, shape (nodes,)."""

    watts_per_va: Reals
    efficiency: Reals


def conversion(snapshot: Snapshot, nodes: Columns, givers: Ids, parent: Ids, wiring: Ids, bank_giver: Ids) -> Conversion:
    """Return the conversions of rows of `power_node`, then of power-supplying devices, then of their banks.

    Where direct current begins and no type specifies an efficiency, the rectifier value of the site sheet applies. Banks do not
    convert.

    Args:
        parent: parent of each row and giver.
        wiring: wiring of all nodes.
    """
    types, sheet, devices = snapshot.types, snapshot.cached(site_sheet), snapshot["device"]
    owner = devices.positions(nodes["device_id"])
    places = np.concatenate([owner, givers])
    stated = np.full(len(places), np.nan)
    known = places != ABSENT
    stated[known] = types.numbers("efficiency_percent", devices["type_id"][places[known]]) / 100
    own, factor = wiring[: len(places)] == Wiring.DC, sheet.limit("power_factor")
    rectifies = own & (parent != ABSENT) & (wiring[parent] != Wiring.DC)
    factors = np.where(own, 1.0, factor)
    efficiency = np.where(np.isnan(stated), np.where(rectifies, sheet.limit("rectifier_efficiency"), 1.0), stated)
    of_giver = len(owner) + bank_giver
    return Conversion(np.append(factors, factors[of_giver]), np.append(efficiency, np.ones(len(bank_giver))))


def row_conversion(snapshot: Snapshot) -> Conversion:
    """The conversions of all rows of `power_node`."""
    nodes, none = snapshot["power_node"], np.empty(0, np.int64)
    return conversion(snapshot, nodes, none, nodes.positions(nodes["fed_by_id"]), nodes["wiring"], none)
