"""What each part of the power may carry."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_limits import capacity_a, circuit_limits, inlet_limits
from gpudesk.core.power.power_lines import Wiring
from gpudesk.core.power.receptacles import Region, plug_rating_a
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Columns, Ids
from gpudesk.project.site_sheet import site_sheet
from gpudesk.project.snapshot import Snapshot
from gpudesk.project.types import Types


@dataclass(frozen=True, slots=True)
class NodeLimits:
    """Current limits of rows of `power_node`, shape (nodes,); NaN if unknown.

    Attributes:
        breaker_a: derated breaker rating.
        limit_a: continuous limit.
        factor: continuous factor of the breaker.
    """

    breaker_a: Reals
    limit_a: Reals
    factor: Reals


def node_limits(snapshot: Snapshot, nodes: Columns | None = None) -> NodeLimits:
    """The limits of all rows of `power_node`, or of `nodes`."""
    nodes = snapshot["power_node"] if nodes is None else nodes
    usual = snapshot.cached(site_sheet).limit("continuous_factor")
    rated = np.where(nodes["breaker_a"] == ABSENT, np.nan, nodes["breaker_a"].astype(float))
    capacity = np.where(nodes["capacity_va"] == ABSENT, np.nan, nodes["capacity_va"].astype(float))
    factor = np.where(nodes["continuous_percent"] == ABSENT, usual, nodes["continuous_percent"] / 100)
    circuit = circuit_limits(rated, nodes["derating_percent"] / 100, factor, capacity, nodes["voltage_v"], nodes["wiring"])
    return NodeLimits(circuit.breaker_a, circuit.limit_a, factor)


def limits_of_network(
    snapshot: Snapshot, nodes: Columns, givers: Ids, bank_giver: Ids, parent: Ids, wiring: Ids, voltage: Reals
) -> tuple[Reals, Reals]:
    """Return the derated breaker rating and the continuous limit of each node.

    A direct current source is evaluated by its output, not its inlet breaker; the output is a continuous rating.
    A rack PDU follows the breaker of its feed, if that is rated for 100 %; this does not apply to its branch breakers.
    Equipment without a rated input current, such as a UPS, is evaluated by its output in VA and in W.
    """
    types, usual = snapshot.types, snapshot.cached(site_sheet).limit("continuous_factor")
    rows, own = nodes.rows, node_limits(snapshot, nodes)
    giver_type, giver_nodes = snapshot["device"]["type_id"][givers], slice(rows, rows + len(givers))
    giver_breaker = types.numbers("input_current_a", giver_type)
    above = parent[rows:]
    giver_factor = np.where((above != ABSENT) & (above < rows), np.append(own.factor, usual)[np.where(above < rows, above, rows)], usual)
    direct = wiring[giver_nodes] == Wiring.DC
    given_w = types.numbers("power_output_w", giver_type)
    given_va = np.fmin(types.numbers("capacity_va", giver_type), given_w / snapshot.cached(site_sheet).limit("power_factor"))
    by_rating = np.where(
        direct,
        given_w / voltage[giver_nodes],
        np.where(np.isnan(giver_breaker), capacity_a(given_va, voltage[giver_nodes], wiring[giver_nodes]), np.nan),
    )
    giver_breaker = np.where(direct, np.nan, giver_breaker)
    rating = capacity_a(types.numbers("capacity_va", giver_type), voltage[giver_nodes], wiring[giver_nodes])
    inlets = inlet_limits(giver_breaker, plug_ratings(snapshot, giver_type), giver_factor, rating)
    bank_breaker = types.numbers("breaker_a", giver_type)[bank_giver] * _breakers_of_banks(types, giver_type, bank_giver)
    breaker = np.concatenate([own.breaker_a, np.fmin(giver_breaker, by_rating), bank_breaker])
    bank_factor = np.fmin(giver_factor, usual)[bank_giver]
    limit = np.concatenate([own.limit_a, np.fmin(inlets.limit_a, by_rating), bank_breaker * bank_factor])
    return breaker, limit


def plug_ratings(snapshot: Snapshot, type_ids: Ids) -> Reals:
    """Return the rated current of the input plug of some types, in the region of the site, in A; NaN if unknown."""
    region = Region(snapshot.cached(site_sheet).text("region"))
    known = {type_id: plug_rating_a(snapshot.types[type_id].text("input_plug"), region) for type_id in np.unique(type_ids).tolist()}
    ratings: Reals = np.array([known[type_id] for type_id in type_ids.tolist()], np.float64)
    return ratings


def _breakers_of_banks(types: Types, giver_type: Ids, bank_giver: Ids) -> Reals:
    """Return the breakers per bank: more than one if documents distinguish outlets by line only, so none is evaluated separately."""
    count = types.numbers("breaker_count", giver_type) / np.bincount(bank_giver, minlength=len(giver_type)).clip(1)
    shared: Reals = np.fmax(count, 1.0)[bank_giver]
    return shared
