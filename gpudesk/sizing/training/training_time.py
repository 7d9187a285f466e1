"""How long training takes on boards: seconds of a step by its terms, with its range, and what follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.estimates.estimate import Kind, Term
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.serving.inference_engine import Spread
from gpudesk.core.training.training_speed import OF_MICRO_BATCHES, TERMS, TrainingRun, bubble, flops_per_token, least_step, step_terms
from gpudesk.core.work.model_work import Column, ModelWork
from gpudesk.sizing.calibration.step_calibration import KNOWN_SYSTEM, SEEN, UNSEEN, StepCalibration, step_calibrations
from gpudesk.sizing.calibration.step_tables import Host, products_slower, training_boards
from gpudesk.sizing.gpus.boards import Board

_CONTEXT = "sizing"
_HOUR_S = 3600.0
BUBBLE = "bubble"
UNITS = "units"
"""The term of an adapter whose matrices FSDP gathers one by one."""
_TITLES = {
    "products": QT_TRANSLATE_NOOP("sizing", "Weight matrix multiplications"),
    "attention": QT_TRANSLATE_NOOP("sizing", "Attention"),
    "traffic": QT_TRANSLATE_NOOP("sizing", "Activations to and from memory"),
    "weights": QT_TRANSLATE_NOOP("sizing", "Reading weights from memory"),
    "layers": QT_TRANSLATE_NOOP("sizing", "Kernels of the layers"),
    "routing": QT_TRANSLATE_NOOP("sizing", "Expert routing of tokens"),
    "together": QT_TRANSLATE_NOOP("sizing", "Waiting for the slowest system"),
    "shared_layers": QT_TRANSLATE_NOOP("sizing", "Tensor-parallel communication"),
    "shared_sequences": QT_TRANSLATE_NOOP("sizing", "Context-parallel communication"),
    "experts": QT_TRANSLATE_NOOP("sizing", "Expert-parallel communication"),
    "stages": QT_TRANSLATE_NOOP("sizing", "Activations between stages"),
    BUBBLE: QT_TRANSLATE_NOOP("sizing", "Pipeline fill and drain"),
    "replicas": QT_TRANSLATE_NOOP("sizing", "Gradients and weights between replicas"),
    UNITS: QT_TRANSLATE_NOOP("sizing", "Adapter matrices gathered one by one"),
    "optimiser": QT_TRANSLATE_NOOP("sizing", "Optimizer step"),
}
_SHOWN_AS = {"attention_late": "attention", "routed_traffic": "routing", "experts_network": "experts", "replicas_network": "replicas"}
_ONCE = np.array([name != "attention_late" for name in TERMS])
"""What attention takes more on later boards is a second weight of the same ideal time."""
_PRODUCTS = [TERMS.index(name) for name in ("products", "attention", "attention_late")]
_STARTS, _TOGETHER = "layers", "together"
_START_S = 1e-6
"""Ideal seconds of one start, by which starts are counted."""
SHOWN = tuple(_TITLES)
"""The terms of a step as they are shown, in their order."""


@dataclass(frozen=True, slots=True)
class TrainingTimes:
    """Results for each plan, one value per plan.

    Attributes:
        terms_s: seconds of each of `SHOWN`: shape (terms, plans); they add up to `step_s`.
        ideal_s: the same before weighting, at the full rates of board and network; 0 for the pipeline idle time.
        waiting: pipeline idle time as a share of the time of all micro-batches.
        low_s, high_s: range of the step in nine of ten cases.
        tokens_per_s: of all GPUs.
        mfu: model FLOPs utilization as defined by PaLM and MPT: attention over the whole sequence, without recomputed work;
            the rate is that of the format.
        mfu_causal: the same with half of the sequence, as computed by kernels and reported by Megatron.
        hfu: as `mfu`, including recomputed work.
        provenance: what each plan has in common with the measurements: "seen", "known_system" or "unseen".
    """

    terms_s: NDArray[np.float64]
    ideal_s: NDArray[np.float64]
    waiting: Column
    step_s: Column
    low_s: Column
    high_s: Column
    tokens_per_s: Column
    mfu: Column
    mfu_causal: Column
    hfu: Column
    provenance: tuple[str, ...]

    def days(self, tokens: float, goodput: Column | float = 1.0) -> tuple[Column, Column, Column]:
        """Days for this number of tokens: likeliest, low, high.

        Args:
            goodput: the share of time not lost to failures and checkpoints.
        """
        day = tokens / self.tokens_per_s / (24 * _HOUR_S) / goodput
        return day, day * self.low_s / self.step_s, day * self.high_s / self.step_s


def recipe_for(model: ModelWork, program: str) -> str:
    """The recipe whose constants a program's steps take: "fsdp", or of "megatron" the one for its kind of model."""
    return "megatron-experts" if program == "megatron" and model.experts else program


def training_times(
    model: ModelWork,
    chosen: Sequence[Board],
    forms: Sequence[str],
    run: TrainingRun,
    program: str,
    systems: Sequence[Host] | None = None,
) -> TrainingTimes:
    """Seconds of one step of each plan.

    Args:
        chosen, forms: board and format of each plan.
        program: "fsdp" or "megatron".
        systems: those that contain the boards; the usual ones unless given.

    Raises:
        InvalidData: a board does not compute in its format.
        KeyError: the program does not exist.
    """
    known = step_calibrations()[recipe_for(model, program)]
    on = training_boards(chosen, forms, systems)
    ideal, waiting = step_terms(model, on, run), np.broadcast_to(bubble(run), run.tokens.shape)
    factor, slower, low, high, provenance = _corrected(known, model, chosen, forms)
    weighted = known.constants[:, None] * ideal
    weighted[_PRODUCTS] *= slower
    terms = _shown(weighted, waiting) * factor
    least = least_step(ideal, run)
    terms = terms * np.maximum(1.0, least / np.maximum(terms.sum(axis=0), 1e-30))
    step = terms.sum(axis=0)
    tokens = run.tokens / step
    peak = run.gpus * on.flops_per_s
    return TrainingTimes(
        terms_s=terms,
        ideal_s=_shown(np.where(_ONCE[:, None], ideal, 0.0), 0.0 * waiting),
        waiting=waiting,
        step_s=step,
        low_s=np.maximum(step * low, np.minimum(step, least)),
        high_s=step * high,
        tokens_per_s=tokens,
        mfu=tokens * flops_per_token(model, run.sequence, causal=False) / peak,
        mfu_causal=tokens * flops_per_token(model, run.sequence) / peak,
        hfu=tokens * flops_per_token(model, run.sequence, run.recomputed, causal=False) / peak,
        provenance=provenance,
    )


def with_units(times: TrainingTimes, passes: Column, by: Spread) -> TrainingTimes:
    """Times with what FSDP adds for units of adapters.

    Args:
        passes: through a trained matrix, of all micro-batches of a step, for each plan.
        by: microseconds for each, and the range of them.
    """
    added = passes * _START_S
    terms, ideal, row = times.terms_s.copy(), times.ideal_s.copy(), SHOWN.index(UNITS)
    terms[row] += added * by.value
    ideal[row] += added
    step = times.step_s + added * by.value
    faster = times.step_s / step
    return replace(
        times,
        terms_s=terms,
        ideal_s=ideal,
        step_s=step,
        low_s=times.low_s + added * by.low,
        high_s=times.high_s + added * by.high,
        tokens_per_s=times.tokens_per_s * faster,
        mfu=times.mfu * faster,
        mfu_causal=times.mfu_causal * faster,
        hfu=times.hfu * faster,
    )


def _shown(weighted: NDArray[np.float64], waiting: Column) -> NDArray[np.float64]:
    shown_seconds = np.zeros((len(SHOWN), weighted.shape[1]))
    for place, name in enumerate(TERMS):
        shown_seconds[SHOWN.index(_SHOWN_AS.get(name, name))] += weighted[place]
    shown_seconds[SHOWN.index(BUBBLE)] = weighted[:OF_MICRO_BATCHES].sum(axis=0) * waiting
    return shown_seconds


def _corrected(
    known: StepCalibration, model: ModelWork, chosen: Sequence[Board], forms: Sequence[str]
) -> tuple[Column, Column, Column, Column, tuple[str, ...]]:
    """Factors on the time of each plan, its products and the ends of its range; and what it has in common with measurements."""
    kinds: dict[tuple[str, str], int] = {}
    at = np.array([kinds.setdefault((board.key, form), len(kinds)) for board, form in zip(chosen, forms, strict=True)], dtype=np.int64)
    corrections = [known.correction(model.name, *kind) for kind in kinds]
    ends = np.array([known.intervals[provenance] for _, provenance in corrections]).reshape(-1, 2)[at]
    provenance = np.array([name for _, name in corrections])[at]
    # On boards that were measured what products reach is in their own correction.
    of_key = {board.key: board for board in chosen}
    slower = np.array(
        [products_slower(of_key[key]) if name == UNSEEN else 1.0 for (key, _), (_, name) in zip(kinds, corrections, strict=True)]
    )
    return np.exp(np.array([off for off, _ in corrections]))[at], slower.reshape(-1)[at], ends[:, 0], ends[:, 1], tuple(provenance.tolist())


def shown_terms(times: TrainingTimes, plan: int) -> tuple[Term, ...]:
    """The terms of one plan's step, each with the range of the whole, without those that are nothing."""
    low, high = times.low_s[plan] / times.step_s[plan], times.high_s[plan] / times.step_s[plan]
    source = "resources/calibration/training_steps.yaml"
    return tuple(
        Term(
            name=name,
            title=Message(_CONTEXT, _TITLES[name]),
            value=value,
            low=value * float(low),
            high=value * float(high),
            unit="s",
            kind=Kind.CALIBRATED,
            formula=_working(name, value, float(times.ideal_s[SHOWN.index(name), plan]), float(times.waiting[plan])),
            source=source,
        )
        for name, value in zip(SHOWN, times.terms_s[:, plan].tolist(), strict=True)
        if value > 0
    )


def _working(name: str, value: float, ideal: float, waiting: float) -> Message:
    """Derivation of a term, with its numbers."""
    if name == BUBBLE:
        text = QT_TRANSLATE_NOOP("sizing", "(stages - 1) / (chunks per stage × micro-batches) = {share} % of the time of all micro-batches")
        return Message(_CONTEXT, text, {"share": _short(100 * waiting)})
    if name == _STARTS:
        text = QT_TRANSLATE_NOOP("sizing", "{count} passes through a layer × {each} µs, fitted to measured steps")
        return Message(_CONTEXT, text, {"count": round(ideal / _START_S), "each": _short(value / ideal)})
    if name == UNITS:
        text = QT_TRANSLATE_NOOP("sizing", "{count} passes through an adapter matrix × {each} µs, fitted to measured steps")
        return Message(_CONTEXT, text, {"count": round(ideal / _START_S), "each": _short(value / ideal)})
    if name == _TOGETHER:
        text = QT_TRANSLATE_NOOP("sizing", "{ideal} ms of compute × doublings of systems × {factor}, fitted to measured steps")
    else:
        text = QT_TRANSLATE_NOOP("sizing", "{ideal} ms at the full rate × {factor}, fitted to measured steps")
    return Message(_CONTEXT, text, {"ideal": _short(1000 * ideal), "factor": _short(value / ideal)})


def _short(value: float) -> float:
    """Format with three significant digits."""
    return float(f"{value:.3g}")


def provenance_text(provenance: str) -> Message:
    """Description of a provenance for the user."""
    texts = {
        SEEN: QT_TRANSLATE_NOOP("sizing", "Steps of this model were measured on this GPU."),
        KNOWN_SYSTEM: QT_TRANSLATE_NOOP("sizing", "Steps of other models were measured on this GPU."),
        UNSEEN: QT_TRANSLATE_NOOP("sizing", "No step was measured on this GPU; constants of other GPUs are used."),
    }
    return Message(_CONTEXT, texts[provenance])
