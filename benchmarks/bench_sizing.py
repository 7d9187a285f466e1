"""How far off sizing is on measurements that it did not see, and how many plans it works out a second."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.figures import Figure, timed_s
from gpudesk.catalog.models import find_model
from gpudesk.core.calibration import Floats, folds, interval, score
from gpudesk.core.calibration_levels import Level, held_out_levels
from gpudesk.sizing.boards import boards
from gpudesk.sizing.serving import ServingWorkload, plans_in_columns
from gpudesk.sizing.serving_calibration import FOLDS, Measured, first_terms, levels, measured_rows, points, serving_calibrations
from gpudesk.sizing.tables import engines, weight_formats


@dataclass(frozen=True)
class _Case:
    """One way to hold rows back, with the targets for median and p95 in percent; None where there is none."""

    name: str
    groups: Sequence[Hashable]
    levels: Sequence[Level]
    median: float | None
    p95: float | None


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
        _Case("TPOT, model, system and program seen", each, every, 8, 35),
        _Case("TPOT, unseen model", models, every[:1], 25, 80),
        _Case("TPOT, unseen system", gpus, [], 25, 80),
    ]
    figures = [Figure("sizing: published points of serving", len(rows), "rows")]
    for case in cases:
        figures += _errors(case, found.terms, np.array([row.tpot_s for row in rows]))
    first = first_terms(found, serving_calibrations().step.constants)
    firsts = np.array([row.ttft_s for row in rows])
    figures += _errors(_Case("TTFT, model, system and program seen", each, every, None, None), first, firsts)
    figures += _errors(_Case("TTFT, unseen model", models, every[:1], None, None), first, firsts)
    figures += _errors(_Case("TTFT, unseen system", gpus, [], None, None), first, firsts)
    return [*figures, *_speed(rows)]


def _errors(case: _Case, terms: Floats, seconds: Floats) -> list[Figure]:
    off = held_out_levels(terms, seconds, folds(case.groups, FOLDS), case.levels)
    # The interval of each half is judged on the other one: on its own rows it would hold by construction.
    half = folds(case.groups, 2, seed=1)
    covered = [score(off[half == side], *interval(off[half != side])) for side in (0, 1)]
    coverage = sum(each.coverage * each.rows for each in covered) / len(off)
    whole = score(off, *interval(off))
    return [
        Figure(f"sizing: {case.name}, median error", 100 * whole.median, "%", case.median),
        Figure(f"sizing: {case.name}, p95", 100 * whole.p95, "%", case.p95),
        Figure(f"sizing: {case.name}, in the 90 % interval", 100 * coverage, "%"),
        Figure(f"sizing: {case.name}, half width of it", 100 * whole.half_width, "%"),
    ]


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
        Figure("sizing: plans judged by memory, time and cost", plans, "plans"),
        Figure("sizing: the same a second", plans / seconds, "1/s", 200_000, least=True),
    ]
