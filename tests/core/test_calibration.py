"""Fitting constants: what went in comes out, and what was not seen is judged as such."""

import numpy as np
import pytest

from gpudesk.core.estimates.calibration import applied, corrections, fit, folds, held_out, interval, score


def _made(rows: int, noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    source = np.random.default_rng(7)
    terms = source.uniform(0.1, 10, (3, rows))
    constants = np.array([0.5, 2.0, 7.0])
    return terms, constants, constants @ terms * np.exp(source.normal(0, noise, rows))


def test_the_constants_that_made_the_data_are_found() -> None:
    terms, constants, measured = _made(200, 0.0)
    assert fit(terms, measured) == pytest.approx(constants, rel=1e-3)


def test_a_few_odd_rows_do_not_decide() -> None:
    terms, constants, measured = _made(400, 0.02)
    measured[:20] *= 30
    assert fit(terms, measured) == pytest.approx(constants, rel=0.1)


def test_a_correction_is_drawn_towards_none_where_rows_are_few() -> None:
    known = corrections(np.array([1.0, 1.0, 1.0, 1.0]), ["a", "a", "a", "b"], trust=3.0)
    assert known == {"a": pytest.approx(0.5), "b": pytest.approx(0.25)}
    assert applied(["b", "c"], known) == pytest.approx([0.25, 0.0])


def test_rows_of_a_group_are_never_torn_apart() -> None:
    groups = [str(row % 7) for row in range(50)]
    fold = folds(groups, 3)
    assert set(fold.tolist()) == {0, 1, 2}
    for group in set(groups):
        assert len({int(fold[row]) for row, name in enumerate(groups) if name == group}) == 1


def test_what_a_system_is_off_by_is_learnt_from_its_other_rows() -> None:
    terms, _, measured = _made(300, 0.02)
    systems = ["slow" if row % 3 == 0 else "fast" for row in range(300)]
    measured = measured * np.where([name == "slow" for name in systems], 1.8, 1.0)
    fold = folds(list(range(300)), 5)
    blind, seeing = held_out(terms, measured, fold, [], 3.0), held_out(terms, measured, fold, [systems], 3.0)
    assert np.median(np.abs(seeing)) < np.median(np.abs(blind))
    assert np.quantile(np.abs(seeing), 0.95) < 0.1


def test_the_interval_holds_what_it_says() -> None:
    off = np.random.default_rng(3).normal(0, 0.3, 5000)
    found = score(off, *interval(off, 0.9))
    assert found.coverage == pytest.approx(0.9, abs=0.01)
    assert found.half_width == pytest.approx(0.51, abs=0.05)
    assert found.median == pytest.approx(0.2, abs=0.02)
