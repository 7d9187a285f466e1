"""Comparison of a log or load test with the predictions of a plan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gpudesk.core.estimates.measured import MEMORY, Measured, Pair
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.engine_log import RunLog
from gpudesk.core.serving.inference_engine import Pool
from gpudesk.formats.runs.load_test import LoadResult, is_load_result, load_result
from gpudesk.formats.runs.run_log import run_log
from gpudesk.sizing.measured.log_identity import is_idle, loaded_weights, not_of_this
from gpudesk.sizing.serving.serving import ServingPlan, plan_of
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_work import ServingWorkload
from gpudesk.sizing.serving.site_correction import of_work

_CONTEXT = "sizing"
TITLES = {
    "weights": QT_TRANSLATE_NOOP("sizing", "Weights"),
    "cache": QT_TRANSLATE_NOOP("sizing", "KV cache"),
    "activations": QT_TRANSLATE_NOOP("sizing", "Activations"),
    "other": QT_TRANSLATE_NOOP("sizing", "Driver and communication"),
    "graphs": QT_TRANSLATE_NOOP("sizing", "CUDA graphs"),
    "total": QT_TRANSLATE_NOOP("sizing", "Usable memory"),
    "used": QT_TRANSLATE_NOOP("sizing", "Memory in use"),
    "tokens": QT_TRANSLATE_NOOP("sizing", "Tokens that fit"),
    "tpot": QT_TRANSLATE_NOOP("sizing", "Time per token"),
    "ttft": QT_TRANSLATE_NOOP("sizing", "Time to first token"),
    "rate": QT_TRANSLATE_NOOP("sizing", "Tokens per second"),
}
"""What figures are called on screen."""
_CLOSE = 0.02
"""Counted values are equal within this tolerance: logs round."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure with its measurement.

    Attributes:
        name: a stable key.
        unit: "GiB", "s", "tokens" or "tokens/s".
        low, high: bounds of the prediction in nine of ten cases.
        line: source line of the measurement; "" if it is not in a single line.
    """

    name: str
    title: Message
    unit: str
    predicted: float
    low: float
    high: float
    measured: float
    line: str = ""

    @property
    def off(self) -> float:
        """By what share of the prediction the measurement is above it."""
        return self.measured / self.predicted - 1 if self.predicted else 0.0

    @property
    def within(self) -> bool:
        """Whether the measurement is within the range of the prediction, allowing for rounding."""
        return self.low * (1 - _CLOSE) <= self.measured <= self.high * (1 + _CLOSE)


def _compared(name: str, unit: str, predicted: tuple[float, float, float], measured: float, line: str = "") -> Compared:
    return Compared(name, Message(_CONTEXT, TITLES[name]), unit, *predicted, measured, line)


def compare_log(plan: ServingPlan, log: RunLog) -> list[Compared]:
    """Each figure that the log has and the plan predicts. Amounts are those of the fullest GPU of a replica."""
    plan = _filled_as(without_measured(plan), log)
    lines = {observation.what: observation.line for observation in log.seen}
    context = plan.work.prompt + plan.work.answer
    per_token = log.cache_gib_per_token
    logged_gib: dict[str, float | None] = {
        "weights": log.weights_gib,
        "cache": None if per_token is None else per_token * plan.sequences * context,
        "activations": log.activations_gib,
        "other": log.other_gib,
        "graphs": log.graphs_gib,
    }
    comparisons = []
    for term in plan.needed.terms:
        value = logged_gib.get(term.name)
        if value is not None:
            predicted = loaded_weights(plan.needed) if term.name == "weights" else (term.value, term.low, term.high)
            comparisons.append(_compared(term.name, "GiB", predicted, value, lines.get(term.name, "")))
    if log.total_gib and log.program != "nvidia-smi":
        usable = plan.board.usable_gib
        comparisons.append(_compared("total", "GiB", (usable, usable, usable), log.total_gib, lines.get("total", "")))
    if log.cache_tokens and log.program in ("vllm", "sglang"):
        room = float(plan.most_sequences * context)
        if 0 < room < 1e9:
            comparisons.append(
                _compared("tokens", "tokens", (room, room * 0.9, room * 1.1), float(log.cache_tokens), lines.get("tokens", ""))
            )
    if log.used_gib and not is_idle(log):
        comparisons.append(_compared("used", "GiB", compare_peak(plan), max(log.used_gib), lines.get("used", "")))
    comparisons += _rates(plan, log, lines.get("rate", ""))
    return comparisons


def _filled_as(plan: ServingPlan, log: RunLog) -> ServingPlan:
    """The plan with the GPU memory share set in the logged program; unchanged if none was set."""
    work = plan.work
    if log.share is None or log.program != work.engine.key or log.share == work.utilisation or work.engine.pool is not Pool.TOTAL:
        return plan
    return same_split(plan, replace(work, utilisation=log.share)) or plan


def compare_peak(plan: ServingPlan) -> tuple[float, float, float]:
    """GiB in use on the fullest GPU, with its range: programs with a pool fill their share regardless of the request."""
    engine, needed = plan.work.engine, plan.needed
    if engine.key in ("vllm", "sglang", "trtllm"):
        outside = sum(term.value for term in needed.terms if term.name == "graphs")
        return plan.usable_gib + outside, plan.usable_gib, plan.usable_gib + max(outside, 1.0)
    free = sum(term.value for term in needed.terms if term.name == "free")
    return needed.value - free, needed.low - free, needed.high - free


def _rates(plan: ServingPlan, log: RunLog, line: str) -> list[Compared]:
    """The time of a token at as many sequences as ran."""
    if log.token_s is not None:
        running, token_s = 1, log.token_s
    elif log.tokens_per_s and log.running:
        running, token_s = log.running, log.running / log.tokens_per_s
    else:
        return []
    at = plan_at(plan, running * plan.replicas)
    return [] if at is None else [_compared("tpot", "s", (at.tpot.value, at.tpot.low, at.tpot.high), token_s, line)]


def compare_load(plan: ServingPlan, result: LoadResult) -> list[Compared]:
    """Load test results next to the predictions for this number of sequences at once; empty if that would be a different plan."""
    at = plan_at(without_measured(plan), result.concurrency)
    if at is None:
        return []
    comparisons = []
    for name, time, value in (("tpot", at.tpot, result.tpot_s), ("ttft", at.ttft, result.ttft_s)):
        if value is not None:
            comparisons.append(_compared(name, "s", (time.value, time.low, time.high), value))
    low, high = result.concurrency / at.tpot.high, result.concurrency / at.tpot.low
    comparisons.append(_compared("rate", "tokens/s", (at.tokens_per_s, low, high), result.tokens_per_s))
    return comparisons


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of a log or load test with a plan.

    Attributes:
        of: the key of a program, or "load-test".
        remarks: how it differs from the plan; then no measurement may be kept.
    """

    of: str
    compared: list[Compared]
    remarks: list[Message]


def compare_text(plan: ServingPlan, text: str) -> Comparison:
    """Compare a log, or the result of a load test, with a plan.

    Raises:
        InvalidData: it contains no known measurement.
    """
    if is_load_result(text):
        return Comparison("load-test", compare_load(plan, load_result(text)), [])
    log = run_log(text)
    return Comparison(log.program, compare_log(plan, log), not_of_this(plan, log))


def without_measured(plan: ServingPlan) -> ServingPlan:
    """The plan without the measurements of this site; unchanged if there are none."""
    if not of_work(plan.work, plan.board):
        return plan
    return same_split(plan, replace(plan.work, here=False)) or plan


def plan_at(plan: ServingPlan, concurrency: int) -> ServingPlan | None:
    """The same GPUs with the same split and this number of sequences at once; None if more sequences require another plan."""
    if concurrency == plan.work.concurrency:
        return plan
    return same_split(plan, replace(plan.work, concurrency=concurrency, tpot_s=None, ttft_s=None))


def same_split(plan: ServingPlan, work: ServingWorkload) -> ServingPlan | None:
    """The plan for another workload on the same GPUs with the same split; None if there are fewer sequences than replicas."""
    grid = Grid(work, [plan.board], plan.gpus)
    plan_split = (plan.split.tensor, plan.groups, plan.split.pipeline, plan.replicas)
    for row, row_split in enumerate(
        zip(grid.tensor.tolist(), grid.groups.tolist(), grid.pipeline.tolist(), grid.replicas.tolist(), strict=True)
    ):
        if row_split == plan_split:
            return plan_of(grid, row)
    return None


def measured_of(plan: ServingPlan, compared: Sequence[Compared], date: str, source: str) -> Measured:
    """Measurements of a comparison to keep.

    Args:
        date: of the measurement, as year-month-day.
        source: the log or test it comes from.
    """
    work = plan.work
    pairs = {comparison.name: Pair(comparison.predicted, comparison.measured) for comparison in compared}
    return Measured(
        model=work.model.name,
        gpu=plan.board.key,
        program=work.engine.key,
        form=work.form.key,
        tensor=plan.split.tensor,
        pipeline=plan.split.pipeline,
        date=date,
        source=source,
        groups=plan.groups,
        gib={name: pair for name, pair in pairs.items() if name in MEMORY},
        seconds={name: pair for name, pair in pairs.items() if name in ("tpot", "ttft")},
    )
