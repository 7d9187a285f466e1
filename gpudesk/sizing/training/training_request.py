"""A complete training request, and the plans that answer it."""

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
"""The optimizer of precisions that do not go with the usual one."""
DEFAULT_OPTIMISER = "adamw-mixed"


@dataclass(frozen=True, slots=True)
class TrainingAsked:
    """A training run with all open options.

    Attributes:
        model: the name of a model of the catalog, or the name of `own`.
        own: a model from user files; None for a catalog model.
        method: a key of `methods()`.
        optimiser: a key of `optimisers()`, "" for the usual one of the precision.
        program: a key of `programs()`, "" for the usual one of the method.
        sequence, batch: tokens per sequence, sequences per step.
        micro_batch, zero, recompute: None for the best value, as for tensor, pipeline, context and expert: GPUs in each dimension.
        tokens, epochs: size of the data, and number of passes over it; steps: instead of these. None if only memory is requested.
        days: maximum time for all of them.
        adapter: whether an adapter is trained under DPO, PPO or GRPO; LoRA and QLoRA always have one.
        packed: whether samples are packed into sequences of one length.
        base, kept: format of the frozen base of QLoRA, and of the parts not covered by that format.
        gpu: the key of the one requested board, "" for all of `hardware`.
        best: ranking of plans that meet the request.
        gpus: exact number of GPUs; gpus_most: maximum number.
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
    """The plans for a request, best first."""

    asked: TrainingAsked
    work: TrainingWorkload
    plans: tuple[TrainingPlan, ...]

    @property
    def model(self) -> Architecture:
        return self.work.model


def training_text(request: TrainingAsked) -> str:
    """The request as a line of text, for storage; "" if a user model is requested."""
    if request.own is not None:
        return ""
    return json.dumps({name: value for name, value in asdict(request).items() if name != "own"})


def training_from(text: str) -> TrainingAsked | None:
    """Parse a stored request; None if there is none or it is no longer valid."""
    try:
        stored = kept_json(text)
        request = TrainingAsked(
            **{**stored, "hardware": Hardware(stored["hardware"]), "best": Order(stored.get("best", Order.GPUS)), "own": None}
        )
        return request if _makes_sense(request) else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None


def _makes_sense(request: TrainingAsked) -> bool:
    counts: tuple[object, ...] = (
        *(
            request.sequence,
            request.batch,
            request.rank,
            request.rollouts,
            request.micro_batch,
            request.steps,
            request.gpus,
            request.gpus_most,
        ),
        *(request.tensor, request.pipeline, request.context, request.expert),
    )
    counted = all(value is None or (_is_count(value)) for value in counts)
    measured = min(float(request.tokens or 1), float(request.days or 1), float(request.epochs)) > 0
    known = (
        request.method in methods()
        and (not request.optimiser or request.optimiser in optimisers())
        and (not request.program or request.program in programs())
        and request.precision in ELEMENT_BYTES
        and request.zero in (None, 0, 1, 2, 3)
        and (request.recompute is None or request.recompute in tuple(Recompute))
        and request.targets in TARGETS
        and request.base in weight_formats()
        and request.kept in KEPT_BYTES
        and (not request.gpu or request.gpu in boards())
    )
    return bool(counted and measured and known and request.model.strip())


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def default_program(method: str) -> str:
    """What usually runs a method: adapters and preferences are trained with Transformers, whole models with fused layers."""
    return "native" if method == "full" else "transformers"


def _known(name: str, table: Mapping[str, Row]) -> Row:
    row = table.get(name)
    if row is None:
        text = QT_TRANSLATE_NOOP("sizing", "{name} is not recognized; available: {keys}.")
        raise InvalidData(Message(_CONTEXT, text, {"name": name, "keys": tuple(table)}))
    return row


def training_workload(request: TrainingAsked) -> TrainingWorkload:
    """Raises:
    InvalidData: the model, the method or another name is unknown.
    """
    model = request.own.architecture if request.own is not None else named_model(request.model)
    method = _known(request.method, methods())
    program = _known(request.program or default_program(request.method), programs())
    adapter = Adapter(request.rank, request.targets, request.words) if method.adapter or request.adapter else None
    step_tokens = float(request.batch * request.sequence)
    return TrainingWorkload(
        model=model,
        method=method,
        scheme=optimiser(request.optimiser or _ALL_BITS.get(request.precision, DEFAULT_OPTIMISER)),
        program=program,
        precision=request.precision,
        sequence=request.sequence,
        batch=request.batch,
        adapter=adapter,
        form=weight_format(request.base) if method.key == "qlora" else None,
        kept_bytes=KEPT_BYTES[request.kept],
        micro_batch=request.micro_batch,
        zero=request.zero,
        recompute=Recompute(request.recompute) if request.recompute is not None else None,
        offload=request.offload,
        chunked_loss=request.chunked_loss,
        eager=request.eager,
        packed=request.packed,
        rollouts=request.rollouts,
        tokens=request.steps * step_tokens
        if request.steps is not None
        else request.tokens * request.epochs
        if request.tokens is not None
        else None,
        days=request.days,
        tensor=request.tensor,
        pipeline=request.pipeline,
        context=request.context,
        expert=request.expert,
    )


def training_answer(request: TrainingAsked, progress: Progress | None = None, held: OnHand = ANY) -> TrainingAnswer:
    """The plan of every board.

    Args:
        held: the GPUs on hand, if no others count.

    Raises:
        InvalidData: the model or another name is unknown.
        Cancelled: the person stopped it.
    """
    work = training_workload(request)
    chosen = boards_on_hand([boards()[request.gpu]] if request.gpu else offered(request.hardware), held)
    plans: list[TrainingPlan] = []
    step = max(1, len(chosen) // 4)
    for first in range(0, len(chosen), step):
        if progress is not None:
            progress.step(first, len(chosen))
        for most, group in by_limit(chosen[first : first + step], request.gpus_most, held).items():
            plans += training_plans(work, group, request.gpus, most, request.best)
    return TrainingAnswer(request, work, tuple(sorted(plans, key=lambda plan: training_preference(plan, request.best))))
