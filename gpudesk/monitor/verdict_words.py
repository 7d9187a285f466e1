"""What the verdict says in words: its title, its sentences, the figures behind it, why it is not surer, and what to do."""

from gpudesk.core.message import QT_TRANSLATE_NOOP, Message, Quantity, Value
from gpudesk.monitor.verdict_figures import GpuFigures, Held, Window
from gpudesk.monitor.verdict_limits import Limits
from gpudesk.monitor.verdict_terms import Cause, Evidence, JobFigures, Kind, Profiled

_CONTEXT = "verdict"
_GIB = 2.0**30
_KWH_J = 3.6e6

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
    Cause.HELD_DOWN: QT_TRANSLATE_NOOP("verdict", "Held down by heat or power"),
}
_SENTENCES: dict[tuple[Kind, Cause], tuple[str, ...]] = {
    (Kind.WELL, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "The job uses what it was given."),),
    (Kind.WELL, Cause.BELOW_TARGET): (
        QT_TRANSLATE_NOOP("verdict", "Memory suits the job; the SMs are active {busy} of the time, and {target} is the target."),
    ),
    (Kind.WELL, Cause.HELD_BACK): (QT_TRANSLATE_NOOP("verdict", "The job uses what it was given."),),
    (Kind.OVER, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Of memory {memory} at most is used, and the SMs are active less than {busy95} in 19 of 20 readings."),
    ),
    (Kind.UNDER, Cause.MEMORY_FULL): (
        QT_TRANSLATE_NOOP("verdict", "Memory is {memory} full at the highest: longer requests or larger batches will not fit."),
    ),
    (Kind.UNDER, Cause.HELD_DOWN): (
        QT_TRANSLATE_NOOP("verdict", "The SMs are active {busy} of the time, and clocks are held down on {count} of {gpus} GPUs."),
    ),
    (Kind.MEMORY, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "Memory moves data {dram} of the time in the middle; about 80 % is all that it can do."),
        QT_TRANSLATE_NOOP("verdict", "More compute will not help; a higher memory rate or smaller formats will."),
    ),
    (Kind.COMPUTE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "SMs are active {busy} of the time and tensor cores {tensor}: arithmetic is the limit."),
    ),
    (Kind.COMPUTE, Cause.SMALL_KERNELS): (
        QT_TRANSLATE_NOOP(
            "verdict",
            "{source} shows kernels running {profiled_busy} of the time, and they fill few SMs.",
        ),
    ),
    (Kind.PCIE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "PCIe is {pcie} full while the SMs are active {busy} of the time. A bigger GPU will not help."),
    ),
    (Kind.PCIE, Cause.COPIES): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows {copies} of the GPU's time spent on copies. A bigger GPU will not help."),
    ),
    (Kind.NVLINK, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "NVLink is {nvlink} full while the SMs are active {busy} of the time. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.FED): (
        QT_TRANSLATE_NOOP("verdict", "The SMs are active {busy} of the time; the host sends {pcie_in} GB/s. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.LOADER): (
        QT_TRANSLATE_NOOP("verdict", "{source} shows steps waiting for data {loader} of the time. A bigger GPU will not help."),
    ),
    (Kind.INPUT, Cause.UNSEEN): (
        QT_TRANSLATE_NOOP("verdict", "The SMs are active {busy} of the time; what they wait for is not seen. A bigger GPU will not help."),
    ),
    (Kind.IDLE, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Memory is held and nothing runs in {idle} of the window."),),
}
_HELD_TITLES = {
    Held.POWER_CAP: QT_TRANSLATE_NOOP("verdict", "Power limit, GPU {gpu}"),
    Held.SOFTWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "Thermal slow-down, GPU {gpu}"),
    Held.HARDWARE_THERMAL: QT_TRANSLATE_NOOP("verdict", "Thermal slow-down by hardware, GPU {gpu}"),
    Held.POWER_BRAKE: QT_TRANSLATE_NOOP("verdict", "Power brake, GPU {gpu}"),
}
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
    (Kind.INPUT, Cause.UNSEEN): (QT_TRANSLATE_NOOP("verdict", "Measure what it waits for before anything is bought."),),
    (Kind.IDLE, Cause.NONE): (
        QT_TRANSLATE_NOOP("verdict", "See who holds the memory, and whether it may be let go."),
        QT_TRANSLATE_NOOP("verdict", "For seldom requests share the GPU between services, or load the model on demand."),
    ),
    (Kind.CANNOT, Cause.NONE): (QT_TRANSLATE_NOOP("verdict", "Record the steady load for {least} min at least, and judge once more."),),
}
_COOL = QT_TRANSLATE_NOOP("verdict", "Look at the air path and the coolant of GPU {gpu}.")
_POWER = QT_TRANSLATE_NOOP("verdict", "See whether the power limit of GPU {gpu} is the one that is planned.")
_BRAKE = QT_TRANSLATE_NOOP("verdict", "Look at the power supplies of the machine of GPU {gpu}.")
_SWAP = QT_TRANSLATE_NOOP("verdict", "Swap GPU {gpu} with another and run again: the fault goes with it, or stays with the place.")
_AGAIN = QT_TRANSLATE_NOOP("verdict", "Then judge once more; {least} min are needed at least.")


def _share(value: float | None) -> Value:
    """A share as per cent, one figure behind the point below ten."""
    percent = 100.0 * (value or 0.0)
    return Quantity(round(percent, 1 if percent < 10 else 0), "%")


def _say(text: str, **values: Value) -> Message:
    return Message(_CONTEXT, text, values)


def title_of(kind: Kind, cause: Cause) -> Message:
    """What the verdict is called."""
    return _say(_CAUSE_TITLES.get(cause, _TITLES[kind]))


def lacking(what: str, **values: float) -> Message:
    """Why nothing can be said."""
    return Message(_CONTEXT, _LACKS[what], values)


def _worst(gpu: GpuFigures) -> Held:
    return max(gpu.held, key=lambda reason: gpu.held[reason])


def _values(job: JobFigures, limits: Limits, profiled: Profiled | None) -> dict[str, Value]:
    return {
        "busy": _share(job.activity_p50),
        "busy95": _share(job.activity_p95),
        "target": _share(limits["sm_target"]),
        "memory": _share(job.memory_share),
        "dram": _share(job.dram_p50),
        "tensor": _share(job.tensor_p50),
        "pcie": _share(job.pcie_share),
        "nvlink": _share(job.nvlink_share),
        "pcie_in": round((job.pcie_in_p50 or 0.0) / 1e9, 1),
        "idle": _share(job.idle_held),
        "count": len(job.held_back),
        "gpus": len(job.gpus),
        "source": "" if profiled is None else profiled.source,
        "profiled_busy": _share(None if profiled is None else profiled.busy),
        "copies": _share(None if profiled is None else profiled.copies),
        "loader": _share(None if profiled is None else profiled.loader_wait),
    }


def _only(text: str, values: dict[str, Value]) -> Message:
    """A text with those values that it names."""
    return Message(_CONTEXT, text, {name: value for name, value in values.items() if f"{{{name}}}" in text})


def sentences_of(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Message, ...]:
    """What the verdict means. GPUs that are held down are always named, the worst first."""
    values = _values(job, limits, profiled)
    found = [_only(text, values) for text in _SENTENCES[kind, cause]]
    if kind is Kind.IDLE:
        return tuple(found)
    worst = sorted(job.held_back, key=lambda at: -job.gpus[at].held_share)
    for at in worst[:2]:
        gpu = job.gpus[at]
        found.append(_say(_HELD_SENTENCES[_worst(gpu)], gpu=gpu.facts.index, share=_share(gpu.held_share)))
    if worst and job.slower is not None and job.slower >= 0.005:
        found.append(_say(_WAIT, others=len(job.gpus) - len(worst), slower=_share(job.slower)))
    return tuple(found)


_MEMORY = QT_TRANSLATE_NOOP("verdict", "Memory, highest")
_OF = QT_TRANSLATE_NOOP("verdict", "{used} of {room} GiB")
_ACTIVE = QT_TRANSLATE_NOOP("verdict", "SM active, median")
_BUSY = QT_TRANSLATE_NOOP("verdict", "GPU busy, median (coarse)")
_AT_LEAST = QT_TRANSLATE_NOOP("verdict", "{value} ≥ {limit}")
_AT_MOST = QT_TRANSLATE_NOOP("verdict", "{value} ≤ {limit}")
_OF_LIMIT = QT_TRANSLATE_NOOP("verdict", "{power} of {limit}")
_ONLY = QT_TRANSLATE_NOOP("verdict", "{value}")
_RATES = {
    "dram": QT_TRANSLATE_NOOP("verdict", "DRAM active, median"),
    "tensor": QT_TRANSLATE_NOOP("verdict", "Tensor active, median"),
    "pcie": QT_TRANSLATE_NOOP("verdict", "PCIe, 19 of 20 readings below"),
    "nvlink": QT_TRANSLATE_NOOP("verdict", "NVLink, 19 of 20 readings below"),
    "idle": QT_TRANSLATE_NOOP("verdict", "Idle with memory held"),
    "power": QT_TRANSLATE_NOOP("verdict", "Power of all, mean"),
    "energy": QT_TRANSLATE_NOOP("verdict", "Energy of all"),
    "copies": QT_TRANSLATE_NOOP("verdict", "Copies, by the profile"),
    "loader": QT_TRANSLATE_NOOP("verdict", "Waiting for data, by the profile"),
}
_NO_HOLD = QT_TRANSLATE_NOOP("verdict", "Clocks held down")


def _limited(key: str, title: Message, value: float, limit: float, *, most: bool = True) -> Evidence:
    # The mark follows the figure itself, not what is left of it after rounding.
    ok = value <= limit if most else value >= limit
    return Evidence(key, title, _say(_AT_MOST if most else _AT_LEAST, value=_share(value), limit=_share(limit)), ok)


def evidence_of(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> tuple[Evidence, ...]:
    """The figures behind the verdict, with what each is held against; the three that matter most come first."""
    fullest = max(job.gpus, key=lambda each: each.memory_share or 0.0)
    used = fullest.memory.peak if fullest.memory is not None else 0.0
    amounts = _say(_OF, used=round(used / _GIB, 1), room=round((fullest.room_bytes or 0.0) / _GIB, 1))
    fits = limits["memory_low"] <= job.memory_share <= limits["memory_full"]
    memory = Evidence("memory", _say(_MEMORY), amounts, fits)
    title = _say(_BUSY if job.coarse else _ACTIVE)
    found = [memory, _limited("activity", title, job.activity_p50, limits["sm_target"], most=False)]
    deciding = _deciding(kind, cause, job, limits, profiled)
    worst = max(job.gpus, key=lambda each: each.held_share)
    held = []
    if worst.held:
        named = _say(_HELD_TITLES[_worst(worst)], gpu=worst.facts.index) if worst.held_share > 0 else _say(_NO_HOLD)
        held = [_limited("held", named, worst.held_share, limits["held_most"])]
    told = {each.key for each in deciding}
    return (*found, *deciding, *held, *(each for each in _others(job) if each.key not in told))


def _deciding(kind: Kind, cause: Cause, job: JobFigures, limits: Limits, profiled: Profiled | None) -> list[Evidence]:
    """The figure that made the verdict what it is, beside memory and activity."""
    if kind is Kind.IDLE:
        return [_limited("idle", _say(_RATES["idle"]), job.idle_held, limits["idle_held"])]
    if cause is Cause.LOADER and profiled is not None and profiled.loader_wait is not None:
        return [_limited("loader", _say(_RATES["loader"]), profiled.loader_wait, limits["loader_wait"])]
    if cause is Cause.COPIES and profiled is not None and profiled.copies is not None:
        return [_limited("copies", _say(_RATES["copies"]), profiled.copies, limits["copies_bound"])]
    rates: dict[Kind, tuple[str, float | None, str]] = {
        Kind.MEMORY: ("dram", job.dram_p50, "dram_bound"),
        Kind.COMPUTE: ("tensor", job.tensor_p50, "tensor_bound"),
        Kind.PCIE: ("pcie", job.pcie_share, "link_full"),
        Kind.NVLINK: ("nvlink", job.nvlink_share, "link_full"),
    }
    key, value, limit = rates.get(kind, ("", None, ""))
    return [] if value is None else [_limited(key, _say(_RATES[key]), value, limits[limit])]


def _others(job: JobFigures) -> list[Evidence]:
    """What else was seen, without a limit of its own."""
    rates = {"dram": job.dram_p50, "tensor": job.tensor_p50, "pcie": job.pcie_share, "nvlink": job.nvlink_share}
    found = [Evidence(key, _say(_RATES[key]), _say(_ONLY, value=_share(value))) for key, value in rates.items() if value is not None]
    powers = [each.power_w.mean for each in job.gpus if each.power_w is not None]
    limits_w = [each.power_limit_w for each in job.gpus if each.power_limit_w is not None]
    if powers and len(powers) == len(limits_w) == len(job.gpus):
        drawn = _say(_OF_LIMIT, power=Quantity(round(sum(powers)), "W"), limit=Quantity(round(sum(limits_w)), "W"))
        found.append(Evidence("power", _say(_RATES["power"]), drawn))
    energies = [each.energy_j for each in job.gpus if each.energy_j is not None]
    if len(energies) == len(job.gpus):
        found.append(Evidence("energy", _say(_RATES["energy"]), _say(_ONLY, value=Quantity(round(sum(energies) / _KWH_J, 2), "kWh"))))
    return found


_DOUBTS = {
    "coarse": QT_TRANSLATE_NOOP("verdict", "The board tells only whether any kernel runs, not how much of it is used."),
    "coverage": QT_TRANSLATE_NOOP("verdict", "Only {share} of the readings came."),
    "window": QT_TRANSLATE_NOOP("verdict", "The window holds {minutes} min; {least} min would be surer."),
    "sampled": QT_TRANSLATE_NOOP("verdict", "Time with clocks held down is known from samples, not from counters."),
    "no_held": QT_TRANSLATE_NOOP("verdict", "Nothing tells whether clocks were held down."),
    "pool": QT_TRANSLATE_NOOP("verdict", "A program that takes all memory by itself looks the same."),
    "unseen": QT_TRANSLATE_NOOP("verdict", "What the GPU waits for was not measured; a profile of the job would say it."),
    "no_dram": QT_TRANSLATE_NOOP("verdict", "The board does not tell how busy its memory is."),
}


def doubts_of(kind: Kind, cause: Cause, job: JobFigures, window: Window, limits: Limits) -> tuple[Message, ...]:
    """Why the verdict is not surer, and so what would change it."""
    found = []
    if job.coarse and kind is not Kind.IDLE:
        found.append(_say(_DOUBTS["coarse"]))
    if job.coverage < limits["coverage_good"]:
        found.append(_say(_DOUBTS["coverage"], share=_share(job.coverage)))
    if window.seconds < limits["window_good_s"]:
        minutes, least = round(window.seconds / 60, 1), round(limits["window_good_s"] / 60, 1)
        found.append(_say(_DOUBTS["window"], minutes=minutes, least=least))
    if kind in {Kind.WELL, Kind.UNDER} and cause is not Cause.MEMORY_FULL:
        if any(not each.held for each in job.gpus):
            found.append(_say(_DOUBTS["no_held"]))
        elif any(not each.held_counted for each in job.gpus):
            found.append(_say(_DOUBTS["sampled"]))
    if cause is Cause.MEMORY_FULL:
        found.append(_say(_DOUBTS["pool"]))
    if cause is Cause.UNSEEN:
        # Nothing but a profile tells more: two reasons to doubt, so that the trust is low.
        found.append(_say(_DOUBTS["unseen"]))
    if kind in {Kind.OVER, Kind.COMPUTE, Kind.INPUT} and job.dram_p50 is None:
        found.append(_say(_DOUBTS["no_dram"]))
    return tuple(found)


def steps_of(kind: Kind, cause: Cause, job: JobFigures | None, limits: Limits) -> tuple[Message, ...]:
    """What to do, in order."""
    least = round(limits["window_least_s"] / 60, 1)
    texts = _STEPS.get((kind, cause)) or _STEPS.get((kind, Cause.NONE), ())
    found = [_only(text, {"least": least}) for text in texts] if cause not in {Cause.HELD_BACK, Cause.HELD_DOWN} else []
    if job is None or kind is Kind.IDLE or not job.held_back:
        return tuple(found)
    worst = max(job.held_back, key=lambda at: job.gpus[at].held_share)
    gpu = job.gpus[worst]
    reason = _worst(gpu)
    mend = {Held.POWER_CAP: _POWER, Held.POWER_BRAKE: _BRAKE}.get(reason, _COOL)
    found.append(_say(mend, gpu=gpu.facts.index))
    if cause is Cause.HELD_BACK:
        if len(job.gpus) > 1 and mend is _COOL:
            found.append(_say(_SWAP, gpu=gpu.facts.index))
        found.append(_say(_AGAIN, least=least))
    return tuple(found)
