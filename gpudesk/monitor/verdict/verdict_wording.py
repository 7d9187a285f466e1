"""The text of the verdict: its title, its sentences and the next steps."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.monitor.verdict.verdict_evidence import mean_of, moment, say, share_of, worst_of
from gpudesk.monitor.verdict.verdict_figures import Held
from gpudesk.monitor.verdict.verdict_limits import Limits, pools
from gpudesk.monitor.verdict.verdict_terms import Cause, JobFigures, Kind, Profiled

_CONTEXT = "verdict"
_GIB = 2.0**30

_TITLES = {
    Kind.WELL: QT_TRANSLATE_NOOP("verdict", "Right size"),
    Kind.OVER: QT_TRANSLATE_NOOP("verdict", "Larger GPU than required"),
    Kind.UNDER: QT_TRANSLATE_NOOP("verdict", "Too small"),
    Kind.MEMORY: QT_TRANSLATE_NOOP("verdict", "Memory-bandwidth-bound"),
    Kind.COMPUTE: QT_TRANSLATE_NOOP("verdict", "Compute-bound"),
    Kind.PCIE: QT_TRANSLATE_NOOP("verdict", "PCIe-bound"),
    Kind.NVLINK: QT_TRANSLATE_NOOP("verdict", "NVLink-bound"),
    Kind.INPUT: QT_TRANSLATE_NOOP("verdict", "Waiting for input"),
    Kind.IDLE: QT_TRANSLATE_NOOP("verdict", "Idle, but allocated"),
    Kind.CANNOT: QT_TRANSLATE_NOOP("verdict", "Not enough data yet"),
}
_CAUSE_TITLES = {
    Cause.HELD_BACK: QT_TRANSLATE_NOOP("verdict", "Right size, throttled"),
    Cause.BELOW_TARGET: QT_TRANSLATE_NOOP("verdict", "Right size, below the target"),
    Cause.OUT_OF_MEMORY: QT_TRANSLATE_NOOP("verdict", "Too small, likely out of memory"),
    Cause.HELD_DOWN: QT_TRANSLATE_NOOP("verdict", "Throttled by heat or power"),
    Cause.MEDIA: QT_TRANSLATE_NOOP("verdict", "Bound by video encoding or decoding"),
    Cause.SMALL_KERNELS: QT_TRANSLATE_NOOP("verdict", "Kernels too small to fill it"),
    Cause.UNSEEN: QT_TRANSLATE_NOOP("verdict", "Waiting, cause unknown"),
    Cause.FREE: QT_TRANSLATE_NOOP("verdict", "Not in use"),
    Cause.STALLED: QT_TRANSLATE_NOOP("verdict", "Busy, but hardly any work done"),
    Cause.UNEQUAL: QT_TRANSLATE_NOOP("verdict", "Not one job, or unevenly distributed"),
    Cause.POOL: QT_TRANSLATE_NOOP("verdict", "Larger GPU than required, except for memory"),
}
_SENTENCES: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "The job uses its GPU well."),),
    (Kind.WELL, Cause.BELOW_TARGET): (
        QT_TRANSLATE_NOOP("verdict", "Memory fits the job; the GPU is active {busy} of the time, the target is {target}."),
    ),
    (Kind.WELL, Cause.HELD_BACK): (QT_TRANSLATE_NOOP("verdict", "The job uses its GPU well."),),
    (Kind.OVER, Cause.NONE): (
        QT_TRANSLATE_NOOP(
            "verdict", "At most {memory} of the memory is used, and the GPU is active less than {busy95} in 19 of 20 readings."
        ),
    ),
    (Kind.OVER, Cause.POOL): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active less than {busy95} in 19 of 20 readings, and memory transfers little data."),
        QT_TRANSLATE_NOOP(
            "verdict", "{pool} allocates memory up front: the required amount is not visible here, so no smaller GPU is suggested."
        ),
    ),
    (Kind.OVER, Cause.FREE): (QT_TRANSLATE_NOOP("verdict", "Nothing is running and no memory is held: it can be released."),),
    (Kind.CANNOT, Cause.UNEQUAL): (
        QT_TRANSLATE_NOOP(
            "verdict", "GPU {least} is active {least_busy} of the time and GPU {most} {most_busy}: one verdict cannot cover both."
        ),
    ),
    (Kind.IDLE, Cause.STALLED): (
        QT_TRANSLATE_NOOP("verdict", "A kernel runs {any_busy} of the time at {power} of the power limit, with no other sign of work."),
        QT_TRANSLATE_NOOP("verdict", "An NCCL collective that waits for a failed rank looks the same."),
    ),
    (Kind.UNDER, Cause.OUT_OF_MEMORY): (
        QT_TRANSLATE_NOOP(
            "verdict", "A process that fails to allocate memory and exits leaves this trace: a likely cause, not a certain one."
        ),
    ),
    (Kind.UNDER, Cause.MEMORY_FULL): (
        QT_TRANSLATE_NOOP("verdict", "Memory is {memory} full at its peak: longer requests or larger batches will not fit."),
    ),
    (Kind.UNDER, Cause.HELD_DOWN): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time, and clocks are throttled on {count} of {gpus} GPUs."),
    ),
    (Kind.MEMORY, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Memory transfers data {dram} of the time; about 80 % is the practical maximum."),
        QT_TRANSLATE_NOOP("verdict", "More compute does not help; higher memory bandwidth or smaller formats do."),
    ),
    (Kind.COMPUTE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time and tensor cores {tensor}: compute is the limit."),
    ),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): (
        QT_TRANSLATE_NOOP(
            "verdict",
            "{source} shows kernels running {profiled_busy} of the time, but they fill few SMs.",
        ),
    ),
    (Kind.COMPUTE, Cause.MEDIA): (
        QT_TRANSLATE_NOOP(
            "verdict", "The video encoder or decoder is in use {media} of the time; SM and memory figures say little about such work."
        ),
    ),
    (Kind.PCIE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "PCIe utilization is {pcie} while the GPU is active {busy} of the time. A larger GPU does not help."),
    ),
    (Kind.PCIE, Cause.COPIES): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows {copies} of the GPU time spent on copies. A larger GPU does not help."),
    ),
    (Kind.NVLINK, Cause.NONE): (
        QT_TRANSLATE_NOOP(
            "verdict", "NVLink utilization is {nvlink} while the GPU is active {busy} of the time. A larger GPU does not help."
        ),
    ),
    (Kind.INPUT, Cause.FED): (
        QT_TRANSLATE_NOOP("verdict", "The GPU is active {busy} of the time; the host sends {pcie_in} GB/s. A larger GPU does not help."),
    ),
    (Kind.INPUT, Cause.LOADER): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows steps waiting for data {loader} of the time. A larger GPU does not help."),
    ),
    (Kind.INPUT, Cause.UNSEEN): (
        QT_TRANSLATE_NOOP(
            "verdict",
            "The GPU is active {busy} of the time; the cause of the waits is not visible: requests, data, the host or other GPUs.",
        ),
    ),
    (Kind.IDLE, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Memory is held but nothing is running for {idle} of the window."),),
}
_FELL_ONCE = QT_TRANSLATE_NOOP("verdict", "Memory of GPU {gpu} was {full} full at {at} and its usage suddenly dropped by {fell} GiB.")
_FELL_OFTEN = QT_TRANSLATE_NOOP(
    "verdict",
    ("Memory of GPU {gpu} was full and its usage suddenly dropped {count} {count|time|times}, last at {at} by {fell} GiB from {full}."),
)
_HELD_OUT = QT_TRANSLATE_NOOP("verdict", "A process likely ran out of memory at that point; memory has been sufficient since.")
_CORE = QT_TRANSLATE_NOOP("verdict", "Its busiest process now uses {cores} CPU {cores|core|cores}: the host may be the bottleneck.")
_HOST_FULL = QT_TRANSLATE_NOOP("verdict", "The CPUs of its host are busy {cpu} of the time: they may be the bottleneck.")
_HOST_WAITS = QT_TRANSLATE_NOOP("verdict", "The CPUs of its host wait for storage {waits} of the time.")
_HOST_FREE = QT_TRANSLATE_NOOP("verdict", "The CPUs of its host are busy only {cpu} of the time: there is capacity for more workers.")
_BURSTS = QT_TRANSLATE_NOOP("verdict", "It works in bursts: hardly active in {pauses} of the readings, busy in nearly all others.")
_QUIET = QT_TRANSLATE_NOOP(
    "verdict", "Nothing was running for {quiet} of the window, a minute or more at a time: these periods are excluded from the activity."
)
_LIMIT_SET = QT_TRANSLATE_NOOP("verdict", "Its limit is {limit}; the GPU is rated for {built}.")
_HELD_SENTENCES = {
    Held.POWER_CAP: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is at its power limit for {share} of the window."),
    Held.SOFTWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is overheated for {share} of the window."),
    Held.HARDWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is severely overheated for {share} of the window."),
    Held.POWER_BRAKE: QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is limited by the power brake for {share} of the window."),
}
_WAIT = QT_TRANSLATE_NOOP("verdict", "The other {others} wait for it, which reduces the speed by about {slower}.")
_LACKS = {
    "gpus": QT_TRANSLATE_NOOP("verdict", "No GPU data was read."),
    "window": QT_TRANSLATE_NOOP("verdict", "The window covers {minutes} min; {least} min are required."),
    "beginning": QT_TRANSLATE_NOOP("verdict", "{read} of {whole} min read: {warm_up} min of warm-up, then {least} min to evaluate."),
    "coverage": QT_TRANSLATE_NOOP("verdict", "{share} % of the readings of GPU {gpu} were received; {least} % are required."),
    "parts": QT_TRANSLATE_NOOP("verdict", "GPU {gpu} is partitioned (MIG), and its driver does not report SM activity per partition."),
    "activity": QT_TRANSLATE_NOOP("verdict", "The activity of GPU {gpu} is not reported."),
    "memory": QT_TRANSLATE_NOOP("verdict", "The memory use of GPU {gpu} is not reported."),
    "unified": QT_TRANSLATE_NOOP("verdict", "GPU {gpu} shares the system memory; its usage cannot be separated."),
}
_STEPS: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Keep it. Save the measured memory for Size."),),
    (Kind.WELL, Cause.BELOW_TARGET): (
        QT_TRANSLATE_NOOP("verdict", "Try a larger batch or more concurrent requests."),
        QT_TRANSLATE_NOOP("verdict", "Then evaluate again."),
    ),
    (Kind.OVER, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Run the job on the smaller GPU or slice, and evaluate again."),
        QT_TRANSLATE_NOOP("verdict", "Or assign more work to this GPU: a larger batch, or a second job."),
    ),
    (Kind.UNDER, Cause.OUT_OF_MEMORY): (
        QT_TRANSLATE_NOOP("verdict", "Search the program log for “out of memory” at that time."),
        QT_TRANSLATE_NOOP("verdict", "If found, use a smaller batch, fewer concurrent requests, a smaller format, or the larger GPU."),
        QT_TRANSLATE_NOOP("verdict", "If the job ended as intended, evaluate a window that ends earlier."),
    ),
    (Kind.UNDER, Cause.MEMORY_FULL): (
        QT_TRANSLATE_NOOP(
            "verdict", "Check whether the program allocates all memory up front, as vLLM and JAX do: then check its memory pool."
        ),
        QT_TRANSLATE_NOOP("verdict", "Otherwise use a smaller batch or format, or the larger GPU."),
    ),
    (Kind.MEMORY, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Try a smaller format of weights and KV cache, or a larger batch."),
        QT_TRANSLATE_NOOP("verdict", "Otherwise use a GPU with higher memory bandwidth."),
    ),
    (Kind.COMPUTE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Try a format with faster compute, FP8 for example."),
        QT_TRANSLATE_NOOP("verdict", "Otherwise use more or faster GPUs."),
    ),
    (Kind.COMPUTE, Cause.MEDIA): (
        QT_TRANSLATE_NOOP("verdict", "If you choose another GPU, compare encoders and decoders, not memory: some GPUs have neither."),
    ),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): (QT_TRANSLATE_NOOP("verdict", "Try a larger batch, CUDA graphs, or fused kernels."),),
    (Kind.PCIE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Check that the link runs with all lanes at its rated generation."),
        QT_TRANSLATE_NOOP("verdict", "Keep weights and batches on the GPU; copy from pinned memory while it computes."),
    ),
    (Kind.NVLINK, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Shard the model across fewer GPUs, or overlap communication with compute."),),
    (Kind.INPUT, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Add loader workers, or prepare the data in advance."),
        QT_TRANSLATE_NOOP("verdict", "Check the CPU and the storage of the host."),
    ),
    (Kind.INPUT, Cause.FED): (
        QT_TRANSLATE_NOOP(
            "verdict", "If weights or KV cache are transferred repeatedly, keep them on the GPU: use a smaller format, or more GPUs."
        ),
        QT_TRANSLATE_NOOP("verdict", "Otherwise add loader workers, or prepare the data in advance."),
    ),
    (Kind.INPUT, Cause.UNSEEN): (
        QT_TRANSLATE_NOOP("verdict", "Identify the cause of the waits before buying hardware: a larger GPU would wait just as long."),
    ),
    (Kind.OVER, Cause.POOL): (
        QT_TRANSLATE_NOOP("verdict", "Check how much of its memory pool {pool} uses while requests arrive."),
        QT_TRANSLATE_NOOP(
            "verdict", "Then let Size calculate the memory for the model and that many requests, and choose the GPU accordingly."
        ),
    ),
    (Kind.OVER, Cause.FREE): (QT_TRANSLATE_NOOP("verdict", "Release it, or assign work to it."),),
    (Kind.CANNOT, Cause.UNEQUAL): (
        QT_TRANSLATE_NOOP("verdict", "If these are several jobs, evaluate their GPUs separately."),
        QT_TRANSLATE_NOOP("verdict", "If it is one job, distribute its work more evenly: the busiest GPU is the bottleneck."),
    ),
    (Kind.IDLE, Cause.STALLED): (
        QT_TRANSLATE_NOOP("verdict", "Check whether the job continues: the steps in its log, the requests that it serves."),
        QT_TRANSLATE_NOOP("verdict", "If it does not, find the missing or delayed rank, and restart the job."),
    ),
    (Kind.IDLE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Identify the process holding the memory, and whether it can be released."),
        QT_TRANSLATE_NOOP("verdict", "For infrequent requests, share the GPU between services, or load the model on demand."),
    ),
    (Kind.CANNOT, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Record the steady load for at least {whole} min, and evaluate again."),),
}
_COOL = QT_TRANSLATE_NOOP("verdict", "Check the airflow and the coolant of GPU {gpu}.")
_POWER = QT_TRANSLATE_NOOP("verdict", "Check whether the power limit of GPU {gpu} matches the plan.")
_BRAKE = QT_TRANSLATE_NOOP("verdict", "Check the power supplies of the machine with GPU {gpu}.")
_SWAP = QT_TRANSLATE_NOOP("verdict", "Swap GPU {gpu} with another, run again, and check whether the fault moves with the GPU.")
_SHARED = QT_TRANSLATE_NOOP("verdict", "Another job could use the GPU during the idle periods.")
_FEWER = QT_TRANSLATE_NOOP("verdict", "Run the job on fewer or smaller GPUs, and evaluate again.")
_BETWEEN = (
    QT_TRANSLATE_NOOP("verdict", "Identify the cause of the waits between bursts: the loader, the host, checkpoints or other GPUs."),
    QT_TRANSLATE_NOOP("verdict", "Then evaluate again."),
)
_AGAIN = QT_TRANSLATE_NOOP("verdict", "Then evaluate again; at least {least} min are required.")


def title_of(kind: Kind, cause: Cause) -> Message:
    """Title of the verdict."""
    return say(_CAUSE_TITLES.get(cause, _TITLES[kind]))


def lacking(what: str, **values: float) -> Message:
    """Why no verdict is possible."""
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
    """How the host contributes to the waits of a GPU."""
    messages = []
    if job.host_wait is not None and job.host_wait >= limits["host_waits"]:
        messages.append(say(_HOST_WAITS, waits=share_of(job.host_wait)))
    if job.host_cpu is not None and job.host_cpu >= limits["host_busy"]:
        messages.append(say(_HOST_FULL, cpu=share_of(job.host_cpu)))
    elif job.host_cpu is not None and job.host_cpu < limits["host_free"] and not messages:
        messages.append(say(_HOST_FREE, cpu=share_of(job.host_cpu)))
    return messages


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
    """Meaning of the verdict. Throttled GPUs are always named, the worst first."""
    values = _values(job, limits, profiled)
    sentences = [_only(text, values) for text in _SENTENCES[kind, cause]]
    if cause is Cause.OUT_OF_MEMORY:
        sentences = [*_of_falls(job), *sentences]
    if kind is Kind.IDLE or cause in {Cause.FREE, Cause.UNEQUAL}:
        return tuple(sentences)
    if job.fallen is not None and not job.short and not job.pool:
        sentences += [*_of_falls(job), say(_HELD_OUT)]
    bursts = in_bursts(cause, job, limits)
    if bursts:
        sentences.append(say(_BURSTS, pauses=share_of(job.pauses)))
    if (kind is Kind.INPUT or bursts) and job.core is not None and job.core >= limits["core_busy"]:
        sentences.append(say(_CORE, cores=round(job.core, 1)))
    if kind is Kind.INPUT or bursts:
        sentences += _of_host(job, limits)
    if job.quiet >= limits["quiet_most"]:
        sentences.append(say(_QUIET, quiet=share_of(job.quiet)))
    worst = sorted(job.held_back, key=lambda at: -job.gpus[at].held_share)
    for at in worst[:2]:
        gpu = job.gpus[at]
        sentences.append(say(_HELD_SENTENCES[worst_of(gpu)], gpu=gpu.facts.index, share=share_of(gpu.held_share)))
        built_w, limit_w = gpu.facts.power_default_w, gpu.power_limit_w
        if worst_of(gpu) is Held.POWER_CAP and built_w is not None and limit_w is not None:
            sentences.append(say(_LIMIT_SET, limit=Quantity(round(limit_w), "W"), built=Quantity(round(built_w), "W")))
    if worst and job.slower is not None and job.slower >= 0.005:
        sentences.append(say(_WAIT, others=len(job.gpus) - len(worst), slower=share_of(job.slower)))
    return tuple(sentences)


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
    steps = [_only(text, values) for text in texts] if cause not in {Cause.HELD_BACK, Cause.HELD_DOWN} else []
    if job is None or kind is Kind.IDLE or cause in {Cause.FREE, Cause.UNEQUAL}:
        return tuple(steps)
    if job.quiet >= limits["quiet_most"]:
        steps.append(say(_SHARED))
    if not job.held_back:
        return tuple(steps)
    worst = max(job.held_back, key=lambda at: job.gpus[at].held_share)
    gpu = job.gpus[worst]
    reason = worst_of(gpu)
    fix = {Held.POWER_CAP: _POWER, Held.POWER_BRAKE: _BRAKE}.get(reason, _COOL)
    steps.append(say(fix, gpu=gpu.facts.index))
    if cause is Cause.HELD_BACK:
        if len(job.gpus) > 1 and fix is _COOL:
            steps.append(say(_SWAP, gpu=gpu.facts.index))
        steps.append(say(_AGAIN, least=least))
    return tuple(steps)
