"""Measured fine-tuning runs with adapters, compared with their predictions (`resources/calibration/training_peft*.csv`)."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.models.stored_files import OwnModel
from gpudesk.core.training.training_activations import Recompute
from gpudesk.locate import resource
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_request import TrainingAsked, training_workload

_BOARD = "nvidia.a100-sxm4-80gb"
_NOT_OF_PYTORCH = frozenset({"context", "network", "fragmentation", "held_back"})
"""Terms that no tensor takes: PyTorch's own peak, which was measured, does not hold them."""


@dataclass(frozen=True, slots=True)
class MeasuredTuning:
    """One measured fine-tuning run.

    Attributes:
        held: GiB of tensors on the fullest GPU as predicted; measured_gib: PyTorch's peak.
        needed: GiB of the GPU as predicted; shown_gib: peak shown by nvidia-smi, mean of the GPUs.
        step: seconds of a step as predicted; measured_s: as measured.
    """

    model: str
    method: str
    gpus: int
    held: Range
    measured_gib: float
    needed: Range
    shown_gib: float
    step: Range
    measured_s: float


def measured_tunings() -> list[MeasuredTuning]:
    """Packed sequences of 4,096 on A100 80 GB, adapters of rank 16 on attention, layers recomputed, FSDP over several GPUs."""
    return list(_tunings("training_peft.csv"))


def other_model_tunings() -> list[MeasuredTuning]:
    """The same of a model that nothing was fitted to (PowerLM-3b; its files have the 3.51 billion parameters of these dimensions)."""
    return list(_tunings("training_peft_other_model.csv"))


def _tunings(name: str) -> Iterator[MeasuredTuning]:
    with resource("calibration", name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            gpus, micro, sequence = int(row["gpus"]), int(row["micro_batch"]), int(row["sequence"])
            request = TrainingAsked(
                row["model"],
                OwnModel(_decoder(row)) if "hidden" in row else None,
                method=row["method"],
                sequence=sequence,
                batch=micro * gpus,
                micro_batch=micro,
                zero=3 if gpus > 1 else 0,
                recompute=str(Recompute.FULL),
                targets="attention",
                kept=row["kept"],
                packed=True,
            )
            (plan,) = training_plans(training_workload(request), [boards()[_BOARD]], gpus)
            if plan.time is not None:
                step = Range(plan.time.step_s, plan.time.low_s, plan.time.high_s)
                took = micro * sequence / float(row["tokens_per_s_per_gpu"])
                needed = Range(plan.needed.value, plan.needed.low, plan.needed.high)
                memory = _held(plan), float(row["measured_gib"]), needed, float(row["shown_gib"])
                yield MeasuredTuning(row["model"], row["method"], gpus, *memory, step, took)


@dataclass(frozen=True, slots=True)
class ShownTuning:
    """A fine-tuning run not used in any fit, by another program on top of PEFT.

    Attributes:
        needed: GiB of the GPU as predicted; shown_gib: peak reported by the driver, including freed memory that PyTorch retains.
    """

    model: str
    sequence: int
    micro_batch: int
    needed: Range
    shown_gib: float


def held_out_tunings() -> list[ShownTuning]:
    """LoRA of rank 8 in ms-swift on one A100 80 GB, sequences of various lengths, layers recomputed."""
    tunings = []
    with resource("calibration", "training_peft_held_out.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            micro, sequence = int(row["micro_batch"]), int(row["sequence"])
            request = TrainingAsked(
                row["model"],
                OwnModel(_decoder(row)),
                method="lora",
                sequence=sequence,
                batch=micro,
                micro_batch=micro,
                zero=0,
                recompute=str(Recompute.FULL),
                targets="attention",
                rank=int(row["rank"]),
            )
            (plan,) = training_plans(training_workload(request), [boards()[_BOARD]], 1)
            needed = Range(plan.needed.value, plan.needed.low, plan.needed.high)
            tunings.append(ShownTuning(row["model"], sequence, micro, needed, float(row["shown_gib"])))
    return tunings


def _decoder(row: Mapping[str, str]) -> Architecture:
    """A decoder of the dimensions of a row."""
    config = {
        "model_type": "llama",
        "hidden_size": int(row["hidden"]),
        "num_hidden_layers": int(row["layers"]),
        "num_attention_heads": int(row["heads"]),
        "num_key_value_heads": int(row["kv_heads"]),
        "intermediate_size": int(row["feed_forward"]),
        "vocab_size": int(row["vocabulary"]),
        "max_position_embeddings": int(row["sequence"]),
        "tie_word_embeddings": row.get("tied") == "1",
    }
    return read_architecture(row["model"], config)


def _held(plan: TrainingPlan) -> Range:
    terms = [term for term in plan.needed.terms if term.name not in _NOT_OF_PYTORCH]
    return Range(*(sum(getattr(term, name) for term in terms) for name in ("value", "low", "high")))
