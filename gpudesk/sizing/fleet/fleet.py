"""Several workloads on one fleet: the GPUs used by each in each hour of a day, and whether there are enough for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from gpudesk.core.messages.errors import DeskError
from gpudesk.core.messages.message import Message
from gpudesk.core.work.workload import HOURS, Task, demand_from
from gpudesk.derived.workloads.gpu_pools import GpuPool, gpu_pools
from gpudesk.project.snapshot import Snapshot
from gpudesk.sizing.network.project_network import project_network
from gpudesk.sizing.network.system_network import SystemNetwork
from gpudesk.sizing.workloads.placed import Need, Placed, Stand, need_within, placed, plan_preference
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of, order_of


@dataclass(frozen=True, slots=True)
class Member:
    """A workload of the project with its available systems.

    Attributes:
        demand: percentage of the request in each hour.
        pools: the systems on which it may run.
        best: where it runs best; None if no GPU is available for it.
        error: why it cannot be evaluated.
        network: the network between the systems of the project, for training; None if unknown.
    """

    row_id: int
    name: str
    work: Kept
    demand: tuple[int, ...]
    pools: tuple[GpuPool, ...]
    best: Placed | None
    error: Message | None
    network: SystemNetwork | None = None

    @property
    def fits(self) -> bool:
        """Whether it fits, were it alone."""
        return self.best is not None and self.best.fits

    def gpus_at(self, hour: int) -> int:
        """GPUs in use in an hour where it runs best, whether or not that number is available."""
        return 0 if self.best is None else self.best.need.gpus_at(self.demand[hour])


@dataclass(frozen=True, slots=True)
class Taken:
    """GPUs that a workload uses from the systems of one pool in an hour."""

    row_id: int
    pool: GpuPool
    gpus: int


@dataclass(frozen=True, slots=True)
class Hour:
    """Who runs where in an hour.

    Attributes:
        taken: by workload and pool.
        short: GPUs that workloads, by their ids, do not get.
    """

    taken: tuple[Taken, ...]
    short: dict[int, int]

    @property
    def gpus(self) -> int:
        """GPUs that are taken."""
        return sum(part.gpus for part in self.taken)


def members(snapshot: Snapshot) -> list[Member]:
    """Every workload of a project, each evaluated as if it were alone."""
    rows, pools = snapshot["workload"], snapshot.cached(gpu_pools)
    evaluated, everywhere, network = [], stands_of(pools), training_network(snapshot)
    for row_id in rows.ids.tolist():
        row = rows.row(row_id)
        where = row["on_type"], row["hall_id"], row["on_phase"]
        permitted_pools = pools if where == ("", None, None) else tuple(pool for pool in pools if may_run(*where, pool))
        work = Kept(row["task"], row["asked"], row["model"])
        best, error = None, None
        try:
            member_stands = stands_of(permitted_pools) if permitted_pools is not pools else everywhere
            best = placed(work, member_stands, network)
        except DeskError as reason:
            error = reason.message
        evaluated.append(
            Member(row_id, row["name"] or f"#{row_id}", work, demand_from(row["demand"]), permitted_pools, best, error, network)
        )
    return evaluated


def training_network(snapshot: Snapshot) -> SystemNetwork | None:
    """Network between the systems on which kept training jobs run; None if there is none or no training is kept."""
    if all(task == Task.SERVE for task in snapshot["workload"]["task"].tolist()):
        return None
    network = snapshot.cached(project_network)
    return network if network is not None and network.joins else None


def may_run(on_type: str, hall_id: int | None, on_phase: int | None, pool: GpuPool) -> bool:
    """Whether a workload with this location may run on the systems of a pool; "" and None mean any."""
    return on_type in ("", pool.type_key) and hall_id in (None, pool.hall_id) and on_phase in (None, pool.phase)


def stands_of(pools: Sequence[GpuPool]) -> list[Stand]:
    """Pools of equal systems joined, in whatever hall and phase they are."""
    counts: dict[tuple[str, int], int] = {}
    for pool in pools:
        counts[pool.board, pool.gpus_each] = counts.get((pool.board, pool.gpus_each), 0) + pool.systems
    return [Stand(board, gpus_each, systems) for (board, gpus_each), systems in sorted(counts.items())]


def have_room(workloads: Sequence[Member]) -> bool:
    """Whether capacity is sufficient for each workload wherever the others are: then `hours` leaves none short.

    The remainder of a pool that is too small for a contiguous group of GPUs counts as lost, for each workload in each pool.
    """
    needed_gpus = 0
    for member in workloads:
        if member.best is None:
            return False
        lost = (member.best.need.together - 1) * len(member.pools)
        needed_gpus += member.best.need.plan.gpus + lost
    return all(workload.best is not None and needed_gpus <= workload.best.stand.gpus for workload in workloads)


def hours(workloads: Sequence[Member]) -> list[Hour]:
    """Workload placement in each hour of a day, each workload on separate GPUs.

    Those with the fewest possible locations come first, then those that need most; each uses the systems on which it needs fewest
    GPUs, in several halls in the order of the pools. If that leaves one without GPUs, another order might not.
    """
    known: dict[tuple[int, ...], Hour] = {}
    day = []
    for hour in range(HOURS):
        percents = tuple(member.demand[hour] for member in workloads)
        if percents not in known:
            known[percents] = _hour(workloads, percents)
        day.append(known[percents])
    return day


def _hour(workloads: Sequence[Member], asked: Sequence[int]) -> Hour:
    free = {pool: pool.gpus for member in workloads for pool in member.pools}
    able = [(member, percent) for member, percent in zip(workloads, asked, strict=True) if percent and member.fits]
    taken: list[Taken] = []
    short: dict[int, int] = {}
    for workload, percent in sorted(
        able, key=lambda pair: (len(pair[0].pools), -pair[0].best.need.gpus_at(pair[1]) if pair[0].best else 0)
    ):
        got = _place(workload, percent, free)
        if got is None:
            assert workload.best is not None  # noqa: S101 - narrows the type
            short[workload.row_id] = workload.best.need.gpus_at(percent)
            continue
        for part in got:
            free[part.pool] -= part.gpus
        taken += got
    return Hour(tuple(taken), short)


def _place(member: Member, percent: int, free: dict[GpuPool, int]) -> list[Taken] | None:
    """Free systems a workload uses in an hour, on one kind of system; None if no kind has enough."""
    kinds: dict[tuple[str, int], list[GpuPool]] = {}
    for pool in member.pools:
        kinds.setdefault((pool.board, pool.gpus_each), []).append(pool)
    needs = [
        (pool_need, pools)
        for key, pools in kinds.items()
        if (pool_need := need_within(member.work, Stand(*key, sum(pool.systems for pool in pools)), member.network)) is not None
        and pool_need.plan.fits
    ]
    order = order_of(asked_of(member.work))
    for needed, pools in sorted(needs, key=lambda pair: plan_preference(pair[0].plan, order)):
        got = _take(member, needed, percent, pools, free)
        if got is not None:
            return got
    return None


def _take(member: Member, needed: Need, percent: int, pools: Sequence[GpuPool], free: dict[GpuPool, int]) -> list[Taken] | None:
    stages = needed.stages_at(percent)
    got: list[Taken] = []
    if not needed.stages_a_system:
        return None
    for pool in pools:
        # What a stage leaves of a system that no other stage can use is taken with it.
        of_stage = pool.gpus_each // needed.stages_a_system
        count = min(stages, free[pool] // of_stage)
        if count:
            got.append(Taken(member.row_id, pool, count * of_stage))
            stages -= count
    return None if stages else got
