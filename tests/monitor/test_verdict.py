"""The verdict on the size: every verdict, every edge of a threshold, every refusal, and what must hold whatever is read."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack
from gpudesk.monitor.verdict.verdict import judge, of_job, steady
from gpudesk.monitor.verdict.verdict_figures import Held, Track, Window, figures_of
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_live import LiveTracks
from gpudesk.monitor.verdict.verdict_series import Series, series_of
from gpudesk.monitor.verdict.verdict_terms import Cause, Kind, Profiled, Trust
from tests.monitor.made_load import GIB, HOUR, track, with_series

LIMITS = Limits()
HOUR_TIMES = np.arange(0.0, 3601.0)


def said(*tracks: Track, window: Window = HOUR, profiled: Profiled | None = None) -> tuple[Kind, Cause]:
    found = judge(tracks, window, LIMITS, profiled=profiled)
    return found.kind, found.cause


def test_a_gpu_that_suits_its_job() -> None:
    found = judge([track()], HOUR, LIMITS)
    assert (found.kind, found.trust, found.doubts) == (Kind.WELL, Trust.HIGH, ())
    assert found.title.plain() == "Right size"
    told = {each.key: (each.value.plain(), each.ok) for each in found.evidence}
    assert told["memory"] == ("60 of 80 GiB", True)
    assert told["activity"] == ("90 % ≥ 80 %", True)
    assert told["held"] == ("0 % ≤ 5 %", True)


@pytest.mark.parametrize(
    ("values", "kind", "cause"),
    [
        ({"memory_used_bytes": 76.0 * GIB}, Kind.WELL, Cause.NONE),
        ({"memory_used_bytes": 76.001 * GIB}, Kind.UNDER, Cause.MEMORY_FULL),
        ({"sm_active_percent": 80.0}, Kind.WELL, Cause.NONE),
        ({"sm_active_percent": 79.9}, Kind.WELL, Cause.BELOW_TARGET),
        ({"sm_active_percent": 50.0}, Kind.WELL, Cause.BELOW_TARGET),
        ({"sm_active_percent": 49.9}, Kind.INPUT, Cause.UNSEEN),
        ({"tensor_active_percent": 49.9}, Kind.WELL, Cause.NONE),
        ({"tensor_active_percent": 50.0}, Kind.COMPUTE, Cause.NONE),
        ({"dram_active_percent": 59.9}, Kind.WELL, Cause.NONE),
        ({"dram_active_percent": 60.0}, Kind.MEMORY, Cause.NONE),
        ({"sm_active_percent": 49.9, "pcie_received_bytes_per_s": 51.2e9}, Kind.INPUT, Cause.FED),
        ({"sm_active_percent": 49.9, "pcie_received_bytes_per_s": 51.3e9}, Kind.PCIE, Cause.NONE),
        ({"sm_active_percent": 50.0, "pcie_received_bytes_per_s": 51.3e9}, Kind.WELL, Cause.BELOW_TARGET),
        ({"sm_active_percent": 49.9, "nvlink_sent_bytes_per_s": 361e9}, Kind.NVLINK, Cause.NONE),
        ({"sm_active_percent": 29.9, "pcie_received_bytes_per_s": 1.0e9}, Kind.INPUT, Cause.FED),
        ({"sm_active_percent": 30.0, "pcie_received_bytes_per_s": 1.0e9}, Kind.INPUT, Cause.UNSEEN),
        ({"sm_active_percent": 29.9, "pcie_received_bytes_per_s": 0.99e9}, Kind.INPUT, Cause.UNSEEN),
        ({"sm_active_percent": 49.9, "memory_used_bytes": 39.9 * GIB, "dram_active_percent": 39.9}, Kind.OVER, Cause.NONE),
        ({"sm_active_percent": 50.0, "memory_used_bytes": 39.9 * GIB, "dram_active_percent": 39.9}, Kind.WELL, Cause.BELOW_TARGET),
        ({"sm_active_percent": 49.9, "memory_used_bytes": 40.0 * GIB, "dram_active_percent": 39.9}, Kind.INPUT, Cause.UNSEEN),
        ({"sm_active_percent": 49.9, "memory_used_bytes": 39.9 * GIB, "dram_active_percent": 40.0}, Kind.INPUT, Cause.UNSEEN),
        ({"sm_active_percent": 4.9}, Kind.IDLE, Cause.NONE),
        ({"sm_active_percent": 5.0}, Kind.INPUT, Cause.UNSEEN),
        ({"sm_active_percent": 4.9, "memory_used_bytes": 0.99 * GIB, "dram_active_percent": 1.0}, Kind.OVER, Cause.FREE),
    ],
)
def test_each_edge(values: dict[str, Any], kind: Kind, cause: Cause) -> None:
    assert said(track(**values)) == (kind, cause)


def test_clocks_that_are_held_down() -> None:
    assert said(track(held={"software_thermal": 0.05})) == (Kind.WELL, Cause.NONE)
    found = judge([track(held={"software_thermal": 0.06})], HOUR, LIMITS)
    assert (found.kind, found.cause) == (Kind.UNDER, Cause.HELD_DOWN)
    assert found.sentences[1].plain() == "GPU 0 is overheated for 6 % of the window."
    assert [each.ok for each in found.evidence if each.key == "held"] == [False]
    assert "Check the airflow" in found.steps[0].plain()
    assert "power limit" in judge([track(held={"power_cap": 0.5})], HOUR, LIMITS).steps[0].plain()


def test_one_gpu_holds_the_others_back() -> None:
    slow = track(5, held={"software_thermal": 0.37}, sm_active_percent=83.0, sm_clock_mhz=1729.0)
    gpus = [track(index) for index in range(8)]
    gpus[5] = slow
    found = judge(gpus, HOUR, LIMITS)
    assert (found.kind, found.cause, found.title.plain()) == (Kind.WELL, Cause.HELD_BACK, "Right size, throttled")
    assert [each.plain() for each in found.sentences] == [
        "The job uses its GPU well.",
        "GPU 5 is overheated for 37 % of the window.",
        "The other 7 wait for it, which reduces the speed by about 9 %.",
    ]
    assert [each.value.plain() for each in found.evidence][:3] == ["60 of 80 GiB", "90 % ≥ 80 %", "37 % ≤ 5 %"]
    assert "Swap GPU 5" in found.steps[1].plain()
    four = [track(index, held={"power_cap": 0.5} if index < 4 else None) for index in range(8)]
    five = [track(index, held={"power_cap": 0.5} if index < 5 else None) for index in range(8)]
    assert said(*four) == (Kind.WELL, Cause.HELD_BACK)
    assert said(*five) == (Kind.UNDER, Cause.HELD_DOWN)


def test_what_cannot_be_judged_says_why() -> None:
    short = Window(0.0, 599.0)
    found = judge([track(window=short)], short, LIMITS)
    assert (found.kind, found.evidence, found.job) == (Kind.CANNOT, (), None)
    assert "10 min are required" in found.sentences[0].plain()
    enough = Window(0.0, 600.0)
    assert judge([track(window=enough)], enough, LIMITS).kind is Kind.WELL
    assert judge([], HOUR, LIMITS).sentences[0].plain() == "No GPU data was read."
    nothing = track(without=("sm_active_percent", "busy_percent"))
    assert judge([nothing], HOUR, LIMITS).sentences[0].plain() == "The activity of GPU 0 is not reported."
    assert said(track(without=("memory_used_bytes",)))[0] is Kind.CANNOT
    unified = GpuFacts("GPU-0", 0, "NVIDIA GB10", lacks={"memory": Lack.UNIFIED})
    found = judge([track(facts=unified, without=("memory_used_bytes",))], HOUR, LIMITS)
    assert "shares the system memory" in found.sentences[0].plain()


def test_a_gpu_in_parts_without_activity_of_its_sms() -> None:
    mig = GpuFacts("GPU-0", 0, "NVIDIA A100-SXM4-40GB", mig=True)
    found = judge([track(facts=mig, without=("sm_active_percent",))], HOUR, LIMITS)
    assert found.kind is Kind.CANNOT
    assert "partitioned (MIG)" in found.sentences[0].plain()
    assert found.measurements == ("parts",)
    assert said(track(facts=mig))[0] is Kind.WELL
    part = GpuFacts("MIG-1", 0, "MIG 3g.20gb", parent="GPU-0")
    assert said(track(facts=part, without=("sm_active_percent",)))[0] is Kind.CANNOT


def _thinned(share: float) -> Track:
    """One reading in that many is missing, without any order."""
    found = track()
    busy = found.series["sm_active_percent"]
    values = busy.values.copy()
    gone = np.random.default_rng(7).permutation(len(values))[: round(share * len(values))]
    values[gone] = np.nan
    return with_series(found, sm_active_percent=Series(busy.times_s, values))


def test_gaps_are_counted() -> None:
    assert judge([_thinned(0.099)], HOUR, LIMITS).kind is Kind.WELL
    found = judge([_thinned(0.101)], HOUR, LIMITS)
    assert found.kind is Kind.CANNOT
    assert "90 % are required" in found.sentences[0].plain()
    doubted = judge([_thinned(0.05)], HOUR, LIMITS)
    assert (doubted.trust, doubted.doubts[0].plain()) == (Trust.MEDIUM, "Only 95 % of the readings were received.")


def test_a_gap_in_the_middle_is_no_zero() -> None:
    found = track()
    for key in ("sm_active_percent", "memory_used_bytes"):
        series = found.series[key]
        there = (series.times_s < 1000) | (series.times_s > 1200)
        found = with_series(found, **{key: Series(series.times_s[there], series.values[there])})
    figures = figures_of(found, HOUR, LIMITS)
    assert figures.activity is not None
    assert (figures.activity.p50, figures.activity.mean) == pytest.approx((0.9, 0.9))
    assert figures.coverage == pytest.approx(1 - 201 / 3601)


def test_coarse_activity_is_said_and_lowers_the_trust() -> None:
    found = judge([track(without=("sm_active_percent", "dram_active_percent"))], HOUR, LIMITS)
    assert (found.kind, found.trust) == (Kind.WELL, Trust.LOW)
    assert found.evidence[1].title.plain() == "GPU busy, mean (coarse)"


def test_figures_are_exact() -> None:
    at = np.arange(0.0, 1001.0)
    power = Series(at, np.linspace(100.0, 700.0, 1001))
    energy = Series(at, np.concatenate([np.arange(501) * 10.0, np.arange(500) * 10.0]))
    bits = Series(at, np.where(at < 250, 0x24, 0).astype(float))
    one = with_series(track(window=Window(0, 1000)), power_w=power, energy_j=energy, clock_reasons=bits)
    figures = figures_of(one, Window(0, 1000), LIMITS)
    assert figures.power_w is not None
    assert (figures.power_w.mean, figures.power_w.p50, figures.power_w.p95, figures.power_w.peak) == pytest.approx((400, 400, 670, 700))
    # The counter began again once: 5,000 J before, 4,990 J after.
    assert figures.energy_j == pytest.approx(9990.0)
    # The counters of the board stand still though the bits are set: they are not believed.
    assert figures.held[Held.SOFTWARE_THERMAL] == pytest.approx(250 / 1001)
    assert not figures.held_counted
    moves = {f"held_{key}_s": Series(at, at * 0.3) for key in ("power_cap", "software_thermal")}
    figures = figures_of(with_series(one, **moves), Window(0, 1000), LIMITS)
    assert figures.held[Held.SOFTWARE_THERMAL] == pytest.approx(0.3)
    assert figures.held_counted
    only_bits = Track(one.facts, {key: series for key, series in one.series.items() if not key.startswith("held_")})
    figures = figures_of(only_bits, Window(0, 1000), LIMITS)
    assert not figures.held_counted
    assert figures.held[Held.SOFTWARE_THERMAL] == figures.held[Held.POWER_CAP] == pytest.approx(250 / 1001)
    assert figures.held[Held.HARDWARE_THERMAL] == 0


def test_a_link_that_runs_narrow_carries_less() -> None:
    facts = GpuFacts("GPU-0", 0, pcie_generation=5, pcie_width=16)
    one = track(facts=facts, pcie_width=8.0, pcie_generation=4.0, pcie_received_bytes_per_s=14e9)
    figures = figures_of(one, HOUR, LIMITS)
    assert figures.pcie_per_s == 16e9
    assert figures.link_share("pcie") == pytest.approx(14 / 16)
    assert said(replace(one, series={**one.series, "sm_active_percent": Series(HOUR_TIMES, np.full(3601, 40.0))}))[0] is Kind.PCIE


def test_the_warm_up_is_left_out_unless_a_window_is_marked() -> None:
    tracks = [track()]
    assert steady(tracks, LIMITS) == (Window(300.0, 3600.0, 300.0), 300.0)
    assert steady(tracks, LIMITS, from_s=100.0, until_s=9000.0) == (Window(100.0, 3600.0), 0.0)
    brief = Window(0.0, 200.0)
    assert steady([track(window=brief)], LIMITS) == (Window(brief.from_s, brief.until_s, 0.0), 0.0)
    assert steady([], LIMITS) == (Window(0.0, 0.0, 0.0), 0.0)


@pytest.mark.parametrize(("read_s", "read"), [(240.0, "4"), (299.0, "5"), (312.0, "5.2"), (894.0, "14.9")])
def test_who_waits_for_a_verdict_sees_one_number_grow(read_s: float, read: str) -> None:
    """Where the window begins only after five minutes, what is read does not become less then."""
    tracks = [track(window=Window(0.0, read_s))]
    window, warm_up_s = steady(tracks, LIMITS)
    told = judge(tracks, window, LIMITS, warm_up_s=warm_up_s)
    assert [each.plain() for each in told.sentences] == [f"{read} of 15 min read: 5 min of warm-up, then 10 min to evaluate."]
    assert [each.plain() for each in told.steps] == ["Record the steady load for at least 15 min, and evaluate again."]
    window, warm_up_s = steady(tracks, LIMITS, from_s=0.0, until_s=read_s)
    if read_s < 600:
        assert "; 10 min are required." in judge(tracks, window, LIMITS, warm_up_s=warm_up_s).sentences[0].plain()


def test_a_profile_sharpens_the_verdict() -> None:
    half = track(sm_active_percent=40.0)
    assert said(half) == (Kind.INPUT, Cause.UNSEEN)
    assert said(half, profiled=Profiled("a", loader_wait=0.2)) == (Kind.INPUT, Cause.LOADER)
    assert said(half, profiled=Profiled("a", loader_wait=0.19)) == (Kind.INPUT, Cause.UNSEEN)
    assert said(half, profiled=Profiled("a", copies=0.3)) == (Kind.PCIE, Cause.COPIES)
    assert said(half, profiled=Profiled("a", busy=0.8)) == (Kind.COMPUTE, Cause.SMALL_KERNELS)
    assert said(track(), profiled=Profiled("a", loader_wait=0.5)) == (Kind.WELL, Cause.NONE)
    found = judge([half], HOUR, LIMITS, profiled=Profiled("run.json", loader_wait=0.25))
    assert found.sentences[0].plain() == "run.json shows steps waiting for data 25 % of the time. A larger GPU does not help."


def test_trust_of_what_was_not_seen_is_never_high() -> None:
    assert judge([track(sm_active_percent=40.0)], HOUR, LIMITS).trust is Trust.LOW
    short = Window(0.0, 900.0)
    assert judge([track(sm_active_percent=40.0, window=short)], short, LIMITS).trust is Trust.LOW


LOADS = st.fixed_dictionaries(
    {
        "sm_active_percent": st.floats(0, 100),
        "memory_used_bytes": st.floats(0, 80 * GIB),
        "dram_active_percent": st.floats(0, 100),
        "tensor_active_percent": st.floats(0, 100),
        "pcie_received_bytes_per_s": st.floats(0, 64e9),
    }
)
COARSE = Window(0.0, 1200.0)


@given(values=LOADS, factor=st.floats(1, 50), share=st.floats(0, 1))
def test_a_slower_clock_changes_nothing(values: dict[str, Any], factor: float, share: float) -> None:
    one = track(window=COARSE, apart_s=10.0, held={"power_cap": share}, **values)
    slow = {
        key: Series(series.times_s * factor, series.values * (factor if key.startswith("held_") else 1.0))
        for key, series in one.series.items()
    }
    window = Window(0.0, COARSE.until_s * factor)
    assert said(one, window=COARSE) == said(replace(one, series=slow), window=window)


RANK = {(Kind.WELL, Cause.BELOW_TARGET): 0, (Kind.WELL, Cause.HELD_BACK): 1, (Kind.UNDER, Cause.HELD_DOWN): 2}


@given(values=LOADS, shares=st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=4))
def test_more_time_held_down_is_never_better(values: dict[str, Any], shares: list[tuple[float, float]]) -> None:
    def gpus(of: int) -> list[Track]:
        return [
            track(index, window=COARSE, apart_s=60.0, held={"hardware_thermal": min(pair) if of == 0 else max(pair)}, **values)
            for index, pair in enumerate(shares)
        ]

    before, after = said(*gpus(0), window=COARSE), said(*gpus(1), window=COARSE)
    assert RANK.get(before, 0) <= RANK.get(after, 0)
    if RANK.get(after, 0) == 0:
        assert before == after


def test_thresholds_are_a_persons_to_set() -> None:
    strict = Limits({"sm_target": 95})
    assert judge([track()], HOUR, strict).cause is Cause.BELOW_TARGET
    assert strict.thresholds["sm_target"].source == "set by the person"


def test_the_job_is_where_memory_is_held() -> None:
    busy, idle = track(0), track(1, memory_used_bytes=0.2 * GIB)
    assert of_job([busy, idle], HOUR, LIMITS) == [busy]
    assert of_job([idle], HOUR, LIMITS) == [idle]
    part = track(2, facts=GpuFacts("MIG-1", 0, parent="GPU-0"))
    assert of_job([busy, part], HOUR, LIMITS) == [part]


def test_frames_become_series_with_gaps() -> None:
    frames = [
        Frame("GPU-0", 1.0, 101.0, {"busy_percent": 50.0}),
        Frame("GPU-0", 2.0, 102.0, {}, {"busy_percent": Lack.LOST}),
        Frame("GPU-0", 3.0, 103.0, {"busy_percent": 70.0}),
    ]
    series = series_of(frames)["busy_percent"]
    assert series.times_s.tolist() == [101.0, 102.0, 103.0]
    assert np.isnan(series.values[1])


def test_live_readings_are_kept_by_the_second() -> None:
    live = LiveTracks()
    for at in range(25):
        values = {"busy_percent": float(at), "memory_used_bytes": float(at % 7), "energy_j": float(at), "temperature_c": 60.0}
        live.add([Frame("GPU-0", at / 10, 1000 + at / 10, values)])
    live.add([Frame("GPU-0", 0.0, 500.0, {"busy_percent": 99.0}), Frame("GPU-1", 0.0, 500.0, {"busy_percent": 1.0})])
    (found,) = live.tracks({"GPU-0": GpuFacts("GPU-0", 0), "GPU-9": GpuFacts("GPU-9", 9)})
    assert found.series.keys() == {"busy_percent", "memory_used_bytes", "energy_j"}
    assert found.series["busy_percent"].times_s.tolist() == [1000.0, 1001.0, 1002.0]
    assert found.series["busy_percent"].values.tolist() == pytest.approx([4.5, 14.5, 22.0])
    assert found.series["memory_used_bytes"].values.tolist() == [6.0, 6.0, 6.0]
    assert found.series["energy_j"].values.tolist() == [9.0, 19.0, 24.0]
    live.clear()
    assert live.tracks({"GPU-0": GpuFacts("GPU-0", 0)}) == []


def test_of_many_gpus_less_is_kept() -> None:
    live = LiveTracks()
    gpus = {f"GPU-{number}": GpuFacts(f"GPU-{number}", number) for number in range(20)}
    for at in range(0, 6000, 2):
        live.add([Frame(uuid, float(at), float(at), {"power_w": float(at)}) for uuid in gpus])
    lengths = [len(track.series["power_w"].times_s) for track in live.tracks(gpus)]
    assert lengths[:16] == [3000] * 16
    assert all(700 <= length <= 1100 for length in lengths[16:])


def test_a_clock_that_is_set_back_loses_nothing() -> None:
    live = LiveTracks()
    for at in range(100):
        back_s = 50.0 if at >= 40 else 0.0
        live.add([Frame("GPU-0", float(at), 1000.0 + at - back_s, {"power_w": float(at)})], lambda frame: 1000.0 + frame.mono_s)
    (track,) = live.tracks({"GPU-0": GpuFacts("GPU-0", 0)})
    assert track.series["power_w"].values.tolist() == [float(at) for at in range(100)]


def test_live_readings_are_forgotten_after_some_hours() -> None:
    live = LiveTracks()
    live.add(Frame("GPU-0", 0.0, float(at), {"power_w": 1.0}) for at in range(20_000))
    (found,) = live.tracks({"GPU-0": GpuFacts("GPU-0", 0)})
    times = found.series["power_w"].times_s
    assert times[-1] == 19_999
    assert 14_400 <= len(times) <= 14_400 + 901


def test_power_and_energy_of_all_are_told() -> None:
    drawing = [with_series(track(at, power_limit_w=700.0), energy_j=Series(HOUR_TIMES, 600.0 * HOUR_TIMES)) for at in range(2)]
    told = {each.key: each.value.plain() for each in judge(drawing, HOUR, LIMITS).evidence}
    assert (told["power"], told["energy"]) == ("1.2 kW of 1.4 kW", "1.2 kWh")
    assert judge(drawing, HOUR, LIMITS).energy_j == pytest.approx(2 * 600 * 3600)
    assert "energy" not in {each.key for each in judge([drawing[0], track(1)], HOUR, LIMITS).evidence}
