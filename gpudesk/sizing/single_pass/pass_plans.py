"""Which GPUs run a model that is not autoregressive: images, video, text embeddings, encoder-decoder answers.

Times are ideal times divided by the efficiency of programs: TensorRT from MLPerf results, PyTorch by a rule. All ranges are wide.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gpudesk.core.cost.result import Ends, ResultCost
from gpudesk.core.estimates.estimate import Estimate
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.serving.serving_memory import GIB
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.calibration.serving_calibration import KNOWN_SYSTEM, SEEN, UNSEEN
from gpudesk.sizing.gpus.board_costs import usual_costing
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.gpus.sizing_tables import weight_format
from gpudesk.sizing.serving.serving import Range, Reason, Verdict
from gpudesk.sizing.single_pass.pass_tables import DENOISER, ENCODER, PassProgram, calibrated_share, shares_by_board
from gpudesk.sizing.single_pass.pass_work import PassCost, PassWorkload, item_activation_bytes, pass_costs, pass_memory

_CONTEXT = "sizing"
_MEASURED = frozenset({"stable-diffusion-xl", "bert-large-uncased"})
_APART = 1.5
"""Models and formats that were not measured lie within this factor more: a rule."""


@dataclass(frozen=True, slots=True)
class PassPlan:
    """One plan; names match those of serving plans, so that both can be displayed by the same views.

    Attributes:
        sequences: items at once on one GPU; `most_sequences`: maximum that fits.
        tpot: seconds of an item on one GPU; `ttft`: of a whole batch.
        tokens_per_s: items per second of all GPUs.
        in_turns_gib: memory of a GPU on which the parts of a pipeline take turns; equal to the need if there is one part.
    """

    work: PassWorkload
    board: Board
    replicas: int
    needed: Estimate
    usable_gib: float
    most_sequences: int
    tpot: Range
    ttft: Range
    tokens_per_s: float
    cost: ResultCost
    provenance: str
    computes: str
    refused: tuple[Reason, ...]
    risks: tuple[Reason, ...]
    remarks: tuple[Message, ...]
    in_turns_gib: float

    @property
    def split(self) -> Split:
        return Split()

    @property
    def sequences(self) -> int:
        return self.work.batch

    @property
    def form(self) -> WeightFormat:
        return self.work.form

    @property
    def gpus(self) -> int:
        return self.replicas

    @property
    def fits(self) -> bool:
        return not self.refused

    @property
    def verdict(self) -> Verdict:
        """Certainty that the plan meets the request."""
        if self.refused:
            return Verdict.REFUSED
        if any(risk is not Reason.MEMORY for risk in self.risks):
            return Verdict.MAY_MISS
        return Verdict.MAY_FIT if self.risks else Verdict.FITS

    @property
    def may_not_fit(self) -> bool:
        """Whether its memory is not certain to be enough, or its model is estimated."""
        return Reason.MEMORY in self.risks

    @property
    def close(self) -> bool:
        """Whether it likely meets the request, but the range of a batch's time exceeds the requested value."""
        return self.fits and not self.risks and self.work.most_s is not None and self.ttft.high > self.work.most_s


def pass_plans(work: PassWorkload, chosen: Sequence[Board], gpus: int | None = None) -> list[PassPlan]:
    """For each board the plan with the fewest GPUs that meets the request; those that meet it first, then the fewest GPUs."""
    cost, needed = pass_costs(work), pass_memory(work)
    plans = [_plan(work, board, cost, needed, gpus) for board in chosen if _runs(work, board)]
    return sorted(plans, key=lambda plan: (not plan.fits, bool(plan.risks), plan.gpus, plan.tpot.value))


def _runs(work: PassWorkload, board: Board) -> bool:
    return bool(board.rates.get(board.arithmetic(work.form)) or board.rates.get("fp32"))


def _rates(work: PassWorkload, board: Board, kind: str) -> tuple[Spread, str]:
    """Products per second that the program reaches, and their arithmetic."""
    program = work.program
    sixteen = board.rates.get("fp16") or board.rates["fp32"]
    if program.share is None and board.rates.get("fp8") and work.form.computes in ("fp8", "int8"):
        share, rate, computes = calibrated_share(kind), board.rates["fp8"], "fp8"
    elif program.share is None:
        of = calibrated_share(kind)
        share = Spread(*(min(program.most, figure * program.half_factor) for figure in (of.value, of.low, of.high)))
        rate, computes = sixteen, "fp16"
    else:
        share, rate, computes = program.share, sixteen, "fp32" if "fp16" not in board.rates else "fp16"
    return Spread(*(rate * figure for figure in (share.value, share.low, share.high))), computes


def _seconds(work: PassWorkload, board: Board, costs: Sequence[PassCost]) -> tuple[Range, str]:
    """Time of a batch: its parts one after the other."""
    times = [_part_seconds(work, board, cost) for cost in costs]
    value, low, high = (sum(getattr(time, name) for time, _ in times) for name in ("value", "low", "high"))
    return Range(value, low, high), times[0][1]


def _part_seconds(work: PassWorkload, board: Board, cost: PassCost) -> tuple[Range, str]:
    """Of a part: products at the rate that is reached, or reading the weights, or starting the layers, whichever takes longest.

    Neither it nor the short end of its range is shorter than the products at the dense rate, or the reading at the full one.
    """
    drawn, computes = _rates(work, board, DENOISER)
    rest, _ = _rates(work, board, ENCODER)
    reading = cost.read_bytes / board.bytes_per_s
    starting = cost.starts * work.program.start_us * 1e-6
    quick, slow = work.program.start_range

    def longest(by_denoiser: float, by_encoder: float, start: float) -> float:
        return max(cost.flops / by_denoiser + cost.other_flops / by_encoder, reading, starting * start)

    dense = board.rates[computes] if computes in board.rates else board.rates["fp32"]
    least = max((cost.flops + cost.other_flops) / dense, reading)
    value = max(longest(drawn.value, rest.value, 1.0), least)
    low, high = longest(drawn.high, rest.high, quick), longest(drawn.low, rest.low, slow)
    apart = 1.0 if _is_measured(work) else _APART
    return Range(value, max(min(value, low / apart), least), max(value, high * apart)), computes


def _is_measured(work: PassWorkload) -> bool:
    name = work.pipeline.key if work.pipeline is not None else work.model.name
    return work.program.share is None and name in _MEASURED and work.form.computes in ("fp8", "int8")


def _known(work: PassWorkload, board: Board) -> str:
    if work.program.share is not None:
        return UNSEEN
    kind = DENOISER if work.pipeline is not None else ENCODER
    seen = board.key in shares_by_board(kind)
    return (SEEN if _is_measured(work) else KNOWN_SYSTEM) if seen else UNSEEN


def _plan(work: PassWorkload, board: Board, cost: Sequence[PassCost], needed: Estimate, gpus: int | None) -> PassPlan:
    batch, computes = _seconds(work, board, cost)
    item_s = Range(batch.value / work.batch, batch.low / work.batch, batch.high / work.batch)
    replicas = gpus or (1 if work.per_s is None else max(1, math.ceil(work.per_s * item_s.value)))
    ends = Ends(replicas / item_s.value, replicas / item_s.high, replicas / item_s.low)
    usable = board.usable_gib
    fixed = needed.value - work.batch * item_activation_bytes(work) / GIB
    refused, risks = [], []
    if needed.value > usable:
        refused.append(Reason.MEMORY)
    elif needed.high > usable or work.model.is_estimate:
        risks.append(Reason.MEMORY)
    if work.most_s is not None and batch.low > work.most_s:
        refused.append(Reason.TTFT)
    elif work.most_s is not None and batch.value > work.most_s:
        risks.append(Reason.TTFT)
    if gpus is not None and work.per_s is not None and ends.value < work.per_s:
        (refused if ends.high < work.per_s else risks).append(Reason.TPOT)
    return PassPlan(
        work=work,
        board=board,
        replicas=replicas,
        needed=needed,
        usable_gib=usable,
        most_sequences=max(0, int((usable - fixed) * GIB / max(item_activation_bytes(work), 1.0))),
        tpot=item_s,
        ttft=batch,
        tokens_per_s=replicas / item_s.value,
        cost=usual_costing().of_results(board, replicas, ends),
        provenance=_known(work, board),
        computes=computes,
        refused=tuple(refused),
        risks=tuple(risks),
        remarks=tuple(_remarks(work, board, needed, usable)),
        in_turns_gib=_in_turns(needed),
    )


def _in_turns(needed: Estimate) -> float:
    """Memory of a GPU that holds one part of a pipeline at a time."""
    parts = {term.name: term.value for term in needed.terms}
    always_gib = parts.get("other", 0.0) + parts.get("cache", 0.0)
    drawn = parts["weights"] + parts["activations"]
    return always_gib + max(drawn, parts.get("text_encoders", 0.0), parts.get("autoencoder", 0.0) + parts["activations"])


def _remarks(work: PassWorkload, board: Board, needed: Estimate, usable: float) -> Iterator[Message]:
    if work.pipeline is not None and work.pipeline.missing:
        text = QT_TRANSLATE_NOOP("sizing", "Not counted (not in the catalog): {missing}.")
        yield Message(_CONTEXT, text, {"missing": work.pipeline.missing})
    if needed.value > usable >= _in_turns(needed):
        text = QT_TRANSLATE_NOOP("sizing", "With components loaded in turn, {gib} GiB is enough; each swap takes time.")
        yield Message(_CONTEXT, text, {"gib": round(_in_turns(needed), 1)})
    if work.program.share is not None:
        text = QT_TRANSLATE_NOOP("sizing", "Times based on a rule of thumb: no published measurement of this engine is used here.")
        yield Message(_CONTEXT, text)
    elif not _is_measured(work):
        text = QT_TRANSLATE_NOOP("sizing", "Times extrapolated from 8-bit MLPerf results of Stable Diffusion XL and BERT.")
        yield Message(_CONTEXT, text)


def pass_fixes(plan: PassPlan) -> list[PassPlan]:
    """Single changes that fix a plan refused for memory on the same board: fewer items at once, narrower weights."""
    if Reason.MEMORY not in plan.refused:
        return []
    tries = [replace(plan.work, batch=1)] if plan.work.batch > 1 else []
    tries += [replace(plan.work, form=weight_format(key)) for key in ("fp8", "int4") if weight_format(key).bits < plan.work.form.bits]
    changed_plans = [changed_plan for work in tries for changed_plan in pass_plans(work, [plan.board], plan.gpus)]
    return [changed_plan for changed_plan in changed_plans if changed_plan.fits]


def program_formats(program: PassProgram) -> str:
    """The default weight format of the program."""
    return "fp8" if program.share is None else "bf16"
