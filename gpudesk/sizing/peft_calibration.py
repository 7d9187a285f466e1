"""Fine-tunings with adapters that were measured, beside what is predicted of them (`resources/calibration/training_peft.csv`)."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from gpudesk.core.training_activations import Recompute
from gpudesk.locate import resource
from gpudesk.sizing.boards import boards
from gpudesk.sizing.serving import Range
from gpudesk.sizing.training import TrainingPlan, training_plans
from gpudesk.sizing.training_asked import TrainingAsked, training_workload

_BOARD = "nvidia.a100-sxm4-80gb"
_NOT_OF_PYTORCH = frozenset({"context", "network", "fragmentation"})
"""Terms that no tensor takes: PyTorch's own peak, which was measured, does not hold them."""


@dataclass(frozen=True, slots=True)
class MeasuredTuning:
    """One of them.

    Attributes:
        held: GiB of tensors on the fullest GPU as predicted; measured_gib: PyTorch's peak.
        step: seconds of a step as predicted; measured_s: as measured.
    """

    model: str
    method: str
    gpus: int
    held: Range
    measured_gib: float
    step: Range
    measured_s: float


def measured_tunings() -> list[MeasuredTuning]:
    """Packed sequences of 4,096 on A100 of 80 GB, adapters of rank 16 on attention, layers worked out again, FSDP over several."""
    return list(_tunings())


def _tunings() -> Iterator[MeasuredTuning]:
    with resource("calibration", "training_peft.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            gpus, micro, sequence = int(row["gpus"]), int(row["micro_batch"]), int(row["sequence"])
            asked = TrainingAsked(
                row["model"],
                method=row["method"],
                sequence=sequence,
                batch=micro * gpus,
                micro_batch=micro,
                zero=3 if gpus > 1 else 0,
                recompute=str(Recompute.FULL),
                targets="attention",
                kept=row["kept"],
            )
            (plan,) = training_plans(training_workload(asked), [boards()[_BOARD]], gpus)
            if plan.time is not None:
                step = Range(plan.time.step_s, plan.time.low_s, plan.time.high_s)
                took = micro * sequence / float(row["tokens_per_s_per_gpu"])
                yield MeasuredTuning(row["model"], row["method"], gpus, _held(plan), float(row["measured_gib"]), step, took)


def _held(plan: TrainingPlan) -> Range:
    terms = [term for term in plan.needed.terms if term.name not in _NOT_OF_PYTORCH]
    return Range(*(sum(getattr(term, name) for term in terms) for name in ("value", "low", "high")))
