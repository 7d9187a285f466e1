"""Plans as comma-separated values for other programs: plain numbers, never translated."""

import csv
import io
from collections.abc import Sequence

from gpudesk.sizing.serving.serving import Reason, ServingPlan
from gpudesk.sizing.single_pass.pass_plans import PassPlan
from gpudesk.sizing.training.training import TrainingPlan
from gpudesk.ui.places.size.models.size_rows import Plan

HEAD = (
    "gpu",
    "gpus",
    "replicas",
    "gpus_a_layer",
    "stages",
    "weights",
    "memory_gib",
    "usable_gib",
    "token_ms",
    "token_ms_low",
    "token_ms_high",
    "first_token_ms",
    "tokens_per_s",
    "tokens_per_s_per_gpu",
    "gpu_power_w",
    "cost_a_year",
    "cost_per_million_tokens",
    "currency",
    "fits",
    "may_miss",
    "refused_for",
)


TRAINING_HEAD = (
    "gpu",
    "gpus",
    "copies",
    "gpus_a_layer",
    "stages",
    "gpus_a_sequence",
    "zero",
    "micro_batch",
    "recomputed",
    "precision",
    "memory_gib",
    "usable_gib",
    "host_gib",
    "gpu_power_w",
    "fits",
    "may_miss",
    "refused_for",
)


PASS_HEAD = (
    "gpu",
    "gpus",
    "weights",
    "batch",
    "memory_gib",
    "usable_gib",
    "in_turns_gib",
    "item_s",
    "item_s_low",
    "item_s_high",
    "batch_s",
    "items_per_s",
    "most_at_once",
    "gpu_power_w",
    "cost_a_year",
    "cost_per_thousand",
    "currency",
    "fits",
    "may_miss",
    "refused_for",
)
_PASS_REASONS = {Reason.MEMORY: "memory", Reason.TTFT: "latency", Reason.TPOT: "rate"}


def as_csv(plans: Sequence[Plan]) -> str:
    """One line per plan below a header; unknown values are empty."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    training = bool(plans) and isinstance(plans[0], TrainingPlan)
    if plans and isinstance(plans[0], PassPlan):
        writer.writerow(PASS_HEAD)
        writer.writerows(_passes(plan) for plan in plans if isinstance(plan, PassPlan))
        return out.getvalue()
    writer.writerow(TRAINING_HEAD if training else HEAD)
    for plan in plans:
        if isinstance(plan, PassPlan):
            continue
        own = _training(plan) if isinstance(plan, TrainingPlan) else _serving(plan)
        writer.writerow((plan.board.key, plan.gpus, *own, int(plan.fits), " ".join(plan.risks), " ".join(plan.refused)))
    return out.getvalue()


def _power(plan: Plan) -> object:
    return "" if plan.board.power_w is None else round(plan.board.power_w * plan.gpus, 1)


def _serving(plan: ServingPlan) -> tuple[object, ...]:
    return (
        plan.replicas,
        plan.split.tensor,
        plan.split.pipeline,
        plan.form.key,
        round(plan.needed.value, 3),
        round(plan.usable_gib, 3),
        round(plan.tpot.value * 1000, 3),
        round(plan.tpot.low * 1000, 3),
        round(plan.tpot.high * 1000, 3),
        round(plan.ttft.value * 1000, 2),
        round(plan.tokens_per_s, 2),
        round(plan.tokens_per_s / plan.gpus, 3),
        _power(plan),
        round(plan.cost.yearly.value, 2) if plan.cost.priced else "",
        round(plan.cost.per_million.value, 4) if plan.cost.priced else "",
        plan.cost.currency,
    )


def _passes(plan: PassPlan) -> tuple[object, ...]:
    return (
        plan.board.key,
        plan.gpus,
        plan.form.key,
        plan.work.batch,
        round(plan.needed.value, 3),
        round(plan.usable_gib, 3),
        round(plan.in_turns_gib, 3),
        *(round(figure, 6) for figure in (plan.tpot.value, plan.tpot.low, plan.tpot.high, plan.ttft.value, plan.tokens_per_s)),
        plan.most_sequences,
        _power(plan),
        round(plan.cost.yearly.value, 2) if plan.cost.priced else "",
        round(plan.cost.per_million.value / 1000, 6) if plan.cost.priced else "",
        plan.cost.currency,
        int(plan.fits),
        " ".join(_PASS_REASONS[reason] for reason in plan.risks),
        " ".join(_PASS_REASONS[reason] for reason in plan.refused),
    )


def _training(plan: TrainingPlan) -> tuple[object, ...]:
    split = plan.split
    return (
        split.data,
        split.tensor,
        split.pipeline,
        split.context,
        split.zero,
        plan.micro_batch,
        str(plan.recompute),
        plan.work.precision,
        round(plan.needed.value, 3),
        round(plan.usable_gib, 3),
        round(plan.host_gib, 3),
        _power(plan),
    )
