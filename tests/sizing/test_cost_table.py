"""The table on performance for money of a text of our users: reproduced, judged with dense rates."""

import pytest

from gpudesk.core.estimates.estimate import Kind
from gpudesk.sizing.rules_of_thumb.cost_table import CostRow, cost_table


def row(key: str) -> CostRow:
    return next(each for each in cost_table() if each.board.key.startswith(f"nvidia.{key}"))


def test_the_ranking_of_the_text_is_reproduced_as_a_labelled_rule() -> None:
    order = sorted(cost_table(), key=lambda each: each.rank_said)
    assert [each.board.key.split(".")[1].split("-")[0] for each in order] == ["h100", "h200", "l40s", "a100", "l4"]
    term = row("h100").as_term()
    assert term.kind is Kind.RULE
    assert term.value == pytest.approx(1979 / 3)
    assert term.formula is not None
    assert "mixes sparse and dense rates" in term.formula.plain()


def test_with_dense_rates_h200_falls_behind_l40s() -> None:
    # NVIDIA H100 data sheet: 989 TFLOP/s dense, 1,979 with sparsity.
    assert row("h100").tflops == pytest.approx(989, abs=1)
    assert row("h100").said_tflops == pytest.approx(2 * row("h100").tflops, rel=0.01)
    assert (row("h200").rank_said, row("h200").rank_dense) == (2, 3)
    assert (row("l40s").rank_said, row("l40s").rank_dense) == (3, 2)
    assert row("h100").rank_dense == 1


def test_only_the_rates_that_are_said_to_be_sparse_are_far_from_dense() -> None:
    for each in cost_table():
        ratio = each.said_tflops / each.tflops
        assert ratio == pytest.approx(2 if each.sparse else 1, rel=0.02), each.board.key


def test_by_bandwidth_which_decides_generation_another_one_leads() -> None:
    best = min(cost_table(), key=lambda each: each.rank_bytes)
    assert best.board.key == "nvidia.a100-sxm4-80gb"
    assert row("l4").rank_bytes == 5
    assert row("l4").score == row("h100").score == "high"
