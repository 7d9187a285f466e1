"""What a person asks of sizing in one go, and the plans that answer it: several formats and many boards at once."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from gpudesk.catalog.models import find_model
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import STORED, OwnModel
from gpudesk.core.progress import Progress
from gpudesk.core.weight_formats import WeightFormat
from gpudesk.sizing.boards import Board, boards
from gpudesk.sizing.serving import ServingPlan, ServingWorkload, preference, serving_plans
from gpudesk.sizing.tables import engines, weight_format, weight_formats

KV_BYTES: Mapping[str, float] = {"bf16": 2.0, "fp8": 1.0}
"""Bytes of an element of keys and values, by format."""


class Hardware(StrEnum):
    """Which boards are looked at."""

    ALL = "all"
    LINKED = "linked"
    """With NVLink or alike."""
    CARDS = "cards"
    """Over PCI Express alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A workload with all that is left open.

    Attributes:
        model: the name of a model of the catalog, or what `own` is called.
        own: a model of files of one's own; None for one of the catalog.
        formats: keys of formats of weights, each tried; `STORED` is the one that the files of `own` have.
        gpu: the key of the one board that is asked for, "" for all of `hardware`.
        gpus_most: no more GPUs than these; None for as many as it takes.
    """

    model: str
    own: OwnModel | None = None
    formats: tuple[str, ...] = ("bf16", "fp8", "int4")
    kv: str = "bf16"
    prompt: int = 1024
    answer: int = 256
    concurrency: int = 16
    tpot_ms: float | None = 50.0
    ttft_ms: float | None = 2000.0
    engine: str = "vllm"
    hardware: Hardware = Hardware.ALL
    gpu: str = ""
    gpus_most: int | None = None


def asked_text(asked: Asked) -> str:
    """What is asked as a line of text, to be kept; "" where a model of one's own is asked for."""
    if asked.own is not None:
        return ""
    return json.dumps({name: value for name, value in asdict(asked).items() if name != "own"})


def asked_from(text: str) -> Asked | None:
    """What was kept; None where nothing was, or where it makes no sense any more."""
    try:
        kept = json.loads(text)
        found = Asked(**{**kept, "formats": tuple(kept["formats"]), "hardware": Hardware(kept["hardware"]), "own": None})
        sizes = [int(each) for each in (found.prompt, found.answer, found.concurrency, found.gpus_most or 1)]
        times = [float(each) for each in (found.tpot_ms or 1, found.ttft_ms or 1)]
        known = found.engine in engines() and found.kv in KV_BYTES and (not found.gpu or found.gpu in boards())
        return found if known and min(*sizes, *times) > 0 and set(found.formats) <= set(weight_formats()) and found.model.strip() else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return None


@dataclass(frozen=True, slots=True)
class Answer:
    """The plans for what was asked, best first."""

    asked: Asked
    model: Architecture
    plans: tuple[ServingPlan, ...]


def offered(hardware: Hardware) -> list[Board]:
    """The boards of a kind."""
    wanted = {Hardware.ALL: (True, False), Hardware.LINKED: (True,), Hardware.CARDS: (False,)}[hardware]
    return [board for board in boards().values() if board.has_nvlink in wanted]


def architecture_of(asked: Asked) -> Architecture:
    """Raises:
    InvalidData: no such model.
    """
    return asked.own.architecture if asked.own is not None else find_model(asked.model).architecture


def _format(asked: Asked, key: str) -> WeightFormat:
    if key == STORED and asked.own is not None and asked.own.form is not None:
        return asked.own.form
    return weight_format(key)


def answer(asked: Asked, progress: Progress | None = None) -> Answer:
    """Every board with every format.

    Raises:
        InvalidData: the model or a format is unknown.
        Cancelled: the person stopped it.
    """
    model = architecture_of(asked)
    engine = engines()[asked.engine]
    chosen = [boards()[asked.gpu]] if asked.gpu else offered(asked.hardware)
    plans: list[ServingPlan] = []
    for done, key in enumerate(asked.formats):
        if progress is not None:
            progress.step(done, len(asked.formats))
        work = ServingWorkload(
            model=model,
            form=_format(asked, key),
            kv_bytes=KV_BYTES[asked.kv],
            prompt=asked.prompt,
            answer=asked.answer,
            concurrency=asked.concurrency,
            engine=engine,
            utilisation=engine.utilisation,
            tpot_s=None if asked.tpot_ms is None else asked.tpot_ms / 1000,
            ttft_s=None if asked.ttft_ms is None else asked.ttft_ms / 1000,
        )
        plans += _within(work, serving_plans(work, chosen), asked.gpus_most)
    return Answer(asked, model, tuple(sorted(plans, key=preference)))


def _within(work: ServingWorkload, plans: list[ServingPlan], most: int | None) -> list[ServingPlan]:
    """Plans of no more than so many GPUs: where a board needs more, the one that comes nearest with those, and why it does not do."""
    if most is None:
        return plans
    over = [plan.board for plan in plans if plan.gpus > most]
    return [*(plan for plan in plans if plan.gpus <= most), *(serving_plans(work, over, most=most) if over else [])]
