"""Constants of groups: each finds its own where it has rows enough, and stays with the wider group where it has not."""

import numpy as np
import pytest

from gpudesk.core.estimates.calibration import folds
from gpudesk.core.estimates.calibration_levels import Level, fit_levels, held_out_levels


def _made(rows: int = 400) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Two terms; on the slow system the second counts four times as much, the first the same."""
    source = np.random.default_rng(11)
    terms = source.uniform(0.1, 10, (2, rows))
    systems = ["slow" if row % 4 == 0 else "fast" for row in range(rows)]
    second = np.where([name == "slow" for name in systems], 8.0, 2.0)
    return terms, (0.5 * terms[0] + second * terms[1]) * np.exp(source.normal(0, 0.02, rows)), systems


def test_each_group_finds_its_own_constants() -> None:
    terms, measured, systems = _made()
    fitted = fit_levels(terms, measured, [Level(systems, 1.0)])
    assert np.exp(fitted.logs(["slow"])) == pytest.approx([0.5, 8.0], rel=0.15)
    assert np.exp(fitted.logs(["fast"])) == pytest.approx([0.5, 2.0], rel=0.15)
    assert fitted.logs(["unknown"]) is fitted.base


def test_a_strong_pull_keeps_a_group_with_the_rest() -> None:
    terms, measured, systems = _made()
    fitted = fit_levels(terms, measured, [Level(systems, 1e9)])
    assert fitted.logs(["slow"]) == pytest.approx(fitted.base, abs=1e-3)


def test_the_narrowest_known_group_counts() -> None:
    terms, measured, systems = _made()
    finer = [(name, row % 2) for row, name in enumerate(systems)]
    fitted = fit_levels(terms, measured, [Level(systems, 1.0), Level(finer, 1.0)])
    assert fitted.logs(["fast", ("fast", 5)]) is fitted.groups[0]["fast"]
    assert fitted.logs(["fast", ("fast", 1)]) is fitted.groups[1]["fast", 1]


def test_one_factor_for_a_group_is_not_enough_where_one_term_differs() -> None:
    terms, measured, systems = _made()
    fold = folds(list(range(len(measured))), 5)
    blind, seeing = held_out_levels(terms, measured, fold, []), held_out_levels(terms, measured, fold, [Level(systems, 1.0)])
    assert np.quantile(np.abs(blind), 0.95) > 0.3
    assert np.quantile(np.abs(seeing), 0.95) < 0.08
