"""Fits the constants of a sum of ideal times to measurements, and determines the error of the fit on held-out data."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 60
_NEAR = 0.05
"""Residuals below this count like it: beyond, each row pulls equally hard, so that a few odd ones do not decide."""
_RIDGE = 1e-3
_LONGEST_STEP = 0.5


def fit(terms: Floats, measured: Floats, expected: Floats | None = None, firmness: float = 0.0, fixed: Sequence[int] = ()) -> Floats:
    """Positive constants that bring `constants @ terms` closest to `measured`, by the sum of absolute logarithms of their ratio.

    Args:
        terms: shape (terms, rows), none negative.
        measured: shape (rows,), above 0.
        expected: prior constants, kept approximately where the rows provide little information; 1 unless given.
        firmness: strength of the prior.
        fixed: terms whose constants are the expected ones, regardless of the rows.
    """
    columns = terms.T
    middle = np.zeros(terms.shape[0]) if expected is None else np.log(expected)
    logs = middle.copy()
    for _ in range(_STEPS):
        parts = columns * np.exp(logs)
        sums = parts.sum(axis=1)
        residual = np.log(measured / sums)
        slope = parts / sums[:, None]
        slope[:, list(fixed)] = 0.0
        weight = 1.0 / np.maximum(np.abs(residual), _NEAR)
        weighted = slope * weight[:, None]
        pulled = weighted.T @ residual + firmness * (middle - logs)
        step = np.linalg.solve(weighted.T @ slope + (_RIDGE + firmness) * np.eye(len(logs)), pulled)
        logs = logs + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    return np.exp(logs)


def corrections(residual: Floats, keys: Sequence[Hashable], trust: float) -> dict[Hashable, float]:
    """The logarithmic error of rows with a key, shrunk toward 0 if there are few: median × n / (n + trust)."""
    residuals: dict[Hashable, list[float]] = defaultdict(list)
    for key, value in zip(keys, residual.tolist(), strict=True):
        residuals[key].append(value)
    return {key: float(np.median(values)) * len(values) / (len(values) + trust) for key, values in residuals.items()}


def applied(keys: Sequence[Hashable], known: dict[Hashable, float]) -> Floats:
    """The correction of each row, 0 for an unknown key."""
    return np.array([known.get(key, 0.0) for key in keys])


@dataclass(frozen=True, slots=True)
class Score:
    """How good a prediction was: relative errors, and how often the truth lay in the interval.

    Attributes:
        half_width: median of (high - low) / 2 over the prediction.
    """

    rows: int
    median: float
    p95: float
    coverage: float
    half_width: float


def folds(groups: Sequence[Hashable], count: int, seed: int = 0) -> NDArray[np.int64]:
    """The fold of each row; rows of one group are never torn apart."""
    names = sorted(set(groups), key=repr)
    order = np.random.default_rng(seed).permutation(len(names))
    fold_of = {names[at]: place % count for place, at in enumerate(order.tolist())}
    return np.array([fold_of[group] for group in groups], dtype=np.int64)


def held_out(
    terms: Floats,
    measured: Floats,
    fold: NDArray[np.int64],
    levels: Sequence[Sequence[Hashable]],
    trust: float,
    expected: Floats | None = None,
    firmness: float = 0.0,
) -> Floats:
    """ln(predicted / measured) of each row, predicted by constants and corrections that were fitted without its fold."""
    off = np.zeros(len(measured))
    for out in sorted(set(fold.tolist())):
        is_fitted, left = fold != out, fold == out
        constants = fit(terms[:, is_fitted], measured[is_fitted], expected, firmness)
        predicted = np.log(constants @ terms)
        for keys in levels:
            residual = np.log(measured) - predicted
            known = corrections(residual[is_fitted], [key for key, inside in zip(keys, is_fitted.tolist(), strict=True) if inside], trust)
            predicted = predicted + applied(keys, known)
        off[left] = (predicted - np.log(measured))[left]
    return off


def interval(off: Floats, share: float = 0.9) -> tuple[float, float]:
    """Factors on a prediction that contain the true value in `share` of rows: (low, high)."""
    tail_share = (1 - share) / 2
    low, high = np.quantile(-off, [tail_share, 1 - tail_share])
    return float(np.exp(low)), float(np.exp(high))


def kind_intervals(
    off: Floats, kinds: Sequence[Hashable], share: float = 0.9, *, least_rows: int = 24, least: float = 0.8
) -> dict[Hashable, tuple[float, float]]:
    """The intervals of kinds that the interval of all rows holds in fewer than `least` of their rows: never narrower than that.

    Args:
        kinds: of each row; those of fewer rows than `least_rows` have the interval of all.
    """
    low, high = interval(off, share)
    intervals: dict[Hashable, tuple[float, float]] = {}
    for kind in dict.fromkeys(kinds):
        errors = off[np.array([row_kind == kind for row_kind in kinds])]
        if len(errors) >= least_rows and score(errors, low, high).coverage < least:
            own = interval(errors, share)
            intervals[kind] = min(low, own[0]), max(high, own[1])
    return intervals


def score(off: Floats, low: float, high: float) -> Score:
    """How good predictions were that were off by these logarithms, with an interval by these factors."""
    error = np.abs(np.expm1(off))
    truth = np.exp(-off)
    inside = (truth >= low) & (truth <= high)
    return Score(len(off), float(np.median(error)), float(np.quantile(error, 0.95)), float(inside.mean()), (high - low) / 2)
