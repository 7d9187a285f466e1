"""What plots show of a recording: every reading of short times, the least and the most of long ones, nothing beyond the moment."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gpudesk.monitor.readings.reading import Frame, GpuFacts
from gpudesk.monitor.readings.source import Machine
from gpudesk.monitor.recording.recorded_history import RecordedHistory
from gpudesk.monitor.recording.recording import RecordingFile
from gpudesk.monitor.recording.replay import RecordingSource
from tests.patience import until

BEGIN_S = 1_700_000_000.0
LONG_S = 9_000
SPIKE_S, GAP_S, GAP_FOR_S = 4_321, 2_950, 700
KEYS = ("power_w", "clock_reasons", "pcie_sent_bytes_per_s")
ONE = "GPU-a"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two and a half hours at one reading a second: a spike, a hole, and clocks held for a second in each hundred."""
    made = tmp_path_factory.mktemp("recorded") / "run.gpurec"
    file = RecordingFile(made, [Machine("node", gpus=(GpuFacts(ONE, 0),))], "test", begin=(BEGIN_S, 0.0))
    for at in range(LONG_S):
        if GAP_S <= at < GAP_S + GAP_FOR_S:
            continue
        held = 4.0 if at % 100 == 0 else 32.0
        values = {"power_w": 700.0 if at == SPIKE_S else 300.0, "clock_reasons": held, "pcie_sent_bytes": at * 65_536.0}
        file.write([Frame(ONE, float(at), BEGIN_S + at, values)])
    file.close()
    return made


@pytest.fixture
def source(path: Path) -> Iterator[RecordingSource]:
    opened = RecordingSource(path)
    opened.seek(opened.end_s)
    yield opened
    opened.close()


@pytest.fixture
def past(source: RecordingSource) -> RecordedHistory:
    history = source.past(KEYS, bits=("clock_reasons",))
    history.at_once = True
    return history


def test_short_times_hold_every_reading(source: RecordingSource, past: RecordedHistory) -> None:
    assert (past.first_s, past.last_s) == (source.begin_s, source.end_s)
    since_s = source.end_s - 240
    times, low, high = past.curve(ONE, "power_w", since_s)
    assert len(times[times >= since_s]) == 241
    np.testing.assert_array_equal(low, high)
    assert past.at(ONE, "power_w", BEGIN_S + SPIKE_S) == 700.0
    assert past.at(ONE, "power_w", BEGIN_S + SPIKE_S + 1) == 300.0
    _, _, sent = past.curve(ONE, "pcie_sent_bytes_per_s", since_s)
    assert np.nanmedian(sent) == pytest.approx(65_536.0)


def test_a_plot_of_more_than_two_short_pieces_has_fewer_points_than_readings(source: RecordingSource, past: RecordedHistory) -> None:
    counts = {}
    for shown_s in (600, 800):
        times, _, _ = past.curve(ONE, "power_w", source.end_s - shown_s)
        counts[shown_s] = int(np.count_nonzero(times >= source.end_s - shown_s))
    assert counts[600] == 601
    assert 200 < counts[800] < 500


def test_long_times_lose_no_spike_and_no_hole(past: RecordedHistory) -> None:
    times, low, high = past.curve(ONE, "power_w", BEGIN_S)
    assert len(times) < LONG_S / 2
    assert np.all(np.diff(times) > 0)
    assert np.nanmax(high) == 700.0
    assert abs(times[np.nanargmax(high)] - BEGIN_S - SPIKE_S) < 20
    assert np.nanmin(low) == 300.0
    hole = (times > BEGIN_S + GAP_S + 20) & (times < BEGIN_S + GAP_S + GAP_FOR_S - 20)
    assert hole.any()
    assert np.isnan(high[hole]).all()
    assert past.at(ONE, "power_w", BEGIN_S + GAP_S + 300) is None


def test_a_recording_that_begins_late_in_a_piece_has_no_holes_after_it(tmp_path: Path) -> None:
    begin_s = BEGIN_S // 3600 * 3600 + 3570.0
    file = RecordingFile(tmp_path / "a.gpurec", [Machine("node", gpus=(GpuFacts(ONE, 0),))], "test", begin=(begin_s, 0.0))
    file.write([Frame(ONE, at / 10, begin_s + at / 10, {"power_w": 300.0}) for at in range(7000)])
    file.close()
    opened = RecordingSource(tmp_path / "a.gpurec")
    opened.seek(opened.end_s)
    history = opened.past(KEYS)
    history.at_once = True
    _, low, high = history.curve(ONE, "power_w", begin_s)
    assert len(low) > 500
    assert (low == 300.0).all()
    assert (high == 300.0).all()
    opened.close()


def test_a_hole_over_the_edge_of_a_piece_is_one(past: RecordedHistory) -> None:
    times, _, high = past.curve(ONE, "power_w", BEGIN_S + GAP_S - 100, BEGIN_S + GAP_S + GAP_FOR_S + 20)
    inside = (times > BEGIN_S + GAP_S) & (times < BEGIN_S + GAP_S + GAP_FOR_S - 5)
    assert inside.any()
    assert np.isnan(high[inside]).all()


def test_of_bits_stays_what_was_set_always_and_what_at_all(past: RecordedHistory) -> None:
    _, low, high = past.curve(ONE, "clock_reasons", BEGIN_S)
    assert set(np.unique(high[np.isfinite(high)])) == {32.0, 36.0}
    assert set(np.unique(low[np.isfinite(low)])) == {0.0, 32.0}


def test_nothing_is_shown_beyond_the_moment(source: RecordingSource, past: RecordedHistory) -> None:
    source.seek(BEGIN_S + 1_000)
    assert past.last_s == BEGIN_S + 1_000
    for since_s in (BEGIN_S + 900, BEGIN_S):
        times, _, _ = past.curve(ONE, "power_w", since_s)
        assert BEGIN_S + 990 < times[-1] <= BEGIN_S + 1_000.001


def test_what_is_not_read_yet_comes(source: RecordingSource) -> None:
    history = source.past(KEYS)
    times, _, _ = history.curve(ONE, "power_w", source.end_s - 60)
    assert not len(times)
    until(lambda: history.revision and not history.is_reading)
    assert len(history.curve(ONE, "power_w", source.end_s - 60)[0]) > 50


def test_another_gpu_and_another_metric_are_not_there(past: RecordedHistory) -> None:
    assert not len(past.curve("GPU-b", "power_w", BEGIN_S)[0])
    assert not len(past.curve(ONE, "busy_percent", BEGIN_S)[0])
