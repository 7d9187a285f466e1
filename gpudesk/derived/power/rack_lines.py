"""The busiest line of each rack: what heat maps show of its feeds, PDUs and banks."""

from dataclasses import dataclass

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.racks.placement import Reals
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_plan import PowerPlan, power_plan
from gpudesk.derived.scope.device_locations import whereabouts
from gpudesk.project.snapshot import Snapshot


@dataclass(frozen=True)
class RackLines:
    """One element for each rack in the order of the table, shape (racks,); NaN if the rack is not fed.

    Attributes:
        current_a: the highest line current of the rack's PDUs, or of the feeds of its devices, in normal operation.
        share: the highest share of a continuous line or bank limit; NaN also if no limit is known.
    """

    current_a: Reals
    share: Reals


def rack_lines(snapshot: Snapshot) -> RackLines:
    """The busiest line of every rack (use `snapshot.cached(rack_lines)`, off the interface thread: it calculates all currents).

    Loads of unknown power count as zero; the chain reports this per line. If nodes feed each other in a circle, currents
    are undefined and all are NaN.
    """
    racks = snapshot["rack"].rows
    try:
        plan = snapshot.cached(power_plan)
        worst = plan.flow.worst_a
    except ValueError:
        return RackLines(np.full(racks, np.nan), np.full(racks, np.nan))
    owner = _racks_of_nodes(snapshot, plan)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = worst / plan.limit_a
    # A strip that is not wired yet reports nothing.
    idle = (plan.network.parent == ABSENT) & (worst == 0)
    owner[idle] = ABSENT
    owner[plan.first_bank :][idle[plan.rows : plan.first_bank][plan.bank_giver]] = ABSENT
    lines = np.arange(plan.network.nodes) < plan.first_bank
    return RackLines(_greatest(worst, np.where(lines, owner, ABSENT), racks), _greatest(share, owner, racks))


def _racks_of_nodes(snapshot: Snapshot, plan: PowerPlan) -> Ids:
    """The place of the rack whose lines each node is, ABSENT for panels and what else serves many, shape (nodes,)."""
    of_device = snapshot["rack"].positions(snapshot.cached(whereabouts).rack)
    givers = of_device[plan.givers]
    owner = np.concatenate([np.full(plan.rows, ABSENT), givers, givers[plan.bank_giver]])
    feeds = np.append(snapshot["power_node"]["kind"] == PowerNodeKind.FEED, False)
    above = plan.network.parent[plan.rows : plan.first_bank]
    fed = (above != ABSENT) & (above < plan.rows) & feeds[np.clip(above, 0, plan.rows)]
    owner[above[fed]] = givers[fed]
    direct = (plan.network.cord_node < plan.rows) & feeds[np.minimum(plan.network.cord_node, plan.rows)]
    owner[plan.network.cord_node[direct]] = of_device[plan.loads[plan.network.cord_device[direct]]]
    return owner


def _greatest(values: Reals, owner: Ids, owners: int) -> Reals:
    """Return the highest known value per owner, NaN if there is none."""
    known = (owner != ABSENT) & ~np.isnan(values)
    greatest = np.full(owners, -np.inf)
    np.maximum.at(greatest, owner[known], values[known])
    return np.where(np.isinf(greatest), np.nan, greatest)
