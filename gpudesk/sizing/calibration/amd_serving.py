"""Serving on GPUs of AMD: published batches and throughput (`resources/calibration/serving_amd.csv`), and the constants fitted to them.

They are kept apart from the points of other makers: AMD publishes how long whole batches take, not the times of tokens and first tokens.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats
from gpudesk.core.estimates.calibration_levels import refined
from gpudesk.core.serving.served_model import served_model
from gpudesk.core.serving.serving_speed import TERMS, Running, prompt_terms, step_terms
from gpudesk.locate import resource
from gpudesk.sizing.calibration.serving_calibration import PULLS, ServingCalibration, board_columns
from gpudesk.sizing.calibration.step_tables import products_slower
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import weight_format

BATCH, OFFLINE, MLPERF = "batch", "offline", "mlperf"
_SHARE, _RESERVED_GIB = 0.9, 4.0
_PRODUCTS = ("products", "attention", "experts")


@dataclass(frozen=True, slots=True)
class AmdServing:
    """One published row.

    Attributes:
        kind: a batch that starts and ends together, the throughput of a wave of requests, or an MLPerf result, which is not used
            for fitting.
        sequences: number in flight: the requested number, or the number that fits into memory.
        terms: ideal seconds of each term of a step, those of products multiplied by their slowdown on this GPU.
        step_s: seconds of a step, including the prompts of a batch: distributed evenly over the steps of its answers.
    """

    kind: str
    model: str
    gpu: str
    engine: str
    sequences: float
    terms: Floats
    step_s: float

    def off(self, constants: Floats) -> float:
        """ln(predicted / measured) with some constants."""
        return float(np.log(constants @ self.terms / self.step_s))


@cache
def amd_rows() -> tuple[AmdServing, ...]:
    """Every row, in the order of the file."""
    with resource("calibration", "serving_amd.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_row(row) for row in csv.DictReader(file))


def _row(row: Mapping[str, str]) -> AmdServing:
    board, served = boards()[row["gpu"]], served_model(find_model(row["model"]).architecture, weight_format(row["format"]))
    tensor, one = np.array([int(row["tensor"])]), np.array([1])
    prompt, answer, sequences = float(row["prompt"]), float(row["answer"]), float(row["sequences"])
    alone = row["kind"] == BATCH
    # Throughput is measured with `--kv-cache-dtype fp8`, batches without.
    kv_bytes = 2.0 if alone else 1.0
    room = (_SHARE * board.usable_gib - _RESERVED_GIB) * 2.0**30 - served.held_bytes(tensor, one, tensor)[0]
    running = min(sequences, room / served.cache_bytes(tensor, one, prompt + answer / 2, kv_bytes)[0])
    run = Running(tensor, one, np.array([running]), np.array([prompt]), np.array([answer]), kv_bytes, mixed=not alone)
    terms = step_terms(served, board_columns([board], served), run)[:, 0]
    if alone:
        terms = terms + prompt_terms(served, board_columns([board], served), run)[:, 0] * running / answer
    step_s = float(row["latency_s"]) / answer if alone else running / float(row["tokens_per_s"])
    return AmdServing(row["kind"], row["model"], row["gpu"], row["engine"], running, terms * _slower(row["gpu"]), step_s)


def _slower(gpu: str) -> Floats:
    factor = products_slower(boards()[gpu])
    return np.array([factor if name in _PRODUCTS else 1.0 for name in TERMS])


def fitted(rows: list[AmdServing], constants: Floats) -> Floats:
    """Constants for some rows, regularized toward those of all GPUs."""
    terms = np.array([row.terms for row in rows]).T
    regularized: Floats = np.exp(refined(terms, np.array([row.step_s for row in rows]), np.log(constants), PULLS[0]))
    return regularized


def held_out(known: ServingCalibration) -> tuple[list[AmdServing], Floats]:
    """The rows that are fitted, and ln(predicted / measured) of each by constants fitted to the other models."""
    rows = [row for row in amd_rows() if row.kind != MLPERF]
    log_errors = []
    for row in rows:
        others = [other_row for other_row in rows if other_row.model != row.model]
        log_errors.append(row.off(fitted(others, known.constants)))
    return rows, np.array(log_errors)


def with_amd(body: dict[str, Any]) -> dict[str, Any]:
    """The constants of `serving_calibration.calibrate` with those of AMD GPUs; the measured GPU represents others of its maker."""
    step = body["step"]
    constants = np.array([step["constants"][name] for name in TERMS])
    rows = [row for row in amd_rows() if row.kind != MLPERF]
    for gpu, engine in sorted({(row.gpu, row.engine) for row in rows}):
        own = fitted([row for row in rows if (row.gpu, row.engine) == (gpu, engine)], constants)
        plain = [float(f"{value:.4g}") for value in own]
        step["by_system"].append([gpu, engine, *plain])
        step["by_maker"] = [[gpu.partition(".")[0], *plain]]
    body["first"]["by_maker"] = []
    return body
