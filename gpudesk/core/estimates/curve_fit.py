"""Fitting positive constants of any formula to measurements, by the sum of absolute logarithms of their ratio."""

from collections.abc import Callable

import numpy as np

from gpudesk.core.estimates.calibration import Floats

_STEPS = 80
_NEAR = 0.05
"""Residuals below this count like it, as in `gpudesk.core.estimates.calibration.fit`."""
_RIDGE = 1e-3
_LONGEST_STEP = 0.3
_NUDGE = 1e-4


def fit_curve(predicted: Callable[[Floats], Floats], measured: Floats, start: Floats) -> Floats:
    """Positive constants for which `predicted(constants)` is nearest to `measured`; `start` is where the search begins.

    Slopes are taken by small steps, so the formula may be any.
    """
    logs = np.log(start)
    for _ in range(_STEPS):
        here = np.log(predicted(np.exp(logs)))
        residual = np.log(measured) - here
        nudges = np.eye(len(logs)) * _NUDGE
        slope = np.column_stack([(np.log(predicted(np.exp(logs + nudge))) - here) / _NUDGE for nudge in nudges])
        weight = 1.0 / np.maximum(np.abs(residual), _NEAR)
        weighted = slope * weight[:, None]
        step = np.linalg.solve(weighted.T @ slope + _RIDGE * np.eye(len(logs)), weighted.T @ residual)
        logs = logs + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    return np.exp(logs)
