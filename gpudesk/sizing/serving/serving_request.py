"""A complete sizing request and the plans that answer it: several formats and many boards at once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from gpudesk.catalog.cost_inputs import CostInputs, CostValue, checked
from gpudesk.core.messages.errors import DeskError, InvalidData
from gpudesk.core.messages.foreign import kept_json
from gpudesk.core.messages.message import Message
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.stored_files import STORED, OwnModel
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.running.progress import Progress
from gpudesk.sizing.gpus.board_costs import Costing
from gpudesk.sizing.gpus.boards import Board, boards, planned_boards, that_run
from gpudesk.sizing.gpus.on_hand import ANY, OnHand, boards_on_hand, within
from gpudesk.sizing.gpus.sizing_tables import (
    engine_at,
    engine_for,
    engines,
    form_for,
    kv_bytes,
    kv_bytes_of,
    kv_lacking,
    weight_format,
    weight_formats,
)
from gpudesk.sizing.models.kernels import lacking_kernel
from gpudesk.sizing.models.named_model import named_model
from gpudesk.sizing.models.published_formats import default_format, format_named
from gpudesk.sizing.serving.service import NOTHING, Service, service_fields, service_from
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, preference, serving_plans
from gpudesk.sizing.serving.serving_work import Order

KV_BYTES: Mapping[str, float] = kv_bytes()
"""Bytes of an element of keys and values, by format."""


_FEW = 3
"""Maximum number of boards whose missing capabilities are listed if no board runs the request."""


class Hardware(StrEnum):
    """Which boards are looked at."""

    ALL = "all"
    LINKED = "linked"
    """With NVLink or alike."""
    CARDS = "cards"
    """Over PCI Express alone."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A workload with all open options.

    Attributes:
        model: the name of a model of the catalog, or the name of `own`.
        own: a model from user files; None for a catalog model.
        formats: keys of formats of weights, each tried; `STORED` is the format of the files of `own`, or the published
            format of the catalog model.
        gpu: the key of the one requested board, "" for all of `hardware`.
        gpus_most: maximum number of GPUs; None for no limit.
        release: of the program; "" for the one that launch files start.
        service: request arrivals and caching; if it specifies a rate, `concurrency` is ignored.
        utilisation: share of the usable memory that the program may fill; None for its default.
        costs: specified figures of the cost account, by key; the tables apply to the others.
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
    release: str = ""
    hardware: Hardware = Hardware.ALL
    gpu: str = ""
    gpus_most: int | None = None
    costs: tuple[tuple[str, CostValue], ...] = ()
    utilisation: float | None = None
    service: Service = NOTHING


def asked_text(request: Asked) -> str:
    """The request as a line of text, for storage; "" if a user model is requested."""
    if request.own is not None:
        return ""
    return json.dumps({name: value for name, value in asdict(request).items() if name != "own"})


def asked_from(text: str) -> Asked | None:
    """Parse a stored request; None if there is none or it is no longer valid."""
    try:
        stored = kept_json(text)
        request = Asked(
            **{
                **stored,
                "formats": tuple(stored["formats"]),
                "hardware": Hardware(stored["hardware"]),
                "own": None,
                "costs": _costs(stored),
            }
        )
        request = replace(request, service=service_from(stored.get("service", {})))
        sizes = [int(size) for size in (request.prompt, request.answer, request.concurrency, request.gpus_most or 1)]
        times = [float(time_ms) for time_ms in (request.tpot_ms or 1, request.ttft_ms or 1)]
        filled = 0.05 <= float(request.utilisation if request.utilisation is not None else 0.9) <= 1.0
        able = filled and request.engine in engines() and request.kv in engines()[request.engine].kv
        engine_at(request.engine, request.release)
        known = able and (not request.gpu or request.gpu in boards()) and set(request.formats) <= {STORED, *weight_formats()}
        return request if known and min(*sizes, *times) > 0 and request.model.strip() else None
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, InvalidData):
        return None


def _costs(kept: dict[str, Any]) -> tuple[tuple[str, CostValue], ...]:
    """Stored cost figures, or none if they are no longer valid."""
    try:
        return tuple(checked(dict(kept.get("costs", ()))).items())
    except DeskError:
        return ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The plans for a request, best first."""

    asked: Asked
    model: Architecture
    plans: tuple[ServingPlan, ...]
    unable: tuple[Message, ...] = ()
    """If there are no plans: what boards lack for the weights or the KV cache, with the formats that run there."""


def offered(hardware: Hardware) -> list[Board]:
    """The boards of a kind."""
    link_options = {Hardware.ALL: (True, False), Hardware.LINKED: (True,), Hardware.CARDS: (False,)}[hardware]
    return [board for board in planned_boards() if board.has_nvlink in link_options]


def architecture_of(request: Asked) -> Architecture:
    """Raises:
    InvalidData: no such model.
    """
    return request.own.architecture if request.own is not None else named_model(request.model)


def format_of(request: Asked, key: str) -> WeightFormat:
    """One of the requested formats.

    Raises:
        InvalidData: the format or the model is unknown.
    """
    if key == STORED:
        return request.own.form if request.own is not None and request.own.form is not None else default_format(request.model)
    return weight_format(key) if request.own is not None else format_named(request.model, key)


def workload_of(request: Asked, model: Architecture, key: str) -> ServingWorkload:
    """The workload in one of the requested formats.

    Raises:
        InvalidData: the format or a draft model is unknown, or lengths are invalid.
    """
    engine = engine_for(request.engine, model, request.release)
    work = ServingWorkload(
        model=model,
        form=form_for(engine, model, format_of(request, key)),
        kv_bytes=kv_bytes_of(engine, request.kv),
        prompt=request.prompt,
        answer=request.answer,
        concurrency=request.concurrency,
        engine=engine,
        utilisation=request.utilisation if request.utilisation is not None else engine.utilisation,
        tpot_s=None if request.tpot_ms is None else request.tpot_ms / 1000,
        ttft_s=None if request.ttft_ms is None else request.ttft_ms / 1000,
        costing=costing_of(request.costs),
    )
    return replace(work, **service_fields(request.service, request.prompt, request.answer))


@lru_cache(maxsize=8)
def costing_of(costs: tuple[tuple[str, CostValue], ...]) -> Costing | None:
    """How plans are costed with the specified values; None for the tables alone.

    Raises:
        Refused: a specified value is invalid.
    """
    return Costing(CostInputs(dict(costs))) if costs else None


def answer(request: Asked, progress: Progress | None = None, held: OnHand = ANY) -> Answer:
    """Every board with every format.

    Args:
        held: the GPUs on hand, if no others count.

    Raises:
        InvalidData: the model or a format is unknown.
        Cancelled: the person stopped it.
    """
    model = architecture_of(request)
    candidates = boards_on_hand([boards()[request.gpu]] if request.gpu else offered(request.hardware), held)
    chosen = that_run(engines()[request.engine], candidates)
    plans: list[ServingPlan] = []
    order = request.service.best
    for done, key in enumerate(request.formats):
        if progress is not None:
            progress.step(done, len(request.formats))
        work = workload_of(request, model, key)
        plans += _within(work, serving_plans(work, chosen, order=order), request.gpus_most, held, order)
    unable = () if plans else _unable(request, model, chosen)
    return Answer(request, model, tuple(sorted(plans, key=lambda plan: preference(plan, order))), unable)


def _unable(request: Asked, model: Architecture, chosen: Sequence[Board]) -> tuple[Message, ...]:
    works = [workload_of(request, model, key) for key in request.formats]
    messages = (_lacking(work, board) for board in chosen[:_FEW] for work in works)
    return tuple({message.plain(): message for message in messages if message is not None}.values())


def _lacking(work: ServingWorkload, board: Board) -> Message | None:
    """What a board lacks for the KV cache or for the weights; None if it lacks nothing of the kind."""
    cache = kv_lacking(work.engine, work.kv_bytes, board.capability)
    return cache or lacking_kernel(work.engine, work.form, board, experts=bool(work.model.experts))


def _within(work: ServingWorkload, plans: list[ServingPlan], most: int | None, held: OnHand, order: Order) -> list[ServingPlan]:
    """Plans with at most this number of GPUs: for a board that needs more, the closest plan within the limit, and why it fails."""
    return within(plans, most, held, lambda over, limit: serving_plans(work, over, most=limit, order=order))
