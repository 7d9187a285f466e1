"""All single failures of a project's power, by name: lost load, reduced operation, breakers that open."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gpudesk.core.power.power_kinds import PowerNodeKind
from gpudesk.core.power.power_lines import Reals
from gpudesk.core.power.power_single_failures import Outcomes, at_once, drill
from gpudesk.core.power.power_sockets import sockets
from gpudesk.core.values.columns import ABSENT, Ids
from gpudesk.derived.power.power_plan import PowerPlan, power_plan
from gpudesk.project.snapshot import Snapshot

NODE_KINDS = (*(kind.name.lower() for kind in PowerNodeKind), "pdu", "bank")
"""What fails, by its place in `Failures.kind`."""
_PDU, _BANK = len(PowerNodeKind), len(PowerNodeKind) + 1


@dataclass(frozen=True)
class Failures:
    """The outcomes of single failures; see `core.power.power_single_failures.Outcomes`.

    Attributes:
        plan: the network to whose nodes the outcomes refer.
        kind: places in `NODE_KINDS`, shape (failures,).
        first_share: the highest line current divided by its breaker rating initially, before devices reduce power, shape
            (failures,); if none reduces, that of the outcomes.
    """

    snapshot: Snapshot
    plan: PowerPlan
    outcomes: Outcomes
    kind: Ids
    first_share: Reals

    def __len__(self) -> int:
        return len(self.outcomes.failed)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What fails, in the order of the outcomes."""
        return tuple(node_names(self.snapshot, self.plan, self.outcomes.failed))

    @property
    def lost_w(self) -> Reals:
        """Return the reduction in power draw after each failure, in W."""
        return self.outcomes.lost_w

    @cached_property
    def lasting_share(self) -> Reals:
        """Return the highest node load after each failure, relative to its continuous limit; 0 if no load increases."""
        worst = self.outcomes.worst_node
        with np.errstate(invalid="ignore", divide="ignore"):
            by_limit = self.plan.network.breaker_a[worst] / self.plan.limit_a[worst]
        shares: Reals = np.where(worst == ABSENT, 0.0, self.outcomes.worst_share * np.nan_to_num(by_limit, nan=1.0))
        return shares

    def worst_name(self, place: int) -> str:
        """Return the most heavily loaded node after a failure, "" if no load increases."""
        worst = int(self.outcomes.worst_node[place])
        return "" if worst == ABSENT else node_names(self.snapshot, self.plan, np.array([worst]))[0]


def node_object(snapshot: Snapshot, plan: PowerPlan, node: int) -> tuple[str, int]:
    """The row that a node is: of `power_node`, or the device that it or its PDU is."""
    if node < plan.rows:
        return "power_node", int(plan.node_ids[node])
    giver = node - plan.rows if node < plan.first_bank else int(plan.bank_giver[node - plan.first_bank])
    return "device", int(snapshot["device"].ids[plan.givers[giver]])


def node_names(snapshot: Snapshot, plan: PowerPlan, nodes: Ids) -> list[str]:
    """What nodes are called: a bank after its PDU."""
    devices, rows = snapshot["device"], snapshot["power_node"]
    names = np.empty(len(nodes), object)
    row, bank = nodes < plan.rows, nodes >= plan.first_bank
    names[row] = rows["name"][rows.positions(plan.node_ids[nodes[row]])]
    types, number = np.full(len(nodes), ABSENT), np.zeros(len(nodes), np.int64)
    number[bank] = plan.bank_number[nodes[bank] - plan.first_bank]
    giver = nodes - plan.rows
    giver[bank] = plan.bank_giver[nodes[bank] - plan.first_bank]
    place = plan.givers[giver[~row]]
    names[~row], types[~row] = devices.at("name", place), devices.at("type_id", place)
    for type_id in np.unique(types[bank]).tolist():
        banks, here = sockets(snapshot.types[type_id]).banks, np.flatnonzero(bank & (types == type_id))
        names[here] = [f"{name} {banks[which]}" for name, which in zip(names[here].tolist(), number[here].tolist(), strict=True)]
    name_list: list[str] = names.tolist()
    return name_list


def node_kinds(snapshot: Snapshot, plan: PowerPlan) -> Ids:
    """The place in `NODE_KINDS` of each node of a whole network, shape (nodes,)."""
    kinds = np.full(plan.network.nodes, _BANK)
    kinds[: plan.rows] = snapshot["power_node"]["kind"]
    kinds[plan.rows : plan.first_bank] = _PDU
    return kinds


def power_failures(snapshot: Snapshot, step: Callable[[int, int], None] | None = None) -> Failures:
    """Return the effect of the failure of each single node, including breakers that open as a result.

    Args:
        step: called with completed and total failures; may raise to stop.
    """
    plan = snapshot.cached(power_plan)
    # What feeds nothing takes nothing down.
    feeds = np.zeros(plan.network.nodes, bool)
    for column in plan.network.ancestry.T:
        feeds[column[column != ABSENT]] = True
    feeds[: plan.rows] = True
    failed = np.flatnonzero(feeds)
    outcomes = drill(plan.network, failed, step)
    first_share = outcomes.worst_share.copy()
    capped = np.flatnonzero(outcomes.reduced > 0)
    if len(capped):
        first_share[capped] = np.maximum(first_share[capped], at_once(plan.network, failed[capped]).worst_share)
    return Failures(snapshot, plan, outcomes, node_kinds(snapshot, plan)[failed], first_share)
