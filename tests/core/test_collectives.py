"""Collective operations: the counting of nccl-tests, several systems, and volumes in closed form."""

import numpy as np
import pytest

from gpudesk.core.work.collectives import (
    Collective,
    Line,
    Network,
    bus_bytes_per_s,
    bus_factor,
    context_bytes,
    expert_bytes,
    fit_line,
    off_system_share,
    operation_seconds,
    replica_bytes,
    stage_bytes,
    tensor_bytes,
)

GIB = 2**30
H100 = Line(16e-6, 480e9, 0.7)
QUICK = Line(1e-12, 1e15)
EIGHT_400G = Network(400e9, 1.0, 0.0)


@pytest.mark.parametrize(("ranks", "factor"), [(2, 1.0), (4, 1.5), (8, 1.75), (16, 1.875), (32, 1.9375), (64, 1.96875), (512, 1.996094)])
def test_bus_factors_of_an_all_reduce(ranks: int, factor: float) -> None:
    """nccl-tests, doc/PERFORMANCE.md."""
    assert float(bus_factor(Collective.ALL_REDUCE, ranks)) == pytest.approx(factor, abs=1e-6)
    assert float(bus_factor(Collective.ALL_GATHER, ranks)) == pytest.approx(factor / 2, abs=1e-6)


@pytest.mark.parametrize(("ranks", "told_gb_per_s", "told_ms"), [(32, 377.34, 22.05), (8, 740.64, 10.15)])
def test_times_and_bus_bandwidths_agree(ranks: int, told_gb_per_s: float, told_ms: float) -> None:
    """github:stas00/ml-engineering, network: 4 GiB."""
    found = bus_bytes_per_s(Collective.ALL_REDUCE, 4 * GIB, told_ms / 1000, ranks)
    assert float(found) / 1e9 == pytest.approx(told_gb_per_s, rel=1e-3)


def test_an_all_reduce_over_systems_is_a_ring_over_all_adapters() -> None:
    """7.75 GiB over 400 GB/s: 20.8 ms for 4 GiB in 32 ranks."""
    seconds = operation_seconds(Collective.ALL_REDUCE, 4 * GIB, QUICK, 8, 4, EIGHT_400G)
    assert float(seconds) * 1000 == pytest.approx(20.80, abs=0.01)


def test_an_all_to_all_is_bound_by_the_share_of_one_gpu() -> None:
    """Of 64 systems hardly anything stays inside: 50 GB/s for each GPU with 8 × 400 Gb/s; NVIDIA tells 48."""
    size = 64 * GIB
    seconds = operation_seconds(Collective.ALL_TO_ALL, size, QUICK, 8, 64, EIGHT_400G)
    assert float(bus_bytes_per_s(Collective.ALL_TO_ALL, size, seconds, 512)) / 1e9 == pytest.approx(50 * 511 / 504, rel=1e-6)


def test_switches_that_sum_let_an_all_reduce_cross_once() -> None:
    """DGX H100: 370 to 380 GB/s without SHARP, 480 with it, which the links inside then bound."""
    summing = Network(400e9, 0.94, 1e-5, sums=True)
    plain = Network(400e9, 0.94, 1e-5)
    with_it, without = (
        float(bus_bytes_per_s(Collective.ALL_REDUCE, 16 * GIB, operation_seconds(Collective.ALL_REDUCE, 16 * GIB, H100, 8, 4, net), 32))
        for net in (summing, plain)
    )
    assert without / 1e9 == pytest.approx(370, rel=0.03)
    assert with_it / 1e9 == pytest.approx(476, rel=0.03)


def test_two_systems_tell_each_other_their_sums_once() -> None:
    """Each adapter sends its part of the size once: 4 GiB over 400 GB/s, and a crossing of 60 microseconds."""
    over = operation_seconds(Collective.ALL_REDUCE, 4 * GIB, QUICK, 8, 2, Network(400e9, 1.0, 1e-5, 6e-5))
    assert float(over) == pytest.approx(4 * GIB / 400e9 + 6e-5, rel=1e-3)


def test_only_what_crosses_the_leaves_feels_the_tiers_above() -> None:
    narrow = Network(400e9, 0.92, 1e-5, through=0.5, leaf_systems=4)
    below = operation_seconds(Collective.ALL_REDUCE, 64 * GIB, H100, 8, 4, narrow)
    across = operation_seconds(Collective.ALL_REDUCE, 64 * GIB, H100, 8, 8, narrow)
    assert float(across / below) == pytest.approx(2, rel=0.05)
    with pytest.raises(ValueError, match="joins"):
        operation_seconds(Collective.ALL_REDUCE, GIB, H100, 8, 2, None)


def test_the_line_that_made_the_data_is_found() -> None:
    moved = np.array([512.0 * 2**step for step in range(21)])
    found = fit_line(moved, Line(12e-6, 400e9, 0.7).seconds(moved))
    assert found.start_s == pytest.approx(12e-6, rel=0.01)
    assert found.bytes_per_s == pytest.approx(400e9, rel=0.01)
    assert found.sharpness == 0.7


def test_volumes_of_each_way_to_share_out() -> None:
    """Llama 3.1 70B: 80 layers, width 8,192; micro-batch of 8,192 tokens."""
    assert tensor_bytes(8192, 8192, 80) == 4 * 80 * 8192 * 8192 * 2
    assert replica_bytes(70e9, 1) == (140e9, 140e9)
    assert replica_bytes(70e9, 3) == (280e9, 140e9)
    assert replica_bytes(70e9, 3, micro_batches=4)[0] == 4 * 280e9
    assert stage_bytes(8192, 8192) == 2 * 8192 * 8192 * 2
    assert stage_bytes(8192, 8192, tensor=8) == stage_bytes(8192, 8192) / 8
    # DeepSeek V3: 8 experts of width 7,168; FP8 with scales there, 16 bits back.
    assert expert_bytes(4096, 7168, 8) == 4096 * 8 * 7168 * (1 + 4 / 128 + 2)
    assert off_system_share(64, 8) == 0.875
    assert off_system_share(8, 72) == 0
    # A ring of four that share 131,072 tokens, eight heads of 128 for keys and for values.
    assert context_bytes(131072, 4, 2 * 8 * 128) == 32768 * 2048 * 2 * 3


def test_a_network_reaches_its_rate_with_long_operations_alone() -> None:
    plain = Network(400e9, 1.0, 0.0)
    ramped = Network(400e9, 1.0, 0.0, ramp_bytes=96.0 * 2**20, ramp_from_bytes=64.0 * 2**20)
    inside = Line(0.0, 1e12, 1.0)
    size = np.array([32.0, 96.0, 2**14]) * 2**20
    factors = operation_seconds(Collective.ALL_GATHER, size, inside, 8, 2, ramped) / operation_seconds(
        Collective.ALL_GATHER, size, inside, 8, 2, plain
    )
    assert factors == pytest.approx([2.0, 1.6, 1 + 96 / (2**14 + 64)])
