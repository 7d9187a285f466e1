"""What the plots of the monitor are drawn from."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpudesk.monitor.readings.history import History, Ring, Room, bits_between, decimated


def test_a_ring_gives_its_rows_in_one_piece_and_in_order() -> None:
    ring = Ring(2, 10.0, 300, Room(), 1.0)
    for second in range(1000):
        ring.append(float(second), -float(second))
    times, values = ring.rows()
    assert times.tolist() == list(map(float, range(1000 - len(ring), 1000)))
    assert values.tolist() == [-time for time in times.tolist()]


@given(st.lists(st.tuples(st.sampled_from([0.01, 0.1, 0.9, 1.0, 15.0]), st.booleans()), max_size=400), st.integers(1, 40))
def test_a_ring_keeps_the_last_rows_whenever_it_is_read(steps: list[tuple[float, bool]], most: int) -> None:
    ring, now_s = Ring(2, 1e9, most, Room(), 1.0), 0.0
    told: list[float] = []
    for apart_s, read in steps:
        now_s += apart_s
        ring.append(now_s, -now_s)
        told = [*told, now_s][-most:]
        if read:
            assert ring.rows()[0].tolist() == told
    times, values = ring.rows()
    assert times.tolist() == told
    assert values.tolist() == [-time for time in told]


@pytest.mark.parametrize(("series", "kept"), [(200, 20_000), (100_000, 128), (10_000_000, 16)])
def test_the_tables_of_a_fleet_do_not_fill_the_memory(series: int, kept: int) -> None:
    """Of 768 MiB each of 100,000 series has 8,053 bytes: 256 readings of two numbers, written twice, would be 8,192."""
    room = Room()
    room.series = series
    ring = Ring(2, 1e9, 20_000, room, 1.0)
    for second in range(30_000):
        ring.append(float(second), 0.0)
    assert len(ring) == kept
    assert ring.rows()[0].tolist() == list(map(float, range(30_000 - kept, 30_000)))


def test_no_spike_is_lost_and_a_gap_stays_one() -> None:
    history = History(("power_w",))
    for tenth in range(2000):
        if not 800 <= tenth < 1000:
            history.add("gpu", "power_w", tenth / 10, 700.0 if tenth == 1234 else 100.0)
    shares, low, high = decimated(history.curve("gpu", "power_w", 0.0), 0.0, 200.0, 100)
    assert len(shares) <= 102
    assert np.nanmax(high) == 700.0
    assert np.nanmin(low) == 100.0
    assert not ((shares > 0.42) & (shares < 0.49) & np.isfinite(high)).any()
    assert history.at("gpu", "power_w", 90.0) is None
    assert history.at("gpu", "power_w", 20.0) == 100.0


def test_bits_are_joined_where_they_are_kept_by_the_second() -> None:
    history = History(("clock_reasons",), bits=("clock_reasons",))
    for tenth in range(20_000):
        history.add("gpu", "clock_reasons", tenth / 10, {0: 4.0, 5: 32.0}.get(tenth % 20, 0.0))
    _, bits, _ = bits_between(history.curve("gpu", "clock_reasons", 0.0), 10.0, 1000.0)
    assert set(bits.tolist()) == {36}


def test_word_that_there_is_no_value_is_no_value() -> None:
    history = History(("power_w",))
    history.add("gpu", "power_w", 1.0, 5.0)
    history.add("gpu", "power_w", 1.1, math.nan)
    assert np.isnan(history.curve("gpu", "power_w", 0.0)[1][-1])
