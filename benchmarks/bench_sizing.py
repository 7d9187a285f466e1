"""How far off sizing is on measurements that it did not see, and how many plans it calculates a second."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.figures import Figure, timed_s
from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.calibration import Floats, folds, interval, kind_intervals, score
from gpudesk.core.estimates.calibration_levels import Level, held_out_levels
from gpudesk.sizing.calibration.amd_serving import MLPERF, amd_rows, held_out
from gpudesk.sizing.calibration.serving_calibration import (
    CROWD,
    FIXED_FIRST,
    FOLDS,
    KNOWN_SYSTEM,
    LEAST_FIRST_RANGE,
    LEAST_RANGE,
    Measured,
    at_least,
    first_terms,
    kinds_of,
    levels,
    measured_rows,
    points,
    serving_calibrations,
    undelayed,
    unlimited,
)
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_formats
from gpudesk.sizing.serving.serving import ServingWorkload, plans_in_columns


@dataclass(frozen=True)
class _Case:
    """One way to hold rows back, with the targets for median and p95 in percent; None where there is none.

    Attributes:
        short: its name before those of programs and families of models, "" where it is not told apart by them.
        kinds_apart: whether some of those are shown with ranges of their own.
        least: no range that is shown is narrower.
    """

    name: str
    groups: Sequence[Hashable]
    levels: Sequence[Level]
    median: float | None
    p95: float | None
    short: str = ""
    kinds_apart: bool = False
    least: tuple[float, float] = (1.0, 1.0)


_ROUGH = 0.8
"""Of many requests, the share in the range of all below which they have a range of their own."""
_HALF_ROWS = 12
"""Of a kind in one half, from which it has a range of its own: half of what a calibration asks for."""


def run() -> list[Figure]:
    """Errors on held-out rows, then the speed of the search."""
    rows = measured_rows()
    found = points(rows)
    every = levels(rows)
    each: list[Hashable] = list(range(len(rows)))
    models: list[Hashable] = [row.model for row in rows]
    gpus: list[Hashable] = [row.gpu for row in rows]
    cases = [
        _Case("TPOT, system and program seen", each, every[:1], 15, 55),
        _Case("TPOT, model, system and program seen", each, every, 8, 35, "TPOT, seen", kinds_apart=True),
        _Case("TPOT, unseen model", models, every[:1], 25, 80, "TPOT, unseen model", kinds_apart=True, least=LEAST_RANGE),
        _Case("TPOT, unseen system", gpus, [], 25, 80, "TPOT, unseen system", kinds_apart=True, least=LEAST_RANGE),
    ]
    figures = [Figure("sizing: published points of serving", len(rows), "rows")]
    kinds, able = kinds_of(rows), unlimited(found)
    figures.append(Figure("sizing: points of fewer sequences than stated, evaluated but not fitted", int((~able).sum()), "rows"))
    for case in cases:
        off = held_out_levels(found.terms, np.array([row.tpot_s for row in rows]), folds(case.groups, FOLDS), case.levels, able)
        figures += _errors(case, off, able)
        if case.short:
            figures += _of_kinds(case, off, kinds, able) + _of_crowds(case, off, rows, able)
    constants = serving_calibrations().step.constants
    first, taken = first_terms(found, constants), undelayed(found, constants)
    firsts = np.array([row.ttft_s for row in rows])
    fitting = taken & able
    figures.append(Figure("sizing: delayed first tokens, evaluated but not fitted", int((~taken).sum()), "rows"))
    for case in (
        _Case("TTFT, model, system and program seen", each, every, None, None, "TTFT, seen", kinds_apart=True),
        _Case("TTFT, unseen model", models, every[:1], None, None, "TTFT, unseen model", kinds_apart=True, least=LEAST_FIRST_RANGE),
        _Case("TTFT, unseen system", gpus, [], None, None, "TTFT, unseen system", kinds_apart=True, least=LEAST_FIRST_RANGE),
    ):
        off = held_out_levels(first, firsts, folds(case.groups, FOLDS), case.levels, fitting, FIXED_FIRST)
        figures += _errors(case, off, able)
        if case.short:
            figures += _of_kinds(case, off, kinds, able, fitting) + _of_crowds(case, off, rows, able, fitting)
    return [*figures, *_amd(), *_speed(rows)]


def _amd() -> list[Figure]:
    """Serving on GPUs of AMD: constants of the other models, then a result that nothing was fitted to."""
    known = serving_calibrations().step
    kept, off = held_out(known)
    low, high = known.intervals[KNOWN_SYSTEM]
    error, name = np.abs(np.expm1(off)), "sizing: TPOT, AMD with vLLM, other models seen"
    figures = [
        Figure(f"{name}, {len(kept)} rows, median error", 100 * float(np.median(error)), "%", 25),
        Figure(f"{name}, p95", 100 * float(np.quantile(error, 0.95)), "%", 80),
        Figure(f"{name}, in the range shown", 100 * float(np.mean((np.exp(-off) >= low) & (np.exp(-off) <= high))), "%"),
        Figure(f"{name}, half width of it", 100 * (high - low) / 2, "%"),
    ]
    mlperf = [row for row in amd_rows() if row.kind == MLPERF]
    most = max(abs(np.expm1(row.off(known.by_system[row.gpu, row.engine]))) for row in mlperf)
    return [*figures, Figure("sizing: MLPerf 4.1 on MI300X, fitted to neither, largest error of a token", 100 * float(most), "%")]


def _errors(case: _Case, off: Floats, fitting: NDArray[np.bool_] | None = None) -> list[Figure]:
    inside, _ = _judged(case, off, fitting=fitting)
    whole = score(off, *at_least(interval(off if fitting is None else off[fitting]), case.least))
    return [
        Figure(f"sizing: {case.name}, median error", 100 * whole.median, "%", case.median),
        Figure(f"sizing: {case.name}, p95", 100 * whole.p95, "%", case.p95),
        Figure(f"sizing: {case.name}, in the 90 % interval", 100 * float(inside.mean()), "%"),
        Figure(f"sizing: {case.name}, half width of it", 100 * whole.half_width, "%"),
    ]


def _judged(
    case: _Case,
    off: Floats,
    kinds: Sequence[Hashable] = (),
    fitting: NDArray[np.bool_] | None = None,
    of_kinds: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.bool_], Floats]:
    """Whether each row is in the range that is shown for it, and the half width of that.

    The range of each half is judged on the other one: on its own rows it would hold by construction. With ranges of kinds each half has
    rows of each kind, most of which have one model; the errors are of constants that saw nothing of the model.

    Args:
        kinds: of each row, where some kinds have ranges of their own; all rows have the same otherwise, and halves have whole groups.
        fitting: rows that ranges follow from; all unless given. The others are judged as well.
        of_kinds: rows that ranges of kinds follow from; the same unless given.
    """
    apart = fitting if of_kinds is None else of_kinds
    chosen = np.ones(len(off), dtype=bool) if fitting is None else fitting
    half = folds(list(range(len(off))) if kinds else case.groups, 2, seed=1)
    inside, width = np.zeros(len(off), dtype=bool), np.zeros(len(off))
    for side in (0, 1):
        there = np.flatnonzero((half != side) & chosen).tolist()
        whole = at_least(interval(off[there]), case.least)
        there = there if apart is None else np.flatnonzero((half != side) & apart).tolist()
        own = kind_intervals(off[there], [kinds[at] for at in there], least_rows=_HALF_ROWS) if kinds else {}
        for at in np.flatnonzero(half == side).tolist():
            low, high = at_least(own[kinds[at]], whole) if own and kinds[at] in own else whole
            inside[at], width[at] = low <= np.exp(-off[at]) <= high, (high - low) / 2
    return inside, width


def _of_kinds(
    case: _Case,
    off: Floats,
    kinds: Sequence[tuple[str, str]],
    fitting: NDArray[np.bool_] | None = None,
    of_kinds: NDArray[np.bool_] | None = None,
) -> list[Figure]:
    """The same of each program and family of models, and how many lie in the range of all if it follows from other models or boards."""
    inside, width = _judged(case, off, kinds if case.kinds_apart else (), fitting, of_kinds)
    without, _ = _judged(case, off, fitting=fitting)
    error, found = np.abs(np.expm1(off)), []
    for engine, family in sorted(set(kinds)):
        here = np.array([kind == (engine, family) for kind in kinds])
        name = f"  {case.short}, {engine} {family}"
        found += [
            Figure(f"{name}, {here.sum()} rows, median error", 100 * float(np.median(error[here])), "%"),
            Figure(f"{name}, p95", 100 * float(np.quantile(error[here], 0.95)), "%"),
            Figure(f"{name}, in the range shown", 100 * float(inside[here].mean()), "%"),
            Figure(f"{name}, half width of it", 100 * float(width[here].mean()), "%"),
            Figure(f"{name}, in the range of all of the others", 100 * float(without[here].mean()), "%"),
        ]
    return found


def _of_crowds(
    case: _Case,
    off: Floats,
    rows: Sequence[Measured],
    fitting: NDArray[np.bool_],
    of_crowd: NDArray[np.bool_] | None = None,
) -> list[Figure]:
    """The same of points with many requests at once, of mixtures of experts and of other models.

    Args:
        fitting: points that the range of all follows from.
        of_crowd: those that the range of many requests follows from; the same unless given.
    """
    crowd = np.array([row.concurrency > CROWD for row in rows])
    mixture = np.array([bool(find_model(row.model).architecture.experts) for row in rows])
    half, inside, width = folds(list(range(len(off))), 2, seed=1), np.zeros(len(off), dtype=bool), np.zeros(len(off))
    chosen = fitting if of_crowd is None else of_crowd
    for side in (0, 1):
        whole = at_least(interval(off[(half != side) & fitting]), case.least)
        others = half != side
        low, high = whole
        if score(off[others & crowd], *whole).coverage < _ROUGH:
            low, high = at_least(interval(off[others & chosen & crowd]), whole)
        inside[half == side] = ((np.exp(-off) >= low) & (np.exp(-off) <= high))[half == side]
        width[half == side] = (high - low) / 2
    figures, error = [], np.abs(np.expm1(off))
    for title, here in (("mixtures of experts", crowd & mixture), ("other models", crowd & ~mixture)):
        name = f"  {case.short}, more than {CROWD} requests, {title}"
        figures += [
            Figure(f"{name}, {here.sum()} rows, median error", 100 * float(np.median(error[here])), "%"),
            Figure(f"{name}, p95", 100 * float(np.quantile(error[here], 0.95)), "%"),
            Figure(f"{name}, in the range shown", 100 * float(inside[here].mean()), "%"),
            Figure(f"{name}, half width of it", 100 * float(width[here].mean()), "%"),
        ]
    return figures


def _speed(rows: Sequence[Measured]) -> list[Figure]:
    model = find_model("llama-3.1-70b").architecture
    vllm = engines()["vllm"]
    works = [ServingWorkload(model, form, 2.0, 7168, 1024, 4096, vllm, 0.9, 0.05, 2.0) for form in weight_formats().values()]
    chosen = list(boards().values())

    def searched() -> int:
        return sum(plans_in_columns(work, chosen) for work in works)

    searched()
    seconds, plans = timed_s(searched)
    return [
        Figure("sizing: plans evaluated by memory, time and cost", plans, "plans"),
        Figure("sizing: the same a second", plans / seconds, "1/s", 200_000, least=True),
    ]
