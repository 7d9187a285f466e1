"""Measurements nearest to a plan: published serving points, and published throughput of whole systems."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message, Value
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.locate import resource
from gpudesk.sizing.calibration.serving_calibration import measured_rows
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_formats
from gpudesk.sizing.serving.serving import ServingPlan

_CONTEXT = "sizing"
_SAMPLES = "AIConfigurator 0.12, measured on silicon: "
_NEAR = 0.02
"""Lengths and sequences that differ by no more count as the same."""
_FARTHEST = 6.0
"""Rows farther away than this are irrelevant to a plan."""
_MODEL, _BOARD, _FORMAT, _ENGINE, _UNKNOWN = 2.0, 2.0, 1.0, 0.7, 0.5
"""Distance of a different model, board, format or program on the logarithmic scale of the amounts; and of unspecified values."""


@dataclass(frozen=True, slots=True)
class Published:
    """One measured row.

    Attributes:
        kind: "serving" for a point at a given concurrency; "offline" for the maximum of a system; "mlperf-offline" and
            "mlperf-server" for rounds of MLPerf.
        tensor: GPUs that share a layer; 0 if unknown, as for the other amounts.
        format: "" if unknown.
        tpot_s, ttft_s: for MLPerf the 99th percentiles; None if not specified.
    """

    kind: str
    model: str
    gpu: str
    gpus: int
    tensor: int
    engine: str
    format: str
    prompt: int
    answer: int
    concurrency: int
    tokens_per_s: float
    tpot_s: float | None
    ttft_s: float | None
    source: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The row nearest to a plan, and their differences."""

    row: Published
    differs: tuple[Message, ...]

    @property
    def told(self) -> Message:
        """The row in one line."""
        row = self.row
        values: dict[str, Value] = {
            "gpus": row.gpus,
            "board": _board_title(row.gpu),
            "model": row.model,
            "program": _program_title(row.engine),
            "tokens": round(row.tokens_per_s),
            "tpot": round(1000 * (row.tpot_s or 0), 1),
            "ttft": round(1000 * (row.ttft_s or 0)),
            "sequences": row.concurrency,
        }
        text = QT_TRANSLATE_NOOP("sizing", "{model} on {gpus} × {board}, {program}: {tokens} tokens/s")
        if row.kind == "serving":
            text = QT_TRANSLATE_NOOP(
                "sizing",
                "{model} on {gpus} × {board}, {program}, {sequences} concurrent: {tpot} ms per output token, {ttft} ms to first token",
            )
        return Message(_CONTEXT, text, values)


@cache
def published_rows() -> tuple[Published, ...]:
    """Every row: the points of serving, then the throughput of systems."""
    points = [
        Published(
            kind="serving",
            model=row.model,
            gpu=row.gpu,
            gpus=row.tensor * row.groups,
            tensor=row.tensor,
            engine=row.engine,
            format=row.format,
            prompt=row.prompt,
            answer=row.answer,
            concurrency=row.concurrency,
            tokens_per_s=row.concurrency / row.tpot_s,
            tpot_s=row.tpot_s,
            ttft_s=row.ttft_s,
            source=_SAMPLES + row.source,
        )
        for row in measured_rows()
    ]
    return (*points, *(row for row, _ in system_rows()))


@cache
def system_rows() -> tuple[tuple[Published, int], ...]:
    """The throughput of whole systems, each with its stages; 1 if unspecified."""
    with resource("calibration", "throughput.csv").open(encoding="utf-8", newline="") as file:
        return tuple((_system(row), int(row["pipeline"] or 1)) for row in csv.DictReader(file))


def _system(row: Mapping[str, str]) -> Published:
    return Published(
        kind=row["kind"],
        model=row["model"],
        gpu=row["gpu"],
        gpus=int(row["gpus"]),
        tensor=int(row["tensor"] or 0),
        engine=row["engine"],
        format=row["format"],
        prompt=int(row["prompt"] or 0),
        answer=int(row["answer"] or 0),
        concurrency=0,
        tokens_per_s=float(row["tokens_per_s"]),
        tpot_s=float(row["tpot_ms"]) / 1000 if row["tpot_ms"] else None,
        ttft_s=float(row["ttft_ms"]) / 1000 if row["ttft_ms"] else None,
        source=row["source"],
    )


@cache
def _active(model: str) -> float:
    """Parameters that a token runs through."""
    return float(find_model(model).architecture.active_parameters)


@dataclass(frozen=True, slots=True)
class _Columns:
    """What rows are compared by, in columns."""

    model: list[str]
    gpu: list[str]
    format: list[str]
    engine: list[str]
    amounts: np.ndarray
    """Logarithms of active parameters, GPUs per layer, prompt, answer and sequences of a replica; NaN if unspecified."""


@cache
def _columns() -> _Columns:
    rows = published_rows()
    amounts = np.array([[_active(row.model), row.tensor or row.gpus, row.prompt, row.answer, row.concurrency] for row in rows], dtype=float)
    return _Columns(
        [row.model for row in rows],
        [row.gpu for row in rows],
        [row.format for row in rows],
        [row.engine for row in rows],
        np.log(np.where(amounts > 0, amounts, np.nan)),
    )


def nearest(plan: ServingPlan) -> Nearest | None:
    """The measured row nearest to a plan; None where all are far away."""
    rows, columns, work = published_rows(), _columns(), plan.work
    running = plan.sequences * plan.groups
    amounts = np.log([work.model.active_parameters, plan.split.tensor, max(1, work.prompt), max(1, work.answer), max(1, running)])
    apart = np.abs(columns.amounts - amounts)
    far = np.where(np.isnan(apart), _UNKNOWN, apart).sum(axis=1)
    for words, own_word, weight in (
        (columns.model, work.model.name, _MODEL),
        (columns.gpu, plan.board.part_of or plan.board.key, _BOARD),
        (columns.format, work.form.key, _FORMAT),
        (columns.engine, work.engine.key, _ENGINE),
    ):
        far += np.array([0.0 if word == own_word else weight if word else _UNKNOWN for word in words])
    at = int(np.argmin(far))
    return Nearest(rows[at], tuple(_differences(plan, rows[at], running))) if far[at] <= _FARTHEST else None


def _differences(plan: ServingPlan, row: Published, running: int) -> list[Message]:
    work = plan.work
    messages = []
    words = (
        (row.model, work.model.name, QT_TRANSLATE_NOOP("sizing", "model {theirs}, not {mine}")),
        (_board_title(row.gpu), plan.board.title, QT_TRANSLATE_NOOP("sizing", "GPU {theirs}, not {mine}")),
        (*_formats(row.format, work.form), QT_TRANSLATE_NOOP("sizing", "weights in {theirs}, not {mine}")),
        (_program_title(row.engine), work.engine.title, QT_TRANSLATE_NOOP("sizing", "engine {theirs}, not {mine}")),
    )
    messages += [
        Message(_CONTEXT, text, {"theirs": row_text, "mine": plan_text})
        for row_text, plan_text, text in words
        if row_text and row_text != plan_text
    ]
    amounts = (
        (row.tensor, plan.split.tensor, QT_TRANSLATE_NOOP("sizing", "Tensor parallel: {theirs}, not {mine}")),
        (row.prompt, work.prompt, QT_TRANSLATE_NOOP("sizing", "prompts of {theirs} tokens, not {mine}")),
        (row.answer, work.answer, QT_TRANSLATE_NOOP("sizing", "outputs of {theirs} tokens, not {mine}")),
        (row.concurrency, running, QT_TRANSLATE_NOOP("sizing", "{theirs} concurrent sequences, not {mine}")),
    )
    for row_amount, plan_amount, text in amounts:
        if row_amount and abs(row_amount - plan_amount) > _NEAR * plan_amount:
            messages.append(Message(_CONTEXT, text, {"theirs": row_amount, "mine": plan_amount}))
    return messages


def _board_title(key: str) -> str:
    return boards()[key].title if key in boards() else key


def _program_title(key: str) -> str:
    return engines()[key].title if key in engines() else key


def _formats(theirs: str, mine: WeightFormat) -> tuple[str, str]:
    """The names of two formats; the titles where different formats have one name."""
    other = weight_formats().get(theirs)
    if other is None:
        return theirs.upper(), mine.name
    return (other.name, mine.name) if other.name != mine.name or other.key == mine.key else (other.title, mine.title)
