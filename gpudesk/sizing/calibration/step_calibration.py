"""The published steps of training, the constants fitted to them, and how far off that fit is (`resources/calibration`)."""

import csv
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats, applied, corrections, fit, folds, held_out, interval
from gpudesk.core.training.training_speed import TERMS, TrainingRun, step_terms, with_bubble
from gpudesk.core.work.model_work import ModelWork, gpt_work, model_work
from gpudesk.locate import resource
from gpudesk.sizing.calibration.step_tables import Host, Recipe, expected_constants, recipes, training_boards
from gpudesk.sizing.gpus.boards import boards

TRUST = 3.0
"""Number of rows for which a correction is applied by half."""
FOLDS = 5
FIRMNESS = 0.3
"""Strength of the regularization toward expected constants where there are few measurements."""
SEEN, KNOWN_SYSTEM, UNSEEN = "seen", "known_system", "unseen"
"""The properties that a plan shares with measurements of its recipe: model, GPU and format; GPU and format; neither."""
_GPT_WORDS = 50368


@dataclass(frozen=True, slots=True)
class MeasuredStep:
    """One published point: tokens per second per GPU.

    Attributes:
        model: of the catalog, or a name for `layers` and `hidden` of a model like GPT-3.
        sequences: of one step, over all replicas.
        told_tflops: of one GPU, as counted by the program: over whole sequences in LLM Foundry, over half of them in Megatron.
    """

    program: str
    task: str
    model: str
    layers: int
    hidden: int
    gpu: str
    gpus: int
    host: Host
    format: str
    sequence: int
    sequences: int
    micro_batch: int
    tensor: int
    pipeline: int
    virtual: int
    context: int
    expert: int
    sharded: int
    recomputed: float
    tokens_per_s_gpu: float
    told_tflops: float
    source: str

    @property
    def data(self) -> int:
        """Replicas."""
        return self.gpus // (self.tensor * self.pipeline * self.context)

    @property
    def step_s(self) -> float:
        return self.sequences * self.sequence / (self.gpus * self.tokens_per_s_gpu)

    @property
    def system(self) -> tuple[str, str]:
        return self.gpu, self.format

    @property
    def exactly(self) -> tuple[str, str, str]:
        return self.model, self.gpu, self.format

    @property
    def arrangement(self) -> tuple[Hashable, ...]:
        """All but the release of the program."""
        split = self.tensor, self.pipeline, self.virtual, self.context, self.expert
        return *self.exactly, self.task, self.gpus, self.sequence, self.sequences, self.micro_batch, *split

    @property
    def trained(self) -> ModelWork:
        if self.layers:
            return gpt_work(self.model, self.layers, self.hidden, _GPT_WORDS, self.sequence)
        return model_work(find_model(self.model).architecture)


@cache
def measured_steps() -> tuple[MeasuredStep, ...]:
    """Every point, in the order of the file."""
    with resource("calibration", "training_steps.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_row(row) for row in csv.DictReader(file))


def _row(row: Mapping[str, str]) -> MeasuredStep:
    return MeasuredStep(
        program=row["program"],
        task=row["task"],
        model=row["model"],
        layers=int(row["layers"] or 0),
        hidden=int(row["hidden"] or 0),
        gpu=row["gpu"],
        gpus=int(row["gpus"]),
        host=Host(int(row["domain"]), float(row["network_gbps"]), "read", row["source"]),
        format=row["format"],
        sequence=int(row["sequence"]),
        sequences=int(row["sequences"]),
        micro_batch=int(row["micro_batch"]),
        tensor=int(row["tensor"]),
        pipeline=int(row["pipeline"]),
        virtual=int(row["virtual"]),
        context=int(row["context"]),
        expert=int(row["expert"]),
        sharded=int(row["sharded"]),
        recomputed=float(row["recomputed"]),
        tokens_per_s_gpu=float(row["tokens_per_s_gpu"]),
        told_tflops=float(row["told_tflops"]),
        source=row["source"],
    )


def rows_of(recipe: Recipe) -> tuple[MeasuredStep, ...]:
    """The points that a recipe is fitted to."""
    return tuple(row for row in measured_steps() if row.program == recipe.program and bool(row.trained.experts) == recipe.experts)


def measured_terms(rows: Sequence[MeasuredStep]) -> Floats:
    """Ideal seconds of each term of a step, with the waiting of pipelines in them, one column a point."""
    terms = np.zeros((len(TERMS), len(rows)))
    for model, at in _by_model(rows):
        model_rows = [rows[place] for place in at]
        run = _run(model_rows)
        on = training_boards(
            [boards()[row.gpu] for row in model_rows], [row.format for row in model_rows], [row.host for row in model_rows]
        )
        terms[:, at] = with_bubble(step_terms(model, on, run), run)
    return terms


def _by_model(rows: Sequence[MeasuredStep]) -> Iterator[tuple[ModelWork, list[int]]]:
    groups: dict[tuple[str, int], list[int]] = {}
    for place, row in enumerate(rows):
        groups.setdefault((row.model, row.sequence if row.layers else 0), []).append(place)
    for at in groups.values():
        yield rows[at[0]].trained, at


def _run(rows: Sequence[MeasuredStep]) -> TrainingRun:
    def counts(name: str) -> NDArray[np.int64]:
        return np.array([getattr(row, name) for row in rows], dtype=np.int64)

    micro, data = counts("micro_batch").astype(np.float64), counts("data")
    return TrainingRun(
        data=data,
        tensor=counts("tensor"),
        pipeline=counts("pipeline"),
        virtual=counts("virtual"),
        context=counts("context"),
        expert=counts("expert"),
        micro_batch=micro,
        micro_batches=counts("sequences") / micro / data,
        sequence=counts("sequence").astype(np.float64),
        recomputed=np.array([row.recomputed for row in rows]),
        sharded=counts("sharded"),
        frozen=np.array([row.task == "lora" for row in rows]),
    )


@dataclass(frozen=True, slots=True)
class StepCalibration:
    """Constants of a recipe, their errors where measured, and their ranges in nine of ten cases."""

    recipe: Recipe
    constants: NDArray[np.float64]
    by_system: Mapping[Hashable, float]
    exactly: Mapping[Hashable, float]
    intervals: Mapping[str, tuple[float, float]]
    rows: int

    def correction(self, model: str, gpu: str, form: str) -> tuple[float, str]:
        """Return the logarithm to add and what the plan has in common with measurements."""
        system = self.by_system.get((gpu, form))
        if system is None:
            return 0.0, UNSEEN
        exactly = self.exactly.get((model, gpu, form))
        return (system, KNOWN_SYSTEM) if exactly is None else (system + exactly, SEEN)


def predicted_off(recipe: Recipe, known: str) -> Floats:
    """ln(predicted / measured) of each point of a recipe, predicted without the data it does not share with the measurements.

    Args:
        known: what is retained: SEEN holds out arrangements, KNOWN_SYSTEM whole models, UNSEEN whole boards.
    """
    rows = rows_of(recipe)
    systems: list[Hashable] = [row.system for row in rows]
    exact: list[Hashable] = [row.exactly for row in rows]
    apart: dict[str, tuple[list[Hashable], list[list[Hashable]]]] = {
        SEEN: ([row.arrangement for row in rows], [systems, exact]),
        KNOWN_SYSTEM: ([row.model for row in rows], [systems]),
        UNSEEN: ([row.gpu for row in rows], []),
    }
    groups, levels = apart[known]
    seconds = np.array([row.step_s for row in rows])
    return held_out(measured_terms(rows), seconds, folds(groups, FOLDS), levels, TRUST, expected_constants(), FIRMNESS)


def calibrate_steps() -> dict[str, Any]:
    """Refit all recipes, as plain values in the format of the constants file."""
    return {key: _calibrated(recipe) for key, recipe in recipes().items()}


def _calibrated(recipe: Recipe) -> dict[str, Any]:
    rows = rows_of(recipe)
    terms, seconds = measured_terms(rows), np.array([row.step_s for row in rows])
    constants = fit(terms, seconds, expected_constants(), FIRMNESS)
    off = np.log(seconds) - np.log(constants @ terms)
    systems: list[Hashable] = [row.system for row in rows]
    by_system = corrections(off, systems, TRUST)
    exactly = corrections(off - applied(systems, by_system), [row.exactly for row in rows], TRUST)
    intervals = {known: interval(predicted_off(recipe, known)) for known in (SEEN, KNOWN_SYSTEM, UNSEEN)}
    return {
        "rows": len(rows),
        "constants": {name: round(float(value), 5) for name, value in zip(TERMS, constants, strict=True)},
        "intervals": {name: [round(low, 4), round(high, 4)] for name, (low, high) in intervals.items()},
        "by_system": [[*key, round(value, 4)] for key, value in sorted(by_system.items(), key=repr) if isinstance(key, tuple)],
        "exactly": [[*key, round(value, 4)] for key, value in sorted(exactly.items(), key=repr) if isinstance(key, tuple)],
    }


@cache
def step_calibrations() -> Mapping[str, StepCalibration]:
    """The constants that came with the program, by recipe."""
    import yaml

    with resource("calibration", "training_steps.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return {
        key: StepCalibration(
            recipe=recipes()[key],
            constants=np.array([recipe_entry["constants"][name] for name in TERMS]),
            by_system={(gpu, form): value for gpu, form, value in recipe_entry["by_system"]},
            exactly={(model, gpu, form): value for model, gpu, form, value in recipe_entry["exactly"]},
            intervals={name: (low, high) for name, (low, high) in recipe_entry["intervals"].items()},
            rows=recipe_entry["rows"],
        )
        for key, recipe_entry in body.items()
    }
