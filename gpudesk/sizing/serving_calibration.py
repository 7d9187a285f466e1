"""The published measurements of serving, the constants fitted to them, and how far off the fit is (`resources/calibration`)."""

import csv
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.models import find_model
from gpudesk.core.calibration import Floats, applied, corrections, fit, folds, held_out, interval
from gpudesk.core.served_model import ServedModel, served_model
from gpudesk.core.serving_speed import FIRST_TERMS, TERMS, Boards, Running, first_token_terms, prompt_seconds, step_terms
from gpudesk.locate import resource
from gpudesk.sizing.boards import Board, boards
from gpudesk.sizing.tables import weight_format

TRUST = 3.0
"""A correction from so many rows is taken by half."""
FOLDS = 5
_CACHE_SHARE = 0.9
_RESERVED_GIB = 6.0
"""Of 0.9 of a board, what activations and the driver leave for weights and cache; where more is asked for, sequences wait."""
_KV_BYTES = 2.0
SEEN, KNOWN_SYSTEM, UNSEEN = "seen", "known_system", "unseen"
"""What a plan has in common with the measurements: model, board, program and format; board and program; neither."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One published point."""

    model: str
    gpu: str
    engine: str
    format: str
    tensor: int
    groups: int
    prompt: int
    answer: int
    concurrency: int
    ttft_s: float
    tpot_s: float
    source: str

    @property
    def system(self) -> tuple[str, str]:
        return self.gpu, self.engine

    @property
    def exactly(self) -> tuple[str, str, str, str]:
        return self.model, self.gpu, self.engine, self.format

    @property
    def shared(self) -> tuple[str, str, str, str, int]:
        return *self.exactly, self.tensor


@cache
def measured_rows() -> tuple[Measured, ...]:
    """Every point, in the order of the file."""
    with resource("calibration", "serving.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Measured(
                model=row["model"],
                gpu=row["gpu"],
                engine=row["engine"],
                format=row["format"],
                tensor=int(row["tensor"]),
                groups=int(row["groups"]),
                prompt=int(row["prompt"]),
                answer=int(row["answer"]),
                concurrency=int(row["concurrency"]),
                ttft_s=float(row["ttft_ms"]) / 1000,
                tpot_s=float(row["tpot_ms"]) / 1000,
                source=row["source"],
            )
            for row in csv.DictReader(file)
        )


def board_columns(chosen: Sequence[Board], served: ServedModel) -> Boards:
    """What the boards of plans can do with the model's format."""
    return Boards(
        bytes_per_s=np.array([board.bytes_per_s for board in chosen]),
        flops_per_s=np.array([board.flops_per_s(served.form) for board in chosen]),
        link_bytes_per_s=np.array([board.link_bytes_per_s for board in chosen]),
    )


@dataclass(frozen=True, slots=True)
class _Points:
    """What follows from points of measurement, one column a point.

    Attributes:
        terms: ideal seconds of each term of a step.
        prompt_s: seconds of one prompt alone, by constants of steps.
        sequences: running at once in one group; those without room in memory wait and do not count.
    """

    terms: Floats
    sequences: Floats
    rows: Sequence[Measured]

    def prompt_s(self, constants: Floats) -> Floats:
        found = np.zeros(len(self.rows))
        for served, at, mine in _by_model(self.rows):
            found[at] = prompt_seconds(served, _columns(mine, served), _running(mine, self.sequences[at]), constants)
        return found


def _by_model(rows: Sequence[Measured]) -> Iterator[tuple[ServedModel, list[int], list[Measured]]]:
    for model, form in sorted({(row.model, row.format) for row in rows}):
        at = [place for place, row in enumerate(rows) if (row.model, row.format) == (model, form)]
        yield served_model(find_model(model).architecture, weight_format(form)), at, [rows[place] for place in at]


def _columns(rows: Sequence[Measured], served: ServedModel) -> Boards:
    return board_columns([boards()[row.gpu] for row in rows], served)


def _running(rows: Sequence[Measured], sequences: Floats) -> Running:
    tensor, groups = np.array([row.tensor for row in rows]), np.array([row.groups for row in rows])
    prompt, answer = np.array([float(row.prompt) for row in rows]), np.array([float(row.answer) for row in rows])
    return Running(tensor, groups, sequences, prompt, answer, _KV_BYTES)


def points(rows: Sequence[Measured]) -> _Points:
    """What follows from points of measurement."""
    terms, sequences = np.zeros((len(TERMS), len(rows))), np.zeros(len(rows))
    for served, at, mine in _by_model(rows):
        run = _running(mine, np.zeros(len(mine)))
        one = np.ones_like(run.tensor)
        room = (_CACHE_SHARE * np.array([boards()[row.gpu].usable_gib for row in mine]) - _RESERVED_GIB) * 2.0**30
        room = room - served.held_bytes(run.tensor, one, run.tensor * run.groups)
        each = served.cache_bytes(run.tensor, one, run.prompt + run.answer, _KV_BYTES)
        most = np.maximum(1.0, np.floor(room / np.maximum(each, 1.0)))
        sequences[at] = np.minimum(np.ceil(np.array([float(row.concurrency) for row in mine]) / run.groups), most)
        terms[:, at] = step_terms(served, _columns(mine, served), _running(mine, sequences[at]))
    return _Points(terms, sequences, rows)


@dataclass(frozen=True, slots=True)
class ServingCalibration:
    """Constants for the terms of a step, what they are off by where something was measured, and what lies between in nine of ten cases."""

    constants: NDArray[np.float64]
    by_system: Mapping[Hashable, float]
    exactly: Mapping[Hashable, float]
    shared: Mapping[Hashable, float]
    intervals: Mapping[str, tuple[float, float]]
    rows: int

    def correction(self, model: str, gpu: str, engine: str, form: str, tensor: int) -> tuple[float, str]:
        """The logarithm to add, and what the plan has in common with measurements."""
        system = self.by_system.get((gpu, engine))
        exactly = self.exactly.get((model, gpu, engine, form))
        if exactly is not None and system is not None:
            return system + exactly + self.shared.get((model, gpu, engine, form, tensor), 0.0), SEEN
        return (system, KNOWN_SYSTEM) if system is not None else (0.0, UNSEEN)


@dataclass(frozen=True, slots=True)
class ServingCalibrations:
    """The constants of a step, and those of the time to the first token."""

    step: ServingCalibration
    first: ServingCalibration


def _calibrated(names: Sequence[str], terms: Floats, seconds: Floats, rows: Sequence[Measured]) -> tuple[Floats, dict[str, Any]]:
    """Constants and what they are off by, in plain values as the file holds them."""
    systems: list[Hashable] = [row.system for row in rows]
    exact: list[Hashable] = [row.exactly for row in rows]
    split: list[Hashable] = [row.shared for row in rows]
    constants = fit(terms, seconds)
    off = np.log(seconds) - np.log(constants @ terms)
    by_system = corrections(off, systems, TRUST)
    off = off - applied(systems, by_system)
    exactly = corrections(off, exact, TRUST)
    shared = corrections(off - applied(exact, exactly), split, TRUST)
    apart: dict[str, Sequence[Hashable]] = {
        SEEN: list(range(len(rows))),
        KNOWN_SYSTEM: [row.model for row in rows],
        UNSEEN: [row.gpu for row in rows],
    }
    levels: dict[str, list[list[Hashable]]] = {SEEN: [systems, exact, split], KNOWN_SYSTEM: [systems], UNSEEN: []}
    intervals = {name: interval(held_out(terms, seconds, folds(groups, FOLDS), levels[name], TRUST)) for name, groups in apart.items()}
    return constants, {
        "constants": {name: round(float(value), 6) for name, value in zip(names, constants, strict=True)},
        "intervals": {name: [round(low, 4), round(high, 4)] for name, (low, high) in intervals.items()},
        "by_system": [[*key, round(value, 4)] for key, value in sorted(by_system.items(), key=repr) if isinstance(key, tuple)],
        "exactly": [[*key, round(value, 4)] for key, value in sorted(exactly.items(), key=repr) if isinstance(key, tuple)],
        "shared": [[*key, round(value, 4)] for key, value in sorted(shared.items(), key=repr) if isinstance(key, tuple)],
    }


def first_terms(found: _Points, constants: Floats) -> Floats:
    """Ideal seconds of each term of the time to the first token for each point, by the constants of steps."""
    asked = np.array([row.concurrency / row.groups for row in found.rows])
    return first_token_terms(found.prompt_s(constants), constants @ found.terms, asked)


def calibrate() -> dict[str, Any]:
    """Fit all constants anew, in plain values as the file of constants holds them."""
    rows = measured_rows()
    found = points(rows)
    constants, step = _calibrated(TERMS, found.terms, np.array([row.tpot_s for row in rows]), rows)
    _, first = _calibrated(FIRST_TERMS, first_terms(found, constants), np.array([row.ttft_s for row in rows]), rows)
    return {"rows": len(rows), "step": step, "first": first}


def _read(body: Mapping[str, Any], names: Sequence[str], rows: int) -> ServingCalibration:
    return ServingCalibration(
        constants=np.array([body["constants"][name] for name in names]),
        by_system={(gpu, engine): value for gpu, engine, value in body["by_system"]},
        exactly={(model, gpu, engine, form): value for model, gpu, engine, form, value in body["exactly"]},
        shared={(model, gpu, engine, form, tensor): value for model, gpu, engine, form, tensor, value in body["shared"]},
        intervals={name: (low, high) for name, (low, high) in body["intervals"].items()},
        rows=rows,
    )


@cache
def serving_calibrations() -> ServingCalibrations:
    """The constants that came with the program."""
    import yaml

    with resource("calibration", "serving.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    return ServingCalibrations(_read(body["step"], TERMS, body["rows"]), _read(body["first"], FIRST_TERMS, body["rows"]))
