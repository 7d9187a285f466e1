"""Requests that come as they like: the crowd and the waits, against chains calculated step by step and against simulation."""

import numpy as np
import pytest

from gpudesk.core.serving.serving_load import crowd, prompt_wait


def _column(value: float) -> np.ndarray:
    return np.array([value])


def _chain(rate: float, answer: float, start_s: float, more_s: float) -> np.ndarray:
    """The chances of that many sequences, from the balance of coming and going: rate * p(n-1) = n / (answer * token(n)) * p(n)."""
    chances = [1.0]
    for n in range(1, 4000):
        chances.append(chances[-1] * rate * answer * (start_s + more_s * n) / n)
    found = np.array(chances)
    shares: np.ndarray = found / found.sum()
    return shares


@pytest.mark.parametrize("rate", [0.5, 2.0, 3.5])
def test_the_crowd_is_that_of_the_chain(rate: float) -> None:
    answer, start_s, more_s = 250.0, 0.02, 0.001
    chances = _chain(rate, answer, start_s, more_s)
    many = np.arange(len(chances))
    found = crowd(_column(rate), answer, _column(0.0), _column(start_s), _column(more_s))
    assert found.mean[0] == pytest.approx(chances @ many, rel=1e-6)
    exact = int(np.searchsorted(np.cumsum(chances), 0.95))
    assert found.p95[0] == pytest.approx(exact, rel=0.08, abs=1.5)


def test_requests_that_come_faster_than_they_go_have_no_end() -> None:
    found = crowd(_column(10.0), 250.0, _column(0.0), _column(0.02), _column(0.001))
    assert found.used[0] == pytest.approx(2.5)
    assert np.isinf(found.mean[0])


def test_an_empty_station_keeps_nobody_waiting() -> None:
    assert prompt_wait(_column(0.01), _column(0.1), 0.0, 0.95)[0] == 0.0
    assert np.isinf(prompt_wait(_column(10.0), _column(0.1), 0.0, 0.95)[0])


@pytest.mark.parametrize(("variation", "close"), [(1.0, 0.05), (0.0, 0.25)])
def test_prompts_wait_as_at_one_server(variation: float, close: float) -> None:
    """The mean of Pollaczek and Khinchin is exact; the tail is exact for exponential lengths (M/M/1) and near for equal ones."""
    source = np.random.default_rng(2)
    come = source.exponential(1 / 7.0, 400_000)
    work = source.exponential(0.1, 400_000) if variation else np.full(400_000, 0.1)
    wait, waits = 0.0, []
    for gap, took in zip(come.tolist(), work.tolist(), strict=True):
        waits.append(wait)
        wait = max(0.0, wait + took - gap)
    assert prompt_wait(_column(7.0), _column(0.1), variation, 0.95)[0] == pytest.approx(np.quantile(waits, 0.95), rel=close)
