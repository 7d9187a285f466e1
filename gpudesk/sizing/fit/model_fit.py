"""Fit check: what runs on existing GPUs with the memory currently free on them: models, formats and the context that fits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.inference_engine import Engine
from gpudesk.core.serving.offload import layer_bytes
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.calibration.decode_calibration import LLAMA_CPP
from gpudesk.sizing.fit.fitting_table import formats_for, known_models, needed_capability, program_for, usual_answer, usual_context
from gpudesk.sizing.gpus.boards import Board, MemoryKind
from gpudesk.sizing.gpus.sizing_tables import engines, form_for, kv_bytes_of
from gpudesk.sizing.models.kernels import Kernel, lacking_kernel
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, is_conversion
from gpudesk.sizing.serving.offload_plans import HostMemory, OffloadPlan, host_memory, offload_plan, usual_memories
from gpudesk.sizing.serving.serving import Range, ServingPlan, Verdict, runs, serving_plans
from gpudesk.sizing.serving.serving_needs import plan_memory
from gpudesk.sizing.serving.serving_work import ServingWorkload

_CONTEXT = "sizing"
_STEP = 256
"""Contexts are rounded to blocks of this number of tokens."""
_LONGEST = 1_048_576


class Refusal(StrEnum):
    """Why a model does not run."""

    MEMORY = "memory"
    CAPABILITY = "capability"
    """The board does not have the arithmetic."""
    CONTEXT = "context"
    """The model does not support this number of tokens."""


@dataclass(frozen=True, slots=True)
class Device:
    """GPUs of one kind in their current state.

    Attributes:
        board: from the catalog, or built from the driver's report; then no time is known.
        is_known: whether the catalog contains it.
        free_gib: memory available to programs on each of them.
    """

    title: str
    board: Board
    is_known: bool
    free_gib: float
    count: int = 1

    def usable_gib(self, engine: Engine) -> float:
        """Memory a program may fill on one GPU: its usual share of the total, at most the free memory."""
        return min(engine.fillable(engine.utilisation) * self.board.usable_gib, self.free_gib)


def unknown_board(title: str, total_gib: float, capability: float) -> Board:
    """A board that the catalog does not have: its memory and capability are known, its speed is not."""
    return Board(
        key="",
        title=title,
        short=title,
        memory_gib=total_gib,
        usable_gib=total_gib,
        bytes_per_s=0.0,
        memory=MemoryKind.GDDR,
        capability=capability,
        link_bytes_per_s=0.0,
        has_nvlink=False,
        power_w=None,
        price_usd=None,
        rates={},
    )


@dataclass(frozen=True, slots=True)
class Fit:
    """One model in one format on a device.

    Attributes:
        context: tokens of prompt and answer.
        gpus: the number it requires of those available.
        needed_gib, usable_gib: of the fullest GPU.
        refused: why it does not run; None if it runs.
        is_sure: whether the whole memory range fits, and the model is not estimated.
        kernel: the kernel that the program uses for products; None if the table of kernels does not list it.
        conversion: whether weights in this format must be converted from the published ones.
        lacks_capability: the capability the board would need; None if it has it.
        lacking: why the program does not load the weights there, with the formats that run; None if that is not the reason.
        longest: the maximum number of tokens that fit, in blocks; 0 if not even one fits.
        tokens_per_s: of one user; None if the speed of the board is unknown.
        ttft_s: until a full prompt is answered.
        offload: with layers in the system's memory, if it does not fit otherwise and runs this way.
        cpu_tokens_per_s: rate of the CPU alone; None if unknown or if its memory cannot hold the model.
    """

    model: Architecture
    form: WeightFormat
    engine: Engine
    context: int
    gpus: int
    needed_gib: float
    usable_gib: float
    refused: Refusal | None
    lacks_capability: float | None
    longest: int
    tokens_per_s: Range | None
    ttft_s: Range | None
    provenance: str
    offload: OffloadPlan | None
    cpu_tokens_per_s: Range | None
    is_sure: bool = True
    kernel: Kernel | None = None
    conversion: bool = False
    lacking: Message | None = None

    @property
    def verdict(self) -> Verdict:
        """How sure it is that it runs."""
        if self.refused is not None:
            return Verdict.REFUSED
        return Verdict.FITS if self.is_sure else Verdict.MAY_FIT

    @property
    def fits(self) -> bool:
        return self.refused is None

    @property
    def may_not_fit(self) -> bool:
        """Whether its memory is not certain to be enough, or its model is estimated."""
        return not self.is_sure

    @property
    def headroom_gib(self) -> float:
        """Memory left on the fullest GPU; if negative, the missing memory."""
        return self.usable_gib - self.needed_gib

    @property
    def why(self) -> Message | None:
        """Why it does not run, with the numbers; None if it runs."""
        if self.refused is None:
            return None
        values: dict[str, Value] = {"needed": round(self.needed_gib, 1), "usable": round(self.usable_gib, 1)}
        if self.refused is Refusal.CAPABILITY:
            if self.lacking is not None:
                return self.lacking
            text = QT_TRANSLATE_NOOP("sizing", "{format} requires compute capability {capability}.")
            return Message(_CONTEXT, text, {"format": self.form.name, "capability": f"{self.lacks_capability or 0.0:.1f}"})
        if self.refused is Refusal.CONTEXT:
            text = QT_TRANSLATE_NOOP("sizing", "The context limit of the model is {most} tokens.")
            return Message(_CONTEXT, text, {"most": self.model.context})
        if self.gpus > 1:
            text = QT_TRANSLATE_NOOP(
                "sizing", "Needs {needed} GiB on each of {count} GPUs, but only {usable} GiB are usable ({missing} GiB short)."
            )
        else:
            text = QT_TRANSLATE_NOOP("sizing", "Needs {needed} GiB, but only {usable} GiB are usable ({missing} GiB short).")
        return Message(_CONTEXT, text, {**values, "missing": round(-self.headroom_gib, 1), "count": self.gpus})


@dataclass(frozen=True, slots=True)
class HostRange:
    """The system memory as far as it is known.

    Attributes:
        low, high: bounds of its rate; equal if it is known.
        is_known: whether the rate was specified.
        free_gib: free memory; None if unknown.
    """

    low: HostMemory
    high: HostMemory
    is_known: bool
    free_gib: float | None = None


def host_range(gb_per_s: float | None = None, free_gib: float | None = None) -> HostRange:
    """System memory rate: as specified, or the range of usual desktops, because no driver reports the rate."""
    if gb_per_s is not None:
        known = host_memory(gb_per_s)
        return HostRange(known, known, True, free_gib)
    return HostRange(*usual_memories(), False, free_gib)


def fits_of(
    device: Device,
    models: Sequence[str] = (),
    context: int | None = None,
    host: HostRange | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[Fit]:
    """Fit of models on a device for one user, each in the formats that suit it, in the order of the models.

    Args:
        models: catalog names; the usual ones unless specified.
        context: tokens of prompt and answer, at least the length of an answer; a usual number unless specified.
        stop: called before each model; results found up to that point are returned.

    Raises:
        InvalidData: a model is unknown or does not generate text.
    """
    fits: list[Fit] = []
    for name in models or known_models():
        if stop is not None and stop():
            break
        model = named_model(name)
        if not model.generates_words:
            text = QT_TRANSLATE_NOOP("sizing", "{name} is not a generative language model.")
            raise InvalidData(Message(_CONTEXT, text, {"name": model.name}))
        fits += _model(device, model, context or usual_context(), host_range() if host is None else host)
    return fits


def _model(device: Device, model: Architecture, context: int, host: HostRange) -> Iterator[Fit]:
    program = program_for(device.board)
    for form in formats_for(program, model, device.board):
        yield _fit(device, model, form, engines()[program], context, host)


def _fit(device: Device, model: Architecture, form: WeightFormat, engine: Engine, context: int, host: HostRange) -> Fit:
    answer = min(usual_answer(), max(1, context - 1))
    usable = device.usable_gib(engine)
    share = usable / device.board.usable_gib if device.board.usable_gib else 0.0
    work = ServingWorkload(
        model=model,
        form=form,
        kv_bytes=kv_bytes_of(engine, engine.kv[0]),
        prompt=max(1, context - answer),
        answer=answer,
        concurrency=1,
        engine=engine,
        utilisation=share,
    )
    missing_capability = needed_capability(engine, device.board, form, experts=bool(model.experts))
    plan = _plan(device, work) if missing_capability is None else None
    split = plan.split if plan is not None else Split()
    memory = plan.needed if plan is not None else plan_memory(work, device.board, split, 1)
    needed = memory.value
    refused = _refused(model, context, needed, usable, missing_capability)
    # What a GPU shares with the system is no memory in addition to its own, and nothing is known of how fast the CPU reads it.
    apart = device.board.memory is not MemoryKind.UNIFIED
    offload = None
    if refused is Refusal.MEMORY and plan is not None and apart:
        offload = _offload(device, work, host)
    return Fit(
        model=model,
        form=form,
        engine=engine,
        context=context,
        gpus=split.gpus,
        needed_gib=needed,
        usable_gib=usable,
        refused=refused,
        lacks_capability=missing_capability,
        longest=0 if missing_capability is not None else _longest(device, work, split, usable),
        tokens_per_s=_rate(plan.tpot) if plan is not None and refused is None else None,
        ttft_s=plan.ttft if plan is not None and refused is None else None,
        provenance=plan.provenance if plan is not None and refused is None else "",
        offload=offload,
        cpu_tokens_per_s=_cpu(model, form, context, host) if apart else None,
        is_sure=memory.high <= usable and not model.is_estimate,
        kernel=None if missing_capability is not None else work.kernel(device.board),
        conversion=not engine.gguf and is_conversion(default_format(model.name), form),
        lacking=None if engine.gguf else lacking_kernel(engine, form, device.board, experts=bool(model.experts)),
    )


def _refused(model: Architecture, context: int, needed: float, usable: float, lacks: float | None) -> Refusal | None:
    if lacks is not None:
        return Refusal.CAPABILITY
    if model.context and context > model.context:
        return Refusal.CONTEXT
    return Refusal.MEMORY if needed > usable else None


def _plan(device: Device, work: ServingWorkload) -> ServingPlan | None:
    """The plan on the fewest GPUs that hold it; None if the catalog lacks data about the board."""
    if not device.is_known or not runs(work, device.board):
        return None
    plans = serving_plans(work, [device.board], most=device.count)
    return plans[0] if plans else None


def _rate(time: Range) -> Range:
    return Range(1.0 / time.value, 1.0 / time.high, 1.0 / time.low)


def _longest(device: Device, work: ServingWorkload, split: Split, usable: float) -> int:
    """The most tokens, in blocks, for which there is room."""
    low, high = 0, (work.model.context or _LONGEST) // _STEP
    while low < high:
        middle = (low + high + 1) // 2
        tried = replace(work, prompt=max(1, middle * _STEP - work.answer), answer=min(work.answer, middle * _STEP))
        if plan_memory(tried, device.board, split, 1).value <= usable:
            low = middle
        else:
            high = middle - 1
    return low * _STEP


def _offload(device: Device, work: ServingWorkload, host: HostRange) -> OffloadPlan | None:
    """Plan with layers in system memory if they fit: times range from the slowest to the fastest possible memory."""
    plans = serving_plans(work, [device.board], gpus=1) if work.engine.key == LLAMA_CPP else []
    if not plans:
        return None
    slow, fast = offload_plan(plans[0], host.low), offload_plan(plans[0], host.high)
    if slow is None or fast is None or (host.free_gib is not None and slow.ram_gib > host.free_gib):
        return None
    if slow.part.layers == 0:
        # Nothing goes on the GPU: that is what the CPU alone gives.
        return None
    middle = (slow.token.value * fast.token.value) ** 0.5
    return replace(slow, token=Range(middle, fast.token.low, slow.token.high))


def _cpu(model: Architecture, form: WeightFormat, context: int, host: HostRange) -> Range | None:
    """Tokens per second of the CPU alone with llama.cpp, which reads the whole model from system memory for each token.

    None if the model does not fit in the free part of that memory.
    """
    engine = engines()[LLAMA_CPP]
    read = form_for(engine, model, form)
    sizes = layer_bytes(model, read, kv_bytes_of(engine, engine.kv[0]), context, 1, engine.block_tokens)
    held_gib = (sum(sizes.held) + sum(sizes.cache) + sizes.table) / GIB
    if sizes.read_all <= 0 or (host.free_gib is not None and held_gib > host.free_gib):
        return None
    slow = host.low.gb_per_s * 1e9 / sizes.read_all
    fast = host.high.gb_per_s * 1e9 / sizes.read_all
    share = host.low.share
    return Range((slow * fast) ** 0.5 * share.value, slow * share.low, fast * share.high)


def freed_by(device: Device, fits: Sequence[Fit], used_bytes: float) -> list[Fit]:
    """Of the models that lack memory, those that would fit if a process using this amount of one GPU ended."""
    room = replace(device, free_gib=device.free_gib + used_bytes / GIB)
    return [fit for fit in fits if fit.refused is Refusal.MEMORY and fit.gpus == 1 and fit.needed_gib <= room.usable_gib(fit.engine)]


def best_of_each(fits: Sequence[Fit]) -> list[Fit]:
    """One fit per model: the widest format that runs on the fewest GPUs; if none runs, the narrowest."""
    by_model: dict[str, Fit] = {}
    for fit in fits:
        before = by_model.get(fit.model.name)
        if before is None or (fit.fits and (not before.fits or fit.gpus < before.gpus)) or (not before.fits and not fit.fits):
            by_model[fit.model.name] = fit
    return list(by_model.values())
