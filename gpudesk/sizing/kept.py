"""What is asked of a workload as a project keeps it: task, a line of JSON, and the architecture of a model of one's own files."""

import json
from dataclasses import dataclass, replace
from functools import lru_cache

from gpudesk.core.errors import InvalidData
from gpudesk.core.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.stored_files import STORED
from gpudesk.core.workload import Task
from gpudesk.sizing.asked import Asked, asked_from, asked_text
from gpudesk.sizing.own_model_text import own_model_from, own_model_text
from gpudesk.sizing.training_asked import TrainingAsked, training_from, training_text

MOST_TEXT = 20_000
"""Characters of what is asked."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A workload as it lies in a row of the project."""

    task: Task
    asked: str
    model: str = ""


def kept(asked: Asked | TrainingAsked) -> Kept:
    """What is asked, as it is kept. A training of all weights is called one, anything else fine-tuning."""
    model = "" if asked.own is None else own_model_text(asked.own)
    if isinstance(asked, TrainingAsked):
        task = Task.TRAIN if asked.method == "full" and not asked.adapter else Task.FINETUNE
        return Kept(task, training_text(replace(asked, own=None)), model)
    return Kept(Task.SERVE, asked_text(replace(asked, own=None)), model)


@lru_cache(maxsize=256)
def asked_of(work: Kept) -> Asked | TrainingAsked:
    """What a kept workload asks.

    Raises:
        InvalidData: it makes no sense to this program: a model, a format or a board is not known here.
    """
    found: Asked | TrainingAsked | None = None
    if len(work.asked) <= MOST_TEXT:
        found = _serving(work) if work.task == Task.SERVE else _training(work)
    if found is None:
        text = QT_TRANSLATE_NOOP("sizing", "What is asked makes no sense here: the model, a format or a GPU is unknown.")
        mend = QT_TRANSLATE_NOOP("sizing", "Ask for it again in the place of sizing.")
        raise InvalidData(Message("sizing", text), Message("sizing", mend))
    return found


def _training(work: Kept) -> TrainingAsked | None:
    found = training_from(work.asked)
    if found is None or not work.model:
        return found
    own = own_model_from(work.model)
    return replace(found, own=own, model=own.architecture.name)


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
    found = asked_from(json.dumps(body))
    if found is None or (STORED in formats and own.form is None):
        return None
    return replace(found, own=own, model=own.architecture.name, formats=formats)
