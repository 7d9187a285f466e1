"""For how long clocks were held: plot, Health, alarms and verdict show one figure, and no counter that steps back is believed."""

import numpy as np
import pytest

from gpudesk.monitor.health.alarms import Alarms
from gpudesk.monitor.health.health import judge
from gpudesk.monitor.health.throttle_reasons import HeldShare, held_in, held_shares
from gpudesk.monitor.readings.counter_rates import CounterRates, with_rates
from gpudesk.monitor.readings.history import History
from gpudesk.monitor.readings.reading import Frame, GpuFacts, Lack
from gpudesk.monitor.verdict.verdict_figures import GpuFigures, Held, Track, Window, figures_of
from gpudesk.monitor.verdict.verdict_limits import Limits
from gpudesk.monitor.verdict.verdict_live import LiveTracks

GPU = GpuFacts("GPU-a", 0, "NVIDIA H100 80GB HBM3")
THERMAL = 0x20
KEYS = ("clock_reasons", "held_software_thermal_share", "held_software_thermal_s")


def watched(counter: "np.ndarray", bits: "np.ndarray") -> tuple[History, LiveTracks, list[Frame]]:
    """A reading a second of a counter and of the bits, with the rates that come of them."""
    history, live, rates, frames = History(KEYS, ("clock_reasons",)), LiveTracks(), CounterRates(), []
    for at_s, (count, bit) in enumerate(zip(counter.tolist(), bits.tolist(), strict=True), 1):
        values, lacks = {"clock_reasons": float(bit), "held_software_thermal_s": float(count), "busy_percent": 90.0}, dict[str, Lack]()
        rates.add(float(at_s), values, lacks)
        frames.append(Frame(GPU.uuid, float(at_s), float(at_s), values, lacks))
        for key in KEYS:
            history.add(GPU.uuid, key, float(at_s), values.get(key, float("nan")))
    live.add(frames)
    return history, live, frames


def judged(live: LiveTracks, until_s: float) -> GpuFigures:
    (track,) = live.tracks({GPU.uuid: GPU})
    assert isinstance(track, Track)
    return figures_of(track, Window(1.0, until_s), Limits())


def test_a_counter_that_jumps_and_steps_back_gives_the_share_of_the_readings_everywhere() -> None:
    """The counter jumps from 0 to 1 s and back, and the bit is set in 469 of 1,000 readings: 46.9 %, and not 0.2 %."""
    counter = np.zeros(1000)
    counter[400:402] = 1.0
    bits = np.where(np.arange(1000) < 469, THERMAL, 0)
    history, live, frames = watched(counter, bits)
    plot = held_shares(history, GPU.uuid, 701.0, 1000.0)["software_thermal"]
    assert plot == HeldShare(0.0, counted=False), "it stepped back before, and is trusted no more"
    figures = judged(live, 1000.0)
    assert figures.held[Held.SOFTWARE_THERMAL] == pytest.approx(0.469)
    assert not figures.held_counted
    curves = {"clock_reasons": bits.astype(float), "held_software_thermal_s": counter}
    at = np.arange(1.0, 1001.0)
    exact = held_in({key: (at, values, values) for key, values in curves.items()}, 1.0, 1000.0)["software_thermal"]
    assert exact == HeldShare(0.469, counted=False)
    # Rates of a counter that stepped back raise no alarm and are told as impossible.
    assert all("held_software_thermal_share" not in frame.values for frame in frames[402:])
    assert frames[-1].lacks["held_software_thermal_share"] is Lack.IMPOSSIBLE
    told = judge(GPU, frames[0].values, {}, shares={"software_thermal": exact.share})
    assert [str(each.evidence) for each in told if each.key == "software_thermal"] == ["now, and 47 % of the last few minutes"]
    alarms = Alarms()
    assert alarms.take({GPU.uuid: GPU}, frames[402:]) == []


def test_a_counter_that_is_trusted_gives_the_same_figure_in_plot_and_verdict_over_joined_readings() -> None:
    """Held for a fifth of each second, of which readings see all or nothing."""
    count = 7000
    counter = np.arange(count) * 0.2
    bits = np.where(np.arange(count) % 7 == 0, THERMAL, 0)
    history, live, _ = watched(counter, bits)
    plot = held_shares(history, GPU.uuid, 1.0, count)["software_thermal"]
    assert (plot.counted, plot.at_most) == (True, False)
    assert plot.share == pytest.approx(0.2, abs=1e-3)
    figures = judged(live, count)
    assert figures.held[Held.SOFTWARE_THERMAL] == pytest.approx(plot.share, abs=1e-3)
    assert figures.held_counted


def test_a_step_back_inside_a_joined_span_is_seen() -> None:
    count = 7000
    counter = np.zeros(count)
    counter[3000] = 1.0
    history, _, _ = watched(counter, np.full(count, THERMAL))
    assert held_shares(history, GPU.uuid, 1.0, count)["software_thermal"] == HeldShare(1.0, counted=False)


def test_counters_of_bytes_begin_anew_and_those_of_time_do_not() -> None:
    rates = CounterRates()
    seen = []
    for at_s, (sent, held) in enumerate([(0.0, 0.0), (100.0, 0.5), (10.0, 0.1), (60.0, 0.3)]):
        values, lacks = {"pcie_sent_bytes": sent, "held_power_cap_s": held}, dict[str, Lack]()
        rates.add(float(at_s), values, lacks)
        seen.append([values.get(key, lacks.get(key)) for key in ("pcie_sent_bytes_per_s", "held_power_cap_share")])
    assert seen == [[Lack.WAITING, Lack.WAITING], [100.0, 0.5], [Lack.WAITING, Lack.IMPOSSIBLE], [50.0, Lack.IMPOSSIBLE]]
    at, where = np.arange(4.0), np.arange(4)
    columns = {"pcie_sent_bytes": (where, np.array([0.0, 100, 10, 60])), "held_power_cap_s": (where, np.array([0.0, 0.5, 0.1, 0.3]))}
    found = with_rates(at, columns)
    assert [found[key][1].tolist() for key in ("pcie_sent_bytes_per_s", "held_power_cap_share")] == [[100.0, 50.0], [0.5]]


@pytest.mark.parametrize(("since_s", "until_s"), [(1.0, 3000.0), (1.0, 200.0), (600.0, 900.0), (2700.0, 3000.0)])
def test_a_counter_that_stepped_back_is_not_trusted_later_either(since_s: float, until_s: float) -> None:
    """It steps back in second 102 and counts 0.2 % of the time; the bit is set in 47 of 100 readings. Both stood side by side."""
    count = 3000
    counter = np.arange(count) * 0.002
    counter[99:101] += 5.0
    bits = np.where(np.arange(count) % 100 < 47, THERMAL, 0)
    history, live, frames = watched(counter, bits)
    plot = held_shares(history, GPU.uuid, since_s, until_s)["software_thermal"]
    (track,) = live.tracks({GPU.uuid: GPU})
    figures = figures_of(track, Window(since_s, until_s), Limits())
    assert (plot.counted, plot.at_most, figures.held_counted) == (False, False, False)
    assert plot.share == pytest.approx(0.47, abs=0.01)
    assert plot.share == pytest.approx(figures.held[Held.SOFTWARE_THERMAL], abs=0.005)
    told = judge(GPU, frames[0].values, {}, shares={"software_thermal": plot.share})
    assert [str(each.evidence) for each in told if each.key == "software_thermal"] == ["now, and 47 % of the last few minutes"]
    assert Alarms().take({GPU.uuid: GPU}, frames[101:]) == []


def test_the_share_of_bits_is_the_same_however_readings_are_joined() -> None:
    """Two bits of 20,000 readings, of which only those of the last minutes are kept as they came; the second is set late alone."""
    count = 20_000
    at = np.arange(count)
    bits = np.where(at % 10 < 3, THERMAL, 0) | np.where((at > 15_000) & (at % 2 == 0), 0x4, 0)
    history, _, _ = watched(np.zeros(count), bits)
    found = held_shares(history, GPU.uuid, 1.0, float(count))
    assert found["software_thermal"].share == pytest.approx(0.3)
    assert not found["software_thermal"].at_most
    assert found["power_cap"].share == pytest.approx(2499.5 / count, abs=1e-4)
    part = held_shares(history, GPU.uuid, 14_000.0, 16_000.0)
    assert part["power_cap"].share == pytest.approx(500 / 2000, abs=0.02)
    assert history.bit_shares(GPU.uuid, "clock_reasons", 30_000.0, 31_000.0) is None
    assert history.bit_shares("another", "clock_reasons", 1.0, 10.0) is None
