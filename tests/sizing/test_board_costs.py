"""Cost of plans in the search: complete for each, the same as the account of the plan that is shown."""

from dataclasses import replace

import numpy as np
import pytest

from gpudesk.catalog.cost_inputs import CostInputs
from gpudesk.catalog.models import find_model
from gpudesk.core.models.weight_formats import WeightFormat
from gpudesk.sizing.gpus.board_costs import Costing, usual_costing
from gpudesk.sizing.gpus.boards import boards, find_board
from gpudesk.sizing.gpus.sizing_tables import engines, weight_format
from gpudesk.sizing.serving.serving import ServingWorkload, plans_in_columns, serving_plans
from gpudesk.sizing.serving.serving_request import Asked, answer, asked_from, asked_text

FP8: WeightFormat = weight_format("fp8")


def work() -> ServingWorkload:
    model = find_model("llama-3.1-70b").architecture
    return ServingWorkload(model, FP8, 2.0, 7168, 1024, 64, engines()["vllm"], 0.9, 0.05, 2.0)


def test_a_plan_has_its_cost_with_terms_and_sources() -> None:
    plan = serving_plans(work(), [find_board("H100")])[0]
    cost = plan.cost
    assert cost.priced
    assert {"capital", "rent", "energy", "staff"} <= {term.name for term in cost.yearly.terms}
    assert all(term.source for term in cost.yearly.terms)
    assert cost.per_gpu_hour.value == pytest.approx(cost.yearly.value / plan.gpus / 8760)
    # An hour used bears the fifth of all hours that is not.
    assert cost.per_million.value == pytest.approx(cost.yearly.value / (8760 * 0.8) / (plan.tokens_per_s * 3600) * 1e6)
    assert cost.per_million.low < cost.per_million.value < cost.per_million.high


def test_a_board_without_a_price_costs_what_is_left_and_says_so() -> None:
    plan = serving_plans(work(), [find_board("GB300")])[0]
    assert not plan.cost.priced
    assert plan.cost.capital is None
    assert plan.cost.yearly.value > 0
    assert "capital" not in {term.name for term in plan.cost.yearly.terms}
    assert any("price" in warning.plain() for warning in plan.cost.yearly.warnings)


def test_what_is_said_changes_every_plan() -> None:
    cheap = replace(work(), costing=Costing(CostInputs({"energy_price": 0.02, "years": 6})))
    dear = replace(work(), costing=Costing(CostInputs({"energy_price": 0.40, "years": 3})))
    board = [find_board("H200")]
    assert serving_plans(cheap, board)[0].cost.yearly.value < serving_plans(dear, board)[0].cost.yearly.value


def test_euros_are_dollars_by_the_rate() -> None:
    board = find_board("H100")
    rate = CostInputs().tables.per_usd["EUR"]
    for name in ("rent", "capital", "energy"):
        in_usd = serving_plans(work(), [board])[0].cost.yearly.term(name).value
        euro = replace(work(), costing=Costing(CostInputs({"currency": "EUR"})))
        assert serving_plans(euro, [board])[0].cost.yearly.term(name).value == pytest.approx(in_usd * rate)


def test_the_power_of_a_gpu_is_its_share_of_systems_not_of_its_board() -> None:
    # DGX H100: 10.2 kW for eight, of which the boards have 5.6.
    kilowatts = usual_costing().of_one(find_board("H100")).reserved_kw
    assert kilowatts.low <= 1.275 <= kilowatts.high
    assert kilowatts.value > 0.7 * 1.5


def test_an_h100_costs_an_eighth_of_published_systems() -> None:
    # 250,000 to 400,000 $ for eight.
    price = usual_costing().of_one(find_board("H100")).price
    assert price is not None
    assert (price.low * 8, price.high * 8) == (250_000, 400_000)


def test_every_plan_of_the_search_has_a_cost() -> None:
    everything = list(boards().values())
    rates = usual_costing().rates(everything)
    assert plans_in_columns(work(), everything) > 1000
    assert np.isfinite(rates.yearly).all()
    assert (rates.yearly > 0).all()
    unpriced = [board.key for board, capital in zip(everything, rates.capital, strict=True) if np.isnan(capital)]
    assert "nvidia.gb300-gpu" in unpriced
    assert "nvidia.h100-sxm5-80gb" not in unpriced


def test_what_is_asked_keeps_its_costs() -> None:
    asked = Asked("llama-3.1-70b", costs=(("contract", "own-site"), ("pue", 1.2)))
    assert asked_from(asked_text(asked)) == asked
    spoilt = asked_text(asked).replace("own-site", "barter")
    kept = asked_from(spoilt)
    assert kept is not None
    assert kept.costs == ()
    plan = answer(replace(asked, gpu="nvidia.h100-sxm5-80gb", formats=("fp8",))).plans[0]
    assert "building" in {term.name for term in plan.cost.yearly.terms}


def test_what_clouds_ask_is_known_or_said() -> None:
    board = find_board("H100")
    rented = usual_costing().rented(board)
    assert rented is not None
    # A text of our users: 3.00 $ an hour.
    assert rented.value == 3.0
    said = Costing(CostInputs({"cloud_price": 2.0})).rented(board)
    assert said is not None
    assert said.value == 2.0
    assert usual_costing().rented(find_board("RTX 3060")) is None
