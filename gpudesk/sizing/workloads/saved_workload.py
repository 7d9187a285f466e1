"""A workload request as stored in a project: task, a line of JSON, and the architecture of a user model."""

import json
from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.stored_files import STORED
from gpudesk.core.work.workload import Task
from gpudesk.sizing.serving.serving_request import Asked, asked_from, asked_text
from gpudesk.sizing.serving.serving_work import Order
from gpudesk.sizing.single_pass.pass_request import PassAsked, pass_from, pass_text, passes_of
from gpudesk.sizing.training.training_request import TrainingAsked, training_from, training_text
from gpudesk.sizing.workloads.own_model_text import own_model_from, own_model_text

MOST_TEXT = 20_000
"""Maximum length of a request in characters."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A workload as stored in a row of the project."""

    task: Task
    asked: str
    model: str = ""


AnyAsked = Asked | TrainingAsked | PassAsked
"""All types of workload request."""


def kept(request: AnyAsked) -> Kept:
    """Request in stored form. Training of all weights is stored as training, other training as fine-tuning, passes as serving."""
    model = "" if request.own is None else own_model_text(request.own)
    if isinstance(request, TrainingAsked):
        task = Task.TRAIN if request.method == "full" and not request.adapter else Task.FINETUNE
        return Kept(task, training_text(replace(request, own=None)), model)
    return Kept(Task.SERVE, asked_line(request), model)


def asked_line(request: AnyAsked) -> str:
    """The request as a line of text, without a user model."""
    if isinstance(request, TrainingAsked):
        return training_text(replace(request, own=None))
    return pass_text(replace(request, own=None)) if isinstance(request, PassAsked) else asked_text(replace(request, own=None))


def order_of(request: AnyAsked) -> Order:
    """Ranking of plans that meet the request."""
    if isinstance(request, TrainingAsked):
        return request.best
    return Order.GPUS if isinstance(request, PassAsked) else request.service.best


@lru_cache(maxsize=256)
def asked_of(work: Kept) -> AnyAsked:
    """The request of a kept workload.

    Raises:
        InvalidData: it is not valid in this program: a model, format or board is unknown.
    """
    request: AnyAsked | None = None
    if len(work.asked) <= MOST_TEXT:
        request = (_passing(work) or _serving(work)) if work.task == Task.SERVE else _training(work)
    if request is None:
        text = QT_TRANSLATE_NOOP("sizing", "The requirements cannot be evaluated: the model, a format or a GPU is unknown.")
        fix = QT_TRANSLATE_NOOP("sizing", "Create it again in Size.")
        raise InvalidData(Message("sizing", text), Message("sizing", fix))
    return request


def _training(work: Kept) -> TrainingAsked | None:
    request = training_from(work.asked)
    if request is None or not work.model:
        return request
    own = own_model_from(work.model)
    return replace(request, own=own, model=own.architecture.name)


def _passing(work: Kept) -> PassAsked | None:
    """The request for a model that runs in passes; None for another kind."""
    own = own_model_from(work.model) if work.model else None
    request = pass_from(work.asked, own)
    if request is not None:
        # What does not go together, such as a program with a format, is found here.
        passes_of(request)
    return request


def _serving(work: Kept) -> Asked | None:
    if not work.model:
        return asked_from(work.asked)
    own = own_model_from(work.model)
    # The format that the files have is no key of a table: it goes aside while the rest is judged.
    try:
        body = json.loads(work.asked)
        formats = tuple(body["formats"])
        body["formats"] = [key for key in formats if key != STORED] or ["bf16"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    request = asked_from(json.dumps(body))
    if request is None or (STORED in formats and own.form is None):
        return None
    return replace(request, own=own, model=own.architecture.name, formats=formats)
