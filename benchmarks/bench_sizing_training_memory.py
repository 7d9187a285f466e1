"""How far off the memory of training is on published figures, and how many layouts are judged a second."""

from collections.abc import Sequence

import numpy as np

from benchmarks.figures import Figure, timed_s
from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Estimate
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.serving.serving import Range
from gpudesk.sizing.training.peft_calibration import held_out_tunings, measured_tunings, other_model_tunings
from gpudesk.sizing.training.training import training_plans
from gpudesk.sizing.training.training_calibration import activations_off, layouts_that_ran, live_copies_off, published_tunings, runs_off
from gpudesk.sizing.training.training_search import counts, layouts
from gpudesk.sizing.training.training_tables import methods, optimiser, programs
from gpudesk.sizing.training.training_workload import TrainingWorkload

_DAYS = 0.001
"""So few that no number of boards is enough, and all are looked at."""


def run() -> list[Figure]:
    """Errors against published memory, layouts that ran, then the speed of the search."""
    counted = [abs(error) for name, error in activations_off() if not name.endswith("share")]
    shares = [abs(error) for name, error in activations_off() if name.endswith("share")]
    figures = [
        Figure("training memory: Korthikanti figure 1, largest error", 100 * max(counted), "%", 0.001),
        Figure("training memory: Korthikanti figure 7, largest difference", 100 * max(shares), "points", 0.15),
        Figure("training memory: measured runs, largest error", 100 * max(abs(error) for _, error in runs_off()), "%", 10),
        Figure("training memory: a layer of Transformers, left out, largest error", 100 * max(map(abs, live_copies_off())), "%", 10),
    ]
    ran = layouts_that_ran()
    for program in ("llm-foundry", "megatron-bridge"):
        mine = [each for each in ran if each.program == program]
        figures += [
            Figure(f"training memory: published layouts that ran, {program}", len(mine), "rows"),
            Figure("  of them found to need more than there is", 100 * float(np.mean([each.share > 1 for each in mine])), "%", 10),
            Figure("  even by the low end of the range", 100 * float(np.mean([each.low_share > 1 for each in mine])), "%", 1),
        ]
    tuned = [(each.measured_s, each.plan.time) for each in published_tunings() if each.plan.time is not None]
    figures += [
        Figure("training: published fine-tunings (MLPerf 4.1) that nothing was fitted to", len(tuned), "rows"),
        Figure("  median error of a step", 100 * float(np.median([abs(time.step_s / took - 1) for took, time in tuned])), "%"),
        Figure("  inside the 90 % range", 100 * float(np.mean([time.low_s <= took <= time.high_s for took, time in tuned])), "%"),
    ]
    return [*figures, *_tunings(), *_speed()]


def _tunings() -> list[Figure]:
    """Memory and steps of adapters in Transformers."""
    rows, others = measured_tunings(), other_model_tunings()
    figures = [Figure("training: measured fine-tunings with PEFT (fms-acceleration)", len(rows), "rows")]
    kinds = [("PEFT", rows)]
    for name, mine in (("PEFT", rows), ("PEFT, a model that nothing was fitted to", others)):
        kinds += [
            (f"{name}, one GPU", [row for row in mine if row.gpus == 1]),
            (f"{name}, sharded over two", [row for row in mine if row.gpus > 1]),
        ]
    for name, mine in kinds:
        figures.append(Figure(f"  {name}", len(mine), "rows"))
        for what, pairs in (
            ("memory", [(row.held, row.measured_gib) for row in mine]),
            ("memory as the driver shows it", [(row.needed, row.shown_gib) for row in mine]),
            ("step", [(row.step, row.measured_s) for row in mine]),
        ):
            figures += _pairs(f"{name}, {what}", pairs)
    shown = [(each.needed, each.shown_gib) for each in held_out_tunings()]
    return [
        *figures,
        Figure("training: LoRA in ms-swift that nothing was fitted to, what the driver shows", len(shown), "rows"),
        *_pairs("PEFT held out, memory", shown),
    ]


def _pairs(name: str, pairs: Sequence[tuple[Range | Estimate, float]]) -> list[Figure]:
    """Errors of what is calculated, and how many measurements are in its range."""
    apart = np.array([each.value / measured - 1 for each, measured in pairs])
    inside = [each.low <= measured <= each.high for each, measured in pairs]
    return [
        Figure(f"  {name}, median error", 100 * float(np.median(np.abs(apart))), "%"),
        Figure(f"  {name}, p95", 100 * float(np.percentile(np.abs(apart), 95)), "%"),
        Figure(f"  {name}, too much by (median)", 100 * float(np.median(apart)), "%"),
        Figure(f"  {name}, in its range", 100 * float(np.mean(inside)), "%"),
        Figure(f"  {name}, half width of it", 100 * float(np.median([(e.high - e.low) / 2 / e.value for e, _ in pairs])), "%"),
    ]


def _speed() -> list[Figure]:
    model = find_model("llama-3.1-70b").architecture
    work = TrainingWorkload(
        model, methods()["full"], optimiser("adamw-megatron"), programs()["native"], sequence=8192, batch=2048, tokens=1e12, days=_DAYS
    )
    chosen = [board for board in boards().values() if board.link_bytes_per_s]
    each = sum(len(layouts(work, count).data) for count in counts(10**6))
    training_plans(work, chosen[:1])
    seconds, _ = timed_s(lambda: training_plans(work, chosen))
    plans = each * len(chosen)
    return [
        Figure("training: layouts on all GPUs, evaluated by memory and time", plans, "plans"),
        Figure("training: the same a second, without cost", plans / seconds, "1/s", 200_000, least=True),
    ]
