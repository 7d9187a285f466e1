"""Steps of training on GPUs of AMD that nothing was fitted to (`resources/calibration/training_amd.csv`)."""

import csv
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.models import find_model
from gpudesk.core.training.training_speed import TrainingRun
from gpudesk.core.work.model_work import model_work
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.training_time import training_times


@dataclass(frozen=True, slots=True)
class AmdStep:
    """One of them.

    Attributes:
        step: seconds of a step as predicted; measured_s: as measured.
    """

    model: str
    gpu: str
    format: str
    step: Range
    measured_s: float


def amd_steps() -> list[AmdStep]:
    """All published steps, with their predictions."""
    with resource("calibration", "training_amd.csv").open(encoding="utf-8", newline="") as file:
        return [_step(row) for row in csv.DictReader(file)]


def _step(row: dict[str, str]) -> AmdStep:
    gpus, micro, batch, sequence = (int(row[name]) for name in ("gpus", "micro_batch", "batch", "sequence"))

    def one(value: float) -> NDArray[np.float64]:
        return np.array([value])

    def count(value: int) -> NDArray[np.int64]:
        return np.array([value], dtype=np.int64)

    run = TrainingRun(
        data=count(gpus),
        tensor=count(1),
        pipeline=count(1),
        virtual=count(1),
        context=count(1),
        expert=count(int(row["expert"])),
        micro_batch=one(micro),
        micro_batches=one(batch / gpus / micro),
        sequence=one(sequence),
        recomputed=one(float(row["recomputed"])),
        sharded=count(int(row["sharded"])),
        frozen=np.array([False]),
    )
    model = find_model(row["model"]).architecture
    times = training_times(model_work(model), [boards()[row["gpu"]]], [row["format"]], run, row["program"])
    step = Range(float(times.step_s[0]), float(times.low_s[0]), float(times.high_s[0]))
    return AmdStep(row["model"], row["gpu"], row["format"], step, batch * sequence / (gpus * float(row["tokens_per_s_gpu"])))
