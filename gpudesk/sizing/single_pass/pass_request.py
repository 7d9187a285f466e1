"""What a person asks of a model that runs pass by pass, in one go, and the plans that answer it."""

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
"""What tells a line of text from that of a language model."""
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class PassAsked:
    """A workload with all that is left open; None is what is usual for the model.

    Attributes:
        model: the key of a pipeline, the name of a model of the catalog, or what `own` is called.
        own: a model of files of one's own; None for one of the catalog.
        weights: the key of a format; "" for the one of the files, or that the program is asked with unless said.
        size: points across and down.
        most_s: the longest a batch may take; `per_s`: items a second that are wanted. None where it does not matter.
        gpu: the key of the one board that is asked for, "" for all of `hardware`.
        gpus_most: no more GPUs than these; None for as many as it takes.
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
    """The plans for what was asked, best first."""

    asked: PassAsked
    model: Architecture
    plans: tuple[PassPlan, ...]


def pass_text(request: PassAsked) -> str:
    """What is asked as a line of text, to be kept; "" where a model of one's own is asked for."""
    if request.own is not None:
        return ""
    return json.dumps({"kind": _KIND, **{name: value for name, value in asdict(request).items() if name != "own"}})


def pass_from(text: str, own: OwnModel | None = None) -> PassAsked | None:
    """What was kept; None where nothing was, where it is of another kind, or where it makes no sense any more.

    Args:
        own: the model of one's own that it is asked of; None for one of the catalog.
    """
    try:
        said = kept_json(text)
        if said.pop("kind", "") != _KIND:
            return None
        size = None if said["size"] is None else (int(said["size"][0]), int(said["size"][1]))
        request = PassAsked(**{**said, "size": size, "hardware": Hardware(said["hardware"]), "own": own})
        counts = (request.batch, request.steps, *(size or ()), request.frames, request.tokens, request.answer, request.gpus_most)
        whole = all(count is None or (isinstance(count, int) and 1 <= count <= _MOST) for count in counts)
        limits = all(each is None or float(each) > 0 for each in (request.most_s, request.per_s))
        known = request.program in pass_programs() and (not request.weights or request.weights in weight_formats())
        known = known and (not request.gpu or request.gpu in boards())
        return request if whole and limits and known and usual_passes(request.model, own) is not None else None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        return None


def usual_passes(name: str, own: OwnModel | None) -> PassWorkload | None:
    """What is usual for a model that runs pass by pass; None for any other, and for what nothing is known of."""
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
    """The workload that is asked for.

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
    # Where a board needs more GPUs than there may be, it is said what those come to, and why it does not do.
    plans = within(pass_plans(work, chosen), request.gpus_most, held, lambda over, limit: pass_plans(work, over, limit))
    return PassAnswer(request, work.model, tuple(plans))
