"""Failures, intervals and what is lost, against published figures."""

import pytest

from gpudesk.core.work.goodput import (
    HOUR_S,
    Place,
    daly_interval_s,
    lost_share,
    mean_time_between_failures_s,
    spares,
    state_bytes,
    storage_bytes_per_s,
    young_interval_s,
)
from gpudesk.core.work.job_energy import job_energy

LLAMA_3 = 54 * 24 / 419
"""Hours between unplanned interruptions on 16,384 GPUs (Llama 3, table 5)."""
GPU_HOURS = LLAMA_3 * 16384


def test_failures_of_llama_3() -> None:
    assert pytest.approx(3.09, abs=0.01) == LLAMA_3
    assert pytest.approx(50677, abs=60) == GPU_HOURS
    assert float(mean_time_between_failures_s(16384, GPU_HOURS)) == pytest.approx(3.09 * HOUR_S, rel=0.002)
    assert float(mean_time_between_failures_s(100_000, 50_700)) == pytest.approx(0.507 * HOUR_S)


def test_what_a_hundred_thousand_gpus_lose() -> None:
    """30 s to write, 5 min to start again: an interval of 331 s, of the time 9.1 + 9.1 + 16.5 % lost."""
    between_s = float(mean_time_between_failures_s(100_000, 50_700))
    assert float(young_interval_s(30, between_s)) == pytest.approx(331, abs=1)
    lost = lost_share((Place(30, 30, 1.0),), between_s, 300)
    assert lost.interval_s[0] == pytest.approx(331, abs=1)
    assert lost.writing == pytest.approx(0.091, abs=0.001)
    assert lost.repeating == pytest.approx(0.091, abs=0.001)
    assert lost.restarting == pytest.approx(0.165, abs=0.001)
    assert lost.goodput == pytest.approx(0.653, abs=0.002)


def test_copies_beside_the_work_and_drives_nearby_leave_more_of_it() -> None:
    between_s = float(mean_time_between_failures_s(100_000, 50_700))
    alone = lost_share((Place(30, 30, 1.0),), between_s, 300)
    beside = lost_share((Place(1, 30, 1.0),), between_s, 300)
    both = lost_share((Place(1, 3, 0.8), Place(1, 30, 0.2)), between_s, 300)
    assert alone.share > beside.share > both.share > both.restarting
    assert beside.interval_s[0] >= 30


def test_the_best_interval_is_best() -> None:
    between_s, write_s = 10_000.0, 40.0
    best = lost_share((Place(write_s, write_s, 1.0),), between_s, 0)
    for factor in (0.7, 1.4):
        other = best.interval_s[0] * factor
        assert write_s / other + other / 2 / between_s > best.share


def test_daly_agrees_with_young_where_writing_is_short() -> None:
    assert float(daly_interval_s(1, 1e6)) == pytest.approx(float(young_interval_s(1, 1e6)), rel=0.002)
    assert float(daly_interval_s(300, 3600)) < float(young_interval_s(300, 3600))
    assert float(daly_interval_s(9000, 3600)) == 3600


def test_each_failure_needs_a_place() -> None:
    with pytest.raises(ValueError, match="place"):
        lost_share((Place(1, 1, 0.5),), 1000, 10)


def test_states_of_published_models() -> None:
    """BLOOM: 2.3 TB at 14 B a parameter, written in 40 s at 57.5 GB/s; Llama 3.1 8B in Megatron-Bridge: 105 GB."""
    bloom = state_bytes(176.2e9, 2, 4, 8)
    assert bloom == pytest.approx(2.3e12, rel=0.08)
    assert pytest.approx(57.5) == 2300 / 40
    assert state_bytes(8.03e9, 2, 4, 8) == pytest.approx(105e9, rel=0.08)


def test_storage_that_llama_3_had_is_what_is_asked_for() -> None:
    """2 TB/s sustained, 7 at most."""
    asked = storage_bytes_per_s(state_bytes(405.85e9, 2, 4, 8), LLAMA_3 * HOUR_S, 0.02)
    assert 2e12 < asked < 7e12


def test_spares_cover_what_is_in_repair() -> None:
    assert spares(1, 1e9, 24) == 0
    # 2,048 systems of eight, one hardware failure in 10,560 hours each, a day of repair: 4.7 out on average.
    assert spares(2048, 10_560, 24) == 8
    assert spares(2048, 10_560, 24, sure=0.5) == 4


def test_energy_of_bloom() -> None:
    """1,082,990 h at 400 W: 433,196 kWh; at 57 g/kWh 24.7 t (arXiv:2211.02001)."""
    found = job_energy(1_082_990, 400, 0, carbon_g_per_kwh=57)
    assert found.gpus_kwh == pytest.approx(433_196, rel=1e-5)
    assert found.co2_kg == pytest.approx(24_700, rel=0.005)
    whole = job_energy(1_082_990, 400, 237, pue=1.2)
    assert whole.hosts_kwh == pytest.approx(256_646, rel=0.001)
    assert whole.kwh == pytest.approx(1.2 * (433_196 + 256_669), rel=1e-4)
    assert whole.co2_kg is None
    assert whole.joules_per_token(366e9) == pytest.approx(whole.kwh * 3.6e6 / 366e9)
