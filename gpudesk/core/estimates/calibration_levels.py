"""Constants that differ by group: each group has its own, shrunk toward those of its parent group."""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpudesk.core.estimates.calibration import Floats, fit

_STEPS = 25
_NEAR = 0.05
"""Residuals below this count like it, as in `gpudesk.core.estimates.calibration.fit`."""
_LONGEST_STEP = 0.5
_FIRMNESS = 2.0
"""Shrinkage toward 1 of constants that the rows do not determine: no term may vanish if rows cannot isolate it."""


@dataclass(frozen=True, slots=True)
class Level:
    """One grouping of rows; each group is contained in one group of the preceding level.

    Attributes:
        keys: the group of each row.
        pull: strength of shrinkage toward the parent group, in rows with an error of a factor of e.
    """

    keys: Sequence[Hashable]
    pull: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Logarithms of the constants: of all rows, and of the groups of each level."""

    base: Floats
    groups: tuple[Mapping[Hashable, Floats], ...]

    def logs(self, keys: Sequence[Hashable]) -> Floats:
        """Those of the narrowest group that is known; `keys` has one a level."""
        narrowest = self.base
        for known, key in zip(self.groups, keys, strict=True):
            narrowest = known.get(key, narrowest)
        return narrowest


def refined(terms: Floats, measured: Floats, logs: Floats, pull: float, fixed: Sequence[int] = ()) -> Floats:
    """Logarithms of constants for these rows, shrunk toward `logs`.

    Args:
        terms: shape (terms, rows), none negative.
        measured: shape (rows,), above 0.
        fixed: terms whose constants stay as in `logs`.
    """
    columns = terms.T
    refined_logs = logs.copy()
    for _ in range(_STEPS):
        parts = columns * np.exp(refined_logs)
        sums = parts.sum(axis=1)
        residual = np.log(measured / sums)
        slope = parts / sums[:, None]
        slope[:, list(fixed)] = 0.0
        weighted = slope / np.maximum(np.abs(residual), _NEAR)[:, None]
        step = np.linalg.solve(weighted.T @ slope + pull * np.eye(len(refined_logs)), weighted.T @ residual - pull * (refined_logs - logs))
        refined_logs = refined_logs + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    return refined_logs


def fit_levels(terms: Floats, measured: Floats, levels: Sequence[Level], fixed: Sequence[int] = ()) -> Fitted:
    """Constants of all rows, then of the groups of one level after the other.

    Args:
        fixed: terms whose constants are 1, regardless of the rows.
    """
    base = np.log(fit(terms, measured, firmness=_FIRMNESS, fixed=fixed))
    logs: list[Floats] = [base] * len(measured)
    groups: list[Mapping[Hashable, Floats]] = []
    for level in levels:
        rows: dict[Hashable, list[int]] = defaultdict(list)
        for at, key in enumerate(level.keys):
            rows[key].append(at)
        known = {
            key: refined(terms[:, group_rows], measured[group_rows], logs[group_rows[0]], level.pull, fixed)
            for key, group_rows in rows.items()
        }
        logs = [known[key] for key in level.keys]
        groups.append(known)
    return Fitted(base, tuple(groups))


def held_out_levels(
    terms: Floats,
    measured: Floats,
    fold: NDArray[np.int64],
    levels: Sequence[Level],
    fitting: NDArray[np.bool_] | None = None,
    fixed: Sequence[int] = (),
) -> Floats:
    """ln(predicted / measured) of each row, predicted by constants fitted without its fold.

    Args:
        fitting: rows used to fit the constants; all unless given. The others are evaluated as well.
        fixed: terms whose constants are 1, regardless of the rows.
    """
    off = np.zeros(len(measured))
    chosen = np.ones(len(measured), dtype=bool) if fitting is None else fitting
    for out in sorted(set(fold.tolist())):
        fitted_rows, left = np.flatnonzero((fold != out) & chosen).tolist(), np.flatnonzero(fold == out).tolist()
        level_subset = [Level([level.keys[at] for at in fitted_rows], level.pull) for level in levels]
        fitted = fit_levels(terms[:, fitted_rows], measured[fitted_rows], level_subset, fixed)
        logs = np.array([fitted.logs([level.keys[at] for level in levels]) for at in left])
        off[left] = np.log((np.exp(logs) * terms[:, left].T).sum(axis=1)) - np.log(measured[left])
    return off
