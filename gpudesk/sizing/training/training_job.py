"""A training from its first step to its last: failures, states that are written, hours, energy and carbon."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.training.trained_model import TrainedModel
from gpudesk.core.work.goodput import HOUR_S, Lost, Place, lost_share, mean_time_between_failures_s, spares, storage_bytes_per_s
from gpudesk.core.work.job_energy import JobEnergy, job_energy
from gpudesk.locate import resource
from gpudesk.sizing.calibration.step_tables import host_of
from gpudesk.sizing.gpus.board_costs import Costing, usual_costing
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.training import TrainingPlan

_DAY_H = 24.0


@dataclass(frozen=True, slots=True)
class Reliability:
    """Failure and checkpoint constants; each a value with its low and high end.

    Attributes:
        gpu_hours: GPU hours between failures that stop a job.
        local: share of failures after which the checkpoint in the systems suffices.
        restart_s, repair_h: time until the job runs again, time until a system is repaired.
        hardware: share of failures that take a system out.
        copy_gb_per_s, local_gb_per_s, shared_gb_per_s: rate of one GPU to its host memory, to drives there, to shared storage.
        asked_share: maximum share of the time for writing and repetition when storage is sized.
        least_use: minimum share of the 16-bit rate used by whole runs, at six operations per parameter and token.
        sources: by name.
    """

    gpu_hours: Spread
    local: Spread
    restart_s: Spread
    repair_h: Spread
    hardware: Spread
    copy_gb_per_s: Spread
    local_gb_per_s: Spread
    shared_gb_per_s: Spread
    asked_share: float
    least_use: float
    sources: Mapping[str, tuple[str, str]]


@cache
def reliability() -> Reliability:
    """What came with the program."""
    import yaml

    with resource("sizing", "reliability.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    failures, states = body["failures"], body["states"]

    def spread(row: Mapping[str, Any]) -> Spread:
        return Spread(*(float(value) for value in row["value"]))

    return Reliability(
        gpu_hours=spread(failures["gpu_hours"]),
        local=spread(failures["local"]),
        restart_s=spread(failures["restart_s"]),
        repair_h=spread(failures["repair_h"]),
        hardware=spread(failures["hardware"]),
        copy_gb_per_s=spread(states["copy_gb_per_s"]),
        local_gb_per_s=spread(states["local_gb_per_s"]),
        shared_gb_per_s=spread(states["shared_gb_per_s_a_gpu"]),
        asked_share=float(states["asked_share"]["value"]),
        least_use=float(body["least_use"]["value"]),
        sources={name: (row["source"], row["confidence"]) for part in (failures, states) for name, row in part.items()},
    )


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """A whole training run.

    Attributes:
        state_gb: size of each checkpoint.
        between_failures_h: mean time between failures that stop the job.
        lost: shares of the time, at the likeliest figures; its intervals are for drives in the systems, then for shared storage.
        goodput: share of the time that is left for work.
        shared_write_s: time for one state to shared storage, at the usual rate of such storage for this number of GPUs.
        storage_gb_per_s: rate of shared storage for low losses (`Reliability.asked_share`) if states were written only there and
            blocked the job.
        spare_systems: number needed so that one is available in 95 of 100 cases.
        days, gpu_hours: including losses; the range of the latter is from the best case of the steps to the worst case of
            whole published runs. None without tokens, as the following.
        energy: for the likeliest hours. None if the power is unknown.
    """

    state_gb: float
    between_failures_h: Range
    lost: Lost
    goodput: Range
    shared_write_s: float
    storage_gb_per_s: float
    spare_systems: int
    days: Range | None
    gpu_hours: Range | None
    energy: JobEnergy | None
    joules_per_token: float | None


def state_bytes(trained: TrainedModel) -> float:
    """State size: trained weights, their 32-bit copy and their moments; a frozen base stays at its source."""
    scheme = trained.scheme
    moments = sum(scheme.moment_total(weight) * weight.times for weight in trained.trained)
    return trained.trained_parameters * (scheme.weight_bytes + scheme.master_bytes) + moments


_GOOD = {"gpu_hours": 1, "local": 1, "restart_s": -1, "copy_gb_per_s": 1, "local_gb_per_s": 1, "shared_gb_per_s": 1}
"""Factors of goodput, and which end of each range is the good one."""


def _lost(known: Reliability, state: float, gpus: int, odd: str = "", end: int = 0) -> Lost:
    """At the likeliest figures, but for one that is at its good end (1) or its bad one (-1)."""

    def at(name: str) -> float:
        spread: Spread = getattr(known, name)
        if name != odd:
            return spread.value
        return spread.high if end * _GOOD[name] > 0 else spread.low

    gpu_state_gb = state / gpus / 1e9
    copy_s = gpu_state_gb / at("copy_gb_per_s")
    local_s = max(copy_s, gpu_state_gb / at("local_gb_per_s"))
    shared_s = max(copy_s, gpu_state_gb / at("shared_gb_per_s"))
    places = Place(copy_s, local_s, at("local")), Place(copy_s, shared_s, 1 - at("local"))
    return lost_share(places, float(mean_time_between_failures_s(gpus, at("gpu_hours"))), at("restart_s"))


def _goodput(known: Reliability, state: float, gpus: int) -> Range:
    """The share left for work; what each figure may be off by adds up by squares, as they err independently."""
    likely = _lost(known, state, gpus).goodput
    off = {end: np.sqrt(sum((_lost(known, state, gpus, name, end).goodput - likely) ** 2 for name in _GOOD)) for end in (-1, 1)}
    return Range(likely, max(0.0, likely - float(off[-1])), min(1.0, likely + float(off[1])))


def training_job(
    trained: TrainedModel,
    board: Board,
    gpus: int,
    gpus_a_system: int,
    days: Range | None,
    tokens: float | None,
    costing: Costing | None = None,
) -> TrainingJob:
    """The whole of a training.

    Args:
        days: by its steps alone, None without tokens.
        tokens: of all steps.
        costing: whose power, PUE and carbon are taken; the usual ones unless given.
    """
    known = reliability()
    state = state_bytes(trained)
    lost = _lost(known, state, gpus)
    ends = known.gpu_hours.value, known.gpu_hours.low, known.gpu_hours.high
    between = [float(mean_time_between_failures_s(gpus, hours)) / HOUR_S for hours in ends]
    systems = -(-gpus // gpus_a_system)
    each_h = known.gpu_hours.value / gpus_a_system / known.hardware.value
    goodput = _goodput(known, state, gpus)
    job_days = hours = energy = joules = None
    if days is not None and tokens is not None:
        job_days = Range(days.value / max(goodput.value, 1e-3), days.low / max(goodput.high, 1e-3), days.high / max(goodput.low, 1e-3))
        value = job_days.value * _DAY_H * gpus
        worst = 6 * trained.model.active_parameters * tokens / (board.rates.get("fp16", np.inf) * known.least_use) / HOUR_S
        hours = Range(value, min(value, days.low * _DAY_H * gpus), max(value, days.high * _DAY_H * gpus, worst))
        energy = _energy(board, value, costing or usual_costing())
        joules = energy.joules_per_token(tokens)
    return TrainingJob(
        state_gb=state / 1e9,
        between_failures_h=Range(*between),
        lost=lost,
        goodput=goodput,
        shared_write_s=state / 1e9 / (known.shared_gb_per_s.value * gpus),
        storage_gb_per_s=storage_bytes_per_s(state, between[0] * HOUR_S, known.asked_share) / 1e9,
        spare_systems=spares(systems, each_h, known.repair_h.value),
        days=job_days,
        gpu_hours=hours,
        energy=energy,
        joules_per_token=joules,
    )


def _energy(board: Board, hours: float, costing: Costing) -> JobEnergy:
    inputs = costing.inputs
    drawn_w = costing.of_one(board).reserved_kw.value * 1000 * inputs.figure("load").value
    gpu_w = min(board.power_w or 0.0, drawn_w)
    return job_energy(hours, gpu_w, drawn_w - gpu_w, inputs.pue().value, costing.assumed.carbon_g_per_kwh.value)


def plan_job(plan: TrainingPlan, costing: Costing | None = None) -> TrainingJob | None:
    """The whole of a plan's training, in the usual systems of its board; None where no time is known."""
    if plan.time is None:
        return None
    system_gpus = min(plan.gpus, host_of(plan.board).domain)
    return training_job(plan.work.trained, plan.board, plan.gpus, system_gpus, plan.days, plan.work.tokens, costing)


@dataclass(frozen=True, slots=True)
class ReleasedRun:
    """A model whose hours of training were published."""

    name: str
    model: str
    gpu: str
    gpus: int
    format: str
    sequence: int
    batch: int
    tokens: float
    gpu_hours: float
    confidence: str
    source: str


@cache
def released_runs() -> tuple[ReleasedRun, ...]:
    """Every published run."""
    with resource("calibration", "released_runs.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            ReleasedRun(
                name=row["name"],
                model=row["model"],
                gpu=row["gpu"],
                gpus=int(row["gpus"]),
                format=row["format"],
                sequence=int(row["sequence"]),
                batch=int(row["batch"]),
                tokens=float(row["tokens"]),
                gpu_hours=float(row["gpu_hours"]),
                confidence=row["confidence"],
                source=row["source"],
            )
            for row in csv.DictReader(file)
        )
