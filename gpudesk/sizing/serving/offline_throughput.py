"""The most tokens a second that GPUs give when requests never end, and published figures of that which nothing here was fitted to."""

import csv
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import Board, boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingPlan, ServingWorkload, serving_plans


@dataclass(frozen=True, slots=True)
class OfflineRow:
    """One published figure of TensorRT-LLM."""

    model: str
    gpu: str
    gpus: int
    format: str
    prompt: int
    answer: int
    tokens_per_s: float
    source: str


@cache
def offline_rows() -> tuple[OfflineRow, ...]:
    """Every figure, in the order of the file."""
    with resource("calibration", "trtllm_offline.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            OfflineRow(
                model=row["model"],
                gpu=row["gpu"],
                gpus=int(row["gpus"]),
                format=row["format"],
                prompt=int(row["prompt"]),
                answer=int(row["answer"]),
                tokens_per_s=float(row["tokens_per_s"]),
                source=row["source"],
            )
            for row in csv.DictReader(file)
        )


def fullest_plan(work: ServingWorkload, board: Board, gpus: int) -> ServingPlan | None:
    """This number of GPUs with the maximum number of sequences for memory and program; None if the model does not fit."""
    alone = serving_plans(replace(work, concurrency=1), [board], gpus)
    if not alone:
        return None
    limit, _ = work.engine.limits(board.usable_gib, board.capability, work.prompt)
    most = min(alone[0].most_sequences, limit)
    if most < 1:
        return None
    plans = serving_plans(replace(work, concurrency=most), [board], gpus)
    return plans[0] if plans else None


def offline_off() -> Floats:
    """ln(predicted / published) tokens a second of each figure, with keys and values in 8 bits as they are published."""
    ratios = []
    for row in offline_rows():
        engine = engines()["trtllm"]
        model, form = find_model(row.model).architecture, weight_format(row.format)
        work = ServingWorkload(model, form, 1.0, row.prompt, row.answer, 1, engine, engine.utilisation)
        plan = fullest_plan(work, boards()[row.gpu], row.gpus)
        if plan is not None:
            ratios.append(plan.tokens_per_s / row.tokens_per_s)
    off: Floats = np.log(np.array(ratios))
    return off
