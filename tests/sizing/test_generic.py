"""Work that no model describes."""

import math

import pytest

from gpudesk.core.work.generic_work import Bound, GenericWork, gpus_within, many_gpus_s, one_gpu_s
from gpudesk.sizing.generic.generic import PRECISIONS, GenericPlan, generic_plans, rate_of
from gpudesk.sizing.gpus.boards import boards, find_board
from gpudesk.sizing.serving.serving import Reason

H100 = "H100 SXM5 80 GB"


def plan(
    work: GenericWork, precision: str = "fp64", board: str = H100, gpus: int | None = None, most_s: float | None = None
) -> GenericPlan:
    return generic_plans(work, precision, [find_board(board)], gpus, most_s)[0]


def test_the_slower_of_both_binds() -> None:
    assert one_gpu_s(GenericWork(100, 10, 0), 10, 10) == (10, Bound.COMPUTE)
    assert one_gpu_s(GenericWork(100, 1000, 0), 10, 10) == (100, Bound.MEMORY)
    assert GenericWork(1, 0, 0).intensity == math.inf


def test_what_does_not_go_in_parallel_stays() -> None:
    """Amdahl: nine tenths in parallel give at most ten times the speed."""
    work = GenericWork(1, 0, 0, parallel=0.9)
    assert many_gpus_s(work, 100, 9) == pytest.approx(20)
    assert gpus_within(work, 100, 20) == 9
    assert gpus_within(work, 100, 19.9) == 10
    assert gpus_within(work, 100, 10) is None
    assert gpus_within(work, 100, 100) == 1


def test_rates_of_64_bits_are_those_of_the_catalog() -> None:
    """H100: 34 TFLOP/s of 64 bits, 67 on tensor cores; L40S has none that the catalog knows."""
    assert rate_of(find_board(H100), "fp64") == 34e12
    assert rate_of(find_board(H100), "fp64-tensor") == 67e12
    assert rate_of(find_board("B300 SXM 288 GB"), "fp64") == 1.25e12
    assert rate_of(find_board("L40S"), "fp64") is None
    assert generic_plans(GenericWork(1e15, 0, 1), "fp64", [find_board("L40S")]) == []
    assert all(rate_of(find_board("H100 SXM5 80 GB"), precision) for precision in PRECISIONS if precision != "fp4")


def test_a_stencil_is_bound_by_memory_and_a_product_by_compute() -> None:
    """A 7-point stencil in 64 bits makes 8 products for 16 bytes; a product of large matrices thousands for each."""
    stencil = plan(GenericWork(8e15, 16e15, 20))
    assert stencil.bound is Bound.MEMORY
    assert stencil.time.value == pytest.approx(16e15 / (0.8 * 3350e9))
    assert plan(GenericWork(8e15, 1e12, 20)).bound is Bound.COMPUTE
    assert stencil.ridge == pytest.approx(34e12 / 3350e9)
    assert stencil.time.low < stencil.time.value < stencil.time.high


def test_memory_and_the_deadline_set_the_count() -> None:
    work = GenericWork(1e18, 1e15, 500)
    assert plan(work).gpus == math.ceil(500 / (79.18 - 0.5))
    assert plan(work, gpus=4).refused == (Reason.MEMORY,)
    in_time = plan(work, most_s=3600)
    assert in_time.gpus == math.ceil(1e18 / (0.6 * 34e12) / 3600)
    assert in_time.fits
    assert in_time.time.value <= 3600
    never = plan(GenericWork(1e18, 0, 1, parallel=0.5), most_s=60)
    assert never.refused == (Reason.TTFT,)


def test_plans_that_do_come_first_with_the_fewest_boards() -> None:
    found = generic_plans(GenericWork(1e18, 1e15, 100), "fp64", list(boards().values()), most_s=3600)
    counts = [each.gpus for each in found if each.fits and not each.risks]
    assert counts == sorted(counts)
    assert found[0].board.key.startswith("amd.mi3"), "which have the highest rates of 64 bits"
