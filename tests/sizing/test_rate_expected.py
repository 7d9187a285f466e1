"""Tokens a second that a kept workload is estimated to give on exactly the GPUs that were watched."""

from gpudesk.sizing.measured.monitored import rate_expected
from gpudesk.sizing.serving.serving_request import Asked
from gpudesk.sizing.single_pass.pass_request import PassAsked
from gpudesk.sizing.training.training_request import TrainingAsked
from gpudesk.sizing.workloads.saved_workload import kept

H100 = "nvidia.h100-sxm5-80gb"
SERVED = kept(Asked("meta-llama/Meta-Llama-3.1-8B", formats=("bf16",), engine="vllm", concurrency=32))


def test_more_gpus_answer_more() -> None:
    found = [rate_expected(SERVED, H100, gpus) for gpus in (1, 2, 8)]
    rates = [each.per_s for each in found if each is not None]
    assert len(rates) == 3
    assert rates == sorted(rates)
    for each in found:
        assert each is not None
        assert each.low < each.per_s < each.high
        assert each.sequences == 32


def test_a_training_tells_the_tokens_of_all_gpus() -> None:
    found = rate_expected(kept(TrainingAsked("meta-llama/Meta-Llama-3.1-8B")), H100, 8)
    assert found is not None
    assert found.low < found.per_s < found.high
    assert found.sequences is None


def test_nothing_is_estimated_where_it_does_not_run() -> None:
    large = kept(Asked("meta-llama/Meta-Llama-3.1-70B", formats=("bf16",), engine="vllm", concurrency=32))
    assert rate_expected(large, H100, 1) is None
    assert rate_expected(SERVED, "nobody.board", 1) is None
    assert rate_expected(kept(PassAsked("stable-diffusion-xl")), H100, 1) is None
