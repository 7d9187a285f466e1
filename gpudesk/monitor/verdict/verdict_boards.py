"""Additions of the catalog to a verdict: data rates of the observed GPUs, and the GPU or slice that would suit the job."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.messages.errors import InvalidData
from gpudesk.monitor.readings.reading import GpuFacts
from gpudesk.monitor.verdict.verdict import judge
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_series import Series
from gpudesk.monitor.verdict.verdict_terms import Cause, JobFigures, Kind, Profiled, Verdict
from gpudesk.sizing.gpus.board_costs import Costing
from gpudesk.sizing.gpus.boards import Board, MemoryKind, boards, find_board, planned_boards
from gpudesk.sizing.gpus.gpu_of_driver import board_of_driver
from gpudesk.sizing.gpus.mig_slices import mig_profiles, slice_board

_GIB = 2.0**30
_NEAR = 0.08
"""A board whose memory is off by more is another one of the same name."""
_PART = " MIG "
"""Between the name of a GPU and the profile of its part, as the driver has it."""
_CONSUMER = "GeForce"
"""The license excludes data centers: such a GPU is no substitute for a data center GPU."""
_BF16 = 8.0
"""Compute capability from which a board has BF16 arithmetic: what runs in it does not run below."""
_MOST = 3


@dataclass(frozen=True, slots=True)
class Alternative:
    """A GPU or slice that would suit the job.

    Attributes:
        gpus: number of GPUs; fewer of the same type for a job spread over too many.
        price_usd: price range of all of them with their share of a system; None if unknown.
        needed_gib, needed_per_s: required memory and memory bandwidth, with reserve; the second None if unknown.
    """

    board: Board
    needed_gib: float
    needed_per_s: float | None
    gpus: int = 1
    price_usd: tuple[float, float] | None = None


def board_of(facts: GpuFacts, total_bytes: float | None) -> Board | None:
    """The catalog GPU that matches a GPU by name and memory; None if there is none."""
    called = facts.name.removeprefix("NVIDIA ").strip()
    whole, _, profile = called.partition(_PART)
    try:
        board = find_board(whole) if whole else None
    except InvalidData:
        # Its memory may tell what its name alone does not: some cards are sold with two sizes of it.
        board = board_of_driver(facts.name, total_bytes)
    if board is None:
        return None
    if facts.parent or profile:
        slices = mig_profiles(board.key)
        if profile not in slices:
            return None
        board = slice_board(board, slices[profile])
    if total_bytes is not None and abs(total_bytes / _GIB / board.memory_gib - 1) > _NEAR:
        return None
    return board


def known(track: Track) -> Track:
    """A track with the rates of its board by the catalog."""
    board = board_of(track.facts, _total(track.series.get("memory_total_bytes")))
    if board is None:
        return track
    if track.facts.power_default_w is None and not board.part_of:
        # Exporters do not tell it.
        track = replace(track, facts=replace(track.facts, power_default_w=board.power_w))
    nvlink = board.link_bytes_per_s if board.has_nvlink else None
    if board.part_of:
        # The link to the host is shared by all parts, so what one of them can have of it is not known.
        return replace(track, memory_per_s=board.bytes_per_s)
    return replace(track, memory_per_s=board.bytes_per_s, pcie_per_s=board.outside_bytes_per_s or None, nvlink_per_s=nvlink)


def _total(series: Series | None) -> float | None:
    if series is None:
        return None
    there = series.values[series.values == series.values]
    return float(there[-1]) if len(there) else None


def verdict_on(
    tracks: Sequence[Track], window: Window, limits: Limits, *, warm_up_s: float = 0.0, profiled: Profiled | None = None
) -> tuple[Verdict, tuple[Alternative, ...]]:
    """The verdict on the GPUs of one job, and what else would serve it."""
    verdict = judge([known(track) for track in tracks], window, limits, warm_up_s=warm_up_s, profiled=profiled)
    if verdict.job is None:
        return verdict, ()
    distinct_boards = {
        board.key: board for track in tracks if (board := board_of(track.facts, _total(track.series.get("memory_total_bytes"))))
    }
    return verdict, alternatives(verdict, next(iter(distinct_boards.values())), limits) if len(distinct_boards) == 1 else ()


def alternatives(verdict: Verdict, board: Board, limits: Limits) -> tuple[Alternative, ...]:
    """GPUs and slices that would serve the job better than `board`, the smallest first; none where another one would not help."""
    job = verdict.job
    if job is None:
        return ()
    search = {
        Kind.OVER: _smaller if verdict.cause is Cause.NONE else None,
        Kind.UNDER: _larger if verdict.cause in {Cause.MEMORY_FULL, Cause.OUT_OF_MEMORY} else None,
        Kind.MEMORY: _quicker_memory,
        Kind.COMPUTE: _quicker if verdict.cause is Cause.NONE else None,
    }.get(verdict.kind)
    better = () if search is None else search(job, board, limits)
    fewer = fewer_gpus(verdict, limits)
    same = () if fewer is None else (Alternative(board, *_needs(job, board, limits), gpus=fewer),)
    return tuple(_priced(alternative, len(job.gpus)) for alternative in (*same, *better))


def _priced(alternative: Alternative, gpus: int) -> Alternative:
    """The same with its count and price: another board is taken as often as the one before."""
    count = alternative.gpus if alternative.gpus > 1 or gpus == 1 else gpus
    price = Costing().of_one(alternative.board).price
    return replace(alternative, gpus=count, price_usd=None if price is None else (price.low * count, price.high * count))


def fewer_gpus(verdict: Verdict, limits: Limits) -> int | None:
    """Number of the same GPUs that would suffice for the observed load, with reserves; None if that is not fewer, or unknown.

    The total of memory, activity and memory bandwidth is redistributed. A model split across its GPUs is counted as it is split.
    """
    job = verdict.job
    if job is None or verdict.kind is not Kind.OVER or verdict.cause is not Cause.NONE or len(job.gpus) < 2:
        return None
    # What is full at the target leaves nothing over for more; DRAM reaches four fifths at most, which the target represents too.
    full, reserve = limits["sm_target"], limits["rate_reserve"]
    memory = sum(gpu.memory_share or 0.0 for gpu in job.gpus) * limits["memory_reserve"]
    active = sum(gpu.activity.p95 for gpu in job.gpus if gpu.activity is not None) * reserve / full
    dram = sum(gpu.dram.p95 for gpu in job.gpus if gpu.dram is not None) * reserve / full
    needed = max(1, math.ceil(max(memory, active, dram) - 1e-9))
    return needed if needed < len(job.gpus) else None


def _needs(job: JobFigures, board: Board, limits: Limits) -> tuple[float, float | None]:
    """GiB and bytes a second that another board has to have."""
    # What a program took up front is as much as it may need; nothing is known beyond.
    gib = job.memory_peak / _GIB * (1.0 if job.pool else limits["memory_reserve"])
    return gib, None if job.dram_p95 is None else job.dram_p95 * board.bytes_per_s * limits["rate_reserve"]


def _offered(board: Board) -> list[Board]:
    """Boards that run what runs on this one."""
    bf16 = board.capability >= _BF16
    return [
        candidate
        for candidate in planned_boards()
        if candidate.capability
        and candidate.memory is not MemoryKind.UNIFIED
        and (candidate.capability >= _BF16 or not bf16)
        and candidate.key not in {board.key, board.part_of}
        and (_CONSUMER not in candidate.title or _CONSUMER in board.title)
    ]


def _chosen(found: Sequence[Board], gib: float, per_s: float | None) -> tuple[Alternative, ...]:
    """The smallest first, and before all others those that need not be bought: parts of the GPU that is there."""
    ranked = sorted(found, key=lambda board: (not board.part_of, board.usable_gib, board.bytes_per_s, board.power_w or 0.0, board.key))
    return tuple(Alternative(candidate, gib, per_s) for candidate in ranked[:_MOST])


def _compute(board: Board) -> float:
    return board.rates.get("fp16", 0.0)


def _smaller(job: JobFigures, board: Board, limits: Limits) -> tuple[Alternative, ...]:
    gib, per_s = _needs(job, board, limits)
    # Memory moves data only while kernels run: where its activity is not reported, it is at most theirs.
    rate = per_s if per_s is not None else job.activity_p95 * board.bytes_per_s * limits["rate_reserve"]
    flops = job.activity_p95 * _compute(board) * limits["rate_reserve"]
    able = [
        candidate
        for candidate in (*_slices(job, board), *_offered(board))
        if gib <= candidate.usable_gib < board.usable_gib and candidate.bytes_per_s >= rate and _compute(candidate) >= flops
    ]
    return _chosen(able, gib, per_s)


def _slices(job: JobFigures, board: Board) -> list[Board]:
    """Slices of the present GPU: for a job on one GPU or slice, as slices have no link to each other."""
    whole = boards()[board.part_of] if board.part_of else board
    if len(job.gpus) > 1:
        return []
    slices = (slice_board(whole, profile) for profile in mig_profiles(whole.key).values())
    return [candidate for candidate in slices if candidate.key != board.key and candidate.part < 1]


def _larger(job: JobFigures, board: Board, limits: Limits) -> tuple[Alternative, ...]:
    gib, per_s = _needs(job, board, limits)
    whole = [boards()[board.part_of]] if board.part_of else []
    there = (*_slices(job, board), *whole, *_offered(board))
    # What was full needs more memory than there is: boards of one size differ by some hundred MiB, which is no more.
    least = max(gib, board.usable_gib * (1 + _NEAR))
    able = [candidate for candidate in there if candidate.usable_gib >= least and candidate.bytes_per_s >= (per_s or 0.0)]
    return _chosen(able, gib, per_s)


def _quicker_memory(job: JobFigures, board: Board, limits: Limits) -> tuple[Alternative, ...]:
    gib, _ = _needs(job, board, limits)
    rate = board.bytes_per_s * limits["rate_reserve"]
    return _chosen([candidate for candidate in _offered(board) if candidate.usable_gib >= gib and candidate.bytes_per_s >= rate], gib, rate)


def _quicker(job: JobFigures, board: Board, limits: Limits) -> tuple[Alternative, ...]:
    gib, per_s = _needs(job, board, limits)
    flops = _compute(board) * limits["rate_reserve"]
    able = [
        candidate
        for candidate in _offered(board)
        if candidate.usable_gib >= gib and candidate.bytes_per_s >= (per_s or 0.0) and _compute(candidate) >= flops
    ]
    return _chosen(able, gib, per_s)
