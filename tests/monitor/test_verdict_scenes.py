"""The verdict on loads as they are met: bursts, quiet hours, a hung collective, memory taken up front, unequal GPUs, power limits."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpudesk.monitor.readings.reading import GpuFacts, Process
from gpudesk.monitor.readings.source import Running
from gpudesk.monitor.verdict.verdict import judge
from gpudesk.monitor.verdict.verdict_boards import verdict_on
from gpudesk.monitor.verdict.verdict_figures import Track
from gpudesk.monitor.verdict.verdict_limits import Limits, pool_of, pools
from gpudesk.monitor.verdict.verdict_live import core_of
from gpudesk.monitor.verdict.verdict_next import next_of
from gpudesk.monitor.verdict.verdict_series import Series, outside, rests_of
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind, Profiled, Trust, Verdict
from tests.monitor.made_load import GIB, HOUR, track, with_series

LIMITS = Limits()
TIMES = np.arange(0.0, 3601.0)
HUNG: dict[str, Any] = {
    "busy_percent": 100.0,
    "sm_active_percent": 15.0,
    "tensor_active_percent": 0.0,
    "dram_active_percent": 0.3,
    "power_w": 150.0,
    "power_limit_w": 700.0,
}


def switched(period_s: float, duty: float, high: float, low: float = 0.0) -> Series:
    return Series(TIMES, np.where(TIMES % period_s < duty * period_s, high, low))


def on(*tracks: Track) -> Verdict:
    return judge(tracks, HOUR, LIMITS)


def said(verdict: Verdict) -> tuple[Kind, Cause]:
    return verdict.kind, verdict.cause


def told(verdict: Verdict) -> dict[str, tuple[str, bool | None]]:
    return {each.key: (each.value.plain(), each.ok) for each in verdict.evidence}


def test_bursts_count_by_their_mean() -> None:
    """Two seconds of three at work are no 96 %, though more than half of the readings say so."""
    burst = with_series(
        track(),
        sm_active_percent=switched(9, 6 / 9, 96.0, 3.0),
        tensor_active_percent=switched(9, 6 / 9, 60.0),
    )
    found = on(burst)
    assert said(found) == (Kind.WELL, Cause.BELOW_TARGET)
    assert told(found)["activity"] == ("65 % ≥ 80 %", False)


def test_between_bursts_a_larger_batch_is_not_what_helps() -> None:
    """A loader that keeps a GPU waiting leaves it busy or idle; a small batch leaves it busy by half."""
    bursts = on(with_series(track(), sm_active_percent=switched(6, 4 / 6, 96.0, 12.0)))
    assert said(bursts) == (Kind.WELL, Cause.BELOW_TARGET)
    assert bursts.sentences[1].plain().startswith("It works in bursts: hardly active in 33 % of the readings")
    assert "between bursts" in bursts.steps[0].plain()
    assert told(bursts)["pauses"][0] == "33 %"
    hosts: tuple[tuple[dict[str, Any], str], ...] = (
        ({"host_cpu_percent": 96.0, "host_io_wait_percent": 1.0}, "of its host are busy 96 % of the time: they may be the bottleneck"),
        ({"host_cpu_percent": 30.0, "host_io_wait_percent": 25.0}, "The CPUs of its host wait for storage 25 % of the time"),
        ({"host_cpu_percent": 12.0, "host_io_wait_percent": 0.0}, "busy only 12 % of the time: there is capacity for more workers"),
    )
    for host, words in hosts:
        found = on(with_series(track(**host), sm_active_percent=switched(6, 4 / 6, 96.0, 12.0)))
        assert words in found.sentences[-1].plain()
        assert told(found)["host_cpu"][0] == f"{host['host_cpu_percent']:.0f} %"
    assert len(on(track(sm_active_percent=90.0, host_cpu_percent=96.0)).sentences) == 1, "where the GPU does not wait the host is no matter"
    even = on(track(sm_active_percent=75.0))
    assert said(even) == (Kind.WELL, Cause.BELOW_TARGET)
    assert len(even.sentences) == 1
    assert "larger batch" in even.steps[0].plain()
    assert "pauses" not in told(even)


def test_quiet_hours_are_told_and_left_out_of_the_activities() -> None:
    half = with_series(track(), sm_active_percent=switched(1200, 0.5, 88.0), dram_active_percent=switched(1200, 0.5, 72.0))
    found = on(half)
    assert said(found) == (Kind.MEMORY, Cause.NONE)
    assert told(found)["dram"] == ("72 % ≤ 60 %", False)
    assert found.sentences[-1].plain().startswith("Nothing was running for 50 % of the window")
    assert told(found)["quiet"][0] == "50 %"
    assert "Another job could use the GPU during the idle periods." in found.steps[-1].plain()


def test_gaps_of_seconds_are_no_quiet_hours() -> None:
    """They are what a starved GPU looks like, and count."""
    starved = with_series(track(), sm_active_percent=switched(8, 0.25, 90.0), dram_active_percent=switched(8, 0.25, 40.0))
    found = on(starved)
    assert said(found) == (Kind.INPUT, Cause.UNSEEN)
    assert "quiet" not in told(found)
    assert found.title.plain() == "Waiting, cause unknown"
    assert found.trust is Trust.LOW


def test_stretches_without_work() -> None:
    values = Series(np.arange(10.0), np.array([0.0, 0.0, 0.0, 9.0, 0.0, 9.0, np.nan, 0.0, 0.0, 0.0]))
    assert rests_of(values, 5.0, 2.0) == ((0.0, 2.0), (7.0, 9.0))
    assert rests_of(Series(np.zeros(0), np.zeros(0)), 5.0, 2.0) == ()
    assert outside(values, ((0.0, 2.0), (7.0, 9.0))).times_s.tolist() == [3.0, 4.0, 5.0, 6.0]


def test_a_hung_collective_is_not_taken_for_work() -> None:
    found = on(*(track(at, **HUNG) for at in range(8)))
    assert said(found) == (Kind.IDLE, Cause.STALLED)
    assert found.trust is Trust.HIGH
    assert told(found)["power_share"] == ("21 % ≥ 40 %", False)
    assert found.sentences[0].plain() == "A kernel runs 100 % of the time at 21 % of the power limit, with no other sign of work."
    assert [each.key for each in next_of(found)] == ["ranks", "collectives"]
    assert next_of(found)[1].commands == ("TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1 PROGRAM",)


@pytest.mark.parametrize(
    "values",
    [
        {"busy_percent": 90.0},
        {"sm_active_percent": 31.0},
        {"power_w": 300.0},
        {"dram_active_percent": 6.0},
        {"tensor_active_percent": 6.0},
        {"pcie_received_bytes_per_s": 10e9},
    ],
)
def test_what_shows_work_is_no_hung_collective(values: dict[str, Any]) -> None:
    assert on(track(**{**HUNG, **values})).cause is not Cause.STALLED


def test_a_board_that_tells_little_is_believed_little() -> None:
    unseen = ("sm_active_percent", "tensor_active_percent", "dram_active_percent")
    kept: dict[str, Any] = {key: value for key, value in HUNG.items() if key not in unseen}
    hung = on(track(without=unseen, **kept))
    assert (*said(hung), hung.trust) == (Kind.IDLE, Cause.STALLED, Trust.LOW)
    busy = on(track(without=unseen, busy_percent=97.0, power_w=600.0, power_limit_w=700.0))
    assert (*said(busy), busy.trust) == (Kind.WELL, Cause.NONE, Trust.LOW)


def test_memory_taken_up_front_says_nothing() -> None:
    full = track(memory_used_bytes=78 * GIB)
    assert said(on(full)) == (Kind.UNDER, Cause.MEMORY_FULL)
    serving = replace(full, programs=("VLLM::EngineCore",))
    found = on(serving)
    assert said(found) == (Kind.WELL, Cause.NONE)
    assert found.evidence[0].title.plain() == "Memory, allocated up front by vLLM"
    assert found.evidence[0].ok is None
    assert found.trust is Trust.MEDIUM
    idling = replace(
        track(memory_used_bytes=73 * GIB, sm_active_percent=20.0, dram_active_percent=15.0, tensor_active_percent=2.0),
        programs=("python3 -m vllm.entrypoints.openai.api_server",),
    )
    less, others = verdict_on([idling], HOUR, LIMITS)
    assert said(less) == (Kind.OVER, Cause.POOL)
    assert others == ()
    assert "vLLM allocates memory up front" in less.sentences[1].plain()
    (step,) = next_of(less)
    assert step.commands == pools()["vllm"].commands
    assert "kv_cache_usage_perc" in step.commands[0]


def test_programs_that_take_memory_are_known_by_their_commands() -> None:
    assert [pool_of(each) for each in ("VLLM::Worker_TP0", "sglang::scheduler", "/usr/bin/trtllm-serve", "python train.py", "")] == [
        "vllm",
        "sglang",
        "trtllm",
        "",
        "",
    ]


def test_gpus_that_do_different_things_are_not_one_job() -> None:
    found = on(track(0), track(1, sm_active_percent=6.0, dram_active_percent=2.0, memory_used_bytes=8 * GIB))
    assert said(found) == (Kind.CANNOT, Cause.UNEQUAL)
    assert found.sentences[0].plain() == "GPU 1 is active 6 % of the time and GPU 0 90 %: one verdict cannot cover both."
    assert told(found)["unequal"] == ("84 % ≤ 40 %", False)
    assert next_of(found, "my run.gpurec")[0].commands == ("gpudesk monitor --source replay:'my run.gpurec' --verdict --gpu 1",)
    assert said(on(track(0), track(1, sm_active_percent=51.0))) != (Kind.CANNOT, Cause.UNEQUAL)


def test_the_limit_that_a_board_was_built_for_is_no_fault() -> None:
    built = GpuFacts("GPU-0", 0, "NVIDIA H100 80GB HBM3", power_default_w=700.0)
    at_work: dict[str, Any] = {"held": {"power_cap": 0.6}, "facts": built, "tensor_active_percent": 60.0}
    usual = on(track(power_limit_w=700.0, **at_work))
    assert said(usual) == (Kind.COMPUTE, Cause.NONE)
    assert told(usual)["as_built"] == ("60 %", None)
    assert told(usual)["held"] == ("0 % ≤ 5 %", True)
    lowered = on(track(power_limit_w=400.0, **at_work))
    assert said(lowered) == (Kind.UNDER, Cause.HELD_DOWN)
    assert lowered.sentences[-1].plain() == "Its limit is 400 W; the GPU is rated for 700 W."
    hot = on(track(power_limit_w=700.0, **{**at_work, "held": {"power_cap": 0.6, "software_thermal": 0.2}}))
    assert said(hot) == (Kind.UNDER, Cause.HELD_DOWN)
    assert hot.sentences[-1].plain() == "GPU 0 is overheated for 20 % of the window."


def test_a_limit_that_no_exporter_tells_is_known_by_the_catalog_and_by_what_is_drawn() -> None:
    whole = {"memory_total_bytes": 81_559 * 2.0**20}
    at_work: dict[str, Any] = {"held": {"power_cap": 0.6}, "tensor_active_percent": 60.0, **whole}
    assert said(verdict_on([track(power_limit_w=700.0, **at_work)], HOUR, LIMITS)[0]) == (Kind.COMPUTE, Cause.NONE)
    assert said(verdict_on([track(power_limit_w=500.0, **at_work)], HOUR, LIMITS)[0]) == (Kind.UNDER, Cause.HELD_DOWN)
    assert said(verdict_on([track(power_w=690.0, **at_work)], HOUR, LIMITS)[0]) == (Kind.COMPUTE, Cause.NONE)
    assert said(verdict_on([track(power_w=450.0, **at_work)], HOUR, LIMITS)[0]) == (Kind.UNDER, Cause.HELD_DOWN)


def test_a_link_in_heavy_use_is_named_where_sms_wait() -> None:
    assert said(on(track(sm_active_percent=40.0, pcie_received_bytes_per_s=26e9))) == (Kind.INPUT, Cause.FED)
    assert said(on(track(sm_active_percent=40.0, pcie_received_bytes_per_s=25e9))) == (Kind.INPUT, Cause.UNSEEN)


def test_what_is_not_in_use_can_be_given_back() -> None:
    spare = track(memory_used_bytes=0.4 * GIB, sm_active_percent=0.0, dram_active_percent=0.0, tensor_active_percent=0.0)
    found, others = verdict_on([spare], HOUR, LIMITS)
    assert said(found) == (Kind.OVER, Cause.FREE)
    assert found.title.plain() == "Not in use"
    assert others == ()


def test_work_of_the_video_engines_is_not_called_idle_or_too_much() -> None:
    light: dict[str, Any] = {
        "sm_active_percent": 15.0,
        "memory_used_bytes": 4 * GIB,
        "dram_active_percent": 10.0,
        "tensor_active_percent": 0.0,
    }
    found, others = verdict_on([track(encoder_percent=20.0, decoder_percent=80.0, **light)], HOUR, LIMITS)
    assert said(found) == (Kind.COMPUTE, Cause.MEDIA)
    assert told(found)["media"] == ("80 % ≤ 50 %", False)
    assert others == ()
    assert said(on(track(encoder_percent=20.0, decoder_percent=40.0, **light))) == (Kind.OVER, Cause.NONE)
    assert said(on(track(encoder_percent=90.0, **{**light, "sm_active_percent": 2.0}))) == (Kind.COMPUTE, Cause.MEDIA)


def test_memory_that_still_rises_is_told() -> None:
    rising = with_series(track(), memory_used_bytes=Series(TIMES, (40 + 10 * TIMES / 3600) * GIB))
    found = on(rising)
    assert (*said(found), found.trust) == (Kind.WELL, Cause.NONE, Trust.MEDIUM)
    assert found.doubts[0].plain() == (
        "Memory use of GPU 0 is still growing at the end of the window, by 5.6 % of its memory: it may not have reached its peak."
    )
    assert on(with_series(track(), memory_used_bytes=Series(TIMES, (40 + TIMES / 3600) * GIB))).doubts == ()


def test_much_memory_and_little_work_may_be_a_pool_that_nobody_named() -> None:
    doubts = on(track(memory_used_bytes=72 * GIB, sm_active_percent=20.0)).doubts
    assert any("allocates memory up front" in each.plain() for each in doubts)
    assert not any("allocates memory up front" in each.plain() for each in on(track(sm_active_percent=20.0)).doubts)


def test_what_a_profile_gives_goes_back_into_the_verdict() -> None:
    steps = {each.key: each.commands for each in next_of(on(track(sm_active_percent=40.0)), "a.gpurec")}
    assert "cuda_gpu_trace" in steps["trace"][1]
    assert steps["trace"][2].startswith("gpudesk monitor --source replay:a.gpurec --verdict --profile gpudesk_cuda_gpu_kern_sum.csv")
    assert steps["loader"][1] == "gpudesk monitor --source replay:a.gpurec --verdict --profile trace.json.gz"


def test_a_process_that_keeps_a_core_busy_is_told_where_the_gpu_waits() -> None:
    waiting = on(replace(track(sm_active_percent=40.0), core=1.02))
    assert waiting.sentences[-1].plain() == "Its busiest process now uses 1 CPU core: the host may be the bottleneck."
    for core in (None, 0.5):
        assert len(on(replace(track(sm_active_percent=40.0), core=core)).sentences) == 1
    assert len(on(replace(track(), core=1.02)).sentences) == 1
    process = Process("GPU-0", 1, False, None, None, "python", "", "", cpu_percent=310.0)
    assert core_of(Running((process, replace(process, cpu_percent=None)))) == 3.1
    assert core_of(Running()) is None


def test_small_kernels_are_called_so() -> None:
    found = judge([track(sm_active_percent=40.0)], HOUR, LIMITS, profiled=Profiled("a.csv", busy=0.95))
    assert found.title.plain() == "Kernels too small to fill it"
    assert told(found)["kernels"] == ("95 % ≤ 80 %", False)


def test_commands_end_nothing_and_can_be_pasted() -> None:
    found = on(track(sm_active_percent=40.0))
    steps = {each.key: each.commands for each in next_of(found)}
    assert "--kill=none" in steps["trace"][0]
    compile(steps["loader"][0], "loader", "exec")
