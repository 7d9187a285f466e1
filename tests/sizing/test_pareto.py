"""The front of a search, and why the others lose."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.models import find_model
from gpudesk.core.messages.errors import InvalidData
from gpudesk.core.values.pareto import NOBODY
from gpudesk.sizing.gpus.boards import boards
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.pareto_plans import FIGURES, Lost, field, why_not
from gpudesk.sizing.serving.serving_work import Demand, ServingWorkload


def work(form: str = "fp8") -> ServingWorkload:
    model = find_model("llama-3.1-70b").architecture
    return ServingWorkload(model, weight_format(form), 2.0, 7168, 1024, 64, engines()["vllm"], 0.9, 0.05, 2.0)


def test_plans_on_the_front_do_what_is_asked_and_beat_each_other_somewhere() -> None:
    found = field([work("bf16"), work("fp8")], list(boards().values()))
    places = found.front()
    assert len(places) > 3
    for at in places:
        plan = found.plan(at)
        assert plan.fits
        assert not plan.risks
        assert plan.gpus == found.figures[at, FIGURES.index("gpus")]
        assert plan.tpot.value == pytest.approx(found.figures[at, FIGURES.index("speed")])
        assert plan.cost.kwh_per_million.value == pytest.approx(found.figures[at, FIGURES.index("energy")], rel=1e-6)
        if plan.cost.priced:
            assert plan.cost.yearly.value == pytest.approx(found.figures[at, FIGURES.index("cost")], rel=1e-6)
        others = found.figures[[each for each in places if each != at]]
        assert not ((others <= found.figures[at]).all(axis=1) & (others < found.figures[at]).any(axis=1)).any()
    costs = found.figures[places, 0]
    assert (np.diff(costs[np.isfinite(costs)]) >= 0).all()


def test_every_loser_says_why() -> None:
    found = field([work("fp8")], list(boards().values()))
    for at in range(0, len(found.lost), 97):
        told = why_not(found, at)
        assert bool(told) != bool(found.on_front[at])
        plan = found.plan(at)
        lost = Lost(int(found.lost[at]))
        assert (Lost.MEMORY in lost) == ("memory" in plan.refused)
        assert (Lost.BEATEN in lost) == (found.beaten_by[at] != NOBODY)
        if Lost.BEATEN in lost:
            by = found.plan(int(found.beaten_by[at]))
            assert by.board.title in told[-1].plain()
            assert by.gpus <= plan.gpus
            assert by.tpot.value <= plan.tpot.value


def test_the_nearest_plan_of_a_board_is_the_least_at_fault() -> None:
    found = field([work("fp8")], list(boards().values()))
    beaten = found.nearest(boards()["nvidia.a100-sxm4-80gb"])
    assert beaten is not None
    assert Lost(int(found.lost[beaten])) in (Lost(0), Lost.BEATEN)
    hopeless = field([replace(work("fp8"), tpot_s=1e-6)], [boards()["nvidia.l4"]])
    at = hopeless.nearest(boards()["nvidia.l4"])
    assert at is not None
    assert Lost.TPOT in Lost(int(hopeless.lost[at]))


def test_the_nearest_plan_is_on_the_front_before_it_is_beaten_and_needs_the_fewest_gpus_of_its_rank() -> None:
    found = field([work("fp8")], list(boards().values()))
    boards_of = np.array([found.board(at).key for at in range(len(found.lost))])
    gpus = found.figures[:, FIGURES.index("gpus")]
    ranks = set()
    for key in np.unique(boards_of).tolist():
        near = found.nearest(boards()[key])
        assert near is not None
        rank = {at: (bool(lost), lost & ~int(Lost.BEATEN), gpus[at]) for at, lost in enumerate(found.lost.tolist()) if boards_of[at] == key}
        assert rank[near] == min(rank.values()), key
        ranks.add(rank[near][0])
    assert ranks == {False, True}


def test_more_than_can_be_answered_is_lost_for_the_load() -> None:
    found = field([replace(work(), demand=Demand(1e6))], [boards()["nvidia.h100-sxm5-80gb"]], 8)
    assert all(Lost.LOAD in Lost(int(lost)) for lost in found.lost)


def test_what_nobody_can_serve_has_an_empty_field() -> None:
    found = field([work("bf16")], [boards()["nvidia.t4"]])
    assert found.front() == []
    assert found.nearest(boards()["nvidia.t4"]) is None
    with pytest.raises(InvalidData, match="is not a generative language model"):
        field([replace(work(), model=find_model("bert-base-uncased").architecture)], [boards()["nvidia.t4"]])
