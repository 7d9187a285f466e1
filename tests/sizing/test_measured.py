"""What was measured at this site: next to what was predicted, kept, put to use, forgotten."""

from dataclasses import replace

import pytest

from gpudesk.catalog.measured_files import forget_measured, keep_measured, load_measured, measured_dir
from gpudesk.catalog.models import find_model
from gpudesk.core.estimates.estimate import Kind, Term, total
from gpudesk.core.estimates.measured import Measured, Pair
from gpudesk.core.messages.errors import Refused
from gpudesk.core.messages.message import Message
from gpudesk.core.models.model_families import read_architecture
from gpudesk.formats.runs.load_test import load_result
from gpudesk.formats.runs.run_log import run_log
from gpudesk.sizing.gpus.boards import find_board
from gpudesk.sizing.gpus.sizing_tables import engines, form_for, weight_formats
from gpudesk.sizing.measured.log_identity import loaded_weights
from gpudesk.sizing.measured.measured_comparison import compare_load, compare_log, measured_of, same_split
from gpudesk.sizing.measured.monitored import measured_peak, peak_beside
from gpudesk.sizing.serving.serving import ServingPlan, plan_of, serving_plans
from gpudesk.sizing.serving.serving_grid import Grid
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.serving.serving_work import Reason, ServingWorkload
from gpudesk.sizing.serving.site_correction import HERE, WEIGHTS, corrected
from gpudesk.sizing.workloads.placed import need
from gpudesk.sizing.workloads.saved_workload import kept
from tests.core.models.layered_configs import E4B
from tests.formats import run_logs as logs
from tests.sizing.launch_plans import serving


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPUDESK_HOME", str(tmp_path_factory.mktemp("site")))


def again(plan: ServingPlan) -> ServingPlan:
    """The same plan, predicted again."""
    (found,) = serving_plans(plan.work, [plan.board], plan.gpus)
    return found


def test_each_term_of_a_log_stands_beside_its_prediction() -> None:
    """Llama 3.1 70B in FP8 on four H100: 67.7 GiB of weights over four, 327,680 B a token in 16 bits, half of that in 8."""
    found = {each.name: each for each in compare_log(serving(), run_log(logs.VLLM_V1))}
    assert set(found) == {"weights", "cache", "graphs", "tokens", "tpot"}
    assert found["weights"].measured == 16.931
    assert found["weights"].predicted == pytest.approx(67.7 / 4, rel=0.01)
    assert found["weights"].within
    # 64 sequences of 8,192 tokens, each token 52.5 GiB / 1,376,256 on one of four GPUs.
    assert found["cache"].measured == pytest.approx(52.5 / 1_376_256 * 64 * 8192)
    assert found["cache"].predicted == pytest.approx(163_840 / 4 * 64 * 8192 / 2**30)
    assert found["tpot"].measured == pytest.approx(64 / 1600)
    assert "Running: 64 reqs" in found["tpot"].line


def test_a_load_test_stands_beside_times_at_its_own_load() -> None:
    found = {each.name: each for each in compare_load(serving(), load_result(logs.LOAD))}
    assert (found["tpot"].predicted, found["ttft"].predicted) == (serving().tpot.value, serving().ttft.value)
    half = load_result(logs.LOAD.replace('"max_concurrency": 64', '"max_concurrency": 32'))
    less = {each.name: each for each in compare_load(serving(), half)}
    assert less["tpot"].predicted < found["tpot"].predicted


def test_nvidia_smi_stands_beside_what_the_program_fills() -> None:
    (used,) = compare_log(serving(), run_log(logs.TABLE))
    assert used.measured == 72.0
    assert used.low <= serving().usable_gib + 0.5 <= used.high


def test_what_is_kept_puts_later_predictions_right() -> None:
    plan = serving()
    load = replace(load_result(logs.LOAD), tpot_s=2 * plan.tpot.value, ttft_s=plan.ttft.value)
    compared = [*compare_log(plan, run_log(logs.VLLM_V1)), *compare_load(plan, load)]
    keep_measured(measured_of(plan, [each for each in compared if each.line or each.name != "rate"], "2026-11-23", "our log"))
    now = again(replace(plan, work=replace(plan.work, tpot_s=None)))
    assert now.provenance == HERE
    assert now.tpot.value == pytest.approx(2 * plan.tpot.value)
    weights = now.needed.term("weights")
    assert loaded_weights(now.needed)[0] == pytest.approx(16.931), "logs contain tables of positions and rounding"
    assert weights.source == "our log"
    assert now.needed.value == pytest.approx(sum(term.value for term in now.needed.terms))
    # As memory is judged in columns, so it is in the plan.
    assert (now.most_sequences >= now.sequences) == (now.needed.value <= now.usable_gib)


def test_it_is_compared_with_the_prediction_that_nothing_put_right() -> None:
    plan = serving()
    keep_measured(measured_of(plan, compare_log(plan, run_log(logs.VLLM_V1)), "2026-11-23", "our log"))
    first = {each.name: each.predicted for each in compare_log(plan, run_log(logs.VLLM_V1))}
    second = {each.name: each.predicted for each in compare_log(again(plan), run_log(logs.VLLM_V1))}
    assert second == pytest.approx(first)


def test_other_boards_formats_and_programs_stay_as_they_were() -> None:
    plan = serving()
    keep_measured(measured_of(plan, compare_log(plan, run_log(logs.VLLM_V1)), "2026-11-23", "our log"))
    (other,) = serving_plans(plan.work, [find_board("H200")], 4)
    assert other.provenance != HERE
    assert again(serving(form="bf16", gpus=8)).needed == serving(form="bf16", gpus=8).needed


def _judged_alike(plan: ServingPlan) -> None:
    """Memory in columns is that of the plan: as many sequences as have room fit, and one more does not."""
    cache = plan.needed.term("cache")
    assert plan.most_sequences == int((plan.usable_gib - plan.needed.value + cache.value) / (cache.value / plan.sequences))


def test_weights_kept_by_a_release_that_counted_fewer_components_count_once() -> None:
    """Files of such releases have predictions of the tensors alone, and no groups; the log contains tables of positions too."""
    plan = serving()
    tensors = plan.needed.term("weights").value
    assert plan.needed.term("loaded").value > 0
    kept = measured_of(plan, [], "2026-11-01", "our log")
    path = keep_measured(replace(kept, gib={"weights": Pair(tensors, 16.931)}))
    old = path.read_text(encoding="utf-8")
    path.write_text(old.replace("groups: 1\n", ""), encoding="utf-8")
    now = again(plan)
    assert loaded_weights(now.needed) == pytest.approx((16.931, 16.931, 16.931))
    assert "loaded" not in {term.name for term in now.needed.terms}
    _judged_alike(now)
    # A later release predicts something else: what was measured stays.
    keep_measured(replace(kept, gib={"weights": Pair(tensors + 2, 16.931)}))
    assert loaded_weights(again(plan).needed)[0] == pytest.approx(16.931)


def test_measured_weights_contain_the_buffer_for_layer_inputs() -> None:
    """vLLM allocates it as it loads the model, so logs count it as weights."""
    terms = [Term(name, Message("", name), 2.0, 1.0, 3.0, "GiB", Kind.RULE) for name in ("weights", "loaded", "layer_inputs", "cache")]
    needed = corrected(total(terms, []), Measured("m", "g", "vllm", "bf16", 1, 1, "2026-01-01", "log", {"weights": Pair(5.5, 6.0)}))
    assert [term.name for term in needed.terms] == ["weights", "cache"]


def test_the_search_counts_measured_weights_with_that_buffer_once() -> None:
    """Gemma 3n E4B: 140 MiB of the 15 GiB that a log has."""
    program, model = engines()["vllm"], replace(read_architecture("x", E4B), name="gemma-3n-e4b")
    work = ServingWorkload(model, weight_formats()["bf16"], 2.0, 1024, 256, 8, program, program.utilisation)
    (plan,) = serving_plans(work, [find_board("H200")], 1)
    predicted = plan.needed
    weights = sum(term.value for term in predicted.terms if term.name in WEIGHTS)
    keep_measured(replace(measured_of(plan, [], "2026-11-01", "our log"), gib={"weights": Pair(weights, weights + 0.25)}))
    now = again(plan)
    assert now.needed.value == pytest.approx(predicted.value + 0.25)
    _judged_alike(now)


def test_weights_of_another_split_under_the_same_name_correct_nothing() -> None:
    plan = serving()
    keep_measured(replace(measured_of(plan, [], "2026-11-01", "our log"), gib={"weights": Pair(8.5, 8.47)}))
    now = again(plan)
    assert now.needed == plan.needed
    assert now.most_sequences == plan.most_sequences


def test_groups_that_share_experts_have_measurements_of_their_own() -> None:
    engine, model = engines()["vllm"], find_model("deepseek-r1").architecture
    work = ServingWorkload(model, form_for(engine, model, weight_formats()["fp8"]), 2.0, 1024, 256, 64, engine, 0.9, None, None)
    plans = {
        (int(grid.tensor[row]), int(grid.groups[row])): plan_of(grid, row)
        for grid in [Grid(work, [find_board("H200")], 8)]
        for row in range(len(grid.tensor))
        if grid.pipeline[row] == 1
    }
    apart, together = plans[1, 8], plans[8, 1]
    before = loaded_weights(apart.needed)[0]
    kept = measured_of(apart, [], "2026-11-01", "our log")
    keep_measured(replace(kept, gib={"weights": Pair(before, before + 1)}))
    (found,) = load_measured()
    assert (found.tensor, found.groups) == (1, 8)
    assert found.key.endswith("1x8x1")
    now, other = same_split(apart, apart.work), same_split(together, together.work)
    assert now is not None
    assert other is not None
    assert loaded_weights(now.needed)[0] == pytest.approx(before + 1)
    assert other.needed == together.needed


def test_memory_that_was_measured_larger_refuses_the_plan() -> None:
    plan = serving()
    term = plan.needed.term("activations")
    much = Measured(
        plan.work.model.name, plan.board.key, "vllm", "fp8", 4, 1, "2026-11-23", "x", {"activations": Pair(term.value, term.value + 30)}
    )
    assert plan.fits
    keep_measured(much)
    now = same_split(plan, plan.work)
    assert now is not None
    assert now.refused == (Reason.MEMORY,)
    assert now.most_sequences < now.sequences


def test_what_is_kept_is_listed_and_forgotten() -> None:
    plan = serving()
    path = keep_measured(measured_of(plan, compare_log(plan, run_log(logs.VLLM_V1)), "2026-11-23", "our log"))
    assert path.parent == measured_dir()
    (kept,) = load_measured()
    assert set(kept.gib) == {"weights", "cache", "graphs"}
    keep_measured(replace(kept, gib={"activations": Pair(1.0, 2.0)}, seconds={}))
    (both,) = load_measured()
    assert set(both.gib) == {"weights", "cache", "graphs", "activations"}
    assert "tpot" in both.seconds
    forget_measured(kept.key)
    assert load_measured() == ()
    with pytest.raises(Refused, match="Nothing is saved as"):
        forget_measured("../../etc/passwd")


@pytest.mark.parametrize("content", ["", "[", "a: 1", "&a [*a]", "gib: {weights: 3}", "x" * 100_000])
def test_files_that_make_no_sense_correct_nothing(content: str) -> None:
    plan = serving()
    measured_dir().mkdir(parents=True)
    (measured_dir() / "bad.yaml").write_text(content, encoding="utf-8")
    assert load_measured() == ()
    assert again(plan).needed == plan.needed


def test_a_kept_workload_is_judged_by_what_is_measured_from_then_on() -> None:
    plan = serving()
    work = kept(Asked(plan.work.model.name, formats=("fp8",), prompt=plan.work.prompt, answer=plan.work.answer, concurrency=64))
    before = need(work, plan.board.key, 8)
    assert before is not None
    assert isinstance(before.plan, ServingPlan)
    slow = measured_of(before.plan, [], "2026-01-02", "test")
    keep_measured(replace(slow, seconds={"tpot": Pair(0.01, 0.03)}))
    after = need(work, plan.board.key, 8)
    assert after is not None
    assert isinstance(after.plan, ServingPlan)
    assert after.plan.gpus > before.plan.gpus
    forget_measured(slow.key)
    assert need(work, plan.board.key, 8) == before


@pytest.mark.parametrize("log_first", [True, False])
def test_a_peak_and_weights_of_a_log_count_once(log_first: bool) -> None:
    """Weights are 2 GiB larger than predicted, and so is the peak: later plans need 2 GiB more, not 4."""
    work = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine="llama.cpp", prompt=1000, answer=200, concurrency=1))
    beside = peak_beside(work, "nvidia.h100-sxm5-80gb", 1, 1.0)
    assert beside is not None
    plan = beside.plan
    assert isinstance(plan, ServingPlan)
    weights = loaded_weights(plan.needed)[0]
    log = replace(measured_of(plan, [], "2026-11-01", "our log"), gib={"weights": Pair(weights, weights + 2)})
    watched = replace(beside, measured=beside.estimated + 2)
    for step in (1, 2) if log_first else (2, 1):
        found = log if step == 1 else measured_peak(watched, "2026-11-02", "monitor, here")
        assert found is not None
        keep_measured(found)
    now = same_split(plan, replace(plan.work, here=True))
    assert now is not None
    assert now.needed.value == pytest.approx(plan.needed.value + 2)


@pytest.mark.parametrize(("model", "tensor", "count"), [("gpt-oss-20b", 1, 0), ("gpt-oss-20b", 2, 1), ("llama-3.1-8b", 1, 1)])
def test_files_without_groups_correct_nothing_where_experts_may_have_been_shared(model: str, tensor: int, count: int) -> None:
    """Such a file may be of eight GPUs with a part of the sequences each: it says nothing of one GPU alone."""
    name = find_model(model).name
    old = Measured(name, "nvidia.h100-sxm5-80gb", "vllm", "bf16", tensor, 1, "2026-01-01", "log", {"activations": Pair(1.0, 2.0)})
    path = keep_measured(old)
    path.write_text(path.read_text(encoding="utf-8").replace("groups: 1\n", ""), encoding="utf-8")
    assert len(load_measured()) == count
