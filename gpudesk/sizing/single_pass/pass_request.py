"""A complete request for a model that runs in passes, and the plans that answer it."""

import json
from dataclasses import asdict, dataclass

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.running.progress import Progress
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.on_hand import ANY, OnHand, boards_on_hand, within
from gpudesk.sizing.gpus.sizing_tables import weight_format, weight_formats
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.serving.serving_request import Hardware, offered
from gpudesk.sizing.single_pass.pass_plans import PassPlan, pass_plans, program_formats
from gpudesk.sizing.single_pass.pass_tables import find_pipeline, pass_program, pass_programs
from gpudesk.sizing.single_pass.pass_work import PassWorkload, pass_workload, runs_in_passes

_KIND = "passes"
"""Marker that distinguishes a line of text from that of a language model."""
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class PassAsked:
    """A workload with all open options; None selects the usual value for the model.

    Attributes:
        model: the key of a pipeline, the name of a model of the catalog, or the name of `own`.
        own: a model from user files; None for a catalog model.
        weights: the key of a format; "" for the format of the files, or the default of the program.
        size: width and height in pixels.
        most_s: maximum time of a batch; `per_s`: required items per second. None if unlimited.
        gpu: the key of the one requested board, "" for all of `hardware`.
        gpus_most: maximum number of GPUs; None for no limit.
    """

    model: str
    own: OwnModel | None = None
    weights: str = ""
    program: str = "pytorch"
    batch: int = 1
    steps: int | None = None
    size: tuple[int, int] | None = None
    frames: int | None = None
    tokens: int | None = None
    answer: int = 256
    most_s: float | None = None
    per_s: float | None = None
    hardware: Hardware = Hardware.ALL
    gpu: str = ""
    gpus_most: int | None = None


@dataclass(frozen=True, slots=True)
class PassAnswer:
    """The plans for a request, best first."""

    asked: PassAsked
    model: Architecture
    plans: tuple[PassPlan, ...]


def pass_text(request: PassAsked) -> str:
    """The request as a line of text, for storage; "" if a user model is requested."""
    if request.own is not None:
        return ""
    return json.dumps({"kind": _KIND, **{name: value for name, value in asdict(request).items() if name != "own"}})


def pass_from(text: str, own: OwnModel | None = None) -> PassAsked | None:
    """Parse a stored request; None if there is none, it is of another kind, or it is no longer valid.

    Args:
        own: the user model of the request; None for a catalog model.
    """
    try:
        stored = kept_json(text)
        if stored.pop("kind", "") != _KIND:
            return None
        size = None if stored["size"] is None else (int(stored["size"][0]), int(stored["size"][1]))
        request = PassAsked(**{**stored, "size": size, "hardware": Hardware(stored["hardware"]), "own": own})
        counts = (request.batch, request.steps, *(size or ()), request.frames, request.tokens, request.answer, request.gpus_most)
        whole = all(count is None or (isinstance(count, int) and 1 <= count <= _MOST) for count in counts)
        limits = all(limit is None or float(limit) > 0 for limit in (request.most_s, request.per_s))
        known = request.program in pass_programs() and (not request.weights or request.weights in weight_formats())
        known = known and (not request.gpu or request.gpu in boards())
        return request if whole and limits and known and usual_passes(request.model, own) is not None else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        return None


def usual_passes(name: str, own: OwnModel | None) -> PassWorkload | None:
    """The default request for a model that runs in passes; None for any other, and for unknown models."""
    try:
        model = _model(name, own)
        return pass_workload(model, weight_format("bf16"), pass_program("pytorch")) if runs_in_passes(model) else None
    except InvalidData:
        return None


def _model(name: str, own: OwnModel | None) -> Architecture:
    if own is not None:
        return own.architecture
    pipeline = find_pipeline(name)
    return pipeline.denoiser if pipeline is not None else named_model(name)


def passes_of(request: PassAsked) -> PassWorkload:
    """The requested workload.

    Raises:
        InvalidData: the model, the format or the program is unknown, or no time of such a model is known.
    """
    program = pass_program(request.program)
    stored = request.own.form if request.own is not None and not request.weights else None
    form = stored if stored is not None else weight_format(request.weights or program_formats(program))
    return pass_workload(
        _model(request.model, request.own),
        form,
        program,
        batch=request.batch,
        steps=request.steps,
        size=request.size,
        frames=request.frames,
        tokens=request.tokens,
        answer=request.answer,
        most_s=request.most_s,
        per_s=request.per_s,
    )


def pass_answer(request: PassAsked, progress: Progress | None = None, held: OnHand = ANY) -> PassAnswer:
    """Every board.

    Args:
        held: the GPUs on hand, if no others count.

    Raises:
        InvalidData: as `passes_of`.
        Cancelled: the person stopped it.
    """
    if progress is not None:
        progress.step(0, 1)
    work = passes_of(request)
    chosen = boards_on_hand([boards()[request.gpu]] if request.gpu else offered(request.hardware), held)
    # Where a board needs more GPUs than there may be, the result states how many, and why it does not fit.
    plans = within(pass_plans(work, chosen), request.gpus_most, held, lambda over, limit: pass_plans(work, over, limit))
    return PassAnswer(request, work.model, tuple(plans))
