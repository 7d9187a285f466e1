"""Lengths of prompts and answers: what is kept for them, and what a few words about them mean."""

import numpy as np
import pytest

from gpudesk.core.serving.sequence_lengths import WIDEST, counted_lengths, fixed_lengths, spread_lengths


def test_alike_lengths_keep_what_they_are() -> None:
    found = fixed_lengths(1000, 200)
    assert found.kept_tokens(np.array([1.0, 64.0])) == pytest.approx([1200, 1200])
    assert found.prompt_p95 == 1000


def test_many_sequences_need_little_more_than_their_mean_each() -> None:
    found = spread_lengths(1000, 3000, 200, 500)
    one, few, many = found.kept_tokens(np.array([1.0, 16.0, 10_000.0]))
    assert one > few > many > found.context
    assert many == pytest.approx(found.context, rel=0.03)
    assert found.longest > one


def test_a_mean_and_a_percentile_come_out_as_they_went_in() -> None:
    found = spread_lengths(1000, 2500, 200, 400)
    assert found.prompt == pytest.approx(1000)
    assert found.answer == pytest.approx(200)
    assert found.prompt_p95 == pytest.approx(2500, rel=0.06)
    assert found.answer_p95 == pytest.approx(400, rel=0.06)


def test_long_answers_are_more_of_those_that_run() -> None:
    """Half of the answers take nine tenths of the time: of ten sequences that run nine are of these."""
    found = counted_lengths([100, 100], [100, 900], [1, 1])
    assert found.answer == 500
    assert found.context == pytest.approx(0.1 * 200 + 0.9 * 1000)


def test_the_sum_of_lengths_is_within_what_is_kept() -> None:
    source = np.random.default_rng(5)
    prompts, answers = np.array([200, 1000, 6000]), np.array([50, 400, 800])
    counts = np.array([5, 3, 2])
    found = counted_lengths(prompts, answers, counts)
    running = counts * answers / (counts @ answers)
    sums = (prompts + answers)[source.choice(3, p=running, size=(20_000, 40))].sum(axis=1)
    assert (sums <= 40 * found.kept_tokens(np.array([40.0]))[0]).mean() == pytest.approx(0.99, abs=0.006)


@pytest.mark.parametrize(("mean", "p95"), [(100, 99), (100, 100 * WIDEST * 1.01)])
def test_what_no_such_lengths_have_is_refused(mean: float, p95: float) -> None:
    with pytest.raises(ValueError, match="95th percentile"):
        spread_lengths(mean, p95, 10, 10)


def test_no_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        counted_lengths([1], [1], [0])
