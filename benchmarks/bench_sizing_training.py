"""How far off times of training and of collective operations are on measurements that they did not see."""

import numpy as np

from benchmarks.figures import Figure
from gpudesk.core.estimates.calibration import Floats, folds, interval, score
from gpudesk.core.training.training_speed import flops_per_token
from gpudesk.sizing.calibration.collective_calibration import (
    LONG_BYTES,
    MEBIBYTE,
    collective_lines,
    held_out_sizes,
    held_out_systems,
    measured_across,
    shown_factors,
    unmeasured_off,
)
from gpudesk.sizing.calibration.expert_calibration import dispatch_constants, dispatch_factors, held_out_dispatches, measured_dispatches
from gpudesk.sizing.calibration.step_calibration import FOLDS, KNOWN_SYSTEM, SEEN, UNSEEN, predicted_off, rows_of
from gpudesk.sizing.calibration.step_tables import recipes, training_rate
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.training.amd_steps import amd_steps

_NAMES = {SEEN: "model and board seen", KNOWN_SYSTEM: "whole models held out", UNSEEN: "whole boards held out"}
_TARGETS = {"fsdp": {SEEN: (5.0, 18.0), KNOWN_SYSTEM: (5.0, 18.0)}}


def run() -> list[Figure]:
    """Errors of each recipe on held-out points, then those of one utilization a board."""
    figures = []
    for key, recipe in recipes().items():
        figures.append(Figure(f"sizing: published steps of {key}", len(rows_of(recipe)), "rows"))
        for known, name in _NAMES.items():
            median, p95 = _TARGETS.get(key, {}).get(known, (None, None))
            figures += _errors(f"training, {key}, {name}", predicted_off(recipe, known), median, p95)
    figures += _errors("training, fsdp, one utilisation a board", _one_utilisation(), 12.0, 36.0)
    figures += _amd()
    figures.append(Figure("sizing: published collective operations", collective_lines().rows, "rows"))
    figures += _errors("collectives, sizes held out", held_out_sizes(), 8.0, 35.0)
    figures += _errors("collectives, sizes from 1 MiB held out", held_out_sizes(MEBIBYTE), 8.0, 35.0)
    figures += _errors("collectives, boards that nobody measured", unmeasured_off(), None, None)
    for title, short in (("below 64 MiB", True), ("from 64 MiB", False)):
        figures += _errors(f"collectives across systems {title}, systems held out", held_out_systems(short=short), None, None)
        figures += _shown(title, short=short)
    return [*figures, *_experts()]


def _experts() -> list[Figure]:
    """Expert dispatch and combine: errors on numbers of GPUs, and on systems with their library, that the constants did not see."""
    rows, known = measured_dispatches(), dispatch_constants()
    figures = [Figure("sizing: published times of expert dispatch", len(rows), "rows")]
    for by, title in (("gpus", "numbers of GPUs"), ("system", "systems")):
        error = np.abs(np.expm1(held_out_dispatches(by)))
        figures.append(Figure(f"sizing: expert dispatch, {title} held out, median error", 100 * float(np.median(error)), "%"))
        figures.append(Figure(f"sizing: expert dispatch, {title} held out, p95", 100 * float(np.quantile(error, 0.95)), "%"))
    ends = [dispatch_factors(across=row.group.gpus > row.group.near) for row in rows]
    inside = [low <= row.seconds / row.predicted(known) <= high for row, (low, high) in zip(rows, ends, strict=True)]
    figures.append(Figure("sizing: expert dispatch, in the range shown", 100 * float(np.mean(inside)), "%", 80, least=True))
    figures.append(
        Figure("sizing: expert dispatch, half width of that", 100 * float(np.mean([(high - low) / 2 for low, high in ends])), "%")
    )
    return figures


def _amd() -> list[Figure]:
    """Steps on GPUs of AMD, to none of which anything was fitted."""
    rows = amd_steps()
    off = np.abs([row.step.value / row.measured_s - 1 for row in rows])
    name = "sizing: training on GPUs of AMD, fitted to none of these"
    return [
        Figure(f"{name}, {len(rows)} rows, median error", 100 * float(np.median(off)), "%"),
        Figure(f"{name}, largest error", 100 * float(off.max()), "%"),
        Figure(f"{name}, in the range shown", 100 * float(np.mean([row.step.low <= row.measured_s <= row.step.high for row in rows])), "%"),
        Figure(f"{name}, half width of that", 100 * float(np.median([(r.step.high - r.step.low) / 2 / r.step.value for r in rows])), "%"),
    ]


def _shown(title: str, *, short: bool) -> list[Figure]:
    """How many of the operations over several systems lie in the range that is shown, and how wide that is."""
    rows = [row for row in measured_across() if (row.size < LONG_BYTES) == short]
    ranges = [shown_factors(row) for row in rows]
    inside = [low <= row.seconds / row.predicted() <= high for row, (low, high) in zip(rows, ranges, strict=True)]
    name = f"sizing: collectives across systems {title}"
    return [
        Figure(f"{name}, in the range shown", 100 * float(np.mean(inside)), "%", 80, least=True),
        Figure(f"{name}, half width of that", 100 * float(np.median([(high - low) / 2 for low, high in ranges])), "%"),
    ]


def _errors(name: str, off: Floats, median: float | None, p95: float | None) -> list[Figure]:
    # The interval of each half is judged on the other one: on its own rows it would hold by construction.
    half = folds(list(range(len(off))), 2, seed=1)
    covered = [score(off[half == side], *interval(off[half != side])) for side in (0, 1)]
    whole = score(off, *interval(off))
    return [
        Figure(f"sizing: {name}, median error", 100 * whole.median, "%", median),
        Figure(f"sizing: {name}, p95", 100 * whole.p95, "%", p95),
        Figure(f"sizing: {name}, in the 90 % interval", 100 * sum(each.coverage * each.rows for each in covered) / len(off), "%"),
        Figure(f"sizing: {name}, half width of it", 100 * whole.half_width, "%", p95),
    ]


def _one_utilisation() -> Floats:
    """ln(predicted / measured): FLOPs with attention and recomputing, over one share of each board's rate, learnt from the other folds."""
    rows = rows_of(recipes()["fsdp"])
    share = np.array(
        [
            row.tokens_per_s_gpu
            * float(flops_per_token(row.trained, np.array([float(row.sequence)]), row.recomputed, causal=False)[0])
            / training_rate(boards()[row.gpu], row.format)
            for row in rows
        ]
    )
    fold, system = folds(list(range(len(rows))), FOLDS), np.array([f"{row.gpu} {row.format}" for row in rows])
    off = np.zeros(len(rows))
    for out in range(FOLDS):
        for name in set(system.tolist()):
            left, kept = (fold == out) & (system == name), (fold != out) & (system == name)
            off[left] = np.log(share[left] / np.median(share[kept]))
    return off
