"""The published measurements of llama.cpp and Transformers, the constants fitted to them, and how far off the fit is."""

import csv
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats, interval
from gpudesk.core.estimates.curve_fit import fit_curve
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.decode_speed import DecodeConstants, Decoding, combined, decode_terms, prompt_flops
from gpudesk.core.serving.served_model import ServedModel, served_model
from gpudesk.locate import resource
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN, UNSEEN
from gpudesk.sizing.gpus.boards import Board, MemoryKind, boards
from gpudesk.sizing.gpus.sizing_tables import weight_format

LLAMA_CPP, TRANSFORMERS = "llama.cpp", "transformers"
FEW, MANY = 20, 100
"""Of fewer rows than these the whole range is taken, or 95 % of it: nine tenths of a few rows hold less than that of others."""
OVERLAP = 4.0
"""Transformers starts kernels while those before still run; by eye on the tables of Qwen 2.5."""
ELSEWHERE = 2.0
"""Unmeasured cases are within this factor, a rule: several sequences in parallel, another kind of memory, and Transformers on
another GPU, whose host starts its kernels."""
PROMPT_SHARE = (0.5, 0.3, 1.6)
"""Share of the 16-bit rate for prompts in Transformers, with factors of its range: a rule, without measurements here."""


@dataclass(frozen=True, slots=True)
class LoneRow:
    """One published point of one sequence.

    Attributes:
        memory, gb_per_s, tflops: of GPUs that are not in the catalog; "" and 0 for those in it.
        phase: "decode" or "prefill".
    """

    engine: str
    model: str
    gpu: str
    memory: str
    gb_per_s: float
    tflops: float
    gpus: int
    format: str
    phase: str
    prompt: int
    answer: int
    tokens_per_s: float
    memory_gib: float
    method: str = ""

    @property
    def kind(self) -> MemoryKind:
        return MemoryKind(self.memory) if self.memory else boards()[self.gpu].memory

    @property
    def bytes_per_s(self) -> float:
        return self.gb_per_s * 1e9 if self.gb_per_s else boards()[self.gpu].bytes_per_s

    @property
    def products_per_s(self) -> float:
        return self.tflops * 1e12 if self.tflops else products_per_s(boards()[self.gpu])


def products_per_s(board: Board) -> float:
    """The rate that speeds of prompts go with: of HBM boards that of 16 bits on tensor cores, of others that of 32 bits.

    The chips of GeForce and of workstation boards are the same and reach the same, whatever their rates on paper.
    """
    if board.memory is MemoryKind.HBM or "fp32" not in board.rates:
        return board.rates.get("fp16", 0.0)
    return board.rates["fp32"]


def _file(name: str) -> list[dict[str, str]]:
    with resource("calibration", name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def lone_rows() -> tuple[LoneRow, ...]:
    """Every point of llama.cpp, then of Transformers, in the order of their files."""
    points = [
        LoneRow(
            engine=LLAMA_CPP,
            model=row["model"],
            gpu=row["gpu"],
            memory=row["memory"],
            gb_per_s=float(row["gb_per_s"] or 0),
            tflops=float(row["tflops"] or 0),
            gpus=int(row["gpus"]),
            format=row["format"],
            phase=row["phase"],
            prompt=int(row["tokens"]) if row["phase"] == "prefill" else 0,
            answer=int(row["tokens"]) if row["phase"] == "decode" else 0,
            tokens_per_s=float(row["tokens_per_s"]),
            memory_gib=0.0,
        )
        for row in _file("llamacpp.csv")
        if not row["left_out"]
    ]
    points += [
        LoneRow(
            engine=TRANSFORMERS,
            model=row["model"],
            gpu=row["gpu"],
            memory="",
            gb_per_s=0.0,
            tflops=0.0,
            gpus=int(row["gpus"]),
            format=row["format"],
            phase="decode",
            prompt=int(row["prompt"]),
            answer=int(row["answer"]),
            tokens_per_s=float(row["tokens_per_s"]),
            memory_gib=float(row["memory_gib"]),
            method=row["method"],
        )
        for row in _file("transformers.csv")
    ]
    return tuple(points)


@cache
def _served(model: str, form: str) -> ServedModel:
    return served_model(find_model(model).architecture, weight_format(form))


def row_terms(rows: Sequence[LoneRow]) -> Floats:
    """Ideal seconds of each term of a token's time for points of measurement: shape (5, rows)."""
    columns = []
    for row in rows:
        looked = np.array([row.prompt + row.answer / 2.0])
        run = Decoding(np.ones(1), looked, np.array([row.gpus]), np.array([row.bytes_per_s]), np.ones(1), 2.0)
        columns.append(decode_terms(_served(row.model, row.format), run)[:, 0])
    return np.array(columns).T


def group_of(engine: str, memory: MemoryKind, form: WeightFormat) -> str:
    """The rows for a plan: for llama.cpp those with the kind of memory, for Transformers those with the width of weights."""
    if engine == LLAMA_CPP:
        return str(memory)
    return "16" if form.bits >= 12 else "8" if form.bits >= 7 else "4"


def row_group(row: LoneRow) -> str:
    """The group of a point of measurement."""
    return group_of(row.engine, row.kind if row.engine == LLAMA_CPP else MemoryKind.HBM, weight_format(row.format))


def decode_rows(engine: str, group: str) -> list[LoneRow]:
    """The points of one group. For Transformers only with one GPU: with several, the model is split by another program."""
    single = engine == TRANSFORMERS
    return [
        row
        for row in lone_rows()
        if (row.engine, row.phase) == (engine, "decode") and row_group(row) == group and (row.gpus == 1 or not single)
    ]


def fit_decode(engine: str, group: str, rows: Sequence[LoneRow], near: DecodeConstants | None = None) -> DecodeConstants:
    """The constants for some points of a group.

    Args:
        near: of a group with more points: what starting kernels and going from GPU to GPU takes is its, where a group has few.
    """
    terms, seconds = row_terms(rows), np.array([1.0 / row.tokens_per_s for row in rows])
    if engine == TRANSFORMERS:
        start = DecodeConstants(1.5, 0.0, 1.0, 900.0, 0.0, OVERLAP)
        free: tuple[str, ...] = ("weights", "copies", "layers_us")
    elif group == MemoryKind.GDDR:
        start = DecodeConstants(1.1, 1.1, 0.0, 85.0, 200.0)
        free = ("weights", "layers_us", "hops_us")
    else:
        start = replace(near, weights=1.5, cache=1.5) if near is not None else DecodeConstants(1.5, 1.5, 0.0, 85.0, 200.0)
        free = ("weights",) if group == MemoryKind.HBM else ("weights", "layers_us")

    def made(values: Floats) -> DecodeConstants:
        changed = dict(zip(free, (float(value) for value in values), strict=True))
        if engine == LLAMA_CPP:
            changed["cache"] = changed["weights"]
        return replace(start, **changed)

    fitted_values = fit_curve(lambda values: combined(terms, made(values)), seconds, np.array([getattr(start, name) for name in free]))
    return made(fitted_values)


def decode_off(engine: str, group: str, by: str) -> Floats:
    """ln(predicted / measured) seconds per token of each point, by constants fitted without its model or its GPU.

    Args:
        by: "model" or "gpu": the property held out.
    """
    rows = decode_rows(engine, group)
    keys: list[Hashable] = [getattr(row, by) for row in rows]
    log_errors = np.zeros(len(rows))
    for out in sorted(set(keys), key=repr):
        fitted_rows = [row for row, key in zip(rows, keys, strict=True) if key != out]
        near = None
        if engine == LLAMA_CPP and group != MemoryKind.GDDR:
            others = decode_rows(LLAMA_CPP, MemoryKind.GDDR)
            near = fit_decode(LLAMA_CPP, MemoryKind.GDDR, [row for row in others if getattr(row, by) != out])
        left = [at for at, key in enumerate(keys) if key == out]
        constants = fit_decode(engine, group, fitted_rows, near) if fitted_rows else near
        if constants is not None:
            held_out_rows = [rows[at] for at in left]
            log_errors[left] = np.log(combined(row_terms(held_out_rows), constants) * np.array([row.tokens_per_s for row in held_out_rows]))
    return log_errors


def prompt_rows(group: str) -> list[LoneRow]:
    """The points of prompts on one GPU."""
    return [row for row in lone_rows() if row.phase == "prefill" and row.gpus == 1 and row.kind == group]


def _reached(rows: Sequence[LoneRow]) -> Floats:
    """The share of the board's rate that each point reaches."""
    flops = [prompt_flops(_served(row.model, row.format), np.array([float(row.prompt)]))[0] / row.prompt for row in rows]
    return np.array([flops_per_token * row.tokens_per_s / row.products_per_s for flops_per_token, row in zip(flops, rows, strict=True)])


def prompt_off(group: str) -> Floats:
    """ln(predicted / measured) seconds of a prompt, by the share that the other boards reach."""
    rows = prompt_rows(group)
    reached, log_errors = _reached(rows), np.zeros(len(rows))
    for gpu in {row.gpu for row in rows}:
        left = np.array([row.gpu == gpu for row in rows])
        log_errors[left] = np.log(reached[left] / np.median(reached[~left] if (~left).any() else reached))
    return log_errors


def _bounds(off: Floats) -> tuple[float, float]:
    low, high = interval(off, 1.0 if len(off) < FEW else 0.95 if len(off) < MANY else 0.9)
    return min(low, 1 / high) if len(off) < FEW else low, max(high, 1 / low) if len(off) < FEW else high


def _intervals(by_gpu: Floats, by_model: Floats) -> dict[str, list[float]]:
    seen, apart = _bounds(by_gpu), _bounds(by_model)
    known = min(seen[0], apart[0]), max(seen[1], apart[1])
    far = min(known[0] ** 2, 1 / ELSEWHERE), max(known[1] ** 2, ELSEWHERE)
    both = {SEEN: seen, KNOWN_SYSTEM: known, UNSEEN: far}
    return {name: [round(low, 4), round(high, 4)] for name, (low, high) in both.items()}


def calibrate_decode() -> dict[str, Any]:
    """Refit all constants, as plain values for the constants file."""
    near = fit_decode(LLAMA_CPP, MemoryKind.GDDR, decode_rows(LLAMA_CPP, MemoryKind.GDDR))
    by_engine: dict[str, Any] = {LLAMA_CPP: {}, TRANSFORMERS: {}}
    for kind in MemoryKind:
        rows = decode_rows(LLAMA_CPP, kind)
        by_engine[LLAMA_CPP][str(kind)] = {
            **_plain(fit_decode(LLAMA_CPP, kind, rows, near)),
            "rows": len(rows),
            "intervals": _intervals(decode_off(LLAMA_CPP, kind, "gpu"), decode_off(LLAMA_CPP, kind, "model")),
            "prompt_share": round(float(np.median(_reached(prompt_rows(kind)))), 4),
            "prompt_range": [round(bound, 4) for bound in _bounds(prompt_off(kind))],
            "boards": sorted({row.gpu for row in rows if not row.memory}),
            "models": sorted({row.model for row in rows}),
        }
    for group in ("16", "8", "4"):
        rows = decode_rows(TRANSFORMERS, group)
        off = decode_off(TRANSFORMERS, group, "model")
        by_engine[TRANSFORMERS][group] = {
            **_plain(fit_decode(TRANSFORMERS, group, rows)),
            "rows": len(rows),
            "intervals": _intervals(off, off),
            "prompt_share": PROMPT_SHARE[0],
            "prompt_range": list(PROMPT_SHARE[1:]),
            "boards": sorted({row.gpu for row in rows}),
            "models": sorted({row.model for row in rows}),
        }
    return by_engine


def _plain(of: DecodeConstants) -> dict[str, float]:
    names = ("weights", "cache", "copies", "layers_us", "hops_us", "overlap")
    return {name: round(float(getattr(of, name)), 4) for name in names}


@dataclass(frozen=True, slots=True)
class DecodeCalibration:
    """Constants of one group, and factors that contain nine of ten measurements.

    Attributes:
        intervals: of the time per token, by the properties that a plan shares with measurements.
        prompt_share: share of the rate `products_per_s` reached by a prompt; `prompt_range`: factors on the time of a prompt.
        boards, models: those measured.
    """

    constants: DecodeConstants
    intervals: Mapping[str, tuple[float, float]]
    prompt_share: float
    prompt_range: tuple[float, float]
    boards: frozenset[str]
    models: frozenset[str]
    rows: int


@cache
def decode_calibrations() -> Mapping[tuple[str, str], DecodeCalibration]:
    """The constants that came with the program, by program and group."""
    import yaml

    with resource("calibration", "decode.yaml").open("rb") as file:
        body = yaml.load(file, Loader=yaml.CSafeLoader)
    names = ("weights", "cache", "copies", "layers_us", "hops_us", "overlap")
    return {
        (engine, group): DecodeCalibration(
            constants=DecodeConstants(**{name: float(row[name]) for name in names}),
            intervals={name: (low, high) for name, (low, high) in row["intervals"].items()},
            prompt_share=float(row["prompt_share"]),
            prompt_range=(float(row["prompt_range"][0]), float(row["prompt_range"][1])),
            boards=frozenset(row["boards"]),
            models=frozenset(row["models"]),
            rows=int(row["rows"]),
        )
        for engine, groups in body.items()
        for group, row in groups.items()
    }
