"""The verdict on the size of the GPUs of a job: result of a window of readings, reasons, confidence and next steps.

The rules use the table of thresholds (`resources/monitor/verdict.yaml`); the first that applies wins: too few readings; no
activity; out of memory; idle with memory in use; busy with little work done; GPUs of several jobs; memory full; SMs full and clocks
throttled; waits shown by a profile; link full; starved by the host; more GPU than is used; DRAM busy; unexplained waits; throttled;
tensor cores busy; well sized. The rules use means, not medians: a job that works two seconds of three is not busy all the time.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import median

import numpy as np

from gpudesk.core.messages.message import Message
from gpudesk.monitor.readings.reading import Lack
from gpudesk.monitor.verdict.verdict_doubts import doubts_of
from gpudesk.monitor.verdict.verdict_evidence import evidence_of
from gpudesk.monitor.verdict.verdict_falls import ends_full
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Track, Window, figures_of
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_terms import Cause, JobFigures, Kind, Profiled, Trust, Verdict
from gpudesk.monitor.verdict.verdict_wording import lacking, sentences_of, steps_of, title_of

_MEASUREMENTS: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (),
    (Kind.WELL, Cause.BELOW_TARGET): ("trace", "loader"),
    (Kind.WELL, Cause.HELD_BACK): ("clocks", "longer"),
    (Kind.OVER, Cause.NONE): ("again",),
    (Kind.OVER, Cause.POOL): ("pool",),
    (Kind.OVER, Cause.FREE): (),
    (Kind.CANNOT, Cause.UNEQUAL): ("apart", "trace"),
    (Kind.IDLE, Cause.STALLED): ("ranks", "collectives"),
    (Kind.UNDER, Cause.OUT_OF_MEMORY): ("refused", "again"),
    (Kind.UNDER, Cause.MEMORY_FULL): ("again",),
    (Kind.UNDER, Cause.HELD_DOWN): ("clocks",),
    (Kind.MEMORY, Cause.NONE): ("kernels",),
    (Kind.COMPUTE, Cause.NONE): ("kernels",),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): ("kernels", "trace"),
    (Kind.COMPUTE, Cause.MEDIA): ("media",),
    (Kind.PCIE, Cause.NONE): ("trace",),
    (Kind.PCIE, Cause.COPIES): ("trace",),
    (Kind.NVLINK, Cause.NONE): ("trace",),
    (Kind.INPUT, Cause.FED): ("trace", "loader"),
    (Kind.INPUT, Cause.LOADER): ("loader",),
    (Kind.INPUT, Cause.UNSEEN): ("trace", "loader"),
    (Kind.IDLE, Cause.NONE): ("holders",),
}


def steady(tracks: Sequence[Track], limits: Limits, *, from_s: float | None = None, until_s: float | None = None) -> tuple[Window, float]:
    """The window to evaluate, and the time left out before it: the window as marked, else everything after the warm-up."""
    leads = [series for track in tracks for series in track.series.values() if len(series.times_s)]
    first = min((float(series.times_s[0]) for series in leads), default=0.0)
    last = max((float(series.times_s[-1]) for series in leads), default=0.0)
    until = last if until_s is None else min(until_s, last)
    if from_s is not None:
        return Window(max(from_s, first), until), 0.0
    warm_up_s = limits["warm_up_s"]
    # Where hardly more than the warm-up is there, all of it is looked at: the window is then too short, and that is said.
    if until - first <= warm_up_s:
        return Window(first, until, 0.0), 0.0
    return Window(first + warm_up_s, until, warm_up_s), warm_up_s


def judge(tracks: Sequence[Track], window: Window, limits: Limits, *, warm_up_s: float = 0.0, profiled: Profiled | None = None) -> Verdict:
    """The verdict on the GPUs of one job, taken together."""
    gpus = tuple(figures_of(track, window, limits) for track in tracks)
    why = _why_not(gpus, window, limits)
    if why:
        first = "longer"
        if any(_no_activity(gpu) and gpu.facts.mig for gpu in gpus):
            first = "parts"
        return Verdict(
            kind=Kind.CANNOT,
            cause=Cause.NONE,
            trust=Trust.LOW,
            window=window,
            warm_up_s=warm_up_s,
            title=title_of(Kind.CANNOT, Cause.NONE),
            sentences=tuple(why),
            evidence=(),
            doubts=(),
            steps=steps_of(Kind.CANNOT, Cause.NONE, None, limits),
            measurements=(first,),
            gpus=gpus,
            profiled=profiled,
        )
    job = together(gpus, limits, window)
    kind, cause = _decided(job, limits, profiled)
    doubts = doubts_of(kind, cause, job, window, limits)
    return Verdict(
        kind=kind,
        cause=cause,
        trust=_trust(cause, len(doubts)),
        window=window,
        warm_up_s=warm_up_s,
        title=title_of(kind, cause),
        sentences=sentences_of(kind, cause, job, limits, profiled),
        evidence=evidence_of(kind, cause, job, limits, profiled),
        doubts=doubts,
        steps=steps_of(kind, cause, job, limits),
        measurements=_MEASUREMENTS[kind, cause],
        gpus=gpus,
        job=job,
        profiled=profiled,
    )


def _trust(cause: Cause, doubts: int) -> Trust:
    """None is high, one medium, two low. Without a profile, the reason why a GPU waits is a guess."""
    return Trust.LOW if cause is Cause.UNSEEN else (Trust.HIGH, Trust.MEDIUM, Trust.LOW)[min(2, doubts)]


def _no_activity(gpu: GpuFigures) -> bool:
    return gpu.activity is None or (gpu.coarse and bool(gpu.facts.mig or gpu.facts.parent))


def _why_not(gpus: Sequence[GpuFigures], window: Window, limits: Limits) -> list[Message]:
    """All reasons why no verdict is possible."""
    messages = []
    if not gpus:
        messages.append(lacking("gpus"))
    if gpus and window.seconds < limits["window_least_s"]:
        messages.append(_too_short(window, limits))
    # The same reason of eight GPUs is one reason: it is reported for the GPU with the fewest samples.
    reported: set[str] = set()
    for gpu in sorted(gpus, key=lambda figures: figures.coverage):
        what = _lack(gpu, limits)
        if what and what not in reported and not (what == "coverage" and messages):
            reported.add(what)
            shares = {"share": _cut(gpu.coverage), "least": _cut(limits["coverage_least"])} if what == "coverage" else {}
            messages.append(lacking(what, gpu=gpu.facts.index, **shares))
    return messages


def _lack(gpu: GpuFigures, limits: Limits) -> str:
    """Why one GPU cannot be evaluated, "" if it can."""
    if _no_activity(gpu):
        return "parts" if gpu.facts.mig or gpu.facts.parent else "activity"
    if gpu.memory_share is None:
        return "unified" if Lack.UNIFIED in gpu.facts.lacks.values() else "memory"
    return "coverage" if gpu.coverage < limits["coverage_least"] else ""


def _cut(share: float) -> float:
    """Per cent, cut and not rounded: 89.96 % is not the 90 % that would do."""
    return math.floor(share * 1000 + 1e-9) / 10


def _too_short(window: Window, limits: Limits) -> Message:
    """Time available and time required. Warm-up left out later counts from the start, so the number only grows."""
    least, left_out = limits["window_least_s"], limits["warm_up_s"]
    if window.left_out_s is None or not left_out:
        return lacking("window", minutes=_minutes(window.seconds), least=_minutes(least))
    read = _minutes(window.seconds + window.left_out_s)
    return lacking("beginning", read=read, whole=_minutes(least + left_out), warm_up=_minutes(left_out), least=_minutes(least))


def _minutes(seconds: float) -> float:
    return round(seconds / 60, 1)


def together(gpus: Sequence[GpuFigures], limits: Limits, window: Window) -> JobFigures:
    """The figures of GPUs that do one job."""
    activity = [gpu.activity for gpu in gpus if gpu.activity is not None]
    dram = [gpu.dram for gpu in gpus if gpu.dram is not None]
    tensor = [gpu.tensor for gpu in gpus if gpu.tensor is not None]
    pcie_in = [gpu.links["pcie_in"].p50 for gpu in gpus if "pcie_in" in gpu.links]
    means = [gpu.activity.mean if gpu.activity is not None else 0.0 for gpu in gpus]
    held_back = tuple(at for at, gpu in enumerate(gpus) if gpu.held_share > limits["held_most"])
    pool = next((gpu.pool for gpu in gpus if gpu.pool), "")
    # A program that fills memory by itself is full as intended, and its end leaves one such fall.
    least_falls = 2 if pool else 1
    short = [
        at
        for at, gpu in enumerate(gpus)
        if len(gpu.memory_falls) >= least_falls and ends_full(gpu.memory_falls, window.until_s, window.seconds)
    ]
    # One that held out later says nothing of another on which memory ran out to the end.
    fallen = max(short or range(len(gpus)), key=lambda at: len(gpus[at].memory_falls))
    return JobFigures(
        gpus=tuple(gpus),
        memory_share=max(gpu.memory_share or 0.0 for gpu in gpus),
        memory_peak=max(gpu.memory.peak for gpu in gpus if gpu.memory is not None),
        activity_mean=median(spread.mean for spread in activity),
        activity_p95=max(spread.p95 for spread in activity),
        busy_mean=min((gpu.busy.mean for gpu in gpus if gpu.busy is not None), default=None),
        media=_largest(gpu.media for gpu in gpus),
        core=_largest(gpu.core for gpu in gpus),
        host_cpu=_largest(gpu.host_cpu for gpu in gpus),
        host_wait=_largest(gpu.host_wait for gpu in gpus),
        least=int(np.argmin(means)),
        most=int(np.argmax(means)),
        quiet=min(gpu.quiet for gpu in gpus),
        pauses=min(gpu.pauses for gpu in gpus),
        power_share=_largest(gpu.power_share for gpu in gpus),
        pool=pool,
        coarse=any(gpu.coarse for gpu in gpus),
        dram_mean=median(spread.mean for spread in dram) if dram else None,
        dram_p95=max(spread.p95 for spread in dram) if dram else None,
        tensor_mean=median(spread.mean for spread in tensor) if tensor else None,
        pcie_share=_largest(gpu.link_share("pcie") for gpu in gpus),
        nvlink_share=_largest(gpu.link_share("nvlink") for gpu in gpus),
        pcie_in_p50=max(pcie_in) if pcie_in else None,
        idle_held=min(gpu.idle_held or 0.0 for gpu in gpus),
        fallen=fallen if gpus[fallen].memory_falls else None,
        short=bool(short),
        held_back=held_back,
        slower=_slower(gpus, held_back),
        coverage=min(gpu.coverage for gpu in gpus),
    )


def _largest(shares: Iterable[float | None]) -> float | None:
    known = [share for share in shares if share is not None]
    return max(known) if known else None


def _slower(gpus: Sequence[GpuFigures], held_back: Sequence[int]) -> float | None:
    """How far the clocks of the slowest throttled GPU are below the others: if all wait for one, about the loss of the job."""
    clocks = [gpu.sm_clock_mhz.mean if gpu.sm_clock_mhz is not None else None for gpu in gpus]
    slow = [clock for at in held_back if (clock := clocks[at]) is not None]
    others = [clock for at, clock in enumerate(clocks) if at not in held_back and clock is not None]
    if not slow or not others:
        return None
    return max(0.0, 1.0 - min(slow) / median(others))


def _decided(job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Kind, Cause]:
    """The first rule that holds."""
    if job.memory_peak < limits["idle_memory_gib"] and job.activity_p95 < limits["idle_busy"]:
        return Kind.OVER, Cause.FREE
    if job.short:
        return Kind.UNDER, Cause.OUT_OF_MEMORY
    if job.media is not None and job.media >= limits["media_busy"]:
        return Kind.COMPUTE, Cause.MEDIA
    if job.idle_held >= limits["idle_held"]:
        return Kind.IDLE, Cause.NONE
    if _stalled(job, limits):
        return Kind.IDLE, Cause.STALLED
    if _spread_over(job) > limits["unequal"]:
        return Kind.CANNOT, Cause.UNEQUAL
    if job.memory_share > limits["memory_full"] and not job.pool:
        return Kind.UNDER, Cause.MEMORY_FULL
    busy = job.activity_mean
    if busy >= limits["sm_target"] and 2 * len(job.held_back) > len(job.gpus):
        return Kind.UNDER, Cause.HELD_DOWN
    waits = _waits(job, limits, profiled)
    if waits is not None:
        return waits
    idles = job.activity_p95 < limits["sm_ineffective"] and (job.dram_p95 is None or job.dram_p95 < limits["dram_low"])
    if idles and job.pool:
        return Kind.OVER, Cause.POOL
    if idles and job.memory_share < limits["memory_low"]:
        return Kind.OVER, Cause.NONE
    if job.dram_mean is not None and job.dram_mean >= limits["dram_bound"]:
        return Kind.MEMORY, Cause.NONE
    if busy < limits["sm_ineffective"]:
        if profiled is not None and profiled.busy is not None and profiled.busy >= limits["sm_target"]:
            return Kind.COMPUTE, Cause.SMALL_KERNELS
        return Kind.INPUT, Cause.UNSEEN
    if job.held_back:
        return Kind.WELL, Cause.HELD_BACK
    if busy >= limits["sm_target"] and job.tensor_mean is not None and job.tensor_mean >= limits["tensor_bound"]:
        return Kind.COMPUTE, Cause.NONE
    return Kind.WELL, Cause.NONE if busy >= limits["sm_target"] else Cause.BELOW_TARGET


def _spread_over(job: JobFigures) -> float:
    """By how much the GPU that is active most is so above the one that is least."""
    least, most = job.gpus[job.least].activity, job.gpus[job.most].activity
    return most.mean - least.mean if least is not None and most is not None else 0.0


def _stalled(job: JobFigures, limits: Limits) -> bool:
    """Whether kernels run all the time on every GPU, and nothing else shows work: no SMs, no memory traffic, no tensor cores, no power."""
    if job.busy_mean is None or job.busy_mean < limits["stalled_busy"]:
        return False
    if job.power_share is None or job.power_share > limits["stalled_power"]:
        return False
    quiet = [share < limits["idle_busy"] for share in (job.dram_p95, job.tensor_mean) if share is not None]
    links = [share < limits["idle_busy"] for share in (job.pcie_share, job.nvlink_share) if share is not None]
    return all(quiet) and all(links) and (job.coarse or job.activity_p95 < limits["sm_starved"])


def _waits(job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Kind, Cause] | None:
    """What the GPU waits for, if known."""
    if job.activity_mean < limits["sm_target"] and profiled is not None:
        if profiled.loader_wait is not None and profiled.loader_wait >= limits["loader_wait"]:
            return Kind.INPUT, Cause.LOADER
        if profiled.copies is not None and profiled.copies >= limits["copies_bound"]:
            return Kind.PCIE, Cause.COPIES
    if job.activity_mean < limits["sm_ineffective"]:
        if job.pcie_share is not None and job.pcie_share > limits["link_full"]:
            return Kind.PCIE, Cause.NONE
        if job.nvlink_share is not None and job.nvlink_share > limits["link_full"]:
            return Kind.NVLINK, Cause.NONE
    fed = job.pcie_in_p50 or 0.0
    if job.activity_mean < limits["sm_starved"] and fed >= limits["input_gb_per_s"]:
        return Kind.INPUT, Cause.FED
    # A link that is half as full as a full one is no small matter either where more than half of the SMs wait.
    rate = max((gpu.pcie_per_s for gpu in job.gpus if gpu.pcie_per_s is not None), default=None)
    half = job.activity_mean < limits["sm_ineffective"] and rate is not None and fed >= rate * limits["link_full"] / 2
    return (Kind.INPUT, Cause.FED) if half else None


def of_job(tracks: Sequence[Track], window: Window, limits: Limits) -> list[Track]:
    """The GPUs on which a job holds memory; all if it holds none. A partitioned GPU is represented by its slices."""
    split = {track.facts.parent for track in tracks if track.facts.parent}
    whole = [track for track in tracks if track.facts.uuid not in split]
    holding = []
    for track in whole:
        used = track.series.get("memory_used_bytes")
        there = None if used is None else used.within(window.from_s, window.until_s).values
        if there is not None and len(there) and np.nanmax(there, initial=0.0) >= limits["idle_memory_gib"]:
            holding.append(track)
    return holding or whole
