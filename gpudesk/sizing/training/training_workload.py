"""The training workload and its method."""

from dataclasses import dataclass, replace

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.training.adapters import Adapter
from gpudesk.core.training.optimisers import Optimiser
from gpudesk.core.training.trained_model import TrainedModel
from gpudesk.core.training.training_activations import Recompute
from gpudesk.core.training.training_terms import Sourced
from gpudesk.sizing.gpus.sizing_tables import weight_formats
from gpudesk.sizing.models.kernels import trains
from gpudesk.sizing.network.system_network import SystemNetwork
from gpudesk.sizing.training.training_tables import Method, Program

_CONTEXT = "sizing"
TRANSFORMERS = "transformers"
"""The engine whose kernels run the frozen base of an adapter."""
ELEMENT_BYTES = {"bf16": 2.0, "fp16": 2.0, "fp8": 2.0, "fp32": 4.0}
"""Bytes per activation element, by product arithmetic; under FP8 the intermediate values stay in 16 bits."""
ROLLOUTS = 16
"""Sequences that one group of GPUs generates at once, unless specified."""


@dataclass(frozen=True, slots=True)
class TrainingWorkload:
    """The training workload.

    Attributes:
        precision: a key of `ELEMENT_BYTES`.
        sequence: tokens of one sequence.
        batch: sequences of one step over all GPUs.
        adapter: the adapter trained on a frozen model; None if the model itself is trained.
        form: format of the frozen model; None for the weights of the scheme.
        kept_bytes: bytes per element of the frozen model that its format does not cover.
        micro_batch, zero, recompute: None for the best value, as for tensor, pipeline, context and expert: GPUs in each dimension.
        tokens: total number processed; None if only memory is requested.
        eager: whether the scores of attention are stored, as without flash attention.
        packed: whether samples are packed into sequences of one length; otherwise their lengths vary if adapters are trained.
        rollouts: sequences that one group of GPUs generates at once, for methods that generate.
        days: maximum time for all tokens; None if unlimited.
        network: network of the systems it runs on; None for the usual one of each board.
    """

    model: Architecture
    method: Method
    scheme: Optimiser
    program: Program
    precision: str = "bf16"
    sequence: int = 4096
    batch: int = 64
    adapter: Adapter | None = None
    form: WeightFormat | None = None
    kept_bytes: float = 4.0
    micro_batch: int | None = None
    zero: int | None = None
    recompute: Recompute | None = None
    offload: bool = False
    chunked_loss: bool = False
    eager: bool = False
    packed: bool = False
    rollouts: int = ROLLOUTS
    tokens: float | None = None
    days: float | None = None
    tensor: int | None = None
    pipeline: int | None = None
    context: int | None = None
    expert: int | None = None
    network: SystemNetwork | None = None

    @property
    def is_whole(self) -> bool:
        """Whether each GPU runs whole layers of all stages: PEFT has copies of a model or of its shards alone."""
        return self.adapter is not None and not self.program.splits

    @property
    def is_unstaged(self) -> bool:
        """Whether the program has neither pipeline stages nor expert parallelism: the trainer of Transformers, also of whole models."""
        return not self.program.splits

    @property
    def held_back(self) -> Sourced | None:
        """Freed memory that the program retains; None if only a share of the memory is reserved for it."""
        if not self.is_whole:
            return None
        return self.program.held_back_packed if self.packed else self.program.held_back

    @property
    def trained(self) -> TrainedModel:
        """What memory is counted of. With an adapter the model without it is the reference: no copy is kept for that."""
        copies = self.method.copies
        if self.adapter is not None and copies.frozen:
            copies = replace(copies, frozen=copies.frozen - 1)
        return TrainedModel(
            model=self.model,
            scheme=self.scheme,
            sequence=self.sequence,
            form=self.form,
            kept_bytes=self.kept_bytes,
            adapter=self.adapter,
            element_bytes=ELEMENT_BYTES[self.precision],
            copies=copies,
            offload=self.offload,
            rollouts=self.rollouts if self.method.copies.generates else 0,
            chunked_loss=self.chunked_loss,
            eager=self.eager,
            kept_copies=self.program.kept_copies.value,
            live_copies=self.program.live_copies.value,
            input_gradients=self.program.input_gradients.value,
        )


def check(work: TrainingWorkload) -> None:
    """Raises:
    InvalidData: the model has no vocabulary for training, or its parts are inconsistent.
    """
    if not work.model.vocabulary:
        text = QT_TRANSLATE_NOOP("sizing", "{name} is not a language model. Training is sized only for language models.")
        fix = QT_TRANSLATE_NOOP("sizing", "Choose a language model.")
        raise InvalidData(Message(_CONTEXT, text, {"name": work.model.name}), Message(_CONTEXT, fix))
    if (work.precision == "fp32") != (work.scheme.weight_bytes == ELEMENT_BYTES["fp32"]):
        text = QT_TRANSLATE_NOOP("sizing", "{scheme} stores weights of {bytes} B, which cannot be computed in {precision}.")
        fix = QT_TRANSLATE_NOOP("sizing", "FP32 requires an FP32 optimizer; the other precisions require one of the other optimizers.")
        values: dict[str, Value] = {"scheme": work.scheme.key, "bytes": work.scheme.weight_bytes, "precision": work.precision.upper()}
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    if work.days is not None and work.tokens is None:
        text = QT_TRANSLATE_NOOP("sizing", "A limit in days is set, but the number of tokens is not.")
        raise InvalidData(Message(_CONTEXT, text), Message(_CONTEXT, QT_TRANSLATE_NOOP("sizing", "Enter the tokens or the steps too.")))
    _check_splits(work)
    _check_base(work)
    if (work.micro_batch or 1) > work.batch:
        text = QT_TRANSLATE_NOOP("sizing", "A micro-batch of {micro} sequences exceeds the batch of {batch}.")
        fix = QT_TRANSLATE_NOOP("sizing", "Make the micro-batch smaller or the batch larger.")
        raise InvalidData(Message(_CONTEXT, text, {"micro": work.micro_batch or 1, "batch": work.batch}), Message(_CONTEXT, fix))


def _check_splits(work: TrainingWorkload) -> None:
    """Raises:
    InvalidData: no program supports the requested combination of splits.
    """
    option_counts = {
        "--tensor-parallel": work.tensor,
        "--pipeline-parallel": work.pipeline,
        "--context-parallel": work.context,
        "--expert-parallel": work.expert,
    }
    used_options = [name for name, count in option_counts.items() if (count or 1) > 1]
    if work.is_whole and used_options:
        text = QT_TRANSLATE_NOOP(
            "sizing", "{program} trains adapters only with data parallelism, ZeRO or FSDP; it does not support {options}."
        )
        fix = QT_TRANSLATE_NOOP("sizing", "Remove the option and shard the weights with ZeRO 3 (FSDP), or choose the other framework.")
        values: dict[str, Value] = {"program": work.program.title, "options": tuple(used_options)}
        raise InvalidData(Message(_CONTEXT, text, values), Message(_CONTEXT, fix))
    staged = [name for name in used_options if name in ("--pipeline-parallel", "--expert-parallel")]
    if work.is_unstaged and staged:
        text = QT_TRANSLATE_NOOP("sizing", "{program} supports neither pipeline stages nor expert parallelism; remove {options}.")
        fix = QT_TRANSLATE_NOOP("sizing", "Remove the option and shard the weights with ZeRO 3 (FSDP), or choose the other framework.")
        options: dict[str, Value] = {"program": work.program.title, "options": tuple(staged)}
        raise InvalidData(Message(_CONTEXT, text, options), Message(_CONTEXT, fix))
    if (work.pipeline or 1) > 1 and (work.zero or 0) > 1:
        text = QT_TRANSLATE_NOOP(
            "sizing",
            "ZeRO {zero} cannot be combined with pipeline stages: DeepSpeed and Megatron shard neither gradients nor weights there.",
        )
        fix = QT_TRANSLATE_NOOP("sizing", "Use ZeRO 1 with pipeline stages, or ZeRO 2 or 3 (FSDP) without them.")
        raise InvalidData(Message(_CONTEXT, text, {"zero": work.zero or 0}), Message(_CONTEXT, fix))


def _check_base(work: TrainingWorkload) -> None:
    """Raises:
    InvalidData: no adapter can be trained over a base in that format.
    """
    if work.form is None or trains(TRANSFORMERS, work.form):
        return
    able = tuple(key for key, form in weight_formats().items() if trains(TRANSFORMERS, form))
    text = QT_TRANSLATE_NOOP("sizing", "Adapters cannot be trained on weights in {format}; supported: {formats}.")
    fix = QT_TRANSLATE_NOOP("sizing", "Use one of these base formats.")
    raise InvalidData(Message(_CONTEXT, text, {"format": work.form.name, "formats": able}), Message(_CONTEXT, fix))


def check_zero(work: TrainingWorkload, gpus: int) -> None:
    """Raises:
    InvalidData: states are to be sharded over model copies, but this number of GPUs holds only one.
    """
    ways = (work.tensor or 1) * (work.pipeline or 1)
    if (work.zero or 0) > 0 and gpus <= ways and not (work.offload and gpus == 1):
        text = QT_TRANSLATE_NOOP("sizing", "ZeRO {zero} needs at least two copies of the model; this layout of {gpus} GPUs has one.")
        fix = QT_TRANSLATE_NOOP("sizing", "Use more GPUs, or remove the ZeRO stage.")
        raise InvalidData(Message(_CONTEXT, text, {"zero": work.zero or 0, "gpus": gpus}), Message(_CONTEXT, fix))
