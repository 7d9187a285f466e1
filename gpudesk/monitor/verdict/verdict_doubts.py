"""Why a verdict is not surer."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.monitor.verdict.verdict_evidence import say, share_of
from gpudesk.monitor.verdict.verdict_figures import Window
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_terms import Cause, JobFigures, Kind

_POOLED = 0.8
"""Programs with a memory pool take 80 to 95 % unless configured otherwise."""

_DOUBTS = {
    "coarse": QT_TRANSLATE_NOOP("verdict", "The GPU reports only whether any kernel is running, not how much of the GPU is used."),
    "coverage": QT_TRANSLATE_NOOP("verdict", "Only {share} of the readings were received."),
    "window": QT_TRANSLATE_NOOP("verdict", "The window covers {minutes} min; {least} min would be more reliable."),
    "sampled": QT_TRANSLATE_NOOP("verdict", "The throttled time is derived from samples, not from counters."),
    "no_held": QT_TRANSLATE_NOOP("verdict", "Clock throttling is not reported."),
    "ended": QT_TRANSLATE_NOOP(
        "verdict", "A job that ends normally while its memory is full, or that releases memory, looks the same; check its log."
    ),
    "once": QT_TRANSLATE_NOOP("verdict", "It was observed only once."),
    "pool": QT_TRANSLATE_NOOP("verdict", "A program that allocates memory up front looks the same."),
    "rising": QT_TRANSLATE_NOOP(
        "verdict",
        ("Memory use of GPU {gpu} is still growing at the end of the window, by {share} of its memory: it may not have reached its peak."),
    ),
    "busy": QT_TRANSLATE_NOOP("verdict", "A waiting kernel also counts as busy."),
    "taken": QT_TRANSLATE_NOOP("verdict", "Memory allocated up front does not show how much is required."),
    "unseen": QT_TRANSLATE_NOOP("verdict", "The cause of the waits was not measured; a profile of the job would show it."),
    "no_dram": QT_TRANSLATE_NOOP("verdict", "The GPU does not report its memory activity."),
}


def doubts_of(kind: Kind, cause: Cause, job: JobFigures, window: Window, limits: Limits) -> tuple[Message, ...]:
    """Why the verdict is not surer, and so what would change it."""
    doubts = []
    of_memory = cause in {Cause.MEMORY_FULL, Cause.OUT_OF_MEMORY}
    if job.coarse and (kind is not Kind.IDLE or cause is Cause.STALLED) and cause is not Cause.OUT_OF_MEMORY:
        doubts.append(say(_DOUBTS["coarse"]))
    if job.coverage < limits["coverage_good"]:
        doubts.append(say(_DOUBTS["coverage"], share=share_of(job.coverage)))
    if window.seconds < limits["window_good_s"]:
        minutes, least = round(window.seconds / 60, 1), round(limits["window_good_s"] / 60, 1)
        doubts.append(say(_DOUBTS["window"], minutes=minutes, least=least))
    if kind in {Kind.WELL, Kind.UNDER} and not of_memory:
        if any(not gpu.held for gpu in job.gpus):
            doubts.append(say(_DOUBTS["no_held"]))
        elif any(not gpu.held_counted for gpu in job.gpus):
            doubts.append(say(_DOUBTS["sampled"]))
    if job.coarse and (kind is Kind.WELL or cause is Cause.STALLED):
        doubts.append(say(_DOUBTS["busy"]))
    rising = max(job.gpus, key=lambda gpu: gpu.memory_rise)
    if rising.memory_rise > limits["memory_rise"] and not of_memory and kind is not Kind.CANNOT:
        doubts.append(say(_DOUBTS["rising"], gpu=rising.facts.index, share=share_of(rising.memory_rise)))
    if job.pool and kind in {Kind.OVER, Kind.WELL}:
        doubts.append(say(_DOUBTS["taken"]))
    if cause is Cause.OUT_OF_MEMORY:
        doubts.append(say(_DOUBTS["ended"]))
        if job.fallen is not None and len(job.gpus[job.fallen].memory_falls) == 1:
            doubts.append(say(_DOUBTS["once"]))
    if (
        cause is Cause.MEMORY_FULL
        or (cause is Cause.OUT_OF_MEMORY and job.pool)
        or (cause is Cause.UNSEEN and not job.pool and job.memory_share >= _POOLED)
    ):
        doubts.append(say(_DOUBTS["pool"]))
    if cause is Cause.UNSEEN:
        doubts.append(say(_DOUBTS["unseen"]))
    if kind in {Kind.OVER, Kind.COMPUTE, Kind.INPUT} and job.dram_mean is None:
        doubts.append(say(_DOUBTS["no_dram"]))
    return tuple(doubts)
