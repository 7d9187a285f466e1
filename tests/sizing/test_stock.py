"""Stock on hand: what is written is read, and the best use is the best of all."""

from itertools import product

import pytest

from gpudesk.core.messages.errors import InvalidData
from gpudesk.sizing.fleet.stock_use import MACHINE, best_use, most_sequences, stock_from
from gpudesk.sizing.serving.service import Service
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.training.training_request import TrainingAsked
from gpudesk.sizing.workloads.placed import need
from gpudesk.sizing.workloads.saved_workload import Kept, kept

SMALL, LARGE = "meta-llama/Meta-Llama-3.1-8B", "meta-llama/Meta-Llama-3.1-70B"
HAND = "6xA100-40GB, 4 × L40S"


def asks(model: str, concurrency: int, form: str = "bf16") -> Kept:
    return kept(Asked(model, formats=(form,), concurrency=concurrency, prompt=2000, tpot_ms=None, ttft_ms=None))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (HAND, {"nvidia.a100-sxm4-40gb": 6, "nvidia.l40s": 4}),
        ("2xA100-80GB,3xA100 80GB", {"nvidia.a100-sxm4-80gb": 5}),
        ("1*rtx 4090", {"nvidia.rtx-4090": 1}),
        ("8xnvidia.h100-sxm5-80gb", {"nvidia.h100-sxm5-80gb": 8}),
    ],
)
def test_stock_is_read_as_people_write_it(text: str, found: dict[str, int]) -> None:
    assert {held.board.key: held.count for held in stock_from(text)} == found


@pytest.mark.parametrize("text", ["", "A100", "0xA100", "6yA100", "3xabacus", "6xA100,,", "9999999xA100"])
def test_what_is_no_stock_is_refused(text: str) -> None:
    with pytest.raises(InvalidData):
        stock_from(text)


def test_the_best_use_is_the_best_of_all_ways() -> None:
    """Gone through here by hand: as many workloads as can be on whole kinds, then the fewest GPUs, then the least power."""
    stock = stock_from(HAND)
    works = [("a", asks(SMALL, 60)), ("b", asks(LARGE, 8, "int4")), ("c", asks(SMALL, 120)), ("d", asks(SMALL, 8))]
    needs = [[need(work, held.board.key, min(held.count, MACHINE)) for held in stock] for _, work in works]
    scores = []
    for way in product([None, 0, 1], repeat=len(works)):
        gpus = [0, 0]
        power, missing, able = 0.0, 0, True
        for number, at in enumerate(way):
            if at is None:
                missing += 1
                continue
            found = needs[number][at]
            able = able and found is not None and found.plan.fits
            if found is not None:
                gpus[at] += found.plan.gpus
                power += found.plan.gpus * (stock[at].board.power_w or 0)
        if able and all(taken <= held.count for taken, held in zip(gpus, stock, strict=True)):
            scores.append((missing, sum(gpus), power))
    found_use = best_use(works, stock)
    parts = [part for use in found_use.uses for part in use.parts]
    power_w = sum(part.gpus * (part.board.power_w or 0) for part in parts)
    score = (sum(not use.parts for use in found_use.uses), sum(part.gpus for part in parts), power_w)
    assert found_use.exact
    assert score == min(scores)
    assert sum(held.count for held in found_use.left) == 10 - score[1]


@pytest.mark.parametrize("order", [1, -1])
def test_a_workload_that_runs_nowhere_leaves_the_others_their_gpus(order: int) -> None:
    """At most one GPU each, so that the small one is given a whole kind or nothing."""
    asked = [Asked(model, formats=("bf16",), concurrency=1, gpus_most=1, tpot_ms=None, ttft_ms=None) for model in (SMALL, LARGE)]
    small, large = map(kept, asked)
    found = best_use([("large", large), ("small", small)][::order], stock_from(HAND))
    assert {use.name: [part.gpus for part in use.parts] for use in found.uses} == {"large": [], "small": [1]}
    assert sum(held.count for held in found.left) == 9


def test_a_workload_that_no_kind_holds_alone_is_spread_over_both() -> None:
    stock = stock_from(HAND)
    carried = [most_sequences(asks(SMALL, 1), held.board.key, held.count) for held in stock]
    assert all(carried)
    both = best_use([("big", asks(SMALL, max(carried) + 5))], stock).uses[0]
    assert [part.sequences for part in both.parts] == [max(carried), 5]
    more = best_use([("big", asks(SMALL, sum(carried) + 1))], stock).uses[0]
    assert (more.parts, more.why_not is not None) == ((), True)


def test_what_runs_on_none_of_them_says_so() -> None:
    asked = kept(Asked(SMALL, formats=("bf16",), gpu="nvidia.b200-sxm-180gb"))
    use = best_use([("x", asked), ("t", kept(TrainingAsked(LARGE, batch=64)))], stock_from("1xL40S"))
    assert [bool(each.parts) for each in use.uses] == [False, False]
    assert next(each.why_not.plain() for each in use.uses if each.why_not) == "It does not run on any of these GPUs."
    assert [held.count for held in use.left] == [1]


def test_requests_a_second_are_not_spread_by_sequences() -> None:
    asked = Asked(SMALL, formats=("bf16",), service=Service(rate_per_s=5000.0))
    assert best_use([("x", kept(asked))], stock_from(HAND)).uses[0].parts == ()
