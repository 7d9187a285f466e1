"""The published measurements of memory in training, and how far off the formulas are (`resources/calibration/training_*.csv`)."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.models.architecture import Architecture
from gpudesk.core.models.model_families import read_architecture
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.training.adapters import Adapter
from gpudesk.core.training.trained_model import TrainedModel
from gpudesk.core.training.training_activations import Recompute, gpt_layer_bytes, in_flight, kept_by_layers
from gpudesk.core.training.training_memory import MODES, Beside, Layouts, in_gib, memory_parts
from gpudesk.core.training.training_terms import ranges
from gpudesk.locate import resource
from gpudesk.sizing.calibration.step_calibration import MeasuredStep, measured_steps
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.training import TrainingPlan, training_plans
from gpudesk.sizing.training.training_tables import methods, optimiser, programs, training_rules
from gpudesk.sizing.training.training_workload import TrainingWorkload

_STATE_BYTES = 18.0
"""State bytes per parameter in Korthikanti's figure 1, with twelve matrices of the hidden width per layer and no vocabulary."""
_MANY = 10**6
_HEAD, _WORDS = 128, 50368
"""Head width and vocabulary size of LLM Foundry's models."""


@cache
def _rows(name: str) -> tuple[Mapping[str, str], ...]:
    with resource("calibration", name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def activations_off() -> list[tuple[str, float]]:
    """Error of each row of figures 1 and 7 of Korthikanti et al.: relative, or as a share of activations without recomputation."""
    errors = []
    for row in _rows("training_activations.csv"):
        hidden, heads, layers, sequence, micro, tensor = (
            int(row[name]) for name in ("hidden", "heads", "layers", "sequence", "micro_batch", "tensor")
        )
        layer_shape = sequence, micro, hidden, heads, tensor
        stages, virtual = int(row["pipeline"]), int(row["virtual"])
        layer_bytes = gpt_layer_bytes(*layer_shape, Recompute(row["recompute"]), shares=row["sequence_shared"] == "1")
        if row["activations_gib"]:
            activations_gib = layer_bytes * layers / stages * in_flight(0, stages, virtual, _MANY) / GIB
            states = 12.0 * hidden**2 * layers * _STATE_BYTES / (tensor * stages) / GIB
            errors.append((f"{row['model']} {row['recompute']}", activations_gib / float(row["activations_gib"]) - 1))
            errors.append((f"{row['model']} states", states / float(row["states_gib"]) - 1))
        else:
            none = gpt_layer_bytes(*layer_shape, Recompute.NONE, shares=False)
            errors.append((f"{row['model']} {row['recompute']} share", layer_bytes / none - float(row["share_of_none_pct"]) / 100))
    return errors


def live_copies() -> list[tuple[str, float]]:
    """For each measured model, memory of one layer in Transformers relative to the formula."""
    model_ratios = []
    for row in _rows("training_layers.csv"):
        model = find_model(row["model"]).architecture
        layer = kept_by_layers(model, 1)[0]
        layer_total = layer.whole + layer.shared + layer.heads
        model_ratios.append((row["model"], float(row["copies"]) * 2.0 * model.hidden / layer_total))
    return model_ratios


def live_copies_off() -> list[float]:
    """The relative error of each of them, predicted with the median of the others."""
    ratios = [ratio for _, ratio in live_copies()]
    return [float(np.median(ratios[:at] + ratios[at + 1 :])) / ratio - 1 for at, ratio in enumerate(ratios)]


def runs_off() -> list[tuple[str, float]]:
    """Of each measured run on one GPU the relative error of what PyTorch held."""
    errors = []
    for row in _rows("training_runs.csv"):
        trained_model = TrainedModel(
            model=find_model(row["model"]).architecture,
            scheme=optimiser(row["optimiser"]),
            sequence=int(row["sequence"]),
            chunked_loss=row["chunked_loss"] == "1",
        )
        mode = MODES.index(Recompute(row["recompute"]))
        parts = memory_parts(trained_model, _alone(int(row["micro_batch"]), mode), Beside(training_rules().logits_bytes.value, 0.0))
        errors.append((f"{row['model']} {row['recompute']}", float(in_gib(parts)[0]) / float(row["measured_gib"]) - 1))
    return errors


@dataclass(frozen=True, slots=True)
class Ran:
    """A published layout that ran, so its memory need cannot have exceeded the available memory.

    Attributes:
        share, low_share: its need, and the low end of its range, divided by the board's usable memory.
    """

    program: str
    model: str
    share: float
    low_share: float


def layouts_that_ran() -> list[Ran]:
    """Memory of the published training steps by layout; if recomputation is not stated, with the maximum of it."""
    return [_ran(step) for step in measured_steps()]


def _ran(step: MeasuredStep) -> Ran:
    is_foundry = step.program == "llm-foundry"
    trained_model = TrainedModel(
        model=_gpt(step) if step.layers else find_model(step.model).architecture,
        scheme=optimiser("adamw-mixed" if is_foundry else "adamw-megatron"),
        sequence=step.sequence,
        adapter=Adapter() if step.task == "lora" else None,
    )
    modes = (MODES.index(Recompute.FULL if step.recomputed else Recompute.NONE),) if is_foundry else range(len(MODES))
    rules = training_rules()
    extra_memory = Beside(rules.logits_bytes.value, rules.buckets_gib.value * GIB)
    gpu, batches = boards()[step.gpu], max(1, round(step.sequences / (step.data * step.micro_batch)))
    shares = []
    for mode in modes:
        values = (step.data, step.tensor, step.pipeline, step.context, step.virtual, max(step.expert, step.tensor), step.sharded)
        one = Layouts(*(np.array([value], dtype=np.int64) for value in (*values, step.micro_batch, batches, mode)))
        parts = memory_parts(trained_model, one, extra_memory)
        value = float(in_gib(parts)[0]) + rules.context_gib.value + rules.network_gib.value
        low = float(in_gib(parts)[0]) + rules.context_gib.low + rules.network_gib.low
        for name, (least, _, _, _) in ranges(trained_model.model, rules, programs()["native"].copies, MODES[mode]).items():
            low -= (1 - least) * float(parts[name][0]) / GIB
        shares.append((value / gpu.usable_gib, low / gpu.usable_gib))
    share, low_share = min(shares)
    return Ran(step.program, step.model, share, low_share)


def _gpt(step: MeasuredStep) -> Architecture:
    """A model of the kind of GPT with heads of 128, as LLM Foundry's are."""
    sizes = {"n_embd": step.hidden, "n_layer": step.layers, "n_head": max(1, step.hidden // _HEAD)}
    return read_architecture(step.model, {"model_type": "gpt2", **sizes, "vocab_size": _WORDS, "n_positions": step.sequence})


def _alone(micro_batch: int, mode: int) -> Layouts:
    one, none = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    return Layouts(one, one, one, one, one, one, none, micro_batch * one, one, mode * one)


@dataclass(frozen=True, slots=True)
class PublishedTuning:
    """A published fine-tuning run not used in any fit, with the plan for the same boards.

    Attributes:
        measured_s: of a step.
    """

    gpu: str
    gpus: int
    measured_s: float
    plan: TrainingPlan


def published_tunings() -> list[PublishedTuning]:
    """MLPerf Training 4.1, Llama 2 70B with a rank 16 adapter on attention, sequences of 8,192, in FP8; layouts are not stated."""
    tunings = []
    for row in _rows("training_mlperf.csv"):
        work = TrainingWorkload(
            model=find_model("Llama-2-70b").architecture,
            method=methods()["lora"],
            scheme=optimiser("adamw-mixed"),
            program=programs()["native"],
            precision="fp8",
            sequence=8192,
            batch=int(row["batch"]),
            adapter=Adapter(16, "attention"),
        )
        (plan,) = training_plans(work, [boards()[row["gpu"]]], int(row["gpus"]))
        tunings.append(PublishedTuning(row["gpu"], plan.gpus, work.batch / float(row["samples_per_s"]), plan))
    return tunings
