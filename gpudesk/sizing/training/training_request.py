"""What a person asks of training in one go, and the plans that answer it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TypeVar

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.running.progress import Progress
from gpudesk.core.training.adapters import TARGETS, Adapter
from gpudesk.core.training.training_activations import Recompute
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.on_hand import ANY, OnHand, boards_on_hand, by_limit
from gpudesk.sizing.gpus.sizing_tables import weight_format, weight_formats
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.serving.serving_request import Hardware, offered
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_cost import training_preference
from gpudesk.sizing.training.training_tables import methods, optimiser, optimisers, programs
from gpudesk.sizing.training.training_workload import ELEMENT_BYTES, ROLLOUTS, TrainingWorkload

_CONTEXT = "sizing"
Row = TypeVar("Row")
KEPT_BYTES = {"fp32": 4.0, "bf16": 2.0}
"""Of an element of a frozen base that its format does not cover."""
_ALL_BITS = {"fp32": "adamw-fp32"}
"""The optimiser of precisions that do not go with the usual one."""
DEFAULT_OPTIMISER = "adamw-mixed"


@dataclass(frozen=True, slots=True)
class TrainingAsked:
    """A training with all that is left open.

    Attributes:
        model: the name of a model of the catalog, or what `own` is called.
        own: a model of files of one's own; None for one of the catalog.
        method: a key of `methods()`.
        optimiser: a key of `optimisers()`, "" for the usual one of the precision.
        program: a key of `programs()`, "" for the usual one of the method.
        sequence, batch: tokens of a sequence, sequences of a step.
        micro_batch, zero, recompute: None for whatever does best, like tensor, pipeline, context and expert: GPUs along each way.
        tokens, epochs: of the data, and how often they go through; steps: instead of them. None where only memory is asked for.
        days: the longest that all of them may take.
        adapter: an adapter is trained under DPO, PPO or GRPO too; LoRA and QLoRA always have one.
        packed: whether samples are packed to sequences of one length.
        base, kept: format of the frozen base of QLoRA, and of what that format does not cover.
        gpu: the key of the one board that is asked for, "" for all of `hardware`.
        best: what is best of plans that do.
        gpus: exactly so many GPUs; gpus_most: no more than these.
    """

    model: str
    own: OwnModel | None = None
    method: str = "full"
    optimiser: str = ""
    program: str = ""
    precision: str = "bf16"
    sequence: int = 4096
    batch: int = 64
    micro_batch: int | None = None
    zero: int | None = None
    recompute: str | None = None
    offload: bool = False
    chunked_loss: bool = False
    eager: bool = False
    packed: bool = False
    tokens: float | None = None
    epochs: float = 1.0
    steps: int | None = None
    days: float | None = None
    adapter: bool = False
    rank: int = 16
    targets: str = "linear"
    words: bool = False
    base: str = "nf4-dq"
    kept: str = "fp32"
    rollouts: int = ROLLOUTS
    hardware: Hardware = Hardware.ALL
    gpu: str = ""
    gpus: int | None = None
    gpus_most: int | None = None
    tensor: int | None = None
    pipeline: int | None = None
    context: int | None = None
    expert: int | None = None
    best: Order = Order.GPUS


@dataclass(frozen=True, slots=True)
class TrainingAnswer:
    """The plans for what was asked, best first."""

    asked: TrainingAsked
    work: TrainingWorkload
    plans: tuple[TrainingPlan, ...]

    @property
    def model(self) -> Architecture:
        return self.work.model


def training_text(asked: TrainingAsked) -> str:
    """What is asked as a line of text, to be kept; "" where a model of one's own is asked for."""
    if asked.own is not None:
        return ""
    return json.dumps({name: value for name, value in asdict(asked).items() if name != "own"})


def training_from(text: str) -> TrainingAsked | None:
    """What was kept; None where nothing was, or where it makes no sense any more."""
    try:
        kept = kept_json(text)
        found = TrainingAsked(**{**kept, "hardware": Hardware(kept["hardware"]), "best": Order(kept.get("best", Order.GPUS)), "own": None})
        return found if _makes_sense(found) else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None


def _makes_sense(found: TrainingAsked) -> bool:
    counts: tuple[object, ...] = (
        *(found.sequence, found.batch, found.rank, found.rollouts, found.micro_batch, found.steps, found.gpus, found.gpus_most),
        *(found.tensor, found.pipeline, found.context, found.expert),
    )
    counted = all(value is None or (_is_count(value)) for value in counts)
    measured = min(float(found.tokens or 1), float(found.days or 1), float(found.epochs)) > 0
    known = (
        found.method in methods()
        and (not found.optimiser or found.optimiser in optimisers())
        and (not found.program or found.program in programs())
        and found.precision in ELEMENT_BYTES
        and found.zero in (None, 0, 1, 2, 3)
        and (found.recompute is None or found.recompute in tuple(Recompute))
        and found.targets in TARGETS
        and found.base in weight_formats()
        and found.kept in KEPT_BYTES
        and (not found.gpu or found.gpu in boards())
    )
    return bool(counted and measured and known and found.model.strip())


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def default_program(method: str) -> str:
    """What usually runs a method: adapters and preferences are trained with Transformers, whole models with fused layers."""
    return "native" if method == "full" else "transformers"


def _known(name: str, table: Mapping[str, Row]) -> Row:
    found = table.get(name)
    if found is None:
        text = QT_TRANSLATE_NOOP("sizing", "{name} is not known; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": name, "keys": tuple(table)}))
    return found


def training_workload(asked: TrainingAsked) -> TrainingWorkload:
    """Raises:
    InvalidData: the model, the method or another name is unknown.
    """
    model = asked.own.architecture if asked.own is not None else named_model(asked.model)
    method = _known(asked.method, methods())
    program = _known(asked.program or default_program(asked.method), programs())
    adapter = Adapter(asked.rank, asked.targets, asked.words) if method.adapter or asked.adapter else None
    step_tokens = float(asked.batch * asked.sequence)
    return TrainingWorkload(
        model=model,
        method=method,
        scheme=optimiser(asked.optimiser or _ALL_BITS.get(asked.precision, DEFAULT_OPTIMISER)),
        program=program,
        precision=asked.precision,
        sequence=asked.sequence,
        batch=asked.batch,
        adapter=adapter,
        form=weight_format(asked.base) if method.key == "qlora" else None,
        kept_bytes=KEPT_BYTES[asked.kept],
        micro_batch=asked.micro_batch,
        zero=asked.zero,
        recompute=Recompute(asked.recompute) if asked.recompute is not None else None,
        offload=asked.offload,
        chunked_loss=asked.chunked_loss,
        eager=asked.eager,
        packed=asked.packed,
        rollouts=asked.rollouts,
        tokens=asked.steps * step_tokens if asked.steps is not None else asked.tokens * asked.epochs if asked.tokens is not None else None,
        days=asked.days,
        tensor=asked.tensor,
        pipeline=asked.pipeline,
        context=asked.context,
        expert=asked.expert,
    )


def training_answer(asked: TrainingAsked, progress: Progress | None = None, held: OnHand = ANY) -> TrainingAnswer:
    """The plan of every board.

    Args:
        held: the GPUs on hand, if no others count.

    Raises:
        InvalidData: the model or another name is unknown.
        Cancelled: the person stopped it.
    """
    work = training_workload(asked)
    chosen = boards_on_hand([boards()[asked.gpu]] if asked.gpu else offered(asked.hardware), held)
    plans: list[TrainingPlan] = []
    step = max(1, len(chosen) // 4)
    for first in range(0, len(chosen), step):
        if progress is not None:
            progress.step(first, len(chosen))
        for most, group in by_limit(chosen[first : first + step], asked.gpus_most, held).items():
            plans += training_plans(work, group, asked.gpus, most, asked.best)
    return TrainingAnswer(asked, work, tuple(sorted(plans, key=lambda plan: training_preference(plan, asked.best))))
