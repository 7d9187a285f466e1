"""Predictions corrected by measurements at this site, for the same model, board, program and format.

Memory applies if the GPUs of a replica share it equally; times apply to any split, because the program causes most of their error.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpudesk.catalog.measured_files import load_measured
from gpudesk.core.estimates.estimate import Estimate, Kind, Term, total
from gpudesk.core.estimates.measured import Measured
from gpudesk.core.messages.message import QT_TRANSLATE_NOOP, Message
from gpudesk.core.work.model_split import Split
from gpudesk.sizing.gpus.boards import Board
from gpudesk.sizing.serving.serving_work import ServingWorkload

_CONTEXT = "sizing"
HERE = "here"
"""The plan was measured at this site."""
WEIGHTS = ("weights", "loaded", "layer_inputs")
"""Terms that engines log as weights: their bytes and what is allocated as they are loaded."""
_GIB = 2.0**30
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Here:
    """Corrections of plans in columns.

    Attributes:
        offset_bytes: of one GPU, without weights and cache.
        weights_bytes: measured for one GPU; predicted if not measured.
        cache, step, first: factors of the cache, of the times of a token and of the first token.
        same: whether the split of the plan was measured.
    """

    offset_bytes: Floats
    weights_bytes: Floats
    cache: Floats
    step: Floats
    first: Floats
    same: NDArray[np.bool_]


def of_work(work: ServingWorkload, board: Board) -> list[Measured]:
    """Site measurements of that model, board, program and format."""
    if not _can_be_right(work):
        return []
    work_key = (work.model.name, board.key, work.engine.key, work.form.key)
    return [
        measurement
        for measurement in load_measured()
        if (measurement.model, measurement.gpu, measurement.program, measurement.form) == work_key
    ]


def _can_be_right(work: ServingWorkload) -> bool:
    """Whether the site measurements apply: logs do not cover speculative decoding, shared prefixes or separate prefill replicas."""
    return work.here and work.speculation is None and work.prefix is None and not work.apart


def of_split(work: ServingWorkload, board: Board, split: Split, groups: int) -> Measured | None:
    """Site measurements of that split."""
    split_key = split.tensor, groups, split.pipeline
    return next(
        (
            measurement
            for measurement in of_work(work, board)
            if (measurement.tensor, measurement.groups, measurement.pipeline) == split_key
        ),
        None,
    )


def here_columns(
    work: ServingWorkload,
    chosen: Sequence[Board],
    board: NDArray[np.int64],
    tensor: NDArray[np.int64],
    groups: NDArray[np.int64],
    pipeline: NDArray[np.int64],
    weights_bytes: Floats,
) -> Here | None:
    """Corrections of each plan; None if nothing was measured here.

    Args:
        board: index of each plan's board among those chosen.
        weights_bytes: predicted for one GPU, including memory beyond their bytes.
    """
    work_measurements = [
        measurement
        for measurement in load_measured()
        if (measurement.model, measurement.program, measurement.form) == (work.model.name, work.engine.key, work.form.key)
    ]
    if not work_measurements or not _can_be_right(work):
        return None
    known = {
        at: board_measurements
        for at, of in enumerate(chosen)
        if (board_measurements := [record for record in work_measurements if record.gpu == of.key])
    }
    if not known:
        return None
    count = len(board)
    here = Here(np.zeros(count), weights_bytes.copy(), np.ones(count), np.ones(count), np.ones(count), np.zeros(count, dtype=bool))
    for at, measured in known.items():
        for name, column in (("tpot", here.step), ("ttft", here.first)):
            factors = [record.seconds[name].factor for record in measured if name in record.seconds]
            if factors:
                # The middle of several splits, in the measure in which times are off.
                column[board == at] = float(np.exp(np.mean(np.log(factors))))
        for record in measured:
            rows = (board == at) & (tensor == record.tensor) & (groups == record.groups) & (pipeline == record.pipeline)
            for row in np.flatnonzero(rows).tolist():
                gib = record.weights_gib(float(weights_bytes[row]) / _GIB)
                if gib is not None:
                    here.weights_bytes[row] = gib * _GIB
            here.offset_bytes[rows] = record.offset_gib() * _GIB
            here.same[rows] = True
            if "cache" in record.gib:
                here.cache[rows] = record.gib["cache"].factor
            for name, column in (("tpot", here.step), ("ttft", here.first)):
                if name in record.seconds:
                    column[rows] = record.seconds[name].factor
    return here


def corrected(needed: Estimate, measured: Measured | None) -> Estimate:
    """The memory of a plan with measured terms in place of predicted ones."""
    if measured is None or not measured.gib:
        return needed
    predicted = sum(term.value for term in needed.terms if term.name in WEIGHTS)
    weights = measured.weights_gib(predicted)
    terms = list(needed.terms)
    if weights is not None:
        # Logs of weights contain what they take in addition to their bytes: it is no term of its own then.
        stored = [_measured(term, weights, predicted, measured) if term.name == "weights" else term for term in terms]
        terms = [term for term in stored if term.name == "weights" or term.name not in WEIGHTS]
    return total([_term(term, measured) for term in terms], needed.warnings)


def _term(term: Term, measured: Measured) -> Term:
    pair = measured.gib.get(term.name)
    if pair is None or term.name == "weights":
        return term
    value = term.value * pair.factor if term.name == "cache" else term.value + pair.measured - pair.predicted
    return _measured(term, value, term.value, measured)


def _measured(term: Term, value: float, predicted: float, measured: Measured) -> Term:
    words = QT_TRANSLATE_NOOP("sizing", "measured here on {date}; predicted {gib} GiB")
    formula = Message(_CONTEXT, words, {"date": measured.date, "gib": round(predicted, 2)})
    return replace(term, value=value, low=value, high=value, kind=Kind.CALIBRATED, formula=formula, source=measured.source)
