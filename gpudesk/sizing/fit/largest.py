"""Inverse questions: of boards that are there, the largest model, the longest context, the most sequences, the best format."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from gpudesk.catalog.models import model_entries
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import FileFormat
from gpudesk.core.running.progress import Progress
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import form_for, weight_formats
from gpudesk.sizing.models.published_formats import default_format, key_of
from gpudesk.sizing.serving.serving import ServingPlan, runs, serving_plans
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.serving.serving_work import ServingWorkload

_LONGEST, _MOST = 10_000_000, 1_000_000
SHOWN = 5
"""Models that are named: the largest and those that follow."""


class Question(StrEnum):
    """The quantity to maximize."""

    MODEL = "model"
    CONTEXT = "context"
    CONCURRENCY = "concurrency"
    FORMAT = "format"


@dataclass(frozen=True, slots=True)
class Largest:
    """An answer: the amount or the name, and the plan that shows it.

    Attributes:
        amount: tokens of prompt and answer, sequences, or parameters; 0 for a format.
        name: of the model or the format; "" for amounts.
    """

    question: Question
    plan: ServingPlan
    amount: int = 0
    name: str = ""


def largest(
    question: Question, work: ServingWorkload, board: Board, gpus: int, progress: Progress | None = None, models: int = SHOWN
) -> list[Largest]:
    """The largest values that run on exactly this number of boards, everything else as requested, largest first; empty if none.

    A plan counts only if it meets the request and is likely to do so. All questions except that of models have one answer.

    Args:
        models: number of models returned.

    Raises:
        Cancelled: the user canceled the search.
        InvalidData: the model of a question that needs one does not generate text.
    """
    if question is Question.MODEL:
        return list(islice(_models(work, board, gpus, progress), models))
    if question is Question.FORMAT:
        return list(islice(_formats(work, board, gpus), 1))
    limit = _context(work, board, gpus) if question is Question.CONTEXT else _concurrency(work, board, gpus)
    return [limit] if limit is not None else []


def asked_so(request: Asked, found: Largest) -> Asked:
    """The request with an answer applied, on exactly the boards for which it was found."""
    plan = found.plan
    request = replace(request, gpu=plan.board.key, gpus_most=plan.gpus, formats=(key_of(plan.form),))
    if found.question is Question.MODEL:
        return replace(request, model=found.name, own=None)
    if found.question is Question.CONTEXT:
        alike = replace(request.service, prompt_p95=None, answer_p95=None)
        return replace(request, prompt=plan.work.prompt, answer=plan.work.answer, service=alike)
    if found.question is Question.CONCURRENCY:
        return replace(request, concurrency=found.amount, service=replace(request.service, rate_per_s=None))
    return request


def plan_that_does(work: ServingWorkload, board: Board, gpus: int) -> ServingPlan | None:
    """The plan on exactly this number of boards, if one meets the request and is likely to do so."""
    plans = serving_plans(work, [board], gpus)
    return plans[0] if plans and plans[0].fits and not plans[0].is_late else None


def _context(work: ServingWorkload, board: Board, gpus: int) -> Largest | None:
    most = work.model.context - work.answer if work.model.context else _LONGEST
    prompt_and_plan = _halved(1, max(1, most), lambda prompt: plan_that_does(replace(work, prompt=prompt, lengths=None), board, gpus))
    return None if prompt_and_plan is None else Largest(Question.CONTEXT, prompt_and_plan[1], prompt_and_plan[0] + work.answer)


def _concurrency(work: ServingWorkload, board: Board, gpus: int) -> Largest | None:
    # A replica without a sequence makes no sense, so few sequences may not fill that many GPUs: start at one for each.
    least = 1 if plan_that_does(replace(work, concurrency=1, demand=None), board, gpus) is not None else gpus
    count_and_plan = _halved(least, _MOST, lambda count: plan_that_does(replace(work, concurrency=count, demand=None), board, gpus))
    return None if count_and_plan is None else Largest(Question.CONCURRENCY, count_and_plan[1], count_and_plan[0])


def _formats(work: ServingWorkload, board: Board, gpus: int) -> Iterator[Largest]:
    """Formats from the widest; of formats with similar width, those that the board computes fastest come first."""
    able = [form for form in weight_formats().values() if runs(replace(work, form=form), board)]
    widest_first = sorted(
        able, key=lambda form: (-round(form.bits), -board.rates.get(replace(work, form=form).arithmetic(board), 0.0), -form.bits)
    )
    seen = set()
    for form in widest_first:
        read = form_for(work.engine, work.model, form)
        if form.bits > 16 or read.key in seen or (not work.engine.gguf and any(part.kind for part in read.stored(work.model))):
            continue
        seen.add(read.key)
        plan = plan_that_does(replace(work, form=read), board, gpus)
        if plan is not None:
            yield Largest(Question.FORMAT, plan, name=read.key)


def _models(work: ServingWorkload, board: Board, gpus: int, progress: Progress | None) -> Iterator[Largest]:
    entries = sorted(model_entries().values(), key=lambda entry: -entry.parameters)
    for done, entry in enumerate(entries):
        if progress is not None:
            progress.step(done, len(entries))
        model = _architecture(entry.name)
        if model is None or not model.generates_words or (model.context and model.context < work.prompt + work.answer):
            continue
        # The format of one release is that of its own tensors; another release has its own.
        form = default_format(entry.name) if isinstance(work.form, FileFormat) else work.form
        plan = plan_that_does(replace(work, model=model, form=form_for(work.engine, model, form)), board, gpus)
        if plan is not None:
            yield Largest(Question.MODEL, plan, model.parameters, model.name)


def _architecture(name: str) -> Architecture | None:
    """None if no reader supports the kind of model: it cannot be evaluated."""
    try:
        return model_entries()[name].architecture
    except InvalidData:
        return None


def _halved(low: int, high: int, tried: Callable[[int], ServingPlan | None]) -> tuple[int, ServingPlan] | None:
    """The largest amount that does, with its plan; more never helps, so halving finds it."""
    best = None
    while low <= high:
        middle = (low + high) // 2
        plan = tried(middle)
        if plan is None:
            high = middle - 1
        else:
            best, low = (middle, plan), middle + 1
    return best
