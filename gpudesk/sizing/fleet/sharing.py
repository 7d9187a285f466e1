"""Ways for several workloads to share a fleet: separate GPUs, hourly reassignment, slices (MIG), or the same GPUs at once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np

from gpudesk.catalog.gpu_prices import cloud_prices
from gpudesk.catalog.measured_files import measured_stamp
from gpudesk.core.cost.account import yearly_cost
from gpudesk.core.cost.cloud import BaseAndPeak, base_and_peak
from gpudesk.core.estimates.estimate import Kind
from gpudesk.core.hardware.mig import Profile, fewest_gpus
from gpudesk.core.work.workload import HOURS
from gpudesk.sizing.fleet.fleet import Member
from gpudesk.sizing.gpus.board_costs import usual_costing
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.mig_slices import compute_slices, mig_profiles, slice_board
from gpudesk.sizing.serving.serving import ServingPlan, serving_plans
from gpudesk.sizing.serving.serving_request import Asked, architecture_of, workload_of
from gpudesk.sizing.workloads.saved_workload import Kept, asked_of

_DAYS = 365


class Way(StrEnum):
    """How GPUs are shared."""

    OWN = "own"
    """Each workload has GPUs for its busiest hour, all day."""
    HOURLY = "hourly"
    """GPUs go from one workload to another when demand changes; in an hour each is one workload's."""
    MIG = "mig"
    """Workloads that fit a slice use slices; the others use separate GPUs."""
    SHARED = "shared"
    """Replicas of several workloads run on one GPU at once, by MPS or time slices; those that take several GPUs do not."""


ISOLATES: dict[Way, tuple[bool, bool, bool]] = {
    Way.OWN: (True, True, True),
    Way.HOURLY: (True, True, True),
    Way.MIG: (True, True, True),
    Way.SHARED: (False, False, False),
}
"""Whether memory, speed and faults of one workload are kept from the others."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """One sharing method for the workloads on one kind of board.

    Attributes:
        gpus: number required.
        by_hour: GPUs in use in each hour.
        slices: the profiles assigned to workloads, by workload id, and their number; only for MIG.
        kind: certainty of the result.
    """

    way: Way
    board: Board
    gpus: int
    by_hour: tuple[int, ...]
    kind: Kind
    slices: dict[int, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Peak:
    """GPUs owned for the base and rented above it, by the hours of a day that is like all others.

    Attributes:
        own_per_gpu_year, rent_per_gpu_hour: in `currency`.
        offer: whose price an hour is.
    """

    board: Board
    split: BaseAndPeak
    own_per_gpu_year: float
    rent_per_gpu_hour: float
    currency: str
    offer: str


def board_groups(workloads: Sequence[Member]) -> dict[str, list[Member]]:
    """The workloads that fit something by the board on which each runs best."""
    groups: dict[str, list[Member]] = {}
    for member in workloads:
        if member.best is not None and member.best.need.plan.fits:
            groups.setdefault(member.best.need.plan.board.key, []).append(member)
    return groups


def sharings(key: str, workloads: Sequence[Member]) -> list[Sharing]:
    """All sharing methods for workloads that run best on one board; slices only if the board can be sliced."""
    board = boards()[key]
    by_hour = tuple(sum(workload.gpus_at(hour) for workload in workloads) for hour in range(HOURS))
    own = sum(max(workload.gpus_at(hour) for hour in range(HOURS)) for workload in workloads)
    methods = [
        Sharing(Way.OWN, board, own, by_hour, Kind.CALIBRATED, {}),
        Sharing(Way.HOURLY, board, max(by_hour), by_hour, Kind.CALIBRATED, {}),
    ]
    sliced = _sliced(board, workloads)
    if sliced is not None:
        methods.append(sliced)
    packed = [_packed(board, workloads, hour) for hour in range(HOURS)]
    methods.append(Sharing(Way.SHARED, board, max(packed), tuple(packed), Kind.RULE, {}))
    return methods


def _sliced(board: Board, workloads: Sequence[Member]) -> Sharing | None:
    """Slices for the workloads that one holds, at the peak of each; None where the board cannot be cut or no workload fits a slice."""
    profiles = mig_profiles(board.key)
    if not profiles:
        return None
    counts: dict[Profile, int] = {}
    chosen: dict[int, tuple[str, int]] = {}
    whole = 0
    by_hour = np.zeros(HOURS, np.int64)
    for member in workloads:
        profile_and_count = smallest_slices(member.work, board.key)
        if profile_and_count is None:
            peak = max(member.gpus_at(hour) for hour in range(HOURS))
            whole += peak
            by_hour += np.array([member.gpus_at(hour) for hour in range(HOURS)])
            continue
        profile, count = profile_and_count
        count = math.ceil(count * max(member.demand) / 100)
        counts[profile] = counts.get(profile, 0) + count
        chosen[member.row_id] = profile.name, count
    if not counts:
        return None
    layouts = fewest_gpus(tuple(counts), tuple(counts.values()), compute_slices(board.key))
    cut = len(layouts.gpus)
    return Sharing(Way.MIG, board, whole + cut, tuple((by_hour + cut).tolist()), Kind.CALIBRATED, chosen)


def smallest_slices(work: Kept, board: str) -> tuple[Profile, int] | None:
    """The smallest slices of a board that serve a workload, and their number; None if no slice does.

    Raises:
        InvalidData: the request is invalid here.
    """
    return _smallest_slices(work, board, measured_stamp())


@lru_cache(maxsize=512)
def _smallest_slices(work: Kept, board: str, stamp: object) -> tuple[Profile, int] | None:
    # What was measured here changes plans: it is a part of what is remembered by.
    del stamp
    request = asked_of(work)
    if not isinstance(request, Asked):
        return None
    model, slices = architecture_of(request), compute_slices(board)
    candidates: list[tuple[float, int, Profile]] = []
    for profile in mig_profiles(board).values():
        if profile.compute == slices:
            continue
        cut = slice_board(boards()[board], profile)
        for key in request.formats:
            plans = serving_plans(workload_of(request, model, key), [cut])
            if plans and plans[0].fits and plans[0].split.gpus == 1:
                gpus = plans[0].gpus
                candidates.append((gpus * max(cut.part, profile.compute / slices), gpus, profile))
    if not candidates:
        return None
    _, gpus, profile = min(candidates, key=lambda candidate: candidate[:2])
    return profile, gpus


def _packed(board: Board, workloads: Sequence[Member], hour: int) -> int:
    """GPUs on which the replicas of an hour run together: both their memory and their shares of time fit.

    The time share of a replica is its time per token divided by the requested time; if none is requested, the whole time.
    """
    whole = 0
    loads: list[tuple[float, float]] = []
    for member in workloads:
        plan = member.best.need.plan if member.best is not None else None
        gpus = member.gpus_at(hour)
        if not isinstance(plan, ServingPlan) or plan.split.gpus != 1 or not gpus:
            whole += gpus
            continue
        share = 1.0 if plan.work.tpot_s is None else min(1.0, plan.tpot.value / plan.work.tpot_s)
        loads += [(plan.needed.value / plan.usable_gib, share)] * gpus
    return whole + _bins(loads)


def _bins(loads: list[tuple[float, float]]) -> int:
    """Bins of one by one that hold loads of two sorts, the largest first into the first in which it fits."""
    bins: list[list[float]] = []
    for memory, time in sorted(loads, key=max, reverse=True):
        for open_bin in bins:
            if open_bin[0] + memory <= 1 and open_bin[1] + time <= 1:
                open_bin[0] += memory
                open_bin[1] += time
                break
        else:
            bins.append([memory, time])
    return len(bins)


def peak(sharing: Sharing) -> Peak | None:
    """The number of GPUs of a board to own and the number to rent in addition; None if no purchase or rental price is known."""
    costing = usual_costing()
    owned = costing.of_one(sharing.board)
    offers = cloud_prices(sharing.board.key, costing.inputs.tables)
    if owned.price is None or not offers:
        return None
    cheapest = min(offers, key=lambda offer: offer.per_gpu_hour.value)
    rent = costing.inputs.money(cheapest.per_gpu_hour).value
    own = yearly_cost(owned, costing.assumed).value
    split = base_and_peak(np.tile(np.array(sharing.by_hour, np.float64), _DAYS), own, rent)
    return Peak(sharing.board, split, own, rent, costing.assumed.currency, cheapest.offer.title)
