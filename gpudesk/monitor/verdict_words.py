"""What the verdict says in words: its title, its sentences, and what to do."""

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.monitor.verdict_evidence import mean_of, moment, say, share_of, worst_of
from gpudesk.monitor.verdict_figures import Held
from gpudesk.monitor.verdict_limits import Limits, pools
from gpudesk.monitor.verdict_terms import Cause, JobFigures, Kind, Profiled

_CONTEXT = "verdict"
_GIB = 2.0**30

_TITLES = {
    Kind.WELL: QT_TRANSLATE_NOOP("verdict", "Right size"),
    Kind.OVER: QT_TRANSLATE_NOOP("verdict", "More GPU than it uses"),
    Kind.UNDER: QT_TRANSLATE_NOOP("verdict", "Too small"),
    Kind.MEMORY: QT_TRANSLATE_NOOP("verdict", "Bound by memory rate"),
    Kind.COMPUTE: QT_TRANSLATE_NOOP("verdict", "Bound by compute"),
    Kind.PCIE: QT_TRANSLATE_NOOP("verdict", "Bound by PCIe"),
    Kind.NVLINK: QT_TRANSLATE_NOOP("verdict", "Bound by NVLink"),
    Kind.INPUT: QT_TRANSLATE_NOOP("verdict", "Waits for input"),
    Kind.IDLE: QT_TRANSLATE_NOOP("verdict", "Idle, but held"),
    Kind.CANNOT: QT_TRANSLATE_NOOP("verdict", "Cannot judge yet"),
}
_CAUSE_TITLES = {
    Cause.HELD_BACK: QT_TRANSLATE_NOOP("verdict", "Right size, held back"),
    Cause.BELOW_TARGET: QT_TRANSLATE_NOOP("verdict", "Right size, below the target"),
    Cause.OUT_OF_MEMORY: QT_TRANSLATE_NOOP("verdict", "Too small, likely out of memory"),
    Cause.HELD_DOWN: QT_TRANSLATE_NOOP("verdict", "Held down by heat or power"),
    Cause.MEDIA: QT_TRANSLATE_NOOP("verdict", "Bound by video encoding or decoding"),
    Cause.SMALL_KERNELS: QT_TRANSLATE_NOOP("verdict", "Kernels too small to fill it"),
    Cause.UNSEEN: QT_TRANSLATE_NOOP("verdict", "Waits, and nothing says for what"),
    Cause.FREE: QT_TRANSLATE_NOOP("verdict", "Not in use"),
    Cause.STALLED: QT_TRANSLATE_NOOP("verdict", "Busy, but hardly anything is done"),
    Cause.UNEQUAL: QT_TRANSLATE_NOOP("verdict", "Not one job, or shared badly"),
    Cause.POOL: QT_TRANSLATE_NOOP("verdict", "More GPU than it uses, but for memory"),
}
_SENTENCES: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "The job uses what it was given."),),
    (Kind.WELL, Cause.BELOW_TARGET): (
        QT_TRANSLATE_NOOP("verdict", "Memory suits the job; the GPU is active {busy} of the time, and {target} is the target."),
    ),
    (Kind.WELL, Cause.HELD_BACK): (QT_TRANSLATE_NOOP("verdict", "The job uses what it was given."),),
    (Kind.OVER, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Of memory {memory} at most is used, and the GPU is active less than {busy95} in 19 of 20 readings."),
    ),
    (Kind.OVER, Cause.POOL): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active less than {busy95} in 19 of 20 readings, and memory moves little data."),
        QT_TRANSLATE_NOOP("verdict", "{pool} takes memory up front: how much it needs is not seen here, so no smaller GPU is named."),
    ),
    (Kind.OVER, Cause.FREE): (QT_TRANSLATE_NOOP("verdict", "Nothing runs and no memory is held: it can be given back."),),
    (Kind.CANNOT, Cause.UNEQUAL): (
        QT_TRANSLATE_NOOP(
            "verdict", "GPU {least} is active {least_busy} of the time and GPU {most} {most_busy}: one verdict does not fit both."
        ),
    ),
    (Kind.IDLE, Cause.STALLED): (
        QT_TRANSLATE_NOOP("verdict", "Some kernel runs {any_busy} of the time at {power} of the power limit, and nothing else shows work."),
        QT_TRANSLATE_NOOP("verdict", "A collective (NCCL) that waits for a rank that has failed looks like this."),
    ),
    (Kind.UNDER, Cause.OUT_OF_MEMORY): (
        QT_TRANSLATE_NOOP("verdict", "A process that ends because it is given no more memory leaves this behind: likely, not certain."),
    ),
    (Kind.UNDER, Cause.MEMORY_FULL): (
        QT_TRANSLATE_NOOP("verdict", "Memory is {memory} full at the highest: longer requests or larger batches will not fit."),
    ),
    (Kind.UNDER, Cause.HELD_DOWN): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time, and clocks are held down on {count} of {gpus} GPUs."),
    ),
    (Kind.MEMORY, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Memory moves data {dram} of the time; about 80 % is all that it can do."),
        QT_TRANSLATE_NOOP("verdict", "More compute will not help; a higher memory rate or smaller formats will."),
    ),
    (Kind.COMPUTE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time and tensor cores {tensor}: arithmetic is the limit."),
    ),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): (
        QT_TRANSLATE_NOOP(
            "verdict",
            "{source} shows kernels running {profiled_busy} of the time, and they fill few SMs.",
        ),
    ),
    (Kind.COMPUTE, Cause.MEDIA): (
        QT_TRANSLATE_NOOP("verdict", "The video encoder or decoder is in use {media} of the time; SMs and memory say little of such work."),
    ),
    (Kind.PCIE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "PCIe is {pcie} full while the GPU is active {busy} of the time. A bigger GPU will not help."),
    ),
    (Kind.PCIE, Cause.COPIES): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows {copies} of the GPU's time spent on copies. A bigger GPU will not help."),
    ),
    (Kind.NVLINK, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "NVLink is {nvlink} full while the GPU is active {busy} of the time. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.FED): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time; the host sends {pcie_in} GB/s. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.LOADER): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows steps waiting for data {loader} of the time. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.UNSEEN): (
        QT_TRANSLATE_NOOP(
            "verdict", "The GPU is active {busy} of the time; what they wait for is not seen: requests, data, the host or other GPUs."
        ),
    ),
    (Kind.IDLE, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Memory is held and nothing runs in {idle} of the window."),),
}
_FELL_ONCE = QT_TRANSLATE_NOOP("verdict", "Memory of GPU {gpu} was {full} full at {at} and fell by {fell} GiB at once.")
_FELL_OFTEN = QT_TRANSLATE_NOOP(
    "verdict", "Memory of GPU {gpu} was full and fell at once {count} times, last at {at} from {full} by {fell} GiB."
)
_HELD_OUT = QT_TRANSLATE_NOOP("verdict", "Likely a process ran out of memory there; since then memory held out.")
_CORE = QT_TRANSLATE_NOOP("verdict", "Its busiest process takes {cores} × a processor core now: the host may set the pace.")
_HOST_FULL = QT_TRANSLATE_NOOP("verdict", "The processors of its host are busy {cpu} of the time: they may set the pace.")
_HOST_WAITS = QT_TRANSLATE_NOOP("verdict", "For {waits} of the time the processors of its host wait for storage.")
_HOST_FREE = QT_TRANSLATE_NOOP("verdict", "The processors of its host are busy {cpu} of the time only: more workers would find room.")
_BURSTS = QT_TRANSLATE_NOOP("verdict", "It works in bursts: in {pauses} of the readings it is hardly active, in nearly all others busy.")
_QUIET = QT_TRANSLATE_NOOP(
    "verdict", "For {quiet} of the window nothing ran, a minute or more at a time: that is left out of the activities."
)
_LIMIT_SET = QT_TRANSLATE_NOOP("verdict", "Its limit is {limit}; the board was built for {built}.")
_HELD_SENTENCES = {
    Held.POWER_CAP: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is at its power limit for {share} of the window."),
    Held.SOFTWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is too hot for {share} of the window."),
    Held.HARDWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is far too hot for {share} of the window."),
    Held.POWER_BRAKE: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is braked by the power supply for {share} of the window."),
}
_WAIT = QT_TRANSLATE_NOOP("verdict", "The other {others} wait for it: about {slower} of the speed.")
_LACKS = {
    "gpus": QT_TRANSLATE_NOOP("verdict", "No GPU was read."),
    "window": QT_TRANSLATE_NOOP("verdict", "The window holds {minutes} min; {least} min are needed."),
    "beginning": QT_TRANSLATE_NOOP("verdict", "{read} of {whole} min are read: {warm_up} min of warm-up, then {least} min to judge."),
    "coverage": QT_TRANSLATE_NOOP("verdict", "Of GPU {gpu} {share} % of the readings came; {least} % are needed."),
    "parts": QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is in parts (MIG), and its driver does not tell what the SMs of a part do."),
    "activity": QT_TRANSLATE_NOOP("verdict", "Nothing tells how active GPU {gpu} is."),
    "memory": QT_TRANSLATE_NOOP("verdict", "Nothing tells how much memory of GPU {gpu} is used."),
    "unified": QT_TRANSLATE_NOOP("verdict", "GPU {gpu} shares the memory of the system; its use cannot be told apart."),
}
_STEPS: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Keep it. Feed the measured memory back into Size."),),
    (Kind.WELL, Cause.BELOW_TARGET): (
        QT_TRANSLATE_NOOP("verdict", "Try a larger batch or more requests at once."),
        QT_TRANSLATE_NOOP("verdict", "Then judge once more."),
    ),
    (Kind.OVER, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Run the job on the smaller GPU or slice, and judge once more."),
        QT_TRANSLATE_NOOP("verdict", "Or give this GPU more work: a larger batch, or a second job."),
    ),
    (Kind.UNDER, Cause.OUT_OF_MEMORY): (
        QT_TRANSLATE_NOOP("verdict", "Look for “out of memory” in the log of the program at that time."),
        QT_TRANSLATE_NOOP("verdict", "If it is there, take a smaller batch, fewer requests at once, a smaller format, or the larger GPU."),
        QT_TRANSLATE_NOOP("verdict", "If the job ended as it should, judge a window that ends before."),
    ),
    (Kind.UNDER, Cause.MEMORY_FULL): (
        QT_TRANSLATE_NOOP("verdict", "See whether the program takes all memory by itself, as vLLM and JAX do: then look at its own pool."),
        QT_TRANSLATE_NOOP("verdict", "Else take a smaller batch or a smaller format, or the larger GPU."),
    ),
    (Kind.MEMORY, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Try a smaller format of weights and KV cache, or a larger batch."),
        QT_TRANSLATE_NOOP("verdict", "Else take a GPU with a higher memory rate."),
    ),
    (Kind.COMPUTE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Try a format with faster arithmetic, FP8 for example."),
        QT_TRANSLATE_NOOP("verdict", "Else more or faster GPUs make it faster."),
    ),
    (Kind.COMPUTE, Cause.MEDIA): (
        QT_TRANSLATE_NOOP("verdict", "Count encoders and decoders, not memory, when another GPU is chosen: not every GPU has any."),
    ),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): (QT_TRANSLATE_NOOP("verdict", "Try a larger batch, CUDA graphs, or fused kernels."),),
    (Kind.PCIE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "See that the link runs with all lanes at its generation."),
        QT_TRANSLATE_NOOP("verdict", "Keep weights and batches on the GPU; copy from pinned memory while it computes."),
    ),
    (Kind.NVLINK, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Share the model over fewer GPUs, or overlap communication with compute."),),
    (Kind.INPUT, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Give the loader more workers, or prepare the data beforehand."),
        QT_TRANSLATE_NOOP("verdict", "Look at the processor and the storage of the host."),
    ),
    (Kind.INPUT, Cause.FED): (
        QT_TRANSLATE_NOOP(
            "verdict", "If weights or KV cache are sent again and again, keep them on the GPU: a smaller format, or more GPUs."
        ),
        QT_TRANSLATE_NOOP("verdict", "Else give the loader more workers, or prepare the data beforehand."),
    ),
    (Kind.INPUT, Cause.UNSEEN): (
        QT_TRANSLATE_NOOP("verdict", "Measure what it waits for before anything is bought: a bigger GPU waits as long."),
    ),
    (Kind.OVER, Cause.POOL): (
        QT_TRANSLATE_NOOP("verdict", "Ask {pool} how much of its own pool is in use while requests come."),
        QT_TRANSLATE_NOOP("verdict", "Then let Size reckon what the model and that many requests need, and choose the GPU by it."),
    ),
    (Kind.OVER, Cause.FREE): (QT_TRANSLATE_NOOP("verdict", "Give it back, or put work on it."),),
    (Kind.CANNOT, Cause.UNEQUAL): (
        QT_TRANSLATE_NOOP("verdict", "If these are several jobs, judge their GPUs apart."),
        QT_TRANSLATE_NOOP("verdict", "If it is one job, share its work more evenly: the GPU that does most sets the pace."),
    ),
    (Kind.IDLE, Cause.STALLED): (
        QT_TRANSLATE_NOOP("verdict", "See whether the job goes on: the steps in its log, the requests that it answers."),
        QT_TRANSLATE_NOOP("verdict", "If it does not, find the rank that is missing or that fell behind, and start the job again."),
    ),
    (Kind.IDLE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "See who holds the memory, and whether it may be let go."),
        QT_TRANSLATE_NOOP("verdict", "For seldom requests share the GPU between services, or load the model on demand."),
    ),
    (Kind.CANNOT, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Record the steady load for {whole} min at least, and judge once more."),),
}
_COOL = QT_TRANSLATE_NOOP("verdict", "Look at the air path and the coolant of GPU {gpu}.")
_POWER = QT_TRANSLATE_NOOP("verdict", "See whether the power limit of GPU {gpu} is the one that is planned.")
_BRAKE = QT_TRANSLATE_NOOP("verdict", "Look at the power supplies of the machine of GPU {gpu}.")
_SWAP = QT_TRANSLATE_NOOP("verdict", "Swap GPU {gpu} with another and run again: the fault goes with it, or stays with the place.")
_SHARED = QT_TRANSLATE_NOOP("verdict", "In the stretches without work another job could use the GPU.")
_FEWER = QT_TRANSLATE_NOOP("verdict", "Run the job on fewer of these GPUs, or on smaller ones, and judge once more.")
_BETWEEN = (
    QT_TRANSLATE_NOOP("verdict", "See what it waits for between the bursts: the loader, the host, checkpoints or other GPUs."),
    QT_TRANSLATE_NOOP("verdict", "Then judge once more."),
)
_AGAIN = QT_TRANSLATE_NOOP("verdict", "Then judge once more; {least} min are needed at least.")


def title_of(kind: Kind, cause: Cause) -> Message:
    """What the verdict is called."""
    return say(_CAUSE_TITLES.get(cause, _TITLES[kind]))


def lacking(what: str, **values: float) -> Message:
    """Why nothing can be said."""
    return Message(_CONTEXT, _LACKS[what], values)


def _values(job: JobFigures, limits: Limits, profiled: Profiled | None) -> dict[str, Value]:
    return {
        "busy": share_of(job.activity_mean),
        "busy95": share_of(job.activity_p95),
        "target": share_of(limits["sm_target"]),
        "memory": share_of(job.memory_share),
        "dram": share_of(job.dram_mean),
        "tensor": share_of(job.tensor_mean),
        "pcie": share_of(job.pcie_share),
        "nvlink": share_of(job.nvlink_share),
        "pcie_in": round((job.pcie_in_p50 or 0.0) / 1e9, 1),
        "idle": share_of(job.idle_held),
        "least": job.gpus[job.least].facts.index,
        "most": job.gpus[job.most].facts.index,
        "least_busy": share_of(mean_of(job.gpus[job.least])),
        "most_busy": share_of(mean_of(job.gpus[job.most])),
        "media": share_of(job.media),
        "any_busy": share_of(job.busy_mean),
        "power": share_of(job.power_share),
        "pool": pools()[job.pool].title if job.pool else "",
        "count": len(job.held_back),
        "gpus": len(job.gpus),
        "source": "" if profiled is None else profiled.source,
        "profiled_busy": share_of(None if profiled is None else profiled.busy),
        "copies": share_of(None if profiled is None else profiled.copies),
        "loader": share_of(None if profiled is None else profiled.loader_wait),
    }


def _only(text: str, values: dict[str, Value]) -> Message:
    """A text with those values that it names."""
    return Message(_CONTEXT, text, {name: value for name, value in values.items() if f"{{{name}}}" in text})


def _of_host(job: JobFigures, limits: Limits) -> list[Message]:
    """What the host has to do with it that a GPU waits."""
    found = []
    if job.host_wait is not None and job.host_wait >= limits["host_waits"]:
        found.append(say(_HOST_WAITS, waits=share_of(job.host_wait)))
    if job.host_cpu is not None and job.host_cpu >= limits["host_busy"]:
        found.append(say(_HOST_FULL, cpu=share_of(job.host_cpu)))
    elif job.host_cpu is not None and job.host_cpu < limits["host_free"] and not found:
        found.append(say(_HOST_FREE, cpu=share_of(job.host_cpu)))
    return found


def _of_falls(job: JobFigures) -> list[Message]:
    """Where memory was full and fell at once."""
    if job.fallen is None:
        return []
    gpu = job.gpus[job.fallen]
    count, last = len(gpu.memory_falls), gpu.memory_falls[-1]
    values: dict[str, Value] = {
        "gpu": gpu.facts.index,
        "full": share_of(last.share),
        "at": moment(last.at_s),
        "fell": round(last.fell_bytes / _GIB, 1),
        "count": count,
    }
    return [_only(_FELL_ONCE if count == 1 else _FELL_OFTEN, values)]


def in_bursts(cause: Cause, job: JobFigures, limits: Limits) -> bool:
    """Whether the job waits between bursts of full work: a larger batch would not fill the pauses."""
    return cause in {Cause.BELOW_TARGET, Cause.UNSEEN} and job.pauses >= limits["pauses"]


def sentences_of(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Message, ...]:
    """What the verdict means. GPUs that are held down are always named, the worst first."""
    values = _values(job, limits, profiled)
    found = [_only(text, values) for text in _SENTENCES[kind, cause]]
    if cause is Cause.OUT_OF_MEMORY:
        found = [*_of_falls(job), *found]
    if kind is Kind.IDLE or cause in {Cause.FREE, Cause.UNEQUAL}:
        return tuple(found)
    if job.fallen is not None and not job.short and not job.pool:
        found += [*_of_falls(job), say(_HELD_OUT)]
    bursts = in_bursts(cause, job, limits)
    if bursts:
        found.append(say(_BURSTS, pauses=share_of(job.pauses)))
    if (kind is Kind.INPUT or bursts) and job.core is not None and job.core >= limits["core_busy"]:
        found.append(say(_CORE, cores=round(job.core, 1)))
    if kind is Kind.INPUT or bursts:
        found += _of_host(job, limits)
    if job.quiet >= limits["quiet_most"]:
        found.append(say(_QUIET, quiet=share_of(job.quiet)))
    worst = sorted(job.held_back, key=lambda at: -job.gpus[at].held_share)
    for at in worst[:2]:
        gpu = job.gpus[at]
        found.append(say(_HELD_SENTENCES[worst_of(gpu)], gpu=gpu.facts.index, share=share_of(gpu.held_share)))
        built_w, limit_w = gpu.facts.power_default_w, gpu.power_limit_w
        if worst_of(gpu) is Held.POWER_CAP and built_w is not None and limit_w is not None:
            found.append(say(_LIMIT_SET, limit=Quantity(round(limit_w), "W"), built=Quantity(round(built_w), "W")))
    if worst and job.slower is not None and job.slower >= 0.005:
        found.append(say(_WAIT, others=len(job.gpus) - len(worst), slower=share_of(job.slower)))
    return tuple(found)


def _pool(job: JobFigures | None) -> str:
    return "" if job is None or not job.pool else pools()[job.pool].title


def steps_of(kind: Kind, cause: Cause, job: JobFigures | None, limits: Limits) -> tuple[Message, ...]:
    """What to do, in order."""
    least = round(limits["window_least_s"] / 60, 1)
    texts = _STEPS.get((kind, cause)) or _STEPS.get((kind, Cause.NONE), ())
    if (kind, cause) == (Kind.OVER, Cause.NONE) and job is not None and len(job.gpus) > 1:
        texts = (_FEWER, *texts[1:])
    if cause is Cause.BELOW_TARGET and job is not None and in_bursts(cause, job, limits):
        texts = _BETWEEN
    # What is left out as warm-up has to be recorded too.
    whole = round((limits["window_least_s"] + limits["warm_up_s"]) / 60, 1)
    values: dict[str, Value] = {"whole": whole, "least": least, "pool": _pool(job)}
    found = [_only(text, values) for text in texts] if cause not in {Cause.HELD_BACK, Cause.HELD_DOWN} else []
    if job is None or kind is Kind.IDLE or cause in {Cause.FREE, Cause.UNEQUAL}:
        return tuple(found)
    if job.quiet >= limits["quiet_most"]:
        found.append(say(_SHARED))
    if not job.held_back:
        return tuple(found)
    worst = max(job.held_back, key=lambda at: job.gpus[at].held_share)
    gpu = job.gpus[worst]
    reason = worst_of(gpu)
    mend = {Held.POWER_CAP: _POWER, Held.POWER_BRAKE: _BRAKE}.get(reason, _COOL)
    found.append(say(mend, gpu=gpu.facts.index))
    if cause is Cause.HELD_BACK:
        if len(job.gpus) > 1 and mend is _COOL:
            found.append(say(_SWAP, gpu=gpu.facts.index))
        found.append(say(_AGAIN, least=least))
    return tuple(found)
