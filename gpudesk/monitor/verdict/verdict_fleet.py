"""The verdict on a fleet: the job of each host separately, and totals of idle hours, GPUs at the target and spare GPUs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpudesk.monitor.verdict.verdict import of_job
from gpudesk.monitor.verdict.verdict_boards import Alternative, fewer_gpus, verdict_on
from gpudesk.monitor.verdict.verdict_figures import Track, Window
from gpudesk.monitor.verdict.verdict_groups import job_groups
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind, Verdict

_HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class FleetJob:
    """GPUs of one host that were evaluated together.

    Attributes:
        fewer: number of the same GPUs that would suffice; None if there is no evidence for fewer.
    """

    host: str
    verdict: Verdict
    alternatives: tuple[Alternative, ...]
    fewer: int | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its GPUs."""
        return tuple(gpu.facts.index for gpu in self.verdict.gpus)


@dataclass(frozen=True, slots=True)
class Fleet:
    """Results of a window for many hosts.

    Attributes:
        jobs: those with the most waste first.
        gpus: all that were read; `judged` those with known activity.
        idle_gpu_hours, gpu_hours: GPUs times hours of the window; the first with memory in use and nothing running.
        active: mean activity of those evaluated, over the whole window; None if there are none.
        at_target: number of evaluated GPUs at or above the target.
        free, held: GPUs that are not used, and GPUs held idle or stalled; `spare` additional GPUs that jobs do not need.
    """

    window: Window
    jobs: tuple[FleetJob, ...]
    gpus: int
    judged: int
    gpu_hours: float
    idle_gpu_hours: float
    active: float | None
    at_target: int
    free: int
    held: int
    spare: int

    @property
    def of_each(self) -> Mapping[tuple[Kind, Cause], int]:
        """GPUs of each verdict, the verdict with most GPUs first."""
        gpu_counts: Counter[tuple[Kind, Cause]] = Counter()
        for job in self.jobs:
            gpu_counts[job.verdict.kind, job.verdict.cause] += len(job.verdict.gpus)
        return dict(sorted(gpu_counts.items(), key=lambda item: (-item[1], item[0])))


def judge_fleet(tracks: Sequence[Track], window: Window, limits: Limits) -> Fleet:
    """Evaluate each job of a fleet: on each host, the GPUs of one program together.

    GPUs without memory in use are evaluated one by one, as are the GPUs of a job that do different work and partitioned GPUs:
    slices have no link to each other.
    """
    jobs = []
    for host in sorted({track.host for track in tracks}):
        there = [track for track in tracks if track.host == host]
        chosen = of_job(there, window, limits)
        split = {track.facts.parent for track in there if track.facts.parent}
        rest = [track for track in there if track not in chosen and track.facts.uuid not in split]
        for group in job_groups(chosen):
            together = _job(host, group, window, limits)
            parts = any(track.facts.parent for track in group)
            apart = (parts or together.verdict.cause in {Cause.UNEQUAL, Cause.FREE}) and len(group) > 1
            jobs += [_job(host, [track], window, limits) for track in group] if apart else [together]
        jobs += [_job(host, [track], window, limits) for track in rest]
    gpus = [gpu for job in jobs for gpu in job.verdict.gpus]
    active = [gpu.active_all for gpu in gpus if gpu.active_all is not None]
    hours = window.seconds / _HOUR_S
    return Fleet(
        window=window,
        jobs=tuple(sorted(jobs, key=lambda job: (-_wasted(job), job.host, job.numbers))),
        gpus=len(gpus),
        judged=len(active),
        gpu_hours=len(gpus) * hours,
        idle_gpu_hours=sum(gpu.idle_held or 0.0 for gpu in gpus) * hours,
        active=sum(active) / len(active) if active else None,
        at_target=sum(share >= limits["sm_target"] for share in active),
        free=sum(len(job.verdict.gpus) for job in jobs if job.verdict.cause is Cause.FREE),
        held=sum(len(job.verdict.gpus) for job in jobs if job.verdict.kind is Kind.IDLE),
        spare=sum(len(job.verdict.gpus) - job.fewer for job in jobs if job.fewer is not None),
    )


def _job(host: str, tracks: Sequence[Track], window: Window, limits: Limits) -> FleetJob:
    verdict, alternatives = verdict_on(tracks, window, limits)
    return FleetJob(host, verdict, alternatives, fewer_gpus(verdict, limits))


def _wasted(job: FleetJob) -> float:
    """GPUs' worth of time without activity; what could not be evaluated last."""
    if job.verdict.kind is Kind.CANNOT:
        return -1.0
    return sum(1.0 - gpu.active_all for gpu in job.verdict.gpus if gpu.active_all is not None)
